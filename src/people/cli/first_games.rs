//! Small games for somebody who has no database yet.

use std::path::PathBuf;
use std::time::Duration;

use engine::Family;
use retro::{Grain, Keep, Options, Silent};
use retrograph_storage::{Database, FORMAT, Identity};
use tempfile::TempDir;

use super::database::engine;
use super::failure::{Code, Failure};

/// Names of their folders, the games and the numbers of vertices: a tenth of a second of work each.
const GAMES: [(&str, &str, u32); 2] = [("sim", "sim", 6), ("triangle-8", "triangle", 8)];
const MEMORY: u64 = 256 << 20;

/// Solved games in a temporary folder, which goes with this.
pub(super) struct FirstGames(TempDir);

impl FirstGames {
    pub fn solve(family: &dyn Family) -> Result<Self, Failure> {
        let folder = tempfile::tempdir().map_err(|error| {
            let sentence =
                format!("no temporary folder for a first game could be created: {error}; name one with --db");
            Failure::new(Code::Failed, sentence)
        })?;
        for (name, game, n) in GAMES {
            let values = family.values_for(game, n, None, None)??;
            let engine = engine("serve", family, game, n, values)?;
            let identity = Identity {
                format: FORMAT,
                game: engine.name().into(),
                n,
                values: values.to_string(),
                keep: Keep::Positions.into(),
                tool_version: env!("CARGO_PKG_VERSION").into(),
            };
            let options = Options {
                down_to: 0,
                memory: MEMORY,
                threads: 1,
                keep: Keep::Positions,
                checkpoint: Duration::MAX,
                grain: Grain::default(),
                known_positions: &|_| None,
            };
            let db = Database::create(&folder.path().join(name), &identity)?;
            engine.solve(&db, &options, &Silent)?;
        }
        Ok(Self(folder))
    }

    /// Their folders.
    pub fn folders(&self) -> Vec<PathBuf> {
        GAMES.map(|(name, ..)| self.0.path().join(name)).into()
    }
}
