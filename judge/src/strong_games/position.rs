//! Positions and the rules: whose edge completes a copy, and which moves there are.

use super::claim::{Boards, Claim};
use crate::work::spent;

/// Most vertices.
const MOST: usize = super::claim::ORDER_MOST as usize;

/// Steps of an order of the target's vertices.
const ORDER_STEPS: u64 = 64;

/// The first player.
pub const RED: usize = 0;
/// The second player.
pub const GREEN: usize = 1;

/// Red and green edges. Vertices from `touched` on have none: they are fresh, and alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// Neighbours of each vertex by red edges, and by green ones.
    pub rows: [[u32; MOST]; 2],
    /// Number of vertices with an edge.
    pub touched: usize,
    /// Edges of each colour.
    pub counts: [u64; 2],
}

impl Position {
    pub fn empty() -> Self {
        Self {
            rows: [[0; MOST]; 2],
            touched: 0,
            counts: [0; 2],
        }
    }

    pub fn is_free(&self, u: usize, v: usize) -> bool {
        u != v && (self.rows[RED][u] | self.rows[GREEN][u]) >> v & 1 == 0
    }

    pub fn play(&mut self, colour: usize, (u, v): (usize, usize)) {
        self.rows[colour][u] |= 1 << v;
        self.rows[colour][v] |= 1 << u;
        self.counts[colour] += 1;
        self.touched = self.touched.max(u + 1).max(v + 1);
    }
}

/// The game: what both want, and on which boards.
pub struct Game {
    target: Vec<u32>,
    /// Its ordered edges, one for all that its symmetries map to each other.
    starts: Vec<(usize, usize)>,
    boards: Boards,
}

impl Game {
    pub fn new(claim: &Claim) -> Self {
        let target = claim.target.clone();
        let symmetries = symmetries(&target);
        let n = target.len();
        let ordered = (0..n).flat_map(|a| (0..n).map(move |b| (a, b)));
        let edges: Vec<(usize, usize)> = ordered.filter(|&(a, b)| target[a] >> b & 1 == 1).collect();
        let is_first = |&(a, b): &(usize, usize)| symmetries.iter().all(|to| (a, b) <= (to[a], to[b]));
        Self {
            starts: edges.into_iter().filter(is_first).collect(),
            target,
            boards: claim.boards,
        }
    }

    /// Fresh vertices that a player may use, at most two: Red those that all boards have, Green those that any has.
    /// Where the position has no room for Green's, an error.
    pub fn fresh(&self, position: &Position, colour: usize) -> Result<usize, &'static str> {
        let touched = position.touched as u64;
        let all = if colour == RED {
            self.boards.sure()
        } else {
            self.boards.possible()
        };
        let fresh = all.saturating_sub(touched).min(2) as usize;
        match (position.touched + fresh <= MOST, colour) {
            (true, _) => Ok(fresh),
            (false, RED) => Ok(MOST - position.touched),
            (false, _) => Err("it touches too many vertices"),
        }
    }

    /// The free edges that complete a copy for a player who has the edge `with`, in copies that need it; two at most.
    pub fn threats(
        &self,
        position: &Position,
        colour: usize,
        with: (usize, usize),
    ) -> Result<Vec<(usize, usize)>, &'static str> {
        let mut search = Search {
            target: &self.target,
            own: &position.rows[colour],
            other: &position.rows[1 - colour],
            vertices: position.touched + self.fresh(position, colour)?,
            images: Vec::with_capacity(self.target.len()),
            order: Vec::new(),
            found: Vec::new(),
        };
        for &(a, b) in &self.starts {
            search.order = order(&self.target, a, b);
            search.images.clear();
            search.images.extend([with.0, with.1]);
            search.place(1 << with.0 | 1 << with.1, None);
        }
        Ok(search.found)
    }

    /// Whether a player owns a copy, or can complete one with a free edge.
    pub fn is_open(&self, position: &Position, colour: usize) -> Result<bool, &'static str> {
        for v in 0..position.touched {
            for u in (0..v).filter(|u| position.rows[colour][v] >> u & 1 == 1) {
                if !self.threats(position, colour, (u, v))?.is_empty() || self.owns(position, colour, (u, v)) {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    fn owns(&self, position: &Position, colour: usize, with: (usize, usize)) -> bool {
        self.starts.iter().any(|&(a, b)| {
            let order = order(&self.target, a, b);
            whole(
                &self.target,
                &order,
                &position.rows[colour],
                &mut vec![with.0, with.1],
                position.touched,
            )
        })
    }

    /// Whether Red may take an edge: it is free, and every board has its vertices. Fresh ones are numbered on.
    pub fn may_take(&self, position: &Position, (u, v): (usize, usize)) -> bool {
        let (low, high) = (u.min(v), u.max(v));
        let touched = position.touched;
        let fresh = match (low < touched, high < touched) {
            (true, true) => return position.is_free(low, high),
            (true, false) if high == touched => 1,
            (false, false) if (low, high) == (touched, touched + 1) => 2,
            _ => return false,
        };
        self.fresh(position, RED).is_ok_and(|sure| fresh <= sure)
    }

    /// All of Green's moves, one for all fresh vertices. On the smallest board he has at least one: else it is a tie.
    pub fn replies(&self, position: &Position) -> Result<Vec<(usize, usize)>, &'static str> {
        let touched = position.touched;
        let fresh = self.fresh(position, GREEN)?;
        let mut replies: Vec<(usize, usize)> = (0..touched)
            .flat_map(|v| (0..v).map(move |u| (u, v)))
            .filter(|&(u, v)| position.is_free(u, v))
            .collect();
        if replies.is_empty() && self.boards.sure() <= touched as u64 {
            return Err("the smallest board is full");
        }
        if fresh >= 1 {
            replies.extend((0..touched).map(|u| (u, touched)));
        }
        if fresh >= 2 {
            replies.push((touched, touched + 1));
        }
        Ok(replies)
    }
}

/// Ways to place the target's vertices so that its edges fall on a player's edges, all but one, which is free.
struct Search<'a> {
    target: &'a [u32],
    own: &'a [u32; MOST],
    other: &'a [u32; MOST],
    vertices: usize,
    order: Vec<usize>,
    images: Vec<usize>,
    found: Vec<(usize, usize)>,
}

