//! Values of positions, and how they follow from the values of their children.

use retrograph_judge::ramsey::Outcome;

/// The value of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    /// For the player who moves next.
    pub outcome: Outcome,
    /// Moves to the end when the winner hurries and the loser delays. In a tie, all remaining edges are coloured.
    pub remoteness: u32,
}

/// Returns the value of a position from the values of its children, each for the player who moves next there, and from
/// the result of moves that end the game; `None` without a move.
pub fn of_moves(children: impl IntoIterator<Item = Value>, end: Option<Outcome>) -> Option<Value> {
    let mut options = Options::default();
    children.into_iter().for_each(|child| options.add(child));
    if let Some(end) = end {
        options.add_end(end);
    }
    options.value()
}

/// Returns the value, for a player, of a position in which moves colour one or more edges, from the positions after one
/// edge, each with its value for the other player and for this one: the move ends there, or continues as if it were
/// this player's again, where this player has a move. Without an edge to colour it is P in no moves.
pub fn of_steps(steps: impl IntoIterator<Item = (Value, Value)>) -> Value {
    let mut options = Options::default();
    for (others, own) in steps {
        options.add(others);
        if own.remoteness > 0 {
            // The move continues: it is already counted. From the position after it, the winner is reversed.
            let outcome = match own.outcome {
                Outcome::P => Outcome::N,
                Outcome::N => Outcome::P,
                Outcome::T => Outcome::T,
            };
            options.add(Value {
                outcome,
                remoteness: own.remoteness - 1,
            });
        }
    }
    options.value().unwrap_or(Value {
        outcome: Outcome::P,
        remoteness: 0,
    })
}

/// The byte for anything that is not a position.
pub(super) const NONE: u8 = u8::MAX;

/// The values that moves lead to.
#[derive(Default)]
pub(super) struct Options {
    least_p: Option<u32>,
    tie: Option<u32>,
    most_n: Option<u32>,
}

impl Options {
    pub fn add(&mut self, Value { outcome, remoteness }: Value) {
        let (best, is_better): (_, fn(u32, u32) -> bool) = match outcome {
            Outcome::P => (&mut self.least_p, |new, old| new < old),
            Outcome::T => (&mut self.tie, |new, old| new > old),
            Outcome::N => (&mut self.most_n, |new, old| new > old),
        };
        if best.is_none_or(|best| is_better(remoteness, best)) {
            *best = Some(remoteness);
        }
    }

    /// A move that ends the game.
    pub fn add_end(&mut self, outcome: Outcome) {
        self.add(Value { outcome, remoteness: 0 });
    }

    /// Returns the value of the position; `None` without a move.
    pub fn value(&self) -> Option<Value> {
        let best = (self.least_p.map(|best| (Outcome::N, best)))
            .or(self.tie.map(|best| (Outcome::T, best)))
            .or(self.most_n.map(|best| (Outcome::P, best)));
        best.map(|(outcome, best)| Value {
            outcome,
            remoteness: 1 + best,
        })
    }
}

pub(super) fn byte(value: Value) -> u8 {
    (value.outcome as u8) << 6 | value.remoteness as u8
}

pub(super) fn value(byte: u8) -> Option<Value> {
    let outcome = *[Outcome::P, Outcome::N, Outcome::T].get(usize::from(byte >> 6))?;
    let remoteness = u32::from(byte & 0x3f);
    Some(Value { outcome, remoteness })
}
