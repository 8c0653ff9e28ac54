//! `retrograph solve`: fills a database, or continues to fill it.

use std::path::{Path, PathBuf};
use std::time::Duration;

use retrograph_storage::{Database, Error};

use super::closing::closing;
use super::database::engine;
use super::endings::{self, check};
use super::explain::{explain, explain_proved};
use super::failure::{Code, Failure, say};
use super::game::GameArgs;
use super::interval::parse_pause;
use super::memory::{self, quiet_limit};
use super::monitor::{Form, Log, StatusWriter};
use super::printable::quoted;
use super::progress::Progress;
use super::signals::Signals;
use base::units::{parse_size, parse_threads, processors};
use engine::{BeginError, Engine, Family, Reader, begin};
use game::shown_name;
use game::values::{Kind, Play, Values};
use proof::Parameter;
use provers::PROVERS;
use report::published;
use retro::{Grain, Keep, Observer, Observers, Options, values_of};

/// Solve a game into a folder, level by level; the same command resumes a stopped run
#[derive(clap::Args)]
#[command(group = clap::ArgGroup::new("logged").args(["log", "log_file"]).multiple(true), after_help = "\
Examples:
  retrograph solve triangle -n 12              # into the folder triangle-12
  retrograph solve triangle -n 16 --db t16 --down-to 49 --memory 8GiB
  retrograph solve triangle -n 15 --db t15 --keep labels  # 1.1 bits/position
  retrograph solve triangle -n 15 --db t15 --log-file t15.log --log-every 60
  retrograph solve avoid:C4 -n 10 --db c4-10   # see `retrograph games`
  retrograph solve avoid:C4 -n 10 --connected --explain
  retrograph solve sim --db sim                # two colours
  retrograph solve ramsey-achieve:K3 -n 6 --green-graph C4 --red 0-1 --db k3-c4
  retrograph solve triangle -n 12 --db t12-grundy --value grundy
  retrograph solve triangle -n 12 --db t12-misere --play misere

`retrograph info --db DIR` in another terminal reports progress. SIGINT
(Ctrl-C) and SIGTERM end the run cleanly, with exit code 10; a second one ends
it at once.

What is sealed stays: a run may be killed at any time, and the result does not
depend on --memory, --threads or interruptions. `retrograph estimate` forecasts
what a run takes.")]
pub(super) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Number of vertices; not needed with a board or a named game such as sim
    #[arg(short)]
    n: Option<u32>,
    /// Folder of the database; created if missing [default: one named after the game, such as avoid-C4-10]
    #[arg(long = "db", value_name = "DIR")]
    folder: Option<PathBuf>,
    /// Explain how the game would be solved, and end
    #[arg(long, conflicts_with_all = [
        "down_to", "memory", "threads", "keep", "json", "verbose", "log", "log_file", "log_every",
    ])]
    explain: bool,
    /// Rule of play: a player without a move loses (normal) or wins (misere) [default: normal, or as in the database]
    #[arg(long, value_name = "PLAY", value_parser = ["normal", "misere"])]
    play: Option<String>,
    /// Values to compute: outcome, grundy, remoteness or score [default: outcome, or as in the database]
    #[arg(long, value_name = "KIND", value_parser = ["outcome", "grundy", "remoteness", "score"])]
    value: Option<String>,
    /// Lowest level (number of edges) to solve
    #[arg(long, value_name = "LEVEL", default_value_t = 0)]
    down_to: u32,
    /// Memory limit [default: 4GiB, less on small machines]
    #[arg(long, value_parser = parse_size, value_name = "SIZE")]
    memory: Option<u64>,
    /// Number of threads [default: all processors]
    #[arg(long, value_parser = parse_threads)]
    threads: Option<usize>,
    /// What to keep of each level: positions with values, or labels alone [default: positions, or as in the database]
    #[arg(long, value_parser = parse_keep)]
    keep: Option<Keep>,
    /// Print a JSON object for each level as it is sealed, and one with the result at the end
    #[arg(long)]
    json: bool,
    /// Report what each level took, on standard error even when it is not a terminal
    #[arg(long)]
    verbose: bool,
    /// Write a log of the run; without --log-file on standard error, with nothing else there
    #[arg(long, value_enum, value_name = "FORM")]
    log: Option<Form>,
    /// Append the log to a file; as JSON unless --log is given
    #[arg(long, value_name = "FILE")]
    log_file: Option<PathBuf>,
    /// Seconds from one line of progress in the log to the next
    #[arg(
        long, value_name = "SECONDS", default_value = "10", allow_hyphen_values = true, value_parser = parse_pause,
        requires = "logged"
    )]
    log_every: Duration,
}

fn parse_keep(text: &str) -> Result<Keep, String> {
    [Keep::Positions, Keep::Labels]
        .into_iter()
        .find(|keep| keep.name() == text)
        .ok_or_else(|| "keep either 'positions' or 'labels'".to_string())
}

