//! What the threads of one search share: the table, and which parts they are at.

use proof::Busy;

use super::table::Table;

/// The table, and which parts are being searched.
pub struct Shared {
    /// What is known.
    pub table: Table,
    /// Parts with the values that are asked for, if there are several threads.
    pub busy: Option<Busy>,
}

impl Shared {
    /// For so many threads.
    pub fn new(table: Table, threads: usize) -> Self {
        let busy = (threads > 1).then(Busy::default);
        Self { table, busy }
    }
}
