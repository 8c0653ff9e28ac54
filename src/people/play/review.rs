//! A review in words: what each move made of the game, where a win was thrown away, and what would have kept it.

use std::io::{self, Write};

/// A game looked at again.
pub struct Course {
    /// The names of who makes the first move and of the other.
    pub players: [String; 2],
    /// The value at the start: `P` where the previous player wins, `N`, `T`, or none where it is unknown.
    pub value: Option<&'static str>,
    /// The moves in their order.
    pub moves: Vec<Made>,
    /// What an error has done, such as `threw something away`.
    pub error: &'static str,
}

/// A move that was made.
pub struct Made {
    /// Its text.
    pub text: String,
    /// The value after it.
    pub value: Option<&'static str>,
    /// What was wrong with it, as a clause.
    pub error: Option<String>,
}

/// The mark and the words of what a player comes to with best play who moved last, or who is next.
fn shown(value: Option<&str>, moved_last: bool) -> (char, &'static str) {
    match (value, moved_last) {
        (Some("T"), _) => ('=', "a tie"),
        (Some("P"), true) | (Some("N"), false) => ('+', "winning"),
        (Some(_), _) => ('-', "losing"),
        (None, _) => ('?', "unknown"),
    }
}

impl Course {
    /// Writes a line for each move, and the course of the game.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let width = self.players.iter().map(String::len).max().unwrap_or(0);
        let mut course = String::from(shown(self.value, false).0);
        for (index, made) in self.moves.iter().enumerate() {
            let (text, player) = (&made.text, &self.players[index % 2]);
            let reached = shown(made.value, true).1;
            let error = made.error.iter().map(|error| format!("; {error}"));
            let error: String = error.collect();
            writeln!(out, "{:>3}  {player:<width$}  {text:<7}  {reached}{error}", index + 1)?;
            course.push(shown(made.value, index % 2 == 0).0);
        }
        let who = match &self.players[0][..] {
            "first" | "First" => "The first player",
            name => name,
        };
        let when = match self.moves.is_empty() {
            true => "before any move",
            false => "at the start and after each move",
        };
        let unknown = if course.contains('?') { ", ? unknown" } else { "" };
        writeln!(out, "{who} {when}: {course}  (+ winning, = a tie, - losing{unknown})")?;
        match self.moves.iter().filter(|made| made.error.is_some()).count() {
            0 => writeln!(out, "no move {}", self.error),
            1 => writeln!(out, "one move {}", self.error),
            errors => writeln!(out, "{errors} moves {}", self.error),
        }
    }
}
