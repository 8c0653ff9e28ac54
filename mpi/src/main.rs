//! `retrograph-mpi`: solves levels of a game in an MPI job. Each rank makes parts of a level on its machine, with its
//! threads; rank 0 plans the parts, holds the lock and seals the level. Records go through the files of the database,
//! so that a job that was killed is started again with any number of ranks; messages keep the ranks together, and carry
//! look-ups where label functions are cut over them.

mod cut;
mod exchange;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use all_games::AllGames;
use base::main_memory::{Limit, MainMemory, SOLVING};
use base::printable::quoted_path;
use base::units::{parse_size, parse_threads, processors};
use clap::Parser;
use engine::{Engine, Family};
use game::values::Values;
use mpi::collective::SystemOperation;
use mpi::request::scope;
use mpi::topology::SimpleCommunicator;
use mpi::traits::{Communicator, CommunicatorCollectives};
use report::published;
use retro::{
    Grain, Keep, LevelReport, Observer, Observers, Options, SMALL, Silent, SolveError, Task, UntilLarge, values_of,
};
use retrograph_storage::{Database, Error, Identity, OUTCOME};

/// Parts for each rank: with fewer, ranks wait longer for the slowest.
const PARTS_A_RANK: usize = 4;
/// How long a rank waits to see a plan that rank 0 has written: file systems between machines remember for so long that
/// a file was not there.
const VISIBLE: Duration = Duration::from_secs(90);
/// Least and most time between two looks at whether all ranks have come, in between a sixteenth of the time waited. MPI
/// itself would keep a core busy meanwhile.
const LOOK: [Duration; 2] = [Duration::from_millis(2), Duration::from_millis(50)];

/// Between two sentences about one wait.
const REMINDER: Duration = Duration::from_secs(600);

/// Solve levels of a game in an MPI job: every rank makes parts of a level, rank 0 seals it
#[derive(Parser)]
#[command(
    version,
    after_help = "\
Examples:
  mpirun -n 4 retrograph-mpi triangle -n 14 --db /shared/t14 --from 29 --down-to 10
  srun --mpi=pmix retrograph-mpi triangle -n 16 --db /shared/t16 --from 43 --memory 32GiB

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
    #[arg(long, alias = "to", value_name = "LEVEL", default_value_t = 0)]
    down_to: u32,
    /// Parts of a level, small ones too [default: four for each rank, none of small levels]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100_000))]
    parts: Option<u64>,
    /// Memory limit of each rank [default: 4GiB, less on small machines]
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    memory: Option<u64>,
    /// Cut label functions larger than this over the ranks, which then ask each other [default: each rank maps them
    /// whole]
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    cut_labels: Option<u64>,
    /// Threads of each rank [default: all processors]
    #[arg(long, value_parser = parse_threads)]
    threads: Option<usize>,
    /// What to keep of each level: positions or labels [default: positions, or as in the database]
    #[arg(long, value_parser = ["positions", "labels"])]
    keep: Option<String>,
    /// Chunks of a file, fewer than usual in tests, so that small levels have many; other numbers give other bytes
    #[arg(long, hide = true, value_name = "CHUNKS", value_parser = clap::value_parser!(u64).range(1..1 << 32))]
    file_chunks: Option<u64>,
    /// Bytes that a rank sends or receives at a time, fewer than MPI can count in tests
    #[arg(long, hide = true, default_value_t = i32::MAX, value_parser = clap::value_parser!(i32).range(1..))]
    exchange_bytes: i32,
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
            SolveError::NoPositions { .. } => 5,
            SolveError::NothingToPlan { .. } | SolveError::NoPlan { .. } => 4,
            SolveError::Count { .. } | SolveError::Gap { .. } => 6,
            SolveError::Memory { .. } => 9,
            _ => 1,
        };
        Self(code, format!("{error}{}", advice(&error)))
    }
}

