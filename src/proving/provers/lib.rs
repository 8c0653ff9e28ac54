//! Every family of games that is proved: one list, which all who have a name of a game or a proof ask.

mod check_maker_breaker;
mod from_values;

use std::sync::Arc;

use proof::play::{Order, Playable, ProofPlayer, Unplayable};
use proof::{BadQuestion, EnvelopeError, ListedGame, Parameter, Parameters, Prover, Question};
use retrograph_judge::proof::{check_watched, theorem};

pub use from_values::from_values;
pub use retrograph_judge::proof::{Progress, ProofError};

/// All families. A new one needs its line here and below.
pub static PROVERS: Provers<'static> = Provers(&[
    &avoidance::Family,
    &maker_breaker::Family {
        checked: Some(check_maker_breaker::check_maker_breaker),
    },
    &online_ramsey::Family,
    &strong_games::Family,
    &hypergraphs::Family,
]);

/// The same families for whoever only plays proofs that were checked before: no search comes with this list.
pub static PLAYERS: Players<'static> = Players(&[
    &avoidance::Family,
    &maker_breaker::Family { checked: None },
    &online_ramsey::Family,
    &strong_games::Family,
    &hypergraphs::Family,
]);

/// A list of families, of which none owns a name of another.
pub struct Provers<'a>(pub &'a [&'a dyn Prover]);

/// A list of families whose proofs are played.
pub struct Players<'a>(pub &'a [&'a dyn Playable]);

/// Why a file cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum NotPlayed {
    /// It is no proof, or proves nothing, or this program cannot check it.
    #[error(transparent)]
    Refused(ProofError),
    /// The judge has read it, and this program cannot.
    #[error(transparent)]
    Envelope(#[from] EnvelopeError),
    /// Its content cannot be played.
    #[error(transparent)]
    Unplayable(#[from] Unplayable),
    /// It says nothing of the board asked for.
    #[error("it says nothing about a board with {0} vertices")]
    Order(
        /// How many vertices.
        usize,
    ),
    /// A board was asked for, and it is about another one alone.
    #[error("it is about one board")]
    OneBoard,
    /// No crate plays its game.
    #[error("it is a proof of {0}, which cannot be played yet")]
    Unknown(
        /// The game.
        String,
    ),
}

impl<'a> Provers<'a> {
    /// The prover of a game, whose name may have any case.
    pub fn of(&self, game: &str) -> Option<&'a dyn Prover> {
        self.0.iter().copied().find(|prover| prover.owns(game))
    }

    /// The prover of a game that is not solved.
    pub fn alone(&self, game: &str) -> Option<&'a dyn Prover> {
        self.of(game).filter(|prover| !prover.is_solved_too(game))
    }

    /// The provers that such a parameter says something to.
    pub fn with(&self, what: Parameter) -> impl Iterator<Item = &'a dyn Prover> {
        let provers = self.0.iter().copied();
        provers.filter(move |prover| prover.parameters().contains(&what))
    }

    /// Games of each kind that are proved.
    pub fn listed(&self) -> Vec<ListedGame> {
        self.0.iter().flat_map(|prover| prover.listed()).collect()
    }

    /// A game of the kind that this word names.
    pub fn example_of(&self, kind: &str) -> Option<String> {
        let is_of = |game: &ListedGame| {
            let (word, _) = game.name.split_once(':').unwrap_or((&game.name, ""));
            word.eq_ignore_ascii_case(kind.trim_end_matches(':'))
        };
        self.listed().into_iter().find(is_of).map(|game| game.name)
    }

    /// The question about a game.
    ///
    /// # Errors
    /// [`BadQuestion`].
    pub fn question(&self, game: &str, parameters: &Parameters) -> Result<Box<dyn Question>, BadQuestion> {
        let prover = self.of(game).ok_or_else(|| BadQuestion::Unknown(game.into()))?;
        let own = prover.parameters();
        match parameters.given().find(|what| !own.contains(what)) {
            Some(foreign) => Err(BadQuestion::Foreign(foreign)),
            None => prover.question(game, parameters),
        }
    }

    /// The player of a proof that the judge accepts; a proof for boards of many sizes is played on `order` vertices, if
    /// that is given. `progress` can stop the check. Cost: that of the judge's check, on so many threads.
    ///
    /// # Errors
    /// [`NotPlayed`].
    pub fn player(
        &self,
        file: &[u8],
        threads: usize,
        order: Option<usize>,
        progress: &Arc<Progress>,
    ) -> Result<Box<dyn ProofPlayer>, NotPlayed> {
        check_watched(file, threads, progress).map_err(NotPlayed::Refused)?;
        let player = played(file, |game| Some(self.of(game)? as &dyn Playable))?;
        match order {
            None => Ok(player),
            Some(n) if player.about().order == Order::Fixed(n) => Ok(player),
            Some(_) if player.about().boards.is_none() => Err(NotPlayed::OneBoard),
            Some(n) => player.on(n).ok_or(NotPlayed::Order(n)),
        }
    }
}

impl Players<'_> {
    /// The player of a proof that the judge has accepted before: this compares its checksum alone. Cost: reading it.
    ///
    /// # Errors
    /// [`NotPlayed`], but never [`NotPlayed::Refused`].
    pub fn unchecked(&self, file: &[u8]) -> Result<Box<dyn ProofPlayer>, NotPlayed> {
        played(file, |game| self.0.iter().copied().find(|family| family.owns(game)))
    }
}

/// The player of a proof whose game belongs to the family that `of` finds.
fn played<'a>(
    file: &[u8],
    of: impl FnOnce(&str) -> Option<&'a dyn Playable>,
) -> Result<Box<dyn ProofPlayer>, NotPlayed> {
    let mut opened = proof::open(file)?;
    let game = opened.value("game").unwrap_or_default();
    // Of games with colours the families play what a search has proved.
    let is_from_values = opened.value("form").is_some() && opened.value("bias").is_some();
    let family = of(game).filter(|_| !is_from_values);
    let family = family.ok_or_else(|| NotPlayed::Unknown(game.into()))?;
    // One text wherever the proof is named; empty for a game that the judge does not know.
    opened.theorem = theorem(file).unwrap_or_default();
    Ok(family.play(opened)?)
}
