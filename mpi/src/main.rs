//! `retrograph-mpi`: solves levels of a game in an MPI job. Each rank makes parts of a level on its machine, with its
//! threads; rank 0 plans the parts, holds the lock and seals the level. Records go through the files of the database, so
//! that a job that was killed is started again with any number of ranks; messages keep the ranks together, and carry look-ups
//! where label functions are cut over them.

mod cut;
mod exchange;

use std::cell::Cell;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Parser;
use engine::{Engine, Family};
use engines::AllGames;
use mpi::collective::SystemOperation;
use mpi::request::scope;
use mpi::topology::SimpleCommunicator;
use mpi::traits::{Communicator, CommunicatorCollectives};
use report::published;
use retro::{Grain, Keep, LevelReport, Observer, Options, Silent, SolveError, Task, values_of};
use retrograph_storage::{Database, Error, FORMAT, Identity};
use values::Values;

/// Parts for each rank: with fewer, ranks wait longer for the slowest.
const PARTS_A_RANK: usize = 4;
/// How long a rank waits to see a plan that rank 0 has written: file systems between machines remember for so long that
/// a file was not there.
const VISIBLE: Duration = Duration::from_secs(90);
/// Between two looks at whether all ranks have come. MPI itself would keep a core busy meanwhile.
const LOOK: Duration = Duration::from_millis(2);

/// Solve levels of a game in an MPI job: every rank makes parts of a level, rank 0 seals it
#[derive(Parser)]
#[command(
    version,
    after_help = "\
Examples:
  mpirun -n 4 retrograph-mpi triangle -n 14 --db /shared/t14 --from 29 --to 10
  srun --mpi=pmix retrograph-mpi triangle -n 16 --db /shared/t16 --from 50

Start one rank on each machine. Rank 0 alone solves the levels above FROM, which
are small. The folder must be on a file system that all machines see. A job that
was killed is started again by the same command, with any number of ranks; the
result is byte for byte that of retrograph solve."
)]
struct Args {
    /// The game, as for retrograph solve
    game: String,
    /// Number of vertices
    #[arg(short)]
    n: u32,
    /// Folder of the database; created if missing
    #[arg(long = "db", value_name = "DIR")]
    folder: PathBuf,
    /// Highest level that is made in parts
    #[arg(long, value_name = "LEVEL")]
    from: u32,
    /// Lowest level to solve
    #[arg(long, value_name = "LEVEL", default_value_t = 0)]
    to: u32,
    /// Parts of a level [default: four for each rank]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100_000))]
    parts: Option<u64>,
    /// Memory limit of each rank, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 4096, value_parser = clap::value_parser!(u64).range(1..1 << 40))]
    memory: u64,
    /// Cut label functions of more than so many MiB over the ranks, which then ask each other [default: each rank maps
    /// them whole]
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(..1 << 40))]
    cut_labels: Option<u64>,
    /// Threads of each rank [default: all processors]
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=1024))]
    threads: Option<u64>,
    /// What to keep of each level: positions or labels [default: positions, or as in the database]
    #[arg(long, value_parser = ["positions", "labels"])]
    keep: Option<String>,
    /// Chunks of a file, fewer than usual in tests, so that small levels have many; other numbers give other bytes
    #[arg(long, hide = true, value_name = "CHUNKS", value_parser = clap::value_parser!(u64).range(1..1 << 32))]
    file_chunks: Option<u64>,
}

/// An exit code of `retrograph`, and a sentence.
struct Failure(u8, String);

impl From<SolveError> for Failure {
    fn from(error: SolveError) -> Self {
        let code = match &error {
            SolveError::Storage(error) | SolveError::Work { error, .. } => match error {
                Error::NotADatabase { .. } | Error::Occupied { .. } => 5,
                Error::Corrupt { .. } => 6,
                Error::NewerFormat { .. } | Error::OlderFormat { .. } => 7,
                Error::Locked { .. } | Error::LockLost { .. } => 8,
                _ => 1,
            },
            SolveError::AboveTop { .. } => 2,
            SolveError::NoPositions { .. } | SolveError::NothingToPlan { .. } | SolveError::NoPlan { .. } => 4,
            SolveError::Count { .. } | SolveError::Gap { .. } => 6,
            SolveError::Memory { .. } => 9,
            _ => 1,
        };
        Self(code, error.to_string())
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        SolveError::from(error).into()
    }
}

