//! A lower bound from a simple strategy of Painter, recounted from its description.
//!
//! Painter gives every edge the colour x unless that completes x's target. So Builder wins only with a copy of another
//! colour's target whose missing edges M each complete x's target when drawn. Let need(f) be the least number of
//! missing edges, f included, of a copy of x's target through f that has no edge of another colour. Builder takes at
//! least
//! |M| + max need - 1 moves: those of M get another colour, and an edge f of M waits for need(f) - 1 of the colour x.
//!
//! A certificate only gains from what holds: to say that the bound does not exceed is safe, whatever the reason.

use crate::coloured::position::{Position, ROOM, Rows, join};
use crate::coloured::target::{Board, Target};

/// Most vertices of a target for which there is a bound.
const SET: usize = 4;
/// Most edges of such a target.
const EDGES: usize = 6;

type Pair = (usize, usize);

/// For each number: the pairs whose need is at most that.
#[derive(Clone)]
struct Needs([Rows; EDGES + 1]);

impl Needs {
    /// Whether this is a lower need of the pair, or of those with other new vertices, which are alike: from `n` on
    /// there may come two that get edges, and four more in a copy.
    fn lower(&mut self, n: usize, (u, v): Pair, count: usize) -> bool {
        if self.0[count][u] >> v & 1 == 1 {
            return false;
        }
        let alike = |w: usize| if w < n { w..w + 1 } else { n..n + SET + 2 };
        for rows in &mut self.0[count..] {
            for a in alike(u) {
                alike(v).filter(|&b| b != a).for_each(|b| join(rows, a, b));
            }
        }
        true
    }

    fn remove(&mut self, (u, v): Pair) {
        for rows in &mut self.0 {
            rows[u] &= !(1 << v);
            rows[v] &= !(1 << u);
        }
    }
}

/// The strategy of a colour in a position.
struct Strategy {
    needs: Needs,
    /// For each number: the pairs for which a need of that would be lower, and would matter, as a copy of another
    /// colour has them that misses few enough edges.
    matters: Needs,
    /// The missing edges of a copy that Builder can afford.
    lost: Option<Vec<Pair>>,
}

/// The strategies in a position, by which those after one more edge are found.
pub(super) struct Bound<'a> {
    targets: &'a [Target],
    left: usize,
    strategies: Vec<Strategy>,
}

impl<'a> Bound<'a> {
    /// `left` moves are left after the next; `None` when a target has more than four vertices.
    pub fn new(targets: &'a [Target], position: &Position, left: usize) -> Option<Self> {
        if targets.iter().any(|target| target.rows.len() > SET) {
            return None;
        }
        let mut bound = Self {
            targets,
            left,
            strategies: Vec::new(),
        };
        let needs: Vec<Needs> = (0..targets.len()).map(|x| bound.needs(position, x)).collect();
        let strategy = |x: usize| {
            let mut matters = Needs([[0; ROOM]; EDGES + 1]);
            for (_, others) in needs.iter().enumerate().filter(|(y, _)| *y != x) {
                for count in 1..=left.min(EDGES) {
                    let few = &others.0[(left + 1 - count).min(EDGES)];
                    (0..ROOM).for_each(|v| matters.0[count][v] |= few[v] & !needs[x].0[count][v]);
                }
            }
            Strategy {
                needs: needs[x].clone(),
                matters,
                lost: bound.lost(position, x, &needs[x]),
            }
        };
        bound.strategies = (0..targets.len()).map(strategy).collect();
        Some(bound)
    }

    fn needs(&self, position: &Position, x: usize) -> Needs {
        let mut needs = Needs([[0; ROOM]; EDGES + 1]);
        // A copy on new vertices has no edge yet.
        for at in position.free_pairs() {
            needs.lower(position.n, at, self.targets[x].edges() as usize);
        }
        let free = position.free();
        for at in position.edges(x) {
            // Only copies that lower a need are looked at.
            let wanted = needs.0.map(|rows| rows.map(|row| !row));
            let board = Board {
                n: position.n,
                own: &position.rows[x],
                free: &free,
                // A greater need cannot be afforded.
                most: self.left,
                wanted: Some(&wanted),
            };
            self.targets[x].any_through(&board, at, &mut |missing| {
                for &pair in missing {
                    needs.lower(position.n, pair, missing.len());
                }
                false
            });
        }
        needs
    }

