//! Moves up to automorphisms.

use canon::{Lanes, Places};
use game::Move;

/// Returns the moves in the rows `open`, one per class, ordered by edge; `child` computes the position after a move.
pub(super) fn move_classes<R: Lanes<W>, const W: usize, P>(
    open: &[R; W],
    places: &Places<W>,
    child: impl Fn(usize, usize) -> P,
) -> Vec<Move<P>> {
    let mut classes: Vec<(_, Move<P>)> = Vec::new();
    for u in 0..W {
        for v in (open[u] & !R::below(u)).vertices() {
            let place = places.of(u, v);
            match classes.iter_mut().find(|(seen, _)| *seen == place) {
                Some((_, class)) => {
                    class.equivalent += 1;
                    class.alike.push((u, v));
                }
                None => {
                    let class = Move {
                        edges: vec![(u, v)],
                        by: None,
                        equivalent: 1,
                        alike: vec![(u, v)],
                        child: child(u, v),
                        ends: false,
                    };
                    classes.push((place, class));
                }
            }
        }
    }
    classes.into_iter().map(|(_, class)| class).collect()
}
