//! Reading a solved game: the value of any position and of its moves.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::OnceLock;

use retrograph_storage::{Database, Error, LabelFunction};

use super::P;
use super::look_up::look_up;
use crate::games::{Game, Move};

/// Why a value cannot be told.
#[derive(Debug, thiserror::Error)]
pub enum SolvedError {
    /// The disk, or what is on it.
    #[error(transparent)]
    Storage(#[from] Error),
    /// The position's level is not sealed.
    #[error("level {level} is not solved in this database; {}", solved_ranges(levels))]
    NotSolved {
        /// The level asked for.
        level: u32,
        /// The sealed levels, ascending.
        levels: Vec<u32>,
    },
    /// The label function is not the one that the level was sealed with.
    #[error("{} is not what the manifest of level {level} says; run `retrograph verify`", path.display())]
    Foreign {
        /// The level.
        level: u32,
        /// The label function.
        path: PathBuf,
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

/// Such as "levels 16 down to 9 are".
fn solved_ranges(levels: &[u32]) -> String {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for &level in levels.iter().rev() {
        match ranges.last_mut() {
            Some((_, lowest)) if *lowest == level + 1 => *lowest = level,
            _ => ranges.push((level, level)),
        }
    }
    if ranges.is_empty() {
        return "no level is. Solve it with `retrograph solve`".into();
    }
    let ranges: Vec<String> = ranges
        .iter()
        .map(|(highest, lowest)| format!("{highest} down to {lowest}"))
        .collect();
    format!(
        "levels {} are. Solve on with `retrograph solve` and a lower --down-to",
        ranges.join(", ")
    )
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

    /// Whether `position` is P: the player who moved last wins. Cost: a few rounds of refinement and one look-up; a
    /// canonical form for the few positions that the label function passes on.
    ///
    /// # Errors
    /// [`SolvedError`].
    pub fn is_p(&self, position: &G::Position) -> Result<bool, SolvedError> {
        let level = self.game.edges(position);
        let labels = self.labels(level)?;
        let signature = self.game.signature(position);
        let label = look_up(&self.game, labels, signature, position, &mut 0).ok_or(SolvedError::Unknown { level })?;
        Ok(label == P)
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
        let labels = LabelFunction::open(&path)?;
        labels.verify_checksum()?;
        // Its checksum says that the file is whole, the manifest that it is the right one.
        let manifest = self.db.manifest(level)?;
        let belongs = manifest.is_some_and(|manifest| {
            (manifest.game.as_str(), manifest.n, manifest.level) == (self.game.name(), self.game.order() as u32, level)
                && manifest.label_function == labels.summary()
        });
        if !belongs {
            return Err(SolvedError::Foreign { level, path });
        }
        Ok(slot.get_or_init(|| labels))
    }
}
