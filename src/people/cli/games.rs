//! `retrograph games`: lists the games.

use std::io::{Write, stdout};

use serde::Serialize;

use super::failure::Failure;
use super::printable::quoted;
use engine::Family;
use game::values::Values;
use game::{CONNECTED, SHORT_NAMES, Source};
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
    /// Distinguishes it from games that are solved.
    proved: bool,
    prove: String,
}

/// The kinds of games that are solved, with what players do; a name belongs to the last kind whose word it has.
const SOLVED: [(&str, &str); 12] = [
    (
        "avoid",
        "avoid:F, avoid:F+G: players add edges in turn and may not complete F (or G), a
graph or a property. The player without a move loses.",
    ),
    (
        "/connected",
        "GAME/connected: the same, and every move after the first touches an earlier
edge.",
    ),
    (
        "achieve",
        "achieve:F, achieve:F+G: who completes F (or G) wins. Positions are the graphs
that no single edge completes: the player who can only leave another graph
loses, two moves before the end.",
    ),
    (
        "ramsey-avoid",
        "ramsey-avoid:F: Red and Green colour edges in turn, and a player may not
complete F in their own colour. The player without a move loses. F:H if Green's
graph differs from Red's, also below.",
    ),
    (
        "ramsey-avoid-plus",
        "ramsey-avoid-plus:F: the same, with one or more edges a move.",
    ),
    (
        "ramsey-lose",
        "ramsey-lose:F: completing F in one's own colour loses; a full board is a tie.",
    ),
    (
        "ramsey-achieve",
        "ramsey-achieve:F, the strong game: completing F in one's own colour wins; a
full board is a tie, or with /tie-second a win of Green.",
    ),
    (
        "ramsey-achieve-weak",
        "ramsey-achieve-weak:F: only Red's F counts; Green wins a full board. That is
maker-breaker:contains:F, with values P and N.",
    ),
    (
        "maker-breaker",
        "maker-breaker:GOAL, maker-breaker:GOAL/bias=A:B: by turns Maker colours A edges
and wants the goal, and Breaker B (1:1). GOAL is contains:F or a property.
/starter=breaker: Breaker begins; so below. docs/conventions.md has the rules.",
    ),
    (
        "avoider-enforcer",
        "avoider-enforcer:GOAL, avoider-enforcer:GOAL/bias=A:B: Avoider loses with the
goal; with /monotone a turn has A, or B, or more edges.",
    ),
    (
        "waiter-client",
        "waiter-client:GOAL, waiter-client:GOAL/bias=A:B: Waiter offers A+B edges, of
which Client keeps A; Waiter wins if these get the goal.",
    ),
    (
        "client-waiter",
        "client-waiter:GOAL, client-waiter:GOAL/bias=1:Q: Waiter offers 1 to Q+1 edges,
Client keeps one, and wins with the goal.",
    ),
];

const NAMES: &str = "
F is a subgraph, induced or not: P4 (path on 4 vertices), C5 (cycle), K4
(complete), K2,3 (complete bipartite; K1,3 is a star), 3K2 (disjoint edges), B3
(triangles with a common edge), W4 (wheel with 4 spokes), Q3 (cube), claw, paw,
diamond, bull, bowtie or butterfly, house, gem, dart, kite, cricket, fork,
banner, net, domino, prism, octahedron, petersen, any other graph of up to 16
vertices as graph6, as in avoid:DxC; or a property: odd-cycle, hamilton-cycle,
hamilton-path, connected, 2-connected, perfect-matching, non-planar,
chromatic:4 (chromatic number 4), min-degree:2 (every vertex has 2 edges).
docs/games-not-here.md says which are not here.

Red begins. The board is a complete graph unless /board=GRAPH6 follows;
/red=0-1,2-3 and /green=1-2 colour edges at the start. sim, sima and sim-plus
are ramsey-lose:K3, ramsey-achieve:K3 and ramsey-avoid-plus:K3 on 6 vertices.

Saturated positions (those without a move) come from a list, or from an ascent,
which visits every position once from the empty board upwards before the
solution goes down: `retrograph solve NAME -n N --explain` shows which and why.

GAMES THAT ARE PROVED: `retrograph prove` finds who wins from the start and
writes a proof, and `play --proof` and `serve --proof` play the winner's side.
triangle, avoid:F and achieve:F can be proved, too, on up to 20 vertices:
retrograph prove triangle -n 12 --proof FILE
";

