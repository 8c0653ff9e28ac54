//! What the labels of a solved game say: who wins, or something richer, and by which rule of play.
//!
//! A label is one byte; scores have two. The value of a position follows from those of its children by a [`Fold`]; a
//! position without a move has the value [`Values::terminal`].

mod fold;
mod play;

use std::fmt;

pub use fold::Fold;
use play::PLAYS;
pub use play::{Completion, Play, Stuck};

/// Who wins a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The previous player.
    P,
    /// The next player.
    N,
    /// Nobody.
    Tie,
    /// Red, in games whose players are not next by turns.
    Red,
    /// Green, in such games.
    Green,
}

impl Outcome {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::P, Self::N, Self::Tie, Self::Red, Self::Green];

    /// Returns the outcome with this letter.
    pub fn named(letter: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|outcome| outcome.letter() == letter)
    }

    /// A win of the player of a colour.
    pub fn of(player: Player) -> Self {
        match player {
            Player::First => Self::Red,
            Player::Second => Self::Green,
        }
    }

    /// `P`, `N`, for a tie `T`, or the first letter of a colour.
    pub fn letter(self) -> &'static str {
        match self {
            Self::P => "P",
            Self::N => "N",
            Self::Tie => "T",
            Self::Red => "R",
            Self::Green => "G",
        }
    }

    /// The name of a count of such positions, in manifests and JSON.
    pub fn count_name(self) -> &'static str {
        match self {
            Self::P => "p",
            Self::N => "n",
            Self::Tie => "ties",
            Self::Red => "red",
            Self::Green => "green",
        }
    }

    /// Such positions in a list of counts, for people.
    pub fn in_words(self) -> &'static str {
        match self {
            Self::P => "previous player wins (P)",
            Self::N => "next player wins (N)",
            Self::Tie => "ties (T)",
            Self::Red => "Red wins (R)",
            Self::Green => "Green wins (G)",
        }
    }

    /// What it says of the position that a game begins with.
    pub fn of_start(self) -> &'static str {
        match self {
            Self::P => "the second player wins",
            Self::N => "the first player wins",
            Self::Tie => "neither player can win",
            Self::Red => "Red wins",
            Self::Green => "Green wins",
        }
    }
}

/// What an outcome is for a player, the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// A loss.
    Loses,
    /// A tie.
    Ties,
    /// A win.
    Wins,
}

impl Verdict {
    /// What it is for the other player.
    #[must_use]
    pub fn opposite(self) -> Self {
        match self {
            Self::Loses => Self::Wins,
            Self::Ties => Self::Ties,
            Self::Wins => Self::Loses,
        }
    }
}

impl Outcome {
    /// What it is for the player who has just moved, `by` where the players have different moves.
    pub fn of_move(self, by: Option<Player>) -> Verdict {
        match self {
            Self::Tie => Verdict::Ties,
            Self::P => Verdict::Wins,
            Self::N => Verdict::Loses,
            colour if by.map(Self::of) == Some(colour) => Verdict::Wins,
            _ => Verdict::Loses,
        }
    }

    /// What it is for the player who is next, `next` where the players have different moves.
    pub fn of_next(self, next: Option<Player>) -> Verdict {
        match self {
            Self::P => Verdict::Loses,
            Self::N => Verdict::Wins,
            other => other.of_move(next),
        }
    }
}

/// Numbers of positions by who wins them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally([u64; Outcome::ALL.len()]);

impl Tally {
    /// So many more.
    pub fn add(&mut self, outcome: Outcome, count: u64) {
        self.0[outcome as usize] += count;
    }

    /// The number of positions with this outcome.
    pub fn of(self, outcome: Outcome) -> u64 {
        self.0[outcome as usize]
    }

    /// The number of all.
    pub fn total(self) -> u64 {
        self.0.iter().sum()
    }

    /// Both together.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self(std::array::from_fn(|outcome| self.0[outcome] + other.0[outcome]))
    }
}

/// One of two players who do not have the same moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Player {
    /// Red, who begins but where the name of the game says otherwise.
    First,
    /// Green.
    Second,
}

impl Player {
    /// Both, the first one first.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// The other one.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// Who decides what in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Who is next, where the players have different moves.
    pub next: Option<Player>,
    /// The edges that Red, and Green, must colour at least in a move, where a move colours several.
    pub due: [u8; 2],
    /// Whether who is next offers edges, of which the other player chooses: moves come offer by offer.
    pub offers: bool,
}

