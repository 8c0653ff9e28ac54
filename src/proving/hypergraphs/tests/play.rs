//! Proofs as players: whoever plays the loser loses, and a body that proves nothing is harmless.

mod common;

use base::random::SplitMix64;
use common::{Small, in_a_row, lines, polyomino};
use proof::play::{
    BadMoves, Move, Playable, ProofPlayer, Verdict, exercise, moves_text, parse_moves, reply_to, review,
};
use proof::{Control, Question};
use retrograph_hypergraphs::{Family, Game, Options, Rule};

fn player(file: &[u8]) -> Box<dyn ProofPlayer> {
    Family.play(proof::open(file).unwrap()).unwrap()
}

/// The proof of a game, if there is one.
fn proved(rule: Rule, text: &str, options: &Options) -> Option<Vec<u8>> {
    let game = Game::new(rule, text, options).ok()?;
    game.answer(&Control::quiet(1 << 28, 1)).unwrap().proof
}

/// Plays to the end, the loser at random, and the winner by the proof or by any of its moves; returns the number of
/// moves.
fn play(proof: &dyn ProofPlayer, random: &mut SplitMix64) -> usize {
    let about = proof.about();
    let follows = random.below(2) == 0;
    let mut moves: Vec<Move> = Vec::new();
    loop {
        let state = proof.state(&moves).unwrap();
        assert!(state.is_proved, "{}", moves_text(&moves, about));
        assert_eq!(state.stones.len(), moves.len() + proof.state(&[]).unwrap().stones.len());
        if let Some(ending) = &state.ending {
            assert_eq!(ending.winner, Some(about.winner), "{}", moves_text(&moves, about));
            assert_eq!(reply_to(proof, &moves, 1), Ok(None));
            let text = moves_text(&moves, about);
            assert_eq!(parse_moves(&text, about), Ok(moves.clone()));
            assert_eq!(review(proof, &moves).unwrap().moves.len(), moves.len());
            return moves.len();
        }
        let is_winners = state.next == Some(about.winner);
        let made = reply_to(proof, &moves, 1).unwrap().unwrap();
        assert_eq!(made.is_proved, is_winners);
        let wins: Vec<Move> = state
            .choices
            .iter()
            .filter(|choice| choice.verdict == Verdict::Win)
            .map(|choice| choice.step)
            .collect();
        moves.push(match is_winners {
            true => {
                assert!(wins.contains(&made.step), "{}", moves_text(&moves, about));
                if follows {
                    made.step
                } else {
                    wins[random.below(wins.len())]
                }
            }
            false => {
                assert!(state.choices.iter().all(|choice| choice.verdict == Verdict::Loss));
                if random.below(4) == 0 {
                    made.step
                } else {
                    state.choices[random.below(state.choices.len())].step
                }
            }
        });
    }
}

#[test]
fn whoever_plays_the_loser_loses() {
    let mut random = SplitMix64::new(6);
    let (mut games, mut held, mut moves) = ([0, 0], 0, 0);
    for round in 0..800 {
        let small = Small::random(&mut random, 9);
        let rule = Rule::ALL[round % 2];
        let limited = rule == Rule::MakerBreaker && random.below(3) == 0;
        let options = Options {
            first_begins: Some(random.below(2) == 0),
            moves: limited.then_some(3),
            ..Options::default()
        };
        let Some(file) = proved(rule, &small.text(), &options) else {
            continue;
        };
        let proof = player(&file);
        for _ in 0..6 {
            moves += play(&*proof, &mut random);
        }
        games[round % 2] += 1;
        held += usize::from(proof.about().rules.contains("White when he does not"));
    }
    assert!(
        games.iter().all(|&games| games > 150) && held > 100 && moves > 5000,
        "{games:?} {held} {moves}"
    );
}

