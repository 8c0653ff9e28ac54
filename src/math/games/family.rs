//! All games by name.

use super::ramsey::{RAMSEY_MOST, Ramsey, Terms, WORDS, example, usual_order};
use super::spelling::nearest;
use super::{Avoidance15, Avoidance16, Avoidance24, Rules, Triangle16, Triangle24};
use game::values::{Kind, NoSuchValues, Play, Values};
use game::{About, Levels, NamedGraph, NoSuchGame, Players, shown_name};

/// An operation on a game whose type is known only at run time.
pub trait GameTask {
    /// Its result.
    type Output;
    /// Performs it.
    fn run<G: Levels + 'static>(self, game: G) -> Self::Output;
}

/// Some names of games in which the players have the same moves, at least one of each kind.
pub const EXAMPLES: &[&str] = &[
    "triangle",
    "avoid:P3",
    "avoid:P4",
    "avoid:P5",
    "avoid:C4",
    "avoid:C5",
    "avoid:C6",
    "avoid:K4",
    "avoid:K5",
    "avoid:K1,3",
    "avoid:K1,4",
    "avoid:K2,3",
    "avoid:2K2",
    "avoid:3K2",
    "avoid:paw",
    "avoid:diamond",
    "avoid:bull",
    "avoid:bowtie",
    "avoid:K3+C5",
    "avoid:odd-cycle",
    "avoid:hamilton-cycle",
    "avoid:hamilton-path",
    "avoid:connected",
    "avoid:non-planar",
    "avoid:chromatic:4",
    "avoid:min-degree:2",
    "triangle/connected",
    "avoid:C4/connected",
    "achieve:P4",
    "achieve:C4",
    "achieve:K1,3",
    "achieve:hamilton-cycle",
    "achieve:non-planar",
    "achieve:min-degree:2",
];

/// Some names of two-colour games, at least one of each kind.
pub const COLOURED_EXAMPLES: &[&str] = &[
    "sim",
    "sim-plus",
    "sima",
    "ramsey-avoid:K3",
    "ramsey-lose:C4",
    "ramsey-achieve:P4:K1,3",
    "ramsey-achieve:K3/tie-second",
    "ramsey-achieve-weak:K4",
    "maker-breaker:hamilton-cycle",
    "maker-breaker:contains:K3/starter=breaker",
    "avoider-enforcer:contains:K3",
    "avoider-enforcer:contains:P4/monotone",
    "waiter-client:contains:K3",
    "client-waiter:contains:P4",
];

/// Maximum number of vertices where the players have the same moves.
const AVOIDANCE_MOST: u32 = 20;
/// That number where scores are solved for: the limit of records with two labels.
const TWOFOLD_MOST: u32 = 15;

/// A game without its number of vertices.
#[derive(Clone, Debug)]
enum Named {
    /// Players have the same moves.
    Common(Rules),
    /// Players have colours.
    Coloured(Terms),
}

impl Named {
    fn new(name: &str) -> Result<Self, NoSuchGame> {
        let named = match Terms::named(name) {
            Some(terms) => terms.map(Self::Coloured),
            None => match Rules::named(name) {
                Some(rules) => rules.map(Self::Common),
                None => return Err(unknown(name)),
            },
        };
        named.map_err(|why| NoSuchGame::Forbidden { name: name.into(), why })
    }
}

/// Returns the description of the game of this name.
///
/// # Errors
/// [`NoSuchGame`].
pub fn about(name: &str) -> Result<About, NoSuchGame> {
    let terms = match Named::new(name)? {
        Named::Common(rules) => return Ok(about_common(&rules)),
        Named::Coloured(terms) => terms,
    };
    let board = terms.board.map(|board| board.order() as u32);
    Ok(About {
        name: shown_name(&terms.name()),
        title: terms.title(),
        sentence: terms.sentence(),
        most_n: RAMSEY_MOST,
        usual_n: board.or(usual_order(name)),
        players: Players::Coloured {
            complete: [0, 1].map(|colour| terms.completes(colour)),
            roles: terms.roles(),
            board: terms.board,
        },
        graphs: terms.graphs(),
    })
}

/// Returns the description of the game with these rules.
pub(crate) fn about_common(rules: &Rules) -> About {
    let graphs = rules.graphs().into_iter();
    let named = graphs.map(|(name, graph)| NamedGraph {
        name,
        graph,
        colour: None,
    });
    About {
        name: shown_name(rules.name()),
        title: rules.title(),
        sentence: rules.sentence(),
        most_n: AVOIDANCE_MOST,
        usual_n: None,
        players: Players::Alike {
            connected: rules.is_connected_play(),
        },
        graphs: named.collect(),
    }
}

