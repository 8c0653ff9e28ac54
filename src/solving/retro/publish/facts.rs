//! What an export holds.

use crate::read::Counts;
use retrograph_storage::LevelManifest;

use crate::read::look_up::largest;
use game::values::{Label, Outcome, Player, Tally, Values};
use game::{About, Levels};

/// What an export holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    /// Name of the game.
    pub game: String,
    /// Its rules in words.
    pub about: About,
    /// Number of vertices.
    pub n: u32,
    /// The highest level.
    pub top: u32,
    /// The lowest level exported.
    pub lowest: u32,
    /// Positions in all levels.
    pub positions: u64,
    /// What labels mean.
    pub values: Values,
    /// Those by who wins them; nothing when values are scores.
    pub outcomes: Tally,
    /// Those without a move.
    pub saturated: u64,
    /// Who wins the empty graph, when its level is there and values say so.
    pub start: Option<Outcome>,
    /// The empty graph as people write it.
    pub empty: String,
    /// Version of the program.
    pub version: &'static str,
    /// Bytes of the label functions.
    pub label_function_bytes: u64,
}

/// Of the levels of `manifests`, highest first.
pub(super) fn facts<G: Levels>(game: &G, values: Values, manifests: &[LevelManifest]) -> Facts {
    let counts = || manifests.iter().map(|manifest| Counts::of(values, manifest));
    let last = manifests.last().expect("there are levels");
    let n = game.order();
    Facts {
        game: game.name().into(),
        about: game.about(),
        n: n as u32,
        top: manifests[0].level,
        lowest: last.level,
        positions: manifests.iter().map(|manifest| manifest.positions.positions).sum(),
        values,
        outcomes: counts()
            .filter_map(|counts| counts.outcomes)
            .fold(Tally::default(), Tally::plus),
        saturated: counts().map(|counts| counts.saturated.unwrap_or(0)).sum(),
        start: start(game, values, largest(last)).filter(|_| last.level == 0),
        empty: game.graph6(&game.empty()),
        version: env!("CARGO_PKG_VERSION"),
        label_function_bytes: manifests.iter().map(|manifest| manifest.label_bytes()).sum(),
    }
}

/// Who wins from the position without an edge, which has this label.
fn start<G: Levels>(game: &G, values: Values, label: Label) -> Option<Outcome> {
    values.outcome_for(game.next(&game.empty()).unwrap_or(Player::First), label)
}
