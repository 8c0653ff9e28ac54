//! Sign: the records of a level are read again for the label function of a bit after the first, whose items come from
//! merging.

use retrograph_storage::{CHUNK_RECORDS, LabelFunctionBuilder, LabelSolver, LevelReader, RawChunk, Result};
use serde::{Deserialize, Serialize};

use super::logs::{Logs, OpenLogs};
use super::made::Made;
use super::shards::Shards;
use crate::read::look_up::sign;
use crate::solve::error::SolveError;
use crate::solve::journal::Entry;
use crate::solve::run::LevelRun;
use game::Levels;

/// The label function of the next bit is begun; in a journal too.
#[derive(Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Sign {
    pub made: Made,
}

impl Entry for Sign {
    const NAME: &'static str = "Sign";
}

impl Sign {
    /// For the bit after those of `made`, which is written down where there is a journal.
    pub fn begin<G: Levels>(run: &mut LevelRun<G>, made: Made) -> Result<Self> {
        let sign = Self { made };
        if run.checkpoints.has_journal() {
            run.checkpoints.write(&sign)?;
        }
        Ok(sign)
    }

    /// As it was written down, when all of it is there.
    pub fn resume<G: Levels>(self, run: &LevelRun<G>) -> Result<Self> {
        self.made.check(run)?;
        Ok(self)
    }

    /// Signs all positions.
    ///
    /// # Errors
    /// When something cannot be read or written.
    pub fn run<G: Levels>(self, run: &LevelRun<G>) -> std::result::Result<Shards<G>, SolveError> {
        let Self { made } = self;
        run.begin("sign", 0, made.positions.positions);
        let (solver, logs) = sign_again(run, &made)?;
        run.observer.end();
        Ok(Shards::begin(made, solver, logs))
    }
}

/// A solver for the next bit, its items made from the level's files, and logs.
fn sign_again<G: Levels>(run: &LevelRun<G>, made: &Made) -> Result<(LabelSolver, Logs<G::Record>)> {
    let bit = made.bit(run);
    let folder = run.db.positions_folder(run.level);
    let level = LevelReader::<G::Record>::open(&folder, run.game.key_width(), &made.positions)?;
    let work = run.db.work_folder(run.level);
    let mut builder = LabelFunctionBuilder::new(&work, made.positions.positions, run.memory.builder);
    let mut logs = OpenLogs::begin(&work, made.positions.positions)?;
    let mut chunks = level.chunks();
    let mut batch = Vec::new();
    while chunks.next_chunks(run.options.grain.seal_chunks, &mut batch)? > 0 {
        logs.firsts.push(batch[0].first_key());
        let signed = |chunk: &RawChunk<G::Record>| {
            let mut records = Vec::with_capacity(CHUNK_RECORDS);
            chunk.decode(&mut records)?;
            let mut items = vec![0; records.len()];
            sign(run.game, &records, bit, &mut items);
            Result::Ok(items)
        };
        let items: Vec<Vec<u64>> = base::parallel::try_map(batch.len(), |index| signed(&batch[index]))?;
        for items in items {
            logs.hashes.push(&items)?;
            builder.push(&items)?;
        }
    }
    Ok((builder.solver()?, logs.close()))
}
