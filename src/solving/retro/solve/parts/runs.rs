//! The expansion of a level, cut into stretches of the level above. Each gives a sorted run.
//!
//! ```text
//! level-036/work/plan.json         where the parts begin
//! level-036/work/run-000007        what part 7 has given
//! level-036/work/part-000007.json  its size and what it took: the part is there
//! ```

use retrograph_storage::{LevelReader, Result, RunState, Sorter, has_run};
use serde::{Deserialize, Serialize};

use super::keys::{key_from_hex, key_to_hex};
use super::{PARTS_MOST, Parts, Plan, Planned, PlannedStep, Site};
use crate::observer::{Observer, Step, Work};
use crate::solve::error::{SolveError, go_on};
use crate::solve::memory::Memory;
use crate::solve::stages::{Labelling, Marks, Source, Stretch};
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
        Ok(belongs && has_run(&site.work(), &done.run)?)
    }
}

impl<G: Levels> Planned<G> for Runs {
    const PLAN: &'static str = PLAN;

    fn is_sound(&self, site: &Site<G>) -> Result<bool> {
        // Whoever makes parts would change what links point to.
        Ok(self.is_of(site.level, site.hash()) && site.db.has_plain_files(site.level)?)
    }
}

impl Runs {
    /// Cuts the level above into stretches of at least `most` positions but the last. Cost: reads it once.
    ///
    /// # Errors
    /// When it cannot be read, or the observer wants an end.
    pub fn cut<G: Levels>(site: &Site<G>, most: u64, observer: &dyn Observer) -> std::result::Result<Self, SolveError> {
        let Site { game, level, above, .. } = *site;
        let folder = above.db.positions_folder(above.manifest.level);
        let reader = LevelReader::<G::Record>::open(&folder, game.key_width(), &above.manifest.positions)?;
        let mut chunks = reader.chunks();
        let mut batch = Vec::new();
        let mut cut = Self {
            level,
            above: site.hash().into(),
            starts: Vec::new(),
            positions: vec![0],
        };
        observer.begin(&Step {
            level: Some(level),
            name: "plan",
            done: 0,
            all: above.positions(),
        });
        let mut read = 0;
        while chunks.next_chunks(SCAN_CHUNKS, &mut batch)? > 0 {
            for chunk in &batch {
                let count = cut.positions.last_mut().expect("there is a first part");
                if *count >= most {
                    cut.starts.push(key_to_hex(chunk.first_key()));
                    cut.positions.push(chunk.records());
                } else {
                    *count += chunk.records();
                }
                read += chunk.records();
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

    /// Where a part begins; `None` for the front of the level above, and for its end.
    fn key<G: Levels>(&self, site: &Site<G>, part: usize) -> Result<Option<G::Record>> {
        let strange = || site.strange("a part begins with no key");
        match self.starts.get(part.wrapping_sub(1)) {
            None => Ok(None),
            Some(start) => key_from_hex(start).ok_or_else(strange).map(Some),
        }
    }

    fn start(&self, part: usize) -> &str {
        match part {
            0 => "",
            part => &self.starts[part - 1],
        }
    }
}

/// Makes these parts of the plan, after `before` positions. Marks cost a look at the whole level above: they are made
/// where at least half of it is expanded here.
///
/// # Errors
/// When the level above is damaged, something cannot be written, or the observer wants an end; parts made stay.
pub(super) fn make<G: Levels>(
    plan: &Plan<G, Runs>,
    missing: &[usize],
    before: u64,
    memory: &Memory,
    observer: &dyn Observer,
) -> std::result::Result<(), SolveError> {
    let (site, cut) = (plan.site, &plan.cut);
    let source = Source::open(site.game, site.above, memory)?;
    let own: u64 = missing.iter().map(|&part| cut.positions[part]).sum();
    let marks = match own >= site.above.positions() / 2 {
        true => Marks::make(&site, memory, source.positions(), observer)?,
        false => None,
    };
    let labelling = Labelling::new(site.game, site.above.values, source.labels(), marks);
    observer.begin(&Step {
        level: Some(site.level),
        name: "expand and label",
        done: before,
        all: before + own,
    });
    let (mut done, mut buffer) = (before, Vec::new());
    for &part in missing {
        // Somebody else may have made it meanwhile.
        if plan.part(part)?.is_none() {
            let stretch = Stretch {
                source: &source,
                batch_chunks: site.grain.expand_chunks,
                observer,
                from: cut.key(&site, part)?,
                until: cut.key(&site, part + 1)?,
            };
            let own = plan.making(part)?;
            let sorter = Sorter::new(own.path(), site.game.key_width(), memory.sort)?;
            let mut sorter = sorter.with_buffer(std::mem::take(&mut buffer));
            let work = stretch.expand(done, &mut sorter, &labelling, &mut |_, _| go_on(site.level, observer))?;
            let (run, used) = sorter.finish_as(&site.work(), part as u64)?;
            buffer = used;
            let made = Done {
                above: cut.above.clone(),
                start: cut.start(part).into(),
                positions: cut.positions[part],
                run,
                work,
            };
            plan.keep(part, own.path(), &made, observer)?;
        }
        done += cut.positions[part];
    }
    observer.end();
    Ok(())
}
