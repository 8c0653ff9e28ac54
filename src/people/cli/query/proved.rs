//! What a proof says of a position.

use std::io::Write;

use graph::Graph16;
use proof::play::{Choice, Move, Order, State, Strategist, moves_text, parse_moves};
use serde::Serialize;

use super::super::advice::Advised;
use super::super::failure::{Code, Failure};
use super::super::json;

/// What `query --proof --json` prints of a position.
#[derive(Serialize)]
struct Answer<'a> {
    /// The moves so far.
    position: String,
    /// The name of the player who is to move; `None` at the end.
    next: Option<&'a str>,
    /// The player who has won or is proved to win.
    winner: Option<&'a str>,
    /// How the game has ended.
    ending: Option<&'a str>,
    moves: &'a [Choice],
}

/// Writes what the proof says of the position of a text: a graph where edges have no colours, else the moves so far.
///
/// # Errors
/// [`Code::BadPosition`]: the text is not a position of the game.
pub(super) fn write_value(
    proof: &dyn Strategist,
    text: &str,
    as_json: bool,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let about = proof.about();
    let moves = moves(proof, text)?;
    let refused =
        |error: proof::play::BadMoves| Failure::new(Code::BadPosition, format!("'{}': {error}", graph::Repeated(text)));
    let state = proof.state(&moves).map_err(refused)?;
    let winner = winner(&state, about.winner);
    if as_json {
        let name = |player: usize| &about.players[player][..];
        let answer = Answer {
            position: moves_text(&moves, about),
            next: state.next.map(name),
            winner: winner.map(name),
            ending: state.ending.as_ref().map(|ending| &ending.why[..]),
            moves: &state.choices,
        };
        writeln!(out, "{}", json::line(&answer))?;
        return Ok(());
    }
    let is_tie = state.ending.is_some() && winner.is_none();
    let value = match winner {
        None if is_tie => "tie",
        None => "unknown",
        Some(winner) if !about.colours.is_empty() => &about.players[winner],
        // As of solved games: N when the next player wins, P when the previous one does.
        Some(winner) if winner == moves.len() % 2 => "N",
        Some(_) => "P",
    };
    writeln!(out, "{text} {value}")?;
    Ok(())
}

/// The moves of a text. Those without colours may be made in any order.
fn moves(proof: &dyn Strategist, text: &str) -> Result<Vec<Move>, Failure> {
    let about = proof.about();
    let bad = |error: &dyn std::fmt::Display| Failure::new(Code::BadPosition, error.to_string());
    if let (true, Order::Fixed(n)) = (about.colours.is_empty(), about.order) {
        let graph: Graph16 = graph::parse(text, n).map_err(|error| bad(&error.advised()))?;
        let edges = (1..n).flat_map(|v| (0..v).map(move |u| [u, v]));
        return Ok(edges.filter(|&[u, v]| graph.has_edge(u, v)).map(Move::Edge).collect());
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

/// Who has won or is proved to win.
fn winner(state: &State, proved: usize) -> Option<usize> {
    match &state.ending {
        Some(ending) => ending.winner,
        None => state.is_proved.then_some(proved),
    }
}
