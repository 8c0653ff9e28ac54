//! A level of one file is made at once, in memory as far as memory goes: of what it is made from nothing outlives the
//! run. A kill costs the level.

use retrograph_storage::{
    LabelFunctionBuilder, LevelReader, LevelSummary, LevelWriter, PendingLabelFunction, Signatures, Sorted, Sorter,
};

use super::expansion::{Source, Stretch, terminals};
use super::labelling::Labelling;
use super::marks::Marks;
use super::scan::Scan;
use super::sealing::Sealing;
use crate::observer::Work;
use crate::solve::error::{SolveError, go_on};
use crate::solve::run::{LevelRun, Made};
use game::Levels;

/// Makes all of the level but its manifest; whatever there is of it is removed.
///
/// # Errors
/// When something cannot be read or written, or the run is to stop.
pub(crate) fn make_at_once<G: Levels>(
    run: &LevelRun<G>,
    saturated: &[G::Record],
    buffer: &mut Vec<G::Record>,
) -> Result<Made, SolveError> {
    // Both wait for the disk.
    let open = || (run.above.map(|above| Source::open(run.game, above, run.memory))).transpose();
    let (begun, source) = base::parallel::join(|| run.db.begin_level(run.level), open);
    begun?;
    let sorter = Sorter::new(&run.db.work_folder(run.level), run.game.key_width(), run.memory.sort)?;
    let mut sorter = sorter.with_buffer(std::mem::take(buffer));
    sorter.push(&terminals(run.game, run.values, saturated))?;
    let mut work = Work::default();
    // The level above is closed before the sorter takes its memory to finish.
    if let (Some(above), Some(source)) = (run.above, source?) {
        run.note_label_function(above);
        let marks = Marks::make(&run.site(above), run.memory, source.positions(), run.observer)?;
        run.begin("expand and label", 0, above.positions());
        let labelling = Labelling::new(run.game, run.values, source.labels(), marks);
        let stretch = Stretch {
            source: &source,
            batch_chunks: run.options.grain.expand_chunks,
            observer: run.observer,
            from: None,
            until: None,
        };
        work = stretch.expand(0, &mut sorter, &labelling, &mut |_, _| go_on(run.level, run.observer))?;
        run.observer.end();
    }
    seal_at_once(run, sorter.finish()?, work, buffer)
}

/// Makes the level of its sorted records, which took `work`.
///
/// # Errors
/// [`SolveError::Count`]; when something cannot be read or written, or the run is to stop.
pub(crate) fn seal_at_once<G: Levels>(
    run: &LevelRun<G>,
    mut sorted: Sorted<G::Record>,
    work: Work,
    buffer: &mut Vec<G::Record>,
) -> Result<Made, SolveError> {
    let all = sorted.len();
    run.expect(all)?;
    let grain = &run.options.grain;
    let (folder, work_folder) = (run.db.positions_folder(run.level), run.db.work_folder(run.level));
    run.db.remove_unsealed_positions(run.level)?;
    let writer = LevelWriter::create(&folder, run.game.key_width(), run.memory.writer, grain.file_chunks)?;
    let mut writer = writer.with_syncs(run.db.syncs());
    let sealing = Sealing::new(run.game, run.bits, grain);
    let mut builder = LabelFunctionBuilder::new(&work_folder, all, run.memory.builder);
    if sealing.has_labels() {
        builder = builder.with_labels();
    }
    run.begin("seal", 0, all);
    let mut done = 0;
    let push = &mut |items: &[u64], labels: &[u16]| builder.push_labelled(items, labels);
    let firsts = sealing.run(&mut sorted, all, &mut writer, push, &mut |count| {
        done += count;
        run.observer.advance(done);
        go_on(run.level, run.observer)
    })?;
    run.observer.end();
    *buffer = sorted.into_buffer();
    let mut signatures = builder.finish()?;
    // While the files are completed, the first function is solved where that takes no more memory.
    let (positions, mut first) = match signatures.are_in_memory() {
        true => {
            let (positions, first) = base::parallel::join(|| writer.finish(), || function(run, &mut signatures, 0));
            (positions?, Some(first?))
        }
        false => (writer.finish()?, None),
    };
    let mut functions = Vec::with_capacity(run.bits.len());
    for &bit in run.bits {
        let mut function = match first.take() {
            Some(first) => first,
            None => {
                run.begin("label function", 0, all);
                let function = function(run, &mut signatures, bit)?;
                run.observer.end();
                function
            }
        };
        if !function.ambiguous().is_empty() {
            look_through(run, &positions, &signatures, &firsts, bit, &mut function)?;
        }
        let path = run.db.plane_path(run.level, bit);
        functions.push(function.seal(&path, run.game.key_width(), run.db.syncs())?);
    }
    Ok(Made {
        positions,
        functions,
        work,
    })
}

/// The function of a bit, without exact answers.
fn function<G: Levels>(
    run: &LevelRun<G>,
    signatures: &mut Signatures,
    bit: u8,
) -> Result<PendingLabelFunction, SolveError> {
    let is_step = !signatures.are_in_memory() || bit > 0;
    signatures.function(&run.db.work_folder(run.level), bit, run.memory.builder, &mut |solved| {
        if is_step {
            run.observer.advance(solved);
        }
        go_on(run.level, run.observer)
    })
}

/// Gives `function` the exact answers. Only positions that the cut signatures do not exclude are signed again, which at
/// n = 13 saves 2.6 of 53 s (m).
fn look_through<G: Levels>(
    run: &LevelRun<G>,
    positions: &LevelSummary,
    signatures: &Signatures,
    firsts: &[G::Record],
    bit: u8,
    function: &mut PendingLabelFunction,
) -> Result<(), SolveError> {
    let width = run.game.key_width();
    let folder = run.db.positions_folder(run.level);
    let (opened, sieve) = base::parallel::join(
        || LevelReader::open(&folder, width, positions),
        || signatures.sieve(function.ambiguous(), run.memory.builder),
    );
    let scan = Scan {
        game: run.game,
        bit,
        positions: &opened?,
        sieve: &sieve,
        batch: Sealing::<G>::batch(&run.options.grain),
    };
    run.begin("ambiguous positions", 0, signatures.records());
    let mut from = 0;
    for group in firsts.chunks(Scan::<G>::together()) {
        let answers = scan.batches(signatures, function.ambiguous(), from, group)?;
        function.push_exact(width, &answers)?;
        from += group.len();
        run.observer
            .advance(signatures.records().min((from * scan.batch) as u64));
        go_on(run.level, run.observer)?;
    }
    run.observer.end();
    Ok(())
}
