//! Builds a label function from hashes and labels in any order, within a memory limit.

use std::io::{BufWriter, Seek, SeekFrom, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use tempfile::NamedTempFile;
use xxhash_rust::xxh3::Xxh3;

use crate::Record;
use crate::atomic::{self, parent};
use crate::error::{At, Error, Result};
use crate::label_file::{HEADER_BYTES, Header, LabelFunctionSummary, filter};
use crate::label_items::{Items, Plan};
use crate::ribbon::{Solution, Solver, mix, shard_start, unmix};
use crate::sort::sort;

/// Takes one item for every position of a level and makes a function from hashes to labels 0 and 1.
///
/// Memory: `memory_bytes`, of which a third holds the items of one group of shards and a third the buffers of all
/// groups, plus 8 bytes per shard (65,536 items) and per ambiguous hash, and some 3 MiB for every thread. Disk: 8 bytes
/// per item when they do not fit, in a file without a name.
pub struct LabelFunctionBuilder {
    folder: PathBuf,
    items: Items,
    count: u64,
    pushed: u64,
    ones: u64,
}

impl LabelFunctionBuilder {
    /// A builder for at most `count` items that keeps temporary files in `temp_folder`. The function's bytes depend on
    /// `count` and on the items, not on their order, the memory or the threads.
    pub fn new(temp_folder: &Path, count: u64, memory_bytes: u64) -> Result<LabelFunctionBuilder> {
        let items = Items::new(temp_folder, Plan::new(count, memory_bytes), count)?;
        Ok(LabelFunctionBuilder {
            folder: temp_folder.to_path_buf(),
            items,
            count,
            pushed: 0,
            ones: 0,
        })
    }

    /// Items that a builder holds within `memory_bytes` without a temporary file.
    pub fn capacity(memory_bytes: u64) -> u64 {
        Plan::items_in_memory(memory_bytes)
    }

    /// Takes items: 64-bit hashes whose low bit is replaced by the label.
    ///
    /// # Panics
    /// When there are more than `count` in total.
    pub fn push(&mut self, items: &[u64]) -> Result<()> {
        self.pushed += items.len() as u64;
        assert!(
            self.pushed <= self.count,
            "{} items pushed, {} announced",
            self.pushed,
            self.count
        );
        self.ones += items.iter().map(|item| item & 1).sum::<u64>();
        self.items.push(items.iter().map(|&item| mix(item) | item & 1))
    }

    /// Ends the input: finds the ambiguous hashes and solves all shards.
    pub fn build(mut self) -> Result<PendingLabelFunction> {
        let constant = match self.ones {
            0 => Some(0),
            ones if ones == self.pushed => Some(1),
            _ => None,
        };
        let mut pending = PendingLabelFunction::create(
            &self.folder,
            Header {
                constant,
                keys: self.pushed,
                ..Header::default()
            },
        )?;
        if constant.is_none() {
            pending.header.shards = self.items.plan.shards;
            for group in 0..self.items.plan.groups {
                let mut items = self.items.take(group)?;
                // Mixed hashes in order: equal ones side by side, shards one after the other.
                sort(&mut items);
                let plan = &self.items.plan;
                let shards: Vec<u64> = (plan.first_shard(group)..plan.first_shard(group + 1)).collect();
                for shards in shards.chunks(8 * rayon::current_num_threads()) {
                    pending.solve(shards, &items)?;
                }
            }
            pending.end_bits()?;
        }
        pending.end_ambiguous()?;
        Ok(pending)
    }
}

/// A function that still lacks the exact answers for the ambiguous hashes.
///
/// Memory: 8 bytes for every ambiguous hash.
pub struct PendingLabelFunction {
    out: BufWriter<NamedTempFile>,
    hash: Xxh3,
    header: Header,
    directory: Vec<u64>,
    ambiguous: Vec<u64>,
    /// Bytes of the last exact key; empty before the first.
    last_exact: Vec<u8>,
}

impl PendingLabelFunction {
    fn create(folder: &Path, header: Header) -> Result<PendingLabelFunction> {
        // tempfile's own choice is a file that only its owner may read, which is wrong for one that stays.
        let everybody = std::fs::Permissions::from_mode(0o666);
        let file = tempfile::Builder::new().permissions(everybody).tempfile_in(folder);
        let file = file.at(folder, "create a temporary file in")?;
        let mut pending = PendingLabelFunction {
            out: BufWriter::with_capacity(1 << 20, file),
            hash: Xxh3::new(),
            header,
            directory: vec![],
            ambiguous: vec![],
            last_exact: vec![],
        };
        // Its place only; the header is known at the end and not part of the hash.
        pending
            .out
            .write_all(&[0; HEADER_BYTES])
            .map_err(|error| pending.failed(error))?;
        Ok(pending)
    }

    /// Hashes that were pushed with both labels: sorted, low bit zero, each once.
    pub fn ambiguous(&self) -> &[u64] {
        &self.ambiguous
    }

    fn solve(&mut self, shards: &[u64], sorted: &[u64]) -> Result<()> {
        let total = self.header.shards;
        let solved: Vec<(Solution, Vec<u64>)> = shards
            .par_iter()
            .map_init(Workspace::default, |workspace, &shard| {
                let start = |shard| sorted.partition_point(|&item| u128::from(item & !1) < shard_start(shard, total));
                workspace.solve(&sorted[start(shard)..start(shard + 1)], total)
            })
            .collect();
        for (solution, ambiguous) in solved {
            self.directory.push(self.header.words << 8 | u64::from(solution.seed));
            self.header.words += solution.words.len() as u64;
            self.write_words(&solution.words)?;
            self.ambiguous.extend(ambiguous);
        }
        Ok(())
    }

    /// Writes the word after the last one, so that reading three words is always possible, and the directory.
    fn end_bits(&mut self) -> Result<()> {
        self.directory.push(self.header.words << 8);
        let directory = std::mem::take(&mut self.directory);
        self.write_words(&[0])?;
        self.write_words(&directory)
    }

    /// Sorts the ambiguous hashes and writes them and their filter.
    fn end_ambiguous(&mut self) -> Result<()> {
        self.ambiguous.sort_unstable();
        let ambiguous = std::mem::take(&mut self.ambiguous);
        let filter = build_filter(&ambiguous);
        self.header.ambiguous = ambiguous.len() as u64;
        self.header.filter_words = filter.len() as u64;
        self.write_words(&ambiguous)?;
        self.write_words(&filter)?;
        self.ambiguous = ambiguous;
        Ok(())
    }

    /// Takes key and label of the next positions whose hash is ambiguous, in key order; keys have `width` bytes, the
    /// same in every call.
    ///
    /// # Panics
    /// When keys do not increase, within a call and from call to call.
    pub fn push_exact<R: Record>(&mut self, width: usize, records: &[R]) -> Result<()> {
        for record in records {
            let bytes = record.to_be();
            let key = &bytes.as_ref()[..width];
            assert!(self.last_exact.as_slice() < key, "exact keys must come in order");
            self.last_exact.clear();
            self.last_exact.extend_from_slice(key);
            self.write(key)?;
            self.write(&[record.label()])?;
        }
        self.header.exact += records.len() as u64;
        Ok(())
    }

    /// Completes the function, for a level with keys of `width` bytes, and puts it at `path`, whole and durable. `path`
    /// is on the file system of the temporary folder.
    ///
    /// # Panics
    /// When fewer exact records than two for every ambiguous hash were pushed.
    pub fn seal(mut self, path: &Path, width: usize) -> Result<LabelFunctionSummary> {
        assert!(
            self.header.exact >= 2 * self.header.ambiguous,
            "an ambiguous hash has positions with both labels"
        );
        self.header.key_width = width as u32;
        self.header.body_hash = self.hash.digest128();
        let header = self.header;
        let bytes = self.out.stream_position().map_err(|error| self.failed(error))?;
        let finish = |out: &mut BufWriter<NamedTempFile>| {
            out.seek(SeekFrom::Start(0))?;
            out.write_all(&header.to_bytes())?;
            out.flush()?;
            out.get_ref().as_file().sync_all()
        };
        finish(&mut self.out).map_err(|error| self.failed(error))?;
        let (file, _) = self.out.into_parts();
        let (_, temporary) = file.keep().map_err(|error| Error::io(path, "create", error.error))?;
        atomic::rename(&temporary, path)?;
        atomic::sync_folder(parent(&temporary))?;
        Ok(header.summary(bytes))
    }

    fn write_words(&mut self, words: &[u64]) -> Result<()> {
        for words in words.chunks(1 << 13) {
            let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
            self.write(&bytes)?;
        }
        Ok(())
    }

    fn write(&mut self, bytes: &[u8]) -> Result<()> {
        self.hash.update(bytes);
        self.out.write_all(bytes).map_err(|error| self.failed(error))
    }

    fn failed(&self, error: std::io::Error) -> Error {
        Error::io(self.out.get_ref().path(), "write", error)
    }
}

#[derive(Default)]
struct Workspace {
    solver: Solver,
    distinct: Vec<u64>,
}

impl Workspace {
    /// Solves a shard given its sorted items, and lists its ambiguous hashes.
    fn solve(&mut self, sorted: &[u64], shards: u64) -> (Solution, Vec<u64>) {
        let mut ambiguous = vec![];
        self.distinct.clear();
        for equal in sorted.chunk_by(|a, b| a | 1 == b | 1) {
            if equal[0] == equal[equal.len() - 1] {
                self.distinct.push(equal[0]);
            } else {
                ambiguous.push(unmix(equal[0]));
            }
        }
        (self.solver.solve(&self.distinct, shards), ambiguous)
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
