//! `retrograph repair`: rebuilds what is damaged, and nothing else.

use std::io::{Write, stdout};
use std::path::Path;

use retrograph_storage::{Database, Error};

use super::database::{DatabaseArgs, engine};
use super::failure::{Code, Failure, say, written};
use super::memory;
use super::progress::Progress;
use super::signals::Signals;
use super::solve::known_positions;
use base::units::{parse_size, parse_threads, processors};
use engine::{Engine, Family, no_writer};
use retro::{Grain, Keep, Observers, Options, values_of};
use verify::RepairPlan;

/// Find damaged or missing files by their checksums and rebuild them from the levels above
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  retrograph repair --db triangle-12 --dry-run
  retrograph repair --db triangle-12

Sound levels are not touched; the result is byte for byte what it was before
the damage. Where only labels are kept, a level can be rebuilt only from the
nearest level above with positions; --from-top permits that.")]
pub(super) struct Args {
    #[command(flatten)]
    database: DatabaseArgs,
    /// Report the damage and what would be done; exit code 6 if anything is damaged
    #[arg(long, conflicts_with_all = ["from_top", "memory", "threads"])]
    dry_run: bool,
    /// Also solve sound levels again where their positions are needed but not kept
    #[arg(long)]
    from_top: bool,
    /// Memory limit [default: 4GiB, less on small machines]
    #[arg(long, value_parser = parse_size, value_name = "SIZE")]
    memory: Option<u64>,
    /// Number of threads [default: all processors]
    #[arg(long, value_parser = parse_threads)]
    threads: Option<usize>,
}

pub(super) fn run(family: &dyn Family, args: Args) -> Result<(), Failure> {
    let (db, damage) = open(&args.database.folder)?;
    if let Some(sentence) = &damage {
        say(sentence);
    }
    let identity = db.identity().clone();
    let engine = engine("repair", family, &identity.game, identity.n, values_of(&db)?)?;
    Repair { args, db, damage }.run(&*engine)
}

/// Opens the database. If its identity is damaged, recovers it from the levels and also returns a sentence about the
/// damage.
fn open(folder: &Path) -> Result<(Database, Option<String>), Failure> {
    let opened = Database::open(folder).and_then(|db| db.check_identity().map(|()| db));
    match opened {
        Ok(db) => Ok((db, None)),
        Err(error @ (Error::Corrupt { .. } | Error::NotADatabase { .. })) => {
            let sentence = error.to_string();
            let recovered = Database::recover(folder).and_then(|db| db.check_identity().map(|()| db));
            // Even if the recovery fails, the user needs to know about the damage.
            recovered.map(|db| (db, Some(sentence))).map_err(|_| error.into())
        }
        Err(error) => Err(error.into()),
    }
}

struct Repair {
    args: Args,
    db: Database,
    /// The damage to the identity.
    damage: Option<String>,
}

impl Repair {
    fn run(self, game: &dyn Engine) -> Result<(), Failure> {
        let Self { args, db, damage } = self;
        let Some(keep) = Keep::of(db.identity().keep) else {
            let sentence = format!(
                "{} is an export, which is read-only; copy or export it again",
                db.folder().display()
            );
            return Err(Failure::new(Code::NotADatabase, sentence));
        };
        if args.dry_run {
            // Nothing is locked, so that a read-only folder can be examined; a run that writes meanwhile is detected.
            no_writer(&db)?;
            let plan = game.plan_repair(&db)?;
            no_writer(&db)?;
            plan.faults.iter().for_each(|fault| say(fault));
            written(writeln!(
                stdout(),
                "{}",
                reported(&plan, damage.is_some(), "would be rebuilt")
            ))?;
            return if plan.is_empty() && damage.is_none() {
                Ok(())
            } else {
                Err(Failure::Silent(Code::Damaged))
            };
        }
        let progress = Progress::new(false, false);
        let signals = Signals::catch(&progress)?;
        let options = Options {
            down_to: 0,
            memory: memory::limit(args.memory, memory::SOLVING),
            threads: args.threads.unwrap_or_else(processors),
            keep,
            grain: Grain::default(),
            known_positions: &known_positions(game),
        };
        let observers = Observers(vec![&progress, &signals]);
        let plan = game.repair(&db, &options, args.from_top, &observers)?;
        plan.faults.iter().for_each(|fault| say(fault));
        writeln!(stdout(), "{}", reported(&plan, damage.is_some(), "rebuilt"))?;
        Ok(())
    }
}

/// One line such as `levels 8, 3 rebuilt`.
fn reported(plan: &RepairPlan, with_identity: bool, done: &str) -> String {
    let levels = |levels: &[u32]| {
        let s = if levels.len() == 1 { "" } else { "s" };
        let list = levels.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
        format!("level{s} {list}")
    };
    let mut parts = Vec::new();
    if with_identity {
        parts.push("retrograph.json".to_string());
    }
    if plan.saturated {
        parts.push("the list of saturated positions".to_string());
    }
    if !plan.levels.is_empty() {
        parts.push(levels(&plan.levels));
    }
    if parts.is_empty() {
        return "nothing is damaged".into();
    }
    let passed = match &plan.passed[..] {
        [] => String::new(),
        passed => format!(
            ", for which {} {} to be solved again (--from-top)",
            levels(passed),
            if passed.len() == 1 { "has" } else { "have" }
        ),
    };
    format!("{} {done}{passed}", parts.join(", "))
}
