//! The rules of the avoidance games: which edges may be added to a graph.

use std::sync::Arc;

use super::own::Own;
use super::property::{PROPERTIES, Property, component, property_words};
use boards::Pattern;
use game::{CONNECTED, Part, Rulebook, Signature, shown_graph, usual_name};

use crate::canonical_pair::pairs;
use crate::spelling::{folded, nearest};
use canon::Lanes;
use graph::{Graph, Graph16, NoSuchGraph, Row, a_copy, graph_words, named_graph};

/// What players may not complete, and whether moves must be connected.
///
/// In `achieve:F`, who completes F wins. So whoever leaves a graph that one more edge completes has lost, and what is
/// forbidden is such graphs: for a graph F those that contain F without one of its edges. The player who cannot avoid
/// them has lost, two moves before the end.
#[derive(Clone, Debug)]
pub struct Rules {
    name: String,
    forbidden: Vec<Forbidden>,
    /// After the first edge every move must touch the component with edges.
    connected: bool,
}

#[derive(Clone, Debug)]
enum Forbidden {
    /// A copy of a graph, induced or not.
    Copy {
        name: String,
        pattern: Pattern,
    },
    Property(Property),
    /// A graph to which one more edge gives the property.
    Offer(Property),
    /// A property of a program that uses this crate.
    Own(Own),
}

const AVOID: &str = "avoid:";
const ACHIEVE: &str = "achieve:";
const OWN: &str = "own:";
/// Words for what is named otherwise.
const SYNONYMS: [(&str, &str); 8] = [
    ("planar", "non-planar"),
    ("bipartite", "odd-cycle"),
    ("hamiltonian", "hamilton-cycle"),
    ("triangle", "K3"),
    ("square", "C4"),
    ("star", "K1,3"),
    ("wheel", "W4"),
    ("cube", "Q3"),
];

/// Returns the sentence `why` a graph or property `part` is unknown, with what there is, or a suggestion.
fn suggested(part: &str, why: &NoSuchGraph) -> String {
    let other = SYNONYMS.iter().find(|(word, _)| part.eq_ignore_ascii_case(word));
    let meant = other.map(|(_, meant)| *meant);
    match (
        meant.or_else(|| nearest(part, property_words().chain(graph_words()))),
        why,
    ) {
        (Some(meant), _) => format!("{why}; did you mean '{meant}'?"),
        (None, NoSuchGraph::Name(_)) => format!("{why}, nor a property ({PROPERTIES})"),
        (None, _) => why.to_string(),
    }
}

/// Returns the property of a part of the name of a game.
fn property(part: &str) -> Option<Property> {
    Property::named(part)?.ok()
}

/// Returns the noun for a forbidden part.
fn word(part: &str) -> String {
    match (part, property(part)) {
        ("K3", _) => "triangle".into(),
        (_, Some(property)) => property.noun(),
        _ => shown_graph(part),
    }
}

impl Rules {
    /// Returns the rules of the game of this name: `triangle`, or `avoid:` or `achieve:` and graphs or properties
    /// joined by `+`; for avoidance games then optionally `/connected`. Returns `None` for any other name.
    ///
    /// # Errors
    /// Returns a sentence when the forbidden graph or property is unknown.
    pub fn named(name: &str) -> Option<Result<Self, String>> {
        let name = folded(name);
        if let Some(parts) = name.strip_prefix(ACHIEVE) {
            return Some(Self::achieving(parts));
        }
        let (game, connected) = match name.strip_suffix(CONNECTED) {
            Some(game) => (game, true),
            None => (&name[..], false),
        };
        let parts = match game {
            "triangle" => "K3",
            _ => game.strip_prefix(AVOID)?,
        };
        Some(Self::of_parts(parts, connected))
    }

    /// Returns the rules of the game `own:NAME`, in which the property `has` is avoided, which more edges must not take
    /// away and which isomorphic graphs share; `deed` says after "may not" what a player does who gives a graph the
    /// property.
    ///
    /// # Errors
    /// Returns a sentence when the name has anything but letters, digits and hyphens.
    pub fn own(
        name: &str,
        deed: &str,
        has: impl Fn(&Graph<u32, 24>) -> bool + Send + Sync + 'static,
    ) -> Result<Self, String> {
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
        if !(1..=40).contains(&name.len()) || !name.bytes().all(is_plain) {
            return Err(format!("'{name}' is not 1 to 40 letters, digits and hyphens"));
        }
        let own = Own {
            name: name.into(),
            deed: deed.into(),
            has: Arc::new(has),
        };
        Ok(Self {
            name: format!("{OWN}{name}"),
            forbidden: vec![Forbidden::Own(own)],
            connected: false,
        })
    }

