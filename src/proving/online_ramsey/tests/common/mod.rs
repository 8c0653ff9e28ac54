//! What the tests of this crate share.
#![allow(dead_code, reason = "each test file uses some")]

use proof::{Control, Outcome, Question};
use retrograph_judge::proof::{Fact, check};
use retrograph_online_ramsey::Game;

/// What a search is allowed in tests.
pub fn control(threads: usize, memory: u64) -> Control<'static> {
    Control::quiet(memory, threads)
}

pub fn game(graphs: &str) -> Game {
    Game::new(&format!("online-ramsey:{graphs}")).unwrap()
}

/// The question whether Painter survives so many rounds with a commitment, or without one.
pub fn committed(graphs: &str, rounds: usize, family: &str) -> Game {
    game(graphs).rounds(rounds).unwrap().commit(family).unwrap()
}

/// The outcome of a search, whose proof the judge has checked.
pub fn proved(game: &Game) -> Outcome {
    let outcome = game.answer(&control(1, 1 << 30)).unwrap();
    if let Some(proof) = &outcome.proof {
        let proved = check(proof, 1).unwrap_or_else(|error| panic!("{}: {error}", game.name()));
        assert_eq!(proved.sentence, outcome.sentence);
    }
    outcome
}

/// The bounds that the judge finds in the proof of an outcome: Builder's rounds and Painter's.
pub fn bounds(outcome: &Outcome) -> (Option<u64>, Option<u64>) {
    let proved = check(outcome.proof.as_ref().unwrap(), 1).unwrap();
    let of = |wanted: &str| {
        let fact = proved.facts.iter().find(|(word, _)| *word == wanted);
        fact.map(|(_, fact)| match fact {
            Fact::Number(number) => *number,
            Fact::Text(text) => panic!("{text}"),
        })
    };
    (of("builder"), of("painter"))
}
