//! Checkpoints whose content was written by somebody else, with words and checksums that fit: no wrong answer, no
//! panic, and an end.

use std::fs;
use std::io::Read;
use std::path::Path;
use std::time::Duration;

use avoidance::{Avoidance, Wanted};
use base::random::SplitMix64;
use maker_breaker::Player;
use proof::{CheckpointError, Control, Keeping, Outcome, Question, SearchError};
use retrograph_judge::proof::check;
use strong_games::Boards;

/// A question, and the number of its family's form.
struct Asked {
    question: Box<dyn Question>,
    form: u32,
}

/// Searches that take long enough to write their state down.
fn questions() -> Vec<Asked> {
    let avoidance = |game: &str, n: usize, wanted| Asked {
        question: Box::new(Avoidance::new(game, n, wanted).unwrap()),
        form: 3,
    };
    let maker_breaker = |name: &str, n: usize| Asked {
        question: Box::new(maker_breaker::Game::new(name, n, Player::Breaker).unwrap()),
        form: 1,
    };
    let online = |name: &str| Asked {
        question: Box::new(online_ramsey::Game::new(name).unwrap()),
        form: 1,
    };
    let strong = |name: &str, boards| Asked {
        question: Box::new(strong_games::Game::new(name, boards, None).unwrap()),
        form: 1,
    };
    let from_file = |rule, text: &str| Asked {
        question: Box::new(hypergraphs::Game::new(rule, text, &hypergraphs::Options::default()).unwrap()),
        form: 1,
    };
    vec![
        from_file(hypergraphs::Rule::MakerBreaker, &in_a_row(4, 5, 4, 4)),
        from_file(hypergraphs::Rule::Strong, &in_a_row(7, 7, 4, 2)),
        avoidance("triangle", 11, Wanted::Winner),
        avoidance("triangle", 11, Wanted::Grundy),
        avoidance("avoid:C4", 10, Wanted::Winner),
        avoidance("avoid:K3+C5", 10, Wanted::Winner),
        maker_breaker("maker-breaker:hamilton-cycle", 7),
        maker_breaker("maker-breaker:hamilton-path:0-1", 7),
        maker_breaker("maker-breaker:hamilton-connected", 7),
        online("online-ramsey:K3,C4"),
        online("online-ramsey:C4,C4"),
        online("online-ramsey:K3,diamond"),
        strong("ramsey-achieve:B3", Boards::From(9)),
        strong("ramsey-achieve:K2,3", Boards::From(8)),
    ]
}

/// A board with so many rows and columns; winning sets have so many cells in a row, in so many directions.
fn in_a_row(rows: i32, columns: i32, length: i32, ways: usize) -> String {
    let cells: Vec<(i32, i32)> = (0..rows).flat_map(|x| (0..columns).map(move |y| (x, y))).collect();
    let name = |(x, y): &(i32, i32)| format!("{x},{y}");
    let mut text = format!(
        "#positions\n{}\n#blackwins\n",
        cells.iter().map(name).collect::<Vec<_>>().join(" ")
    );
    for &(x, y) in &cells {
        for (right, down) in [(0, 1), (1, 0), (1, 1), (1, -1)].into_iter().take(ways) {
            let line: Vec<(i32, i32)> = (0..length).map(|step| (x + step * right, y + step * down)).collect();
            if line.iter().all(|cell| cells.contains(cell)) {
                text += &(line.iter().map(name).collect::<Vec<_>>().join(" ") + "\n");
            }
        }
    }
    text
}

fn answer(asked: &Asked, path: Option<&Path>, proof: bool) -> Result<Outcome, SearchError> {
    asked.question.answer(&Control {
        proof,
        checkpoint: path.map(Path::to_path_buf),
        interval: Duration::ZERO,
        ..Control::quiet(1 << 27, 1)
    })
}

fn keeping(asked: &Asked, path: &Path) -> Keeping {
    Keeping::new(path, asked.question.words(), asked.form, Duration::ZERO)
}

