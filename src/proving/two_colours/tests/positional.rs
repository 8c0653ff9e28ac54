//! Proofs of games in which one player wants a goal, from the judge's brute force, before the judge.

use base::random::SplitMix64;
use proof::{KnownValues, Unproved};
use retrograph_judge::proof::{ProofError, check, theorem};
use retrograph_referee::positional::Brute;
use retrograph_referee::ramsey::Player;
use retrograph_two_colours::proof as proof_of;

const GAMES: [(&str, usize); 24] = [
    ("maker-breaker:contains:K3", 5),
    ("maker-breaker:contains:K3/bias=1:2", 5),
    ("maker-breaker:contains:K3/starter=breaker", 4),
    ("maker-breaker:hamilton-cycle/bias=2:1/starter=breaker", 5),
    ("maker-breaker:perfect-matching/bias=1:2", 5),
    ("maker-breaker:connected/board=DqK", 5),
    ("maker-breaker:connected/bias=2:2/red=0-1/green=1-2", 5),
    ("maker-breaker:contains:P3/bias=9:9", 5),
    ("avoider-enforcer:contains:K3", 5),
    ("avoider-enforcer:contains:K3/bias=2:1", 5),
    ("avoider-enforcer:perfect-matching/bias=1:3", 5),
    ("avoider-enforcer:contains:P4/starter=enforcer/board=DqK", 5),
    ("avoider-enforcer:odd-cycle+min-degree:2/bias=2:2", 5),
    ("avoider-enforcer:contains:K3/monotone", 5),
    ("avoider-enforcer:connected/bias=1:2/monotone", 4),
    ("avoider-enforcer:min-degree:1/bias=2:3/monotone/starter=enforcer", 4),
    ("waiter-client:contains:K3", 5),
    ("waiter-client:connected", 5),
    ("waiter-client:contains:P4/bias=2:1", 5),
    ("waiter-client:contains:P3+C4/bias=1:4", 5),
    ("client-waiter:contains:P3/bias=1:3", 4),
    ("client-waiter:contains:P3/bias=1:4", 4),
    ("client-waiter:contains:K3", 5),
    ("client-waiter:connected/bias=1:2/red=0-1", 5),
];

/// A position by the words of its text: its rows, and who is next.
fn position(brute: &Brute, text: &str) -> (Vec<u32>, Player) {
    let words: Vec<&str> = text.split(' ').collect();
    let (next, graphs) = match words[..] {
        [_, _, "next:green"] => (Player::Green, words[..2].join(" ")),
        [_, _, "next:red"] => (Player::Red, words[..2].join(" ")),
        _ => (Player::Red, text.into()),
    };
    (brute.rules().decode(&graphs).unwrap(), next)
}

/// Proves that this player wins, whether it is so or not.
fn proved(game: &str, n: usize, winner: Player, lie: bool) -> Result<proof::Outcome, Unproved<()>> {
    let mut brute = Brute::new(game, n).unwrap();
    let known = KnownValues {
        is_lost: &mut |text| {
            let (rows, next) = position(&brute, text);
            let due = brute.rules().bias()[next as usize];
            let has_goal = brute.length(&rows, next, due).is_some();
            Ok((has_goal != (brute.rules().hunter() == winner)) != lie)
        },
        watch: &mut |_, _| false,
        threads: 1,
    };
    proof_of(game, n, winner == Player::Red, known)
}

fn winner(game: &str, n: usize) -> Player {
    Brute::new(game, n).unwrap().winner()
}

fn other(player: Player) -> Player {
    match player {
        Player::Red => Player::Green,
        Player::Green => Player::Red,
    }
}

#[test]
fn the_judge_accepts_proofs_of_what_brute_force_finds() {
    let mut winners = [0; 2];
    for (game, n) in GAMES {
        let winner = winner(game, n);
        winners[winner as usize] += 1;
        let outcome = proved(game, n, winner, false).unwrap();
        let file = outcome.proof.unwrap();
        let found = check(&file, 1).unwrap_or_else(|error| panic!("{game}: {error}"));
        assert_eq!(theorem(&file), Ok(found.sentence), "{game}");
        // Nobody proves the other player's win.
        let found = proved(game, n, other(winner), false);
        assert!(matches!(found, Err(Unproved::Contradiction(_))), "{game}");
    }
    assert!(winners.iter().all(|&count| count > 5), "{winners:?}");
}

