//! Whether a position is among those of a level, up to the names of vertices and of colours with the same target.

use super::level::Level;
use crate::coloured::likeness::{are_isomorphic, marks, number};
use crate::coloured::position::Position;
use crate::coloured::target::Target;
use crate::proof::ProofError;

/// The positions of a level, by their number.
pub(super) struct Index<'a> {
    level: &'a Level<'a>,
    /// Sorted.
    numbers: Vec<(u64, u32)>,
    /// For each start of a number, of `bits` bits: how many numbers have a lesser one.
    starts: Vec<u32>,
    bits: u32,
    names: &'a Names,
}

/// Which colours may exchange their names.
pub(super) struct Names {
    /// Of each colour, the first one of those with which it may.
    classes: Vec<usize>,
    renamings: Vec<Vec<usize>>,
}

impl Names {
    /// Colours with the same target may.
    pub fn of(targets: &[Target]) -> Self {
        let like = |colour: usize| (0..=colour).find(|&first| targets[first].is_like(&targets[colour]));
        Self {
            classes: (0..targets.len()).filter_map(like).collect(),
            renamings: renamings(targets),
        }
    }

    /// No colour may.
    pub fn kept(colours: usize) -> Self {
        let all: Vec<usize> = (0..colours).collect();
        Self {
            classes: all.clone(),
            renamings: vec![all],
        }
    }
}

/// All ways to rename the colours that keep the targets.
fn renamings(targets: &[Target]) -> Vec<Vec<usize>> {
    let same = |a: usize, b: usize| targets[a].is_like(&targets[b]);
    let mut found = vec![Vec::new()];
    for colour in 0..targets.len() {
        let mut longer = Vec::new();
        for map in found {
            let images = (0..targets.len()).filter(|&image| !map.contains(&image) && same(colour, image));
            longer.extend(images.map(|image| [&map[..], &[image]].concat()));
        }
        found = longer;
    }
    found
}

impl<'a> Index<'a> {
    /// # Errors
    /// [`ProofError::Entry`] for the first entry that is not a position; `before` entries precede the level.
    pub fn new(level: &'a Level, names: &'a Names, before: u64) -> Result<Self, ProofError> {
        let classes = &names.classes;
        let number = |entry: usize| {
            let position = level.position(entry, classes.len()).ok_or(ProofError::Entry {
                entry: before + entry as u64,
                why: "it is not a coloured graph",
            })?;
            Ok((number(&position, &marks(&position, classes)), entry as u32))
        };
        let mut numbers = (0..level.count).map(number).collect::<Result<Vec<_>, _>>()?;
        numbers.sort_unstable();
        let bits = level.count.max(2).ilog2();
        let mut starts = vec![0; (1 << bits) + 1];
        numbers
            .iter()
            .for_each(|(number, _)| starts[(number >> (64 - bits)) as usize + 1] += 1);
        (1..starts.len()).for_each(|start| starts[start] += starts[start - 1]);
        Ok(Self {
            level,
            numbers,
            starts,
            bits,
            names,
        })
    }

    /// Whether an isomorphic position is there.
    pub fn has(&self, position: &Position) -> bool {
        let marks = marks(position, &self.names.classes);
        let wanted = number(position, &marks);
        let start = (wanted >> (64 - self.bits)) as usize;
        let around = &self.numbers[self.starts[start] as usize..self.starts[start + 1] as usize];
        let mut candidates = around.iter().filter(|(number, _)| *number == wanted);
        candidates.any(|&(_, entry)| {
            let other = self.level.position(entry as usize, position.rows.len());
            other.is_some_and(|other| {
                self.names.renamings.iter().any(|map| {
                    let rows = map.iter().map(|&colour| position.rows[colour]).collect();
                    let renamed = Position { n: position.n, rows };
                    are_isomorphic(&renamed, &marks, &other, &self.names.classes)
                })
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::online_ramsey::level::levels;
    use crate::online_ramsey::named;
    use crate::proof::Bytes;
    use retrograph_referee::rng::SplitMix64;

    const ORDER: usize = 5;
    const EDGES: usize = 5;

    type Edges = Vec<((usize, usize), usize)>;

    /// A graph with coloured edges that touches all vertices, or not a position.
    fn random(rng: &mut SplitMix64) -> Option<Edges> {
        let mut pairs: Vec<_> = (0..ORDER).flat_map(|v| (0..v).map(move |u| (u, v))).collect();
        let mut edges: Edges = (0..EDGES)
            .map(|_| (pairs.swap_remove(rng.below(pairs.len())), rng.below(3)))
            .collect();
        edges.sort_unstable();
        let is_touched = |w: usize| edges.iter().any(|&((u, v), _)| u == w || v == w);
        (0..ORDER).all(is_touched).then_some(edges)
    }

    fn position(edges: &Edges) -> Position {
        let empty = Position::empty(3);
        edges
            .iter()
            .fold(empty, |position, &(at, colour)| position.with(at, colour))
    }

    fn orders() -> Vec<Vec<usize>> {
        let mut all = vec![vec![]];
        for v in 0..ORDER {
            let longer = |order: &Vec<usize>| {
                let order = order.clone();
                (0..=v).map(move |at| {
                    let mut order = order.clone();
                    order.insert(at, v);
                    order
                })
            };
            all = all.iter().flat_map(longer).collect();
        }
        all
    }

    /// The first two colours may change their names, which the third keeps.
    #[test]
    fn found_are_isomorphic_positions_and_no_others() {
        let targets: Vec<Target> = named("K3,K3,K4").unwrap().into_iter().map(Target::new).collect();
        let mut rng = SplitMix64::new(6);
        let mut draw = || {
            std::iter::repeat_with(|| random(&mut rng))
                .flatten()
                .next()
                .expect("endless")
        };
        let entries: Vec<Edges> = (0..40).map(|_| draw()).collect();
        let mut bytes = vec![1, 0, 0, 0];
        bytes.extend([0; 4 * (EDGES - 1)]);
        bytes.extend((entries.len() as u32).to_le_bytes());
        for &((u, v), colour) in entries.iter().flatten() {
            bytes.extend(((4 * (v * (v - 1) / 2 + u) + colour) as u16).to_le_bytes());
        }
        let mut bytes = Bytes(&bytes);
        let levels = levels(&mut bytes, EDGES + 1, 0).unwrap();
        let names = Names::of(&targets);
        let index = Index::new(&levels[EDGES], &names, 0).unwrap();
        let all = orders();
        let mut seen = [0; 2];
        for _ in 0..600 {
            let edges = draw();
            let is_there = all.iter().any(|order| {
                [[0, 1, 2], [1, 0, 2]].iter().any(|colours| {
                    let moved = edges.iter().map(|&((u, v), colour)| {
                        let (u, v) = (order[u], order[v]);
                        ((u.min(v), u.max(v)), colours[colour])
                    });
                    let mut moved: Edges = moved.collect();
                    moved.sort_unstable();
                    entries.contains(&moved)
                })
            });
            assert_eq!(index.has(&position(&edges)), is_there, "{edges:?}");
            seen[usize::from(is_there)] += 1;
        }
        assert!(seen.iter().all(|count| *count > 40), "{seen:?}");
    }
}
