//! The way up: every position, level by level from the empty board, to find those without a move.
//!
//! ```text
//! level m ──> ascend ──> sort ──> level m+1      (keys alone; level m is dropped when m+1 is sealed)
//!    └──> positions without a move
//! ```
//!
//! Each class comes once ([`Levels::ascend`]), so that nothing is eliminated. What is found are the saturated positions
//! and the size of every level; the loop then goes down as it does for games that have a list. Levels lie in a
//! database of their own in the folder `ascent`, which goes when the list is kept. A level resumes from its
//! front.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use retrograph_storage::{
    CHUNK_RECORDS, Database, Error, FILE_CHUNKS, FORMAT, LabelFunctionSummary, LevelManifest, LevelReader, LevelWriter,
    RawChunk, Record, Result, Sorter, Syncs, hash_bytes, read_at_most, write_with,
};

use super::error::SolveError;
use super::memory::Memory;
use crate::observer::{Observer, Step};
use game::Levels;

/// The folder of the levels on the way up, in the database's.
pub const FOLDER: &str = "ascent";
/// Positions without a move of the level below, in the folder of each level: the hash of their keys, then the keys.
const SATURATED: &str = "saturated";
/// Digits of the hash.
const HASH_DIGITS: usize = 32;
/// Chunks expanded at a time, and chunks merged at a time.
const BATCH_CHUNKS: usize = 512;
/// Most positions of a level whose files are not synced one by one: should they not survive a loss of power, the way up
/// starts again.
const SMALL: u64 = 1 << 12;
/// Chunks a thread takes at a time.
const TASK_CHUNKS: usize = 1;

/// What the way up has found.
pub(crate) struct Ascended<R> {
    /// Positions without a move, with label 0, in no order.
    pub saturated: Vec<R>,
    /// Number of positions of each level from 0 up.
    pub levels: Vec<u64>,
}

/// Goes up from the empty board, or from the highest level that an earlier run came to. Memory: `memory`, and 16 or 32
/// bytes for each position without a move. Cost: a canonical form for every move that the degrees of its ends allow to
/// be the canonical last one.
///
/// # Errors
/// When something cannot be read or written, or the run is to stop.
pub(crate) fn ascend<G: Levels>(
    game: &G,
    db: &Database,
    memory: &Memory,
    observer: &dyn Observer,
) -> std::result::Result<Ascended<G::Record>, SolveError> {
    let mut way = Way {
        game,
        db: db.nested(FOLDER)?.with_syncs(Syncs::Later),
        memory,
        observer,
    };
    let mut reached = match way.reached() {
        Ok(reached) => {
            if let Some(found) = &reached {
                observer.note(&format!("going on upwards from level {}", found.levels.len() - 1));
            }
            reached
        }
        Err(error) if !error.is_damage() => return Err(error.into()),
        Err(error) => {
            observer.note(&format!("the way up restarts: {error}"));
            None
        }
    };
    if reached.is_none() {
        db.remove_nested(FOLDER)?;
        way.db = db.nested(FOLDER)?.with_syncs(Syncs::Later);
        way.begin()?;
        reached = way.reached()?;
    }
    let gone = || Error::corrupt(way.db.folder(), "the level of the empty board is missing");
    let mut found = reached.ok_or_else(gone)?;
    loop {
        let level = found.levels.len() as u32 - 1;
        if observer.stop() {
            return Err(SolveError::StoppedAscending { level });
        }
        let positions = found.levels[level as usize];
        if positions > SMALL {
            way.db.settle()?;
        }
        match way.level_above(level, positions)? {
            (0, saturated) => {
                found.saturated.extend(saturated);
                return Ok(found);
            }
            (positions, saturated) => {
                found.saturated.extend(saturated);
                found.levels.push(positions);
            }
        }
    }
}

struct Way<'a, G: Levels> {
    game: &'a G,
    db: Database,
    memory: &'a Memory,
    observer: &'a dyn Observer,
}

