//! A review in words: what each move made of the game, where a win was thrown away, and what would have kept it.

use std::io::Write;

use super::{PlayError, edges_text};
use game::values::Outcome;
use oracle::{Lost, Move, Review};

/// The mark and the words of what a player comes to with best play who moved last, or who is next.
fn shown(value: Option<Outcome>, moved_last: bool) -> (char, &'static str) {
    match (value, moved_last) {
        (None, _) => ('?', "unknown"),
        (Some(Outcome::Tie), _) => ('=', "a tie"),
        (Some(Outcome::P), true) | (Some(Outcome::N), false) => ('+', "winning"),
        (Some(Outcome::P), false) | (Some(Outcome::N), true) => ('-', "losing"),
    }
}

/// Writes a line for each move, and the course of the game. `players` are the names of who makes the first move and of
/// the other.
///
/// # Errors
/// [`PlayError::Output`].
pub(super) fn write(review: &Review, players: [&str; 2], out: &mut dyn Write) -> Result<(), PlayError> {
    let width = players.iter().map(|name| name.len()).max().unwrap_or(0);
    let mut course = String::from(shown(review.value, false).0);
    let mut errors = 0;
    for (index, step) in review.moves.iter().enumerate() {
        let (text, player) = (edges_text(&step.edges), players[index % 2]);
        let reached = shown(step.value, true).1;
        write!(out, "{:>3}  {player:<width$}  {text:<7}  {reached}", index + 1)?;
        if let Some(lost) = step.lost {
            errors += 1;
            let lost = match lost {
                Lost::Win => "win",
                Lost::Tie => "tie",
            };
            write!(out, "; throws the {lost} away, kept by {}", all_listed(&step.kept))?;
        }
        writeln!(out)?;
        course.push(shown(step.value, index % 2 == 0).0);
    }
    let who = match players[0] {
        "first" => "The first player",
        colour => colour,
    };
    let when = match review.moves.is_empty() {
        true => "before any move",
        false => "at the start and after each move",
    };
    writeln!(out, "{who} {when}: {course}  (+ winning, = a tie, - losing)")?;
    match errors {
        0 => writeln!(out, "no move threw anything away")?,
        1 => writeln!(out, "one move threw something away")?,
        _ => writeln!(out, "{errors} moves threw something away")?,
    }
    Ok(())
}

/// The moves, each as by [`listed`].
pub(super) fn all_listed<'a>(moves: impl IntoIterator<Item = &'a Move>) -> String {
    let each: Vec<String> = moves.into_iter().map(listed).collect();
    each.join(", ")
}

/// A move with the number of those like it, such as `0-3 (or 2 like it)`, and the moves to the end where they are
/// known.
fn listed(step: &Move) -> String {
    let text = edges_text(&step.added());
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
