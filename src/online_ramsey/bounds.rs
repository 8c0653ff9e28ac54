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
    /// Copies among four vertices: sets of the pairs 01, 02, 12, 03, 13, 23. Of a target of three vertices only those on
    /// the first three, as otherwise each would be found with every fourth vertex.
    copies: Vec<u8>,
    /// Whether the last of the four vertices is in no such copy.
    is_triple: bool,
    /// By the pairs of the colour and those of others, for each pair the least missing edges of a copy through it: four
    /// bits each.
    needs: Vec<u32>,
    /// The same for the pair 01 alone, and the union of the other missing edges of such copies.
    rests: Vec<(u8, u8)>,
    /// By how many pairs may be lacking and by the pairs 12, 13 and 23 that are there: the least sets of the pairs 01, 02
    /// and 03 with which a copy is there, one bit for each.
    firsts: [[u8; 8]; 7],
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
        let is_triple = target.order == SET - 1;
        if is_triple {
            let last = (0..6)
                .filter(|&pair| PAIRS[pair].1 == SET - 1)
                .fold(0, |set, pair| set | 1 << pair);
            copies.retain(|copy| copy & last == 0);
        }
        Self {
            edges: target.edges.len() as u8,
            firsts: std::array::from_fn(|beyond| {
                std::array::from_fn(|later| least_firsts(&copies, beyond, later as u8))
            }),
            is_triple,
            copies,
            needs,
            rests,
        }
    }
}

impl Shape {
    /// The vertices with which b, c and d have a copy in these rows, up to so many pairs; later vertices among them.
    #[inline(always)]
    fn firsts(&self, rows: &[Row; ORDER], lacking: usize, [b, c, d]: [usize; 3]) -> Row {
        let later = rows[c] >> b & 1 | (rows[d] >> b & 1) << 1 | (rows[d] >> c & 1) << 2;
        let mut sets = self.firsts[lacking.min(6)][later as usize & 7];
        let mut firsts = 0;
        while sets != 0 {
            let set = sets.trailing_zeros();
            sets &= sets - 1;
            let all = |bit: u32, row: Row| if set >> bit & 1 == 1 { row } else { Row::MAX };
            firsts |= all(0, rows[b]) & all(1, rows[c]) & all(2, rows[d]);
        }
        firsts
    }
}

fn least_firsts(copies: &[u8], beyond: usize, later: u8) -> u8 {
    let set = |first: u8| {
        let first = first & 1 | (first >> 1 & 1) << 1 | (first >> 2) << 3;
        first | (later & 1) << 2 | (later >> 1 & 1) << 4 | (later >> 2) << 5
    };
    let is_enough = |first: u8| {
        let lacking = copies.iter().map(|copy| (copy & !set(first)).count_ones() as usize);
        lacking.min().is_some_and(|lacking| lacking <= beyond)
    };
    let is_least =
        |&first: &u8| is_enough(first) && (0..3).all(|bit| first >> bit & 1 == 0 || !is_enough(first & !(1 << bit)));
    (0..8).filter(is_least).fold(0, |sets, first| sets | 1 << first)
}

/// The pairs of four vertices, in any order, that are in a set of pairs.
#[inline(always)]
fn among(rows: &[Row; ORDER], [a, b, c, d]: [usize; SET]) -> usize {
    (rows[a & 31] >> (b & 31) & 1 | (rows[a & 31] >> (c & 31) & 1) << 1 | (rows[b & 31] >> (c & 31) & 1) << 2) as usize
        | ((rows[a & 31] >> (d & 31) & 1) << 3
            | (rows[b & 31] >> (d & 31) & 1) << 4
            | (rows[c & 31] >> (d & 31) & 1) << 5) as usize
}

/// The needs of all pairs of a colour.
struct Needs {
    /// By the pair; symmetric. New vertices are alike.
    of: [[u8; ORDER]; ORDER],
}

/// A copy that Builder may complete.
struct Copy {
    /// Its colour.
    y: usize,
    missing: [(u8, u8); 6],
    count: usize,
    /// The greatest need of a missing edge but the far one.
    top: u8,
    /// Which of the missing edges is one that the strategy does not give in time.
    far: Option<usize>,
}

