//! Builds a label function from hashes and labels in any order, within a memory limit, in three steps: take items,
//! solve shards, take the exact answers. Each step can be resumed from a checkpoint.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::Xxh3;

use crate::Record;
use crate::files::append::{AppendFile, WordLog, words_to_bytes};
use crate::files::atomic::{self, is_there};
use crate::files::error::{Error, Result};
use crate::files::signed_file::SignedFile;
use crate::files::syncs::Syncs;
use crate::labels::file::{HEADER_BYTES, Header, LabelFunctionSummary, filter, summary};
use crate::labels::items::{Items, ItemsState, Plan, shards_of};
use crate::labels::ribbon::mix;
use crate::labels::shard_part::{ShardCut, ShardPart, SolvedShards};
use crate::runs::sort::sort;

/// Shards that each thread solves, a quarter of a MiB, before the threads wait for one another and they are written.
const SOLVED_TOGETHER: u64 = 32;
/// Bytes collected before they are written.
const BUFFER_BYTES: usize = 1 << 20;
/// Words of a shard of a function to measure with, as in n = 14.
const SYNTHETIC_WORDS: u64 = 1080;

/// Takes one item for every position of a level and builds a function from hashes to labels 0 and 1.
///
/// Memory: `memory_bytes`, of which a third holds the items of one group of shards and a third the buffers of all
/// groups, plus 8 bytes per shard (65,536 items) and per ambiguous hash, and some 3 MiB per thread. Disk: 8 bytes per
/// item when they do not fit in memory, in files `items-...`, which are removed unless a checkpoint relies on them.
pub struct LabelFunctionBuilder {
    folder: PathBuf,
    items: Items,
    state: Pushed,
    /// Whether the state comes from a journal: then a contradiction is damage, and not a mistake of the caller.
    resumed: bool,
}

/// What was announced and pushed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Pushed {
    count: u64,
    pushed: u64,
    ones: u64,
}

impl Pushed {
    fn is_possible(&self) -> bool {
        self.ones <= self.pushed && self.pushed <= self.count && self.count < 1 << 56
    }
}

/// The state of a builder at a checkpoint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BuilderState {
    pushed: Pushed,
    items: ItemsState,
}

impl LabelFunctionBuilder {
    /// Creates a builder for at most `count` items that keeps temporary files in `folder`, which no other builder may
    /// use. The function's bytes depend on `count` and on the items, not on their order, the memory or the threads.
    pub fn new(folder: &Path, count: u64, memory_bytes: u64) -> LabelFunctionBuilder {
        LabelFunctionBuilder {
            folder: folder.to_path_buf(),
            items: Items::new(folder, Plan::new(count, memory_bytes), count),
            state: Pushed {
                count,
                pushed: 0,
                ones: 0,
            },
            resumed: false,
        }
    }

    /// Creates a builder whose input has ended: the items in all files of a level. Its solver may take parts of `cut`.
    pub fn of_files(
        folder: &Path,
        files: Arc<Vec<SignedFile>>,
        memory_bytes: u64,
        cut: Option<&ShardCut>,
    ) -> LabelFunctionBuilder {
        let count = files.iter().map(SignedFile::records).sum();
        LabelFunctionBuilder {
            folder: folder.to_path_buf(),
            state: Pushed {
                count,
                pushed: count,
                ones: files.iter().map(SignedFile::ones).sum(),
            },
            items: Items::of_files(files, memory_bytes, cut.map_or(1, ShardCut::parts)),
            resumed: true,
        }
    }

    /// Returns whether all labels in all files of a level are equal: such a function has no shards.
    pub fn is_constant(files: &[SignedFile]) -> bool {
        let sum = |of: fn(&SignedFile) -> u64| files.iter().map(of).sum();
        constant(sum(SignedFile::records), sum(SignedFile::ones)).is_some()
    }

    /// Resumes the builder of a checkpoint; returns `None` when it would take more memory than is available now.
    ///
    /// # Errors
    /// Fails when a file is missing or too short.
    pub fn resume(folder: &Path, state: &BuilderState, memory_bytes: u64) -> Result<Option<LabelFunctionBuilder>> {
        if !state.pushed.is_possible() {
            return Err(strange(folder));
        }
        let items = Items::resume(folder, &state.items, state.pushed.count, memory_bytes, 0)?;
        Ok(items.map(|items| LabelFunctionBuilder {
            folder: folder.to_path_buf(),
            items,
            state: state.pushed,
            resumed: true,
        }))
    }

