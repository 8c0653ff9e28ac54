//! Who wins an avoidance game, as a question to a prover.

use std::cell::RefCell;

use base::units::grouped;
use proof::{Control, Fact, Kept, Outcome, Progress, Question, SearchError};

use super::audit::may_be_worth;
use super::bytes::{Choices, sealed};
use super::choices::{BATCH, Chooser, Parts, Walk, Without};
use super::game::{Avoidance, Task, Wanted};
use super::kernel::Board;
use super::search::{Halt, Search};
use super::shared::Shared;
use super::solve::{BASE, Room, Solved, solve};

/// Changes when tables of searches with another form of parts cannot be used any more.
const FORM: u32 = 3;

/// Positions that the check of a resumed search may take, where the table has no answer: some seconds. On 16 vertices
/// it would take longer than the search.
const CHECK_MOST: u64 = 1 << 21;

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

    fn run<K: Parts>(self, kernel: &K) -> Result<Outcome, SearchError> {
        match self.searched(kernel, false) {
            // Two parts with one fingerprint: 5e-5 of the searches on 16 vertices. Other fingerprints distinguish
            // them.
            Err(Failed::Wrong) => self.searched(kernel, true),
            found => found,
        }
        .map_err(|failed| match failed {
            Failed::Search(error) => error,
            Failed::Wrong => SearchError::Beyond("the same contradiction twice".into()),
        })
    }
}

/// Why a search has no answer.
enum Failed {
    Search(SearchError),
    /// Its own table contradicts itself.
    Wrong,
}

impl From<SearchError> for Failed {
    fn from(error: SearchError) -> Self {
        Self::Search(error)
    }
}

impl Answer<'_> {
    fn searched<K: Parts>(&self, kernel: &K, again: bool) -> Result<Outcome, Failed> {
        let Self { game, control } = self;
        let one_edge = kernel.one_edge();
        let wants_proof = control.proof && game.has_proof();
        // A proof takes its own room, after the search.
        let memory = if wants_proof {
            control.memory / 3 * 2
        } else {
            control.memory
        };
        let kept = match again {
            false => Kept::of(control, game.words(), FORM),
            true => Kept::NOWHERE,
        };
        // The empty graph has one move up to isomorphism, so its value is 0 or 1; the winner needs no more than whether
        // that of one edge is 0.
        let room = Room {
            memory,
            most: game.table_most(),
            again,
        };
        let (graph, exactly) = match one_edge {
            Some(graph) => (graph, game.wanted == Wanted::Grundy),
            None => (K::Graph::empty(game.n), true),
        };
        let (value, solved) = solve(kernel, &graph, exactly, control, &kept, room)?;
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
            None => after.check(&K::Graph::empty(game.n), 0)?,
        }
        let (title, name, n) = (game.rules.title(), game.name(), game.n);
        let winner = if first_wins { "first" } else { "second" };
        let mut facts = vec![("game", Fact::Text(name.into())), ("n", Fact::Number(n as u64))];
        let sentence = match game.wanted {
            Wanted::Winner => {
                facts.push(("winner", Fact::Text(winner.into())));
                game.sentence(winner)
            }
            Wanted::Grundy => {
                facts.push(("value", Fact::Number(first_wins.into())));
                let start = u32::from(first_wins);
                match (one_edge, value) {
                    (Some(_), Some(value)) => {
                        facts.push(("value_of_one_edge", Fact::Number(value.into())));
                        format!(
                            "In {title} on {n} vertices the empty graph has the Sprague-Grundy value {start}, \
                             and the graph with one edge has {value}"
                        )
                    }
                    _ => format!("In {title} on {n} vertices the empty graph has the Sprague-Grundy value {start}"),
                }
            }
        };
        let mut proof = None;
        if wants_proof {
            let start = if first_wins {
                one_edge.expect("a move")
            } else {
                K::Graph::empty(n)
            };
            // What the table leaves.
            let memory = control.memory - BASE - 8 * progress.entries_most;
            let choices = after.choices(game, &start, memory)?;
            drop(shared);
            facts.push(("claims", Fact::Number(choices.claims)));
            proof = Some(sealed(game, winner, &choices).map_err(SearchError::Seal)?);
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

impl<K: Parts> After<'_, K> {
    /// Searches on with what is known, up to `most` positions more; `what` sees it.
    fn searched<T, E>(
        &self,
        what: &RefCell<String>,
        most: u64,
        work: impl FnOnce(&mut Search<K>) -> Result<T, E>,
    ) -> Result<T, E> {
        let mut seen = self.progress.clone();
        let most = seen.nodes.saturating_add(most);
        let mut watch = |searched, entries| {
            seen.nodes += searched;
            seen.entries += entries;
            seen.detail.clone_from(&what.borrow());
            (self.control.watch)(&seen) || seen.nodes > most
        };
        work(&mut Search::new(self.kernel, self.shared, 0, &mut watch))
    }

    /// Looks whether the answer agrees with the rules, if the search goes on from a checkpoint.
    fn check(&self, graph: &K::Graph, value: u32) -> Result<(), SearchError> {
        if !self.kept.is_resumed() {
            return Ok(());
        }
        let what = RefCell::new("a check".into());
        match self.searched(&what, CHECK_MOST, |search| may_be_worth(search, graph, value)) {
            Ok(true) => Ok(()),
            Ok(false) | Err(Halt::Contradiction) => Err(self.kept.contradicted()),
            Err(Halt::Stopped) if (self.control.watch)(self.progress) => {
                Err(SearchError::Stopped(self.progress.clone()))
            }
            // No contradiction so far.
            Err(Halt::Stopped) => Ok(()),
        }
    }

    /// The winner's choices from a graph of value 0, with `memory` bytes.
    fn choices(&self, game: &Avoidance, start: &K::Graph, memory: u64) -> Result<Choices, Failed> {
        let what = RefCell::new("the proof".into());
        let found = self.searched(&what, u64::MAX, |search| {
            let mut watch = |claims: u64, checked: u64| {
                *what.borrow_mut() = format!("the proof: {} of {} claims", grouped(checked), grouped(claims));
            };
            let mut walk = Walk::new(self.kernel, game.replies, K::SMALL, BATCH, self.control.threads, false);
            let mut chooser = Chooser::new(search, memory, &mut watch);
            walk.walk(start, &mut chooser)?;
            Ok(Choices {
                parts: K::NAME,
                small: K::SMALL,
                claims: walk.claims,
                codes: chooser.codes,
                values: chooser.values,
            })
        });
        found.map_err(|without| match without {
            Without::Halt(Halt::Stopped) => SearchError::Stopped(self.progress.clone()).into(),
            Without::Halt(Halt::Contradiction) if self.kept.is_resumed() => self.kept.contradicted().into(),
            Without::Halt(Halt::Contradiction) => Failed::Wrong,
            Without::Threads(error) => SearchError::Threads(error).into(),
            Without::Memory(bytes) => SearchError::Memory {
                needs: self.control.memory - memory + bytes,
                allowed: self.control.memory,
            }
            .into(),
        })
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
