//! What surrounds the data blocks of an SST file: the index in front, properties, metaindex and footer behind it.
//!
//! From the front: data blocks; partitions of the index, each entry the handle of a data block; the index of the
//! partitions; the properties block; the metaindex block, which has the handle of the properties; the footer, which has
//! those of metaindex and index. Nothing lies between them. The footer consists of the type of checksums, two handles,
//! zeros, format version and magic number. Only what this program makes RocksDB write is accepted.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use zstd::bulk::Decompressor;

use crate::files::error::{At, Error, Result};
use crate::files::open::Opened;
use crate::levels::rocks::block::{Handle, content, entries};
use crate::levels::rocks::manifest::Fields;

pub(crate) const FOOTER_BYTES: usize = 1 + 2 * 20 + 4 + 8;
const MAGIC: u64 = 0x88e2_41b7_85f4_cff7;
const CHECKSUM_XXH3: u8 = 4;
const FORMAT_VERSION: u32 = 5;
const PROPERTIES_KEY: &[u8] = b"rocksdb.properties";
/// Maximum size in bytes of a block of each kind, compressed or not. Partitions have 4 KiB and an entry; a file of
/// 131,072 entries has fewer than 6,000 of them, 40 bytes each.
const PARTITION_BYTES_MOST: u64 = 64 << 10;
const INDEX_BYTES_MOST: u64 = 1 << 20;
const PROPERTIES_BYTES_MOST: u64 = 16 << 10;
const METAINDEX_BYTES_MOST: u64 = 1 << 10;

/// The id that RocksDB makes up.
pub(crate) const SESSION_NAME: &str = "rocksdb.creating.session.identity";
pub(crate) const SESSION_CHARACTERS: usize = 20;
/// Where the data blocks end.
pub(crate) const TAIL_NAME: &str = "rocksdb.tail.start.offset";

/// An SST file that is read.
pub(crate) struct Sst {
    pub path: Arc<Path>,
    file: Opened,
}

/// The properties of a file.
pub(crate) struct Properties {
    /// Where their block begins.
    pub offset: u64,
    /// The block as it is stored, not compressed, with its trailer.
    pub block: Vec<u8>,
    /// Where in it the value of each is.
    values: BTreeMap<Vec<u8>, Range<usize>>,
}

impl Properties {
    pub fn value(&self, name: &str) -> Option<Range<usize>> {
        self.values.get(name.as_bytes()).cloned()
    }

    /// Returns the value of a property that is a number.
    pub fn number(&self, name: &str) -> Option<u64> {
        let mut rest = Fields(&self.block[self.value(name)?]);
        rest.number().filter(|_| rest.0.is_empty())
    }
}

/// An entry of an index: an upper bound of the keys in a block, and the block.
pub(crate) type Indexed = (Vec<u8>, Handle);

impl Sst {
    pub fn new(path: &Path, file: Opened) -> Sst {
        Sst {
            path: path.into(),
            file,
        }
    }

    pub fn bytes(&self) -> u64 {
        self.file.size()
    }

    pub fn strange(&self, what: &str) -> Error {
        Error::corrupt(
            &self.path,
            format!("it is not laid out as this program writes SST files: {what}"),
        )
    }

    pub fn read(&self, bytes: &mut [u8], at: u64) -> Result<()> {
        self.file.read_exact_at(bytes, at).at(&self.path, "read")
    }

    /// Returns the place of the index and the properties, by the footer and the metaindex.
    pub fn ends(&self) -> Result<(Handle, Properties)> {
        let wrong = || self.strange("its footer is invalid");
        let footer_at = self.bytes().checked_sub(FOOTER_BYTES as u64).ok_or_else(wrong)?;
        let mut footer = [0; FOOTER_BYTES];
        self.read(&mut footer, footer_at)?;
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
        let wrong = || self.strange("its metaindex names other blocks than the properties");
        let mut zstd = self.decompressor()?;
        let block = self.block(metaindex, METAINDEX_BYTES_MOST, &mut zstd)?;
        let entries = entries(&block, true, 1).ok_or_else(wrong)?;
        let [(key, value)] = &entries[..] else {
            return Err(wrong());
        };
        let place = Handle::whole(&block[value.clone()]).filter(|_| key == PROPERTIES_KEY);
        let place = place.ok_or_else(wrong)?;
        if place.end() != Some(metaindex.offset) || index.end() != Some(place.offset) {
            return Err(self.strange("its last blocks do not follow one another"));
        }
        Ok((index, self.properties(place, &mut zstd)?))
    }

