//! `retrograph verify`: checks that the database is unchanged since it was sealed, and that its values follow from the
//! rules.

use std::borrow::Cow;
use std::io::{Write, stdout};
use std::time::Instant;

use retrograph_storage::{Database, Error};
use serde::Serialize;

use super::database::{DatabaseArgs, open_database, open_engine};
use super::failure::{Code, Failure, say, written};
use super::json;
use super::progress::Progress;
use super::threads::pool;
use base::units::{counted, grouped, parse_threads, processors};
use engine::{Family, Reader};
use report::Solution;
use retro::{Keep, Observer, Observers};
use verify::{CheckReport, Depth, Fault, FaultKind, LevelCheck, SEED};

/// Check every byte and count; with --sample or --full, positions and values too
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  retrograph verify --db triangle-12
  retrograph verify --db triangle-12 --sample 1000
  retrograph verify --db triangle-12 --sample 1000 --seed 2 --json
  retrograph verify --db triangle-12 --full

Without an option: checksums, counts, order of keys. --sample: independent code
(plain rules, nauty) judges random positions of each level. --full: every value
is derived again and every level rebuilt from the one above, by the solver's
own code. For levels without keys (--keep labels, export), both judge positions
that random games reach.")]
pub(super) struct Args {
    #[command(flatten)]
    database: DatabaseArgs,
    /// Judge K random positions of each level (keys, children and values) by independent code
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..))]
    sample: Option<u64>,
    /// Seed of the random positions; the same seed draws the same positions
    #[arg(long, value_name = "NUMBER", default_value_t = SEED, requires = "sample", conflicts_with = "full")]
    seed: u64,
    /// Derive every value again
    #[arg(long, conflicts_with = "sample")]
    full: bool,
    /// Number of threads [default: all processors]
    #[arg(long, value_parser = parse_threads)]
    threads: Option<usize>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(family: &dyn Family, args: Args) -> Result<(), Failure> {
    let depth = match args.sample {
        Some(count) => Depth::Sample { count, seed: args.seed },
        None if args.full => Depth::Full,
        None => Depth::Bytes,
    };
    let Args { threads, json, .. } = args;
    let verify = Verify { depth, threads, json };
    if depth == Depth::Bytes {
        let (reader, db) = open_database(family, &args.database)?;
        return verify.run(&*reader, &db, |observer| reader.check_files(&db, observer));
    }
    let (engine, db) = open_engine("verify with --sample or --full", family, &args.database)?;
    verify.run(&*engine, &db, |observer| engine.check(&db, depth, observer))
}

/// Returns the failure of a check that could not finish.
fn unfinished(error: Error) -> Failure {
    let is_damage = error.is_damage();
    match Failure::from(error) {
        Failure::Said(code @ Code::Failed, sentence) if !is_damage => Failure::new(
            code,
            format!("{sentence} The check is incomplete: it says nothing about what it has not read."),
        ),
        other => other,
    }
}

/// Prints faults that were found before a check had to stop.
struct Notes;

impl Observer for Notes {
    fn note(&self, sentence: &str) {
        say(sentence);
    }
}

/// Of its positions, their catalogue, and its label function.
const FILES_OF_A_LEVEL: usize = 4;

struct Verify {
    depth: Depth,
    threads: Option<usize>,
    json: bool,
}

impl Verify {
    fn run(
        self,
        game: &dyn Reader,
        db: &Database,
        check: impl FnOnce(&dyn Observer) -> Result<CheckReport, Error> + Send,
    ) -> Result<(), Failure> {
        let start = Instant::now();
        let progress = Progress::new(false, false);
        // More threads than files only wake one another.
        let files = FILES_OF_A_LEVEL * db.levels().map_err(unfinished)?.len().max(1);
        let pool = pool(self.threads.unwrap_or_else(processors).min(files))?;
        let observers = Observers(vec![&progress, &Notes]);
        let checked = pool.install(|| check(&observers));
        let mut report = checked.map_err(unfinished)?;
        let solution = || Solution::of(game, db).map_err(unfinished);
        if report.faults.is_empty() && solution()?.level_table().contradicts_published() {
            report.faults.push(Fault {
                level: None,
                file: db.folder().to_path_buf(),
                kind: FaultKind::Counts,
                sentence: "the counts contradict a published table; see `retrograph stats`".into(),
            });
        }
        let line = if self.json {
            json::line(&self.verified(&report, start.elapsed().as_secs_f64()))
        } else {
            for warning in &report.warnings {
                say(&format!("warning: {warning}"));
            }
            report.faults.iter().for_each(|fault| say(&fault.sentence));
            if report.unlisted > 0 {
                say(&format!("and {} more", grouped(report.unlisted)));
            }
            let can_be_made_again = |fault: &Fault| {
                use FaultKind::{Damaged, Foreign, Missing};
                matches!(fault.kind, Missing | Damaged | Foreign)
            };
            if report.faults.iter().any(can_be_made_again) {
                let again = match Keep::of(db.identity().keep) {
                    Some(_) => "rebuild it with `retrograph repair`",
                    None => "export it again",
                };
                say(&format!("restore what is damaged or missing from a copy, or {again}"));
            }
            self.sentence(&report)
        };
        written(writeln!(stdout(), "{line}"))?;
        if report.faults.is_empty() {
            Ok(())
        } else {
            Err(Failure::Silent(Code::Damaged))
        }
    }

