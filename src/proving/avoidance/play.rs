//! A proof as a player: the winner's side, move by move.
//!
//! The winner makes a move that leads to a position which the proof shows to be lost for who is next: the judge has
//! checked that there always is one. So a game may come to positions of which the proof says nothing, and back.

use base::record::Record;
use canon::{Key, Lanes, key_width};
use games::Rules;
use graph::{Graph, Graph16};
use proof::Opened;
use proof::play::{
    self, About, BadMoves, Choice, Edge, Ending, Move, Order, Pair, Player, ProofPlayer, Readable, State, Unplayable,
    Verdict,
};

use super::choices::{Known, Parts, Reader, Replies, Walk};
use super::game::ORDER_MOST;
use super::kernel::{Board, pairs};
use super::plain::Plain;
use super::triangle::Triangle;

/// Open pairs of small parts that the judge lets a proof ask for.
const SMALL_MOST: usize = 12;

const PLAYERS: [&str; 2] = ["First", "Second"];

/// A proof of an avoidance game that was opened, as a player. Cost: a canonical form and 16 bytes for each position, or
/// for choices what their check costs.
///
/// # Errors
/// [`Unplayable`] when the head or the form of the body is not that of such a proof.
pub fn proof_player(opened: Opened) -> Result<Box<dyn ProofPlayer>, Unplayable> {
    let number = |word: &'static str| {
        let value = opened.value(word).and_then(|value| value.parse().ok());
        value.ok_or_else(|| Unplayable(format!("the line '{word}' of its head is wrong")))
    };
    let name = opened.value("game").unwrap_or_default();
    let rules = Rules::named(name).and_then(Result::ok);
    let rules = rules.ok_or_else(|| Unplayable("it is about no avoidance game".into()))?;
    let n: usize = number("n")?;
    let winner = match opened.value("winner") {
        Some("first") => 0,
        Some("second") => 1,
        _ => return Err(Unplayable("it does not say who wins".into())),
    };
    let is_triangle = match (opened.value("form"), opened.value("parts")) {
        (None, _) => false,
        (Some("choices"), Some("components")) => true,
        (Some("choices"), _) => false,
        (Some(_), _) => return Err(Unplayable("its form is not known".into())),
    };
    let about = About {
        game: rules.name().into(),
        title: rules.title(),
        rules: format!("{}; a player who cannot move loses", rules.sentence()),
        theorem: opened.theorem.clone(),
        order: Order::Fixed(n),
        boards: None,
        players: PLAYERS.map(str::to_owned),
        winner,
        colours: Vec::new(),
        paints: false,
        elements: Vec::new(),
        drawing: None,
    };
    let plain = rules.clone();
    let game = Game { rules, n, about };
    match (opened.value("form"), is_triangle, n) {
        (None, _, 1..=16) => {
            let set = positions(&opened.body, n, number("levels")?);
            let lost = Listed(set.ok_or_else(|| Unplayable("its body is cut".into()))?);
            Ok(game.player(lost))
        }
        (Some(_), true, 1..=16) => game.claimed(Triangle::<u16, 16>::new(n), &opened),
        (Some(_), true, 17..=ORDER_MOST) => game.claimed(Triangle::<u32, 24>::new(n), &opened),
        (Some(_), false, 1..=16) => game.claimed(Plain::<u16, 16>::new(plain, n), &opened),
        (Some(_), false, 17..=ORDER_MOST) => game.claimed(Plain::<u32, 24>::new(plain, n), &opened),
        _ => Err(Unplayable(format!("it is about {n} vertices"))),
    }
}

/// The positions that a proof shows to be lost for who is next.
trait Lost: Send + Sync {
    type Graph;

    fn has(&self, graph: &Self::Graph) -> bool;
}

/// The keys of positions, ascending.
struct Listed(Vec<Key<u16>>);

impl Lost for Listed {
    type Graph = Graph16;