    /// Takes into account the copies through the new edge `at` of `child`, and returns the pairs that get a lower need.
    fn lower(&self, child: &Position, x: usize, at: Pair, needs: &mut Needs) -> Vec<Pair> {
        // The child has no new edges of another colour, hence no copies that miss fewer edges: what did not matter in
        // the position does not matter here.
        let matters = &self.strategies[x].matters;
        let most = (1..=EDGES).rev().find(|&count| matters.0[count] != [0; ROOM]);
        let mut lowered = Vec::new();
        let board = Board {
            n: child.n,
            own: &child.rows[x],
            free: &child.free(),
            most: most.unwrap_or(0),
            wanted: Some(&matters.0),
        };
        self.targets[x].any_through(&board, at, &mut |missing| {
            let count = missing.len();
            for &pair in missing {
                if matters.0[count][pair.0] >> pair.1 & 1 == 1 && needs.lower(child.n, pair, count) {
                    lowered.push(pair);
                }
            }
            false
        });
        lowered
    }

    /// A copy that Builder can afford, of another colour than x.
    fn lost(&self, position: &Position, x: usize, needs: &Needs) -> Option<Vec<Pair>> {
        (0..self.targets.len()).filter(|&y| y != x).find_map(|y| {
            // Without an edge of its colour all edges of the copy are missing.
            let is_bare = self.targets[y].edges() as usize <= self.left;
            let bare = is_bare.then(|| position.free_pairs()).into_iter().flatten().rev();
            bare.chain(position.edges(y))
                .find_map(|at| self.lost_through(position, y, needs, at))
        })
    }

    /// A copy of y's target with the pair `at` that Builder can afford: with a greatest need of `top`.
    fn lost_through(&self, position: &Position, y: usize, needs: &Needs, at: Pair) -> Option<Vec<Pair>> {
        // The pair itself may be missing, too.
        let own: Option<Pair> = position.is_free(at.0, at.1).then_some(at);
        // With the same pairs a lesser one lets more of them be missing.
        let tops = (1..=self.left.min(EDGES)).filter(|&top| top == 1 || needs.0[top] != needs.0[top - 1]);
        tops.into_iter().find_map(|top| {
            let mut lost = None;
            let board = Board {
                n: position.n,
                own: &position.rows[y],
                free: &needs.0[top],
                most: (self.left + 1 - top).checked_sub(usize::from(own.is_some()))?,
                wanted: None,
            };
            if own.is_none_or(|(u, v)| board.free[u] >> v & 1 == 1) {
                self.targets[y].any_through(&board, at, &mut |missing| {
                    lost = Some(own.into_iter().chain(missing.iter().copied()).collect());
                    true
                });
            }
            lost
        })
    }

    /// Whether the bound of some strategy, that of `colour` if `is_own` and else another one, exceeds the moves left in
    /// `child`, which is the position with the pair `at` of `colour`. The needs of the position stand for those of the
    /// child where an edge of another colour has come, which only takes copies away.
    pub fn holds_after(&self, child: &Position, at: Pair, colour: usize, is_own: bool) -> bool {
        (0..self.targets.len()).filter(|&x| (x == colour) == is_own).any(|x| {
            let Strategy { needs, lost, .. } = &self.strategies[x];
            // A copy that could be afforded still can be, unless it misses the new edge.
            if lost.as_ref().is_some_and(|lost| !lost.contains(&at)) {
                return false;
            }
            if lost.is_none() && x != colour {
                // A copy that can be afforded now, but not before, has the new edge.
                return self.lost_through(child, colour, needs, at).is_none();
            }
            let mut needs = needs.clone();
            needs.remove(at);
            let lowered = match x == colour {
                true => self.lower(child, x, at, &mut needs),
                false => Vec::new(),
            };
            if lost.is_some() {
                return self.lost(child, x, &needs).is_none();
            }
            // A copy that can be afforded now, but not before, has a pair whose need is lower now.
            let is_lost = |y: usize| {
                let mut lowered = lowered.iter();
                lowered.any(|&pair| self.lost_through(child, y, &needs, pair).is_some())
            };
            !(0..self.targets.len()).any(|y| y != x && is_lost(y))
        })
    }

