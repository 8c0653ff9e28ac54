//! `retrograph info`: what a database holds, and which process is solving into it.

use std::io::{Write, stdout};
use std::time::Duration;

use retrograph_storage::clock::age;
use retrograph_storage::{Database, Error, Holder, Kept, Maker, OUTCOME, Writer};
use serde::Serialize;

use super::closing::continuing;
use super::database::{DatabaseArgs, open_database};
use super::failure::{Failure, one_line};
use super::json;
use super::monitor::Status;
use super::printable::{printable, quoted_path};
use base::units::{bytes, counted, grouped, hours};
use engine::Family;
use game::shown_name;
use report::Solution;
use retro::{Grain, PlanReport, PlannedStep, values_of};

/// Print what a database holds (game, levels, positions, sizes) and the progress of a run that writes it
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  retrograph info --db triangle-12
  retrograph info --db triangle-12 --json")]
pub(super) struct Args {
    #[command(flatten)]
    database: DatabaseArgs,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(family: &dyn Family, args: Args) -> Result<(), Failure> {
    let (engine, db) = open_database(family, &args.database)?;
    let identity = db.identity();
    let levels = db.levels()?;
    let (mut positions, mut level_bytes, mut label_bytes, mut with_positions) = (0, 0, 0, 0);
    for &level in &levels {
        let Some(manifest) = db.manifest(level)? else { continue };
        positions += manifest.positions.positions;
        label_bytes += manifest.label_function.bytes;
        if db.has_positions(level)? {
            with_positions += 1;
            level_bytes += manifest.positions.bytes;
        }
    }
    let sha256 = Solution::of(&*engine, &db)?.checksum();
    let top = engine.top(&db)?;
    let title = engine.about().title;
    // Where the parts cannot be looked at, the rest is still valid.
    let planned = engine
        .engine()
        .and_then(|engine| engine.planned(&db, &Grain::default()).ok()?)
        .map(|report| Planned::of(&report, &db));
    let (highest, lowest) = (levels.first().copied(), levels.last().copied());
    // Where locks cannot be examined, for instance for lack of permission, the rest is still valid.
    let writer = db.writer();
    let status = match &writer {
        Ok(Writer::Working(Some(holder))) => Status::read(&db, holder.process),
        _ => None,
    };
    let info = Info {
        game: &identity.game,
        title: &title,
        n: identity.n,
        values: &identity.values,
        keep: identity.keep,
        format: identity.format,
        tool_version: &identity.tool_version,
        top_level: top,
        highest_level: highest,
        lowest_level: lowest,
        complete: lowest == Some(0),
        positions,
        levels: levels.len(),
        levels_with_positions: with_positions,
        level_bytes,
        label_function_bytes: label_bytes,
        sha256,
        working: writer.as_ref().ok().map(|writer| matches!(writer, Writer::Working(_))),
        writer: writer.as_ref().ok().and_then(Writer::holder),
        status,
        planned,
    };
    if args.json {
        return Ok(writeln!(stdout(), "{}", json::line(&info))?);
    }
    let mut text = Vec::new();
    info.write_solved(&mut text, &db)?;
    if let Some(planned) = &info.planned {
        planned.write(&mut text)?;
    }
    info.write_writer(&mut text, &db, &writer)?;
    Ok(stdout().write_all(&text)?)
}

impl Info<'_> {
    /// Writes what is solved, one item per line.
    fn write_solved(&self, text: &mut Vec<u8>, db: &Database) -> Result<(), Failure> {
        let levels = self.levels;
        let range = match (self.highest_level, self.lowest_level) {
            (Some(highest), Some(0)) => format!("all {levels} ({highest} to 0)"),
            (Some(highest), Some(lowest)) => {
                let all = self.top_level.unwrap_or(highest) + 1;
                format!("{levels} of {all} ({highest} to {lowest})")
            }
            _ => "none yet".into(),
        };
        let shown = shown_name(self.game);
        let known = match shown == self.game {
            true => String::new(),
            false => format!(" ({})", self.game),
        };
        writeln!(text, "game             {shown}{known} on {} vertices", self.n)?;
        if self.values != OUTCOME {
            writeln!(text, "values           {}", values_of(db)?.in_words())?;
        }
        writeln!(text, "levels sealed    {range}")?;
        writeln!(text, "positions        {}", grouped(self.positions))?;
        let [keys, functions] = [self.level_bytes, self.label_function_bytes].map(|size| bytes(size as f64));
        let in_levels = counted(self.levels_with_positions, "level");
        writeln!(text, "keys and labels  {keys} in {in_levels}")?;
        let bits = self.label_function_bytes as f64 * 8.0 / (self.positions as f64).max(1.0);
        writeln!(text, "label functions  {functions}, {bits:.3} bits per position")?;
        writeln!(text, "SHA-256          {}", self.sha256)?;
        writeln!(text, "kept             {}", self.keep.name())?;
        let version = printable(self.tool_version);
        writeln!(text, "written by       retrograph {version}, format {}", self.format)?;
        Ok(())
    }

