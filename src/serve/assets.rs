//! The page, compiled into the program.

use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};

/// A file of the page.
pub(super) struct Asset {
    /// The path where it is served.
    pub path: &'static str,
    kind: &'static str,
    content: &'static str,
}

const HTML: &str = "text/html; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";

macro_rules! asset {
    ($path:literal, $kind:expr, $file:literal) => {
        Asset {
            path: $path,
            kind: $kind,
            content: include_str!($file),
        }
    };
}

/// All files; nothing else is ever sent.
pub(super) const ALL: &[Asset] = &[
    asset!("/", HTML, "page/index.html"),
    asset!("/proof", HTML, "page/proof.html"),
    asset!("/api", HTML, "page/api.html"),
    asset!("/api/openapi.json", "application/json", "../../docs/openapi.json"),
    asset!("/icon.svg", "image/svg+xml", "page/icon.svg"),
    asset!("/style.css", STYLE, "page/style.css"),
    asset!("/js/api.js", SCRIPT, "page/api.js"),
    asset!("/js/board.js", SCRIPT, "page/board.js"),
    asset!("/js/charts.js", SCRIPT, "page/charts.js"),
    asset!("/js/client.js", SCRIPT, "page/client.js"),
    asset!("/js/contest.js", SCRIPT, "page/contest.js"),
    asset!("/js/course.js", SCRIPT, "page/course.js"),
    asset!("/js/game.js", SCRIPT, "page/game.js"),
    asset!("/js/graph.js", SCRIPT, "page/graph.js"),
    asset!("/js/layout.js", SCRIPT, "page/layout.js"),
    asset!("/js/main.js", SCRIPT, "page/main.js"),
    asset!("/js/panel.js", SCRIPT, "page/panel.js"),
    asset!("/js/proof.js", SCRIPT, "page/proof.js"),
    asset!("/js/shelf.js", SCRIPT, "page/shelf.js"),
    asset!("/js/theme.js", SCRIPT, "page/theme.js"),
];

impl Asset {
    pub fn response(&self) -> Response {
        ([(CONTENT_TYPE, self.kind)], self.content).into_response()
    }
}
