//! Graphs that are looked for, and the pairs that complete them.

use super::position::{ROOM, Row, Rows, each};
use crate::pattern;
use crate::work::spent;

/// Steps of placing a vertex.
const STEPS: u64 = 4;
/// Most vertices of a target.
pub const ORDER_MOST: usize = 16;

/// A target, its isolated vertices left out: the board has enough others.
#[derive(Clone, Debug)]
pub struct Target {
    pub rows: Vec<u32>,
    /// The vertices in an order that begins with the ends of an edge and goes on to those with most neighbours before
    /// them: of each vertex, the places of its neighbours before it. One order for each edge in both directions, but
    /// only once where these places are the same: the search for copies does not see anything else.
    orders: Vec<Vec<u32>>,
}

/// Where copies are looked for. All vertices from `n` on are new: no edge meets them, and they are alike.
pub struct Board<'a> {
    pub n: usize,
    pub own: &'a Rows,
    /// Pairs that may be missing.
    pub free: &'a Rows,
    /// How many of them.
    pub most: usize,
    /// For each number: of copies that miss so many pairs only those are shown that miss one of these.
    pub wanted: Option<&'a [Rows]>,
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
                let before = |at: usize| {
                    let places = (0..at).filter(|&u| rows[order[at]] >> order[u] & 1 == 1);
                    places.fold(0, |set, u| set | 1 << u)
                };
                let before: Vec<u32> = (0..order.len()).map(before).collect();
                if !orders.contains(&before) {
                    orders.push(before);
                }
            }
        }
        Self { rows, orders }
    }

    pub fn edges(&self) -> u32 {
        self.rows.iter().map(|row| row.count_ones()).sum::<u32>() / 2
    }

    pub fn is_complete(&self) -> bool {
        self.edges() as usize == self.rows.len() * (self.rows.len() - 1) / 2
    }

    /// Orders of the vertices as they are placed, each with the places of its neighbours before: the first two are the
    /// ends of an edge.
    pub fn orders(&self) -> &[Vec<u32>] {
        &self.orders
    }

    /// Whether two targets are the same up to the names of vertices.
    pub fn is_like(&self, other: &Self) -> bool {
        self.rows.len() == other.rows.len()
            && self.edges() == other.edges()
            && pattern::contains(&self.rows, &other.rows)
    }

    /// The rows, with room for more vertices.
    pub fn wide(&self) -> Rows {
        std::array::from_fn(|v| self.rows.get(v).map_or(0, |row| Row::from(*row)))
    }

    /// True if each edge of another target is in a copy of this one there.
    pub fn is_through_all_edges_of(&self, other: &Self) -> bool {
        let (rows, n) = (other.wide(), other.rows.len());
        let mut ends = (0..n).flat_map(|v| each(rows[v] & ((1 << v) - 1)).map(move |u| (u, v)));
        ends.all(|at| self.has_through(&rows, n, at))
    }

    /// True if the pair `at`, with edges among the vertices below `n`, is in a copy of the target.
    pub fn has_through(&self, rows: &Rows, n: usize, at: (usize, usize)) -> bool {
        let board = Board {
            n,
            own: rows,
            free: &[0; ROOM],
            most: 0,
            wanted: None,
        };
        self.any_through(&board, at, &mut |_| true)
    }

    /// Shows the missing pairs, smaller ends first, of every copy of the target that has the pair `at`, which counts as
    /// there, until `see` says `true`. Of copies that differ in new vertices beside `at` one is shown.
    pub fn any_through(
        &self,
        board: &Board,
        at: (usize, usize),
        see: &mut impl FnMut(&[(usize, usize)]) -> bool,
    ) -> bool {
        let mut images = [0; ORDER_MOST];
        (images[0], images[1]) = at;
        let mut missing = Vec::new();
        let mut orders = self.orders.iter();
        orders.any(|order| board.any(order, 2, &mut images, 1 << at.0 | 1 << at.1, &mut missing, see))
    }
}

/// The places in a set of earlier ones, as their images.
fn images_of<'a>(set: u32, images: &'a [usize]) -> impl Iterator<Item = usize> + use<'a> {
    each(set.into()).map(|place| images[place])
}

impl Board<'_> {
    fn any(
        &self,
        order: &[u32],
        at: usize,
        images: &mut [usize; ORDER_MOST],
        taken: Row,
        missing: &mut Vec<(usize, usize)>,
        see: &mut impl FnMut(&[(usize, usize)]) -> bool,
    ) -> bool {
        let Some(&before) = order.get(at) else {
            return see(missing);
        };
        if spent(STEPS) {
            return true;
        }
        // Of new vertices the first one that is left will do.
        let new = (!0 << self.n) & !taken;
        let few = missing.len();
        let most = (self.most - few).min(before.count_ones() as usize);
        // By the number of missing pairs with those before: the vertices that fit.
        let mut fitting = [0; ORDER_MOST];
        fitting[0] = ((1 << self.n) - 1) & !taken | new & new.wrapping_neg();
        for u in images_of(before, images) {
            for count in (0..=most).rev() {
                let fewer = count.checked_sub(1).map_or(0, |fewer| fitting[fewer]);
                fitting[count] = fitting[count] & self.own[u] | fewer & self.free[u] & !self.own[u];
            }
        }
        (0..=most).any(|count| {
            let mut fitting = fitting[count];
            if let Some(wanted) = self.wanted.filter(|_| at + 1 == order.len()) {
                let wanted = &wanted[few + count];
                if !missing.iter().any(|&(u, v)| wanted[u] >> v & 1 == 1) {
                    fitting &= images_of(before, images).fold(0, |set, u| set | wanted[u]);
                }
            }
            each(fitting).any(|image| {
                if count > 0 {
                    let apart = images_of(before, images).filter(|&u| self.own[u] >> image & 1 == 0);
                    missing.extend(apart.map(|u| (u.min(image), u.max(image))));
                }
                images[at] = image;
                let found = self.any(order, at + 1, images, taken | 1 << image, missing, see);
                missing.truncate(few);
                found
            })
        })
    }
}