#[test]
fn theorems_say_rule_goal_bias_start_and_board() {
    for (game, n, said) in [
        (
            "maker-breaker:contains:K3/bias=1:2",
            5,
            "Breaker, moving second, wins the Maker-Breaker triangle game with bias 1:2 on 5 vertices",
        ),
        (
            "avoider-enforcer:connected/bias=1:2/monotone/board=DqK/green=0-2",
            5,
            "Avoider, moving first, wins the monotone Avoider-Enforcer connected graph game with bias 1:2 on the board DqK, \
             the green edges at the start being DO?",
        ),
        (
            "waiter-client:connected",
            5,
            "Waiter wins the Waiter-Client connected graph game with bias 1:1 on 5 vertices",
        ),
    ] {
        let file = proved(game, n, winner(game, n), false).unwrap().proof.unwrap();
        assert_eq!(theorem(&file).unwrap(), said);
    }
}

/// Another choice may serve too; what is accepted must be true.
#[test]
fn changed_choices_and_heads_prove_nothing_false() {
    const LINES: [&str; 10] = [
        "game", "n", "board", "red", "green", "bias", "starter", "winner", "form", "claims",
    ];
    let mut random = SplitMix64::new(5);
    let (mut refused, mut accepted) = (0, 0);
    for (game, n) in GAMES {
        let file = proved(game, n, winner(game, n), false).unwrap().proof.unwrap();
        let opened = proof::open(&file).unwrap();
        for _ in 0..100 {
            let mut head: Vec<(&str, String)> = LINES
                .iter()
                .map(|line| (*line, opened.value(line).unwrap().to_owned()))
                .collect();
            let mut body = opened.body.clone();
            match random.below(8) {
                0 => {
                    let role = |colour: usize| ["Maker Breaker", "Avoider Enforcer", "Client Waiter"][colour];
                    let both = (0..3).map(role).find(|both| both.contains(&head[7].1)).unwrap();
                    head[6 + random.below(2)].1 = both.split(' ').nth(random.below(2)).unwrap().into();
                }
                1 => head[5].1 = format!("{}:{}", 1 + random.below(3), 1 + random.below(3)),
                2 => {
                    let claims: usize = head[9].1.parse().unwrap();
                    head[9].1 = (claims + random.below(3)).saturating_sub(1).to_string();
                }
                3 => drop(body.pop()),
                4 => body.push(random.below(4) as u8),
                _ => {
                    let length = body.len();
                    if let Some(code) = body.get_mut(random.below(length.max(1))) {
                        *code = random.below(12) as u8;
                    }
                }
            }
            match check(&proof::seal(&head, &body).unwrap(), 1) {
                Ok(found) => {
                    accepted += 1;
                    assert!(is_true(&head), "{}", found.sentence);
                }
                Err(_) => refused += 1,
            }
        }
    }
    assert!(refused > 1000 && accepted > 50, "{refused} {accepted}");
}

/// Whether brute force finds the winner that a head says.
fn is_true(head: &[(&str, String)]) -> bool {
    let value = |line: &str| head.iter().find(|(word, _)| *word == line).unwrap().1.clone();
    let graph = |line: &str| retrograph_judge::graph6::decode(&value(line)).unwrap();
    let n: usize = value("n").parse().unwrap();
    let mut name = format!("{}/bias={}", value("game"), value("bias"));
    if matches!(&value("starter")[..], "Maker" | "Breaker" | "Avoider" | "Enforcer") {
        name += &format!("/starter={}", value("starter").to_lowercase());
    }
    name += &format!("/board={}", value("board"));
    for colour in ["red", "green"] {
        let rows = graph(colour);
        let edges = (0..n).flat_map(|v| (0..v).map(move |u| (u, v)));
        let edges: Vec<String> = edges
            .filter(|&(u, v)| rows[u] >> v & 1 == 1)
            .map(|(u, v)| format!("{u}-{v}"))
            .collect();
        if !edges.is_empty() {
            name += &format!("/{colour}={}", edges.join(","));
        }
    }
    let is_red = ["Maker", "Avoider", "Client"].contains(&&value("winner")[..]);
    (winner(&name, n) == Player::Red) == is_red
}

