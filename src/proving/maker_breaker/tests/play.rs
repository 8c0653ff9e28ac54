//! A proof as a player: whoever plays the loser loses, what it calls proven is so, and a body that proves nothing is
//! harmless.

mod common;

use base::random::SplitMix64;
use common::{STARTERS, all_sets, brute, game, graph, proved, random_sets, rows};
use proof::play::{BadMoves, Move, ProofPlayer, State, Verdict, reply_to};
use proof::{Opened, open};
use retrograph_judge::maker_breaker::winning_sets;
use retrograph_maker_breaker::{Game, Options, Player, proof_player};

fn opened(game: &Game) -> (Opened, Player) {
    let theorem = proved(game, &Options::default());
    (open(&theorem.proof().unwrap()).unwrap(), theorem.winner)
}

/// The pairs of a colour: 0 is Maker's.
fn pairs(state: &State, colour: usize) -> u64 {
    let of = state.edges.iter().filter(|edge| edge.colour == Some(colour));
    of.fold(0, |set, edge| set | 1 << number(edge.pair))
}

fn number([u, v]: [usize; 2]) -> usize {
    v * (v - 1) / 2 + u
}

/// Who has won by the definition, when it is decided.
fn decided(name: &str, game: &Game, state: &State) -> Option<Player> {
    let n = game.order();
    let sets = winning_sets(name, n).unwrap();
    let (maker, breaker) = (pairs(state, 0), pairs(state, 1));
    let free = game.board() & !maker & !breaker;
    match () {
        () if (sets.is_won)(&rows(maker, n)) => Some(Player::Maker),
        () if !(sets.is_won)(&rows(maker | free, n)) => Some(Player::Breaker),
        () => None,
    }
}

/// Plays to the end, the loser and the winner's proven moves at random or, if `replies`, the proof's replies; asserts
/// what holds at every step and returns the number of moves.
fn play(
    name: &str,
    game: &Game,
    winner: Player,
    proof: &dyn ProofPlayer,
    replies: bool,
    random: &mut SplitMix64,
) -> usize {
    let n = game.order();
    let index = proof.about().winner;
    assert_eq!(proof.about().players[index], winner.name());
    let free = game.board() & !game.maker() & !game.breaker();
    let mut moves: Vec<Move> = Vec::new();
    loop {
        let state = proof.state(&moves).unwrap();
        let over = decided(name, game, &state);
        assert_eq!(over.is_some(), state.ending.is_some(), "{name} {moves:?}");
        assert!(state.is_proved);
        let taken = pairs(&state, 0) | pairs(&state, 1);
        assert_eq!(
            taken.count_ones() as usize,
            (game.maker() | game.breaker()).count_ones() as usize + moves.len()
        );
        if let Some(over) = over {
            assert_eq!(over, winner, "{name} {moves:?}");
            let ending = state.ending.as_ref().unwrap();
            assert_eq!(ending.winner, Some(index));
            assert!(state.choices.is_empty() && state.next.is_none());
            assert_eq!(reply_to(proof, &moves, 1), Ok(None));
            // Its edges are the winner's and decide the game by themselves, and not without any of them.
            let set = ending.set.iter().fold(0, |set, pair| set | 1 << number(*pair));
            let sets = winning_sets(name, n).unwrap();
            let decides = |set: u64| match winner {
                Player::Maker => (sets.is_won)(&rows(set, n)),
                Player::Breaker => !(sets.is_won)(&rows(game.board() & !set, n)),
            };
            assert_eq!(set & !pairs(&state, usize::from(winner == Player::Breaker)), 0);
            assert!(decides(set), "{name} {moves:?}");
            assert!(
                (0..55)
                    .filter(|at| set >> at & 1 == 1)
                    .all(|at| !decides(set & !(1 << at)))
            );
            return moves.len();
        }
        let mover = state.next.unwrap();
        let legal: u64 = state.choices.iter().fold(0, |set, choice| match choice.step {
            Move::Edge(pair) => set | 1 << number(pair),
            _ => panic!("moves are edges"),
        });
        assert_eq!(legal, free & !taken);
        let step = if mover != index {
            assert!(state.choices.iter().all(|choice| choice.verdict == Verdict::Loss));
            assert_eq!(proof.reply(&moves), Ok(None));
            match random.below(4) {
                0 => proof.resist(&moves, 1).unwrap().unwrap(),
                _ => state.choices[random.below(state.choices.len())].step,
            }
        } else {
            let wins: Vec<_> = state
                .choices
                .iter()
                .filter(|choice| choice.verdict == Verdict::Win)
                .collect();
            let reply = proof.reply(&moves).unwrap().unwrap();
            assert!(wins.iter().any(|choice| choice.step == reply), "{name} {moves:?}");
            // What is called a proven win is one, by trying everything.
            if (free & !taken).count_ones() <= 9 {
                for choice in &wins {
                    let Move::Edge(pair) = choice.step else { panic!() };
                    let bit = 1 << number(pair);
                    let maker = pairs(&state, 0) | if winner == Player::Maker { bit } else { 0 };
                    let found = brute(name, n, maker, free & !taken & !bit, winner.other());
                    assert_eq!(found, winner, "{name} {moves:?} {pair:?}");
                }
            }
            if replies {
                reply
            } else {
                wins[random.below(wins.len())].step
            }
        };
        assert!(state.verdict(step).is_some());
        moves.push(step);
    }
}

