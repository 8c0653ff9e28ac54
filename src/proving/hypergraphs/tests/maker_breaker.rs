//! Maker-Breaker games: the winner by brute force, proofs that the judge accepts.

mod common;

use base::random::SplitMix64;
use common::{Small, proved};
use retrograph_hypergraphs::{Options, Rule};
use retrograph_judge::hypergraphs::check_proof;

#[test]
fn the_winner_is_that_of_brute_force_whatever_the_turns() {
    let mut random = SplitMix64::new(1);
    let (mut makers, mut proofs) = (0, 0);
    for round in 0..1500 {
        let small = Small::random(&mut random, 8);
        let options = options(&mut random);
        let right = small.maker_wins(&options);
        let (outcome, file) = proved(Rule::MakerBreaker, &small.text(), &options);
        let said = outcome.sentence.starts_with("Maker");
        assert_eq!(said, right, "{round}: {} {options:?}", small.text());
        let claim = check_proof(&file).unwrap_or_else(|error| panic!("{round}: {error}\n{}{options:?}", small.text()));
        assert_eq!(claim.sentence(), outcome.sentence);
        assert_eq!(claim.first_wins, right);
        makers += usize::from(right);
        proofs += usize::from(claim.nodes > 0);
    }
    assert!(makers > 300 && makers < 1200 && proofs > 300, "{makers} {proofs}");
}

fn options(random: &mut SplitMix64) -> Options {
    let mut some = |share: usize, most: usize| (random.below(share) == 0).then(|| random.below(most) + 1);
    Options {
        first_begins: some(2, 2).map(|number| number == 1),
        bias: some(3, 2).zip(some(1, 2)).map(|(maker, breaker)| [maker, breaker]),
        moves: some(3, 4),
        breaker_moves: some(4, 4),
    }
}
