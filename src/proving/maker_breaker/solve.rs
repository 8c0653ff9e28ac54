//! From a game to its winner and a proof: threads, memory and checkpoints of a search.

use std::io::Read;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use proof::{Busy, Kept, Progress, STACK, SearchError, together};

use super::audit::may_win;
use super::builder;
use super::game::{Game, Player};
use super::halt::Halt;
use super::pairs::all_pairs;
use super::search::{Effort, Options, Search};
use super::strategy::Strategy;
use super::table::Table;

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
    kept: &Kept,
    watch: &mut dyn FnMut(&Effort) -> bool,
) -> Result<Solved, SearchError> {
    let table = Table::new(options.memory);
    let before = restored(&table, game, options, kept)?;
    let team = Team {
        game,
        options,
        table: &table,
        busy: Busy::default(),
        nodes: AtomicU64::new(before),
        winner: OnceLock::new(),
    };
    let mut seen = Effort::default();
    let mut watch = |own: &Effort| {
        let effort = Effort {
            nodes: own.nodes + team.nodes.load(Ordering::Relaxed),
            ..*own
        };
        seen = effort;
        let is_stopped = watch(&effort);
        kept.keep(is_stopped, |out| {
            out.write_all(&effort.nodes.to_le_bytes())?;
            table.write(out)
        })?;
        match is_stopped {
            true => Err(Halt::Stopped),
            false => Ok(()),
        }
    };
    let solved = team.solved(wants_strategy, kept.is_resumed(), &mut watch);
    solved.map_err(|halt| match halt {
        Halt::Stopped | Halt::Solved(_) => SearchError::Stopped(seen.progress()),
        Halt::Memory { needs, allowed } => SearchError::Memory { needs, allowed },
        Halt::Checkpoint(error) => SearchError::Checkpoint(error),
        Halt::Threads(error) => SearchError::Threads(error),
        Halt::Contradiction => kept.contradicted(),
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
    /// Nodes of the searches before this one and of the helpers.
    nodes: AtomicU64,
    winner: OnceLock<Player>,
}

impl Team<'_> {
    /// With a look at whether the rules agree if the table is that of a checkpoint.
    fn solved(
        &self,
        wants_strategy: bool,
        is_resumed: bool,
        watch: &mut dyn FnMut(&Effort) -> Result<(), Halt>,
    ) -> Result<Solved, Halt> {
        let mut effort = Effort::default();
        let lead = || {
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
                    self.end();
                    Err(halt)
                }
            }
        };
        let helpers = self.options.threads.saturating_sub(1);
        let all = together(helpers, STACK, |_| self.help(), &|| self.end(), lead);
        let (winner, _) = all.map_err(Halt::Threads)?;
        let winner = winner?;
        let mut strategy = None;
        let first = effort.nodes;
        let mut watch = |own: &Effort| {
            watch(&Effort {
                nodes: first + own.nodes,
                ..*own
            })
        };
        let sets = self.game.winning_sets();
        let mut search = Search::new(&*sets, self.game.order(), self.options, self.table, None, &mut watch);
        if is_resumed && !may_win(&mut search, self.game, winner)? {
            return Err(Halt::Contradiction);
        }
        if wants_strategy {
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

    /// Asks the helpers to end: any winner does that.
    fn end(&self) {
        let _ = self.winner.set(Player::Maker);
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
fn restored(table: &Table, game: &Game, options: &Options, kept: &Kept) -> Result<u64, SearchError> {
    let nodes = kept.restored(options.memory, |from| {
        let mut nodes = [0; 8];
        from.read_exact(&mut nodes)?;
        table.read(all_pairs(game.order()), from)?;
        Ok(u64::from_le_bytes(nodes))
    });
    Ok(nodes?.unwrap_or(0))
}