    fn strength(&self) -> &'static str {
        match self.depth {
            Depth::Bytes => "bytes",
            Depth::Sample { .. } => "sample",
            Depth::Full => "full",
        }
    }

    fn sentence(&self, report: &CheckReport) -> String {
        let seed = match self.depth {
            Depth::Sample { seed, .. } => format!(" (--seed {seed})"),
            _ => String::new(),
        };
        let without_keys = report.levels.iter().filter(|level| !level.keys).count();
        let played = match (self.depth, without_keys) {
            (Depth::Bytes, _) | (_, 0) => String::new(),
            (_, levels) => format!(
                ", in {} without keys those of random games",
                counted(levels as u64, "level")
            ),
        };
        let verdict = if report.faults.is_empty() { "sound" } else { "NOT sound" };
        let checked = match self.depth {
            Depth::Bytes => "bytes and counts".into(),
            _ => format!("{}{seed} derived again{played}", counted(report.values(), "value")),
        };
        let levels = counted(report.levels.len() as u64, "level");
        format!(
            "{levels}, {}, {checked}: {verdict}",
            counted(report.positions(), "position")
        )
    }

    fn verified<'a>(&self, report: &'a CheckReport, seconds: f64) -> Verified<'a> {
        Verified {
            strength: self.strength(),
            seed: match self.depth {
                Depth::Sample { seed, .. } => Some(seed),
                _ => None,
            },
            levels: report.levels.len(),
            positions: report.positions(),
            values_derived: report.values(),
            seconds,
            sound: report.faults.is_empty(),
            faults: report.faults.iter().map(JsonFault::of).collect(),
            faults_not_listed: report.unlisted,
            warnings: &report.warnings,
            by_level: report.levels.iter().map(VerifiedLevel::of).collect(),
        }
    }
}

/// What `verify --json` prints.
#[derive(Serialize)]
struct Verified<'a> {
    strength: &'static str,
    /// Of the random positions.
    seed: Option<u64>,
    levels: usize,
    positions: u64,
    /// Values derived again.
    values_derived: u64,
    /// Wall time.
    seconds: f64,
    sound: bool,
    faults: Vec<JsonFault<'a>>,
    faults_not_listed: u64,
    /// A sentence each.
    warnings: &'a [String],
    by_level: Vec<VerifiedLevel>,
}

/// A fault as JSON.
#[derive(Serialize)]
struct JsonFault<'a> {
    level: Option<u32>,
    file: Cow<'a, str>,
    kind: &'static str,
    sentence: &'a str,
}

impl<'a> JsonFault<'a> {
    fn of(fault: &'a Fault) -> Self {
        Self {
            level: fault.level,
            file: fault.file.to_string_lossy(),
            kind: fault.kind.name(),
            sentence: &fault.sentence,
        }
    }
}

/// What was checked of a level, as JSON.
#[derive(Serialize)]
struct VerifiedLevel {
    level: u32,
    positions: u64,
    /// Whether keys are kept.
    keys: bool,
    values_derived: u64,
    /// Where every position was looked at.
    saturated_counted: Option<u64>,
    /// Whether the positions were compared with those that the level above leads to.
    compared: bool,
}

impl VerifiedLevel {
    fn of(level: &LevelCheck) -> Self {
        Self {
            level: level.level,
            positions: level.positions,
            keys: level.keys,
            values_derived: level.values,
            saturated_counted: level.saturated,
            compared: level.compared,
        }
    }
}
