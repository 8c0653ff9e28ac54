//! A search with several threads, its checkpoints and its progress.

use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use proof::{Control, Kept, Progress, SearchError, Unread, together};

use super::kernel::Kernel;
use super::search::{Halt, Search};
use super::shared::Shared;
use super::table::Table;

/// Everything but the table: code, stacks, the moves on the way to a position.
pub const BASE: u64 = 24 << 20;
const STACK: usize = 16 << 20;
/// Between two looks at the search.
const PAUSE: Duration = Duration::from_millis(50);

/// The table of a finished search, and what the search took.
pub struct Solved {
    /// What the threads shared.
    pub shared: Shared,
    /// Positions searched, and entries.
    pub progress: Progress,
}

/// Bytes of the table that `memory` leaves room for.
///
/// # Errors
/// [`SearchError::Memory`].
fn room(memory: u64) -> Result<u64, SearchError> {
    const LEAST: u64 = 1 << 20;
    match memory.checked_sub(BASE) {
        Some(room) if room >= LEAST => Ok(room),
        _ => Err(SearchError::Memory {
            needs: BASE + LEAST,
            allowed: memory,
        }),
    }
}

/// What table a search has.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    /// Bytes that the search may use in all.
    pub memory: u64,
    /// Bytes that the table takes at most.
    pub most: u64,
    /// With other fingerprints than those of a table that was found to be wrong.
    pub again: bool,
}

/// A new table, or the one of the checkpoint, with positions searched and entries.
fn table(kept: &Kept, Room { memory, most, again }: Room) -> Result<(Table, u64, u64), SearchError> {
    let room = room(memory)?;
    let restored = kept.restored(memory, |reader| {
        let mut number = || {
            let mut bytes = [0; 8];
            reader.read_exact(&mut bytes).map(|()| bytes)
        };
        let (visits, first) = (number()?, number()?);
        match Table::bytes(first) {
            0 => return Err(io::Error::from(io::ErrorKind::InvalidData).into()),
            needs if needs > room => return Err(Unread::Memory(needs.saturating_add(BASE))),
            _ => {}
        }
        let (table, filled) = Table::read(first, reader)?;
        Ok((table, u64::from_le_bytes(visits), filled))
    })?;
    match restored {
        Some(restored) => Ok(restored),
        None => {
            let table = Table::new(room.min(most)).map_err(SearchError::Table)?;
            Ok((if again { table.turned() } else { table }, 0, 0))
        }
    }
}

/// Searches the value of a graph; `None`, unless it is wanted `exactly`, for one that is not 0.
///
/// # Errors
/// [`SearchError`].
pub fn solve<K: Kernel>(
    kernel: &K,
    graph: &K::Graph,
    exactly: bool,
    control: &Control,
    kept: &Kept,
    room: Room,
) -> Result<(Option<u32>, Solved), SearchError> {
    let (table, visits, filled) = table(kept, room)?;
    let threads = control.threads.max(1);
    let shared = Shared::new(table, threads);
    let (visits, filled, over) = (AtomicU64::new(visits), AtomicU64::new(filled), AtomicBool::new(false));
    let progress = || Progress {
        nodes: visits.load(Relaxed),
        entries: filled.load(Relaxed),
        entries_most: shared.table.most(),
        ..Progress::default()
    };
    let fill = |out: &mut dyn Write| {
        out.write_all(&visits.load(Relaxed).to_le_bytes())?;
        shared.table.write(out)
    };
    let one = |number: usize| {
        let mut watch = |searched, entries| {
            visits.fetch_add(searched, Relaxed);
            filled.fetch_add(entries, Relaxed);
            over.load(Relaxed)
        };
        let mut search = Search::new(kernel, &shared, number as u32 - 1, &mut watch);
        let found = match exactly {
            true => search.value_of(graph).map(Some),
            false => search.is_lost(graph).map(|is_lost| is_lost.then_some(0)),
        };
        search.tell();
        // One thread's answer is that of all.
        over.store(true, Relaxed);
        found
    };
    let look = || {
        while !over.load(Relaxed) {
            thread::park_timeout(PAUSE);
            if (control.watch)(&progress()) {
                over.store(true, Relaxed);
            } else if !over.load(Relaxed)
                // Entries are true one by one, so the others go on meanwhile.
                && let Err(error) = kept.keep(false, fill)
            {
                over.store(true, Relaxed);
                return Err(error);
            }
        }
        Ok(())
    };
    let end = || over.store(true, Relaxed);
    let (looked, found) = together(threads, STACK, one, &end, look).map_err(SearchError::Threads)?;
    looked?;
    if found.contains(&Err(Halt::Contradiction)) {
        return Err(kept.contradicted());
    }
    match found.into_iter().filter_map(Result::ok).next_back() {
        Some(value) => Ok((
            value,
            Solved {
                progress: progress(),
                shared,
            },
        )),
        None => {
            kept.keep(true, fill)?;
            Err(SearchError::Stopped(progress()))
        }
    }
}
