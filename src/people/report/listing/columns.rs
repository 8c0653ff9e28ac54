//! The columns of a value, depending on what was solved for.

use game::values::{Kind, Values};
use oracle::Value;
use retro::Row;

/// The columns in addition to those of the position.
#[derive(Clone, Copy, Debug)]
pub struct Columns {
    values: Values,
}

impl Columns {
    /// Returns the columns for these values.
    pub fn of(values: Values) -> Self {
        Self { values }
    }

    /// Returns whether there is a column `value`: `P`, `N` or `T`.
    pub fn has_letter(self) -> bool {
        self.values.kind() != Kind::Score
    }

    /// Returns the names of the columns of whole numbers.
    pub fn numbers(self) -> &'static [&'static str] {
        match self.values.kind() {
            Kind::Outcome => &[],
            Kind::Grundy => &["grundy"],
            Kind::Remoteness => &["remoteness"],
            Kind::Score => &["max", "min"],
        }
    }

    /// Returns the value of a row.
    pub fn value(self, row: &Row) -> Value {
        Value::in_label(self.values, row.level, row.left, row.outcome, row.label)
    }

    /// Returns the numbers of a row, as many as [`Columns::numbers`].
    pub fn numbers_of(self, row: &Row) -> impl Iterator<Item = u32> {
        let value = self.value(row);
        let small = [value.grundy, value.remoteness].into_iter().flatten().map(u32::from);
        small.chain(value.max).chain(value.min)
    }
}
