//! The moves of a two-colour game, as they are reported.

use std::collections::BTreeMap;

use super::Ramsey;
use super::position::Position;
use crate::moves::move_classes;
use game::values::Player;
use game::{Keys, Move};
use graph::{Row, TwoColoured};

/// Takes a set of edges and the graph with them.
type Visit<'a> = dyn FnMut(TwoColoured<u16, 16>, &[(usize, usize)]) + 'a;

impl Ramsey {
    /// All moves: one a class under the automorphisms; where a move colours several edges, one for each position that
    /// moves lead to.
    pub(super) fn all_moves(&self, position: &Position) -> Vec<Move<Position>> {
        let by = position.next();
        if self.is_plus() {
            return self.moves_of_several_edges(position, by);
        }
        let places = self.canonical(position).places();
        let open = self.open(position.played(), by);
        let child = |u, v| self.after(position, by, (u, v));
        let mut moves = move_classes(&open.safe, &places, child);
        if self.terms.form.completion.is_some() {
            let closing = move_classes(&open.closing, &places, child);
            moves.extend(closing.into_iter().map(|step| Move { ends: true, ..step }));
        }
        moves.sort_by_key(|step| step.edges.clone());
        moves.into_iter().map(|step| step.of(by)).collect()
    }

    /// Every set of pairs that `by` may colour, by the positions they lead to. Cost: a canonical form for each set.
    fn moves_of_several_edges(&self, position: &Position, by: Player) -> Vec<Move<Position>> {
        let mut found = BTreeMap::new();
        let mut edges = Vec::new();
        self.add_sets(*position.played(), by, (0, 0), &mut edges, &mut |played, edges| {
            let child = Position::new(self.refined(&played), played, by.other()).stepped(by);
            let class = found.entry(self.record(&child)).or_insert_with(|| Move {
                edges: edges.to_vec(),
                by: Some(by),
                equivalent: 0,
                alike: vec![],
                child,
                ends: false,
            });
            class.equivalent += 1;
        });
        let mut moves: Vec<_> = found.into_values().collect();
        moves.sort_by(|a, b| (a.edges.len(), &a.edges).cmp(&(b.edges.len(), &b.edges)));
        moves
    }

    /// Visits every set of edges, `edges` among them, whose further ones come after `from`.
    fn add_sets(
        &self,
        played: TwoColoured<u16, 16>,
        by: Player,
        from: (usize, usize),
        edges: &mut Vec<(usize, usize)>,
        visit: &mut Visit,
    ) {
        let safe = self.open(&played, by).safe;
        for u in from.0..self.n {
            for v in (safe[u] & !u16::below(u)).vertices() {
                if (u, v) <= from && !edges.is_empty() {
                    continue;
                }
                let more = played.toggled(by as usize, u, v);
                edges.push((u, v));
                visit(more, edges);
                self.add_sets(more, by, (u, v), edges, visit);
                edges.pop();
            }
        }
    }
}
