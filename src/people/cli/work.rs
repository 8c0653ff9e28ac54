//! `retrograph work`: one of several workers that solve a game together.

use std::time::{Duration, Instant};

use super::closing::closing;
use super::database::{DatabaseArgs, kept, open_engine};
use super::failure::{Code, Failure};
use super::parts::ShareArgs;
use super::printable::quoted_path;
use super::progress::Progress;
use super::signals::Signals;
use super::solve::known_positions;
use engine::Family;
use retro::{Grain, Observer, Observers, Options, SMALL, Worker};

/// Solve a game together with other workers, on one machine or several that see the folder
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  retrograph solve triangle -n 14 --db t14 --down-to 43   # creates the folder
  retrograph work --db t14 --task 0 --of 2   # in one terminal or machine
  retrograph work --db t14 --task 1 --of 2   # in another
  retrograph work --db /shared/t16 --until 3h50m --memory 40GiB

Each worker makes parts of the next level, waits for the parts of the others,
and goes on, level after level, until the game is solved. One of them plans and
seals each level. Workers may be started, stopped and killed at any moment, any
number of them; parts that do not appear are made by those that wait. The bytes
are those of `retrograph solve`. What a worker waits for it says on standard
error, and again every ten minutes. Docs: docs/cluster.md.

SIGINT (Ctrl-C), SIGTERM and the end of --until end a worker with exit code 10;
the same command goes on.")]
pub(super) struct Args {
    #[command(flatten)]
    database: DatabaseArgs,
    #[command(flatten)]
    share: ShareArgs,
    /// Lowest level (number of edges) to solve
    #[arg(long, value_name = "LEVEL", default_value_t = 0)]
    down_to: u32,
    /// End after this time, such as 3h50m or 3:50:00
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    until: Option<Duration>,
    /// Longest wait for the parts of others, which are then made here; own parts that took less shorten it
    #[arg(long, value_name = "TIME", value_parser = parse_time, default_value = "10m")]
    patience: Duration,
    /// Positions above a level, for each thread, from which on it is cut into parts
    #[arg(long, value_name = "POSITIONS", default_value_t = SMALL, hide = true)]
    small: u64,
    /// Print a JSON object for each level that this worker seals
    #[arg(long)]
    json: bool,
}

/// A time such as `90s`, `10m` or `3h50m`, or as Slurm writes it: `3:50:00`, `1-12:00:00`.
fn parse_time(text: &str) -> Result<Duration, String> {
    let time = humantime::parse_duration(text).ok().or_else(|| of_clock(text));
    time.ok_or_else(|| "give a time with its units, such as 90s, 10m or 3h50m, or as in 3:50:00".into())
}

/// Hours, minutes and seconds, after days and a dash if there are days. Two numbers alone might be hours and minutes,
/// or minutes and seconds.
fn of_clock(text: &str) -> Option<Duration> {
    let number = |text: &str| -> Option<u64> {
        let is_plain = !text.is_empty() && text.len() < 9 && text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse().ok().filter(|_| is_plain)
    };
    let (days, clock) = text.split_once('-').unwrap_or(("0", text));
    let parts: Option<Vec<u64>> = clock.split(':').map(number).collect();
    let [hours, minutes @ 0..60, seconds @ 0..60] = parts?[..] else {
        return None;
    };
    Some(Duration::from_secs(
        ((number(days)? * 24 + hours) * 60 + minutes) * 60 + seconds,
    ))
}

/// The longest pause between two looks at what others do: network file systems show new files after some seconds.
const PAUSE: Duration = Duration::from_secs(2);

/// Between two sentences about one wait.
const REMINDER: Duration = Duration::from_secs(600);

pub(super) fn run(family: &dyn Family, args: Args) -> Result<(), Failure> {
    args.share.check()?;
    let (engine, db) = open_engine("work", family, &args.database)?;
    let (memory, threads) = (args.share.memory(), args.share.threads());
    engine.within_limits(args.down_to, memory, threads)?;
    let keep = kept(&db)?;
    let progress = Progress::new(false, args.json);
    let signals = Signals::catch(&progress)?;
    let end = TimeIsUp(args.until.map(|until| (Instant::now(), until)));
    let known = known_positions(&*engine);
    let worker = Worker {
        options: Options {
            down_to: args.down_to,
            memory,
            threads,
            keep,
            grain: Grain::default(),
            known_positions: &known,
        },
        task: args.share.task,
        tasks: args.share.tasks,
        small: args.small,
        patience: args.patience,
        pause: PAUSE,
        reminder: REMINDER,
    };
    let observers = Observers(vec![&progress, &signals, &end]);
    match engine.work(&db, &worker, &observers) {
        Err(_) if end.stop() && !signals.stop() => {
            let folder = quoted_path(db.folder());
            let down_to = match args.down_to {
                0 => String::new(),
                level => format!(" --down-to {level}"),
            };
            let sentence = format!(
                "the time of --until is up; to go on: retrograph work --db {folder} {}{down_to}",
                args.share.typed()
            );
            return Err(Failure::new(Code::Stopped, sentence));
        }
        other => other?,
    }
    let closing = closing(&*engine, &db, "")?;
    progress.closing(&closing, true);
    Ok(progress.finish()?)
}

/// Asks for an end when the time is up.
struct TimeIsUp(Option<(Instant, Duration)>);

impl Observer for TimeIsUp {
    fn stop(&self) -> bool {
        self.0.is_some_and(|(begun, until)| begun.elapsed() >= until)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_understood_as_people_and_slurm_write_them() {
        for (text, seconds) in [
            ("90s", 90),
            ("3h50m", 13_800),
            ("04:00:00", 14_400),
            ("3:50:07", 13_807),
            ("1-12:00:00", 129_600),
            ("100:00:00", 360_000),
            ("0s", 0),
        ] {
            assert_eq!(parse_time(text), Ok(Duration::from_secs(seconds)), "{text}");
        }
        for bad in [
            "", "5", "4:00", "4:60:00", "4:00:60", "-4:00:00", "1-", "1-4", "a:00:00", "4:+1:00", "1:2:3:4",
        ] {
            assert!(parse_time(bad).is_err(), "{bad}");
        }
        assert!(parse_time("99999999-00:00:00").is_ok() && parse_time("999999999-00:00:00").is_err());
    }
}
