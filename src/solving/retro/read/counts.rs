//! The counts that a manifest has beside those of its records.

use std::collections::BTreeMap;

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
