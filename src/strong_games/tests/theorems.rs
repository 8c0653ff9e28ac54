//! Theorems, with proofs that the judge accepts.

mod common;

use common::proved;
use retrograph_strong_games::Boards;

#[test]
fn the_k4_game_is_won_from_eleven_vertices_on() {
    let proof = proved("K4", Boards::From(11), Some(16)).unwrap();
    let claim = retrograph_judge::strong_games::check_proof(&proof, 2).unwrap();
    assert_eq!(
        claim.sentence(),
        "The first player wins the strong K4 game on every complete graph with at least 11 vertices and on the infinite \
         board, within 16 moves"
    );
}

#[test]
fn books_of_two_and_three_triangles_are_won() {
    for (name, boards, sentence) in [
        (
            "B2",
            Boards::From(6),
            "diamond game on every complete graph with at least 6",
        ),
        ("B3", Boards::From(9), "B3 game on every complete graph with at least 9"),
        ("B3", Boards::Infinite, "B3 game on the infinite board"),
    ] {
        let proof = proved(name, boards, None).unwrap();
        let claim = retrograph_judge::strong_games::check_proof(&proof, 1).unwrap();
        assert!(claim.sentence().contains(sentence), "{}", claim.sentence());
    }
}
