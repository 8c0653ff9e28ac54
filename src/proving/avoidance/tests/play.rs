//! The winner of a proof wins against whatever the loser does.

mod common;

use base::random::SplitMix64;
use proof::play::ProofPlayer;
use retrograph_avoidance::proof_player;

fn player(game: &str, n: usize) -> Box<dyn ProofPlayer> {
    let proof = common::proof(game, n);
    proof_player(proof::open(&proof).unwrap()).unwrap()
}

#[test]
fn the_proven_winner_wins_random_games() {
    let order = if cfg!(debug_assertions) { 8 } else { 11 };
    for (game, n) in [
        ("triangle", order),
        ("triangle", 10),
        ("avoid:C4", 7),
        ("avoid:connected", 7),
    ] {
        let player = player(game, n);
        let winner = player.about().winner;
        let mut random = SplitMix64::new(5);
        for _ in 0..20 {
            let mut moves = Vec::new();
            loop {
                let state = player.state(&moves).unwrap();
                assert!(state.is_proved, "{game} {n} {moves:?}");
                let Some(next) = state.next else {
                    assert_eq!(state.ending.unwrap().winner, Some(winner));
                    break;
                };
                moves.push(match next == winner {
                    true => player.reply(&moves).unwrap().unwrap(),
                    false => state.choices[random.below(state.choices.len())].step,
                });
            }
        }
    }
}

#[test]
fn a_winner_who_leaves_the_proof_is_reported_so() {
    // The second player wins on 5 vertices.
    let player = player("triangle", 5);
    let first = player.state(&[]).unwrap().choices[0].step;
    let replies = player.state(&[first]).unwrap().choices;
    let left = replies
        .iter()
        .find(|choice| choice.verdict != proof::play::Verdict::Win);
    if let Some(choice) = left {
        assert!(!player.state(&[first, choice.step]).unwrap().is_proved);
    }
    assert!(player.state(&[first, first]).is_err());
}
