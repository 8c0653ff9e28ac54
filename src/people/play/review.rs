//! A review in words: what each move made of the game, where a win was thrown away, and what would have kept it.

use std::io::{self, Write};

use game::values::Verdict;

/// A game looked at again.
pub struct Course {
    /// The names of who makes the first move and of the other.
    pub players: [String; 2],
    /// What the start is for who makes the first move; none where it is unknown.
    pub verdict: Option<Verdict>,
    /// The moves in their order.
    pub moves: Vec<Made>,
    /// What an error has done, such as `threw something away`.
    pub error: &'static str,
}

/// A move that was made.
pub struct Made {
    /// Who has made it, an index of the players.
    pub player: usize,
    /// Its text.
    pub text: String,
    /// What it has come to for who has made it; none where it is unknown.
    pub verdict: Option<Verdict>,
    /// What was wrong with it, as a clause.
    pub error: Option<String>,
}

/// The mark and the words of what a player comes to with best play.
fn shown(verdict: Option<Verdict>) -> (char, &'static str) {
    match verdict {
        Some(Verdict::Ties) => ('=', "a tie"),
        Some(Verdict::Wins) => ('+', "winning"),
        Some(Verdict::Loses) => ('-', "losing"),
        None => ('?', "unknown"),
    }
}

impl Course {
    /// Writes a line for each move, and the course of the game.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let width = self.players.iter().map(String::len).max().unwrap_or(0);
        let mut course = String::from(shown(self.verdict).0);
        for (index, made) in self.moves.iter().enumerate() {
            let (text, player) = (&made.text, &self.players[made.player]);
            let reached = shown(made.verdict).1;
            let error = made.error.iter().map(|error| format!("; {error}"));
            let error: String = error.collect();
            writeln!(out, "{:>3}  {player:<width$}  {text:<7}  {reached}{error}", index + 1)?;
            let of_first = match made.player {
                0 => made.verdict,
                _ => made.verdict.map(Verdict::opposite),
            };
            course.push(shown(of_first).0);
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
