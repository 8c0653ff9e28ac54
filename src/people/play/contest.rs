//! A game against a proof, in text: lines in, lines out.

use std::io::Write;

use proof::play::{Edge, Move, Order, Pair, State, Strategist, Verdict, moves_text, rival};

use super::position::Stroke;
use super::session::edges as typed_edges;
use super::{Board, Flow, PlayError, Table};

/// The settings of a game against a proof.
#[derive(Clone, Debug)]
pub struct ContestOptions {
    /// The name of the player whose side the person takes; the loser without one.
    pub side: Option<String>,
    /// Whether to say what the proof says of moves.
    pub hints: bool,
    /// The style of the board.
    pub board: Board,
    /// Whether colours are shown in colour, by the commands of terminals.
    pub is_painted: bool,
    /// Selects among moves that the proof does not make.
    pub seed: u64,
}

/// A game against a proof in progress.
pub struct Contest<'a> {
    proof: &'a dyn Strategist,
    options: ContestOptions,
    /// The person, an index of the players.
    person: usize,
    moves: Vec<Move>,
    /// Undone moves, the most recently undone last.
    undone: Vec<Move>,
    state: State,
}

const HELP: &str = "\
0-3         take or draw the edge between 0 and 3
moves       the legal moves, and what the proof says of them; hint: the same
undo, redo  take back your last move and what came after it; play them again
show        draw the board; show circle, show matrix: change the style
swap        swap sides: the program plays on for you
new         start again
help        this text
quit        leave";

impl<'a> Contest<'a> {
    /// Creates a game at its beginning.
    ///
    /// # Errors
    /// [`PlayError::Side`] when nobody has the name; [`PlayError::Moves`] when the proof is wrong.
    pub fn new(proof: &'a dyn Strategist, options: ContestOptions) -> Result<Self, PlayError> {
        let about = proof.about();
        let person = match &options.side {
            None => 1 - about.winner,
            Some(side) => {
                let named = about.players.iter().position(|name| name.eq_ignore_ascii_case(side));
                named.ok_or_else(|| PlayError::Side {
                    side: side.clone(),
                    players: about.players.clone(),
                })?
            }
        };
        let state = proof.state(&[])?;
        Ok(Self {
            proof,
            options,
            person,
            moves: Vec::new(),
            undone: Vec::new(),
            state,
        })
    }

    /// The move of a line.
    fn typed(&self, line: &str) -> Option<Move> {
        match typed_edges(line).as_deref() {
            Some(&[[u, v]]) => Move::parse(&format!("{u}-{v}"), self.proof.about()),
            Some(_) => None,
            None => Move::parse(line.trim(), self.proof.about()),
        }
    }

    fn name(&self, player: usize) -> &str {
        &self.proof.about().players[player]
    }

    fn tell_side(&self, out: &mut dyn Write) -> Result<(), PlayError> {
        let about = self.proof.about();
        let fate = match self.person == about.winner {
            true => "the proven winner; the proof knows moves that win, and leaving it may lose",
            false => "and the program plays the proven winner",
        };
        Ok(writeln!(out, "you are {}, {fate}", self.name(self.person))?)
    }

    fn add(&mut self, step: Move, out: &mut dyn Write) -> Result<(), PlayError> {
        let verdict = self.state.verdict(step);
        let mut moves = self.moves.clone();
        moves.push(step);
        match self.proof.state(&moves) {
            Err(proof::play::BadMoves::Over { .. }) => writeln!(out, "the game is over; type undo or new")?,
            Err(error @ proof::play::BadMoves::Illegal { .. }) => writeln!(out, "{error}")?,
            Err(error) => return Err(error.into()),
            Ok(_) => {
                self.moves = moves;
                self.undone.clear();
                if let Some(verdict) = verdict.filter(|_| self.options.hints) {
                    writeln!(out, "you: {} ({})", step.text(self.proof.about()), verdict.words())?;
                }
                self.go_on(out)?;
            }
        }
        Ok(())
    }

