//! Whether the answer of a resumed search agrees with the rules, as far as that is quickly seen.
//!
//! A graph has the value k exactly when who is next loses on it beside a Nim heap of k. So the winner is followed in
//! games on graphs beside a heap: the table, and the search where it does not know, must have an answer to each move.

use proof::agrees;

use super::kernel::{Board, Kernel};
use super::search::{Halt, Search};

/// Whether a graph may have this value.
///
/// # Errors
/// [`Halt`].
pub fn may_be_worth<K: Kernel>(search: &mut Search<K>, graph: &K::Graph, value: u32) -> Result<bool, Halt> {
    agrees((graph.key(), value), |&(key, heap), next| {
        let graph = K::Graph::of_key(key, search.kernel().order());
        let moves = moves(search.kernel(), &graph, heap);
        for (graph, heap) in moves {
            let answers = self::moves(search.kernel(), &graph, heap);
            let Some((graph, heap)) = answer(search, &answers)? else {
                return Ok(false);
            };
            next.push((graph.key(), heap));
        }
        Ok(true)
    })
}

/// The positions after the moves on a graph beside a heap.
fn moves<K: Kernel>(kernel: &K, graph: &K::Graph, heap: u32) -> Vec<(K::Graph, u32)> {
    let lines = kernel
        .moves(graph)
        .into_iter()
        .map(|ends| (graph.with_edge(ends), heap));
    lines.chain((0..heap).map(|less| (*graph, less))).collect()
}

/// One of these on which who is next loses, of those that the table knows if there is one.
fn answer<K: Kernel>(search: &mut Search<K>, answers: &[(K::Graph, u32)]) -> Result<Option<(K::Graph, u32)>, Halt> {
    let is_known = |(graph, heap): &&(K::Graph, u32)| search.known(graph, *heap) == Some(true);
    if let Some(&known) = answers.iter().find(is_known) {
        return Ok(Some(known));
    }
    for &(graph, heap) in answers {
        if search.is_worth(&graph, heap)? {
            return Ok(Some((graph, heap)));
        }
    }
    Ok(None)
}
