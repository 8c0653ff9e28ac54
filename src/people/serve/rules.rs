//! The rules of a game as data, with which a page can play it. The fields are in the order in which they are written.

use serde::Serialize;

use engine::Reader;
use game::values::{Completion, Values};
use game::{NoRulebook, Part};
use graph::{COLOURS, Graph16, encode_graph6};

/// The rules of a game, and what values mean.
#[derive(Debug, Serialize)]
pub(super) struct Rules {
    /// Where players have colours.
    board: Option<Board>,
    /// Whether every move must touch an earlier edge.
    connected: bool,
    /// Number of vertices.
    n: u32,
    /// Whether only what Red completes counts.
    red_alone: bool,
    /// What both players, or Red and Green, may not complete, or complete to end the game.
    rules: Vec<Vec<Forbidden>>,
    /// How positions become the arguments of label functions.
    signature: &'static str,
    /// How turns follow each other, where that is not an edge each, Red first.
    #[serde(skip_serializing_if = "Option::is_none")]
    turns: Option<Turns>,
    values: Meaning,
}

/// How turns follow each other.
#[derive(Debug, Serialize)]
struct Turns {
    bias: [u32; 2],
    starter: &'static str,
    step: &'static str,
}

/// The board of a two-colour game.
#[derive(Debug, Serialize)]
struct Board {
    /// The red and the green edges coloured before the game.
    before: [Vec<[usize; 2]>; 2],
    /// The pairs that moves may colour, graph6.
    pairs: String,
}

/// Something that can be completed.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Forbidden {
    Copy { graph6: String, name: String },
    Property(String),
}

/// What values mean.
#[derive(Debug, Serialize)]
struct Meaning {
    /// Where completing a graph ends the game: `loses` or `wins`, or the colour that then wins.
    completion: Option<&'static str>,
    kind: String,
    last_mover_loses: bool,
    /// Whether there are any.
    ties: bool,
}

impl Rules {
    /// Returns the rules of `engine`'s game.
    ///
    /// # Errors
    /// [`NoRulebook`].
    pub fn of(engine: &dyn Reader, values: Values) -> Result<Self, NoRulebook> {
        let rulebook = engine.rulebook()?;
        let parts = |parts: &Vec<Part>| parts.iter().map(Forbidden::of).collect();
        let play = values.play();
        Ok(Self {
            board: rulebook.board.as_ref().map(|board| Board {
                before: board.before.each_ref().map(pairs),
                pairs: encode_graph6(&board.pairs),
            }),
            connected: rulebook.connected,
            n: engine.order(),
            red_alone: rulebook.red_alone,
            rules: rulebook.parts.iter().map(parts).collect(),
            signature: rulebook.signature.name(),
            turns: rulebook.turns.map(|turns| Turns {
                bias: turns.bias,
                starter: COLOURS[turns.starter as usize],
                step: turns.step.name(),
            }),
            values: Meaning {
                completion: play.completion.map(|completion| match completion {
                    Completion::Loses => "loses",
                    Completion::Wins => "wins",
                    Completion::WinsFor(player) => COLOURS[player as usize],
                }),
                kind: values.kind().to_string(),
                last_mover_loses: play.last_mover_loses(),
                ties: values.may_tie(),
            },
        })
    }
}

impl Forbidden {
    fn of(part: &Part) -> Self {
        match part {
            Part::Copy(name, graph) => Self::Copy {
                graph6: encode_graph6(graph),
                name: name.clone(),
            },
            Part::Property(name) => Self::Property(name.clone()),
        }
    }
}

fn pairs(graph: &Graph16) -> Vec<[usize; 2]> {
    graph.edges().map(|(u, v)| [u, v]).collect()
}
