//! What the labels of a database mean.

use retrograph_storage::{Database, Error, Result};

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

/// The label of a position without a move but perhaps some that end the game.
pub fn terminal<G: Levels>(game: &G, values: Values, position: &G::Position) -> Label {
    let mut fold = values.fold(game.turn(position));
    if values.may_end() && game.can_end(position) {
        fold.add_end();
    }
    fold.label()
}
