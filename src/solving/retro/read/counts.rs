//! The counts that a manifest has beside those of its records.

use std::collections::BTreeMap;

use game::values::{Outcome, Tally, Values};
use oracle::LevelCount;
use retrograph_storage::LevelManifest;

const SATURATED: &str = "saturated";

/// Counts of a level; `None` where its values have no such count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Positions without a legal move.
    pub saturated: Option<u64>,
    /// Positions by who wins them.
    pub outcomes: Option<Tally>,
}

impl Counts {
    /// Those in a manifest of a database with such values; nobody wins where a count is missing.
    pub fn of(values: Values, manifest: &LevelManifest) -> Self {
        let count = |name| manifest.counts.get(name).copied();
        let counted: Option<Vec<_>> = (values.outcomes().iter())
            .map(|&outcome| Some((outcome, count(outcome.count_name())?)))
            .collect();
        let outcomes = counted.filter(|counted| !counted.is_empty()).map(|counted| {
            let mut tally = Tally::default();
            counted
                .into_iter()
                .for_each(|(outcome, count)| tally.add(outcome, count));
            tally
        });
        Self {
            saturated: count(SATURATED),
            outcomes,
        }
    }

    /// As manifests have them.
    pub(crate) fn by_name(self, values: Values) -> BTreeMap<String, u64> {
        let saturated = self.saturated.map(|count| (SATURATED.to_string(), count));
        let outcomes = self.outcomes.into_iter().flat_map(|tally| {
            let each = values.outcomes().iter();
            each.map(move |&outcome| (outcome.count_name().to_string(), tally.of(outcome)))
        });
        saturated.into_iter().chain(outcomes).collect()
    }
}

/// The counts of a sealed level.
pub(super) fn level_count(values: Values, manifest: &LevelManifest) -> LevelCount {
    let tally = values.tally(&manifest.positions.by_label);
    let count = |outcome| {
        tally
            .map(|tally| tally.of(outcome))
            .filter(|_| values.outcomes().contains(&outcome))
    };
    LevelCount {
        edges: manifest.level,
        positions: manifest.positions.positions,
        p: count(Outcome::P),
        n: count(Outcome::N),
        t: count(Outcome::Tie),
        red: count(Outcome::Red),
        green: count(Outcome::Green),
        saturated: Counts::of(values, manifest).saturated.unwrap_or(0),
    }
}
