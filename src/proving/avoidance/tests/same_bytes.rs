//! The same proof with one thread; with several, or after interruptions, one that is right.

mod common;

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use common::{control, kept, proof};
use proof::{Control, Question, SearchError};
use retrograph_avoidance::{Avoidance, Wanted};
use retrograph_judge::proof::check;

const ORDER: usize = if cfg!(debug_assertions) { 9 } else { 11 };

/// The files were made on another machine.
#[test]
fn with_one_thread_memory_does_not_change_a_proof() {
    for n in 9..=ORDER {
        let expected = kept(&format!("triangle-{n}.proof"));
        let question = Avoidance::new("triangle", n, Wanted::Winner).unwrap();
        for memory in [64 << 20, 256 << 20] {
            let outcome = question.answer(&control(memory, 1, true)).unwrap();
            assert!(outcome.proof.as_ref() == Some(&expected), "{n} {memory}");
        }
    }
}

/// What the table holds at the end, and with it the choice among replies, depends on the order in which threads come.
#[test]
fn with_several_threads_a_proof_is_right() {
    let question = Avoidance::new("triangle", ORDER, Wanted::Winner).unwrap();
    for (memory, threads) in [(64 << 20, 2), (64 << 20, 3), (256 << 20, 5)] {
        let outcome = question.answer(&control(memory, threads, true)).unwrap();
        let proved = check(&outcome.proof.unwrap(), threads).unwrap();
        assert_eq!(proved.sentence, outcome.sentence);
    }
}

#[test]
fn a_search_stopped_again_and_again_ends_in_a_proof() {
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
    let outcome = question.answer(&control).unwrap();
    let proved = check(&outcome.proof.unwrap(), 1).unwrap();
    assert_eq!(proved.sentence, outcome.sentence);
    assert_eq!(proved.sentence, check(&proof("triangle", ORDER), 1).unwrap().sentence);
}

#[test]
fn too_little_memory_is_said() {
    let question = Avoidance::new("triangle", ORDER, Wanted::Winner).unwrap();
    for proof in [false, true] {
        let answer = question.answer(&control(1 << 20, 1, proof));
        assert!(matches!(answer, Err(SearchError::Memory { needs, .. }) if needs > 1 << 20));
    }
}
