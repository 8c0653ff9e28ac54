//! A proof as a player: the winner's side, move by move.
//!
//! While the winner follows the proof, a node with a map says of the position with the loser to move: the winner has
//! the node's first pairs, and of its second ones each is free or his. If the loser takes a free pair of the node, the
//! replies that answer it are the winner's moves; if he takes any other, the node still stands, and so every move of
//! the winner wins. A reply for a pair that is his already, or for none, leaves him any move too: more never hurts.

use proof::Opened;
use proof::play::{
    self, About, BadMoves, Choice, Edge, Ending, Move, Order, Pair, ProofPlayer, Readable, State, Threat, Unplayable,
    Verdict, pick,
};

use super::book::Book;
use super::game::Player;
use super::pairs::{Map, Pairs, all_pairs, each, ends, pair};
use super::strategy::{Node, Reply};
use super::winning_sets::{WinningSets, shrunk};

/// A proof of a Maker-Breaker game that was opened, as a player.
///
/// # Errors
/// [`Unplayable`] when the head or the form of the body is not that of such a proof.
pub fn proof_player(opened: Opened) -> Result<Box<dyn ProofPlayer>, Unplayable> {
    let theorem = opened.theorem.clone();
    let book = Book::new(opened)?;
    let game = &book.game;
    let names = [game.starter(), game.starter().other()].map(|player| player.name().to_owned());
    let about = About {
        game: game.name(),
        title: game.title(),
        rules: game.rules(),
        theorem,
        order: Order::Fixed(game.order()),
        boards: None,
        winner: usize::from(book.winner != game.starter()),
        players: names,
        colours: COLOURS.map(|player| player.name().into()).into(),
        paints: false,
        elements: Vec::new(),
        drawing: None,
    };
    Ok(play::Player::boxed(about, book))
}

/// Whose edges have which colour, whoever begins.
const COLOURS: [Player; 2] = [Player::Maker, Player::Breaker];

/// A game in progress.
pub(super) struct Course<'a> {
    book: &'a Book,
    sets: Box<dyn WinningSets>,
    maker: Pairs,
    breaker: Pairs,
    mover: Player,
    /// The pairs taken, in order.
    taken: Vec<usize>,
    follows: Option<Place>,
}

/// Where the winner is in the proof.
#[derive(Clone)]
enum Place {
    /// He begins.
    Opening,
    /// The loser is to move.
    At(Standing),
    /// The loser has taken this pair.
    After(Standing, usize),
}

/// A node that stands, with the map from the vertices of the board to its own.
#[derive(Clone)]
struct Standing {
    node: Node,
    map: Map,
}

impl Standing {
    /// The node's pairs on the board: the winner's, and those that he may need.
    fn pairs(&self) -> (Pairs, Pairs) {
        let back = self.map.inverse();
        (back.image(self.node.won), back.image(self.node.free))
    }
}

/// What the proof says to the winner.
struct Advice {
    /// His moves, in the order of the replies, each with the node that it leads to.
    moves: Vec<(Option<usize>, Standing)>,
    /// The node that stands whatever he does.
    stands: Option<Standing>,
}

impl Readable for Book {
    type Course<'a> = Course<'a>;

    fn begin<'a>(&'a self, _: &'a About) -> Result<Course<'a>, BadMoves> {
        let game = &self.game;
        let follows = match game.starter() == self.winner {
            true => Place::Opening,
            false => Place::At(self.standing(&self.opening, &Map::IDENTITY)?),
        };
        let course = Course {
            book: self,
            sets: game.winning_sets(),
            maker: game.maker(),
            breaker: game.breaker(),
            mover: game.starter(),
            taken: Vec::new(),
            follows: Some(follows),
        };
        course.check()?;
        Ok(course)
    }
}

