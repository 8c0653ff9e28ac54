//! What the labels of a solved game say: who wins, or something richer, and by which rule of play.
//!
//! A label is one byte; scores have two. The value of a position follows from those of its children by a [`Fold`]; a
//! position without a move has the value [`Values::terminal`].

use std::fmt;

use retrograph_storage::OUTCOME;

/// Who wins when no move is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Play {
    /// The player who cannot move loses.
    Normal,
    /// The player who cannot move wins.
    Misere,
}

/// What is to be known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Who wins.
    Outcome,
    /// The Sprague-Grundy number: the least number that no move leads to. 0 exactly for P.
    Grundy,
    /// Moves to the end when the winner hurries and the loser delays.
    Remoteness,
    /// Moves to the end when Max wants many and Min wants few: with Max to move, and with Min to move.
    Score,
}

/// Label of a position that the previous player, who just moved, wins, where labels are outcomes.
pub const P: u8 = 1;
/// Label of a position that the next player wins, where labels are outcomes.
pub const N: u8 = 0;

/// What the labels of a database mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Values {
    play: Play,
    kind: Kind,
}

/// A label: the second byte is 0 unless values are scores.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Label {
    /// Outcome, Grundy number, remoteness, or moves to come when Max moves next.
    pub first: u8,
    /// Moves to come when Min moves next.
    pub second: u8,
}

/// Why values are not offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{kind} values are the same in misère play as in normal play or have no meaning there; leave --play misere out"
)]
pub struct NoSuchValues {
    kind: Kind,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Self::Outcome => OUTCOME,
            Self::Grundy => "grundy",
            Self::Remoteness => "remoteness",
            Self::Score => "score",
        })
    }
}

const KINDS: [Kind; 4] = [Kind::Outcome, Kind::Grundy, Kind::Remoteness, Kind::Score];

impl Kind {
    /// The kind of this name.
    pub fn named(name: &str) -> Option<Self> {
        KINDS.into_iter().find(|kind| kind.to_string() == name)
    }
}

/// As in a database's identity: such as `outcome` or `misere remoteness`.
impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.play {
            Play::Normal => write!(f, "{}", self.kind),
            Play::Misere => write!(f, "misere {}", self.kind),
        }
    }
}

impl Values {
    /// Who wins in normal play.
    pub const OUTCOME: Self = Self {
        play: Play::Normal,
        kind: Kind::Outcome,
    };

    /// Values of this kind in this play.
    ///
    /// # Errors
    /// [`NoSuchValues`]: Grundy numbers belong to normal play, scores to none.
    pub fn new(play: Play, kind: Kind) -> Result<Self, NoSuchValues> {
        match (play, kind) {
            (Play::Misere, Kind::Grundy | Kind::Score) => Err(NoSuchValues { kind }),
            _ => Ok(Self { play, kind }),
        }
    }

    /// The inverse of `to_string`.
    pub fn named(name: &str) -> Option<Self> {
        let plays = [Play::Normal, Play::Misere].into_iter();
        let all = plays.flat_map(|play| KINDS.into_iter().filter_map(move |kind| Self::new(play, kind).ok()));
        all.into_iter().find(|values| values.to_string() == name)
    }

    /// The kind.
    pub fn kind(self) -> Kind {
        self.kind
    }

    /// The rule of play.
    pub fn play(self) -> Play {
        self.play
    }

    /// Whether labels are P or N, so that a move to P settles a position.
    pub fn is_outcome(self) -> bool {
        self.kind == Kind::Outcome
    }

    /// The label of a position without a move.
    pub fn terminal(self) -> Label {
        let first = match (self.kind, self.play) {
            (Kind::Outcome, Play::Normal) => P,
            (Kind::Outcome, Play::Misere) => N,
            _ => 0,
        };
        Label { first, second: 0 }
    }

    /// Whether the player who moved last wins; `None` for scores. Under normal play the last mover wins, so that an
    /// even number of moves is left at P; in misère play an odd one.
    pub fn is_p(self, label: Label) -> Option<bool> {
        match self.kind {
            Kind::Outcome => Some(label.first == P),
            Kind::Grundy => Some(label.first == 0),
            Kind::Remoteness => Some(label.first.is_multiple_of(2) == (self.play == Play::Normal)),
            Kind::Score => None,
        }
    }

    /// The bits of labels that may be set on a level, when the level above has labels up to `above`; none is there above
    /// the highest level. No value exceeds by more than one the largest that moves lead to; for scores that is the one
    /// with the other player to move.
    pub fn bits(self, above: Option<Label>) -> Vec<u8> {
        let width = |above: Option<u8>| {
            let most = above.map_or(0, |above| above.saturating_add(1));
            (8 - most.leading_zeros() as u8).max(1)
        };
        let (first, second) = match self.kind {
            Kind::Outcome => (1, 0),
            Kind::Grundy | Kind::Remoteness => (width(above.map(|label| label.first)), 0),
            Kind::Score => (
                width(above.map(|label| label.second)),
                width(above.map(|label| label.first)),
            ),
        };
        (0..first).chain(8..8 + second).collect()
    }

