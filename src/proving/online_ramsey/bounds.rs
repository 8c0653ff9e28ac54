//! Lower bounds from simple strategies of Painter.
//!
//! Painter of the strategy S_X gives every edge the colour X unless that completes X's target. Then Builder can only
//! win with a copy of another colour Y's target, each of whose missing edges, when drawn, would complete a copy of X's.
//! Let
//! *need* of a free pair be the least number of missing edges, itself included, of a copy of X's target through it that
//! has no edge of another colour. With M the missing edges of Builder's copy, he needs at least |M| + max need - 1
//! moves: those of M have the colour Y, and the one of greatest need rests on need - 1 further edges of the colour X.
//!
//! If that bound equals the moves left, the next move must lower it, whatever its colour. So all moves that do not are
//! refuted at once.

use graph::each;

use super::position::Position;
use super::row::{ORDER, Pairs, Row, below};
use super::target::Target;

/// Vertices of the sets that are looked at.
const SET: usize = 4;
/// No copy.
const NEVER: u8 = 15;
/// Needs are below this.
const NEEDS: usize = 7;

/// What the bounds need of a target.
struct Shape {
    edges: u8,
    /// Copies among four vertices: sets of the pairs 01, 02, 12, 03, 13, 23. Of a target of three vertices only those
    /// on the first three, as otherwise each would be found with every fourth vertex.
    copies: Vec<u8>,
    /// Whether the last of the four vertices is in no such copy.
    is_triple: bool,
    /// By the pairs of the colour and those of others, for each pair the least missing edges of a copy through it: four
    /// bits each.
    needs: Vec<u32>,
    /// The same for the pair 01 alone, and the union of the other missing edges of such copies.
    rests: Vec<(u8, u8)>,
    /// By how many pairs may be lacking and by the pairs 12, 13 and 23 that are there: the least sets of the pairs 01,
    /// 02 and 03 with which a copy is there, one bit for each.
    firsts: [[u8; 8]; 7],
    /// By how many pairs may be lacking and by whether the pair 23 is there: the least sets of the pairs 12 and 13 with
    /// which a copy can be there.
    seconds: [[u8; 2]; 7],
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
            let is_map = (0..target.order()).all(|v| (0..v).all(|u| map[u] != map[v]));
            if is_map {
                copies.push(target.edges().fold(0, |set, (a, b)| {
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
        let is_triple = target.order() == SET - 1;
        if is_triple {
            let last = (0..6)
                .filter(|&pair| PAIRS[pair].1 == SET - 1)
                .fold(0, |set, pair| set | 1 << pair);
            copies.retain(|copy| copy & last == 0);
        }
        let firsts: [[u8; 8]; 7] =
            std::array::from_fn(|beyond| std::array::from_fn(|later| least_firsts(&copies, beyond, later as u8)));
        Self {
            edges: target.size() as u8,
            seconds: std::array::from_fn(|beyond| {
                std::array::from_fn(|last| {
                    let is_enough = |second: usize| firsts[beyond][second | last << 2] != 0;
                    let is_least = |&second: &usize| {
                        is_enough(second)
                            && (0..2).all(|bit| second >> bit & 1 == 0 || !is_enough(second & !(1 << bit)))
                    };
                    (0..4).filter(is_least).fold(0, |sets, second| sets | 1 << second)
                })
            }),
            firsts,
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
        let mut sets = self.firsts[lacking][later as usize & 7];
        let mut firsts = 0;
        while sets != 0 {
            let set = sets.trailing_zeros();
            sets &= sets - 1;
            let all = |bit: u32, row: Row| if set >> bit & 1 == 1 { row } else { Row::MAX };
            firsts |= all(0, rows[b]) & all(1, rows[c]) & all(2, rows[d]);
        }
        firsts
    }

    /// The vertices with which c and d can be in such a copy.
    #[inline(always)]
    fn seconds(&self, rows: &[Row; ORDER], lacking: usize, [c, d]: [usize; 2]) -> Row {
        let mut sets = self.seconds[lacking][(rows[d] >> c & 1) as usize];
        let mut seconds = 0;
        while sets != 0 {
            let set = sets.trailing_zeros();
            sets &= sets - 1;
            let all = |bit: u32, row: Row| if set >> bit & 1 == 1 { row } else { Row::MAX };
            seconds |= all(0, rows[c]) & all(1, rows[d]);
        }
        seconds
    }

    /// The vertices with which d can be in such a copy.
    #[inline(always)]
    fn thirds(&self, rows: &[Row; ORDER], lacking: usize, d: usize) -> Row {
        match self.seconds[lacking] {
            [0, 0] => 0,
            [0, _] => rows[d],
            _ => Row::MAX,
        }
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
    let has = |u: usize, v: usize| (rows[u] >> (v & 63) & 1) as usize;
    has(a, b) | has(a, c) << 1 | has(b, c) << 2 | has(a, d) << 3 | has(b, d) << 4 | has(c, d) << 5
}

/// The needs of all pairs of a colour.
struct Needs {
    /// By the pair; symmetric. New vertices are alike.
    of: [[u8; ORDER]; ORDER],
    /// By a number, the pairs whose need is at most that.
    within: [[Row; ORDER]; NEEDS],
}

impl Needs {
    fn at(&self, (u, v): (u8, u8)) -> u8 {
        self.of[usize::from(u)][usize::from(v)]
    }
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
    /// The missing edges of greatest need as a number.
    tops: u64,
}

impl Copy {
    #[inline(always)]
    fn new(y: usize, set: [usize; SET], mut missing: usize, far: usize, needs: &Needs) -> Self {
        let mut copy = Self {
            y,
            missing: [(0, 0); 6],
            count: 0,
            top: 0,
            far: None,
            tops: 0,
        };
        while missing != 0 {
            let at = missing.trailing_zeros() as usize;
            missing &= missing - 1;
            let (i, j) = PAIRS[at];
            let (u, v) = (set[i], set[j]);
            copy.missing[copy.count] = (u as u8, v as u8);
            if far >> at & 1 == 1 {
                copy.far = Some(copy.count);
            } else {
                copy.top = copy.top.max(needs.of[u][v]);
            }
            copy.count += 1;
        }
        copy
    }

    fn missing(&self) -> &[(u8, u8)] {
        &self.missing[..self.count]
    }

    fn find_tops(&mut self, needs: &Needs) {
        let tops = self.missing().iter().filter(|pair| needs.at(**pair) == self.top);
        // Ten bits for each pair, from 1 on.
        let number = |&(u, v): &(u8, u8)| u64::from(v) * (u64::from(v) - 1) / 2 + u64::from(u) + 1;
        self.tops = tops.fold(0, |tops, pair| tops << 10 | number(pair));
    }
}

impl<const C: usize> Bounds<C> {
    /// The bounds for these targets; `None` when one has more than four vertices or is 2K2.
    ///
    /// With a connected target no pair of new vertices needs less than one of a new and some used vertex, so that
    /// copies without used vertices can be left out.
    pub fn new(targets: &[Target; C]) -> Option<Self> {
        let small = targets
            .iter()
            .all(|target| target.order() <= SET && target.is_connected());
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
                            let least = &mut of[u][v];
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
        let mut within = [[0; ORDER]; NEEDS];
        for v in 0..m {
            for u in 0..m {
                within[usize::from(of[v][u])][v] |= 1 << u;
            }
        }
        for need in 1..NEEDS {
            for v in 0..m {
                within[need][v] |= within[need - 1][v];
            }
        }
        Needs { of, within }
    }

    /// Shows the copies of other targets that have no edge of the colour x and that the bound allows within `most`
    /// moves, until `see` says that this is enough. If `beyond` is 1, one missing edge may have any need: it is far if
    /// the bound does not allow it.
    ///
    /// Each number of missing edges is looked at by itself: the more there are, the smaller must their needs be. With
    /// one pass for all numbers C4, K4 in 17 rounds took 3.9 CPU s instead of 1.8.
    #[inline(never)]
    fn copies(
        &self,
        position: &Position<C>,
        x: usize,
        needs: &Needs,
        most: u8,
        beyond: usize,
        mut see: impl FnMut(Copy) -> bool,
    ) {
        let n = position.n;
        let m = n + SET - 1;
        for y in (0..C).filter(|&y| y != x) {
            let shape = &self.shapes[y];
            let own = &position.rows[y];
            let drawn: u32 = own[..n].iter().map(|row| row.count_ones()).sum::<u32>() / 2;
            let mut open = [0; ORDER];
            for v in 0..m {
                let joined = if v < n { position.joined(v) } else { 0 };
                open[v] = below(m) & !(joined | 1 << v) | own[v];
            }
            for count in 1..=usize::from(shape.edges.min(most)) {
                if (drawn as usize) + count < shape.edges.into() {
                    continue;
                }
                let within = &needs.within[usize::from(most - count as u8 + 1).min(NEEDS - 1)];
                let near: [Row; ORDER] = std::array::from_fn(|v| own[v] | open[v] & within[v]);
                let first_last = if shape.is_triple { m - 1 } else { 2 };
                for d in first_last..m {
                    let mut thirds = shape.thirds(&near, beyond, d) & shape.thirds(own, count, d) & below(d);
                    if !shape.is_triple && d > n {
                        thirds &= 1 << (d - 1);
                    }
                    for c in each(thirds) {
                        let pair = [c, d];
                        let mut seconds = shape.seconds(&near, beyond, pair) & shape.seconds(own, count, pair);
                        seconds &= below(c.min(n + 1));
                        if c > n {
                            seconds &= 1 << (c - 1);
                        }
                        for b in each(seconds) {
                            let triple = [b, c, d];
                            let firsts = shape.firsts(&near, beyond, triple) & shape.firsts(own, count, triple);
                            for a in each(firsts & below(b.min(n))) {
                                let set = [a, b, c, d];
                                let (near, drawn, open) = (among(&near, set), among(own, set), among(&open, set));
                                for &copy in &shape.copies {
                                    let copy = usize::from(copy);
                                    let (far, missing) = (copy & !near, copy & !drawn);
                                    if copy & !open != 0
                                        || far.count_ones() as usize > beyond
                                        || missing.count_ones() as usize != count
                                    {
                                        continue;
                                    }
                                    if see(Copy::new(y, set, missing, far, needs)) {
                                        return;
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    /// Whether the bound of S_x allows a copy within `most` moves.
    fn has_copy(&self, position: &Position<C>, x: usize, needs: &Needs, most: u8) -> bool {
        let mut found = false;
        self.copies(position, x, needs, most, 0, |_| {
            found = true;
            true
        });
        found
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
            !self.has_copy(position, x, &needs, most)
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
            if self.has_copy(position, x, &needs, most - 1) {
                continue;
            }
            if !self.has_copy(position, x, &needs, most) {
                return None;
            }
            tight[x] = Some((others, needs));
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
                let mut allow = |at: usize| {
                    let (u, v) = copy.missing[at];
                    add(&mut allowed[copy.y], n, (u.into(), v.into()));
                };
                match copy.far {
                    Some(far) => allow(far),
                    None => {
                        (0..copy.count).for_each(allow);
                        copies.push(copy);
                    }
                }
                false
            });
            self.allow_nearer(position, x, &others, &needs, &mut copies, &mut allowed[x]);
            for c in 0..C {
                match &mut progress[c] {
                    Some(pairs) => pairs.meet(n, &allowed[c]),
                    None => progress[c] = Some(allowed[c]),
                }
            }
        }
        Some(progress)
    }

    /// Adds the pairs of the colour x that come nearer to a copy: all its missing edges of greatest need must need one
    /// edge less.
    fn allow_nearer(
        &self,
        position: &Position<C>,
        x: usize,
        others: &[Row; ORDER],
        needs: &Needs,
        copies: &mut [Copy],
        allowed: &mut Pairs,
    ) {
        let n = position.n;
        let m = n + SET + 1;
        // Of copies with the same edges of greatest need only those pairs are not allowed that all of them miss.
        copies.iter_mut().for_each(|copy| copy.find_tops(needs));
        copies.sort_unstable_by_key(|copy| copy.tops);
        let mut rests: Vec<[Row; ORDER]> = Vec::new();
        let mut places = [[u8::MAX; ORDER]; ORDER];
        for alike in copies.chunk_by(|one, other| one.tops == other.tops) {
            let first = &alike[0];
            let mut common = [Row::MAX; ORDER];
            for &pair in first.missing().iter().filter(|pair| needs.at(**pair) == first.top) {
                let place = &mut places[usize::from(pair.0)][usize::from(pair.1)];
                if *place == u8::MAX {
                    *place = rests.len() as u8;
                    rests.push(self.rest(position, x, others, pair, first.top));
                }
                for (row, rest) in common.iter_mut().zip(&rests[usize::from(*place)]) {
                    *row &= rest;
                }
            }
            for pair in first.missing() {
                if alike[1..].iter().all(|copy| copy.missing().contains(pair)) {
                    common[usize::from(pair.0)] &= !(1 << pair.1);
                    common[usize::from(pair.1)] &= !(1 << pair.0);
                }
            }
            allowed.join_folded(n, &common[..m]);
        }
    }

    /// The missing edges, but the pair itself, of the nearest copies of x's target through a pair.
    #[inline(never)]
    fn rest(
        &self,
        position: &Position<C>,
        x: usize,
        others: &[Row; ORDER],
        (u, v): (u8, u8),
        need: u8,
    ) -> [Row; ORDER] {
        let (u, v) = (usize::from(u), usize::from(v));
        let n = position.n;
        let own = &position.rows[x];
        let mut rows = [0; ORDER];
        // The copy has up to three new vertices, and a move two more. Of those that are not in the pair two stand for
        // all.
        let m = n + SET + 1;
        let mut new = (n..m).filter(|&w| w != u && w != v);
        let (one, two) = (new.next().expect("five new ones"), new.next().expect("five new ones"));
        let shape = &self.shapes[x];
        let mut look = |c: usize, d: usize| {
            let set = [u, v, c, d];
            let (least, rest) = shape.rests[among(own, set) << 6 | among(others, set)];
            if least == need {
                for at in each(rest) {
                    let (i, j) = PAIRS[at];
                    rows[set[i]] |= 1 << set[j];
                    rows[set[j]] |= 1 << set[i];
                }
            }
        };
        for c in (0..n).filter(|&c| c != u && c != v) {
            if !shape.is_triple {
                (0..c).filter(|&d| d != u && d != v).for_each(|d| look(c, d));
            }
            look(c, one);
        }
        look(one, two);
        let alike = below(m) & !below(n) & !(1 << u | 1 << v);
        for w in each(below(m) & !alike) {
            let spread = if rows[w] & alike != 0 { alike } else { 0 };
            rows[w] |= spread;
            each(spread).for_each(|other| rows[other] |= 1 << w);
        }
        if rows[one] >> two & 1 == 1 {
            each(alike).for_each(|w| rows[w] |= alike & !(1 << w));
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
