//! A game whose type is known only at run time, with all operations on it: solving, reading, checking, repair, export,
//! queries.
//!
//! [`Engine`] is one object type for all games. Its users compile no code of a game: the code that a game's type
//! generates from the loop is compiled where the object is created, in `engines`, and nowhere else.

mod family;

use std::path::Path;

use base::record::Record;
use game::{About, Game, Keys, Levels, NoRulebook, Rulebook, Source};
use oracle::Oracle;
use retro::{
    ExportError, Facts, Grain, Listing, Memory, Observer, Options, PlanReport, Ranks, SolveError, Solved, Stored, Task,
    Worker,
};
use retrograph_storage::{Database, Error, HAS_ROCKSDB, Sorter};
use verify::check_game::{CheckedGame, Coverage, check_game};
use verify::{CheckReport, Depth, RepairError, RepairPlan};

pub use family::{CensusPlan, CensusText, Family, OpenError};

/// A game and all operations on it.
pub trait Engine: Send + Sync {
    /// Returns the name on the command line and in the database.
    fn name(&self) -> &str;

    /// Returns the number of vertices.
    fn order(&self) -> u32;

    /// Returns the source of the saturated positions.
    fn source(&self) -> Source;

    /// Returns the maximum number of moves from the start, where the game can continue to a full board.
    fn most_moves(&self) -> Option<u32>;

    /// Returns the highest level; `None` when only an ascent determines it.
    fn known_top(&self) -> Option<u32>;

    /// Returns the width of a key in bytes.
    fn key_width(&self) -> usize;

    /// Returns the size of a key with its label in memory, in bytes.
    fn record_bytes(&self) -> u64;

    /// Returns the number of positions that are sorted in `bytes` bytes of memory without a run on disk.
    fn sorted_in(&self, bytes: u64) -> u64;

    /// Returns the rules in words.
    fn about(&self) -> About;

    /// Returns the rules as data.
    ///
    /// # Errors
    /// [`NoRulebook`].
    fn rulebook(&self) -> Result<Rulebook, NoRulebook>;

    /// [`retro::top`].
    ///
    /// # Errors
    /// Fails when the list of saturated positions is damaged.
    fn top(&self, db: &Database) -> Result<Option<u32>, Error>;

    /// [`retro::levels_without_gap`].
    ///
    /// # Errors
    /// Fails when a level is missing.
    fn levels(&self, db: &Database) -> Result<Vec<u32>, Error>;

    /// [`retro::within_limits`].
    ///
    /// # Errors
    /// Fails when a level is above the highest one, or the memory is too small.
    fn within_limits(&self, down_to: u32, memory: u64, threads: usize) -> Result<Memory, SolveError>;

    /// [`retro::solve`].
    ///
    /// # Errors
    /// [`SolveError`].
    fn solve(&self, db: &Database, options: &Options, observer: &dyn Observer) -> Result<(), SolveError>;

    /// [`retro::plan`].
    ///
    /// # Errors
    /// [`SolveError`].
    fn plan(
        &self,
        db: &Database,
        parts: Option<usize>,
        grain: &Grain,
        observer: &dyn Observer,
    ) -> Result<PlanReport, SolveError>;

    /// [`retro::make_parts`].
    ///
    /// # Errors
    /// [`SolveError`].
    fn make_parts(&self, db: &Database, task: &Task, observer: &dyn Observer) -> Result<PlanReport, SolveError>;

    /// [`retro::work`].
    ///
    /// # Errors
    /// [`SolveError`].
    fn work(&self, db: &Database, worker: &Worker, observer: &dyn Observer) -> Result<(), SolveError>;

    /// [`retro::expand_together`].
    ///
    /// # Errors
    /// [`SolveError`].
    fn expand_together(
        &self,
        db: &Database,
        task: &Task,
        ranks: &mut dyn Ranks,
        observer: &dyn Observer,
    ) -> Result<PlanReport, SolveError>;

    /// [`verify::check`].
    ///
    /// # Errors
    /// Fails when the check cannot be finished.
    fn check(&self, db: &Database, depth: Depth, observer: &dyn Observer) -> Result<CheckReport, Error>;

    /// [`verify::plan_repair`].
    ///
    /// # Errors
    /// Fails when the folder cannot be read.
    fn plan_repair(&self, db: &Database) -> Result<RepairPlan, Error>;

    /// [`verify::repair`].
    ///
    /// # Errors
    /// [`RepairError`].
    fn repair(
        &self,
        db: &Database,
        options: &Options,
        from_top: bool,
        observer: &dyn Observer,
    ) -> Result<RepairPlan, RepairError>;

    /// [`retro::export`].
    ///
    /// # Errors
    /// [`ExportError`].
    fn export(&self, db: &Database, out: &Path, observer: &dyn Observer) -> Result<Facts, ExportError>;

    /// [`verify::check_game::check_game`].
    ///
    /// # Panics
    /// Without RocksDB: the program is then compiled without the judge's canonical forms, too.
    fn check_game(&self, coverage: Coverage) -> CheckedGame;

