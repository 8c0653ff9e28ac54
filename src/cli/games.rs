//! `retrograph games`: which games there are.

use std::io::{Write, stdout};

use serde::Serialize;

use super::failure::Failure;
use crate::games::{EXAMPLES, Game, GameTask, Rules, Source, most_vertices, with_game};
use crate::report::figures::write_columns;
use crate::values::Values;

/// List the games there are, their rules, and on how many vertices they can be played
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  retrograph games            # a table
  retrograph games --json

The list shows the kinds of games; any graph of up to 16 vertices may take the place of those in it.")]
pub(super) struct Args {
    /// Print one JSON object a line
    #[arg(long)]
    json: bool,
}

/// What is said of a game, as JSON.
#[derive(Serialize)]
struct Line<'a> {
    name: &'a str,
    rules: String,
    least_n: u32,
    most_n: u32,
    /// Where the saturated positions come from.
    saturated: &'static str,
    why: &'static str,
}

const NAMES: &str = "
Names: avoid:F is the game in which nobody may complete F, as a subgraph, induced or not. F is P4 (path on 4 vertices),
C5 (cycle), K4 (complete), K2,3 (complete bipartite; K1,3 is a star), 3K2 (disjoint edges), paw, diamond, bull, bowtie,
any other graph as graph6; or odd-cycle, hamilton-cycle, connected. avoid:F+G avoids both. With /connected at the end
every move after the first must touch what is built. The player who cannot move loses.

Saturated positions (those without a move): from a list, or from an ascent, which goes through every position once from
the empty board upwards before the solution goes down. `retrograph solve NAME -n N --explain` tells which, and why.
";

pub(super) fn run(args: Args) -> Result<(), Failure> {
    let mut text = Vec::new();
    let lines = EXAMPLES.iter().map(|name| line(name));
    if args.json {
        for line in lines {
            serde_json::to_writer(&mut text, &line).map_err(std::io::Error::from)?;
            text.push(b'\n');
        }
    } else {
        let row = |line: Line| {
            let orders = format!("{}-{}", line.least_n, line.most_n);
            vec![line.name.into(), orders, line.saturated.into(), line.rules]
        };
        let rows: Vec<Vec<String>> = lines.map(row).collect();
        write_columns(&mut text, &["name", "n", "saturated", "rules"], &rows)?;
        text.extend_from_slice(NAMES.as_bytes());
    }
    Ok(stdout().write_all(&text)?)
}

/// # Panics
/// When there is no such game.
fn line(name: &str) -> Line<'_> {
    let rules = rules(name);
    let source = with_game(name, 1, Values::OUTCOME, SourceOf).expect("there is such a game");
    let (saturated, why) = source_name(source);
    Line {
        name,
        rules: rules.sentence(),
        least_n: 1,
        most_n: most_vertices(&rules),
        saturated,
        why,
    }
}

/// The rules of a game that there is.
///
/// # Panics
/// When there is none of this name.
pub(super) fn rules(name: &str) -> Rules {
    let rules = Rules::named(name).and_then(Result::ok);
    rules.unwrap_or_else(|| panic!("there is no game named '{name}'"))
}

/// The word for a source, and its reason.
pub(super) fn source_name(source: Source) -> (&'static str, &'static str) {
    match source {
        Source::List(why) => ("list", why),
        Source::Ascent(why) => ("ascent", why),
    }
}

struct SourceOf;

impl GameTask for SourceOf {
    type Output = Source;

    fn run<G: Game>(self, game: G) -> Source {
        game.source()
    }
}
