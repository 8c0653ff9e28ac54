//! A proof as what is played from: it plays the winner's side, and knows the moves that it makes.

use base::random::SplitMix64;

use super::position::Stroke;
use super::review::{Course, Made};
use super::source::{Known, Place, Source};
use super::{PlayError, edge_text, edges, field};
use game::values::Outcome;
use positional::label;
use proof::play::{
    BadMoves, Edge, Move, Order, Pair, ProofPlayer, State, Verdict, exercise, parse_moves, reply_to, review,
};

/// A proof, from the start of its game.
pub struct Proved<'a> {
    proof: &'a dyn ProofPlayer,
    /// Selects among moves that the proof does not make.
    seed: u64,
    random: SplitMix64,
}

impl<'a> Proved<'a> {
    /// The game of a proof; `seed` selects among moves that the proof does not make.
    pub fn new(proof: &'a dyn ProofPlayer, seed: u64) -> Self {
        let random = SplitMix64::new(seed);
        Self { proof, seed, random }
    }

    /// The number of the player of this name; that of the loser without one.
    ///
    /// # Errors
    /// [`PlayError::Side`] when nobody has the name.
    pub fn player(&self, side: Option<&str>) -> Result<usize, PlayError> {
        let about = self.proof.about();
        let Some(side) = side else { return Ok(1 - about.winner) };
        let named = about.players.iter().position(|name| name.eq_ignore_ascii_case(side));
        named.ok_or_else(|| PlayError::Side {
            side: side.into(),
            sides: format!("there are {} and {}", about.players[0], about.players[1]),
        })
    }

    fn texts(&self, moves: impl IntoIterator<Item = Move>) -> String {
        let texts = moves.into_iter().map(|step| self.text(&step));
        texts.collect::<Vec<_>>().join(", ")
    }

    /// What is said below the board.
    fn notes(&self, state: &State) -> Vec<String> {
        let (about, letters) = (self.proof.about(), self.letters());
        let mut notes = Vec::new();
        if !about.elements.is_empty() {
            notes.extend(self.elements(state));
        } else if !about.colours.is_empty() {
            let kind = |(colour, how)| format!("{}: {how}, {}", about.colours[colour], letters[colour]);
            notes.push([(0, "lines"), (1, "dots")].map(kind).join("; "));
        }
        if about.order == Order::Grows && state.used < state.n {
            let fresh: Vec<String> = (state.used..state.n).map(|v| v.to_string()).collect();
            notes.push(format!("fresh vertices: {}", fresh.join(" and ")));
        }
        if let Some(pending) = state.pending {
            notes.push(format!("{} waits for its colour", edge_text(pending)));
        }
        for player in 0..2 {
            let threats = state.threats.iter().filter(|threat| threat.player == player);
            let pairs: Vec<Pair> = threats.map(|threat| threat.pair).collect();
            if !pairs.is_empty() && state.ending.is_none() {
                notes.push(format!(
                    "{} wins at once with {}",
                    about.players[player],
                    pairs_text(&pairs)
                ));
            }
        }
        notes
    }

    /// The board in rows with a letter on each element taken, or a list of them where that is too wide.
    fn elements(&self, state: &State) -> Vec<String> {
        let about = self.proof.about();
        let mut words: Vec<String> = about.elements.iter().map(|name| label(name).to_owned()).collect();
        // It stays where it is when letters replace names.
        let widest = words.iter().map(|word| word.chars().count()).max().unwrap_or(0);
        for (at, stone) in state.stones.iter().enumerate() {
            let letter = ["x", "o"][stone.colour.min(1)];
            let is_last = at + 1 == state.stones.len();
            words[stone.element] = if is_last {
                letter.to_uppercase()
            } else {
                letter.to_owned()
            };
        }
        let lines = about
            .drawing
            .as_ref()
            .and_then(|drawing| field::lines(drawing, &words, widest));
        match lines {
            Some(mut lines) => {
                let [first, second] = &about.colours[..] else {
                    return lines;
                };
                lines.push(format!("x: {first}, o: {second}, the last one a capital"));
                lines
            }
            None => {
                let listed = |player: usize| {
                    let stones = state.stones.iter().filter(|stone| stone.colour == player);
                    let names: Vec<&str> = stones.map(|stone| label(&about.elements[stone.element])).collect();
                    format!("{}: {}", about.colours[player], names.join(" "))
                };
                [0, 1].map(listed).into()
            }
        }
    }
}

