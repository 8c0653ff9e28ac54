//! The course of a game: the moves played, whose turn it is, and the effect of a line typed.

use std::io::Write;

use super::position::Stroke;
use super::source::Place;
use super::{Board, PlayError, Solved, Source};
use learner::Learner;

/// The settings of a game.
#[derive(Clone, Debug)]
pub struct Options {
    /// The number of the player whose side the person takes: 0 makes the first move.
    pub person: usize,
    /// Whether it is said what is known of moves.
    pub hints: bool,
    /// The style of the board.
    pub board: Board,
    /// Whether colours are shown in colour, by the commands of terminals.
    pub is_painted: bool,
}

/// Whether the session continues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// The next line is read.
    On,
    /// The user has quit.
    Quit,
}

/// A game in progress.
pub struct Session<S: Source> {
    source: S,
    options: Options,
    moves: Vec<S::Move>,
    /// Undone moves, the most recently undone last.
    undone: Vec<S::Move>,
    place: Place,
    /// Whether the next move answers an exercise.
    is_exercise: bool,
}

const HELP: &str = "\
moves       every move, and what is known of it; hint: which moves win
review      what each move of this game made of it; review 0-3 1-2 0-1: of a game that you type
exercise    find the one winning move
undo, redo  take back your last move and the reply to it; play them again
show        draw the board; show circle, show matrix: change the style
swap        swap sides: the program plays on for you
new         start again
help        this text
quit        leave";

impl Session<Solved<'_>> {
    /// The learner, if it has learned from a game since this was asked last.
    pub fn news(&mut self) -> Option<&Learner> {
        self.source.news()
    }
}

impl<S: Source> Session<S> {
    /// Creates a game at its beginning.
    ///
    /// # Errors
    /// [`PlayError`].
    pub fn new(source: S, options: Options) -> Result<Self, PlayError> {
        Ok(Self {
            place: source.place(&[])?,
            source,
            options,
            moves: vec![],
            undone: vec![],
            is_exercise: false,
        })
    }

    /// Introduces the game, draws the board, and lets the program move if it begins.
    ///
    /// # Errors
    /// [`PlayError`].
    pub fn begin(&mut self, out: &mut dyn Write) -> Result<(), PlayError> {
        writeln!(out, "{}", self.source.introduction())?;
        writeln!(out, "help lists what you can type")?;
        writeln!(out, "{}", self.source.seat(self.options.person, false))?;
        self.go_on(out)
    }

    /// Returns the prompt.
    pub fn prompt(&self) -> String {
        self.source.prompt(&self.place)
    }

    /// Executes a line.
    ///
    /// # Errors
    /// [`PlayError`]; typing errors are reported to the person instead.
    pub fn line(&mut self, line: &str, out: &mut dyn Write) -> Result<Flow, PlayError> {
        let words: Vec<&str> = line.split_whitespace().collect();
        match &words[..] {
            [] => {}
            ["quit" | "exit" | "q"] => return Ok(Flow::Quit),
            ["help" | "?"] => writeln!(out, "{}\n{HELP}", self.source.how())?,
            ["show"] => self.show(out)?,
            ["show", "circle"] => self.show_as(Board::Circle, out)?,
            ["show", "matrix"] => self.show_as(Board::Matrix, out)?,
            ["hint" | "moves" | "review", ..] if !self.options.hints => {
                writeln!(out, "there are no hints in this game")?;
            }
            ["hint"] => match self.source.hint(&self.moves)? {
                Some(hint) => writeln!(out, "{hint}")?,
                None => self.list(out)?,
            },
            ["moves"] => self.list(out)?,
            ["review", typed @ ..] => self.review(typed, out)?,
            ["exercise"] => self.exercise(out)?,
            ["undo"] => self.undo(out)?,
            ["redo"] => self.redo(out)?,
            ["swap"] | ["swap", "sides"] => self.swap(out)?,
            ["new"] => {
                self.moves.clear();
                self.restart();
                self.go_on(out)?;
            }
            _ => match self.source.typed(line) {
                Some(step) => self.add(step, out)?,
                None => writeln!(
                    out,
                    "'{}' is neither a move such as 0-3 nor a command; type help for a list",
                    line.trim()
                )?,
            },
        }
        Ok(Flow::On)
    }

    /// Whether the person makes the move after the first `at`.
    fn is_persons(&self, at: usize) -> bool {
        self.source.mover(&self.moves[..at]) == self.options.person
    }

    /// Forgets what belongs to the game before.
    fn restart(&mut self) {
        self.undone.clear();
        self.is_exercise = false;
        self.source.begin();
    }

    fn drawn(&self, strokes: &[Stroke]) -> String {
        let options = &self.options;
        let letters = self.source.letters();
        (options.board).drawn_in(self.place.n, strokes, letters, options.is_painted)
    }