    /// The same with the needs of the child. Where x is the new edge's colour they were in use before.
    pub fn holds_exactly_after(&self, child: &Position, colour: usize) -> bool {
        let mut others = (0..self.targets.len()).filter(|&x| x != colour);
        others.any(|x| self.lost(child, x, &self.needs(child, x)).is_none())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::online_ramsey::named;
    use retrograph_referee::rng::SplitMix64;

    /// Shows the pairs of every way to place the target on vertices below `m`.
    fn placed(target: &Target, m: usize, images: &mut Vec<usize>, see: &mut impl FnMut(&[Pair])) {
        if images.len() == target.rows.len() {
            let pairs = (0..images.len()).flat_map(|v| (0..v).map(move |u| (u, v)));
            let edges = pairs.filter(|&(u, v)| target.rows[v] >> u & 1 == 1);
            let pairs: Vec<Pair> = edges.map(|(u, v)| (images[u], images[v])).collect();
            return see(&pairs);
        }
        for image in 0..m {
            if images.contains(&image) {
                continue;
            }
            images.push(image);
            placed(target, m, images, see);
            images.pop();
        }
    }

    /// The missing pairs of every copy that has no edge of another colour.
    fn missing(targets: &[Target], position: &Position, colour: usize, new: usize, see: &mut impl FnMut(&[Pair])) {
        placed(&targets[colour], position.n + new, &mut Vec::new(), &mut |pairs| {
            let is_own = |&(u, v): &Pair| position.rows[colour][u] >> v & 1 == 1;
            if pairs
                .iter()
                .all(|pair| is_own(pair) || position.is_free(pair.0, pair.1))
            {
                let missing: Vec<Pair> = pairs.iter().copied().filter(|pair| !is_own(pair)).collect();
                see(&missing);
            }
        });
    }

    /// The bound of x, as docs/proofs.md says.
    fn bound(targets: &[Target], position: &Position, x: usize) -> usize {
        let mut needs = [[usize::MAX; ROOM]; ROOM];
        missing(targets, position, x, 6, &mut |missing| {
            for &(u, v) in missing {
                needs[u][v] = needs[u][v].min(missing.len());
                needs[v][u] = needs[u][v];
            }
        });
        let mut least = usize::MAX;
        for y in (0..targets.len()).filter(|&y| y != x) {
            missing(targets, position, y, 4, &mut |missing| {
                let top = missing.iter().map(|&(u, v)| needs[u][v]).max().expect("not complete");
                least = least.min(missing.len() + top - 1);
            });
        }
        least
    }

    #[test]
    fn held_are_the_children_that_the_description_says() {
        let mut rng = SplitMix64::new(3);
        let mut held = [0; 2];
        for (list, positions) in [
            ("K3,K4", 60),
            ("diamond,K4", 40),
            ("P4,C4", 60),
            ("P3,K3,P4", 40),
            ("P3,K1,3", 60),
        ] {
            let targets: Vec<Target> = named(list).unwrap().into_iter().map(Target::new).collect();
            for _ in 0..positions {
                let mut position = Position::empty(targets.len());
                let children = |position: &Position, rng: &mut SplitMix64| {
                    let pairs = position.free_pairs();
                    let (at, colour) = (pairs[rng.below(pairs.len())], rng.below(targets.len()));
                    let child = position.with(at, colour);
                    let is_complete = targets[colour].has_through(&child.rows[colour], child.n, at);
                    (!is_complete && child.n <= 7).then_some((at, colour, child))
                };
                for _ in 0..rng.below(14) {
                    position = children(&position, &mut rng).map_or(position, |(_, _, child)| child);
                }
                for (at, colour, child) in (0..8).filter_map(|_| children(&position, &mut rng)) {
                    let wanted = (0..targets.len()).map(|x| bound(&targets, &child, x)).max().unwrap();
                    for left in 1..12 {
                        let bound = Bound::new(&targets, &position, left).unwrap();
                        let holds = [false, true].map(|is_own| bound.holds_after(&child, at, colour, is_own));
                        let found = holds.contains(&true) || bound.holds_exactly_after(&child, colour);
                        assert_eq!(
                            found,
                            wanted > left,
                            "{list} {:?} {at:?} {colour} {left}",
                            position.rows
                        );
                        held[usize::from(found)] += 1;
                    }
                }
            }
        }
        assert!(held.iter().all(|count| *count > 1000), "{held:?}");
    }
}