impl<G: Levels> Way<'_, G> {
    /// What earlier runs found: `None` when there is no level yet.
    fn reached(&self) -> Result<Option<Ascended<G::Record>>> {
        let mut found = Ascended {
            saturated: vec![],
            levels: vec![],
        };
        let levels = self.db.levels()?;
        for (expected, &level) in levels.iter().rev().enumerate() {
            let gap = || Error::corrupt(self.db.folder(), format!("level {expected} is missing"));
            if expected != level as usize {
                return Err(gap());
            }
            let manifest = self.db.manifest(level)?.ok_or_else(gap)?;
            let below = found.levels.last().copied().unwrap_or(0);
            found.levels.push(manifest.positions.positions);
            found.saturated.extend(self.saturated_below(&manifest, below)?);
        }
        if let Some(&highest) = levels.first()
            && let Some(manifest) = self.db.manifest(highest)?
        {
            // A run of another day may have made it.
            let (folder, width) = (self.db.positions_folder(highest), self.game.key_width());
            let positions = &manifest.positions;
            positions.check_files(&folder, width)?;
            LevelReader::<G::Record>::open(&folder, width, positions)?.check(positions)?;
        }
        Ok((!levels.is_empty()).then_some(found))
    }

    /// The level of the empty board.
    fn begin(&self) -> Result<()> {
        let empty = self.game.record(&self.game.empty());
        let mut sorter = self.begin_level(0)?;
        sorter.push(&[empty])?;
        self.seal(0, sorter, &[])
    }

    fn begin_level(&self, level: u32) -> Result<Sorter<G::Record>> {
        self.db.begin_level(level)?;
        Sorter::new(&self.db.work_folder(level), self.game.key_width(), self.memory.sort)
    }

    /// Makes and seals the level above `level`, which has `all` positions; their number, and the positions of `level`
    /// without a move. Nothing is sealed when there is none.
    fn level_above(&self, level: u32, all: u64) -> std::result::Result<(u64, Vec<G::Record>), SolveError> {
        let width = self.game.key_width();
        let lacks = || Error::corrupt(self.db.folder(), format!("level {level} is missing"));
        let sealed = self.db.manifest(level)?.ok_or_else(lacks)?.positions;
        let below = LevelReader::<G::Record>::open(&self.db.positions_folder(level), width, &sealed)?;
        let mut sorter = self.begin_level(level + 1)?;
        let mut saturated = Vec::new();
        self.step(level, "ascend", all);
        let done = AtomicU64::new(0);
        let (mut chunks, mut batch) = (below.chunks(), Vec::new());
        while chunks.next_chunks(BATCH_CHUNKS, &mut batch)? > 0 {
            if self.observer.stop() {
                return Err(SolveError::StoppedAscending { level });
            }
            let tasks: Vec<&[RawChunk<G::Record>]> = batch.chunks(TASK_CHUNKS).collect();
            let run = |index: usize| {
                let part = self.task(tasks[index])?;
                self.observer.advance(done.fetch_add(part.all, Relaxed) + part.all);
                Result::Ok(part)
            };
            for part in base::parallel::try_map(tasks.len(), run)? {
                sorter.push(&part.above)?;
                saturated.extend(part.saturated);
            }
        }
        self.observer.end();
        let found = sorter.len();
        if found > 0 {
            self.step(level + 1, "sort", found);
            self.seal(level + 1, sorter, &saturated)?;
            self.observer.end();
            self.db.drop_positions(level)?;
        }
        Ok((found, saturated))
    }

    fn step(&self, level: u32, name: &str, all: u64) {
        self.observer.begin(&Step {
            level: Some(level),
            name,
            done: 0,
            all,
        });
    }

    fn task(&self, chunks: &[RawChunk<G::Record>]) -> Result<Part<G::Record>> {
        let mut below = Vec::new();
        chunks.iter().try_for_each(|chunk| chunk.decode(&mut below))?;
        let mut part = Part {
            above: vec![],
            saturated: vec![],
            all: below.len() as u64,
        };
        for record in below {
            if !self.game.ascend(record, |above| part.above.push(above)) {
                part.saturated.push(record.key());
            }
        }
        Ok(part)
    }

    /// Writes what is sorted as a level, `saturated` being the positions without a move of the level below.
    fn seal(&self, level: u32, sorter: Sorter<G::Record>, saturated: &[G::Record]) -> Result<()> {
        let width = self.game.key_width();
        let mut sorted = sorter.finish()?;
        let folder = self.db.positions_folder(level);
        let writer = LevelWriter::create(&folder, width, self.memory.writer, FILE_CHUNKS)?;
        let mut writer = writer.with_syncs(self.db.syncs());
        let most = BATCH_CHUNKS * CHUNK_RECORDS;
        let mut batch = Vec::with_capacity(most);
        let mut done = 0;
        while sorted.next_batch(&mut batch, most)? > 0 {
            writer.write(&batch)?;
            done += batch.len() as u64;
            self.observer.advance(done);
        }
        let positions = writer.finish()?;
        let keys: Vec<u8> = (saturated.iter())
            .flat_map(|record| record.to_be().as_ref()[..width].to_vec())
            .collect();
        let bytes = [hash_bytes(&keys).as_bytes(), &keys].concat();
        write_with(&self.db.level_folder(level).join(SATURATED), &bytes, self.db.syncs())?;
        self.db.seal_level(&LevelManifest {
            format: FORMAT,
            tool_version: env!("CARGO_PKG_VERSION").into(),
            game: self.db.identity().game.clone(),
            n: self.db.identity().n,
            values: self.db.identity().values.clone(),
            level,
            key_width: width as u32,
            positions,
            counts: BTreeMap::new(),
            label_function: LabelFunctionSummary::default(),
            planes: vec![],
        })
    }

    /// The positions without a move in the level below that of `manifest`, which has `all` positions.
    fn saturated_below(&self, manifest: &LevelManifest, all: u64) -> Result<Vec<G::Record>> {
        let path = self.db.level_folder(manifest.level).join(SATURATED);
        let most = all
            .saturating_mul(self.game.key_width() as u64)
            .saturating_add(HASH_DIGITS as u64);
        let bytes = read_at_most(&path, most)?.ok_or_else(|| Error::corrupt(&path, "it is missing"))?;
        match bytes.split_at_checked(HASH_DIGITS) {
            Some((hash, keys)) if hash == hash_bytes(keys).as_bytes() => {
                let width = self.game.key_width();
                Ok(keys.chunks_exact(width).map(G::Record::from_be).collect())
            }
            _ => Err(Error::corrupt(&path, "it is not as it was written")),
        }
    }
}

/// What one task has found.
struct Part<R> {
    above: Vec<R>,
    saturated: Vec<R>,
    /// Positions looked at.
    all: u64,
}
