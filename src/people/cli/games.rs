//! `retrograph games`: lists the games.

use std::io::{Write, stdout};

use serde::Serialize;

use super::failure::Failure;
use base::units::write_columns;
use engine::Family;
use game::Source;
use game::values::Values;
use proof::Question;
use provers::PROVERS;

/// List the games, their rules and the numbers of vertices they can be played on
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  retrograph games            # a table
  retrograph games --json

The list shows the kinds of games; any graph of up to 16 vertices may replace
the graphs in it.")]
pub(super) struct Args {
    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
}

/// The description of a game, as JSON.
#[derive(Serialize)]
struct Line<'a> {
    name: &'a str,
    rules: String,
    least_n: u32,
    most_n: u32,
    /// Where the saturated positions come from.
    saturated: &'static str,
    why: &'static str,
    /// A command that proves who wins, if that can be done too.
    #[serde(skip_serializing_if = "Option::is_none")]
    prove: Option<String>,
}

/// The description of a game that is proved, as JSON.
#[derive(Serialize)]
struct ProvedLine {
    name: String,
    rules: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    least_n: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    most_n: Option<usize>,
    /// Tells it from games that are solved.
    proved: bool,
    prove: String,
}

const NAMES: &str = "
Names: in avoid:F, players may not complete F as a subgraph, induced or not. F is P4 (path on 4
vertices), C5 (cycle), K4 (complete), K2,3 (complete bipartite; K1,3 is a star), 3K2 (disjoint
edges), paw, diamond, bull, bowtie, any other graph as graph6; or odd-cycle, hamilton-cycle,
connected. avoid:F+G avoids both. With /connected at the end every move after the first must touch
an earlier edge. The player without a move loses.

achieve:F, achieve:F+G   who completes F (or G) wins. Positions are the graphs that no single edge
completes: the player who can only leave another graph loses, two moves before the end.

Two colours (Red begins, each player has a colour; F as above, F:H if Green's graph differs from
Red's):
ramsey-avoid:F         a player may not complete F in their own colour; a player who cannot move
                       loses
ramsey-avoid-plus:F    the same, with one or more edges per move
ramsey-lose:F          completing F in one's own colour loses; a full board is a tie
ramsey-achieve:F       completing F in one's own colour wins; a full board is a tie, or with
                       /tie-second a win of Green
ramsey-achieve-weak:F  only Red's F counts; Green wins a full board
The board is a complete graph unless /board=GRAPH6 follows; /red=0-1,2-3 and /green=1-2 colour
edges at the start. sim, sima and sim-plus are ramsey-lose:K3, ramsey-achieve:K3 and
ramsey-avoid-plus:K3 on 6 vertices.

Saturated positions (those without a move) come from a list, or from an ascent, which visits every
position once from the empty board upwards before the solution goes down.
`retrograph solve NAME -n N --explain` shows which, and why.
";

const PROVED: &str = "
Games that are proved: `retrograph prove` finds who wins from the start and writes a proof, and
`play --proof` and `serve --proof` play the winner's side. triangle and avoid:F can be proved, too,
on up to 16 vertices: retrograph prove triangle -n 12 --proof FILE. Any small graph may replace
those in these names, as above, and any vertices those in hamilton-path:0-1.

";

const HOW: &str = "
For example:
  retrograph prove maker-breaker:hamilton-cycle -n 8 --proof ham8.proof
  retrograph prove online-ramsey:K3,C4 --proof k3c4.proof
  retrograph prove ramsey-achieve:K4 --fresh 11 --moves 16 --proof k4.proof
`retrograph prove --help` says what each family asks for.
";

pub(super) fn run(family: &dyn Family, args: Args) -> Result<(), Failure> {
    let mut text = Vec::new();
    let lines = (family.examples().iter().chain(family.coloured_examples())).map(|name| line(family, name));
    if args.json {
        for line in lines {
            serde_json::to_writer(&mut text, &line).map_err(std::io::Error::from)?;
            text.push(b'\n');
        }
        for line in proved() {
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
        text.extend_from_slice(PROVED.as_bytes());
        let row = |line: ProvedLine| {
            let orders = line.least_n.zip(line.most_n);
            let orders = orders.map_or("any".into(), |(least, most)| format!("{least}-{most}"));
            vec![line.name, orders, line.rules]
        };
        let rows: Vec<Vec<String>> = proved().map(row).collect();
        write_columns(&mut text, &["name", "n", "rules"], &rows)?;
        text.extend_from_slice(HOW.as_bytes());
    }
    Ok(stdout().write_all(&text)?)
}

/// The games that are proved.
fn proved() -> impl Iterator<Item = ProvedLine> {
    PROVERS.listed().into_iter().map(|game| ProvedLine {
        name: game.name,
        rules: game.rules,
        least_n: game.orders.map(|[least, _]| least),
        most_n: game.orders.map(|[_, most]| most),
        proved: true,
        prove: command(&*game.question),
    })
}

/// # Panics
/// Panics when the game does not exist.
fn line<'a>(family: &dyn Family, name: &'a str) -> Line<'a> {
    let about = family.about(name).expect("there is such a game");
    let n = about.usual_n.unwrap_or(1);
    let source = family
        .reader(name, n, Values::OUTCOME)
        .expect("there is such a game")
        .source();
    let (saturated, why) = source_name(source);
    Line {
        name,
        rules: about.sentence,
        least_n: 1,
        most_n: about.most_n,
        saturated,
        why,
        prove: PROVERS
            .of(name)
            .and_then(|prover| prover.usual(name))
            .map(|question| command(&*question)),
    }
}

/// The command that answers a question.
pub(super) fn command(question: &dyn Question) -> String {
    format!("retrograph prove {} --proof FILE", question.words())
}

/// Returns the word for a source, and its reason.
pub(super) fn source_name(source: Source) -> (&'static str, &'static str) {
    match source {
        Source::List(why) => ("list", why),
        Source::Ascent(why) => ("ascent", why),
    }
}
