//! Lower bounds from simple strategies of Painter.
//!
//! Painter of the strategy S_X gives every edge the colour X unless that completes X's target. Then Builder can only win
//! with a copy of another colour Y's target, each of whose missing edges, when drawn, would complete a copy of X's. Let
//! *need* of a free pair be the least number of missing edges, itself included, of a copy of X's target through it that
//! has no edge of another colour. With M the missing edges of Builder's copy, he needs at least |M| + max need - 1
//! moves: those of M have the colour Y, and the one of greatest need rests on need - 1 further edges of the colour X.
//!
//! If that bound equals the moves left, the next move must lower it, whatever its colour. So all moves that do not are
//! refuted at once.

use super::position::Position;
use super::row::{ORDER, Pairs, Row, below, each};
use super::target::Target;

/// Vertices of the sets that are looked at.
const SET: usize = 4;
/// No copy.
const NEVER: u8 = 15;

/// What the bounds need of a target.
struct Shape {
    edges: u8,
    /// Copies among four vertices: sets of the pairs 01, 02, 12, 03, 13, 23.
    copies: Vec<u8>,
    /// By the pairs of the colour and those of others, for each pair the least missing edges of a copy through it: four
    /// bits each.
    needs: Vec<u32>,
    /// The same for the pair 01 alone, and the union of the other missing edges of such copies.
    rests: Vec<(u8, u8)>,
    /// By a set of pairs, how many more a copy takes.
    lacks: [u8; 64],
    /// By a set of the pairs of vertices 1, 2 and 3, how many more of these a copy takes at least.
    lacks_later: [u8; 8],
}

/// The bounds for a game.
pub(crate) struct Bounds<const C: usize> {
    shapes: [Shape; C],
}

/// For each colour that Painter may give, the moves that no strategy of his refutes.
pub(crate) type Progress<const C: usize> = [Option<Pairs>; C];

const PAIRS: [(usize, usize); 6] = [(0, 1), (0, 2), (1, 2), (0, 3), (1, 3), (2, 3)];

impl Shape {
    fn new(target: &Target) -> Self {
        let mut copies = Vec::new();
        for code in 0..SET.pow(SET as u32) {
            let map: [usize; SET] = std::array::from_fn(|v| code / SET.pow(v as u32) % SET);
            let is_map = (0..target.order).all(|v| (0..v).all(|u| map[u] != map[v]));
            if is_map {
                copies.push(target.edges.iter().fold(0, |set, &(a, b)| {
                    let (a, b) = (map[a].min(map[b]), map[a].max(map[b]));
                    set | 1 << PAIRS.iter().position(|pair| *pair == (a, b)).expect("a pair")
                }));
            }
        }
        copies.sort_unstable();
        copies.dedup();
        let mut needs = vec![0; 64 * 64];
        let mut rests = vec![(NEVER, 0); 64 * 64];
        for (code, needs) in needs.iter_mut().enumerate() {
            let (own, others) = ((code >> 6) as u8, (code & 63) as u8);
            let open = copies.iter().filter(|copy| *copy & others == 0);
            for pair in 0..6 {
                let through = open.clone().filter(|copy| *copy >> pair & 1 == 1);
                let least = through.map(|copy| (copy & !own).count_ones()).min();
                *needs |= least.unwrap_or(NEVER.into()) << (4 * pair);
            }
            let least = (*needs & 15) as u8;
            let near = open.filter(|copy| *copy & 1 == 1 && (*copy & !own).count_ones() == u32::from(least));
            rests[code] = (least, near.fold(0, |set, copy| set | copy & !own & !1));
        }
        Self {
            edges: target.edges.len() as u8,
            lacks: std::array::from_fn(|set| {
                let lacking = copies.iter().map(|copy| (*copy & !(set as u8)).count_ones() as u8);
                lacking.min().unwrap_or(NEVER)
            }),
            // The pairs 12, 13 and 23.
            lacks_later: std::array::from_fn(|set| {
                let set = (set & 1) << 2 | (set >> 1 & 1) << 4 | (set >> 2) << 5;
                let lacking = copies
                    .iter()
                    .map(|copy| (*copy & 0b11_0100 & !(set as u8)).count_ones() as u8);
                lacking.min().unwrap_or(NEVER)
            }),
            copies,
            needs,
            rests,
        }
    }
}

