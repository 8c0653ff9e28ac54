//! The same bytes whatever threads, memory and interruptions.

mod common;

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use common::{bounds, committed, control, game};
use proof::{Control, Question, SearchError};
use retrograph_online_ramsey::Game;

#[test]
fn threads_and_memory_change_no_byte() {
    let path = game("C4,P8").vertices(9).unwrap().rounds(14).unwrap();
    let lists = committed("K3,K5", 16, "none");
    let chosen = game("K3,K4").rounds(14).unwrap();
    let committed = [
        committed("K3,K5", 19, "K3"),
        committed("K4,K4", 18, "K3"),
        committed("K3,K3,K3", 12, "K3"),
    ];
    let games = [game("K3,C4"), game("C4,C4"), game("P3,P3,P3"), lists, path, chosen];
    for game in games.into_iter().chain(committed) {
        let expected = game.answer(&control(1, 1 << 30)).unwrap().proof.unwrap();
        for (threads, memory) in [(2, 1 << 30), (3, 1 << 26), (1, 1 << 19), (4, 1 << 20)] {
            let found = game.answer(&control(threads, memory)).unwrap().proof.unwrap();
            assert!(
                found == expected,
                "{} with {threads} threads and {memory} bytes",
                game.name()
            );
        }
    }
}

/// Stops the search when it has asked `most` times whether to stop, and resumes it, until it ends.
fn resumes(game: &Game, most: usize, folder: &std::path::Path) {
    let expected = game.answer(&control(1, 1 << 30)).unwrap();
    for threads in [1, 2] {
        let path = folder.join(format!("state-{threads}"));
        let (mut stops, mut nodes) = (0, Vec::new());
        let found = loop {
            let asked = AtomicUsize::new(0);
            // What is written then is not kept.
            let is_search = |progress: &proof::Progress| progress.detail.contains("rounds");
            let stop = |progress: &proof::Progress| is_search(progress) && asked.fetch_add(1, Relaxed) > most;
            let control = Control {
                checkpoint: Some(path.clone()),
                interval: std::time::Duration::from_millis(1),
                watch: &stop,
                ..control(threads, 1 << 30)
            };
            match game.answer(&control) {
                Ok(outcome) => break outcome,
                Err(SearchError::Stopped(progress)) => {
                    stops += 1;
                    nodes.push(progress.entries);
                }
                Err(error) => panic!("{error}"),
            }
            assert!(stops < 200);
        };
        assert!(stops >= 3, "{stops}");
        assert!(nodes.windows(2).all(|pair| pair[0] <= pair[1]), "{nodes:?}");
        assert!(found.proof == expected.proof);
    }
}

#[test]
fn a_search_that_was_stopped_resumes() {
    let folder = tempfile::tempdir().unwrap();
    resumes(&game("K3,diamond"), 8, folder.path());
    // Another game does not take the state.
    let other = Control {
        checkpoint: Some(folder.path().join("state-1")),
        ..control(1, 1 << 30)
    };
    assert!(matches!(game("K3,K4").answer(&other), Err(SearchError::Checkpoint(_))));
}

#[test]
fn a_search_for_joined_paths_resumes() {
    let folder = tempfile::tempdir().unwrap();
    let path = game("C4,P9").vertices(10).unwrap().rounds(16).unwrap();
    resumes(&path, 40, folder.path());
}

#[test]
fn a_search_for_a_committed_painter_resumes() {
    let folder = tempfile::tempdir().unwrap();
    resumes(&committed("K3,K4", 15, "K3+S3"), 0, folder.path());
}

#[test]
fn a_search_that_is_stopped_gives_its_bound() {
    let asked = AtomicUsize::new(0);
    let stop = |_: &proof::Progress| asked.fetch_add(1, Relaxed) > 20;
    let control = Control {
        watch: &stop,
        ..control(1, 1 << 30)
    };
    let outcome = game("K3,diamond").partial().answer(&control).unwrap();
    let (builder, painter) = bounds(&outcome);
    assert_eq!(builder, None);
    assert!((5..12).contains(&painter.unwrap()), "{painter:?}");
    assert!(outcome.sentence.contains("at least"), "{}", outcome.sentence);
}

/// Too little memory for the proof ends a search with that error, and enough gives the same bytes.
#[test]
fn small_memory_gives_the_proof_or_its_error() {
    let [refused, proved] = gives_the_proof_or_its_error(&committed("K3,K4", 15, "none"));
    assert!(refused > 0 && proved > 0, "{refused} {proved}");
    // So few positions need no more.
    assert_eq!(gives_the_proof_or_its_error(&committed("K3,K4", 14, "K3+S3")), [0, 6]);
}

fn gives_the_proof_or_its_error(game: &Game) -> [usize; 2] {
    let expected = game.answer(&control(1, 1 << 30)).unwrap().proof.unwrap();
    let (mut refused, mut proved) = (0, 0);
    for memory in [1 << 19, 1 << 20, 1 << 21, 1 << 22, 1 << 23, 1 << 24] {
        match game.answer(&control(1, memory)) {
            Ok(outcome) => {
                proved += 1;
                assert!(outcome.proof.unwrap() == expected, "{memory}");
            }
            Err(SearchError::Memory { needs, allowed }) => {
                refused += 1;
                assert!(allowed == memory && needs > allowed, "{needs} {allowed}");
            }
            Err(error) => panic!("{error}"),
        }
    }
    [refused, proved]
}