/// The last state that a whole search has written, without its words; and the answer.
fn state(asked: &Asked, path: &Path) -> (Option<Vec<u8>>, String) {
    let _ = fs::remove_file(path);
    let outcome = answer(asked, Some(path), false).unwrap();
    let mut bytes = Vec::new();
    let reader = keeping(asked, path).read().unwrap();
    let has_state = reader.map(|mut reader| reader.read_to_end(&mut bytes).unwrap());
    (has_state.map(|_| bytes), outcome.sentence)
}

/// How a search from a forged state has ended.
#[derive(Debug, PartialEq, Eq)]
enum End {
    Right,
    /// That nothing is proved is true of strong games, whoever wins.
    NotProved,
    Refused,
}

fn judge(asked: &Asked, path: &Path, body: &[u8], proof: bool, truth: &str, how: &str) -> End {
    keeping(asked, path).write(|out| out.write_all(body)).unwrap();
    match answer(asked, Some(path), proof) {
        Ok(outcome) if !outcome.is_proved => End::NotProved,
        Ok(outcome) => match &outcome.proof {
            // As `prove` does before it writes a proof that comes from a checkpoint.
            Some(proof) if check(proof, 1).is_err() => End::Refused,
            _ => {
                assert_eq!(outcome.sentence, truth, "{how}");
                End::Right
            }
        },
        Err(SearchError::Checkpoint(CheckpointError::Damaged { .. } | CheckpointError::Contradicts { .. })) => {
            End::Refused
        }
        // A number of bytes may be forged, too.
        Err(SearchError::Memory { .. }) => End::Refused,
        Err(error) => panic!("{how}: {error}"),
    }
}

#[test]
fn the_state_of_another_search_gives_no_wrong_answer() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("state");
    let all = questions();
    let states: Vec<_> = all.iter().map(|asked| state(asked, &path)).collect();
    let written = states.iter().filter(|(body, _)| body.is_some()).count();
    assert!(written > 6, "{written} states");
    let (mut refused, mut right) = (0, 0);
    for (asked, (_, truth)) in all.iter().zip(&states) {
        for (other, (body, _)) in all.iter().zip(&states) {
            let Some(body) = body else { continue };
            for proof in [false, true] {
                let how = format!(
                    "{} with the state of {}",
                    asked.question.words(),
                    other.question.words()
                );
                match judge(asked, &path, body, proof, truth, &how) {
                    End::Refused => refused += 1,
                    _ => right += 1,
                }
            }
        }
    }
    println!("refused {refused}, right {right}");
    assert!(refused > 100 && right > 20, "refused {refused}, right {right}");
}

/// Changes bytes of a state, mostly where it says something.
fn changed(body: &[u8], random: &mut SplitMix64) -> Vec<u8> {
    let mut body = body.to_vec();
    let reported: Vec<usize> = (0..body.len()).filter(|&at| body[at] != 0).collect();
    let count = [1, 3, 30, 1000][random.below(4)];
    for _ in 0..count {
        let at = reported[random.below(reported.len())];
        match random.below(4) {
            0 => body[at] ^= 1 << random.below(8),
            1 => body[at] = random.below(256) as u8,
            2 => body[at] = 255,
            _ => {
                let from = reported[random.below(reported.len())];
                let length = [1, 8, 16, 18, 24][random.below(5)].min(body.len() - at.max(from));
                body.copy_within(from..from + length, at);
            }
        }
    }
    match random.below(8) {
        0 => body.truncate(random.below(body.len())),
        1 => body.extend_from_within(..random.below(64)),
        _ => {}
    }
    body
}

#[test]
fn changed_states_give_no_wrong_answer() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("state");
    let mut random = SplitMix64::new(9);
    let (mut refused, mut right, mut not_proved) = (0, 0, 0);
    for asked in questions() {
        let (Some(body), truth) = state(&asked, &path) else {
            continue;
        };
        for number in 0..16 {
            let changed = changed(&body, &mut random);
            let how = format!("{}, change {number}", asked.question.words());
            match judge(&asked, &path, &changed, number % 2 == 1, &truth, &how) {
                End::Right => right += 1,
                End::NotProved => not_proved += 1,
                End::Refused => refused += 1,
            }
        }
    }
    println!("refused {refused}, right {right}, not proved {not_proved}");
    assert!(
        refused > 40 && right > 15,
        "refused {refused}, right {right}, not proved {not_proved}"
    );
}
