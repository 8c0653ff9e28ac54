//! The course of a game: the moves played, whose turn it is, and the effect of a line typed.

use std::io::Write;

use base::random::SplitMix64;

use super::opponent::reply;
use super::position::Position;
use super::review::all_listed;
use super::{Board, Edge, PlayError, Pupil, Table, Turn, edge_text, edges_text, review};
use base::units::counted;
use game::values::{Kind, Outcome};
use game::{About, BadPosition, Players};
use graph::{COLOURS, edge_pieces, ends};
use learner::Learner;
use oracle::{AnswerError, Edges, Move, Oracle, Strength, exercise};

/// The settings of a game.
#[derive(Clone, Debug)]
pub struct Options {
    /// Whether the user makes the first move.
    pub person_begins: bool,
    /// Whether hints are given.
    pub hints: bool,
    /// The style of the board.
    pub board: Board,
    /// Whether colours are shown in colour, by the commands of terminals.
    pub is_painted: bool,
    /// Selects among equally good moves of the opponent.
    pub seed: u64,
    /// The start position as text; the empty board if there is none.
    pub start: Option<String>,
    /// How well the opponent plays.
    pub strength: Strength,
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
pub struct Session<'a> {
    oracle: &'a dyn Oracle,
    options: Options,
    n: usize,
    /// The description of the game, where the players have colours.
    about: About,
    start: Position,
    turns: Vec<Turn>,
    /// Undone turns, the most recently undone last.
    undone: Vec<Turn>,
    /// Whether the next move answers an exercise.
    is_exercise: bool,
    random: SplitMix64,
    /// Plays in place of an opponent who knows the values.
    pupil: Option<Pupil>,
}

/// The result of checking a turn.
enum Verdict {
    Legal { ends: bool },
    Illegal(String),
}

const HELP: &str = "\
moves       every move up to symmetry, and what it comes to; hint: which moves win
review      what each move of this game made of it; review 0-3 1-2 0-1: of a game that you type
exercise    find the one winning move
undo, redo  take back your last move and the reply to it; play them again
show        draw the board; show circle, show matrix: change the style
swap        swap sides: the opponent plays on for you
new         start again
help        this text
quit        leave";

impl<'a> Session<'a> {
    /// Creates a game at its beginning.
    ///
    /// # Errors
    /// [`PlayError`]: values must determine who wins, and the start must be a position.
    pub fn new(oracle: &'a dyn Oracle, options: Options) -> Result<Self, PlayError> {
        if oracle.values().kind() == Kind::Score {
            let folder = oracle.identity().place.display().to_string();
            return Err(PlayError::Scores(folder));
        }
        let (identity, about) = (oracle.identity(), oracle.about());
        Ok(Self {
            n: identity.n as usize,
            start: Position::of(oracle, options.start.as_deref(), about.is_coloured())?,
            about,
            random: SplitMix64::new(options.seed),
            oracle,
            options,
            turns: vec![],
            undone: vec![],
            is_exercise: false,
            pupil: None,
        })
    }

    /// Lets a learner be the opponent, whatever the strength in the options.
    #[must_use]
    pub fn against(self, pupil: Pupil) -> Self {
        let pupil = Some(pupil);
        Self { pupil, ..self }
    }

    /// The learner, if it has learned from a game since this was asked last.
    pub fn news(&mut self) -> Option<&Learner> {
        self.pupil.as_mut()?.news()
    }

    fn position(&self) -> Position {
        let turns = self.turns.iter();
        turns.fold(self.start.clone(), |position, turn| position.after(&turn.edges))
    }

    fn persons_turn(&self) -> bool {
        self.turns.len().is_multiple_of(2) == self.options.person_begins
    }

