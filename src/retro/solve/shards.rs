//! The plan by which the shards of a level's label function are parts, and those parts, made from the files of the level.
//!
//! ```text
//! level-036/work/shards.json         the cut: all files of the level are there
//! level-036/work/shards-000003       the shards of part 3, solved
//! level-036/work/shards-000003.json  its sizes and its checksum: the part is there
//! ```

use std::sync::Arc;

use retrograph_storage::{
    Database, Error, LabelFunctionBuilder, Result, ShardCut, ShardPart, ShardPartSolver, SignedFile,
};
use serde::{Deserialize, Serialize};

use super::error::{SolveError, go_on};
use super::options::Grain;
use super::parts::PARTS_MOST;
use crate::observer::{Observer, Step};

const SHARDS: &str = "shards";

/// How the shards of a level are cut.
#[derive(Serialize, Deserialize)]
pub(super) struct ShardPlan {
    /// Hash of the records of the level above.
    above: String,
    /// Positions of the level.
    positions: u64,
    /// Most shards of a part.
    part_shards: u64,
}

/// A part that is there.
#[derive(Serialize, Deserialize)]
struct Done {
    /// As in the plan.
    above: String,
    positions: u64,
    part: ShardPart,
}

fn name(part: u64) -> String {
    format!("{SHARDS}-{part:06}")
}

impl ShardPlan {
    /// Of a level made from the records with the hash `above`, all of whose files are there; `None` if its label function
    /// has no shards, because all labels are equal.
    pub fn of_files(above: &str, files: &[SignedFile], grain: &Grain) -> Option<Self> {
        let positions: u64 = files.iter().map(SignedFile::records).sum();
        let least = ShardCut::new(positions, 1).parts().div_ceil(PARTS_MOST as u64);
        (!LabelFunctionBuilder::is_constant(files)).then(|| Self {
            above: above.into(),
            positions,
            part_shards: grain.part_shards.max(least),
        })
    }

    /// The plan for a level of `positions` made from the records with the hash `above`, if there is one.
    ///
    /// # Errors
    /// When the system does not let it be read now.
    pub fn read(db: &Database, level: u32, above: &str, positions: u64) -> Result<Option<Self>> {
        let plan: Option<Self> = db.part(level, SHARDS)?;
        Ok(plan.filter(|plan| {
            plan.above == above && plan.positions == positions && plan.cut().parts() <= PARTS_MOST as u64
        }))
    }

    /// Writes the plan down.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self, db: &Database, level: u32) -> Result<()> {
        let own = db.making_folder(level)?;
        db.write_part(level, SHARDS, own.path(), self)
    }

    /// Positions of the level.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// The parts.
    pub fn cut(&self) -> ShardCut {
        ShardCut::new(self.positions, self.part_shards)
    }

    /// The part with this number, if it is there.
    ///
    /// # Errors
    /// When the system does not permit looking now.
    pub fn part(&self, db: &Database, level: u32, part: u64) -> Result<Option<ShardPart>> {
        let done: Option<Done> = db.part(level, &name(part))?;
        match done.filter(|done| done.above == self.above && done.positions == self.positions) {
            Some(done) if done.part.is_there(&db.work_folder(level), &self.cut(), part)? => Ok(Some(done.part)),
            _ => Ok(None),
        }
    }

    /// Number of ambiguous hashes; `None` unless all parts are there.
    ///
    /// # Errors
    /// When the system does not permit looking now.
    pub fn ambiguous(&self, db: &Database, level: u32) -> Result<Option<u64>> {
        let mut ambiguous = 0u64;
        for part in 0..self.cut().parts() {
            match self.part(db, level, part)? {
                Some(part) => ambiguous = ambiguous.saturating_add(part.ambiguous()),
                None => return Ok(None),
            }
        }
        Ok(Some(ambiguous))
    }

    /// Number of parts that are there.
    ///
    /// # Errors
    /// When the system does not permit looking now.
    pub fn done(&self, db: &Database, level: u32) -> Result<usize> {
        let mut done = 0;
        for part in 0..self.cut().parts() {
            done += usize::from(self.part(db, level, part)?.is_some());
        }
        Ok(done)
    }
}

