//! The response when there is no answer: a status, a word for programs, a sentence for people.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use super::json::json;
use game::BadPosition;
use oracle::{AnswerError, IllegalMove, Oracle, witness};
use retro::SolvedError;

/// Why a request is not answered.
#[derive(Debug, Serialize)]
pub(super) struct ApiError {
    #[serde(skip)]
    status: StatusCode,
    /// A word for programs.
    code: &'static str,
    /// A sentence for people.
    message: String,
    /// Edges that show the violation.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    witness: Vec<[usize; 2]>,
}

impl ApiError {
    pub fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Self {
        Self {
            status,
            code,
            message: message.into(),
            witness: Vec::new(),
        }
    }

    pub fn bad_request(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "bad_request", message)
    }

    pub fn busy(message: &str) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "busy", message)
    }

    /// Creates the error for an answer about `text` that cannot be given. Where `text` breaks the rules, the witness
    /// shows how. Cost: one check of the rules for each edge.
    pub fn of(oracle: &dyn Oracle, text: &str, error: AnswerError) -> Self {
        match error {
            AnswerError::Bad(error) => Self::of_text(oracle, text, &error),
            AnswerError::Solved(error @ SolvedError::NotSolved { .. }) => {
                Self::new(StatusCode::NOT_FOUND, "not_solved", error.to_string())
            }
            AnswerError::Solved(SolvedError::Storage(error)) if !error.is_damage() => Self::busy(&error.to_string()),
            AnswerError::Solved(error) => Self::new(StatusCode::INTERNAL_SERVER_ERROR, "damaged", error.to_string()),
        }
    }

    /// Creates the error for a text that is not a position.
    pub fn of_text(oracle: &dyn Oracle, text: &str, error: &BadPosition) -> Self {
        match error {
            BadPosition::Text(_) | BadPosition::TwoColouredText(_) => {
                Self::new(StatusCode::BAD_REQUEST, "bad_position", error.to_string())
            }
            BadPosition::Illegal { .. } => Self {
                witness: witness(oracle, text),
                ..Self::new(StatusCode::UNPROCESSABLE_ENTITY, "illegal_position", error.to_string())
            },
        }
    }

    /// Creates the error for a move that cannot be made in `text`.
    pub fn of_move(oracle: &dyn Oracle, text: &str, error: IllegalMove) -> Self {
        let message = error.to_string();
        match error {
            IllegalMove::Position(error) => Self::of_text(oracle, text, &error),
            IllegalMove::NoPair { .. } => Self::bad_request(message),
            IllegalMove::Taken { .. } => Self::new(StatusCode::UNPROCESSABLE_ENTITY, "illegal_move", message),
            IllegalMove::Forbidden { witness, .. } => Self {
                witness,
                ..Self::new(StatusCode::UNPROCESSABLE_ENTITY, "illegal_move", message)
            },
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        #[derive(Serialize)]
        struct Body<'a> {
            error: &'a ApiError,
        }
        (self.status, json(&Body { error: &self })).into_response()
    }
}
