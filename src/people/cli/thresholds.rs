//! `retrograph thresholds`: with which biases a player gets a goal.

use std::fs;
use std::io::{Write, stdout};
use std::ops::RangeInclusive;
use std::path::Path;

use base::drafts::DraftFolder;
use base::units::{parse_threads, processors};
use engine::{Family, begin};
use game::values::{Kind, Outcome, Player};
use report::Solution;
use retro::{Keep, Observer, Options, Step};
use serde::Serialize;

use super::database::engine;
use super::failure::{Code, Failure};
use super::game::game_name;
use super::json;
use super::out_file::prepare_drafts;
use super::progress::Progress;

/// Solve a game by conventions with every bias 1:b, and list with which the player wins who wants the goal
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  retrograph thresholds avoider-enforcer:connected -n 4..6
  retrograph thresholds maker-breaker:contains:K3 -n 5
  retrograph thresholds waiter-client:hamilton-cycle -n 5..6 --json

Games are maker-breaker:GOAL, avoider-enforcer:GOAL, waiter-client:GOAL and
client-waiter:GOAL, with /monotone or /board=GRAPH6 (docs/conventions.md). Each
is solved for who wins in a temporary folder, for either player first. Only
strict Avoider-Enforcer games can be won again with a larger bias; the others
end with the first bias that does not win. On 7 vertices a bias takes seconds,
but of Client-Waiter games, whose offers are many, minutes to hours.")]
pub(super) struct Args {
    /// The game without bias and starter, see below
    #[arg(value_parser = game_name)]
    game: String,
    /// Number of vertices, or the least and the most of them as 4..6
    #[arg(short, value_name = "N", value_parser = orders)]
    n: RangeInclusive<u32>,
    /// Number of threads [default: all processors]
    #[arg(long, value_parser = parse_threads)]
    threads: Option<usize>,
    /// Print one JSON object for each number of vertices and starter
    #[arg(long)]
    json: bool,
}

/// The biases of one number of vertices and starter, as JSON.
#[derive(Serialize)]
struct Row {
    n: u32,
    /// Who begins; absent where moves are offers.
    #[serde(skip_serializing_if = "Option::is_none")]
    starter: Option<&'static str>,
    /// Who wants the goal.
    player: String,
    /// The b of the biases 1:b with which that player wins.
    wins: Vec<u32>,
    /// Whether no larger bias wins again.
    is_interval: bool,
}

/// What begins a rule's names, and who may begin.
struct Rule {
    prefix: &'static str,
    /// Empty where moves are offers.
    starters: &'static [&'static str],
}

const RULES: [Rule; 4] = [
    Rule {
        prefix: "maker-breaker:",
        starters: &["maker", "breaker"],
    },
    Rule {
        prefix: "avoider-enforcer:",
        starters: &["avoider", "enforcer"],
    },
    Rule {
        prefix: "waiter-client:",
        starters: &[],
    },
    Rule {
        prefix: "client-waiter:",
        starters: &[],
    },
];

fn orders(text: &str) -> Result<RangeInclusive<u32>, String> {
    let number = |text: &str| text.parse::<u32>().ok().filter(|n| (2..=11).contains(n));
    let range = match text.split_once("..") {
        Some((least, most)) => number(least).zip(number(most)),
        None => number(text).map(|n| (n, n)),
    };
    range
        .filter(|(least, most)| least <= most)
        .map(|(least, most)| least..=most)
        .ok_or_else(|| "give a number of vertices from 2 to 11, or two as 4..6".into())
}

pub(super) fn run(family: &dyn Family, args: Args) -> Result<(), Failure> {
    let usage = |sentence: String| Failure::new(Code::Usage, sentence);
    let game = args.game.to_ascii_lowercase();
    let Some(rule) = RULES.iter().find(|rule| game.starts_with(rule.prefix)) else {
        let kinds: Vec<&str> = RULES.iter().map(|rule| rule.prefix).collect();
        return Err(usage(format!(
            "'{}' has no bias; thresholds are of {} and a goal",
            args.game,
            kinds.join(", ")
        )));
    };
    if let Some(part) = ["/bias=", "/starter="].into_iter().find(|part| game.contains(part)) {
        return Err(usage(format!("all are tried; leave {part} out of '{}'", args.game)));
    }
    let place = std::env::temp_dir().join("retrograph-thresholds");
    prepare_drafts(&place);
    let folder = DraftFolder::beside(&place)?;
    let cells = Cells {
        family,
        args: &args,
        folder: folder.folder(),
        bars: Bars(Progress::new(false, false)),
        // Elsewhere a larger bias never helps who wants the goal.
        is_strict: rule.prefix == "avoider-enforcer:" && !game.contains("/monotone"),
    };
    let mut out = stdout();
    // A position of a game with moves of one or more edges has a value for either player first.
    let together = match game.contains("/monotone") {
        true => 2,
        false => 1,
    };
    for n in args.n.clone() {
        let groups = match rule.starters {
            [] => vec![&[][..]],
            some => some.chunks(together).collect(),
        };
        for starters in groups {
            for row in cells.rows(n, starters)? {
                let line = if args.json {
                    json::line(&row)
                } else {
                    row.text(&args.game)
                };
                writeln!(out, "{line}")?;
            }
        }
    }
    Ok(())
}