    /// Returns the stored positions of `db`.
    ///
    /// # Panics
    /// Without RocksDB, which holds them.
    fn listing(self: Box<Self>, db: Database) -> Box<dyn Listing>;

    /// Returns the values that `db` holds. Cost: one look into the folder per level.
    ///
    /// # Errors
    /// Fails when the folder cannot be read.
    fn oracle(self: Box<Self>, db: Database) -> Result<Box<dyn Oracle>, Error>;
}

const NOT_REFUSED: &str = "commands that need RocksDB are refused before";

/// What makes positions refuses with this where there is no RocksDB. The condition is constant and stands in each of them,
/// so that the loop is not compiled for every game only to fail.
fn no_rocksdb(db: &Database) -> Error {
    Error::NoRocksDb {
        path: db.folder().to_path_buf(),
    }
}

impl<G: Levels + 'static> Engine for G {
    fn name(&self) -> &str {
        Game::name(self)
    }

    fn order(&self) -> u32 {
        Game::order(self) as u32
    }

    fn source(&self) -> Source {
        Levels::source(self)
    }

    fn most_moves(&self) -> Option<u32> {
        self.most_left(&self.empty())
    }

    fn about(&self) -> About {
        Game::about(self)
    }

    fn rulebook(&self) -> Result<Rulebook, NoRulebook> {
        Game::rulebook(self)
    }

    fn known_top(&self) -> Option<u32> {
        Keys::top(self)
    }

    fn key_width(&self) -> usize {
        Keys::key_width(self)
    }

    fn record_bytes(&self) -> u64 {
        G::Record::BYTES as u64
    }

    fn sorted_in(&self, bytes: u64) -> u64 {
        Sorter::<G::Record>::capacity(bytes)
    }

    fn top(&self, db: &Database) -> Result<Option<u32>, Error> {
        retro::top(self, db)
    }

    fn levels(&self, db: &Database) -> Result<Vec<u32>, Error> {
        retro::levels_without_gap(self, db)
    }

    fn within_limits(&self, down_to: u32, memory: u64, threads: usize) -> Result<Memory, SolveError> {
        retro::within_limits(self, down_to, memory, threads)
    }

    fn solve(&self, db: &Database, options: &Options, observer: &dyn Observer) -> Result<(), SolveError> {
        if !HAS_ROCKSDB {
            return Err(no_rocksdb(db).into());
        }
        retro::solve(self, db, options, observer)
    }

    fn plan(
        &self,
        db: &Database,
        parts: Option<usize>,
        grain: &Grain,
        observer: &dyn Observer,
    ) -> Result<PlanReport, SolveError> {
        if !HAS_ROCKSDB {
            return Err(no_rocksdb(db).into());
        }
        retro::plan(self, db, parts, grain, observer)
    }

    fn make_parts(&self, db: &Database, task: &Task, observer: &dyn Observer) -> Result<PlanReport, SolveError> {
        if !HAS_ROCKSDB {
            return Err(no_rocksdb(db).into());
        }
        retro::make_parts(self, db, task, observer)
    }

    fn work(&self, db: &Database, worker: &Worker, observer: &dyn Observer) -> Result<(), SolveError> {
        if !HAS_ROCKSDB {
            return Err(no_rocksdb(db).into());
        }
        retro::work(self, db, worker, observer)
    }

    fn expand_together(
        &self,
        db: &Database,
        task: &Task,
        ranks: &mut dyn Ranks,
        observer: &dyn Observer,
    ) -> Result<PlanReport, SolveError> {
        if !HAS_ROCKSDB {
            return Err(no_rocksdb(db).into());
        }
        retro::expand_together(self, db, task, ranks, observer)
    }

    fn check(&self, db: &Database, depth: Depth, observer: &dyn Observer) -> Result<CheckReport, Error> {
        verify::check(self, db, depth, observer)
    }

    fn plan_repair(&self, db: &Database) -> Result<RepairPlan, Error> {
        verify::plan_repair(self, db)
    }

    fn repair(
        &self,
        db: &Database,
        options: &Options,
        from_top: bool,
        observer: &dyn Observer,
    ) -> Result<RepairPlan, RepairError> {
        if !HAS_ROCKSDB {
            return Err(SolveError::from(no_rocksdb(db)).into());
        }
        verify::repair(self, db, options, from_top, observer)
    }

    fn export(&self, db: &Database, out: &Path, observer: &dyn Observer) -> Result<Facts, ExportError> {
        retro::export(self, db, out, observer)
    }

    fn check_game(&self, coverage: Coverage) -> CheckedGame {
        if !HAS_ROCKSDB {
            panic!("{NOT_REFUSED}");
        }
        check_game(self, coverage)
    }

    fn listing(self: Box<Self>, db: Database) -> Box<dyn Listing> {
        if !HAS_ROCKSDB {
            panic!("{NOT_REFUSED}");
        }
        Box::new(Stored { game: *self, db })
    }

    fn oracle(self: Box<Self>, db: Database) -> Result<Box<dyn Oracle>, Error> {
        Ok(Box::new(Solved::open(*self, db)?))
    }
}
