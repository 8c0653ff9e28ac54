//! The saturated positions: as many as published, each maximal by the definition, the same as the judge finds.

use std::collections::BTreeSet;

use canon::Lanes;
use games::saturated::maximal_triangle_free;
use report::published::known_saturated_total;
use retrograph_referee::nauty::canonical;
use retrograph_referee::triangle::{moves, triangle_free_classes};
use shared::common::rows;

fn found<R: Lanes<W>, const W: usize>(n: usize) -> Vec<Vec<u32>> {
    let keys = maximal_triangle_free::<R, W>(n, &|_, _| {});
    assert!(keys.is_sorted_by(|a, b| a < b), "n = {n}: keys in order, each once");
    keys.into_iter().map(|key| rows(&key.graph::<W>(n))).collect()
}

#[test]
fn there_are_as_many_as_published() {
    for n in 1..=15 {
        let count = found::<u16, 16>(n).len() as u64;
        assert_eq!(Some(count), known_saturated_total(n as u32), "n = {n}");
    }
}

#[test]
fn wide_rows_find_as_many() {
    for n in 1..=13 {
        let count = found::<u32, 24>(n).len() as u64;
        assert_eq!(Some(count), known_saturated_total(n as u32), "n = {n}");
    }
}

#[test]
#[ignore = "takes long: n = 16"]
fn there_are_as_many_as_published_on_16_vertices() {
    assert_eq!(found::<u16, 16>(16).len(), 25_617);
    assert_eq!(found::<u32, 24>(16).len(), 25_617);
}

#[test]
#[ignore = "takes long: n = 17"]
fn there_are_as_many_as_published_on_17_vertices() {
    let count = found::<u32, 24>(17).len() as u64;
    assert_eq!(Some(count), known_saturated_total(17));
}

#[test]
fn each_is_triangle_free_and_has_no_legal_move() {
    for n in 1..=11 {
        for rows in found::<u16, 16>(n) {
            let joined = |u: usize, v: usize| rows[u] >> v & 1 == 1;
            for u in 0..n {
                assert!(!joined(u, u), "{rows:?} has a loop");
                for v in (0..n).filter(|&v| v != u) {
                    assert_eq!(joined(u, v), joined(v, u), "{rows:?} is not symmetric at {u}, {v}");
                    let has_common = (0..n).any(|w| joined(u, w) && joined(w, v));
                    assert_ne!(joined(u, v), has_common, "{rows:?}: triangle or legal move at {u}, {v}");
                }
            }
        }
    }
}

#[test]
fn they_are_those_of_all_positions_that_have_no_legal_move() {
    for n in 1..=9 {
        let own = found::<u16, 16>(n);
        let classes: BTreeSet<Vec<u32>> = own.iter().map(|rows| canonical(rows)).collect();
        assert_eq!(classes.len(), own.len(), "n = {n}: two are isomorphic");
        let judged: BTreeSet<Vec<u32>> = triangle_free_classes(n)
            .into_iter()
            .flatten()
            .filter(|rows| moves(rows).is_empty())
            .collect();
        assert_eq!(classes, judged, "n = {n}");
    }
}
