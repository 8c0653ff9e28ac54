//! What an oracle is made of: a game, and where the values of its positions are.

use game::values::{Kind, Label, Outcome, Values, Verdict};
use game::{Game, Keys, Move};

use super::{Identity, LevelCount, SolvedError};

/// A game with the values of its positions, read from a folder or from a web server. It is an
/// [`Oracle`](super::Oracle).
pub trait Known: Send + Sync {
    /// The type of the game.
    type Game: Keys;

    /// Returns the game.
    fn game(&self) -> &Self::Game;

    /// Returns the game, its number of vertices, and where the values are.
    fn identity(&self) -> Identity<'_>;

    /// Returns what values mean.
    fn values(&self) -> Values;

    /// [`Oracle::levels`](super::Oracle::levels).
    ///
    /// # Errors
    /// Fails when what is known of a level cannot be read, or a level is missing above another one.
    fn levels(&self) -> Result<Vec<LevelCount>, SolvedError>;

    /// Returns the values of positions, as who is next there sees them.
    ///
    /// # Errors
    /// [`SolvedError`].
    fn labels(&self, positions: &[&<Self::Game as Game>::Position]) -> Result<Vec<Label>, SolvedError>;

    /// Whether nothing of this level is left to be opened before a value is known, or there is no such level.
    fn is_at_hand(&self, level: u32) -> bool;

    /// [`Oracle::is_cheap`](super::Oracle::is_cheap).
    ///
    /// # Errors
    /// [`SolvedError`].
    fn is_cheap(&self, _level: u32) -> Result<bool, SolvedError> {
        Ok(true)
    }
}

/// A move with the value of where it leads.
#[derive(Clone, Debug)]
pub struct Valued<Q> {
    /// The move.
    pub step: Move<Q>,
    /// The value of the position after it, as who is next there sees it; of no meaning when the game is over.
    pub label: Label,
    /// What the move is for who makes it. `None` for scores.
    pub verdict: Option<Verdict>,
    /// Who wins after it. `None` for scores.
    pub outcome: Option<Outcome>,
}

/// Every legal move of `position` up to symmetry with its value, the best first, then by edge: winning ones before ties
/// before losing ones; by remoteness, the quickest win and the slowest loss; of scores, the highest for Max.
///
/// # Errors
/// [`SolvedError`]; the level below the position's must be sealed too unless there is no move.
pub fn valued<K: Known>(
    known: &K,
    position: &<K::Game as Game>::Position,
) -> Result<Vec<Valued<<K::Game as Game>::Position>>, SolvedError> {
    let values = known.values();
    let steps = known.game().moves(position);
    let is_end = |step: &Move<_>| step.ends && values.ended().is_some();
    let going: Vec<_> = (steps.iter().filter(|step| !is_end(step)).map(|step| &step.child)).collect();
    let mut labels = labels(known, &going)?.into_iter();
    let mut moves: Vec<_> = (steps.into_iter())
        .map(|step| {
            let (label, outcome) = match values.ended() {
                Some(outcome) if step.ends => (Label::default(), Some(outcome)),
                _ => {
                    let label = labels.next().expect("a label for each");
                    (label, values.outcome_seen(known.game().next(&step.child), label))
                }
            };
            Valued {
                verdict: outcome.map(|outcome| outcome.of_move(step.by)),
                step,
                label,
                outcome,
            }
        })
        .collect();
    moves.sort_by_key(|valued| {
        let first = valued.label.first;
        let rank = match valued.verdict {
            None | Some(Verdict::Wins) => 0,
            Some(Verdict::Ties) => 1,
            Some(Verdict::Loses) => 2,
        };
        match values.kind() {
            Kind::Outcome => (rank, 0),
            Kind::Grundy => (rank, first),
            Kind::Remoteness => (rank, if rank == 2 { u8::MAX - first } else { first }),
            Kind::Score => (rank, u8::MAX - valued.label.second),
        }
    });
    Ok(moves)
}

/// The values of positions, as who is next there sees them; of those within a move, too.
///
/// # Errors
/// [`SolvedError`].
pub(super) fn labels<K: Known>(
    known: &K,
    positions: &[&<K::Game as Game>::Position],
) -> Result<Vec<Label>, SolvedError> {
    let game = known.game();
    if !positions.iter().any(|position| game.is_between(position)) {
        return known.labels(positions);
    }
    let moves: Vec<_> = positions.iter().map(|position| game.moves(position)).collect();
    let going: Vec<_> = (moves.iter().flatten())
        .filter(|step| !step.ends)
        .map(|step| &step.child)
        .collect();
    let mut labels = known.labels(&going)?.into_iter();
    let folded = positions.iter().zip(&moves).map(|(position, moves)| {
        let mut fold = known.values().fold(game.turn(position));
        for step in moves {
            match step.ends {
                true => fold.add_end(),
                false => fold.add(None, labels.next().expect("a label for each")),
            }
        }
        fold.label()
    });
    Ok(folded.collect())
}
