//! Checks that an SST file has the layout that this program makes RocksDB write.
//!
//! From the front: data blocks; partitions of the index, each entry the handle of a data block; the index of the
//! partitions; the properties block; the metaindex block, which has the handle of the properties; the footer, which has
//! those of metaindex and index. Nothing lies between them. A block is followed by a byte for its compression (0: none;
//! 7: zstd, after the size of what was compressed) and four bytes of checksum, which RocksDB compares.
//!
//! A block of entries ends with the offsets of those entries that share nothing with the previous key, and their
//! number. An entry consists of: the number of bytes shared with the previous key, that of further bytes, and, except
//! in an index, that of value bytes, all as varints; the further bytes; the value.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

use rayon::prelude::*;

use crate::files::error::{At, Error, Result};
use crate::files::open::{Opened, open_sized};
use crate::levels::chunk::CHUNK_RECORDS;
use crate::levels::rocks::manifest::{Fields, VALUE_AT_ZERO};
use crate::levels::rocks::sst::FinishedSst;
use crate::levels::rocks::sst_identity::{
    CHECKSUM_XXH3, FOOTER_BYTES, MAGIC, PROPERTIES_KEY, SESSION_CHARACTERS, TRAILER_BYTES, unique_id,
};
use crate::levels::summary::FileSummary;

const FORMAT_VERSION: u32 = 5;
const COMPRESSED_NOT: u8 = 0;
const COMPRESSED_ZSTD: u8 = 7;
/// Maximum size in bytes of a block of each kind, compressed or not. Data blocks have 24 KiB and an entry of up to 9
/// more, partitions 4 KiB and an entry; a file of 131,072 entries has fewer than 6,000 partitions, 40 bytes each.
const DATA_BYTES_MOST: u64 = 64 << 10;
const PARTITION_BYTES_MOST: u64 = 64 << 10;
const INDEX_BYTES_MOST: u64 = 16 << 20;
const PROPERTIES_BYTES_MOST: u64 = 16 << 10;
const METAINDEX_BYTES_MOST: u64 = 1 << 10;
/// Entries of a data block from one that shares nothing to the next.
const RESTART_INTERVAL: usize = 16;

/// The only property without a number that differs between files.
const SESSION_NAME: &str = "creating.session.identity";
/// Properties that are the same in every file.
const CONSTANT: [(&str, &[u8]); 32] = [
    ("block.based.table.decoupled.partitioned.filters", b"1"),
    ("block.based.table.index.type", &[2, 0, 0, 0]),
    ("block.based.table.prefix.filtering", b"0"),
    ("block.based.table.whole.key.filtering", b"1"),
    ("column.family.id", &[255, 255, 255, 255, 7]),
    ("comparator", b"leveldb.BytewiseComparator"),
    ("compression", b"ZSTD"),
    ("creating.db.identity", b"SST Writer"),
    ("creation.time", &[0]),
    ("data.block.restart.interval", &[RESTART_INTERVAL as u8]),
    ("deleted.keys", &[0]),
    ("external_sst_file.global_seqno", &[0; 8]),
    ("external_sst_file.version", &[2, 0, 0, 0]),
    ("filter.size", &[0]),
    ("fixed.key.length", &[0]),
    ("format.version", &[FORMAT_VERSION as u8]),
    ("index.block.restart.interval", &[1]),
    ("index.key.is.user.key", &[1]),
    ("index.value.is.delta.encoded", &[1]),
    ("key.largest.seqno", &[0]),
    ("key.smallest.seqno", &[0]),
    ("merge.operands", &[0]),
    ("merge.operator", b"nullptr"),
    ("newest.key.time", &[0]),
    ("num.filter_entries", &[0]),
    ("num.range-deletions", &[0]),
    ("num.uniform.blocks", &[0]),
    ("oldest.key.time", &[0]),
    ("original.file.number", &[1]),
    ("prefix.extractor.name", b"nullptr"),
    ("property.collectors", b"[]"),
    (
        "compression_options",
        b"window_bits=-14; level=1; strategy=0; max_dict_bytes=0; zstd_max_train_bytes=0; enabled=0; \
          max_dict_buffer_bytes=0; use_zstd_dict_trainer=1; max_compressed_bytes_per_kb=896; checksum=0; _type=7; ",
    ),
];

/// Where a block lies, without its trailer.
#[derive(Clone, Copy, Debug)]
struct Handle {
    offset: u64,
    bytes: u64,
}

impl Handle {
    fn take(rest: &mut Fields) -> Option<Handle> {
        let (offset, bytes) = (rest.number()?, rest.number()?);
        Some(Handle { offset, bytes })
    }

    /// Where the next block begins.
    fn end(self) -> Option<u64> {
        self.offset.checked_add(self.bytes)?.checked_add(TRAILER_BYTES as u64)
    }
}