    /// Returns the property that a program of somebody's own defines.
    fn own_property(&self) -> Option<&Own> {
        match &self.forbidden[..] {
            [Forbidden::Own(own)] => Some(own),
            _ => None,
        }
    }

    /// Returns whether a program of somebody's own has defined the rules, which no name then gives back.
    pub(crate) fn is_own(&self) -> bool {
        self.own_property().is_some()
    }

    /// Returns the rules that forbid what one edge completes to one of the `parts`, joined by `+`.
    ///
    /// # Errors
    /// Returns a sentence when a part is unknown, or completed by the first edge.
    fn achieving(parts: &str) -> Result<Self, String> {
        if let Some((parts, play)) = parts.split_once('/') {
            let name = format!("{ACHIEVE}{parts}");
            return Err(format!("'/{play}' is not known for {name}, which is played without it"));
        }
        let aims = Self::of_parts(parts, false)?;
        let mut forbidden = Vec::new();
        for aim in aims.forbidden.iter().cloned() {
            match aim {
                Forbidden::Copy { name, .. } => forbidden.extend(short_of(&name)?),
                Forbidden::Property(property) => forbidden.push(Forbidden::Offer(property)),
                Forbidden::Offer(_) | Forbidden::Own(_) => unreachable!("no name of a part means it"),
            }
        }
        Ok(Self {
            name: format!("{ACHIEVE}{}", aims.forbidden()),
            forbidden,
            connected: false,
        })
    }

    /// Returns the rules that forbid the `parts`, joined by `+`.
    ///
    /// # Errors
    /// Returns a sentence when a part is unknown.
    pub(crate) fn of_parts(parts: &str, connected: bool) -> Result<Self, String> {
        let mut named = Vec::new();
        for part in parts.split('+') {
            named.push(match Property::named(part) {
                Some(property) => {
                    let property = property?;
                    (property.name(), Forbidden::Property(property))
                }
                None => {
                    let (_, graph) = named_graph(part).map_err(|why| suggested(part, &why))?;
                    let (name, pattern) = (usual_name(&graph), Pattern::new(&graph));
                    (name.clone(), Forbidden::Copy { name, pattern })
                }
            });
        }
        // One name for each game, whatever the order of the parts.
        named.sort_by(|a, b| a.0.cmp(&b.0));
        named.dedup_by(|a, b| a.0 == b.0);
        let names: Vec<&str> = named.iter().map(|(name, _)| name.as_str()).collect();
        let name = match names[..] {
            ["K3"] => "triangle".to_string(),
            _ => format!("{AVOID}{}", names.join("+")),
        };
        Ok(Self {
            name: if connected { name + CONNECTED } else { name },
            forbidden: named.into_iter().map(|(_, forbidden)| forbidden).collect(),
            connected,
        })
    }

    /// Returns the name by which the game is known, the same for all spellings.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the forbidden parts, as in the name of a game.
    pub(crate) fn forbidden(&self) -> &str {
        let game = self.name.strip_suffix(CONNECTED).unwrap_or(&self.name);
        let parts = game.strip_prefix(AVOID).or_else(|| game.strip_prefix(ACHIEVE));
        parts.unwrap_or("K3")
    }

    /// Returns an error, a sentence, when the rules forbid the graph without an edge on `n` vertices.
    pub fn begins_on(&self, n: usize) -> Result<(), String> {
        match self.violation(&Graph::<u32, 24>::empty(n)) {
            None => Ok(()),
            Some(why) => Err(format!("the empty graph on {n} vertices is not a position: {why}")),
        }
    }

    /// Returns whether who completes one of the parts wins.
    pub(crate) fn is_achievement(&self) -> bool {
        self.name.starts_with(ACHIEVE)
    }

    /// Returns the rules for a list of games.
    pub fn sentence(&self) -> String {
        if let Some(own) = self.own_property() {
            return format!("players add edges in turn and may not {}", own.deed);
        }
        let parts = self.forbidden().split('+');
        let (properties, copies): (Vec<&str>, Vec<&str>) = parts.partition(|part| property(part).is_some());
        let a_copy = |part: &str| match part {
            "K3" => "a triangle".into(),
            name => a_copy(&shown_graph(name)),
        };
        let mut said: Vec<String> = Vec::new();
        if !copies.is_empty() {
            let copies: Vec<String> = copies.into_iter().map(a_copy).collect();
            said.push(format!("complete {}", copies.join(" or ")));
        }
        said.extend(properties.into_iter().filter_map(property).map(Property::deed));
        if self.is_achievement() {
            let said = said.join(", or ");
            return format!(
                "players add edges in turn to {said}, which wins; nobody may leave a graph that lacks one edge"
            );
        }
        let mut sentence = format!("players add edges in turn and may not {}", said.join(", nor "));
        if self.connected {
            sentence += "; after the first edge every move must touch an earlier edge";
        }
        sentence
    }

