//! From a game to a strategy: memory and checkpoints of a search.

use proof::{Control, Kept, Progress, STACK, SearchError, together};

use super::ahead::Ahead;
use super::board::{Position, Sides};
use super::numbers::{NODE_BYTES, Numbers};
use super::opening::{Interrupted, Opening, Openings};
use super::saved::{restore, save};
use super::strategy::{Maker, Strategy, Without};

/// Bytes beside the table: the strategy, and the images of the symmetries.
const RESERVED: u64 = 32 << 20;

pub struct Solved {
    pub wins: bool,
    /// Where it is wanted.
    pub strategy: Option<Strategy>,
    pub progress: Progress,
}

/// Looks for a strategy.
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
            nodes: before + numbers.opened,
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
        } else if numbers.bytes > most {
            failed = Some(SearchError::Memory {
                needs: RESERVED + 2 * numbers.bytes,
                allowed: control.memory,
            });
        }
        if failed.is_some() { Err(Interrupted) } else { Ok(()) }
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
    let Ok(wins) = solved else {
        return Err(failed.expect("the search says why it ends"));
    };
    seen.nodes = before + numbers.opened;
    seen.entries = numbers.nodes.len() as u64;
    let wants_strategy = wins && (control.proof || kept.is_resumed());
    let mut strategy = None;
    if wants_strategy {
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
        wins,
        strategy,
        progress: seen,
    })
}
