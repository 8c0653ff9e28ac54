//! Reads the data blocks of an SST file: one at a time, in any order, by any number of threads.
//!
//! Every byte is compared with a checksum before it is believed, and every number with what it describes: a file that
//! says something else is damaged, and costs no memory out of proportion.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use zstd::bulk::Decompressor;

use crate::files::error::Result;
use crate::files::open::open_sized;
use crate::levels::chunk::CHUNK_RECORDS;
use crate::levels::comparison::SAID_BY;
use crate::levels::rocks::block::{self, Handle};
use crate::levels::rocks::manifest::VALUE_AT_ZERO;
use crate::levels::rocks::sst::FinishedSst;
use crate::levels::rocks::sst_frame::{SESSION_NAME, Sst, TAIL_NAME};
use crate::levels::rocks::sst_identity::unique_id;
use crate::levels::summary::FileSummary;
use crate::levels::writer::FILE_CHUNKS;

/// Maximum size in bytes of a data block, compressed or not: 24 KiB and an entry of up to 9 more.
const DATA_BYTES_MOST: u64 = 64 << 10;
/// Entries of a data block from one that shares nothing to the next.
const RESTART_INTERVAL: usize = 16;

/// An SST file whose index is in memory: some 40 bytes a data block, 250 KB in a file of 131,072 entries.
pub(crate) struct SstReader {
    sst: Sst,
    width: usize,
    /// Data blocks in key order. They follow one another.
    places: Vec<Place>,
    /// Upper bounds of the keys in each block, one after another.
    bounds: Vec<u8>,
    /// Where the data blocks end.
    tail: u64,
    unique_id: [u8; 16],
}

struct Place {
    offset: u64,
    /// Of its upper bound.
    bound: Range<u32>,
}

/// A data block in memory.
#[derive(Debug)]
pub(crate) struct Block {
    pub content: Vec<u8>,
    pub width: usize,
    pub path: Arc<Path>,
}

impl SstReader {
    /// Opens the file at `path`, which `summary` describes, with keys of `width` bytes.
    ///
    /// # Errors
    /// [`crate::Error::Corrupt`] when it has another size, or is not what this program makes RocksDB write.
    pub fn open(path: &Path, width: usize, summary: &FileSummary) -> Result<SstReader> {
        let sst = Sst::new(path, open_sized(path, summary.bytes, SAID_BY)?);
        let (index, properties) = sst.ends()?;
        let number = |name| {
            properties
                .number(name)
                .ok_or_else(|| sst.strange("it lacks a property"))
        };
        let tail = number(TAIL_NAME)?;
        let entries = summary.positions.div_ceil(CHUNK_RECORDS as u64);
        // A block has at least one entry.
        let (partitions, blocks) = sst.index(index, tail, width, entries.min(FILE_CHUNKS))?;
        for (name, expected) in [
            ("rocksdb.num.entries", entries),
            ("rocksdb.num.data.blocks", blocks.len() as u64),
            ("rocksdb.index.partitions", partitions),
            ("rocksdb.data.size", tail),
            ("rocksdb.raw.key.size", entries * (width + VALUE_AT_ZERO.len()) as u64),
        ] {
            if number(name)? != expected {
                return Err(sst.strange("its properties are not those of its blocks"));
            }
        }
        if blocks.iter().any(|(_, handle)| handle.bytes > DATA_BYTES_MOST) {
            return Err(sst.strange("a data block is too large"));
        }
        let session = properties.value(SESSION_NAME);
        let unique_id = session.and_then(|id| unique_id(properties.block[id].first_chunk()?));
        let unique_id = unique_id.ok_or_else(|| sst.strange("its session id is invalid"))?;
        let mut bounds = Vec::with_capacity(blocks.len() * width);
        let place = |(bound, handle): (Vec<u8>, Handle)| {
            let start = bounds.len() as u32;
            bounds.extend(bound);
            Place {
                offset: handle.offset,
                bound: start..bounds.len() as u32,
            }
        };
        let places = blocks.into_iter().map(place).collect();
        Ok(SstReader {
            sst,
            width,
            places,
            bounds,
            tail,
            unique_id,
        })
    }

    /// Returns the number of data blocks, at least 1.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Returns the first block that may hold `key` or larger keys: all keys before are smaller.
    pub fn place_of(&self, key: &[u8]) -> usize {
        self.places.partition_point(|place| self.bound(place) < key)
    }

