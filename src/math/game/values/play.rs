//! How a game ends, as data, and a table of what is said of it.

use super::{Outcome, Player};

/// What a move means that completes something, and so ends the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Completion {
    /// Whoever makes it loses.
    Loses,
    /// Whoever makes it wins.
    Wins,
    /// This player wins, whose turn it is or not.
    WinsFor(Player),
}

impl Completion {
    /// Who has won then, as the next player sees it.
    pub fn outcome(self) -> Outcome {
        match self {
            Self::Loses => Outcome::N,
            Self::Wins => Outcome::P,
            Self::WinsFor(player) => Outcome::of(player),
        }
    }
}

/// Who has won when no move is left, such as on a full board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stuck {
    /// The player who made the last move.
    LastMoverWins,
    /// The player who cannot move.
    NextWins,
    /// Nobody.
    Tie,
    /// The second player.
    SecondWins {
        /// Whether the number of moves to a full board is odd, so that the second player is next there.
        odd: bool,
    },
    /// This player, whose turn it is or not.
    Wins(Player),
}

/// How a game ends and who has won then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Play {
    /// What a move means that ends the game; `None` where no move does.
    pub completion: Option<Completion>,
    /// Who has won when no move is left.
    pub stuck: Stuck,
    /// Whether a move takes one or more steps, so that a position does not say who moves next: it has a value for
    /// either player, and a move may go several levels up.
    pub several: bool,
}

impl Play {
    /// The player who cannot move loses.
    pub const NORMAL: Self = Self::of(None, Stuck::LastMoverWins);
    /// The player who cannot move wins.
    pub const MISERE: Self = Self::of(None, Stuck::NextWins);
    /// Normal play in moves of one or more steps.
    pub const EITHER: Self = Self {
        several: true,
        ..Self::NORMAL
    };
    /// Some moves end the game and lose; without a move left it is a tie.
    pub const LOSE: Self = Self::of(Some(Completion::Loses), Stuck::Tie);
    /// Some moves end the game and win; without a move left it is a tie.
    pub const ACHIEVE: Self = Self::of(Some(Completion::Wins), Stuck::Tie);
    /// As [`Play::ACHIEVE`], but the second player, who is not next on a full board, wins when no move is left.
    pub const ACHIEVE_EVEN: Self = Self::of(Some(Completion::Wins), Stuck::SecondWins { odd: false });
    /// As [`Play::ACHIEVE_EVEN`], where the second player is next on a full board.
    pub const ACHIEVE_ODD: Self = Self::of(Some(Completion::Wins), Stuck::SecondWins { odd: true });

    /// Red wins as soon as she has completed something, Green on a full board where she has not.
    pub const RED_ACHIEVES: Self = Self::goal(Player::First);
    /// Green wins as soon as Red has completed something, Red on a full board where she has not.
    pub const RED_AVOIDS: Self = Self::goal(Player::Second);

    /// [`Play::RED_AVOIDS`] in moves of one or more steps.
    pub const RED_AVOIDS_SEVERAL: Self = Self {
        several: true,
        ..Self::RED_AVOIDS
    };

    /// Play in which something completed is a win of `player`, a full board one of the other player.
    const fn goal(player: Player) -> Self {
        Self::of(Some(Completion::WinsFor(player)), Stuck::Wins(player.other()))
    }

    /// The player who wins when something is completed, where that and a full board decide the game whoever moves.
    pub fn hunter(self) -> Option<Player> {
        match self.completion {
            Some(Completion::WinsFor(player)) => Some(player),
            _ => None,
        }
    }

    /// Play of one step a move.
    const fn of(completion: Option<Completion>, stuck: Stuck) -> Self {
        Self {
            completion,
            stuck,
            several: false,
        }
    }

    /// Who has won at the end, as a clause.
    ///
    /// # Panics
    /// When there is no such play in the table.
    pub fn rule(self) -> &'static str {
        self.words().2
    }

    /// What is to be said of it beside a winner: nothing where the game's name says it.
    pub fn remark(self) -> &'static str {
        match self {
            Self::MISERE => " in misère play",
            _ => "",
        }
    }

    /// The word in front of the kind in a database's identity.
    pub(super) fn word(self) -> &'static str {
        self.words().1
    }

    fn words(self) -> Words {
        let words = PLAYS.into_iter().find(|&(play, ..)| play == self);
        words.expect("every play is in the table")
    }

    /// Who has won, as the next player sees it, when no move is left.
    pub(super) fn terminal(self) -> Outcome {
        match self.stuck {
            Stuck::LastMoverWins | Stuck::SecondWins { odd: false } => Outcome::P,
            Stuck::NextWins | Stuck::SecondWins { odd: true } => Outcome::N,
            Stuck::Tie => Outcome::Tie,
            Stuck::Wins(player) => Outcome::of(player),
        }
    }

    /// Whether the player who makes the last move loses, unless it is a tie.
    pub fn last_mover_loses(self) -> bool {
        self.completion == Some(Completion::Loses) || self.stuck == Stuck::NextWins
    }
}

/// A play, its word in front of the kind in a database's identity, and who has won at the end as a clause.
type Words = (Play, &'static str, &'static str);

/// All plays. A new one is a row here.
pub(super) const PLAYS: [Words; 10] = {
    let last_loses = "a player who cannot move loses";
    let green_wins = "Green wins when Red completes a copy, Red when the board is full without one";
    let or_second = "a player who completes a copy wins, a full board is won by the second player";
    [
        (Play::NORMAL, "", last_loses),
        (Play::MISERE, "misere ", "a player who cannot move wins"),
        (Play::EITHER, "either ", last_loses),
        (
            Play::LOSE,
            "lose ",
            "a player who completes a copy loses, a full board is a tie",
        ),
        (
            Play::ACHIEVE,
            "achieve ",
            "a player who completes a copy wins, a full board is a tie",
        ),
        (Play::ACHIEVE_EVEN, "achieve-even ", or_second),
        (Play::ACHIEVE_ODD, "achieve-odd ", or_second),
        (
            Play::RED_ACHIEVES,
            "red-achieves ",
            "Red wins when she completes a copy, Green when the board is full without one",
        ),
        (Play::RED_AVOIDS, "red-avoids ", green_wins),
        (Play::RED_AVOIDS_SEVERAL, "red-avoids-several ", green_wins),
    ]
};

#[cfg(test)]
mod tests {
    use super::super::{Kind, Turn, Values};
    use super::*;

    /// Plays that no game has yet too: data combine freely.
    #[test]
    fn the_label_of_the_end_says_who_has_won() {
        for completion in [None, Some(Completion::Loses), Some(Completion::Wins)] {
            for (stuck, winner) in [
                (Stuck::LastMoverWins, Outcome::P),
                (Stuck::NextWins, Outcome::N),
                (Stuck::Tie, Outcome::Tie),
                (Stuck::SecondWins { odd: false }, Outcome::P),
                (Stuck::SecondWins { odd: true }, Outcome::N),
            ] {
                let play = Play::of(completion, stuck);
                let values = Values::new(play, Kind::Remoteness).unwrap();
                assert_eq!(values.outcome(values.terminal()), Some(winner), "{play:?}");
                // A move to the end wins where the next player has lost there.
                let mut fold = values.fold(Turn::of(None));
                fold.add(None, values.terminal());
                let before = match winner {
                    Outcome::P => Outcome::N,
                    Outcome::N => Outcome::P,
                    other => other,
                };
                assert_eq!(values.outcome(fold.label()), Some(before), "{play:?}");
            }
        }
    }
}
