//! The files of a level, searched for ambiguous positions, when all shards of its label function are solved. Nothing is
//! planned: the files are the cut.
//!
//! ```text
//! level-036/work/exact-000003       the ambiguous positions of file 3
//! level-036/work/exact-000003.json  their number and checksum: the part is there
//! ```

use std::sync::Arc;

use retrograph_storage::{CHUNK_RECORDS, Error, ExactPart, FinishedHashLog, Result, SignedFile};
use serde::{Deserialize, Serialize};

use super::files::Files;
use super::shards::{ShardRanges, ambiguous_hashes};
use super::{Parts, Plan, PlannedStep, Site};
use crate::observer::{Observer, Step};
use crate::solve::error::{SolveError, go_on};
use crate::solve::memory::Memory;
use crate::solve::stages::{Scan, file_records};
use game::Levels;

/// How the search is cut.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Searched {
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
pub(crate) struct Done {
    cut: Searched,
    part: ExactPart,
}

impl<G: Levels> Parts<G> for Searched {
    const STEP: PlannedStep = PlannedStep::Ambiguous;
    const NAME: &'static str = "exact";
    type Done = Done;

    fn count(&self) -> usize {
        self.positions.div_ceil(self.file_records) as usize
    }

    fn positions(&self) -> u64 {
        self.positions
    }

    fn is_there(&self, site: &Site<G>, part: usize, done: &Done) -> Result<bool> {
        let work = site.db.work_folder(site.level);
        Ok(done.cut == *self && (done.part).is_there(&work, part, self.width, self.records(part))?)
    }
}

impl Searched {
    /// Records of a file.
    fn records(&self, index: usize) -> u64 {
        let before = self.file_records.saturating_mul(index as u64);
        self.positions.saturating_sub(before).min(self.file_records)
    }
}

impl<'a, G: Levels> Plan<'a, G, Searched> {
    /// Of a level of `positions`.
    pub fn of(site: Site<'a, G>, positions: u64) -> Self {
        let cut = Searched {
            above: site.above.into(),
            positions,
            width: site.game.key_width(),
            file_records: file_records(site.grain),
        };
        Self { site, cut }
    }

    /// The ambiguous positions of the file with this number, if somebody has found them; `None` too where they are
    /// damaged.
    ///
    /// # Errors
    /// When the system does not permit reading them now.
    pub fn answers(&self, index: usize) -> Result<Option<Vec<G::Record>>> {
        let (cut, work) = (&self.cut, self.site.db.work_folder(self.site.level));
        match self.part(index)? {
            Some(done) => done.part.read(&work, index, cut.width, cut.records(index)),
            None => Ok(None),
        }
    }
}

/// Makes these parts, all `files` and all `shards` of the level being there.
///
/// # Errors
/// When something cannot be read or written, or the observer wants an end; parts made stay.
pub(super) fn make<G: Levels>(
    plan: &Plan<G, Searched>,
    missing: &[usize],
    (files, shards): (&Plan<G, Files>, &Plan<G, ShardRanges>),
    memory: &Memory,
    observer: &dyn Observer,
) -> std::result::Result<(), SolveError> {
    let Site {
        game, db, level, grain, ..
    } = plan.site;
    let Searched {
        width, file_records, ..
    } = plan.cut;
    let work = db.work_folder(level);
    let count = Parts::<G>::count(&plan.cut);
    let ambiguous = ambiguous_hashes(shards, count, memory.builder, observer)?;
    let hashes = FinishedHashLog::of_files(&Arc::new(SignedFile::open_all(&work, count)?));
    let sieve = hashes.sieve(&ambiguous, memory.builder);
    observer.level_begins(level);
    observer.begin(&Step {
        level: Some(level),
        name: "ambiguous positions",
        done: 0,
        all: missing.iter().map(|&index| plan.cut.records(index)).sum(),
    });
    let mut done = 0;
    for &index in missing {
        // Somebody else may have made it meanwhile.
        if plan.part(index)?.is_none() {
            let strange = || Error::corrupt(&work, "a file of the level is missing");
            let sealed = files.part(index)?.ok_or_else(strange)?;
            let firsts: Vec<G::Record> = sealed.firsts().ok_or_else(strange)?;
            let own = plan.making(index)?;
            let place = (&*db.positions_folder(level), index);
            let batch = grain.seal_chunks * CHUNK_RECORDS;
            let scan = Scan {
                game,
                bit: 0,
                positions: &sealed.file.open(place, width)?,
                sieve: &sieve,
                batch,
            };
            let mut from = (index as u64 * file_records) as usize / batch;
            let mut answers = Vec::new();
            for group in firsts.chunks(Scan::<G>::together()) {
                go_on(level, observer)?;
                answers.extend(scan.batches(&hashes, &ambiguous, from, group)?);
                from += group.len();
            }
            let made = Done {
                cut: plan.cut.clone(),
                part: ExactPart::write(own.path(), &work, index, width, &answers)?,
            };
            plan.keep(index, own.path(), &made)?;
        }
        done += plan.cut.records(index);
        observer.advance(done);
    }
    observer.end();
    Ok(())
}
