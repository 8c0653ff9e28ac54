//! Copies of a rule's graph through a pair: what they lack.

use boards::{Copies, Step};
use graph::each;

use super::lists::ORDER_MOST;
use super::row::{ORDER, Row, below};

/// Most edges of a graph.
pub(super) const EDGES_MOST: usize = ORDER_MOST * (ORDER_MOST - 1) / 2;

/// Pairs of a copy.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Bunch {
    pub count: u8,
    pairs: [(u8, u8); EDGES_MOST],
}

impl Bunch {
    fn push(&mut self, u: usize, v: usize) {
        self.pairs[usize::from(self.count)] = (u.min(v) as u8, u.max(v) as u8);
        self.count += 1;
    }

    pub fn pairs(&self) -> &[(u8, u8)] {
        &self.pairs[..usize::from(self.count)]
    }
}

/// Where copies are looked for.
#[derive(Clone, Copy)]
pub(super) struct Board<'a> {
    /// The edges of the colour.
    pub own: &'a [Row; ORDER],
    /// Pairs that a copy may lack.
    pub free: &'a [Row; ORDER],
    /// All vertices from here on are new, and alike.
    pub n: usize,
}

impl Board<'_> {
    /// The least number of pairs that a copy through this one lacks beside it, up to `most`, or `most + 1`.
    pub fn least(&self, finder: &Copies, at: (usize, usize), most: u8) -> u8 {
        let mut copies = Vec::new();
        let mut walk = Walk::new(self, at, &mut copies);
        walk.least = most + 1;
        match finder.complete() {
            Some(0) => return 0,
            Some(left) => walk.least_complete(self.fitting_pair(at), left, 0),
            None => finder
                .orders()
                .iter()
                .for_each(|order| walk.least_from(order.steps(), 2, walk.taken(), 0)),
        }
        walk.least
    }

    /// Adds to the copies what those through a pair lack beside it, up to `most`.
    pub fn list(&self, finder: &Copies, at: (usize, usize), most: usize, copies: &mut Vec<Bunch>) {
        let mut walk = Walk::new(self, at, copies);
        match finder.complete() {
            Some(0) => walk.copies.push(walk.lacking),
            Some(left) => walk.list_complete(self.fitting_pair(at), left, 2, most),
            None => finder
                .orders()
                .iter()
                .for_each(|order| walk.list_from(order.steps(), 2, walk.taken(), most)),
        }
    }

    /// By the number of pairs that they lack to two vertices, the other ones; of new ones the first.
    #[inline(always)]
    fn fitting_pair(&self, (u, v): (usize, usize)) -> [Row; ORDER_MOST] {
        let taken = 1 << u | 1 << v;
        let new = (!0 << self.n) & !taken;
        let all = below(self.n) & !taken | new & new.wrapping_neg();
        let (own, free) = ((self.own[u], self.own[v]), (self.free[u], self.free[v]));
        let one = own.0 & free.1 | free.0 & own.1;
        [own.0 & own.1 & all, one & all, free.0 & free.1 & all, 0, 0]
    }

    /// The same with one vertex more, `w`, which lacks `count` pairs itself; `fitting` holds others that are left.
    #[inline(always)]
    fn fitting_more(&self, fitting: &[Row; ORDER_MOST], w: usize, count: usize) -> [Row; ORDER_MOST] {
        let (own, free) = (self.own[w], self.free[w]);
        let mut next = [0; ORDER_MOST];
        next[0] = fitting[0] & own;
        for count in 1..ORDER_MOST {
            next[count] = fitting[count] & own | fitting[count - 1] & free;
        }
        if w >= self.n {
            // The next new vertex: all its pairs are lacking.
            next[(count + 1).min(ORDER_MOST - 1)] |= 1 << (w + 1);
        }
        next
    }
}

/// A search for copies, vertex by vertex.
struct Walk<'a> {
    board: &'a Board<'a>,
    images: [usize; ORDER_MOST],
    /// What the best copy lacks so far.
    least: u8,
    lacking: Bunch,
    copies: &'a mut Vec<Bunch>,
}

impl<'a> Walk<'a> {
    #[inline(always)]
    fn new(board: &'a Board, at: (usize, usize), copies: &'a mut Vec<Bunch>) -> Self {
        Self {
            board,
            images: [at.0, at.1, 0, 0, 0],
            least: 0,
            lacking: Bunch::default(),
            copies,
        }
    }

    fn taken(&self) -> Row {
        1 << self.images[0] | 1 << self.images[1]
    }

    /// Lowers the least to what a complete graph lacks with `left` more of these vertices, where that is less.
    fn least_complete(&mut self, mut fitting: [Row; ORDER_MOST], left: usize, cost: u8) {
        if left == 2 {
            return self.least_two(fitting, cost);
        }
        for count in 0..ORDER_MOST {
            if left == 1 {
                if fitting[count] != 0 {
                    self.least = self.least.min(cost + count as u8);
                    return;
                }
                continue;
            }
            while fitting[count] != 0 {
                // All that are left lack as many at least.
                if usize::from(cost) + left * count >= self.least.into() {
                    return;
                }
                let w = fitting[count].trailing_zeros() as usize;
                fitting[count] &= fitting[count] - 1;
                let next = self.board.fitting_more(&fitting, w, count);
                self.least_complete(next, left - 1, cost + count as u8);
            }
        }
    }