impl Search<'_> {
    fn place(&mut self, used: u32, missing: Option<(usize, usize)>) {
        if self.found.len() == 2 || spent(self.vertices as u64) {
            return;
        }
        let at = self.images.len();
        if at == self.order.len() {
            // Without a missing edge the player owns a copy; that is asked elsewhere.
            if let Some((u, v)) = missing
                && !self.found.contains(&(u, v))
            {
                self.found.push((u, v));
            }
            return;
        }
        let neighbours = self.target[self.order[at]];
        'images: for image in (0..self.vertices).filter(|image| used >> image & 1 == 0) {
            let mut missing = missing;
            for earlier in 0..at {
                let place = self.images[earlier];
                if neighbours >> self.order[earlier] & 1 == 0 || self.own[image] >> place & 1 == 1 {
                    continue;
                }
                if missing.is_some() || self.other[image] >> place & 1 == 1 {
                    continue 'images;
                }
                missing = Some((place.min(image), place.max(image)));
            }
            self.images.push(image);
            self.place(used | 1 << image, missing);
            self.images.pop();
        }
    }
}

/// Whether the rest of the target can be placed on a player's edges.
fn whole(target: &[u32], order: &[usize], own: &[u32; MOST], images: &mut Vec<usize>, vertices: usize) -> bool {
    let at = images.len();
    if at == order.len() || spent(vertices as u64) {
        return true;
    }
    (0..vertices).any(|image| {
        let fits =
            |earlier: usize| target[order[at]] >> order[earlier] & 1 == 0 || own[image] >> images[earlier] & 1 == 1;
        if images.contains(&image) || !(0..at).all(fits) {
            return false;
        }
        images.push(image);
        let placed = whole(target, order, own, images, vertices);
        images.pop();
        placed
    })
}

/// The target's vertices, a and b first, then those with most neighbours before them.
fn order(target: &[u32], a: usize, b: usize) -> Vec<usize> {
    spent(ORDER_STEPS);
    let mut order = vec![a, b];
    while order.len() < target.len() {
        let rest = (0..target.len()).filter(|v| !order.contains(v));
        let before = |v: &usize| order.iter().filter(|&&u| target[*v] >> u & 1 == 1).count();
        let next = rest.max_by_key(before).expect("some are left");
        order.push(next);
    }
    order
}

/// The permutations of the vertices that keep the graph.
fn symmetries(rows: &[u32]) -> Vec<Vec<usize>> {
    let mut found = vec![vec![]];
    for at in 0..rows.len() {
        let extend = |to: Vec<usize>| {
            let images = (0..rows.len()).filter(|image| !to.contains(image));
            let fits = |image: &usize| (0..at).all(|u| rows[at] >> u & 1 == rows[*image] >> to[u] & 1);
            let fitting: Vec<usize> = images.filter(fits).collect();
            fitting
                .into_iter()
                .map(move |image| [&to[..], &[image]].concat())
                .collect::<Vec<_>>()
        };
        found = found.into_iter().flat_map(extend).collect();
    }
    found
}
