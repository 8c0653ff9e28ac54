//! The label of a position through a level's label function.

use retrograph_storage::{Answer, LabelFunction};

use crate::games::Game;

/// The label of `position`, whose signature is `signature`, in its level's label function. Where that asks for the key,
/// `asked` counts one and the exact table tells; `None` when the table does not know the position, which happens only
/// in a damaged file. Cost: one look-up, and a canonical form where the function asks.
#[inline]
pub(super) fn look_up<G: Game>(
    game: &G,
    labels: &LabelFunction,
    signature: u64,
    position: &G::Position,
    asked: &mut u64,
) -> Option<u8> {
    match labels.get(signature) {
        Answer::Label(label) => Some(label),
        Answer::Ask => {
            *asked += 1;
            labels.exact(game.record(position))
        }
    }
}
