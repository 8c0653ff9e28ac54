//! Other threads find the moves of nodes that the search may want next.
//!
//! The search hands over nodes, and takes what was found when it comes to them. What it does with the moves does not
//! depend on who found them, so neither do its bytes. A node takes 10 to 30 microseconds, less than to wake a thread:
//! who waits looks again for a while before it sleeps.

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::classes::Class;
use super::forced::{After, Rules};
use super::moves::{Finder, Moves};
use super::position::{Edge, GREEN, Position, RED};
use super::threats::Target;

/// Nodes that may wait to be looked at; the oldest are forgotten.
const WANTED_MOST: usize = 64;
/// Nodes whose moves are kept until the search wants them; the oldest are forgotten. Some 2 KiB each.
const FOUND_MOST: usize = 4096;
/// How often a thread looks again before it sleeps: some 50 microseconds.
const LOOKS: usize = 1000;

/// Places for bits of the classes that the table has; newer ones take the places of older ones.
const CLASSES: usize = 1 << 21;
/// A node that the table should have. Two classes may have the same bits; none did in what was searched.
pub const UNSURE: u32 = u32::MAX;

/// A node that the table lacks: the one after a move from a node that it has.
pub type Place = (u32, Edge);

/// A node whose moves are wanted.
pub struct Wanted {
    pub place: Place,
    /// The red edges, then the green ones, before the move.
    pub edges: Vec<Edge>,
    /// How many of them are red.
    pub red: usize,
    /// Whether Red makes the move.
    pub is_red: bool,
}

#[derive(Default)]
struct State {
    /// The newest last.
    wanted: VecDeque<Wanted>,
    under_way: Vec<Place>,
    found: HashMap<Place, Moves>,
    /// The keys of `found`, the oldest first, and some that were taken.
    order: VecDeque<Place>,
    /// Lists to be used again: what one thread allocates and another frees makes both wait for the allocator.
    spare: Vec<Moves>,
    /// Threads that sleep until something is wanted: to wake one that does not is a system call for nothing.
    asleep: usize,
    /// Whether the search sleeps until a node is done.
    is_awaited: bool,
}

/// A node that a thread has begun with, and a list for its moves.
struct Begun<'a> {
    under_way: UnderWay<'a>,
    wanted: Wanted,
    moves: Moves,
}

/// What is wanted and what was found.
pub struct Foresight {
    state: Mutex<State>,
    wanted: Condvar,
    found: Condvar,
    /// Nodes that wait to be looked at.
    waiting: AtomicUsize,
    /// Nodes looked at.
    done: AtomicU64,
    is_over: AtomicBool,
    /// Bits of classes that the table has: their first numbers are not needed.
    classes: Box<[AtomicU32]>,
}

impl Default for Foresight {
    fn default() -> Self {
        Self {
            state: Mutex::default(),
            wanted: Condvar::new(),
            found: Condvar::new(),
            waiting: AtomicUsize::new(0),
            done: AtomicU64::new(0),
            is_over: AtomicBool::new(false),
            classes: (0..CLASSES).map(|_| AtomicU32::new(0)).collect(),
        }
    }
}

/// The place of a class, and its bits there.
fn bits_of(class: Class) -> (usize, u32) {
    (class as usize % CLASSES, (class >> 64) as u32)
}

/// Ends the work of the other threads when it is dropped.
pub struct Ending<'a>(pub &'a Foresight);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        self.0.end();
    }
}

/// A node that a thread looks at, and no longer when it is dropped.
struct UnderWay<'a>(&'a Foresight, Place);

impl Drop for UnderWay<'_> {
    fn drop(&mut self) {
        let mut state = self.0.state();
        state.under_way.retain(|&place| place != self.1);
        self.0.done.fetch_add(1, Ordering::Release);
        if state.is_awaited {
            self.0.found.notify_all();
        }
    }
}

impl Foresight {
    /// A thread that panics ends the search; until then the state is as good as before.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the work of the other threads.
    pub fn end(&self) {
        let _state = self.state();
        self.is_over.store(true, Ordering::Relaxed);
        self.wanted.notify_all();
    }

