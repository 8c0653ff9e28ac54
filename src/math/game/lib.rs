//! The description of a game, in three parts: its rules ([`Game`]), the keys of its positions ([`Keys`]) and the steps
//! between levels ([`Levels`]). A player or a search needs the first, a look-up of stored values also the second, and
//! the retrograde loop all three. This crate names no file, thread or database.

mod about;
mod bad_position;
mod moves;
mod names;
mod rulebook;
pub mod values;

use crate::values::{Player, Turn};
use base::record::Record;

pub use about::{About, NamedGraph, NoCensus, NoSuchGame, Players};
pub use bad_position::BadPosition;
pub use moves::{Deed, Demand, Move};
pub use names::{CONNECTED, SHORT_NAMES, shown_graph, shown_name, usual_name};
pub use rulebook::{Board, NoRulebook, Part, Rulebook, Signature, Step, Turns};

/// The rules of a graph-building game on a fixed number of vertices.
///
/// Positions are graphs up to isomorphism, of one colour or of two; a move adds an edge, or several.
pub trait Game: Send + Sync {
    /// A position whose moves can be listed.
    type Position: Clone + Send + Sync;

    /// Returns the name on the command line and in the database.
    fn name(&self) -> &str;

    /// Returns the number of vertices.
    fn order(&self) -> usize;

    /// Returns its rules in words, and what else is known from its name.
    fn about(&self) -> About;

    /// Returns its rules as data.
    ///
    /// # Errors
    /// [`NoRulebook`].
    fn rulebook(&self) -> Result<Rulebook, NoRulebook> {
        Err(NoRulebook::Unstated)
    }

    /// Returns the position without an edge.
    fn empty(&self) -> Self::Position;

    /// Returns whether the rules allow `position`; only data that was never sealed can hold an illegal one.
    fn is_legal(&self, position: &Self::Position) -> bool;

    /// Returns the legal moves, one per class under the automorphisms, ordered by edge; moves that end the game are
    /// included.
    fn moves(&self, position: &Self::Position) -> Vec<Move<Self::Position>>;

    /// Parses the position from `text` (graph6 or an edge list).
    ///
    /// # Errors
    /// Returns a sentence for the user who typed it.
    fn parse(&self, text: &str) -> Result<Self::Position, BadPosition>;

    /// Returns graph6 of the position with its present labels.
    fn graph6(&self, position: &Self::Position) -> String;

    /// Returns the number of edges.
    fn edges(&self, position: &Self::Position) -> u32;

    /// Returns who is next, where the players have different moves.
    fn next(&self, _position: &Self::Position) -> Option<Player> {
        None
    }

    /// Returns the edges that Red, and Green, must colour at least in a move, where a move colours several.
    fn due(&self) -> [u8; 2] {
        [1, 1]
    }

    /// Returns who decides what in a position.
    fn turn(&self, position: &Self::Position) -> Turn {
        Turn {
            due: self.due(),
            ..Turn::of(self.next(position))
        }
    }

    /// Returns what the next move must be.
    fn demand(&self, _position: &Self::Position) -> Demand {
        Demand::EDGE
    }

    /// Returns the position after a move that ends the game, up to isomorphism; `None` where these edges, as many as
    /// are demanded and none of them taken, do not.
    fn ended(&self, position: &Self::Position, edges: &[(usize, usize)]) -> Option<Self::Position> {
        let &[(u, v)] = edges else { return None };
        let is_it = |step: &Move<_>| step.ends && step.alike.contains(&(u.min(v), u.max(v)));
        self.moves(position).into_iter().find(is_it).map(|step| step.child)
    }

    /// Returns the level of the position; that of a record is [`Keys::level`].
    fn level_of(&self, position: &Self::Position) -> u32 {
        self.edges(position)
    }

    /// Returns whether the position is within a move, and so on no level: its value follows from those of its moves.
    fn is_between(&self, _position: &Self::Position) -> bool {
        false
    }

    /// Returns whether some move of `position` ends the game at once; [`Levels::any_child`] skips such moves.
    fn can_end(&self, _position: &Self::Position) -> bool {
        false
    }

    /// Returns the maximum number of further moves, where the game can continue to a full board.
    fn most_left(&self, _position: &Self::Position) -> Option<u32> {
        None
    }
}

/// The keys of a game's positions: one for each isomorphism class.
pub trait Keys: Game {
    /// A key and a label, as levels store them.
    type Record: Record;

    /// Returns the width of a key in bytes.
    fn key_width(&self) -> usize;

    /// Returns the highest level; `None` when only an ascent from the empty board determines it.
    fn top(&self) -> Option<u32>;

    /// Returns the level of a record.
    fn level(&self, record: Self::Record) -> u32;

    /// Returns the position of a record. A record that belongs to no position, as in a damaged level, yields some graph
    /// that either has another record or is forbidden by the rules.
    fn position(&self, record: Self::Record) -> Self::Position;

    /// Returns the key of a position, with label 0.
    fn record(&self, position: &Self::Position) -> Self::Record;

    /// Returns the position with its canonical labelling, which [`Keys::record`] and [`Levels::any_child`] then need
    /// not compute. Cost: a canonical form.
    fn labelled(&self, position: Self::Position) -> Self::Position;

    /// Returns an isomorphism-invariant hash, the input of a level's label function; different positions seldom share
    /// one.
    fn signature(&self, position: &Self::Position) -> u64;

    /// Appends the signature of each position.
    fn signatures(&self, positions: &[Self::Position], signatures: &mut Vec<u64>) {
        signatures.extend(positions.iter().map(|position| self.signature(position)));
    }

