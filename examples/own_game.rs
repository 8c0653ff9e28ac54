//! A game that retrograph does not know: players add edges, and no player may give a vertex a third edge. Positions are
//! disjoint unions of paths and cycles.
//!
//!     cargo run --release --example own_game

use std::error::Error;

use retrograph::Row;

/// Most edges of a vertex.
const DEGREE: u32 = 2;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    for n in 1..=9 {
        let game = retrograph::own_game("degree-2", n, "give a vertex a third edge", |graph| {
            (0..graph.order()).any(|v| graph.neighbours(v).count() > DEGREE)
        })?;
        let solved = game.solve(folder.path().join(format!("degree-2-{n}")))?;
        let positions: u64 = solved.levels()?.iter().map(|level| level.positions).sum();
        println!(
            "n = {n}: {positions} positions, the empty graph is {}",
            solved.value("-")?
        );
    }
    Ok(())
}
