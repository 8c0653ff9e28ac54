//! Whether a game does what its rules say: the first thing to run on a new one.
//!
//! The rules are the judge's, in its plainest words, for edges of one colour or of two, and nauty distinguishes
//! positions; nothing of that is the engine's. A game of one colour that the judge does not know is held against what
//! its own `Game::parse` accepts.
//!
//! * `truth`: positions, moves and classes from the rules
//! * `position`: what a game says of one position
//! * `moves`: its moves, of one edge or of several
//! * `levels`: which positions lead where, upwards and downwards; whole levels
//! * `report`: the properties, and the first counterexample of each

mod demand;
mod levels;
mod moves;
mod position;
mod report;
mod truth;

use retrograph_referee::rng::SplitMix64;

use game::Levels;
use levels::Descent;
use position::check_position;
use truth::Truth;

pub use report::{CheckedGame, Property};

/// Which positions are checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coverage {
    /// All that can be reached.
    Every,
    /// So many of each level, met in random games; the same ones each time.
    Sample(usize),
}

impl Coverage {
    /// Every one on up to 7 vertices, or 6 where edges have two colours: seconds at most; 5 of each level on more.
    pub fn usual(n: usize, is_coloured: bool) -> Self {
        let most = if is_coloured { 6 } else { 7 };
        if n <= most { Self::Every } else { Self::Sample(5) }
    }
}

/// Most vertices on which a list of saturated positions is made.
const LIST_UP_TO: usize = 16;

/// Checks `game` against the rules.
///
/// Cost: canonical forms of the children of every child of a position, and rules tried as often.
///
/// # Panics
/// When the game does, and when the judge does not know a game of two colours.
pub fn check_game<G: Levels>(game: &G, coverage: Coverage) -> CheckedGame {
    let n = game.order();
    let mut truth = Truth::new(game);
    let mut random = SplitMix64::new(n as u64);
    let by_level = match coverage {
        Coverage::Every => truth.every_position(),
        Coverage::Sample(count) => truth.random_positions(count, &mut random),
    };
    let mut report = CheckedGame::new(game.name(), n, truth.is_judged(), coverage == Coverage::Every);
    report.levels = by_level.iter().map(Vec::len).collect();

    let mut levels = Descent::new(game);
    for (level, forms) in by_level.iter().enumerate() {
        for form in forms {
            if !check_position(game, &mut truth, level, form, &mut random, &mut report) {
                continue;
            }
            levels.check_downwards(&mut truth, form, &mut report);
            levels.check_upwards(&mut truth, form, &mut report);
        }
    }
    levels.check_top(&mut truth, &by_level, &mut report);
    if report.every {
        levels.check_whole(&truth, &by_level, &mut report);
    }
    report
}