    /// Computes the signature of each record, with lowest bit zero; `hashes` is as long as `records`.
    fn sign(&self, records: &[Self::Record], hashes: &mut [u64]);

    /// Returns whether the canonical labelling needed a search, beyond colours.
    fn needed_search(&self, position: &Self::Position) -> bool;
}

/// A child of one of several positions, see [`Levels::try_children`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Child {
    /// Which position.
    pub position: u32,
    /// The number of the child, in the order in which [`Levels::any_child`] tries them.
    pub number: u32,
    /// Its signature.
    pub signature: u64,
}

/// The steps between positions, level by level. Level `m` holds the positions after `m` moves of an edge, or after `m`
/// offers, so that every move from it leads to level `m + 1`.
pub trait Levels: Keys {
    /// Buffers that [`Levels::expand`] reuses from call to call.
    type Scratch: Default + Send;

    /// Where the saturated positions (those without a legal move) come from.
    fn source(&self) -> Source;

    /// Returns every saturated position, in key order with label 0, each class once, where [`Levels::source`] is a
    /// list. `progress(done, all)` is called at intervals. Cost: far below that of solving the game.
    ///
    /// # Panics
    /// Panics when the source is an ascent.
    fn saturated(&self, progress: &(dyn Fn(u64, u64) + Sync)) -> Vec<Self::Record>;

    /// Visits every position of the level below whose canonical open pair leads to `above`, each class once: over all
    /// records of level `m + 1`, exactly the positions of level `m` that are not saturated. Returns the number of
    /// canonical labellings this took.
    fn expand(&self, above: Self::Record, scratch: &mut Self::Scratch, visit: impl FnMut(Self::Position)) -> u64;

    /// [`Levels::expand`] for several records of a level, in turn: positions are visited with the index of their
    /// record. Games that are faster together do them together.
    fn expand_all(
        &self,
        above: &[Self::Record],
        scratch: &mut Self::Scratch,
        mut visit: impl FnMut(usize, Self::Position),
    ) -> u64 {
        let expand = |(index, &above)| self.expand(above, scratch, |position| visit(index, position));
        above.iter().enumerate().map(expand).sum()
    }

    /// Visits the keys of all positions of the level above whose canonical last edge leads down to `below`, each class
    /// once: over all records of level `m`, exactly the positions of level `m + 1`. Returns whether there is a legal
    /// move.
    fn ascend(&self, below: Self::Record, visit: impl FnMut(Self::Record)) -> bool;

    /// Returns whether some legal move, other than the one from which the position was expanded, leads to a child for
    /// which `test`, given the child's signature and the child, holds; of moves that are obviously equivalent one is
    /// tried. Stops at the first such child.
    fn any_child(&self, position: &Self::Position, test: impl FnMut(u64, &Self::Position) -> bool) -> bool;

    /// [`Levels::any_child`] without the first `from` of the children that it tries, whose order never changes. Games
    /// that can leave them out without making them do so.
    fn any_child_from(
        &self,
        position: &Self::Position,
        from: usize,
        mut test: impl FnMut(u64, &Self::Position) -> bool,
    ) -> bool {
        let mut before = from;
        self.any_child(position, |signature, child| match before.checked_sub(1) {
            Some(left) => {
                before = left;
                false
            }
            None => test(signature, child),
        })
    }

    /// Tries the children of several positions, as [`Levels::any_child`] those of one: `round` is given some children
    /// of each position that is not settled yet and settles those that it has found enough of, until none is left or
    /// all children were tried. How many children of a position come in a round depends on no other position.
    fn try_children(
        &self,
        positions: &[Self::Position],
        settled: &mut [bool],
        mut round: impl FnMut(&[Child], &mut [bool]),
    ) {
        for (index, position) in positions.iter().enumerate() {
            let mut some = [Child::default(); 2];
            let (mut count, mut number) = (0, 0);
            self.any_child(position, |signature, _| {
                some[count] = Child {
                    position: index as u32,
                    number,
                    signature,
                };
                (count, number) = (count + 1, number + 1);
                if count == some.len() {
                    round(&some, settled);
                    count = 0;
                }
                settled[index]
            });
            if count > 0 && !settled[index] {
                round(&some[..count], settled);
            }
        }
    }

    /// Returns whether [`Levels::parents`] visits anything.
    fn makes_parents(&self) -> bool {
        false
    }

    /// Visits the signatures of the positions from which a legal move leads to `above`, in games that make them
    /// quickly: each at least once, of those that are obviously equivalent one. Nothing in other games.
    fn parents(&self, _above: Self::Record, _visit: impl FnMut(u64)) {}

    /// Returns whether nothing can be completed any more, whatever is played, in games that one player wins by
    /// something completed and the other without it. `false` is always right.
    fn is_out_of_reach(&self, _position: &Self::Position) -> bool {
        false
    }

    /// Returns whether `child`, which [`Levels::any_child`] has made, is the last choice of an offer.
    fn closes_offer(&self, _child: &Self::Position) -> bool {
        false
    }

    /// Returns who made the move to `child`, where positions do not determine it.
    fn stepper(&self, _child: &Self::Position) -> Option<Player> {
        None
    }

    /// Returns who makes the move from `position` to the one from which it was expanded, where positions do not
    /// determine it.
    fn stepper_above(&self, _position: &Self::Position) -> Option<Player> {
        None
    }
}

/// The source of the saturated positions, with the reason as a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// They can be listed without examining other positions: [`Levels::saturated`].
    List(&'static str),
    /// All levels are generated from the empty board upwards: [`Levels::ascend`].
    Ascent(&'static str),
}
