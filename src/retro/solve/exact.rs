//! The exact answers of a level's label function as parts, one for each file of the level, made when all shards are
//! solved. Nothing is planned: the files are the cut.
//!
//! ```text
//! level-036/work/exact-000003       the ambiguous positions of file 3
//! level-036/work/exact-000003.json  their number and checksum: the part is there
//! ```

use std::sync::Arc;

use retrograph_storage::{
    CHUNK_RECORDS, Cache, Database, Error, ExactPart, FinishedHashLog, Record, Result, SignedFile,
};
use serde::{Deserialize, Serialize};

use super::error::{SolveError, go_on};
use super::memory::Memory;
use super::options::Grain;
use super::shards::{ShardPlan, ambiguous_hashes};
use super::stages::{Scan, Sealed, file_records};
use crate::observer::{Observer, Step};
use game::Levels;

/// How the exact answers of a level are cut.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct ExactParts {
    /// Hash of the records of the level above.
    above: String,
    /// Positions of the level.
    positions: u64,
    /// Width of its keys, in bytes.
    width: usize,
    /// Records of every file but the last.
    file_records: u64,
}

/// A part that is there.
#[derive(Serialize, Deserialize)]
struct Done {
    cut: ExactParts,
    part: ExactPart,
}

fn name(index: usize) -> String {
    format!("exact-{index:06}")
}

impl ExactParts {
    /// Of a level of `positions` made from the records with the hash `above`.
    pub fn new<G: Levels>(game: &G, (above, positions): (&str, u64), grain: &Grain) -> Self {
        Self {
            above: above.into(),
            positions,
            width: game.key_width(),
            file_records: file_records(grain),
        }
    }

    /// Positions of the level.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// Number of parts.
    pub fn len(&self) -> usize {
        self.positions.div_ceil(self.file_records) as usize
    }

    /// Records of a file.
    fn records(&self, index: usize) -> u64 {
        let before = self.file_records.saturating_mul(index as u64);
        self.positions.saturating_sub(before).min(self.file_records)
    }

    fn part(&self, db: &Database, level: u32, index: usize) -> Result<Option<ExactPart>> {
        let done: Option<Done> = db.part(level, &name(index))?;
        Ok(done.filter(|done| done.cut == *self).map(|done| done.part))
    }

    /// Whether the part for the file with this number is there.
    ///
    /// # Errors
    /// When the system does not permit looking now.
    pub fn has(&self, db: &Database, level: u32, index: usize) -> Result<bool> {
        match self.part(db, level, index)? {
            Some(part) => part.is_there(&db.work_folder(level), index, self.width, self.records(index)),
            None => Ok(false),
        }
    }

    /// Number of parts that are there.
    ///
    /// # Errors
    /// When the system does not permit looking now.
    pub fn done(&self, db: &Database, level: u32) -> Result<usize> {
        let mut done = 0;
        for index in 0..self.len() {
            done += usize::from(self.has(db, level, index)?);
        }
        Ok(done)
    }

    /// The ambiguous positions of the file with this number, if somebody has found them; `None` too where they are damaged.
    ///
    /// # Errors
    /// When the system does not permit reading them now.
    pub fn read<R: Record>(&self, db: &Database, level: u32, index: usize) -> Result<Option<Vec<R>>> {
        match self.part(db, level, index)? {
            Some(part) => part.read(&db.work_folder(level), index, self.width, self.records(index)),
            None => Ok(None),
        }
    }
}

/// Makes those parts that are not there and whose number leaves the remainder `task` when divided by `tasks`, all files
/// and shards of the level being there. Returns how many.
///
/// # Errors
/// When something cannot be read or written, or the observer wants an end; parts made stay.
pub(super) fn make_exact<G: Levels>(
    (game, db, level): (&G, &Database, u32),
    (parts, shards): (&ExactParts, &ShardPlan),
    [task, tasks]: [usize; 2],
    (memory, grain): (&Memory, Grain),
    observer: &dyn Observer,
) -> std::result::Result<usize, SolveError> {
    let mut missing = Vec::new();
    for index in (task..parts.len()).step_by(tasks) {
        if !parts.has(db, level, index)? {
            missing.push(index);
        }
    }
    if missing.is_empty() {
        return Ok(0);
    }
    let work = db.work_folder(level);
    let ambiguous = ambiguous_hashes((db, level, parts.len()), shards, memory.builder, observer)?;
    let hashes = FinishedHashLog::of_files(&Arc::new(SignedFile::open_all(&work, parts.len())?));
    let sieve = hashes.sieve(&ambiguous, memory.builder);
    observer.level_begins(level);
    observer.begin(&Step {
        level: Some(level),
        name: "ambiguous positions",
        done: 0,
        all: missing.iter().map(|&index| parts.records(index)).sum(),
    });
    let mut done = 0;
    for &index in &missing {
        // Somebody else may have made it meanwhile.
        if !parts.has(db, level, index)? {
            let strange = || Error::corrupt(&work, "a file of the level is missing");
            let sealed = Sealed::read::<G>(db, level, (&parts.above, parts.positions), index)?.ok_or_else(strange)?;
            let firsts: Vec<G::Record> = sealed.firsts().ok_or_else(strange)?;
            let own = db.making_folder(level)?;
            let place = (&*db.positions_folder(level), index);
            let cache = Cache::new(memory.cache);
            let batch = grain.seal_chunks * CHUNK_RECORDS;
            let scan = Scan {
                game,
                bit: 0,
                positions: &sealed.file.open(&own.path().join("file"), place, parts.width, &cache)?,
                sieve: &sieve,
                batch,
            };
            let mut from = (index as u64 * parts.file_records) as usize / batch;
            let mut answers = Vec::new();
            for group in firsts.chunks(Scan::<G>::together()) {
                go_on(level, observer)?;
                answers.extend(scan.batches(&hashes, &ambiguous, from, group)?);
                from += group.len();
            }
            let made = Done {
                cut: parts.clone(),
                part: ExactPart::write(own.path(), &work, index, parts.width, &answers)?,
            };
            db.write_part(level, &name(index), own.path(), &made)?;
        }
        done += parts.records(index);
        observer.advance(done);
    }
    observer.end();
    Ok(missing.len())
}