    /// Returns, for instance, " as Red" where there are colours.
    fn as_colour(&self) -> &'static str {
        let first = self.start.next;
        match first.map(|first| (first == 0) == self.options.person_begins) {
            None => "",
            Some(true) => " as Red",
            Some(false) => " as Green",
        }
    }

    fn has_ended(&self) -> bool {
        self.turns.last().is_some_and(|turn| turn.ends)
    }

    fn moves(&self) -> Result<Vec<Move>, AnswerError> {
        if self.has_ended() {
            return Ok(vec![]);
        }
        Ok(self.oracle.moves(&self.position().text())?.moves)
    }

    fn show(&self, out: &mut dyn Write) -> Result<(), PlayError> {
        let strokes = self.position().strokes;
        let drawn = self.options.board.drawn(self.n, &strokes, self.options.is_painted);
        write!(out, "{drawn}")?;
        Ok(())
    }

    fn show_as(&mut self, board: Board, out: &mut dyn Write) -> Result<(), PlayError> {
        self.options.board = board;
        self.show(out)
    }

    /// Lets the opponent move if it is its turn; then draws the board and, at the end, reports who has won.
    fn go_on(&mut self, out: &mut dyn Write) -> Result<(), PlayError> {
        if !self.persons_turn()
            && !self.has_ended()
            && let Some(turn) = self.reply()?
        {
            writeln!(out, "opponent: {}", edges_text(&turn.edges))?;
            self.turns.push(turn);
        }
        self.show(out)?;
        if self.moves()?.is_empty() {
            self.tell_end(out)?;
        }
        Ok(())
    }

    fn reply(&mut self) -> Result<Option<Turn>, AnswerError> {
        let (text, random) = (self.position().text(), &mut self.random);
        match &self.pupil {
            Some(pupil) => pupil.reply(self.oracle, &text, random),
            None => reply(self.oracle, &text, self.options.strength, random),
        }
    }

    /// Lets a learner learn from the game that has ended.
    fn learn(&mut self, outcome: Outcome, out: &mut dyn Write) -> Result<(), PlayError> {
        let Some(pupil) = &mut self.pupil else { return Ok(()) };
        let mut position = self.start.clone();
        let played = self.turns.iter().map(|turn| {
            let text = position.text();
            position = position.after(&turn.edges);
            (text, turn.clone())
        });
        if pupil.learn(self.oracle, &played.collect::<Vec<_>>(), outcome)? {
            writeln!(out, "the opponent has learned from this game")?;
        }
        Ok(())
    }

    fn tell_end(&mut self, out: &mut dyn Write) -> Result<(), PlayError> {
        let outcome = match self.oracle.values().ended() {
            Some(outcome) if self.has_ended() => outcome,
            _ => (self.oracle.value(&self.position().text())?.value).unwrap_or(Outcome::N),
        };
        let (next, previous) = if self.persons_turn() {
            ("you", "the opponent")
        } else {
            ("the opponent", "you")
        };
        let wins = |who: &str| format!("{who} win{}", if who == "you" { "" } else { "s" });
        let verdict = match outcome {
            Outcome::P => wins(previous),
            Outcome::N => wins(next),
            Outcome::Tie => "a tie".into(),
        };
        let has = |who: &str| format!("{who} ha{}", if who == "you" { "ve" } else { "s" });
        let why = if self.has_ended() {
            format!("{} completed {}", has(previous), self.completed())
        } else {
            format!("{} no move left", has(next))
        };
        writeln!(out, "{why}: {verdict}")?;
        self.learn(outcome, out)
    }

    /// Returns what the last move completed, such as `a red triangle`.
    fn completed(&self) -> String {
        let colour = usize::from(self.position().next == Some(0));
        match &self.about.players {
            Players::Coloured { complete, .. } => format!("a {} {}", COLOURS[colour], complete[colour]),
            Players::Alike { .. } => "a copy".into(),
        }
    }

    fn add(&mut self, edges: Vec<Edge>, out: &mut dyn Write) -> Result<(), PlayError> {
        match self.verdict(&edges)? {
            Verdict::Illegal(sentence) => writeln!(out, "{sentence}")?,
            Verdict::Legal { ends } => {
                let turn = Turn { edges, ends };
                if std::mem::take(&mut self.is_exercise) {
                    self.tell_answer(&turn, out)?;
                }
                self.turns.push(turn);
                self.undone.clear();
                self.go_on(out)?;
            }
        }
        Ok(())
    }

    fn verdict(&self, edges: &[Edge]) -> Result<Verdict, AnswerError> {
        let position = self.position();
        if self.has_ended() {
            return Ok(Verdict::Illegal("the game is over; type undo or new".into()));
        }
        if edges.len() > 1 && !self.oracle.values().play().several {
            return Ok(Verdict::Illegal("a move adds one edge in this game".into()));
        }
        for (index, &edge) in edges.iter().enumerate() {
            let board = match &self.about.players {
                Players::Coloured { board, .. } => *board,
                Players::Alike { .. } => None,
            };
            let on_board = || board.is_none_or(|board| board.has_edge(edge[0], edge[1]));
            let sentence = if edge[1] >= self.n || edge[0] == edge[1] {
                format!("{} is not an edge: vertices are 0 to {}", edge_text(edge), self.n - 1)
            } else if !on_board() {
                format!("{} is not on the board of this game", edge_text(edge))
            } else if position.has(edge) || edges[..index].contains(&edge) {
                format!("{} is already there", edge_text(edge))
            } else {
                continue;
            };
            return Ok(Verdict::Illegal(sentence));
        }
        match self.oracle.value(&position.after(edges).text()) {
            Ok(_) => Ok(Verdict::Legal { ends: false }),
            // Nothing else can forbid an edge of the board.
            Err(AnswerError::Bad(_)) if self.oracle.values().may_end() => Ok(Verdict::Legal { ends: true }),
            Err(AnswerError::Bad(BadPosition::Illegal { why, .. })) => {
                let move_text = edges_text(edges);
                Ok(Verdict::Illegal(format!("{move_text} is not a legal move: {why}")))
            }
            Err(error) => Err(error),
        }
    }

    fn hint(&self, out: &mut dyn Write) -> Result<(), PlayError> {
        if !self.options.hints {
            writeln!(out, "there are no hints in this game")?;
            return Ok(());
        }
        let moves = self.moves()?;
        let of = |wins: Option<bool>| moves.iter().filter(move |step| step.wins == wins);
        let count = |wins: Option<bool>| of(wins).map(|step| step.equivalent).sum::<u32>();
        let all: u32 = moves.iter().map(|step| step.equivalent).sum();
        let listed = |wins: Option<bool>| all_listed(of(wins));
        let unless = match self.pupil {
            Some(_) => "unless the opponent errs",
            None => "because the opponent never errs",
        };
        match (all, count(Some(true)), count(None)) {
            (0, ..) => writeln!(out, "there is no move")?,
            (1, 0, 0) => writeln!(out, "the only move loses, {unless}")?,
            (_, 0, 0) => writeln!(out, "all {all} moves lose, {unless}")?,
            (_, 0, ties) => writeln!(
                out,
                "none of {} wins, {ties} {}: {}",
                counted(all.into(), "move"),
                if ties == 1 { "ties" } else { "tie" },
                listed(None)
            )?,
            (_, winning, _) => writeln!(
                out,
                "{winning} of {} {}: {}",
                counted(all.into(), "move"),
                if winning == 1 { "wins" } else { "win" },
                listed(Some(true))
            )?,
        }
        Ok(())
    }

    /// Every move, by what it comes to.
    fn list(&self, out: &mut dyn Write) -> Result<(), PlayError> {
        if !self.options.hints {
            return Ok(writeln!(out, "there are no hints in this game")?);
        }
        let moves = self.moves()?;
        if moves.is_empty() {
            writeln!(out, "there is no move")?;
        }
        for (wins, word) in [(Some(true), "wins"), (None, "ties"), (Some(false), "loses")] {
            let listed = all_listed(moves.iter().filter(|step| step.wins == wins));
            if !listed.is_empty() {
                writeln!(out, "{word}: {listed}")?;
            }
        }
        Ok(())
    }

    /// Looks at this game again, or at one that is typed.
    fn review(&mut self, typed: &[&str], out: &mut dyn Write) -> Result<(), PlayError> {
        if !self.options.hints {
            return Ok(writeln!(out, "there are no hints in this game")?);
        }
        let turns = match typed {
            [] => self.turns.clone(),
            _ => match self.typed_game(typed)? {
                Ok(turns) => turns,
                Err(sentence) => return Ok(writeln!(out, "{sentence}")?),
            },
        };
        let players = match self.start.next {
            None => ["first", "second"],
            Some(0) => ["Red", "Green"],
            Some(_) => ["Green", "Red"],
        };
        let moves: Vec<Edges> = turns.into_iter().map(|turn| turn.edges).collect();
        let review = oracle::review(self.oracle, &self.start.text(), &moves)?;
        review::write(&review, players, out)
    }

    /// The turns of a game that is typed, or why it is none.
    fn typed_game(&mut self, typed: &[&str]) -> Result<Result<Vec<Turn>, String>, PlayError> {
        let kept = std::mem::take(&mut self.turns);
        let mut read = || {
            let Some(moves) = self.typed_moves(typed) else {
                let game = typed.join(" ");
                return Ok(Err(format!("'{game}' is not a list of moves such as 0-3 1-2")));
            };
            for edges in moves {
                match self.verdict(&edges)? {
                    Verdict::Illegal(sentence) => return Ok(Err(sentence)),
                    Verdict::Legal { ends } => self.turns.push(Turn { edges, ends }),
                }
            }
            Ok(Ok(()))
        };
        let read: Result<Result<(), String>, AnswerError> = read();
        let turns = std::mem::replace(&mut self.turns, kept);
        Ok(read?.map(|()| turns))
    }

    /// The moves of words: where a move may add several edges, each word is one.
    fn typed_moves(&self, words: &[&str]) -> Option<Vec<Vec<Edge>>> {
        match self.oracle.values().play().several {
            true => words.iter().map(|word| edges(word)).collect(),
            false => Some(edges(&words.join(" "))?.into_iter().map(|edge| vec![edge]).collect()),
        }
    }

    /// Begins at a position with one winning move.
    fn exercise(&mut self, out: &mut dyn Write) -> Result<(), PlayError> {
        let Some(found) = exercise(self.oracle, &self.start.text(), self.random.next_u64())? else {
            return Ok(writeln!(
                out,
                "random games of this size have no position with one winning move"
            )?);
        };
        let turns = found.moves.into_iter().map(|edges| Turn { edges, ends: false });
        (self.turns, self.is_exercise) = (turns.collect(), true);
        self.options.person_begins = self.turns.len().is_multiple_of(2);
        self.undone.clear();
        self.pupil.iter_mut().for_each(Pupil::begin);
        self.show(out)?;
        let seat = if self.options.person_begins { "first" } else { "second" };
        Ok(writeln!(
            out,
            "you are the {seat} player{}; one move wins: find it",
            self.as_colour()
        )?)
    }

    fn tell_answer(&self, turn: &Turn, out: &mut dyn Write) -> Result<(), PlayError> {
        let review = oracle::review(self.oracle, &self.position().text(), std::slice::from_ref(&turn.edges))?;
        let (text, made) = (edges_text(&turn.edges), &review.moves[0]);
        match made.lost {
            None => writeln!(out, "right: {text} wins")?,
            Some(_) => writeln!(out, "wrong: {text} does not win; {} does", all_listed(&made.kept))?,
        }
        Ok(())
    }

    fn undo(&mut self, out: &mut dyn Write) -> Result<(), PlayError> {
        let mine = |index: usize| index.is_multiple_of(2) == self.options.person_begins;
        let Some(last) = (0..self.turns.len()).rev().find(|&index| mine(index)) else {
            writeln!(out, "there is no move of yours to undo")?;
            return Ok(());
        };
        self.is_exercise = false;
        let undone = self.turns.split_off(last);
        self.undone.extend(undone.into_iter().rev());
        self.show(out)
    }

    fn redo(&mut self, out: &mut dyn Write) -> Result<(), PlayError> {
        if self.undone.is_empty() {
            writeln!(out, "there is no move to redo")?;
            return Ok(());
        }
        self.turns.extend(self.undone.pop());
        if !self.persons_turn() {
            self.turns.extend(self.undone.pop());
        }
        self.go_on(out)
    }

    fn swap(&mut self, out: &mut dyn Write) -> Result<(), PlayError> {
        self.is_exercise = false;
        self.options.person_begins = !self.options.person_begins;
        let seat = if self.options.person_begins { "first" } else { "second" };
        writeln!(out, "you are the {seat} player now{}", self.as_colour())?;
        self.undone.clear();
        self.go_on(out)
    }
}

