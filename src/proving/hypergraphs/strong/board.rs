//! A position with what each winning set lacks, kept up to date as stones come and go.

use super::super::group::Group;
use super::super::set::{Set, all, each, one, size};

/// The player who is to win.
pub const BLACK: usize = 0;
/// The other player.
pub const WHITE: usize = 1;

/// Stones of Black and White.
pub type Position = [Set; 2];

/// The game.
pub struct Sides {
    pub n: usize,
    /// Winning sets of each side.
    pub sets: [Vec<Set>; 2],
    /// The sets through each element.
    through: [Vec<Vec<u32>>; 2],
    pub group: Group,
}

impl Sides {
    pub fn new(n: usize, sets: [Vec<Set>; 2], group: Group) -> Self {
        let through = |sets: &Vec<Set>| -> Vec<Vec<u32>> {
            let of = |element: usize| (0..sets.len() as u32).filter(move |&set| sets[set as usize] >> element & 1 == 1);
            (0..n).map(|element| of(element).collect()).collect()
        };
        Self {
            n,
            through: [through(&sets[0]), through(&sets[1])],
            sets,
            group,
        }
    }

    /// The least image of a position.
    pub fn least(&self, position: Position) -> Position {
        self.group.least_pair(position).image
    }
}

/// A stone of the other side in a set, as it counts in a state.
const FOREIGN: u16 = 1 << 8;

/// The sets of a side.
struct Counts {
    /// What each lacks, and [`FOREIGN`] for each stone of the other side in it.
    states: Vec<u16>,
    /// The sets without foreign stones that lack one element, and two: a bit each.
    near: [Vec<u64>; 2],
}

impl Counts {
    /// Turns the bit of a set that is, or was, in such a state.
    #[inline]
    fn flip(&mut self, set: u32, state: u16) {
        if let 1..=2 = state {
            self.near[usize::from(state) - 1][set as usize / 64] ^= 1 << (set % 64);
        }
    }

    /// Another state of a set.
    #[inline]
    fn change(&mut self, set: u32, by: u16) {
        let state = &mut self.states[set as usize];
        let (old, new) = (*state, state.wrapping_add(by));
        *state = new;
        // Mostly neither is near.
        if old.min(new) < 3 {
            self.flip(set, old);
            self.flip(set, new);
        }
    }

    fn near(&self, lacks: usize) -> impl Iterator<Item = usize> {
        let words = self.near[lacks - 1].iter().enumerate();
        words.flat_map(|(word, &bits)| each(bits.into()).map(move |bit| 64 * word + bit))
    }
}

/// A position.
pub struct Board<'a> {
    pub sides: &'a Sides,
    pub stones: Position,
    pub free: Set,
    counts: [Counts; 2],
}

impl<'a> Board<'a> {
    pub fn new(sides: &'a Sides, position: Position) -> Self {
        let counts = |side: usize| {
            let sets = &sides.sets[side];
            let mut near = [vec![0; sets.len() / 64 + 1], vec![0; sets.len() / 64 + 1]];
            for (at, &set) in sets.iter().enumerate() {
                if let lacks @ 1..=2 = size(set & !position[side])
                    && set & position[1 - side] == 0
                {
                    near[lacks - 1][at / 64] |= 1 << (at % 64);
                }
            }
            let state =
                |set: &Set| (size(set & !position[side]) + size(set & position[1 - side]) * FOREIGN as usize) as u16;
            Counts {
                states: sets.iter().map(state).collect(),
                near,
            }
        };
        Self {
            sides,
            stones: position,
            free: all(sides.n) & !(position[0] | position[1]),
            counts: [counts(0), counts(1)],
        }
    }

    /// A stone comes.
    pub fn put(&mut self, side: usize, element: usize) {
        self.stones[side] |= one(element);
        self.free &= !one(element);
        self.change(side, element, 1u16.wrapping_neg(), FOREIGN);
    }

    /// A stone goes.
    pub fn take(&mut self, side: usize, element: usize) {
        self.stones[side] &= !one(element);
        self.free |= one(element);
        self.change(side, element, 1, FOREIGN.wrapping_neg());
    }

    fn change(&mut self, side: usize, element: usize, own: u16, foreign: u16) {
        for (of, by) in [(side, own), (1 - side, foreign)] {
            let counts = &mut self.counts[of];
            for &set in &self.sides.through[of][element] {
                counts.change(set, by);
            }
        }
    }

    /// The elements with which a side would complete a set.
    pub fn threats(&self, side: usize) -> Set {
        let sets = self.counts[side].near(1);
        sets.fold(0, |threats, set| threats | self.sides.sets[side][set] & self.free)
    }

    /// Those in sets with this element of the side's.
    pub fn threats_through(&self, side: usize, element: usize) -> Set {
        let counts = &self.counts[side];
        let sets = self.sides.through[side][element].iter().map(|&set| set as usize);
        let near = sets.filter(|&set| counts.states[set] == 1);
        near.fold(0, |threats, set| threats | self.sides.sets[side][set] & self.free)
    }

    /// What the sets lack that lack two elements.
    pub fn pairs(&self, side: usize) -> impl Iterator<Item = Set> {
        let sets = self.counts[side].near(2);
        sets.map(move |set| self.sides.sets[side][set] & self.free)
    }

    /// Whether a side can still complete a set.
    pub fn may_win(&self, side: usize) -> bool {
        self.counts[side].states.iter().any(|state| *state < FOREIGN)
    }

    /// The sets that a side may complete, each with what it lacks.
    pub fn open_sets(&self, side: usize) -> impl Iterator<Item = (Set, u8)> {
        let sets = self.sides.sets[side].iter().zip(&self.counts[side].states);
        sets.filter(|(_, state)| **state < FOREIGN)
            .map(|(&set, &state)| (set, state as u8))
    }

    /// How much a side has in its open sets, those nearly complete most.
    pub fn weight(&self, side: usize) -> i32 {
        const WEIGHTS: [i32; 5] = [0, 64, 16, 5, 1];
        let weights = self
            .open_sets(side)
            .map(|(_, lacks)| WEIGHTS.get(usize::from(lacks)).copied().unwrap_or(0));
        weights.sum()
    }

    /// Black's weight less White's.
    pub fn lead(&self) -> i32 {
        self.weight(BLACK) - self.weight(WHITE)
    }
}
