//! Runs: sorted records in a file of their own, block by block.
//!
//! A block:
//!
//! | bytes | content |
//! |---|---|
//! | 4 | records in the block |
//! | 4 | bytes of the body after decompression |
//! | 4 | bytes of the body as stored |
//! | 8 | xxh3-64 of the stored body |
//! | .. | body: zstd level 1 of (first key, `width` bytes; gap code) |
//!
//! All blocks but the last have as many records. The blocks are followed by an index, see [`RunIndex`].

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use crate::Record;
use crate::files::append::AppendFile;
use crate::files::atomic::{has_size, remove_file};
use crate::files::error::{At, Error, Result};
use crate::levels::gaps;
use crate::runs::run_index::{self, INDEX_BLOCKS, RunIndex};

const HEADER_BYTES: usize = 4 + 4 + 4 + 8;
const ZSTD_LEVEL: i32 = 1;

/// How records are divided into blocks; fixed for all runs of one sorter.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Blocks {
    pub width: usize,
    pub records: usize,
    /// Blocks encoded at the same time.
    pub in_flight: usize,
}

impl Blocks {
    fn body_bytes_max(&self) -> usize {
        self.width + gaps::encoded_bytes_max(self.records, self.width)
    }

    fn stored_bytes_max(&self) -> usize {
        zstd::zstd_safe::compress_bound(self.body_bytes_max())
    }
}

/// A run that is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunState {
    /// Its file is `run-` and this number, of at least six digits.
    pub number: u64,
    /// Size of the file.
    pub bytes: u64,
    /// Records in it.
    pub records: u64,
    /// Maximum number of records in a block.
    pub block_records: u64,
    /// Bytes of the index at the end of the file.
    pub index: u64,
}

/// Blocks with more records are refused: no sorter writes them.
const BLOCK_RECORDS_MAX: u64 = 1 << 16;

/// A run and its file.
#[derive(Debug)]
pub(crate) struct Run {
    number: u64,
    file: AppendFile,
    records: u64,
    blocks: Blocks,
    /// The index so far, while the run is written.
    index: Vec<u8>,
    /// Blocks that the index counts.
    indexed: u64,
    /// Bytes of the index in the file.
    index_bytes: u64,
}

/// Returns the file of a run.
fn run_path(folder: &Path, number: u64) -> PathBuf {
    folder.join(format!("run-{number:06}"))
}

impl Run {
    pub fn create(folder: &Path, number: u64, blocks: Blocks) -> Result<Run> {
        Ok(Run {
            number,
            file: AppendFile::create(run_path(folder, number))?,
            records: 0,
            blocks,
            index: Vec::new(),
            indexed: 0,
            index_bytes: 0,
        })
    }

    /// Reopens a run that is kept.
    pub fn reopen(folder: &Path, state: &RunState, blocks: Blocks) -> Result<Run> {
        let path = run_path(folder, state.number);
        let strange = |what: &str| Err(Error::corrupt(&path, format!("according to the journal, {what}")));
        if !(1..=BLOCK_RECORDS_MAX).contains(&state.block_records) {
            return strange("its blocks have an invalid size");
        }
        // Every block has a header: counts, and with them buffers, are bounded by the size of the file.
        let data = state.bytes.checked_sub(state.index);
        if data.is_none_or(|data| state.records.div_ceil(state.block_records) > data / HEADER_BYTES as u64) {
            return strange("it has more records than its bytes can hold");
        }
        Ok(Run {
            number: state.number,
            file: AppendFile::reopen(path, state.bytes)?,
            records: state.records,
            blocks: Blocks {
                records: state.block_records as usize,
                ..blocks
            },
            index: Vec::new(),
            indexed: 0,
            index_bytes: state.index,
        })
    }

    /// Ends the run: writes its index.
    pub fn end(&mut self) -> Result<()> {
        let index = run_index::seal(std::mem::take(&mut self.index));
        self.file.append(&index)?;
        self.index_bytes = index.len() as u64;
        Ok(())
    }

    /// Reads the index.
    ///
    /// # Errors
    /// When it is missing or damaged.
    pub fn index<R: Record>(&self) -> Result<RunIndex<R>> {
        let mut bytes = vec![0; self.index_bytes as usize];
        self.file.read_exact_at(&mut bytes, self.data_bytes())?;
        let groups = self.records.div_ceil(self.blocks.records as u64).div_ceil(INDEX_BLOCKS);
        let index = RunIndex::open(&bytes, self.blocks.width, groups, self.data_bytes());
        index.ok_or_else(|| Error::corrupt(self.file.path(), "the index of a run is damaged"))
    }

    /// Number of records.
    pub fn records(&self) -> u64 {
        self.records
    }

    /// Number of records in every block but the last.
    pub fn block_records(&self) -> u64 {
        self.blocks.records as u64
    }

    /// Removes the files of all other runs in `folder`.
    pub fn remove_others(folder: &Path, runs: &[RunState]) -> Result<()> {
        for entry in fs::read_dir(folder).at(folder, "list")? {
            let path = entry.at(folder, "list")?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let known = runs.iter().any(|run| run_path(folder, run.number) == path);
            if name.starts_with("run-") && !known {
                remove_file(&path)?;
            }
        }
        Ok(())
    }

