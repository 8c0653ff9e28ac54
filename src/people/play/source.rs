//! What a game is played from, a database or a proof: its positions, what is known of moves, and the words for them.

use super::PlayError;
use super::position::Stroke;
use super::review::Course;

/// A database or a proof. The player with number 0 begins. Moves that are given are legal;
/// what fails all the same is a [`PlayError`].
pub trait Source {
    /// What a player does in a turn.
    type Move: Clone;

    /// Who is next after these moves: by turns, where nothing else is said.
    fn mover(&self, moves: &[Self::Move]) -> usize {
        moves.len() % 2
    }

    /// The game, a line or more without the last line break.
    fn introduction(&self) -> String;

    /// How a move is typed, as the help has it.
    fn how(&self) -> String;

    /// Who the person is, in a sentence; the side may have been swapped.
    fn seat(&self, person: usize, is_swapped: bool) -> String;

    /// What stands before the moves that the program makes for a player.
    fn name(&self, player: usize) -> String;

    /// What a place is called where a line is asked for.
    fn prompt(&self, place: &Place) -> String;

    /// The letters of the two colours on the board.
    fn letters(&self) -> [char; 2];

    /// The move of a line, if it is one.
    fn typed(&self, line: &str) -> Option<Self::Move>;

    /// The moves of a game, if the words are such.
    fn typed_game(&self, words: &[&str]) -> Option<Vec<Self::Move>>;

    /// The move with all that follows from it, or why it is not legal.
    fn legal(&self, moves: &[Self::Move], step: Self::Move) -> Result<Result<Self::Move, String>, PlayError>;

    /// The text of a move.
    fn text(&self, step: &Self::Move) -> String;

    /// What is known of a legal move; `None` where that is not said of moves that are made.
    fn known(&self, _moves: &[Self::Move], _step: &Self::Move) -> Result<Known, PlayError> {
        Ok(None)
    }

    /// The position after these moves.
    fn place(&self, moves: &[Self::Move]) -> Result<Place, PlayError>;

    /// How the game has ended with these moves: lines, each with its line break. `draw` draws edges.
    fn ending(
        &self,
        moves: &[Self::Move],
        person: usize,
        draw: &dyn Fn(&[Stroke]) -> String,
    ) -> Result<String, PlayError>;

    /// The legal moves by their verdicts, the best first.
    fn choices(&self, moves: &[Self::Move]) -> Result<Vec<(&'static str, String)>, PlayError>;

    /// The good moves in a sentence; `None` where only all moves can be listed.
    fn hint(&self, _moves: &[Self::Move]) -> Result<Option<String>, PlayError> {
        Ok(None)
    }

    /// The program's move, and what is known of it; `None` at the end.
    fn reply(&mut self, moves: &[Self::Move]) -> Result<Option<(Self::Move, Known)>, PlayError>;

    /// What each move has made of the game.
    fn review(&self, moves: &[Self::Move]) -> Result<Course, PlayError>;

    /// The moves to a position with one answer; `None` where random games have none.
    fn exercise(&mut self) -> Result<Option<Vec<Self::Move>>, PlayError>;

    /// What an exercise asks the person, as a sentence; without a person, that there is none.
    fn task(&self, person: Option<usize>) -> String;

    /// Whether a move is the answer to the exercise that these moves lead to, as a sentence.
    fn judged(&self, moves: &[Self::Move], step: &Self::Move) -> Result<String, PlayError>;

    /// Another game begins.
    fn begin(&mut self) {}

    /// The game has ended with these moves: what the program has made of it, if that is worth a line.
    fn ended(&mut self, _moves: &[Self::Move]) -> Result<Option<String>, PlayError> {
        Ok(None)
    }
}

/// What is known of a move, in words.
pub type Known = Option<&'static str>;

/// A position on the board.
pub struct Place {
    /// Number of vertices.
    pub n: usize,
    /// The edges.
    pub strokes: Vec<Stroke>,
    /// Who is to move; `None` at the end.
    pub next: Option<usize>,
    /// Lines to be said below the board.
    pub notes: Vec<String>,
}
