//! Two-colour games by their names.

use crate::rules::{Rules, rules};

/// The players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// The player who begins.
    Red = 0,
    /// The player who replies.
    Green = 1,
}

/// Who wins with best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The player who has just moved.
    P,
    /// The player who moves next.
    N,
    /// Neither player.
    T,
}

/// The meaning of a player's graph in that player's colour, and of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// No player may complete one; a player who cannot move loses.
    Avoid,
    /// Like [`Form::Avoid`]; a move colours one or more edges.
    AvoidPlus,
    /// Completing one ends the game and loses; a full board without a copy is a tie.
    Lose,
    /// Completing one ends the game and wins; a full board without a copy is a tie, or a win of Green.
    Achieve {
        /// True if Green wins on a full board.
        tie_second: bool,
    },
    /// Completing one ends the game and wins, for Red alone; Green wins on a full board.
    AchieveWeak,
}

/// A game on any board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The meaning of a copy.
    pub form: Form,
    /// What counts as a copy of Red's graph and of Green's, in the form that [`rules`] reads: `avoid:K3`. Green's has
    /// no meaning in the weak form.
    pub avoided: [String; 2],
}

impl Game {
    /// The game of this name, `FORM:H[:H2][/tie-second]`, or `sim`, `sima`, `sim-plus`.
    pub fn named(name: &str) -> Option<Self> {
        let (name, tie_second) = match name.split_once('/') {
            Some((name, "tie-second")) => (name, true),
            Some(_) => return None,
            None => (name, false),
        };
        let (form, graphs) = match name {
            "sim" => ("ramsey-lose", "K3"),
            "sima" => ("ramsey-achieve", "K3"),
            "sim-plus" => ("ramsey-avoid-plus", "K3"),
            other => other.split_once(':')?,
        };
        let form = match form {
            "ramsey-achieve" => Form::Achieve { tie_second },
            _ if tie_second => return None,
            "ramsey-avoid" => Form::Avoid,
            "ramsey-avoid-plus" => Form::AvoidPlus,
            "ramsey-lose" => Form::Lose,
            "ramsey-achieve-weak" => Form::AchieveWeak,
            _ => return None,
        };
        let (red, green) = of_players(graphs);
        let avoided = [red, green].map(|graphs| format!("avoid:{graphs}"));
        let are_known = avoided.iter().all(|name| rules(name).is_some());
        are_known.then_some(Self { form, avoided })
    }

    /// The rules for red edges, and for green ones: in the weak form Green may have any.
    pub fn colours(&self) -> [Box<dyn Rules>; 2] {
        [0, 1].map(|player| match (player, self.form) {
            (1, Form::AchieveWeak) => Box::new(|_: &[u32]| true) as Box<dyn Rules>,
            _ => rules(&self.avoided[player]).expect("the name was read"),
        })
    }

    /// The result of a move that completes a copy, for the player who would be next; `None` where nobody may make it.
    pub fn end(&self) -> Option<Outcome> {
        match self.form {
            Form::Avoid | Form::AvoidPlus => None,
            Form::Lose => Some(Outcome::N),
            Form::Achieve { .. } | Form::AchieveWeak => Some(Outcome::P),
        }
    }

    /// The result of a position without any move, for the player who is next.
    pub fn without_a_move(&self, next: Player) -> Outcome {
        match (self.form, next) {
            (Form::Avoid | Form::AvoidPlus, _) => Outcome::P,
            (Form::Lose | Form::Achieve { tie_second: false }, _) => Outcome::T,
            (_, Player::Red) => Outcome::P,
            (_, Player::Green) => Outcome::N,
        }
    }
}

/// What Red and what Green completes. A colon parts them, but not the one of `min-degree:2`.
fn of_players(graphs: &str) -> (&str, &str) {
    let words: Vec<&str> = graphs.split(':').collect();
    let begins_with_number = |word: &str| {
        let digits = word.split('+').next().unwrap_or("");
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    let mut reds = words[0].len();
    for word in &words[1..] {
        if !begins_with_number(word) {
            return (&graphs[..reds], &graphs[reds + 1..]);
        }
        reds += 1 + word.len();
    }
    (graphs, graphs)
}