/// The pairs of four vertices that are in a set of pairs.
#[inline(always)]
fn among(rows: &[Row; ORDER], [a, b, c, d]: [usize; SET]) -> usize {
    (rows[b] >> a & 1 | (rows[c] >> a & 1) << 1 | (rows[c] >> b & 1) << 2) as usize
        | ((rows[d] >> a & 1) << 3 | (rows[d] >> b & 1) << 4 | (rows[d] >> c & 1) << 5) as usize
}

/// The needs of all pairs of a colour.
struct Needs {
    /// By the pair; symmetric. New vertices are alike.
    of: [[u8; ORDER]; ORDER],
}

/// A copy that Builder may complete.
#[derive(Clone)]
struct Copy {
    /// Its colour.
    y: usize,
    missing: [(usize, usize); 6],
    count: usize,
    /// Which of the missing edges is one that the strategy does not give in time.
    far: Option<usize>,
}

impl Copy {
    /// Moves that it takes Builder.
    fn bound(&self, needs: &Needs) -> u8 {
        let missing = self.missing[..self.count].iter();
        let top = missing.map(|&(u, v)| needs.of[u][v]).max();
        self.count as u8 + top.map_or(0, |top| top - 1)
    }
}

impl<const C: usize> Bounds<C> {
    /// The bounds for these targets; `None` when one has more than four vertices.
    pub fn new(targets: &[Target; C]) -> Option<Self> {
        let small = targets.iter().all(|target| target.order <= SET);
        small.then(|| Self {
            shapes: targets.each_ref().map(Shape::new),
        })
    }

    fn others(position: &Position<C>, x: usize) -> [Row; ORDER] {
        let mut rows = [0; ORDER];
        for v in 0..position.n {
            rows[v] = position.joined(v) & !position.rows[x][v];
        }
        rows
    }

    fn needs(&self, position: &Position<C>, x: usize, others: &[Row; ORDER]) -> Needs {
        let n = position.n;
        let shape = &self.shapes[x];
        let own = &position.rows[x];
        let m = n + SET - 1;
        let mut of = [[shape.edges; ORDER]; ORDER];
        for d in 2..m {
            for c in 1..d {
                if c >= n && d != c + 1 || c < n && d > n {
                    continue;
                }
                for b in 0..c {
                    if b >= n && c != b + 1 || b < n && c > n {
                        continue;
                    }
                    let touched = own[b] | own[c] | own[d];
                    let inner = own[c] >> b & 1 | own[d] >> b & 1 | own[d] >> c & 1;
                    let mut first = match inner {
                        1 if b > n => 0,
                        1 => below(b),
                        _ => touched & below(b),
                    };
                    if b >= n {
                        // Of new vertices the first come first.
                        first &= below(n);
                        if b > n {
                            first = 0;
                        }
                    }
                    for a in each(first) {
                        let set = [a, b, c, d];
                        let mut needs = shape.needs[among(own, set) << 6 | among(others, set)];
                        for (i, j) in PAIRS {
                            let (u, v) = (set[i], set[j]);
                            of[u][v] = of[u][v].min((needs & 15) as u8);
                            needs >>= 4;
                        }
                    }
                }
            }
        }
        for u in 0..n {
            for v in u + 1..n {
                of[v][u] = of[u][v];
            }
            let new = of[u][n];
            for v in n..ORDER {
                of[u][v] = new;
                of[v][u] = new;
            }
        }
        let new = of[n][n + 1];
        of[n..].iter_mut().for_each(|row| row[n..].fill(new));
        Needs { of }
    }