pub(super) fn run(family: &dyn Family, mut args: Args) -> Result<(), Failure> {
    let game = args.game.name()?;
    if let Some(prover) = PROVERS.alone(&game) {
        if args.explain {
            return match args.given_to_solve() {
                Some(option) => Err(Failure::new(
                    Code::Usage,
                    format!("'{game}' is proved, not solved; leave {option} out"),
                )),
                None => explain_proved(prover, &game, args.n),
            };
        }
        let n = if prover.parameters().contains(&Parameter::Order) {
            " -n N"
        } else {
            ""
        };
        let sentence = format!(
            "'{game}' is proved, not solved: retrograph prove {}{n} --proof FILE",
            quoted(&game)
        );
        return Err(Failure::new(Code::Usage, sentence));
    }
    let n = order(family, &game, args.n)?;
    let is_named = args.folder.is_some() || args.explain;
    if !is_named {
        let name = &family.about(&game)?.name;
        let folder = folder_named(name, n, args.play.as_deref(), args.value.as_deref());
        args.folder = Some(folder.into());
    }
    let values = args.values(family, &game, n)?;
    if args.explain {
        return explain(&*family.reader(&game, n, values)?, values);
    }
    let engine = engine("solve", family, &game, n, values)?;
    if let (false, false, Some(folder)) = (is_named, args.log_is_seen(), &args.folder) {
        say(&format!(
            "solving into the folder {}; --db names another",
            folder.display()
        ));
    }
    args.solve(&*engine, values)
}

impl Args {
    /// The first option given that says something to the solver alone.
    fn given_to_solve(&self) -> Option<&'static str> {
        let given = [
            ("--db", self.folder.is_some()),
            ("--play", self.play.is_some()),
            ("--value", self.value.is_some()),
        ];
        given.iter().find(|(_, given)| *given).map(|(name, _)| *name)
    }

    /// Whether standard error belongs to a log.
    fn log_is_seen(&self) -> bool {
        self.log.is_some() && self.log_file.is_none()
    }

    fn solve(&self, game: &dyn Engine, values: Values) -> Result<(), Failure> {
        let log_is_seen = self.log_is_seen();
        if self.verbose && log_is_seen {
            let sentence = "--log has standard error to itself; leave --verbose out, or give --log-file";
            return Err(Failure::new(Code::Usage, sentence));
        }
        if let Some(file) = &self.log_file {
            check(file, &[endings::Form::Log])?;
        }
        let threads = self.threads.unwrap_or_else(processors);
        let memory = match log_is_seen {
            true => quiet_limit(self.memory, memory::SOLVING).bytes,
            false => memory::limit(self.memory, memory::SOLVING),
        };
        // Checked before a folder is created.
        game.within_limits(self.down_to, memory, threads)?;
        let folder = self.folder.as_deref().expect("named after the game if not by --db");
        let (db, keep) = self.database(game, values, folder)?;
        let known = known_positions(game);
        let log = self.open_log()?;
        let mut progress = Progress::new(self.verbose, self.json);
        if log_is_seen {
            progress = progress.unseen();
        }
        let status = StatusWriter::new(&db);
        let mut listeners: Vec<&dyn Observer> = vec![&progress, &status];
        listeners.extend(log.as_ref().map(|log| log as &dyn Observer));
        let listeners = Observers(listeners);
        let signals = Signals::catch(&listeners)?;
        let options = Options {
            down_to: self.down_to,
            memory,
            threads,
            keep,
            grain: Grain::default(),
            known_positions: &known,
        };
        let observers = Observers(vec![&listeners, &signals]);
        let mut result = game.solve(&db, &options, &observers).map_err(Failure::from);
        if let Some(log) = &log {
            match &result {
                Ok(()) => log.ended(Code::Done, None),
                Err(Failure::Said(code, sentence)) => log.ended(*code, Some(sentence)),
                Err(Failure::Silent(code)) => log.ended(*code, None),
            }
        }
        if let Err(Failure::Said(code, _)) = result
            && log_is_seen
        {
            result = Err(Failure::Silent(code));
        }
        result?;
        let closing = closing(game, &db, &resources(self.memory, self.threads))?;
        progress.closing(&closing, !log_is_seen);
        Ok(progress.finish()?)
    }
}

/// Returns the options that a run resumes with and the database does not store, as they are typed.
pub(super) fn resources(memory: Option<u64>, threads: Option<usize>) -> String {
    let mut options = String::new();
    if let Some(memory) = memory {
        options += &match memory % (1 << 20) {
            0 => format!(" --memory {}MiB", memory >> 20),
            _ => format!(" --memory {memory}B"),
        };
    }
    if let Some(threads) = threads {
        options += &format!(" --threads {threads}");
    }
    options
}

/// Returns the number of vertices: the one given, or the game's own.
pub(super) fn order(family: &dyn Family, game: &str, given: Option<u32>) -> Result<u32, Failure> {
    let sentence = || format!("give the number of vertices for '{game}', as in -n 8");
    match given {
        Some(n) => Ok(n),
        None => family
            .about(game)?
            .usual_n
            .ok_or_else(|| Failure::new(Code::Usage, sentence())),
    }
}