/// The same of games that are proved.
const PROVED: [(&str, &str); 3] = [
    (
        "maker-breaker",
        "maker-breaker:GOAL: Maker and Breaker claim edges in turn, and Maker wants the
goal: also on larger boards than those solved. Any small graph may replace the
one of contains:K4, and any two vertices those of hamilton-path:0-1.",
    ),
    (
        "ramsey-achieve",
        "ramsey-achieve:F: Red and Green claim edges in turn, and the first to own an F
wins: can Red, also on all boards from some number of vertices on?",
    ),
    (
        "online-ramsey",
        "online-ramsey:F,G: Builder draws an edge in each round and Painter colours it:
within how many rounds can Builder force a red F or a green G? On any number of
vertices.",
    ),
];

const HOW: &str = "
For example:
  retrograph prove maker-breaker:hamilton-cycle -n 8 --proof ham8.proof
  retrograph prove online-ramsey:K3,C4 --proof k3c4.proof
  retrograph prove ramsey-achieve:K4 --fresh 11 --moves 16 --proof k4.proof
`retrograph prove --help` says what each family asks for.
";

/// Columns of a line: what every terminal has.
const WIDTH: usize = 79;

pub(super) fn run(family: &dyn Family, args: Args) -> Result<(), Failure> {
    let mut text = String::new();
    let lines = (family.examples().iter().chain(family.coloured_examples())).map(|name| line(family, name));
    if args.json {
        for line in lines {
            text += &(serde_json::to_string(&line).map_err(std::io::Error::from)? + "\n");
        }
        for line in proved() {
            text += &(serde_json::to_string(&line).map_err(std::io::Error::from)? + "\n");
        }
        return Ok(stdout().write_all(text.as_bytes())?);
    }
    let solved: Vec<(String, Option<[u32; 2]>)> = lines
        .map(|line| (line.name.into(), Some([line.least_n, line.most_n])))
        .collect();
    let number = |n: usize| u32::try_from(n).expect("a board is small");
    let proved: Vec<(String, Option<[u32; 2]>)> = proved()
        .map(|line| {
            (
                line.name,
                line.least_n
                    .zip(line.most_n)
                    .map(|(least, most)| [number(least), number(most)]),
            )
        })
        .collect();
    text += "GAMES THAT ARE SOLVED: retrograph solve NAME -n N\n";
    write_kinds(&mut text, &SOLVED, &solved);
    text += NAMES;
    write_kinds(&mut text, &PROVED, &proved);
    text += HOW;
    Ok(stdout().write_all(text.as_bytes())?)
}

/// Writes each kind with the names of its games, and their numbers of vertices where these change.
fn write_kinds(text: &mut String, kinds: &[(&str, &str)], games: &[(String, Option<[u32; 2]>)]) {
    for (kind, what) in kinds {
        *text += &format!("\n{what}\n");
        let mut line = String::from(" ");
        let mut last = None;
        for (name, orders) in games.iter().filter(|(name, _)| kind_of(name) == *kind) {
            let reported = match orders.filter(|_| *orders != last) {
                Some([least, most]) => format!(" n = {least}-{most}: {name}"),
                None => format!(" {name}"),
            };
            last = *orders;
            if line.len() + reported.len() > WIDTH {
                *text += &format!("{line}\n");
                line = String::from(" ");
            }
            line += &reported;
        }
        *text += &format!("{line}\n");
    }
}

/// The word of a kind.
fn kind_of(name: &str) -> &str {
    let long = SHORT_NAMES.iter().find(|(short, ..)| *short == name);
    let word = long.map_or(name, |(_, long, _)| long).split(':').next().unwrap_or(name);
    match word {
        _ if name.ends_with(CONNECTED) => CONNECTED,
        "triangle" => "avoid",
        word => word,
    }
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
    let words: Vec<String> = question.words().split(' ').map(quoted).collect();
    format!("retrograph prove {} --proof FILE", words.join(" "))
}

/// Returns the word for a source, and its reason.
pub(super) fn source_name(source: Source) -> (&'static str, &'static str) {
    match source {
        Source::List(why) => ("list", why),
        Source::Ascent(why) => ("ascent", why),
    }
}
