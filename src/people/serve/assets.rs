//! The pages: the files of `page/`, compiled into the program.

use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use include_dir::{Dir, include_dir};

static PAGE: Dir = include_dir!("$CARGO_MANIFEST_DIR/page");

/// The description of the answers, for other programs.
const OPENAPI: &str = include_str!("../../../docs/openapi.json");

/// Scripts that exported sites lack.
const OF_SERVERS: [&str; 2] = ["api.js", "client.js"];
/// Scripts that sites have where they have proofs.
const OF_PROOFS: [&str; 4] = ["contest.js", "field.js", "proof.js", "files/checker.js"];

/// A file of the page.
#[derive(Clone)]
pub(super) struct Asset {
    /// The path where it is served.
    pub path: String,
    kind: &'static str,
    content: &'static str,
}

impl Asset {
    pub fn response(&self) -> Response {
        ([(CONTENT_TYPE, self.kind)], self.content).into_response()
    }
}

/// The files of a folder of the page, by name.
fn files(folder: &'static Dir) -> impl Iterator<Item = (&'static str, &'static str)> {
    folder.files().map(|file| {
        let name = file.path().to_str().expect("a name in ASCII");
        (name, file.contents_utf8().expect("a text"))
    })
}

/// All files; nothing else is ever sent.
pub(super) fn all() -> Vec<Asset> {
    let mut assets = vec![Asset {
        path: "/api/openapi.json".into(),
        kind: "application/json",
        content: OPENAPI,
    }];
    assets.extend(files(&PAGE).map(|(name, content)| {
        let (stem, extension) = name.split_once('.').expect("a name with its kind");
        let (path, kind) = match extension {
            "html" if stem == "index" => ("/".into(), "text/html; charset=utf-8"),
            "html" => (format!("/{stem}"), "text/html; charset=utf-8"),
            "js" => (format!("/js/{name}"), "text/javascript; charset=utf-8"),
            "css" => (format!("/{name}"), "text/css; charset=utf-8"),
            "svg" => (format!("/{name}"), "image/svg+xml"),
            _ => panic!("{name} is of no kind that is served"),
        };
        Asset { path, kind, content }
    }));
    assets
}

/// Returns the files of an exported site but its data, by path. Its pages are `index.html` and, with proofs,
/// `proof.html` without what needs a server; the scripts of `page/files` answer from files.
pub(super) fn of_site(has_proofs: bool) -> Vec<(String, String)> {
    let is_wanted = |name: &str| !OF_SERVERS.contains(&name) && (has_proofs || !OF_PROOFS.contains(&name));
    let of_files = PAGE.get_dir("files").expect("it is in the page");
    let mut made: Vec<(String, String)> = (files(&PAGE).chain(files(of_files)))
        .filter(|(name, _)| is_wanted(name))
        .filter_map(
            |(name, content)| match name.rsplit_once('.').expect("a name with its kind") {
                ("index", "html") => Some((name.into(), without_server(content))),
                ("proof", "html") if has_proofs => Some((name.into(), without_server(content))),
                (_, "html") => None,
                (_, "js") => Some((format!("js/{}", name.trim_start_matches("files/")), content.into())),
                _ => Some((name.into(), content.into())),
            },
        )
        .collect();
    made.sort();
    for (page, script) in [("index.html", "js/main.js"), ("proof.html", "js/proof.js")] {
        let Some(at) = made.iter().position(|(path, _)| path == page) else {
            continue;
        };
        let ahead = ahead(&made, script);
        let content = &mut made[at].1;
        *content = content.replacen("<script ", &format!("{ahead}<script "), 1);
    }
    made
}

/// Returns what names to a browser at once all scripts that a page loads, which it would find one after the other.
fn ahead(site: &[(String, String)], script: &str) -> String {
    let mut found = vec![script.to_string()];
    let mut at = 0;
    while let Some(path) = found.get(at) {
        let script = site.iter().find(|(other, _)| other == path);
        let (_, content) = script.expect("what is imported is there");
        let imported = content.lines().filter_map(|line| line.split_once(" from \"./"));
        for (_, rest) in imported.map(|(line, rest)| (line, rest.trim_end_matches("\";"))) {
            let path = format!("js/{rest}");
            if !found.contains(&path) {
                found.push(path);
            }
        }
        at += 1;
    }
    let tags = found[1..].iter();
    tags.map(|path| format!("<link rel=\"modulepreload\" href=\"{path}\">\n"))
        .collect()
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
