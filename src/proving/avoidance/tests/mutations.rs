//! Changed proofs are refused, or still say what is true.

mod common;

use base::random::SplitMix64;
use retrograph_judge::proof::check;
use sha2::{Digest, Sha256};

/// The file with another head and body, sealed anew.
fn sealed(head: &str, body: &[u8]) -> Vec<u8> {
    let mut file = b"rgproof\n".to_vec();
    file.extend(1u32.to_le_bytes());
    file.extend((head.len() as u32).to_le_bytes());
    file.extend(head.as_bytes());
    let packed = zstd::bulk::compress(body, 3).unwrap();
    file.extend((packed.len() as u64).to_le_bytes());
    file.extend(packed);
    let sum = Sha256::digest(&file);
    file.extend(sum);
    file
}

fn opened(file: &[u8]) -> (String, Vec<u8>) {
    let opened = proof::open(file).unwrap();
    let lines = opened.head.iter().map(|(word, value)| format!("{word} {value}\n"));
    (lines.collect(), opened.body)
}

#[test]
fn a_changed_body_proves_nothing_false() {
    let truth = [
        ("triangle", 8, "second"),
        ("triangle", 10, "first"),
        ("avoid:C4", 7, "first"),
    ];
    let mut random = SplitMix64::new(3);
    let (mut refused, mut accepted) = (0, 0);
    for (game, n, winner) in truth {
        let (head, body) = opened(&common::proof(game, n));
        let whole = format!("{head}bytes {}\n", body.len());
        let sentence = check(&sealed(&whole, &body), 1).unwrap().sentence;
        assert_eq!(
            sentence,
            format!("The {winner} player wins the game {game} on {n} vertices")
        );
        for _ in 0..500 {
            let mut other = body.clone();
            for _ in 0..=random.below(2) {
                let at = random.below(other.len());
                other[at] ^= 1 << random.below(8);
            }
            match check(&sealed(&whole, &other), 1) {
                Ok(proved) => {
                    assert_eq!(proved.sentence, sentence);
                    accepted += 1;
                }
                Err(_) => refused += 1,
            }
        }
    }
    // A position that no reply needs, or another reply that wins, may stand.
    assert!(refused > 5 * accepted, "{refused} refused, {accepted} accepted");
}

#[test]
fn the_other_player_is_never_proved_to_win() {
    for (game, n) in [("triangle", 6), ("triangle", 8), ("avoid:K4", 6)] {
        let (head, body) = opened(&common::proof(game, n));
        let (from, to) = match head.contains("winner first") {
            true => ("winner first", "winner second"),
            false => ("winner second", "winner first"),
        };
        let whole = format!("{}bytes {}\n", head.replace(from, to), body.len());
        assert!(check(&sealed(&whole, &body), 1).is_err(), "{game} {n}");
    }
}

#[test]
fn heads_that_promise_too_much_are_refused() {
    let (head, body) = opened(&common::proof("triangle", 7));
    for (from, to) in [
        ("n 7", "n 8"),
        ("n 7", "n 17"),
        ("n 7", "n 0"),
        ("game triangle", "game avoid:C4"),
        ("game triangle", "game triangle/connected"),
        ("game triangle", "game trianglex"),
        ("winner second", "winner third"),
        ("levels", "levels 1"),
        ("positions ", "positions 1"),
        ("replies ", "replies 1"),
        ("levels ", "levels 18446744073709551"),
    ] {
        let whole = format!("{}bytes {}\n", head.replace(from, to), body.len());
        assert!(check(&sealed(&whole, &body), 1).is_err(), "{from} {to}");
    }
    for length in 0..body.len() {
        let whole = format!("{head}bytes {length}\n");
        assert!(check(&sealed(&whole, &body[..length]), 1).is_err(), "{length}");
    }
}
