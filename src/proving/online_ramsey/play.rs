//! A proof as a player: Builder, who draws what his certificate says, or Painter, who keeps to positions of his.

use proof::Opened;
use proof::play::{
    About, BadMoves, Choice, Edge, Ending, Move, Order, Player, ProofPlayer, Readable, State, Threat, Unplayable,
    Verdict,
};

use graph::each;

use super::book::Book;
use super::game::Game;
use super::memory::Memory;
use super::position::{Position, Threats, threats_of, wins_in_one, wins_in_two};
use super::row::{ORDER, USED_MOST, below};

const BUILDER: usize = 0;
const PAINTER: usize = 1;

/// A proof of an on-line Ramsey number that was opened, as a player: Builder if his certificate is there, else Painter.
///
/// # Errors
/// [`Unplayable`] when the head or the form of the body is not that of such a proof, or the game has three colours.
pub fn proof_player(opened: Opened) -> Result<Box<dyn ProofPlayer>, Unplayable> {
    let theorem = opened.theorem.clone();
    let (book, game) = Book::new(opened)?;
    Ok(Player::boxed(about(&book, &game, theorem), book))
}

fn about(book: &Book, game: &Game, theorem: String) -> About {
    let (red, green) = (&game.names[0], &game.names[1]);
    let rounds = book.rounds;
    About {
        game: game.name(),
        title: format!("on-line Ramsey game for {red} and {green}"),
        rules: format!(
            "In each of {rounds} rounds Builder draws an edge and Painter colours it red or green. Builder wins when there is \
             a red {red} or a green {green}"
        ),
        theorem,
        order: Order::Grows,
        boards: None,
        players: ["Builder".into(), "Painter".into()],
        winner: if book.is_builders { BUILDER } else { PAINTER },
        colours: vec!["Red".into(), "Green".into()],
        paints: true,
        elements: Vec::new(),
        drawing: None,
    }
}

/// A game in progress.
pub(super) struct Course<'a> {
    book: &'a Book,
    position: Position<2>,
    threats: Threats<2>,
    edges: Vec<Edge>,
    pending: Option<(usize, usize)>,
    ending: Option<Ending>,
    /// Whether the winner has followed the proof.
    follows: bool,
    /// What a committed Painter remembers.
    memory: Memory,
}

impl Readable for Book {
    type Course<'a> = Course<'a>;

    fn begin<'a>(&'a self, _: &'a About) -> Result<Course<'a>, BadMoves> {
        Ok(Course {
            book: self,
            position: Position::EMPTY,
            threats: threats_of(&self.rules.targets, &Position::EMPTY),
            edges: Vec::new(),
            pending: None,
            ending: None,
            follows: true,
            memory: Memory::NOTHING,
        })
    }
}

