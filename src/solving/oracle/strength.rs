//! Opponents that err.

use base::random::SplitMix64;

use super::{AnswerError, Move, Oracle};

/// How well an opponent plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strength {
    /// Never errs.
    #[default]
    Perfect,
    /// Makes a careless move every third time.
    Casual,
    /// Makes careless moves only.
    Beginner,
}

impl Strength {
    /// All, the best first.
    pub const ALL: [Self; 3] = [Self::Perfect, Self::Casual, Self::Beginner];

    /// The name in options and addresses.
    pub fn name(self) -> &'static str {
        match self {
            Self::Perfect => "perfect",
            Self::Casual => "casual",
            Self::Beginner => "beginner",
        }
    }

    /// Whether the next move is careless.
    pub fn errs(self, random: &mut SplitMix64) -> bool {
        match self {
            Self::Perfect => false,
            Self::Casual => random.below(3) == 0,
            Self::Beginner => true,
        }
    }
}

/// Any of the legal moves, all equally likely, but none that loses at once where others are left; `None` at the end of
/// the game.
///
/// # Errors
/// [`AnswerError`].
pub fn careless(oracle: &dyn Oracle, text: &str, random: &mut SplitMix64) -> Result<Option<Move>, AnswerError> {
    let mut moves = oracle.moves(text)?.moves;
    let loses_at_once = |step: &Move| step.ends && step.wins == Some(false);
    if !moves.iter().all(loses_at_once) {
        moves.retain(|step| !loses_at_once(step));
    }
    let all: u32 = moves.iter().map(|step| step.equivalent).sum();
    if all == 0 {
        return Ok(None);
    }
    let mut left = random.below(all as usize) as u32;
    let chosen = moves.into_iter().find(|step| match left.checked_sub(step.equivalent) {
        Some(less) => {
            left = less;
            false
        }
        None => true,
    });
    Ok(chosen)
}
