//! What of a level is in its place while its label functions are made.

use retrograph_storage::{LabelFunction, LabelFunctionSummary, LevelSummary, Result, take_back_label_function};
use serde::{Deserialize, Serialize};

use crate::solve::run::LevelRun;
use game::Levels;

/// The records of a level, and the label functions of its first bits.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Made {
    pub positions: LevelSummary,
    /// In the order of the bits.
    pub sealed: Vec<LabelFunctionSummary>,
}

impl Made {
    /// The records alone.
    pub fn records(positions: LevelSummary) -> Self {
        Self {
            positions,
            sealed: vec![],
        }
    }

    /// The bit whose label function is the next to be made.
    pub fn bit<G: Levels>(&self, run: &LevelRun<G>) -> u8 {
        run.bits[self.sealed.len()]
    }

    /// Whether every bit has its label function.
    pub fn is_complete<G: Levels>(&self, run: &LevelRun<G>) -> bool {
        self.sealed.len() >= run.bits.len()
    }

    /// Whether all that a journal says is there, and a label function is still to be made: one that was put into its
    /// place since is taken back.
    ///
    /// # Errors
    /// When one of them does not hold, or a file cannot be read or moved.
    pub fn check<G: Levels>(&self, run: &LevelRun<G>) -> Result<()> {
        let folder = run.db.positions_folder(run.level);
        self.positions.check_files(&folder, run.game.key_width())?;
        if self.is_complete(run) {
            return Err(run.strange());
        }
        for (summary, &bit) in self.sealed.iter().zip(&run.bits) {
            LabelFunction::map(&run.db.plane_path(run.level, bit), summary)?;
        }
        take_back_label_function(
            &run.db.plane_path(run.level, self.bit(run)),
            &run.db.work_folder(run.level),
        )
    }
}
