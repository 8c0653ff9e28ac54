//! Maker-Breaker games.

use maker_breaker::{EXAMPLES, FAMILY as PREFIX, Game, ORDER_MOST, Player};

use super::{ListedGame, ProvedFamily};
use crate::failure::{Code, Failure};
use provers::CheckedProver;
use provers::check_maker_breaker;

pub(super) const FAMILY: ProvedFamily = ProvedFamily {
    prefix: PREFIX,
    explained: Some(explained),
    checked: Some(checked),
};

pub(super) fn listed() -> Vec<ListedGame> {
    let game = |name: &&str| {
        let on = |n: usize| Game::new(name, n, Player::Maker).ok().map(|game| (n as u32, game));
        let orders: Vec<(u32, Game)> = (2..=ORDER_MOST).filter_map(on).collect();
        let (first, last) = (orders.first()?, orders.last()?);
        Some(ListedGame {
            name: (*name).into(),
            rules: first.1.rules(),
            orders: Some([first.0, last.0]),
            prove: format!("retrograph prove {name} -n {} --proof FILE", last.0.min(8)),
        })
    };
    EXAMPLES.iter().filter_map(game).collect()
}

fn explained(name: &str, n: Option<u32>) -> Result<Vec<(&'static str, String)>, Failure> {
    let n = n.ok_or_else(|| Failure::new(Code::Usage, "give the number of vertices: -n N"))?;
    let game = game(name, n)?;
    Ok(vec![
        ("game", game.name()),
        ("rules", game.rules()),
        (
            "wins",
            format!("Maker wins with {}; more edges never hurt him", game.noun()),
        ),
        ("vertices", n.to_string()),
        ("edges", (game.board().count_ones()).to_string()),
        (
            "how",
            "not solved but proved: a search finds who wins from the start, and his strategy is the proof".into(),
        ),
        ("prove", format!("retrograph prove {} -n {n} --proof FILE", game.name())),
        ("check", "retrograph check-proof FILE".into()),
        ("play", "retrograph play --proof FILE, or serve --proof FILE".into()),
    ])
}

fn checked(name: &str, n: u32, sample: usize) -> Result<CheckedProver, Failure> {
    let game = game(name, n)?;
    Ok(check_maker_breaker(&game.name(), n as usize, sample)?)
}

fn game(name: &str, n: u32) -> Result<Game, Failure> {
    Ok(Game::new(name, n as usize, Player::Maker)?)
}
