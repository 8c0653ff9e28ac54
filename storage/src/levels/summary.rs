//! The identity of a level's content: counts, first and last key, and a hash of all records in order.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::Xxh3;

use crate::Record;

/// The content of a level in numbers. It depends only on the records.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LevelSummary {
    /// Number of records.
    pub positions: u64,
    /// Number of records with label 0, 1, ...; ends with the largest label that occurs.
    pub by_label: Vec<u64>,
    /// The same for second labels; empty when records have none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by_second: Vec<u64>,
    /// Key of the first record, as many bytes as the level's key width; empty when there are no records. Hexadecimal in
    /// JSON.
    #[serde(with = "hex")]
    pub first_key: Vec<u8>,
    /// Key of the last record, in the same form.
    #[serde(with = "hex")]
    pub last_key: Vec<u8>,
    /// xxh3-128 of the files' own `stream_xxh3`, most significant byte first; 32 hexadecimal digits.
    pub stream_xxh3: String,
    /// Bytes of all SST files.
    pub bytes: u64,
    /// The SST files in key order.
    pub files: Vec<FileSummary>,
    /// The other files of the database, by name: `CURRENT` and RocksDB's own manifest.
    pub catalogue: Vec<CatalogueFile>,
}

/// A file of a level that holds no records.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CatalogueFile {
    /// Name in the level's folder of positions.
    pub name: String,
    /// Size.
    pub bytes: u64,
    /// xxh3-128 of the file, 32 hexadecimal digits.
    pub xxh3: String,
}

/// One SST file of a level: its bytes, and the records in them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileSummary {
    /// Name in the level's folder of positions.
    pub name: String,
    /// Size.
    pub bytes: u64,
    /// xxh3-128 of the file, 32 hexadecimal digits.
    pub xxh3: String,
    /// Number of records.
    pub positions: u64,
    /// Number of records with label 0, 1, ...
    pub by_label: Vec<u64>,
    /// The same for second labels; empty when records have none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by_second: Vec<u64>,
    /// Key of the first record; hexadecimal in JSON.
    #[serde(with = "hex")]
    pub first_key: Vec<u8>,
    /// Key of the last record, in the same form.
    #[serde(with = "hex")]
    pub last_key: Vec<u8>,
    /// xxh3-128 of the records in order: for each the key bytes, then the label byte, then the second label byte if
    /// there is one; 32 hexadecimal digits.
    pub stream_xxh3: String,
}

impl LevelSummary {
    /// Returns name, size and xxh3-128 of every file.
    pub(crate) fn all_files(&self) -> impl Iterator<Item = (&str, u64, &str)> {
        let catalogue = self.catalogue.iter();
        let files = self.files.iter();
        catalogue
            .map(|file| (&file.name[..], file.bytes, &file.xxh3[..]))
            .chain(files.map(|file| (&file.name[..], file.bytes, &file.xxh3[..])))
    }

    /// Creates the summary of a level with these files.
    pub(crate) fn of_files(files: Vec<FileSummary>, catalogue: Vec<CatalogueFile>) -> LevelSummary {
        let mut hash = Xxh3::new();
        for file in &files {
            let stream = u128::from_str_radix(&file.stream_xxh3, 16).unwrap_or_default();
            hash.update(&stream.to_be_bytes());
        }
        LevelSummary {
            positions: files.iter().map(|file| file.positions).sum(),
            by_label: sum(files.iter().map(|file| &file.by_label[..])),
            by_second: sum(files.iter().map(|file| &file.by_second[..])),
            first_key: files.first().map_or(vec![], |file| file.first_key.clone()),
            last_key: files.last().map_or(vec![], |file| file.last_key.clone()),
            stream_xxh3: format!("{:032x}", hash.digest128()),
            bytes: files.iter().map(|file| file.bytes).sum(),
            files,
            catalogue,
        }
    }
}

/// Adds several lists of counts.
fn sum<'a>(counts: impl Iterator<Item = &'a [u64]>) -> Vec<u64> {
    let mut sums = Vec::new();
    for counts in counts {
        sums.resize(sums.len().max(counts.len()), 0);
        sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
    }
    sums
}

/// Takes the records of a level in order and summarizes them file by file.
pub(crate) struct Summarizer<R> {
    width: usize,
    /// Records of the first files.
    counts: Vec<u64>,
    /// Records of every further file.
    further: u64,
    last: Option<R>,
    open: Open<R>,
    finished: Vec<FileSummary>,
}

/// The file that receives records.
struct Open<R> {
    positions: u64,
    /// By label, and by second label.
    by_label: [[u64; 256]; 2],
    first: Option<R>,
    last: Option<R>,
    hash: Xxh3,
}

/// Records that one task turns into bytes.
const PIECE_RECORDS: usize = 1 << 12;

impl<R: Record> Summarizer<R> {
    /// Creates files of `counts` records, then of `further` each.
    pub fn new(width: usize, counts: Vec<u64>, further: u64) -> Summarizer<R> {
        Summarizer {
            width,
            counts,
            further,
            last: None,
            open: Open::new(),
            finished: vec![],
        }
    }