/// The folder of a game without `--db`: its name in letters and digits that every system and shell takes as they are,
/// with another name for another game.
fn folder_named(game: &str, n: u32, play: Option<&str>, value: Option<&str>) -> String {
    let mut name = String::new();
    for c in game.chars() {
        match c {
            _ if c.is_ascii_alphanumeric() || "-+,".contains(c) => name.push(c),
            ':' | '/' | '=' => name.push('-'),
            _ => name += &format!("_{:02x}", u32::from(c)),
        }
    }
    name += &format!("-{n}");
    let unusual = [
        play.filter(|play| *play != "normal"),
        value.filter(|value| *value != "outcome"),
    ];
    unusual.into_iter().flatten().fold(name, |name, word| name + "-" + word)
}

/// Returns the number of positions of a level where it is published.
pub(super) fn known_positions(game: &dyn Reader) -> impl Fn(u32) -> Option<u64> + Sync + use<> {
    let (covered, n) = (published::covers(game.name()), game.order());
    move |level| covered.then(|| published::known_level_positions(n, level)).flatten()
}

impl Args {
    fn open_log(&self) -> Result<Option<Log>, Failure> {
        let form = match (self.log, &self.log_file) {
            (None, None) => return Ok(None),
            (form, _) => form.unwrap_or(Form::Json),
        };
        let log = Log::open(form, self.log_file.as_deref(), self.log_every);
        log.map(Some).map_err(|why| {
            let file = self.log_file.as_deref().unwrap_or("standard error".as_ref());
            let sentence = format!("the log {} cannot be opened: {why}", file.display());
            Failure::new(Code::Failed, sentence)
        })
    }

    /// Returns the values requested, or those of the existing database.
    fn values(&self, family: &dyn Family, game: &str, n: u32) -> Result<Values, Failure> {
        if self.explain && self.folder.is_some() && (self.play.is_some() || self.value.is_some()) {
            let sentence =
                "the database of --db says which values are explained; leave out --db, or --play and --value";
            return Err(Failure::new(Code::Usage, sentence));
        }
        if self.play.is_none()
            && self.value.is_none()
            && let Some(folder) = &self.folder
        {
            match Database::open(folder) {
                Ok(db) => {
                    let identity = db.identity();
                    let is_same = shown_name(&identity.game) == family.about(game)?.name && identity.n == n;
                    if self.explain && !is_same {
                        let sentence = format!(
                            "{} holds {} on {} vertices; leave --db out to explain another game",
                            folder.display(),
                            shown_name(&identity.game),
                            identity.n
                        );
                        return Err(Failure::new(Code::Usage, sentence));
                    }
                    return Ok(values_of(&db)?);
                }
                // Such a folder must not be mistaken for an empty one.
                Err(error @ Error::Io { .. }) if !error.is_damage() => return Err(error.into()),
                Err(_) => {}
            }
        }
        let play = self.play.as_deref().map(|play| match play {
            "misere" => Play::MISERE,
            _ => Play::NORMAL,
        });
        let kind = self.value.as_deref().and_then(Kind::named);
        Ok(family.values_for(game, n, play, kind)??)
    }

    /// Opens the database to fill: a new one, or an existing one of the same game and kind.
    fn database(&self, game: &dyn Engine, asked: Values, path: &Path) -> Result<(Database, Keep), Failure> {
        if !path.exists() {
            check(path, &[endings::Form::Folder])?;
        }
        let is_said = self.play.is_some() || self.value.is_some();
        begin(game, asked, self.keep, path).map_err(|error| match &error {
            BeginError::Values { .. } if is_said => {
                let sentence = format!("{error}; leave --play and --value out or choose another folder");
                Failure::new(Code::NotADatabase, sentence)
            }
            _ => error.into(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::folder_named;

    #[test]
    fn folders_are_named_after_games() {
        for (game, n, play, value, folder) in [
            ("triangle", 12, None, None, "triangle-12"),
            ("avoid:C4", 8, Some("normal"), Some("outcome"), "avoid-C4-8"),
            ("avoid:C4/connected", 9, None, None, "avoid-C4-connected-9"),
            ("sim", 6, None, None, "sim-6"),
            ("avoid:K3+K1,3", 9, Some("misere"), None, "avoid-K3+K1,3-9-misere"),
            (
                "triangle",
                7,
                Some("misere"),
                Some("grundy"),
                "triangle-7-misere-grundy",
            ),
            (
                "ramsey-achieve:K3:C4/red=0-1",
                6,
                None,
                None,
                "ramsey-achieve-K3-C4-red-0-1-6",
            ),
            ("avoid:D`{~_", 8, None, None, "avoid-D_60_7b_7e_5f-8"),
        ] {
            assert_eq!(folder_named(game, n, play, value), folder);
        }
    }
}
