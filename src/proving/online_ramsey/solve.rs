//! From a question to its answer and the proof: how the search is run, watched, stopped and resumed.

use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, RwLock};

use proof::{Control, Kept, Progress, Question, STACK, SearchError, together};

use super::bytes::sealed;
use super::form::Key;
use super::game::{Asked, Game, ROUNDS_MOST};
use super::lists::lists;
use super::paths::Paths;
use super::plan::Plans;
use super::position::{Position, threats_at_start, threats_of};
use super::row::USED_MOST;
use super::rules::Rules;
use super::search::{ASKED, ASKED_BYTES, Search, Shared, Stop};
use super::strategy::{Failure, Maker};
use super::table::{Known, Table};

/// What was found.
pub(crate) struct Answer {
    /// Builder wins within so many moves.
    pub builder: Option<usize>,
    /// Painter survives so many.
    pub painter: Option<usize>,
    /// To what she commits herself.
    pub commit: Option<String>,
    /// Positions of both certificates.
    pub entries: u64,
    pub proof: Option<Vec<u8>>,
    pub progress: Progress,
}

/// The bounds that a search has proved.
#[derive(Default)]
struct Bounds {
    /// As in [`Answer`].
    builder: Option<usize>,
    painter: Option<usize>,
    /// How Builder wins, unless by any moves.
    paths: Option<Paths>,
    /// The number of the rules under which it was found last.
    way: usize,
}

impl Bounds {
    fn are_none(&self) -> bool {
        self.builder.is_none() && self.painter.is_none()
    }
}

struct Run<'a, const C: usize> {
    game: &'a Game,
    control: &'a Control<'a>,
    /// Painter's commitments in turn, and no commitment.
    ways: Vec<Rules<C>>,
    table: RwLock<Table>,
    nodes: AtomicU64,
    detail: Mutex<String>,
    kept: Kept,
    failed: Mutex<Option<SearchError>>,
    /// Set when the search has reported everything: then it is not asked whether to stop.
    is_closing: AtomicBool,
}

/// Bytes of an entry in a checkpoint; after the last one come as many zeros.
const ENTRY: usize = 18;

/// Changes when tables of another form cannot be used any more.
const FORM: u32 = 1;

pub(crate) fn answer<const C: usize>(game: &Game, control: &Control) -> Result<Answer, SearchError> {
    let targets = || std::array::from_fn(|c| game.targets[c].clone());
    let ways = game.commitments().into_iter().map(|commitment| match commitment {
        Some(commitment) => Rules::committed(targets(), game.limits, game.options, commitment),
        None => Rules::new(targets(), game.limits, game.options),
    });
    let run = Run::<C> {
        game,
        control,
        ways: ways.collect(),
        // A quarter is left for the proof.
        table: RwLock::new(Table::new(control.memory / 4 * 3)),
        nodes: AtomicU64::new(0),
        detail: Mutex::new(String::new()),
        kept: Kept::of(control, Question::words(game), FORM),
        failed: Mutex::new(None),
        is_closing: AtomicBool::new(false),
    };
    run.restore()?;
    let mut bounds = Bounds::default();
    let found = run.search(&mut bounds);
    match found {
        Err(SearchError::Stopped(_)) if game.is_partial && !bounds.are_none() => {
            run.is_closing.store(true, Relaxed);
        }
        other => other?,
    }
    if run.kept.is_resumed() && !run.may_be(&bounds)? {
        return Err(run.kept.contradicted());
    }
    run.closed(&bounds)
}

