//! A proof as a player: Red, who makes the moves of the entries and, between them, threats that Green must answer.
//!
//! Red completes a copy if she can, and takes the edge with which Green would complete one. When nobody can, the
//! position is one of the proof's, up to isomorphism, or a line of threats wins. The line is searched again, not read:
//! the search finds the shortest.

use std::sync::{Mutex, PoisonError};

use boards::Copies;
use proof::Opened;
use proof::play::{
    self, About, BadMoves, Choice, Edge, Ending, Move, Order, Pair, Player, ProofPlayer, Readable, State, Threat,
    Unplayable, Verdict, pick,
};

use super::board::{Boards, Limits};
use super::book::Book;
use super::forced::Rules;
use super::lines::Lines;
use super::pattern::Pattern;
use super::position::{GREEN, ORDER_MOST, Position, RED};
use super::threats::{K4, Target, Threats};

const NAMES: [&str; 2] = ["Red", "Green"];

/// A proof of a strong game that was opened, as a player: on the board that it is about, and on the infinite board when
/// it is about several.
///
/// # Errors
/// [`Unplayable`] when the head or the form of the body is not that of such a proof.
pub fn proof_player(opened: Opened) -> Result<Box<dyn ProofPlayer>, Unplayable> {
    let theorem = opened.theorem.clone();
    let book = Book::new(opened)?;
    let target = book.game.target().to_owned();
    let (order, boards) = match book.game.boards() {
        Boards::Order(n) => (Order::Fixed(n), None),
        Boards::Infinite => (Order::Grows, None),
        Boards::From(least) => (Order::Grows, Some([least, ORDER_MOST])),
    };
    let about = About {
        game: book.game.name().into(),
        title: format!("strong {target} game"),
        rules: format!(
            "Red and Green claim edges in turn, and the first to own {} wins",
            graph::a_copy(&target)
        ),
        theorem,
        order,
        boards,
        players: NAMES.map(str::to_owned),
        winner: RED,
        colours: NAMES.map(str::to_owned).into(),
        paints: false,
        elements: Vec::new(),
        drawing: None,
    };
    Ok(match &target[..] {
        "K4" => Player::boxed(about, Proof::new(K4, book)),
        _ => Player::boxed(about, Proof::new(Pattern::new(book.game.graph()), book)),
    })
}

struct Proof<T> {
    rules: Rules<T>,
    /// Scratch of the search for lines; what it finds does not depend on what it found before.
    lines: Mutex<Lines>,
    copies: Copies,
    book: Book,
}

impl<T: Target> Proof<T> {
    fn new(target: T, book: Book) -> Self {
        let limits = Limits::of(book.game.boards(), Some(book.moves));
        Self {
            rules: Rules { target, limits },
            lines: Mutex::default(),
            copies: Copies::new(book.game.graph()),
            book,
        }
    }
}

impl<T: Target + Send + 'static> Readable for Proof<T> {
    type Course<'a> = Course<'a, T>;

    fn begin<'a>(&'a self, about: &'a About) -> Result<Course<'a, T>, BadMoves> {
        Ok(Course {
            proof: self,
            order: about.order,
            position: Position::empty(),
            names: Vec::new(),
            edges: Vec::new(),
            mover: RED,
            ending: None,
            follows: true,
        })
    }
}

/// A game in progress.
struct Course<'a, T> {
    proof: &'a Proof<T>,
    order: Order,
    /// With vertices in the order in which they were touched.
    position: Position,
    /// What the board calls the vertices of the position.
    names: Vec<usize>,
    edges: Vec<Edge>,
    mover: usize,
    ending: Option<Ending>,
    /// Whether Red has followed the proof.
    follows: bool,
}