    /// Makes everything pushed so far durable; returns `None` when the items are in memory.
    pub fn checkpoint(&mut self) -> Result<Option<BuilderState>> {
        let items = self.items.checkpoint()?;
        Ok(items.map(|items| BuilderState {
            pushed: self.state,
            items,
        }))
    }

    /// Returns whether the items are in memory, so that no checkpoint is needed.
    pub fn in_memory(&self) -> bool {
        self.items.plan.groups == 1
    }

    /// Returns the number of items that a builder holds within `memory_bytes` without a temporary file.
    pub fn capacity(memory_bytes: u64) -> u64 {
        Plan::items_in_memory(memory_bytes)
    }

    /// Takes items: 64-bit hashes whose lowest bit is replaced by the label.
    ///
    /// # Panics
    /// Panics when there are more than `count` in total.
    pub fn push(&mut self, items: &[u64]) -> Result<()> {
        let state = &mut self.state;
        if self.resumed && state.count - state.pushed < items.len() as u64 {
            return Err(strange(&self.folder));
        }
        state.pushed += items.len() as u64;
        assert!(
            state.pushed <= state.count,
            "{} items pushed, {} announced",
            state.pushed,
            state.count
        );
        state.ones += items.iter().map(|item| item & 1).sum::<u64>();
        self.items.push(items.iter().map(|&item| mix(item) | item & 1))
    }

    /// Ends the input: finds the ambiguous hashes and solves all shards.
    pub fn build(self) -> Result<PendingLabelFunction> {
        let mut solver = self.solver()?;
        while solver.solve_group()? {}
        solver.finish()
    }

    /// Ends the input.
    pub fn solver(self) -> Result<LabelSolver> {
        let Pushed { pushed, ones, .. } = self.state;
        let constant = constant(pushed, ones);
        let header = Header {
            constant,
            keys: pushed,
            shards: if constant.is_none() { self.items.plan.shards } else { 0 },
            ..Header::default()
        };
        Ok(LabelSolver {
            out: Output::create(&self.folder)?,
            builder: self,
            header,
            group: 0,
            removed: 0,
            directory: WordLog::default(),
            ambiguous: WordLog::default(),
        })
    }
}

/// The label when so many of so many labels are 1 and all are equal.
fn constant(labels: u64, ones: u64) -> Option<u8> {
    match ones {
        0 => Some(0),
        ones if ones == labels => Some(1),
        _ => None,
    }
}

/// Solves the shards of a function, group by group.
pub struct LabelSolver {
    builder: LabelFunctionBuilder,
    out: Output,
    header: Header,
    /// The next group to solve.
    group: u64,
    /// Groups whose items have been removed.
    removed: u64,
    directory: WordLog,
    ambiguous: WordLog,
}

/// The state of a solver at a checkpoint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SolverState {
    builder: BuilderState,
    header: Header,
    group: u64,
    out: u64,
    directory: u64,
    ambiguous: u64,
}

fn strange(folder: &Path) -> Error {
    Error::corrupt(folder, "its journal contradicts itself or its files")
}

fn directory_path(folder: &Path) -> PathBuf {
    folder.join("directory")
}

fn ambiguous_path(folder: &Path) -> PathBuf {
    folder.join("ambiguous")
}

impl LabelSolver {
    /// Resumes the solver of a checkpoint; returns `None` when it would take more memory than is available now.
    ///
    /// # Errors
    /// Fails when a file is missing or too short.
    pub fn resume(folder: &Path, state: &SolverState, memory_bytes: u64) -> Result<Option<LabelSolver>> {
        let BuilderState { pushed, items } = &state.builder;
        if !pushed.is_possible() {
            return Err(strange(folder));
        }
        let Some(items) = Items::resume(folder, items, pushed.count, memory_bytes, state.group)? else {
            return Ok(None);
        };
        let Plan { shards, groups, .. } = items.plan;
        let header = &state.header;
        let written = header
            .words
            .checked_mul(8)
            .and_then(|bytes| bytes.checked_add(HEADER_BYTES as u64));
        let is_possible = header.keys == pushed.pushed
            && header.constant.is_none_or(|label| label <= 1)
            && header.shards == if header.constant.is_none() { shards } else { 0 }
            && (header.constant.is_none() || state.group == 0)
            && state.group <= groups
            && written == Some(state.out)
            && state.directory == 8 * items.plan.first_shard(state.group)
            && state.ambiguous.is_multiple_of(8);
        if !is_possible {
            return Err(strange(folder));
        }
        Ok(Some(LabelSolver {
            builder: LabelFunctionBuilder {
                folder: folder.to_path_buf(),
                items,
                state: *pushed,
                resumed: true,
            },
            out: Output::reopen(folder, state.out)?,
            header: state.header,
            group: state.group,
            removed: state.group,
            directory: WordLog::reopen(directory_path(folder), state.directory)?,
            ambiguous: WordLog::reopen(ambiguous_path(folder), state.ambiguous)?,
        }))
    }

