//! The response when there is no answer: a status, a word for programs, a sentence for people.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use super::json::json;
use oracle::{AnswerError, IllegalMove, Oracle, Refusal, ReviewError, SolvedError};

/// Why a request is not answered.
#[derive(Debug, Serialize)]
pub(super) struct ApiError {
    #[serde(skip)]
    status: StatusCode,
    #[serde(flatten)]
    refusal: Refusal,
}

impl ApiError {
    pub fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Self {
        let refusal = Refusal::new(code, message);
        Self { status, refusal }
    }

    pub fn bad_request(message: impl Into<String>) -> Self {
        Refusal::bad_request(message).into()
    }

    pub fn busy(message: &str) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "busy", message)
    }

    /// Creates the error for an answer about `text` that cannot be given. Where `text` breaks the rules, the witness
    /// shows how. Cost: one check of the rules for each edge.
    pub fn of(oracle: &dyn Oracle, text: &str, error: AnswerError) -> Self {
        match error {
            AnswerError::Solved(SolvedError::Unread(error)) if error.downcast_ref().is_some_and(is_passing) => {
                Self::busy(&error.to_string())
            }
            error => Refusal::of(oracle, text, error).into(),
        }
    }

    /// Creates the error for a move that cannot be made in `text`.
    pub fn of_move(oracle: &dyn Oracle, text: &str, error: IllegalMove) -> Self {
        Refusal::of_move(oracle, text, error).into()
    }

    /// Creates the error for a game that begins in `text` and cannot be looked at.
    pub fn of_review(oracle: &dyn Oracle, text: &str, error: ReviewError) -> Self {
        match error {
            ReviewError::Answer(error) => Self::of(oracle, text, error),
            error => Refusal::of_review(oracle, text, error).into(),
        }
    }
}

impl From<Refusal> for ApiError {
    fn from(refusal: Refusal) -> Self {
        let status = match refusal.code {
            "bad_position" | "bad_request" => StatusCode::BAD_REQUEST,
            "illegal_position" | "illegal_move" => StatusCode::UNPROCESSABLE_ENTITY,
            "not_solved" => StatusCode::NOT_FOUND,
            _ => StatusCode::INTERNAL_SERVER_ERROR,
        };
        Self { status, refusal }
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

/// Whether the same question may be answered later.
fn is_passing(error: &retrograph_storage::Error) -> bool {
    !error.is_damage()
}