/// Values that are those of another game come to a position where they contradict the rules.
#[test]
fn false_values_are_not_proved() {
    for (game, n) in GAMES {
        match proved(game, n, winner(game, n), true) {
            Err(Unproved::Contradiction(_)) => {}
            // Who wins whatever happens needs no values.
            Ok(outcome) => assert!(check(&outcome.proof.unwrap(), 1).is_ok(), "{game}"),
            Err(error) => panic!("{game}: {error:?}"),
        }
    }
}

/// A check of hostile heads ends at once.
#[test]
fn heads_that_promise_too_much_are_refused() {
    let right = [
        ("game", "waiter-client:contains:K3"),
        ("n", "5"),
        ("board", "D~{"),
        ("red", "D??"),
        ("green", "D??"),
        ("bias", "1:1"),
        ("starter", "Waiter"),
        ("winner", "Client"),
        ("form", "choices"),
        ("claims", "9"),
    ];
    let sealed = |wrong: (&str, &str)| {
        let head = right.map(|(line, value)| (line, if line == wrong.0 { wrong.1 } else { value }.to_owned()));
        proof::seal(&head, &[0; 9]).unwrap()
    };
    for wrong in [
        ("game", "waiter-client:K3"),
        ("game", "waiter-client:contains:connected"),
        ("game", "waiter-client:contains:K3/monotone"),
        ("game", "waiter-client:connected/connected"),
        ("game", "waiter-client:contains:K1"),
        ("game", "waiter-client:"),
        ("n", "12"),
        ("n", "0"),
        ("n", "4"),
        ("board", "D~"),
        ("board", "D?{"),
        ("red", "Dw?"),
        ("bias", "0:1"),
        ("bias", "1:56"),
        ("bias", "1"),
        ("bias", "1:01"),
        ("starter", "Client"),
        ("starter", "waiter"),
        ("winner", "Maker"),
        ("form", "claims"),
        ("claims", "10"),
        ("claims", "18446744073709551615"),
    ] {
        let found = check(&sealed(wrong), 1);
        let is_refused = match wrong.0 {
            // Without red and green edges any board is one, of a game that nine zeros do not prove.
            "board" => found.is_err(),
            _ => matches!(found, Err(ProofError::Head { .. })),
        };
        assert!(is_refused, "{wrong:?}: {found:?}");
    }
    // The largest board and the largest offers, with choices that lead nowhere, or to more answers than anyone counts.
    let whole = format!("J{}_", "~".repeat(9));
    let numbers: Vec<u8> = (0..55).collect();
    for (bias, winner) in [
        ("1:1", "Client"),
        ("27:28", "Client"),
        ("1:54", "Client"),
        ("27:28", "Waiter"),
    ] {
        let head = right.map(|(line, value)| match line {
            "n" => (line, "11".to_owned()),
            "board" => (line, whole.clone()),
            "red" | "green" => (line, "J??????????".to_owned()),
            "bias" => (line, bias.to_owned()),
            "winner" => (line, winner.to_owned()),
            "claims" => (line, "1".to_owned()),
            _ => (line, value.to_owned()),
        });
        let found = check(&proof::seal(&head, &numbers).unwrap(), 1);
        let is_refused = match winner {
            // Every answer has a triangle, but there are 10^15 of them.
            "Waiter" => found == Err(ProofError::Work),
            _ => found.is_err(),
        };
        assert!(is_refused, "{bias} {winner}: {found:?}");
    }
}
