//! The content of a database: its game, and the counts of its levels.

use serde::Serialize;

use super::{Oracle, start};
use game::values::Play;
use game::{Deed, NamedGraph, Players};
use graph::{COLOURS, encode_graph6};

/// A short description of a database.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Description {
    /// The name by which the game is known.
    pub game: String,
    /// Its title at the head of a page, such as `Sim` or `Triangle avoidance game`.
    pub title: String,
    /// Its rules, as a clause.
    pub rules: String,
    /// The graphs that its rules name.
    pub graphs: Vec<Pictured>,
    /// Whether the players have colours.
    pub colours: bool,
    /// What Red and Green are called, where they have different aims.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub roles: Option<[String; 2]>,
    /// What Red completes, a noun, where nothing else counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goal: Option<String>,
    /// Whether moves come as offers with their answers, so that a level is an offer more and not an edge.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub offers: bool,
    /// Number of vertices.
    pub n: u32,
    /// `outcome`, `grundy`, `remoteness` or `score`.
    pub values: String,
    /// `normal`: a player who cannot move loses. `misere`: a player who cannot move wins. `rules`: the rules decide.
    pub play: &'static str,
    /// Whether all levels are solved.
    pub complete: bool,
    /// The solved level with the most edges.
    pub highest_level: Option<u32>,
    /// The solved level with the fewest edges.
    pub lowest_level: Option<u32>,
    /// Positions in the solved levels.
    pub positions: u64,
}

/// A graph that rules name, to be drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Pictured {
    /// Its name as a noun, such as `triangle`.
    pub name: String,
    /// The graph.
    pub graph6: String,
    /// The colour that it must have, where the players complete different graphs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub colour: Option<&'static str>,
}

/// The counts of a level.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LevelCount {
    /// Number of edges.
    pub edges: u32,
    /// Number of positions.
    pub positions: u64,
    /// Positions that the player who moved last wins, where values determine it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub p: Option<u64>,
    /// Positions that the player to move wins, where values determine it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub n: Option<u64>,
    /// Positions that neither player wins, where there are ties.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub t: Option<u64>,
    /// Positions that Red wins, where turns do not say who is next.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub red: Option<u64>,
    /// Positions that Green wins, where turns do not say who is next.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub green: Option<u64>,
    /// Positions without a move.
    pub saturated: u64,
}

impl Pictured {
    fn of(named: NamedGraph) -> Self {
        Self {
            graph6: encode_graph6(&named.graph),
            colour: named.colour.map(|colour| COLOURS[colour]),
            name: named.name,
        }
    }
}

impl Description {
    /// Describes a database with these levels.
    pub fn of(oracle: &dyn Oracle, levels: &[LevelCount]) -> Self {
        let (identity, values, about) = (oracle.identity(), oracle.values(), oracle.about());
        let title = about.title.strip_prefix("the ").unwrap_or(&about.title);
        let first = title.chars().next().into_iter().flat_map(char::to_uppercase);
        let title = first.chain(title.chars().skip(1)).collect();
        let (is_coloured, has_roles) = (about.is_coloured(), values.play().hunter().is_some());
        let start = oracle.canonical(start(oracle));
        let offers = start.is_ok_and(|start| start.demand.deed == Deed::Offer);
        let (roles, goal) = match about.players {
            Players::Coloured {
                complete: [goal, _],
                roles,
                ..
            } if has_roles => (Some(roles), Some(goal)),
            _ => (None, None),
        };
        Self {
            game: identity.game.into(),
            title,
            colours: is_coloured,
            roles,
            goal,
            offers,
            graphs: about.graphs.into_iter().map(Pictured::of).collect(),
            rules: about.sentence,
            n: identity.n,
            values: values.kind().to_string(),
            play: match values.play() {
                Play::NORMAL => "normal",
                Play::MISERE => "misere",
                _ => "rules",
            },
            complete: levels.last().is_some_and(|level| level.edges == 0),
            highest_level: levels.first().map(|level| level.edges),
            lowest_level: levels.last().map(|level| level.edges),
            positions: levels.iter().map(|level| level.positions).sum(),
        }
    }
}
