//! Certificates changed and sealed again are rejected, or what they say is still true.

mod common;

use base::random::SplitMix64;
use common::{committed, control, game};
use proof::{Question, open, seal};
use retrograph_judge::online_ramsey::check_proof;
use retrograph_online_ramsey::Game;

fn sealed(head: &[(String, String)], body: &[u8]) -> Vec<u8> {
    let head: Vec<(&str, String)> = head.iter().map(|(word, value)| (&word[..], value.clone())).collect();
    seal(&head, body).unwrap()
}

/// Changes one or two bytes, removes, repeats or exchanges entries, or changes the claim.
#[test]
fn changed_certificates_are_rejected_or_true() {
    let mut rng = SplitMix64::new(7);
    let (mut rejected, mut accepted) = (0, 0);
    let path = game("C4,P6").vertices(7).unwrap().rounds(11).unwrap();
    // The last ones rest on lists of rules.
    let cells = [
        ("K3,K3", 8),
        ("P4,C4", 8),
        ("K1,3,paw", 8),
        ("P3,K4", 10),
        ("K2,K3,K3", 8),
        ("K2,P3,C4", 6),
    ];
    let cells = cells.map(|(graphs, n)| (game(graphs), n));
    let painters = [(committed("K3,K4", 13, "K3"), 17), (committed("K3,K3", 7, "P3"), 8)];
    for (game, number) in cells.into_iter().chain([(path, 11)]).chain(painters) {
        let graphs = game.name();
        let outcome = game.answer(&control(1, 1 << 30)).unwrap();
        let opened = open(&outcome.proof.unwrap()).unwrap();
        for _ in 0..150 {
            let (mut head, mut body) = (opened.head.clone(), opened.body.clone());
            let at = rng.below(body.len());
            match rng.below(6) {
                0 => body[at] ^= 1 << rng.below(8),
                1 => body[at] = rng.below(256) as u8,
                2 => drop(body.remove(at)),
                3 => body.insert(at, rng.below(256) as u8),
                4 => {
                    let other = rng.below(body.len());
                    body.swap(at, other);
                }
                _ => {
                    let line = 1 + rng.below(4);
                    head[line].1 = rng.below(number + 2).to_string();
                }
            }
            match check_proof(&sealed(&head, &body)) {
                Err(_) => rejected += 1,
                Ok(claim) => {
                    accepted += 1;
                    assert!(
                        claim.builder.is_none_or(|rounds| rounds >= number),
                        "{graphs}: {claim:?}"
                    );
                    assert!(
                        claim.painter.is_none_or(|rounds| rounds < number),
                        "{graphs}: {claim:?}"
                    );
                }
            }
        }
    }
    assert!(rejected >= 400 && accepted > 0, "{rejected} {accepted}");
}

/// Without any one of its entries that matter, no certificate holds: here the first on each level.
#[test]
fn every_byte_matters_to_the_envelope() {
    let outcome = game("K3,P4").answer(&control(1, 1 << 30)).unwrap();
    let proof = outcome.proof.unwrap();
    for at in 0..proof.len() {
        let mut other = proof.clone();
        other[at] ^= 1;
        assert!(check_proof(&other).is_err(), "byte {at}");
        assert!(check_proof(&proof[..at]).is_err(), "cut at {at}");
    }
}

/// Claims that are too strong by one round.
#[test]
fn no_certificate_claims_more() {
    for graphs in ["K3,K3", "P3,K4", "C4,K1,3"] {
        let outcome = game(graphs).answer(&control(1, 1 << 30)).unwrap();
        let opened = open(&outcome.proof.unwrap()).unwrap();
        let builder: usize = opened.value("builder").unwrap().parse().unwrap();
        let mut head = opened.head.clone();
        head[2].1 = builder.to_string();
        // One more level for Painter, empty or like the last one.
        let mut body = opened.body.clone();
        body.extend(0u32.to_le_bytes());
        assert!(check_proof(&sealed(&head, &body)).is_err(), "{graphs}");
        let mut head = opened.head.clone();
        head[1].1 = (builder - 1).to_string();
        assert!(check_proof(&sealed(&head, &opened.body)).is_err(), "{graphs}");
    }
}

/// Lists of rules that are none, too many or out of place are refused, and those that a certificate needs are needed.
#[test]
fn lists_are_checked() {
    let cases = |game: &Game, lists: &[String]| {
        let outcome = game.answer(&control(1, 1 << 30)).unwrap();
        let opened = open(&outcome.proof.unwrap()).unwrap();
        assert_eq!(opened.head[5].0, "lists");
        let with = |value: &str| {
            let mut head = opened.head.clone();
            head[5].1 = value.into();
            check_proof(&sealed(&head, &opened.body))
        };
        let sound = opened.value("lists").unwrap();
        assert!(with(sound).is_ok());
        assert!(with(&[sound, sound].join(" ")).is_ok());
        let without = [&opened.head[..5], &opened.head[6..]].concat();
        assert!(check_proof(&sealed(&without, &opened.body)).is_err());
        for text in lists {
            assert!(with(text).is_err(), "{text}");
        }
        let mut head = opened.head.clone();
        head.swap(4, 5);
        assert!(check_proof(&sealed(&head, &opened.body)).is_err());
    };
    let wrong = [
        "",
        " ",
        "/",
        "a:",
        "a",
        ":K4",
        "a:K4",
        "a:K4/b:K3",
        "a:K4/b:K5/",
        "c:K4/a:K4/b:K5",
        "a:K4/b:K6",
        "a:K17/b:K5",
        "a:K4/b:K5/b:K3",
        "a:K4  b:K5",
        "aa:K4/b:K5",
        "a:K1/a:K4/b:K5",
        "a:?/a:K4/b:K5",
    ];
    let mut wrong: Vec<String> = wrong.map(Into::into).into();
    wrong.push(vec!["a:K4/b:K5"; 65].join(" "));
    wrong.push(vec!["a:K3"; 15].join("/") + "/a:K4/b:K5");
    cases(&committed("K4,K5", 16, "none"), &wrong);
}

