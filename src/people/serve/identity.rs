//! What a name stands for: whoever asks may say it, and gets no answer about another thing that has taken the name.

use axum::http::StatusCode;
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::failure::ApiError;
use super::handlers::Result;
use super::json::text;
use oracle::Description;
use proof::play::About;

/// Sixteen hexadecimal digits that other games, values and theorems do not share.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Id(String);

impl Id {
    /// Of a database, whichever of its levels are solved.
    pub fn of_database(about: &Description) -> Self {
        Self::of(&(&about.game, &about.rules, about.n, &about.values, about.play))
    }

    pub fn of_proof(about: &About) -> Self {
        Self::of(about)
    }

    fn of(what: &impl Serialize) -> Self {
        let digest = Sha256::digest(text(what));
        Self(digest[..8].iter().map(|byte| format!("{byte:02x}")).collect())
    }

    /// Refuses a request that says another identity than this one; `what` is the thing that has the name now.
    pub fn check(&self, said: &str, name: &str, what: &str) -> Result<()> {
        if said == self.0 {
            return Ok(());
        }
        let message = format!("'{}' is another one than before: {what}", name.escape_debug());
        Err(ApiError::new(StatusCode::CONFLICT, "replaced", message))
    }
}
