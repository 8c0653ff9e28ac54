//! Where the programs for browsers are.

use std::path::{Path, PathBuf};

/// The program that reads proofs: the named one, or that of `make reader` and packages.
pub(super) fn reader_file(named: Option<&Path>) -> PathBuf {
    named.map_or_else(|| own("reader.wasm"), Path::to_path_buf)
}

/// The program that plays solved games.
pub(super) fn engine_file(named: Option<&Path>) -> PathBuf {
    named.map_or_else(|| own("engine.wasm"), Path::to_path_buf)
}

/// Beside this program, or in `share` beside its folder.
fn own(name: &str) -> PathBuf {
    let program = std::env::current_exe().and_then(|path| path.canonicalize());
    let folder = program.ok().and_then(|path| path.parent().map(Path::to_path_buf));
    let folder = folder.unwrap_or_default();
    let (beside, shared) = (
        folder.join(format!("retrograph-{name}")),
        folder.join("../share/retrograph").join(name),
    );
    match !beside.exists() && shared.exists() {
        true => shared,
        false => beside,
    }
}