impl Table for Session<'_> {
    fn begin(&mut self, out: &mut dyn Write) -> Result<(), PlayError> {
        let identity = self.oracle.identity();
        let play = self.oracle.values().play();
        let (game, rules) = (&self.about.name, self.about.rules(play));
        writeln!(out, "{game} on {} vertices: {rules}", identity.n)?;
        if let Some(pupil) = &self.pupil {
            writeln!(out, "{}", pupil.introduced())?;
        }
        writeln!(out, "help lists what you can type")?;
        let seat = if self.options.person_begins { "first" } else { "second" };
        writeln!(out, "you move {seat}{}", self.as_colour())?;
        self.go_on(out)
    }

    fn prompt(&self) -> String {
        let edges = self.position().strokes.len();
        format!("{edges} edge{}> ", if edges == 1 { "" } else { "s" })
    }

    fn line(&mut self, line: &str, out: &mut dyn Write) -> Result<Flow, PlayError> {
        let words: Vec<&str> = line.split_whitespace().collect();
        match &words[..] {
            [] => {}
            ["quit" | "exit" | "q"] => return Ok(Flow::Quit),
            ["help" | "?"] => {
                let several = match self.oracle.values().play().several {
                    true => "; several edges as 0-3,1-2",
                    false => "",
                };
                writeln!(out, "0-3         add the edge between 0 and 3{several}\n{HELP}")?;
            }
            ["show"] => self.show(out)?,
            ["show", "circle"] => self.show_as(Board::Circle, out)?,
            ["show", "matrix"] => self.show_as(Board::Matrix, out)?,
            ["hint"] => self.hint(out)?,
            ["moves"] => self.list(out)?,
            ["review", typed @ ..] => self.review(typed, out)?,
            ["exercise"] => self.exercise(out)?,
            ["undo"] => self.undo(out)?,
            ["redo"] => self.redo(out)?,
            ["swap"] | ["swap", "sides"] => self.swap(out)?,
            ["new"] => {
                self.turns.clear();
                self.undone.clear();
                self.is_exercise = false;
                self.pupil.iter_mut().for_each(Pupil::begin);
                self.go_on(out)?;
            }
            _ => match edges(line) {
                Some(edges) => self.add(edges, out)?,
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

/// Returns the edges of a list as positions have them, the smaller vertex of each first; `None` where it is not one, or
/// lists none.
pub(super) fn edges(line: &str) -> Option<Vec<Edge>> {
    let edge = |piece| {
        let pair = ends(piece).filter(|pair| !pair.contains(&(u32::MAX as usize)));
        pair.map(|[u, v]| [u.min(v), u.max(v)])
    };
    let edges: Option<Vec<Edge>> = edge_pieces(line).into_iter().map(edge).collect();
    edges.filter(|edges| !edges.is_empty())
}

#[cfg(test)]
mod tests {
    use super::edges;

    #[test]
    fn edges_are_pairs_of_numbers() {
        for text in ["0-3", " 3 - 0 ", "0 3", "3,0", "0–3", "0 − 3", "{(0,3)}"] {
            assert_eq!(edges(text), Some(vec![[0, 3]]), "{text}");
        }
        for text in ["0-3,2-1", "3-0 1-2", "0-3, 1-2", "1. 0-3 1-2", "0,3;1,2"] {
            assert_eq!(edges(text), Some(vec![[0, 3], [1, 2]]), "{text}");
        }
        for text in [
            "",
            "3",
            "0-3-4",
            "a-b",
            "-3",
            "0-99999999999999999999",
            "0 1 2",
            "0-1,2",
        ] {
            assert_eq!(edges(text), None, "{text}");
        }
    }
}
