//! Proofs changed in many ways: rejected, or true all the same by brute force. Nothing makes the checker panic.

mod common;

use base::random::SplitMix64;
use common::Small;
use proof::{Control, Question};
use retrograph_hypergraphs::{Game, Options, Rule};
use retrograph_judge::hypergraphs::{Claim, check_proof};
use retrograph_judge::proof::{ProofError, check};

/// A proof taken apart: words and values of the head, and the body.
#[derive(Clone)]
struct Parts {
    head: Vec<(String, String)>,
    body: Vec<u8>,
}

impl Parts {
    fn of(file: &[u8]) -> Self {
        let opened = proof::open(file).unwrap();
        Self {
            head: opened.head,
            body: opened.body,
        }
    }

    /// Where the board's text ends.
    fn board(&self) -> usize {
        4 + u32::from_le_bytes(self.body[..4].try_into().unwrap()) as usize
    }

    fn sealed(&self) -> Vec<u8> {
        let lines = self.head.iter().map(|(word, value)| format!("{word} {value}\n"));
        let head: String = lines.chain([format!("bytes {}\n", self.body.len())]).collect();
        proof::seal_as_it_is(&head, &self.body).unwrap()
    }

    fn value(&mut self, word: &str) -> &mut String {
        let line = self.head.iter_mut().find(|(found, _)| found == word);
        &mut line.unwrap().1
    }
}

/// Games with proofs that have some nodes, and the proofs.
fn proved(rule: Rule, random: &mut SplitMix64, count: usize) -> Vec<(Small, Vec<u8>)> {
    let mut found = Vec::new();
    while found.len() < count {
        let small = Small::random(random, 8);
        let options = Options {
            first_begins: Some(random.below(2) == 0),
            moves: (rule == Rule::MakerBreaker && random.below(3) == 0).then_some(3),
            ..Options::default()
        };
        let Ok(game) = Game::new(rule, &small.text(), &options) else {
            continue;
        };
        let Some(file) = game.answer(&Control::quiet(1 << 27, 1)).unwrap().proof else {
            continue;
        };
        if check_proof(&file).unwrap().nodes > 2 {
            found.push((small, file));
        }
    }
    found
}

fn is_true(small: &Small, claim: &Claim) -> bool {
    match claim.rule {
        retrograph_judge::hypergraphs::Rule::MakerBreaker => small.maker_wins_in(&claim.turns) == claim.first_wins,
        retrograph_judge::hypergraphs::Rule::Strong => {
            small.black_wins(claim.turns.starts_with('B')) == claim.first_wins
        }
    }
}

fn changed(whole: &Parts, random: &mut SplitMix64) -> Parts {
    let mut parts = whole.clone();
    match random.below(6) {
        0 => {
            let turns = parts.value("turns");
            let at = random.below(turns.len());
            let letter = match &turns[at..=at] {
                "M" => "B",
                "B" if turns.contains('W') => "W",
                "B" => "M",
                _ => "B",
            };
            turns.replace_range(at..=at, letter);
        }
        1 => {
            let winner = parts.value("winner");
            *winner = match &winner[..] {
                "Maker" => "Breaker",
                "Breaker" => "Maker",
                "Black" => "not-Black",
                _ => "Black",
            }
            .into();
        }
        _ => {
            let board = parts.board();
            for _ in 0..=random.below(2) {
                let at = board + random.below(parts.body.len() - board);
                parts.body[at] = match random.below(2) {
                    0 => parts.body[at] ^ 1 << random.below(8),
                    _ => random.below(10) as u8,
                };
            }
        }
    }
    parts
}

#[test]
fn changed_proofs_are_rejected_or_true() {
    for (rule, least) in [(Rule::MakerBreaker, 250), (Rule::Strong, 250)] {
        let mut random = SplitMix64::new(3);
        let (mut rejected, mut accepted, mut same) = (0, 0, 0);
        for (small, file) in proved(rule, &mut random, 8) {
            let whole = Parts::of(&file);
            for _ in 0..50 {
                let parts = changed(&whole, &mut random);
                match check_proof(&parts.sealed()) {
                    Ok(claim) => {
                        assert!(is_true(&small, &claim), "{}{claim:?}", small.text());
                        accepted += 1;
                        same += usize::from(parts.body == whole.body);
                    }
                    Err(_) => rejected += 1,
                }
            }
        }
        assert!(
            rejected > least && accepted > same && accepted > 10,
            "{rejected} {accepted} {same}"
        );
    }
}

#[test]
fn another_board_is_not_the_one_of_the_name() {
    let mut random = SplitMix64::new(4);
    for rule in Rule::ALL {
        let files = proved(rule, &mut random, 2);
        let (mut one, other) = (Parts::of(&files[0].1), Parts::of(&files[1].1));
        let board = one.board();
        one.body[board - 2] ^= 1;
        assert!(matches!(check(&one.sealed(), 1), Err(ProofError::Claim { .. })));
        let mut named = other.clone();
        *named.value("game") = Parts::of(&files[0].1).value("game").clone();
        assert!(matches!(check(&named.sealed(), 1), Err(ProofError::Claim { .. })));
        for (word, value) in [
            ("elements", "0"),
            ("elements", "129"),
            ("stones", "99"),
            ("turns", "MBX"),
            ("turns", "BWMB"),
            ("winner", "White"),
            ("winner", "Green"),
            ("game", "strong:file=0"),
            ("maps", "-1"),
            ("nodes", "x"),
        ] {
            let mut parts = other.clone();
            *parts.value(word) = value.into();
            assert!(
                matches!(check(&parts.sealed(), 1), Err(ProofError::Head { .. })),
                "{word} {value}"
            );
        }
        for word in ["sets", "maps", "nodes", "replies", "elements", "stones"] {
            let mut parts = other.clone();
            let count: u64 = parts.value(word).parse().unwrap();
            *parts.value(word) = (count + 1).to_string();
            assert!(check(&parts.sealed(), 1).is_err(), "{word}");
            *parts.value(word) = "18446744073709551615".into();
            assert!(check(&parts.sealed(), 1).is_err(), "{word}");
        }
    }
}

#[test]
fn any_bytes_are_refused_without_panic() {
    let mut random = SplitMix64::new(5);
    for rule in Rule::ALL {
        for (_, file) in proved(rule, &mut random, 4) {
            let whole = Parts::of(&file);
            for turn in 0..100 {
                let mut parts = whole.clone();
                let board = parts.board();
                if turn % 2 == 0 {
                    let length = random.below(300);
                    parts.body.truncate(board);
                    parts.body.extend((0..length).map(|_| random.below(12) as u8));
                }
                for _ in 0..random.below(4) {
                    let at = random.below(parts.body.len());
                    parts.body[at] = random.below(256) as u8;
                }
                parts.body.truncate(random.below(2 * parts.body.len() + 1));
                for word in ["maps", "nodes", "replies"] {
                    if random.below(4) == 0 {
                        *parts.value(word) = random.below(40).to_string();
                    }
                }
                let _ = check(&parts.sealed(), 1 + turn % 3);
            }
        }
    }
}
