//! Changed proofs are refused, or still say what is true.

mod common;

use base::random::SplitMix64;
use proof::seal_as_it_is;
use retrograph_avoidance::Replies;
use retrograph_judge::proof::check;

/// The file with another head and body, sealed anew.
fn sealed(head: &str, body: &[u8]) -> Vec<u8> {
    seal_as_it_is(head, body).unwrap()
}

fn opened(file: &[u8]) -> (String, Vec<u8>) {
    let opened = proof::open(file).unwrap();
    let lines = opened.head.iter().map(|(word, value)| format!("{word} {value}\n"));
    (lines.collect(), opened.body)
}

#[test]
fn a_changed_body_proves_nothing_false() {
    let mut proofs = vec![
        ("triangle", 8, "second", common::kept("triangle-8-positions.proof")),
        ("avoid:C4", 6, "first", common::kept("avoid-C4-6-positions.proof")),
    ];
    for replies in [Replies::Needed, Replies::All] {
        for (game, n, winner) in [
            ("triangle", 8, "second"),
            ("triangle", 10, "first"),
            ("avoid:C4", 7, "first"),
        ] {
            proofs.push((game, n, winner, common::proof_with(game, n, replies)));
        }
    }
    let mut random = SplitMix64::new(3);
    let (mut refused, mut accepted) = (0, 0);
    for (game, n, winner, file) in proofs {
        let (head, body) = opened(&file);
        let whole = format!("{head}bytes {}\n", body.len());
        let sentence = check(&sealed(&whole, &body), 1).unwrap().sentence;
        assert_eq!(
            sentence,
            match game {
                "triangle" => format!("The {winner} player wins the triangle avoidance game on {n} vertices"),
                _ => format!(
                    "The {winner} player wins the {} avoidance game on {n} vertices",
                    &game[6..]
                ),
            }
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
    assert!(refused > 2 * accepted, "{refused} refused, {accepted} accepted");
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
    let (head, body) = opened(&common::proof("triangle", 9));
    for (from, to) in [
        ("n 9", "n 8"),
        ("n 9", "n 21"),
        ("n 9", "n 0"),
        ("game triangle", "game avoid:C4"),
        ("game triangle", "game triangle/connected"),
        ("game triangle", "game trianglex"),
        ("winner second", "winner third"),
        ("form choices", "form positions"),
        ("parts components", "parts vertices"),
        ("parts components", "parts graphs"),
        ("small 10", "small 13"),
        ("small 10", "small 5"),
        ("batch 256", "batch 0"),
        ("batch 256", "batch 65537"),
        ("claims ", "claims 1"),
        ("claims ", "claims 18446744073709551"),
        ("replies needed", "replies all"),
        ("codes ", "codes 1"),
        ("codes ", "codes 18446744073709551"),
        ("values ", "values 18446744073709551"),
    ] {
        assert!(head.contains(from), "{from}");
        let whole = format!("{}bytes {}\n", head.replace(from, to), body.len());
        assert!(check(&sealed(&whole, &body), 1).is_err(), "{from} {to}");
    }
    let (old_head, old_body) = opened(&common::kept("triangle-8-positions.proof"));
    for (from, to) in [
        ("n 8", "n 9"),
        ("n 8", "n 17"),
        ("levels ", "levels 1"),
        ("positions ", "positions 1"),
        ("replies ", "replies 1"),
        ("levels ", "levels 18446744073709551"),
    ] {
        assert!(old_head.contains(from), "{from}");
        let whole = format!("{}bytes {}\n", old_head.replace(from, to), old_body.len());
        assert!(check(&sealed(&whole, &old_body), 1).is_err(), "{from} {to}");
    }
    for length in 0..body.len() {
        let whole = format!("{head}bytes {length}\n");
        assert!(check(&sealed(&whole, &body[..length]), 1).is_err(), "{length}");
    }
}
