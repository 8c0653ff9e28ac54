//! The steps from one position to those with an edge less or more, compiled for the vector unit as well.

use super::{Position, Rules};
use crate::canonical_pair::{self, Moves, Twins, pairs};
use canon::vector::{Unit, Vector, twinned};
use canon::{Key, Lanes};
use graph::Graph;

impl<R: Lanes<W>, const W: usize> Moves<R, W> for Rules {
    #[inline(always)]
    fn bound(&self, graph: &Graph<R, W>) -> [R; W] {
        self.unjoined(graph)
    }

    #[inline(always)]
    fn close(&self, graph: &Graph<R, W>, open: &mut [R; W]) {
        Rules::close(self, graph, open);
    }

    #[inline(always)]
    fn removable(&self, graph: &Graph<R, W>) -> [R; W] {
        Rules::removable(self, graph)
    }

    #[inline(always)]
    fn last(&self) -> bool {
        !self.is_connected_play()
    }
}

/// The steps of games in rows of this type. They call what they visit through pointers: so they are compiled here,
/// once, not wherever a loop uses them; a call costs some nanoseconds, a position microseconds.
pub trait Steps<const W: usize>: Lanes<W> {
    /// Visits the positions that belong to `above`, each class once; returns the number of labellings.
    fn expand(
        vector: Option<Vector>,
        rules: &Rules,
        above: &Graph<Self, W>,
        visit: &mut dyn FnMut(Position<Self, W>),
    ) -> u64;

    /// Visits the keys of the graphs whose canonical last edge leads down to `below`, each class once; returns whether
    /// there is a legal move.
    fn ascend(vector: Option<Vector>, rules: &Rules, below: &Graph<Self, W>, visit: &mut dyn FnMut(Key<Self>)) -> bool;

    /// Returns whether `test` holds for some child of `position` but the one from which it was expanded. Of moves that
    /// are obviously equivalent one is tried; the first `from` children are left out.
    fn any_child(
        vector: Option<Vector>,
        rules: &Rules,
        position: &Position<Self, W>,
        from: usize,
        test: &mut dyn FnMut(Graph<Self, W>) -> bool,
    ) -> bool;
}

macro_rules! steps {
    ($rows:ty, $width:literal) => {
        impl Steps<$width> for $rows {
            fn expand(
                vector: Option<Vector>,
                rules: &Rules,
                above: &Graph<Self, $width>,
                visit: &mut dyn FnMut(Position<Self, $width>),
            ) -> u64 {
                expand(vector, rules, above, visit)
            }

            fn ascend(
                vector: Option<Vector>,
                rules: &Rules,
                below: &Graph<Self, $width>,
                visit: &mut dyn FnMut(Key<Self>),
            ) -> bool {
                ascend(vector, rules, below, visit)
            }

            fn any_child(
                vector: Option<Vector>,
                rules: &Rules,
                position: &Position<Self, $width>,
                from: usize,
                test: &mut dyn FnMut(Graph<Self, $width>) -> bool,
            ) -> bool {
                any_child(vector, rules, position, from, test)
            }
        }
    };
}

steps!(u16, 16);
steps!(u32, 24);

fn expand<R: Lanes<W>, const W: usize>(
    vector: Option<Vector>,
    rules: &Rules,
    above: &Graph<R, W>,
    visit: &mut dyn FnMut(Position<R, W>),
) -> u64 {
    #[inline(always)]
    fn body<U: Unit, R: Lanes<W>, const W: usize>(
        unit: U,
        rules: &Rules,
        above: &Graph<R, W>,
        visit: &mut dyn FnMut(Position<R, W>),
    ) -> u64 {
        canonical_pair::descend(unit, rules, above, |graph, canonical, into, sure| {
            visit(Position {
                graph,
                canonical: Some(canonical),
                sure,
                into: Some(into),
            });
        })
    }
    twinned!(
        vector,
        body,
        [],
        (rules: &Rules, above: &Graph<R, W>, visit: &mut dyn FnMut(Position<R, W>)),
        u64
    )
}

fn ascend<R: Lanes<W>, const W: usize>(
    vector: Option<Vector>,
    rules: &Rules,
    below: &Graph<R, W>,
    visit: &mut dyn FnMut(Key<R>),
) -> bool {
    twinned!(
        vector,
        canonical_pair::ascend,
        [],
        (rules: &Rules, below: &Graph<R, W>, visit: &mut dyn FnMut(Key<R>)),
        bool
    )
}

fn any_child<R: Lanes<W>, const W: usize>(
    vector: Option<Vector>,
    rules: &Rules,
    position: &Position<R, W>,
    from: usize,
    test: &mut dyn FnMut(Graph<R, W>) -> bool,
) -> bool {
    #[inline(always)]
    fn body<U: Unit, R: Lanes<W>, const W: usize>(
        unit: U,
        rules: &Rules,
        position: &Position<R, W>,
        from: usize,
        test: &mut dyn FnMut(Graph<R, W>) -> bool,
    ) -> bool {
        let Position {
            graph,
            canonical,
            sure,
            into,
        } = position;
        let mut open = rules.unjoined(graph);
        for v in 0..W {
            open[v] &= !sure[v];
        }
        if let Some((u, v)) = *into {
            (open[u], open[v]) = (open[u] & !R::bit(v), open[v] & !R::bit(u));
        }
        rules.close(graph, &mut open);
        for v in 0..W {
            open[v] |= sure[v];
        }
        let (firsts, generators) = match canonical {
            Some(canonical) => (canonical.firsts, canonical.generators()),
            None => (
                R::alike(unit, graph.rows(), &[0; W]).0 & R::below(graph.order()),
                &[][..],
            ),
        };
        // The first pair of an orbit is mapped to no earlier one.
        let is_first = |&(u, v): &(usize, usize)| {
            generators.iter().all(|generator| {
                let (a, b) = (generator[u], generator[v]);
                (usize::from(a.max(b)), usize::from(a.min(b))) >= (v, u)
            })
        };
        let first_pairs = Twins::new(graph, firsts).first_pairs(graph, &open);
        pairs(&first_pairs)
            .filter(is_first)
            .skip(from)
            .any(|(u, v)| test(graph.toggled(u, v)))
    }
    twinned!(
        vector,
        body,
        [],
        (rules: &Rules, position: &Position<R, W>, from: usize, test: &mut dyn FnMut(Graph<R, W>) -> bool),
        bool
    )
}

