//! What a position in the middle of n = 16 takes: `cargo bench --bench large -- GIB`, with a label function of so many
//! GiB (1).
//!
//! Positions of random games with 27 to 35 edges are expanded; those below them are labelled. One in twelve is P in
//! the function, which is written to TMPDIR.

use std::time::{Duration, Instant};

use game::{Game, Keys, Levels};
use games::Triangle16;
use retrograph_storage::{Answer, LabelFunction, LookUps, PendingLabelFunction, Syncs, TOGETHER};

const N: usize = 16;
/// Bits of a label function for each position.
const BITS: f64 = 1.055;

fn main() {
    let gib: f64 = std::env::args().find_map(|arg| arg.parse().ok()).unwrap_or(1.0);
    let game = Triangle16::new(N);
    let mut state = 1;
    let mut above = Vec::new();
    for level in 27..=35 {
        for _ in 0..1500 {
            above.extend(played(&game, level, &mut state));
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("labels");
    let keys = (gib * (1u64 << 33) as f64 / BITS) as u64;
    let pending = PendingLabelFunction::synthetic(folder.path(), keys, 12).unwrap();
    pending.seal(&path, game.key_width(), Syncs::Later).unwrap();
    let labels = LabelFunction::map_any(&path).unwrap();
    // Reads all of it, as a run does over time: else most look-ups would fetch a page from the system.
    labels.verify_checksum().unwrap();
    let (mut best, mut best_expand) = (Duration::MAX, Duration::MAX);
    let (mut found, mut lookups) = (0u64, 0u64);
    for _ in 0..5 {
        (found, lookups) = (0, 0);
        let start = Instant::now();
        let mut scratch = Default::default();
        game.expand_all(&above, &mut scratch, |_, _| found += 1);
        best_expand = best_expand.min(start.elapsed());
        found = 0;
        let start = Instant::now();
        let mut look_ups = LookUps::new(&labels);
        let mut positions = Vec::new();
        let mut settled = Vec::new();
        game.expand_all(&above, &mut scratch, |_, position| {
            found += 1;
            positions.push(position);
            if positions.len() >= 64 {
                settled.clear();
                settled.resize(positions.len(), false);
                game.try_children(&positions, &mut settled, |children, settled| {
                    lookups += children.len() as u64;
                    for children in children.chunks(TOGETHER) {
                        look_ups.look_up(children.iter().map(|child| child.signature), |index, answer| {
                            if answer == Answer::Label(1) {
                                settled[children[index].position as usize] = true;
                            }
                        });
                    }
                });
                std::hint::black_box(&settled);
                positions.clear();
            }
        });
        best = best.min(start.elapsed());
    }
    let each = |time: Duration| time.as_nanos() as f64 / found as f64;
    println!(
        "{gib} GiB: {found} positions, {:.2} look-ups each; expand {:.0} ns, expand and label {:.0} ns",
        lookups as f64 / found as f64,
        each(best_expand),
        each(best)
    );
}

fn random(state: &mut u64, below: usize) -> usize {
    *state = state
        .wrapping_mul(6364136223846793005)
        .wrapping_add(1442695040888963407);
    ((*state >> 33) as usize) % below
}

/// The key of a position after so many random moves, if the game lasts as long.
fn played(game: &Triangle16, level: u32, state: &mut u64) -> Option<u128> {
    let mut position = game.empty();
    for _ in 0..level {
        let mut moves = game.moves(&position);
        if moves.is_empty() {
            return None;
        }
        position = moves.swap_remove(random(state, moves.len())).child;
    }
    Some(game.record(&position))
}