/// The bar of the game under way, without the lines of its levels.
struct Bars(Progress);

impl Observer for Bars {
    fn begin(&self, step: &Step) {
        self.0.begin(step);
    }

    fn advance(&self, done: u64) {
        self.0.advance(done);
    }

    fn end(&self) {
        self.0.end();
    }
}

/// What solves the games, one after another.
struct Cells<'a> {
    family: &'a dyn Family,
    args: &'a Args,
    folder: &'a Path,
    bars: Bars,
    is_strict: bool,
}

/// A solved game.
struct Cell {
    /// Who wants the goal.
    hunter: Player,
    /// Who wins, for each starter asked for.
    winners: Vec<Option<Outcome>>,
}

impl Cells<'_> {
    /// A row for each starter, or one where moves are offers, all of the same games.
    fn rows(&self, n: u32, starters: &[&'static str]) -> Result<Vec<Row>, Failure> {
        let named: Vec<Option<&'static str>> = match starters {
            [] => vec![None],
            some => some.iter().copied().map(Some).collect(),
        };
        let mut wins = vec![vec![]; named.len()];
        let mut hunter = Player::First;
        let end = match starters {
            [starter] => format!("/starter={starter}"),
            _ => String::new(),
        };
        for bias in 1.. {
            // A bias of more edges than the board has is no bias.
            let Some(cell) = self.cell(n, &format!("{}/bias=1:{bias}{end}", self.args.game), bias, named.len())? else {
                break;
            };
            hunter = cell.hunter;
            let is_won = cell.winners.iter().map(|&winner| winner == Some(Outcome::of(hunter)));
            let mut goes_on = self.is_strict;
            for (wins, is_won) in wins.iter_mut().zip(is_won) {
                if is_won {
                    wins.push(bias);
                }
                goes_on |= is_won;
            }
            if !goes_on {
                break;
            }
        }
        let roles = match self.family.about(&self.args.game)?.players {
            game::Players::Coloured { roles, .. } => roles,
            game::Players::Alike { .. } => unreachable!("the rules have colours"),
        };
        let rows = named.into_iter().zip(wins).map(|(starter, wins)| Row {
            n,
            starter,
            player: roles[hunter as usize].clone(),
            is_interval: wins.iter().zip(1..).all(|(&win, b)| win == b),
            wins,
        });
        Ok(rows.collect())
    }

    /// Solves a game for so many starters; `None` where the bias does not fit the board.
    fn cell(&self, n: u32, name: &str, bias: u32, starters: usize) -> Result<Option<Cell>, Failure> {
        let values = match self.family.values_for(name, n, None, Some(Kind::Outcome)) {
            Err(_) if bias > 1 => return Ok(None),
            other => other??,
        };
        self.bars.0.line(&format!("{name}, n = {n}"));
        let engine = engine("thresholds", self.family, name, n, values)?;
        let options = Options {
            threads: self.args.threads.unwrap_or_else(processors),
            keep: Keep::Labels,
            ..Options::default()
        };
        let folder = self.folder.join("game");
        let (db, _) = begin(&*engine, values, Some(Keep::Labels), &folder)?;
        engine.solve(&db, &options, &self.bars)?;
        let table = Solution::of(&*engine, &db)?.value_table();
        let winners = match starters {
            1 => vec![table.outcome_of_empty_board()],
            _ => Player::BOTH.map(|first| table.outcome_when_first(first)).to_vec(),
        };
        drop(db);
        fs::remove_dir_all(&folder)?;
        let hunter = values.play().hunter().expect("one player wants the goal");
        Ok(Some(Cell { hunter, winners }))
    }
}

impl Row {
    /// Such as `n = 5, avoider first: Enforcer wins with 1:1 to 1:3`.
    fn text(&self, game: &str) -> String {
        let starter = self
            .starter
            .map_or(String::new(), |starter| format!(", {starter} first"));
        let mut spans: Vec<(u32, u32)> = Vec::new();
        for &bias in &self.wins {
            match spans.last_mut() {
                Some((_, last)) if *last + 1 == bias => *last = bias,
                _ => spans.push((bias, bias)),
            }
        }
        let spans: Vec<String> = spans
            .into_iter()
            .map(|(first, last)| match first == last {
                true => format!("1:{first}"),
                false => format!("1:{first} to 1:{last}"),
            })
            .collect();
        let wins = match spans.is_empty() {
            true => "wins with no bias 1:b".into(),
            false if self.is_interval => format!("wins with {}", spans.join(", ")),
            false => format!("wins with {}, which is not monotone", spans.join(", ")),
        };
        format!("{game}, n = {}{starter}: {} {wins}", self.n, self.player)
    }
}
