//! The routes of the server.

use std::sync::Arc;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderValue, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;

use super::failure::ApiError;
use super::hosts::Hosts;
use super::programs::Program;
use super::shelf::Shelf;
use super::{assets, handlers, proofs};

/// Maximum number of bytes in a path with its query.
const LONGEST_URI: usize = 8_192;

/// The pages load nothing from elsewhere and are not shown in foreign frames.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; \
    connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

pub(super) fn router(shelf: Arc<Shelf>, hosts: Hosts, engine: Option<Program>) -> Router {
    let database = "/api/databases/{name}";
    let about = |what: &str| format!("{database}/{what}");
    let mut router = Router::new()
        .route("/api/databases", get(handlers::databases))
        .route(database, get(handlers::database))
        .route(&about("value"), get(handlers::value))
        .route(&about("canonical"), get(handlers::canonical))
        .route(&about("moves"), get(handlers::moves))
        .route(&about("move"), get(handlers::try_move))
        .route(&about("line"), get(handlers::main_line))
        .route(&about("reply"), get(handlers::opponent))
        .route(&about("review"), get(handlers::course))
        .route(&about("exercise"), get(handlers::one_answer))
        .route(&about("levels"), get(handlers::levels))
        .route(&about("rules"), get(handlers::rules))
        .route("/api/proofs", get(proofs::proofs))
        .route("/api/proofs/{name}", get(proofs::proof))
        .route("/api/proofs/{name}/position", get(proofs::position))
        .route("/api/proofs/{name}/reply", get(proofs::reply))
        .route("/api/proofs/{name}/review", get(proofs::review))
        .route("/api/proofs/{name}/exercise", get(proofs::exercise));
    for asset in assets::all() {
        let path = asset.path.clone();
        router = router.route(&path, get(|| async move { asset.response() }));
    }
    for page in ["api", "proof"] {
        // A proxy may have put the server below a path.
        let there = format!("../{page}");
        router = router.route(&format!("/{page}/"), get(|| async move { Redirect::temporary(&there) }));
    }
    if let Some(engine) = engine {
        let content = Bytes::from_owner(engine);
        let answer = move || async move { ([(CONTENT_TYPE, "application/wasm")], content) };
        router = router.route("/engine.wasm", get(answer));
    }
    router
        .fallback(handlers::nowhere)
        .method_not_allowed_fallback(handlers::no_method)
        .with_state(shelf)
        .layer(from_fn_with_state(hosts, guard))
}

/// Refuses very long addresses and hosts that are not accepted, and adds the security headers to every response.
async fn guard(State(hosts): State<Hosts>, request: Request, next: Next) -> Response {
    let length = request.uri().path_and_query().map_or(0, |whole| whole.as_str().len());
    let mut response = if length > LONGEST_URI {
        let message = format!("the address has {length} bytes; at most {LONGEST_URI} are read");
        ApiError::new(StatusCode::URI_TOO_LONG, "too_long", message).into_response()
    } else if let Err(refusal) = hosts.check(&request) {
        refusal.into_response()
    } else {
        next.run(request).await
    };
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response
}
