//! A game as it is asked for: winning sets, board, edges claimed before it begins, and who begins.

use super::pairs::{ORDER_MOST, Pairs, all_pairs, each, ends, pair};
use super::winning_sets::{NoSuchSets, WinningSets, in_usual_case, parts, winning_sets};
use graph::Graph16;
use proof::in_family;

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// Wins with a winning set.
    Maker,
    /// Wins when Maker does not.
    Breaker,
}

impl Player {
    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Maker => "Maker",
            Self::Breaker => "Breaker",
        }
    }

    /// The player of this name, in any case.
    pub fn named(name: &str) -> Option<Self> {
        let mut both = [Self::Maker, Self::Breaker].into_iter();
        both.find(|player| player.name().eq_ignore_ascii_case(name))
    }

    /// The other one.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Maker => Self::Breaker,
            Self::Breaker => Self::Maker,
        }
    }
}

/// What names of Maker-Breaker games begin with.
pub const FAMILY: &str = "maker-breaker:";

/// Names of games, one of each kind.
pub const EXAMPLES: [&str; 12] = [
    "maker-breaker:hamilton-cycle",
    "maker-breaker:hamilton-path",
    "maker-breaker:hamilton-path:0-1",
    "maker-breaker:hamilton-connected",
    "maker-breaker:perfect-matching",
    "maker-breaker:connected",
    "maker-breaker:2-connected",
    "maker-breaker:odd-cycle",
    "maker-breaker:non-planar",
    "maker-breaker:chromatic:4",
    "maker-breaker:min-degree:2",
    "maker-breaker:contains:K4",
];

/// A Maker-Breaker game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    sets: String,
    n: usize,
    board: Pairs,
    maker: Pairs,
    breaker: Pairs,
    starter: Player,
}

/// Why there is no such game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadGame {
    /// The name has another form.
    #[error("'{0}' is not a game that can be proved; a name is {FAMILY} and one of {names}", names = super::NAMES)]
    Name(String),
    /// There are no such winning sets.
    #[error(transparent)]
    Sets(#[from] NoSuchSets),
    /// The graphs have another number of vertices.
    #[error("a graph on {found} vertices does not fit a board of {n}")]
    Order {
        /// Vertices of the board.
        n: usize,
        /// Vertices of the graph.
        found: usize,
    },
    /// An edge claimed that the board does not have.
    #[error("the edge {0}-{1} is claimed, but the board does not have it")]
    NotOnBoard(usize, usize),
    /// An edge claimed by both.
    #[error("the edge {0}-{1} is claimed by both players")]
    Both(usize, usize),
}

impl Game {
    /// The game `maker-breaker:NAME` on `n` vertices with all edges free.
    ///
    /// # Errors
    /// [`BadGame`] when there are no such winning sets.
    pub fn new(name: &str, n: usize, starter: Player) -> Result<Self, BadGame> {
        let sets = in_family(name, FAMILY).ok_or_else(|| BadGame::Name(name.into()))?;
        let sets = in_usual_case(sets);
        winning_sets(&sets, n)?;
        Ok(Self {
            sets,
            n,
            board: all_pairs(n),
            maker: 0,
            breaker: 0,
            starter,
        })
    }

    /// The same on another board, with edges that are claimed already.
    ///
    /// # Errors
    /// [`BadGame`] when a graph has another number of vertices, or an edge claimed is not on the board or claimed
    /// twice.
    pub fn on(self, board: &Graph16, maker: &Graph16, breaker: &Graph16) -> Result<Self, BadGame> {
        let set = |graph: &Graph16| match graph.order() == self.n {
            true => Ok(graph.edges().fold(0, |set, (u, v)| set | 1 << pair(u, v))),
            false => Err(BadGame::Order {
                n: self.n,
                found: graph.order(),
            }),
        };
        let (board, maker, breaker) = (set(board)?, set(maker)?, set(breaker)?);
        if let Some(at) = each((maker | breaker) & !board).next() {
            let (u, v) = ends(at);
            return Err(BadGame::NotOnBoard(u, v));
        }
        if let Some(at) = each(maker & breaker).next() {
            let (u, v) = ends(at);
            return Err(BadGame::Both(u, v));
        }
        Ok(Self {
            board,
            maker,
            breaker,
            ..self
        })
    }

    /// The game's name.
    pub fn name(&self) -> String {
        format!("{FAMILY}{}", self.sets)
    }

    /// Number of vertices.
    pub fn order(&self) -> usize {
        self.n
    }

    /// The edges there are.
    pub fn board(&self) -> Pairs {
        self.board
    }

    /// Edges that are Maker's before the game.
    pub fn maker(&self) -> Pairs {
        self.maker
    }

    /// Edges that are Breaker's before the game.
    pub fn breaker(&self) -> Pairs {
        self.breaker
    }

