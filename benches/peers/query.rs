//! Values of many positions, asked of one process on standard input.

use std::fs::{self, File};
use std::path::PathBuf;
use std::process::Command;

use game::{Game, Keys};
use games::Triangle16;
use retro::P;
use retrograph_referee::rng::SplitMix64;
use retrograph_storage::{Database, Record};

use crate::clock::{Cost, run};
use crate::records::records;
use crate::solve::{PROGRAM, Solved};
use crate::tools::Tools;

/// Questions in a file, and what must be answered.
pub struct Questions<'a> {
    solved: &'a Solved,
    count: usize,
    file: PathBuf,
    answers: String,
}

impl<'a> Questions<'a> {
    /// About `count` positions: the first of each level and then always the same number of positions further, so that
    /// each level has its share, in random order. Reads all levels: 16 bytes of memory a position of the largest.
    pub fn new(solved: &'a Solved, count: u64) -> Self {
        let game = Triangle16::new(solved.order());
        let db = Database::open(&solved.folder()).unwrap();
        let step = (solved.positions() / count).max(1) as usize;
        let mut asked: Vec<(String, bool)> = Vec::new();
        for level in db.levels().unwrap() {
            let records = records(&db, level, game.key_width());
            let question = |record: &u128| (game.graph6(&game.position(*record)), record.label() == P);
            asked.extend(records.iter().step_by(step).map(question));
        }
        SplitMix64::new(0).shuffle(&mut asked);
        let file = solved.beside("questions");
        fs::write(
            &file,
            asked.iter().map(|(text, _)| format!("{text}\n")).collect::<String>(),
        )
        .unwrap();
        let answer = |(text, is_p): &(String, bool)| format!("{text} {}\n", if *is_p { 'P' } else { 'N' });
        Self {
            solved,
            count: asked.len(),
            file,
            answers: asked.iter().map(answer).collect(),
        }
    }

    /// How many they are.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Runs `retrograph query`, which must answer with the labels of the level files.
    pub fn ask(&self) -> Cost {
        let mut command = Command::new(PROGRAM);
        command.args(["query", "--db"]).arg(self.solved.folder());
        let (cost, answers) = self.filter(&mut command);
        assert!(answers == self.answers, "other answers than labels");
        cost
    }

    /// Runs `labelg`, which finds the canonical forms alone.
    pub fn label(&self, tools: &Tools) -> Cost {
        let (cost, forms) = self.filter(Command::new(tools.name("labelg")).arg("-q"));
        assert_eq!(forms.lines().count(), self.count);
        cost
    }

    /// Runs the command from the file of questions into another file, which is given back.
    fn filter(&self, command: &mut Command) -> (Cost, String) {
        let out = self.solved.beside("answers");
        command
            .stdin(File::open(&self.file).unwrap())
            .stdout(File::create(&out).unwrap());
        let (cost, _) = run(command);
        (cost, fs::read_to_string(&out).unwrap())
    }
}