/// Makes those parts of the plan that are not there and whose number leaves the remainder `task` when divided by `tasks`,
/// `files` files of the level being there. Returns how many.
///
/// # Errors
/// When something cannot be read or written, or the observer wants an end; parts made stay.
pub(super) fn make_shards(
    (db, level, files): (&Database, u32, usize),
    plan: &ShardPlan,
    [task, tasks]: [usize; 2],
    memory: u64,
    observer: &dyn Observer,
) -> std::result::Result<usize, SolveError> {
    let cut = plan.cut();
    let mut missing = Vec::new();
    for part in (task as u64..cut.parts()).step_by(tasks) {
        if plan.part(db, level, part)?.is_none() {
            missing.push(part);
        }
    }
    if missing.is_empty() {
        return Ok(0);
    }
    let files = Arc::new(SignedFile::open_all(&db.work_folder(level), files)?);
    let shards = |part| cut.range(part).end - cut.range(part).start;
    observer.level_begins(level);
    observer.begin(&Step {
        level: Some(level),
        name: "label function",
        done: 0,
        all: cut.positions_in(missing.iter().map(|&part| shards(part)).sum()),
    });
    let mut before = 0;
    for &part in &missing {
        // Somebody else may have made it meanwhile.
        if plan.part(db, level, part)?.is_none() {
            make_one((db, level, &files), plan, part, memory, &|solved| {
                observer.advance(cut.positions_in(before + solved));
                go_on(level, observer)
            })?;
        }
        before += shards(part);
    }
    observer.end();
    Ok(missing.len())
}

/// Makes a part, and calls `go_on` with the number of shards that are solved.
fn make_one(
    (db, level, files): (&Database, u32, &Arc<Vec<SignedFile>>),
    plan: &ShardPlan,
    part: u64,
    memory: u64,
    go_on: &dyn Fn(u64) -> std::result::Result<(), SolveError>,
) -> std::result::Result<ShardPart, SolveError> {
    let own = db.making_folder(level)?;
    let mut solver = ShardPartSolver::new(files.clone(), plan.cut(), part, memory);
    while solver.solve_some()? {
        go_on(solver.solved())?;
    }
    let done = Done {
        above: plan.above.clone(),
        positions: plan.positions,
        part: solver.finish(own.path(), &db.work_folder(level))?,
    };
    db.write_part(level, &name(part), own.path(), &done)?;
    Ok(done.part)
}

/// The ambiguous hashes of a level, sorted, all of whose `files` and parts of whose shards are there. Where they are damaged
/// the part is made again.
///
/// # Errors
/// When something cannot be read or written, or the observer wants an end.
pub(super) fn ambiguous_hashes(
    (db, level, files): (&Database, u32, usize),
    plan: &ShardPlan,
    memory: u64,
    observer: &dyn Observer,
) -> std::result::Result<Vec<u64>, SolveError> {
    let work = db.work_folder(level);
    let cut = plan.cut();
    let mut hashes = Vec::new();
    for part in 0..cut.parts() {
        let read = |there: Option<ShardPart>| match there {
            Some(there) => there.read_ambiguous(&work, &cut, part),
            None => Ok(None),
        };
        let found = match read(plan.part(db, level, part)?)? {
            Some(found) => found,
            None => {
                let files = Arc::new(SignedFile::open_all(&work, files)?);
                let made = make_one((db, level, &files), plan, part, memory, &|_| go_on(level, observer))?;
                let strange = || Error::corrupt(&work, "what was just written is damaged");
                read(Some(made))?.ok_or_else(strange)?
            }
        };
        hashes.extend(found);
    }
    hashes.sort_unstable();
    Ok(hashes)
}
