//! Time of a move of the triangle game, with the canonical forms of the parts after it, beside that of nauty's
//! canonical form of a graph with an edge added.
//!
//!     cargo run --release -p retrograph-avoidance --example moves -- 15

use std::hint::black_box;
use std::time::Instant;

use graph::Graph16;
use retrograph_avoidance::kernel::Kernel;
use retrograph_avoidance::triangle::Triangle;
use retrograph_referee::nauty::Nauty;
use retrograph_referee::triangle::{moves, random_triangle_free, with_edge};

const GRAPHS: usize = 400;

fn main() {
    let n: usize = std::env::args()
        .nth(1)
        .map_or(15, |text| text.parse().expect("a number"));
    let game = Triangle::<u16, 16>::new(n);
    for edges in [n / 2, n, 3 * n / 2, 2 * n] {
        let graphs: Vec<_> = (0..GRAPHS as u64)
            .map(|seed| random_triangle_free(n, edges, seed))
            .collect();
        let (mut parts, mut next, mut steps, mut made, mut pairs) = (Vec::new(), Vec::new(), Vec::new(), 0, 0);
        for rows in &graphs {
            let mut all = [0; 16];
            all.iter_mut().zip(rows).for_each(|(to, from)| *to = *from as u16);
            game.parts(&Graph16::from_rows(n, all), &mut parts);
        }
        let start = Instant::now();
        for part in &parts {
            steps.clear();
            game.steps(part, &mut steps);
            for &step in &steps {
                next.clear();
                black_box(game.after(part, step, &mut next));
                made += next.len();
            }
            pairs += steps.len();
        }
        let own = start.elapsed().as_secs_f64() / pairs as f64;
        let mut nauty = Nauty::new();
        let mut children = Vec::new();
        for rows in &graphs {
            children.extend(moves(rows).into_iter().map(|pair| with_edge(rows, pair)));
        }
        let start = Instant::now();
        let mut form = vec![0; n];
        for child in &children {
            nauty.canonical_into(black_box(child), &mut form);
        }
        let other = start.elapsed().as_secs_f64() / children.len().max(1) as f64;
        println!(
            "n = {n}, {edges} edges: {:.0} ns a move with {:.2} parts, nauty {:.0} ns a graph",
            1e9 * own,
            made as f64 / pairs as f64,
            1e9 * other
        );
    }
}
