//! Proofs from known values.

use avoidance::{Avoidance, BadGame, Replies, Wanted};
use proof::{KnownValues, Outcome, Parameter, Parameters, Unproved};
use retrograph_judge::proof::theorem;

/// The proof that the first player, or the second, wins the game of this name on `n` vertices: an avoidance game, with
/// the replies that the parameters say, or a two-colour game; where one player wants a goal, that Red wins, or Green.
///
/// # Errors
/// [`Unproved`].
pub fn from_values<E>(
    game: &str,
    n: usize,
    parameters: &Parameters,
    first_wins: bool,
    known: KnownValues<E>,
) -> Result<Outcome, Unproved<E>> {
    let replies = parameters.text(Parameter::Replies);
    match (Avoidance::new(game, n, Wanted::Winner), replies) {
        (Ok(found), Some("all")) => found.with(Replies::All).proof(first_wins, known),
        (Ok(found), _) => found.proof(first_wins, known),
        (Err(BadGame::Name(_)), None) => {
            let found = two_colours::proof(game, n, first_wins, known)?;
            // One text wherever the proof is named.
            let sentence = found.proof.as_deref().and_then(|proof| theorem(proof).ok());
            Ok(Outcome {
                sentence: sentence.unwrap_or(found.sentence),
                ..found
            })
        }
        (Err(BadGame::Name(_)), Some(_)) => Err(Unproved::Form(format!(
            "in the proof of a two-colour game such as '{game}' there is no choice which replies it has"
        ))),
        (Err(error), _) => Err(Unproved::Form(error.to_string())),
    }
}
