//! Which numbers can be asked for.

use graph::{NoSuchGraph, named_graph};
use proof::in_family;

use super::commitment::{Closed, Commitment};
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

/// To what Painter commits herself, if she does.
#[derive(Clone, Debug)]
pub(crate) enum Commit {
    /// To what the search chooses; then it goes on without a commitment.
    Chosen,
    Never,
    To(Closed),
}

/// A game, and what is asked of it.
#[derive(Clone, Debug)]
pub struct Game {
    pub(crate) names: Vec<String>,
    pub(crate) targets: Vec<Target>,
    pub(crate) asked: Asked,
    pub(crate) limits: Limits,
    pub(crate) commit: Commit,
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
    /// Painter cannot commit herself so.
    #[error("'{0}' is not a family of small connected graphs, such as K3 or K3+S7 (S7: seven edges at a vertex)")]
    Commitment(String),
    /// No target has the family in it.
    #[error("Painter cannot commit herself to {0}: no target has each of its edges in such a graph")]
    Uncovered(String),
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
        Ok(Self {
            targets: graphs.iter().map(Target::new).collect(),
            names,
            asked: Asked::Number,
            limits: Limits {
                vertices: usize::MAX,
                connected: false,
            },
            commit: Commit::Chosen,
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

    /// Looks for a strategy of Painter who gives one colour to every edge that closes no graph of a family in it, such
    /// as
    /// `K3+S7`; or for any strategies, if it is `none`.
    ///
    /// # Errors
    /// [`BadGame`].
    pub fn commit(self, family: &str) -> Result<Self, BadGame> {
        let commit = match family {
            "none" => Commit::Never,
            _ => Commit::To(Closed::new(family)?),
        };
        if let Commit::To(closed) = &commit
            && Commitment::of(&self.targets, closed.clone()).is_none()
        {
            return Err(BadGame::Uncovered(closed.text()));
        }
        Ok(Self { commit, ..self })
    }

    /// The commitments of Painter that are tried one after the other, `None` for any strategies.
    pub(crate) fn commitments(&self) -> Vec<Option<Commitment>> {
        let of = |closed: Closed| Commitment::of(&self.targets, closed);
        match (&self.commit, self.asked) {
            (Commit::To(closed), _) => vec![of(closed.clone())],
            (Commit::Chosen, Asked::Rounds(_)) if !self.limits.is_set() => {
                Closed::tried().filter_map(of).map(Some).chain([None]).collect()
            }
            _ => vec![None],
        }
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
