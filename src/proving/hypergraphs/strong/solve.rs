//! From a game to a strategy: memory and checkpoints of a search.

use proof::{Control, Kept, Progress, STACK, SearchError, together};

use super::ahead::Ahead;
use super::board::{Position, Sides};
use super::numbers::{NODE_BYTES, Numbers};
pub use super::opening::Winner;
use super::opening::{Interrupted, Opening, Openings};
use super::saved::{restore, save};
use super::strategy::{Maker, Strategy, Without};

/// Bytes beside the table: the strategy, and the images of the symmetries.
const RESERVED: u64 = 32 << 20;

pub struct Solved {
    /// With Black's strategy where it is wanted.
    pub winner: Winner<Option<Strategy>>,
    pub progress: Progress,
}

/// Looks for a strategy of either player.
///
/// # Errors
/// [`SearchError`].
pub fn solve(
    sides: &Sides,
    start: Position,
    white_begins: bool,
    control: &Control,
    kept: &Kept,
) -> Result<Solved, SearchError> {
    // An index of the table doubles when it is full.
    let most = control.memory.saturating_sub(RESERVED) / control.threads as u64;
    let mut numbers = Numbers::new(sides);
    let state = kept.restored(control.memory, |from| restore(&mut numbers, most, from))?;
    let before = state.as_ref().map_or(0, |state| state.opened);
    let mut seen = Progress::default();
    let mut failed = None;
    let mut pause = |numbers: &Numbers, known: &Openings, effort: u64, rounds: usize| {
        seen = Progress {
            nodes: before + numbers.opened + numbers.beside.nodes,
            entries: numbers.nodes.len() as u64,
            entries_most: most / NODE_BYTES,
            detail: format!("effort {effort}"),
            share: None,
        };
        let is_stopped = (control.watch)(&seen);
        let written = kept.keep(is_stopped, |out| save(numbers, known, rounds, seen.nodes, out));
        if let Err(error) = written {
            failed = Some(SearchError::Checkpoint(error));
        } else if is_stopped {
            failed = Some(SearchError::Stopped(seen.clone()));
        } else if numbers.bytes + numbers.beside.bytes > most {
            failed = Some(SearchError::Memory {
                needs: RESERVED + 2 * (numbers.bytes + numbers.beside.bytes),
                allowed: control.memory,
            });
        }
        if failed.is_some() {
            Err(Interrupted::Paused)
        } else {
            Ok(())
        }
    };
    let ahead = Ahead::default();
    let helpers = control.threads.saturating_sub(1);
    let lead = || {
        let mut opening = Opening::new(numbers, start, (helpers > 0).then_some(&ahead), &mut pause);
        if let Some(state) = state {
            (opening.known, opening.rounds, opening.effort) = (state.known, state.rounds, state.effort);
        }
        let solved = opening.solve(white_begins);
        ahead.end();
        (solved, opening.numbers, opening.known)
    };
    let led = together(helpers, STACK, |_| ahead.help(sides, most), &|| ahead.end(), lead);
    let ((solved, numbers, known), _) = led.map_err(SearchError::Threads)?;
    let winner = solved.map_err(|why| match why {
        Interrupted::Paused => failed.expect("the search says why it ends"),
        Interrupted::Contradiction => kept.contradicted(),
    })?;
    seen.nodes = before + numbers.opened;
    seen.entries = numbers.nodes.len() as u64;
    if let Winner::White(held) = winner {
        return Ok(Solved {
            winner: Winner::White(held),
            progress: seen,
        });
    }
    let mut strategy = None;
    if control.proof || kept.is_resumed() {
        let mut watch = |entries: usize| {
            seen.detail = format!("{entries} entries of the proof");
            entries.is_multiple_of(64) && (control.watch)(&seen)
        };
        let made = Maker::new(numbers, known, &mut watch).strategy(start, white_begins);
        strategy = Some(made.map_err(|without| match without {
            Without::Stopped => SearchError::Stopped(seen.clone()),
            Without::Contradiction => kept.contradicted(),
        })?);
    }
    Ok(Solved {
        winner: Winner::Black(strategy),
        progress: seen,
    })
}
