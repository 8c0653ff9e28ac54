//! The rules: what a position is, which moves it has, and which positions lead to it. No file, thread or database is
//! named here.

mod avoidance;
mod canonical_pair;
mod family;
mod moves;
mod ramsey;
pub mod saturated;
mod spelling;
mod triangle;

use record::Record;

use values::Player;

pub use avoidance::{Avoidance, Avoidance16, CONNECTED, Openness, Rules};
pub use family::{About, COLOURED_EXAMPLES, EXAMPLES, GameTask, NoSuchGame, about, values_for, with_game};
pub use ramsey::{Form, Ramsey, Terms, shown_name};
pub use triangle::{Triangle, Triangle16, Triangle24};

/// A graph-building game on a fixed number of vertices, seen from the level above.
///
/// Positions are graphs up to isomorphism; level `m` holds those with `m` edges; a move adds an edge, so that every
/// move out of level `m` lands in level `m + 1`. The retrograde loop needs no more than this.
pub trait Game: Send + Sync {
    /// A key and a label, as levels store them.
    type Record: Record;
    /// A position, ready to be asked for its moves.
    type Position;
    /// Buffers that [`Game::expand`] uses again from call to call.
    type Scratch: Default + Send;

    /// The name on the command line and in the database.
    fn name(&self) -> &str;

    /// Number of vertices.
    fn order(&self) -> usize;

    /// Bytes of a key.
    fn key_width(&self) -> usize;

    /// The highest level there is; `None` when only an ascent from the empty board tells.
    fn top(&self) -> Option<u32>;

    /// Where the saturated positions (those without a legal move) come from.
    fn source(&self) -> Source;

    /// Every saturated position, in key order with label 0, each class once, where [`Game::source`] is a list.
    /// `progress(done, all)` is called now and then. Cost: far below that of solving the game.
    ///
    /// # Panics
    /// When the source is an ascent.
    fn saturated(&self, progress: &(dyn Fn(u64, u64) + Sync)) -> Vec<Self::Record>;

    /// The level a record belongs to.
    fn level(&self, record: Self::Record) -> u32;

    /// Visits every position of the level below whose canonical open pair leads to `above`, each class once: over all
    /// records of level `m + 1`, exactly the positions of level `m` that are not saturated. Returns the number of
    /// canonical labellings this took.
    fn expand(&self, above: Self::Record, scratch: &mut Self::Scratch, visit: impl FnMut(&Self::Position)) -> u64;

    /// Visits the keys of all positions of the level above whose canonical last edge leads down to `below`, each class
    /// once: over all records of level `m`, exactly the positions of level `m + 1`. Whether there is a legal move.
    fn ascend(&self, below: Self::Record, visit: impl FnMut(Self::Record)) -> bool;

    /// The position without an edge.
    fn empty(&self) -> Self::Position;

    /// The position of a record. Of one that no position has, such as a damaged level may hold, a graph that need not be
    /// a position: its record is another one, or the rules forbid it.
    fn position(&self, record: Self::Record) -> Self::Position;

    /// Whether the rules allow `position`; only bytes that nobody sealed can hold another.
    fn is_legal(&self, position: &Self::Position) -> bool;

    /// The position with its canonical labelling, which [`Game::record`] and [`Game::any_child`] then need not make.
    /// Cost: a canonical form.
    fn labelled(&self, position: Self::Position) -> Self::Position;

    /// The key of a position, with label 0.
    fn record(&self, position: &Self::Position) -> Self::Record;

    /// An isomorphism-invariant hash that a level's label function is asked by; different positions seldom share one.
    fn signature(&self, position: &Self::Position) -> u64;

    /// The signature of each record, its lowest bit zero; `hashes` is as long as `records`.
    fn sign(&self, records: &[Self::Record], hashes: &mut [u64]);

    /// Whether some legal move, other than the one the position was expanded from, leads to a child for which `test`,
    /// given the child's signature and the child, holds; of moves that are obviously the same up to an automorphism one
    /// is tried. Stops at the first.
    fn any_child(&self, position: &Self::Position, test: impl FnMut(u64, &Self::Position) -> bool) -> bool;

    /// Whether some move of `position` ends the game at once; [`Game::any_child`] leaves such moves out.
    fn can_end(&self, _position: &Self::Position) -> bool {
        false
    }

    /// Who made the step to `child`, where positions do not tell.
    fn stepper(&self, _child: &Self::Position) -> Option<Player> {
        None
    }

    /// Who makes the step from `position` to the one it was expanded from, where positions do not tell.
    fn stepper_above(&self, _position: &Self::Position) -> Option<Player> {
        None
    }

    /// Most moves that may still be made, where the play can go on to a full board.
    fn most_left(&self, _position: &Self::Position) -> Option<u32> {
        None
    }

    /// Who is next, where the players do not have the same moves.
    fn next(&self, _position: &Self::Position) -> Option<Player> {
        None
    }

    /// The legal moves, one a class under the automorphisms, ordered by edge; those that end the game too.
    fn moves(&self, position: &Self::Position) -> Vec<Move<Self::Position>>;

    /// The position that `text` (graph6 or an edge list) says.
    ///
    /// # Errors
    /// A sentence for the person who typed it.
    fn parse(&self, text: &str) -> Result<Self::Position, BadPosition>;

    /// graph6 of the position as it is labelled.
    fn graph6(&self, position: &Self::Position) -> String;

    /// Number of edges.
    fn edges(&self, position: &Self::Position) -> u32;

    /// Whether the canonical labelling took a search, rather than colours alone.
    fn needed_search(&self, position: &Self::Position) -> bool;
}

/// A class of equivalent moves.
#[derive(Clone, Debug)]
pub struct Move<P> {
    /// The edge added, the first of its class; several where a move adds several.
    pub edges: Vec<(usize, usize)>,
    /// Whose move it is, where the players do not have the same.
    pub by: Option<Player>,
    /// How many moves are the same up to an automorphism, itself included.
    pub equivalent: u32,
    /// The edges of all of them, where a move adds one.
    pub alike: Vec<(usize, usize)>,
    /// The position after the move.
    pub child: P,
    /// Whether the game is over then.
    pub ends: bool,
}

impl<P> Move<P> {
    /// The same move as one of this player.
    fn of(self, by: Player) -> Self {
        Self { by: Some(by), ..self }
    }
}

/// Why a text is not a position of the game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadPosition {
    /// Not a graph, or not one on the game's vertices.
    #[error(transparent)]
    Text(#[from] graph::TextError),
    /// Not a graph of two colours, or not one on the game's vertices.
    #[error(transparent)]
    TwoColouredText(#[from] graph::TwoColouredTextError),
    /// A graph that the rules forbid.
    #[error("'{text}' is not a position of the game: {why}")]
    Illegal {
        /// The text.
        text: String,
        /// Which rule it breaks, where.
        why: String,
    },
}

/// Where the saturated positions come from, with the reason as a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// They can be listed without a look at other positions: [`Game::saturated`].
    List(&'static str),
    /// All levels are gone through from the empty board upwards: [`Game::ascend`].
    Ascent(&'static str),
}
