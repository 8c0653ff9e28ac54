//! A value for people and programs.

use std::fmt;

use serde::{Serialize, Serializer};

use super::Known;
use base::units::counted;
use game::Game;
use game::values::{Kind, Label, Outcome, Play, Values};

/// The content of a label, as JSON: who wins, if known, and the number. Owns no memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Value {
    /// Who wins: `P`, `N` or, for a tie, `T` as JSON; `R` or `G` where it is said of Red and Green.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "letter")]
    pub value: Option<Outcome>,
    /// Sprague-Grundy number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grundy: Option<u8>,
    /// Moves to the end when the winner hurries and the loser delays.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remoteness: Option<u8>,
    /// Edges at the end when Max moves next.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max: Option<u32>,
    /// Edges at the end when Min moves next.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min: Option<u32>,
}

impl Value {
    /// Returns the value in the label of a position, as who is next there sees it.
    pub(super) fn of<K: Known>(known: &K, position: &<K::Game as Game>::Position, label: Label) -> Self {
        let game = known.game();
        let outcome = known.values().outcome_seen(game.next(position), label);
        Self::in_label(
            known.values(),
            game.edges(position),
            game.most_left(position),
            outcome,
            label,
        )
    }

    /// Returns the value in the label of a position with `edges` edges, in which at most `left` moves can be made and
    /// that has this outcome.
    pub fn in_label(values: Values, edges: u32, left: Option<u32>, outcome: Option<Outcome>, label: Label) -> Self {
        let kind = values.kind();
        let only = |wanted, number| (kind == wanted).then_some(number);
        let left = left.map(|left| left.min(255) as u8);
        let moves = match outcome {
            // Only a full board is a tie, or won by the player who wants nothing completed.
            Some(Outcome::Tie) => left.unwrap_or(0),
            Some(_) if values.play().hunter().is_some() && label.first == 0 => left.unwrap_or(0),
            _ => left.map_or(label.first, |left| left.min(label.first)),
        };
        Self {
            value: outcome,
            grundy: only(Kind::Grundy, label.first),
            remoteness: only(Kind::Remoteness, moves),
            max: (kind == Kind::Score).then(|| edges + u32::from(label.first)),
            min: (kind == Kind::Score).then(|| edges + u32::from(label.second)),
        }
    }

    /// Returns the value of a position in which the last move has ended the game.
    pub fn ended(outcome: Outcome) -> Self {
        Self {
            value: Some(outcome),
            grundy: None,
            remoteness: Some(0),
            max: None,
            min: None,
        }
    }

    /// Formats the value for a line of text: `P`, `N 3` (Grundy number or remoteness), `14 12` (edges at the end, Max
    /// or Min to move).
    pub fn text(&self) -> String {
        let numbers = [self.grundy, self.remoteness].into_iter().flatten().map(u32::from);
        let parts = numbers.chain(self.max).chain(self.min).map(|number| number.to_string());
        let parts: Vec<String> = self
            .value
            .map(|outcome| outcome.letter().to_string())
            .into_iter()
            .chain(parts)
            .collect();
        parts.join(" ")
    }

    /// Explains the value, as a sentence without its full stop.
    pub fn meaning(&self, play: Play, next: Option<&str>) -> String {
        let winner = match (self.value, next) {
            (Some(Outcome::Tie), _) => "a tie with best play".into(),
            (Some(outcome @ (Outcome::Red | Outcome::Green)), _) => outcome.of_start().into(),
            (Some(Outcome::P), None) => "the previous player wins".into(),
            (Some(_), None) => "the next player wins".into(),
            (Some(Outcome::P), Some(next)) => format!("{next} is next and loses"),
            (Some(_), Some(next)) => format!("{next} is next and wins"),
            (None, _) => String::new(),
        };
        let misere = play.remark();
        match (self.grundy, self.remoteness, self.max.zip(self.min)) {
            (Some(number), ..) => format!("{winner}, Grundy number {number}"),
            (_, Some(_), _) if self.value == Some(Outcome::Tie) => winner,
            (_, Some(moves), _) => {
                format!("{winner}{misere}, in {} with best play", counted(moves.into(), "move"))
            }
            (.., Some((max, min))) => {
                format!(
                    "{} at the end if Max moves next, {min} if Min does",
                    counted(max.into(), "edge")
                )
            }
            _ => format!("{winner}{misere}"),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.text())
    }
}

/// Writes the letter for who wins.
pub(super) fn letter<S: Serializer>(outcome: &Option<Outcome>, to: S) -> Result<S::Ok, S::Error> {
    outcome.map(Outcome::letter).serialize(to)
}
