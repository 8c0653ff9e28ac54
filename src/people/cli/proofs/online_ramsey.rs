//! On-line Ramsey games.

use super::{ListedGame, ProvedFamily};

pub(super) const FAMILY: ProvedFamily = ProvedFamily {
    prefix: online_ramsey::FAMILY,
    explained: None,
    checked: None,
};

pub(super) fn listed() -> Vec<ListedGame> {
    let name = format!("{}K3,C4", online_ramsey::FAMILY);
    vec![ListedGame {
        rules: "in each round Builder draws an edge and Painter colours it red or green: within how many rounds does \
                Builder force a red K3 or a green C4"
            .into(),
        orders: None,
        prove: format!("retrograph prove {name} --proof FILE"),
        name,
    }]
}