#[cfg(test)]
mod tests {
    use super::super::{Avoidance, KeyRecord};
    use super::*;
    use base::record::{Twofold, Wide};
    use canon::Canonical;
    use game::{Game, Levels};
    use graph::Graph;
    use std::collections::{BTreeMap, BTreeSet};

    /// The keys of the positions after each legal move, by the rules alone.
    fn children<R: Lanes<W>, const W: usize>(rules: &Rules, graph: &Graph<R, W>) -> BTreeSet<Key<R>> {
        let n = graph.order();
        let free = (0..n).flat_map(|v| (0..v).map(move |u| (u, v)));
        let free = free.filter(|&(u, v)| !graph.has_edge(u, v));
        let added = free.map(|(u, v)| graph.toggled(u, v));
        added
            .filter(|graph| rules.violation(graph).is_none())
            .map(|graph| Canonical::of(&graph).key)
            .collect()
    }

    /// What is found by steps up from `level` and by steps down from `above`, and checks of the children tried.
    fn stepped<R: Steps<W>, const W: usize, K: KeyRecord<R>>(
        game: &Avoidance<R, W, K>,
        level: &BTreeMap<Key<R>, BTreeSet<Key<R>>>,
        above: &BTreeSet<Key<R>>,
    ) -> [Vec<Key<R>>; 2] {
        let [mut up, mut down] = [vec![], vec![]];
        for (&from, children) in level {
            let has_move = game.ascend(K::of_key(from), |above| up.push(above.to_key()));
            assert_eq!(has_move, !children.is_empty());
        }
        for &from in above {
            game.expand(K::of_key(from), &mut (), |position| {
                let own = position.key();
                let mut tried = BTreeSet::from([from]);
                game.any_child(&position, |signature, child| {
                    let child = child.key();
                    assert_eq!(signature, child.hash());
                    tried.insert(child);
                    false
                });
                assert_eq!(Some(&tried), level.get(&own));
                down.push(own);
            });
        }
        up.sort_unstable();
        down.sort_unstable();
        [up, down]
    }

    fn check<R: Steps<W>, const W: usize, K: KeyRecord<R>>(rules: &Rules, n: usize) {
        let game = Avoidance::<R, W, K>::new(rules.clone(), n);
        let portable = Avoidance {
            vector: None,
            ..game.clone()
        };
        let mut level = BTreeSet::from([game.empty().key()]);
        while !level.is_empty() {
            let moves = |&key: &Key<R>| (key, children(rules, &key.graph::<W>(n)));
            let moves: BTreeMap<_, _> = level.iter().map(moves).collect();
            let above: BTreeSet<_> = moves.values().flatten().copied().collect();
            let with_move = moves.iter().filter(|(_, children)| !children.is_empty());
            let with_move: Vec<_> = with_move.map(|(&key, _)| key).collect();
            for game in [&game, &portable] {
                let [up, down] = stepped(game, &moves, &above);
                let name = rules.name();
                assert_eq!(up, above.iter().copied().collect::<Vec<_>>(), "{name} {n}");
                assert_eq!(down, with_move, "{name} {n}");
            }
            level = above;
        }
    }

    #[test]
    fn steps_reach_each_class_once_and_all_children() {
        let names = [
            "avoid:C4",
            "avoid:K4",
            "avoid:C5",
            "avoid:P4",
            "avoid:2K2",
            "avoid:hamilton-cycle",
            "avoid:hamilton-path",
            "avoid:odd-cycle",
            "avoid:connected",
            "avoid:non-planar",
            "avoid:chromatic:4",
            "avoid:min-degree:2",
            "avoid:K3+C5",
            "avoid:C4/connected",
            "avoid:hamilton-cycle/connected",
            "achieve:C4",
            "achieve:paw+P5",
            "achieve:hamilton-cycle",
            "achieve:min-degree:2",
        ];
        for (name, n) in names.into_iter().flat_map(|name| [1, 2, 5, 6].map(|n| (name, n))) {
            if cfg!(miri) && n > 4 {
                continue;
            }
            let rules = Rules::named(name).unwrap().unwrap();
            check::<u16, 16, u128>(&rules, n);
            check::<u16, 16, Twofold>(&rules, n);
            check::<u32, 24, Wide>(&rules, n);
        }
    }

    /// Keys of 15 bytes fill a record; longer ones need the wide rows.
    #[test]
    fn steps_on_boards_of_any_size() {
        for n in [15, 16, 17, 20] {
            // Matchings, and paths and cycles.
            for name in ["avoid:P3", "avoid:P4"] {
                if cfg!(miri) {
                    continue;
                }
                let rules = Rules::named(name).unwrap().unwrap();
                if n <= 16 {
                    check::<u16, 16, u128>(&rules, n);
                }
                check::<u32, 24, Wide>(&rules, n);
            }
        }
    }
}
