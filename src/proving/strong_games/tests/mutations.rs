//! Proofs changed in many ways: rejected, or true all the same by another check. Nothing makes the checker panic.

mod common;

use base::random::SplitMix64;
use common::proved;
use common::replay::{self, Replay};
use retrograph_judge::proof::{ProofError, check};
use retrograph_strong_games::{Boards, proof_player};

/// A proof taken apart: values of the head's first three lines, and the entries.
#[derive(Clone)]
struct Parts {
    head: [String; 3],
    entries: Vec<Entry>,
}

#[derive(Clone)]
struct Entry {
    /// Red edges, then as many green ones, then the move.
    edges: Vec<[u8; 2]>,
    lines: Vec<Vec<[u8; 2]>>,
}

impl Parts {
    fn of(proof: &[u8]) -> Self {
        let opened = proof::open(proof).unwrap();
        let head = ["game", "boards", "moves"].map(|word| opened.value(word).unwrap().to_owned());
        let mut rest = &opened.body[..];
        let mut take = |count: usize| {
            let (taken, after) = rest.split_at(count);
            rest = after;
            taken.to_vec()
        };
        let entries: usize = opened.value("entries").unwrap().parse().unwrap();
        let pairs = |bytes: Vec<u8>| bytes.chunks(2).map(|pair| [pair[0], pair[1]]).collect::<Vec<_>>();
        let entries = (0..entries).map(|_| {
            let counts = take(2);
            let edges = pairs(take(2 * (usize::from(counts[0]) + usize::from(counts[1]) + 1)));
            let count = take(2);
            let lines = (0..u16::from_le_bytes([count[0], count[1]])).map(|_| {
                let length = take(1)[0];
                pairs(take(2 * usize::from(length)))
            });
            Entry {
                edges,
                lines: lines.collect(),
            }
        });
        let entries = entries.collect();
        assert!(rest.is_empty());
        Self { head, entries }
    }

    /// Sealed again, with counts and checksum that fit.
    fn sealed(&self) -> Vec<u8> {
        let mut body = Vec::new();
        for Entry { edges, lines } in &self.entries {
            let half = (edges.len() / 2) as u8;
            body.extend([half, half]);
            body.extend(edges.iter().flatten());
            body.extend((lines.len() as u16).to_le_bytes());
            for line in lines {
                body.push(line.len() as u8);
                body.extend(line.iter().flatten());
            }
        }
        let lines: usize = self.entries.iter().map(|entry| entry.lines.len()).sum();
        let counts = [self.entries.len(), lines, body.len()].map(|count| count.to_string());
        let keys = ["game", "boards", "moves", "entries", "lines", "bytes"];
        let values = self.head.iter().chain(&counts);
        let head: String = keys
            .iter()
            .zip(values)
            .map(|(key, value)| format!("{key} {value}\n"))
            .collect();
        seal(&head, &body)
    }
}

fn seal(head: &str, body: &[u8]) -> Vec<u8> {
    proof::seal_as_it_is(head, body).unwrap()
}

#[test]
fn proofs_are_taken_apart_and_sealed_again() {
    let proof = proved("B3", Boards::From(9), None).unwrap();
    let again = Parts::of(&proof).sealed();
    assert_eq!(check(&again, 1), check(&proof, 1));
    assert!(check(&again, 1).is_ok());
}

/// A proof changed in one place, and whether what is changed was needed.
fn changed(whole: &Parts, turn: usize, rng: &mut SplitMix64) -> (Parts, bool) {
    let mut parts = whole.clone();
    let at = rng.below(parts.entries.len());
    let entry = &mut parts.entries[at];
    let is_needed = match turn % 5 {
        // Every entry was met by the strategy, so none can be missing.
        0 => {
            parts.entries.remove(at);
            true
        }
        // A colour changes sides: another position, and the one before is missing.
        1 if entry.edges.len() > 1 => {
            let half = entry.edges.len() / 2;
            let (red, green) = (rng.below(half), half + rng.below(half));
            entry.edges.swap(red, green);
            false
        }
        // A move that may be as good.
        2 => {
            let last = entry.edges.len() - 1;
            entry.edges[last] = [rng.below(9) as u8, rng.below(9) as u8];
            false
        }
        // All lines of the entry go.
        3 => {
            let had = !entry.lines.is_empty();
            entry.lines.clear();
            had
        }
        _ => {
            match entry.lines.is_empty() {
                true => drop(parts.entries.remove(at)),
                false => {
                    let line = rng.below(entry.lines.len());
                    let step = rng.below(entry.lines[line].len());
                    entry.lines[line][step][0] ^= 1 + rng.below(7) as u8;
                }
            }
            false
        }
    };
    (parts, is_needed)
}

/// Whether Red wins all games on a board of so many vertices when she plays by the entries.
fn wins(parts: &Parts, target: &[(usize, usize)], n: usize) -> bool {
    let entry = |entry: &Entry| {
        let half = entry.edges.len() / 2;
        replay::Entry {
            red: entry.edges[..half].to_vec(),
            green: entry.edges[half..2 * half].to_vec(),
            step: entry.edges[2 * half],
            lines: entry.lines.clone(),
        }
    };
    let entries: Vec<_> = parts.entries.iter().map(entry).collect();
    Replay::new(target, n, parts.head[2].parse().unwrap(), &entries).wins()
}

/// A game, the edges of its graph, and the numbers of vertices on which it is played out.
type Row<'a> = (&'a str, Boards, &'a [(usize, usize)], &'a [usize]);

