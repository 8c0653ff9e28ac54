//! A proof as a player: the winner's side, move by move.
//!
//! The winner makes a move that leads to a position which the proof shows to be lost for who is next: the judge has
//! checked that there always is one. So a game may come to positions of which the proof says nothing, and back.

use games::Rules;
use graph::{Graph16, Row};
use proof::Opened;
use proof::play::{About, BadMoves, Choice, Edge, Ending, Move, Order, Pair, State, Strategist, Unplayable, Verdict};

use super::choices::{Known, Parts, Reader, Replies, Walk};
use super::key::Key;
use super::plain::Plain;
use super::triangle::{Triangle, WIDTH};

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
    if !(1..=WIDTH).contains(&n) {
        return Err(Unplayable(format!("it is about {n} vertices")));
    }
    let winner = match opened.value("winner") {
        Some("first") => 0,
        Some("second") => 1,
        _ => return Err(Unplayable("it does not say who wins".into())),
    };
    let lost: Box<dyn Lost> = match opened.value("form") {
        None => {
            let set = positions(&opened.body, n, number("levels")?);
            Box::new(Listed(set.ok_or_else(|| Unplayable("its body is cut".into()))?))
        }
        Some("choices") => {
            let (start, small, batch) = (
                start(n, winner),
                number("small")?.min(SMALL_MOST) as u32,
                number("batch")?,
            );
            let (codes, values) = (number("codes")?, number("values")?);
            let reader = Some(codes).filter(|codes| codes.checked_add(values) == Some(opened.body.len()));
            let reader = reader.map(|codes| Reader::new(&opened.body, codes, number("claims").unwrap_or(0) as u64));
            let reader = reader.ok_or_else(|| Unplayable("its body is cut".into()))?;
            let replies = match opened.value("replies") {
                Some("all") => Replies::All,
                _ => Replies::Needed,
            };
            match opened.value("parts") {
                Some("components") => claimed(Triangle::new(n), &start, replies, small, batch, reader),
                _ => claimed(Plain::new(rules.clone(), n), &start, replies, small, batch, reader),
            }
            .ok_or_else(|| Unplayable("its claims do not follow".into()))?
        }
        Some(_) => return Err(Unplayable("its form is not known".into())),
    };
    let about = About {
        game: rules.name().into(),
        title: rules.title(),
        rules: format!("{}; a player who cannot move loses", rules.sentence()),
        theorem: format!(
            "The {} player wins the game {} on {n} vertices",
            PLAYERS[winner].to_lowercase(),
            rules.name()
        ),
        order: Order::Fixed(n),
        boards: None,
        players: PLAYERS.map(str::to_owned),
        winner,
        colours: Vec::new(),
        paints: false,
    };
    Ok(Box::new(Player { rules, n, lost, about }))
}

/// The positions that a proof shows to be lost for who is next.
trait Lost: Send + Sync {
    fn has(&self, graph: &Graph16) -> bool;
}

/// The keys of positions, ascending.
struct Listed(Vec<Key>);

impl Lost for Listed {
    fn has(&self, graph: &Graph16) -> bool {
        self.0.binary_search(&Key::of(graph)).is_ok()
    }
}

/// Positions that are sums of parts with known values.
struct Claimed<K> {
    kernel: K,
    known: Known,
}

impl<K: Parts + Send> Lost for Claimed<K> {
    fn has(&self, graph: &Graph16) -> bool {
        let mut parts = Vec::new();
        self.kernel.split(&self.kernel.structure(graph), &mut parts);
        self.known.sum(&self.kernel, &parts) == Some(0)
    }
}

/// The graph of which the value is 0.
fn start(n: usize, winner: usize) -> Graph16 {
    let empty = Graph16::empty(n);
    match winner {
        0 if n > 1 => empty.toggled(0, 1),
        _ => empty,
    }
}

/// What the claims say that follow from choices; `None` where they do not.
fn claimed<K: Parts + Send + 'static>(
    kernel: K,
    start: &Graph16,
    replies: Replies,
    small: u32,
    batch: usize,
    mut reader: Reader,
) -> Option<Box<dyn Lost>> {
    let mut walk = Walk::new(&kernel, replies, small, batch.max(1), 1, true);
    walk.walk(start, &mut reader).ok()?;
    let known = walk.known;
    Some(Box::new(Claimed { kernel, known }))
}

/// The keys of all positions, sorted. Positions of different levels differ.
fn positions(body: &[u8], n: usize, levels: usize) -> Option<Vec<Key>> {
    let (mut rest, mut keys) = (body, Vec::new());
    for _ in 0..levels {
        let (count, after) = rest.split_first_chunk()?;
        let (replies, after) = after.split_first_chunk()?;
        let [count, replies] = [count, replies].map(|number| usize::try_from(u64::from_le_bytes(*number)).ok());
        let (positions, after) = after.split_at_checked(count?.checked_mul(Key::width(n))?)?;
        for bytes in positions.chunks_exact(Key::width(n)) {
            keys.push(Key::of(&Key::from_bytes(bytes).graph(n)));
        }
        (_, rest) = after.split_at_checked(replies?)?;
    }
    keys.sort_unstable();
    rest.is_empty().then_some(keys)
}

struct Player {
    rules: Rules,
    n: usize,
    lost: Box<dyn Lost>,
    about: About,
}

impl Player {
    fn open(&self, graph: &Graph16) -> Vec<Pair> {
        let open = self.rules.open(graph);
        let ends = |v: usize| (open[v] & u16::below(v)).vertices().map(move |u| [u, v]);
        (1..self.n).flat_map(ends).collect()
    }

    fn after(&self, moves: &[Move]) -> Result<Graph16, BadMoves> {
        let mut graph = Graph16::empty(self.n);
        for (at, &step) in moves.iter().enumerate() {
            let text = || step.text(&self.about);
            let illegal = |why: String| BadMoves::Illegal { step: text(), at, why };
            let open = self.open(&graph);
            if open.is_empty() {
                return Err(BadMoves::Over { step: text(), at });
            }
            match step {
                Move::Edge(pair) if open.contains(&pair) => graph.toggle(pair[0], pair[1]),
                Move::Edge([u, v]) if u >= v || v >= self.n => {
                    return Err(illegal(format!("the vertices are 0 to {}", self.n - 1)));
                }
                Move::Edge([u, v]) if graph.has_edge(u, v) => return Err(illegal("the edge is there".into())),
                _ => return Err(illegal("the rules forbid it".into())),
            }
        }
        Ok(graph)
    }

    /// The moves that lead to positions which the proof shows to be lost.
    fn winning(&self, graph: &Graph16, open: &[Pair]) -> Vec<Pair> {
        let leads = |pair: &&Pair| self.lost.has(&graph.toggled(pair[0], pair[1]));
        open.iter().filter(leads).copied().collect()
    }
}

impl Strategist for Player {
    fn about(&self) -> &About {
        &self.about
    }

    fn state(&self, moves: &[Move]) -> Result<State, BadMoves> {
        let graph = self.after(moves)?;
        let open = self.open(&graph);
        let next = moves.len() % 2;
        let is_winner = next == self.about.winner;
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
            n: self.n,
            used: self.n,
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
        if moves.len() % 2 != self.about.winner {
            return Ok(None);
        }
        let winning = self.winning(&graph, &self.open(&graph));
        Ok(winning.first().map(|pair| Move::Edge(*pair)))
    }
}