    /// Lets the program move as long as it is its turn; then draws the board and, at the end, says who has won.
    fn go_on(&mut self, out: &mut dyn Write) -> Result<(), PlayError> {
        self.state = self.proof.state(&self.moves)?;
        while let Some(player) = self.state.next.filter(|&player| player != self.person) {
            let Some(made) = rival(self.proof, &self.moves, self.options.seed)? else {
                break;
            };
            let known = match made.is_proved && self.options.hints {
                true => " (proven win)",
                false => "",
            };
            let text = made.step.text(self.proof.about());
            writeln!(out, "{}: {text}{known}", self.name(player))?;
            self.moves.push(made.step);
            self.state = self.proof.state(&self.moves)?;
        }
        self.show(out)
    }

    fn show_as(&mut self, board: Board, out: &mut dyn Write) -> Result<(), PlayError> {
        self.options.board = board;
        self.show(out)
    }

    fn drawn(&self, strokes: &[Stroke], letters: [char; 2]) -> String {
        let options = &self.options;
        (options.board).drawn_in(self.state.n, strokes, letters, options.is_painted)
    }

    fn show(&self, out: &mut dyn Write) -> Result<(), PlayError> {
        let about = self.proof.about();
        let letters = letters(&about.colours);
        let mut strokes: Vec<_> = self.state.edges.iter().map(|edge| (edge.pair, edge.colour)).collect();
        if let Some(pending) = self.state.pending {
            strokes.push((pending, None));
        }
        write!(out, "{}", self.drawn(&strokes, letters))?;
        if !about.colours.is_empty() {
            let kind = |colour: usize| {
                let how = ["lines", "dots"][colour];
                format!("{}: {how}, {}", about.colours[colour], letters[colour])
            };
            let kinds: Vec<String> = (0..about.colours.len()).map(kind).collect();
            writeln!(out, "{}", kinds.join("; "))?;
        }
        if about.order == Order::Grows && self.state.used < self.state.n {
            let fresh: Vec<String> = (self.state.used..self.state.n).map(|v| v.to_string()).collect();
            writeln!(out, "fresh vertices: {}", fresh.join(" and "))?;
        }
        if let Some(pending) = self.state.pending {
            writeln!(out, "{} waits for its colour", pair_text(pending))?;
        }
        for player in 0..2 {
            let threats = self.state.threats.iter().filter(|threat| threat.player == player);
            let pairs: Vec<String> = threats.map(|threat| pair_text(threat.pair)).collect();
            if !pairs.is_empty() && self.state.ending.is_none() {
                writeln!(out, "{} wins at once with {}", self.name(player), pairs.join(", "))?;
            }
        }
        self.tell_end(letters, out)
    }

    fn tell_end(&self, letters: [char; 2], out: &mut dyn Write) -> Result<(), PlayError> {
        let Some(ending) = &self.state.ending else {
            return Ok(());
        };
        let verdict = match ending.winner {
            None => "a tie".into(),
            Some(player) if player == self.person => "you win".into(),
            Some(player) => format!("{} wins", self.name(player)),
        };
        writeln!(out, "{}: {verdict}", ending.why)?;
        if !ending.set.is_empty() {
            let set: Vec<String> = ending.set.iter().map(|&pair| pair_text(pair)).collect();
            writeln!(out, "the edges that decide it: {}", set.join(", "))?;
            let decides = |edge: &&Edge| ending.set.contains(&edge.pair);
            let strokes: Vec<_> = (self.state.edges.iter().filter(decides))
                .map(|edge| (edge.pair, edge.colour))
                .collect();
            write!(out, "{}", self.drawn(&strokes, letters))?;
        }
        let moves = moves_text(&self.moves, self.proof.about());
        Ok(writeln!(out, "the game: {moves}")?)
    }

