//! What a proof says of a position.

use std::io::Write;

use graph::{Graph, Graph16, encode_graph6};
use proof::play::{Choice, Move, Order, ProofPlayer, State, Verdict, moves_text, parse_moves};
use serde::Serialize;

use super::super::advice::Advised;
use super::super::failure::{Code, Failure};
use super::super::json;

/// What `query --proof --json` prints of a position: the keys of `query` and `moves`, and more.
#[derive(Serialize)]
struct Answer<'a> {
    /// The moves so far.
    position: String,
    /// Not of a board without vertices.
    #[serde(skip_serializing_if = "Option::is_none")]
    graph6: Option<String>,
    edges: usize,
    /// The name of the player who is to move; `None` at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<&'static str>,
    /// How the game has ended.
    ending: Option<&'a str>,
    moves: Vec<Step>,
}

/// A legal move.
#[derive(Serialize)]
struct Step {
    #[serde(skip_serializing_if = "Option::is_none")]
    edge: Option<[usize; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    colour: Option<String>,
    /// The name.
    #[serde(skip_serializing_if = "Option::is_none")]
    element: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    wins: Option<bool>,
}

impl Step {
    fn of(choice: &Choice, proof: &dyn ProofPlayer) -> Self {
        let text = || Some(choice.step.text(proof.about()));
        let (edge, colour, element) = match choice.step {
            Move::Edge(pair) => (Some(pair), None, None),
            Move::Colour(_) => (None, text(), None),
            Move::Element(_) => (None, None, text()),
        };
        let wins = match choice.verdict {
            Verdict::Win => Some(true),
            Verdict::Loss => Some(false),
            Verdict::Unknown => None,
        };
        Self {
            edge,
            colour,
            element,
            wins,
        }
    }
}

/// Writes what the proof says of the position of a text: a graph where edges have no colours, else the moves so far.
///
/// # Errors
/// [`Code::BadPosition`]: the text is not a position of the game.
pub(super) fn write_value(
    proof: &dyn ProofPlayer,
    text: &str,
    as_json: bool,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let about = proof.about();
    let moves = moves(proof, text)?;
    let refused =
        |error: proof::play::BadMoves| Failure::new(Code::BadPosition, format!("'{}': {error}", graph::Repeated(text)));
    let state = proof.state(&moves).map_err(refused)?;
    let previous = match (state.next, moves.split_last()) {
        (None, Some((_, before))) => proof.state(before).map_err(refused)?.next.unwrap_or_default(),
        (next, _) => 1 - next.unwrap_or_default(),
    };
    let value = state.value(previous, about);
    if as_json {
        let answer = Answer {
            position: moves_text(&moves, about),
            graph6: about.elements.is_empty().then(|| graph6(&state, about.colours.len())),
            edges: state.edges.len() + state.stones.len(),
            next: state.next.map(|player| &about.players[player][..]),
            value,
            ending: state.ending.as_ref().map(|ending| &ending.why[..]),
            moves: state.choices.iter().map(|choice| Step::of(choice, proof)).collect(),
        };
        writeln!(out, "{}", json::line(&answer))?;
        return Ok(());
    }
    let value = match (value, state.winner(about)) {
        (None, _) => "unknown".into(),
        (_, Some(winner)) if !about.colours.is_empty() => about.players[winner].clone(),
        (Some("T"), _) => "tie".into(),
        (Some(letter), _) => letter.into(),
    };
    writeln!(out, "{text} {value}")?;
    Ok(())
}

/// The edges in one word, or a word for each colour.
fn graph6(state: &State, colours: usize) -> String {
    let word = |colour: Option<usize>| {
        let mut graph = Graph::<u32, 32>::empty(state.used);
        for edge in state.edges.iter().filter(|edge| edge.colour == colour) {
            graph.toggle(edge.pair[0], edge.pair[1]);
        }
        encode_graph6(&graph)
    };
    match colours {
        0 => word(None),
        _ => format!("{} {}", word(Some(0)), word(Some(1))),
    }
}

/// The moves of a text. Those without colours may be made in any order.
fn moves(proof: &dyn ProofPlayer, text: &str) -> Result<Vec<Move>, Failure> {
    let about = proof.about();
    let bad = |error: &dyn std::fmt::Display| Failure::new(Code::BadPosition, error.to_string());
    if let (true, Order::Fixed(n)) = (about.colours.is_empty(), about.order) {
        let graph: Graph16 = graph::parse(text, n).map_err(|error| bad(&error.advised()))?;
        let edges = (1..n).flat_map(|v| (0..v).map(move |u| [u, v]));
        return Ok(edges.filter(|&[u, v]| graph.has_edge(u, v)).map(Move::Edge).collect());
    }
    if !about.elements.is_empty() {
        let text = if ["-", "[]"].contains(&text) { "" } else { text };
        return parse_moves(text, about).map_err(|error| bad(&error));
    }
    // Dashes of any kind, with blanks or without.
    let plain = text.replace(graph::DASHES, "-").replace(' ', "");
    let plain = if ["-", "[]"].contains(&&plain[..]) {
        ""
    } else {
        &plain[..]
    };
    parse_moves(plain, about).map_err(|error| bad(&error))
}