impl Course<'_> {
    fn free(&self) -> Pairs {
        self.book.game.board() & !self.maker & !self.breaker
    }

    /// The pairs of the proof's winner.
    fn won(&self) -> Pairs {
        match self.book.winner {
            Player::Maker => self.maker,
            Player::Breaker => all_pairs(self.book.game.order()) & !self.maker & !self.free(),
        }
    }

    /// Who has won.
    fn winner(&self) -> Option<Player> {
        if self.sets.is_won(self.maker) {
            Some(Player::Maker)
        } else if !self.sets.is_won(self.maker | self.free()) {
            Some(Player::Breaker)
        } else {
            None
        }
    }

    /// The free pairs with which a player wins at once; none when the game is over.
    fn wins(&self, player: Player) -> Pairs {
        let free = self.free();
        match player {
            _ if self.winner().is_some() => 0,
            Player::Maker => self.sets.threats(self.maker, free),
            Player::Breaker => each(free)
                .filter(|&at| !self.sets.is_won(self.maker | free & !(1 << at)))
                .fold(0, |set, at| set | 1 << at),
        }
    }

    /// What the proof says, if the winner is to move and has followed it.
    fn advice(&self) -> Result<Option<Advice>, BadMoves> {
        let (standing, lost) = match &self.follows {
            None | Some(Place::At(_)) => return Ok(None),
            Some(Place::Opening) => {
                let opening = &self.book.opening;
                let next = self.book.standing(opening, &Map::IDENTITY)?;
                return Ok(Some(Advice {
                    moves: vec![(opening.pair.map(usize::from), next)],
                    stands: None,
                }));
            }
            Some(Place::After(standing, lost)) => (standing, *lost),
        };
        let is_needed = standing.node.free >> standing.map.pair(lost) & 1 == 1;
        let back = standing.map.inverse();
        let mut moves = Vec::new();
        for reply in &standing.node.replies {
            let next = self.book.standing(reply, &standing.map)?;
            let (won, free) = next.pairs();
            let move_ = match reply.pair {
                Some(at) if usize::from(at) < self.book.pairs() => Some(back.pair(at.into())),
                Some(_) => return Err(BadMoves::Lacking),
                None => None,
            };
            if (won | free) >> lost & 1 == 0 && move_ != Some(lost) {
                moves.push((move_, next));
            }
        }
        let stands = (!is_needed).then(|| standing.clone());
        if moves.is_empty() && stands.is_none() {
            return Err(BadMoves::Lacking);
        }
        Ok(Some(Advice { moves, stands }))
    }

    /// The winner's moves that the proof makes.
    fn proved(&self, advice: &Advice) -> Pairs {
        let free = self.free();
        if advice.stands.is_some() {
            return free;
        }
        let named = |step: &Option<usize>| step.filter(|&at| free >> at & 1 == 1);
        let moves = advice.moves.iter().map(|(step, _)| named(step));
        moves.fold(0, |set, step| set | step.map_or(free, |at| 1 << at))
    }

    /// Makes a move that is legal.
    fn take(&mut self, taken: usize) -> Result<(), BadMoves> {
        let follows = match self.follows.clone() {
            Some(Place::At(standing)) => Some(Place::After(standing, taken)),
            Some(_) => {
                let advice = self.advice()?.ok_or(BadMoves::Lacking)?;
                let free = self.free();
                let exact = advice.moves.iter().find(|(step, _)| *step == Some(taken));
                let is_open = |step: Option<usize>| step.is_none_or(|at| free >> at & 1 == 0);
                let any = advice.moves.iter().find(|(step, _)| is_open(*step));
                let next = exact.or(any).map(|(_, next)| next.clone()).or(advice.stands);
                next.map(Place::At)
            }
            None => None,
        };
        match self.mover {
            Player::Maker => self.maker |= 1 << taken,
            Player::Breaker => self.breaker |= 1 << taken,
        }
        self.mover = self.mover.other();
        self.taken.push(taken);
        self.follows = follows;
        self.check()
    }

    /// Checks that the node has what it claims to have.
    fn check(&self) -> Result<(), BadMoves> {
        if let Some(Place::At(standing)) = &self.follows {
            let (won, free) = standing.pairs();
            if won & !self.won() != 0 || free & !(self.won() | self.free()) != 0 {
                return Err(BadMoves::Lacking);
            }
        }
        match (self.winner(), &self.follows) {
            (Some(winner), Some(_)) if winner != self.book.winner => Err(BadMoves::Lacking),
            _ => Ok(()),
        }
    }

    fn ending(&self) -> Option<(Player, Pairs)> {
        let winner = self.winner()?;
        let set = match winner {
            Player::Maker => self.sets.witness(self.maker),
            Player::Breaker => {
                let board = self.book.game.board();
                shrunk(self.breaker, |set| !self.sets.is_won(board & !set))
            }
        };
        Some((winner, set))
    }

    /// Number of a player, the one who begins first.
    fn index(&self, player: Player) -> usize {
        usize::from(player != self.book.game.starter())
    }
}

fn edge(at: usize, player: Player) -> Edge {
    Edge {
        pair: vertices(at),
        colour: COLOURS.iter().position(|&colour| colour == player),
    }
}

fn vertices(at: usize) -> Pair {
    let (u, v) = ends(at);
    [u, v]
}

fn step(at: usize) -> Move {
    Move::Edge(vertices(at))
}

