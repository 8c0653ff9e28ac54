//! What identifies the content of a level: counts, ends, and a hash of all records in order.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::Xxh3;

use crate::Record;

/// The content of a level in numbers. Depends on its records only.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LevelSummary {
    /// Number of records.
    pub positions: u64,
    /// Number of records with label 0, 1, ...; ends with the largest label that occurs.
    pub by_label: Vec<u64>,
    /// Key of the first record, as many bytes as the level's key width; empty when there are no records. Hexadecimal in
    /// JSON.
    #[serde(with = "hex")]
    pub first_key: Vec<u8>,
    /// Key of the last record, likewise.
    #[serde(with = "hex")]
    pub last_key: Vec<u8>,
    /// xxh3-128 of the records in order, key bytes then label byte of each; 32 hexadecimal digits.
    pub stream_xxh3: String,
    /// Bytes of all SST files.
    pub bytes: u64,
}

/// Takes the records of a level in order.
pub(crate) struct Summarizer<R> {
    width: usize,
    positions: u64,
    by_label: [u64; 256],
    first: Option<R>,
    last: Option<R>,
    hash: Xxh3,
}

/// Records turned to bytes by one task.
const PIECE_RECORDS: usize = 1 << 12;

impl<R: Record> Summarizer<R> {
    pub fn new(width: usize) -> Summarizer<R> {
        Summarizer {
            width,
            positions: 0,
            by_label: [0; 256],
            first: None,
            last: None,
            hash: Xxh3::new(),
        }
    }

    /// Takes the next records; false, and nothing taken, when a key does not come after the one before it.
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
        let width = self.width;
        let pieces: Vec<(Vec<u8>, [u32; 256])> = records
            .par_chunks(PIECE_RECORDS)
            .map(|records| {
                let mut bytes = Vec::with_capacity(records.len() * (width + 1));
                let mut by_label = [0; 256];
                for record in records {
                    bytes.extend_from_slice(&record.to_be().as_ref()[..width]);
                    bytes.push(record.label());
                    by_label[usize::from(record.label())] += 1;
                }
                (bytes, by_label)
            })
            .collect();
        for (bytes, by_label) in pieces {
            self.hash.update(&bytes);
            self.by_label
                .iter_mut()
                .zip(by_label)
                .for_each(|(sum, count)| *sum += u64::from(count));
        }
        self.positions += records.len() as u64;
        self.first.get_or_insert(first);
        self.last = Some(last);
        true
    }

    /// The summary, given the size of the SST files.
    pub fn finish(self, bytes: u64) -> LevelSummary {
        let key = |record: Option<R>| record.map_or(vec![], |record| record.to_be().as_ref()[..self.width].to_vec());
        let labels = self
            .by_label
            .iter()
            .rposition(|&count| count > 0)
            .map_or(0, |last| last + 1);
        LevelSummary {
            positions: self.positions,
            by_label: self.by_label[..labels].to_vec(),
            first_key: key(self.first),
            last_key: key(self.last),
            stream_xxh3: format!("{:032x}", self.hash.digest128()),
            bytes,
        }
    }
}

/// Bytes as a string of hexadecimal digits.
mod hex {
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
            .ok_or_else(|| D::Error::custom("a key is not pairs of hexadecimal digits"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_hexadecimal_in_json() {
        let mut summarizer = Summarizer::<u128>::new(3);
        assert!(summarizer.add(&[0x1fe << 104, 0xab_cdef << 104 | 2]));
        assert!(!summarizer.add(&[0xab_cdef << 104]));
        let summary = summarizer.finish(7);
        assert_eq!(summary.by_label, [1, 0, 1]);
        let json = serde_json::to_string(&summary).unwrap();
        assert!(json.contains(r#""first_key":"0001fe","last_key":"abcdef""#), "{json}");
        assert_eq!(serde_json::from_str::<LevelSummary>(&json).unwrap(), summary);
        for bad in ["abc", "zz", "é0"] {
            assert!(serde_json::from_str::<LevelSummary>(&json.replace("0001fe", bad)).is_err());
        }
    }
}
