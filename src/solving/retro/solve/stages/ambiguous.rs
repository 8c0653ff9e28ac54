//! The exact answers of a label function, for positions whose signature others share that have the other label.

use std::sync::Arc;

use retrograph_storage::{
    CHUNK_RECORDS, FinishedHashLog, LabelFunctionSummary, LevelReader, LevelSummary, PendingLabelFunction,
    PendingState, Result, SignedFile,
};
use serde::{Deserialize, Serialize};

use super::logs::Logs;
use super::made::Made;
use super::scan::Scan;
use crate::solve::error::SolveError;
use crate::solve::journal::Entry;
use crate::solve::parts::Plan;
use crate::solve::parts::ambiguous::Searched;
use crate::solve::run::LevelRun;
use game::Levels;

/// The exact answers are looked for, batch by batch.
pub(crate) struct Ambiguous<G: Levels> {
    made: Made,
    /// Its shards are solved.
    function: PendingLabelFunction,
    logs: Logs<G::Record>,
    /// Batches looked through.
    batches: u64,
}

/// [`Ambiguous`] in a journal.
#[derive(Serialize, Deserialize)]
pub(crate) struct State {
    positions: LevelSummary,
    function: PendingState,
    hashes: u64,
    firsts: u64,
    batches: u64,
    /// Journals of versions with one label function a level have none.
    #[serde(default)]
    sealed: Vec<LabelFunctionSummary>,
    /// Number of files that have the signatures; 0 for a log.
    #[serde(default)]
    files: u64,
}

impl Entry for State {
    const NAME: &'static str = "Ambiguous";
}

impl<G: Levels> Ambiguous<G> {
    /// No batch has been looked through.
    pub fn begin(made: Made, function: PendingLabelFunction, logs: Logs<G::Record>) -> Self {
        Self {
            made,
            function,
            logs,
            batches: 0,
        }
    }

    /// What was written at a checkpoint.
    pub fn resume(run: &LevelRun<G>, state: State) -> Result<Self> {
        let folder = run.db.work_folder(run.level);
        let made = Made {
            positions: state.positions,
            sealed: state.sealed,
        };
        made.check(run)?;
        let files = match state.files {
            0 => None,
            files => Some(Arc::new(SignedFile::open_all(&folder, files as usize)?)),
        };
        let sizes = (state.hashes, state.firsts);
        let logs = Logs::resume(&folder, sizes, made.positions.positions, files)?;
        Ok(Self {
            made,
            function: PendingLabelFunction::resume(&folder, &state.function)?,
            logs,
            batches: state.batches,
        })
    }

    /// Adds the exact answers and puts the function into its place. Only positions that the log does not exclude are
    /// signed again, which at n = 13 saves 2.6 of 53 s (m).
    ///
    /// # Errors
    /// When something cannot be read or written, or the run is to stop.
    pub fn run(self, run: &mut LevelRun<G>) -> std::result::Result<Made, SolveError> {
        let Self {
            mut made,
            mut function,
            logs,
            batches,
        } = self;
        let width = run.game.key_width();
        let bit = made.bit(run);
        let mut hashes = None;
        if !function.ambiguous().is_empty() {
            hashes = Some(look_through(run, &made, &mut function, logs, batches)?);
        }
        let path = run.db.plane_path(run.level, bit);
        // To give back a log's memory and disk space takes as long as to write the function.
        let (sealed, ()) = base::parallel::join(|| function.seal(&path, width, run.db.syncs()), || drop(hashes));
        made.sealed.push(sealed?);
        Ok(made)
    }
}

/// Gives `function` the ambiguous positions from batch `batches` on. Returns the signatures, which are not needed any
/// more.
fn look_through<G: Levels>(
    run: &mut LevelRun<G>,
    made: &Made,
    function: &mut PendingLabelFunction,
    logs: Logs<G::Record>,
    batches: u64,
) -> std::result::Result<FinishedHashLog, SolveError> {
    let width = run.game.key_width();
    let Logs { hashes, mut firsts } = logs;
    let files = hashes.files();
    let mut hashes = hashes.finish()?;
    let batch = run.options.grain.seal_chunks * CHUNK_RECORDS;
    let folder = run.db.positions_folder(run.level);
    let (opened, sieve) = base::parallel::join(
        || LevelReader::open(&folder, width, &made.positions),
        || hashes.sieve(function.ambiguous(), run.memory.builder),
    );
    let scan = Scan {
        game: run.game,
        bit: made.bit(run),
        positions: &opened?,
        sieve: &sieve,
        batch,
    };
    let positions = made.positions.positions;
    let all = firsts.records();
    // The files of a level have the positions of the first bit's function.
    let parts = (made.sealed.is_empty() && files > 0).then(|| Plan::<G, Searched>::of(run.site(), positions).cut);
    let each = (run.options.grain.file_chunks as usize / run.options.grain.seal_chunks).max(1);
    let mut done = (batches as usize).min(all.len());
    run.begin("ambiguous positions", (done * batch) as u64, positions);
    while done < all.len() {
        let taken = match &parts {
            Some(cut) if done.is_multiple_of(each) => run.site().with(cut.clone()).answers(done / each)?,
            _ => None,
        };
        let (answers, end) = match taken {
            Some(answers) => (answers, done + each),
            None => {
                let file_end = parts.as_ref().map_or(all.len(), |_| (done / each + 1) * each);
                let end = file_end.min(done + Scan::<G>::together()).min(all.len());
                (scan.batches(&hashes, function.ambiguous(), done, &all[done..end])?, end)
            }
        };
        function.push_exact(width, &answers)?;
        done = end.min(all.len());
        run.observer.advance(((done * batch) as u64).min(positions));
        if run.checkpoints.due() {
            run.checkpoints.write(&State {
                positions: made.positions.clone(),
                function: function.checkpoint()?,
                hashes: hashes.checkpoint()?,
                firsts: firsts.checkpoint()?,
                batches: done as u64,
                sealed: made.sealed.clone(),
                files,
            })?;
            run.forget_runs()?;
            run.checkpoints.go_on()?;
        }
    }
    run.observer.end();
    Ok(hashes)
}
