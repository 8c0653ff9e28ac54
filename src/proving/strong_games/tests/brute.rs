//! Small boards against an exhaustive search of the judge: what is proved is won, and what is won is proved.

mod common;

use common::proved;
use retrograph_judge::strong_games::check_proof;
use retrograph_referee::ramsey::{Brute, Outcome};
use retrograph_strong_games::Boards;

#[test]
fn small_boards_are_won_where_brute_force_wins() {
    let mut won = 0;
    for target in ["K3", "P3", "P4", "K1,3", "C4", "paw", "diamond", "K4", "C5", "bull"] {
        for n in 3..=5 {
            let brute = Brute::new(&format!("ramsey-achieve:{target}"), n).unwrap();
            let start = brute.start();
            let is_won = start.outcome == Outcome::N;
            let proof = proved(target, Boards::Order(n), None);
            assert_eq!(proof.is_some(), is_won, "{target} on {n} vertices");
            let Some(proof) = proof else { continue };
            won += 1;
            let claim = check_proof(&proof, 1).unwrap();
            // The least number of Red's moves, of all the moves of both.
            let least = (start.remoteness as usize).div_ceil(2);
            assert!(claim.moves as usize >= least, "{target} on {n} vertices");
            // Within fewer moves there is no proof, and within so many there is one.
            let edges = claim.target.iter().map(|row| row.count_ones() as usize).sum::<usize>() / 2;
            let within = proved(target, Boards::Order(n), Some(least.max(edges)));
            assert!(within.is_some(), "{target} on {n} vertices within {least} moves");
            if least > edges {
                assert!(
                    proved(target, Boards::Order(n), Some(least - 1)).is_none(),
                    "{target} on {n} vertices"
                );
            }
        }
    }
    assert_eq!(won, 7);
}

#[test]
fn boards_of_six_and_seven_vertices_have_their_winners() {
    // Winners by strong solving: `retrograph solve ramsey-achieve:C4 -n 6`, ...
    for (target, n, is_won) in [
        ("K3", 6, true),
        ("K3", 7, true),
        ("P4", 6, true),
        ("P4", 7, true),
        ("K1,3", 6, true),
        ("K1,3", 7, true),
        ("C4", 6, true),
        ("C4", 7, true),
        ("K4", 6, false),
    ] {
        let proof = proved(target, Boards::Order(n), None);
        assert_eq!(proof.is_some(), is_won, "{target} on {n} vertices");
        if let Some(proof) = proof {
            check_proof(&proof, 1).unwrap();
        }
    }
}
