//! The expansion of a level, cut into stretches of the level above. Each gives a sorted run.
//!
//! ```text
//! level-036/work/plan.json         where the parts begin
//! level-036/work/run-000007        what part 7 has given
//! level-036/work/part-000007.json  its size and what it took: the part is there
//! ```

use retrograph_storage::{LevelReader, Result, RunState, Sorter, has_run};
use serde::{Deserialize, Serialize};

use super::{PARTS_MOST, Parts, Plan, Planned, PlannedStep, Site};
use crate::observer::{Observer, Step, Work};
use crate::solve::error::{SolveError, go_on};
use crate::solve::journal::{key_from_hex, key_to_hex};
use crate::solve::run::Above;
use crate::solve::stages::{Labelling, Pauses, Source, Stretch};
use game::Levels;

/// Chunks read at a time to find where parts begin.
const SCAN_CHUNKS: usize = 4096;

/// The name of the plan's file.
pub(super) const PLAN: &str = "plan";

/// How the level above is cut.
#[derive(Serialize, Deserialize)]
pub(crate) struct Runs {
    level: u32,
    /// Hash of the records of the level above.
    above: String,
    /// The first key of each part but the first, hexadecimal.
    starts: Vec<String>,
    /// Positions of the level above in each part.
    positions: Vec<u64>,
}

/// A part that is there.
#[derive(Serialize, Deserialize)]
pub(crate) struct Done {
    /// As in the plan.
    above: String,
    start: String,
    positions: u64,
    pub run: RunState,
    pub work: Work,
}

impl<G: Levels> Parts<G> for Runs {
    const STEP: PlannedStep = PlannedStep::Expand;
    const NAME: &'static str = "part";
    type Done = Done;

    fn count(&self) -> usize {
        self.positions.len()
    }

    fn positions(&self) -> u64 {
        self.positions.iter().sum()
    }

    fn is_there(&self, site: &Site<G>, part: usize, done: &Done) -> Result<bool> {
        let belongs = done.above == self.above
            && done.start == self.start(part)
            && done.positions == self.positions[part]
            && done.run.number == part as u64;
        Ok(belongs && has_run(&site.db.work_folder(site.level), &done.run)?)
    }
}

impl<G: Levels> Planned<G> for Runs {
    const PLAN: &'static str = PLAN;

    fn is_sound(&self, site: &Site<G>) -> Result<bool> {
        // Whoever makes parts would change what links point to.
        Ok(self.is_of(site.level, site.above) && site.db.has_plain_files(site.level)?)
    }
}

impl Runs {
    /// Cuts the level above into stretches of at least `most` positions but the last. Cost: reads it once.
    ///
    /// # Errors
    /// When it cannot be read, or the observer wants an end.
    pub fn cut<G: Levels>(
        site: &Site<G>,
        above: &Above,
        most: u64,
        observer: &dyn Observer,
    ) -> std::result::Result<Self, SolveError> {
        let Site { game, level, .. } = *site;
        let folder = above.db.positions_folder(above.manifest.level);
        let reader = LevelReader::<G::Record>::open(&folder, game.key_width(), &above.manifest.positions)?;
        let mut chunks = reader.chunks();
        let (mut batch, mut records) = (Vec::new(), Vec::new());
        let mut cut = Self {
            level,
            above: site.above.into(),
            starts: Vec::new(),
            positions: vec![0],
        };
        observer.begin(&Step {
            level: Some(level),
            name: "plan",
            done: 0,
            all: above.manifest.positions.positions,
        });
        let mut read = 0;
        while chunks.next_chunks(SCAN_CHUNKS, &mut batch)? > 0 {
            for chunk in &batch {
                let count = cut.positions.last_mut().expect("there is a first part");
                records.clear();
                chunk.decode(&mut records)?;
                if *count >= most {
                    cut.starts.push(key_to_hex(chunk.first_key()));
                    cut.positions.push(records.len() as u64);
                } else {
                    *count += records.len() as u64;
                }
                read += records.len() as u64;
            }
            observer.advance(read);
            go_on(level, observer)?;
        }
        observer.end();
        Ok(cut)
    }

