//! What learners come to know, against brute force, and that the same games give the same bytes.

mod common;

use base::random::SplitMix64;
use common::Solver;
use game::values::Outcome;
use retrograph_learner::{Entry, FileError, Game, Learner, Measured, ONE, Ply, Rule, from_bytes};

fn taught(solver: &mut Solver, seed: u64, games: u64) -> Learner {
    let mut learner = Learner::new("a game", seed);
    teach(solver, &mut learner, games);
    learner
}

fn teach(solver: &mut Solver, learner: &mut Learner, games: u64) {
    let start = solver.start.clone();
    while learner.games < games {
        let Ok(game) = learner.play(solver, &start);
        learner.learn(&game);
    }
}

/// Games out of a hundred that a learner holds against a perfect player.
fn held(solver: &mut Solver, learner: &Learner) -> usize {
    let random = &mut SplitMix64::new(7);
    (0..100).filter(|_| solver.holds(learner, random)).count()
}

/// Positions in which it errs, of all in which one can.
fn errors(solver: &mut Solver, learner: &Learner) -> [usize; 2] {
    let random = &mut SplitMix64::new(7);
    let positions = solver.with_moves();
    let answers: Vec<bool> = (positions.iter())
        .filter_map(|position| solver.is_right(learner, position, random))
        .collect();
    [answers.iter().filter(|&&is| !is).count(), answers.len()]
}

#[test]
fn small_games_are_learned_to_the_last_position() {
    let mut wrong_at_first = 0;
    for (name, n, games) in [
        ("triangle", 5, 300),
        ("triangle", 6, 1_000),
        ("avoid:C4", 5, 500),
        ("ramsey-achieve:P3", 4, 200),
        ("ramsey-lose:K3", 4, 500),
        ("sim-plus", 4, 2_000),
    ] {
        let mut solver = Solver::of(name, n);
        let fresh = Learner::new("", 1);
        let [wrong, asked] = errors(&mut solver, &fresh);
        assert!(asked > 0, "{name}");
        wrong_at_first += wrong;
        let learner = taught(&mut solver, 1, games);
        assert_eq!(errors(&mut solver, &learner)[0], 0, "{name}, n = {n}");
        assert_eq!(held(&mut solver, &learner), 100, "{name}, n = {n}");
    }
    assert!(wrong_at_first > 20, "{wrong_at_first}");
}

#[test]
fn sim_is_held_after_some_thousand_games() {
    let mut solver = Solver::of("sim", 6);
    let fresh = held(&mut solver, &Learner::new("", 3));
    let learner = taught(&mut solver, 3, 5_000);
    let after = held(&mut solver, &learner);
    assert!(fresh < 40 && after > 95, "{fresh}, {after}");
}

#[test]
fn the_same_games_give_the_same_bytes_and_so_do_resumed_ones() {
    let mut solver = Solver::of("sim", 6);
    let whole = taught(&mut solver, 5, 60).to_bytes();
    assert_eq!(taught(&mut solver, 5, 60).to_bytes(), whole);
    assert_ne!(taught(&mut solver, 6, 60).to_bytes(), whole);
    for stop in [0, 1, 17, 59] {
        let bytes = taught(&mut solver, 5, stop).to_bytes();
        let mut resumed = from_bytes(&bytes).unwrap();
        assert_eq!(resumed.to_bytes(), bytes);
        teach(&mut solver, &mut resumed, 60);
        assert_eq!(resumed.to_bytes(), whole, "stopped after {stop}");
    }
}