#[test]
fn whoever_plays_the_loser_loses_every_game() {
    let mut random = SplitMix64::new(3);
    for n in 2..=6 {
        for name in all_sets(n) {
            for starter in STARTERS {
                let game = game(&name, n, starter);
                let (opened, winner) = opened(&game);
                let proof = proof_player(opened).unwrap();
                for round in 0..8 {
                    play(&name, &game, winner, &*proof, round % 2 == 0, &mut random);
                }
            }
        }
    }
}

#[test]
fn also_on_other_boards_with_edges_claimed() {
    let mut random = SplitMix64::new(4);
    for round in 0..60 {
        let n = 4 + random.below(3);
        let names = all_sets(n);
        let name = &names[random.below(names.len())];
        let [free, maker, breaker] = random_sets(&mut random, n, 11);
        let game = game(name, n, STARTERS[round % 2]);
        let of = |set| graph(set, n);
        let game = game.on(&of(free | maker | breaker), &of(maker), &of(breaker)).unwrap();
        let (opened, winner) = opened(&game);
        let proof = proof_player(opened).unwrap();
        for _ in 0..4 {
            play(name, &game, winner, &*proof, true, &mut random);
        }
    }
}

#[test]
fn maker_wins_on_eight_and_nine_vertices_against_anybody() {
    let mut random = SplitMix64::new(5);
    for (n, starter) in [(8, Player::Maker), (9, Player::Breaker)] {
        let game = game("hamilton-cycle", n, starter);
        let (opened, winner) = opened(&game);
        assert_eq!(winner, Player::Maker);
        let proof = proof_player(opened).unwrap();
        for round in 0..30 {
            let moves = play("hamilton-cycle", &game, winner, &*proof, round % 3 != 0, &mut random);
            assert!(moves >= 2 * n - 1 && moves <= n * (n - 1) / 2);
        }
    }
}

#[test]
fn a_winner_who_leaves_the_proof_is_reported_so() {
    let game = game("hamilton-cycle", 8, Player::Maker);
    let proof = proof_player(opened(&game).0).unwrap();
    let Move::Edge([u, v]) = proof.reply(&[]).unwrap().unwrap() else {
        panic!()
    };
    let others = proof.state(&[]).unwrap().choices;
    assert_eq!(
        others
            .iter()
            .filter(|choice| choice.verdict == Verdict::Unknown)
            .count(),
        27
    );
    let other = others.iter().find(|choice| choice.verdict == Verdict::Unknown).unwrap();
    let state = proof.state(&[other.step]).unwrap();
    assert!(!state.is_proved && state.choices.iter().all(|choice| choice.verdict == Verdict::Unknown));
    let breaker = state.choices[0].step;
    assert_eq!(proof.reply(&[other.step, breaker]), Ok(None));
    let next = reply_to(&*proof, &[other.step, breaker], 1).unwrap().unwrap();
    assert!(!next.is_proved);
    assert!(u < v);
}

