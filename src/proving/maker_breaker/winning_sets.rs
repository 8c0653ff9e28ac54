//! What Maker wants to own: one trait, and the sets by name.

use graph::{NoSuchGraph, named_graph};

use super::pairs::{ORDER_MOST, Pairs, all_pairs, each};
use super::sets::{
    Any, Chromatic, Connected, Copies, Hamilton, HamiltonConnected, Matching, MinDegree, NonPlanar, OddCycle, Target,
    TwoConnected,
};

/// A weight for each pair; of pairs that are not free it means nothing.
pub type Potential = [f64; 55];

/// A monotone family of sets of pairs, given by its winning sets: whatever holds one is won.
pub trait WinningSets {
    /// Whether the pairs hold a winning set.
    fn is_won(&self, pairs: Pairs) -> bool;

    /// A winning set among pairs that are won, a small one.
    fn witness(&self, pairs: Pairs) -> Pairs {
        shrunk(pairs, |rest| self.is_won(rest))
    }

    /// The free pairs each of which completes a winning set for Maker, who has none yet.
    fn threats(&self, maker: Pairs, free: Pairs) -> Pairs {
        if (maker.count_ones() as usize) + 1 < self.least() {
            return 0;
        }
        each(free)
            .filter(|&at| self.is_won(maker | 1 << at))
            .fold(0, |set, at| set | 1 << at)
    }

    /// Weighs each free pair by the winning sets through it that Breaker has not touched, those nearly complete most.
    /// Returns whether there is such a set at all.
    fn weigh(&self, maker: Pairs, free: Pairs, potential: &mut Potential) -> bool;

    /// Pairs that every winning set has at a vertex.
    fn need(&self, vertex: usize) -> u32;

    /// Pairs of the smallest winning set.
    fn least(&self) -> usize;

    /// Two vertices that isomorphisms must leave where they are, as a pair; no winning set has the pair itself.
    fn fixed(&self) -> Option<(usize, usize)> {
        None
    }
}

/// A least subset that still is won: pairs are left out one after the other, the lowest first.
pub(super) fn shrunk(pairs: Pairs, is_won: impl Fn(Pairs) -> bool) -> Pairs {
    debug_assert!(is_won(pairs));
    each(pairs).fold(pairs, |kept, at| match is_won(kept & !(1 << at)) {
        true => kept & !(1 << at),
        false => kept,
    })
}

/// Why there is no such game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoSuchSets {
    /// The name is unknown.
    #[error("Maker has no goal '{name}'; {}", meant.as_ref().map_or_else(
        || format!("goals are {NAMES}"),
        |meant| format!("did you mean '{meant}'?"),
    ))]
    Name {
        /// The name.
        name: String,
        /// What may be meant.
        meant: Option<String>,
    },
    /// The graph to be contained is unknown.
    #[error(transparent)]
    Graph(#[from] NoSuchGraph),
    /// The sets need more vertices than a board has.
    #[error("'{name}' needs {least} vertices, and a board has at most {ORDER_MOST}")]
    Large {
        /// The name.
        name: String,
        /// Fewest vertices.
        least: usize,
    },
    /// The sets are not defined on so many vertices.
    #[error("'{name}' needs {least} to {ORDER_MOST} vertices, not {n}")]
    Order {
        /// The name.
        name: String,
        /// Fewest vertices.
        least: usize,
        /// The number asked for.
        n: usize,
    },
    /// There are more copies of a graph than can be listed.
    #[error("{n} vertices have more than {most} copies of '{name}'")]
    Copies {
        /// The graph.
        name: String,
        /// The number of vertices.
        n: usize,
        /// The most that can be listed.
        most: usize,
    },
}

/// The names there are, in words.
pub const NAMES: &str = "hamilton-cycle, hamilton-path, hamilton-path:U-V, hamilton-connected, perfect-matching, \
                         connected, 2-connected, min-degree:K, odd-cycle, non-planar, chromatic:K and contains:H, or \
                         several joined by +";

/// Whether the sets of this name are of paths with given ends, which no goal of a solved game is.
pub(super) fn is_of_ends(name: &str) -> bool {
    let name = in_usual_case(name);
    name == "hamilton-connected" || name.starts_with("hamilton-path:")
}

const CONTAINS: &str = "contains:";

/// The parts of a name, joined by `+`, each with the word that all of them begin with.
pub(super) fn parts(name: &str) -> Vec<String> {
    let graphs = name
        .get(..CONTAINS.len())
        .filter(|word| word.eq_ignore_ascii_case(CONTAINS));
    let (word, parts) = name.split_at(graphs.map_or(0, str::len));
    parts.split('+').map(|part| format!("{word}{part}")).collect()
}

/// The name in the case in which it is known, that of graph6 matters, and its parts in an order of their own.
pub(super) fn in_usual_case(name: &str) -> String {
    let mut all: Vec<String> = parts(name).iter().map(|part| part_in_usual_case(part)).collect();
    all.sort_unstable();
    all.dedup();
    let are_graphs = all.iter().all(|part| part.starts_with(CONTAINS));
    let rest = |part: &String| part[if are_graphs { CONTAINS.len() } else { 0 }..].to_owned();
    let word = if are_graphs { CONTAINS } else { "" };
    format!("{word}{}", all.iter().map(rest).collect::<Vec<_>>().join("+"))
}

