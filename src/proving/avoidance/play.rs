//! A proof as a player: the winner's side, move by move.
//!
//! The winner makes a move that leads to a position which the proof shows to be lost for who is next: the judge has
//! checked that there always is one. So a game may come to positions of which the proof says nothing, and back.

use base::record::Record;
use canon::{Key, Lanes, key_width};
use games::Rules;
use graph::{Graph, Graph16};
use proof::Opened;
use proof::play::{About, BadMoves, Choice, Edge, Ending, Move, Order, Pair, State, Strategist, Unplayable, Verdict};

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
pub fn strategist(opened: Opened) -> Result<Box<dyn Strategist>, Unplayable> {
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
    };
    let plain = rules.clone();
    let game = Game { rules, n, about };
    match (opened.value("form"), is_triangle, n) {
        (None, _, 1..=16) => {
            let set = positions(&opened.body, n, number("levels")?);
            let lost = Listed(set.ok_or_else(|| Unplayable("its body is cut".into()))?);
            Ok(Box::new(Player { game, lost }))
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
    ) -> Result<Box<dyn Strategist>, Unplayable>
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
        let lost = Claimed { kernel, known };
        Ok(Box::new(Player { game: self, lost }))
    }
}

struct Player<L> {
    game: Game,
    lost: L,
}

impl<R: Lanes<W>, const W: usize, L: Lost<Graph = Graph<R, W>>> Player<L> {
    fn open(&self, graph: &Graph<R, W>) -> Vec<Pair> {
        pairs(&self.game.rules.open(graph))
            .into_iter()
            .map(<[usize; 2]>::from)
            .collect()
    }

    fn after(&self, moves: &[Move]) -> Result<Graph<R, W>, BadMoves> {
        let mut graph = Graph::empty(self.game.n);
        for (at, &step) in moves.iter().enumerate() {
            let text = || step.text(&self.game.about);
            let illegal = |why: String| BadMoves::Illegal { step: text(), at, why };
            let open = self.open(&graph);
            if open.is_empty() {
                return Err(BadMoves::Over { step: text(), at });
            }
            match step {
                Move::Edge(pair) if open.contains(&pair) => graph.toggle(pair[0], pair[1]),
                Move::Edge([u, v]) if u >= v || v >= self.game.n => {
                    return Err(illegal(format!("the vertices are 0 to {}", self.game.n - 1)));
                }
                Move::Edge([u, v]) if graph.has_edge(u, v) => return Err(illegal("the edge is there".into())),
                _ => return Err(illegal("the rules forbid it".into())),
            }
        }
        Ok(graph)
    }

    /// The moves that lead to positions which the proof shows to be lost.
    fn winning(&self, graph: &Graph<R, W>, open: &[Pair]) -> Vec<Pair> {
        let leads = |pair: &&Pair| self.lost.has(&graph.toggled(pair[0], pair[1]));
        open.iter().filter(leads).copied().collect()
    }
}

impl<R: Lanes<W>, const W: usize, L: Lost<Graph = Graph<R, W>>> Strategist for Player<L> {
    fn about(&self) -> &About {
        &self.game.about
    }

    fn state(&self, moves: &[Move]) -> Result<State, BadMoves> {
        let graph = self.after(moves)?;
        let open = self.open(&graph);
        let next = moves.len() % 2;
        let is_winner = next == self.game.about.winner;
        let winning = if is_winner {
            self.winning(&graph, &open)
        } else {
            Vec::new()
        };
        let is_proved = match is_winner {
            true => !winning.is_empty(),
            false => self.lost.has(&graph),
        };
        let verdict = |pair: &Pair| {
            let ends = || self.open(&graph.toggled(pair[0], pair[1])).is_empty();
            match () {
                () if winning.contains(pair) || ends() => Verdict::Win,
                () if is_proved && !is_winner => Verdict::Loss,
                () => Verdict::Unknown,
            }
        };
        let edges = moves.iter().filter_map(|step| match step {
            Move::Edge(pair) => Some(Edge {
                pair: *pair,
                colour: None,
            }),
            Move::Colour(_) => None,
        });
        Ok(State {
            n: self.game.n,
            used: self.game.n,
            edges: edges.collect(),
            pending: None,
            next: (!open.is_empty()).then_some(next),
            is_proved,
            choices: open
                .iter()
                .map(|pair| Choice {
                    step: Move::Edge(*pair),
                    verdict: verdict(pair),
                })
                .collect(),
            threats: Vec::new(),
            ending: open.is_empty().then(|| Ending {
                winner: Some(1 - next),
                why: format!("{} cannot move", PLAYERS[next]),
                set: Vec::new(),
            }),
        })
    }

    fn reply(&self, moves: &[Move]) -> Result<Option<Move>, BadMoves> {
        let graph = self.after(moves)?;
        if moves.len() % 2 != self.game.about.winner {
            return Ok(None);
        }
        let winning = self.winning(&graph, &self.open(&graph));
        Ok(winning.first().map(|pair| Move::Edge(*pair)))
    }
}
