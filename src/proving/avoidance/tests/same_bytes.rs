//! The same proof whatever threads, memory and interruptions.

mod common;

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use common::{control, proof};
use proof::{Control, Question, SearchError};
use retrograph_avoidance::{Avoidance, Wanted};

const ORDER: usize = if cfg!(debug_assertions) { 9 } else { 11 };

#[test]
fn threads_and_memory_do_not_change_a_proof() {
    let expected = proof("triangle", ORDER);
    let question = Avoidance::new("triangle", ORDER, Wanted::Winner).unwrap();
    for (memory, threads) in [(52 << 20, 1), (52 << 20, 3), (256 << 20, 2)] {
        let outcome = question.answer(&control(memory, threads, true)).unwrap();
        assert_eq!(outcome.proof.as_ref(), Some(&expected), "{memory} {threads}");
    }
}

#[test]
fn a_search_stopped_again_and_again_ends_in_the_same_proof() {
    let expected = proof("triangle", ORDER);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("state");
    let question = Avoidance::new("triangle", ORDER, Wanted::Winner).unwrap();
    let mut stops = 0;
    let done = loop {
        let looks = AtomicU64::new(0);
        let watch = |_: &proof::Progress| looks.fetch_add(1, Relaxed) == 1;
        let control = Control {
            checkpoint: Some(path.clone()),
            interval: std::time::Duration::ZERO,
            watch: &watch,
            ..control(64 << 20, 2, false)
        };
        match question.answer(&control) {
            Ok(_) => break true,
            Err(SearchError::Stopped(_)) => stops += 1,
            Err(error) => panic!("{error}"),
        }
        assert!(path.exists());
        if stops == 50 {
            break false;
        }
    };
    assert!(stops > 0 || done);
    let control = Control {
        checkpoint: Some(path),
        ..control(64 << 20, 1, true)
    };
    assert_eq!(question.answer(&control).unwrap().proof, Some(expected));
}

#[test]
fn too_little_memory_is_said() {
    let question = Avoidance::new("triangle", ORDER, Wanted::Winner).unwrap();
    for proof in [false, true] {
        let answer = question.answer(&control(1 << 20, 1, proof));
        assert!(matches!(answer, Err(SearchError::Memory { needs, .. }) if needs > 1 << 20));
    }
}