/// Checks the SST file at `path`, which `summary` describes, with keys of `width` bytes. Memory: some hundred bytes per
/// data block. Cost: reads and decompresses the file once, on all threads.
///
/// # Errors
/// [`Error::Corrupt`] when it has another size or layout.
pub(crate) fn check(path: &Path, width: usize, summary: &FileSummary) -> Result<FinishedSst> {
    let sst = Sst {
        path,
        file: open_sized(path, summary.bytes, "the manifest of its level")?,
        bytes: summary.bytes,
        width,
    };
    let (index, properties) = sst.ends()?;
    let properties = sst.properties(properties)?;
    let number = |name: &str| {
        let value = properties.get(name).ok_or_else(|| sst.strange("it lacks a property"))?;
        let mut rest = Fields(value);
        let number = rest.number().filter(|_| rest.0.is_empty());
        number.ok_or_else(|| sst.strange("a property is not a number"))
    };
    let tail = number("tail.start.offset")?;
    let entries_due = summary.positions.div_ceil(CHUNK_RECORDS as u64);
    let partitions = sst.index(index, INDEX_BYTES_MOST, tail, index.offset)?;
    let mut blocks = Vec::new();
    for (upper, partition) in &partitions {
        let entries = sst.entries_of_index(*partition, PARTITION_BYTES_MOST)?;
        if entries.last().is_none_or(|(key, _)| key > upper) {
            return Err(sst.strange("a partition of its index has the wrong end"));
        }
        blocks.extend(entries);
        // A block has at least one entry.
        if blocks.len() as u64 > entries_due.min(tail) {
            return Err(sst.strange("its index has more blocks than the file"));
        }
    }
    sst.contiguous(&blocks, 0, tail)?;
    let parts = sst.data(&blocks)?;
    let entries: u64 = parts.iter().map(|part| part.entries).sum();
    let ends = (parts.first(), parts.last());
    let (Some(first), Some(last)) = ends else {
        return Err(sst.strange("it has no entries"));
    };
    let expected = [
        ("num.entries", entries_due, entries),
        ("num.data.blocks", parts.len() as u64, parts.len() as u64),
        ("index.partitions", partitions.len() as u64, partitions.len() as u64),
        ("data.size", tail, tail),
        (
            "raw.key.size",
            entries * (width + VALUE_AT_ZERO.len()) as u64,
            entries * (width + VALUE_AT_ZERO.len()) as u64,
        ),
    ];
    for (name, expected, found) in expected {
        if number(name)? != expected || found != expected {
            return Err(sst.strange("its properties are not those of its blocks"));
        }
    }
    if first.keys.0 != summary.first_key || last.keys.1 > summary.last_key {
        return Err(sst.strange("its keys are not those that the manifest of its level names"));
    }
    let session = properties.get(SESSION_NAME).and_then(|id| unique_id(id.first_chunk()?));
    Ok(FinishedSst {
        bytes: summary.bytes,
        xxh3: summary.xxh3.clone(),
        first: summary.first_key.clone(),
        last: last.keys.1.clone(),
        unique_id: session
            .ok_or_else(|| sst.strange("its session id is invalid"))?
            .to_vec(),
        tail_bytes: summary.bytes - tail,
    })
}

struct Sst<'a> {
    path: &'a Path,
    file: Opened,
    bytes: u64,
    width: usize,
}

/// A data block with a valid layout.
struct Part {
    /// Its first and its last key.
    keys: (Vec<u8>, Vec<u8>),
    entries: u64,
}

