//! What the labels of a database mean.

use retrograph_storage::{Database, Error, LevelSummary, Result};

use game::Levels;
use game::values::{Label, Values};

/// What the labels of `db` mean.
///
/// # Errors
/// [`Error::Corrupt`] when no version up to this one knows such values.
pub fn values_of(db: &Database) -> Result<Values> {
    let name = &db.identity().values;
    Values::named(name).ok_or_else(|| {
        let what = format!("its values are '{name}', which this version does not know");
        Error::corrupt(&db.folder().join("retrograph.json"), what)
    })
}

/// Positions that the previous and the next player wins, and ties; `None` when values are scores. Where a position has
/// a value for either player: with the first player next.
pub fn outcomes(values: Values, positions: &LevelSummary) -> Option<[u64; 3]> {
    let mut counts = [0; 3];
    for (label, &count) in positions.by_label.iter().enumerate() {
        let first = label.min(255) as u8;
        counts[values.outcome(Label { first, second: 0 })? as usize] += count;
    }
    Some(counts)
}

/// The label of a position without a move but perhaps some that end the game.
pub fn terminal<G: Levels>(game: &G, values: Values, position: &G::Position) -> Label {
    let mut fold = values.fold(game.next(position));
    if values.may_end() && game.can_end(position) {
        fold.add_end();
    }
    fold.label()
}
