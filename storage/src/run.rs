//! Runs: sorted records in a temporary file, block by block.
//!
//! Many runs lie end to end in one file without a name, so nothing is left behind when the process dies. A block:
//!
//! | bytes | content |
//! |---|---|
//! | 4 | records in the block |
//! | 4 | bytes of the body after decompression |
//! | 4 | bytes of the body as stored |
//! | 8 | xxh3-64 of the stored body |
//! | .. | body: zstd level 1 of (first key, `width` bytes; gap code) |

use std::fs::File;
use std::io::Write;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;
use xxhash_rust::xxh3::xxh3_64;

use crate::Record;
use crate::error::{At, Error, Result};
use crate::gaps;

const HEADER_BYTES: usize = 4 + 4 + 4 + 8;
const ZSTD_LEVEL: i32 = 1;

/// How records are cut into blocks; fixed for all runs of one sorter.
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

/// A nameless temporary file that runs are appended to.
pub(crate) struct RunFile {
    file: Arc<File>,
    folder: PathBuf,
    bytes: u64,
    blocks: Blocks,
}

/// Where one run lies in a [`RunFile`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run {
    pub start: u64,
    pub end: u64,
}

impl RunFile {
    pub fn create(folder: &Path, blocks: Blocks) -> Result<RunFile> {
        let file = tempfile::tempfile_in(folder).at(folder, "create a temporary file in")?;
        Ok(RunFile {
            file: Arc::new(file),
            folder: folder.to_path_buf(),
            bytes: 0,
            blocks,
        })
    }

    /// Appends sorted records to the file; the caller notes where its run starts and ends.
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
            for block in encoded {
                (&*self.file)
                    .write_all(&block)
                    .at(&self.folder, "write a temporary file in")?;
                self.bytes += block.len() as u64;
            }
        }
        Ok(())
    }

    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    pub fn reader<R: Record>(&self, run: Run, buffer_bytes: usize) -> RunReader<R> {
        RunReader {
            file: self.file.clone(),
            folder: self.folder.clone(),
            blocks: self.blocks,
            next: run.start,
            end: run.end,
            buffer: Vec::new(),
            used: 0,
            buffer_bytes,
            zstd: zstd::bulk::Decompressor::new().expect("zstd has a decoder"),
            last: None,
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
    file: Arc<File>,
    folder: PathBuf,
    blocks: Blocks,
    next: u64,
    end: u64,
    buffer: Vec<u8>,
    used: usize,
    buffer_bytes: usize,
    zstd: zstd::bulk::Decompressor<'static>,
    last: Option<R>,
}

impl<R: Record> RunReader<R> {
    /// Appends the records of the next block to `out`; false at the end of the run.
    pub fn next_block(&mut self, out: &mut Vec<R>) -> Result<bool> {
        if self.used == self.buffer.len() && self.next == self.end {
            return Ok(false);
        }
        self.fill(HEADER_BYTES)?;
        let field = |at: usize| {
            let bytes = self.buffer[self.used + at..][..4].try_into().expect("four bytes");
            u32::from_le_bytes(bytes) as usize
        };
        let (count, body_bytes, stored) = (field(0), field(4), field(8));
        let hash = &self.buffer[self.used + 12..][..8];
        let hash = u64::from_le_bytes(hash.try_into().expect("eight bytes"));
        let blocks = &self.blocks;
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
            return Err(self.damaged("a run block does not have its checksum"));
        }
        let width = self.blocks.width;
        let body = self
            .zstd
            .decompress(&self.buffer[stored.clone()], body_bytes)
            .ok()
            .filter(|body| body.len() == body_bytes && body_bytes >= width)
            .ok_or_else(|| self.damaged("a run block does not decompress to its size"))?;
        self.used = stored.end;
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

    /// Has at least `bytes` bytes ready from `used` on.
    fn fill(&mut self, bytes: usize) -> Result<()> {
        let have = self.buffer.len() - self.used;
        if have >= bytes {
            return Ok(());
        }
        self.buffer.drain(..self.used);
        self.used = 0;
        let want = (bytes.max(self.buffer_bytes) - have) as u64;
        let read = want.min(self.end - self.next) as usize;
        if have + read < bytes {
            return Err(self.damaged("a run ends within a block"));
        }
        self.buffer.resize(have + read, 0);
        self.file
            .read_exact_at(&mut self.buffer[have..], self.next)
            .at(&self.folder, "read a temporary file in")?;
        self.next += read as u64;
        Ok(())
    }

    fn damaged(&self, what: &str) -> Error {
        Error::corrupt(&self.folder, format!("{what} (in a temporary file)"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some_run(folder: &Path) -> (RunFile, Run, Vec<u128>) {
        let records: Vec<u128> = (1..1000u128).map(|i| (i * i) << 64 | i & 1).collect();
        let mut file = RunFile::create(
            folder,
            Blocks {
                width: 10,
                records: 64,
                in_flight: 3,
            },
        )
        .unwrap();
        file.append(&[1u128 << 100]).unwrap();
        let start = file.bytes();
        file.append(&records).unwrap();
        let run = Run {
            start,
            end: file.bytes(),
        };
        (file, run, records)
    }

    #[test]
    fn reads_back_what_was_appended_with_any_buffer() {
        let folder = tempfile::tempdir().unwrap();
        let (file, run, records) = some_run(folder.path());
        for buffer_bytes in [0, 100, 1 << 20] {
            let mut reader = file.reader::<u128>(run, buffer_bytes);
            let mut back = vec![];
            while reader.next_block(&mut back).unwrap() {}
            assert_eq!(back, records);
        }
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn every_changed_byte_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let (file, run, records) = some_run(folder.path());
        for at in run.start..run.end {
            let mut byte = [0];
            file.file.read_exact_at(&mut byte, at).unwrap();
            file.file.write_all_at(&[byte[0] ^ 0x55], at).unwrap();
            let mut reader = file.reader::<u128>(run, 1 << 16);
            let mut back = vec![];
            let result = loop {
                match reader.next_block(&mut back) {
                    Ok(true) => continue,
                    other => break other,
                }
            };
            assert!(
                matches!(result, Err(Error::Corrupt { .. })),
                "byte {at} changed: {result:?}"
            );
            assert!(records.starts_with(&back));
            file.file.write_all_at(&byte, at).unwrap();
        }
    }
}
