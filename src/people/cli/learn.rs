//! `retrograph learn`: an opponent that starts from nothing and learns by playing against itself.

use std::io::{Write, stdout};
use std::path::PathBuf;
use std::sync::atomic::Ordering::Relaxed;

use clap::value_parser;
use serde::Serialize;

use super::database::{DatabaseArgs, open_oracle};
use super::endings;
use super::failure::{Code, Failure};
use super::json;
use super::learners::read_learner;
use super::out_file::{OutFile, claim};
use super::printable::{printable, quoted_path};
use super::progress::Progress;
use super::signals::Signals;
use base::units::{counted, grouped};
use engine::Family;
use game::shown_name;
use game::values::Outcome;
use learner::{GAMES_MOST, Learner, Measured};
use oracle::{AnswerError, Oracle};
use pictures::plot::{Chart, Colour, Form, Panel, Scale, Series};
use play::SolvedRules;
use retro::{Observer, Silent, Step};

/// Let an opponent that knows nothing learn by playing against itself, and measure it against perfect play
#[derive(clap::Args)]
#[command(group = clap::ArgGroup::new("files").args(["out", "plot"]).multiple(true), after_help = "\
Examples:
  retrograph learn --db sim
  retrograph learn --db sim --games 10000 --out sim.learner
  retrograph learn --db sim --games 20000 --resume sim.learner
  retrograph learn --db sim --games 3000 --plot learning.svg
  retrograph learn --db triangle-10 --seed 7 --json
  retrograph play --db sim --opponent sim.learner    # play against it

The learner sees the legal moves and who has won at the end, and no value of
the database. After 0, 10, 30, 100, 300, ... games it plays 100 games against
the perfect player, on the side that wins, or from both where the game is a
tie, and answers up to 200 positions of random games in which some moves keep
the value and some do not. won: games won, or not lost where that is the best;
right: moves that keep the value.

The same seed and number of games give the same bytes, also when the run was
stopped in between. SIGINT (Ctrl-C) ends with exit code 10, and keeps what was
learned in the file of --out or --resume. It remembers up to 1,048,576
positions, which take about 100 MiB; further ones stay unknown to it.")]
pub(super) struct Args {
    #[command(flatten)]
    database: DatabaseArgs,
    /// Learn until it has learned from N games, those in the file of --resume included
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = value_parser!(u64).range(..=GAMES_MOST))]
    games: u64,
    /// Selects the games that it plays [default: 1]
    #[arg(long, value_name = "SEED", conflicts_with = "resume")]
    seed: Option<u64>,
    /// Write what it has learned into this new file, for --resume and `retrograph play --opponent`
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Go on with the learner in this file, and write it back
    #[arg(long, value_name = "FILE", conflicts_with = "out")]
    resume: Option<PathBuf>,
    /// Draw its strength over its games into this new file, .svg
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// Replace existing files of --out and --plot
    #[arg(long, requires = "files")]
    force: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(family: &dyn Family, args: Args) -> Result<(), Failure> {
    // Before there is a draft: whoever sees one may end it cleanly.
    let signals = Signals::catch(&Silent)?;
    let picture = args.plot.as_deref().map(|path| OutFile::svg(path, args.force));
    let picture = picture.transpose()?;
    let oracle = open_oracle(family, &args.database)?;
    let mut rules = SolvedRules::of(&*oracle)?;
    // Whether it is solved to the end, before anything else.
    let start = rules.start()?;
    let outcome = oracle.value(&start)?.value.unwrap_or(Outcome::Tie);
    // Before it is read: what another process learns meanwhile would be lost.
    let claim = args.out.as_deref().or(args.resume.as_deref()).map(claim).transpose()?;
    let learner = match &args.resume {
        Some(path) => read_learner(path, &rules.words())?,
        None => Learner::new(&rules.words(), args.seed.unwrap_or(1)),
    };
    if args.resume.is_some() && learner.games >= args.games {
        let games = counted(learner.games, "game");
        let sentence = format!("it has learned from {games} already; give a larger --games to go on");
        return Err(Failure::new(Code::Usage, sentence));
    }
    let file = match (&args.out, &args.resume) {
        (Some(path), _) => Some((path, OutFile::create(path, args.force, endings::Form::Learner)?)),
        (_, Some(path)) => Some((path, OutFile::create(path, true, endings::Form::Learner)?)),
        _ => None,
    };
    let mut learning = Learning {
        learner,
        last: None,
        title: title(&*oracle),
        prints: !args.json,
    };
    if learning.prints {
        writeln!(stdout(), "{}\n{HEAD}", learning.title)?;
        for row in &learning.learner.history {
            writeln!(stdout(), "{}", line(row))?;
        }
    }
    let is_stopped = !learning.learn(&mut rules, &start, args.games, &signals)?;
    let Learning { learner, .. } = &learning;
    if let Some(out) = picture {
        out.write_whole(learning.chart().svg().as_bytes())?;
    }
    let path = file.as_ref().map(|(path, _)| path.to_path_buf());
    if let Some((_, file)) = file {
        file.write_whole(&learner.to_bytes())?;
    }
    drop(claim);
    let mut out = stdout();
    if args.json {
        let learned = Learned {
            game: oracle.identity().game,
            n: oracle.identity().n,
            values: oracle.values().to_string(),
            first_player: outcome.letter(),
            seed: learner.seed,
            games: learner.games,
            positions: learner.table().len(),
            stopped: is_stopped,
            strength: learning.measured().collect(),
        };
        writeln!(out, "{}", json::line(&learned))?;
    } else {
        let known = counted(learner.table().len() as u64, "position");
        writeln!(out, "{known} known after {}", counted(learner.games, "game"))?;
    }
    let folder = quoted_path(&args.database.folder);
    let shown = path.as_deref().map(quoted_path);
    if is_stopped {
        let after = counted(learner.games, "game");
        let what = match shown {
            Some(path) => format!(
                "stopped after {after}, which are kept: retrograph learn --db {folder} --games {} --resume {path}",
                args.games
            ),
            None => format!("stopped after {after}; nothing is kept without --out"),
        };
        return Err(Failure::new(Code::Stopped, what));
    }
    if let (Some(path), true) = (shown, learning.prints) {
        writeln!(
            out,
            "To play against it: retrograph play --db {folder} --opponent {path}"
        )?;
    }
    Ok(())
}

