//! A lower bound from a simple strategy of Painter, recounted from its description.
//!
//! Painter gives every edge the colour x unless that completes x's target. So Builder wins only with a copy of another
//! colour's target whose missing edges M each complete x's target when drawn. Let need(f) be the least number of missing
//! edges, f included, of a copy of x's target through f that has no edge of another colour. Builder takes at least
//! |M| + max need - 1 moves: those of M get another colour, and an edge f of M waits for need(f) - 1 of the colour x.

use super::position::{Position, ROOM, Row, Rows, each};
use super::target::Target;

/// Most vertices of a target for which there is a bound.
const SET: usize = 4;
/// More than any number of moves.
const NEVER: u8 = 100;

type Need = Box<[[u8; ROOM]; ROOM]>;

/// The needs in a position, by which those after one more edge are found.
pub(super) struct Bound<'a> {
    targets: &'a [Target],
    /// By colour: edges of all its copies among four vertices.
    copies: Vec<Vec<Vec<(usize, usize)>>>,
    needs: Vec<Need>,
}

fn copies(target: &Target) -> Vec<Vec<(usize, usize)>> {
    let mut found = Vec::new();
    for code in 0..SET.pow(SET as u32) {
        let map: Vec<usize> = (0..target.rows.len()).map(|v| code / SET.pow(v as u32) % SET).collect();
        if (0..map.len()).all(|v| !map[..v].contains(&map[v])) {
            let pairs = (0..map.len()).flat_map(|v| (0..v).map(move |u| (u, v)));
            let edges = pairs.filter(|&(u, v)| target.rows[v] >> u & 1 == 1);
            let mut copy: Vec<_> = edges.map(|(u, v)| (map[u].min(map[v]), map[u].max(map[v]))).collect();
            copy.sort_unstable();
            found.push(copy);
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Edges of other colours.
fn others(position: &Position, x: usize) -> Rows {
    let mut rows = [0; ROOM];
    for (_, other) in position.rows.iter().enumerate().filter(|(colour, _)| *colour != x) {
        (0..ROOM).for_each(|v| rows[v] |= other[v]);
    }
    rows
}

impl<'a> Bound<'a> {
    /// `None` when a target has more than four vertices.
    pub fn new(targets: &'a [Target], position: &Position) -> Option<Self> {
        if targets.iter().any(|target| target.rows.len() > SET) {
            return None;
        }
        let mut bound = Self {
            targets,
            copies: targets.iter().map(copies).collect(),
            needs: Vec::new(),
        };
        bound.needs = (0..targets.len()).map(|x| bound.needs(position, x)).collect();
        Some(bound)
    }

    fn needs(&self, position: &Position, x: usize) -> Need {
        let others = others(position, x);
        // A copy on new vertices has no edge yet.
        let mut needs: Need = Box::new([[self.targets[x].edges() as u8; ROOM]; ROOM]);
        let m = position.n + SET - 1;
        for d in 0..m {
            for c in 0..d {
                for b in 0..c {
                    (0..b).for_each(|a| self.lower(position, x, &others, [a, b, c, d], &mut needs));
                }
            }
        }
        spread(position.n, &mut needs);
        needs
    }

    /// Takes the copies among four vertices into account.
    fn lower(&self, position: &Position, x: usize, others: &Rows, set: [usize; SET], needs: &mut Need) {
        let own = &position.rows[x];
        let edges = set.iter().fold(0, |all, &v| all | own[v]) & set.iter().fold(0, |all, &v| all | 1 << v);
        if edges == 0 {
            return;
        }
        for copy in &self.copies[x] {
            let pairs = copy.iter().map(|&(i, j)| (set[i], set[j]));
            if pairs.clone().any(|(u, v)| others[u] >> v & 1 == 1) {
                continue;
            }
            let missing = pairs.filter(|&(u, v)| own[u] >> v & 1 == 0);
            let count = missing.clone().count() as u8;
            for (u, v) in missing {
                needs[u][v] = needs[u][v].min(count);
                needs[v][u] = needs[u][v];
            }
        }
    }

    /// Whether the bound of some strategy exceeds `left` in `child`, which is the position with the pair `at` of `colour`.
    /// `false` is certain only if `is_exact`: else the needs of the position stand for those of the child where an edge
    /// of another colour has come, which only takes copies away.
    pub fn holds_after(
        &self,
        child: &Position,
        at: (usize, usize),
        colour: usize,
        left: usize,
        is_exact: bool,
    ) -> bool {
        (0..self.targets.len()).any(|x| {
            if x != colour {
                return match is_exact {
                    true => !self.wins(child, x, &self.needs(child, x), left),
                    false => !self.wins(child, x, &self.needs[x], left),
                };
            }
            if is_exact {
                // This one was found before.
                return false;
            }
            let mut needs = self.needs[x].clone();
            let others = others(child, x);
            let m = child.n + SET - 1;
            for d in (0..m).filter(|&d| d != at.0 && d != at.1) {
                for c in (0..d).filter(|&c| c != at.0 && c != at.1) {
                    self.lower(child, x, &others, [at.0, at.1, c, d], &mut needs);
                }
            }
            spread(child.n, &mut needs);
            !self.wins(child, x, &needs, left)
        })
    }

    /// Whether Builder may complete another colour's copy within `left` moves.
    fn wins(&self, position: &Position, x: usize, needs: &Need, left: usize) -> bool {
        let all: Rows = std::array::from_fn(|v| position.rows.iter().fold(0, |set, rows| set | rows[v]));
        (0..self.targets.len()).filter(|&y| y != x).any(|y| {
            let placing = Placing {
                n: position.n,
                all: &all,
                own: &position.rows[y],
                target: &self.targets[y].rows,
                needs,
                left: left as u8,
            };
            placing.place(0, &mut [0; SET], 0, 0, 0)
        })
    }
}

/// New vertices are alike.
fn spread(n: usize, needs: &mut Need) {
    let new = |needs: &Need, u: usize| (n..n + SET - 1).map(|v| needs[u][v]).min();
    for u in 0..n {
        let least = new(needs, u).unwrap_or(NEVER);
        for v in n..ROOM {
            needs[u][v] = least;
            needs[v][u] = least;
        }
    }
    let both = (n..n + SET - 1).filter_map(|u| new(needs, u)).min().unwrap_or(NEVER);
    needs[n..].iter_mut().for_each(|row| row[n..].fill(both));
}

/// A search for a copy.
struct Placing<'a> {
    n: usize,
    /// Edges of all colours, and of the copy's.
    all: &'a Rows,
    own: &'a Rows,
    target: &'a [u32],
    needs: &'a Need,
    left: u8,
}

impl Placing<'_> {
    /// Places the vertices from `v` on; `count` edges are missing so far, the greatest need among them is `top`.
    fn place(&self, v: usize, images: &mut [usize; SET], taken: Row, count: u8, top: u8) -> bool {
        let target = self.target;
        if v == target.len() {
            return true;
        }
        // Of new vertices the first one that is left will do. Vertices of the target that have the same neighbours can be
        // exchanged: their images ascend.
        let new = (self.n..ROOM).find(|image| taken >> image & 1 == 0);
        let twins = (0..v).filter(|&u| target[u] & !(1 << v) == target[v] & !(1 << u));
        let first = twins.map(|u| images[u] + 1).max().unwrap_or(0);
        let used = ((1 << self.n) - 1) & !taken & (!0 << first);
        each(used).chain(new).any(|image| {
            let (mut count, mut top) = (count, top);
            for u in (0..v).filter(|u| target[v] >> u & 1 == 1) {
                let other = images[u];
                if self.own[image] >> other & 1 == 0 {
                    if self.all[image] >> other & 1 == 1 {
                        return false;
                    }
                    count += 1;
                    top = top.max(self.needs[image][other]);
                }
            }
            if count > 0 && count + top - 1 > self.left {
                return false;
            }
            images[v] = image;
            self.place(v + 1, images, taken | 1 << image, count, top)
        })
    }
}
