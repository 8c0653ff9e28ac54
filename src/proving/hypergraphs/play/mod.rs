//! A proof as a player: the winner's side, move by move.
//!
//! While the winner follows the proof, a *place* says why he wins the position with the loser to move: an entry of the
//! proof under a map of the elements, or a rule. After each of his moves the place that the proof leads to is compared
//! with the stones on the board: so more moves than the proof's count as proven, and a body that proves nothing is
//! found lacking. Where he has further elements in his turn, those of the proof are thought to follow, and then any.

mod book;
mod held;
mod maker_breaker;
mod strong;

use positional::{drawing, label};
use proof::Opened;
use proof::play::{
    self, About, BadMoves, Choice, Ending, Move, Order, ProofPlayer, Readable, State, Stone, Unplayable, Verdict, pick,
};

use super::game::Rule;
use super::set::{Set, each, one};
use book::Book;

/// A proof about a game from a file that was opened, as a player.
///
/// # Errors
/// [`Unplayable`] when the head or the form of the body is not that of such a proof.
pub(super) fn proof_player(opened: Opened) -> Result<Box<dyn ProofPlayer>, Unplayable> {
    let theorem = opened.theorem.clone();
    let book = Book::new(opened)?;
    let [first, second] = book.rule.players().map(str::to_owned);
    let (title, aim) = match book.rule {
        Rule::MakerBreaker => (
            "Maker-Breaker game",
            "Maker wins when he owns a winning set, Breaker when he never will",
        ),
        Rule::Strong if book.first_wins => ("strong game", "the first to complete a winning set wins"),
        Rule::Strong => (
            "strong game",
            "Black wins when he completes a winning set first, and White when he does not",
        ),
    };
    let names = &book.hypergraph.names;
    let sets: Vec<Vec<usize>> = book.hypergraph.wins[0].iter().map(|&set| each(set).collect()).collect();
    let about = About {
        game: book.name.clone(),
        title: title.into(),
        rules: match book.rules.schedule.alternates(0) {
            true => format!("players take elements in turn; {aim}"),
            false => format!(
                "players take elements, the turns being {}; {aim}",
                book.rules.schedule.text(['M', 'B'])
            ),
        },
        theorem,
        order: Order::Fixed(names.len()),
        boards: None,
        winner: usize::from(book.first_wins != book.first_begins()),
        colours: vec![first.clone(), second.clone()],
        players: if book.first_begins() {
            [first, second]
        } else {
            [second, first]
        },
        paints: false,
        elements: names.clone(),
        drawing: Some(drawing(names, &sets)),
    };
    Ok(play::Player::boxed(about, book))
}

/// Stones of Maker or Black, and of Breaker or White.
type Stones = [Set; 2];

/// Why the winner wins a position with the loser to move.
#[derive(Clone)]
enum Place {
    /// The start, before his first move.
    Opening,
    /// By an entry of this number; the map takes the board's elements to its own.
    Entry(usize, Vec<u8>),
    /// Breaker keeps the potential small.
    Potential,
    /// Breaker answers one element of a pair with the other.
    Pairs(Vec<Set>),
    /// Black has begun a sequence, of which this is left.
    Sequence(Vec<u8>),
    /// White has begun a line, of which this is left, and what holds after it.
    Line(Vec<u8>, Box<Place>),
    /// The game is decided, or Black completes a set next, or White does.
    Decided,
}

/// A move of the winner, any where he needs none, and where it leads.
type Candidate = (Option<usize>, Place);
/// The elements that the winner needs up to the loser's next turn, and where they lead.
type Run = (Vec<usize>, Place);

/// A game in progress.
pub(super) struct Course<'a> {
    book: &'a Book,
    stones: Stones,
    /// The elements taken, in order.
    taken: Vec<usize>,
    /// Where the winner has last been in the proof with the loser to move, if he has followed it.
    place: Option<Place>,
}

impl Readable for Book {
    type Course<'a> = Course<'a>;

    fn begin<'a>(&'a self, _: &'a About) -> Result<Course<'a>, BadMoves> {
        let mut course = Course {
            book: self,
            stones: self.hypergraph.before,
            taken: Vec::new(),
            place: Some(Place::Opening),
        };
        if !course.is_winners_turn() {
            // The opening without a move of his.
            course.place = Some(course.place_after(course.stones)?.ok_or(BadMoves::Lacking)?);
        }
        Ok(course)
    }
}