    /// Makes the run durable.
    pub fn keep(&self) -> Result<()> {
        self.file.keep().map(drop)
    }

    /// Gives the run, which is durable, another number in another folder of the same file system.
    pub fn move_to(self, folder: &Path, number: u64) -> Result<RunState> {
        let state = RunState { number, ..self.state() };
        self.file.place(&run_path(folder, number))?;
        Ok(state)
    }

    /// Whether the file of a run is there with its size.
    pub fn is_there(folder: &Path, state: &RunState) -> Result<bool> {
        has_size(&run_path(folder, state.number), state.bytes)
    }

    pub fn state(&self) -> RunState {
        RunState {
            number: self.number,
            bytes: self.file.bytes(),
            records: self.records,
            block_records: self.blocks.records as u64,
            index: self.index_bytes,
        }
    }

    /// Appends sorted records, which follow the earlier ones.
    pub fn append<R: Record>(&mut self, records: &[R]) -> Result<()> {
        let Blocks {
            width,
            records: block_records,
            in_flight,
        } = self.blocks;
        for group in records.chunks(block_records * in_flight) {
            let encoded: Vec<Vec<u8>> = group
                .par_chunks(block_records)
                .map_init(
                    || zstd::bulk::Compressor::new(ZSTD_LEVEL).expect("zstd knows level 1"),
                    |zstd, records| encode_block(records, width, zstd),
                )
                .collect();
            for (block, records) in encoded.iter().zip(group.chunks(block_records)) {
                if self.indexed.is_multiple_of(INDEX_BLOCKS) {
                    run_index::push(&mut self.index, records[0], width, self.file.bytes());
                }
                self.indexed += 1;
                self.file.append(block)?;
            }
        }
        self.records += records.len() as u64;
        Ok(())
    }

    /// Returns the size of the blocks together.
    pub fn data_bytes(&self) -> u64 {
        self.file.bytes() - self.index_bytes
    }

    /// Reads the run from the block that starts at byte `start`.
    pub fn reader<R: Record>(self: &Arc<Run>, start: u64, buffer_bytes: usize) -> RunReader<R> {
        RunReader {
            run: self.clone(),
            next: start,
            buffer: Vec::new(),
            used: 0,
            buffer_bytes,
            zstd: zstd::bulk::Decompressor::new().expect("zstd has a decoder"),
            last: None,
            left: (start == 0).then_some(self.records),
        }
    }
}

fn encode_block<R: Record>(records: &[R], width: usize, zstd: &mut zstd::bulk::Compressor<'_>) -> Vec<u8> {
    let mut body = Vec::with_capacity(width + gaps::encoded_bytes_max(records.len(), width) + R::BYTES);
    body.extend_from_slice(&records[0].to_be().as_ref()[..width]);
    gaps::encode(records, width, &mut body);
    let mut block = vec![0; HEADER_BYTES + zstd::zstd_safe::compress_bound(body.len())];
    let stored = zstd
        .compress_to_buffer(&body, &mut block[HEADER_BYTES..])
        .expect("the buffer has zstd's own bound");
    block.truncate(HEADER_BYTES + stored);
    let hash = xxh3_64(&block[HEADER_BYTES..]);
    block[0..4].copy_from_slice(&(records.len() as u32).to_le_bytes());
    block[4..8].copy_from_slice(&(body.len() as u32).to_le_bytes());
    block[8..12].copy_from_slice(&(stored as u32).to_le_bytes());
    block[12..20].copy_from_slice(&hash.to_le_bytes());
    block
}

/// Reads one run front to back.
pub(crate) struct RunReader<R> {
    run: Arc<Run>,
    /// Where reading continues.
    next: u64,
    buffer: Vec<u8>,
    used: usize,
    buffer_bytes: usize,
    zstd: zstd::bulk::Decompressor<'static>,
    last: Option<R>,
    /// The number of records still to come, when the run is read from its front.
    left: Option<u64>,
}

impl<R: Record> RunReader<R> {
    /// Where the next block starts.
    pub fn offset(&self) -> u64 {
        self.next - (self.buffer.len() - self.used) as u64
    }

