//! `retrograph counts`: games on any number of vertices, whose positions are counts of components.

use std::io::{Write, stdout};

use ::counts::{Game, Kind, Law, NotCounted, ORDER_MOST, Table};
use clap::builder::RangedU64ValueParser;
use serde::Serialize;

use super::failure::{Code, Failure};
use super::game::game_name;
use super::json;

/// Solve a game whose positions are counts of components, on hundreds of vertices or on every number
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  retrograph counts avoid:K1,3
  retrograph counts avoid:P4 --to 300
  retrograph counts avoid:3K2 --to 100 --json

Games: avoid:P3, avoid:P4, avoid:P5, avoid:K1,3, avoid:2K2, avoid:3K2,
avoid:K3+P4 and avoid:K1,3+K3. Without a P4, say, a graph is single vertices,
edges, P3, larger stars and triangles, so that it matters only how many there
are of each. For n vertices a line has: who wins in normal and in misère play,
1 the first player or 2 the second; the Sprague-Grundy number of the graph with
one edge, 0-1 (that of the start is 1 where it is 0, else 0); and edges at the
end, when Max begins, who wants many, and when Min begins, who wants few. A
dot: not known. Then come the periods of these answers. 'proved for every n':
positions with few components decide them, and the values of these repeat
(docs/values.md). 'checked to n': the period held so far.")]
pub(super) struct Args {
    /// The game, see below
    #[arg(value_parser = game_name)]
    game: String,
    /// The largest number of vertices, at most 500; seconds where not all answers are proved for every n
    #[arg(
        long, value_name = "N", default_value_t = 30,
        value_parser = RangedU64ValueParser::<usize>::new().range(2..=ORDER_MOST as u64)
    )]
    to: usize,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// What `counts --json` prints.
#[derive(Serialize)]
struct Shape<'a> {
    game: &'static str,
    answers: Vec<Answers>,
    laws: Vec<LawShape<'a>>,
}

/// Those on `n` vertices; `None`: not known.
#[derive(Serialize)]
struct Answers {
    n: usize,
    winner: Option<u32>,
    misere: Option<u32>,
    /// Of the graph with one edge.
    grundy: Option<u32>,
    max_begins: Option<u32>,
    min_begins: Option<u32>,
}

#[derive(Serialize)]
struct LawShape<'a> {
    /// Which answers, as in [`Answers`].
    of: String,
    from: usize,
    period: usize,
    values: &'a [u32],
    gain: u32,
    proved: bool,
    checked: usize,
}

pub(super) fn run(args: Args) -> Result<(), Failure> {
    let game = Game::named(&args.game).map_err(|error| match error {
        NotCounted::Game(error) => error.into(),
        NotCounted::Positions(_) => Failure::new(Code::Usage, error.to_string()),
    })?;
    let table = game.table(args.to);
    let text = if args.json {
        json::line(&shape(&game, &table)) + "\n"
    } else {
        text(&table)
    };
    Ok(stdout().write_all(text.as_bytes())?)
}

fn orders(table: &Table) -> impl Iterator<Item = usize> {
    2..=table.last()
}

fn laws(table: &Table) -> impl Iterator<Item = (Kind, &Law)> {
    let laws = Kind::ALL.into_iter().map(|kind| (kind, table.law(kind)));
    laws.filter_map(|(kind, law)| law.map(|law| (kind, law)))
}

fn text(table: &Table) -> String {
    let mut text = format!("{:>4}", "n");
    let widths = Kind::ALL.map(|kind| heading(kind).len());
    for kind in Kind::ALL {
        text += &format!("  {}", heading(kind));
    }
    for n in orders(table) {
        text += &format!("\n{n:4}");
        for (kind, width) in Kind::ALL.into_iter().zip(widths) {
            let answer = table.answer(kind, n).map_or(".".into(), |answer| answer.to_string());
            text += &format!("  {answer:>width$}");
        }
    }
    text += "\n";
    for (kind, law) in laws(table) {
        text += &format!("{}: {law}\n", heading(kind));
    }
    text
}

/// The name of a column. The start has one move, so that its own Grundy number is 0 or 1.
fn heading(kind: Kind) -> &'static str {
    match kind {
        Kind::Grundy => "grundy of 0-1",
        kind => kind.name(),
    }
}

fn shape<'a>(game: &Game, table: &'a Table) -> Shape<'a> {
    let answers = orders(table).map(|n| Answers {
        n,
        winner: table.answer(Kind::Winner, n),
        misere: table.answer(Kind::Misere, n),
        grundy: table.answer(Kind::Grundy, n),
        max_begins: table.answer(Kind::MaxBegins, n),
        min_begins: table.answer(Kind::MinBegins, n),
    });
    let laws = laws(table).map(|(kind, law)| LawShape {
        of: kind.name().replace(' ', "_"),
        from: law.from,
        period: law.period(),
        values: &law.values,
        gain: law.gain,
        proved: law.is_proved(),
        checked: law.checked,
    });
    Shape {
        game: game.name(),
        answers: answers.collect(),
        laws: laws.collect(),
    }
}
