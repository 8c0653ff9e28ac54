//! Levels whose parts all ranks expand together, because the label function of the level above is cut over them.

use std::time::{Duration, Instant};

use engine::Engine;
use mpi::collective::SystemOperation;
use mpi::traits::{Communicator, CommunicatorCollectives};
use retro::{PlanReport, PlannedStep, Silent, SolveError, is_planned, values_of};
use retrograph_storage::Database;

use crate::exchange::with_ranks;
use crate::{Failure, Job, VISIBLE};

impl Job {
    /// Whether what is planned is to be done by all ranks together: the label function of the level above is larger
    /// than those that every rank is to have whole.
    pub fn is_cut(&self, db: &Database, planned: &PlanReport) -> Result<bool, Failure> {
        let Some(most) = self.args.cut_labels else {
            return Ok(false);
        };
        let is_left = planned.step == PlannedStep::Expand && planned.done < planned.parts;
        if !is_left || !values_of(db)?.is_outcome() {
            return Ok(false);
        }
        let above = db.manifest(planned.level + 1)?;
        Ok(above.is_some_and(|above| above.label_bytes() > most))
    }

    /// Makes this rank's parts of the level, and answers the others. The exit code of all ranks.
    pub fn parts_together(&self, level: u32) -> Result<(), u8> {
        // Whoever fails before the first exchange must not leave the others waiting in it.
        let (seen, result) = match self.planned(level) {
            Ok(seen) => (Some(seen), Ok(0)),
            Err(failure) => (None, Err(failure)),
        };
        self.together(result)?;
        let (db, engine) = seen.expect("a rank that fails ends all");
        let task = self.task();
        let most = self.args.exchange_bytes;
        let (made, bytes) = with_ranks(&self.world, most, |ranks| {
            engine.expand_together(&db, &task, ranks, &Silent)
        });
        self.together(match made {
            // That one says why.
            Ok(_) | Err(SolveError::OtherRank) => Ok(0),
            Err(error) => Err(error.into()),
        })?;
        let mut all = 0u64;
        self.world.all_reduce_into(&bytes, &mut all, SystemOperation::sum());
        if self.world.rank() == 0 {
            let ranks = self.world.size();
            eprintln!("level {level} expanded: {ranks} ranks sent each other {all} bytes");
        }
        Ok(())
    }

    /// The database, once the plan of the level can be seen in it.
    fn planned(&self, level: u32) -> Result<(Database, Box<dyn Engine>), Failure> {
        let begun = Instant::now();
        loop {
            let (db, engine) = self.database()?;
            if is_planned(&db, level)? {
                return Ok((db, engine));
            }
            if begun.elapsed() > VISIBLE {
                return Err(SolveError::NoPlan { level }.into());
            }
            std::thread::sleep(Duration::from_millis(500));
        }
    }
}
