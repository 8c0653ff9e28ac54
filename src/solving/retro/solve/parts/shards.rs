//! The shards of a level's label function, cut into ranges, which are solved from the files of the level.
//!
//! ```text
//! level-036/work/shards.json         the cut: all files of the level are there
//! level-036/work/shards-000003       the shards of part 3, solved
//! level-036/work/shards-000003.json  its sizes and its checksum: the part is there
//! ```

use std::sync::Arc;

use retrograph_storage::{Error, LabelFunctionBuilder, Result, ShardCut, ShardPart, ShardPartSolver, SignedFile};
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
}

/// A part that is there.
#[derive(Serialize, Deserialize)]
pub(crate) struct Done {
    /// As in the plan.
    above: String,
    positions: u64,
    pub part: ShardPart,
}

impl<G: Levels> Parts<G> for ShardRanges {
    const STEP: PlannedStep = PlannedStep::Shards;
    const NAME: &'static str = "shards";
    type Done = Done;

    fn count(&self) -> usize {
        self.shards().parts() as usize
    }

    fn positions(&self) -> u64 {
        self.positions
    }

    fn is_there(&self, site: &Site<G>, part: usize, done: &Done) -> Result<bool> {
        let belongs = done.above == self.above && done.positions == self.positions;
        Ok(belongs && (done.part).is_there(&site.db.work_folder(site.level), &self.shards(), part as u64)?)
    }
}

impl<G: Levels> Planned<G> for ShardRanges {
    const PLAN: &'static str = "shards";

    fn is_sound(&self, site: &Site<G>) -> Result<bool> {
        Ok(self.above == site.above && self.shards().parts() <= PARTS_MOST as u64)
    }
}

impl ShardRanges {
    /// Of a level all of whose files are there; `None` if its label function has no shards, because all labels are
    /// equal.
    pub fn of_files<G>(site: &Site<G>, files: &[SignedFile]) -> Option<Self> {
        let positions: u64 = files.iter().map(SignedFile::records).sum();
        let least = ShardCut::new(positions, 1).parts().div_ceil(PARTS_MOST as u64);
        (!LabelFunctionBuilder::is_constant(files)).then(|| Self {
            above: site.above.into(),
            positions,
            part_shards: site.grain.part_shards.max(least),
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

    /// The parts.
    pub fn shards(&self) -> ShardCut {
        ShardCut::new(self.positions, self.part_shards)
    }
}

/// Number of ambiguous hashes; `None` unless all parts are there.
///
/// # Errors
/// When the system does not permit looking now.
pub(super) fn ambiguous<G: Levels>(plan: &Plan<G, ShardRanges>) -> Result<Option<u64>> {
    let mut ambiguous = 0u64;
    for part in 0..Parts::<G>::count(&plan.cut) {
        match plan.part(part)? {
            Some(done) => ambiguous = ambiguous.saturating_add(done.part.ambiguous()),
            None => return Ok(None),
        }
    }
    Ok(Some(ambiguous))
}

/// Makes these parts of the plan, `files` files of the level being there.
///
/// # Errors
/// When something cannot be read or written, or the observer wants an end; parts made stay.
pub(super) fn make<G: Levels>(
    plan: &Plan<G, ShardRanges>,
    missing: &[usize],
    files: usize,
    memory: u64,
    observer: &dyn Observer,
) -> std::result::Result<(), SolveError> {
    let Site { db, level, .. } = plan.site;
    let cut = plan.cut.shards();
    let files = Arc::new(SignedFile::open_all(&db.work_folder(level), files)?);
    let shards = |part: usize| {
        let range = cut.range(part as u64);
        range.end - range.start
    };
    observer.level_begins(level);
    observer.begin(&Step {
        level: Some(level),
        name: "label function",
        done: 0,
        all: cut.positions_in(missing.iter().map(|&part| shards(part)).sum()),
    });
    let mut before = 0;
    for &part in missing {
        // Somebody else may have made it meanwhile.
        if plan.part(part)?.is_none() {
            make_one(plan, &files, part, memory, &|solved| {
                observer.advance(cut.positions_in(before + solved));
                go_on(level, observer)
            })?;
        }
        before += shards(part);
    }
    observer.end();
    Ok(())
}

/// Makes a part, and calls `go_on` with the number of shards that are solved.
fn make_one<G: Levels>(
    plan: &Plan<G, ShardRanges>,
    files: &Arc<Vec<SignedFile>>,
    part: usize,
    memory: u64,
    go_on: &dyn Fn(u64) -> std::result::Result<(), SolveError>,
) -> std::result::Result<ShardPart, SolveError> {
    let Site { db, level, .. } = plan.site;
    let own = plan.making(part)?;
    let mut solver = ShardPartSolver::new(files.clone(), plan.cut.shards(), part as u64, memory);
    while solver.solve_some()? {
        go_on(solver.solved())?;
    }
    let done = Done {
        above: plan.cut.above.clone(),
        positions: plan.cut.positions,
        part: solver.finish(own.path(), &db.work_folder(level))?,
    };
    plan.keep(part, own.path(), &done)?;
    Ok(done.part)
}

/// The ambiguous hashes of a level, sorted, all of whose `files` and parts of whose shards are there. Where they are
/// damaged the part is made again.
///
/// # Errors
/// When something cannot be read or written, or the observer wants an end.
pub(super) fn ambiguous_hashes<G: Levels>(
    plan: &Plan<G, ShardRanges>,
    files: usize,
    memory: u64,
    observer: &dyn Observer,
) -> std::result::Result<Vec<u64>, SolveError> {
    let Site { db, level, .. } = plan.site;
    let work = db.work_folder(level);
    let cut = plan.cut.shards();
    let mut hashes = Vec::new();
    for part in 0..Parts::<G>::count(&plan.cut) {
        let read = |there: Option<ShardPart>| match there {
            Some(there) => there.read_ambiguous(&work, &cut, part as u64),
            None => Ok(None),
        };
        let found = match read(plan.part(part)?.map(|done| done.part))? {
            Some(found) => found,
            None => {
                let files = Arc::new(SignedFile::open_all(&work, files)?);
                let made = make_one(plan, &files, part, memory, &|_| go_on(level, observer))?;
                let strange = || Error::corrupt(&work, "what was just written is damaged");
                read(Some(made))?.ok_or_else(strange)?
            }
        };
        hashes.extend(found);
    }
    hashes.sort_unstable();
    Ok(hashes)
}