    /// Shows the copies of other targets that have no edge of the colour x and at most `beyond` missing edges that S_x
    /// never has to give within `most` moves, until `see` says that this is enough.
    fn copies(
        &self,
        position: &Position<C>,
        x: usize,
        needs: &Needs,
        most: u8,
        beyond: u8,
        mut see: impl FnMut(Copy) -> bool,
    ) {
        let n = position.n;
        let m = n + SET - 1;
        for y in (0..C).filter(|&y| y != x) {
            let shape = &self.shapes[y];
            let own = &position.rows[y];
            let (mut near, mut open) = ([0; ORDER], [0; ORDER]);
            for v in 0..m {
                let joined = if v < n { position.joined(v) } else { 0 };
                open[v] = below(m) & !(joined | 1 << v) | own[v];
                near[v] = own[v];
                for u in each(open[v] & !own[v]) {
                    near[v] |= Row::from(needs.of[v][u] <= most) << u;
                }
            }
            for d in 2..m {
                for c in 1..d {
                    if c >= n && d != c + 1 || c < n && d > n {
                        continue;
                    }
                    for b in 0..c.min(n + 1) {
                        if b >= n && c != b + 1 || b < n && c > n {
                            continue;
                        }
                        let later = near[c] >> b & 1 | (near[d] >> b & 1) << 1 | (near[d] >> c & 1) << 2;
                        if shape.lacks_later[later as usize] > beyond {
                            continue;
                        }
                        for a in 0..b.min(n) {
                            let set = [a, b, c, d];
                            let mask = among(&near, set);
                            if shape.lacks[mask] > beyond {
                                continue;
                            }
                            let (drawn, open) = (among(own, set), among(&open, set));
                            for &copy in &shape.copies {
                                let far = usize::from(copy) & !mask;
                                if usize::from(copy) & !open != 0 || far.count_ones() > beyond.into() {
                                    continue;
                                }
                                let missing = usize::from(copy) & !drawn;
                                let mut found = Copy {
                                    y,
                                    missing: [(0, 0); 6],
                                    count: 0,
                                    far: None,
                                };
                                for (at, (i, j)) in PAIRS.into_iter().enumerate() {
                                    if missing >> at & 1 == 1 {
                                        if far >> at & 1 == 1 {
                                            found.far = Some(found.count);
                                        }
                                        found.missing[found.count] = (set[i], set[j]);
                                        found.count += 1;
                                    }
                                }
                                if see(found) {
                                    return;
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    /// Whether a strategy refutes Builder, who has `k` moves left.
    pub fn refutes(&self, position: &Position<C>, k: usize) -> bool {
        (0..C).any(|x| {
            let apart = (0..C).filter(|&y| y != x).map(|y| self.shapes[y].edges).min();
            let most = k.min(14) as u8;
            // A copy on new vertices alone.
            if apart.expect("two colours") + self.shapes[x].edges - 1 <= most {
                return false;
            }
            let needs = self.needs(position, x, &Self::others(position, x));
            let mut is_open = false;
            self.copies(position, x, &needs, most, 0, |copy| {
                is_open = copy.bound(&needs) <= most;
                is_open
            });
            !is_open
        })
    }

    /// Whether a strategy refutes Builder; else the moves that each colour leaves open.
    pub fn progress(&self, position: &Position<C>, k: usize) -> Option<Progress<C>> {
        let n = position.n;
        let most = k.min(14) as u8;
        // Strategies that hold if Builder's next move does not come nearer.
        let mut tight: [Option<([Row; ORDER], Needs)>; C] = [const { None }; C];
        for x in 0..C {
            let apart = (0..C).filter(|&y| y != x).map(|y| self.shapes[y].edges).min();
            if apart.expect("two colours") + self.shapes[x].edges - 1 <= most {
                continue;
            }
            let others = Self::others(position, x);
            let needs = self.needs(position, x, &others);
            let mut least = NEVER;
            self.copies(position, x, &needs, most, 0, |copy| {
                least = least.min(copy.bound(&needs));
                least < most
            });
            if least > most {
                return None;
            }
            if least == most {
                tight[x] = Some((others, needs));
            }
        }
        let mut progress: Progress<C> = [None; C];
        for (x, found) in tight.into_iter().enumerate() {
            let Some((others, needs)) = found else {
                continue;
            };
            let mut copies: Vec<Copy> = Vec::new();
            self.copies(position, x, &needs, most, 1, |copy| {
                copies.push(copy);
                false
            });
            let mut allowed: [Pairs; C] = [Pairs::NONE; C];
            let mut rests: Vec<((usize, usize), [Row; ORDER])> = Vec::new();
            for copy in &copies {
                let missing = &copy.missing[..copy.count];
                let need = |&(u, v): &(usize, usize)| needs.of[u][v];
                // In the colour y: one edge of the copy less.
                for at in (0..copy.count).filter(|&at| copy.far.is_none_or(|far| far == at)) {
                    let rest = (0..copy.count).filter(|&other| other != at);
                    let top = rest.map(|at| need(&missing[at])).max().unwrap_or(0);
                    if copy.count as u8 - 1 + top <= most {
                        add(&mut allowed[copy.y], n, missing[at]);
                    }
                }
                if copy.bound(&needs) > most {
                    continue;
                }
                let top = missing.iter().map(need).max().expect("a missing edge");
                let tops = missing.iter().filter(|pair| need(pair) == top);
                // In the colour x: all edges of greatest need must come nearer.
                let mut common = [Row::MAX; ORDER];
                for &pair in tops {
                    let at = rests.iter().position(|(known, _)| *known == pair).unwrap_or_else(|| {
                        rests.push((pair, self.rest(position, x, &others, pair, top)));
                        rests.len() - 1
                    });
                    for v in 0..ORDER {
                        common[v] &= rests[at].1[v];
                    }
                }
                for &(u, v) in missing {
                    common[u] &= !(1 << v);
                    common[v] &= !(1 << u);
                }
                allowed[x].join(n, &Pairs::folded(n, &common));
            }
            for c in 0..C {
                match &mut progress[c] {
                    Some(pairs) => pairs.meet(n, &allowed[c]),
                    None => progress[c] = Some(allowed[c]),
                }
            }
        }
        Some(progress)
    }

    /// The missing edges, but `pair`, of the nearest copies of x's target through it.
    fn rest(
        &self,
        position: &Position<C>,
        x: usize,
        others: &[Row; ORDER],
        (u, v): (usize, usize),
        need: u8,
    ) -> [Row; ORDER] {
        let own = &position.rows[x];
        let mut rows = [0; ORDER];
        // The copy has up to three new vertices, and a move two more.
        let m = position.n + SET + 1;
        for d in (0..m).filter(|&d| d != u && d != v) {
            for c in (0..d).filter(|&c| c != u && c != v) {
                let set = [u, v, c, d];
                let bits = |rows: &[Row; ORDER]| {
                    PAIRS.iter().enumerate().fold(0, |bits, (at, &(i, j))| {
                        bits | ((rows[set[i]] >> set[j] & 1) as usize) << at
                    })
                };
                let (least, rest) = self.shapes[x].rests[bits(own) << 6 | bits(others)];
                if least == need {
                    for (at, &(i, j)) in PAIRS.iter().enumerate().filter(|(at, _)| rest >> at & 1 == 1) {
                        debug_assert!(at > 0);
                        rows[set[i]] |= 1 << set[j];
                        rows[set[j]] |= 1 << set[i];
                    }
                }
            }
        }
        rows
    }
}

fn add(pairs: &mut Pairs, n: usize, (u, v): (usize, usize)) {
    let (u, v) = (u.min(v), u.max(v));
    if v < n {
        pairs.rows[u] |= 1 << v;
        pairs.rows[v] |= 1 << u;
    } else if u < n {
        pairs.fresh |= 1 << u;
    } else {
        pairs.both = true;
    }
}