fn main() -> ExitCode {
    let args = Args::parse();
    let (universe, _) = mpi::initialize_with_threading(mpi::Threading::Funneled).expect("MPI starts once");
    let world = universe.world();
    std::panic::set_hook(Box::new(|panic| {
        eprintln!("retrograph-mpi: {panic}");
        // The other ranks would wait for ever.
        mpi::topology::SimpleCommunicator::world().abort(101);
    }));
    let job = Job {
        threads: args.threads.map_or_else(processors, |threads| threads as usize),
        args,
        world,
    };
    ExitCode::from(job.run())
}

fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, |threads| threads.get())
}

struct Job {
    args: Args,
    threads: usize,
    world: SimpleCommunicator,
}

impl Job {
    /// All steps, in which every rank takes part: one that fails ends all. The exit code.
    fn run(&self) -> u8 {
        let Args { from, to, .. } = self.args;
        let usage = || Failure(2, format!("--to {to} is above --from {from}"));
        let mut code = self.together(match to <= from {
            true => self.first(|| self.solve_above()),
            false => self.first(|| Err(usage())),
        });
        for level in (to..=from).rev() {
            // Parts of the expansion, then files, then shards.
            for _ in 0..3 {
                let is_cut = Cell::new(false);
                if code == 0 {
                    code = self.together(self.first(|| {
                        is_cut.set(self.plan(level)?);
                        Ok(())
                    }));
                }
                if code == 0 {
                    code = match self.most(u8::from(is_cut.get())) {
                        0 => self.together(self.parts(level)),
                        _ => self.parts_together(level),
                    };
                }
            }
            if code == 0 {
                code = self.together(self.first(|| self.seal(level)));
            }
        }
        if code == 0 && self.world.rank() == 0 {
            let folder = self.args.folder.display();
            println!("solved down to level {to}; retrograph stats --db {folder} has the levels");
        }
        code
    }

    /// What rank 0 does alone.
    fn first(&self, step: impl FnOnce() -> Result<(), Failure>) -> Result<(), Failure> {
        match self.world.rank() {
            0 => step(),
            _ => Ok(()),
        }
    }

    /// Waits until all ranks have come; the largest of their exit codes. The rank that failed says why.
    fn together(&self, result: Result<(), Failure>) -> u8 {
        let code = match result {
            Ok(()) => 0,
            Err(Failure(code, sentence)) => {
                eprintln!("retrograph-mpi: {sentence}");
                code
            }
        };
        self.most(code)
    }

    /// Waits until all ranks have come; the largest of their numbers.
    fn most(&self, number: u8) -> u8 {
        let mut most = 0u8;
        scope(|scope| {
            let largest = SystemOperation::max();
            let mut waiting = self.world.immediate_all_reduce_into(scope, &number, &mut most, largest);
            while let Err(request) = waiting.test() {
                waiting = request;
                std::thread::sleep(LOOK);
            }
        });
        most
    }

    fn grain(&self) -> Grain {
        let usual = Grain::default();
        match self.args.file_chunks {
            None => usual,
            Some(file_chunks) => Grain {
                file_chunks,
                seal_chunks: 1,
                ..usual
            },
        }
    }

    fn database(&self) -> Result<(Database, Box<dyn Engine>), Failure> {
        let db = Database::open(&self.args.folder)?;
        let identity = db.identity();
        let engine = engine(&identity.game, identity.n, values_of(&db)?)?;
        Ok((db, engine))
    }