    /// Draws the board; at the end, reports who has won.
    fn show(&mut self, out: &mut dyn Write) -> Result<(), PlayError> {
        self.place = self.source.place(&self.moves)?;
        write!(out, "{}", self.drawn(&self.place.strokes))?;
        for note in &self.place.notes {
            writeln!(out, "{note}")?;
        }
        if self.place.next.is_none() {
            let draw = |strokes: &[Stroke]| self.drawn(strokes);
            let ending = self.source.ending(&self.moves, self.options.person, &draw)?;
            write!(out, "{ending}")?;
        }
        Ok(())
    }

    fn show_as(&mut self, board: Board, out: &mut dyn Write) -> Result<(), PlayError> {
        self.options.board = board;
        self.show(out)
    }

    /// Lets the program move while it is its turn; then shows the board.
    fn go_on(&mut self, out: &mut dyn Write) -> Result<(), PlayError> {
        while !self.is_persons(self.moves.len())
            && let Some((step, known)) = self.source.reply(&self.moves)?
        {
            let player = self.source.mover(&self.moves);
            let known = known.filter(|_| self.options.hints);
            let known = known.map_or_else(String::new, |known| format!(" ({known})"));
            writeln!(out, "{}: {}{known}", self.source.name(player), self.source.text(&step))?;
            self.moves.push(step);
        }
        self.show(out)?;
        if self.place.next.is_none()
            && let Some(news) = self.source.ended(&self.moves)?
        {
            writeln!(out, "{news}")?;
        }
        Ok(())
    }

    fn add(&mut self, step: S::Move, out: &mut dyn Write) -> Result<(), PlayError> {
        let step = match self.source.legal(&self.moves, step)? {
            Ok(step) => step,
            Err(sentence) => return Ok(writeln!(out, "{sentence}")?),
        };
        if std::mem::take(&mut self.is_exercise) {
            writeln!(out, "{}", self.source.judged(&self.moves, &step)?)?;
        } else if self.options.hints
            && let Some(known) = self.source.known(&self.moves, &step)?
        {
            writeln!(out, "you: {} ({known})", self.source.text(&step))?;
        }
        self.moves.push(step);
        self.undone.clear();
        self.go_on(out)
    }

    /// Every move, by what is known of it.
    fn list(&self, out: &mut dyn Write) -> Result<(), PlayError> {
        let choices = self.source.choices(&self.moves)?;
        if choices.is_empty() {
            writeln!(out, "there is no move")?;
        }
        for (verdict, moves) in choices {
            writeln!(out, "{verdict}: {moves}")?;
        }
        Ok(())
    }

    /// Looks at this game again, or at one that is typed.
    fn review(&self, typed: &[&str], out: &mut dyn Write) -> Result<(), PlayError> {
        if typed.is_empty() {
            return Ok(self.source.review(&self.moves)?.write(out)?);
        }
        let Some(steps) = self.source.typed_game(typed) else {
            let game = typed.join(" ");
            return Ok(writeln!(out, "'{game}' is not a list of moves such as 0-3 1-2")?);
        };
        let mut moves = Vec::new();
        for step in steps {
            match self.source.legal(&moves, step)? {
                Ok(step) => moves.push(step),
                Err(sentence) => return Ok(writeln!(out, "{sentence}")?),
            }
        }
        Ok(self.source.review(&moves)?.write(out)?)
    }

    /// Begins at a position with one answer.
    fn exercise(&mut self, out: &mut dyn Write) -> Result<(), PlayError> {
        let Some(moves) = self.source.exercise()? else {
            return Ok(writeln!(out, "{}", self.source.task(None))?);
        };
        self.options.person = self.source.mover(&moves);
        self.moves = moves;
        self.restart();
        self.is_exercise = true;
        self.show(out)?;
        Ok(writeln!(out, "{}", self.source.task(Some(self.options.person)))?)
    }

    fn undo(&mut self, out: &mut dyn Write) -> Result<(), PlayError> {
        let Some(last) = (0..self.moves.len()).rev().find(|&at| self.is_persons(at)) else {
            return Ok(writeln!(out, "there is no move of yours to undo")?);
        };
        self.is_exercise = false;
        let undone = self.moves.split_off(last);
        self.undone.extend(undone.into_iter().rev());
        self.show(out)
    }

    fn redo(&mut self, out: &mut dyn Write) -> Result<(), PlayError> {
        if self.undone.is_empty() {
            return Ok(writeln!(out, "there is no move to redo")?);
        }
        while let Some(step) = self.undone.pop() {
            self.moves.push(step);
            if self.is_persons(self.moves.len()) {
                break;
            }
        }
        self.go_on(out)
    }

    fn swap(&mut self, out: &mut dyn Write) -> Result<(), PlayError> {
        self.options.person = 1 - self.options.person;
        self.is_exercise = false;
        self.undone.clear();
        writeln!(out, "{}", self.source.seat(self.options.person, true))?;
        self.go_on(out)
    }
}
