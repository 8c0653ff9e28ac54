//! Which numbers can be asked for.

use graph::{Graph16, NoSuchGraph, named_graph};
use proof::in_family;

use super::position::Limits;
use super::row::USED_MOST;
use super::rules::Options;
use super::target::Target;

/// What the names of these games begin with.
pub const FAMILY: &str = "online-ramsey:";

/// Most moves that can be asked about.
pub const ROUNDS_MOST: usize = 40;

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// The number.
    Number,
    /// Whether Builder wins within so many moves.
    Rounds(usize),
}

/// A game, and what is asked of it.
#[derive(Clone, Debug)]
pub struct Game {
    pub(crate) names: Vec<String>,
    pub(crate) targets: Vec<Target>,
    pub(crate) asked: Asked,
    pub(crate) limits: Limits,
    /// Whether a search that is stopped reports what it has proved.
    pub(crate) is_partial: bool,
    pub(crate) options: Options,
}

/// Why a game cannot be searched.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadGame {
    /// No such name.
    #[error("'{0}' is not the name of a game; {FAMILY}G,H has two or three graphs, such as {FAMILY}K3,K4")]
    Name(String),
    /// No such graph.
    #[error(transparent)]
    Graph(#[from] NoSuchGraph),
    /// Too many or too few vertices for Builder.
    #[error("Builder can be given 2 to {USED_MOST} vertices, not {0}")]
    Vertices(usize),
    /// Too many moves.
    #[error("the number of rounds is 1 to {ROUNDS_MOST}, not {0}")]
    Rounds(usize),
}

impl Game {
    /// The game of this name, such as `online-ramsey:K3,K4`: what is its number?
    ///
    /// # Errors
    /// [`BadGame`].
    pub fn new(name: &str) -> Result<Self, BadGame> {
        let graphs = in_family(name, FAMILY).ok_or_else(|| BadGame::Name(name.into()))?;
        let graphs: Vec<_> = listed(graphs).iter().map(|name| named_graph(name)).collect();
        if !(2..=3).contains(&graphs.len()) {
            return Err(BadGame::Name(name.into()));
        }
        let (names, graphs): (Vec<_>, Vec<_>) = graphs.into_iter().collect::<Result<Vec<_>, _>>()?.into_iter().unzip();
        let target = |graph: &Graph16| Target::new(graph.order(), &graph.edges().collect::<Vec<_>>());
        Ok(Self {
            targets: graphs.iter().map(target).collect(),
            names,
            asked: Asked::Number,
            limits: Limits {
                vertices: usize::MAX,
                connected: false,
            },
            is_partial: false,
            options: Options::default(),
        })
    }

    /// Asks whether Builder wins within `rounds` moves.
    ///
    /// # Errors
    /// [`BadGame::Rounds`].
    pub fn rounds(self, rounds: usize) -> Result<Self, BadGame> {
        if !(1..=ROUNDS_MOST).contains(&rounds) {
            return Err(BadGame::Rounds(rounds));
        }
        let asked = Asked::Rounds(rounds);
        Ok(Self { asked, ..self })
    }

    /// Looks for strategies of Builder on at most so many vertices: what he wins he wins on more, too.
    ///
    /// # Errors
    /// [`BadGame::Vertices`].
    pub fn vertices(mut self, vertices: usize) -> Result<Self, BadGame> {
        if !(2..=USED_MOST).contains(&vertices) {
            return Err(BadGame::Vertices(vertices));
        }
        self.limits.vertices = vertices;
        Ok(self)
    }

    /// Looks for strategies of Builder whose every edge but the first touches an earlier one.
    pub fn connected(mut self) -> Self {
        self.limits.connected = true;
        self
    }

    /// A search that is stopped reports what it has proved.
    pub fn partial(self) -> Self {
        Self {
            is_partial: true,
            ..self
        }
    }

    /// With other options of the search.
    pub fn with(self, options: Options) -> Self {
        Self { options, ..self }
    }

    /// The rules in a sentence without its full stop.
    pub fn rules(&self) -> String {
        match &self.names[..] {
            [red, green] => format!(
                "in each round Builder draws an edge and Painter colours it red or green: within how many rounds does \
                 Builder force a red {red} or a green {green}"
            ),
            names => format!(
                "in each round Builder draws an edge and Painter gives it one of {} colours: within how many rounds \
                 does Builder force {}, each in its colour",
                names.len(),
                names.join(" or ")
            ),
        }
    }

    /// The game's name.
    pub fn name(&self) -> String {
        format!("{FAMILY}{}", self.names.join(","))
    }
}

/// The names in a list: a number after a comma belongs to the name before, as in `K1,3,K4`.
fn listed(text: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for part in text.split(',') {
        match names.last_mut() {
            Some(last) if !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()) => {
                *last += ",";
                *last += part;
            }
            _ => names.push(part.into()),
        }
    }
    names
}
