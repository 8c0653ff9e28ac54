//! A property that somebody defines in a program of their own.

use std::fmt;
use std::sync::Arc;

use canon::Lanes;
use graph::{Graph, Row};

use crate::canonical_pair::pairs;

/// Whether a graph has the property.
type Has = dyn Fn(&Graph<u32, 24>) -> bool + Send + Sync;

/// A property that more edges do not take away, given by a test of one graph. Cost of the moves of a position: a test
/// for each pair that is not joined.
#[derive(Clone)]
pub(super) struct Own {
    /// The name after `own:`.
    pub name: String,
    /// What players do who give a graph the property, after "may not".
    pub deed: String,
    pub has: Arc<Has>,
}

impl fmt::Debug for Own {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_tuple("Own").field(&self.name).finish()
    }
}

impl Own {
    fn has<R: Row, const W: usize>(&self, graph: &Graph<R, W>) -> bool {
        (self.has)(&graph.convert().expect("all graphs of games fit 24 rows"))
    }

    /// Removes from the rows `open`, pairs that are not joined, those whose edge gives `graph` the property.
    #[inline(never)]
    pub fn close<R: Lanes<W>, const W: usize>(&self, graph: &Graph<R, W>, open: &mut [R; W]) {
        let apart = *open;
        for (u, v) in pairs(&apart) {
            if self.has(&graph.toggled(u, v)) {
                open[u] &= !R::bit(v);
                open[v] &= !R::bit(u);
            }
        }
    }

    /// Returns why `graph` is not a position, as the end of a sentence about it.
    pub fn violation<R: Row, const W: usize>(&self, graph: &Graph<R, W>) -> Option<String> {
        self.has(graph).then(|| format!("its edges {}", self.deed))
    }
}