    /// Shows the other threads that the table has a class.
    pub fn remember(&self, class: Class) {
        let (at, bits) = bits_of(class);
        self.classes[at].store(bits, Ordering::Relaxed);
    }

    /// Whether the table has a class, as far as another thread can see.
    fn may_know(&self, class: Class) -> bool {
        let (at, bits) = bits_of(class);
        self.classes[at].load(Ordering::Relaxed) == bits
    }

    /// Hands over nodes, the one that may be wanted first at the end.
    pub fn want(&self, wanted: impl Iterator<Item = Wanted>) {
        let mut state = self.state();
        for wanted in wanted {
            if state.wanted.len() == WANTED_MOST {
                state.wanted.pop_front();
            }
            state.wanted.push_back(wanted);
            if state.asleep > 0 {
                self.wanted.notify_one();
            }
        }
        self.waiting.store(state.wanted.len(), Ordering::Release);
    }

    /// Leaves the moves of a node in `moves`, if a thread has found them or is about to; otherwise no thread will look
    /// at it. While it is under way, looks at other nodes.
    pub fn take<T: Target>(
        &self,
        place: Place,
        finder: &mut Finder<T>,
        known: impl Fn(Class) -> Option<(u32, u32)>,
        moves: &mut Moves,
    ) -> bool {
        let mut state = self.state();
        while state.under_way.contains(&place) {
            let done = self.done.load(Ordering::Acquire);
            let next = self.begin(&mut state);
            drop(state);
            let is_done = match next {
                Some(next) => {
                    self.look(finder, &known, next);
                    true
                }
                None => (0..LOOKS).any(|_| {
                    std::hint::spin_loop();
                    self.done.load(Ordering::Acquire) != done
                }),
            };
            state = self.state();
            if !is_done && self.done.load(Ordering::Acquire) == done {
                state.is_awaited = true;
                state = self.found.wait(state).unwrap_or_else(PoisonError::into_inner);
                state.is_awaited = false;
            }
        }
        match state.found.remove(&place) {
            Some(found) => {
                state.spare.push(std::mem::replace(moves, found));
                true
            }
            None => {
                state.wanted.retain(|wanted| wanted.place != place);
                false
            }
        }
    }

    /// Begins with the node that may be wanted first.
    fn begin<'a>(&'a self, state: &mut State) -> Option<Begun<'a>> {
        let wanted = state.wanted.pop_back();
        self.waiting.store(state.wanted.len(), Ordering::Release);
        let wanted = wanted?;
        state.under_way.push(wanted.place);
        Some(Begun {
            under_way: UnderWay(self, wanted.place),
            wanted,
            moves: state.spare.pop().unwrap_or_default(),
        })
    }

    /// Finds the moves of a node.
    fn look<T: Target>(&self, finder: &mut Finder<T>, known: impl Fn(Class) -> Option<(u32, u32)>, begun: Begun) {
        let Begun {
            under_way: _under_way,
            wanted,
            mut moves,
        } = begun;
        let (mut position, is_red) = position_of(finder.rules(), &wanted);
        // Meanwhile the table may have it, by another way.
        if known(finder.class(&position, is_red)).is_some() {
            self.state().spare.push(moves);
            return;
        }
        finder.find(&mut position, is_red, known, &mut moves);
        let mut state = self.state();
        if state.order.len() == FOUND_MOST
            && let Some(oldest) = state.order.pop_front()
            && let Some(found) = state.found.remove(&oldest)
        {
            state.spare.push(found);
        }
        state.order.push_back(wanted.place);
        state.found.insert(wanted.place, moves);
    }

    /// The next node; `None` when the search is over.
    fn next(&self) -> Option<Begun<'_>> {
        loop {
            (0..LOOKS).any(|_| {
                std::hint::spin_loop();
                self.waiting.load(Ordering::Acquire) > 0 || self.is_over.load(Ordering::Relaxed)
            });
            let mut state = self.state();
            if self.is_over.load(Ordering::Relaxed) {
                return None;
            }
            if let Some(begun) = self.begin(&mut state) {
                return Some(begun);
            }
            state.asleep += 1;
            let mut state = self.wanted.wait(state).unwrap_or_else(PoisonError::into_inner);
            state.asleep -= 1;
        }
    }

    /// Looks at nodes until the search is over.
    pub fn work<T: Target>(&self, rules: &Rules<T>) {
        let mut finder = Finder::new(rules);
        let known = |class| self.may_know(class).then_some((UNSURE, 1));
        while let Some(begun) = self.next() {
            self.look(&mut finder, known, begun);
        }
    }
}

