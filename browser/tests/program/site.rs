//! Exported sites, offered by nginx below a folder of their own, as on GitHub Pages.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use super::nginx::Nginx;
use super::{Db, Proof, run};

/// A site in a folder, and a web server that knows nothing of it.
pub struct Site {
    folder: TempDir,
    _server: Nginx,
    /// Ends in a slash.
    pub url: String,
}

impl Site {
    /// Without files that are fetched whole because they are small where `in_parts`.
    pub fn of(databases: &[Db], proofs: &[&Proof], in_parts: bool) -> Site {
        Site::with_header(databases, proofs, in_parts, "")
    }

    /// The same, with a line for the web server's configuration.
    pub fn with_header(databases: &[Db], proofs: &[&Proof], in_parts: bool, line: &str) -> Site {
        let folder = tempfile::tempdir().unwrap();
        let site = folder.path().join("pages");
        let folders: Vec<String> = databases.iter().map(Db::folder).collect();
        let files: Vec<String> = proofs.iter().map(|proof| proof.file()).collect();
        let mut args = vec!["export", "--site", site.to_str().unwrap()];
        args.extend(folders.iter().flat_map(|folder| ["--db", folder]));
        args.extend(files.iter().flat_map(|file| ["--proof", file]));
        run(&args, "");
        if in_parts {
            without(&site.join("js/parts.js"), "const WHOLE = 48 << 10;");
            without(&site.join("js/engine.js"), "const KEPT = 16 << 10;");
        }
        let server = Nginx::of(&format!("/pages/ {{ alias {}/; {line} }}", site.display()));
        Site {
            folder,
            url: format!("{}pages/", server.url),
            _server: server,
        }
    }

    /// The folder of its files.
    pub fn pages(&self) -> PathBuf {
        self.folder.path().join("pages")
    }
}

/// Sets a constant of a script to 0.
fn without(script: &Path, constant: &str) {
    let text = fs::read_to_string(script).unwrap();
    assert!(text.contains(constant), "{constant}");
    let (name, _) = constant.split_once('=').unwrap();
    writable(script);
    fs::write(script, text.replace(constant, &format!("{name}= 0;"))).unwrap();
}

pub fn writable(file: &Path) {
    let status = Command::new("chmod").arg("u+w").arg(file).status();
    assert!(status.unwrap().success());
}