impl Course<'_> {
    fn free(&self) -> Set {
        super::set::all(self.book.hypergraph.len()) & !(self.stones[0] | self.stones[1])
    }

    fn time(&self) -> usize {
        self.taken.len()
    }

    /// Whose turn it is: 0 is Maker or Black; `None` when the turns are over.
    fn side(&self) -> Option<usize> {
        self.book.turn(self.time()).map(|first| usize::from(!first))
    }

    fn is_winners_turn(&self) -> bool {
        self.side() == Some(usize::from(!self.book.first_wins))
    }

    /// The player of a side, the one who begins first.
    fn player(&self, side: usize) -> usize {
        if self.book.first_begins() { side } else { 1 - side }
    }

    fn with(&self, element: usize) -> Stones {
        let mut stones = self.stones;
        stones[self.side().unwrap_or(0)] |= one(element);
        stones
    }

    fn runs(&self) -> Result<Vec<Run>, BadMoves> {
        let Some(place) = &self.place else {
            return Ok(Vec::new());
        };
        let last = self.taken.last().copied();
        let moves = match (self.book.rule, self.book.first_wins) {
            (Rule::MakerBreaker, _) => return self.book.makers_runs(place, self.stones),
            (Rule::Strong, true) => self.book.strong_candidates(place, self.stones, last),
            (Rule::Strong, false) => self.book.held_candidates(place),
        }?;
        Ok(moves
            .into_iter()
            .map(|(step, place)| (step.into_iter().collect(), place))
            .collect())
    }

    fn holds(&self, place: &Place, stones: Stones, time: usize) -> Result<bool, BadMoves> {
        match (self.book.rule, self.book.first_wins) {
            (Rule::MakerBreaker, _) => self.book.makers_holds(place, stones, time),
            (Rule::Strong, true) => self.book.strong_holds(place, stones),
            (Rule::Strong, false) => self.book.held_holds(place, stones),
        }
    }

    /// The place after a move of the winner that leads to these stones, if the proof has one: with the loser to move,
    /// when the winner has taken what else is due.
    fn place_after(&self, stones: Stones) -> Result<Option<Place>, BadMoves> {
        let added = (stones[0] | stones[1]) & !(self.stones[0] | self.stones[1]);
        let time = self.time() + usize::from(added != 0);
        let due = self.book.due(time);
        let mut runs = self.runs()?;
        // Those that make this very move first.
        runs.sort_by_key(|(steps, _)| !steps.iter().any(|&step| one(step) == added));
        for (steps, place) in runs {
            if self.holds(&place, self.filled(stones, &steps, due), time + due)? {
                return Ok(Some(place));
            }
        }
        Ok(None)
    }

    /// The stones when the winner has taken so many more elements, these first.
    fn filled(&self, mut stones: Stones, steps: &[usize], due: usize) -> Stones {
        let free = super::set::all(self.book.hypergraph.len()) & !(stones[0] | stones[1]);
        let named = steps.iter().copied().filter(|&step| free >> step & 1 == 1);
        let others = each(free).filter(|element| !steps.contains(element));
        let winner = usize::from(!self.book.first_wins);
        named
            .chain(others)
            .take(due)
            .for_each(|element| stones[winner] |= one(element));
        stones
    }

    /// The winner's moves that the proof knows to win.
    fn proved(&self) -> Result<Set, BadMoves> {
        let mut proved = 0;
        if self.is_winners_turn() && self.place.is_some() {
            for element in each(self.free()) {
                if self.place_after(self.with(element))?.is_some() {
                    proved |= one(element);
                }
            }
            if proved == 0 {
                return Err(BadMoves::Lacking);
            }
        }
        Ok(proved)
    }

    fn ended(&self) -> Option<Ending> {
        let side = self.book.winner(self.stones, self.time())?;
        let names = &self.book.hypergraph.names;
        let owned = |side: usize| {
            let mut sets = self.book.hypergraph.wins[side].iter();
            sets.find(|set| **set & !self.stones[side] == 0).copied()
        };
        let set = side.and_then(owned);
        let elements: Vec<usize> = set.into_iter().flat_map(each).collect();
        let [first, second] = self.book.rule.players();
        let why = match (side, set) {
            (Some(side), Some(_)) => {
                let of = elements.iter().map(|&element| label(&names[element]));
                format!("{} has {}", [first, second][side], of.collect::<Vec<_>>().join(", "))
            }
            (Some(_), None) if self.book.rule == Rule::Strong => {
                format!("The board is full, and {first} has no winning set")
            }
            (Some(_), None) => format!("{first} can complete no winning set any more"),
            (None, _) => "The board is full".into(),
        };
        Some(Ending {
            winner: side.map(|side| self.player(side)),
            why,
            set: Vec::new(),
            elements,
        })
    }

    /// The elements that the loser gains most by.
    fn hard(&self) -> Vec<usize> {
        let weights = self.book.weights(self.stones, self.time(), self.side().unwrap_or(0));
        let most = each(self.free()).map(|element| weights[element]).fold(0.0, f64::max);
        each(self.free())
            .filter(|&element| weights[element] >= 0.9 * most)
            .collect()
    }
}