    /// Makes everything solved so far durable; returns `None` when the items are in memory.
    pub fn checkpoint(&mut self) -> Result<Option<SolverState>> {
        let Some(builder) = self.builder.checkpoint()? else {
            return Ok(None);
        };
        let folder = &self.builder.folder;
        Ok(Some(SolverState {
            builder,
            header: self.header,
            group: self.group,
            out: self.out.keep()?,
            directory: self.directory.checkpoint(|| directory_path(folder))?,
            ambiguous: self.ambiguous.checkpoint(|| ambiguous_path(folder))?,
        }))
    }

    /// Removes the items that the last checkpoint no longer needs. Call this only when the checkpoint has been
    /// recorded.
    pub fn forget_solved(&mut self) {
        for group in self.removed..self.group {
            self.builder.items.remove(group);
        }
        self.removed = self.group;
    }

    /// Solves the shards of the next group; returns false when no group is left.
    pub fn solve_group(&mut self) -> Result<bool> {
        let plan = self.builder.items.plan;
        if self.header.constant.is_some() || self.group == plan.groups {
            return Ok(false);
        }
        let mut items = self.builder.items.take(self.group)?;
        // Mixed hashes in order: equal ones side by side, shards one after the other.
        sort(&mut items);
        let (mut next, end) = (plan.first_shard(self.group), plan.first_shard(self.group + 1));
        while next < end {
            let until = end.min(next + SOLVED_TOGETHER * base::parallel::threads() as u64);
            let mut solved = SolvedShards::default();
            solved.solve(next..until, self.header.shards, &items);
            self.add(solved)?;
            next = until;
        }
        self.group += 1;
        Ok(true)
    }

    /// Returns the number of the part of `cut` that begins with the next shard to solve, if one does.
    pub fn next_part(&self, cut: &ShardCut) -> Option<u64> {
        let plan = self.builder.items.plan;
        let is_cut = cut.shards() == self.header.shards && plan.groups.is_multiple_of(cut.parts());
        let each = plan.groups / cut.parts();
        (is_cut && self.group < plan.groups && self.group.is_multiple_of(each)).then(|| self.group / each)
    }

    /// Takes the shards of a part of `cut`, that of [`LabelSolver::next_part`], from its file; returns false when it is
    /// missing or damaged.
    ///
    /// # Errors
    /// Fails when the system does not permit reading it now, or the function cannot be written.
    pub fn take_part(&mut self, cut: &ShardCut, part: &ShardPart) -> Result<bool> {
        let Some(number) = self.next_part(cut) else {
            return Ok(false);
        };
        let Some(solved) = part.read(&self.builder.folder, &cut.range(number), number)? else {
            return Ok(false);
        };
        self.add(solved)?;
        self.group += self.builder.items.plan.groups / cut.parts();
        Ok(true)
    }

    /// Returns the files of a level that have the items, if they have them.
    pub fn files(&self) -> Option<&Arc<Vec<SignedFile>>> {
        self.builder.items.files()
    }

    /// Returns the approximate number of items in the solved groups.
    pub fn solved(&self) -> u64 {
        let Pushed { pushed, .. } = self.builder.state;
        (u128::from(pushed) * u128::from(self.group) / u128::from(self.builder.items.plan.groups.max(1))) as u64
    }

    /// Adds the next shards.
    fn add(&mut self, solved: SolvedShards) -> Result<()> {
        let before = self.header.words << 8;
        self.directory
            .words
            .extend(solved.directory.iter().map(|entry| before + entry));
        self.header.words += solved.words.len() as u64;
        self.out.write_words(&solved.words)?;
        self.ambiguous.words.extend(solved.ambiguous);
        Ok(())
    }

