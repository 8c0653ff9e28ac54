//! A level whose expansion is planned in parts: those that are missing are made here, and all are sorted together.

use retrograph_storage::Sorter;

use super::expand::terminals;
use super::expansion::Source;
use super::labelling::Labelling;
use super::merge::Merge;
use crate::solve::error::SolveError;
use crate::solve::parts::files::Files;
use crate::solve::parts::runs::{Making, Runs};
use crate::solve::parts::{Parts, Plan};
use crate::solve::run::LevelRun;
use game::Levels;

/// Makes the missing parts of the level's plan, one after the other.
///
/// # Errors
/// When the level above cannot be read, a run cannot be written, or the run is to stop; parts made stay.
pub(crate) fn merge_planned<G: Levels>(
    run: &mut LevelRun<G>,
    saturated: &[G::Record],
) -> std::result::Result<Merge<G>, SolveError> {
    let above = run.above.as_ref().ok_or_else(|| run.strange())?;
    let all = above.manifest.positions.positions;
    let plan = Plan::<G, Runs>::read(run.site())?.ok_or_else(|| run.strange())?;
    let width = run.game.key_width();
    let folder = run.db.work_folder(run.level);
    let count = Parts::<G>::count(&plan.cut);
    let mut work = run.checkpoints.work;
    if let Some(files) = Plan::<G, Files>::read(run.site())? {
        for part in 0..count {
            if let Some(done) = plan.part(part)? {
                work.add(&done.work);
            }
        }
        let sorter = Sorter::resume(&folder, width, run.memory.sort, &files.cut.runs)?;
        run.checkpoints.work = work;
        return Ok(Merge::begin(sorter.finish()?));
    }
    let missing = plan.missing(0, 1)?;
    let of = |parts: &[usize]| parts.iter().map(|&part| plan.cut.positions_of(part)).sum::<u64>();
    run.observer.note(&format!(
        "level {} is planned in {count} parts, {} of them there",
        run.level,
        count - missing.len()
    ));
    if !missing.is_empty() {
        let mut done = Parts::<G>::positions(&plan.cut) - of(&missing);
        run.begin("expand and label", done, all);
        let source = Source::open(run.game, above, run.memory)?;
        let making = Making {
            plan: &plan,
            source: &source,
            memory: run.memory.sort,
            batch_chunks: run.options.grain.expand_chunks,
            observer: run.observer,
        };
        let labelling = Labelling::new(run.game, run.values, source.labels(), None);
        for part in missing {
            done += making.make(part, done, &labelling)?;
            run.observer.checkpoint(run.level);
        }
        run.observer.end();
    }
    let mut runs = Vec::with_capacity(count);
    for part in 0..count {
        let done = plan.part(part)?.ok_or_else(|| run.strange())?;
        work.add(&done.work);
        runs.push(done.run);
    }
    let mut sorter = Sorter::resume(&folder, width, run.memory.sort, &runs)?;
    sorter.push(&terminals(run.game, run.values, saturated))?;
    run.checkpoints.work = work;
    Ok(Merge::begin(sorter.finish()?))
}
