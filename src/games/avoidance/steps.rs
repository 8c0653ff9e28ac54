//! The steps from one position to those with an edge less or more, compiled for the vector unit as well.

use super::{Position, Rules};
use crate::canonical_pair::{self, Moves, Twins, pairs};
use canon::vector::{Unit, Vector, twinned};
use canon::{Key, Lanes};
use graph::Graph;

impl<R: Lanes, const W: usize> Moves<R, W> for Rules {
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

/// Visits the positions that belong to `above`, each class once; returns the number of labellings.
pub(super) fn expand<R: Lanes, const W: usize, F: FnMut(Position<R, W>)>(
    vector: Option<Vector>,
    rules: &Rules,
    above: &Graph<R, W>,
    visit: F,
) -> u64 {
    #[inline(always)]
    fn body<U: Unit, R: Lanes, const W: usize, F: FnMut(Position<R, W>)>(
        unit: U,
        rules: &Rules,
        above: &Graph<R, W>,
        mut visit: F,
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
        [F: FnMut(Position<R, W>)],
        (rules: &Rules, above: &Graph<R, W>, visit: F),
        u64
    )
}

/// Visits the keys of the graphs whose canonical last edge leads down to `below`, each class once; returns whether there
/// is a legal move.
pub(super) fn ascend<R: Lanes, const W: usize, F: FnMut(Key<R>)>(
    vector: Option<Vector>,
    rules: &Rules,
    below: &Graph<R, W>,
    visit: F,
) -> bool {
    twinned!(
        vector,
        canonical_pair::ascend,
        [F: FnMut(Key<R>)],
        (rules: &Rules, below: &Graph<R, W>, visit: F),
        bool
    )
}

/// Returns whether `test` holds for some child of `position` but the one from which it was expanded. Of moves that are
/// obviously equivalent one is tried; the first `from` children are left out.
pub(super) fn any_child<R: Lanes, const W: usize, F: FnMut(Graph<R, W>) -> bool>(
    vector: Option<Vector>,
    rules: &Rules,
    position: &Position<R, W>,
    from: usize,
    test: F,
) -> bool {
    #[inline(always)]
    fn body<U: Unit, R: Lanes, const W: usize, F: FnMut(Graph<R, W>) -> bool>(
        unit: U,
        rules: &Rules,
        position: &Position<R, W>,
        from: usize,
        mut test: F,
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
        [F: FnMut(Graph<R, W>) -> bool],
        (rules: &Rules, position: &Position<R, W>, from: usize, test: F),
        bool
    )
}

#[cfg(test)]
mod tests {
    use super::super::{Avoidance16, key, record};
    use super::*;
    use canon::Canonical;
    use game::{Game, Keys, Levels};
    use graph::Graph16;
    use std::collections::{BTreeMap, BTreeSet};

    fn key_of(graph: &Graph16) -> Key<u16> {
        Canonical::of(graph).key
    }

    /// The keys of the positions after each legal move, by the rules alone.
    fn children(rules: &Rules, graph: &Graph16) -> BTreeSet<Key<u16>> {
        let n = graph.order();
        let free = (0..n).flat_map(|v| (0..v).map(move |u| (u, v)));
        let free = free.filter(|&(u, v)| !graph.has_edge(u, v));
        let added = free.map(|(u, v)| graph.toggled(u, v));
        added
            .filter(|graph| rules.violation(graph).is_none())
            .map(|graph| key_of(&graph))
            .collect()
    }

    /// What is found by steps up from `level` and by steps down from `above`, and checks of the children tried.
    fn stepped(
        game: &Avoidance16,
        level: &BTreeMap<Key<u16>, BTreeSet<Key<u16>>>,
        above: &BTreeSet<Key<u16>>,
    ) -> [Vec<Key<u16>>; 2] {
        let [mut up, mut down] = [vec![], vec![]];
        for (&from, children) in level {
            let has_move = game.ascend(record(from), |above| up.push(key(above)));
            assert_eq!(has_move, !children.is_empty());
        }
        for &from in above {
            game.expand(record(from), &mut (), |position| {
                let own = key(game.record(&position));
                let mut tried = BTreeSet::from([from]);
                game.any_child(&position, |signature, child| {
                    let child = key(game.record(child));
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

    #[test]
    fn steps_reach_each_class_once_and_all_children() {
        let names = [
            "avoid:C4",
            "avoid:K4",
            "avoid:C5",
            "avoid:P4",
            "avoid:2K2",
            "avoid:hamilton-cycle",
            "avoid:odd-cycle",
            "avoid:connected",
            "avoid:K3+C5",
            "avoid:C4/connected",
            "avoid:hamilton-cycle/connected",
        ];
        for (name, n) in names.into_iter().flat_map(|name| [1, 2, 5, 6].map(|n| (name, n))) {
            if cfg!(miri) && n > 4 {
                continue;
            }
            let rules = Rules::named(name).unwrap().unwrap();
            let game = Avoidance16::new(rules.clone(), n);
            let portable = Avoidance16 {
                vector: None,
                ..game.clone()
            };
            let mut level = BTreeSet::from([key_of(&game.empty().graph)]);
            while !level.is_empty() {
                let moves = |&key: &Key<u16>| (key, children(&rules, &key.graph(n)));
                let moves: BTreeMap<_, _> = level.iter().map(moves).collect();
                let above: BTreeSet<_> = moves.values().flatten().copied().collect();
                let with_move = moves.iter().filter(|(_, children)| !children.is_empty());
                let with_move: Vec<_> = with_move.map(|(&key, _)| key).collect();
                for game in [&game, &portable] {
                    let [up, down] = stepped(game, &moves, &above);
                    assert_eq!(up, above.iter().copied().collect::<Vec<_>>(), "{name} {n}");
                    assert_eq!(down, with_move, "{name} {n}");
                }
                level = above;
            }
        }
    }
}
