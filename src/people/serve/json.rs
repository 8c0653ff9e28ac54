//! Bodies of responses.

use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use serde::Serialize;

/// Creates a JSON response.
pub(super) fn json(body: &impl Serialize) -> Response {
    ([(CONTENT_TYPE, "application/json")], text(body)).into_response()
}

/// Returns the JSON of a body.
pub(super) fn text(body: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(body).expect("answers have only text for keys")
}