    /// Completes the bit vector, with one extra word so that three can always be read, and the directory; sorts the
    /// ambiguous hashes and writes them and their filter.
    pub fn finish(self) -> Result<PendingLabelFunction> {
        let Self {
            mut out, mut header, ..
        } = self;
        let (mut directory, mut ambiguous) = (self.directory.words, self.ambiguous.words);
        if header.constant.is_none() {
            directory.push(header.words << 8);
            out.write_words(&[0])?;
            out.write_words(&directory)?;
        }
        ambiguous.sort_unstable();
        let filter = build_filter(&ambiguous);
        header.ambiguous = ambiguous.len() as u64;
        header.filter_words = filter.len() as u64;
        out.write_words(&ambiguous)?;
        out.write_words(&filter)?;
        Ok(PendingLabelFunction {
            folder: self.builder.folder,
            out,
            header,
            ambiguous: WordLog::of(ambiguous),
            last_exact: vec![],
            resumed: self.builder.resumed,
        })
    }
}

/// A function that still lacks the exact answers for the ambiguous hashes.
///
/// Memory: 8 bytes for every ambiguous hash.
pub struct PendingLabelFunction {
    folder: PathBuf,
    out: Output,
    header: Header,
    /// Sorted.
    ambiguous: WordLog,
    /// Bytes of the last exact key; empty before the first.
    last_exact: Vec<u8>,
    /// As in the builder.
    resumed: bool,
}

/// The state of a pending function at a checkpoint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PendingState {
    header: Header,
    out: u64,
    ambiguous: u64,
    last_exact: Vec<u8>,
}

fn sorted_path(folder: &Path) -> PathBuf {
    folder.join("ambiguous-sorted")
}

/// Undoes the last step of [`PendingLabelFunction::seal`], for a process that was killed before anybody wrote down that
/// the function is at `path`: moves it back into `folder`, unless there is one.
///
/// # Errors
/// Fails when the file cannot be moved.
pub fn take_back_label_function(path: &Path, folder: &Path) -> Result<()> {
    let unsealed = output_path(folder);
    match !is_there(&unsealed)? && is_there(path)? {
        true => atomic::rename(path, &unsealed),
        false => Ok(()),
    }
}

impl PendingLabelFunction {
    /// Writes a function, to measure with, that is as large as one of so many hashes. Its labels are as good as random,
    /// one in `one_in`, at least 3, is 1.
    ///
    /// # Errors
    /// Fails when it cannot be written.
    pub fn synthetic(folder: &Path, keys: u64, one_in: u32) -> Result<PendingLabelFunction> {
        let shards = shards_of(keys);
        let header = Header {
            keys,
            shards,
            words: shards * SYNTHETIC_WORDS,
            ..Header::default()
        };
        // A label is the parity of 64 bits of its window, the mean of random rows: with b bits set in a word it is 1
        // with probability (1 - exp(-2 b)) / 2.
        let share = -(1.0 - 2.0 / f64::from(one_in)).ln() / 2.0;
        let limit = (share * 2f64.powi(32)) as u64;
        let word = |index: u64| {
            let random = mix(index.wrapping_mul(0x9e37_79b9_7f4a_7c15));
            u64::from((random >> 8) & u64::from(u32::MAX) < limit) << (random >> 58)
        };
        let mut out = Output::create(folder)?;
        for shard in 0..shards {
            let words: Vec<u64> = (shard * SYNTHETIC_WORDS..(shard + 1) * SYNTHETIC_WORDS)
                .map(word)
                .collect();
            out.write_words(&words)?;
        }
        out.write_words(&[0])?;
        for shard in 0..=shards {
            out.write_words(&[(shard * SYNTHETIC_WORDS) << 8])?;
        }
        Ok(PendingLabelFunction {
            folder: folder.to_path_buf(),
            out,
            header,
            ambiguous: WordLog::default(),
            last_exact: vec![],
            resumed: false,
        })
    }

    /// Resumes the function of a checkpoint.
    ///
    /// # Errors
    /// Fails when a file is missing or too short.
    pub fn resume(folder: &Path, state: &PendingState) -> Result<PendingLabelFunction> {
        let key_width = state.last_exact.len() as u32;
        let written = Header {
            key_width,
            ..state.header
        }
        .sections()
        .map(|sections| sections.end);
        if written != Some(state.out) || state.header.ambiguous.checked_mul(8) != Some(state.ambiguous) {
            return Err(strange(folder));
        }
        Ok(PendingLabelFunction {
            folder: folder.to_path_buf(),
            out: Output::reopen(folder, state.out)?,
            header: state.header,
            ambiguous: WordLog::reopen(sorted_path(folder), state.ambiguous)?,
            last_exact: state.last_exact.clone(),
            resumed: true,
        })
    }

    /// Makes the function so far durable.
    pub fn checkpoint(&mut self) -> Result<PendingState> {
        let folder = &self.folder;
        Ok(PendingState {
            header: self.header,
            out: self.out.keep()?,
            ambiguous: self.ambiguous.checkpoint(|| sorted_path(folder))?,
            last_exact: self.last_exact.clone(),
        })
    }

