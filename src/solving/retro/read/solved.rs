//! Reading a solved game: the value of any position and of its moves.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::OnceLock;

use retrograph_storage::{Database, Error, LevelManifest};

use super::look_up::Labels;
use super::meaning::values_of;
use game::values::{Kind, Label, Outcome, Values};
use game::{Keys, Move};

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
    #[error("{} is not what the manifest of level {level} says", path.display())]
    Foreign {
        /// The level.
        level: u32,
        /// The label function.
        path: PathBuf,
    },
    /// The label function passes a position on that its exact table does not hold.
    #[error("the label function of level {level} is damaged: it does not know one of its own positions")]
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
        return "no level is".into();
    }
    let ranges: Vec<String> = ranges
        .iter()
        .map(|(highest, lowest)| format!("{highest} down to {lowest}"))
        .collect();
    format!("levels {} are", ranges.join(", "))
}

/// A move with the value of where it leads.
#[derive(Clone, Debug)]
pub struct Valued<Q> {
    /// The move.
    pub step: Move<Q>,
    /// The value of the position after it, as who is next there sees it; of no meaning when the game is over.
    pub label: Label,
    /// Who wins there: the move wins when it is P. `None` for scores.
    pub outcome: Option<Outcome>,
}

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
        let level = self.game.edges(position);
        let labels = self.labels(level)?;
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
        let mut moves = Vec::new();
        for step in self.game.moves(position) {
            let (label, outcome) = match self.values.ended() {
                Some(outcome) if step.ends => (Label::default(), Some(outcome)),
                _ => {
                    let label = self.value(&step.child)?;
                    (label, self.values.outcome(label))
                }
            };
            moves.push(Valued { step, label, outcome });
        }
        moves.sort_by_key(|valued| {
            let first = valued.label.first;
            let rank = match valued.outcome {
                None | Some(Outcome::P) => 0,
                Some(Outcome::Tie) => 1,
                Some(Outcome::N) => 2,
            };
            match self.values.kind() {
                Kind::Outcome => (rank, 0),
                Kind::Grundy => (rank, first),
                Kind::Remoteness => (rank, if rank == 2 { u8::MAX - first } else { first }),
                Kind::Score => (rank, u8::MAX - valued.label.second),
            }
        });
        Ok(moves)
    }

    /// Whether nothing of this level is left to be opened before a value is told, or there is no such level.
    pub fn is_at_hand(&self, level: u32) -> bool {
        self.levels.get(&level).is_none_or(|slot| slot.get().is_some())
    }

    fn labels(&self, level: u32) -> Result<&Labels, SolvedError> {
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
        let manifest = self.db.manifest(level)?;
        let of_this_game = |manifest: &LevelManifest| {
            (manifest.game.as_str(), manifest.n, manifest.level) == (self.game.name(), self.game.order() as u32, level)
        };
        let Some(manifest) = manifest.filter(of_this_game) else {
            return Err(SolvedError::Foreign { level, path });
        };
        let labels = Labels::open(&self.db, &manifest)?;
        Ok(slot.get_or_init(|| labels))
    }
}
