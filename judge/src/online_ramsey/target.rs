//! Targets, and which pairs complete them.

use super::position::{Row, each};
use crate::pattern;

/// Most vertices of a target.
const ORDER_MOST: usize = 16;

/// A target, its isolated vertices left out: the board has enough others.
#[derive(Clone, Debug)]
pub(super) struct Target {
    pub rows: Vec<u32>,
    /// For each edge in both directions, all vertices in an order that begins with its ends and goes on to those with
    /// most neighbours before them.
    orders: Vec<Vec<usize>>,
}

/// The targets of a list of names, such as `K1,3,K4`: a number after a comma belongs to the name before it. `None` unless
/// there are two or three, each a graph with an edge on at most 16 vertices; isolated vertices are left out.
pub fn named(list: &str) -> Option<Vec<Vec<u32>>> {
    let mut names: Vec<String> = Vec::new();
    for part in list.split(',') {
        let is_number = !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        match names.last_mut() {
            Some(name) if is_number => *name = format!("{name},{part}"),
            _ => names.push(part.into()),
        }
    }
    let target = |name: &String| {
        let rows = pattern::parse(name).filter(|rows| rows.len() <= ORDER_MOST)?;
        let used: Vec<usize> = (0..rows.len()).filter(|&v| rows[v] != 0).collect();
        let moved = |row: u32| {
            let bits = used.iter().enumerate();
            bits.fold(0, |moved, (at, v)| moved | (row >> v & 1) << at)
        };
        (!used.is_empty()).then(|| used.iter().map(|&v| moved(rows[v])).collect())
    };
    let targets: Option<Vec<_>> = names.iter().map(target).collect();
    targets.filter(|targets| (2..=3).contains(&targets.len()))
}

impl Target {
    pub fn new(rows: Vec<u32>) -> Self {
        let mut orders = Vec::new();
        for a in 0..rows.len() {
            for b in (0..rows.len()).filter(|b| rows[a] >> b & 1 == 1) {
                let mut order = vec![a, b];
                while order.len() < rows.len() {
                    let placed = order.iter().fold(0, |set, v| set | 1 << v);
                    let left = (0..rows.len()).filter(|v| placed >> v & 1 == 0);
                    order.extend(left.max_by_key(|&v| (rows[v] & placed).count_ones()));
                }
                orders.push(order);
            }
        }
        Self { rows, orders }
    }

    pub fn edges(&self) -> u32 {
        self.rows.iter().map(|row| row.count_ones()).sum::<u32>() / 2
    }

    /// Shows, for every copy of the target that has the pair `at`, the other edges, and at most one pair that is not in
    /// `rows`, that pair. Vertices are those below `m`.
    pub fn missing_one(&self, rows: &[Row], m: usize, at: (usize, usize), see: &mut impl FnMut(usize, usize)) {
        let mut images = [0; ORDER_MOST];
        for order in &self.orders {
            images[order[0]] = at.0;
            images[order[1]] = at.1;
            let taken = 1 << at.0 | 1 << at.1;
            self.place(rows, m, order, 2, &mut images, taken, None, see);
        }
    }

    /// Whether the edge `at` is in a copy of the target among the vertices below `n`.
    pub fn has_through(&self, rows: &[Row], n: usize, at: (usize, usize)) -> bool {
        self.orders.iter().any(|order| {
            let mut images = [0; ORDER_MOST];
            images[order[0]] = at.0;
            images[order[1]] = at.1;
            self.fits(rows, n, order, 2, &mut images, 1 << at.0 | 1 << at.1)
        })
    }

    fn fits(
        &self,
        rows: &[Row],
        n: usize,
        order: &[usize],
        at: usize,
        images: &mut [usize; ORDER_MOST],
        taken: Row,
    ) -> bool {
        let Some(&v) = order.get(at) else {
            return true;
        };
        let before = order[..at].iter().filter(|u| self.rows[v] >> **u & 1 == 1);
        let fitting = before.fold(((1 << n) - 1) & !taken, |set, &u| set & rows[images[u]]);
        each(fitting).any(|image| {
            images[v] = image;
            self.fits(rows, n, order, at + 1, images, taken | 1 << image)
        })
    }

    #[expect(clippy::too_many_arguments, reason = "the state of a recursion")]
    fn place(
        &self,
        rows: &[Row],
        m: usize,
        order: &[usize],
        at: usize,
        images: &mut [usize; ORDER_MOST],
        taken: Row,
        missing: Option<(usize, usize)>,
        see: &mut impl FnMut(usize, usize),
    ) {
        let Some(&v) = order.get(at) else {
            if let Some((u, v)) = missing {
                see(u, v);
            }
            return;
        };
        let before = order[..at].iter().copied().filter(|u| self.rows[v] >> u & 1 == 1);
        let free = ((1 << m) - 1) & !taken;
        let all = before.clone().fold(free, |set, u| set & rows[images[u]]);
        for image in each(all) {
            images[v] = image;
            self.place(rows, m, order, at + 1, images, taken | 1 << image, missing, see);
        }
        if missing.is_some() {
            return;
        }
        for without in before.clone() {
            let others = before.clone().filter(|&u| u != without);
            let all_but_one = others.fold(free & !all, |set, u| set & rows[images[u]]);
            for image in each(all_but_one & !rows[images[without]]) {
                images[v] = image;
                let missing = Some((images[without], image));
                self.place(rows, m, order, at + 1, images, taken | 1 << image, missing, see);
            }
        }
    }
}
