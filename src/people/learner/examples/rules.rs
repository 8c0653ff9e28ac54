//! Which rule learns fastest: for each rule, the games out of a hundred that it holds against a perfect player, and the
//! share of positions in which its move keeps the value, after growing numbers of games against itself; means over ten
//! seeds. As Markdown.
//!
//!     cargo run --release -p retrograph-learner --example rules -- sim 6

#[path = "../tests/common/mod.rs"]
mod common;

use base::random::SplitMix64;
use common::Solver;
use retrograph_learner::{Learner, ONE, Rule};

const SEEDS: u64 = 10;
const AFTER: [u64; 7] = [0, 30, 100, 300, 1_000, 3_000, 10_000];
/// Games against the perfect player each time, and positions at most.
const GAMES: usize = 100;
const POSITIONS: usize = 500;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [name, n] = &words[..] else {
        panic!("a game and its number of vertices")
    };
    let mut solver = Solver::of(name, n.parse().expect("a number"));
    let usual = Rule::default();
    let rules = [
        ("in use", usual),
        ("half of TD(0)", Rule { along: 128, ..usual }),
        ("TD(0)", Rule { along: 0, ..usual }),
        ("the last game alone", Rule { slowest: 1, ..usual }),
        (
            "means of all games",
            Rule {
                slowest: i32::MAX as u32,
                ..usual
            },
        ),
        (
            "fewer random moves",
            Rule {
                half_life: 100,
                ..usual
            },
        ),
        ("unknown: a tie", Rule { unknown: 0, ..usual }),
        ("unknown: a loss", Rule { unknown: -ONE, ..usual }),
    ];
    let heads = AFTER.map(|after| format!(" {after} |")).concat();
    println!("| {name}, n = {n} |{heads}\n|---|{}", "---|".repeat(AFTER.len()));
    let positions = solver.with_moves();
    let positions: Vec<&String> = positions.iter().step_by(positions.len().div_ceil(POSITIONS)).collect();
    for (words, rule) in rules {
        let mut cells = [(0, 0, 0); AFTER.len()];
        for seed in 0..SEEDS {
            let mut learner = Learner::with_rule("", seed, rule);
            for (after, (held, right, asked)) in AFTER.into_iter().zip(&mut cells) {
                while learner.games < after {
                    let start = solver.start.clone();
                    let Ok(game) = learner.play(&mut solver, &start);
                    learner.learn(&game);
                }
                let random = &mut SplitMix64::new(seed);
                *held += (0..GAMES).filter(|_| solver.holds(&learner, random)).count() as u64;
                for position in &positions {
                    let is_right = solver.is_right(&learner, position, random);
                    *right += u64::from(is_right == Some(true));
                    *asked += u64::from(is_right.is_some());
                }
            }
        }
        let cells = cells.map(|(held, right, asked)| format!(" {}, {} % |", held / SEEDS, 100 * right / asked.max(1)));
        println!("| {words} |{}", cells.concat());
    }
}
