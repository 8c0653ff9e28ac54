//! The label function of a level whose files are there: shards are solved, then come the exact answers for positions
//! whose signature others share that have the other label.

use retrograph_storage::{
    CHUNK_RECORDS, Cache, FinishedHashLog, HashLog, HashSieve, LabelFunctionBuilder, LabelFunctionSummary, LabelSolver,
    LevelReader, LevelSummary, PendingLabelFunction, RawChunk, Record, RecordLog, Result,
};

use super::error::SolveError;
use super::journal::Stage;
use super::level::LevelRun;
use super::look_up::{self, bit_of};
use game::Levels;

/// What tells where the ambiguous positions are.
pub(super) struct Logs<R> {
    /// The signatures in key order.
    pub hashes: HashLog,
    /// The first record of every batch.
    pub firsts: RecordLog<R>,
}

/// A solver for a bit of the labels of a level whose files are there, its items made from them, and logs.
pub(super) fn sign_again<G: Levels>(
    run: &LevelRun<G>,
    positions: &LevelSummary,
    bit: u8,
) -> Result<(LabelSolver, Logs<G::Record>)> {
    let cache = Cache::new(run.memory.cache);
    let folder = run.db.positions_folder(run.level);
    let level = LevelReader::<G::Record>::open_own(&folder, run.game.key_width(), &cache)?;
    let work = run.db.work_folder(run.level);
    let mut builder = LabelFunctionBuilder::new(&work, positions.positions, run.memory.builder);
    let mut logs = Logs {
        hashes: HashLog::new(&work)?,
        firsts: RecordLog::new(&work),
    };
    let mut chunks = level.chunks();
    let mut batch = Vec::new();
    while chunks.next_chunks(run.options.grain.seal_chunks, &mut batch)? > 0 {
        logs.firsts.push(batch[0].first_key());
        let sign = |chunk: &RawChunk<G::Record>| {
            let mut records = Vec::with_capacity(CHUNK_RECORDS);
            chunk.decode(&mut records)?;
            let mut items = vec![0; records.len()];
            look_up::sign(run.game, &records, bit, &mut items);
            Result::Ok(items)
        };
        let items: Vec<Vec<u64>> = parallel::try_map(batch.len(), |index| sign(&batch[index]))?;
        for items in items {
            logs.hashes.push(&items)?;
            builder.push(&items)?;
        }
    }
    Ok((builder.solver()?, logs))
}

/// Solves all shards.
///
/// # Errors
/// When something cannot be written or the run is to stop.
pub(super) fn solve_shards<G: Levels>(
    run: &mut LevelRun<G>,
    positions: &LevelSummary,
    mut solver: LabelSolver,
    logs: &mut Logs<G::Record>,
    sealed: &[LabelFunctionSummary],
) -> std::result::Result<PendingLabelFunction, SolveError> {
    run.begin("label function", solver.solved(), positions.positions);
    // The files are there now and the runs are not needed any more: both worth a line when there was one before.
    let mut due = run.checkpoints.has_journal();
    loop {
        if due && let Some(state) = solver.checkpoint()? {
            run.checkpoints.write(Stage::Solve {
                positions: positions.clone(),
                solver: state,
                hashes: logs.hashes.checkpoint()?,
                firsts: logs.firsts.checkpoint()?,
                sealed: sealed.to_vec(),
            })?;
            run.forget_runs()?;
            solver.forget_solved();
        }
        run.checkpoints.go_on()?;
        if !solver.solve_group()? {
            break;
        }
        run.observer.advance(solver.solved());
        due = run.checkpoints.due();
    }
    run.observer.end();
    Ok(solver.finish()?)
}