    /// Returns the graphs that are not to be completed, or to be completed, each with its name as a noun; properties
    /// are not among them.
    pub(crate) fn graphs(&self) -> Vec<(String, Graph16)> {
        if self.is_own() {
            return Vec::new();
        }
        let parts = self.forbidden().split('+');
        let named = parts.filter_map(|name| Some((word(name), named_graph(name).ok()?.1)));
        named.collect()
    }

    /// Returns what may not be completed, as data.
    pub(crate) fn parts(&self) -> Vec<Part> {
        let part = |forbidden: &Forbidden| match forbidden {
            Forbidden::Copy { name, .. } => {
                Part::Copy(name.clone(), named_graph(name).expect("it is a name already").1)
            }
            Forbidden::Property(property) => Part::Property(property.name()),
            Forbidden::Offer(property) => Part::Property(format!("short-of-{}", property.name())),
            Forbidden::Own(own) => Part::Property(format!("{OWN}{}", own.name)),
        };
        self.forbidden.iter().map(part).collect()
    }

    /// Returns the rules of a game in which the players have the same moves, as data.
    pub(crate) fn rulebook(&self, signature: Signature) -> Rulebook {
        Rulebook {
            signature,
            parts: vec![self.parts()],
            connected: self.connected,
            board: None,
            red_alone: false,
            turns: None,
        }
    }

    /// Returns whether the forbidden parts are graphs, rather than properties; `None` where both occur.
    pub(crate) fn are_copies(&self) -> Option<bool> {
        let is_copy = |part: &Forbidden| matches!(part, Forbidden::Copy { .. });
        let copies = self.forbidden.iter().filter(|part| is_copy(part)).count();
        match copies {
            0 => Some(false),
            _ => (copies == self.forbidden.len()).then_some(true),
        }
    }

    /// Returns the forbidden part, as a noun.
    pub(crate) fn in_words(&self) -> String {
        let words: Vec<String> = self.forbidden().split('+').map(word).collect();
        words.join(" or ")
    }

    /// Returns the forbidden part, as the first part of the name of a game.
    pub(crate) fn in_title(&self) -> String {
        if let Some(own) = self.own_property() {
            return own.name.clone();
        }
        let in_title = |part| property(part).map_or_else(|| word(part), Property::in_title);
        let words: Vec<String> = self.forbidden().split('+').map(in_title).collect();
        words.join(" or ")
    }

    /// Returns the name of the game in a sentence.
    pub fn title(&self) -> String {
        let play = if self.connected { "connected " } else { "" };
        let kind = if self.is_achievement() {
            "achievement"
        } else {
            "avoidance"
        };
        format!("the {play}{} {kind} game", self.in_title())
    }

    /// Returns the only property avoided, if there is only one.
    pub(crate) fn only(&self) -> Only {
        match &self.forbidden[..] {
            [Forbidden::Property(Property::OddCycle)] => Only::OddCycle,
            [Forbidden::Property(Property::Connected)] => Only::Whole,
            [Forbidden::Copy { name, .. }] if name == "K3" => Only::Triangle,
            _ => Only::Other,
        }
    }

    /// Returns whether this is the triangle game, which has its own kernel.
    pub(crate) fn is_triangle(&self) -> bool {
        self.only() == Only::Triangle && !self.connected
    }

    /// Returns whether every move must touch an earlier edge.
    pub(crate) fn is_connected_play(&self) -> bool {
        self.connected
    }

    /// Returns the legal moves of `graph` as rows. Cost: a search for each forbidden graph, about 0.3 us for C4.
    pub fn open<R: Lanes<W>, const W: usize>(&self, graph: &Graph<R, W>) -> [R; W] {
        self.open_among(graph, &[R::below(graph.order()); W])
    }

    /// Returns those legal moves of `graph` that are in the rows `among`. Cost: [`Rules::open`], less where few pairs
    /// are in question.
    pub fn open_among<R: Lanes<W>, const W: usize>(&self, graph: &Graph<R, W>, among: &[R; W]) -> [R; W] {
        let mut open = self.unjoined(graph);
        for v in 0..W {
            open[v] &= among[v];
        }
        self.close(graph, &mut open);
        open
    }

    /// Returns the pairs that are not joined and that connected play allows.
    #[inline(always)]
    pub(super) fn unjoined<R: Lanes<W>, const W: usize>(&self, graph: &Graph<R, W>) -> [R; W] {
        let n = graph.order();
        let all = R::below(n);
        let mut open = [R::EMPTY; W];
        for v in 0..n {
            open[v] = all & !(graph.neighbours(v) | R::bit(v));
        }
        let built = if self.connected { built(graph) } else { R::EMPTY };
        if !built.is_empty() {
            for v in (all & !built).vertices() {
                open[v] &= built;
            }
        }
        open
    }