    /// The legal moves by what the proof says of them.
    fn list(&self, out: &mut dyn Write) -> Result<(), PlayError> {
        if !self.options.hints {
            return Ok(writeln!(out, "there are no hints in this game")?);
        }
        if self.state.choices.is_empty() {
            return Ok(writeln!(out, "there is no move")?);
        }
        for verdict in [Verdict::Win, Verdict::Loss, Verdict::Unknown] {
            let of = self.state.choices.iter().filter(|choice| choice.verdict == verdict);
            let moves: Vec<String> = of.map(|choice| choice.step.text(self.proof.about())).collect();
            if !moves.is_empty() {
                writeln!(out, "{}: {}", verdict.words(), moves.join(", "))?;
            }
        }
        Ok(())
    }

    fn undo(&mut self, out: &mut dyn Write) -> Result<(), PlayError> {
        let is_persons = |at: &usize| {
            let state = self.proof.state(&self.moves[..*at]);
            state.is_ok_and(|state| state.next == Some(self.person))
        };
        let Some(at) = (0..self.moves.len()).rev().find(is_persons) else {
            return Ok(writeln!(out, "there is no move of yours to undo")?);
        };
        let undone = self.moves.split_off(at);
        self.undone.extend(undone.into_iter().rev());
        self.state = self.proof.state(&self.moves)?;
        self.show(out)
    }

    fn redo(&mut self, out: &mut dyn Write) -> Result<(), PlayError> {
        if self.undone.is_empty() {
            return Ok(writeln!(out, "there is no move to redo")?);
        }
        while let Some(step) = self.undone.pop() {
            self.moves.push(step);
            self.state = self.proof.state(&self.moves)?;
            if self.state.next == Some(self.person) {
                break;
            }
        }
        self.go_on(out)
    }
}

impl Table for Contest<'_> {
    fn begin(&mut self, out: &mut dyn Write) -> Result<(), PlayError> {
        let about = self.proof.about();
        writeln!(out, "{} {}: {}", about.game, about.place(), about.rules)?;
        writeln!(out, "proved: {}", about.theorem)?;
        writeln!(out, "help lists what you can type")?;
        if about.paints {
            let colours = about.colours.join(" or ").to_lowercase();
            writeln!(out, "colours are typed as {colours}")?;
        }
        self.tell_side(out)?;
        self.go_on(out)
    }

    fn prompt(&self) -> String {
        match self.state.next {
            Some(player) => format!("{}> ", self.name(player)),
            None => "over> ".into(),
        }
    }

    fn line(&mut self, line: &str, out: &mut dyn Write) -> Result<Flow, PlayError> {
        let words: Vec<&str> = line.split_whitespace().collect();
        match &words[..] {
            [] => {}
            ["quit" | "exit" | "q"] => return Ok(Flow::Quit),
            ["help" | "?"] => writeln!(out, "{HELP}")?,
            ["show"] => self.show(out)?,
            ["show", "circle"] => self.show_as(Board::Circle, out)?,
            ["show", "matrix"] => self.show_as(Board::Matrix, out)?,
            ["moves" | "hint"] => self.list(out)?,
            ["undo"] => self.undo(out)?,
            ["redo"] => self.redo(out)?,
            ["swap"] | ["swap", "sides"] => {
                self.person = 1 - self.person;
                self.undone.clear();
                self.tell_side(out)?;
                self.go_on(out)?;
            }
            ["new"] => {
                self.moves.clear();
                self.undone.clear();
                self.go_on(out)?;
            }
            _ => match self.typed(line) {
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
}

/// A letter for each colour: the first of its name, or the second where both begin alike.
fn letters(colours: &[String]) -> [char; 2] {
    let mut letters = ['x', 'o'];
    for (letter, name) in letters.iter_mut().zip(colours) {
        *letter = name.chars().next().unwrap_or('x').to_ascii_lowercase();
    }
    if letters[0] == letters[1] { ['x', 'o'] } else { letters }
}

fn pair_text([u, v]: Pair) -> String {
    format!("{u}-{v}")
}