    /// Who begins.
    pub fn starter(&self) -> Player {
        self.starter
    }

    /// The free edges that matter: a pair that no winning set has is left out.
    pub(super) fn free(&self) -> Pairs {
        let dead = self.winning_sets().fixed().map_or(0, |(u, v)| 1 << pair(u, v));
        self.board & !self.maker & !self.breaker & !dead
    }

    /// The winning sets.
    pub fn winning_sets(&self) -> Box<dyn WinningSets> {
        winning_sets(&self.sets, self.n).expect("asked when the game was made")
    }

    /// A set of pairs in graph6.
    pub(super) fn graph6(&self, set: Pairs) -> String {
        let mut graph = Graph16::empty(self.n);
        for (u, v) in each(set).map(ends) {
            graph.toggle(u, v);
        }
        graph::encode_graph6(&graph)
    }

    /// The game in a few words, such as `Hamilton cycle game`.
    pub fn title(&self) -> String {
        words(&self.sets)
    }

    /// A winning set in words, such as `a Hamilton cycle`.
    pub fn noun(&self) -> String {
        noun(&self.sets)
    }

    /// The rules in a sentence without its full stop.
    pub fn rules(&self) -> String {
        format!(
            "Maker and Breaker take free edges in turn; Maker wins when his edges contain {}, Breaker wins when he has \
             prevented that",
            self.noun()
        )
    }

    /// What is claimed of a winner, in one sentence.
    pub fn sentence(&self, winner: Player) -> String {
        let turn = if winner == self.starter { "first" } else { "second" };
        let is_whole = self.board == all_pairs(self.n);
        let board = match is_whole {
            true => format!("on {} vertices", self.n),
            false => format!("on the board {}", self.graph6(self.board)),
        };
        let claimed = |who: Player, set: Pairs| match set {
            0 => String::new(),
            set => format!(", {}'s edges at the start being {}", who.name(), self.graph6(set)),
        };
        format!(
            "{}, moving {turn}, wins the {} {board}{}{}",
            winner.name(),
            words(&self.sets),
            claimed(Player::Maker, self.maker),
            claimed(Player::Breaker, self.breaker),
        )
    }
}

/// A game's name in words.
fn words(sets: &str) -> String {
    let all: Vec<String> = parts(sets).iter().map(|part| words_of_part(part)).collect();
    let nouns: Vec<&str> = all.iter().map(|words| words.trim_end_matches(" game")).collect();
    match nouns[..] {
        [_] => all.concat(),
        _ => format!("{} game", nouns.join(" or ")),
    }
}

fn words_of_part(sets: &str) -> String {
    match sets.split_once(':') {
        None => match sets {
            "hamilton-cycle" => "Hamilton cycle game".into(),
            "hamilton-path" => "Hamilton path game".into(),
            "hamilton-connected" => "Hamiltonian-connectivity game".into(),
            "perfect-matching" => "perfect matching game".into(),
            "connected" => "connectivity game".into(),
            "2-connected" => "2-connectivity game".into(),
            "odd-cycle" => "odd cycle game".into(),
            "non-planar" => "non-planarity game".into(),
            other => format!("{other} game"),
        },
        Some(("hamilton-path", ends)) => format!("game of Hamilton paths between {}", ends.replace('-', " and ")),
        Some(("min-degree", degree)) => format!("minimum degree {degree} game"),
        Some(("chromatic", colours)) => format!("{colours}-chromatic graph game"),
        Some((_, graph)) => format!("{graph} game"),
    }
}

/// A winning set in words, after "Maker has".
fn noun(sets: &str) -> String {
    let all: Vec<String> = parts(sets).iter().map(|part| noun_of_part(part)).collect();
    all.join(" or ")
}

fn noun_of_part(sets: &str) -> String {
    match sets.split_once(':') {
        None => match sets {
            "hamilton-cycle" => "a Hamilton cycle".into(),
            "hamilton-path" => "a Hamilton path".into(),
            "hamilton-connected" => "a Hamilton path between every two vertices".into(),
            "perfect-matching" => "a perfect matching".into(),
            "connected" => "a connected graph on all vertices".into(),
            "2-connected" => "a 2-connected graph on all vertices".into(),
            "odd-cycle" => "an odd cycle".into(),
            "non-planar" => "a non-planar graph".into(),
            other => format!("a winning set of {other}"),
        },
        Some(("hamilton-path", ends)) => format!("a Hamilton path between {}", ends.replace('-', " and ")),
        Some(("min-degree", "1")) => "an edge at every vertex".into(),
        Some(("min-degree", degree)) => format!("{degree} edges at every vertex"),
        Some(("chromatic", colours)) => format!("a graph that needs {colours} colours"),
        Some((_, graph)) => graph::a_copy(graph),
    }
}

const _: () = assert!(ORDER_MOST <= 16, "boards are graphs of 16 rows");
