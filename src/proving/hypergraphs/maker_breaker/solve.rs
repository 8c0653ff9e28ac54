//! From a game to its winner and a strategy: threads, memory and checkpoints of a search.

use std::io::Read;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use proof::{Busy, Control, Kept, Progress, STACK, SearchError, Unread, together};

use super::rules::{Position, Rules};
use super::search::{Halt, Search, WEIGHTS};
use super::strategy::Strategy;
use super::table::Table;

/// Positions that the first order of moves is allowed; each later one may take twice as many.
const FIRST: u64 = 1000;
/// Bytes beside the table.
const RESERVED: u64 = 16 << 20;

pub struct Solved {
    pub maker_wins: bool,
    pub strategy: Option<Strategy>,
    pub progress: Progress,
}

/// Finds the winner, and a strategy if it is wanted. `start` is the position before the first turn.
///
/// # Errors
/// [`SearchError`].
pub fn solve(rules: &Rules, start: &Position, control: &Control, kept: &Kept) -> Result<Solved, SearchError> {
    let table = Table::new(control.memory.saturating_sub(RESERVED));
    let restored = kept.restored(control.memory, |from| {
        let mut nodes = [0; 8];
        from.read_exact(&mut nodes)?;
        match table.read(rules.n, from)? {
            true => Ok(u64::from_le_bytes(nodes)),
            false => Err(Unread::Memory(control.memory.saturating_mul(2))),
        }
    })?;
    let team = Team {
        rules,
        start,
        table: &table,
        busy: Busy::default(),
        nodes: AtomicU64::new(restored.unwrap_or(0)),
        found: OnceLock::new(),
    };
    let progress = |own: u64| {
        let (entries, entries_most) = table.fill();
        Progress {
            nodes: own + team.nodes.load(Relaxed),
            entries,
            entries_most,
            ..Progress::default()
        }
    };
    let mut failed = None;
    let mut seen = Progress::default();
    let mut watch = |own: u64| {
        seen = progress(own);
        let is_stopped = (control.watch)(&seen);
        let written = kept.keep(is_stopped, |out| {
            out.write_all(&seen.nodes.to_le_bytes())?;
            table.write(out)
        });
        failed = written.err();
        if is_stopped || failed.is_some() {
            Err(Halt::Stopped)
        } else {
            Ok(())
        }
    };
    let wants_strategy = control.proof || kept.is_resumed();
    let solved = team.solved(control.threads, wants_strategy, &mut watch);
    let solved = match solved {
        Ok(solved) => solved,
        Err(error) => return Err(SearchError::Threads(error)),
    };
    match (solved, failed) {
        (_, Some(error)) => Err(error.into()),
        (Ok((maker_wins, strategy, nodes)), None) => Ok(Solved {
            maker_wins,
            strategy: strategy.filter(|_| control.proof),
            progress: progress(nodes),
        }),
        (Err(Halt::Full), None) => Err(SearchError::Memory {
            // Twice as many entries, or some where none are allowed.
            needs: RESERVED + 2 * Table::bytes(table.fill().1 + FIRST),
            allowed: control.memory,
        }),
        (Err(Halt::Contradiction), None) => Err(kept.contradicted()),
        (Err(Halt::Stopped | Halt::Spent), None) => Err(SearchError::Stopped(seen)),
    }
}

/// The threads of one search.
struct Team<'a> {
    rules: &'a Rules,
    start: &'a Position,
    table: &'a Table,
    busy: Busy,
    /// Nodes of the searches before this one and of the helpers.
    nodes: AtomicU64,
    /// Whether Maker wins; anything, when the helpers are to end.
    found: OnceLock<bool>,
}

type Found = Result<(bool, Option<Strategy>, u64), Halt>;

impl Team<'_> {
    fn solved(
        &self,
        threads: usize,
        wants_strategy: bool,
        watch: &mut dyn FnMut(u64) -> Result<(), Halt>,
    ) -> std::io::Result<Found> {
        let mut nodes = 0;
        let mut weight = WEIGHTS[0];
        let mut led = None;
        let lead = || {
            let busy = (threads > 1).then_some(&self.busy);
            let mut watch = |own: u64| {
                watch(own)?;
                if self.found.get().is_some() {
                    Err(Halt::Stopped)
                } else {
                    Ok(())
                }
            };
            let mut search = Search::new(self.rules, self.table, busy, &mut watch);
            let found = self.by_turns(&mut search, &mut weight);
            nodes = search.nodes;
            led = Some(match (found, self.found.get()) {
                (Ok(maker_wins), _) | (Err(Halt::Stopped), Some(&maker_wins)) => {
                    Ok(*self.found.get_or_init(|| maker_wins))
                }
                (Err(halt), _) => {
                    let _ = self.found.set(true);
                    Err(halt)
                }
            });
        };
        let end = || _ = self.found.set(true);
        together(threads.saturating_sub(1), STACK, |number| self.help(number), &end, lead)?;
        let maker_wins = match led.expect("it was led") {
            Ok(maker_wins) => maker_wins,
            Err(halt) => return Ok(Err(halt)),
        };
        if !wants_strategy {
            return Ok(Ok((maker_wins, None, nodes)));
        }
        let before = nodes;
        let mut watch = |own: u64| watch(before + own);
        let mut search = Search::new(self.rules, self.table, None, &mut watch);
        search.weigh_by(weight);
        let strategy = Strategy::of(&mut search, self.start, maker_wins);
        nodes += search.nodes;
        Ok(strategy.map(|strategy| (maker_wins, Some(strategy), nodes)))
    }

    /// Searches with one order of moves after the other. What one has found the next one uses.
    fn by_turns(&self, search: &mut Search, weight: &mut f64) -> Result<bool, Halt> {
        let mut allowed = FIRST;
        for next in WEIGHTS.into_iter().cycle() {
            *weight = next;
            search.weigh_by(next);
            search.most = search.nodes.saturating_add(allowed);
            match search.value(self.start) {
                Err(Halt::Spent) => allowed = allowed.saturating_mul(2),
                found => return found.map(|value| value.maker_wins),
            }
        }
        unreachable!("a cycle has no end")
    }

    /// What a thread beside the first does.
    fn help(&self, number: usize) {
        let mut counted = 0;
        let mut watch = |own: u64| {
            self.nodes.fetch_add(own - counted, Relaxed);
            counted = own;
            if self.found.get().is_some() {
                Err(Halt::Stopped)
            } else {
                Ok(())
            }
        };
        let mut search = Search::new(self.rules, self.table, Some(&self.busy), &mut watch);
        search.weigh_by(WEIGHTS[number % WEIGHTS.len()]);
        if let Ok(value) = search.value(self.start) {
            let _ = self.found.set(value.maker_wins);
        }
    }
}
