//! What is known about a game from its name.

use crate::values::Play;
use graph::Graph16;

/// The description of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// Its name as users type it.
    pub name: String,
    /// Its name in a sentence, such as `the triangle avoidance game`.
    pub title: String,
    /// Its rules, as a sentence without its full stop.
    pub sentence: String,
    /// Maximum number of vertices on which it can be played.
    pub most_n: u32,
    /// The number of vertices when none is given: that of its board, or that of a game with its own name.
    pub usual_n: Option<u32>,
    /// What the players may do.
    pub players: Players,
    /// The graphs that the rules name, to be drawn.
    pub graphs: Vec<NamedGraph>,
}

/// A graph that the rules of a game name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedGraph {
    /// Its name as a noun, such as `triangle` or `C5`.
    pub name: String,
    /// The graph.
    pub graph: Graph16,
    /// The player whose edges it is about, 0 for Red, where the two players complete different graphs.
    pub colour: Option<usize>,
}

/// What the players of a game may do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Players {
    /// Both players have the same moves: edges have one colour.
    Alike {
        /// Whether every move must touch an earlier edge.
        connected: bool,
    },
    /// Each player has a colour; Red begins where the name does not say otherwise.
    Coloured {
        /// The graphs that Red and Green complete, such as `triangle`.
        complete: [String; 2],
        /// What Red and Green are called.
        roles: [String; 2],
        /// The board, if it is not a complete graph.
        board: Option<Graph16>,
    },
}

impl About {
    /// Returns whether the players have colours.
    pub fn is_coloured(&self) -> bool {
        matches!(self.players, Players::Coloured { .. })
    }

    /// Returns whether every move must touch an earlier edge.
    pub fn is_connected(&self) -> bool {
        matches!(self.players, Players::Alike { connected: true })
    }

    /// Returns the rules, including who has won when no move is left.
    pub fn rules(&self, play: Play) -> String {
        match play.completion {
            None => format!("{}; {}", self.sentence, play.rule()),
            Some(_) => self.sentence.clone(),
        }
    }
}

/// Why a game does not exist.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoSuchGame {
    /// The name is unknown.
    #[error("there is no game named '{name}'; {}", meant.as_ref().map_or_else(
        || format!("games are {games}"),
        |meant| format!("did you mean '{meant}'?"),
    ))]
    Name {
        /// The name.
        name: String,
        /// What may be meant.
        meant: Option<String>,
        /// Which games there are.
        games: &'static str,
    },
    /// The forbidden graph or property is unknown.
    #[error("there is no game named '{name}': {why}")]
    Forbidden {
        /// The name.
        name: String,
        /// A sentence about the unknown part.
        why: String,
    },
    /// The board is too small or too large.
    #[error("'{name}' can be played on 1 to {most} vertices, not on {n}")]
    Order {
        /// The game.
        name: String,
        /// The order requested.
        n: u32,
        /// The largest supported.
        most: u32,
    },
}

/// Why positions cannot be counted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoCensus {
    /// A part of the name is wrong.
    #[error(transparent)]
    Game(#[from] NoSuchGame),
    /// The board is not a complete graph.
    #[error(
        "positions of '{0}' cannot be estimated; choose a game on the complete graph, without board or coloured edges"
    )]
    Board(String),
    /// Turns are not counted.
    #[error(
        "positions of '{0}' cannot be estimated; choose a game in which each player colours an edge in turn, Red first, or \
         one or more edges"
    )]
    Turns(String),
    /// The board is too small or too large.
    #[error("positions of '{name}' can be estimated on 1 to {most} vertices, not on {n}")]
    Order {
        /// The game.
        name: String,
        /// The order requested.
        n: u32,
        /// The largest.
        most: u32,
    },
}
