//! Green loses to the player made of a proof, whatever he does, within the moves claimed.

mod common;

use std::fs;

use base::random::SplitMix64;
use common::proved;
use proof::open;
use proof::play::{BadMoves, Move, Order, ProofPlayer, Verdict, moves_text, parse_moves, reply_to};
use retrograph_strong_games::{Boards, proof_player};

/// How Green plays.
#[derive(Clone, Copy, Debug)]
enum Green {
    /// Any move.
    Random,
    /// The edge with which Red would win, else any.
    Blocks,
    /// What makes it hard for Red, by the program.
    Resists,
    /// Edges at a vertex of few: a copy of his own, and blocks.
    Builds,
    /// Fresh vertices as often as possible, and blocks.
    FarAway,
}

/// The edges of a colour among moves, red ones first and then in turn.
fn of(moves: &[Move], colour: usize) -> Vec<[usize; 2]> {
    let edges = moves.iter().skip(colour).step_by(2);
    edges
        .map(|step| match step {
            Move::Edge(pair) => *pair,
            _ => panic!("moves are edges"),
        })
        .collect()
}

/// Whether edges contain a complete graph on four vertices, from the definition.
fn has_k4(edges: &[[usize; 2]]) -> bool {
    let has = |u: usize, v: usize| edges.contains(&[u, v]);
    let n = edges.iter().map(|[_, v]| v + 1).max().unwrap_or(0);
    (0..n).any(|a| {
        (a + 1..n).filter(|&b| has(a, b)).any(|b| {
            let mut third = (b + 1..n).filter(|&c| has(a, c) && has(b, c));
            third.any(|c| (c + 1..n).any(|d| has(a, d) && has(b, d) && has(c, d)))
        })
    })
}

/// Plays a game and returns it with Red's number of moves.
fn game(oracle: &dyn ProofPlayer, green: Green, random: &mut SplitMix64) -> (Vec<Move>, usize) {
    let mut moves = Vec::new();
    loop {
        let red = reply_to(oracle, &moves, 0).unwrap().expect("the game goes on");
        assert!(red.is_proved, "{moves:?}");
        moves.push(red.step);
        let state = oracle.state(&moves).unwrap();
        assert!(state.is_proved, "{moves:?}");
        if let Some(ending) = state.ending {
            assert_eq!(ending.winner, Some(0));
            return (moves.clone(), moves.len().div_ceil(2));
        }
        assert!(
            state.choices.iter().all(|choice| choice.verdict == Verdict::Loss),
            "{moves:?}"
        );
        let all: Vec<Move> = state.choices.iter().map(|choice| choice.step).collect();
        let own = of(&moves, 1);
        let threats: Vec<Move> = state.threats.iter().map(|threat| Move::Edge(threat.pair)).collect();
        assert!(state.threats.iter().all(|threat| threat.player == 0), "{moves:?}");
        let near: Vec<Move> = match green {
            Green::Builds => {
                let is_near =
                    |step: &&Move| matches!(step, Move::Edge(pair) if own.iter().flatten().any(|v| pair.contains(v)));
                all.iter().filter(is_near).copied().collect()
            }
            Green::FarAway => vec![*all.last().unwrap()],
            _ => Vec::new(),
        };
        let list = match green {
            Green::Random => &all,
            _ if !threats.is_empty() => &threats,
            _ if !near.is_empty() => &near,
            _ => &all,
        };
        moves.push(match green {
            Green::Resists => oracle.resist(&moves, random.below(1 << 20) as u64).unwrap().unwrap(),
            _ => list[random.below(list.len())],
        });
    }
}

fn k4() -> Vec<u8> {
    fs::read(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../../datasets/proofs/strong-k4-from-11.proof"
    ))
    .unwrap()
}

#[test]
fn green_loses_the_k4_game_on_every_board_within_sixteen_moves() {
    let file = k4();
    let boards = [None, Some(11), Some(12), Some(13), Some(17)];
    let mut longest = 0;
    for board in boards {
        let infinite = proof_player(open(&file).unwrap()).unwrap();
        let oracle = match board {
            None => infinite,
            Some(n) => infinite.on(n).unwrap(),
        };
        assert_eq!(oracle.about().order, board.map_or(Order::Grows, Order::Fixed));
        let mut random = SplitMix64::new(board.unwrap_or(0) as u64);
        for (green, count) in [
            (Green::Random, if board.is_none() { 1000 } else { 50 }),
            (Green::Blocks, if board.is_none() { 300 } else { 50 }),
            (Green::Resists, if board.is_none() { 300 } else { 50 }),
            (Green::Builds, if board.is_none() { 300 } else { 50 }),
            (Green::FarAway, 5),
        ] {
            for _ in 0..count {
                let (moves, red) = game(&*oracle, green, &mut random);
                assert!(red <= 16, "{moves:?}");
                assert!(has_k4(&of(&moves, 0)) && !has_k4(&of(&moves, 1)), "{moves:?}");
                longest = longest.max(red);
            }
        }
    }
    // Greens that only answer at random lose earlier.
    assert!(longest >= 10, "{longest}");
}

