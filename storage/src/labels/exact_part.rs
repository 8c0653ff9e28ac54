//! The exact answers of a label function for one file of its level, in a file: for each ambiguous position its key, the
//! width of the level's keys, and its label, one byte; in key order.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::Record;
use crate::files::append::AppendFile;
use crate::files::atomic::has_size;
use crate::files::checksum::hash_bytes;
use crate::files::error::Result;
use crate::files::open::read_at_most;

/// What is in the file of a part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExactPart {
    answers: u64,
    /// xxh3-128 of the file, 32 hexadecimal digits.
    xxh3: String,
}

fn part_path(folder: &Path, index: usize) -> PathBuf {
    folder.join(format!("exact-{index:06}"))
}

impl ExactPart {
    /// Writes the answers for file `index` of a level with keys of `width` bytes, durable, into `folder`, by way of the
    /// folder `own`. A file of its name is replaced.
    ///
    /// # Errors
    /// Fails when it cannot be written.
    pub fn write<R: Record>(own: &Path, folder: &Path, index: usize, width: usize, answers: &[R]) -> Result<ExactPart> {
        let mut bytes = Vec::with_capacity(answers.len() * (width + 1));
        for record in answers {
            bytes.extend_from_slice(&record.to_be().as_ref()[..width]);
            bytes.push(record.label());
        }
        let mut file = AppendFile::create(part_path(own, index))?;
        file.append(&bytes)?;
        file.keep()?;
        file.place(&part_path(folder, index))?;
        Ok(ExactPart {
            answers: answers.len() as u64,
            xxh3: hash_bytes(&bytes),
        })
    }

    /// Returns whether the answers for file `index`, which has `records` records, are in `folder`, in a file of the
    /// right size.
    ///
    /// # Errors
    /// Fails when the system does not permit looking now.
    pub fn is_there(&self, folder: &Path, index: usize, width: usize, records: u64) -> Result<bool> {
        match self.bytes(width, records) {
            Some(bytes) => has_size(&part_path(folder, index), bytes),
            None => Ok(false),
        }
    }

    /// Size of the file, if it is a possible one.
    fn bytes(&self, width: usize, records: u64) -> Option<u64> {
        (self.answers <= records)
            .then(|| self.answers.checked_mul(width as u64 + 1))
            .flatten()
    }

    /// Reads the answers for file `index`, which has `records` records; `None` when they are missing or damaged.
    /// Memory: the file and its records.
    ///
    /// # Errors
    /// Fails when the system does not permit reading it now.
    pub fn read<R: Record>(&self, folder: &Path, index: usize, width: usize, records: u64) -> Result<Option<Vec<R>>> {
        let Some(size) = self.bytes(width, records) else {
            return Ok(None);
        };
        let bytes = match read_at_most(&part_path(folder, index), size) {
            Err(error) if error.is_damage() => None,
            other => other?,
        };
        let sound = bytes.filter(|bytes| bytes.len() as u64 == size && hash_bytes(bytes) == self.xxh3);
        let answer = |bytes: &[u8]| R::from_be(&bytes[..width]).with_label(bytes[width]);
        let answers = sound.map(|bytes| bytes.chunks_exact(width + 1).map(answer).collect::<Vec<R>>());
        Ok(answers.filter(|answers| {
            answers.is_sorted_by(|before, after| before.key() < after.key())
                && answers.iter().all(|answer| answer.label() <= 1)
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIDTH: usize = 9;

    fn answers(count: u128) -> Vec<u128> {
        (0..count).map(|i| ((i * i + 1) << 60) | (i % 2)).collect()
    }

    fn written(folder: &Path, answers: &[u128]) -> ExactPart {
        let own = tempfile::tempdir_in(folder).unwrap();
        ExactPart::write(own.path(), folder, 3, WIDTH, answers).unwrap()
    }

    #[test]
    fn what_is_written_is_read() {
        let folder = tempfile::tempdir().unwrap();
        for count in [0, 1, 1000] {
            let answers = answers(count);
            let part = written(folder.path(), &answers);
            assert!(part.is_there(folder.path(), 3, WIDTH, 1000).unwrap());
            assert!(!part.is_there(folder.path(), 4, WIDTH, 1000).unwrap());
            assert_eq!(part.read(folder.path(), 3, WIDTH, 1000).unwrap(), Some(answers));
            assert_eq!(part.read::<u128>(folder.path(), 4, WIDTH, 1000).unwrap(), None);
        }
    }

    #[test]
    fn what_is_damaged_is_not_read() {
        let temporary = tempfile::tempdir().unwrap();
        let folder = temporary.path();
        let part = written(folder, &answers(100));
        let path = part_path(folder, 3);
        let sound = std::fs::read(&path).unwrap();
        let is_read = |part: &ExactPart| part.read::<u128>(folder, 3, WIDTH, 100).unwrap().is_some();
        assert!(is_read(&part));
        for at in 0..sound.len() {
            let mut bytes = sound.clone();
            bytes[at] ^= 1;
            std::fs::write(&path, &bytes).unwrap();
            assert!(!is_read(&part), "byte {at}");
        }
        for bytes in [&sound[..sound.len() - 1], &[], &[&sound[..], &[0; 10]].concat()] {
            std::fs::write(&path, bytes).unwrap();
            assert!(!is_read(&part) && !part.is_there(folder, 3, WIDTH, 100).unwrap());
        }
        // Sizes that are not, and contents that no part has, with a checksum that fits.
        std::fs::write(&path, &sound).unwrap();
        for answers in [0, 99, 101, u64::MAX / 10, u64::MAX] {
            assert!(
                !is_read(&ExactPart {
                    answers,
                    ..part.clone()
                }),
                "{answers}"
            );
        }
        assert!(!part.is_there(folder, 3, WIDTH, 99).unwrap());
        let lie = |change: &dyn Fn(&mut Vec<u8>)| {
            let mut bytes = sound.clone();
            change(&mut bytes);
            std::fs::write(&path, &bytes).unwrap();
            is_read(&ExactPart {
                xxh3: hash_bytes(&bytes),
                ..part.clone()
            })
        };
        assert!(lie(&|_| {}));
        assert!(!lie(&|bytes| bytes.rotate_left(WIDTH + 1)));
        assert!(!lie(&|bytes| bytes[WIDTH] = 2));
    }
}
