//! Whoever plays against a proof loses within its claim.

mod common;

use common::{committed, control, game};
use proof::play::{ProofPlayer, Verdict, reply_to};
use proof::{Question, open};
use retrograph_online_ramsey::{Game, proof_player};

fn player(game: &Game) -> Box<dyn ProofPlayer> {
    let proof = game.answer(&control(1, 1 << 30)).unwrap().proof.unwrap();
    proof_player(open(&proof).unwrap()).unwrap()
}

/// Plays random games against a proof.
fn always_wins(player: &dyn ProofPlayer, rounds: usize, games: u64) {
    let winner = player.about().winner;
    for seed in 0..games {
        let mut moves = Vec::new();
        let ending = loop {
            let state = player.state(&moves).unwrap();
            assert!(state.is_proved, "{moves:?}");
            if let Some(ending) = state.ending {
                break ending;
            }
            let found = reply_to(player, &moves, seed).unwrap().unwrap();
            let is_winner = state.next == Some(winner);
            assert_eq!(found.is_proved, is_winner);
            let verdict = state.verdict(found.step).unwrap();
            assert_eq!(
                verdict,
                if is_winner { Verdict::Win } else { Verdict::Loss },
                "{moves:?}"
            );
            moves.push(found.step);
        };
        assert_eq!(ending.winner, Some(winner), "{moves:?}");
        assert!(moves.len() <= 2 * rounds);
        assert!(winner == 1 || !ending.set.is_empty());
    }
}

#[test]
fn nobody_beats_a_proof() {
    for (graphs, number) in [("K3,K3", 8), ("P4,C4", 8), ("P3,K4", 10), ("K2,K3", 3)] {
        always_wins(&*player(&game(graphs)), number, 100);
        let shorter = game(graphs).rounds(number - 1).unwrap();
        always_wins(&*player(&shorter), number - 1, 100);
    }
    // By lists of rules, but for the first.
    for (graphs, rounds) in [("K4,K4", 14), ("K4,K5", 15), ("K3,K5", 15)] {
        always_wins(&*player(&committed(graphs, rounds, "none")), rounds, 10);
    }
    let path = game("C4,P8").vertices(9).unwrap().rounds(14).unwrap();
    always_wins(&*player(&path), 14, 20);
}

/// Painter who forgets what means nothing, on small boards and with lists.
#[test]
fn nobody_beats_a_committed_painter() {
    for (graphs, rounds, family, games) in [
        ("K3,K3", 7, "P3", 200),
        ("K3,K3", 5, "K3", 100),
        ("C4,C4", 8, "C4", 100),
        ("K3,C4", 8, "C4+S3", 200),
        ("K3,K4", 13, "K3+S3", 100),
        ("K4,K4", 18, "K3", 20),
        ("K3,K5", 18, "K3", 20),
    ] {
        always_wins(&*player(&committed(graphs, rounds, family)), rounds, games);
    }
}

#[test]
#[ignore = "a minute with optimizations"]
fn nobody_beats_painter_for_sixteen_rounds() {
    always_wins(&*player(&committed("K3,K4", 16, "none")), 16, 100);
}

#[test]
fn illegal_moves_are_refused_and_other_moves_leave_the_proof() {
    use proof::play::Move;

    let player = player(&game("K3,K3"));
    let edge = |u, v| Move::Edge([u, v]);
    let red = Move::Colour(0);
    for moves in [
        vec![red],
        vec![edge(0, 1), edge(1, 2)],
        vec![edge(0, 2)],
        vec![edge(0, 1), red, edge(0, 1)],
        vec![edge(0, 1), red, edge(0, 3)],
        vec![edge(1, 0)],
    ] {
        assert!(player.state(&moves).is_err(), "{moves:?}");
    }
    // Three disjoint edges: no proof begins so.
    let mut moves = Vec::new();
    for at in [edge(0, 1), edge(2, 3), edge(4, 5), edge(6, 7)] {
        moves.extend([at, red]);
    }
    assert!(!player.state(&moves).unwrap().is_proved);
    assert_eq!(player.reply(&moves).unwrap(), None);
}
