//! Strong games: the winner by brute force, proofs that the judge accepts, published values.

mod common;

use base::random::SplitMix64;
use common::{Small, in_a_row, lines, polyomino};
use proof::{Control, Question};
use retrograph_hypergraphs::{Game, Options, Rule};
use retrograph_judge::hypergraphs::check_proof;

#[test]
fn the_winner_is_that_of_brute_force() {
    let mut random = SplitMix64::new(2);
    let (mut games, mut nodes, mut forced) = ([0, 0], [0, 0], 0);
    for round in 0..3000 {
        let mut small = Small::random(&mut random, 9);
        if random.below(2) == 0 {
            small.wins[1] = small.wins[0].clone();
        }
        let first_begins = random.below(3) > 0;
        let options = Options {
            first_begins: Some(first_begins),
            ..Options::default()
        };
        let Ok(game) = Game::new(Rule::Strong, &small.text(), &options) else {
            continue;
        };
        let right = small.black_wins(first_begins);
        let outcome = game.answer(&Control::quiet(1 << 28, 1)).unwrap();
        let file = outcome.proof.expect("there is a proof");
        let claim = check_proof(&file).unwrap_or_else(|error| panic!("{round}: {error}\n{}", small.text()));
        assert_eq!(claim.first_wins, right, "{round}: {}", small.text());
        assert_eq!(claim.sentence(), outcome.sentence);
        games[usize::from(right)] += 1;
        nodes[usize::from(right)] += claim.nodes;
        forced += if right { 0 } else { claim.sequences };
    }
    let is_rich = games.iter().all(|&games| games > 500) && nodes.iter().all(|&nodes| nodes > 100);
    assert!(is_rich && forced > 50, "{games:?} {nodes:?} {forced}");
}

/// Whether Black, who begins, wins; the proof of that, or of White's game, is accepted.
fn black_wins(text: &str) -> bool {
    let game = Game::new(Rule::Strong, text, &Options::default()).unwrap();
    let outcome = game.answer(&Control::quiet(1 << 29, 1)).unwrap();
    let claim = check_proof(&outcome.proof.expect("there is a proof")).unwrap();
    assert_eq!(claim.sentence(), outcome.sentence);
    claim.first_wins
}

/// F. Harary's achievement games (A. Beck and others): the least boards that the first player wins.
#[test]
fn polyominoes_are_achieved_on_the_published_boards() {
    for (cells, board) in [
        (&[(0, 0), (0, 1)][..], 2),
        (&[(0, 0), (0, 1), (1, 0)], 3),
        (&[(0, 0), (0, 1), (0, 2)], 4),
        (&[(0, 0), (1, 0), (2, 0), (2, 1)], 4),
        (&[(0, 0), (0, 1), (0, 2), (1, 1)], 5),
    ] {
        for (size, wins) in [(board - 1, false), (board, true)] {
            assert_eq!(black_wins(&polyomino(cells, size)), wins, "{cells:?} {size}");
        }
    }
}

/// Three in a row in the plane is a draw and in space is not; so is four in a row on 5 x 5, which Maker wins.
#[test]
fn tic_tac_toe_is_drawn_in_the_plane() {
    assert!(!black_wins(&lines(3, 2)));
    assert!(black_wins(&lines(3, 3)));
    assert!(!black_wins(&in_a_row(5, 4)));
}