    /// Makes the database if it is not there, and solves the levels above those made in parts.
    fn solve_above(&self) -> Result<(), Failure> {
        let Args {
            game, n, folder, keep, ..
        } = &self.args;
        let engine = engine(game, *n, Values::OUTCOME)?;
        let keep = match keep.as_deref() {
            Some("labels") => Keep::Labels,
            _ => Keep::Positions,
        };
        let identity = Identity {
            format: FORMAT,
            game: engine.name().into(),
            n: *n,
            values: Values::OUTCOME.to_string(),
            keep: keep.into(),
            tool_version: env!("CARGO_PKG_VERSION").into(),
        };
        match Database::create(folder, &identity) {
            Err(Error::Occupied { database: true, .. }) | Ok(_) => {}
            Err(error) => return Err(error.into()),
        }
        let (db, _) = self.database()?;
        let found = db.identity();
        if (&found.game, found.n) != (&identity.game, identity.n) {
            let sentence = format!(
                "{} holds {} on {} vertices; choose another folder",
                folder.display(),
                found.game,
                found.n
            );
            return Err(Failure(5, sentence));
        }
        if self.args.keep.is_some() && found.keep != identity.keep {
            let sentence = format!("{} was created with another --keep; leave it out", folder.display());
            return Err(Failure(2, sentence));
        }
        // Even when these are solved: a job that was killed after it had sealed a level has left its work.
        self.solve(self.args.from + 1)
    }

    /// Solves what is not yet solved down to a level, with the threads of this rank alone.
    fn solve(&self, down_to: u32) -> Result<(), Failure> {
        let (db, engine) = self.database()?;
        let keep = Keep::of(db.identity().keep).ok_or_else(|| {
            let sentence = format!("{} is an export, which is read-only", db.folder().display());
            Failure(5, sentence)
        })?;
        let known = |level| match published::covers(engine.name()) {
            true => published::known_level_positions(engine.order(), level),
            false => None,
        };
        let options = Options {
            down_to,
            memory: self.args.memory << 20,
            threads: self.threads,
            keep,
            checkpoint: Duration::from_secs(180),
            grain: self.grain(),
            known_positions: &known,
        };
        Ok(engine.solve(&db, &options, &Sealed)?)
    }

    /// Whether the level is sealed; rank 0 has sealed it, or an earlier job.
    fn is_sealed(db: &Database, level: u32) -> Result<bool, Failure> {
        Ok(db.levels()?.contains(&level))
    }

    /// Seals the level unless an earlier job has done so.
    fn seal(&self, level: u32) -> Result<(), Failure> {
        let (db, _) = self.database()?;
        match Self::is_sealed(&db, level)? {
            true => Ok(()),
            false => self.solve(level),
        }
    }

    /// Plans the next step of the level; whether all ranks make its parts together.
    fn plan(&self, level: u32) -> Result<bool, Failure> {
        let (db, engine) = self.database()?;
        if Self::is_sealed(&db, level)? {
            return Ok(false);
        }
        let ranks = self.world.size() as usize;
        let parts = self.args.parts.map_or(PARTS_A_RANK * ranks, |parts| parts as usize);
        match engine.plan(&db, Some(parts), &self.grain(), &Silent) {
            Ok(planned) => self.is_cut(&db, &planned),
            // A job without a plan was stopped within the level: rank 0 resumes it.
            Err(SolveError::UnderWay { .. }) => self.seal(level).map(|()| false),
            Err(error) => Err(error.into()),
        }
    }

    fn task(&self) -> Task {
        Task {
            task: self.world.rank() as usize,
            tasks: self.world.size() as usize,
            memory: self.args.memory << 20,
            threads: self.threads,
            grain: self.grain(),
        }
    }

    /// This rank's parts of the level, on its threads.
    fn parts(&self, level: u32) -> Result<(), Failure> {
        let task = self.task();
        let begun = Instant::now();
        loop {
            let (db, engine) = self.database()?;
            if Self::is_sealed(&db, level)? {
                return Ok(());
            }
            match engine.make_parts(&db, &task, &Silent) {
                Ok(report) if report.level == level => return Ok(()),
                Ok(_) | Err(SolveError::NoPlan { .. }) if begun.elapsed() < VISIBLE => {
                    std::thread::sleep(Duration::from_millis(500));
                }
                Ok(_) => return Err(SolveError::NoPlan { level }.into()),
                Err(error) => return Err(error.into()),
            }
        }
    }
}

fn engine(game: &str, n: u32, values: Values) -> Result<Box<dyn Engine>, Failure> {
    let engine = AllGames.engine(game, n, values);
    engine.map_err(|error| Failure(2, error.to_string()))
}

/// Says which levels were sealed.
struct Sealed;

impl Observer for Sealed {
    fn sealed(&self, report: &LevelReport) {
        eprintln!("level {} sealed: {} positions", report.level, report.positions);
    }
}