impl Sst<'_> {
    fn strange(&self, what: &str) -> Error {
        Error::corrupt(
            self.path,
            format!("it is not laid out as this program writes SST files: {what}"),
        )
    }

    /// Where the index and the properties lie, by the footer and the metaindex.
    fn ends(&self) -> Result<(Handle, Handle)> {
        let wrong = || self.strange("its footer is invalid");
        let footer_at = self.bytes.checked_sub(FOOTER_BYTES as u64).ok_or_else(wrong)?;
        let mut footer = [0; FOOTER_BYTES];
        self.file.read_exact_at(&mut footer, footer_at).at(self.path, "read")?;
        let (handles, end) = footer.split_at(FOOTER_BYTES - 12);
        if handles[0] != CHECKSUM_XXH3 || end[..4] != FORMAT_VERSION.to_le_bytes() || end[4..] != MAGIC.to_le_bytes() {
            return Err(wrong());
        }
        let mut rest = Fields(&handles[1..]);
        let two = Handle::take(&mut rest).zip(Handle::take(&mut rest));
        let (metaindex, index) = two.filter(|_| rest.0.iter().all(|&byte| byte == 0)).ok_or_else(wrong)?;
        if metaindex.end() != Some(footer_at) {
            return Err(wrong());
        }
        let block = self.block(metaindex, METAINDEX_BYTES_MOST)?;
        let entries = entries(&block, true, 1).ok_or_else(|| self.strange("its metaindex is invalid"))?;
        let [(key, value)] = &entries[..] else {
            return Err(self.strange("its metaindex names other blocks than the properties"));
        };
        let mut rest = Fields(&block[value.clone()]);
        let properties = Handle::take(&mut rest).filter(|_| key == PROPERTIES_KEY && rest.0.is_empty());
        let properties =
            properties.ok_or_else(|| self.strange("its metaindex names other blocks than the properties"))?;
        if properties.end() != Some(metaindex.offset) || index.end() != Some(properties.offset) {
            return Err(self.strange("its last blocks do not follow one another"));
        }
        Ok((index, properties))
    }

    /// Returns the properties by the name after `rocksdb.`: all that every file has, and the numbers.
    fn properties(&self, handle: Handle) -> Result<BTreeMap<String, Vec<u8>>> {
        let block = self.block(handle, PROPERTIES_BYTES_MOST)?;
        let mut properties = BTreeMap::new();
        for (key, value) in
            entries(&block, true, usize::MAX).ok_or_else(|| self.strange("its properties are invalid"))?
        {
            let key = String::from_utf8_lossy(&key).into_owned();
            let name = key.strip_prefix("rocksdb.").unwrap_or(&key).to_string();
            properties.insert(name, block[value].to_vec());
        }
        let constant = CONSTANT
            .iter()
            .all(|(name, value)| properties.get(*name).is_some_and(|found| found == value));
        let is_number = |value: &Vec<u8>| {
            let mut rest = Fields(value);
            rest.number().is_some_and(|number| number <= MOST_COUNTED) && rest.0.is_empty()
        };
        let others = properties.iter().all(|(name, value)| match &name[..] {
            name if CONSTANT.iter().any(|(constant, _)| *constant == name) => true,
            name if NUMBERS.contains(&name) => is_number(value),
            name => name == SESSION_NAME && value.len() == SESSION_CHARACTERS,
        });
        match constant && others {
            true => Ok(properties),
            false => Err(self.strange("it has properties that no level's files have")),
        }
    }

    /// Keys and blocks of an index whose blocks fill the bytes from `begin` to `end`.
    fn index(&self, handle: Handle, most: u64, begin: u64, end: u64) -> Result<Vec<(Vec<u8>, Handle)>> {
        let entries = self.entries_of_index(handle, most)?;
        self.contiguous(&entries, begin, end)?;
        Ok(entries)
    }

    fn entries_of_index(&self, handle: Handle, most: u64) -> Result<Vec<(Vec<u8>, Handle)>> {
        let wrong = || self.strange("a block of its index is invalid");
        let block = self.block(handle, most)?;
        let found = entries(&block, false, 1).ok_or_else(wrong)?;
        let entry = |(key, value): (Vec<u8>, Range<usize>)| {
            let mut rest = Fields(&block[value]);
            let handle =
                Handle::take(&mut rest).filter(|_| rest.0.is_empty() && (1..=self.width).contains(&key.len()))?;
            Some((key, handle))
        };
        found.into_iter().map(entry).collect::<Option<_>>().ok_or_else(wrong)
    }

    fn contiguous(&self, blocks: &[(Vec<u8>, Handle)], begin: u64, end: u64) -> Result<()> {
        let mut at = Some(begin);
        for (_, handle) in blocks {
            if at != Some(handle.offset) {
                return Err(self.strange("its blocks do not follow one another"));
            }
            at = handle.end().filter(|&next| next <= end);
        }
        match at == Some(end) && blocks.is_sorted_by(|(before, _), (key, _)| before < key) {
            true => Ok(()),
            false => Err(self.strange("its blocks do not follow one another")),
        }
    }

    /// Returns all data blocks, the upper bound of whose keys comes with each.
    fn data(&self, blocks: &[(Vec<u8>, Handle)]) -> Result<Vec<Part>> {
        let part = |(upper, handle): &(Vec<u8>, Handle)| {
            let block = self.block(*handle, DATA_BYTES_MOST)?;
            let part = part(&block, self.width).filter(|part| part.keys.1 <= *upper);
            part.ok_or_else(|| self.strange("a data block is invalid"))
        };
        let parts: Vec<Part> = blocks.par_iter().map(part).collect::<Result<_>>()?;
        let lower = parts.iter().skip(1).zip(blocks);
        for (part, (bound, _)) in lower {
            if part.keys.0 <= *bound {
                return Err(self.strange("its keys are not in order"));
            }
        }
        Ok(parts)
    }

    /// Returns the content of a block of at most `most` bytes, compressed or not.
    fn block(&self, handle: Handle, most: u64) -> Result<Vec<u8>> {
        let end = handle.end().filter(|&end| end <= self.bytes && handle.bytes <= most);
        let end = end.ok_or_else(|| self.strange("a block is too large, or lies outside the file"))?;
        let mut block = vec![0; (end - handle.offset) as usize];
        self.file
            .read_exact_at(&mut block, handle.offset)
            .at(self.path, "read")?;
        let kind = block[handle.bytes as usize];
        block.truncate(handle.bytes as usize);
        match kind {
            COMPRESSED_NOT => Ok(block),
            COMPRESSED_ZSTD => decompressed(&block, most).ok_or_else(|| self.strange("a block does not decompress")),
            _ => Err(self.strange("a block has an unknown compression")),
        }
    }
}

