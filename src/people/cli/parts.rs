//! `retrograph plan` and `retrograph part`: a level in parts, on several machines with one file system.

use std::io::{Write, stdout};

use super::closing::continuing;
use super::database::{DatabaseArgs, kept, open_engine};
use super::failure::{Code, Failure};
use super::json;
use super::memory;
use super::printable::quoted_path;
use super::progress::Progress;
use super::signals::Signals;
use super::solve::resources;
use base::units::{counted, grouped, parse_size, parse_threads, processors};
use engine::Family;
use retro::{Grain, Observers, PARTS_MOST, PlanReport, PlannedStep, Task};

/// Cut the next level into parts, which several processes or machines make with `retrograph part`
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  retrograph plan --db t14 --parts 8           # after solve --down-to 30
  retrograph part --db t14 --task 0 --of 2     # on one machine
  retrograph part --db t14 --task 1 --of 2     # on another, same folder
  retrograph plan --db t14                     # again: the level's files
  retrograph part --db t14 --task 0 --of 2     # and 1 of 2: writes them
  retrograph plan --db t14                     # its label function
  retrograph part --db t14 --task 0 --of 2     # and 1 of 2: solves it
  retrograph part --db t14 --task 0 --of 2     # ... ambiguous positions
  retrograph solve triangle -n 14 --db t14 --down-to 29   # seals the level

The next level is the one below the lowest that is solved. A plan that is there
stays; when all its parts are there, and the level has more than 33,554,432
positions, plan cuts it into files; when all files are there, it cuts the label
function into ranges of shards. When all shards are there, part looks for the
ambiguous positions of each file. solve makes what is missing.
Docs: docs/cluster.md.")]
pub(super) struct PlanArgs {
    #[command(flatten)]
    database: DatabaseArgs,
    /// Number of parts [default: one for 67,108,864 positions of the level above]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=PARTS_MOST as u64))]
    parts: Option<u64>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Make parts of the level that `retrograph plan` has cut; those that are there are not made again
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  retrograph part --db t14                     # all that are missing
  retrograph part --db t14 --task 3 --of 16    # parts 3, 19, 35, ...
  retrograph part --db /shared/t16 --task 0 --of 64   # docs/cluster.md

Any number of processes may make parts at a time, in any order, on any machine
that sees the folder; none of them locks it. A part that was killed or made
twice costs its time and nothing else. The level is sealed by `retrograph
solve`, with the same bytes as without parts.")]
pub(super) struct PartArgs {
    #[command(flatten)]
    database: DatabaseArgs,
    #[command(flatten)]
    share: ShareArgs,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Which parts one of several processes makes, and with what.
#[derive(clap::Args)]
pub(super) struct ShareArgs {
    /// The number of this task, from 0
    #[arg(long, value_name = "K", default_value_t = 0)]
    pub task: usize,
    /// Number of tasks; this one makes parts K, K + TASKS, K + 2 TASKS, ...
    #[arg(long = "of", value_name = "TASKS", default_value_t = 1, value_parser = parse_tasks)]
    pub tasks: usize,
    /// Memory limit [default: 4GiB, less on small machines]
    #[arg(long, value_parser = parse_size, value_name = "SIZE")]
    memory: Option<u64>,
    /// Number of threads [default: all processors]
    #[arg(long, value_parser = parse_threads)]
    threads: Option<usize>,
}

fn parse_tasks(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(tasks @ 1..=PARTS_MOST) => Ok(tasks),
        _ => Err(format!("give a number of tasks from 1 to {PARTS_MOST}")),
    }
}

impl ShareArgs {
    /// Tasks are numbered from 0.
    pub fn check(&self) -> Result<(), Failure> {
        let Self { task, tasks, .. } = self;
        if task < tasks {
            return Ok(());
        }
        let sentence = format!("--task {task} is not below --of {tasks}; tasks are numbered from 0");
        Err(Failure::new(Code::Usage, sentence))
    }

    /// The memory limit in bytes.
    pub fn memory(&self) -> u64 {
        memory::limit(self.memory, memory::SOLVING)
    }

    /// The options that say the same, as they are typed.
    pub fn typed(&self) -> String {
        let resources = resources(self.memory, self.threads);
        format!("--task {} --of {}{resources}", self.task, self.tasks)
    }

    /// Number of threads.
    pub fn threads(&self) -> usize {
        self.threads.unwrap_or_else(processors)
    }
}

pub(super) fn plan(family: &dyn Family, args: PlanArgs) -> Result<(), Failure> {
    let (engine, db) = open_engine("plan", family, &args.database)?;
    kept(&db)?;
    let progress = Progress::new(false, false);
    let signals = Signals::catch(&progress)?;
    let observers = Observers(vec![&progress, &signals]);
    let parts = args.parts.map(|parts| parts as usize);
    let report = engine.plan(&db, parts, &Grain::default(), &observers)?;
    if args.json {
        return said(&json::line(&report));
    }
    let (level, parts) = (report.level, report.parts as u64);
    let positions = grouped(report.positions);
    said(&match report.step {
        PlannedStep::Expand => format!(
            "level {level} is planned: {positions} positions of level {} in {}, {} there",
            level + 1,
            counted(parts, "part"),
            report.done
        ),
        PlannedStep::Seal => format!(
            "the sealing of level {level} is planned: {positions} positions in {}, {} there",
            counted(parts, "file"),
            report.done
        ),
        PlannedStep::Shards => format!(
            "the label function of level {level} is planned: {positions} positions in {}, {} there",
            counted(parts, "part"),
            report.done
        ),
        PlannedStep::Ambiguous => format!(
            "ambiguous positions of level {level} are searched for: {positions} positions in {}, {} there",
            counted(parts, "part"),
            report.done
        ),
    })?;
    next(&report, &continuing(&db), &quoted_path(db.folder()))
}

pub(super) fn part(family: &dyn Family, args: PartArgs) -> Result<(), Failure> {
    let PartArgs { share, .. } = &args;
    share.check()?;
    let (engine, db) = open_engine("part", family, &args.database)?;
    kept(&db)?;
    let progress = Progress::new(false, false);
    let signals = Signals::catch(&progress)?;
    let observers = Observers(vec![&progress, &signals]);
    let task = Task {
        task: share.task,
        tasks: share.tasks,
        memory: share.memory(),
        threads: share.threads(),
        grain: Grain::default(),
    };
    let report = engine.make_parts(&db, &task, &observers)?;
    if args.json {
        return said(&json::line(&report));
    }
    said(&format!(
        "level {}: {} made, {} of {} there",
        report.level,
        counted(report.made as u64, noun(&report)),
        report.done,
        report.parts
    ))?;
    next(&report, &continuing(&db), &quoted_path(db.folder()))
}

/// What the parts are.
fn noun(report: &PlanReport) -> &'static str {
    match report.step {
        PlannedStep::Expand | PlannedStep::Shards | PlannedStep::Ambiguous => "part",
        PlannedStep::Seal => "file",
    }
}

/// The next command.
fn next(report: &PlanReport, continuing: &str, folder: &str) -> Result<(), Failure> {
    match report.parts - report.done {
        0 => said(&format!("To seal the level: {continuing} --down-to {}", report.level)),
        _ => said(&format!("To make the {}s: retrograph part --db {folder}", noun(report))),
    }
}

fn said(line: &str) -> Result<(), Failure> {
    Ok(writeln!(stdout(), "{line}")?)
}
