//! Expanding a stretch of the level above: its positions become labelled positions of the next level, in a sorter.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use retrograph_storage::{LevelReader, RawChunk, Result, Sorter};

use super::batches::Batches;
use super::labelling::Labelling;
use crate::observer::{Observer, Work};
use crate::read::look_up::{Labels, labelled};
use crate::read::meaning::terminal;
use crate::solve::error::SolveError;
use crate::solve::memory::Memory;
use crate::solve::run::Above;
use game::Levels;
use game::values::Values;

/// The level above, opened: its positions and their labels.
pub(crate) struct Source<G: Levels> {
    positions: LevelReader<G::Record>,
    labels: Labels,
}

impl<G: Levels> Source<G> {
    /// Opens the level above, whose files somebody has compared with its manifest. Its label function is read into the
    /// memory of what writes and signs levels, which begins later, if it fits. Cost: reads its label function once.
    ///
    /// # Errors
    /// When it cannot be read, or the label function is damaged.
    pub fn open(game: &G, above: &Above, memory: &Memory) -> Result<Self> {
        let labels = || {
            let labels = Labels::near(above.db, &above.manifest, memory.later())?;
            labels.verify_checksums()?;
            Ok(labels)
        };
        let (positions, labels) = base::parallel::join(|| Self::positions_of(game, above), labels);
        Ok(Self {
            positions: positions?,
            labels: labels?,
        })
    }

    fn positions_of(game: &G, above: &Above) -> Result<LevelReader<G::Record>> {
        let folder = above.db.positions_folder(above.manifest.level);
        LevelReader::open(&folder, game.key_width(), &above.manifest.positions)
    }

    /// The positions, with their labels.
    pub fn positions(&self) -> &LevelReader<G::Record> {
        &self.positions
    }

    /// The label functions.
    pub fn labels(&self) -> &Labels {
        &self.labels
    }
}

/// What is called with the sorter and the number of positions expanded.
pub(crate) type Pause<'a, R> = dyn FnMut(&mut Sorter<R>, u64) -> std::result::Result<(), SolveError> + 'a;

/// A stretch of whole chunks of the level above.
pub(crate) struct Stretch<'a, G: Levels> {
    pub source: &'a Source<G>,
    /// Most chunks expanded at a time.
    pub batch_chunks: usize,
    pub observer: &'a dyn Observer,
    /// The first record of the first chunk; `None` for the front of the level.
    pub from: Option<G::Record>,
    /// The first record of the first chunk that is not in the stretch; `None` for the end of the level.
    pub until: Option<G::Record>,
}

impl<G: Levels> Stretch<'_, G> {
    /// Pushes every position below the stretch that is not saturated, labelled, into the sorter. `before` positions
    /// were expanded before. Before each batch `pause` is called, with the number of positions expanded. Returns what
    /// it took.
    ///
    /// # Errors
    /// When the level above is damaged, a run cannot be written, or a pause fails.
    pub fn expand(
        &self,
        before: u64,
        sorter: &mut Sorter<G::Record>,
        labelling: &Labelling<G>,
        pause: &mut Pause<G::Record>,
    ) -> std::result::Result<Work, SolveError> {
        let positions = &self.source.positions;
        let chunks = match self.from {
            None => positions.chunks(),
            Some(from) => positions.chunks_from(from),
        };
        let mut batches = Batches::new(chunks, self.batch_chunks);
        let mut read = |batch: &mut Vec<RawChunk<G::Record>>| -> Result<()> {
            batches.read(batch)?;
            if let Some(until) = self.until {
                batch.truncate(batch.partition_point(|chunk| chunk.first_key() < until));
            }
            Ok(())
        };
        let (mut batch, mut next) = (Vec::new(), Vec::new());
        let mut made: Vec<Vec<G::Record>> = Vec::new();
        let done = AtomicU64::new(before);
        let mut work = Work::default();
        let advance = |positions| {
            self.observer.advance(done.fetch_add(positions, Relaxed) + positions);
        };
        read(&mut batch)?;
        while !batch.is_empty() {
            pause(sorter, done.load(Relaxed))?;
            // One thread takes in what the last batch has given and reads the next one; the others expand this one.
            let take_and_read = || {
                made.drain(..).try_for_each(|records| sorter.push(&records))?;
                read(&mut next)
            };
            let (parts, read) = base::parallel::join(|| labelling.label(&batch, &advance), take_and_read);
            read?;
            for (records, part) in parts? {
                work.add(&part);
                made.push(records);
            }
            std::mem::swap(&mut batch, &mut next);
        }
        sorter.push_all(&made)?;
        Ok(work)
    }
}

/// Saturated positions with their labels.
pub(crate) fn terminals<G: Levels>(game: &G, values: Values, saturated: &[G::Record]) -> Vec<G::Record> {
    let label = |record| match values.may_end() {
        true => terminal(game, values, &game.position(record)),
        false => values.terminal(),
    };
    base::parallel::map(saturated.len(), |index| {
        labelled(saturated[index], label(saturated[index]))
    })
}
