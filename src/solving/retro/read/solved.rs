//! Reading a solved game: the value of any position and of its moves.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use retrograph_storage::{Database, Error, LevelManifest};

use super::counts::level_count;
use super::look_up::Labels;
use super::meaning::values_of;
use super::whole::levels_without_gap;
use game::Keys;
use game::values::{Label, Outcome, Values};
use oracle::{Identity, Known, LevelCount, SolvedError, Valued, valued};

/// A database opened for reading, by label functions alone; level files are opened when first asked for.
pub struct Solved<G: Keys> {
    game: G,
    db: Database,
    values: Values,
    levels: BTreeMap<u32, OnceLock<Labels>>,
}

impl<G: Keys> Solved<G> {
    /// Opens what is sealed in `db`. Cost: one look into the folder a level.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn open(game: G, db: Database) -> Result<Self, Error> {
        let levels = db.levels()?.into_iter().map(|level| (level, OnceLock::new())).collect();
        let values = values_of(&db)?;
        Ok(Self {
            game,
            db,
            values,
            levels,
        })
    }

    /// The game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Where it is read from.
    pub fn database(&self) -> &Database {
        &self.db
    }

    /// What labels mean.
    pub fn values(&self) -> Values {
        self.values
    }

    /// The value of `position`, as who is next sees it. Cost: a few rounds of refinement and one look-up for each bit;
    /// a canonical form for the few positions that the label function passes on.
    ///
    /// # Errors
    /// [`SolvedError`].
    pub fn value(&self, position: &G::Position) -> Result<Label, SolvedError> {
        let level = self.game.level_of(position);
        let labels = self.labels_of(level)?;
        let signature = self.game.signature(position);
        let label = labels.look_up(&self.game, signature, position, &mut 0);
        let label = label.ok_or(SolvedError::Unknown { level })?;
        Ok(match self.game.next(position) {
            Some(next) => self.values.seen_by(next, label),
            None => label,
        })
    }

    /// Whether `position` is P: the player who moved last wins. Cost: as [`Solved::value`].
    ///
    /// # Errors
    /// [`SolvedError`].
    ///
    /// # Panics
    /// When values are scores, which say nothing of it.
    pub fn is_p(&self, position: &G::Position) -> Result<bool, SolvedError> {
        let label = self.value(position)?;
        let outcome = self.values.outcome(label).expect("scores do not say who wins");
        Ok(outcome == Outcome::P)
    }

    /// Every legal move of `position` up to symmetry with its value, the best first, then by edge: winning ones before
    /// ties before losing ones; by remoteness, the quickest win and the slowest loss; of scores, the highest for Max.
    ///
    /// # Errors
    /// [`SolvedError`]; the level below the position's must be sealed too unless there is no move.
    pub fn moves(&self, position: &G::Position) -> Result<Vec<Valued<G::Position>>, SolvedError> {
        valued(self, position)
    }

    fn labels_of(&self, level: u32) -> Result<&Labels, SolvedError> {
        let Some(slot) = self.levels.get(&level) else {
            return Err(SolvedError::NotSolved {
                level,
                levels: self.levels.keys().copied().collect(),
            });
        };
        if let Some(labels) = slot.get() {
            return Ok(labels);
        }
        let path = self.db.label_function_path(level);
        let manifest = self.db.manifest(level).map_err(SolvedError::unread)?;
        let of_this_game = |manifest: &LevelManifest| {
            (manifest.game.as_str(), manifest.n, manifest.level) == (self.game.name(), self.game.order() as u32, level)
        };
        let Some(manifest) = manifest.filter(of_this_game) else {
            return Err(SolvedError::Foreign { level, path });
        };
        let labels = Labels::open(&self.db, &manifest).map_err(SolvedError::unread)?;
        Ok(slot.get_or_init(|| labels))
    }
}

impl<G: Keys> Known for Solved<G> {
    type Game = G;

    fn game(&self) -> &G {
        &self.game
    }

    fn identity(&self) -> Identity<'_> {
        let identity = self.db.identity();
        Identity {
            game: &identity.game,
            n: identity.n,
            place: self.db.folder(),
        }
    }

    fn values(&self) -> Values {
        self.values
    }

    fn levels(&self) -> Result<Vec<LevelCount>, SolvedError> {
        let levels = levels_without_gap(&self.game, &self.db).map_err(SolvedError::unread)?;
        let manifests = levels.into_iter().map(|level| self.db.manifest(level));
        let counts = manifests.filter_map(Result::transpose);
        counts
            .map(|manifest| Ok(level_count(self.values, &manifest.map_err(SolvedError::unread)?)))
            .collect()
    }

    fn labels(&self, positions: &[&G::Position]) -> Result<Vec<Label>, SolvedError> {
        positions.iter().map(|position| self.value(position)).collect()
    }

    fn is_at_hand(&self, level: u32) -> bool {
        self.levels.get(&level).is_none_or(|slot| slot.get().is_some())
    }
}
