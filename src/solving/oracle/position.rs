//! A position and its value.

use serde::Serialize;

use super::demand::{demanded, is_edge};
use super::{Known, Value};
use game::values::{Label, Player, Verdict};
use game::{Demand, Game, Keys};
use graph::COLOURS;

/// A position as given, its canonical form, and its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Position {
    /// With the labels given.
    pub graph6: String,
    /// graph6 of its canonical form: the same for isomorphic positions.
    pub canonical: String,
    /// Number of edges that moves have added.
    pub edges: u32,
    /// Who is next, `red` or `green`, where the players have different moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<&'static str>,
    /// What the next move must be: `turn` in JSON, where that is not an edge by turns.
    #[serde(rename = "turn", skip_serializing_if = "is_edge", serialize_with = "demanded")]
    pub demand: Demand,
    /// Its value.
    #[serde(flatten)]
    pub value: Value,
    /// What it is for who is next; `None` for scores.
    #[serde(skip)]
    pub verdict: Option<Verdict>,
    /// Its level.
    #[serde(skip)]
    pub level: u32,
}

impl Position {
    /// Creates the entry of a position whose label, as seen by the next player, is known.
    pub(super) fn of<K: Known>(known: &K, position: &<K::Game as Game>::Position, label: Label) -> Self {
        let game = known.game();
        let value = Value::of(known, position, label);
        Self {
            verdict: value.value.map(|outcome| outcome.of_next(game.next(position))),
            graph6: game.graph6(position),
            canonical: game.graph6(&game.position(game.record(position))),
            edges: game.edges(position),
            level: game.level_of(position),
            next: game.next(position).map(colour),
            demand: game.demand(position),
            value,
        }
    }
}

/// Returns the player's colour.
pub(super) fn colour(player: Player) -> &'static str {
    COLOURS[player as usize]
}

/// Returns the player of the colour.
pub(super) fn player(colour: &str) -> Option<Player> {
    let index = COLOURS.iter().position(|&name| name == colour)?;
    Some(Player::BOTH[index])
}