/// The position of a node, as the table would have it, and whether Red is to move.
fn position_of<T: Target>(rules: &Rules<T>, wanted: &Wanted) -> (Position, bool) {
    let (red, green) = wanted.edges.split_at(wanted.red);
    let mut position = Position::of(red, green);
    let after = match wanted.is_red {
        true => rules.red_plays(&mut position, wanted.place.1),
        false => rules.green_plays(&mut position, wanted.place.1),
    };
    let listed = |colour| position.edges(colour).collect::<Vec<_>>();
    (Position::of(&listed(RED), &listed(GREEN)), after == After::Red)
}

#[cfg(test)]
mod tests {
    use super::super::board::{Boards, Limits};
    use super::super::threats::K4;
    use super::*;

    /// Red's triangle and an edge, and three green edges: Red is to move.
    const RED_EDGES: [Edge; 4] = [(0, 1), (0, 2), (1, 2), (0, 3)];
    const GREEN_EDGES: [Edge; 4] = [(1, 3), (2, 4), (3, 4), (3, 5)];

    fn wanted(number: u32, edge: Edge) -> Wanted {
        Wanted {
            place: (number, edge),
            edges: [RED_EDGES, GREEN_EDGES].concat(),
            red: RED_EDGES.len(),
            is_red: true,
        }
    }

    /// What a thread has found is what anybody finds, and each node is given away once.
    #[test]
    fn others_find_the_same() {
        let limits = Limits::of(Boards::From(11), None);
        let rules = Rules { target: K4, limits };
        let foresight = Foresight::default();
        let edges = [(0, 4), (1, 5), (4, 5), (0, 6)];
        std::thread::scope(|scope| {
            let _ending = Ending(&foresight);
            scope.spawn(|| foresight.work(&rules));
            foresight.want(edges.iter().map(|&edge| wanted(7, edge)));
            while foresight.done.load(Ordering::Acquire) < edges.len() as u64 {
                std::thread::yield_now();
            }
            let mut finder = Finder::new(&rules);
            for edge in edges {
                let (mut position, is_red) = position_of(&rules, &wanted(7, edge));
                let (mut expected, mut found) = (Moves::default(), Moves::default());
                finder.find(&mut position, is_red, |_| None, &mut expected);
                assert!(foresight.take((7, edge), &mut finder, |_| None, &mut found));
                assert_eq!(found, expected);
                assert!(found.tried > 10, "{edge:?}");
                assert!(!foresight.take((7, edge), &mut finder, |_| None, &mut found));
            }
        });
    }

    /// A node that has come into the table is not looked at, and one that no thread has begun is given up.
    #[test]
    fn what_is_known_is_left_out() {
        let limits = Limits::of(Boards::From(11), None);
        let rules = Rules { target: K4, limits };
        let foresight = Foresight::default();
        let mut finder = Finder::new(&rules);
        let mut found = Moves::default();
        foresight.want([wanted(1, (0, 4)), wanted(2, (0, 4))].into_iter());
        assert!(!foresight.take((1, (0, 4)), &mut finder, |_| None, &mut found));
        let (position, is_red) = position_of(&rules, &wanted(2, (0, 4)));
        foresight.remember(finder.class(&position, is_red));
        std::thread::scope(|scope| {
            let _ending = Ending(&foresight);
            scope.spawn(|| foresight.work(&rules));
            while foresight.done.load(Ordering::Acquire) < 1 {
                std::thread::yield_now();
            }
        });
        assert_eq!(foresight.done.load(Ordering::Acquire), 1);
        assert!(!foresight.take((2, (0, 4)), &mut finder, |_| None, &mut found));
    }
}
