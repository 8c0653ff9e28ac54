//! Who wins an avoidance game, as a question to a prover.

use proof::{Control, Fact, Kept, Outcome, Progress, Question, SearchError};

use graph::Graph16;

use super::audit::may_be_worth;
use super::bytes::sealed;
use super::game::{Avoidance, Task, Wanted};
use super::kernel::Kernel;
use super::search::{Halt, Search};
use super::shared::Shared;
use super::solve::{BASE, Solved, solve};
use super::strategy::{Level, Without, certificate};

/// Changes when tables of searches with another form of parts cannot be used any more.
const FORM: u32 = 3;

impl Question for Avoidance {
    /// Both questions fill one table.
    fn words(&self) -> String {
        format!("{} -n {}", self.name(), self.n)
    }

    fn has_proof(&self) -> bool {
        self.wanted == Wanted::Winner
    }

    fn answer(&self, control: &Control) -> Result<Outcome, SearchError> {
        self.with_kernel(Answer { game: self, control })
    }
}

struct Answer<'a> {
    game: &'a Avoidance,
    control: &'a Control<'a>,
}

impl Task for Answer<'_> {
    type Output = Result<Outcome, SearchError>;

    fn run<K: Kernel>(self, kernel: &K) -> Result<Outcome, SearchError> {
        let Self { game, control } = self;
        let one_edge = game.one_edge();
        let wants_proof = control.proof && game.has_proof();
        // A proof takes its own room, after the search.
        let memory = if wants_proof {
            control.memory / 2
        } else {
            control.memory
        };
        let kept = Kept::of(control, game.words(), FORM);
        // The empty graph has one move up to isomorphism, so its value is 0 or 1; the winner needs no more than whether
        // that of one edge is 0.
        let (graph, exactly) = match one_edge {
            Some(graph) => (graph, game.wanted == Wanted::Grundy),
            None => (Graph16::empty(game.n), true),
        };
        let (value, solved) = solve(kernel, &graph, exactly, control, &kept, memory, game.table_most())?;
        let first_wins = one_edge.is_some() && value == Some(0);
        let Solved { shared, progress } = solved;
        let after = After {
            kernel,
            shared: &shared,
            control,
            kept: &kept,
            progress: &progress,
        };
        match value {
            Some(value) => after.check(&graph, value)?,
            // Then who moves first loses: his move comes to this graph.
            None => after.check(&Graph16::empty(game.n), 0)?,
        }
        let (name, n) = (game.name(), game.n);
        let winner = if first_wins { "first" } else { "second" };
        let mut facts = vec![("game", Fact::Text(name.into())), ("n", Fact::Number(n as u64))];
        let sentence = match game.wanted {
            Wanted::Winner => {
                facts.push(("winner", Fact::Text(winner.into())));
                format!("The {winner} player wins the game {name} on {n} vertices")
            }
            Wanted::Grundy => {
                facts.push(("value", Fact::Number(first_wins.into())));
                let start = u32::from(first_wins);
                match (one_edge, value) {
                    (Some(_), Some(value)) => {
                        facts.push(("value_of_one_edge", Fact::Number(value.into())));
                        format!(
                            "In the game {name} on {n} vertices the empty graph has the Sprague-Grundy value {start}, \
                             and the graph with one edge has {value}"
                        )
                    }
                    _ => format!(
                        "In the game {name} on {n} vertices the empty graph has the Sprague-Grundy value {start}"
                    ),
                }
            }
        };
        let mut proof = None;
        if wants_proof {
            let start = if first_wins {
                one_edge.expect("a move")
            } else {
                Graph16::empty(n)
            };
            // What the table leaves, for the positions, the body that is sealed and its compressed copy.
            let memory = (control.memory - BASE - 8 * progress.entries_most) / 5 * 2;
            let levels = after.certificate(&start, memory)?;
            drop(shared);
            let positions: usize = levels.iter().map(|level| level.keys.len()).sum();
            facts.push(("positions", Fact::Number(positions as u64)));
            proof = Some(sealed(game, winner, levels).map_err(SearchError::Seal)?);
        }
        Ok(Outcome {
            sentence,
            is_proved: true,
            facts,
            proof,
            progress,
        })
    }
}

/// What comes after a search.
struct After<'a, K> {
    kernel: &'a K,
    shared: &'a Shared,
    control: &'a Control<'a>,
    kept: &'a Kept,
    progress: &'a Progress,
}

impl<K: Kernel> After<'_, K> {
    /// Searches on with what is known; `what` is told of it.
    fn searched<T, E>(&self, what: &str, work: impl FnOnce(&mut Search<K>) -> Result<T, E>) -> Result<T, E> {
        let mut seen = self.progress.clone();
        let mut watch = |searched, entries| {
            seen.nodes += searched;
            seen.entries += entries;
            seen.detail = what.into();
            (self.control.watch)(&seen)
        };
        work(&mut Search::new(self.kernel, self.shared, 0, &mut watch))
    }

    /// Looks whether the answer agrees with the rules, if the search goes on from a checkpoint.
    fn check(&self, graph: &Graph16, value: u32) -> Result<(), SearchError> {
        if !self.kept.is_resumed() {
            return Ok(());
        }
        match self.searched("a check", |search| may_be_worth(search, graph, value)) {
            Ok(true) => Ok(()),
            Ok(false) => Err(self.kept.contradicted()),
            Err(halt) => Err(self.halted(halt)),
        }
    }

    fn certificate(&self, start: &Graph16, memory: u64) -> Result<Vec<Level>, SearchError> {
        let found = self.searched("the proof", |search| certificate(search, start, memory));
        found.map_err(|without| match without {
            Without::Halt(halt) => self.halted(halt),
            Without::Memory(bytes) => SearchError::Memory {
                needs: self.control.memory - memory + 2 * bytes,
                allowed: self.control.memory,
            },
        })
    }

    fn halted(&self, halt: Halt) -> SearchError {
        match halt {
            Halt::Stopped => SearchError::Stopped(self.progress.clone()),
            Halt::Contradiction => self.kept.contradicted(),
        }
    }
}

impl Avoidance {
    /// Bytes of a table that is not too small, and not so large that taking its pages takes longer than the search.
    fn table_most(&self) -> u64 {
        let megabytes = match (self.is_triangle(), self.n) {
            (true, ..=10) | (false, ..=7) => 1,
            (true, 11) | (false, 8) => 4,
            (true, 12) | (false, 9) => 16,
            (true, 13 | 14) | (false, 10) => 128,
            _ => return u64::MAX,
        };
        megabytes << 20
    }
}