/// One game of three moves, corrected by hand.
#[test]
fn corrections_are_those_computed_by_hand() {
    let ply = |after: &[&str], made| Ply {
        after: after.iter().map(|&text| text.into()).collect(),
        made,
    };
    let game = Game {
        plies: vec![ply(&["a", "b"], 0), ply(&["c", "d"], 1), ply(&["e"], 0)],
        outcome: Outcome::P,
    };
    let mut learner = Learner::new("", 0);
    let of = |learner: &Learner, text: &str| {
        learner
            .table()
            .entry(text)
            .map(|Entry { value, visits }| (value, visits))
    };
    // First visits take the whole: the last mover wins, so does whoever leads there, and the other one loses at d. But
    // c is unknown, a little worse than a tie, and better for the second player than d: hence a is worth that, negated.
    learner.learn(&game);
    assert_eq!(of(&learner, "e"), Some((ONE, 1)));
    assert_eq!(of(&learner, "d"), Some((-ONE, 1)));
    assert_eq!(of(&learner, "a"), Some((ONE / 256, 1)));
    assert_eq!([of(&learner, "b"), of(&learner, "c")], [None, None]);
    // The other end, by half: the means of a win and a loss are 0.
    learner.learn(&Game {
        outcome: Outcome::N,
        ..game.clone()
    });
    assert_eq!(of(&learner, "e"), Some((0, 2)));
    assert_eq!(of(&learner, "d"), Some((0, 2)));
    // d has become the best: what the game has shown counts, a win for the second player.
    assert_eq!(of(&learner, "a"), Some((ONE / 512 - ONE / 2, 2)));
    // TD(0) takes the value of e for d, not the end: d is half a loss, and c still better.
    let rule = Rule {
        along: 0,
        ..Rule::default()
    };
    let mut other = Learner::with_rule("", 0, rule);
    other.learn(&game);
    other.learn(&Game {
        outcome: Outcome::N,
        ..game.clone()
    });
    assert_eq!(of(&other, "d"), Some((-ONE / 2, 2)));
    assert_eq!(of(&other, "a"), Some((ONE / 256, 2)));
    assert_eq!(other.games, 2);
}

#[test]
fn no_more_positions_are_remembered_than_allowed() {
    let mut solver = Solver::of("triangle", 5);
    let mut learner = taught(&mut solver, 1, 20);
    let known = learner.table().len();
    learner.most = known + 1;
    teach(&mut solver, &mut learner, 300);
    assert_eq!(learner.table().len(), known + 1);
    let visits = |learner: &Learner| -> u32 { learner.table().sorted().iter().map(|(_, entry)| entry.visits).sum() };
    let before = visits(&learner);
    teach(&mut solver, &mut learner, 310);
    assert!(visits(&learner) > before);
}

#[test]
fn random_moves_become_few() {
    let rule = Rule::default();
    let share = |games| rule.random_share(games);
    assert_eq!(share(0), ONE as usize / 4);
    assert_eq!(share(rule.half_life), ONE as usize / 8);
    assert!(share(1_000_000) < 20 && share(u64::MAX) == 0);
}

/// A file of a small learner with a measurement.
fn small_file() -> Vec<u8> {
    let mut learner = taught(&mut Solver::of("triangle", 5), 2, 20);
    learner.history.push(Measured {
        games: 20,
        played: 100,
        won: 60,
        asked: 50,
        right: 50,
    });
    learner.to_bytes()
}

#[test]
fn what_was_changed_or_cut_is_refused() {
    let file = small_file();
    assert_eq!(from_bytes(&file).unwrap().to_bytes(), file);
    for at in 0..file.len() {
        for bit in 0..8 {
            let mut other = file.clone();
            other[at] ^= 1 << bit;
            assert!(from_bytes(&other).is_err(), "byte {at}, bit {bit}");
        }
        assert!(from_bytes(&file[..at]).is_err(), "cut at {at}");
    }
    assert_eq!(from_bytes(&[&file[..], &[0]].concat()), Err(FileError::Checksum));
    assert_eq!(from_bytes(b""), Err(FileError::NotALearner));
    let mut newer = file;
    newer[8] = 2;
    assert_eq!(from_bytes(&newer), Err(FileError::Format(2)));
}

/// Lies whose checksum is right: no panic, no table that its own bytes would not be written again from.
#[test]
fn lies_with_a_right_checksum_are_refused_or_harmless() {
    use sha2::{Digest, Sha256};
    let file = small_file();
    let content = &file[..file.len() - 32];
    let sealed = |content: &[u8]| [content, &Sha256::digest(content)[..]].concat();
    let random = &mut SplitMix64::new(1);
    let mut refused = 0;
    for _ in 0..20_000 {
        let mut lie = content.to_vec();
        for _ in 0..1 + random.below(3) {
            let at = random.below(lie.len());
            lie[at] = random.next_u64() as u8;
        }
        if random.below(4) == 0 {
            lie.truncate(random.below(lie.len()));
        }
        let lie = sealed(&lie);
        match from_bytes(&lie) {
            Ok(learner) => assert_eq!(learner.to_bytes(), lie),
            Err(_) => refused += 1,
        }
    }
    assert!(refused > 5_000 && refused < 20_000, "{refused}");
    // A count of four thousand million, with nothing behind it.
    let mut lie = content[..16].to_vec();
    lie.extend(u32::MAX.to_le_bytes());
    assert!(matches!(from_bytes(&sealed(&lie)), Err(FileError::Content(_))));
}