    /// Returns the hashes that were pushed with both labels: sorted, lowest bit zero, each once.
    pub fn ambiguous(&self) -> &[u64] {
        &self.ambiguous.words
    }

    /// Takes key and label of the next positions with an ambiguous hash, in key order; keys have `width` bytes, the
    /// same in every call.
    ///
    /// # Panics
    /// Panics when keys do not increase, within a call and from call to call.
    pub fn push_exact<R: Record>(&mut self, width: usize, records: &[R]) -> Result<()> {
        for record in records {
            let bytes = record.to_be();
            let key = &bytes.as_ref()[..width];
            let is_next = self.last_exact.as_slice() < key;
            if self.resumed && !is_next {
                return Err(strange(&self.folder));
            }
            assert!(is_next, "exact keys must come in order");
            self.last_exact.clear();
            self.last_exact.extend_from_slice(key);
            self.out.write(key)?;
            self.out.write(&[record.label()])?;
        }
        self.header.exact += records.len() as u64;
        Ok(())
    }

    /// Completes the function, for a level with keys of `width` bytes, and moves it to `path`, complete and, unless
    /// `syncs` defers that, durable. `path` must be on the file system of the folder.
    ///
    /// # Panics
    /// Panics when fewer exact records than two for every ambiguous hash were pushed.
    pub fn seal(mut self, path: &Path, width: usize, syncs: Syncs) -> Result<LabelFunctionSummary> {
        let is_complete = self.header.exact >= 2 * self.header.ambiguous;
        if self.resumed && !is_complete {
            return Err(strange(&self.folder));
        }
        assert!(is_complete, "an ambiguous hash has positions with both labels");
        self.header.key_width = width as u32;
        self.header.body_hash = self.out.hash.digest128();
        self.out.flush()?;
        let mut file = self.out.file;
        file.overwrite(&self.header.to_bytes(), 0)?;
        let bytes = match syncs {
            Syncs::Now => file.keep()?,
            Syncs::Later => file.bytes(),
        };
        file.rename(path, syncs)?;
        Ok(summary(&self.header, bytes))
    }
}

/// The file of the function: space for the header, then the sections in order, hashed.
struct Output {
    file: AppendFile,
    buffer: Vec<u8>,
    hash: Xxh3,
}

fn output_path(folder: &Path) -> PathBuf {
    folder.join("labels")
}

impl Output {
    fn create(folder: &Path) -> Result<Output> {
        let mut file = AppendFile::create(output_path(folder))?;
        // Reserves the space only; the header is known at the end and not part of the hash.
        file.append(&[0; HEADER_BYTES])?;
        Ok(Output {
            file,
            buffer: vec![],
            hash: Xxh3::new(),
        })
    }

    /// Reopens the first `bytes` bytes of the file, which are read once for their hash.
    fn reopen(folder: &Path, bytes: u64) -> Result<Output> {
        let file = AppendFile::reopen(output_path(folder), bytes)?;
        let mut hash = Xxh3::new();
        let mut piece = vec![0; BUFFER_BYTES];
        let mut at = HEADER_BYTES as u64;
        while at < bytes {
            let piece = &mut piece[..(bytes - at).min(BUFFER_BYTES as u64) as usize];
            file.read_exact_at(piece, at)?;
            hash.update(piece);
            at += piece.len() as u64;
        }
        Ok(Output {
            file,
            buffer: vec![],
            hash,
        })
    }

    fn write_words(&mut self, words: &[u64]) -> Result<()> {
        words
            .chunks(1 << 13)
            .try_for_each(|words| self.write(&words_to_bytes(words)))
    }

    fn write(&mut self, bytes: &[u8]) -> Result<()> {
        self.hash.update(bytes);
        self.buffer.extend_from_slice(bytes);
        if self.buffer.len() >= BUFFER_BYTES {
            self.flush()?;
        }
        Ok(())
    }

    fn flush(&mut self) -> Result<()> {
        self.file.append(&self.buffer)?;
        self.buffer.clear();
        Ok(())
    }

    fn keep(&mut self) -> Result<u64> {
        self.flush()?;
        self.file.keep()
    }
}

fn build_filter(ambiguous: &[u64]) -> Vec<u64> {
    let words = filter::words(ambiguous.len() as u64);
    let mut filter = vec![0; words as usize];
    for &hash in ambiguous {
        let (word, bits) = filter::place(mix(hash), words);
        filter[word as usize] |= bits;
    }
    filter
}
