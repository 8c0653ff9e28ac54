//! A proof's strategy played out on one small board against every reply, from the definition of the game alone: edges
//! are bits, copies of the target are listed, and isomorphisms are found by trying all.

use std::collections::HashMap;

type Pair = [u8; 2];

/// An entry: red edges, green edges, Red's move, lines.
pub struct Entry {
    pub red: Vec<Pair>,
    pub green: Vec<Pair>,
    pub step: Pair,
    pub lines: Vec<Vec<Pair>>,
}

/// What Red still has of an entry: its lines, or the rest of one of them.
#[derive(Clone, Copy)]
enum Plan<'a> {
    Lines(&'a [Vec<Pair>]),
    Rest(&'a [Pair]),
}

pub struct Replay<'a> {
    n: usize,
    most: u32,
    copies: Vec<u32>,
    /// The injections of each number of names into the board.
    maps: Vec<Vec<Vec<usize>>>,
    entries: &'a [Entry],
    /// Whether the entry of a position wins it.
    known: HashMap<(u32, u32), bool>,
}

fn bit(u: usize, v: usize) -> u32 {
    let (low, high) = (u.min(v), u.max(v));
    1 << (high * (high - 1) / 2 + low)
}

/// All injections of 0 to `from - 1` into 0 to `n - 1`.
fn injections(from: usize, n: usize) -> Vec<Vec<usize>> {
    let mut all = vec![vec![]];
    for _ in 0..from {
        let longer = |to: Vec<usize>| {
            (0..n)
                .filter(|v| !to.contains(v))
                .map(|v| [&to[..], &[v]].concat())
                .collect::<Vec<_>>()
        };
        all = all.into_iter().flat_map(longer).collect();
    }
    all
}

impl<'a> Replay<'a> {
    /// On `n` vertices, at most 6; Red is to win within `most` moves.
    pub fn new(target: &[(usize, usize)], n: usize, most: u32, entries: &'a [Entry]) -> Self {
        let order = target.iter().map(|&(_, v)| v + 1).max().unwrap();
        let copy = |to: &Vec<usize>| target.iter().fold(0, |set, &(u, v)| set | bit(to[u], to[v]));
        let mut copies: Vec<u32> = injections(order, n).iter().map(copy).collect();
        copies.sort_unstable();
        copies.dedup();
        Self {
            n,
            most,
            copies,
            maps: (0..=n).map(|from| injections(from, n)).collect(),
            entries,
            known: HashMap::new(),
        }
    }

    /// Whether Red wins from the empty board, whatever Green does.
    pub fn wins(&mut self) -> bool {
        self.red(0, 0, &[], Plan::Lines(&[]))
    }

    fn free(&self, red: u32, green: u32) -> Vec<(usize, usize)> {
        let pairs = (0..self.n).flat_map(|v| (0..v).map(move |u| (u, v)));
        pairs.filter(|&(u, v)| (red | green) & bit(u, v) == 0).collect()
    }

    fn owns(&self, edges: u32) -> bool {
        self.copies.iter().any(|copy| edges & copy == *copy)
    }

    /// Red is to move; `order` has the vertices that edges touch, in the names of the entry and then as they came.
    fn red(&mut self, red: u32, green: u32, order: &[usize], plan: Plan<'a>) -> bool {
        let free = self.free(red, green);
        if free.iter().any(|&(u, v)| self.owns(red | bit(u, v))) {
            return red.count_ones() < self.most;
        }
        let blocks: Vec<_> = free.iter().filter(|&&(u, v)| self.owns(green | bit(u, v))).collect();
        match blocks[..] {
            [] => {}
            [&(u, v)] => return self.green(red | bit(u, v), green, &touched(order, u, v), plan),
            _ => return false,
        }
        match plan {
            Plan::Rest([]) => false,
            Plan::Rest([step, rest @ ..]) => self.step(red, green, order, *step, Plan::Rest(rest)),
            Plan::Lines(lines) => {
                lines.iter().any(|line| self.red(red, green, order, Plan::Rest(line))) || self.entry(red, green)
            }
        }
    }

    /// Red takes an edge by its name.
    fn step(&mut self, red: u32, green: u32, order: &[usize], step: Pair, plan: Plan<'a>) -> bool {
        let mut order = order.to_vec();
        let mut ends = step.map(usize::from);
        ends.sort_unstable();
        let mut named = [0; 2];
        for (end, name) in ends.into_iter().zip(&mut named) {
            if end == order.len() {
                // Fresh vertices are alike.
                let Some(fresh) = (0..self.n).find(|v| !order.contains(v)) else {
                    return false;
                };
                order.push(fresh);
            }
            match order.get(end) {
                Some(&vertex) => *name = vertex,
                None => return false,
            }
        }
        let [u, v] = named;
        u != v && (red | green) & bit(u, v) == 0 && self.green(red | bit(u, v), green, &order, plan)
    }

    /// Green is to move: Red must win after each of his edges, and a full board is not won.
    fn green(&mut self, red: u32, green: u32, order: &[usize], plan: Plan<'a>) -> bool {
        let free = self.free(red, green);
        !free.is_empty()
            && free.into_iter().all(|(u, v)| {
                let green = green | bit(u, v);
                !self.owns(green) && self.red(red, green, &touched(order, u, v), plan)
            })
    }

    /// Some entry is this position under other names, and its move wins.
    fn entry(&mut self, red: u32, green: u32) -> bool {
        if let Some(&known) = self.known.get(&(red, green)) {
            return known;
        }
        let mut is_won = false;
        for Entry {
            red: reds,
            green: greens,
            step,
            lines,
        } in self.entries
        {
            if reds.len() as u32 != red.count_ones() || greens.len() as u32 != green.count_ones() {
                continue;
            }
            let order = reds
                .iter()
                .chain(greens)
                .flatten()
                .map(|&v| usize::from(v) + 1)
                .max()
                .unwrap_or(0);
            let mapped = |pairs: &[Pair], to: &[usize]| {
                pairs
                    .iter()
                    .fold(0, |set, &[u, v]| set | bit(to[u as usize], to[v as usize]))
            };
            let fits = |to: &[usize]| mapped(reds, to) == red && mapped(greens, to) == green;
            let map = self.maps.get(order).and_then(|maps| maps.iter().find(|to| fits(to)));
            if let Some(to) = map.cloned() {
                is_won |= self.step(red, green, &to, *step, Plan::Lines(lines));
            }
        }
        self.known.insert((red, green), is_won);
        is_won
    }
}

fn touched(order: &[usize], u: usize, v: usize) -> Vec<usize> {
    let mut order = order.to_vec();
    for vertex in [u, v] {
        if !order.contains(&vertex) {
            order.push(vertex);
        }
    }
    order
}