    fn has(&self, graph: &Graph16) -> bool {
        self.0.binary_search(&graph.key()).is_ok()
    }
}

/// Positions that are sums of parts with known values.
struct Claimed<K: Parts> {
    kernel: K,
    known: Known<K::Structure>,
}

impl<K: Parts + Send> Lost for Claimed<K> {
    type Graph = K::Graph;

    fn has(&self, graph: &K::Graph) -> bool {
        let mut parts = Vec::new();
        self.kernel.split(&self.kernel.structure(graph), &mut parts);
        self.known.sum(&self.kernel, &parts) == Some(0)
    }
}

/// The keys of all positions, sorted. Positions of different levels differ.
fn positions(body: &[u8], n: usize, levels: usize) -> Option<Vec<Key<u16>>> {
    let (mut rest, mut keys) = (body, Vec::new());
    for _ in 0..levels {
        let (count, after) = rest.split_first_chunk()?;
        let (replies, after) = after.split_first_chunk()?;
        let [count, replies] = [count, replies].map(|number| usize::try_from(u64::from_le_bytes(*number)).ok());
        let (positions, after) = after.split_at_checked(count?.checked_mul(key_width(n))?)?;
        for bytes in positions.chunks_exact(key_width(n)) {
            let graph: Graph16 = Key::from_sealed(Record::from_be(bytes)).graph(n);
            keys.push(graph.key());
        }
        (_, rest) = after.split_at_checked(replies?)?;
    }
    keys.sort_unstable();
    rest.is_empty().then_some(keys)
}

/// What a proof is about.
struct Game {
    rules: Rules,
    n: usize,
    about: About,
}

impl Game {
    /// A player by the claims that choices lead to.
    fn claimed<K, R: Lanes<W>, const W: usize>(
        self,
        kernel: K,
        opened: &Opened,
    ) -> Result<Box<dyn ProofPlayer>, Unplayable>
    where
        K: Parts<Graph = Graph<R, W>> + Send + 'static,
    {
        let wrong = |why: &str| Unplayable(why.into());
        let number = |word: &str| {
            let value = opened.value(word).and_then(|value| value.parse().ok());
            value.ok_or_else(|| Unplayable(format!("the line '{word}' of its head is wrong")))
        };
        let (small, batch): (usize, usize) = (number("small")?, number("batch")?);
        let (codes, values) = (number("codes")?, number("values")?);
        if codes.checked_add(values) != Some(opened.body.len()) {
            return Err(wrong("its body is cut"));
        }
        let mut reader = Reader::new(&opened.body, codes, number("claims")? as u64);
        let replies = match opened.value("replies") {
            Some("all") => Replies::All,
            _ => Replies::Needed,
        };
        let start = match self.about.winner {
            0 => kernel.one_edge().ok_or_else(|| wrong("its game has no move"))?,
            _ => Graph::empty(self.n),
        };
        let small = small.min(SMALL_MOST) as u32;
        let mut walk = Walk::new(&kernel, replies, small, batch.max(1), 1, true);
        if walk.walk(&start, &mut reader).is_err() {
            return Err(wrong("its claims do not follow"));
        }
        let known = walk.known;
        Ok(self.player(Claimed { kernel, known }))
    }

    fn player<R: Lanes<W>, const W: usize>(
        self,
        lost: impl Lost<Graph = Graph<R, W>> + 'static,
    ) -> Box<dyn ProofPlayer> {
        let Self { rules, n, about } = self;
        Player::boxed(about, Proof { rules, n, lost })
    }
}

struct Proof<L> {
    rules: Rules,
    n: usize,
    lost: L,
}