#[test]
fn green_loses_the_games_of_other_graphs() {
    for (target, boards, n) in [
        ("B2", Boards::From(6), Some(8)),
        ("B3", Boards::From(9), None),
        ("K3", Boards::From(5), None),
        ("C4", Boards::Order(6), None),
        ("P4", Boards::Order(5), None),
        ("K1,3", Boards::Order(5), None),
    ] {
        let file = proved(target, boards, None).unwrap();
        let opened = open(&file).unwrap();
        let claimed: usize = opened.value("moves").unwrap().parse().unwrap();
        let first = proof_player(opened).unwrap();
        let oracle = match n {
            None => first,
            Some(n) => first.on(n).unwrap(),
        };
        let mut random = SplitMix64::new(3);
        for green in [
            Green::Random,
            Green::Blocks,
            Green::Resists,
            Green::Builds,
            Green::FarAway,
        ] {
            for _ in 0..50 {
                let (moves, red) = game(&*oracle, green, &mut random);
                assert!(red <= claimed, "{target} {green:?} {moves:?}");
            }
        }
    }
}

/// A person may play Red: the proof's moves are marked, and a red threat and a green one have their owners.
#[test]
fn red_may_leave_the_proof_and_threats_have_owners() {
    let oracle = proof_player(open(&k4()).unwrap()).unwrap();
    let state = |text: &str| oracle.state(&parse_moves(text, oracle.about()).unwrap());
    let start = state("").unwrap();
    assert_eq!((start.n, start.used, start.choices.len()), (2, 0, 1));
    assert_eq!(start.choices[0].verdict, Verdict::Win);
    let left = state("0-1,2-3,4-5,0-2").unwrap();
    assert!(!left.is_proved && left.choices.iter().all(|choice| choice.verdict == Verdict::Unknown));
    // Each has a copy but for one edge.
    let both = state("0-1,2-3,0-4,2-5,1-4,3-5,0-6,2-7,1-6,3-7").unwrap();
    let threats: Vec<_> = both.threats.iter().map(|threat| (threat.player, threat.pair)).collect();
    assert_eq!(threats, [(0, [4, 6]), (1, [5, 7])]);
    let over = state("0-1,2-3,0-4,2-5,1-4,3-5,0-6,2-7,1-6,3-7,2-3").unwrap_err();
    assert!(matches!(over, BadMoves::Illegal { .. }), "{over}");
}

#[test]
fn moves_that_are_none_are_refused() {
    let file = k4();
    let grows = proof_player(open(&file).unwrap()).unwrap();
    let eleven = grows.on(11).unwrap();
    let refused = |oracle: &dyn ProofPlayer, text: &str| {
        let moves = parse_moves(text, oracle.about()).unwrap();
        assert_eq!(moves_text(&moves, oracle.about()), text);
        oracle.state(&moves).unwrap_err().to_string()
    };
    assert!(refused(&*grows, "0-2").contains("in their order"));
    assert!(refused(&*grows, "0-1,0-1").contains("is taken"));
    assert!(refused(&*eleven, "0-11").contains("the vertices are 0 to 10"));
    for n in [2, 10, 33, 1000] {
        assert!(grows.on(n).is_none(), "{n}");
    }
}

/// Bodies that prove nothing get an error, never a panic.
#[test]
fn changed_bodies_are_refused_or_found_lacking() {
    let whole = open(&proved("B2", Boards::From(6), None).unwrap()).unwrap();
    let mut random = SplitMix64::new(5);
    let (mut refused, mut lacking) = (0, 0);
    for _ in 0..2000 {
        let mut opened = whole.clone();
        for _ in 0..=random.below(3) {
            let at = random.below(opened.body.len());
            opened.body[at] = random.below(8) as u8;
        }
        opened
            .body
            .truncate(opened.body.len() - random.below(2) * random.below(opened.body.len()));
        let Ok(oracle) = proof_player(opened) else {
            refused += 1;
            continue;
        };
        let mut moves = Vec::new();
        for turn in 0..30 {
            match reply_to(&*oracle, &moves, turn) {
                Ok(Some(found)) => moves.push(found.step),
                Ok(None) => break,
                Err(error) => {
                    assert_eq!(error, BadMoves::Lacking);
                    lacking += 1;
                    break;
                }
            }
        }
    }
    assert!(refused > 100 && lacking > 20, "{refused} refused, {lacking} lacking");
}