    /// Whether it is a cut of the level above `level` whose records have the hash `above`.
    pub fn is_of(&self, level: u32, above: &str) -> bool {
        let sum = (self.positions.iter()).try_fold(0u64, |sum, &own| sum.checked_add(own));
        self.level == level
            && self.above == above
            && self.positions.len() == self.starts.len() + 1
            && self.positions.len() <= PARTS_MOST
            && sum.is_some()
    }

    /// Positions of the level above in a part.
    pub fn positions_of(&self, part: usize) -> u64 {
        self.positions[part]
    }

    fn start(&self, part: usize) -> &str {
        match part {
            0 => "",
            part => &self.starts[part - 1],
        }
    }
}

/// What makes parts.
pub(crate) struct Making<'a, G: Levels> {
    pub plan: &'a Plan<'a, G, Runs>,
    pub source: &'a Source<G>,
    /// Bytes for sorting.
    pub memory: u64,
    pub batch_chunks: usize,
    pub observer: &'a dyn Observer,
}

impl<G: Levels> Making<'_, G> {
    /// Makes a part, of which the observer hears after `before` positions. Returns its positions in the level above.
    ///
    /// # Errors
    /// When the level above is damaged, something cannot be written, or the observer wants an end; then the part is not
    /// there.
    pub fn make(
        &self,
        part: usize,
        before: u64,
        labelling: &mut impl Labelling<G>,
    ) -> std::result::Result<u64, SolveError> {
        let Site { game, db, level, .. } = self.plan.site;
        let cut = &self.plan.cut;
        let folder = db.work_folder(level);
        let key = |part: usize| -> std::result::Result<Option<G::Record>, SolveError> {
            let strange = || retrograph_storage::Error::corrupt(&folder.join("plan.json"), "a part begins with no key");
            match cut.starts.get(part.wrapping_sub(1)) {
                None => Ok(None),
                Some(start) => Ok(Some(key_from_hex(start).ok_or_else(strange)?)),
            }
        };
        let stretch = Stretch {
            source: self.source,
            batch_chunks: self.batch_chunks,
            observer: self.observer,
            from: key(part)?,
            until: key(part + 1)?,
        };
        let own = self.plan.making(part)?;
        let mut sorter = Sorter::new(own.path(), game.key_width(), self.memory)?;
        let mut stops = Stops {
            level,
            observer: self.observer,
        };
        let work = stretch.expand(before, Work::default(), &mut sorter, labelling, &mut stops)?;
        let done = Done {
            above: cut.above.clone(),
            start: cut.start(part).into(),
            positions: cut.positions[part],
            run: sorter.finish_as(&folder, part as u64)?,
            work,
        };
        self.plan.keep(part, own.path(), &done)?;
        Ok(cut.positions[part])
    }

    /// Makes these parts, of which somebody else may make some meanwhile.
    ///
    /// # Errors
    /// As [`Making::make`]; parts made stay.
    pub fn make_all(&self, parts: &[usize], labelling: &mut impl Labelling<G>) -> std::result::Result<(), SolveError> {
        let Self { plan, observer, .. } = *self;
        observer.level_begins(plan.site.level);
        observer.begin(&Step {
            level: Some(plan.site.level),
            name: "expand and label",
            done: 0,
            all: parts.iter().map(|&part| plan.cut.positions_of(part)).sum(),
        });
        let mut done = 0;
        for &part in parts {
            if plan.part(part)?.is_none() {
                self.make(part, done, labelling)?;
            }
            done += plan.cut.positions_of(part);
        }
        observer.end();
        Ok(())
    }
}

/// A part is not interrupted but to be given up.
struct Stops<'a> {
    level: u32,
    observer: &'a dyn Observer,
}

impl<R> Pauses<R> for Stops<'_> {
    fn are_due(&self) -> bool {
        self.observer.stop()
    }

    fn pause(&mut self, _: &mut Sorter<R>, _: R, _: u64, _: Work) -> std::result::Result<(), SolveError> {
        go_on(self.level, self.observer)
    }
}
