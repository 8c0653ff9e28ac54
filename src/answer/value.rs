//! A value as people and programs read it.

use serde::Serialize;

use crate::values::{Kind, Label, Play, Values};

/// What a label says, as JSON: who wins, where it says so, and the number. Owns no memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Value {
    /// `P` or `N`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<&'static str>,
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
    /// What the label of a position with `edges` edges says.
    pub fn of(values: Values, edges: u32, label: Label) -> Self {
        let kind = values.kind();
        let only = |wanted, number| (kind == wanted).then_some(number);
        Self {
            value: values.is_p(label).map(|is_p| if is_p { "P" } else { "N" }),
            grundy: only(Kind::Grundy, label.first),
            remoteness: only(Kind::Remoteness, label.first),
            max: (kind == Kind::Score).then(|| edges + u32::from(label.first)),
            min: (kind == Kind::Score).then(|| edges + u32::from(label.second)),
        }
    }

    /// In a line of text: `P`, `N 3` (Grundy number or remoteness), `14 12` (edges at the end, Max or Min to move).
    pub fn text(&self) -> String {
        let numbers = [self.grundy, self.remoteness].into_iter().flatten().map(u32::from);
        let parts = numbers.chain(self.max).chain(self.min).map(|number| number.to_string());
        let parts: Vec<String> = self.value.map(String::from).into_iter().chain(parts).collect();
        parts.join(" ")
    }

    /// What it means, as a sentence without its full stop.
    pub fn meaning(&self, play: Play) -> String {
        let winner = match self.value {
            Some("P") => "the previous player wins",
            Some(_) => "the next player wins",
            None => "",
        };
        let misere = match play {
            Play::Normal => "",
            Play::Misere => " in misère play",
        };
        match (self.grundy, self.remoteness, self.max.zip(self.min)) {
            (Some(number), ..) => format!("{winner}, Grundy number {number}"),
            (_, Some(moves), _) => format!("{winner}{misere}, in {moves} moves if nobody errs"),
            (.., Some((max, min))) => format!("{max} edges at the end if Max moves next, {min} if Min does"),
            _ => format!("{winner}{misere}"),
        }
    }
}