impl<const C: usize> Run<'_, C> {
    fn progress(&self) -> Progress {
        let (entries, entries_most) = self.table.read().expect("no thread panicked").fill();
        Progress {
            nodes: self.nodes.load(Relaxed),
            entries,
            entries_most,
            detail: self.detail.lock().expect("no thread panicked").clone(),
            share: None,
        }
    }

    /// Called by any thread that is not in the table; returns whether to stop.
    fn pause(&self, nodes: u64) -> bool {
        self.nodes.fetch_max(nodes, Relaxed);
        if self.table.read().expect("no thread panicked").is_crowded() {
            self.table.write().expect("no thread panicked").grow();
        }
        if let Err(error) = self.kept.keep(false, |out| self.fill(out)) {
            *self.failed.lock().expect("no thread panicked") = Some(error.into());
            return true;
        }
        (self.control.watch)(&self.progress()) && !self.is_closing.load(Relaxed)
    }

    /// Writes the table for a checkpoint.
    fn fill(&self, out: &mut dyn Write) -> io::Result<()> {
        let table = self.table.read().expect("no thread panicked");
        let mut written = Ok(());
        table.each(|Key(a, b), known| {
            if written.is_ok() {
                let mut entry = [0; ENTRY];
                entry[..8].copy_from_slice(&a.to_le_bytes());
                entry[8..16].copy_from_slice(&b.to_le_bytes());
                entry[16..].copy_from_slice(&[known.lost, known.won]);
                written = out.write_all(&entry);
            }
        });
        written.and_then(|()| out.write_all(&[0; ENTRY]))
    }

    fn restore(&self) -> Result<(), SearchError> {
        let restored = self.kept.restored(self.control.memory, |reader| {
            let mut table = self.table.write().expect("no thread panicked");
            loop {
                let mut entry = [0; ENTRY];
                reader.read_exact(&mut entry)?;
                if entry == [0; ENTRY] {
                    return Ok(());
                }
                let word = |at: usize| u64::from_le_bytes(entry[at..at + 8].try_into().expect("eight bytes"));
                let known = Known {
                    lost: entry[16],
                    won: entry[17],
                };
                if !known.can_be(ROUNDS_MOST) {
                    return Err(io::Error::from(io::ErrorKind::InvalidData).into());
                }
                table.restore(Key(word(0), word(8)), known);
            }
        });
        restored.map(|_| ())
    }

    /// Finds the bounds asked for; those found before a stop stay.
    fn search(&self, bounds: &mut Bounds) -> Result<(), SearchError> {
        let (first, last) = match self.game.asked {
            Asked::Rounds(rounds) => (rounds, rounds),
            Asked::Number => (1, ROUNDS_MOST),
        };
        'rounds: for k in first..=last {
            for (way, rules) in self.ways.iter().enumerate() {
                let Some(committed) = &rules.committed else {
                    continue;
                };
                *self.detail.lock().expect("no thread panicked") =
                    format!("{k} rounds, commitment {}", committed.commitment.text());
                if !self.wins(rules, k, None)? {
                    (bounds.painter, bounds.way) = (Some(k), way);
                    continue 'rounds;
                }
            }
            let Some(rules) = self.ways.last().filter(|rules| rules.committed.is_none()) else {
                return Ok(());
            };
            bounds.way = self.ways.len() - 1;
            // A limited Builder first tries to join paths.
            for paths in rules.paths.map(Some).into_iter().chain([None]) {
                let how = if paths.is_some() { ", joining paths" } else { "" };
                *self.detail.lock().expect("no thread panicked") = format!("{k} rounds{how}");
                if self.wins(rules, k, paths.as_ref())? {
                    (bounds.builder, bounds.paths) = (Some(k), paths);
                    return Ok(());
                }
            }
            if !self.game.limits.is_set() {
                bounds.painter = Some(k);
            }
        }
        Ok(())
    }

    /// Whether Builder wins within `k` moves; by joining paths alone, if these are given.
    fn wins(&self, rules: &Rules<C>, k: usize, paths: Option<&Paths>) -> Result<bool, SearchError> {
        let pause = |_: &RwLock<Table>, nodes: u64| self.pause(nodes);
        let before = self.nodes.load(Relaxed);
        let shared = Shared {
            table: &self.table,
            nodes: AtomicU64::new(before),
            end: AtomicBool::new(false),
            asked: self.asked(self.control.threads),
            pause: &pause,
        };
        let one = |number: usize| {
            let mut search = Search::new(rules, &shared, number);
            let found = match paths {
                Some(paths) => search.wins_by_joining(paths, &Position::EMPTY, k),
                None if rules.committed.is_some() => search.wins_late(&Position::EMPTY, k),
                None => search.wins(&Position::EMPTY, &threats_at_start(&rules.targets), k),
            };
            if found.is_ok() {
                shared.end.store(true, Relaxed);
            }
            found
        };
        let end = || shared.end.store(true, Relaxed);
        let helpers = self.control.threads.saturating_sub(1);
        let (first, rest) = together(helpers, STACK, one, &end, || one(0)).map_err(SearchError::Threads)?;
        let found = [&[first][..], &rest].concat();
        self.nodes.fetch_max(shared.nodes.load(Relaxed), Relaxed);
        let answer = found.iter().find_map(|found| found.ok());
        match answer {
            Some(wins) => Ok(wins),
            None => Err(self.stopped(&found)),
        }
    }

    /// Positions whose plans each of so many threads remembers.
    fn asked(&self, threads: usize) -> usize {
        let most = self.control.memory as usize / 16 / ASKED_BYTES / threads;
        1 << most.clamp(1 << 10, ASKED).ilog2()
    }

    /// Why there is no answer, by what the threads say.
    fn stopped(&self, found: &[Result<bool, Stop>]) -> SearchError {
        if let Some(error) = self.failed.lock().expect("no thread panicked").take() {
            return error;
        }
        if found.contains(&Err(Stop::Contradiction)) {
            return self.kept.contradicted();
        }
        if found.contains(&Err(Stop::Vertices)) {
            return SearchError::Beyond(format!("a position with more than {USED_MOST} vertices"));
        }
        match self.kept.keep(true, |out| self.fill(out)) {
            Ok(()) => SearchError::Stopped(self.progress()),
            Err(error) => error.into(),
        }
    }

    /// Whether these bounds agree with the rules, as far as that is quickly seen.
    fn may_be(&self, bounds: &Bounds) -> Result<bool, SearchError> {
        *self.detail.lock().expect("no thread panicked") = "a check".into();
        let found = self.with_maker(bounds, |maker| {
            let builder = bounds
                .builder
                .map_or(Ok(true), |rounds| maker.builder_may_win(rounds))?;
            let painter = bounds
                .painter
                .map_or(Ok(true), |rounds| maker.painter_may_survive(rounds))?;
            Ok(builder && painter)
        });
        found.map_err(|stop| self.stopped(&[Err(stop)]))
    }

    /// Does something with what makes certificates, from the table as it is.
    fn with_maker<T>(&self, bounds: &Bounds, work: impl FnOnce(&mut Maker<C>) -> T) -> T {
        let table = self.table.read().expect("no thread panicked").bytes();
        let pause = |_: &RwLock<Table>, nodes: u64| self.pause(nodes);
        let shared = Shared {
            table: &self.table,
            nodes: AtomicU64::new(self.nodes.load(Relaxed)),
            end: AtomicBool::new(false),
            asked: self.asked(1),
            pause: &pause,
        };
        let mut search = Search::new(&self.ways[bounds.way], &shared, 0);
        work(&mut Maker {
            search: &mut search,
            paths: bounds.paths,
            memory: self.control.memory.saturating_sub(table).max(1 << 20),
            entries: 0,
        })
    }

    /// The answer with its proof.
    fn closed(&self, bounds: &Bounds) -> Result<Answer, SearchError> {
        let (builder, painter) = (bounds.builder, bounds.painter);
        let (mut entries, mut proof) = (0, None);
        if self.control.proof && !bounds.are_none() {
            *self.detail.lock().expect("no thread panicked") = "writing the proof".into();
            let mut body = Vec::new();
            let made = self.with_maker(bounds, |maker| {
                builder.map_or(Ok(()), |rounds| maker.builder(rounds, &mut body))?;
                let builders = maker.entries;
                painter.map_or(Ok(()), |rounds| maker.painter(rounds, &mut body))?;
                Ok((builders, maker.entries))
            });
            let builders;
            (builders, entries) = match made {
                Ok(counts) => counts,
                Err(Failure::Stop(stop)) => return Err(self.stopped(&[Err(stop)])),
                Err(Failure::Memory(bytes)) => {
                    let table = self.table.read().expect("no thread panicked").bytes();
                    return Err(SearchError::Memory {
                        needs: bytes + table,
                        allowed: self.control.memory,
                    });
                }
            };
            let counts = [builders, entries - builders];
            let rules = &self.ways[bounds.way];
            let lists = rules.plans.as_ref().filter(|_| painter.is_some());
            let lists = lists.map_or(&[][..], |plans| &plans.lists);
            let commitment = rules.committed.as_ref().map(|ready| &ready.commitment);
            let sealed = sealed(self.game, [builder, painter], counts, lists, commitment, &body);
            proof = Some(sealed.map_err(SearchError::Seal)?);
        }
        let committed = self.ways[bounds.way].committed.as_ref().filter(|_| painter.is_some());
        Ok(Answer {
            builder,
            painter,
            commit: committed.map(|ready| ready.commitment.text()),
            entries,
            proof,
            progress: self.progress(),
        })
    }
}