/// Commitments that are none, that the targets or lists do not have, or out of place are refused; so is nearly each
/// certificate that lacks an entry or has an edge in another colour: the writer adds a few entries that another spares.
#[test]
fn commitments_are_checked() {
    let outcome = committed("K3,K4", 13, "K3").answer(&control(1, 1 << 30)).unwrap();
    let opened = open(&outcome.proof.unwrap()).unwrap();
    assert_eq!(opened.head[6], ("commit".to_owned(), "b:K3".to_owned()));
    let with = |value: &str| {
        let mut head = opened.head.clone();
        head[6].1 = value.into();
        check_proof(&sealed(&head, &opened.body))
    };
    assert!(with("b:K3").is_ok());
    let wrong = [
        "", "b", "b:", "K3", "c:K3", "a:K3", "b:K2", "b:K3+", "b:S1", "b:S4", "b:K5", "bb:K3", "b:?",
    ];
    for value in wrong {
        assert!(with(value).is_err(), "{value}");
    }
    let without = |line: usize| {
        let mut head = opened.head.clone();
        head.remove(line);
        check_proof(&sealed(&head, &opened.body))
    };
    assert!(without(6).is_err() && without(5).is_err());
    let mut head = opened.head.clone();
    head.swap(5, 6);
    assert!(check_proof(&sealed(&head, &opened.body)).is_err());
    // Lists that begin with another colour.
    let mut head = opened.head.clone();
    head[5].1 = "a:K3/b:K4".into();
    assert!(check_proof(&sealed(&head, &opened.body)).is_err());
    let (mut at, mut rejected, mut accepted) = (0, 0, 0);
    let mut count_if = |is_right: bool| *(if is_right { &mut accepted } else { &mut rejected }) += 1;
    for edges in 0..13 {
        let count = u32::from_le_bytes(opened.body[at..at + 4].try_into().unwrap());
        for number in 0..count as usize {
            let entry = at + 4 + number * 2 * edges;
            let mut body = opened.body.clone();
            body[at..at + 4].copy_from_slice(&(count - 1).to_le_bytes());
            body.drain(entry..entry + 2 * edges);
            let mut head = opened.head.clone();
            let positions: u64 = head[4].1.parse().unwrap();
            head[4].1 = (positions - 1).to_string();
            count_if(check_proof(&sealed(&head, &body)).is_ok());
            for edge in 0..edges {
                let mut body = opened.body.clone();
                body[entry + 2 * edge] ^= 1;
                count_if(check_proof(&sealed(&opened.head, &body)).is_ok());
            }
        }
        at += 4 + count as usize * 2 * edges;
    }
    assert!(rejected > 100 && rejected > 20 * accepted, "{rejected} {accepted}");
}

/// Hostile heads and bodies get an error, and no memory to speak of.
#[test]
fn hostile_files_are_refused() {
    let line = |word: &str, value: &str| (word.to_owned(), value.to_owned());
    let head = |game: &str, builder: &str, painter: &str, count: &str| {
        vec![
            line("game", game),
            line("builder", builder),
            line("painter", painter),
            line("builder-positions", count),
            line("painter-positions", "0"),
        ]
    };
    for (game, builder, painter) in [
        ("online-ramsey:K3", "8", "none"),
        ("online-ramsey:K3,K3,K3,K3", "8", "none"),
        ("online-ramsey:K3,K1", "8", "none"),
        ("online-ramsey:K3,K17", "8", "none"),
        ("online-ramsey:", "8", "none"),
        ("online-ramsey:K3,3", "8", "none"),
        ("online-ramsey:K3,K3", "none", "none"),
        ("online-ramsey:K3,K3", "0", "none"),
        ("online-ramsey:K3,K3", "41", "none"),
        ("online-ramsey:K3,K3", "08", "none"),
        ("online-ramsey:K3,K3", "8", "7"),
    ] {
        assert!(
            check_proof(&sealed(&head(game, builder, painter, "1"), &[0; 64])).is_err(),
            "{game} {builder}"
        );
    }
    // Counts that no body holds.
    for count in [0u32, 1, 2, u32::MAX] {
        let body: Vec<u8> = [1u32, count, count, count]
            .iter()
            .flat_map(|count| count.to_le_bytes())
            .collect();
        assert!(check_proof(&sealed(&head("online-ramsey:K3,K3", "none", "4", "0"), &body)).is_err());
        assert!(check_proof(&sealed(&head("online-ramsey:K3,K3", "4", "none", "0"), &body)).is_err());
    }
}
