//! A game looked at again: what each move made of the game, where a win was thrown away, and what would have kept it.

use std::io::Write;

use super::position::Position;
use super::{PlayError, Turn, edge_text, edges_text};
use game::values::Outcome;
use oracle::{AnswerError, Move, Oracle};

/// What a player comes to with best play, the worst first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fate {
    Loses,
    Ties,
    Wins,
}

impl Fate {
    /// That of the player who is next.
    fn of(outcome: Outcome) -> Self {
        match outcome {
            Outcome::N => Self::Wins,
            Outcome::P => Self::Loses,
            Outcome::Tie => Self::Ties,
        }
    }

    fn of_the_other(self) -> Self {
        match self {
            Self::Wins => Self::Loses,
            Self::Loses => Self::Wins,
            Self::Ties => Self::Ties,
        }
    }

    fn of_move(step: &Move) -> Self {
        match step.wins {
            Some(true) => Self::Wins,
            Some(false) => Self::Loses,
            None => Self::Ties,
        }
    }

    fn mark(self) -> char {
        match self {
            Self::Wins => '+',
            Self::Loses => '-',
            Self::Ties => '=',
        }
    }

    fn word(self) -> &'static str {
        match self {
            Self::Wins => "winning",
            Self::Loses => "losing",
            Self::Ties => "a tie",
        }
    }
}

/// Writes a line for each move, and the course of the game. `players` are the names of the first player and the other.
///
/// # Errors
/// [`PlayError`].
pub(super) fn write(
    oracle: &dyn Oracle,
    start: &Position,
    turns: &[Turn],
    players: [&str; 2],
    out: &mut dyn Write,
) -> Result<(), PlayError> {
    let mut position = start.clone();
    let mut fate = fate(oracle, &position)?;
    let mut course = String::from(fate.mark());
    let width = players.iter().map(|name| name.len()).max().unwrap_or(0);
    let mut errors = 0;
    for (index, turn) in turns.iter().enumerate() {
        let after = position.after(&turn.edges);
        let reached = reached(oracle, &after, turn)?;
        let text = edges_text(&turn.edges);
        let player = players[index % 2];
        write!(out, "{:>3}  {player:<width$}  {text:<7}  ", index + 1)?;
        if reached < fate {
            errors += 1;
            let lost = if fate == Fate::Wins { "win" } else { "tie" };
            let kept = keeping(oracle, &position, fate)?;
            writeln!(out, "{}; throws the {lost} away, kept by {kept}", reached.word())?;
        } else {
            writeln!(out, "{}", reached.word())?;
        }
        let first = if index % 2 == 0 {
            reached
        } else {
            reached.of_the_other()
        };
        course.push(first.mark());
        (position, fate) = (after, reached.of_the_other());
    }
    writeln!(out, "for {}: {course}  (+ winning, = a tie, - losing)", players[0])?;
    match errors {
        0 => writeln!(out, "no move threw anything away")?,
        1 => writeln!(out, "one move threw something away")?,
        _ => writeln!(out, "{errors} moves threw something away")?,
    }
    Ok(())
}

/// What the mover has after a turn that leads to `after`.
fn reached(oracle: &dyn Oracle, after: &Position, turn: &Turn) -> Result<Fate, AnswerError> {
    let next = match turn.ends {
        true => oracle.values().ended().map_or(Fate::Loses, Fate::of),
        false => fate(oracle, after)?,
    };
    Ok(next.of_the_other())
}

/// Whether a turn wins.
///
/// # Errors
/// Fails when the value cannot be determined.
pub(super) fn wins(oracle: &dyn Oracle, position: &Position, turn: &Turn) -> Result<bool, AnswerError> {
    Ok(reached(oracle, &position.after(&turn.edges), turn)? == Fate::Wins)
}

fn fate(oracle: &dyn Oracle, position: &Position) -> Result<Fate, AnswerError> {
    let outcome = oracle.value(&position.text())?.value;
    Ok(outcome.map_or(Fate::Ties, Fate::of))
}

/// The moves after which the mover still has this.
fn keeping(oracle: &dyn Oracle, position: &Position, fate: Fate) -> Result<String, AnswerError> {
    let moves = oracle.moves(&position.text())?.moves;
    let kept: Vec<String> = moves
        .iter()
        .filter(|step| Fate::of_move(step) == fate)
        .map(listed)
        .collect();
    Ok(kept.join(", "))
}

/// A move with the number of those like it, such as `0-3 (or 2 like it)`, and the moves to the end where they are
/// known.
pub(super) fn listed(step: &Move) -> String {
    let text = match step.edges[..] {
        [] => edge_text(step.edge),
        _ => edges_text(&step.edges),
    };
    let alike = (step.equivalent > 1).then(|| format!("or {} like it", step.equivalent - 1));
    let end = step
        .value
        .remoteness
        .map(|moves| format!("then {} to the end", base::units::counted(moves.into(), "move")));
    let more: Vec<String> = alike.into_iter().chain(end).collect();
    match more[..] {
        [] => text,
        _ => format!("{text} ({})", more.join("; ")),
    }
}
