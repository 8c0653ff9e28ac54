//! Why a question has no answer, for programs and people far away: on the other side of a network, or in a page.

use serde::Serialize;

use super::{AnswerError, Edges, IllegalMove, Oracle, ReviewError, SolvedError, has_several, witness};
use game::BadPosition;
use graph::{edge_pieces, ends};

/// Maximum number of bytes in a position's text; an edge list of all pairs of 20 vertices takes 1,100.
pub const LONGEST_POSITION: usize = 2_048;

/// A refusal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Refusal {
    /// A word for programs.
    pub code: &'static str,
    /// A sentence for people.
    pub message: String,
    /// Edges that show the violation.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub witness: Vec<[usize; 2]>,
}

impl Refusal {
    /// Without edges.
    pub fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            witness: Vec::new(),
        }
    }

    /// Of a question that cannot be understood.
    pub fn bad_request(message: impl Into<String>) -> Self {
        Self::new("bad_request", message)
    }

    /// Of an answer about `text` that cannot be given. Where `text` breaks the rules, the witness shows how. Cost: one
    /// check of the rules for each edge.
    pub fn of(oracle: &dyn Oracle, text: &str, error: AnswerError) -> Self {
        match error {
            AnswerError::Bad(error) => Self::of_text(oracle, text, &error),
            AnswerError::Solved(error @ SolvedError::NotSolved { .. }) => Self::new("not_solved", error.to_string()),
            AnswerError::Solved(error) => Self::new("damaged", error.to_string()),
        }
    }

    /// Of a text that is not a position.
    pub fn of_text(oracle: &dyn Oracle, text: &str, error: &BadPosition) -> Self {
        match error {
            BadPosition::Text(_) | BadPosition::TwoColouredText(_) => Self::new("bad_position", error.to_string()),
            BadPosition::Illegal { .. } => Self {
                witness: witness(oracle, text),
                ..Self::new("illegal_position", error.to_string())
            },
        }
    }

    /// Of a move that cannot be made in `text`.
    pub fn of_move(oracle: &dyn Oracle, text: &str, error: IllegalMove) -> Self {
        let message = error.to_string();
        match error {
            IllegalMove::Position(error) => Self::of_text(oracle, text, &error),
            IllegalMove::NoPair { .. } | IllegalMove::Several(_) => Self::bad_request(message),
            IllegalMove::Taken { .. }
            | IllegalMove::Number { .. }
            | IllegalMove::Twice { .. }
            | IllegalMove::NotOffered { .. } => Self::new("illegal_move", message),
            IllegalMove::Forbidden { witness, .. } => Self {
                witness,
                ..Self::new("illegal_move", message)
            },
        }
    }

    /// Of a game that begins in `text` and cannot be looked at.
    pub fn of_review(oracle: &dyn Oracle, text: &str, error: ReviewError) -> Self {
        match error {
            ReviewError::Answer(error) => Self::of(oracle, text, error),
            ReviewError::Move { number, before, error } => {
                let refusal = Self::of_move(oracle, &before, error);
                let message = format!("move {number}: {}", refusal.message);
                Self { message, ..refusal }
            }
        }
    }
}

/// Refuses what is too long to be a position.
///
/// # Errors
/// [`Refusal`].
pub fn of_position_length(text: &str) -> Result<&str, Refusal> {
    match text.len() <= LONGEST_POSITION {
        true => Ok(text),
        false => {
            let message = format!("a text of more than {LONGEST_POSITION} bytes cannot be a position");
            Err(Refusal::new("bad_position", message))
        }
    }
}

/// Reads the edges of a move, such as `0-1` or `0-1,2-3`, as positions list them.
///
/// # Errors
/// [`Refusal`].
pub fn edges_of(text: &str) -> Result<Edges, Refusal> {
    let edges: Option<Edges> = edge_pieces(text).into_iter().map(ends).collect();
    edges.filter(|edges| !edges.is_empty()).ok_or_else(|| {
        Refusal::bad_request("an edge is two vertices joined by '-', such as 0-1; several are separated by ','")
    })
}

/// Reads the moves of a game, such as `0-1,2-3` or `1. 0-1 2-3 2. 0-2`, as positions list edges. Between the edges of
/// one move stands `+`, or where a move of `oracle`'s game may have several, a blank, which `+` is where an address is
/// decoded.
///
/// # Errors
/// [`Refusal`].
pub fn moves_of(oracle: &dyn Oracle, text: &str) -> Result<Vec<Edges>, Refusal> {
    if text.trim().is_empty() {
        return Ok(Vec::new());
    }
    if text.contains('+') || has_several(oracle) {
        let steps = text.split([',', ';']);
        return steps.map(|step| edges_of(&step.replace('+', " "))).collect();
    }
    Ok(edges_of(text)?.into_iter().map(|edge| vec![edge]).collect())
}