#[test]
fn moves_that_are_not_legal_are_refused() {
    let game = game("perfect-matching", 4, Player::Maker);
    let proof = proof_player(opened(&game).0).unwrap();
    let edge = |u, v| Move::Edge([u, v]);
    for (moves, at) in [
        (vec![edge(0, 4)], 0),
        (vec![edge(0, 0)], 0),
        (vec![edge(1, 0)], 0),
        (vec![Move::Colour(0)], 0),
        (vec![edge(0, 1), edge(0, 1)], 1),
    ] {
        let refused = proof.state(&moves).unwrap_err();
        assert!(
            matches!(refused, BadMoves::Illegal { at: found, .. } if found == at),
            "{moves:?} {refused}"
        );
        assert_eq!(proof.reply(&moves), Err(refused.clone()));
        assert_eq!(proof.resist(&moves, 1), Err(refused));
    }
    let over = [edge(0, 1), edge(0, 2), edge(2, 3), edge(1, 3)];
    assert!(matches!(proof.state(&over), Err(BadMoves::Over { at: 3, .. })));
}

/// No check comes before: bodies are anything.
#[test]
fn a_body_that_proves_nothing_is_harmless() {
    let game = game("hamilton-path", 5, Player::Breaker);
    let (sound, _) = opened(&game);
    let mut random = SplitMix64::new(6);
    let (mut played, mut refused, mut lacking) = (0, 0, 0);
    for _ in 0..20_000 {
        let mut hostile = sound.clone();
        for _ in 0..1 + random.below(3) {
            let at = random.below(hostile.body.len());
            hostile.body[at] = random.below(256) as u8;
        }
        if random.below(50) == 0 {
            hostile.body.truncate(random.below(hostile.body.len()));
        }
        let Ok(proof) = proof_player(hostile) else {
            refused += 1;
            continue;
        };
        let mut moves = Vec::new();
        loop {
            match proof.state(&moves) {
                Ok(state) if state.choices.is_empty() => break played += 1,
                Ok(state) => {
                    let legal = state.choices[random.below(state.choices.len())].step;
                    match reply_to(&*proof, &moves, 1) {
                        Ok(made) if random.below(2) == 0 => moves.push(made.unwrap().step),
                        Ok(_) => moves.push(legal),
                        Err(BadMoves::Lacking) => break lacking += 1,
                        Err(error) => panic!("{error}"),
                    }
                }
                Err(BadMoves::Lacking) => break lacking += 1,
                Err(error) => panic!("{error}"),
            }
        }
    }
    println!("{played} played to the end, {lacking} refused on the way, {refused} at once");
    assert!(
        played > 1000 && refused > 100 && lacking > 1000,
        "{played} {refused} {lacking}"
    );
}

#[test]
fn a_head_that_cannot_be_is_refused() {
    let game = game("hamilton-path", 5, Player::Breaker);
    let (sound, _) = opened(&game);
    assert!(proof_player(sound.clone()).is_ok());
    for (word, value) in [
        ("game", "maker-breaker:"),
        ("game", "triangle"),
        ("n", "12"),
        ("n", "-1"),
        ("n", "1"),
        ("board", "Dhc{"),
        ("maker", "D~{"),
        ("starter", "maker"),
        ("winner", "Nobody"),
        ("nodes", "18446744073709551615"),
        ("nodes", "0"),
    ] {
        let mut hostile = sound.clone();
        let line = hostile.head.iter_mut().find(|(found, _)| found == word).unwrap();
        if line.1 != value {
            line.1 = value.into();
            assert!(
                proof_player(hostile).is_err() || (word, value) == ("maker", "D~{"),
                "{word} {value}"
            );
        }
    }
    for at in 0..sound.head.len() {
        let mut hostile = sound.clone();
        let (word, _) = hostile.head.remove(at);
        assert_eq!(proof_player(hostile).is_err(), word != "replies", "{word}");
    }
}
