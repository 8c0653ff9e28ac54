//! What the labels of a solved game say: who wins, or something richer, and by which rule of play.
//!
//! A label is one byte; scores have two. The value of a position follows from those of its children by a [`Fold`]; a
//! position without a move has the value [`Values::terminal`].

mod play;

use std::fmt;

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
    /// Returns the outcome with this letter.
    pub fn named(letter: &str) -> Option<Self> {
        [Self::P, Self::N, Self::Tie, Self::Red, Self::Green]
            .into_iter()
            .find(|outcome| outcome.letter() == letter)
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

/// What is to be known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Who wins.
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

    /// Whether labels are P or N, so that a move to P settles a position.
    pub fn is_outcome(self) -> bool {
        self.kind == Kind::Outcome
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

    /// Who wins; `None` for scores. In [`Play::several`]: when the first player moves next.
    ///
    /// The parity of the remoteness shows it: in normal play the last mover wins, so that an even number of moves is
    /// left at P; in misère play, and where the last move loses, an odd one.
    pub fn outcome(self, label: Label) -> Option<Outcome> {
        if let Some(hunter) = self.play.hunter() {
            return Some(Outcome::of(if label.first > 0 { hunter } else { hunter.other() }));
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
    /// above the highest level. No value exceeds by more than one the largest that moves lead to; for scores that is
    /// the one with the other player to move.
    pub fn bits(self, above: Option<Label>) -> Vec<u8> {
        let width = |above: Option<u8>| {
            let most = above.map_or(0, |above| above.saturating_add(1));
            (8 - most.leading_zeros() as u8).max(1)
        };
        let (first, second) = match self.kind {
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
        let told = match self.kind {
            Kind::Outcome => "who wins",
            Kind::Grundy => "Grundy numbers",
            Kind::Remoteness => "moves to the end",
            Kind::Score => "edges at the end",
        };
        format!("{told}{}", self.play.remark())
    }

    /// Nothing folded yet, of a position in which `next` is to move, where the players have different moves.
    pub fn fold(self, next: Option<Player>) -> Fold {
        Fold {
            values: self,
            is_hunter: self.play.hunter().map(|hunter| Some(hunter) == next),
            count: 0,
            seen: [0; 4],
            best: [Best::default(); 2],
            least_second_first: (0, u8::MAX),
        }
    }
}

/// The value of a position from those of its children, in any order and with repetitions.
#[derive(Clone, Copy, Debug)]
pub struct Fold {
    values: Values,
    /// Whether whoever moves wins by something completed, where one player does.
    is_hunter: Option<bool>,
    count: u32,
    /// Labels seen, a bit each.
    seen: [u64; 4],
    /// What either player can reach; where players have the same moves, the first entry is that of whoever moves.
    best: [Best; 2],
    /// The largest second label and the least first one.
    least_second_first: (u8, u8),
}

/// What a player can reach.
#[derive(Clone, Copy, Debug, Default)]
struct Best {
    /// Moves to the quickest win.
    win: Option<u8>,
    /// Whether a tie can be had.
    tie: bool,
    /// Moves to the slowest loss.
    loss: Option<u8>,
}

impl Best {
    /// A move after which the game is won or lost for the mover, or else tied, with so many moves to the end in all.
    fn add(&mut self, wins: Option<bool>, moves: u8) {
        match wins {
            Some(true) => self.win = Some(self.win.map_or(moves, |least| least.min(moves))),
            None => self.tie = true,
            Some(false) => self.loss = self.loss.max(Some(moves)),
        }
    }

    /// Moves to the end; 0 for a tie, `None` when there was no move.
    fn moves(&self) -> Option<u8> {
        match (self.win, self.tie) {
            (Some(moves), _) => Some(moves),
            (None, true) => Some(0),
            (None, false) => self.loss,
        }
    }
}

impl Fold {
    /// A move leads to a position of this label; `by` says whose it is where positions do not.
    pub fn add(&mut self, by: Option<Player>, label: Label) {
        match by {
            Some(by) => self.add_step(by, label),
            None => self.add_move(label),
        }
    }

    fn add_move(&mut self, label: Label) {
        self.count += 1;
        self.seen[usize::from(label.first / 64)] |= 1 << (label.first % 64);
        let (second, first) = &mut self.least_second_first;
        (*second, *first) = ((*second).max(label.second), (*first).min(label.first));
        let wins = match (self.is_hunter, self.values.outcome(label)) {
            // Where nothing is ever completed moves do not count, as in a tie: for one player it is better than
            // anything else, for the other worse.
            (Some(is_hunter), _) => (label.first > 0).then_some(is_hunter),
            // Who wins there as the previous player is the mover.
            (None, Some(Outcome::P)) => Some(true),
            (None, Some(Outcome::N)) => Some(false),
            (None, _) => None,
        };
        self.best[0].add(wins, label.first.saturating_add(1));
    }

    /// In [`Play::several`], a step of `by` leads to a position of this label: the move may end there, or go on by
    /// another step of the same player. That is all there is to moves of several steps: what they lead to is what one
    /// step and then any move, or none, leads to.
    fn add_step(&mut self, by: Player, label: Label) {
        debug_assert!(self.values.play.several);
        self.count += 1;
        // Whoever has made the last move wins.
        let wins_next = |moves: u8| !moves.is_multiple_of(2);
        let (own, others) = match by {
            Player::First => (label.first, label.second),
            Player::Second => (label.second, label.first),
        };
        let best = &mut self.best[by as usize];
        best.add(Some(!wins_next(others)), others.saturating_add(1));
        // Without a further step there is no going on.
        if own > 0 {
            best.add(Some(wins_next(own)), own);
        }
    }

    /// A move ends the game.
    pub fn add_end(&mut self) {
        let wins = match self.is_hunter {
            Some(is_hunter) => is_hunter,
            None => self.values.play.completion != Some(Completion::Loses),
        };
        self.count += 1;
        self.best[0].add(Some(wins), 1);
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
            Kind::Outcome => one(if self.best[0].win.is_some() { N } else { P }),
            Kind::Grundy => one((0..=u8::MAX)
                .find(|&number| self.seen[usize::from(number / 64)] >> (number % 64) & 1 == 0)
                .expect("a position has fewer than 256 moves")),
            Kind::Remoteness if self.values.play.several => Label {
                first: self.best[0].moves().unwrap_or(0),
                second: self.best[1].moves().unwrap_or(0),
            },
            Kind::Remoteness => one(self.best[0].moves().expect("there was a move")),
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
        let mut fold = Values::named(name).unwrap().fold(None);
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
            let mut fold = Values::named(name).unwrap().fold(None);
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
                let mut fold = values.fold(Some(next));
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
                assert_eq!(folded(next, labels, ends), expected, "{name} {next:?} {labels:?} {ends}");
            }
            let outcome = |first| values.outcome(Label { first, second: 0 }).unwrap();
            assert_eq!([0, 1, 2].map(outcome), [hunter.other(), hunter, hunter].map(Outcome::of));
        }
    }

    #[test]
    fn moves_of_several_steps_are_steps_that_may_go_on() {
        let folded = |steps: &[(Player, u8, u8)]| {
            let mut fold = Values::named("either remoteness").unwrap().fold(None);
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
        assert_eq!(values("outcome").bits(label(1, 0)), [0]);
        assert_eq!(values("grundy").bits(None), [0]);
        assert_eq!(values("grundy").bits(label(2, 0)), [0, 1]);
        assert_eq!(values("grundy").bits(label(3, 0)), [0, 1, 2]);
        assert_eq!(values("score").bits(None), [0, 8]);
        assert_eq!(values("score").bits(label(6, 1)), [0, 1, 8, 9, 10]);
    }
}