impl play::Course for Course<'_> {
    fn is_over(&self) -> bool {
        self.winner().is_some()
    }

    fn legal(&self, step: Move) -> Result<(), String> {
        let game = &self.book.game;
        let taken = match step {
            Move::Edge([u, v]) if u < v && v < game.order() => pair(u, v),
            _ => return Err(format!("the vertices are 0 to {}", game.order() - 1)),
        };
        if game.board() >> taken & 1 == 0 {
            return Err("the board has no such edge".into());
        }
        match self.free() >> taken & 1 {
            0 => Err("the edge is taken".into()),
            _ => Ok(()),
        }
    }

    fn make(&mut self, step: Move) -> Result<(), BadMoves> {
        match step {
            Move::Edge([u, v]) => self.take(pair(u, v)),
            Move::Colour(_) | Move::Element(_) => unreachable!("it is not legal"),
        }
    }

    fn state(&self) -> Result<State, BadMoves> {
        let game = &self.book.game;
        let ending = self.ending();
        let is_over = ending.is_some();
        let mover = self.mover;
        let proved = match self.advice()? {
            Some(advice) if !is_over => self.proved(&advice),
            _ => 0,
        };
        let wins = [Player::Maker, Player::Breaker].map(|player| (player, self.wins(player)));
        let own = self.wins(mover);
        let loses = self.follows.is_some() && mover != self.book.winner;
        let verdict = |at: usize| match () {
            () if (own | proved) >> at & 1 == 1 => Verdict::Win,
            () if loses => Verdict::Loss,
            () => Verdict::Unknown,
        };
        let free = if is_over { 0 } else { self.free() };
        let before = [(game.maker(), Player::Maker), (game.breaker(), Player::Breaker)];
        let before = before
            .into_iter()
            .flat_map(|(set, player)| each(set).map(move |at| (at, player)));
        let owner = |at: &usize| match self.maker >> at & 1 {
            1 => (*at, Player::Maker),
            _ => (*at, Player::Breaker),
        };
        let edges = before.chain(self.taken.iter().map(owner));
        let noun = game.noun();
        Ok(State {
            n: game.order(),
            used: game.order(),
            edges: edges.map(|(at, player)| edge(at, player)).collect(),
            stones: Vec::new(),
            pending: None,
            next: (!is_over).then(|| self.index(mover)),
            // A winning move at once need not be the proof's.
            is_proved: self.follows.is_some() || ending.as_ref().is_some_and(|(winner, _)| *winner == self.book.winner),
            choices: each(free)
                .map(|at| Choice {
                    step: step(at),
                    verdict: verdict(at),
                })
                .collect(),
            threats: wins
                .iter()
                .flat_map(|&(player, set)| {
                    each(set).map(move |at| Threat {
                        pair: vertices(at),
                        player: self.index(player),
                    })
                })
                .collect(),
            ending: ending.map(|(winner, set)| Ending {
                winner: Some(self.index(winner)),
                why: match winner {
                    Player::Maker => format!("Maker has {noun}"),
                    Player::Breaker => format!("Breaker's edges leave no room for {noun}"),
                },
                set: each(set).map(vertices).collect(),
                elements: Vec::new(),
            }),
        })
    }

    fn reply(&self) -> Result<Option<Move>, BadMoves> {
        let Some(advice) = self.advice()?.filter(|_| self.winner().is_none()) else {
            return Ok(None);
        };
        let free = self.free();
        let wins = self.wins(self.mover);
        // The first reply leads on, even where the node stands by itself.
        let (named, useful) = match advice.moves.first() {
            Some((step, next)) => (step.filter(|&at| free >> at & 1 == 1), next.pairs().1 & free),
            None => (None, 0),
        };
        let lowest = |set: Pairs| each(set).next();
        let chosen = lowest(wins).or(named).or(lowest(useful)).or(lowest(free));
        Ok(chosen.map(step))
    }

    /// The free edge through which most winning sets go, those nearly complete most.
    fn resist(&self, seed: u64, made: usize) -> Result<Option<Move>, BadMoves> {
        if self.winner().is_some() {
            return Ok(None);
        }
        let free = self.free();
        let other = self.mover.other();
        let at_once = [self.wins(self.mover), self.wins(other)];
        let mut candidates = at_once.into_iter().find(|set| *set != 0).unwrap_or(free);
        let mut potential = [0.0; 55];
        if self.sets.weigh(self.maker, free, &mut potential) {
            let most = each(candidates).map(|at| potential[at]).fold(0.0, f64::max);
            let close = each(candidates).filter(|&at| potential[at] >= 0.9 * most);
            candidates = close.fold(0, |set, at| set | 1 << at);
        }
        let candidates: Vec<usize> = each(candidates).collect();
        Ok(pick(&candidates, seed, made).map(|&at| step(at)))
    }
}

impl Book {
    /// The node that a reply leads to, from a place whose vertices `map` takes to the node replied from.
    fn standing(&self, reply: &Reply, map: &Map) -> Result<Standing, BadMoves> {
        Ok(Standing {
            node: self.node(reply.next)?,
            map: map.then(&reply.map),
        })
    }
}
