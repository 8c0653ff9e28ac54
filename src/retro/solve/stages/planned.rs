//! A level whose expansion is planned in parts: those that are missing are made here, and all are sorted together.

use retrograph_storage::Sorter;

use super::expand::terminals;
use super::expansion::Source;
use super::labelling::Direct;
use super::merge::Merge;
use crate::solve::error::SolveError;
use crate::solve::parts::{Making, Plan};
use crate::solve::run::LevelRun;
use crate::solve::sealing::SealPlan;
use game::Levels;

/// Makes the missing parts of a plan, one after the other.
///
/// # Errors
/// When the level above cannot be read, a run cannot be written, or the run is to stop; parts made stay.
pub(crate) fn merge_planned<G: Levels>(
    run: &mut LevelRun<G>,
    plan: &Plan,
    saturated: &[G::Record],
) -> std::result::Result<Merge<G>, SolveError> {
    let above = run.above.as_ref().ok_or_else(|| run.strange())?;
    let all = above.manifest.positions.positions;
    let width = run.game.key_width();
    if let Some(sealing) = SealPlan::read(run.db, run.level, run.above_hash(), &run.options.grain)? {
        for part in 0..plan.len() {
            if let Some(done) = plan.done(run.db, part)? {
                run.checkpoints.work.add(&done.work);
            }
        }
        let folder = run.db.work_folder(run.level);
        let sorter = Sorter::resume(&folder, width, run.memory.sort, &sealing.runs)?;
        return Ok(Merge::begin(sorter.finish()?));
    }
    let (mut missing, mut done) = (Vec::new(), 0);
    for part in 0..plan.len() {
        match plan.done(run.db, part)? {
            Some(_) => done += plan.positions(part),
            None => missing.push(part),
        }
    }
    run.observer.note(&format!(
        "level {} is planned in {} parts, {} of them there",
        run.level,
        plan.len(),
        plan.len() - missing.len()
    ));
    if !missing.is_empty() {
        run.begin("expand and label", done, all);
        let source = Source::open(run.game, above, run.memory)?;
        let making = Making {
            game: run.game,
            db: run.db,
            source: &source,
            plan,
            memory: run.memory.sort,
            batch_chunks: run.options.grain.expand_chunks,
            observer: run.observer,
        };
        let mut direct = Direct::new(run.game, run.values, source.labels(), None);
        for part in missing {
            done += making.make(part, done, &mut direct)?;
            run.observer.checkpoint(run.level);
        }
        run.observer.end();
    }
    let mut runs = Vec::with_capacity(plan.len());
    for part in 0..plan.len() {
        let done = plan.done(run.db, part)?.ok_or_else(|| run.strange())?;
        run.checkpoints.work.add(&done.work);
        runs.push(done.run);
    }
    let folder = run.db.work_folder(run.level);
    let mut sorter = Sorter::resume(&folder, width, run.memory.sort, &runs)?;
    sorter.push(&terminals(run.game, run.values, saturated))?;
    Ok(Merge::begin(sorter.finish()?))
}
