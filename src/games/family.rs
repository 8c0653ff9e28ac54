//! All games by name.

use super::{Avoidance16, Game, Rules, Triangle16, Triangle24};
use crate::values::{Kind, Values};

/// Something to be done with a game whose type is known only at run time.
pub trait GameTask {
    /// What it gives.
    type Output;
    /// Does it.
    fn run<G: Game + 'static>(self, game: G) -> Self::Output;
}

/// Some names, at least one for each kind of game there is.
pub const EXAMPLES: &[&str] = &[
    "triangle",
    "avoid:P3",
    "avoid:P4",
    "avoid:P5",
    "avoid:C4",
    "avoid:C5",
    "avoid:C6",
    "avoid:K4",
    "avoid:K5",
    "avoid:K1,3",
    "avoid:K1,4",
    "avoid:K2,3",
    "avoid:2K2",
    "avoid:3K2",
    "avoid:paw",
    "avoid:diamond",
    "avoid:bull",
    "avoid:bowtie",
    "avoid:K3+C5",
    "avoid:odd-cycle",
    "avoid:hamilton-cycle",
    "avoid:connected",
    "triangle/connected",
    "avoid:C4/connected",
];

/// Most vertices of the triangle game.
const TRIANGLE_MOST: u32 = 20;
/// Most vertices of the other games, and where scores are solved for: records with two labels hold no more.
const AVOIDANCE_MOST: u32 = 15;

/// Most vertices that the game of these rules can be played on.
pub fn most_vertices(rules: &Rules) -> u32 {
    match rules.name() {
        "triangle" => TRIANGLE_MOST,
        _ => AVOIDANCE_MOST,
    }
}

/// Why there is no such game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoSuchGame {
    /// The name is unknown.
    #[error(
        "there is no game named '{0}'; games are 'triangle' and 'avoid:F' for a graph or property F, see `retrograph games`"
    )]
    Name(String),
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

/// Runs `task` with the game of this name on `n` vertices, in the narrowest rows that hold it, with records that have
/// room for the labels of `values`.
///
/// # Errors
/// [`NoSuchGame`].
pub fn with_game<T: GameTask>(name: &str, n: u32, values: Values, task: T) -> Result<T::Output, NoSuchGame> {
    let rules = match Rules::named(name) {
        Some(rules) => rules.map_err(|why| NoSuchGame::Forbidden { name: name.into(), why })?,
        None => return Err(NoSuchGame::Name(name.into())),
    };
    let is_one_label = values.kind() != Kind::Score;
    let most = if is_one_label {
        most_vertices(&rules)
    } else {
        AVOIDANCE_MOST
    };
    match (rules.name(), n) {
        ("triangle", 1..=16) if is_one_label => Ok(task.run(Triangle16::new(n as usize))),
        ("triangle", 17..=TRIANGLE_MOST) if is_one_label => Ok(task.run(Triangle24::new(n as usize))),
        (_, 1..=AVOIDANCE_MOST) => Ok(task.run(Avoidance16::new(rules, n as usize))),
        _ => Err(NoSuchGame::Order {
            name: name.into(),
            n,
            most,
        }),
    }
}
