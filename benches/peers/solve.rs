//! Whole solutions, ours and by nauty's tools, each into a folder of its own.

use std::path::PathBuf;
use std::process::Command;

use tempfile::TempDir;

use crate::clock::{Cost, run};
use crate::tools::Tools;

/// Our program, built with this one.
pub const PROGRAM: &str = env!("CARGO_BIN_EXE_retrograph");

const LEVEL_BY_LEVEL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/peers/level_by_level.sh");

/// The triangle game on `n` vertices, as `retrograph solve` leaves it.
pub struct Solved {
    n: usize,
    temporary: TempDir,
}

impl Solved {
    /// Runs `retrograph solve triangle -n N` and these options.
    pub fn measure(n: usize, options: &[&str]) -> (Cost, Self) {
        let solved = Self {
            n,
            temporary: tempfile::tempdir().unwrap(),
        };
        let mut command = Command::new(PROGRAM);
        command
            .args(["solve", "triangle", "-n", &n.to_string(), "--db"])
            .arg(solved.folder())
            .args(options);
        (run(&mut command).0, solved)
    }

    /// The database.
    pub fn folder(&self) -> PathBuf {
        self.temporary.path().join("db")
    }

    /// Where other files may lie as long as the database.
    pub fn beside(&self, name: &str) -> PathBuf {
        self.temporary.path().join(name)
    }

    /// Number of vertices.
    pub fn order(&self) -> usize {
        self.n
    }

    /// Edges, P and N of each level, highest first.
    pub fn levels(&self) -> Vec<[u64; 3]> {
        let mut command = Command::new(PROGRAM);
        command.args(["stats", "--format", "csv", "--db"]).arg(self.folder());
        let text = String::from_utf8(run(&mut command).1.stdout).unwrap();
        // Comments and the header are not numbers.
        let rows = text.lines().filter_map(|line| row(line.split(',')));
        rows.collect()
    }

    /// Positions in all levels.
    pub fn positions(&self) -> u64 {
        self.levels().iter().map(|[_, p, n]| p + n).sum()
    }
}

/// The first three columns, when all are numbers.
fn row<'a>(columns: impl Iterator<Item = &'a str>) -> Option<[u64; 3]> {
    let numbers: Option<Vec<u64>> = columns.take(3).map(|column| column.parse().ok()).collect();
    numbers?.try_into().ok()
}

/// Runs the method of 2012 in one of the script's two ways; it must find the levels of `solved`.
pub fn level_by_level(how: &str, tools: &Tools, solved: &Solved) -> Cost {
    let mut command = Command::new(LEVEL_BY_LEVEL);
    command.args([&solved.order().to_string(), how, tools.prefix]);
    let (cost, output) = run(&mut command);
    let text = String::from_utf8(output.stdout).unwrap();
    let levels: Vec<[u64; 3]> = text
        .lines()
        .map(|line| row(line.split_whitespace()).expect(line))
        .collect();
    assert_eq!(levels, solved.levels());
    cost
}

/// Runs `geng -t -u N`, which must find as many graphs as there are positions in `solved`.
pub fn generate(tools: &Tools, solved: &Solved) -> Cost {
    let mut command = Command::new(tools.name("geng"));
    command.args(["-t", "-u", &solved.order().to_string()]);
    let (cost, output) = run(&mut command);
    let said = String::from_utf8(output.stderr).unwrap();
    let count = format!(">Z {} graphs generated", solved.positions());
    assert!(said.contains(&count), "{count} expected: {said}");
    cost
}
