//! A Painter who commits herself: she gives a colour to every edge that closes no graph of a family in it.
//!
//! Such an edge means nothing until another one closes a graph of the family with it. So she forgets it, and gives
//! Builder the round back: docs/committed-painter.md has the theorem.

use boards::Copies;
use graph::{Graph16, named_graph};

use super::game::BadGame;
use super::lists::{ORDER_MOST, are_small};
use super::target::Target;

/// Graphs, one of which an edge must close: some small ones, and all edges at a vertex of enough of them.
#[derive(Clone, Debug)]
pub(crate) struct Closed {
    names: Vec<String>,
    pub graphs: Vec<Graph16>,
    /// Edges at a vertex.
    pub star: Option<usize>,
}

/// The colour of a commitment, and what an edge must close in it to get another one.
#[derive(Clone, Debug)]
pub(crate) struct Commitment {
    pub colour: usize,
    pub closed: Closed,
}

/// The largest star of the families that are tried beside the triangle alone.
const STAR_TRIED: usize = 8;
const STAR_LEAST: usize = 2;
const STAR_MOST: usize = 16;

impl Closed {
    /// The family of these names with `+` between them: small graphs, and `S7` for seven edges at a vertex.
    ///
    /// # Errors
    /// [`BadGame`].
    pub fn new(text: &str) -> Result<Self, BadGame> {
        let bad = || BadGame::Commitment(text.into());
        let mut closed = Self {
            names: Vec::new(),
            graphs: Vec::new(),
            star: None,
        };
        for word in text.split('+') {
            if let Some(Ok(edges)) = word.strip_prefix(['S', 's']).map(str::parse) {
                let is_usual = (STAR_LEAST..=STAR_MOST).contains(&edges) && closed.star.is_none();
                closed.star = Some(edges).filter(|_| is_usual);
                closed.star.ok_or_else(bad)?;
                continue;
            }
            let (name, graph) = named_graph(word)?;
            let graph = graph.without_isolated();
            if graph.size() < 2 || graph.order() > ORDER_MOST || !graph.is_connected() {
                return Err(bad());
            }
            closed.names.push(name);
            closed.graphs.push(graph);
        }
        Ok(closed)
    }

    /// The families that are tried one after the other: the larger they are, the more positions Painter meets, and the
    /// more she survives.
    pub fn tried() -> impl Iterator<Item = Self> {
        let stars = (3..=STAR_TRIED).rev().map(|edges| format!("K3+S{edges}"));
        let texts = std::iter::once("K3".to_owned()).chain(stars);
        texts.map(|text| Self::new(&text).expect("there is such a family"))
    }

    /// Whether each edge of a graph is in a copy of one of the family within it.
    pub fn covers(&self, graph: &Graph16) -> bool {
        let is_large = |v: usize| {
            self.star
                .is_some_and(|edges| graph.neighbours(v).count_ones() as usize >= edges)
        };
        let copies: Vec<_> = self.graphs.iter().map(Copies::new).collect();
        let is_in = |at| copies.iter().any(|one| one.has(graph, at));
        graph.edges().all(|(a, b)| is_large(a) || is_large(b) || is_in((a, b)))
    }

    pub fn text(&self) -> String {
        let star = self.star.map(|edges| format!("S{edges}"));
        self.names.iter().cloned().chain(star).collect::<Vec<_>>().join("+")
    }
}

impl Commitment {
    /// The commitment to the colour of the largest target that the family covers, if all targets are small.
    pub fn of(targets: &[Target], closed: Closed) -> Option<Self> {
        let covered = (0..targets.len()).filter(|&c| closed.covers(&targets[c]));
        let colour = covered.max_by_key(|&c| targets[c].size())?;
        are_small(targets).then_some(Self { colour, closed })
    }

    /// As the head of a proof has it: the colour's letter, a colon and the family.
    pub fn text(&self) -> String {
        format!("{}:{}", char::from(b'a' + self.colour as u8), self.closed.text())
    }

    /// What the head of a proof says.
    pub fn read(text: &str, targets: &[Target]) -> Option<Self> {
        let (letter, closed) = text.split_once(':')?;
        let colour = (0..targets.len()).find(|&c| letter.as_bytes() == [b'a' + c as u8])?;
        let closed = Closed::new(closed).ok()?;
        (closed.covers(&targets[colour]) && are_small(targets)).then_some(Self { colour, closed })
    }

    /// A number that distinguishes its positions in the table from those of others.
    pub fn mark(&self) -> u64 {
        let step = |mark: u64, byte: u8| (mark ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
        self.text().bytes().fold(0xCBF2_9CE4_8422_2325, step)
    }
}