impl Turn {
    /// A turn of an edge, of this player where the players have different moves.
    pub const fn of(next: Option<Player>) -> Self {
        Self {
            next,
            due: [1, 1],
            offers: false,
        }
    }
}

/// What is to be known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Who wins; in [`Play::hunter`], whether something is completed. Where a move colours as many edges as a number or
    /// more ([`Turn::due`]): the least number of edges less than that which the next player must be due to win, so that
    /// 0 says that the next player wins.
    Outcome,
    /// The Sprague-Grundy number: the least number that no move leads to. 0 exactly for P.
    Grundy,
    /// Moves to the end when the winner hurries and the loser delays; with who wins where ties are possible, or a move
    /// may end the game. Where a player wins by something completed and the other by a full board ([`Play::hunter`]):
    /// moves until it is completed, 0 where it never is.
    Remoteness,
    /// Moves to the end when Max wants many and Min wants few: with Max to move, and with Min to move.
    Score,
}

/// Label of a position that the previous player, who just moved, wins, where labels are P or N.
pub const P: u8 = 1;
/// Label of a position that the next player wins, where labels are P or N.
pub const N: u8 = 0;

/// How one move settles a position, where labels are outcomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settling {
    /// The label of what the move leads to.
    pub child: u8,
    /// The label of the position then, the other one of 0 and 1 where there is no such move.
    pub position: u8,
    /// Whether a move that ends the game settles it, too.
    pub by_end: bool,
}

/// What the labels of a database mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Values {
    play: Play,
    kind: Kind,
}

/// A label: the second byte is 0 unless values are scores or of [`Play::several`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Label {
    /// Outcome, Grundy number, remoteness, or moves to come when Max moves next. Where a tie is possible, it is 0.
    pub first: u8,
    /// Moves to come when Min moves next; in [`Play::several`], the value when the second player moves next.
    pub second: u8,
}

/// Why values are not offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoSuchValues {
    /// Grundy numbers belong to normal play, scores to none.
    #[error("{}", match .0 {
        Kind::Score => "scores count the edges at the end, in misère play the same as in normal play",
        _ => "Grundy numbers add up games in normal play, and have no meaning in misère play",
    })]
    Misere(Kind),
    /// Players of two colours do not have the same moves.
    #[error("{0} values have no meaning where the players have different moves")]
    Colours(Kind),
    /// The game's name says how it ends.
    #[error("the name of this game says how it ends")]
    Own,
    /// Positions of an achievement game are those before anybody can complete anything.
    #[error("achievement games have neither misère play, which is the avoidance game, nor scores")]
    Achievement,
    /// Games that do not end when no move is left have remoteness alone.
    #[error("this game is solved for remoteness, which includes who wins, not for {0} values")]
    Ending(Kind),
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Self::Outcome => "outcome",
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
        write!(f, "{}{}", self.play.word(), self.kind)
    }
}

impl Values {
    /// Who wins in normal play.
    pub const OUTCOME: Self = Self {
        play: Play::NORMAL,
        kind: Kind::Outcome,
    };

    /// Values of this kind in this play.
    ///
    /// # Errors
    /// [`NoSuchValues`].
    pub fn new(play: Play, kind: Kind) -> Result<Self, NoSuchValues> {
        match (play, kind) {
            (Play::NORMAL, _) | (Play::MISERE, Kind::Outcome) | (_, Kind::Remoteness) => Ok(Self { play, kind }),
            (_, Kind::Outcome) if play.hunter().is_some() => Ok(Self { play, kind }),
            (Play::MISERE, _) => Err(NoSuchValues::Misere(kind)),
            _ => Err(NoSuchValues::Ending(kind)),
        }
    }

    /// The inverse of `to_string`.
    pub fn named(name: &str) -> Option<Self> {
        let all = PLAYS
            .iter()
            .flat_map(|&(play, ..)| KINDS.map(|kind| Self::new(play, kind)));
        all.flatten().find(|values| values.to_string() == name)
    }

    /// The kind.
    pub fn kind(self) -> Kind {
        self.kind
    }

    /// The rule of play.
    pub fn play(self) -> Play {
        self.play
    }