impl<R: Lanes<W>, const W: usize, L: Lost<Graph = Graph<R, W>> + 'static> Readable for Proof<L> {
    type Course<'a> = Course<'a, L, R, W>;

    fn begin<'a>(&'a self, about: &'a About) -> Result<Course<'a, L, R, W>, BadMoves> {
        let mut course = Course {
            proof: self,
            winner: about.winner,
            graph: Graph::empty(self.n),
            open: Vec::new(),
            edges: Vec::new(),
        };
        course.open = course.open_after(&course.graph);
        Ok(course)
    }
}

/// A game in progress.
struct Course<'a, L, R, const W: usize> {
    proof: &'a Proof<L>,
    winner: usize,
    graph: Graph<R, W>,
    /// The legal moves.
    open: Vec<Pair>,
    edges: Vec<Edge>,
}

impl<R: Lanes<W>, const W: usize, L: Lost<Graph = Graph<R, W>>> Course<'_, L, R, W> {
    fn open_after(&self, graph: &Graph<R, W>) -> Vec<Pair> {
        let open = pairs(&self.proof.rules.open(graph));
        open.into_iter().map(<[usize; 2]>::from).collect()
    }

    /// Who is to move.
    fn mover(&self) -> usize {
        self.edges.len() % 2
    }

    /// The winner's moves that lead to positions which the proof shows to be lost, if it is his turn.
    fn winning(&self) -> Vec<Pair> {
        let leads = |pair: &&Pair| self.proof.lost.has(&self.graph.toggled(pair[0], pair[1]));
        match self.mover() == self.winner {
            true => self.open.iter().filter(leads).copied().collect(),
            false => Vec::new(),
        }
    }
}

impl<R: Lanes<W>, const W: usize, L: Lost<Graph = Graph<R, W>>> play::Course for Course<'_, L, R, W> {
    fn is_over(&self) -> bool {
        self.open.is_empty()
    }

    fn legal(&self, step: Move) -> Result<(), String> {
        let n = self.proof.n;
        match step {
            Move::Edge(pair) if self.open.contains(&pair) => Ok(()),
            Move::Edge([u, v]) if u >= v || v >= n => Err(format!("the vertices are 0 to {}", n - 1)),
            Move::Edge([u, v]) if self.graph.has_edge(u, v) => Err("the edge is there".into()),
            _ => Err("the rules forbid it".into()),
        }
    }

    fn make(&mut self, step: Move) -> Result<(), BadMoves> {
        if let Move::Edge(pair) = step {
            self.graph.toggle(pair[0], pair[1]);
            self.edges.push(Edge { pair, colour: None });
            self.open = self.open_after(&self.graph);
        }
        Ok(())
    }

    fn state(&self) -> Result<State, BadMoves> {
        let (mover, winning) = (self.mover(), self.winning());
        let is_winner = mover == self.winner;
        let is_proved = match is_winner {
            true => !winning.is_empty(),
            false => self.proof.lost.has(&self.graph),
        };
        let verdict = |pair: &Pair| {
            let ends = || self.open_after(&self.graph.toggled(pair[0], pair[1])).is_empty();
            match () {
                () if winning.contains(pair) || ends() => Verdict::Win,
                () if is_proved && !is_winner => Verdict::Loss,
                () => Verdict::Unknown,
            }
        };
        Ok(State {
            n: self.proof.n,
            used: self.proof.n,
            edges: self.edges.clone(),
            stones: Vec::new(),
            pending: None,
            next: (!self.is_over()).then_some(mover),
            is_proved,
            choices: self
                .open
                .iter()
                .map(|pair| Choice {
                    step: Move::Edge(*pair),
                    verdict: verdict(pair),
                })
                .collect(),
            threats: Vec::new(),
            ending: self.is_over().then(|| Ending {
                winner: Some(1 - mover),
                why: format!("{} cannot move", PLAYERS[mover]),
                set: Vec::new(),
                elements: Vec::new(),
            }),
        })
    }

    fn reply(&self) -> Result<Option<Move>, BadMoves> {
        Ok(self.winning().first().map(|pair| Move::Edge(*pair)))
    }
}