/// Returns the values for which the game of this name is solved, when these are requested.
///
/// # Errors
/// [`NoSuchGame`]; [`NoSuchValues`], as the inner result.
pub fn values_for(
    name: &str,
    n: u32,
    play: Option<Play>,
    kind: Option<Kind>,
) -> Result<Result<Values, NoSuchValues>, NoSuchGame> {
    let terms = match Named::new(name)? {
        Named::Common(rules) => return Ok(values_of_rules(&rules, play, kind)),
        Named::Coloured(terms) => terms,
    };
    let is_long = terms.turns.bias != [1, 1];
    let own = coloured(name, terms, n)?.play();
    let usual = match own.several && own.hunter().is_some() && is_long {
        true => Kind::Outcome,
        false => Kind::Remoteness,
    };
    let kind = kind.unwrap_or(usual);
    Ok(match (own, play) {
        (Play::NORMAL, _) if matches!(kind, Kind::Grundy | Kind::Score) => Err(NoSuchValues::Colours(kind)),
        (Play::NORMAL, play) => Values::new(play.unwrap_or(own), kind),
        (_, Some(_)) => Err(NoSuchValues::Own),
        _ => Values::new(own, kind),
    })
}

/// Returns the values for which the game with these rules is solved, when these are requested.
///
/// # Errors
/// [`NoSuchValues`].
pub fn values_of_rules(rules: &Rules, play: Option<Play>, kind: Option<Kind>) -> Result<Values, NoSuchValues> {
    let is_short = matches!(kind, Some(Kind::Score)) || !matches!(play, None | Some(Play::NORMAL));
    match rules.is_achievement() && is_short {
        true => Err(NoSuchValues::Achievement),
        false => Values::new(play.unwrap_or(Play::NORMAL), kind.unwrap_or(Kind::Outcome)),
    }
}

fn coloured(name: &str, terms: Terms, n: u32) -> Result<Ramsey, NoSuchGame> {
    let name = || name.to_string();
    if !(1..=RAMSEY_MOST).contains(&n) {
        return Err(NoSuchGame::Order {
            name: name(),
            n,
            most: RAMSEY_MOST,
        });
    }
    Ramsey::new(terms, n as usize).map_err(|why| NoSuchGame::Forbidden { name: name(), why })
}

/// Explains why `name` is not the name of a game, with a suggestion.
fn unknown(name: &str) -> NoSuchGame {
    let end = name.find([':', '/']).unwrap_or(name.len());
    let (word, rest) = name.split_at(end);
    let meant = match Rules::named(&format!("avoid:{name}")) {
        // A graph or property alone.
        Some(Ok(rules)) if !rules.is_triangle() => Some(shown_name(rules.name())),
        _ => nearest(word, WORDS.into_iter().chain(["triangle", "avoid", "achieve"])).map(|kind| {
            // A kind of games has a graph.
            let is_whole = rest.starts_with(':') || ["triangle", "sim", "sim-plus", "sima"].contains(&kind);
            let goal = if is_whole { "" } else { example(kind) };
            format!("{kind}{goal}{rest}")
        }),
    };
    NoSuchGame::Name {
        name: name.into(),
        meant,
        games: "'triangle', 'avoid:F' and 'achieve:F' for a graph or property F, 'sim' and 'ramsey-…:F'",
    }
}

/// Runs `task` with the game of this name on `n` vertices, in the narrowest rows that hold it, with records that have
/// room for the labels of `values`.
///
/// # Errors
/// [`NoSuchGame`].
pub fn with_game<T: GameTask>(name: &str, n: u32, values: Values, task: T) -> Result<T::Output, NoSuchGame> {
    match Named::new(name)? {
        Named::Common(rules) => with_rules(rules, n, values, task),
        Named::Coloured(terms) => Ok(task.run(coloured(name, terms, n)?)),
    }
}

/// Runs `task` with the game that has these rules, as [`with_game`] with one that has a name.
///
/// # Errors
/// [`NoSuchGame`].
pub fn with_rules<T: GameTask>(rules: Rules, n: u32, values: Values, task: T) -> Result<T::Output, NoSuchGame> {
    let (order, name) = (n as usize, shown_name(rules.name()));
    let most = if values.is_twofold() {
        TWOFOLD_MOST
    } else {
        AVOIDANCE_MOST
    };
    if !(1..=most).contains(&n) {
        return Err(NoSuchGame::Order { name, n, most });
    }
    if let Err(why) = rules.begins_on(order) {
        return Err(NoSuchGame::Forbidden { name, why });
    }
    // Databases on at most 15 vertices have records of two labels whatever their values.
    Ok(match (rules.is_triangle() && !values.is_twofold(), n) {
        (true, ..=16) => task.run(Triangle16::new(order)),
        (true, _) => task.run(Triangle24::new(order)),
        (false, ..=TWOFOLD_MOST) => task.run(Avoidance15::new(rules, order)),
        (false, 16) => task.run(Avoidance16::new(rules, order)),
        (false, _) => task.run(Avoidance24::new(rules, order)),
    })
}
