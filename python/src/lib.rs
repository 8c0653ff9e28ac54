//! The part of the Python package that is Rust: text in, text or JSON out. What Python programmers see is in
//! `retrograph/`.

mod database;
mod errors;
mod game;
mod picture;
mod progress;
mod proof;
mod waiting;

use pyo3::prelude::*;

#[pymodule]
mod _native {
    #[pymodule_export]
    use super::{database::Database, errors::Unsolved, game::Game, picture::svg, proof::Proof};

    #[pymodule_export]
    #[allow(non_upper_case_globals, reason = "Python's name")]
    const __version__: &str = env!("CARGO_PKG_VERSION");

    /// What a proof's file begins with.
    #[pymodule_export]
    const PROOF_MAGIC: &[u8] = retrograph::proof::MAGIC;
}

fn json(value: &impl serde::Serialize) -> PyResult<String> {
    serde_json::to_string(value).map_err(errors::bad)
}
