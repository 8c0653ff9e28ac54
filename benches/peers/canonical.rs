//! Canonical forms: ours beside nauty's, in this process.

use std::hint::black_box;
use std::time::Duration;

use game::Keys;
use games::Triangle16;
use retrograph_referee::nauty::Nauty;

use crate::clock::thread_cpu;
use crate::graphs::{GRAPHS, assert_same_classes, positions, rows};
use crate::sample::{Sample, digits};

/// Orders and edges: the largest level of three orders, then sparse and dense levels of the last.
const LEVELS: [(usize, usize); 6] = [(12, 18), (14, 24), (16, 30), (16, 20), (16, 40), (16, 48)];

/// Prints a table of CPU time a graph. About 50 ms a round.
///
/// nauty starts from the judge's rows and leaves the answer in its own. Ours starts from a position, because a solution
/// has the open pairs at hand; decoding a key and finding them takes 79 ns together (2.4 GHz x86-64 with AVX2).
pub fn compare(rounds: usize) {
    println!("| vertices | edges | classes of {GRAPHS} | searched | ours, ns | nauty, ns | nauty / ours |");
    println!("|---|---|---|---|---|---|---|");
    for (n, edges) in LEVELS {
        let classes = assert_same_classes(n, edges);
        let game = Triangle16::new(n);
        let (positions, rows) = (positions(n, edges), rows(n, edges));
        let searched = positions.iter().filter(|position| game.needed_search(position)).count();
        let mut nauty = Nauty::new();
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        for _ in 0..rounds {
            ours.push(nanoseconds(|| {
                black_box(positions.iter().fold(0, |sum, position| sum ^ game.record(position)));
            }));
            theirs.push(nanoseconds(|| rows.iter().for_each(|rows| nauty.run(rows))));
        }
        let (ours, theirs) = (Sample::new(ours), Sample::new(theirs));
        println!(
            "| {n} | {edges} | {classes} | {:.0} % | {ours} | {theirs} | {} |",
            100.0 * searched as f64 / GRAPHS as f64,
            digits(theirs.median() / ours.median()),
        );
    }
    println!(
        "\nOurs is given the graph and its open pairs, as in a solution, nauty the graph. Both find as many classes."
    );
}

/// CPU time a graph of what goes through all of them.
fn nanoseconds(through_all: impl FnOnce()) -> f64 {
    let start: Duration = thread_cpu();
    through_all();
    (thread_cpu() - start).as_nanos() as f64 / GRAPHS as f64
}
