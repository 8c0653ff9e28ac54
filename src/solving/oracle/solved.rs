//! A game with values as an oracle.

use game::values::Values;
use game::{About, BadPosition, Game, Keys};

use super::{
    AnswerError, Canonical, Identity, Known, LevelCount, Moves, Oracle, Position, SolvedError, Value, position,
};

use super::known::labels;

/// The value of one position.
pub(super) fn label<K: Known>(
    known: &K,
    position: &<K::Game as Game>::Position,
) -> Result<game::values::Label, SolvedError> {
    Ok(labels(known, &[position])?[0])
}

fn canonical<G: Keys>(game: &G, position: &G::Position) -> Canonical {
    Canonical {
        graph6: game.graph6(position),
        canonical: game.graph6(&game.position(game.record(position))),
        edges: game.edges(position),
        next: game.next(position).map(position::colour),
        demand: game.demand(position),
    }
}

impl<K: Known> Oracle for K {
    fn identity(&self) -> Identity<'_> {
        Known::identity(self)
    }

    fn about(&self) -> About {
        self.game().about()
    }

    fn levels(&self) -> Result<Vec<LevelCount>, SolvedError> {
        Known::levels(self)
    }

    fn values(&self) -> Values {
        Known::values(self)
    }

    fn value(&self, text: &str) -> Result<Value, AnswerError> {
        let game = self.game();
        let position = game.parse(text)?;
        let label = label(self, &position)?;
        Ok(Value::of(self, &position, label))
    }

    fn position(&self, text: &str) -> Result<Position, AnswerError> {
        let position = self.game().parse(text)?;
        let label = label(self, &position)?;
        Ok(Position::of(self, &position, label))
    }

    fn canonical(&self, text: &str) -> Result<Canonical, BadPosition> {
        let game = self.game();
        Ok(canonical(game, &game.parse(text)?))
    }

    fn ended(&self, text: &str, edges: &[[usize; 2]]) -> Option<Canonical> {
        let game = self.game();
        let edges: Vec<_> = edges.iter().map(|&[u, v]| (u.min(v), u.max(v))).collect();
        let after = game.ended(&game.parse(text).ok()?, &edges)?;
        Some(canonical(game, &after))
    }

    fn position_at_once(&self, text: &str) -> Result<Option<Position>, AnswerError> {
        let position = self.game().parse(text)?;
        let game = self.game();
        if !self.is_at_hand(game.level_of(&position) + u32::from(game.is_between(&position))) {
            return Ok(None);
        }
        let label = label(self, &position)?;
        Ok(Some(Position::of(self, &position, label)))
    }

    fn moves(&self, text: &str) -> Result<Moves, AnswerError> {
        Moves::of(self, &self.game().parse(text)?)
    }

    fn is_cheap(&self, level: u32) -> Result<bool, SolvedError> {
        Known::is_cheap(self, level)
    }
}
