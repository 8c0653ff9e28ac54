//! Lines: sequences of Red's threats, each of which Blue must answer at once, that end in two threats.

use super::forced::{After, Rules};
use super::position::{Edge, Position, RED, each};
use super::threats::{Target, Threats};

/// Red's moves in a line, the forced ones left out.
pub type Line = Vec<Edge>;

/// Longest line.
const LONGEST: usize = 9;
/// Positions searched for one line; none has needed as many.
const MOST: u32 = 30_000;
const SLOTS: usize = 1 << 12;

/// The search for lines, with its memory of failures.
pub struct Lines {
    /// Hash, number of the call, depth.
    failed: Vec<(u64, u32, u8)>,
    call: u32,
    left: u32,
    is_cut: bool,
    codes: Vec<u64>,
    /// Positions searched so far, in all calls.
    pub nodes: u64,
}

impl Default for Lines {
    fn default() -> Self {
        let mut state = 1;
        Self {
            failed: vec![(0, 0, 0); SLOTS],
            call: 0,
            left: 0,
            is_cut: false,
            codes: (0..2 * 32 * 32).map(|_| next(&mut state)).collect(),
            nodes: 0,
        }
    }
}

/// SplitMix64.
pub(super) fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl Lines {
    /// A shortest line that wins, Red being to move and nothing open.
    pub fn find<T: Target>(&mut self, rules: &Rules<T>, position: &mut Position) -> Option<Line> {
        self.call += 1;
        self.left = MOST;
        for depth in 1..=LONGEST {
            let mut line = Vec::new();
            self.is_cut = false;
            if self.search(rules, position, depth, 0, &mut line) {
                line.reverse();
                return Some(line);
            }
            if !self.is_cut || self.left == 0 {
                return None;
            }
        }
        None
    }

    /// Leaves the line, its last move first.
    fn search<T: Target>(
        &mut self,
        rules: &Rules<T>,
        position: &mut Position,
        depth: usize,
        hash: u64,
        line: &mut Line,
    ) -> bool {
        self.nodes += 1;
        self.left = self.left.saturating_sub(1);
        // Two more moves: that of two threats, and the last one.
        if position.count(RED) + 2 > rules.limits.moves || self.left == 0 {
            return false;
        }
        let slot = hash as usize % SLOTS;
        let (found, call, failed) = self.failed[slot];
        if found == hash && call == self.call && failed as usize >= depth && hash != 0 {
            return false;
        }
        let mut threats: [Edge; 96] = [(0, 0); 96];
        let mut count = 0;
        let touched = position.touched();
        let fresh = rules.limits.fresh_for_red(touched).min(1);
        let within = (((1u64 << (touched + fresh)) - 1) & 0xffff_ffff) as u32;
        let mark = position.mark();
        for u in 0..touched {
            let partners = rules.target.partners(position.rows(RED), u) & within & !position.taken(u);
            for v in each(partners) {
                let edge = (u as u8, v as u8);
                position.play(RED, edge);
                let threats_now = rules.threats(position, RED, edge);
                position.back_to(mark);
                match threats_now {
                    Threats::No => {}
                    Threats::More => {
                        line.push(edge);
                        return true;
                    }
                    Threats::One(_) if count < threats.len() => {
                        threats[count] = edge;
                        count += 1;
                    }
                    Threats::One(_) => {}
                }
            }
        }
        if depth > 1 {
            for &edge in &threats[..count] {
                let won = match rules.red_plays(position, edge) {
                    After::Won => true,
                    After::Red => {
                        let hash = position.since(mark).fold(hash, |hash, (colour, (u, v))| {
                            let (low, high) = (u.min(v) as usize, u.max(v) as usize);
                            hash ^ self.codes[colour << 10 | low << 5 | high]
                        });
                        self.search(rules, position, depth - 1, hash, line)
                    }
                    _ => false,
                };
                position.back_to(mark);
                if won {
                    line.push(edge);
                    return true;
                }
            }
        } else if count > 0 {
            self.is_cut = true;
        }
        if self.left > 0 {
            self.failed[slot] = (hash, self.call, depth as u8);
        }
        false
    }
}

/// Whether the line wins, Red being to move and nothing open: its moves are played, and what they force.
pub fn wins<T: Target>(rules: &Rules<T>, position: &mut Position, line: &[Edge]) -> bool {
    last_count(rules, position, line).is_some()
}

/// Red's edges when she has completed a copy, and the vertices touched, if the line wins.
pub fn last_count<T: Target>(rules: &Rules<T>, position: &mut Position, line: &[Edge]) -> Option<(usize, usize)> {
    let mark = position.mark();
    for &edge in line {
        let after = match rules.may_take(position, edge) {
            true => rules.red_plays(position, edge),
            false => After::Lost,
        };
        if after != After::Red {
            let last = (position.count(RED) + 1, position.touched());
            position.back_to(mark);
            return (after == After::Won).then_some(last);
        }
    }
    position.back_to(mark);
    None
}
