//! From a game to its winner and a proof: threads, memory and checkpoints of a search.

use std::io::Read;
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use proof::{CheckpointError, Progress, SearchError, read_checkpoint, write_checkpoint};

use super::builder;
use super::game::{Game, Player};
use super::halt::Halt;
use super::pairs::all_pairs;
use super::search::{Effort, Options, Search};
use super::strategy::Strategy;
use super::table::Table;
use super::team::Busy;

/// The file in which the table of a search is kept.
pub(super) struct Keeping<'a> {
    pub path: &'a Path,
    pub words: &'a str,
    pub interval: Duration,
}

pub(super) struct Solved {
    pub winner: Player,
    pub strategy: Option<Strategy>,
    pub effort: Effort,
}

/// Finds the winner, and a strategy if wanted.
pub(super) fn solve(
    game: &Game,
    options: &Options,
    wants_strategy: bool,
    keeping: Option<&Keeping>,
    watch: &mut dyn FnMut(&Effort) -> bool,
) -> Result<Solved, SearchError> {
    let table = Table::new(options.memory);
    let before = match keeping {
        Some(keeping) => restored(&table, game, keeping)?,
        None => 0,
    };
    let team = Team {
        game,
        options,
        table: &table,
        busy: Busy::new(),
        nodes: AtomicU64::new(before),
        winner: OnceLock::new(),
    };
    let mut last = Instant::now();
    let mut seen = Effort::default();
    let mut watch = |own: &Effort| {
        let effort = Effort {
            nodes: own.nodes + team.nodes.load(Ordering::Relaxed),
            ..*own
        };
        seen = effort;
        let is_stopped = watch(&effort);
        if let Some(keeping) = keeping
            && (is_stopped || last.elapsed() >= keeping.interval)
        {
            write(&table, effort.nodes, keeping)?;
            last = Instant::now();
        }
        match is_stopped {
            true => Err(Halt::Stopped),
            false => Ok(()),
        }
    };
    team.solved(wants_strategy, &mut watch).map_err(|halt| match halt {
        Halt::Stopped | Halt::Solved(_) => SearchError::Stopped(seen.progress()),
        Halt::Memory { needs, allowed } => SearchError::Memory { needs, allowed },
        Halt::Checkpoint(error) => SearchError::Checkpoint(error),
    })
}

impl Effort {
    /// The same in the words of all provers.
    pub fn progress(&self) -> Progress {
        Progress {
            nodes: self.nodes,
            entries: self.table_entries,
            entries_most: self.table_most,
            detail: match self.proof_nodes {
                0 => String::new(),
                nodes => format!("{nodes} nodes of the proof"),
            },
            share: None,
        }
    }
}

/// The threads of one search.
struct Team<'a> {
    game: &'a Game,
    options: &'a Options,
    table: &'a Table,
    busy: Busy,
    /// Of searches before and of the helpers.
    nodes: AtomicU64,
    winner: OnceLock<Player>,
}

impl Team<'_> {
    fn solved(&self, wants_strategy: bool, watch: &mut dyn FnMut(&Effort) -> Result<(), Halt>) -> Result<Solved, Halt> {
        let mut effort = Effort::default();
        let winner = std::thread::scope(|scope| {
            for _ in 1..self.options.threads {
                scope.spawn(|| self.help());
            }
            let mut own_watch = |own: &Effort| {
                watch(own)?;
                // A helper was first.
                if self.winner.get().is_some() {
                    Err(Halt::Stopped)
                } else {
                    Ok(())
                }
            };
            let found = self.search(&mut own_watch, &mut effort);
            match (found, self.winner.get()) {
                (Ok(winner), _) | (Err(Halt::Stopped), Some(&winner)) => Ok(*self.winner.get_or_init(|| winner)),
                (Err(halt), _) => {
                    // Whatever it says, the helpers stop.
                    let _ = self.winner.set(Player::Maker);
                    Err(halt)
                }
            }
        })?;
        let mut strategy = None;
        if wants_strategy {
            let first = effort.nodes;
            let mut watch = |own: &Effort| {
                watch(&Effort {
                    nodes: first + own.nodes,
                    ..*own
                })
            };
            let sets = self.game.winning_sets();
            let mut search = Search::new(&*sets, self.game.order(), self.options, self.table, None, &mut watch);
            strategy = Some(builder::strategy(&mut search, self.game, winner, self.options.memory)?);
            effort = search.effort();
            effort.nodes += first;
        }
        effort.nodes += self.nodes.load(Ordering::Relaxed);
        (effort.table_entries, effort.table_most) = self.table.fill();
        Ok(Solved {
            winner,
            strategy,
            effort,
        })
    }

    fn search(&self, watch: &mut dyn FnMut(&Effort) -> Result<(), Halt>, effort: &mut Effort) -> Result<Player, Halt> {
        let sets = self.game.winning_sets();
        let busy = (self.options.threads > 1 && self.options.table).then_some(&self.busy);
        let mut search = Search::new(&*sets, self.game.order(), self.options, self.table, busy, watch);
        let found = search.winner(self.game.maker(), self.game.free(), self.game.starter());
        *effort = search.effort();
        found
    }

    /// What a thread beside the first does.
    fn help(&self) {
        let mut counted = 0;
        let mut watch = |own: &Effort| {
            self.nodes.fetch_add(own.nodes - counted, Ordering::Relaxed);
            counted = own.nodes;
            if self.winner.get().is_some() {
                Err(Halt::Stopped)
            } else {
                Ok(())
            }
        };
        if let Ok(winner) = self.search(&mut watch, &mut Effort::default()) {
            // The first thread may have found it too: the same.
            let _ = self.winner.set(winner);
        }
    }
}

/// Fills the table from a checkpoint, if there is one, and returns the nodes of the searches before.
fn restored(table: &Table, game: &Game, keeping: &Keeping) -> Result<u64, CheckpointError> {
    let Some(mut from) = read_checkpoint(keeping.path, keeping.words)? else {
        return Ok(0);
    };
    let mut nodes = [0; 8];
    let read = from
        .read_exact(&mut nodes)
        .and_then(|()| table.read(all_pairs(game.order()), &mut from));
    match read {
        Ok(true) => Ok(u64::from_le_bytes(nodes)),
        Ok(false) => Err(CheckpointError::Damaged {
            path: keeping.path.to_path_buf(),
        }),
        Err(error) => Err(CheckpointError::Io {
            path: keeping.path.to_path_buf(),
            error,
        }),
    }
}

fn write(table: &Table, nodes: u64, keeping: &Keeping) -> Result<(), CheckpointError> {
    write_checkpoint(keeping.path, keeping.words, |out| {
        out.write_all(&nodes.to_le_bytes())?;
        table.write(out)
    })
}
