//! Boards and winning sets of positional games that have names, as files that provers read.
//!
//! ```
//! let board = retrograph_positional::lines(3, 2).unwrap();
//! assert_eq!(board.sets(), 8);
//! assert!(board.text().contains("#blackwins\nc00 c01 c02\n"));
//! ```

mod board;
mod copies;
mod dominated;
mod domination;
mod drawing;
mod graphs;
mod hex;
mod in_a_row;
mod planes;
mod polyominoes;
mod tournament;

pub use board::{BadBoard, Board};
pub use copies::{copies, spanning_trees};
pub use domination::domination;
pub use drawing::{Drawing, Shape, drawing, label};
pub use hex::hex;
pub use in_a_row::{in_a_row, lines};
pub use planes::{affine_plane, projective_plane};
pub use polyominoes::polyomino;
pub use tournament::parity_tournament;
