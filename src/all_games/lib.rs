//! Every game's engine, by name: the only place where the loop is compiled, once for each type of game.

use engine::{Family, Reader};
use game::values::{Kind, NoSuchValues, Play, Values};
use game::{About, Levels, NoSuchGame};
use games::{GameTask, Rules, Triangle16, Triangle24};

/// All games of this program.
#[derive(Clone, Copy, Debug)]
pub struct AllGames;

impl AllGames {
    /// Returns the game with these rules on `n` vertices, with room for the labels of `values`.
    ///
    /// # Errors
    /// [`NoSuchGame`].
    pub fn with_rules(&self, rules: Rules, n: u32, values: Values) -> Result<Box<dyn Reader>, NoSuchGame> {
        games::with_rules(rules, n, values, Erase)
    }
}

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