    /// Takes the next records; returns false, and takes none, when a key does not follow the one before it.
    #[must_use]
    pub fn add(&mut self, records: &[R]) -> bool {
        let (Some(&first), Some(&last)) = (records.first(), records.last()) else {
            return true;
        };
        let follows = self.last.is_none_or(|before| before.key() < first.key());
        if !follows
            || !records
                .par_windows(2)
                .with_min_len(PIECE_RECORDS)
                .all(|w| w[0].key() < w[1].key())
        {
            return false;
        }
        self.last = Some(last);
        let mut records = records;
        while !records.is_empty() {
            let most = *self.counts.get(self.finished.len()).unwrap_or(&self.further);
            let room = usize::try_from(most - self.open.positions).unwrap_or(usize::MAX);
            let (now, later) = records.split_at(records.len().min(room));
            self.open.add(self.width, now);
            records = later;
            if self.open.positions == most {
                self.end_file();
            }
        }
        true
    }

    fn end_file(&mut self) {
        let open = std::mem::replace(&mut self.open, Open::new());
        self.finished.push(open.finish(self.width));
    }

    /// Returns all files, even if the last one is not complete.
    pub fn finish(mut self) -> Vec<FileSummary> {
        if self.open.positions > 0 {
            self.end_file();
        }
        self.finished
    }
}

impl<R: Record> Open<R> {
    fn new() -> Open<R> {
        Open {
            positions: 0,
            by_label: [[0; 256]; 2],
            first: None,
            last: None,
            hash: Xxh3::new(),
        }
    }

    fn add(&mut self, width: usize, records: &[R]) {
        let pieces: Vec<(Vec<u8>, [[u32; 256]; 2])> = records
            .par_chunks(PIECE_RECORDS)
            .with_max_len(1)
            .map(|records| {
                let mut bytes = Vec::with_capacity(records.len() * (width + R::LABEL_BYTES));
                let mut by_label = [[0; 256]; 2];
                for record in records {
                    bytes.extend_from_slice(&record.to_be().as_ref()[..width]);
                    bytes.push(record.label());
                    by_label[0][usize::from(record.label())] += 1;
                    if R::LABEL_BYTES == 2 {
                        bytes.push(record.second());
                        by_label[1][usize::from(record.second())] += 1;
                    }
                }
                (bytes, by_label)
            })
            .collect();
        for (bytes, by_label) in pieces {
            self.hash.update(&bytes);
            self.by_label
                .iter_mut()
                .flatten()
                .zip(by_label.into_iter().flatten())
                .for_each(|(sum, count)| *sum += u64::from(count));
        }
        self.positions += records.len() as u64;
        self.first = self.first.or(records.first().copied());
        self.last = records.last().copied().or(self.last);
    }

    fn finish(self, width: usize) -> FileSummary {
        let key = |record: Option<R>| record.map_or(vec![], |record| record.to_be().as_ref()[..width].to_vec());
        let counts = |by_label: &[u64; 256]| {
            let labels = by_label.iter().rposition(|&count| count > 0).map_or(0, |last| last + 1);
            by_label[..labels].to_vec()
        };
        FileSummary {
            name: String::new(),
            bytes: 0,
            xxh3: String::new(),
            positions: self.positions,
            by_label: counts(&self.by_label[0]),
            by_second: counts(&self.by_label[1]),
            first_key: key(self.first),
            last_key: key(self.last),
            stream_xxh3: format!("{:032x}", self.hash.digest128()),
        }
    }
}

/// Bytes as a string of hexadecimal digits.
pub(crate) mod hex {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub fn serialize<S: Serializer>(bytes: &[u8], to: S) -> Result<S::Ok, S::Error> {
        let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        to.serialize_str(&digits)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<u8>, D::Error> {
        let digits = String::deserialize(from)?;
        let pairs = digits.as_bytes().chunks(2);
        let byte = |pair: &[u8]| match pair {
            [high, low] => Some((char::from(*high).to_digit(16)? << 4 | char::from(*low).to_digit(16)?) as u8),
            _ => None,
        };
        pairs
            .map(byte)
            .collect::<Option<_>>()
            .ok_or_else(|| D::Error::custom("a key does not consist of pairs of hexadecimal digits"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_hexadecimal_in_json() {
        let mut summarizer = Summarizer::<u128>::new(3, vec![], 9);
        assert!(summarizer.add(&[0x1fe << 104, 0xab_cdef << 104 | 2]));
        assert!(!summarizer.add(&[0xab_cdef << 104]));
        let summary = LevelSummary::of_files(summarizer.finish(), vec![]);
        assert_eq!(summary.by_label, [1, 0, 1]);
        let json = serde_json::to_string(&summary).unwrap();
        assert!(json.contains(r#""first_key":"0001fe","last_key":"abcdef""#), "{json}");
        assert_eq!(serde_json::from_str::<LevelSummary>(&json).unwrap(), summary);
        for bad in ["abc", "zz", "é0"] {
            assert!(serde_json::from_str::<LevelSummary>(&json.replace("0001fe", bad)).is_err());
        }
    }

    #[test]
    fn files_are_cut_where_asked_whatever_the_batches() {
        let records: Vec<u128> = (1..=100u128).map(|i| i << 64 | i & 1).collect();
        let files = |batch: usize, counts: &[u64], further| {
            let mut summarizer = Summarizer::<u128>::new(8, counts.to_vec(), further);
            assert!(records.chunks(batch).all(|batch| summarizer.add(batch)));
            summarizer.finish()
        };
        let whole = files(100, &[], 30);
        assert_eq!(
            whole.iter().map(|file| file.positions).collect::<Vec<_>>(),
            [30, 30, 30, 10]
        );
        for batch in [1, 7, 30, 64] {
            assert_eq!(files(batch, &[], 30), whole);
            assert_eq!(files(batch, &[30, 30, 30], 10), whole);
        }
        assert_eq!(LevelSummary::of_files(whole, vec![]).by_label, [50, 50]);
    }
}
