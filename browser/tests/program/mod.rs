//! The program as a user runs it, and the triangle game by its rules.
#![allow(dead_code, reason = "each test file needs its own part of this")]

pub mod nginx;
pub mod site;

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// The program: what RETROGRAPH names, or what `cargo build --release` left in the same target folder.
fn program() -> PathBuf {
    let built = Path::new(env!("CARGO_TARGET_TMPDIR")).join("../release/retrograph");
    let program = std::env::var_os("RETROGRAPH").map_or(built, PathBuf::from);
    assert!(
        program.exists(),
        "there is no {}: `make build` first",
        program.display()
    );
    program
}

/// A database in a temporary folder.
pub struct Db(TempDir);

impl Db {
    pub fn solved(game: &str, n: u32, options: &[&str]) -> Db {
        let db = Db(tempfile::tempdir().unwrap());
        let n = n.to_string();
        run(
            &[&["solve", game, "-n", &n, "--db", &db.folder()], options].concat(),
            "",
        );
        db
    }

    pub fn folder(&self) -> String {
        self.0.path().join("db").to_str().unwrap().into()
    }

    /// What `retrograph COMMAND --db ... OPTIONS` prints.
    pub fn run(&self, command: &str, options: &[&str], input: &str) -> String {
        run(&[&[command, "--db", &self.folder()], options].concat(), input)
    }

    /// The JSON that it prints.
    pub fn json(&self, command: &str, options: &[&str]) -> Value {
        serde_json::from_str(&self.run(command, &[&["--json"], options].concat(), "")).unwrap()
    }
}

/// A proof in a temporary folder, called `it`.
pub struct Proof(TempDir);

impl Proof {
    /// Of a Maker-Breaker game.
    pub fn of(sets: &str, n: u32, starter: &str) -> Proof {
        let proof = Proof(tempfile::tempdir().unwrap());
        let (game, n) = (format!("maker-breaker:{sets}"), n.to_string());
        let options = ["-n", &n, "--starter", starter, "--proof", &proof.file()];
        run(&[&["prove", &game], &options[..]].concat(), "");
        proof
    }

    /// Of a strong game, on all boards of so many vertices and more.
    pub fn of_strong_game(graph: &str, least: u32) -> Proof {
        let proof = Proof(tempfile::tempdir().unwrap());
        let (game, least) = (format!("ramsey-achieve:{graph}"), least.to_string());
        run(&["prove", &game, "--fresh", &least, "--proof", &proof.file()], "");
        proof
    }

    /// Of an avoidance game.
    pub fn of_avoidance_game(game: &str, n: u32) -> Proof {
        let proof = Proof(tempfile::tempdir().unwrap());
        run(&["prove", game, "-n", &n.to_string(), "--proof", &proof.file()], "");
        proof
    }

    /// Of an on-line Ramsey game: both players' strategies, or that of who wins within so many rounds.
    pub fn of_online_game(graphs: &str, rounds: Option<usize>) -> Proof {
        let proof = Proof(tempfile::tempdir().unwrap());
        let (game, file) = (format!("online-ramsey:{graphs}"), proof.file());
        let rounds = rounds.map(|rounds| rounds.to_string());
        let mut args = vec!["prove", &game, "--proof", &file];
        if let Some(rounds) = &rounds {
            args.extend(["--rounds", rounds]);
        }
        run(&args, "");
        proof
    }

    /// Of a game by this rule on a board of `retrograph board`.
    pub fn of_board(board: &[&str], rule: &str) -> Proof {
        Proof::of_file(&run(&[&["board"], board].concat(), ""), rule, &[])
    }

    /// Of a game by this rule in a file.
    pub fn of_file(text: &str, rule: &str, options: &[&str]) -> Proof {
        let proof = Proof(tempfile::tempdir().unwrap());
        let board = proof.0.path().join("it.pg");
        std::fs::write(&board, text).unwrap();
        let game = format!("{rule}:file={}", board.display());
        run(&[&["prove", &game, "--proof", &proof.file()], options].concat(), "");
        proof
    }

    /// A copy of one in `datasets/proofs/`.
    pub fn published(name: &str) -> Proof {
        let proof = Proof(tempfile::tempdir().unwrap());
        let proofs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../datasets/proofs");
        std::fs::copy(proofs.join(name), proof.file()).unwrap();
        proof
    }

    pub fn file(&self) -> String {
        self.0.path().join("it.proof").to_str().unwrap().into()
    }
}

/// What a run that must succeed prints.
pub fn run(args: &[&str], input: &str) -> String {
    let mut command = Command::new(program());
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // It answers before it has read everything.
    let output = std::thread::scope(|scope| {
        scope.spawn(move || stdin.write_all(input.as_bytes()).unwrap());
        child.wait_with_output().unwrap()
    });
    assert!(output.status.success(), "{args:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// `retrograph serve` on a port of its own; killed when dropped.
pub struct Server {
    child: Child,
    /// Ends in a slash.
    pub url: String,
}

impl Server {
    pub fn of(databases: &[&Db]) -> Server {
        Server::of_all(databases, &[])
    }

    pub fn of_all(databases: &[&Db], proofs: &[&Proof]) -> Server {
        let mut command = Command::new(program());
        command.args(["serve", "--port", "0"]);
        for db in databases {
            command.args(["--db", &db.folder()]);
        }
        for proof in proofs {
            command.args(["--proof", &proof.file()]);
        }
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut said = String::new();
        BufReader::new(child.stdout.take().unwrap())
            .read_line(&mut said)
            .unwrap();
        let url = said.split(' ').next().unwrap().to_string();
        assert!(url.starts_with("http://127.0.0.1:"), "{said}");
        Server { child, url }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Edges `(u, v)`, `u < v`, that a graph6 text says, as the format's description has it, and its number of vertices.
pub fn edges(graph6: &str) -> (usize, Vec<(usize, usize)>) {
    let n = usize::from(graph6.as_bytes()[0] - 63);
    let pairs = (1..n).flat_map(|v| (0..v).map(move |u| (u, v)));
    let is_set = |i: usize| (graph6.as_bytes()[1 + i / 6] - 63) >> (5 - i % 6) & 1 == 1;
    let edges = pairs.enumerate().filter(|&(i, _)| is_set(i)).map(|(_, pair)| pair);
    (n, edges.collect())
}

/// The same position as an edge list, with one more edge.
pub fn with_edge(graph6: &str, edge: &str) -> String {
    let mut list: Vec<String> = edges(graph6).1.iter().map(|(u, v)| format!("{u}-{v}")).collect();
    list.push(edge.into());
    list.join(",")
}

/// The legal moves of the triangle game, by its rule.
pub fn legal_moves(graph6: &str) -> Vec<String> {
    let (n, edges) = edges(graph6);
    let joined = |u: usize, v: usize| edges.contains(&(u.min(v), u.max(v)));
    let pairs = (0..n).flat_map(|u| (u + 1..n).map(move |v| (u, v)));
    let legal = pairs.filter(|&(u, v)| !joined(u, v) && !(0..n).any(|w| joined(u, w) && joined(v, w)));
    legal.map(|(u, v)| format!("{u}-{v}")).collect()
}