/// Whether Builder wins within `k` moves from these edges, given as two ends, the smaller first, and a colour; vertices
/// are numbered from 0 without gaps. `None` if a position has too many vertices.
pub fn wins_from(game: &Game, edges: &[(usize, usize, usize)], k: usize) -> Option<bool> {
    fn of<const C: usize>(game: &Game, edges: &[(usize, usize, usize)], k: usize) -> Option<bool> {
        let rules = Rules::<C>::new(
            std::array::from_fn(|c| game.targets[c].clone()),
            game.limits,
            game.options,
        );
        let table = RwLock::new(Table::new(1 << 26));
        let shared = Shared {
            table: &table,
            nodes: AtomicU64::new(0),
            end: AtomicBool::new(false),
            asked: ASKED,
            pause: &|table, _| {
                table.write().expect("no thread panicked").grow();
                false
            },
        };
        let mut position = Position::EMPTY;
        for &(u, v, colour) in edges {
            position = position.with((u, v), colour);
        }
        let threats = threats_of(&rules.targets, &position);
        Search::new(&rules, &shared, 0).wins(&position, &threats, k).ok()
    }
    match game.targets.len() {
        2 => of::<2>(game, edges, k),
        _ => of::<3>(game, edges, k),
    }
}

/// Whether one of Painter's lists of rules refutes Builder, who has `k` moves left from these edges, given as in
/// [`wins_from`].
pub fn refuted_by_lists(game: &Game, edges: &[(usize, usize, usize)], k: usize) -> bool {
    fn of<const C: usize>(game: &Game, edges: &[(usize, usize, usize)], k: usize) -> bool {
        let start = Position::<C>::EMPTY;
        let position = edges
            .iter()
            .fold(start, |position, &(u, v, colour)| position.with((u, v), colour));
        let plans = Plans::<C>::of(lists(&std::array::from_fn::<_, C, _>(|c| game.targets[c].clone())));
        plans.planner().refutes(&position, k)
    }
    match game.targets.len() {
        2 => of::<2>(game, edges, k),
        _ => of::<3>(game, edges, k),
    }
}
