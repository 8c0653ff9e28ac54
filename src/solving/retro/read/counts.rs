//! The counts that a manifest has beside those of its records.

use std::collections::BTreeMap;

use game::values::{Label, Outcome, Values};
use oracle::LevelCount;
use retrograph_storage::LevelManifest;

const SATURATED: &str = "saturated";
const P: &str = "p";
const N: &str = "n";
const TIES: &str = "ties";

/// Counts of a level; `None` where its values have no such count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Positions without a legal move.
    pub saturated: Option<u64>,
    /// Positions that the previous player wins.
    pub p: Option<u64>,
    /// Positions that the next player wins.
    pub n: Option<u64>,
    /// Positions that neither player wins.
    pub ties: Option<u64>,
}

impl Counts {
    /// Those in a manifest.
    pub fn of(manifest: &LevelManifest) -> Self {
        let count = |name| manifest.counts.get(name).copied();
        Self {
            saturated: count(SATURATED),
            p: count(P),
            n: count(N),
            ties: count(TIES),
        }
    }

    /// As manifests have them.
    pub(crate) fn by_name(self) -> BTreeMap<String, u64> {
        let Self { saturated, p, n, ties } = self;
        let named = [(SATURATED, saturated), (P, p), (N, n), (TIES, ties)];
        let known = named
            .into_iter()
            .filter_map(|(name, count)| Some((name.to_string(), count?)));
        known.collect()
    }
}

/// The counts of a sealed level.
pub(super) fn level_count(values: Values, manifest: &LevelManifest) -> LevelCount {
    let by_label = manifest.positions.by_label.iter().enumerate();
    let count = |wanted| -> Option<u64> {
        let counts = by_label.clone().map(|(label, &count)| {
            let label = Label {
                first: label.min(255) as u8,
                second: 0,
            };
            Some(if values.outcome(label)? == wanted { count } else { 0 })
        });
        counts.sum()
    };
    LevelCount {
        edges: manifest.level,
        positions: manifest.positions.positions,
        p: count(Outcome::P),
        n: count(Outcome::N),
        t: count(Outcome::Tie).filter(|_| values.may_tie()),
        saturated: Counts::of(manifest).saturated.unwrap_or(0),
    }
}