impl<T: Target> Course<'_, T> {
    /// Vertices of the board as it is shown: on the infinite board, those touched and two fresh ones.
    fn shown(&self) -> usize {
        match self.order {
            Order::Fixed(n) => n,
            Order::Grows => (self.position.touched() + 2).min(ORDER_MOST),
        }
    }

    fn may_take(&self, [u, v]: Pair) -> Result<(), String> {
        let (n, shown) = (self.position.touched(), self.shown());
        match self.order {
            Order::Fixed(_) if v >= shown => return Err(format!("the vertices are 0 to {}", shown - 1)),
            Order::Grows if v >= ORDER_MOST => return Err(format!("the board shows {ORDER_MOST} vertices")),
            Order::Grows if v > n + 1 || v == n + 1 && u != n => {
                return Err("fresh vertices are taken in their order".into());
            }
            _ => {}
        }
        match self.is_free([u, v]) {
            true => Ok(()),
            false => Err("the edge is taken".into()),
        }
    }

    fn is_free(&self, pair: Pair) -> bool {
        !self.edges.iter().any(|edge| edge.pair == pair)
    }

    /// The pairs that may be taken: on the infinite board, one for all fresh vertices.
    fn choices(&self) -> Vec<Pair> {
        let shown = self.shown();
        let n = self.position.touched();
        let grows = self.order == Order::Grows;
        let pairs = (1..shown).flat_map(|v| (0..v).map(move |u| [u, v]));
        let is_legal = |&[u, v]: &Pair| !grows || v <= n || u == n;
        pairs.filter(|pair| is_legal(pair) && self.is_free(*pair)).collect()
    }

    /// The names of the position's vertices for a pair of the board; a vertex without one gets the next.
    fn inner(&self, pair: Pair) -> Pair {
        let mut next = self.names.len();
        pair.map(|name| match self.names.iter().position(|&known| known == name) {
            Some(v) => v,
            None => {
                next += 1;
                next - 1
            }
        })
    }

    /// The pair of the board for an edge of the position; fresh vertices are the lowest ones.
    fn outer(&self, (u, v): (u8, u8)) -> Option<Pair> {
        let mut fresh = (0..self.shown()).filter(|name| !self.names.contains(name));
        let (low, high) = (usize::from(u.min(v)), usize::from(u.max(v)));
        let mut name = |v: usize| self.names.get(v).copied().or_else(|| fresh.next());
        let (a, b) = (name(low)?, name(high)?);
        Some([a.min(b), a.max(b)])
    }

    /// The copy that a player would complete with a pair, in the board's names.
    fn completed(&self, colour: usize, pair: Pair) -> Option<Vec<Pair>> {
        let [u, v] = self.inner(pair);
        if u.max(v) >= ORDER_MOST {
            return None;
        }
        let rows = self.position.rows(colour);
        let copy = self.proof.copies.first(&|v| u64::from(rows[v]), (u, v), !0)?;
        let name = |v: usize| match self.names.get(v) {
            Some(&name) => name,
            // A fresh end of the pair itself.
            None => pair[usize::from(self.inner(pair)[1] == v)],
        };
        let named = copy.into_iter().map(|(a, b)| [name(a), name(b)]);
        Some(named.map(|[a, b]| [a.min(b), a.max(b)]).collect())
    }

    /// The pairs with which a player completes a copy at once.
    fn wins(&self, colour: usize) -> Vec<Pair> {
        let choices = self.choices().into_iter();
        choices.filter(|&pair| self.completed(colour, pair).is_some()).collect()
    }

    /// Red's moves by the proof; none when it is not her turn or she has left it.
    fn advice(&self) -> Result<Vec<Pair>, BadMoves> {
        if !self.follows || self.mover != RED || self.ending.is_some() {
            return Ok(Vec::new());
        }
        let own = self.wins(RED);
        if !own.is_empty() {
            return Ok(own);
        }
        match &self.wins(GREEN)[..] {
            [] => {}
            [forced] => return Ok(vec![*forced]),
            _ => return Err(BadMoves::Lacking),
        }
        let edge = match self.proof.book.find(&self.position)? {
            Some(edge) => edge,
            None => {
                let mut lines = self.proof.lines.lock().unwrap_or_else(PoisonError::into_inner);
                let line = lines.find(&self.proof.rules, &mut self.position.clone());
                line.and_then(|line| line.first().copied()).ok_or(BadMoves::Lacking)?
            }
        };
        let pair = self.outer(edge).filter(|pair| self.may_take(*pair).is_ok());
        Ok(vec![pair.ok_or(BadMoves::Lacking)?])
    }

    /// Makes a move that is legal.
    fn take(&mut self, pair: Pair) -> Result<(), BadMoves> {
        if self.mover == RED {
            self.follows = self.follows && self.advice()?.contains(&pair);
        }
        let completed = self.completed(self.mover, pair);
        let [u, v] = self.inner(pair);
        for (vertex, name) in [(u, pair[0]), (v, pair[1])] {
            if vertex == self.names.len() {
                self.names.push(name);
            }
        }
        self.position.play(self.mover, (u as u8, v as u8));
        self.edges.push(Edge {
            pair,
            colour: Some(self.mover),
        });
        let target = self.proof.book.game.target();
        if let Some(set) = completed {
            if self.follows && self.mover == GREEN {
                return Err(BadMoves::Lacking);
            }
            self.ending = Some(Ending {
                winner: Some(self.mover),
                why: format!("{} has a {target}", NAMES[self.mover]),
                set,
                elements: Vec::new(),
            });
        } else if self.choices().is_empty() {
            self.ending = Some(Ending {
                winner: None,
                why: format!("the board is full, and nobody has a {target}"),
                set: Vec::new(),
                elements: Vec::new(),
            });
        }
        self.mover = 1 - self.mover;
        Ok(())
    }

    /// Whether a player who had this pair too could complete a copy with one more.
    fn makes_threat(&self, colour: usize, pair: Pair) -> bool {
        let [u, v] = self.inner(pair);
        if u.max(v) >= ORDER_MOST {
            return false;
        }
        let mut position = self.position.clone();
        position.play(colour, (u as u8, v as u8));
        let vertices = ((1u64 << position.touched()) - 1) as u32;
        let rows = (position.rows(colour), position.rows(1 - colour));
        let threats = self.proof.rules.target.threats(rows.0, rows.1, u, v, vertices);
        threats != Threats::No
    }
}

