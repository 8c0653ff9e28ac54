//! Seal: sorted records become an immutable level, its label function and, last, its manifest.

use rayon::prelude::*;
use retrograph_storage::{
    Cache, Database, LabelFunctionBuilder, LabelFunctionSummary, LevelReader, LevelSummary, LevelWriter,
    PendingLabelFunction, Result, Sorted,
};

use super::memory::Memory;
use super::observer::Observer;
use crate::games::Game;

/// Records merged and written at a time.
const BATCH: usize = 1 << 17;
/// Records that one thread computes the signatures of at a time.
const TASK: usize = 1 << 11;
/// Chunks read at a time when the level is scanned for ambiguous positions.
const SCAN_CHUNKS: usize = 1024;

/// Writes level `level`, sorted, with its label function; the manifest is left to the caller.
///
/// # Errors
/// When something cannot be written; nothing then looks finished.
pub(super) fn seal_positions<G: Game>(
    game: &G,
    db: &Database,
    level: u32,
    mut sorted: Sorted<G::Record>,
    memory: &Memory,
    observer: &dyn Observer,
) -> Result<(LevelSummary, LabelFunctionSummary)> {
    let width = game.key_width();
    let folder = db.positions_folder(level);
    let mut writer = LevelWriter::<G::Record>::create(&folder, width, memory.writer)?;
    let mut builder = LabelFunctionBuilder::new(&db.temp_folder(), sorted.len(), memory.builder)?;
    let mut batch = Vec::with_capacity(BATCH);
    let mut items = Vec::with_capacity(BATCH);
    let mut done = 0;
    loop {
        if sorted.next_batch(&mut batch, BATCH)? == 0 {
            break;
        }
        writer.write(&batch)?;
        items.resize(batch.len(), 0);
        items
            .par_chunks_mut(TASK)
            .zip(batch.par_chunks(TASK))
            .for_each(|(items, records)| game.sign(records, items));
        builder.push(&items)?;
        done += batch.len() as u64;
        observer.advance(done);
    }
    drop((sorted, items, batch));
    let positions = writer.finish()?;
    let pending = builder.build()?;
    let exact = ambiguous_positions(game, &folder, &pending, memory)?;
    let label_function = pending.seal(&db.label_function_path(level), width, exact)?;
    Ok((positions, label_function))
}

/// Every position of a sealed level whose signature others share that have the other label.
fn ambiguous_positions<G: Game>(
    game: &G,
    folder: &std::path::Path,
    pending: &PendingLabelFunction,
    memory: &Memory,
) -> Result<Vec<G::Record>> {
    let ambiguous = pending.ambiguous();
    let mut found = Vec::new();
    if ambiguous.is_empty() {
        return Ok(found);
    }
    let level = LevelReader::<G::Record>::open(folder, game.key_width(), &Cache::new(memory.cache))?;
    let mut chunks = level.chunks();
    let mut batch = Vec::new();
    loop {
        if chunks.next_chunks(SCAN_CHUNKS, &mut batch)? == 0 {
            return Ok(found);
        }
        let parts: Vec<Vec<G::Record>> = batch
            .par_iter()
            .map(|chunk| {
                let mut records = Vec::new();
                chunk.decode(&mut records)?;
                let mut items = vec![0; records.len()];
                game.sign(&records, &mut items);
                let mut items = items.iter();
                records.retain(|_| {
                    ambiguous
                        .binary_search(&(items.next().expect("one a record") & !1))
                        .is_ok()
                });
                Ok(records)
            })
            .collect::<Result<_>>()?;
        found.extend(parts.into_iter().flatten());
    }
}
