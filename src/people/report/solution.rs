//! A database's own description, without its game: identity, counts, checksums.

use std::path::{Path, PathBuf};

use retrograph_storage::{Database, Error, Identity, LevelManifest};
use sha2::{Digest, Sha256};

use super::{LevelCounts, LevelTable, LevelValues, ValueTable};
use base::units::counted;
use engine::Reader;
use game::values::{Kind, Outcome, Play, Player, Values};
use game::{About, shown_name};
use retro::{Counts, values_of};

/// The identity and the manifests of a database.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The folder.
    pub folder: PathBuf,
    /// The purpose of the folder.
    pub identity: Identity,
    /// What labels mean.
    pub values: Values,
    /// The game's rules in words.
    pub about: About,
    /// Moves to a full board, where the game can continue to one.
    pub most_moves: Option<u32>,
    /// Who begins, where the players have different moves.
    pub starter: Option<Player>,
    /// The sealed levels, highest first.
    pub levels: Vec<LevelManifest>,
}

impl Solution {
    /// Reads the manifests of `db`, which holds `game`. Cost: one small file per level.
    ///
    /// # Errors
    /// Fails when the folder cannot be read, holds something else, or a level is missing above another one.
    pub fn of(game: &dyn Reader, db: &Database) -> Result<Self, Error> {
        let levels = game.levels(db)?;
        let levels = levels.into_iter().map(|level| db.manifest(level));
        Ok(Self {
            folder: db.folder().to_path_buf(),
            identity: db.identity().clone(),
            values: values_of(db)?,
            about: game.about(),
            most_moves: game.most_moves(),
            starter: game.starter(),
            levels: levels.filter_map(Result::transpose).collect::<Result<_, _>>()?,
        })
    }

    /// Returns the folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns whether the empty board is solved.
    pub fn is_complete(&self) -> bool {
        self.levels.last().is_some_and(|manifest| manifest.level == 0)
    }

    /// Returns the positions of all levels.
    pub fn positions(&self) -> u64 {
        self.levels.iter().map(|manifest| manifest.positions.positions).sum()
    }

    /// Returns who wins, level by level.
    pub fn level_table(&self) -> LevelTable {
        // Published tables are about who wins in normal play.
        let name = shown_name(&self.identity.game);
        let game = match (self.values.play(), self.values.kind()) {
            (Play::MISERE, _) => format!("{name}, misère play"),
            (_, Kind::Score) => format!("{name}, scores"),
            _ => name,
        };
        let levels = self.levels.iter().map(|manifest| {
            let counts = Counts::of(self.values, manifest);
            let outcomes = counts.outcomes.unwrap_or_default();
            LevelCounts {
                edges: manifest.level,
                p: outcomes.of(Outcome::P),
                n: outcomes.of(Outcome::N),
                saturated: counts.saturated.unwrap_or(0),
            }
        });
        LevelTable {
            game,
            n: self.identity.n,
            levels: levels.collect(),
        }
    }

    /// Returns positions by value, level by level.
    pub fn value_table(&self) -> ValueTable {
        let levels = self.levels.iter().map(|manifest| LevelValues {
            edges: manifest.level,
            positions: manifest.positions.positions,
            saturated: Counts::of(self.values, manifest).saturated.unwrap_or(0),
            first: manifest.positions.by_label.clone(),
            second: manifest.positions.by_second.clone(),
        });
        ValueTable {
            game: self.identity.game.clone(),
            n: self.identity.n,
            values: self.values,
            most_moves: self.most_moves,
            starter: self.starter,
            levels: levels.collect(),
        }
    }

    /// Returns the result of the game, or how far it is solved; a sentence without its full stop.
    pub fn verdict(&self) -> String {
        let reported = |reported: Option<String>| reported.filter(|_| self.is_complete());
        let verdict = if self.values.is_outcome() {
            let won = self.level_table().winner().map(|winner| winner.name());
            let play = self.values.play().remark();
            reported(won.map(|name| format!("the {name} player wins{play}")))
        } else {
            reported(self.value_table().verdict())
        };
        match (verdict, self.levels.last()) {
            (Some(verdict), _) => verdict,
            (None, Some(lowest)) => format!(
                "solved down to {}: who wins is not known until level 0 is solved",
                counted(lowest.level.into(), "edge")
            ),
            (None, None) => "no level is solved yet".into(),
        }
    }

    /// Returns the SHA-256 of the solution, in hexadecimal: the same for every database of the same positions and
    /// values, for any machine, version, `--keep` or export. docs/format.md specifies the text that is hashed.
    pub fn checksum(&self) -> String {
        let Identity { game, n, values, .. } = &self.identity;
        let mut hash = Sha256::new();
        hash.update(format!("{game} {n} {values}\n"));
        for manifest in &self.levels {
            let positions = &manifest.positions;
            hash.update(format!(
                "{} {} {}\n",
                manifest.level, positions.positions, positions.stream_xxh3
            ));
        }
        hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }
}
