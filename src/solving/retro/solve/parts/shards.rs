//! The shards of a level's label functions, cut into ranges, which are solved from the files of the level.
//!
//! ```text
//! level-036/work/shards.json         the cut: all files of the level are there
//! level-036/work/shards-000003       the shards of part 3, solved
//! level-036/work/shards-000003.json  its sizes and its checksum: the part is there
//! ```

use retrograph_storage::{Result, ShardCut, ShardPart, Signatures};
use serde::{Deserialize, Serialize};

use super::{PARTS_MOST, Parts, Plan, Planned, PlannedStep, Site};
use crate::observer::{Observer, Step};
use crate::solve::error::{SolveError, go_on};
use game::Levels;

/// How the shards of a level are cut.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct ShardRanges {
    /// Hash of the records of the level above.
    above: String,
    /// Positions of the level.
    positions: u64,
    /// Most shards of a part.
    part_shards: u64,
    /// The bits of labels whose functions have shards. The parts of the first come first.
    pub bits: Vec<u8>,
}

/// A part that is there.
#[derive(Serialize, Deserialize)]
pub(crate) struct Done {
    /// As in the plan.
    above: String,
    positions: u64,
    bit: u8,
    pub part: ShardPart,
}

impl<G: Levels> Parts<G> for ShardRanges {
    const STEP: PlannedStep = PlannedStep::Shards;
    const NAME: &'static str = "shards";
    type Done = Done;

    fn count(&self) -> usize {
        self.ranges() * self.bits.len()
    }

    fn positions(&self) -> u64 {
        self.positions
    }

    fn is_there(&self, site: &Site<G>, part: usize, done: &Done) -> Result<bool> {
        let (bit, range) = self.place(part);
        let belongs = done.above == self.above && done.positions == self.positions && done.bit == bit;
        Ok(belongs && (done.part).is_there(&site.work(), (&self.shards(), range), part as u64)?)
    }
}

impl<G: Levels> Planned<G> for ShardRanges {
    const PLAN: &'static str = "shards";

    fn is_sound(&self, site: &Site<G>) -> Result<bool> {
        let parts = self.shards().parts().checked_mul(self.bits.len() as u64);
        Ok(self.above == site.hash()
            && parts.is_some_and(|parts| parts <= PARTS_MOST as u64)
            && !self.bits.is_empty()
            && self.bits.is_sorted_by(|before, after| before < after)
            && self.bits.iter().all(|bit| site.bits().contains(bit)))
    }
}

impl ShardRanges {
    /// Of a level all of whose files are there; `None` if none of its label functions has shards, because all labels
    /// are equal.
    pub fn of_files<G>(site: &Site<G>, signatures: &Signatures) -> Option<Self> {
        let has_shards = |bit: &u8| signatures.constant(*bit).is_none();
        let bits: Vec<u8> = site.bits().iter().copied().filter(has_shards).collect();
        let positions = signatures.records();
        let least = (ShardCut::new(positions, 1).parts() * bits.len() as u64).div_ceil(PARTS_MOST as u64);
        (!bits.is_empty()).then(|| Self {
            above: site.hash().into(),
            positions,
            part_shards: site.grain.part_shards.max(least),
            bits,
        })
    }

