//! A solved database as an oracle.

use game::values::Values;
use game::{About, BadPosition, Keys};
use retro::{Solved, levels_without_gap};
use retrograph_storage::Error;

use super::{AnswerError, Canonical, Identity, LevelCount, Moves, Oracle, Position, Value, position};

impl<G: Keys + 'static> Oracle for Solved<G> {
    fn identity(&self) -> Identity<'_> {
        let identity = self.database().identity();
        Identity {
            game: &identity.game,
            n: identity.n,
            place: self.database().folder(),
        }
    }

    fn about(&self) -> About {
        self.game().about()
    }

    fn levels(&self) -> Result<Vec<LevelCount>, Error> {
        let levels = levels_without_gap(self.game(), self.database())?;
        let counts = levels.into_iter().map(|level| self.database().manifest(level));
        let counts = counts.filter_map(Result::transpose);
        counts
            .map(|manifest| Ok(LevelCount::of(self.values(), &manifest?)))
            .collect()
    }

    fn values(&self) -> Values {
        self.values()
    }

    fn value(&self, text: &str) -> Result<Value, AnswerError> {
        let position = self.game().parse(text)?;
        let label = self.value(&position)?;
        let (edges, left) = (self.game().edges(&position), self.game().most_left(&position));
        Ok(Value::of(self.values(), edges, left, label))
    }

    fn position(&self, text: &str) -> Result<Position, AnswerError> {
        let position = self.game().parse(text)?;
        let label = self.value(&position)?;
        Ok(Position::of(self, &position, label))
    }

    fn canonical(&self, text: &str) -> Result<Canonical, BadPosition> {
        let game = self.game();
        let position = game.parse(text)?;
        Ok(Canonical {
            graph6: game.graph6(&position),
            canonical: game.graph6(&game.position(game.record(&position))),
            edges: game.edges(&position),
            next: game.next(&position).map(position::colour),
        })
    }

    fn position_at_once(&self, text: &str) -> Result<Option<Position>, AnswerError> {
        let position = self.game().parse(text)?;
        if !self.is_at_hand(self.game().edges(&position)) {
            return Ok(None);
        }
        let label = self.value(&position)?;
        Ok(Some(Position::of(self, &position, label)))
    }

    fn moves(&self, text: &str) -> Result<Moves, AnswerError> {
        Moves::of(self, &self.game().parse(text)?)
    }
}