/// What is accepted says the same as before, and is true: Red wins every game on the boards tried, played from the
/// definition; the book of three triangles, whose boards are too large for that, against a Green who plays at random.
#[test]
fn changed_proofs_are_rejected_or_true() {
    let (mut rejected, mut accepted, mut refuted) = (0, 0, 0);
    let c4 = [(0, 1), (1, 2), (2, 3), (0, 3)];
    let diamond = [(0, 1), (0, 2), (1, 2), (0, 3), (1, 3)];
    let p4 = [(0, 1), (1, 2), (2, 3)];
    let k3 = [(0, 1), (0, 2), (1, 2)];
    let rows: [Row; 6] = [
        ("B3", Boards::From(9), &[], &[]),
        ("diamond", Boards::Order(6), &diamond, &[6]),
        ("C4", Boards::Order(6), &c4, &[6]),
        ("P4", Boards::Order(5), &p4, &[5]),
        ("K3", Boards::Order(5), &k3, &[5]),
        ("K3", Boards::From(5), &k3, &[5, 6]),
    ];
    for (target, boards, edges, orders) in rows {
        let proof = proved(target, boards, None).unwrap();
        let whole = Parts::of(&proof);
        let sentence = check(&proof, 1).unwrap().sentence;
        let is_won = |parts: &Parts| orders.iter().all(|&n| wins(parts, edges, n));
        assert!(is_won(&whole), "{target}");
        let mut rng = SplitMix64::new(1);
        for turn in 0..200 {
            let (parts, is_needed) = changed(&whole, turn, &mut rng);
            let file = parts.sealed();
            match check(&file, 1) {
                Err(ProofError::Entry { .. } | ProofError::Claim { .. }) => {
                    rejected += 1;
                    // A few of them, for the time it takes: the games distinguish wrong proofs from right ones.
                    refuted += usize::from(turn < 60 && !orders.is_empty() && !is_won(&parts));
                }
                Err(other) => panic!("{other}"),
                Ok(proved) => {
                    accepted += 1;
                    assert!(!is_needed, "{target} {turn}");
                    assert_eq!(proved.sentence, sentence, "{target} {turn}");
                    match orders.is_empty() {
                        true => wins_against_random(&file, &mut rng),
                        false => assert!(is_won(&parts), "{target} {turn}"),
                    }
                }
            }
        }
    }
    eprintln!("{rejected} rejected, of which {refuted} lose a game; {accepted} accepted");
    assert!(
        rejected >= 900 && accepted >= 30 && refuted >= 150,
        "{rejected} {refuted} {accepted}"
    );
}

/// Twenty games on the infinite board, by the prover's own player.
fn wins_against_random(file: &[u8], rng: &mut SplitMix64) {
    let player = proof_player(proof::open(file).unwrap()).unwrap();
    for _ in 0..20 {
        let mut moves = Vec::new();
        loop {
            moves.push(player.reply(&moves).unwrap().expect("Red has a move"));
            let state = player.state(&moves).unwrap();
            if let Some(ending) = state.ending {
                assert_eq!(ending.winner, Some(0), "{moves:?}");
                break;
            }
            moves.push(state.choices[rng.below(state.choices.len())].step);
        }
    }
}

#[test]
fn claims_that_say_more_than_the_entries_are_rejected() {
    // The diamond game is won on six vertices and not on five; fewer boards are proved than claimed here.
    let whole = Parts::of(&proved("diamond", Boards::Order(6), None).unwrap());
    let moves: u64 = whole.head[2].parse().unwrap();
    for (word, value) in [
        (1, "7".to_string()),
        (1, "6+".into()),
        (1, "5".into()),
        (1, "5+".into()),
        (1, "infinite".into()),
        (2, (moves - 1).to_string()),
        (0, "ramsey-achieve:K4".into()),
        (0, "ramsey-achieve:B3".into()),
    ] {
        let mut parts = whole.clone();
        parts.head[word] = value.clone();
        let found = check(&parts.sealed(), 1);
        assert!(matches!(found, Err(ProofError::Entry { .. })), "{value}: {found:?}");
    }
    for (word, value) in [
        (1, "1"),
        (1, "33"),
        (1, "06"),
        (1, "+"),
        (1, "many"),
        (2, "-1"),
        (0, "ramsey-achieve:2K2"),
        (0, "ramsey-achieve:K9"),
        (0, "ramsey-achieve:"),
    ] {
        let mut parts = whole.clone();
        parts.head[word] = value.into();
        let found = check(&parts.sealed(), 1);
        assert!(matches!(found, Err(ProofError::Head { .. })), "{value}: {found:?}");
    }
}

#[test]
fn any_bytes_in_an_envelope_are_refused_without_panic() {
    let whole = proved("diamond", Boards::From(6), None).unwrap();
    let opened = proof::open(&whole).unwrap();
    let mut rng = SplitMix64::new(7);
    let head = |entries: usize, bytes: usize| {
        format!("game ramsey-achieve:diamond\nboards 6+\nmoves 9\nentries {entries}\nlines 3\nbytes {bytes}\n")
    };
    for turn in 0..3000 {
        let mut body = match turn % 2 {
            0 => opened.body.clone(),
            _ => (0..rng.below(400)).map(|_| rng.below(12) as u8).collect(),
        };
        for _ in 0..rng.below(4) {
            if !body.is_empty() {
                let at = rng.below(body.len());
                body[at] = rng.below(256) as u8;
            }
        }
        body.truncate(rng.below(2 * body.len() + 1));
        let _ = check(&seal(&head(1 + rng.below(40), body.len()), &body), 1 + turn % 3);
    }
}