impl Copy {
    /// Moves that it takes Builder, if none is far.
    fn bound(&self) -> u8 {
        self.count as u8 + self.top.max(1) - 1
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
        // A target of three vertices needs no fourth one but a new one.
        let first_last = if shape.is_triple { m - 1 } else { 2 };
        for d in first_last..m {
            for c in 1..d {
                if !shape.is_triple && (c >= n && d != c + 1 || c < n && d > n) {
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
                            let least = &mut of[u & 31][v & 31];
                            *least = (*least).min((needs & 15) as u8);
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
    #[inline(never)]
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
            let first_last = if shape.is_triple { m - 1 } else { 2 };
            for d in first_last..m {
                for c in 1..d {
                    if !shape.is_triple && (c >= n && d != c + 1 || c < n && d > n) {
                        continue;
                    }
                    for b in 0..c.min(n + 1) {
                        if b >= n && c != b + 1 || b < n && c > n {
                            continue;
                        }
                        let firsts = shape.firsts(&near, beyond.into(), [b, c, d])
                            & shape.firsts(own, usize::from(most), [b, c, d]);
                        for a in each(firsts & below(b.min(n))) {
                            let set = [a, b, c, d];
                            let mask = among(&near, set);
                            let (drawn, open) = (among(own, set), among(&open, set));
                            for &copy in &shape.copies {
                                let copy = usize::from(copy);
                                let (far, missing) = (copy & !mask, copy & !drawn);
                                if copy & !open != 0
                                    || far.count_ones() > beyond.into()
                                    || missing.count_ones() > u32::from(most) + 1
                                {
                                    continue;
                                }
                                let mut found = Copy {
                                    y,
                                    missing: [(0, 0); 6],
                                    count: 0,
                                    top: 0,
                                    far: None,
                                };
                                let mut rest = missing;
                                while rest != 0 {
                                    let at = rest.trailing_zeros() as usize;
                                    rest &= rest - 1;
                                    let (i, j) = PAIRS[at];
                                    let (u, v) = (set[i], set[j]);
                                    found.missing[found.count] = (u as u8, v as u8);
                                    if far >> at & 1 == 1 {
                                        found.far = Some(found.count);
                                    } else {
                                        found.top = found.top.max(needs.of[u & 31][v & 31]);
                                    }
                                    found.count += 1;
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
                is_open = copy.bound() <= most;
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
                least = least.min(copy.bound());
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
            let mut allowed: [Pairs; C] = [Pairs::NONE; C];
            let mut copies: Vec<Copy> = Vec::new();
            // In the colour y: one edge of the copy less.
            self.copies(position, x, &needs, most, 1, |copy| {
                let count = copy.count as u8 - 1;
                let mut allow = |at: usize| {
                    let (u, v) = copy.missing[at];
                    add(&mut allowed[copy.y], n, (u.into(), v.into()));
                };
                match copy.far {
                    Some(far) if count + copy.top <= most => allow(far),
                    Some(_) => {}
                    None if count + copy.top <= most => {
                        (0..copy.count).for_each(allow);
                        copies.push(copy);
                    }
                    None => {
                        // The one of greatest need may go.
                        let need =
                            |at: usize| needs.of[usize::from(copy.missing[at].0)][usize::from(copy.missing[at].1)];
                        for at in (0..copy.count).filter(|&at| need(at) == copy.top) {
                            let others = (0..copy.count).filter(|&other| other != at);
                            if count + others.map(need).max().unwrap_or(0) <= most {
                                allow(at);
                            }
                        }
                    }
                }
                false
            });
            let mut rests: Vec<((usize, usize), [Row; ORDER])> = Vec::new();
            for copy in &copies {
                let missing = copy.missing.map(|(u, v)| (usize::from(u), usize::from(v)));
                let missing = &missing[..copy.count];
                let need = |&(u, v): &(usize, usize)| needs.of[u][v];
                let top = copy.top;
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
    #[inline(never)]
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
        let first_last = if self.shapes[x].is_triple { m - 1 } else { 0 };
        for d in (first_last..m).filter(|&d| d != u && d != v) {
            for c in (0..d).filter(|&c| c != u && c != v) {
                let set = [u, v, c, d];
                let touched = own[u] | own[v] | own[c] | own[d];
                if touched & (1 << u | 1 << v | 1 << c | 1 << d) == 0 && need < self.shapes[x].edges {
                    continue;
                }
                let (least, rest) = self.shapes[x].rests[among(own, set) << 6 | among(others, set)];
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
