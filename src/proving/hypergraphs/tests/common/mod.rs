//! Small hypergraphs and their games by brute force.
#![allow(dead_code, reason = "each test uses a part")]

use std::collections::HashMap;
use std::fmt::Write as _;

use base::random::SplitMix64;
use proof::{Control, Outcome, Question};
use retrograph_hypergraphs::{Game, Options, Rule};

/// A board with winning sets as masks.
pub struct Small {
    pub n: usize,
    pub wins: [Vec<u32>; 2],
    pub stones: [u32; 2],
}

impl Small {
    /// One with up to so many elements.
    pub fn random(random: &mut SplitMix64, most: usize) -> Self {
        let n = 2 + random.below(most - 1);
        let mut sets = || -> Vec<u32> {
            let size = 1 + random.below(3);
            (0..1 + random.below(2 * n))
                .map(|_| {
                    let order = random.permutation(n);
                    let size = size + random.below(2);
                    order[..size.min(n)].iter().fold(0, |set, element| set | 1 << element)
                })
                .collect()
        };
        let wins = [sets(), sets()];
        let stones = match random.below(3) {
            0 => [1 << random.below(n), 0],
            _ => [0, 0],
        };
        Self { n, wins, stones }
    }

    /// The file.
    pub fn text(&self) -> String {
        let names = |set: u32| -> Vec<String> {
            (0..self.n)
                .filter(|element| set >> element & 1 == 1)
                .map(|element| format!("e{element}"))
                .collect()
        };
        let mut text = format!("#positions\n{}\n", names((1 << self.n) - 1).join(" "));
        for (title, sets) in [
            ("blackwins", &self.wins[0][..]),
            ("whitewins", &self.wins[1]),
            ("blackinitials", &self.stones[..1]),
            ("whiteinitials", &self.stones[1..]),
        ] {
            writeln!(text, "#{title}").unwrap();
            for &set in sets.iter().filter(|set| **set != 0) {
                writeln!(text, "{}", names(set).join(" ")).unwrap();
            }
        }
        text
    }

    /// Whether Maker, who is Black, completes a set in the turns that the options mean.
    pub fn maker_wins(&self, options: &Options) -> bool {
        let mut known = HashMap::new();
        let counts = [0, 0];
        self.maker(options, self.stones, counts, &mut known)
    }

    /// Moves made by both say whose turn it is.
    fn maker(
        &self,
        options: &Options,
        stones: [u32; 2],
        counts: [usize; 2],
        known: &mut HashMap<([u32; 2], [usize; 2]), bool>,
    ) -> bool {
        if self.wins[0].iter().any(|set| set & !stones[0] == 0) {
            return true;
        }
        let free = ((1u32 << self.n) - 1) & !(stones[0] | stones[1]);
        let [maker, breaker] = options.bias.unwrap_or([1, 1]);
        let turn = (counts[0] + counts[1]) % (maker + breaker);
        let is_maker = match options.first_begins.unwrap_or(true) {
            true => turn < maker,
            false => turn >= breaker,
        };
        // A turn of Breaker after his last one is Maker's; it still counts as a turn of his for what follows.
        let is_maker_really = is_maker
            || options
                .breaker_moves
                .is_some_and(|most| breaker_turns(options, counts[0] + counts[1]) >= most);
        if free == 0 {
            return false;
        }
        let makers_made = stones[0].count_ones() as usize - self.stones[0].count_ones() as usize;
        if is_maker_really && options.moves.is_some_and(|most| makers_made >= most) {
            return false;
        }
        if let Some(&wins) = known.get(&(stones, counts)) {
            return wins;
        }
        let next = [counts[0] + usize::from(is_maker), counts[1] + usize::from(!is_maker)];
        let mut moves = (0..self.n)
            .filter(|element| free >> element & 1 == 1)
            .map(|element| match is_maker_really {
                true => [stones[0] | 1 << element, stones[1]],
                false => [stones[0], stones[1] | 1 << element],
            });
        let wins = match is_maker_really {
            true => moves.any(|stones| self.maker(options, stones, next, known)),
            false => moves.all(|stones| self.maker(options, stones, next, known)),
        };
        known.insert((stones, counts), wins);
        wins
    }
}

/// Turns that were Breaker's by the bias alone among the first so many.
fn breaker_turns(options: &Options, made: usize) -> usize {
    let [maker, breaker] = options.bias.unwrap_or([1, 1]);
    let is_breaker = |turn: &usize| match options.first_begins.unwrap_or(true) {
        true => turn % (maker + breaker) >= maker,
        false => turn % (maker + breaker) < breaker,
    };
    (0..made).filter(is_breaker).count()
}

/// The answer and the proof of a game.
pub fn proved(rule: Rule, text: &str, options: &Options) -> (Outcome, Vec<u8>) {
    let game = Game::new(rule, text, options).unwrap();
    let mut outcome = game.answer(&Control::quiet(1 << 26, 1)).unwrap();
    let file = outcome.proof.take().expect("there is a proof");
    (outcome, file)
}

impl Small {
    /// Whether Black completes a set first.
    pub fn black_wins(&self, first_begins: bool) -> bool {
        self.black(self.stones, first_begins, &mut HashMap::new())
    }