    fn properties(&self, place: Handle, zstd: &mut Decompressor) -> Result<Properties> {
        let stored = self.stored(place, PROPERTIES_BYTES_MOST)?;
        let block = self.content(&stored, PROPERTIES_BYTES_MOST, zstd)?;
        let entries = entries(&block, true, usize::MAX).filter(|_| stored.starts_with(&block));
        let entries = entries.ok_or_else(|| self.strange("its properties are invalid"))?;
        Ok(Properties {
            offset: place.offset,
            block: stored,
            values: entries.into_iter().collect(),
        })
    }

    /// Returns the number of partitions of the index at `place`, and the data blocks, which fill the bytes up to
    /// `tail`. Keys have at most `width` bytes. There are at most `most` blocks.
    pub fn index(&self, place: Handle, tail: u64, width: usize, most: u64) -> Result<(u64, Vec<Indexed>)> {
        let mut zstd = self.decompressor()?;
        let partitions = self.indexed(place, INDEX_BYTES_MOST, width, &mut zstd)?;
        self.contiguous(&partitions, tail, place.offset)?;
        let mut blocks = Vec::new();
        for (upper, partition) in &partitions {
            let entries = self.indexed(*partition, PARTITION_BYTES_MOST, width, &mut zstd)?;
            if entries.last().is_none_or(|(key, _)| key > upper) {
                return Err(self.strange("a partition of its index has the wrong end"));
            }
            blocks.extend(entries);
            if blocks.len() as u64 > most {
                return Err(self.strange("its index has more blocks than the file"));
            }
        }
        self.contiguous(&blocks, 0, tail)?;
        Ok((partitions.len() as u64, blocks))
    }

    fn indexed(&self, place: Handle, most: u64, width: usize, zstd: &mut Decompressor) -> Result<Vec<Indexed>> {
        let wrong = || self.strange("a block of its index is invalid");
        let block = self.block(place, most, zstd)?;
        let found = entries(&block, false, 1).ok_or_else(wrong)?;
        let entry = |(key, value): (Vec<u8>, Range<usize>)| {
            let handle = Handle::whole(&block[value]).filter(|_| (1..=width).contains(&key.len()))?;
            Some((key, handle))
        };
        found.into_iter().map(entry).collect::<Option<_>>().ok_or_else(wrong)
    }

    /// Checks that these blocks fill the bytes from `begin` to `end`, in the order of their keys.
    fn contiguous(&self, blocks: &[Indexed], begin: u64, end: u64) -> Result<()> {
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

    /// Returns the content of the block at `place`, of at most `most` bytes, compressed or not.
    fn block(&self, place: Handle, most: u64, zstd: &mut Decompressor) -> Result<Vec<u8>> {
        self.content(&self.stored(place, most)?, most, zstd)
    }

    fn stored(&self, place: Handle, most: u64) -> Result<Vec<u8>> {
        let end = place.end().filter(|&end| end <= self.bytes() && place.bytes <= most);
        let end = end.ok_or_else(|| self.strange("a block is too large, or lies outside the file"))?;
        let mut stored = vec![0; (end - place.offset) as usize];
        self.read(&mut stored, place.offset)?;
        Ok(stored)
    }

    pub fn content(&self, stored: &[u8], most: u64, zstd: &mut Decompressor) -> Result<Vec<u8>> {
        content(stored, most, zstd).map_err(|what| self.strange(what))
    }

    pub fn decompressor(&self) -> Result<Decompressor<'static>> {
        Decompressor::new().at(&self.path, "read")
    }
}