    /// Appends the records of the next block to `out`; returns false at the end of the run.
    pub fn next_block(&mut self, out: &mut Vec<R>) -> Result<bool> {
        if self.offset() == self.run.data_bytes() {
            return match self.left {
                None | Some(0) => Ok(false),
                Some(_) => Err(self.damaged("a run has fewer records than were written")),
            };
        }
        self.fill(HEADER_BYTES)?;
        let field = |at: usize| {
            let bytes = self.buffer[self.used + at..][..4].try_into().expect("four bytes");
            u32::from_le_bytes(bytes) as usize
        };
        let (count, body_bytes, stored) = (field(0), field(4), field(8));
        let hash = &self.buffer[self.used + 12..][..8];
        let hash = u64::from_le_bytes(hash.try_into().expect("eight bytes"));
        let blocks = &self.run.blocks;
        let bounds = [
            (count, blocks.records),
            (body_bytes, blocks.body_bytes_max()),
            (stored, blocks.stored_bytes_max()),
        ];
        if bounds.iter().any(|&(found, most)| found > most) {
            return Err(self.damaged("a run block has impossible sizes"));
        }
        self.fill(HEADER_BYTES + stored)?;
        let stored = self.used + HEADER_BYTES..self.used + HEADER_BYTES + stored;
        if xxh3_64(&self.buffer[stored.clone()]) != hash {
            return Err(self.damaged("a run block does not match its checksum"));
        }
        let width = self.run.blocks.width;
        let body = self
            .zstd
            .decompress(&self.buffer[stored.clone()], body_bytes)
            .ok()
            .filter(|body| body.len() == body_bytes && body_bytes >= width)
            .ok_or_else(|| self.damaged("a run block does not decompress to its size"))?;
        self.used = stored.end;
        if let Some(left) = &mut self.left {
            match left.checked_sub(count as u64) {
                Some(fewer) => *left = fewer,
                None => return Err(self.damaged("a run has more records than were written")),
            }
        }
        let first = R::from_be(&body[..width]);
        let start = out.len();
        gaps::decode(first, count, width, &body[width..], out).map_err(|bad| self.damaged(bad.0))?;
        if self.last.is_some_and(|last| last.key() >= first.key()) {
            out.truncate(start);
            return Err(self.damaged("the blocks of a run are not in order"));
        }
        self.last = out.last().copied();
        Ok(true)
    }

    /// Ensures that at least `bytes` bytes are available, starting at `used`.
    fn fill(&mut self, bytes: usize) -> Result<()> {
        let have = self.buffer.len() - self.used;
        if have >= bytes {
            return Ok(());
        }
        self.buffer.drain(..self.used);
        self.used = 0;
        let want = (bytes.max(self.buffer_bytes) - have) as u64;
        let read = want.min(self.run.data_bytes() - self.next) as usize;
        if have + read < bytes {
            return Err(self.damaged("a run ends within a block"));
        }
        self.buffer.resize(have + read, 0);
        self.run.file.read_exact_at(&mut self.buffer[have..], self.next)?;
        self.next += read as u64;
        Ok(())
    }

    fn damaged(&self, what: &str) -> Error {
        Error::corrupt(self.run.file.path(), what)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLOCKS: Blocks = Blocks {
        width: 10,
        records: 64,
        in_flight: 3,
    };

    fn some_run(folder: &Path) -> (Run, Vec<u128>) {
        let records: Vec<u128> = (1..1000u128).map(|i| (i * i) << 64 | i & 1).collect();
        let mut run = Run::create(folder, 7, BLOCKS).unwrap();
        run.append(&records[..640]).unwrap();
        run.append(&records[640..]).unwrap();
        run.end().unwrap();
        (run, records)
    }

    #[test]
    fn reads_back_what_was_appended_with_any_buffer() {
        let folder = tempfile::tempdir().unwrap();
        let (run, records) = some_run(folder.path());
        run.keep().unwrap();
        let state = run.state();
        drop(run);
        let run = Arc::new(Run::reopen(folder.path(), &state, BLOCKS).unwrap());
        for buffer_bytes in [0, 100, 1 << 20] {
            let mut reader = run.reader::<u128>(0, buffer_bytes);
            let (mut back, mut starts) = (vec![], vec![]);
            loop {
                starts.push((reader.offset(), back.len()));
                if !reader.next_block(&mut back).unwrap() {
                    break;
                }
            }
            assert_eq!(back, records);
            for (offset, before) in starts {
                let mut rest = vec![];
                let mut reader = run.reader::<u128>(offset, buffer_bytes);
                while reader.next_block(&mut rest).unwrap() {}
                assert_eq!(rest, records[before..]);
            }
        }
    }

    #[test]
    fn every_changed_byte_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let (run, records) = some_run(folder.path());
        run.keep().unwrap();
        let state = run.state();
        drop(run);
        for at in 0..state.bytes {
            let mut byte = [0];
            let mut run = Run::reopen(folder.path(), &state, BLOCKS).unwrap();
            run.file.read_exact_at(&mut byte, at).unwrap();
            run.file.overwrite(&[byte[0] ^ 0x55], at).unwrap();
            let run = Arc::new(run);
            if at >= run.data_bytes() {
                assert!(matches!(run.index::<u128>(), Err(Error::Corrupt { .. })), "byte {at}");
            }
            let mut reader = run.reader::<u128>(0, 1 << 16);
            let mut back = vec![];
            let result = loop {
                match reader.next_block(&mut back) {
                    Ok(true) => continue,
                    other => break other,
                }
            };
            assert_eq!(
                matches!(result, Err(Error::Corrupt { .. })),
                at < run.data_bytes(),
                "byte {at} changed: {result:?}"
            );
            assert!(records.starts_with(&back));
            drop(reader);
            let mut run = Arc::into_inner(run).unwrap();
            run.file.overwrite(&byte, at).unwrap();
        }
    }
}
