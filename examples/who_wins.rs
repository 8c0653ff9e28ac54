//! Solves the triangle game on eight vertices, with progress, and looks at what is known then.
//!
//!     cargo run --release --example who_wins

use std::error::Error;

use retrograph::{LevelReport, Observer, Options, Side, Silent};

/// Prints a line for each level.
struct Progress;

impl Observer for Progress {
    fn sealed(&self, level: &LevelReport) {
        println!("level {}: {} positions", level.level, level.positions);
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let game = retrograph::game("triangle", 8)?;
    println!("{}", game.about().sentence);
    let options = Options {
        threads: 1,
        ..Options::default()
    };
    let solved = game.solve_with(folder.path().join("triangle-8"), &options, &Progress)?;

    println!("the empty graph is {}", solved.value("-")?);
    println!("the path with two edges is {}", solved.value("0-1,1-2")?);
    for step in solved.moves("0-1")?.moves {
        println!(
            "after the edge 0-1, {}-{} leads to {}",
            step.edge[0], step.edge[1], step.value
        );
    }
    println!("best play takes {} moves", solved.line("-", Side::Max)?.line.len());

    // What others need to look values up: about one bit a position.
    solved.export(folder.path().join("published"), &Silent)?;
    let published = retrograph::open(folder.path().join("published"))?;
    assert_eq!(published.value("-")?, solved.value("-")?);
    Ok(())
}
