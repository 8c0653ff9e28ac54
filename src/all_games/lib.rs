//! Every game's engine, by name: the only place where the loop is compiled, once for each type of game.
//!
//! # Examples
//!
//! Solve the triangle game on six vertices into a folder, and ask who wins from the empty graph and after two moves:
//!
//! ```
//! use std::time::Duration;
//!
//! use retrograph_all_games::AllGames;
//! use engine::Family;
//! use game::values::{Outcome, Values};
//! use retro::{Grain, Keep, Options, Silent};
//! use retrograph_storage::{Database, FORMAT, Identity};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let folder = tempfile::tempdir()?;
//! let path = folder.path().join("triangle-6");
//! let engine = AllGames.engine("triangle", 6, Values::OUTCOME)?;
//! let identity = Identity {
//!     format: FORMAT,
//!     game: engine.name().into(),
//!     n: engine.order(),
//!     values: Values::OUTCOME.to_string(),
//!     keep: Keep::Positions.into(),
//!     tool_version: "0.2.0".into(),
//! };
//! let options = Options {
//!     down_to: 0,
//!     memory: 256 << 20,
//!     threads: 1,
//!     keep: Keep::Positions,
//!     checkpoint: Duration::MAX,
//!     grain: Grain::default(),
//!     known_positions: &|_| None,
//! };
//! engine.solve(&Database::create(&path, &identity)?, &options, &Silent)?;
//!
//! let oracle = AllGames.open(&path)?;
//! assert_eq!(oracle.value("-")?.value, Some(Outcome::N));
//! assert_eq!(oracle.value("0-1")?.value, Some(Outcome::P));
//! assert_eq!(oracle.moves("0-1")?.moves.len(), 2);
//! # Ok(())
//! # }
//! ```

use engine::{Family, Reader};
use game::values::{Kind, NoSuchValues, Play, Values};
use game::{About, Levels, NoSuchGame};
use games::{GameTask, Triangle16, Triangle24};

/// All games of this program.
#[derive(Clone, Copy, Debug)]
pub struct AllGames;

/// Hides the type of a game.
struct Erase;

impl GameTask for Erase {
    type Output = Box<dyn Reader>;

    fn run<G: Levels + 'static>(self, game: G) -> Self::Output {
        Box::new(game)
    }
}

impl Family for AllGames {
    fn examples(&self) -> &'static [&'static str] {
        games::EXAMPLES
    }

    fn coloured_examples(&self) -> &'static [&'static str] {
        games::COLOURED_EXAMPLES
    }

    fn about(&self, name: &str) -> Result<About, NoSuchGame> {
        games::about(name)
    }

    fn values_for(
        &self,
        name: &str,
        n: u32,
        play: Option<Play>,
        kind: Option<Kind>,
    ) -> Result<Result<Values, NoSuchValues>, NoSuchGame> {
        games::values_for(name, n, play, kind)
    }

    fn reader(&self, name: &str, n: u32, values: Values) -> Result<Box<dyn Reader>, NoSuchGame> {
        games::with_game(name, n, values, Erase)
    }

    fn triangle(&self, n: u32, in_wide_rows: bool) -> Box<dyn Reader> {
        match in_wide_rows {
            true => Box::new(Triangle24::new(n as usize)),
            false => Box::new(Triangle16::new(n as usize)),
        }
    }
}