    /// Removes from the rows `open`, pairs that are not joined, those that complete something forbidden.
    #[inline(always)]
    pub(super) fn close<R: Lanes<W>, const W: usize>(&self, graph: &Graph<R, W>, open: &mut [R; W]) {
        for forbidden in &self.forbidden {
            forbidden.close(graph, open);
        }
    }

    /// Returns the possible last edges as rows: without one of them the graph is still a position.
    pub(super) fn removable<R: Row, const W: usize>(&self, graph: &Graph<R, W>) -> [R; W] {
        let mut removable = *graph.rows();
        if !self.connected {
            return removable;
        }
        for (u, v) in graph.edges() {
            // The rest is connected, or one end is isolated.
            let without = graph.toggled(u, v);
            let falls_apart = !component(&without, u).has(v);
            let has_leaf = graph.neighbours(u).count() == 1 || graph.neighbours(v).count() == 1;
            if falls_apart && !has_leaf {
                removable[u] &= !R::bit(v);
                removable[v] &= !R::bit(u);
            }
        }
        removable
    }

    /// Returns why `graph` is not a position, as the end of a sentence about it.
    pub fn violation<R: Lanes<W>, const W: usize>(&self, graph: &Graph<R, W>) -> Option<String> {
        if self.connected {
            let built = built(graph);
            if !built.is_empty() && component(graph, built.lowest()) != built {
                return Some("its edges are not connected".into());
            }
        }
        self.forbidden.iter().find_map(|forbidden| forbidden.violation(graph))
    }
}

/// A property whose saturated graphs are known without a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Only {
    Triangle,
    OddCycle,
    Whole,
    Other,
}

impl Forbidden {
    /// Removes from the rows `open`, pairs that are not joined, those that complete something forbidden.
    #[inline(always)]
    fn close<R: Lanes<W>, const W: usize>(&self, graph: &Graph<R, W>, open: &mut [R; W]) {
        match self {
            Self::Copy { pattern, .. } => pattern.close(graph, open),
            Self::Property(property) => property.close(graph, open),
            Self::Own(own) => own.close(graph, open),
            Self::Offer(aim) => {
                let apart = *open;
                for (u, v) in pairs(&apart) {
                    if is_offered(*aim, &graph.toggled(u, v)) {
                        open[u] &= !R::bit(v);
                        open[v] &= !R::bit(u);
                    }
                }
            }
        }
    }

    fn violation<R: Lanes<W>, const W: usize>(&self, graph: &Graph<R, W>) -> Option<String> {
        match self {
            Self::Copy { name, pattern } => {
                let mut edges = graph.edges();
                let edge = edges.find(|&(u, v)| pattern.contains(graph, u, v));
                edge.map(|(u, v)| format!("the edge {u}-{v} is in {}", a_copy(&shown_graph(name))))
            }
            Self::Property(property) => property.violation(graph),
            Self::Own(own) => own.violation(graph),
            Self::Offer(aim) => {
                let offered = || is_offered(*aim, graph).then(|| format!("one more edge makes {}", aim.made()));
                aim.violation(graph).or_else(offered)
            }
        }
    }
}

/// Returns whether one more edge gives `graph` the property.
fn is_offered<R: Lanes<W>, const W: usize>(aim: Property, graph: &Graph<R, W>) -> bool {
    let all = R::below(graph.order());
    let mut apart = [R::EMPTY; W];
    for v in all.vertices() {
        apart[v] = all & !(graph.neighbours(v) | R::bit(v));
    }
    let mut open = apart;
    aim.close(graph, &mut open);
    open != apart
}

/// Returns the graphs that the named graph is without one of its edges, as things to forbid. Vertices stay, so that a
/// board too small for the graph has none of them.
fn short_of(name: &str) -> Result<Vec<Forbidden>, String> {
    let (_, graph) = named_graph(name).map_err(|why| why.to_string())?;
    if graph.size() == 1 {
        return Err(format!(
            "the first edge completes {name}, so the first player wins at once"
        ));
    }
    let mut short: Vec<(String, Graph16)> = (graph.edges())
        .map(|(u, v)| graph.toggled(u, v))
        .map(|graph| (usual_name(&graph), graph))
        .collect();
    short.sort_by(|a, b| a.0.cmp(&b.0));
    short.dedup_by(|a, b| a.0 == b.0);
    let forbidden = short.into_iter().map(|(name, graph)| Forbidden::Copy {
        pattern: Pattern::new(&graph),
        name,
    });
    Ok(forbidden.collect())
}

/// Returns the vertices that have an edge.
fn built<R: Row, const W: usize>(graph: &Graph<R, W>) -> R {
    graph.rows().iter().fold(R::EMPTY, |set, &row| set | row)
}
