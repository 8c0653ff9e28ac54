//! Reading a solved game: the value of any position and of its moves.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use retrograph_storage::{Answer, Database, Error, LabelFunction};

use super::P;
use crate::games::{Game, Move};

/// Why a value cannot be told.
#[derive(Debug, thiserror::Error)]
pub enum SolvedError {
    /// The disk, or what is on it.
    #[error(transparent)]
    Storage(#[from] Error),
    /// The position's level is not sealed.
    #[error(
        "positions with {level} edges are not solved in this database; {}",
        solved_range(lowest, highest)
    )]
    NotSolved {
        /// The level asked for.
        level: u32,
        /// The lowest sealed level, if there is one.
        lowest: Option<u32>,
        /// The highest sealed level, if there is one.
        highest: Option<u32>,
    },
    /// The label function passes a position on that its exact table does not hold.
    #[error(
        "the label function of level {level} is damaged: it does not know one of its own positions; run `retrograph verify`"
    )]
    Unknown {
        /// The level.
        level: u32,
    },
}

fn solved_range(lowest: &Option<u32>, highest: &Option<u32>) -> String {
    match (lowest, highest) {
        (Some(lowest), Some(highest)) => {
            format!("levels {highest} down to {lowest} are. Solve on with `retrograph solve` and a lower --down-to")
        }
        _ => "no level is. Solve it with `retrograph solve`".into(),
    }
}

/// A move with the value of where it leads.
#[derive(Clone, Debug)]
pub struct Valued<Q> {
    /// The move.
    pub step: Move<Q>,
    /// Whether the position after it is P, that is, whether the move wins.
    pub is_p: bool,
}

/// A database opened for reading, by label functions alone; level files are opened when first asked for.
pub struct Solved<G: Game> {
    game: G,
    db: Database,
    levels: BTreeMap<u32, OnceLock<LabelFunction>>,
}

impl<G: Game> Solved<G> {
    /// Opens what is sealed in `db`. Cost: one look into the folder a level.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn open(game: G, db: Database) -> Result<Self, Error> {
        let levels = db.levels()?.into_iter().map(|level| (level, OnceLock::new())).collect();
        Ok(Self { game, db, levels })
    }

    /// The game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Whether `position` is P: the player who moved last wins. Cost: a few rounds of refinement and one look-up; a canonical form for the
    /// few positions that the label function passes on.
    ///
    /// # Errors
    /// [`SolvedError`].
    pub fn is_p(&self, position: &G::Position) -> Result<bool, SolvedError> {
        let level = self.game.edges(position);
        let labels = self.labels(level)?;
        match labels.get(self.game.signature(position)) {
            Answer::Label(label) => Ok(label == P),
            Answer::Ask => {
                let label = labels
                    .exact(self.game.record(position))
                    .ok_or(SolvedError::Unknown { level })?;
                Ok(label == P)
            }
        }
    }

    /// Every legal move of `position` up to symmetry with its value, winning ones first, then by edge.
    ///
    /// # Errors
    /// [`SolvedError`]; the level below the position's must be sealed too unless there is no move.
    pub fn moves(&self, position: &G::Position) -> Result<Vec<Valued<G::Position>>, SolvedError> {
        let mut moves = Vec::new();
        for step in self.game.moves(position) {
            let is_p = self.is_p(&step.child)?;
            moves.push(Valued { step, is_p });
        }
        moves.sort_by_key(|valued| !valued.is_p);
        Ok(moves)
    }

    fn labels(&self, level: u32) -> Result<&LabelFunction, SolvedError> {
        let slot = self.levels.get(&level).ok_or_else(|| SolvedError::NotSolved {
            level,
            lowest: self.levels.keys().next().copied(),
            highest: self.levels.keys().next_back().copied(),
        })?;
        if let Some(labels) = slot.get() {
            return Ok(labels);
        }
        let labels = LabelFunction::open(&self.db.label_function_path(level))?;
        labels.verify_checksum()?;
        Ok(slot.get_or_init(|| labels))
    }
}