impl play::Course for Course<'_> {
    fn is_over(&self) -> bool {
        self.ended().is_some()
    }

    fn legal(&self, step: Move) -> Result<(), String> {
        match step {
            Move::Element(element) if self.free() >> element & 1 == 1 => Ok(()),
            Move::Element(_) => Err("the element is taken".into()),
            _ => Err("a move is an element of the board".into()),
        }
    }

    fn make(&mut self, step: Move) -> Result<(), BadMoves> {
        let Move::Element(element) = step else {
            unreachable!("it is not legal");
        };
        let stones = self.with(element);
        let is_winners = self.is_winners_turn();
        if is_winners {
            let place = self.place_after(stones)?;
            // In the middle of his turn he is where he was before it.
            self.place = match self.book.due(self.time() + 1) {
                0 => place,
                _ => self.place.take().filter(|_| place.is_some()),
            };
        }
        self.stones = stones;
        self.taken.push(element);
        if !is_winners && self.side().is_some() && !self.is_winners_turn() && self.place.is_some() && !self.is_over() {
            // The loser takes another one.
            self.place = Some(self.place_after(stones)?.ok_or(BadMoves::Lacking)?);
        }
        let winner = self.ended().map(|ending| ending.winner);
        let proved = self.player(usize::from(!self.book.first_wins));
        match winner {
            Some(winner) if self.place.is_some() && winner != Some(proved) => Err(BadMoves::Lacking),
            _ => Ok(()),
        }
    }

    fn state(&self) -> Result<State, BadMoves> {
        let ending = self.ended();
        let is_over = ending.is_some();
        let winner = self.player(usize::from(!self.book.first_wins));
        let proved = if is_over { 0 } else { self.proved()? };
        let loses = self.place.is_some() && !self.is_winners_turn();
        let verdict = |element: usize| match () {
            () if proved >> element & 1 == 1 => Verdict::Win,
            () if loses => Verdict::Loss,
            () => Verdict::Unknown,
        };
        let before = self.book.hypergraph.before;
        let colour = |element: usize| usize::from(self.stones[1] >> element & 1 == 1);
        let elements = each(before[0] | before[1]).chain(self.taken.iter().copied());
        Ok(State {
            n: 0,
            used: 0,
            edges: Vec::new(),
            stones: elements
                .map(|element| Stone {
                    element,
                    colour: colour(element),
                })
                .collect(),
            pending: None,
            next: self.side().filter(|_| !is_over).map(|side| self.player(side)),
            is_proved: self.place.is_some() || ending.as_ref().is_some_and(|ending| ending.winner == Some(winner)),
            choices: each(if is_over { 0 } else { self.free() })
                .map(|element| Choice {
                    step: Move::Element(element),
                    verdict: verdict(element),
                })
                .collect(),
            threats: Vec::new(),
            ending,
        })
    }

    fn reply(&self) -> Result<Option<Move>, BadMoves> {
        if self.is_over() || self.place.is_none() || !self.is_winners_turn() {
            return Ok(None);
        }
        let proved = self.proved()?;
        let runs = self.runs()?;
        let mut named = runs.iter().flat_map(|(steps, _)| steps.iter().copied());
        let named = named.find(|element| proved >> element & 1 == 1);
        Ok(named.or(each(proved).next()).map(Move::Element))
    }

    fn resist(&self, seed: u64, made: usize) -> Result<Option<Move>, BadMoves> {
        if self.is_over() {
            return Ok(None);
        }
        Ok(pick(&self.hard(), seed, made).map(|&element| Move::Element(element)))
    }
}