    /// Writes who writes into the folder, or how to go on.
    fn write_writer(&self, text: &mut Vec<u8>, db: &Database, writer: &Result<Writer, Error>) -> std::io::Result<()> {
        match writer {
            Ok(Writer::Working(holder)) => {
                match holder {
                    Some(holder) => {
                        let age = holder.since.as_deref().and_then(age);
                        let age = age.map_or(String::new(), |age| format!(", {} ago", long(age)));
                        writeln!(text, "writer           {}{age}", one_line(&holder.name()))?;
                        writeln!(text, "with             {}", one_line(&holder.command))?;
                    }
                    None => writeln!(text, "writer           another process")?,
                }
                self.status.as_ref().map_or(Ok(()), |status| write_status(text, status))
            }
            Ok(_) if self.complete => Ok(()),
            Ok(Writer::Abandoned(holder)) => {
                writeln!(text, "writer           none; {} was killed", one_line(&holder.name()))?;
                writeln!(text, "to continue      {}", one_line(&holder.command))
            }
            Ok(Writer::Nobody) => {
                writeln!(text, "writer           none")?;
                let command = match &self.planned {
                    Some(_) => format!("retrograph work --db {}", quoted_path(db.folder())),
                    None => continuing(db),
                };
                writeln!(text, "to continue      {command}")
            }
            Err(why) => writeln!(text, "writer           unknown: {}", one_line(&why.to_string())),
        }
    }
}

/// What `info --json` prints.
#[derive(Serialize)]
struct Info<'a> {
    game: &'a str,
    title: &'a str,
    n: u32,
    /// The kind of the values.
    values: &'a str,
    keep: Kept,
    format: u32,
    /// The version that created the folder.
    tool_version: &'a str,
    /// The highest level of the game, once it is known.
    top_level: Option<u32>,
    highest_level: Option<u32>,
    lowest_level: Option<u32>,
    complete: bool,
    positions: u64,
    levels: usize,
    levels_with_positions: u64,
    /// Keys and labels, in bytes.
    level_bytes: u64,
    label_function_bytes: u64,
    /// Of the manifests of all levels.
    sha256: String,
    /// Whether a process writes into the folder; `None` where locks cannot be examined.
    working: Option<bool>,
    /// The process that writes, or was killed.
    writer: Option<&'a Holder>,
    status: Option<Status>,
    /// The parts of the next level, if it is planned.
    planned: Option<Planned>,
}

/// How far the parts of a level are.
#[derive(Serialize)]
struct Planned {
    level: u32,
    step: PlannedStep,
    parts: usize,
    done: usize,
    makers: Vec<Maker>,
}

impl Planned {
    fn of(report: &PlanReport, db: &Database) -> Self {
        let PlanReport {
            level,
            step,
            parts,
            done,
            ..
        } = *report;
        Self {
            level,
            step,
            parts,
            done,
            makers: db.makers(level).unwrap_or_default(),
        }
    }

    /// Writes how far the parts are, and who makes some.
    fn write(&self, text: &mut Vec<u8>) -> std::io::Result<()> {
        let what = match self.step {
            PlannedStep::Expand => "parts",
            PlannedStep::Seal => "files",
            PlannedStep::Shards => "parts of the label function",
            PlannedStep::Ambiguous => "files searched for ambiguous positions",
        };
        let Self { level, done, parts, .. } = self;
        writeln!(text, "in parts         level {level}: {done} of {parts} {what}")?;
        for maker in self.makers.iter().take(MAKERS) {
            writeln!(text, "in the making    {}", one_line(&maker.to_string()))?;
        }
        match self.makers.len().checked_sub(MAKERS) {
            Some(more @ 1..) => writeln!(text, "                 and {more} more"),
            _ => Ok(()),
        }
    }
}

/// So many processes are listed at most.
const MAKERS: usize = 20;

/// A status older than this is reported.
const STALE: Duration = Duration::from_secs(20);

/// Prints what the run is doing, one item per line.
fn write_status(text: &mut Vec<u8>, status: &Status) -> std::io::Result<()> {
    let doing = match (&status.step, status.level) {
        (Some(step), level) => {
            let level = step
                .level
                .or(level)
                .map_or(String::new(), |level| format!("level {level}: "));
            format!("{level}{}, {}", step.step, step.figures())
        }
        (None, Some(level)) => format!("level {level}"),
        (None, None) => "preparing".into(),
    };
    writeln!(text, "now              {}", one_line(&doing))?;
    if let Some(age) = status.checkpoint.as_deref().and_then(age) {
        writeln!(text, "checkpoint       {} ago", long(age))?;
    }
    let lowest = status.down_to;
    let next = match status.levels_to_go {
        None => "not yet known".into(),
        Some(0) => "none".into(),
        Some(1) => format!("1 ({lowest})"),
        Some(levels) => format!("{levels} ({} to {lowest})", lowest + levels - 1),
    };
    writeln!(text, "levels to go     {next}")?;
    if let Some(memory) = status.memory {
        let [now, peak] = [memory.resident_bytes, memory.peak_resident_bytes].map(|size| bytes(size as f64));
        let limit = bytes(status.memory_limit_bytes as f64);
        writeln!(
            text,
            "memory           {now}, at most {peak}, limit {limit}; {} threads",
            status.threads
        )?;
    }
    if let Some(age) = status.time.as_deref().and_then(age).filter(|&age| age > STALE) {
        let age = long(age);
        writeln!(
            text,
            "last report      {age} ago: the process is halted or waiting for the disk"
        )?;
    }
    Ok(())
}

/// Formats a duration for people.
fn long(duration: Duration) -> String {
    hours(duration.as_secs_f64() / 3600.0)
}