    fn black(&self, stones: [u32; 2], is_black: bool, known: &mut HashMap<[u32; 2], bool>) -> bool {
        let owns = |side: usize| self.wins[side].iter().any(|set| set & !stones[side] == 0);
        if owns(0) || owns(1) {
            return owns(0);
        }
        if let Some(&wins) = known.get(&stones) {
            return wins;
        }
        let free = (0..self.n).filter(|element| (stones[0] | stones[1]) >> element & 1 == 0);
        let moves: Vec<usize> = free.collect();
        let mut next = moves.iter().map(|&element| match is_black {
            true => [stones[0] | 1 << element, stones[1]],
            false => [stones[0], stones[1] | 1 << element],
        });
        let wins = match is_black {
            true => next.any(|stones| self.black(stones, false, known)),
            // A full board is a draw.
            false => !moves.is_empty() && next.all(|stones| self.black(stones, true, known)),
        };
        known.insert(stones, wins);
        wins
    }
}

fn file(elements: &[String], sets: &[Vec<String>]) -> String {
    let sets: Vec<String> = sets.iter().map(|set| set.join(" ")).collect();
    format!("#positions\n{}\n#blackwins\n{}\n", elements.join(" "), sets.join("\n"))
}

/// All copies of a polyomino on a square board.
pub fn polyomino(cells: &[(i32, i32)], board: i32) -> String {
    let name = |(x, y): (i32, i32)| format!("r{x}c{y}");
    let mut sets = Vec::new();
    for turn in 0..8 {
        let turned = cells.iter().map(|&(x, y)| match turn {
            0 => (x, y),
            1 => (y, -x),
            2 => (-x, -y),
            3 => (-y, x),
            4 => (x, -y),
            5 => (-x, y),
            6 => (y, x),
            _ => (-y, -x),
        });
        let turned: Vec<(i32, i32)> = turned.collect();
        for (right, down) in (-board..2 * board).flat_map(|x| (-board..2 * board).map(move |y| (x, y))) {
            let moved: Vec<(i32, i32)> = turned.iter().map(|(x, y)| (x + right, y + down)).collect();
            if moved.iter().all(|&(x, y)| x.min(y) >= 0 && x.max(y) < board) {
                sets.push(moved.into_iter().map(name).collect());
            }
        }
    }
    let elements: Vec<String> = (0..board).flat_map(|x| (0..board).map(move |y| name((x, y)))).collect();
    file(&elements, &sets)
}

/// Full lines of a cube with so many cells a side.
pub fn lines(side: i32, dimensions: u32) -> String {
    let cells = side.pow(dimensions);
    let cell = |at: i32| -> Vec<i32> { (0..dimensions).map(|d| at / side.pow(d) % side).collect() };
    let name = |cell: &[i32]| cell.iter().fold("c".to_owned(), |name, digit| format!("{name}{digit}"));
    let mut sets = Vec::new();
    for start in (0..cells).map(cell) {
        for way in 0..3i32.pow(dimensions) {
            let way: Vec<i32> = (0..dimensions).map(|d| way / 3i32.pow(d) % 3 - 1).collect();
            let line: Vec<Vec<i32>> = (0..side)
                .map(|step| start.iter().zip(&way).map(|(from, by)| from + step * by).collect())
                .collect();
            let is_inside = line.iter().flatten().all(|digit| (0..side).contains(digit));
            if is_inside && way.iter().any(|by| *by != 0) {
                sets.push(line.iter().map(|cell| name(cell)).collect());
            }
        }
    }
    let elements: Vec<String> = (0..cells).map(|at| name(&cell(at))).collect();
    file(&elements, &sets)
}

/// So many cells in a row, a column or a diagonal of a square.
pub fn in_a_row(board: i32, length: i32) -> String {
    let name = |x: i32, y: i32| format!("r{x}c{y}");
    let inside = 0..board;
    let cells = || (0..board).flat_map(|x| (0..board).map(move |y| (x, y)));
    let mut sets = Vec::new();
    for ((x, y), (dx, dy)) in cells().flat_map(|cell| [(0, 1), (1, 0), (1, 1), (1, -1)].map(|way| (cell, way))) {
        let last = length - 1;
        if inside.contains(&(x + last * dx)) && inside.contains(&(y + last * dy)) {
            sets.push((0..length).map(|step| name(x + step * dx, y + step * dy)).collect());
        }
    }
    file(&cells().map(|(x, y)| name(x, y)).collect::<Vec<_>>(), &sets)
}

impl Small {
    /// Whether Maker completes a set in these turns, a letter each.
    pub fn maker_wins_in(&self, turns: &str) -> bool {
        self.in_turns(turns.as_bytes(), self.stones, &mut HashMap::new())
    }

    fn in_turns(&self, turns: &[u8], stones: [u32; 2], known: &mut HashMap<[u32; 2], bool>) -> bool {
        if self.wins[0].iter().any(|set| set & !stones[0] == 0) {
            return true;
        }
        let Some((&turn, rest)) = turns.split_first() else {
            return false;
        };
        if let Some(&wins) = known.get(&stones) {
            return wins;
        }
        let side = usize::from(turn != b'M');
        let free = (0..self.n).filter(|element| (stones[0] | stones[1]) >> element & 1 == 0);
        let mut next = free.map(|element| {
            let mut next = stones;
            next[side] |= 1 << element;
            next
        });
        let wins = match side {
            0 => next.any(|stones| self.in_turns(rest, stones, known)),
            _ => next.all(|stones| self.in_turns(rest, stones, known)),
        };
        known.insert(stones, wins);
        wins
    }
}
