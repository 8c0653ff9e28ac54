//! Proofs from the judge's brute force, before the judge.

use std::collections::HashMap;

use base::random::SplitMix64;
use proof::{KnownValues, Unproved};
use retrograph_judge::proof::{ProofError, check};
use retrograph_referee::ramsey::{Brute, Outcome, Rules};
use retrograph_two_colours::proof as proof_of;

const GAMES: [(&str, usize); 15] = [
    ("ramsey-lose:K3", 6),
    ("ramsey-lose:K3", 4),
    ("ramsey-lose:P4", 5),
    ("ramsey-lose:K1,3", 5),
    ("ramsey-lose:K3:C4", 5),
    ("ramsey-avoid:K3", 5),
    ("ramsey-avoid:P4", 4),
    ("ramsey-avoid:K4", 5),
    ("ramsey-achieve:K3", 5),
    ("ramsey-achieve:P4", 5),
    ("ramsey-achieve:P4", 4),
    ("ramsey-achieve:K3/tie-second", 4),
    ("ramsey-achieve:C4/tie-second", 5),
    ("ramsey-achieve-weak:K3", 5),
    ("ramsey-achieve-weak:K3", 4),
];

/// Values by the red and green rows.
struct Values {
    rules: Rules,
    outcomes: HashMap<Vec<u32>, Outcome>,
    start: Outcome,
}

impl Values {
    fn new(game: &str, n: usize) -> Self {
        let brute = Brute::new(game, n).unwrap();
        let outcome = |position: retrograph_referee::ramsey::Position| {
            ([position.red, position.green].concat(), position.value.outcome)
        };
        Self {
            rules: Rules::new(game, n).unwrap(),
            outcomes: brute.positions().map(outcome).collect(),
            start: brute.start().outcome,
        }
    }

    fn proof(&self, game: &str, n: usize, first_wins: bool) -> Result<proof::Outcome, Unproved<()>> {
        proof_of(
            game,
            n,
            first_wins,
            KnownValues {
                is_lost: &mut |text| Ok(self.outcomes[&self.rules.decode(text).ok_or(())?] == Outcome::P),
                watch: &mut |_, _| false,
                threads: 1,
            },
        )
    }
}

#[test]
fn the_judge_accepts_proofs_of_what_brute_force_finds() {
    let mut winners = [0; 3];
    for (game, n) in GAMES {
        let values = Values::new(game, n);
        winners[values.start as usize] += 1;
        for first_wins in [false, true] {
            let found = values.proof(game, n, first_wins);
            let wins = values.start == if first_wins { Outcome::N } else { Outcome::P };
            match found {
                Ok(outcome) => {
                    assert!(wins, "{game} {n}");
                    let file = outcome.proof.unwrap();
                    for threads in [1, 3] {
                        assert_eq!(check(&file, threads).unwrap().sentence, outcome.sentence);
                    }
                }
                Err(Unproved::Contradiction(_)) => assert!(!wins, "{game} {n}"),
                Err(error) => panic!("{game} {n}: {error:?}"),
            }
        }
    }
    assert!(winners.iter().all(|&count| count > 0), "{winners:?}");
}

/// Another choice may serve too; what is accepted must be true.
#[test]
fn changed_choices_prove_nothing_false() {
    let mut random = SplitMix64::new(3);
    let (mut refused, mut accepted) = (0, 0);
    for (game, n) in GAMES {
        let values = Values::new(game, n);
        if values.start == Outcome::T {
            continue;
        }
        let first_wins = values.start == Outcome::N;
        let file = values.proof(game, n, first_wins).unwrap().proof.unwrap();
        let opened = proof::open(&file).unwrap();
        let head = |word: &str| opened.value(word).unwrap().to_owned();
        for _ in 0..300 {
            let mut body = opened.body.clone();
            let mut claims: u64 = head("claims").parse().unwrap();
            let mut winner = head("winner");
            match random.below(6) {
                0 => winner = ["first", "second"][random.below(2)].into(),
                1 => claims = claims + random.below(3) as u64 - 1,
                2 => drop(body.pop()),
                3 => body.push(random.below(4) as u8),
                _ => {
                    let length = body.len();
                    if let Some(code) = body.get_mut(random.below(length.max(1))) {
                        *code = random.below(12) as u8;
                    }
                }
            }
            let lines = [
                ("game", head("game")),
                ("n", head("n")),
                ("winner", winner.clone()),
                ("form", head("form")),
                ("batch", (1 + random.below(300)).to_string()),
                ("claims", claims.to_string()),
            ];
            match check(&proof::seal(&lines, &body).unwrap(), 1) {
                Ok(_) => {
                    assert_eq!(winner == "first", first_wins, "{game} {n}");
                    accepted += 1;
                }
                Err(_) => refused += 1,
            }
        }
    }
    assert!(refused > 1000 && accepted > 10, "{refused} {accepted}");
}

/// Values that are those of another game come to a position where they contradict the rules.
#[test]
fn false_values_are_not_proved() {
    let values = Values::new("ramsey-lose:P4", 5);
    let found = proof_of(
        "ramsey-lose:P4",
        5,
        false,
        KnownValues {
            is_lost: &mut |text| Ok::<_, ()>(values.outcomes[&values.rules.decode(text).unwrap()] != Outcome::P),
            watch: &mut |_, _| false,
            threads: 1,
        },
    );
    assert!(matches!(found, Err(Unproved::Contradiction(_))));
    for (game, n) in [
        ("ramsey-avoid-plus:K3", 5),
        ("ramsey-lose:K3/red=0-1", 5),
        ("triangle", 5),
    ] {
        let known = KnownValues {
            is_lost: &mut |_| Err(()),
            watch: &mut |_, _| false,
            threads: 1,
        };
        assert!(
            matches!(proof_of(game, n, true, known), Err(Unproved::Form(_))),
            "{game}"
        );
    }
}

/// A check of hostile heads ends at once.
#[test]
fn heads_that_promise_too_much_are_refused() {
    let seal = |game: &str, n: &str, batch: &str, claims: &str| {
        let lines = [
            ("game", game.into()),
            ("n", n.into()),
            ("winner", "second".into()),
            ("form", "choices".into()),
            ("batch", batch.into()),
            ("claims", claims.into()),
        ];
        proof::seal(&lines, &[0; 9]).unwrap()
    };
    for (game, n, batch, claims) in [
        ("ramsey-lose:K3", "21", "1", "9"),
        ("ramsey-lose:K3", "0", "1", "9"),
        ("ramsey-lose:K3", "6", "0", "9"),
        ("ramsey-lose:K3", "6", "65537", "9"),
        ("ramsey-lose:K3", "6", "1", "11"),
        ("ramsey-lose:K3", "6", "1", "18446744073709551615"),
        ("ramsey-lose:K3/board=D~{", "5", "1", "9"),
        ("ramsey-lose:K3/red=0-1", "5", "1", "9"),
        ("ramsey-avoid-plus:K3", "5", "1", "9"),
        ("ramsey-lose", "5", "1", "9"),
        ("ramsey-achieve:K1", "5", "1", "9"),
    ] {
        let found = check(&seal(game, n, batch, claims), 1);
        assert!(
            matches!(found, Err(ProofError::Head { .. })),
            "{game} {n} {batch} {claims}: {found:?}"
        );
    }
    // The largest board, with choices that lead nowhere.
    assert!(check(&seal("ramsey-lose:K3", "20", "1", "9"), 1).is_err());
}
