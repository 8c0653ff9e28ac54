//! `retrograph check-game`: compares a game with its rules.

use std::io::{Write, stdout};

use serde::Serialize;

use super::database::engine;
use super::failure::{Code, Failure, written};
use super::game::game_name;
use super::json;
use super::prove::not_asked;
use base::cases::Tested;
use base::units::{grouped, write_columns};
use engine::{Engine, Family};
use game::values::Values;
use proof::{CheckedProver, PropertyOfProver, Prover};
use provers::PROVERS;
use verify::check_game::{CheckedGame, Coverage, Property};

/// Check a game against its rules by brute force and with independent code; run this first on a new game
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  retrograph check-game avoid:C4 -n 7                # every position
  retrograph check-game avoid:C4 -n 12 --sample 3    # 3 random ones per level
  retrograph check-game sim -n 6                     # two colours
  retrograph check-game waiter-client:connected -n 5 # turns of several edges
  retrograph check-game maker-breaker:hamilton-cycle -n 6 --prover
  retrograph check-game triangle -n 6 --json

A line for each property: cases, and ok or the first counterexample; the exit
code is 6 after a counterexample. docs/adding-a-game.md lists the properties.
With --prover it is the prover of Maker-Breaker games that is checked, which
knows more games than the solver: the winning sets, the winners of random
positions and, up to n = 6, of the whole board are compared with brute force;
proofs are checked and played.")]
pub(super) struct Args {
    /// Name of the game
    #[arg(value_parser = game_name)]
    game: String,
    /// Number of vertices
    #[arg(short)]
    n: u32,
    /// Check K random positions of each level, or of a prover in all [default: 50 of a prover; every position up to n =
    /// 7, n = 6 with two colours, 5 of each level above]
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    sample: Option<u32>,
    /// Check the prover of the game, not the solver
    #[arg(long)]
    prover: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(family: &dyn Family, args: Args) -> Result<(), Failure> {
    let prover = match args.prover {
        true => PROVERS.of(&args.game),
        false => PROVERS.alone(&args.game),
    };
    match prover {
        Some(prover) => return args.check_prover(prover),
        None if args.prover => {
            let sentence = format!("no prover knows '{}'; leave --prover out", args.game);
            return Err(Failure::new(Code::Usage, sentence));
        }
        None => {}
    }
    args.check(&*engine("check-game", family, &args.game, args.n, Values::OUTCOME)?)
}

/// Random positions on which a prover is checked.
const POSITIONS: usize = 50;

impl Args {
    fn check_prover(&self, prover: &dyn Prover) -> Result<(), Failure> {
        let positions = self.sample.map_or(POSITIONS, |count| count as usize);
        let Some(checked) = prover.checked(&self.game, self.n as usize, positions) else {
            let sentence = format!("the prover of '{}' cannot be checked yet", self.game);
            return Err(Failure::new(Code::Usage, sentence));
        };
        let checked = checked.map_err(|error| not_asked(&self.game, &error))?;
        let mut text = Vec::new();
        if self.json {
            writeln!(text, "{}", json::line(&JsonProver::of(&checked)))?;
        } else {
            let which = if checked.every {
                "every set of edges"
            } else {
                "a sample"
            };
            writeln!(
                text,
                "{} on {} vertices: {which}, against the judge's rules\n",
                checked.game, checked.n
            )?;
            let rows = PropertyOfProver::ALL.map(|property| row(property.name(), checked.tested(property)));
            write_columns(&mut text, &["property", "cases", ""], &rows)?;
        }
        written(stdout().write_all(&text))?;
        match checked.is_sound() {
            true => Ok(()),
            false => Err(Failure::Silent(Code::Damaged)),
        }
    }

