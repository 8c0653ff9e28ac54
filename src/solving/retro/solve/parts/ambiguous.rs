//! The files of a level, searched for ambiguous positions, when all shards of its label functions are solved. Nothing
//! is planned: the files are the cut.
//!
//! ```text
//! level-036/work/exact-000003       the ambiguous positions of file 3
//! level-036/work/exact-000003.json  their number and checksum: the part is there
//! ```

use retrograph_storage::{CHUNK_RECORDS, ExactPart, HashSieve, Result, Signatures};
use serde::{Deserialize, Serialize};

use super::files::Files;
use super::shards::{ShardRanges, ambiguous_hashes};
use super::{Parts, Plan, PlannedStep, Site};
use crate::observer::{Observer, Step};
use crate::solve::error::{SolveError, go_on};
use crate::solve::memory::Memory;
use crate::solve::stages::{Scan, Sealing, file_records};
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
    /// The bits whose functions have ambiguous hashes. The parts of the first come first.
    bits: Vec<u8>,
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
        self.files() * self.bits.len()
    }

    fn positions(&self) -> u64 {
        self.positions
    }

    fn is_there(&self, site: &Site<G>, part: usize, done: &Done) -> Result<bool> {
        Ok(done.cut == *self && (done.part).is_there(&site.work(), part, self.width, self.records(part))?)
    }
}

impl Searched {
    fn files(&self) -> usize {
        self.positions.div_ceil(self.file_records) as usize
    }

    /// The bit and the file of a part.
    fn place(&self, part: usize) -> (u8, usize) {
        (self.bits[part / self.files()], part % self.files())
    }

    /// The parts of the function of a bit, in order.
    pub fn parts_of(&self, bit: u8) -> std::ops::Range<usize> {
        let at = self.bits.iter().position(|&other| other == bit);
        at.map_or(0..0, |at| at * self.files()..(at + 1) * self.files())
    }

    /// Records of the file of a part.
    pub fn records(&self, part: usize) -> u64 {
        let before = self.file_records.saturating_mul(self.place(part).1 as u64);
        self.positions.saturating_sub(before).min(self.file_records)
    }
}

impl<'a, G: Levels> Plan<'a, G, Searched> {
    /// Of a level of `positions`, for these bits.
    pub fn of(site: Site<'a, G>, positions: u64, bits: Vec<u8>) -> Self {
        let cut = Searched {
            above: site.hash().into(),
            positions,
            width: site.game.key_width(),
            file_records: file_records(site.grain),
            bits,
        };
        Self { site, cut }
    }

    /// The ambiguous positions of a part, if somebody has found them; `None` too where they are damaged.
    ///
    /// # Errors
    /// When the system does not permit reading them now.
    pub fn answers(&self, part: usize) -> Result<Option<Vec<G::Record>>> {
        let cut = &self.cut;
        match self.part(part)? {
            Some(done) => done.part.read(&self.site.work(), part, cut.width, cut.records(part)),
            None => Ok(None),
        }
    }
}

/// A search for the ambiguous positions of one bit.
pub(super) struct Search<'p, 'a, G: Levels> {
    pub plan: &'p Plan<'a, G, Searched>,
    pub files: &'p Plan<'a, G, Files>,
    pub signatures: &'p Signatures,
    /// Sorted.
    pub ambiguous: Vec<u64>,
    pub sieve: HashSieve,
    pub observer: &'p dyn Observer,
}

impl<G: Levels> Search<'_, '_, G> {
    /// Makes a part, which may be there, and returns its answers.
    ///
    /// # Errors
    /// When something cannot be read or written, or the observer wants an end.
    pub fn make(&self, part: usize) -> std::result::Result<Vec<G::Record>, SolveError> {
        let Self { plan, observer, .. } = self;
        let Site {
            game, db, level, grain, ..
        } = plan.site;
        let (bit, index) = plan.cut.place(part);
        let strange = || plan.site.strange("a file of the level is missing");
        let sealed = self.files.part(index)?.ok_or_else(strange)?;
        let firsts: Vec<G::Record> = sealed.firsts().ok_or_else(strange)?;
        let own = plan.making(part)?;
        let place = (&*db.positions_folder(level), index);
        let width = plan.cut.width;
        let scan = Scan {
            game,
            bit,
            positions: &sealed.file.open(place, width)?,
            sieve: &self.sieve,
            batch: Sealing::<G>::batch(grain),
        };
        let mut from = index * (grain.file_chunks as usize * CHUNK_RECORDS) / scan.batch;
        let mut answers = Vec::new();
        for group in firsts.chunks(Scan::<G>::together()) {
            go_on(level, *observer)?;
            answers.extend(scan.batches(self.signatures, &self.ambiguous, from, group)?);
            from += group.len();
        }
        let made = Done {
            cut: plan.cut.clone(),
            part: ExactPart::write(own.path(), &plan.site.work(), part, width, &answers)?,
        };
        plan.keep(part, own.path(), &made, *observer)?;
        Ok(answers)
    }
}

/// Makes these parts, all `files` and all `shards` of the level being there, after `before` positions.
///
/// # Errors
/// When something cannot be read or written, or the observer wants an end; parts made stay.
pub(super) fn make<G: Levels>(
    plan: &Plan<G, Searched>,
    missing: &[usize],
    before: u64,
    (files, shards): (&Plan<G, Files>, &Plan<G, ShardRanges>),
    signatures: &mut Signatures,
    (memory, observer): (&Memory, &dyn Observer),
) -> std::result::Result<(), SolveError> {
    observer.begin(&Step {
        level: Some(plan.site.level),
        name: "ambiguous positions",
        done: before,
        all: before + missing.iter().map(|&part| plan.cut.records(part)).sum::<u64>(),
    });
    let mut done = before;
    for of_bit in missing.chunk_by(|&one, &next| plan.cut.place(one).0 == plan.cut.place(next).0) {
        let (bit, _) = plan.cut.place(of_bit[0]);
        let ambiguous = ambiguous_hashes(shards, bit, signatures, memory.builder, observer)?;
        let search = Search {
            plan,
            files,
            sieve: signatures.sieve(&ambiguous, memory.builder),
            signatures,
            ambiguous,
            observer,
        };
        for &part in of_bit {
            // Somebody else may have made it meanwhile.
            if plan.part(part)?.is_none() {
                search.make(part)?;
            }
            done += plan.cut.records(part);
            observer.advance(done);
        }
    }
    observer.end();
    Ok(())
}
