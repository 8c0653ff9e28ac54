//! A Maker-Breaker game, and what matters of a position: the sets that Maker may still complete.

use super::super::group::{Group, Least, mixed};
use super::super::schedule::Schedule;
use super::super::set::{Set, minimal, size, union};

/// The game.
pub struct Rules {
    pub n: usize,
    pub sets: Vec<Set>,
    pub schedule: Schedule,
    pub group: Group,
}

/// Maker's elements, the free ones, and the number of turns made.
#[derive(Clone, Copy, Debug)]
pub struct Position {
    pub maker: Set,
    pub free: Set,
    pub time: usize,
}

/// What Maker may still complete.
pub struct Living {
    /// What he lacks of each set; none contains another.
    pub sets: Vec<Set>,
    /// Whether a set was left out because he has too few turns for it.
    pub is_limited: bool,
}

/// A position with all that is equal to it under a symmetry of the board.
pub struct Key {
    pub hash: u128,
    /// Leads from the position to the one that stands for all.
    pub map: usize,
}

impl Position {
    /// A number for threads to name it by.
    pub fn hash(&self) -> u64 {
        let words = [self.maker, self.free].map(|set| [set as u64, (set >> 64) as u64]);
        words
            .as_flattened()
            .iter()
            .fold(0, |hash, word| mixed(hash ^ word).wrapping_add(1))
    }

    /// After a turn in which an element is taken.
    pub fn with(self, element: Set, maker: bool) -> Self {
        Self {
            maker: if maker { self.maker | element } else { self.maker },
            free: self.free & !element,
            time: self.time + 1,
        }
    }
}

impl Rules {
    /// A game whose symmetries nobody asks for.
    pub fn of_board(n: usize, sets: Vec<Set>, schedule: Schedule) -> Self {
        Self {
            n,
            sets,
            schedule,
            group: Group::identity(n),
        }
    }

    pub fn living(&self, position: &Position) -> Living {
        let reach = position.maker | position.free;
        let turns = self.schedule.makers(position.time);
        let missing = self.sets.iter().filter(|set| **set & !reach == 0);
        let mut sets: Vec<Set> = missing.map(|set| set & !position.maker).collect();
        let all = sets.len();
        sets.retain(|&set| size(set) <= turns);
        let is_limited = sets.len() < all;
        let sets = minimal(sets);
        Living { sets, is_limited }
    }

    /// The sets that the winner's claim leaves to play for: whatever is neither his nor one of the free elements that
    /// he asks for is the other player's.
    pub fn claimed(&self, maker_wins: bool, won: Set, free: Set, time: usize) -> Vec<Set> {
        let turns = self.schedule.makers(time);
        let is_open = |set: Set| match maker_wins {
            true => set & !(won | free) == 0,
            false => set & won == 0,
        };
        let sets = self.sets.iter().filter(|set| is_open(**set));
        minimal(sets.map(|set| set & free).filter(|&set| size(set) <= turns).collect())
    }

    /// The key: of the living sets and the turns that may be made within them.
    pub fn key(&self, living: &[Set], time: usize) -> Key {
        let all = union(living);
        let Least { image, map } = self.group.least_family(all, living);
        let mut halves = [0x9e37_79b9_7f4a_7c15_u64, 0xc2b2_ae3d_27d4_eb4f];
        let mut add = |number: u64| {
            halves[0] = mixed(halves[0] ^ number).wrapping_add(1);
            halves[1] = mixed(halves[1].rotate_left(17) ^ number).wrapping_add(3);
        };
        for set in &image {
            add(*set as u64);
            add((set >> 64) as u64);
        }
        let turns = self.schedule.next(time, size(all));
        let letters = turns.iter().fold([1u64, 0], |[low, high], &maker| {
            [low << 1 | u64::from(maker), high << 1 | low >> 63]
        });
        add(letters[0]);
        add(letters[1]);
        add(turns.len() as u64);
        Key {
            hash: u128::from(halves[0]) << 64 | u128::from(halves[1]),
            map,
        }
    }
}
