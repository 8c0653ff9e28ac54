//! A search that is stopped and resumed, whenever and however often, writes the proof of one that is not; damaged and
//! foreign checkpoints are refused.

mod common;

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use base::random::SplitMix64;
use proof::{CheckpointError, Control, Keeping, Outcome, Question, SearchError};
use retrograph_strong_games::{Boards, Game};

fn searched(game: &Game, path: Option<&Path>, threads: usize, looks: u64) -> Result<Outcome, SearchError> {
    let left = AtomicU64::new(looks);
    let control = Control {
        checkpoint: path.map(Path::to_path_buf),
        interval: std::time::Duration::from_millis(20),
        watch: &|_| left.fetch_sub(1, Ordering::Relaxed) <= 1,
        ..Control::quiet(4 << 30, threads)
    };
    game.answer(&control)
}

fn book() -> Game {
    Game::new("ramsey-achieve:B3", Boards::From(9), None).unwrap()
}

#[test]
fn stopped_and_resumed_until_it_is_done() {
    let folder = tempfile::tempdir().unwrap();
    let expected = common::proved("B3", Boards::From(9), None);
    for (name, looks, threads) in [("often", 1, 1), ("seldom", 3, 2)] {
        let path = folder.path().join(name);
        let mut stops = 0;
        let found = loop {
            match searched(&book(), Some(&path), threads, looks) {
                Ok(found) => break found,
                Err(SearchError::Stopped(_)) => stops += 1,
                Err(error) => panic!("{error}"),
            }
            // Writing the proof asks too, and is not kept.
            if stops > 8 {
                break searched(&book(), Some(&path), threads, u64::MAX).unwrap();
            }
        };
        assert!(found.proof == expected, "{name}");
        assert!(stops > 1, "{name}: {stops} stops");
    }
    assert_eq!(
        fs::read_dir(folder.path()).unwrap().count(),
        2,
        "nothing but checkpoints"
    );
}

#[test]
fn checkpoints_of_something_else_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("state");
    let stopped = searched(&book(), Some(&path), 1, 1);
    assert!(matches!(stopped, Err(SearchError::Stopped(_))), "{stopped:?}");
    for other in [
        Game::new("ramsey-achieve:B3", Boards::From(10), None).unwrap(),
        Game::new("ramsey-achieve:B3", Boards::From(9), Some(17)).unwrap(),
        Game::new("ramsey-achieve:K4", Boards::From(9), None).unwrap(),
    ] {
        let refused = searched(&other, Some(&path), 1, u64::MAX);
        let is_other = |error: &SearchError| matches!(error, SearchError::Checkpoint(CheckpointError::Other { .. }));
        assert!(refused.as_ref().is_err_and(is_other), "{refused:?}");
    }
    let sound = fs::read(&path).unwrap();
    let mut random = SplitMix64::new(1);
    for _ in 0..60 {
        let mut file = sound.clone();
        let at = random.below(file.len());
        match random.below(2) {
            0 => file[at] ^= 1 << random.below(8),
            _ => file.truncate(at),
        }
        fs::write(&path, &file).unwrap();
        let refused = searched(&book(), Some(&path), 1, u64::MAX);
        assert!(matches!(refused, Err(SearchError::Checkpoint(_))), "{refused:?}");
    }
}

/// Files with the right words and checksum, and any bytes within.
#[test]
fn states_of_no_search_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("state");
    let mut random = SplitMix64::new(2);
    for _ in 0..60 {
        let bytes: Vec<u8> = (0..33 + random.below(300)).map(|_| random.below(256) as u8).collect();
        let keeping = Keeping::new(&path, book().words(), 1, std::time::Duration::MAX);
        keeping.write(|out| out.write_all(&bytes)).unwrap();
        let refused = searched(&book(), Some(&path), 1, u64::MAX);
        let is_damaged =
            |error: &SearchError| matches!(error, SearchError::Checkpoint(CheckpointError::Damaged { .. }));
        assert!(refused.as_ref().is_err_and(is_damaged), "{refused:?}");
    }
}
