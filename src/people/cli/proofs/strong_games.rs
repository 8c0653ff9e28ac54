//! Strong games, which are solved on small boards and proved on larger ones.

use super::ListedGame;

/// Vertices of a board; there is the infinite one besides.
const ORDERS: [u32; 2] = [2, 32];

pub(super) fn listed() -> Vec<ListedGame> {
    let name = format!("{}K4", strong_games::FAMILY);
    vec![ListedGame {
        rules:
            "Red and Green claim edges in turn, and the first to own a copy of K4 wins: can Red, also on all boards \
                from some number of vertices on"
                .into(),
        orders: Some(ORDERS),
        prove: format!("retrograph prove {name} --fresh 11 --moves 16 --proof FILE"),
        name,
    }]
}