fn part_in_usual_case(name: &str) -> String {
    match name.split_once(':') {
        Some((kind, argument)) => {
            let argument = named_graph(argument).map_or(argument.into(), |(graph, _)| graph);
            format!("{}:{argument}", kind.to_ascii_lowercase())
        }
        None => {
            let small = name.to_ascii_lowercase();
            let is_known = NAMES.split([',', ' ']).any(|known| known == small);
            if is_known { small } else { name.into() }
        }
    }
}

/// The winning sets of this name on `n` vertices.
///
/// # Errors
/// [`NoSuchSets`].
pub fn winning_sets(name: &str, n: usize) -> Result<Box<dyn WinningSets>, NoSuchSets> {
    let parts = parts(name);
    let [_, _, ..] = parts[..] else {
        return one_of_all(name, n);
    };
    let graphs = parts.iter().filter(|part| part.starts_with(CONTAINS)).count();
    if parts.iter().any(|part| is_of_ends(part)) || graphs > 0 && graphs < parts.len() {
        return Err(NoSuchSets::Name {
            name: name.into(),
            meant: None,
        });
    }
    let kinds = parts.iter().map(|part| one_of_all(part, n));
    Ok(Box::new(Any::new(kinds.collect::<Result<_, _>>()?)))
}

/// The winning sets of one part of a name.
fn one_of_all(name: &str, n: usize) -> Result<Box<dyn WinningSets>, NoSuchSets> {
    let unknown = || NoSuchSets::Name {
        name: name.into(),
        meant: meant(name),
    };
    let (kind, argument) = match name.split_once(':') {
        Some((kind, argument)) => (kind, Some(argument)),
        None => (name, None),
    };
    let from = |least: usize| {
        let name = name.into();
        match (least..=ORDER_MOST).contains(&n) {
            true => Ok(()),
            false if least > ORDER_MOST => Err(NoSuchSets::Large { name, least }),
            false => Err(NoSuchSets::Order { name, least, n }),
        }
    };
    Ok(match (kind, argument) {
        ("hamilton-cycle", None) => {
            from(3)?;
            Box::new(Hamilton::new(n, Target::Cycle))
        }
        ("hamilton-path", None) => {
            from(2)?;
            Box::new(Hamilton::new(n, Target::Path))
        }
        ("hamilton-path", Some(ends)) => {
            let (u, v) = ends.split_once('-').ok_or_else(unknown)?;
            let (u, v) = (number(u).ok_or_else(unknown)?, number(v).ok_or_else(unknown)?);
            if u == v {
                return Err(unknown());
            }
            from((u.max(v) + 1).max(3))?;
            Box::new(Hamilton::new(n, Target::Between(u, v)))
        }
        ("hamilton-connected", None) => {
            from(3)?;
            Box::new(HamiltonConnected::new(n))
        }
        ("perfect-matching", None) => {
            from(2)?;
            Box::new(Matching::new(n))
        }
        ("connected", None) => {
            from(2)?;
            Box::new(Connected::new(n))
        }
        ("2-connected", None) => {
            from(3)?;
            Box::new(TwoConnected::new(n))
        }
        ("odd-cycle", None) => {
            from(3)?;
            Box::new(OddCycle::new(n))
        }
        ("non-planar", None) => {
            from(5)?;
            Box::new(NonPlanar::new(n))
        }
        ("chromatic", Some(colours)) => {
            let colours = number(colours).filter(|&colours| colours > 2).ok_or_else(unknown)?;
            from(colours)?;
            Box::new(Chromatic::new(n, colours))
        }
        ("min-degree", Some(degree)) => {
            let degree = number(degree).filter(|&degree| degree > 0).ok_or_else(unknown)?;
            from(degree.saturating_add(1).max(2))?;
            Box::new(MinDegree::new(n, degree as u32))
        }
        ("contains", Some(graph)) => {
            let (_, small) = named_graph(graph)?;
            from(small.order())?;
            let copies = Copies::new(n, &small).ok_or(NoSuchSets::Copies {
                name: graph.into(),
                n,
                most: Copies::MOST,
            })?;
            Box::new(copies)
        }
        _ => return Err(unknown()),
    })
}

/// What may be meant by a name that is not known.
fn meant(name: &str) -> Option<String> {
    match named_graph(name) {
        Ok((graph, _)) => Some(format!("contains:{graph}")),
        Err(_) => name.eq_ignore_ascii_case("planar").then(|| "non-planar".into()),
    }
}

fn number(text: &str) -> Option<usize> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    text.parse().ok().filter(|_| plain)
}

/// 2 to this power, the same on every machine, which a library's function need not be.
fn power_of_two(exponent: i32) -> f64 {
    let power = (1u64 << exponent.unsigned_abs()) as f64;
    if exponent < 0 { 1.0 / power } else { power }
}

/// A potential that sets stars apart where nothing better is known: each end counts the more the less of its star may
/// still be lost. `all` is the number of vertices.
pub(super) fn weigh_stars(all: usize, need: u32, maker: Pairs, free: Pairs, potential: &mut Potential) {
    let stars = super::pairs::stars(all);
    let mut weights = [0.0; ORDER_MOST];
    for v in 0..all {
        let missing = need as i32 - (maker & stars[v]).count_ones() as i32;
        if missing > 0 {
            weights[v] = power_of_two(2 * missing - (free & stars[v]).count_ones() as i32);
        }
    }
    for at in each(free & all_pairs(all)) {
        let (u, v) = super::pairs::ends(at);
        potential[at] = weights[u] + weights[v];
    }
}