    fn bound(&self, place: &Place) -> &[u8] {
        &self.bounds[place.bound.start as usize..place.bound.end as usize]
    }

    /// Returns the entry of the file, which `summary` describes, in RocksDB's manifest. Cost: reads two blocks.
    ///
    /// # Errors
    /// [`crate::Error::Corrupt`] when its keys are not those of `summary`.
    pub fn finished(self: &Arc<Self>, summary: &FileSummary) -> Result<FinishedSst> {
        let mut blocks = Blocks::new(self, 0)?;
        let (mut first, mut last) = (Vec::new(), Vec::new());
        blocks.read(0, |key, _| {
            if first.is_empty() {
                first = key.to_vec();
            }
        })?;
        blocks.read(self.len() - 1, |key, _| last = key.to_vec())?;
        if first != summary.first_key || last > summary.last_key {
            return Err((self.sst).strange("its keys are not those that the manifest of its level names"));
        }
        Ok(FinishedSst {
            bytes: summary.bytes,
            xxh3: summary.xxh3.clone(),
            first,
            last,
            unique_id: self.unique_id.to_vec(),
            tail_bytes: summary.bytes - self.tail,
        })
    }
}

/// The data blocks of a file, for one thread, which uses its buffers again from block to block.
pub(crate) struct Blocks {
    pub sst: Arc<SstReader>,
    /// Bytes read at a time, if a block does not take more.
    ahead: usize,
    /// Bytes of the file from `start` on.
    bytes: Vec<u8>,
    start: u64,
    zstd: Decompressor<'static>,
    key: Vec<u8>,
    last: Vec<u8>,
}

impl Blocks {
    pub fn new(sst: &Arc<SstReader>, ahead: usize) -> Result<Blocks> {
        Ok(Blocks {
            ahead,
            bytes: vec![],
            start: 0,
            zstd: sst.sst.decompressor()?,
            key: vec![],
            last: vec![],
            sst: sst.clone(),
        })
    }

    /// Returns block `index`; gives the key of each of its entries, and the place of its value in the block, to `take`.
    ///
    /// # Errors
    /// [`crate::Error::Corrupt`] when it is not a block of increasing keys between those of its neighbours.
    pub fn read(&mut self, index: usize, mut take: impl FnMut(&[u8], Range<u32>)) -> Result<Arc<Block>> {
        let stored = self.load(index)?;
        let Self {
            sst,
            bytes,
            zstd,
            key,
            last,
            ..
        } = self;
        let SstReader {
            sst: file,
            width,
            places,
            ..
        } = &**sst;
        let content = file.content(&bytes[stored], DATA_BYTES_MOST, zstd)?;
        last.clear();
        if let Some(before) = index.checked_sub(1) {
            last.extend_from_slice(sst.bound(&places[before]));
        }
        let valid = block::each(&content, true, RESTART_INTERVAL, key, |key, value| {
            let (user, kind) = key.split_at_checked(*width)?;
            if kind != VALUE_AT_ZERO || value.is_empty() || **last >= *user {
                return None;
            }
            last.clear();
            last.extend_from_slice(user);
            take(user, value.start as u32..value.end as u32);
            Some(())
        });
        if valid.is_none() || **last > *sst.bound(&places[index]) {
            return Err(file.strange("a data block is invalid"));
        }
        Ok(Arc::new(Block {
            content,
            width: *width,
            path: file.path.clone(),
        }))
    }

    /// Reads block `index`, with its trailer, unless it was read ahead; returns its place in `bytes`.
    fn load(&mut self, index: usize) -> Result<Range<usize>> {
        let SstReader { sst, places, tail, .. } = &*self.sst;
        let offset = places[index].offset;
        let length = (places.get(index + 1).map_or(*tail, |next| next.offset) - offset) as usize;
        let held = offset.checked_sub(self.start).map(|at| at as usize);
        if let Some(at) = held.filter(|at| at + length <= self.bytes.len()) {
            return Ok(at..at + length);
        }
        self.bytes
            .resize(length.max(self.ahead).min((tail - offset) as usize), 0);
        self.start = offset;
        if let Err(error) = sst.read(&mut self.bytes, offset) {
            self.bytes.clear();
            return Err(error);
        }
        Ok(0..length)
    }
}