/// What to do about an error, after its sentence.
fn advice(error: &SolveError) -> String {
    match error {
        SolveError::Memory { least, .. } => format!("; give --memory {}MiB or more, or fewer --threads", least >> 20),
        SolveError::Gap { .. } => "; have it made again with `retrograph repair`".into(),
        SolveError::Storage(damage @ Error::Corrupt { .. }) => match damage.damaged_work() {
            Some(work) => format!(
                " Nothing there is sealed: remove {}, and run the same command again.",
                work.display()
            ),
            None => " Restore it from a copy, or rebuild it with `retrograph repair`.".into(),
        },
        _ => String::new(),
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
    let limit = Limit::of(args.memory, SOLVING, MainMemory::here());
    if let Some(remark) = limit.remark {
        eprintln!("retrograph-mpi: {remark}");
    }
    let job = Job {
        memory: limit.bytes,
        threads: args.threads.unwrap_or_else(processors),
        args,
        world,
    };
    ExitCode::from(job.run())
}

struct Job {
    args: Args,
    /// Limit in bytes.
    memory: u64,
    threads: usize,
    world: SimpleCommunicator,
}

impl Job {
    /// All steps, in which every rank takes part: one that fails ends all. The exit code.
    fn run(&self) -> u8 {
        match self.levels() {
            Ok(()) if self.world.rank() == 0 => {
                let Args { folder, down_to, .. } = &self.args;
                println!(
                    "solved down to level {down_to}; retrograph stats --db {} has the levels",
                    quoted_path(folder)
                );
                0
            }
            Ok(()) => 0,
            Err(code) => code,
        }
    }

    fn levels(&self) -> Result<(), u8> {
        let Args { from, down_to, .. } = self.args;
        let mut above = self.together(match down_to <= from {
            true => self.first(|| self.solve_above()),
            false => self.first(|| Err(Failure(2, format!("--down-to {down_to} is above --from {from}")))),
        })?;
        // The lowest level that is sealed; 0 when rank 0 has made the rest.
        while above > 0 {
            let level = above - 1;
            // Parts of the expansion, then files, then shards, then ambiguous positions.
            for _ in 0..4 {
                let is_cut = self.together(self.first(|| self.plan(level).map(u32::from)))?;
                match is_cut {
                    0 => _ = self.together(self.parts(level).map(|()| 0))?,
                    _ => self.parts_together(level)?,
                }
            }
            above = self.together(self.first(|| {
                self.seal(level)?;
                self.solve_small()
            }))?;
        }
        Ok(())
    }

    /// What rank 0 does alone.
    fn first(&self, step: impl FnOnce() -> Result<u32, Failure>) -> Result<u32, Failure> {
        match self.world.rank() {
            0 => step(),
            _ => Ok(0),
        }
    }

    /// Waits until all ranks have come; the largest of their numbers, or of their exit codes. The rank that failed says
    /// why.
    fn together(&self, result: Result<u32, Failure>) -> Result<u32, u8> {
        let own = match result {
            Ok(number) => u64::from(number),
            Err(Failure(code, sentence)) => {
                eprintln!("retrograph-mpi: {sentence}");
                u64::from(code) << 32
            }
        };
        let mut most = 0u64;
        let (begun, mut said) = (Instant::now(), 0u32);
        scope(|scope| {
            let largest = SystemOperation::max();
            let mut waiting = self.world.immediate_all_reduce_into(scope, &own, &mut most, largest);
            while let Err(request) = waiting.test() {
                waiting = request;
                // Rank 0 speaks for all. How long another one takes is no news before.
                if self.world.rank() == 0 && begun.elapsed() >= (said + 1) * REMINDER {
                    said += 1;
                    eprintln!("waiting for other ranks for {} minutes", begun.elapsed().as_secs() / 60);
                }
                std::thread::sleep((begun.elapsed() / 16).clamp(LOOK[0], LOOK[1]));
            }
        });
        match (most >> 32) as u8 {
            0 => Ok(most as u32),
            code => Err(code),
        }
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

    /// Makes the database if it is not there, and solves the levels above those made in parts. The lowest level that is
    /// sealed, as of [`Job::solve_small`].
    fn solve_above(&self) -> Result<u32, Failure> {
        let Args {
            game, n, folder, keep, ..
        } = &self.args;
        let engine = engine(game, *n, Values::OUTCOME)?;
        let keep = match keep.as_deref() {
            Some("labels") => Keep::Labels,
            _ => Keep::Positions,
        };
        let identity = Identity::new(engine.name(), *n, OUTCOME, keep);
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
            return Err(Failure(5, sentence));
        }
        // Even when these are solved: a job that was killed after it had sealed a level has left its work.
        self.solve(self.args.from + 1, u64::MAX)?;
        self.solve_small()
    }

    /// Solves levels that are not worth parts, unless somebody has said how many parts there are to be. The lowest
    /// level that is sealed then; 0 when there is none left below it.
    fn solve_small(&self) -> Result<u32, Failure> {
        let large = SMALL * self.threads as u64;
        let (db, _) = self.database()?;
        let lowest = db.levels()?.last().copied().unwrap_or(0);
        if lowest <= self.args.down_to {
            return Ok(0);
        }
        let here = db.manifest(lowest)?.map_or(0, |manifest| manifest.positions.positions);
        if self.args.parts.is_some() || here >= large {
            return Ok(lowest);
        }
        self.solve(self.args.down_to, large)
    }

    /// Solves what is not yet solved down to a level, with the threads of this rank alone, or until a level has `large`
    /// positions or more: that level, else 0.
    fn solve(&self, down_to: u32, large: u64) -> Result<u32, Failure> {
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
            memory: self.memory,
            threads: self.threads,
            keep,
            checkpoint: Duration::from_secs(180),
            grain: self.grain(),
            known_positions: &known,
        };
        let until = UntilLarge::new(large);
        match engine.solve(&db, &options, &Observers(vec![&Sealed, &until])) {
            Ok(()) => Ok(0),
            Err(SolveError::Stopped { .. }) => Ok(until.level().expect("nothing else stops it")),
            Err(error) => Err(error.into()),
        }
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
            false => self.solve(level, u64::MAX).map(|_| ()),
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
            memory: self.memory,
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
    engine.map_err(|error| Failure(2, format!("{error} (`retrograph games` lists the games)")))
}

/// Says which levels were sealed.
struct Sealed;

impl Observer for Sealed {
    fn sealed(&self, report: &LevelReport) {
        eprintln!("level {} sealed: {} positions", report.level, report.positions);
    }
}
