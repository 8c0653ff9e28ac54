//! Bodies of responses.

use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use serde::Serialize;

/// Creates a JSON response.
pub(super) fn json(body: &impl Serialize) -> Response {
    let text = serde_json::to_vec(body).expect("answers have only text for keys");
    ([(CONTENT_TYPE, "application/json")], text).into_response()
}
