//! Avoidance of a matching, from its definition.
//!
//! Let all matchings have at most b edges, the budget. A vertex u with more than 2b neighbours may be joined to every
//! vertex: one more matching of b edges without u leaves one of its neighbours free, so that the others must have
//! matchings of at most b - 1 edges, and then no edge at u matters. So its missing edges are free moves, and the game
//! goes on without u and with a smaller budget. What is left has few edges: at most 2b at a vertex, and at most 2b
//! vertices in a matching that cannot be extended meet all of them.

use canon::Canonical;
use graph::Graph16;

use super::rules::{Rules, Step, Struck};

/// The game in which all matchings must have at most so many edges, 1 or 2: more would not fit 16 vertices.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Matchings {
    pub budget: usize,
}

/// What is left beside single vertices.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Rest {
    budget: usize,
    /// Rows of a canonical graph, maybe with isolated vertices, which once had edges: moves use these first.
    rows: Vec<u16>,
    /// Free moves, 0 or 1.
    free: usize,
    /// The number of single vertices modulo 2.
    parity: usize,
}

/// Returns the number of edges of a largest matching.
fn matching(rows: &[u16], left: u16) -> usize {
    let Some(v) = (0..rows.len()).find(|&v| left >> v & 1 == 1) else {
        return 0;
    };
    let left = left & !(1 << v);
    let partners = (0..rows.len()).filter(|u| (rows[v] & left) >> u & 1 == 1);
    let with = partners.map(|u| 1 + matching(rows, left & !(1 << u))).max();
    with.unwrap_or(0).max(matching(rows, left))
}

fn without(rows: &[u16], gone: usize) -> Vec<u16> {
    let below = (1 << gone) - 1;
    let kept = rows.iter().enumerate().filter(|&(v, _)| v != gone);
    kept.map(|(_, row)| row & below | row >> 1 & !below).collect()
}

fn canonical(rows: &[u16]) -> Vec<u16> {
    let mut graph = Graph16::empty(rows.len());
    for v in 0..rows.len() {
        for u in (0..v).filter(|u| rows[v] >> u & 1 == 1) {
            graph.toggle(u, v);
        }
    }
    let canonical: Graph16 = Canonical::of(&graph).key.graph(rows.len());
    canonical.rows()[..rows.len()].to_vec()
}

/// Removes vertices with too many neighbours from the graph after a move, and strikes free moves out.
fn shortened(mut rest: Rest) -> (Rest, Struck) {
    let (mut moves, mut singles) = (rest.free, 0);
    let high = |rest: &Rest| {
        rest.rows
            .iter()
            .position(|row| row.count_ones() as usize > 2 * rest.budget)
    };
    while let Some(v) = high(&rest) {
        moves += rest.rows.len() - 1 - rest.rows[v].count_ones() as usize;
        singles += 1;
        rest.rows = without(&rest.rows, v);
        rest.budget -= 1;
    }
    if rest.budget == 0 {
        rest.rows.clear();
    }
    rest.free = (moves + singles * rest.parity) % 2;
    let struck = Struck {
        moves: moves as i32 - rest.free as i32,
        singles: singles as i32,
    };
    rest.rows = canonical(&rest.rows);
    (rest, struck)
}

impl Rules for Matchings {
    type Rest = Rest;

    fn start(&self, n: usize) -> Rest {
        Rest {
            budget: self.budget,
            rows: Vec::new(),
            free: 0,
            parity: n % 2,
        }
    }

    fn steps(&self, rest: &Rest) -> Vec<Vec<Step<Rest>>> {
        let is_alone = |v: usize| rest.rows[v] == 0;
        let known = rest.rows.len();
        let alone: Vec<usize> = (0..known).filter(|&v| is_alone(v)).collect();
        // Places for single vertices come last, and are used when no isolated vertex is left.
        let fresh = |number: usize| {
            number
                .checked_sub(alone.len())
                .map_or_else(|| alone[number], |at| known + at)
        };
        let met: Vec<usize> = (0..known).filter(|&v| !is_alone(v)).collect();
        let mut pairs: Vec<(usize, usize)> = Vec::new();
        for (at, &v) in met.iter().enumerate() {
            pairs.extend(
                met[..at]
                    .iter()
                    .filter(|&&u| rest.rows[v] >> u & 1 == 0)
                    .map(|&u| (u, v)),
            );
            pairs.push((v, fresh(0)));
        }
        pairs.push((fresh(0), fresh(1)));
        let step = |(u, v): (usize, usize)| {
            let takes = [u, v].into_iter().filter(|&end| end >= known).count();
            let mut rows = rest.rows.clone();
            rows.resize(known + takes, 0);
            rows[u] |= 1 << v;
            rows[v] |= 1 << u;
            (matching(&rows, !0) <= rest.budget).then(|| {
                let (to, struck) = shortened(Rest {
                    rows,
                    parity: (rest.parity + takes) % 2,
                    ..*rest
                });
                Step {
                    needs: takes as u8,
                    takes: takes as u8,
                    struck,
                    to: Some(to),
                }
            })
        };
        let mut steps: Vec<Step<Rest>> = if rest.budget > 0 {
            pairs.into_iter().filter_map(step).collect()
        } else {
            vec![]
        };
        if rest.free > 0 {
            steps.push(Step {
                needs: 0,
                takes: 0,
                struck: Struck::default(),
                to: Some(Rest {
                    free: 0,
                    ..rest.clone()
                }),
            });
        }
        vec![steps]
    }
}