impl Course<'_> {
    /// Rounds that are left, the present one included.
    fn left(&self) -> usize {
        self.book.rounds - self.edges.len()
    }

    fn colour(&mut self, at: (usize, usize), colour: usize) {
        let completes = self.threats[colour].has(self.position.n, at);
        self.position = self.position.with(at, colour);
        self.threats = threats_of(&self.book.rules.targets, &self.position);
        self.pending = None;
        self.edges.push(Edge {
            pair: [at.0, at.1],
            colour: Some(colour),
        });
        let graph = &self.book.names[colour];
        if completes {
            self.ending = Some(Ending {
                winner: Some(BUILDER),
                why: format!("Builder has a {} {graph}", ["red", "green"][colour]),
                set: self.copy(at, colour),
                elements: Vec::new(),
            });
        } else if self.edges.len() == self.book.rounds {
            self.ending = Some(Ending {
                winner: Some(PAINTER),
                why: format!("Painter has survived {} rounds", self.book.rounds),
                set: Vec::new(),
                elements: Vec::new(),
            });
        }
    }

    /// The edges of a copy of a colour's target through an edge.
    fn copy(&self, at: (usize, usize), colour: usize) -> Vec<[usize; 2]> {
        let rows = &self.position.rows[colour];
        let target = &self.book.rules.targets[colour];
        let copy = target.copy_through(rows, at).expect("the colour completes its target");
        copy.into_iter().map(<[usize; 2]>::from).collect()
    }

    /// Whether the pair wins for Builder by the proof: each colour completes its target or leads to an entry.
    fn is_good(&self, at: (usize, usize)) -> Result<bool, BadMoves> {
        let (n, edges) = (self.position.n, self.edges.len());
        for colour in 0..2 {
            if !self.threats[colour].has(n, at) && self.book.find(&self.position.with(at, colour), edges + 1)?.is_none()
            {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether Painter survives with this colour, by the proof.
    fn holds(&self, at: (usize, usize), colour: usize) -> Result<bool, BadMoves> {
        if self.threats[colour].has(self.position.n, at) {
            return Ok(false);
        }
        let rules = &self.book.rules;
        if rules.committed.is_some() {
            let (answer, _) = self.memory.answer(self.book, &self.position, at)?;
            return Ok(answer == colour);
        }
        let child = self.position.with(at, colour);
        Ok(match self.left() - 1 {
            0 => true,
            1 => !wins_in_one(child.n, &threats_of(&rules.targets, &child), &rules.limits),
            2 => !wins_in_two(
                &rules.targets,
                &child,
                &threats_of(&rules.targets, &child),
                &rules.limits,
            ),
            left => {
                self.book.find(&child, self.edges.len() + 1)?.is_some()
                    || rules.bounds.as_ref().is_some_and(|bounds| bounds.refutes(&child, left))
                    || rules
                        .plans
                        .as_ref()
                        .is_some_and(|plans| plans.planner().refutes(&child, left))
            }
        })
    }

    /// The pair that Builder draws by the proof.
    fn drawn(&self) -> Result<(usize, usize), BadMoves> {
        let n = self.position.n;
        let found = self
            .book
            .find(&self.position, self.edges.len())?
            .ok_or(BadMoves::Lacking)?;
        let (a, b) = found.pair.ok_or(BadMoves::Lacking)?;
        let back = |w: usize| match w < n {
            true => (0..n).find(|&v| found.map[v] == w).expect("a bijection"),
            false => w,
        };
        let (u, v) = (back(a), back(b));
        let at = (u.min(v), u.max(v));
        match at.1 <= n + 1 && self.position.joined(at.0) >> at.1 & 1 == 0 {
            true => Ok(at),
            false => Err(BadMoves::Lacking),
        }
    }

    fn next(&self) -> Option<usize> {
        match (&self.ending, self.pending) {
            (Some(_), _) => None,
            (None, Some(_)) => Some(PAINTER),
            (None, None) => Some(BUILDER),
        }
    }

    /// The pairs that Builder may draw.
    fn pairs(&self) -> Vec<(usize, usize)> {
        let n = self.position.n;
        let used = (0..n).flat_map(|v| each(below(v) & !self.position.joined(v)).map(move |u| (u, v)));
        let all = used.chain((0..n).map(|u| (u, n))).chain([(n, n + 1)]);
        all.filter(|at| at.1 < USED_MOST).collect()
    }

    fn choices(&self) -> Result<Vec<Choice>, BadMoves> {
        let choice = |step, verdict| Choice { step, verdict };
        match (self.next(), self.pending) {
            (Some(PAINTER), Some(at)) => {
                let verdict = |colour: usize| {
                    Ok(match (self.book.is_builders, self.follows) {
                        _ if self.threats[colour].has(self.position.n, at) => Verdict::Loss,
                        (true, true) => Verdict::Loss,
                        (false, true) if self.holds(at, colour)? => Verdict::Win,
                        _ => Verdict::Unknown,
                    })
                };
                let colours = (0..2).map(|colour| Ok(choice(Move::Colour(colour), verdict(colour)?)));
                colours.collect()
            }
            (Some(_), _) => {
                let is_lost = !self.book.is_builders && self.follows;
                let drawn = match self.book.is_builders && self.follows {
                    true => Some(self.drawn()?),
                    false => None,
                };
                let n = self.position.n;
                let verdict = |at: (usize, usize)| {
                    let wins = drawn == Some(at) || (0..2).all(|colour| self.threats[colour].has(n, at));
                    match (wins, is_lost) {
                        (_, true) => Verdict::Loss,
                        (true, false) => Verdict::Win,
                        (false, false) => Verdict::Unknown,
                    }
                };
                let pairs = self.pairs().into_iter();
                Ok(pairs.map(|at| choice(Move::Edge([at.0, at.1]), verdict(at))).collect())
            }
            (None, _) => Ok(Vec::new()),
        }
    }
}

impl proof::play::Course for Course<'_> {
    fn is_over(&self) -> bool {
        self.ending.is_some()
    }

    fn legal(&self, step: Move) -> Result<(), String> {
        let n = self.position.n;
        let why = match (step, self.pending) {
            (Move::Edge(_), Some(_)) => "the edge just drawn has no colour yet",
            (Move::Colour(_), None) => "there is no edge to colour",
            (Move::Edge([_, v]), None) if v >= USED_MOST => "the board shows 34 vertices",
            (Move::Edge([u, v]), None) if u >= v || v > n + 1 || v == n + 1 && u != n => {
                "fresh vertices are taken in their order"
            }
            (Move::Edge([u, v]), None) if self.position.joined(u) >> v & 1 == 1 => "the edge is there already",
            (Move::Element(_), _) => "a move is an edge or a colour",
            (Move::Colour(colour), Some(_)) if colour > 1 => "there is no such colour",
            _ => return Ok(()),
        };
        Err(why.into())
    }

    fn make(&mut self, step: Move) -> Result<(), BadMoves> {
        match (step, self.pending) {
            (Move::Edge([u, v]), _) => {
                if self.book.is_builders && self.follows {
                    self.follows = self.is_good((u, v))?;
                }
                self.pending = Some((u, v));
            }
            (Move::Colour(colour), Some(at)) => {
                if !self.book.is_builders && self.follows {
                    self.follows = self.holds(at, colour)?;
                    if self.follows && self.book.rules.committed.is_some() {
                        (_, self.memory) = self.memory.answer(self.book, &self.position, at)?;
                    }
                }
                self.colour(at, colour);
            }
            (Move::Colour(_), None) | (Move::Element(_), _) => unreachable!("it is not legal"),
        }
        Ok(())
    }

    fn state(&self) -> Result<State, BadMoves> {
        let used = self.position.n.max(self.pending.map_or(0, |at| at.1 + 1));
        let n = self.position.n;
        let is_threat = |at: &(usize, usize)| (0..2).all(|colour| self.threats[colour].has(n, *at));
        let threats = match self.ending {
            None => self.pairs().into_iter().filter(is_threat).collect(),
            Some(_) => Vec::new(),
        };
        Ok(State {
            n: (used + 2).min(ORDER),
            used,
            choices: self.choices()?,
            next: self.next(),
            stones: Vec::new(),
            pending: self.pending.map(|(u, v)| [u, v]),
            is_proved: self.follows,
            threats: threats
                .into_iter()
                .map(|(u, v)| Threat {
                    pair: [u, v],
                    player: BUILDER,
                })
                .collect(),
            edges: self.edges.clone(),
            ending: self.ending.clone(),
        })
    }

    fn reply(&self) -> Result<Option<Move>, BadMoves> {
        let winner = if self.book.is_builders { BUILDER } else { PAINTER };
        if self.next() != Some(winner) || !self.follows {
            return Ok(None);
        }
        let Some(at) = self.pending else {
            let (u, v) = self.drawn()?;
            return Ok(Some(Move::Edge([u, v])));
        };
        for colour in self.book.rules.order {
            if self.holds(at, colour)? {
                return Ok(Some(Move::Colour(colour)));
            }
        }
        Err(BadMoves::Lacking)
    }
}
