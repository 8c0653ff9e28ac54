//! A level whose parts are all there is put together. What turns out to be damaged and can be made again, is.

use retrograph_storage::{LabelFunctionSummary, LabelFunctionWriter, LevelWriter, Signatures};

use super::ambiguous::{Search, Searched};
use super::files::Files;
use super::shards::{self, ShardRanges};
use super::{Parts, Plan};
use crate::observer::Work;
use crate::solve::error::{SolveError, go_on};
use crate::solve::run::{LevelRun, Made};
use game::Levels;

/// The parts of a level.
pub(super) struct Assembly<'p, 'a, G: Levels> {
    pub run: &'p LevelRun<'a, G>,
    pub files: &'p Plan<'a, G, Files>,
    /// `None` where no label function has shards.
    pub shards: Option<&'p Plan<'a, G, ShardRanges>>,
    /// Whether this process has made a file, and so does not read it again.
    pub is_known: &'p (dyn Fn(usize) -> bool + Sync),
    /// What making the records took.
    pub work: Work,
}

impl<G: Levels> Assembly<'_, '_, G> {
    /// All of the level but its manifest.
    ///
    /// # Errors
    /// When a part is damaged, something cannot be read or written, or the run is to stop.
    pub fn make(self) -> Result<Made, SolveError> {
        let Self { run, files, .. } = self;
        let mut signatures = files.cut.signatures(&files.site)?;
        let mut functions = Vec::with_capacity(run.bits.len());
        for &bit in run.bits {
            functions.push(self.function(&mut signatures, bit)?);
        }
        let mut written = Vec::new();
        for index in 0..Parts::<G>::count(&files.cut) {
            let strange = || files.site.strange("a file of the level is missing");
            written.push(files.part(index)?.ok_or_else(strange)?.file);
        }
        let folder = run.db.positions_folder(run.level);
        Ok(Made {
            positions: LevelWriter::<G::Record>::assemble(&folder, run.game.key_width(), (written, self.is_known))?,
            functions,
            work: self.work,
        })
    }

    /// The label function of a bit.
    fn function(&self, signatures: &mut Signatures, bit: u8) -> Result<LabelFunctionSummary, SolveError> {
        let Self { run, files, shards, .. } = *self;
        let (site, all) = (files.site, signatures.records());
        let memory = run.memory.unshared().min(site.grain.builder_memory);
        let shards = shards.filter(|plan| plan.cut.bits.contains(&bit));
        let constant = match shards {
            Some(_) => None,
            None => Some(
                signatures
                    .constant(bit)
                    .ok_or_else(|| site.strange("its shards are not planned"))?,
            ),
        };
        let mut writer = LabelFunctionWriter::of_parts(&site.work(), all, constant)?;
        for part in shards.map_or(0..0, |plan| plan.cut.parts_of(bit)) {
            go_on(run.level, run.observer)?;
            let plan = shards.expect("it has parts");
            let (_, range) = plan.cut.place(part);
            let cut = plan.cut.shards();
            let mut take = |done: &_| writer.take_part((&cut, range), part as u64, done);
            let is_taken = match plan.part(part)? {
                Some(done) => take(&done.part)?,
                None => false,
            };
            if !is_taken {
                let made = shards::make_one(plan, signatures, part, memory, run.observer, &|_| {})?;
                if !take(&made)? {
                    return Err(site.strange("what was just written is damaged").into());
                }
            }
        }
        let mut function = writer.finish()?;
        if !function.ambiguous().is_empty() {
            let bits = shards.map(shards::ambiguous).transpose()?.flatten().unwrap_or_default();
            let plan = Plan::<G, Searched>::of(site, all, bits);
            let ambiguous = function.ambiguous().to_vec();
            let search = Search {
                plan: &plan,
                files,
                sieve: signatures.sieve(&ambiguous, run.memory.builder),
                signatures,
                ambiguous,
                observer: run.observer,
            };
            for part in plan.cut.parts_of(bit) {
                let answers = match plan.answers(part)? {
                    Some(answers) => answers,
                    None => search.make(part)?,
                };
                function.push_exact(run.game.key_width(), &answers)?;
            }
        }
        Ok(function.seal(&run.db.plane_path(run.level, bit), run.game.key_width(), run.db.syncs())?)
    }
}