/// Adds the exact answers for the ambiguous positions from batch `batches` on and puts the function, of the bit after
/// those of `sealed`, into its place. Only
/// positions that the log does not exclude are signed again, which at n = 13 saves 2.6 of 53 s (m).
///
/// # Errors
/// When something cannot be read or written, or the run is to stop.
pub(super) fn answer_ambiguous<G: Levels>(
    run: &mut LevelRun<G>,
    positions: &LevelSummary,
    mut function: PendingLabelFunction,
    logs: Logs<G::Record>,
    batches: u64,
    sealed: &[LabelFunctionSummary],
) -> std::result::Result<LabelFunctionSummary, SolveError> {
    let width = run.game.key_width();
    let bit = run.bits[sealed.len()];
    if !function.ambiguous().is_empty() {
        let Logs { hashes, mut firsts } = logs;
        let mut hashes = hashes.finish()?;
        let batch = run.options.grain.seal_chunks * CHUNK_RECORDS;
        let scan = Scan {
            game: run.game,
            bit,
            level: &LevelReader::open_own(
                &run.db.positions_folder(run.level),
                width,
                &Cache::new(run.memory.cache),
            )?,
            sieve: HashSieve::new(function.ambiguous()),
            batch,
        };
        let all = firsts.records();
        let together = 4 * parallel::threads();
        let mut done = (batches as usize).min(all.len());
        run.begin("ambiguous positions", (done * batch) as u64, positions.positions);
        for group in all[done..].chunks(together) {
            let ambiguous = function.ambiguous();
            let found = parallel::try_map(group.len(), |index| {
                scan.batch(&hashes, done + index, group[index], ambiguous)
            })?;
            for records in found {
                function.push_exact(width, &records)?;
            }
            done += group.len();
            run.observer.advance(((done * batch) as u64).min(positions.positions));
            if run.checkpoints.due() {
                run.checkpoints.write(Stage::Ambiguous {
                    positions: positions.clone(),
                    function: function.checkpoint()?,
                    hashes: hashes.checkpoint()?,
                    firsts: firsts.checkpoint()?,
                    batches: done as u64,
                    sealed: sealed.to_vec(),
                })?;
                run.forget_runs()?;
                run.checkpoints.go_on()?;
            }
        }
        run.observer.end();
    }
    Ok(function.seal(&run.db.plane_path(run.level, bit), width, run.db.syncs())?)
}

/// A look through a sealed level for ambiguous positions.
struct Scan<'a, G: Levels> {
    game: &'a G,
    bit: u8,
    level: &'a LevelReader<G::Record>,
    sieve: HashSieve,
    /// Records of a batch.
    batch: usize,
}

impl<G: Levels> Scan<'_, G> {
    /// The positions of batch `index`, which starts with `first`, whose signature is in `ambiguous`; their labels are the
    /// bit.
    fn batch(
        &self,
        hashes: &FinishedHashLog,
        index: usize,
        first: G::Record,
        ambiguous: &[u64],
    ) -> Result<Vec<G::Record>> {
        let candidates = hashes.candidates(&self.sieve, (index * self.batch) as u64, self.batch)?;
        let mut chunks = Vec::new();
        self.level
            .chunks_from(first)
            .next_chunks(candidates.len().div_ceil(CHUNK_RECORDS), &mut chunks)?;
        let mut found = Vec::new();
        let (mut records, mut items) = (Vec::new(), Vec::new());
        for (chunk, candidates) in chunks.iter().zip(candidates.chunks(CHUNK_RECORDS)) {
            if !candidates.contains(&true) {
                continue;
            }
            records.clear();
            chunk.decode(&mut records)?;
            let mut candidates = candidates.iter();
            records.retain(|_| candidates.next() == Some(&true));
            items.resize(records.len(), 0);
            self.game.sign(&records, &mut items);
            let signed = records.iter().zip(&items);
            let wanted = signed.filter(|(_, item)| ambiguous.binary_search(&(*item & !1)).is_ok());
            found.extend(wanted.map(|(&record, _)| record.key().with_label(bit_of(record, self.bit))));
        }
        Ok(found)
    }
}