    /// Whether labels are P or N.
    pub fn is_outcome(self) -> bool {
        self.kind == Kind::Outcome && self.play.hunter().is_none()
    }

    /// How a move settles a position with this turn; `None` where all moves count.
    #[inline]
    pub fn settling(self, turn: Turn) -> Option<Settling> {
        if self.kind != Kind::Outcome || self.play.several || turn.offers {
            return None;
        }
        Some(match self.play.hunter() {
            None => Settling {
                child: P,
                position: N,
                by_end: false,
            },
            hunter => {
                let label = u8::from(turn.next == hunter);
                Settling {
                    child: label,
                    position: label,
                    by_end: turn.next == hunter,
                }
            }
        })
    }

    /// Whether labels have a second byte.
    pub fn is_twofold(self) -> bool {
        self.kind == Kind::Score || self.play.several
    }

    /// Whether a move may end the game.
    pub fn may_end(self) -> bool {
        self.play.completion.is_some()
    }

    /// Who has won, as the next player sees it, after a move that ends the game.
    pub fn ended(self) -> Option<Outcome> {
        self.play.completion.map(Completion::outcome)
    }

    /// Whether there may be ties.
    pub fn may_tie(self) -> bool {
        self.play.stuck == Stuck::Tie
    }

    /// What positions can be, in the order in which counts are listed; nothing where values do not say it.
    pub fn outcomes(self) -> &'static [Outcome] {
        match self.kind {
            Kind::Score => &[],
            _ if self.play.hunter().is_some() => &[Outcome::Red, Outcome::Green],
            _ if self.may_tie() => &[Outcome::P, Outcome::N, Outcome::Tie],
            _ => &[Outcome::P, Outcome::N],
        }
    }

    /// Who wins how many positions, by their first label; `None` where values do not say it. Where a position has a
    /// value for either player: with the first player next.
    pub fn tally(self, by_label: &[u64]) -> Option<Tally> {
        let mut tally = Tally::default();
        for (label, &count) in by_label.iter().enumerate() {
            let first = label.min(255) as u8;
            tally.add(self.outcome(Label { first, second: 0 })?, count);
        }
        Some(tally)
    }

    /// The label of a position in which the game ends for want of moves.
    pub fn terminal(self) -> Label {
        let terminal = self.play.terminal();
        let first = match self.kind {
            Kind::Outcome if terminal == Outcome::P => P,
            Kind::Outcome => N,
            Kind::Remoteness if self.play.hunter().is_some() => 0,
            // As if one more move were left, where the parity would say otherwise who has won.
            Kind::Remoteness if terminal != Outcome::Tie && self.winner_by_parity(0) != terminal => 1,
            _ => 0,
        };
        Label { first, second: 0 }
    }

    /// Who wins; `None` for scores. In [`Play::several`]: when the first player moves next ([`Values::outcome_for`]).
    ///
    /// The parity of the remoteness shows it: in normal play the last mover wins, so that an even number of moves is
    /// left at P; in misère play, and where the last move loses, an odd one.
    pub fn outcome(self, label: Label) -> Option<Outcome> {
        self.outcome_for(Player::First, label)
    }

    /// Who wins when `next` is to move, if that is not known from the position.
    pub fn outcome_for(self, next: Player, label: Label) -> Option<Outcome> {
        self.outcome_seen(Some(next), self.seen_by(next, label))
    }

    /// Who wins, from a label as `next` sees it: [`Values::seen_by`].
    pub fn outcome_seen(self, next: Option<Player>, label: Label) -> Option<Outcome> {
        if let Some(hunter) = self.play.hunter() {
            let is_won_by = |player: Player, wins: bool| if wins { player } else { player.other() };
            return Some(Outcome::of(match self.kind {
                Kind::Outcome if self.play.several => is_won_by(next.unwrap_or(Player::First), label.first == 0),
                _ => is_won_by(hunter, label.first > 0),
            }));
        }
        let is_p = match self.kind {
            Kind::Score => return None,
            Kind::Outcome => label.first == P,
            Kind::Grundy => label.first == 0,
            Kind::Remoteness if self.may_tie() && label.first == 0 => return Some(Outcome::Tie),
            Kind::Remoteness => return Some(self.winner_by_parity(label.first)),
        };
        Some(if is_p { Outcome::P } else { Outcome::N })
    }

    /// Who wins when nobody has tied and so many moves are left.
    fn winner_by_parity(self, moves: u8) -> Outcome {
        match moves.is_multiple_of(2) != self.play.last_mover_loses() {
            true => Outcome::P,
            false => Outcome::N,
        }
    }

    /// The label as `next` sees it, who is to move: in [`Play::several`] that player's value in front.
    #[must_use]
    pub fn seen_by(self, next: Player, label: Label) -> Label {
        match (self.play.several, next) {
            (true, Player::Second) => Label {
                first: label.second,
                second: label.first,
            },
            _ => label,
        }
    }

    /// The bits of labels that may be set on a level, when the level above has labels up to `above`; none is there
    /// above the highest level. `due` as in [`Turn`]. No value exceeds by more than one the largest that moves lead to;
    /// for scores that is the one with the other player to move.
    pub fn bits(self, above: Option<Label>, due: [u8; 2]) -> Vec<u8> {
        let width = |above: Option<u8>| {
            let most = above.map_or(0, |above| above.saturating_add(1));
            (8 - most.leading_zeros() as u8).max(1)
        };
        let (first, second) = match self.kind {
            Kind::Outcome if self.play.several => (width(Some(due[0] - 1)), width(Some(due[1] - 1))),
            Kind::Outcome => (1, 0),
            Kind::Remoteness if self.play.several => {
                let most = above.map(|label| label.first.max(label.second));
                (width(most), width(most))
            }
            Kind::Grundy | Kind::Remoteness => (width(above.map(|label| label.first)), 0),
            Kind::Score => (
                width(above.map(|label| label.second)),
                width(above.map(|label| label.first)),
            ),
        };
        (0..first).chain(8..8 + second).collect()
    }

    /// What they say of a position, for people.
    pub fn in_words(self) -> String {
        let reported = match self.kind {
            Kind::Outcome => "who wins",
            Kind::Grundy => "Grundy numbers",
            Kind::Remoteness => "moves to the end",
            Kind::Score => "edges at the end",
        };
        format!("{reported}{}", self.play.remark())
    }

    /// Nothing folded yet, of a position with this turn.
    pub fn fold(self, turn: Turn) -> Fold {
        Fold::new(self, turn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folded(name: &str, labels: &[(u8, u8)]) -> (u8, u8) {
        let mut fold = Values::named(name).unwrap().fold(Turn::of(None));
        labels
            .iter()
            .for_each(|&(first, second)| fold.add(None, Label { first, second }));
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
    fn ties_are_better_than_losses_and_worse_than_wins() {
        assert_eq!(folded("achieve remoteness", &[]), (0, 0));
        // One move left: the other player wins by it, or the game is lost by it.
        assert_eq!(folded("achieve remoteness", &[(1, 0)]), (2, 0));
        assert_eq!(folded("lose remoteness", &[(1, 0)]), (2, 0));
        assert_eq!(folded("achieve remoteness", &[(1, 0), (0, 0)]), (0, 0));
        assert_eq!(folded("achieve remoteness", &[(1, 0), (0, 0), (4, 0)]), (5, 0));
        assert_eq!(folded("lose remoteness", &[(2, 0), (0, 0), (8, 0)]), (0, 0));
        assert_eq!(folded("lose remoteness", &[(2, 0), (3, 0), (5, 0)]), (4, 0));
        let outcome = |name, first| {
            let values = Values::named(name).unwrap();
            values.outcome(Label { first, second: 0 }).unwrap()
        };
        assert_eq!(outcome("achieve remoteness", 0), Outcome::Tie);
        assert_eq!(outcome("achieve remoteness", 2), Outcome::P);
        assert_eq!(outcome("lose remoteness", 2), Outcome::N);
        // With nothing left the second player has won: whoever is next there.
        for (name, terminal, winner) in [
            ("achieve-even remoteness", 0, Outcome::P),
            ("achieve-odd remoteness", 1, Outcome::N),
        ] {
            assert_eq!(folded(name, &[]), (terminal, 0));
            assert_eq!(outcome(name, terminal), winner);
        }
    }

    #[test]
    fn moves_that_end_the_game_are_taken_or_shunned() {
        let folded = |name, labels: &[u8]| {
            let mut fold = Values::named(name).unwrap().fold(Turn::of(None));
            fold.add_end();
            labels
                .iter()
                .for_each(|&first| fold.add(None, Label { first, second: 0 }));
            fold.label().first
        };
        assert_eq!(folded("achieve remoteness", &[4, 0]), 1);
        assert_eq!(folded("lose remoteness", &[]), 1);
        assert_eq!(folded("lose remoteness", &[4]), 5);
        assert_eq!(folded("lose remoteness", &[0, 2]), 0);
    }

    /// Red hurries to complete something and Green delays it, or the other way round; 0 is never.
    #[test]
    fn one_player_wants_something_completed_and_the_other_never() {
        use Player::{First, Second};
        for (name, hunter) in [("red-achieves remoteness", First), ("red-avoids remoteness", Second)] {
            let values = Values::named(name).unwrap();
            let folded = |next, labels: &[u8], ends: bool| {
                let mut fold = values.fold(Turn::of(Some(next)));
                labels
                    .iter()
                    .for_each(|&first| fold.add(None, Label { first, second: 0 }));
                if ends {
                    fold.add_end();
                }
                fold.label().first
            };
            for (next, labels, ends, expected) in [
                (hunter, &[0, 6, 4][..], false, 5),
                (hunter, &[0, 6, 4], true, 1),
                (hunter, &[0, 0], false, 0),
                (hunter, &[], false, 0),
                (hunter.other(), &[0, 6, 4], false, 0),
                (hunter.other(), &[6, 4], false, 7),
                (hunter.other(), &[6, 4], true, 7),
                (hunter.other(), &[], true, 1),
                (hunter.other(), &[], false, 0),
            ] {
                assert_eq!(
                    folded(next, labels, ends),
                    expected,
                    "{name} {next:?} {labels:?} {ends}"
                );
            }
            let outcome = |first| values.outcome(Label { first, second: 0 }).unwrap();
            assert_eq!(
                [0, 1, 2].map(outcome),
                [hunter.other(), hunter, hunter].map(Outcome::of)
            );
        }
    }

    #[test]
    fn moves_of_several_steps_are_steps_that_may_go_on() {
        let folded = |steps: &[(Player, u8, u8)]| {
            let mut fold = Values::named("either remoteness").unwrap().fold(Turn::of(None));
            for &(by, first, second) in steps {
                fold.add(Some(by), Label { first, second });
            }
            (fold.label().first, fold.label().second)
        };
        use Player::{First, Second};
        assert_eq!(folded(&[]), (0, 0));
        // Who steps leaves the other without a move.
        assert_eq!(folded(&[(First, 0, 0)]), (1, 0));
        assert_eq!(folded(&[(Second, 0, 0)]), (0, 1));
        // Ending there loses, going on wins.
        assert_eq!(folded(&[(First, 1, 1)]), (1, 0));
        assert_eq!(folded(&[(First, 2, 3)]), (4, 0));
        assert_eq!(folded(&[(First, 2, 3), (Second, 1, 5), (Second, 3, 7)]), (4, 5));
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
            "either remoteness",
            "lose remoteness",
            "achieve remoteness",
            "achieve-even remoteness",
            "achieve-odd remoteness",
            "red-achieves remoteness",
            "red-avoids remoteness",
            "red-avoids outcome",
        ] {
            assert_eq!(Values::named(name).unwrap().to_string(), name);
        }
        for name in ["", "misere", "misere grundy", "misere score", "lose outcome", "p"] {
            assert_eq!(Values::named(name), None);
        }
    }

    #[test]
    fn bits_suffice() {
        let label = |first, second| Some(Label { first, second });
        let values = |name| Values::named(name).unwrap();
        assert_eq!(values("outcome").bits(label(1, 0), [1, 1]), [0]);
        assert_eq!(values("grundy").bits(None, [1, 1]), [0]);
        assert_eq!(values("grundy").bits(label(2, 0), [1, 1]), [0, 1]);
        assert_eq!(values("grundy").bits(label(3, 0), [1, 1]), [0, 1, 2]);
        assert_eq!(values("score").bits(None, [1, 1]), [0, 8]);
        assert_eq!(values("score").bits(label(6, 1), [1, 1]), [0, 1, 8, 9, 10]);
        let due = values("red-avoids-several outcome");
        assert_eq!(due.bits(None, [1, 1]), [0, 8]);
        assert_eq!(due.bits(None, [1, 4]), [0, 8, 9, 10]);
    }
}