const HEAD: &str = "     games         won       right";

/// A row of the table.
fn line(row: &Measured) -> String {
    let of = |count: u32, all: u32| match all {
        0 => "-".to_owned(),
        all => format!("{count} of {all}"),
    };
    format!(
        "{:>10} {:>11} {:>11}",
        grouped(row.games),
        of(row.won, row.played),
        of(row.right, row.asked)
    )
}

/// What `learn --json` prints.
#[derive(Serialize)]
struct Learned<'a> {
    game: &'a str,
    n: u32,
    /// The kind of the database's values.
    values: String,
    /// The value of the start.
    first_player: &'static str,
    seed: u64,
    /// Games it has learned from, those of earlier runs included.
    games: u64,
    /// Positions it knows.
    positions: usize,
    /// Whether a signal ended the run.
    stopped: bool,
    strength: Vec<&'a Measured>,
}

/// The game, as a title.
fn title(oracle: &dyn Oracle) -> String {
    let identity = oracle.identity();
    let play = oracle.values().play().remark();
    printable(&format!("{}, n = {}{play}", shown_name(identity.game), identity.n))
}

/// How many games after `games` it is measured next: 10, 30, 100, 300, ...
fn next_measurement(games: u64) -> u64 {
    let mut tens = (1..19).flat_map(|power| [10u64.pow(power), 3 * 10u64.pow(power)]);
    tens.find(|&at| at > games).unwrap_or(u64::MAX)
}

/// A learner with its measurements.
struct Learning {
    learner: Learner,
    /// That at the end, where it is no regular one; a run that goes on would not have it.
    last: Option<Measured>,
    title: String,
    prints: bool,
}

impl Learning {
    fn measured(&self) -> impl Iterator<Item = &Measured> {
        self.learner.history.iter().chain(&self.last)
    }

    /// Learns until it has learned from `all` games; returns false when a signal has come before.
    fn learn(&mut self, rules: &mut SolvedRules, start: &str, all: u64, signals: &Signals) -> Result<bool, Failure> {
        let came = signals.flag();
        let progress = Progress::new(false, false);
        self.measure(rules, all)?;
        while self.learner.games < all {
            let until = next_measurement(self.learner.games).min(all);
            progress.begin(&Step {
                level: None,
                name: "games",
                done: self.learner.games,
                all,
            });
            while self.learner.games < until && !came.load(Relaxed) {
                let game = self.learner.play(rules, start)?;
                self.learner.learn(&game);
                progress.advance(self.learner.games);
            }
            progress.end();
            if came.load(Relaxed) {
                return Ok(false);
            }
            self.measure(rules, all)?;
        }
        Ok(true)
    }

    /// Measures the learner where it is time: as many games as always, or the last.
    fn measure(&mut self, rules: &mut SolvedRules, all: u64) -> Result<(), AnswerError> {
        let games = self.learner.games;
        let is_regular = games == 0 || next_measurement(games - 1) == games;
        let is_known = self.learner.history.last().is_some_and(|row| row.games == games);
        if is_known || !(is_regular || games == all) {
            return Ok(());
        }
        let row = rules.measured(&self.learner)?;
        if self.prints {
            // Output that cannot be written is noticed at the end.
            let _ = writeln!(stdout(), "{}", line(&row));
        }
        match is_regular {
            true => self.learner.history.push(row),
            false => self.last = Some(row),
        }
        Ok(())
    }

    fn chart(&self) -> Chart {
        let series = |name: &str, colour, share: fn(&Measured) -> (u32, u32)| Series {
            name: name.into(),
            colour,
            points: (self.measured())
                .filter(|row| share(row).1 > 0)
                .map(|row| {
                    let (count, all) = share(row);
                    ((row.games.max(1) as f64).log10(), f64::from(count) / f64::from(all))
                })
                .collect(),
        };
        Chart {
            title: format!("{}: what a learner wins of games against perfect play", self.title),
            rows: vec![vec![Panel {
                title: "Games won and right moves".into(),
                words: "Shares of the games played and of the moves asked for.".into(),
                x_label: "games learned from, as a power of ten (0: none or one)".into(),
                scale: Scale::Percent,
                form: Form::Lines,
                stacked: false,
                series: vec![
                    series("games won", Colour::Blue, |row| (row.won, row.played)),
                    series("right moves", Colour::Vermilion, |row| (row.right, row.asked)),
                ],
                reach: None,
            }]],
        }
    }
}
