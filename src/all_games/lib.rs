//! Every game's engine, by name: the only place where the loop is compiled, once for each type of game.

use census::{COSTS, Estimate, FirstLook, Positions};
use engine::{CensusPlan, CensusText, Engine, Family};
use game::values::{Kind, NoSuchValues, Play, Values};
use game::{About, Levels, NoCensus, NoSuchGame, shown_name};
use games::{GameTask, Triangle16, Triangle24};

/// All games of this program.
#[derive(Clone, Copy, Debug)]
pub struct AllGames;

/// Hides the type of a game.
struct Erase;

impl GameTask for Erase {
    type Output = Box<dyn Engine>;

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

    fn engine(&self, name: &str, n: u32, values: Values) -> Result<Box<dyn Engine>, NoSuchGame> {
        games::with_game(name, n, values, Erase)
    }

    fn triangle(&self, n: u32, in_wide_rows: bool) -> Box<dyn Engine> {
        match in_wide_rows {
            true => Box::new(Triangle24::new(n as usize)),
            false => Box::new(Triangle16::new(n as usize)),
        }
    }

    fn census(&self, name: &str, plan: CensusPlan) -> Option<Result<CensusText, NoCensus>> {
        let positions = Positions::named(name)?;
        Some(positions.and_then(|positions| counted(&positions, plan)))
    }
}

fn counted(positions: &Positions, plan: CensusPlan) -> Result<CensusText, NoCensus> {
    let n = plan.n as usize;
    if plan.looks_first {
        let look = FirstLook::new(positions, n, &COSTS)?;
        if look.is_hopeless() {
            return Ok(CensusText::Hopeless(
                look.sentence(&shown_name(&positions.name), plan.n),
            ));
        }
    }
    let sampling = census::Plan {
        n,
        samples: plan.samples as usize,
        seed: plan.seed,
    };
    let estimate = Estimate::new(positions, sampling)?;
    let mut text = Vec::new();
    let written = match plan.json {
        true => estimate.write_json(&mut text),
        false => estimate.write_table(&mut text),
    };
    written.expect("memory takes it");
    Ok(CensusText::Whole(text))
}