/// Properties that are numbers.
const NUMBERS: [&str; 11] = [
    "data.size",
    "index.partitions",
    "index.size",
    "num.data.blocks",
    "num.data.blocks.compression.bypassed",
    "num.data.blocks.compression.rejected",
    "num.entries",
    "raw.key.size",
    "raw.value.size",
    "tail.start.offset",
    "top-level.index.size",
];
const MOST_COUNTED: u64 = 1 << 48;

fn decompressed(block: &[u8], most: u64) -> Option<Vec<u8>> {
    let mut rest = Fields(block);
    let bytes = rest.number().filter(|&bytes| bytes <= most)? as usize;
    let mut content = vec![0; bytes];
    let found = zstd::bulk::decompress_to_buffer(rest.0, &mut content).ok()?;
    (found == bytes).then_some(content)
}

/// Returns key, and range of the value, of each entry of a block in which every `interval`-th entry shares nothing;
/// `None` when the block is not valid. Entries of an index do not store the length of the value: it ends where the next
/// entry begins, as `with_lengths` indicates.
fn entries(block: &[u8], with_lengths: bool, interval: usize) -> Option<Vec<(Vec<u8>, Range<usize>)>> {
    let mut found = Vec::new();
    let mut key = Vec::new();
    each(block, with_lengths, interval, &mut key, |key, value| {
        found.push((key.to_vec(), value));
        Some(())
    })?;
    Some(found)
}

/// Like [`entries`], one after the other.
fn each(
    block: &[u8],
    with_lengths: bool,
    interval: usize,
    key: &mut Vec<u8>,
    mut take: impl FnMut(&[u8], Range<usize>) -> Option<()>,
) -> Option<()> {
    let restarts = u32::from_le_bytes(*block.last_chunk::<4>()?) as usize;
    let end = block.len().checked_sub(restarts.checked_mul(4)?.checked_add(4)?)?;
    let restart = |index: usize| {
        let bytes = block[end..block.len() - 4].get(4 * index..4 * index + 4)?;
        Some(u32::from_le_bytes(bytes.try_into().ok()?) as usize)
    };
    let (mut at, mut count) = (0, 0);
    while at < end {
        let mut rest = Fields(&block[at..end]);
        let shared = usize::try_from(rest.number()?).ok()?;
        let further = usize::try_from(rest.number()?).ok()?;
        let length = match with_lengths {
            true => Some(usize::try_from(rest.number()?).ok()?),
            false => None,
        };
        if count % interval == 0 && (shared != 0 || restart(count / interval)? != at) || shared > key.len() {
            return None;
        }
        let (new, rest) = rest.0.split_at_checked(further)?;
        key.truncate(shared);
        key.extend_from_slice(new);
        let value = end - rest.len();
        let value_end = match length {
            Some(length) => value.checked_add(length).filter(|&value_end| value_end <= end)?,
            None => {
                // A handle: two numbers.
                let mut handle = Fields(rest);
                handle.number()?;
                handle.number()?;
                end - handle.0.len()
            }
        };
        take(key, value..value_end)?;
        at = value_end;
        count += 1;
    }
    (restarts == count.div_ceil(interval) && count > 0).then_some(())
}

/// Returns a data block of keys of `width` bytes in order, each with sequence number 0 and a value.
fn part(block: &[u8], width: usize) -> Option<Part> {
    let (mut first, mut last, mut count) = (Vec::new(), Vec::new(), 0);
    let mut key = Vec::with_capacity(width + VALUE_AT_ZERO.len());
    each(block, true, RESTART_INTERVAL, &mut key, |key, value| {
        let (user, kind) = key.split_at_checked(width)?;
        if kind != VALUE_AT_ZERO || value.is_empty() || count > 0 && *last >= *user {
            return None;
        }
        if count == 0 {
            first = user.to_vec();
        }
        last.clear();
        last.extend_from_slice(user);
        count += 1;
        Some(())
    })?;
    Some(Part {
        keys: (first, last),
        entries: count,
    })
}
