//! Values of single positions, searched when they are asked for.

use std::io;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use graph::Graph16;

use super::game::{Avoidance, BadGame, Wanted};
use super::kernel::Kernel;
use super::plain::Plain;
use super::search::{Halt, Search};
use super::shared::Shared;
use super::table::Table;
use super::triangle::Triangle;

/// Sprague-Grundy values of an avoidance game in normal play, without a database: each is searched when it is asked
/// for, and what becomes known helps the next one. A value is as certain as hashes of 48 bits, as that of a winner
/// without a proof is.
///
/// Memory: that of the table. Cost: for positions of the triangle game on up to 12 vertices milliseconds to a second.
pub struct Values {
    game: Avoidance,
    kernel: AnyKernel,
    shared: Shared,
}

enum AnyKernel {
    Triangle(Box<Triangle<u16, 16>>),
    Plain(Box<Plain<u16, 16>>),
}

/// Why there is no value.
#[derive(Debug, thiserror::Error)]
pub enum NoValue {
    /// The position breaks the rules.
    #[error("the position is illegal: {0}")]
    Illegal(
        /// Why, as the end of a sentence.
        String,
    ),
    /// Another thread has asked this search to stop.
    #[error("the search was stopped")]
    Stopped,
}

impl Values {
    /// The largest order.
    pub const ORDER_MOST: usize = 16;

    /// The game of this name on `n` vertices, 1 to [`Values::ORDER_MOST`], with a table of `memory` bytes.
    ///
    /// # Errors
    /// [`BadGame`]; as the inner result, that the system has no room for the table.
    pub fn new(game: &str, n: usize, memory: u64) -> Result<io::Result<Self>, BadGame> {
        let game = Avoidance::new(game, n, Wanted::Grundy)?;
        if n > Self::ORDER_MOST {
            return Err(BadGame::Order {
                game: game.name().into(),
                n,
                most: Self::ORDER_MOST,
            });
        }
        let kernel = match game.is_triangle() {
            true => AnyKernel::Triangle(Box::new(Triangle::new(n))),
            false => AnyKernel::Plain(Box::new(Plain::new(game.rules.clone(), n))),
        };
        Ok(Table::new(memory).map(|table| Self {
            game,
            kernel,
            shared: Shared::new(table, 1),
        }))
    }

    /// The game's name, the same for all spellings.
    pub fn name(&self) -> &str {
        self.game.name()
    }

    /// Number of vertices.
    pub fn order(&self) -> usize {
        self.game.n
    }

    /// The open pairs of a legal position: the moves.
    ///
    /// # Errors
    /// [`NoValue::Illegal`].
    pub fn moves(&self, graph: &Graph16) -> Result<Vec<[usize; 2]>, NoValue> {
        if let Some(why) = self.game.rules.violation(graph) {
            return Err(NoValue::Illegal(why));
        }
        let open = self.game.rules.open(graph);
        let ends = |v: usize| (0..v).filter(move |u| open[v] >> u & 1 == 1).map(move |u| [u, v]);
        Ok((1..self.game.n).flat_map(ends).collect())
    }

    /// The Sprague-Grundy value of a position: 0 where the previous player wins. The search ends soon after `stop` has
    /// become true.
    ///
    /// # Errors
    /// [`NoValue`].
    pub fn grundy(&self, graph: &Graph16, stop: &AtomicBool) -> Result<u32, NoValue> {
        self.moves(graph)?;
        match &self.kernel {
            AnyKernel::Triangle(kernel) => self.searched(&**kernel, graph, stop),
            AnyKernel::Plain(kernel) => self.searched(&**kernel, graph, stop),
        }
    }

    fn searched<K: Kernel<Graph = Graph16>>(
        &self,
        kernel: &K,
        graph: &Graph16,
        stop: &AtomicBool,
    ) -> Result<u32, NoValue> {
        let mut watch = |_, _| stop.load(Relaxed);
        let mut search = Search::new(kernel, &self.shared, 0, &mut watch);
        search.value_of(graph).map_err(|halt| match halt {
            Halt::Stopped => NoValue::Stopped,
            Halt::Contradiction => unreachable!("the table has what this search has found"),
        })
    }
}