    /// The same with two more.
    fn least_two(&mut self, mut fitting: [Row; ORDER_MOST], cost: u8) {
        for count in 0..ORDER_MOST {
            while fitting[count] != 0 {
                let mut sum = usize::from(cost) + 2 * count;
                if sum >= self.least.into() {
                    return;
                }
                let w = fitting[count].trailing_zeros() as usize;
                fitting[count] &= fitting[count] - 1;
                let (own, free) = (self.board.own[w], self.board.free[w]);
                // The next new vertex lacks one pair more than this one.
                let next = if w >= self.board.n { sum + 1 } else { usize::MAX };
                for others in &fitting[count..] {
                    if sum >= self.least.into() {
                        break;
                    }
                    if others & own != 0 {
                        self.least = sum as u8;
                        break;
                    }
                    sum += 1;
                    if sum < self.least.into() && (others & free != 0 || next == sum) {
                        self.least = sum as u8;
                    }
                }
            }
        }
    }

    fn list_complete(&mut self, mut fitting: [Row; ORDER_MOST], left: usize, at: usize, most: usize) {
        let few = self.lacking.count;
        for count in 0..ORDER_MOST {
            while fitting[count] != 0 {
                if usize::from(few) + left * count > most {
                    return;
                }
                let w = fitting[count].trailing_zeros() as usize;
                fitting[count] &= fitting[count] - 1;
                if count > 0 {
                    for &u in &self.images[..at] {
                        if self.board.own[u] >> w & 1 == 0 {
                            self.lacking.push(u, w);
                        }
                    }
                }
                if left == 1 {
                    self.copies.push(self.lacking);
                } else {
                    self.images[at] = w;
                    let next = self.board.fitting_more(&fitting, w, count);
                    self.list_complete(next, left - 1, at + 1, most);
                }
                self.lacking.count = few;
            }
        }
    }

    /// By the number of pairs it lacks, up to `most`, the vertices where the next vertex may go.
    #[inline(always)]
    fn fitting(&self, step: &Step, taken: Row, most: usize) -> [Row; ORDER_MOST] {
        // Of new vertices the first one that is left will do.
        let new = (!0 << self.board.n) & !taken;
        let mut fitting = [0; ORDER_MOST];
        fitting[0] = below(self.board.n) & !taken | new & new.wrapping_neg();
        if let Some(twin) = step.twin {
            fitting[0] &= !0 << self.images[usize::from(twin)];
        }
        for place in each(step.joined) {
            let u = self.images[place];
            let (own, free) = (self.board.own[u], self.board.free[u]);
            for count in (1..=most).rev() {
                fitting[count] = fitting[count] & own | fitting[count - 1] & free;
            }
            fitting[0] &= own;
        }
        fitting
    }

    fn least_from(&mut self, steps: &[Step], at: usize, taken: Row, cost: u8) {
        if cost >= self.least {
            return;
        }
        let (step, rest) = steps.split_first().expect("a vertex is left");
        let most = usize::from(self.least - cost - 1).min(ORDER_MOST - 1);
        let fitting = self.fitting(step, taken, most);
        if rest.is_empty() {
            if let Some(count) = (0..=most).find(|&count| fitting[count] != 0) {
                self.least = cost + count as u8;
            }
            return;
        }
        for (count, fitting) in fitting.into_iter().enumerate() {
            for image in each(fitting) {
                self.images[at] = image;
                self.least_from(rest, at + 1, taken | 1 << image, cost + count as u8);
            }
        }
    }

    fn list_from(&mut self, steps: &[Step], at: usize, taken: Row, most: usize) {
        let Some((step, rest)) = steps.split_first() else {
            return self.copies.push(self.lacking);
        };
        let few = self.lacking.count;
        let most_here = (most - usize::from(few)).min(ORDER_MOST - 1);
        let fitting = self.fitting(step, taken, most_here);
        for fitting in fitting {
            for image in each(fitting) {
                for place in each(step.joined) {
                    let u = self.images[place];
                    if self.board.own[u] >> image & 1 == 0 {
                        self.lacking.push(u, image);
                    }
                }
                self.images[at] = image;
                self.list_from(rest, at + 1, taken | 1 << image, most);
                self.lacking.count = few;
            }
        }
    }
}

/// A search for a copy whose pairs of a plan all have early rules.
pub(super) struct Early<'a> {
    /// The edges of the colour, pairs of the plan among them.
    pub own: &'a [Row; ORDER],
    /// By the ends: 0, or of a pair of the plan one more than its rule.
    pub rules: &'a [[u8; ORDER]; ORDER],
    /// The latest rule.
    pub latest: usize,
}

impl Early<'_> {
    /// The edges of such a copy through an edge.
    pub fn copy(&self, finder: &Copies, at: (usize, usize)) -> Option<Bunch> {
        let mut edges = None;
        finder.through(self, at, !0, |order, placed| {
            let mut bunch = Bunch::default();
            order.edges(placed).for_each(|(u, v)| bunch.push(u, v));
            edges = Some(bunch);
            true
        });
        edges
    }
}

impl boards::Board for Early<'_> {
    fn row(&self, vertex: usize) -> Row {
        let is_early = |w: &usize| usize::from(self.rules[vertex][*w]) <= self.latest + 1;
        each(self.own[vertex]).filter(is_early).fold(0, |row, w| row | 1 << w)
    }
}
