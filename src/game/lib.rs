//! What a game says about itself, in three parts: its rules ([`Game`]), the keys of its positions ([`Keys`]) and which
//! positions lead where ([`Levels`]). Whoever plays or searches needs the first, whoever looks up stored values the second
//! too, and the retrograde loop all three. No file, thread or database is named here.

mod about;
mod bad_position;
mod moves;
mod names;

use record::Record;
use values::Player;

pub use about::{About, NoCensus, NoSuchGame, Players};
pub use bad_position::BadPosition;
pub use moves::Move;
pub use names::{CONNECTED, SHORT_NAMES, shown_name};

/// The rules of a graph-building game on a fixed number of vertices.
///
/// Positions are graphs up to isomorphism, of one colour or of two; a move adds an edge, or several.
pub trait Game: Send + Sync {
    /// A position, ready to be asked for its moves.
    type Position;

    /// The name on the command line and in the database.
    fn name(&self) -> &str;

    /// Number of vertices.
    fn order(&self) -> usize;

    /// Its rules in words, and what else is known of it by name.
    fn about(&self) -> About;

    /// The position without an edge.
    fn empty(&self) -> Self::Position;

    /// Whether the rules allow `position`; only bytes that nobody sealed can hold another.
    fn is_legal(&self, position: &Self::Position) -> bool;

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

    /// Who is next, where the players do not have the same moves.
    fn next(&self, _position: &Self::Position) -> Option<Player> {
        None
    }

    /// Whether some move of `position` ends the game at once; [`Levels::any_child`] leaves such moves out.
    fn can_end(&self, _position: &Self::Position) -> bool {
        false
    }

    /// Most moves that may still be made, where the play can go on to a full board.
    fn most_left(&self, _position: &Self::Position) -> Option<u32> {
        None
    }
}

/// The keys of a game's positions: one for each class of isomorphic ones.
pub trait Keys: Game {
    /// A key and a label, as levels store them.
    type Record: Record;

    /// Bytes of a key.
    fn key_width(&self) -> usize;

    /// The highest level there is; `None` when only an ascent from the empty board tells.
    fn top(&self) -> Option<u32>;

    /// The level a record belongs to.
    fn level(&self, record: Self::Record) -> u32;

    /// The position of a record. Of one that no position has, such as a damaged level may hold, a graph that need not be
    /// a position: its record is another one, or the rules forbid it.
    fn position(&self, record: Self::Record) -> Self::Position;

    /// The key of a position, with label 0.
    fn record(&self, position: &Self::Position) -> Self::Record;

    /// The position with its canonical labelling, which [`Keys::record`] and [`Levels::any_child`] then need not make.
    /// Cost: a canonical form.
    fn labelled(&self, position: Self::Position) -> Self::Position;

    /// An isomorphism-invariant hash that a level's label function is asked by; different positions seldom share one.
    fn signature(&self, position: &Self::Position) -> u64;

    /// The signature of each record, its lowest bit zero; `hashes` is as long as `records`.
    fn sign(&self, records: &[Self::Record], hashes: &mut [u64]);

    /// Whether the canonical labelling took a search, rather than colours alone.
    fn needed_search(&self, position: &Self::Position) -> bool;
}

/// Which positions lead where, level by level. Level `m` holds the positions with `m` edges, so that every move out of it
/// leads to level `m + 1`.
pub trait Levels: Keys {
    /// Buffers that [`Levels::expand`] uses again from call to call.
    type Scratch: Default + Send;

    /// Where the saturated positions (those without a legal move) come from.
    fn source(&self) -> Source;

    /// Every saturated position, in key order with label 0, each class once, where [`Levels::source`] is a list.
    /// `progress(done, all)` is called now and then. Cost: far below that of solving the game.
    ///
    /// # Panics
    /// When the source is an ascent.
    fn saturated(&self, progress: &(dyn Fn(u64, u64) + Sync)) -> Vec<Self::Record>;

    /// Visits every position of the level below whose canonical open pair leads to `above`, each class once: over all
    /// records of level `m + 1`, exactly the positions of level `m` that are not saturated. Returns the number of
    /// canonical labellings this took.
    fn expand(&self, above: Self::Record, scratch: &mut Self::Scratch, visit: impl FnMut(&Self::Position)) -> u64;

    /// Visits the keys of all positions of the level above whose canonical last edge leads down to `below`, each class
    /// once: over all records of level `m`, exactly the positions of level `m + 1`. Whether there is a legal move.
    fn ascend(&self, below: Self::Record, visit: impl FnMut(Self::Record)) -> bool;

    /// Whether some legal move, other than the one the position was expanded from, leads to a child for which `test`,
    /// given the child's signature and the child, holds; of moves that are obviously the same up to an automorphism one
    /// is tried. Stops at the first.
    fn any_child(&self, position: &Self::Position, test: impl FnMut(u64, &Self::Position) -> bool) -> bool;

    /// Who made the step to `child`, where positions do not tell.
    fn stepper(&self, _child: &Self::Position) -> Option<Player> {
        None
    }

    /// Who makes the step from `position` to the one it was expanded from, where positions do not tell.
    fn stepper_above(&self, _position: &Self::Position) -> Option<Player> {
        None
    }
}

/// Where the saturated positions come from, with the reason as a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// They can be listed without a look at other positions: [`Levels::saturated`].
    List(&'static str),
    /// All levels are gone through from the empty board upwards: [`Levels::ascend`].
    Ascent(&'static str),
}