    /// Nothing folded yet.
    pub fn fold(self) -> Fold {
        Fold {
            values: self,
            count: 0,
            seen: [0; 4],
            least_p: None,
            most: 0,
            least_second_first: (0, u8::MAX),
        }
    }
}

/// The value of a position from those of its children, in any order and with repetitions.
#[derive(Clone, Copy, Debug)]
pub struct Fold {
    values: Values,
    count: u32,
    /// Labels seen, a bit each.
    seen: [u64; 4],
    /// The least remoteness of a P.
    least_p: Option<u8>,
    most: u8,
    /// The largest second label and the least first one.
    least_second_first: (u8, u8),
}

impl Fold {
    /// A move leads to a position of this label.
    pub fn add(&mut self, label: Label) {
        self.count += 1;
        self.seen[usize::from(label.first / 64)] |= 1 << (label.first % 64);
        if self.values.is_p(label) == Some(true) {
            self.least_p = Some(self.least_p.map_or(label.first, |least| least.min(label.first)));
        }
        self.most = self.most.max(label.first);
        let (second, first) = &mut self.least_second_first;
        (*second, *first) = ((*second).max(label.second), (*first).min(label.first));
    }

    /// Whether there was a move.
    pub fn has_move(&self) -> bool {
        self.count > 0
    }

    /// The label of the position.
    pub fn label(&self) -> Label {
        if !self.has_move() {
            return self.values.terminal();
        }
        let one = |first| Label { first, second: 0 };
        match self.values.kind {
            Kind::Outcome => one(if self.least_p.is_some() { N } else { P }),
            Kind::Grundy => one((0..=u8::MAX)
                .find(|&number| self.seen[usize::from(number / 64)] >> (number % 64) & 1 == 0)
                .expect("a position has fewer than 256 moves")),
            Kind::Remoteness => one(1 + self.least_p.unwrap_or(self.most)),
            // Max answers Min and Min answers Max.
            Kind::Score => Label {
                first: 1 + self.least_second_first.0,
                second: 1 + self.least_second_first.1,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folded(name: &str, labels: &[(u8, u8)]) -> (u8, u8) {
        let mut fold = Values::named(name).unwrap().fold();
        labels
            .iter()
            .for_each(|&(first, second)| fold.add(Label { first, second }));
        let Label { first, second } = fold.label();
        (first, second)
    }

    #[test]
    fn values_follow_from_those_of_the_children() {
        assert_eq!(folded("outcome", &[]), (P, 0));
        assert_eq!(folded("misere outcome", &[]), (N, 0));
        assert_eq!(folded("outcome", &[(N, 0), (P, 0)]), (N, 0));
        assert_eq!(folded("misere outcome", &[(N, 0)]), (P, 0));
        assert_eq!(folded("grundy", &[(0, 0), (1, 0), (3, 0)]), (2, 0));
        assert_eq!(folded("grundy", &[(1, 0), (200, 0)]), (0, 0));
        // Children that are P have an even number of moves left.
        assert_eq!(folded("remoteness", &[(4, 0), (2, 0), (7, 0)]), (3, 0));
        assert_eq!(folded("remoteness", &[(1, 0), (3, 0)]), (4, 0));
        assert_eq!(folded("misere remoteness", &[(0, 0)]), (1, 0));
        assert_eq!(folded("misere remoteness", &[(0, 0), (1, 0), (3, 0)]), (2, 0));
        assert_eq!(folded("score", &[(3, 5), (4, 2)]), (6, 4));
    }

    #[test]
    fn names_come_back() {
        for name in [
            "outcome",
            "misere outcome",
            "grundy",
            "remoteness",
            "misere remoteness",
            "score",
        ] {
            assert_eq!(Values::named(name).unwrap().to_string(), name);
        }
        for name in ["", "misere", "misere grundy", "misere score", "p"] {
            assert_eq!(Values::named(name), None);
        }
    }

    #[test]
    fn bits_suffice() {
        let label = |first, second| Some(Label { first, second });
        let values = |name| Values::named(name).unwrap();
        assert_eq!(values("outcome").bits(label(1, 0)), [0]);
        assert_eq!(values("grundy").bits(None), [0]);
        assert_eq!(values("grundy").bits(label(2, 0)), [0, 1]);
        assert_eq!(values("grundy").bits(label(3, 0)), [0, 1, 2]);
        assert_eq!(values("score").bits(None), [0, 8]);
        assert_eq!(values("score").bits(label(6, 1)), [0, 1, 8, 9, 10]);
    }
}
