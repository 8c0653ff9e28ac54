//! What a game demands of a move, against moves that are known to be legal.

use base::cases::holds;
use game::{Deed, Game};

/// An edge, its smaller end first.
type Edge = (usize, usize);

/// Checks all legal moves of a position, each with whether it ends the game: as many edges are demanded as they have,
/// and ended() says what the rules say.
pub(super) fn check<'a, G: Game>(
    game: &G,
    position: &G::Position,
    legal: impl Iterator<Item = (&'a Vec<Edge>, bool)>,
) -> Result<(), String> {
    let demand = game.demand(position);
    let mut fewest = None;
    for (edges, ends) in legal {
        let count = edges.len() as u32;
        fewest = Some(fewest.map_or(count, |fewest: u32| fewest.min(count)));
        holds(count <= demand.most, || {
            format!("demand() allows {} edges, a legal move has {count}", demand.most)
        })?;
        let is_ended = game.ended(position, edges).is_some();
        holds(is_ended == ends, || match ends {
            true => format!("ended() does not say that {edges:?} ends the game"),
            false => format!("ended() says that {edges:?} ends the game"),
        })?;
    }
    holds(fewest.is_none_or(|fewest| fewest == demand.least), || {
        format!("demand() has {} edges at least, legal moves {fewest:?}", demand.least)
    })
}

/// Checks a position in which these edges are offered: the choices are of them.
pub(super) fn check_offer<G: Game>(game: &G, position: &G::Position, offered: &[Edge]) -> Result<(), String> {
    let demand = game.demand(position);
    holds(demand.deed == Deed::Choose && demand.offer == offered, || {
        format!("demand() lets {:?} be chosen from", demand.offer)
    })?;
    let choices = game.moves(position);
    check(
        game,
        position,
        choices.iter().map(|choice| (&choice.edges, choice.ends)),
    )
}