impl<T: Target> play::Course for Course<'_, T> {
    fn is_over(&self) -> bool {
        self.ending.is_some()
    }

    fn legal(&self, step: Move) -> Result<(), String> {
        match step {
            Move::Edge(pair) => self.may_take(pair),
            Move::Colour(_) | Move::Element(_) => Err("edges have the colours of their players".into()),
        }
    }

    fn make(&mut self, step: Move) -> Result<(), BadMoves> {
        match step {
            Move::Edge(pair) => self.take(pair),
            Move::Colour(_) | Move::Element(_) => unreachable!("it is not legal"),
        }
    }

    fn state(&self) -> Result<State, BadMoves> {
        let is_over = self.ending.is_some();
        let wins = [RED, GREEN].map(|colour| match is_over {
            true => Vec::new(),
            false => self.wins(colour),
        });
        let proved = self.advice()?;
        let verdict = |pair: &Pair| match () {
            () if wins[self.mover].contains(pair) || proved.contains(pair) => Verdict::Win,
            () if self.follows && self.mover == GREEN => Verdict::Loss,
            () => Verdict::Unknown,
        };
        let choices = match is_over {
            true => Vec::new(),
            false => self.choices(),
        };
        let shown = self.shown();
        let threats = [RED, GREEN].into_iter().flat_map(|player| {
            let pairs = wins[player].iter();
            pairs.map(move |&pair| Threat { pair, player })
        });
        Ok(State {
            n: shown,
            used: match self.order {
                Order::Fixed(n) => n,
                Order::Grows => self.position.touched(),
            },
            stones: Vec::new(),
            pending: None,
            next: (!is_over).then_some(self.mover),
            is_proved: self.follows,
            choices: choices
                .iter()
                .map(|pair| Choice {
                    step: Move::Edge(*pair),
                    verdict: verdict(pair),
                })
                .collect(),
            threats: threats.collect(),
            ending: self.ending.clone(),
            edges: self.edges.clone(),
        })
    }

    fn reply(&self) -> Result<Option<Move>, BadMoves> {
        Ok(self.advice()?.first().map(|pair| Move::Edge(*pair)))
    }

    /// A copy, or the edge that the other player needs for one, or an edge that makes a threat, or one that keeps the
    /// other player from a threat; else any edge at an edge.
    fn resist(&self, seed: u64, made: usize) -> Result<Option<Move>, BadMoves> {
        if self.ending.is_some() {
            return Ok(None);
        }
        let (own, other) = (self.mover, 1 - self.mover);
        let mut candidates = self.wins(own);
        if candidates.is_empty() {
            candidates = self.wins(other);
        }
        for colour in [own, other] {
            if candidates.is_empty() {
                let makes = |pair: &Pair| self.makes_threat(colour, *pair);
                candidates = self.choices().into_iter().filter(makes).collect();
            }
        }
        if candidates.is_empty() {
            let touches = |pair: &Pair| pair.iter().any(|name| self.names.contains(name));
            candidates = self.choices().into_iter().filter(touches).collect();
        }
        if candidates.is_empty() {
            candidates = self.choices();
        }
        Ok(pick(&candidates, seed, made).map(|&pair| Move::Edge(pair)))
    }
}
