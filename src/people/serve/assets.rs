//! The pages, compiled into the program.

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
    asset!("/api/openapi.json", "application/json", "../../../docs/openapi.json"),
    asset!("/icon.svg", "image/svg+xml", "page/icon.svg"),
    asset!("/style.css", STYLE, "page/style.css"),
    asset!("/js/address.js", SCRIPT, "page/address.js"),
    asset!("/js/api.js", SCRIPT, "page/api.js"),
    asset!("/js/board.js", SCRIPT, "page/board.js"),
    asset!("/js/canon.js", SCRIPT, "page/canon.js"),
    asset!("/js/charts.js", SCRIPT, "page/charts.js"),
    asset!("/js/client.js", SCRIPT, "page/client.js"),
    asset!("/js/contest.js", SCRIPT, "page/contest.js"),
    asset!("/js/course.js", SCRIPT, "page/course.js"),
    asset!("/js/fame.js", SCRIPT, "page/fame.js"),
    asset!("/js/game.js", SCRIPT, "page/game.js"),
    asset!("/js/graph.js", SCRIPT, "page/graph.js"),
    asset!("/js/layout.js", SCRIPT, "page/layout.js"),
    asset!("/js/learner.js", SCRIPT, "page/learner.js"),
    asset!("/js/main.js", SCRIPT, "page/main.js"),
    asset!("/js/messages.js", SCRIPT, "page/messages.js"),
    asset!("/js/panel.js", SCRIPT, "page/panel.js"),
    asset!("/js/picture.js", SCRIPT, "page/picture.js"),
    asset!("/js/play.js", SCRIPT, "page/play.js"),
    asset!("/js/proof.js", SCRIPT, "page/proof.js"),
    asset!("/js/random.js", SCRIPT, "page/random.js"),
    asset!("/js/refine.js", SCRIPT, "page/refine.js"),
    asset!("/js/refusal.js", SCRIPT, "page/refusal.js"),
    asset!("/js/rules.js", SCRIPT, "page/rules.js"),
    asset!("/js/school.js", SCRIPT, "page/school.js"),
    asset!("/js/shelf.js", SCRIPT, "page/shelf.js"),
    asset!("/js/teacher.js", SCRIPT, "page/teacher.js"),
    asset!("/js/texts.js", SCRIPT, "page/texts.js"),
    asset!("/js/theme.js", SCRIPT, "page/theme.js"),
];

/// The paths of the files that an exported site has as the server sends them; its pages are `/` and `/proof` without what needs
/// a server.
const SHARED: [&str; 26] = [
    "/icon.svg",
    "/style.css",
    "/js/address.js",
    "/js/board.js",
    "/js/canon.js",
    "/js/charts.js",
    "/js/course.js",
    "/js/fame.js",
    "/js/game.js",
    "/js/graph.js",
    "/js/layout.js",
    "/js/learner.js",
    "/js/main.js",
    "/js/messages.js",
    "/js/panel.js",
    "/js/picture.js",
    "/js/play.js",
    "/js/random.js",
    "/js/refine.js",
    "/js/refusal.js",
    "/js/rules.js",
    "/js/school.js",
    "/js/shelf.js",
    "/js/teacher.js",
    "/js/texts.js",
    "/js/theme.js",
];

macro_rules! scripts {
    ($($name:literal),*) => {
        [$((concat!("js/", $name), include_str!(concat!("page/files/", $name)))),*]
    };
}

/// What answers from files in an exported site.
const OF_FILES: [(&str, &str); 7] = scripts![
    "client.js",
    "labels.js",
    "parts.js",
    "policy.js",
    "proofs.js",
    "shapes.js",
    "solved.js"
];

/// What a site has besides where it has proofs.
const OF_PROOFS: [(&str, &str); 1] = scripts!["checker.js"];
const SHARED_OF_PROOFS: [&str; 2] = ["/js/contest.js", "/js/proof.js"];

/// Returns the files of an exported site but its data, by path.
pub(super) fn of_site(has_proofs: bool) -> Vec<(&'static str, String)> {
    let content = |path: &str| {
        let asset = ALL.iter().find(|asset| asset.path == path);
        asset.expect("it is there").content
    };
    let page = |name, path: &str| (name, without_server(content(path)));
    let shared = |path: &&'static str| (&path[1..], content(path).to_string());
    let of_files = |&(path, content): &(&'static str, &str)| (path, content.to_string());
    let mut files = vec![page("index.html", "/")];
    files.extend(SHARED.iter().map(shared));
    files.extend(OF_FILES.iter().map(of_files));
    if has_proofs {
        files.push(page("proof.html", "/proof"));
        files.extend(SHARED_OF_PROOFS.iter().map(shared));
        files.extend(OF_PROOFS.iter().map(of_files));
    }
    files
}

/// Returns a page without what stands between its marks for things that only a server has.
fn without_server(page: &str) -> String {
    let mut parts = page.split("<!-- server -->");
    let first = parts.next().unwrap_or_default().to_string();
    parts.fold(first, |kept, part| {
        let rest = part.split_once("<!-- /server -->");
        kept + rest.expect("every mark is closed").1
    })
}

impl Asset {
    pub fn response(&self) -> Response {
        ([(CONTENT_TYPE, self.kind)], self.content).into_response()
    }
}
