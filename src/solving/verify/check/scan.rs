//! All records of a level in order, worked on by all threads, in bounded memory.

use base::parallel::Spare;
use retrograph_storage::{LevelReader, RawChunk, Record, Result};

/// Chunks read at a time, and those a thread takes at a time.
const BATCH_CHUNKS: usize = 1024;
const TASK_CHUNKS: usize = 4;

/// Does `task` with the records of every few chunks, on all threads, and `take` with what that gave, in key order.
/// `state` makes what a thread uses again from task to task.
///
/// # Errors
/// When the level cannot be read, or a task fails.
pub(super) fn scan<R: Record, S: Send, T: Send>(
    level: &LevelReader<R>,
    state: impl Fn() -> S + Sync,
    task: impl Fn(&mut S, &[R]) -> Result<T> + Sync,
    mut take: impl FnMut(T),
) -> Result<()> {
    let mut chunks = level.chunks();
    let (mut batch, mut next) = (Vec::new(), Vec::new());
    let spare = Spare::default();
    chunks.next_chunks(BATCH_CHUNKS, &mut batch)?;
    while !batch.is_empty() {
        let work = || {
            let run = |(state, records): &mut (S, Vec<R>), chunks: &[RawChunk<R>]| {
                records.clear();
                chunks.iter().try_for_each(|chunk| chunk.decode(records))?;
                task(state, records)
            };
            let tasks: Vec<&[RawChunk<R>]> = batch.chunks(TASK_CHUNKS).collect();
            base::parallel::try_map(tasks.len(), |index| {
                spare.with(|| (state(), Vec::new()), |state| run(state, tasks[index]))
            })
        };
        let (found, read) = base::parallel::join(work, || chunks.next_chunks(BATCH_CHUNKS, &mut next));
        read?;
        found?.into_iter().for_each(&mut take);
        std::mem::swap(&mut batch, &mut next);
    }
    Ok(())
}
