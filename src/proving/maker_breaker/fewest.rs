//! The fewest edges of a board on which Maker wins: edges are taken from boards that he wins, one after the other.
//!
//! An edge more on the board never hurts Maker. So every board that he wins comes from a board that he wins with one
//! edge more, and a board is lost as soon as one with an edge more is; the boards of a level are all that is needed.

use std::collections::HashSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use graph::Graph16;
use proof::{Progress, STACK, SearchError, together};

use super::form::Form;
use super::game::{Game, Player};
use super::halt::Halt;
use super::pairs::{Pairs, all_pairs, each, ends, pair};
use super::search::{Effort, Options, Search};
use super::table::Table;

/// Boards with so many edges, up to isomorphism.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    /// The number of edges. A pair of which no winning set makes use is not counted: it is on no board.
    pub edges: usize,
    /// Boards with one edge less than one that Maker wins.
    pub boards: usize,
    /// Those that Maker wins.
    pub won: Vec<Graph16>,
    /// Those that he loses although he wins all boards with one edge more. All others he loses with them.
    pub lost: Vec<Graph16>,
}

/// Finds the boards that Maker wins, level by level, from the complete board down to the first level on which he wins
/// none, which is the last one returned; the fewest edges are those of the level before. Of `game` the winning sets,
/// the number of vertices and the starter count. The threads of `options` share a table of its memory.
///
/// # Errors
/// [`SearchError::Stopped`] when `watch` returns `true`.
pub fn fewest_edges(
    game: &Game,
    options: &Options,
    watch: &(dyn Fn(&Progress) -> bool + Sync),
) -> Result<Vec<Level>, SearchError> {
    let n = game.order();
    let scan = Scan {
        game,
        options,
        table: Table::new(options.memory),
        nodes: AtomicU64::new(0),
        is_stopped: AtomicBool::new(false),
        watch,
    };
    let fixed = game.winning_sets().fixed();
    let form = Form::new(n, fixed);
    let canonical = |board: Pairs| form.map(board, 0).image(board);
    let all = all_pairs(n) & !fixed.map_or(0, |(u, v)| 1 << pair(u, v));
    let mut levels = Vec::new();
    let mut boards = vec![canonical(all)];
    let mut above: Option<HashSet<Pairs>> = None;
    loop {
        let may_be_won = |board: Pairs| {
            let is_won = |above: &HashSet<Pairs>, at: usize| above.contains(&canonical(board | 1 << at));
            let above = above.as_ref();
            above.is_none_or(|above| each(all & !board).all(|at| is_won(above, at)))
        };
        let open: Vec<Pairs> = boards.iter().copied().filter(|&board| may_be_won(board)).collect();
        let wins = scan.wins(&open)?;
        let chosen = |wanted: bool| -> Vec<Pairs> {
            let boards = open.iter().zip(&wins).filter(|&(_, &wins)| wins == wanted);
            boards.map(|(&board, _)| board).collect()
        };
        let (won, lost) = (chosen(true), chosen(false));
        let graphs = |boards: &[Pairs]| boards.iter().map(|&board| graph(n, board)).collect();
        levels.push(Level {
            edges: boards[0].count_ones() as usize,
            boards: boards.len(),
            won: graphs(&won),
            lost: graphs(&lost),
        });
        let fewer = won
            .iter()
            .flat_map(|&board| each(board).map(move |at| board & !(1 << at)));
        let fewer: HashSet<Pairs> = fewer.map(canonical).collect();
        if fewer.is_empty() {
            return Ok(levels);
        }
        boards = fewer.into_iter().collect();
        boards.sort_unstable();
        above = Some(won.into_iter().collect());
    }
}

fn graph(n: usize, set: Pairs) -> Graph16 {
    each(set)
        .map(ends)
        .fold(Graph16::empty(n), |graph, (u, v)| graph.toggled(u, v))
}

/// What the searches of all boards share.
struct Scan<'a> {
    game: &'a Game,
    options: &'a Options,
    table: Table,
    nodes: AtomicU64,
    is_stopped: AtomicBool,
    watch: &'a (dyn Fn(&Progress) -> bool + Sync),
}

impl Scan<'_> {
    /// Whether Maker wins each of these boards.
    fn wins(&self, boards: &[Pairs]) -> Result<Vec<bool>, SearchError> {
        let next = AtomicUsize::new(0);
        let wins = Mutex::new(vec![false; boards.len()]);
        let work = || {
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let Some(&board) = boards.get(at) else { return };
                let Some(winner) = self.winner(board, at, boards.len()) else {
                    return;
                };
                wins.lock().expect("no thread panics")[at] = winner == Player::Maker;
            }
        };
        let helpers = self.options.threads.min(boards.len()).saturating_sub(1);
        let end = || self.is_stopped.store(true, Ordering::Relaxed);
        together(helpers, STACK, |_| work(), &end, work).map_err(SearchError::Threads)?;
        match self.is_stopped.load(Ordering::Relaxed) {
            true => Err(SearchError::Stopped(self.progress(String::new()))),
            false => Ok(wins.into_inner().expect("no thread panics")),
        }
    }

    /// Who wins a board, the `at`th of `count`; `None` when the search is stopped.
    fn winner(&self, board: Pairs, at: usize, count: usize) -> Option<Player> {
        let sets = self.game.winning_sets();
        let mut counted = 0;
        let mut watch = |own: &Effort| {
            self.nodes.fetch_add(own.nodes - counted, Ordering::Relaxed);
            counted = own.nodes;
            let detail = format!("board {} of {count} with {} edges", at + 1, board.count_ones());
            if self.is_stopped.load(Ordering::Relaxed) || (self.watch)(&self.progress(detail)) {
                self.is_stopped.store(true, Ordering::Relaxed);
                return Err(Halt::Stopped);
            }
            Ok(())
        };
        let n = self.game.order();
        let mut search = Search::new(&*sets, n, self.options, &self.table, None, &mut watch);
        let winner = search.winner(0, board, self.game.starter());
        let searched = search.effort().nodes;
        self.nodes.fetch_add(searched - counted, Ordering::Relaxed);
        winner.ok()
    }

    fn progress(&self, detail: String) -> Progress {
        let (entries, entries_most) = self.table.fill();
        Progress {
            nodes: self.nodes.load(Ordering::Relaxed),
            entries,
            entries_most,
            detail,
            share: None,
        }
    }
}
