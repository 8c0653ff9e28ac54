//! What must hold of a folder whatever has happened to it, judged in this process: quicker than by the program.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use all_games::AllGames;
use engine::{Engine, Family};
use game::values::Values;
use retro::{Grain, Keep, Options, Silent, Task};
use retrograph_storage::{Database, Error, Identity, OUTCOME};
use verify::Depth;

/// What is solved, and how.
#[derive(Clone, Copy)]
pub struct Case {
    pub n: u32,
    pub down_to: u32,
    pub keep: Keep,
    pub grain: Grain,
}

/// Content of an undisturbed run's folder.
pub struct Expected {
    pub case: Case,
    pub content: BTreeMap<PathBuf, Vec<u8>>,
}

impl Expected {
    /// Number of levels.
    pub fn levels(&self) -> usize {
        self.content
            .keys()
            .filter(|path| path.ends_with("manifest.json"))
            .count()
    }

    /// The highest level.
    pub fn top(&self) -> u32 {
        self.case.engine().known_top().expect("known for triangles")
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
        let report = self.case.engine().check(&db, Depth::Bytes, &Silent);
        let report = report.unwrap_or_else(|error| panic!("{how}: {error}"));
        assert!(report.faults.is_empty(), "{how}: {:?}", report.faults);
        levels.len()
    }
}

impl Case {
    /// All of a game, cut as the program cuts it.
    pub fn whole(n: u32, keep: Keep) -> Case {
        Case {
            n,
            down_to: 0,
            keep,
            grain: Grain::default(),
        }
    }

    fn engine(&self) -> Box<dyn Engine> {
        AllGames.engine("triangle", self.n, Values::OUTCOME).unwrap()
    }

    /// The arguments that say so.
    pub fn options(&self) -> [&'static str; 2] {
        ["--keep", self.keep.name()]
    }

    /// Solves what is missing in the folder, as the command would with `--threads 1`.
    #[track_caller]
    pub fn complete(&self, folder: &Path, how: &str) {
        self.solve(folder, self.down_to, how);
    }

    /// The same, with each level below `highest` planned and made in parts of every kind before it is sealed.
    #[track_caller]
    pub fn complete_in_parts(&self, folder: &Path, highest: u32, how: &str) {
        self.solve(folder, highest, how);
        for level in (self.down_to..highest).rev() {
            let db = Database::open(folder).unwrap();
            if !db.levels().unwrap().contains(&level) {
                for _ in 0..4 {
                    self.make_parts(&db, how);
                }
            }
            drop(db);
            self.solve(folder, level, how);
        }
    }

    /// Plans and makes what can be made now.
    #[track_caller]
    fn make_parts(&self, db: &Database, how: &str) {
        let game = self.engine();
        let planned = game.plan(db, Some(2), &self.grain, &Silent);
        let planned = planned.unwrap_or_else(|error| panic!("{how}: {error}"));
        let task = Task {
            task: 0,
            tasks: 1,
            memory: 128 << 20,
            threads: 1,
            grain: self.grain,
        };
        let made = game.make_parts(db, &task, &Silent);
        let made = made.unwrap_or_else(|error| panic!("{how}: {error}"));
        assert_eq!((made.level, made.done), (planned.level, made.parts), "{how}");
    }

    #[track_caller]
    fn solve(&self, folder: &Path, down_to: u32, how: &str) {
        let game = self.engine();
        let identity = Identity::new(game.name(), self.n, OUTCOME, self.keep);
        let db = match Database::create(folder, &identity) {
            Err(Error::Occupied { database: true, .. }) => Database::open(folder),
            other => other,
        };
        let db = db.unwrap_or_else(|error| panic!("{how}: {error}"));
        let options = Options {
            down_to,
            memory: 128 << 20,
            threads: 1,
            keep: self.keep,
            grain: self.grain,
            ..Options::default()
        };
        let solved = game.solve(&db, &options, &Silent);
        solved.unwrap_or_else(|error| panic!("{how}: {error}"));
    }
}