#[test]
fn larger_boards_are_played_too() {
    let mut random = SplitMix64::new(7);
    let cells = [(0, 0), (0, 1), (1, 1), (1, 2), (1, 3)];
    for (rule, text) in [
        (Rule::MakerBreaker, lines(4, 2)),
        (Rule::MakerBreaker, polyomino(&[(0, 0), (0, 1), (1, 0), (1, 1)], 5)),
        (Rule::MakerBreaker, polyomino(&cells, 5)),
        (Rule::Strong, lines(3, 3)),
        (Rule::Strong, polyomino(&cells, 5)),
        (Rule::Strong, lines(3, 2)),
        (Rule::Strong, in_a_row(5, 4)),
    ] {
        let proof = player(&proved(rule, &text, &Options::default()).unwrap());
        let played: usize = (0..20).map(|_| play(&*proof, &mut random)).sum();
        assert!(played > 60, "{played}");
    }
    let proof = player(&proved(Rule::Strong, &polyomino(&cells, 5), &Options::default()).unwrap());
    let found = exercise(&*proof, 1).unwrap().expect("some position has one move");
    assert_eq!(proof.state(&found).unwrap().next, Some(0));
    let refused = proof.state(&[Move::Element(3), Move::Element(3)]);
    assert!(matches!(refused, Err(BadMoves::Illegal { .. })), "{refused:?}");
    assert!(matches!(parse_moves("nowhere", proof.about()), Err(BadMoves::Word(..))));
}

/// Any bias, and limits of moves: the mover is not the other one each time.
#[test]
fn turns_of_several_elements_are_played() {
    let mut random = SplitMix64::new(9);
    let (mut games, mut moves, mut winners) = (0, 0, [0, 0]);
    for _ in 0..1000 {
        let small = Small::random(&mut random, 9);
        let bias = [1 + random.below(3), 1 + random.below(3)];
        let options = Options {
            first_begins: Some(random.below(2) == 0),
            bias: Some(bias),
            moves: (random.below(3) == 0).then_some(3),
            breaker_moves: (random.below(3) == 0).then_some(2),
        };
        let Some(file) = proved(Rule::MakerBreaker, &small.text(), &options) else {
            continue;
        };
        let proof = player(&file);
        for _ in 0..6 {
            moves += play(&*proof, &mut random);
        }
        games += 1;
        winners[usize::from(proof.about().players[proof.about().winner] == "Maker")] += 1;
    }
    assert!(
        games > 800 && moves > 8000 && winners.iter().all(|&games| games > 100),
        "{games} {moves} {winners:?}"
    );
    // Breaker takes two of the five, and no two of the rows are left open.
    let options = Options {
        bias: Some([1, 2]),
        ..Options::default()
    };
    let proof = player(&proved(Rule::MakerBreaker, &lines(3, 2), &options).unwrap());
    let about = proof.about();
    assert!(about.rules.contains("the turns being MBBMBBMBB;"), "{}", about.rules);
    let start = parse_moves("c11,c00,c02", about).unwrap();
    let next = |made: usize| proof.state(&start[..made]).unwrap().next;
    assert_eq!([0, 1, 2, 3].map(next), [Some(0), Some(1), Some(1), Some(0)]);
    assert_eq!(
        review(&*proof, &start)
            .unwrap()
            .moves
            .iter()
            .map(|made| made.by)
            .collect::<Vec<_>>(),
        [0, 1, 1]
    );
}

#[test]
fn a_body_that_proves_nothing_is_harmless() {
    let mut random = SplitMix64::new(8);
    let n5 = polyomino(&[(0, 0), (0, 1), (1, 1), (1, 2), (1, 3)], 5);
    let boards = [
        (Rule::MakerBreaker, n5.clone()),
        (Rule::Strong, n5),
        (Rule::Strong, in_a_row(5, 4)),
    ];
    for (rule, text) in boards {
        let file = proved(rule, &text, &Options::default()).unwrap();
        let whole = proof::open(&file).unwrap();
        let board = 4 + u32::from_le_bytes(whole.body[..4].try_into().unwrap()) as usize;
        for _ in 0..500 {
            let mut opened = whole.clone();
            for _ in 0..=random.below(30) {
                let at = board + random.below(opened.body.len() - board);
                opened.body[at] = random.below(256) as u8;
            }
            opened
                .body
                .truncate(board + random.below(2 * (opened.body.len() - board)));
            let Ok(player) = Family.play(opened) else { continue };
            let mut moves = Vec::new();
            while let Ok(state) = player.state(&moves) {
                let Some(choice) = state.choices.get(random.below(state.choices.len().max(1))) else {
                    break;
                };
                let reply = player.reply(&moves).ok().flatten();
                moves.push(reply.unwrap_or(choice.step));
            }
        }
    }
}
