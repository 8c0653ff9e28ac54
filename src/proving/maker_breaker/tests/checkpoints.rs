//! A search that is stopped and resumed, whenever and however often, gives the answer of one that is not.

mod common;

use std::cell::Cell;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use common::game;
use proof::{CheckpointError, Control, Keeping, Outcome, Question, SearchError};
use retrograph_maker_breaker::{Game, Player};

const UNLIMITED: u64 = u64::MAX;

fn searched(game: &Game, path: Option<&Path>, threads: usize, looks: u64) -> Result<Outcome, SearchError> {
    let left = AtomicU64::new(looks);
    let control = Control {
        checkpoint: path.map(Path::to_path_buf),
        interval: std::time::Duration::from_millis(50),
        watch: &|_| left.fetch_sub(1, Ordering::Relaxed) <= 1,
        ..Control::quiet(1 << 24, threads)
    };
    game.answer(&control)
}

#[test]
fn stopped_and_resumed_until_it_is_done() {
    let folder = tempfile::tempdir().unwrap();
    for (name, n, threads) in [
        ("hamilton-cycle", 8, 1),
        ("hamilton-cycle", 8, 2),
        ("hamilton-path:0-1", 8, 1),
        ("hamilton-connected", 8, 1),
    ] {
        let game = game(name, n, Player::Breaker);
        let expected = searched(&game, None, threads, UNLIMITED).unwrap();
        let path = folder.path().join(format!("{name}-{threads}"));
        let stops = Cell::new(0);
        let found = loop {
            match searched(&game, Some(&path), threads, 6 + 6 * stops.get()) {
                Ok(found) => break found,
                Err(SearchError::Stopped(_)) => stops.set(stops.get() + 1),
                Err(error) => panic!("{error}"),
            }
            assert!(stops.get() < 100, "{name} comes to an end");
        };
        assert_eq!(found.sentence, expected.sentence);
        assert_eq!(found.proof, expected.proof, "{name}");
        if name != "hamilton-connected" {
            assert!(stops.get() > 2 && found.progress.nodes > 0, "{name}: {stops:?}");
        }
    }
    assert_eq!(
        fs::read_dir(folder.path()).unwrap().count(),
        3,
        "nothing but checkpoints"
    );
}

#[test]
fn a_checkpoint_of_something_else_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("state");
    let asked = game("hamilton-cycle", 8, Player::Breaker);
    assert!(matches!(
        searched(&asked, Some(&path), 1, 4),
        Err(SearchError::Stopped(_))
    ));
    let keeping = |asked: &Game| Keeping::new(&path, asked.words(), 1, std::time::Duration::MAX);
    let other = game("hamilton-cycle", 8, Player::Maker);
    let refused = searched(&other, Some(&path), 1, UNLIMITED);
    assert!(
        matches!(&refused, Err(SearchError::Checkpoint(CheckpointError::Other { words, .. })) if *words == asked.words()),
        "{refused:?}"
    );
    for content in [&[][..], &[0; 8], &[0; 33], &[255; 32], &[1; 80]] {
        keeping(&asked).write(|out| out.write_all(content)).unwrap();
        let refused = searched(&asked, Some(&path), 1, UNLIMITED);
        assert!(
            matches!(refused, Err(SearchError::Checkpoint(_))),
            "{content:?}: {refused:?}"
        );
    }
    // No entries at all, which is right.
    keeping(&asked).write(|out| out.write_all(&[0; 32])).unwrap();
    assert!(searched(&asked, Some(&path), 1, UNLIMITED).is_ok());
}
