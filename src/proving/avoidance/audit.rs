//! Whether the answer of a resumed search agrees with the rules, as far as that is quickly seen.
//!
//! A graph has the value k exactly when who is next loses on it beside a Nim heap of k. So the winner is followed in
//! games on graphs beside a heap: the table, and the search where it does not know, must have an answer to each move.

use graph::Graph16;
use proof::agrees;

use super::kernel::Kernel;
use super::key::{Key, pairs};
use super::search::{Halt, Search};

/// Whether a graph may have this value.
///
/// # Errors
/// [`Halt`].
pub fn may_be_worth<K: Kernel>(search: &mut Search<K>, graph: &Graph16, value: u32) -> Result<bool, Halt> {
    agrees((Key::of(graph), value), |&(key, heap), next| {
        let graph = key.graph(search.kernel().order());
        let moves = moves(search.kernel(), &graph, heap);
        for (graph, heap) in moves {
            let answers = self::moves(search.kernel(), &graph, heap);
            let Some((graph, heap)) = answer(search, &answers)? else {
                return Ok(false);
            };
            next.push((Key::of(&graph), heap));
        }
        Ok(true)
    })
}

/// The positions after the moves on a graph beside a heap.
fn moves<K: Kernel>(kernel: &K, graph: &Graph16, heap: u32) -> Vec<(Graph16, u32)> {
    let lines = pairs(kernel, graph).map(|(u, v)| (graph.toggled(u, v), heap));
    lines.chain((0..heap).map(|less| (*graph, less))).collect()
}

/// One of these on which who is next loses, of those that the table knows if there is one.
fn answer<K: Kernel>(search: &mut Search<K>, answers: &[(Graph16, u32)]) -> Result<Option<(Graph16, u32)>, Halt> {
    let is_known = |(graph, heap): &&(Graph16, u32)| search.known(graph, *heap) == Some(true);
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
