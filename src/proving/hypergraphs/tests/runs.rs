//! Threads, memory, and searches that are stopped and resumed.

mod common;

use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use common::{in_a_row, lines, polyomino};
use proof::{CheckpointError, Control, Outcome, Question, SearchError};
use retrograph_hypergraphs::{Game, Options, Rule};
use retrograph_judge::hypergraphs::check_proof;

fn game(rule: Rule, text: &str) -> Game {
    Game::new(rule, text, &Options::default()).unwrap()
}

/// Games whose searches take some thousand positions.
fn games() -> [Game; 4] {
    let square = [(0, 0), (0, 1), (1, 0), (1, 1)];
    let straight = [(0, 0), (0, 1), (0, 2), (0, 3)];
    [
        game(Rule::MakerBreaker, &polyomino(&square, 6)),
        game(Rule::Strong, &polyomino(&straight, 7)),
        // White does not lose.
        game(Rule::Strong, &in_a_row(6, 5)),
        game(Rule::Strong, &lines(3, 3)),
    ]
}

fn accepted(game: &Game, outcome: &Outcome) {
    let claim = check_proof(outcome.proof.as_ref().expect("there is a proof")).unwrap();
    assert_eq!(claim.sentence(), outcome.sentence);
    assert_eq!(claim.game, game.name());
}

#[test]
fn memory_changes_no_byte_and_threads_no_answer() {
    for game in games() {
        let one = game.answer(&Control::quiet(1 << 27, 1)).unwrap();
        accepted(&game, &one);
        let more = game.answer(&Control::quiet(1 << 30, 1)).unwrap();
        assert_eq!(one.proof, more.proof);
        for threads in [2, 3, 5] {
            let several = game.answer(&Control::quiet(1 << 29, threads)).unwrap();
            accepted(&game, &several);
            assert_eq!(several.sentence, one.sentence);
        }
    }
}

#[test]
fn too_little_memory_is_said_with_a_figure() {
    for game in &games()[..3] {
        for allowed in [1 << 20, 17 << 20, 33 << 20] {
            match game.answer(&Control::quiet(allowed, 1)) {
                Err(SearchError::Memory { needs, allowed: said }) => assert!(said == allowed && needs > allowed),
                Ok(outcome) => accepted(game, &outcome),
                Err(error) => panic!("{error}"),
            }
        }
        assert!(game.answer(&Control::quiet(1 << 20, 1)).is_err());
    }
}

#[test]
fn stopped_and_resumed_until_it_is_done() {
    let folder = tempfile::tempdir().unwrap();
    for (number, game) in games()[..3].iter().enumerate() {
        let path = folder.path().join(format!("{number}.state"));
        let mut stops: u64 = 0;
        let outcome = loop {
            // What is half done begins anew: each run gets somewhat further.
            let asked = AtomicU64::new(0);
            let watch = |_: &proof::Progress| asked.fetch_add(1, Relaxed) >= 2 + stops;
            let control = Control {
                checkpoint: Some(path.clone()),
                interval: Duration::ZERO,
                watch: &watch,
                ..Control::quiet(1 << 28, 1)
            };
            match game.answer(&control) {
                Ok(outcome) => break outcome,
                Err(SearchError::Stopped(_)) => stops += 1,
                Err(error) => panic!("{error}"),
            }
            assert!(stops < 500);
        };
        assert!(stops > 1, "{stops}");
        accepted(game, &outcome);
        let whole = game.answer(&Control::quiet(1 << 28, 1)).unwrap();
        assert!(number < 2 || outcome.proof == whole.proof, "White's search begins anew");
        // The state belongs to this game alone.
        let other = &games()[(number + 1) % 3];
        let control = Control {
            checkpoint: Some(path),
            ..Control::quiet(1 << 28, 1)
        };
        let refused = other.answer(&control);
        assert!(
            matches!(refused, Err(SearchError::Checkpoint(CheckpointError::Other { .. }))),
            "{refused:?}"
        );
    }
}

#[test]
fn a_search_without_a_proof_gives_the_same_answer() {
    let seen = Cell::new(0);
    for game in games() {
        let control = Control {
            proof: false,
            ..Control::quiet(1 << 28, 1)
        };
        let outcome = game.answer(&control).unwrap();
        assert!(outcome.proof.is_none() && outcome.is_proved);
        seen.set(seen.get() + outcome.progress.nodes);
    }
    assert!(seen.get() > 1000, "{seen:?}");
}