    /// The plan for a level of `positions`, if there is one.
    ///
    /// # Errors
    /// When the system does not let it be read now.
    pub fn read<G: Levels>(site: Site<'_, G>, positions: u64) -> Result<Option<Plan<'_, G, Self>>> {
        let plan = Plan::<G, Self>::read(site)?;
        Ok(plan.filter(|plan| plan.cut.positions == positions))
    }

    /// The parts of one function.
    pub fn shards(&self) -> ShardCut {
        ShardCut::new(self.positions, self.part_shards)
    }

    fn ranges(&self) -> usize {
        self.shards().parts() as usize
    }

    /// The parts of the function of a bit, in order.
    pub fn parts_of(&self, bit: u8) -> std::ops::Range<usize> {
        let at = self.bits.iter().position(|&other| other == bit);
        at.map_or(0..0, |at| at * self.ranges()..(at + 1) * self.ranges())
    }

    /// The bit and the range of a part.
    pub fn place(&self, part: usize) -> (u8, u64) {
        (self.bits[part / self.ranges()], (part % self.ranges()) as u64)
    }
}

/// The bits whose functions have ambiguous hashes; `None` unless all parts are there.
///
/// # Errors
/// When the system does not permit looking now.
pub(super) fn ambiguous<G: Levels>(plan: &Plan<G, ShardRanges>) -> Result<Option<Vec<u8>>> {
    let mut bits = Vec::new();
    for part in 0..Parts::<G>::count(&plan.cut) {
        let (bit, _) = plan.cut.place(part);
        match plan.part(part)? {
            None => return Ok(None),
            Some(done) if done.part.ambiguous() > 0 && bits.last() != Some(&bit) => bits.push(bit),
            Some(_) => {}
        }
    }
    Ok(Some(bits))
}

/// Makes these parts of the plan, after `before` positions.
///
/// # Errors
/// When something cannot be read or written, or the observer wants an end; parts made stay.
pub(super) fn make<G: Levels>(
    plan: &Plan<G, ShardRanges>,
    missing: &[usize],
    before: u64,
    signatures: &mut Signatures,
    memory: u64,
    observer: &dyn Observer,
) -> std::result::Result<(), SolveError> {
    let cut = plan.cut.shards();
    let shards = |part: usize| {
        let range = cut.range(plan.cut.place(part).1);
        range.end - range.start
    };
    observer.begin(&Step {
        level: Some(plan.site.level),
        name: "label function",
        done: before,
        all: before + cut.positions_in(missing.iter().map(|&part| shards(part)).sum()),
    });
    let mut done = 0;
    for &part in missing {
        // Somebody else may have made it meanwhile.
        if plan.part(part)?.is_none() {
            make_one(plan, signatures, part, memory, observer, &|solved| {
                observer.advance(before + cut.positions_in(done + solved));
            })?;
        }
        done += shards(part);
    }
    observer.end();
    Ok(())
}

/// Makes a part, and calls `hear` with the number of shards that are solved.
pub(super) fn make_one<G: Levels>(
    plan: &Plan<G, ShardRanges>,
    signatures: &mut Signatures,
    part: usize,
    memory: u64,
    observer: &dyn Observer,
    hear: &dyn Fn(u64),
) -> std::result::Result<ShardPart, SolveError> {
    let own = plan.making(part)?;
    let (bit, range) = plan.cut.place(part);
    let places = (own.path(), &*plan.site.work(), part as u64);
    let what = (&plan.cut.shards(), range, bit);
    let made = ShardPart::solve(signatures, what, memory, places, &mut |solved| {
        hear(solved);
        go_on(plan.site.level, observer)
    })?;
    let done = Done {
        above: plan.cut.above.clone(),
        positions: plan.cut.positions,
        bit,
        part: made,
    };
    plan.keep(part, own.path(), &done, observer)?;
    Ok(done.part)
}

/// The ambiguous hashes of the function of a bit, sorted, all of whose parts are there. Where they are damaged the part
/// is made again.
///
/// # Errors
/// When something cannot be read or written, or the observer wants an end.
pub(super) fn ambiguous_hashes<G: Levels>(
    plan: &Plan<G, ShardRanges>,
    bit: u8,
    signatures: &mut Signatures,
    memory: u64,
    observer: &dyn Observer,
) -> std::result::Result<Vec<u64>, SolveError> {
    let (work, cut) = (plan.site.work(), plan.cut.shards());
    let mut hashes = Vec::new();
    for part in plan.cut.parts_of(bit) {
        let (_, range) = plan.cut.place(part);
        let read = |there: Option<ShardPart>| match there {
            Some(there) => there.read_ambiguous(&work, (&cut, range), part as u64),
            None => Ok(None),
        };
        let found = match read(plan.part(part)?.map(|done| done.part))? {
            Some(found) => found,
            None => {
                let made = make_one(plan, signatures, part, memory, observer, &|_| {})?;
                let strange = || plan.site.strange("what was just written is damaged");
                read(Some(made))?.ok_or_else(strange)?
            }
        };
        hashes.extend(found);
    }
    hashes.sort_unstable();
    Ok(hashes)
}