    fn check(&self, game: &dyn Engine) -> Result<(), Failure> {
        let sample = |count| Coverage::Sample(count as usize);
        let usual = Coverage::usual(game.order() as usize, game.about().is_coloured());
        let coverage = self.sample.map_or(usual, sample);
        let checked = game.check_game(coverage);
        let mut text = Vec::new();
        if self.json {
            writeln!(text, "{}", json::line(&JsonGame::of(&checked)))?;
        } else {
            write_table(&checked, &game.about().sentence, &mut text)?;
        }
        written(stdout().write_all(&text))?;
        match checked.is_sound() {
            true => Ok(()),
            false => Err(Failure::Silent(Code::Damaged)),
        }
    }
}

fn write_table(checked: &CheckedGame, rules: &str, out: &mut Vec<u8>) -> std::io::Result<()> {
    let which = if checked.every { "every one" } else { "a sample" };
    let judge = match checked.judged {
        true => "the judge's rules",
        false => "its own rules, which the judge does not know",
    };
    writeln!(out, "{} on {} vertices: {}", checked.game, checked.n, rules)?;
    let positions = grouped(checked.positions() as u64);
    writeln!(out, "{positions} positions, {which}, against {judge}\n")?;
    let rows = Property::ALL.map(|property| row(property.name(), checked.tested(property)));
    write_columns(out, &["property", "cases", ""], &rows)
}

fn row(name: &str, tested: &Tested) -> Vec<String> {
    let verdict = match &tested.counterexample {
        Some(found) => format!("WRONG {}: {}", found.graph6, found.sentence),
        None if tested.cases == 0 => "not checked".into(),
        None => "ok".into(),
    };
    vec![name.into(), grouped(tested.cases), verdict]
}

/// What `check-game --json` prints of a game that is solved.
#[derive(Serialize)]
struct JsonGame<'a> {
    game: &'a str,
    n: usize,
    /// Whether the rules are the judge's, not the game's own.
    judged: bool,
    every_position: bool,
    /// Positions checked.
    positions: usize,
    /// Those of each level, from no edge on.
    levels: &'a [usize],
    sound: bool,
    properties: Vec<JsonProperty<'a>>,
}

impl<'a> JsonGame<'a> {
    fn of(checked: &'a CheckedGame) -> Self {
        let property = |each: &Property| JsonProperty::of(each.name(), each.methods(), checked.tested(*each));
        Self {
            game: &checked.game,
            n: checked.n,
            judged: checked.judged,
            every_position: checked.every,
            positions: checked.positions(),
            levels: &checked.levels,
            sound: checked.is_sound(),
            properties: Property::ALL.iter().map(property).collect(),
        }
    }
}

/// What `check-game --json` prints of a game that is proved.
#[derive(Serialize)]
struct JsonProver<'a> {
    game: &'a str,
    n: usize,
    /// Always: no prover is compared with rules of its own.
    judged: bool,
    /// Whether every set of edges was looked at.
    every_set: bool,
    sound: bool,
    properties: Vec<JsonProperty<'a>>,
}

impl<'a> JsonProver<'a> {
    fn of(checked: &'a CheckedProver) -> Self {
        let property = |each: &PropertyOfProver| JsonProperty::of(each.name(), each.methods(), checked.tested(*each));
        Self {
            game: &checked.game,
            n: checked.n,
            judged: true,
            every_set: checked.every,
            sound: checked.is_sound(),
            properties: PropertyOfProver::ALL.iter().map(property).collect(),
        }
    }
}

/// A property and how it was tested, as JSON.
#[derive(Serialize)]
struct JsonProperty<'a> {
    property: &'static str,
    /// What was called.
    methods: &'static str,
    /// Cases up to the first counterexample.
    cases: u64,
    /// The counterexample, graph6.
    counterexample: Option<&'a str>,
    /// What is wrong with it.
    sentence: Option<&'a str>,
}

impl<'a> JsonProperty<'a> {
    fn of(property: &'static str, methods: &'static str, tested: &'a Tested) -> Self {
        let found = tested.counterexample.as_ref();
        Self {
            property,
            methods,
            cases: tested.cases,
            counterexample: found.map(|found| &found.graph6[..]),
            sentence: found.map(|found| &found.sentence[..]),
        }
    }
}
