//! What is known of a game by its name.

use graph::Graph16;
use values::Play;

/// What is said of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// Its name as people type it.
    pub name: String,
    /// What it is called in a sentence, such as `the triangle avoidance game`.
    pub title: String,
    /// Its rules, as a sentence without its full stop.
    pub sentence: String,
    /// Most vertices that it can be played on.
    pub most_n: u32,
    /// The number of vertices when none is given: that of its board, or that of a game with a name of its own.
    pub usual_n: Option<u32>,
    /// What the players may do.
    pub players: Players,
}

/// What the players of a game may do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Players {
    /// Both the same: edges have one colour.
    Alike {
        /// Whether every move must touch what is built.
        connected: bool,
    },
    /// Each colours edges in a colour of their own, Red first.
    Coloured {
        /// What Red and what Green completes, such as `triangle`.
        complete: [String; 2],
        /// The board, where it is not a complete graph.
        board: Option<Graph16>,
    },
}

impl About {
    /// Whether the players have colours.
    pub fn is_coloured(&self) -> bool {
        matches!(self.players, Players::Coloured { .. })
    }

    /// Whether every move must touch what is built.
    pub fn is_connected(&self) -> bool {
        matches!(self.players, Players::Alike { connected: true })
    }

    /// The rules with what they do not say of themselves: who has won when no move is left.
    pub fn rules(&self, play: Play) -> String {
        match play.completion {
            None => format!("{}; {}", self.sentence, play.rule()),
            Some(_) => self.sentence.clone(),
        }
    }
}

/// Why there is no such game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoSuchGame {
    /// The name is unknown.
    #[error("there is no game named '{name}'; {hint}")]
    Name {
        /// The name.
        name: String,
        /// What is perhaps meant, or what there is.
        hint: String,
    },
    /// What is to be avoided is unknown.
    #[error("there is no game named '{name}': {why}; see `retrograph games`")]
    Forbidden {
        /// The name.
        name: String,
        /// A sentence about its part.
        why: String,
    },
    /// The board is too small or too large.
    #[error("'{name}' can be played on 1 to {most} vertices, not on {n}")]
    Order {
        /// The game.
        name: String,
        /// The order asked for.
        n: u32,
        /// The largest supported.
        most: u32,
    },
}

/// Why positions are not counted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoCensus {
    /// A part of the name is wrong.
    #[error(transparent)]
    Game(#[from] NoSuchGame),
    /// Symmetry is not that of the complete graph.
    #[error(
        "positions of '{0}' are not estimated: only of games on the complete graph, without board or coloured edges"
    )]
    Board(String),
    /// The board is too small or too large.
    #[error("positions of '{name}' are estimated on 1 to {most} vertices, not on {n}")]
    Order {
        /// The game.
        name: String,
        /// The order asked for.
        n: u32,
        /// The largest.
        most: u32,
    },
}
