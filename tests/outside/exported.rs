//! Exported sites, and Node.js as their visitor.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde::Serialize;
use serde_json::{Value, json};
use tempfile::TempDir;

use shared::process::{self, Db, copy_tree, run};

/// A site and the folder around it.
pub struct Site {
    pub temporary: TempDir,
    pub folder: PathBuf,
}

/// What a reader of a site printed.
pub struct Read {
    pub answers: Vec<Value>,
    pub requests: u64,
    pub bytes: u64,
}

impl Site {
    pub fn of(databases: &[&Db]) -> Site {
        Site::with(databases, &[])
    }

    pub fn with(databases: &[&Db], options: &[&str]) -> Site {
        let temporary = tempfile::tempdir().unwrap();
        // What node takes the scripts for, as browsers do.
        fs::write(temporary.path().join("package.json"), r#"{"type":"module"}"#).unwrap();
        let folder = temporary.path().join("site");
        let site = Site { temporary, folder };
        site.make(databases, options).done();
        site
    }

    pub fn make(&self, databases: &[&Db], options: &[&str]) -> process::Ran {
        let mut args = vec!["export", "--site", self.text()];
        args.extend(databases.iter().flat_map(|db| ["--db", db.text()]));
        run(&[&args, options].concat())
    }

    pub fn text(&self) -> &str {
        self.folder.to_str().unwrap()
    }

    /// The site from which nothing is fetched whole because it is small.
    pub fn of_parts(&self) -> Site {
        let temporary = tempfile::tempdir().unwrap();
        fs::write(temporary.path().join("package.json"), r#"{"type":"module"}"#).unwrap();
        let folder = temporary.path().join("site");
        copy_tree(&self.folder, &folder);
        make_writable(&folder);
        for (script, constants) in [
            ("parts.js", &["const WHOLE = 48 << 10;"][..]),
            (
                "engine.js",
                &[
                    "const KEPT = 16 << 10;",
                    "const NEAR = 4 << 10;",
                    "const WANTED = 1 << 20;",
                ],
            ),
        ] {
            let path = folder.join("js").join(script);
            let mut text = fs::read_to_string(&path).unwrap();
            for constant in constants {
                assert!(text.contains(constant), "{constant}");
                let (name, _) = constant.split_once('=').unwrap();
                text = text.replace(constant, &format!("{name}= 0;"));
            }
            fs::write(path, text).unwrap();
        }
        Site { temporary, folder }
    }

    /// Runs a script of tests/site.
    pub fn node(&self, script: &str, args: &[&str], input: String) -> std::process::Output {
        let script = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("tests/outside/site")
            .join(script);
        let mut command = Command::new("node");
        command
            .arg(script)
            .arg(&self.folder)
            .args(args)
            .current_dir(self.temporary.path());
        let child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn();
        let mut child = child.expect("node does not start; these tests need Node.js: scripts/setup.sh node");
        let mut stdin = child.stdin.take().unwrap();
        let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
        let output = child.wait_with_output().unwrap();
        let _ = writer.join().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{errors}");
        output
    }

    /// The answers to questions (database, what, parameters), from a web server of this kind: see answers.mjs.
    pub fn answers<S: Serialize>(&self, kind: &str, questions: &[(S, &str, Value)]) -> Read {
        let lines: String = questions
            .iter()
            .map(|(subject, what, asked)| format!("{}\n", json!([subject, what, asked])))
            .collect();
        let output = self.node("answers.mjs", &[kind, "count"], lines);
        let lines = String::from_utf8(output.stdout).unwrap();
        let answers: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(answers.len(), questions.len());
        let counted: Value = serde_json::from_slice(&output.stderr).unwrap();
        Read {
            answers,
            requests: counted["requests"].as_u64().unwrap(),
            bytes: counted["bytes"].as_u64().unwrap(),
        }
    }
}

pub fn make_writable(folder: &Path) {
    let status = Command::new("chmod").args(["-R", "u+w"]).arg(folder).status();
    assert!(status.unwrap().success());
}

pub fn solved(game: &str, n: u32, options: &[&str]) -> Db {
    let db = Db::unborn();
    db.solve_game(game, n, options).done();
    db
}

/// The names that databases called `db` have beside one another.
pub fn name(i: usize) -> String {
    if i == 0 { "db".into() } else { format!("db-{}", i + 1) }
}