fn pairs_text(pairs: &[Pair]) -> String {
    let texts: Vec<String> = pairs.iter().map(|&pair| edge_text(pair)).collect();
    texts.join(", ")
}

fn stroke(edge: &Edge) -> Stroke {
    (edge.pair, edge.colour)
}

impl Source for Proved<'_> {
    type Move = Move;

    fn mover(&self, moves: &[Move]) -> usize {
        let state = self.proof.state(moves).ok();
        state.and_then(|state| state.next).unwrap_or(moves.len() % 2)
    }

    fn introduction(&self) -> String {
        let about = self.proof.about();
        let (place, rules, theorem) = (about.place(), &about.rules, &about.theorem);
        format!("{} {place}: {rules}\nproved: {theorem}", about.game)
    }

    fn how(&self) -> String {
        match self.proof.about().elements.first() {
            None => "0-3         take or draw the edge between 0 and 3".into(),
            Some(element) => format!("{:<12}take the element of this name", label(element)),
        }
    }

    fn seat(&self, person: usize, is_swapped: bool) -> String {
        let about = self.proof.about();
        let fate = match person == about.winner {
            true => "the proven winner; the proof knows moves that win, and leaving it may lose",
            false => "and the program plays the proven winner",
        };
        let colours = match about.paints && !is_swapped {
            true => format!("colours are typed as {}\n", about.colours.join(" or ").to_lowercase()),
            false => String::new(),
        };
        format!("{colours}you are {}, {fate}", self.name(person))
    }

    fn name(&self, player: usize) -> String {
        self.proof.about().players[player].clone()
    }

    fn prompt(&self, place: &Place) -> String {
        place.next.map_or("over> ".into(), |player| self.name(player) + "> ")
    }

    /// The first of each name, or the second where both begin alike.
    fn letters(&self) -> [char; 2] {
        let mut letters = ['x', 'o'];
        for (letter, name) in letters.iter_mut().zip(&self.proof.about().colours) {
            *letter = name.chars().next().unwrap_or('x').to_ascii_lowercase();
        }
        if letters[0] == letters[1] { ['x', 'o'] } else { letters }
    }

    fn typed(&self, line: &str) -> Option<Move> {
        if !self.proof.about().elements.is_empty() {
            return Move::parse(line.trim(), self.proof.about());
        }
        match edges(line).as_deref() {
            Some(&[edge]) => Move::parse(&edge_text(edge), self.proof.about()),
            Some(_) => None,
            None => Move::parse(line.trim(), self.proof.about()),
        }
    }

    fn typed_game(&self, words: &[&str]) -> Option<Vec<Move>> {
        parse_moves(&words.join(" "), self.proof.about()).ok()
    }

    fn legal(&self, moves: &[Move], step: Move) -> Result<Result<Move, String>, PlayError> {
        match self.proof.state(&[moves, &[step]].concat()) {
            Ok(_) => Ok(Ok(step)),
            Err(BadMoves::Over { .. }) => Ok(Err("the game is over; type undo or new".into())),
            Err(error @ BadMoves::Illegal { .. }) => Ok(Err(error.to_string())),
            Err(error) => Err(error.into()),
        }
    }

    fn text(&self, step: &Move) -> String {
        label(&step.text(self.proof.about())).into()
    }

    fn known(&self, moves: &[Move], step: &Move) -> Result<Known, PlayError> {
        Ok(self.proof.state(moves)?.verdict(*step).map(Verdict::words))
    }

    fn place(&self, moves: &[Move]) -> Result<Place, PlayError> {
        let state = self.proof.state(moves)?;
        let pending = state.pending.map(|pending| (pending, None));
        Ok(Place {
            n: state.n,
            strokes: state.edges.iter().map(stroke).chain(pending).collect(),
            next: state.next,
            notes: self.notes(&state),
        })
    }

    fn ending(&self, moves: &[Move], person: usize, draw: &dyn Fn(&[Stroke]) -> String) -> Result<String, PlayError> {
        let state = self.proof.state(moves)?;
        let Some(ending) = &state.ending else {
            return Ok(String::new());
        };
        let verdict = match ending.winner {
            None => "a tie".into(),
            Some(player) if player == person => "you win".into(),
            Some(player) => format!("{} wins", self.name(player)),
        };
        let mut text = format!("{}: {verdict}\n", ending.why);
        if !ending.set.is_empty() {
            let decides = |edge: &&Edge| ending.set.contains(&edge.pair);
            let strokes: Vec<Stroke> = state.edges.iter().filter(decides).map(stroke).collect();
            text += &format!("the edges that decide it: {}\n", pairs_text(&ending.set));
            text += &draw(&strokes);
        }
        let game: Vec<String> = moves.iter().map(|step| self.text(step)).collect();
        Ok(text + &format!("the game: {}\n", game.join(",")))
    }

    fn choices(&self, moves: &[Move]) -> Result<Vec<(&'static str, String)>, PlayError> {
        let state = self.proof.state(moves)?;
        let listed = [Verdict::Win, Verdict::Loss, Verdict::Unknown].map(|verdict| {
            let of = state.choices.iter().filter(|choice| choice.verdict == verdict);
            (verdict.words(), self.texts(of.map(|choice| choice.step)))
        });
        Ok(listed.into_iter().filter(|(_, moves)| !moves.is_empty()).collect())
    }

    fn reply(&mut self, moves: &[Move]) -> Result<Option<(Move, Known)>, PlayError> {
        let made = reply_to(self.proof, moves, self.seed)?;
        Ok(made.map(|made| (made.step, made.is_proved.then(|| Verdict::Win.words()))))
    }

    fn review(&self, moves: &[Move]) -> Result<Course, PlayError> {
        let review = review(self.proof, moves)?;
        let outcome = |value: Option<&str>| value.and_then(Outcome::named);
        let made = review.moves.into_iter().map(|made| Made {
            player: made.by,
            text: self.text(&made.step),
            verdict: outcome(made.value).map(|outcome| outcome.of_move(None)),
            error: (!made.kept.is_empty()).then(|| format!("leaves the proof, which makes {}", self.texts(made.kept))),
        });
        Ok(Course {
            players: self.proof.about().players.clone(),
            verdict: outcome(review.value).map(|outcome| outcome.of_next(None)),
            moves: made.collect(),
            error: "left the proof",
        })
    }

    fn exercise(&mut self) -> Result<Option<Vec<Move>>, PlayError> {
        Ok(exercise(self.proof, self.random.next_u64())?)
    }

    fn task(&self, person: Option<usize>) -> String {
        match person {
            None => "random games in this proof have no position in which it makes one move".into(),
            Some(person) => format!("you are {}; one move is a proven win: find it", self.name(person)),
        }
    }

    fn judged(&self, moves: &[Move], step: &Move) -> Result<String, PlayError> {
        let state = self.proof.state(moves)?;
        let text = self.text(step);
        let proven = state.choices.iter().filter(|choice| choice.verdict == Verdict::Win);
        let proven = self.texts(proven.map(|choice| choice.step));
        Ok(match state.verdict(*step) {
            Some(Verdict::Win) => format!("right: {text} is a proven win"),
            _ => format!("{text} is not in the proof; {proven} is a proven win"),
        })
    }
}
