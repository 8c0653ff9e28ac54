//! A game whose type is known only at run time, with all operations on it.
//!
//! [`Reader`] and [`Engine`] are one object type each for all games. Their users compile no code of a game: the code
//! that a game's type generates from the loop is compiled where the object is created, in `all_games`, and nowhere
//! else. Without the feature `rocksdb` it is compiled nowhere, because no game then is an [`Engine`].

mod begin;
mod family;
#[cfg(feature = "rocksdb")]
mod with_rocksdb;

use base::record::Record;
use game::values::Player;
use game::{About, Game, Keys, Levels, NoRulebook, Rulebook, Source};
use oracle::Oracle;
use retro::{
    ExportError, Grain, Listing, Memory, Observer, Options, PlanReport, Publication, SolveError, Solved, Stored, Task,
    Worker,
};
use retrograph_storage::{Database, Error, Sorter};
use verify::check_game::{CheckedGame, Coverage};
use verify::{CheckReport, Depth, RepairError, RepairPlan};

pub use begin::{BeginError, begin, no_writer};
pub use family::{Family, NoEngine, OpenError};

/// A game and what can be done with it without RocksDB: reading values and positions, checking and copying their files,
/// and saying what a run would need.
pub trait Reader: Send + Sync {
    /// Returns the name on the command line and in the database.
    fn name(&self) -> &str;

    /// Returns the number of vertices.
    fn order(&self) -> u32;

    /// Returns the source of the saturated positions.
    fn source(&self) -> Source;

    /// Returns the maximum number of moves from the start, where the game can continue to a full board.
    fn most_moves(&self) -> Option<u32>;

    /// Returns who begins, where the players have different moves.
    fn starter(&self) -> Option<Player>;

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

    /// [`verify::check_files`].
    ///
    /// # Errors
    /// Fails when the check cannot be finished.
    fn check_files(&self, db: &Database, observer: &dyn Observer) -> Result<CheckReport, Error>;

    /// [`Publication::of`].
    ///
    /// # Errors
    /// [`ExportError`].
    fn publication<'a>(&self, db: &'a Database) -> Result<Publication<'a>, ExportError>;

    /// Returns the values that `db` holds. Cost: one look into the folder per level.
    ///
    /// # Errors
    /// Fails when the folder cannot be read.
    fn oracle(self: Box<Self>, db: Database) -> Result<Box<dyn Oracle>, Error>;

    /// Returns the stored positions of `db`.
    fn listing(self: Box<Self>, db: Database) -> Box<dyn Listing>;

    /// Returns all that can be done with the game; `None` without RocksDB.
    fn engine(self: Box<Self>) -> Option<Box<dyn Engine>>;
}

/// A game and what takes RocksDB or nauty: making positions, and judging them.
pub trait Engine: Reader {
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

    /// [`retro::planned`].
    ///
    /// # Errors
    /// [`SolveError`].
    fn planned(&self, db: &Database, grain: &Grain) -> Result<Option<PlanReport>, SolveError>;

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

    /// [`verify::check_game::check_game`].
    fn check_game(&self, coverage: Coverage) -> CheckedGame;
}

impl<G: Levels + 'static> Reader for G {
    fn name(&self) -> &str {
        Game::name(self)
    }

    fn order(&self) -> u32 {
        Game::order(self) as u32
    }

    fn source(&self) -> Source {
        Levels::source(self)
    }

    fn starter(&self) -> Option<Player> {
        self.next(&self.empty())
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

    fn check_files(&self, db: &Database, observer: &dyn Observer) -> Result<CheckReport, Error> {
        verify::check_files(self, db, observer)
    }

    fn publication<'a>(&self, db: &'a Database) -> Result<Publication<'a>, ExportError> {
        Publication::of(self, db)
    }

    fn oracle(self: Box<Self>, db: Database) -> Result<Box<dyn Oracle>, Error> {
        Ok(Box::new(Solved::open(*self, db)?))
    }

    fn listing(self: Box<Self>, db: Database) -> Box<dyn Listing> {
        Box::new(Stored { game: *self, db })
    }

    #[cfg(feature = "rocksdb")]
    fn engine(self: Box<Self>) -> Option<Box<dyn Engine>> {
        Some(self)
    }

    #[cfg(not(feature = "rocksdb"))]
    fn engine(self: Box<Self>) -> Option<Box<dyn Engine>> {
        None
    }
}
