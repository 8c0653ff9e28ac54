//! Avoidance games on any number of vertices, where a position is a few counts: how many components of each kind it
//! has. Without a P4, say, components are single vertices, edges, P3, larger stars and triangles.
//!
//! * `rules`: the trait of such rules. In `kinds` they are a line of text, in `matchings` they come from the
//!   definition.
//! * `value`: winners, numbers and scores of a position, as sets of what they may be
//! * `board`: the positions with few components, and their values one number of single vertices after the other
//! * `repeat`: when these values repeat for ever
//! * `law`: periods of the answers
//! * `table`: all of this for a game
//!
//! # What proves an answer for every n
//!
//! Fix a finite set of *rests*: what a position has beside its single vertices. Column s has the values of all rests
//! beside s single vertices, as sets of values that surely contain the right one; of a rest that is not in the set
//! nothing is known. A move takes at most two single vertices, so that from s = 2 on a column is a function of the two
//! before it, always the same one. Once two consecutive columns come again, all later ones do. For scores, which grow,
//! see `repeat`. The answers of the game, on n vertices, are those of the empty rest in column n; where each of them is
//! a single value as far as the repeated columns go, it is so for every n.
//!
//! # Examples
//!
//! ```
//! use retrograph_counts::{Game, Kind};
//!
//! let game = Game::named("avoid:K1,3")?;
//! let table = game.table(40);
//! assert_eq!(table.answer(Kind::Winner, 40), Some(1));
//! let law = table.law(Kind::Winner).unwrap();
//! assert_eq!((law.from, law.period(), law.is_proved()), (8, 2, true));
//! # Ok::<(), retrograph_counts::NotCounted>(())
//! ```

mod board;
mod game;
mod kinds;
mod law;
mod matchings;
mod repeat;
mod rules;
mod table;
#[cfg(test)]
mod tests;
mod value;

pub use crate::game::{Game, NAMES, NotCounted};
pub use law::Law;
pub use table::{Kind, ORDER_MOST, Table};
