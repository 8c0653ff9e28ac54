//! The bytes of a proof: docs/hypergraphs.md says what they mean.

use std::io;

use super::game::{Game, Rule};
use super::maker_breaker::{self, Strategy};
use super::set::size;
use super::strong;

/// The whole file of a proof about a Maker-Breaker game.
pub(super) fn sealed(game: &Game, strategy: &Strategy) -> io::Result<Vec<u8>> {
    let mut head = head(game, game.rule().winner(strategy.maker_wins));
    head.extend([
        ("maps", strategy.maps.len().to_string()),
        ("nodes", strategy.nodes.len().to_string()),
        ("replies", strategy.replies().to_string()),
    ]);
    let mut body = opening(game, &strategy.maps);
    body.extend(maker_breaker::body(strategy, game.hypergraph().len()));
    proof::seal(&head, &body)
}

/// The whole file of a proof that Black wins a strong game.
pub(super) fn strong_sealed(game: &Game, strategy: &strong::Strategy) -> io::Result<Vec<u8>> {
    let head = strong_head(
        game,
        true,
        [strategy.maps.len(), strategy.entries.len()],
        strategy.counts(),
    );
    let mut body = opening(game, &strategy.maps);
    body.extend(strong::body(strategy, game.hypergraph().len()));
    proof::seal_slowly(&head, &body)
}

/// The whole file of a proof that White keeps Black from winning a strong game.
pub(super) fn held_sealed(game: &Game, held: &strong::Held) -> io::Result<Vec<u8>> {
    let head = strong_head(game, false, [held.maps.len(), held.entries.len()], held.counts());
    let mut body = opening(game, &held.maps);
    body.extend(strong::held_body(held, game.hypergraph().len()));
    proof::seal(&head, &body)
}

fn strong_head(
    game: &Game,
    black_wins: bool,
    [maps, nodes]: [usize; 2],
    [replies, sequences]: [usize; 2],
) -> Vec<(&'static str, String)> {
    let mut head = head(game, game.rule().winner(black_wins));
    let counts = [
        ("maps", maps),
        ("nodes", nodes),
        ("replies", replies),
        ("sequences", sequences),
    ];
    head.extend(counts.map(|(word, count)| (word, count.to_string())));
    head
}

fn head(game: &Game, winner: &str) -> Vec<(&'static str, String)> {
    let hypergraph = game.hypergraph();
    let stones = hypergraph.len() - size(hypergraph.free());
    let mut head = vec![
        ("game", game.name()),
        ("elements", hypergraph.len().to_string()),
        ("sets", hypergraph.wins[0].len().to_string()),
    ];
    if game.rule() == Rule::Strong {
        head.push(("white-sets", hypergraph.wins[1].len().to_string()));
    }
    head.extend([
        ("stones", stones.to_string()),
        ("turns", game.turns()),
        ("winner", winner.into()),
    ]);
    head
}

/// The board, and the maps.
fn opening(game: &Game, maps: &[Vec<u8>]) -> Vec<u8> {
    let text = game.hypergraph().text();
    let mut body = (text.len() as u32).to_le_bytes().to_vec();
    body.extend(text.as_bytes());
    maps.iter().for_each(|map| body.extend(map));
    body
}
