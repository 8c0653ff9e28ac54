//! What a position in the middle of n = 16 takes: `cargo bench --bench large -- GIB`, with a label function of so many
//! GiB (1).
//!
//! Positions of random games with 27 to 35 edges are expanded; those below them are labelled. The function's bits are
//! zeros that take no disk, and as much memory as the real ones.

use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use game::{Game, Keys, Levels};
use games::Triangle16;
use retrograph_storage::{Answer, FORMAT, LabelFunction, LookUps, TOGETHER, hash_bytes};

const N: usize = 16;
/// Positions per shard of a label function, and words of a shard, as in n = 14.
const SHARD_POSITIONS: u64 = 1 << 16;
const SHARD_WORDS: u64 = 1080;

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
    let labels = synthetic(&path, (gib * (1u64 << 30) as f64) as u64);
    // Reads all of it, as a run does over time: else most look-ups would fetch a page from the system.
    let _ = labels.verify_checksum();
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
                            if answer == Answer::Label(1) || random(&mut state, 12) == 0 {
                                // As if one of twelve were P: the zeros in the file are not.
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

/// A label function of so many bytes, in order but for its checksum: all its labels are 0.
fn synthetic(path: &Path, bytes: u64) -> LabelFunction {
    let shards = bytes / 8 / (SHARD_WORDS + 1);
    let words = shards * SHARD_WORDS;
    let mut header = [0u8; 128];
    header[..8].copy_from_slice(b"rgLabels");
    header[8..12].copy_from_slice(&FORMAT.to_le_bytes());
    header[12..16].copy_from_slice(&1u32.to_le_bytes());
    for (at, field) in [shards * SHARD_POSITIONS, shards, words].into_iter().enumerate() {
        header[24 + 8 * at..][..8].copy_from_slice(&field.to_le_bytes());
    }
    let hash = u128::from_str_radix(&hash_bytes(&header[..112]), 16).unwrap();
    header[112..].copy_from_slice(&hash.to_le_bytes());
    let mut file = File::create(path).unwrap();
    file.write_all(&header).unwrap();
    // A hole: zeros that take no disk.
    file.seek(SeekFrom::Start(128 + 8 * (words + 1))).unwrap();
    let mut out = std::io::BufWriter::new(file);
    for shard in 0..=shards {
        out.write_all(&((shard * SHARD_WORDS) << 8).to_le_bytes()).unwrap();
    }
    out.flush().unwrap();
    LabelFunction::map_any(path).unwrap()
}
