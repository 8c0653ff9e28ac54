//! What must hold of a folder whatever has happened to it, judged in this process: quicker than by the program.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use retrograph::games::Game;
use retrograph::games::Triangle16;
use retrograph::retro::{self, Depth, Keep, Options, Silent};
use retrograph_storage::{Database, Error, FORMAT, Identity};

/// Content of an undisturbed run's folder, and the size of its game.
pub struct Expected {
    pub n: u32,
    pub keep: Keep,
    pub content: BTreeMap<PathBuf, Vec<u8>>,
}

impl Expected {
    fn game(&self) -> Triangle16 {
        Triangle16::new(self.n as usize)
    }

    /// The highest level.
    pub fn top(&self) -> u32 {
        self.game().top()
    }

    /// Asserts that the folder shows nothing but sealed levels, the highest ones, each whole and as expected; how many.
    /// A folder that is not a database yet shows none.
    #[track_caller]
    pub fn assert_prefix(&self, folder: &Path, how: &str) -> usize {
        let db = match Database::open(folder) {
            Ok(db) => db,
            Err(Error::NotADatabase { .. }) => return 0,
            Err(error) => panic!("{how}: {error}"),
        };
        let levels = db.levels().unwrap();
        let due: Vec<u32> = (0..=self.top()).rev().take(levels.len()).collect();
        assert_eq!(levels, due, "{how}");
        for level in &levels {
            let name = format!("level-{level:03}/manifest.json");
            let manifest = fs::read(folder.join(&name)).unwrap();
            assert!(manifest == self.content[Path::new(&name)], "{how}: {name} differs");
        }
        let report = retro::check(&self.game(), &db, Depth::Bytes, &Silent);
        let report = report.unwrap_or_else(|error| panic!("{how}: {error}"));
        assert!(report.faults.is_empty(), "{how}: {:?}", report.faults);
        levels.len()
    }

    /// Solves what is missing in the folder as the command would.
    #[track_caller]
    pub fn complete(&self, folder: &Path, how: &str) {
        let game = self.game();
        let identity = Identity {
            format: FORMAT,
            game: game.name().into(),
            n: self.n,
            keep: self.keep.name().into(),
            tool_version: env!("CARGO_PKG_VERSION").into(),
        };
        let db = match Database::create(folder, &identity) {
            Err(Error::Occupied { database: true, .. }) => Database::open(folder),
            other => other,
        };
        let db = db.unwrap_or_else(|error| panic!("{how}: {error}"));
        let options = Options {
            down_to: 0,
            memory: 128 << 20,
            threads: 1,
            keep: self.keep,
            checkpoint: std::time::Duration::MAX,
            grain: retrograph::retro::Grain::default(),
            known_positions: &|_| None,
        };
        let solved = retro::solve(&game, &db, &options, &Silent);
        solved.unwrap_or_else(|error| panic!("{how}: {error}"));
    }
}
