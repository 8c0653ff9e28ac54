//! What is planned of an unfinished level and which parts are there: JSON files in its work folder, each replaced as a
//! whole.
//!
//! `{"xxh3":"` 32 hexadecimal digits `","state":` JSON `}` and a line feed; the digits are the xxh3-128 of that JSON.

use std::io::{Read, Seek};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::files::atomic::write_atomically;
use crate::files::checksum::hash_bytes;
use crate::files::error::{At, Error, Result, is_of_content};
use crate::files::open::open_plain;

const BEGIN: &[u8] = b"{\"xxh3\":\"";
const MIDDLE: &[u8] = b"\",\"state\":";
const END: &[u8] = b"}\n";
const DIGITS: usize = 32;
/// Larger journals are not read: some hundred bytes for each of a level's files and runs are far less.
const BYTES_MAX: u64 = 1 << 30;

fn path(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}.json"))
}

pub(crate) fn write(folder: &Path, name: &str, state: &impl Serialize) -> Result<()> {
    let json = serde_json::to_vec(state).expect("names, numbers and strings are JSON");
    let bytes = [BEGIN, hash_bytes(&json).as_bytes(), MIDDLE, &json, END].concat();
    write_atomically(&path(folder, name), &bytes)
}

/// Returns `None` for anything but the output of [`write`]; that costs the work on the level, and nothing else. Fails
/// when the system does not permit reading it now.
pub(crate) fn read<T: DeserializeOwned>(folder: &Path, name: &str) -> Result<Option<T>> {
    let path = path(folder, name);
    let mut file = match open_plain(&path) {
        Err(Error::Corrupt { .. }) => return Ok(None),
        Err(Error::Io { source, .. }) if is_of_content(&source) => return Ok(None),
        other => other?,
    };
    // Checked before the rest, which may be a gigabyte of zeros.
    let mut begin = vec![];
    (&mut file)
        .take(BEGIN.len() as u64)
        .read_to_end(&mut begin)
        .at(&path, "read")?;
    if begin != BEGIN {
        return Ok(None);
    }
    file.rewind().at(&path, "read")?;
    let mut bytes = vec![];
    // Reads no more than this, whatever the file is.
    file.take(BYTES_MAX).read_to_end(&mut bytes).at(&path, "read")?;
    Ok(state(&bytes))
}

/// Parses the state from the bytes of a journal.
fn state<T: DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    let rest = bytes.strip_prefix(BEGIN)?;
    let (digits, rest) = rest.split_at_checked(DIGITS)?;
    let json = rest.strip_prefix(MIDDLE)?.strip_suffix(END)?;
    if hash_bytes(json).as_bytes() != digits {
        return None;
    }
    serde_json::from_slice(json).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    const JOURNAL: &str = "plan";

    #[test]
    fn only_what_was_written_is_read() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(read::<Vec<u64>>(folder.path(), JOURNAL).unwrap(), None);
        write(folder.path(), JOURNAL, &[1u64, u64::MAX]).unwrap();
        assert_eq!(
            read::<Vec<u64>>(folder.path(), JOURNAL).unwrap(),
            Some(vec![1, u64::MAX])
        );
        let whole = fs::read(path(folder.path(), JOURNAL)).unwrap();
        for at in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[at] ^= 1;
            fs::write(path(folder.path(), JOURNAL), &damaged).unwrap();
            assert_eq!(read::<Vec<u64>>(folder.path(), JOURNAL).unwrap(), None, "byte {at}");
            fs::write(path(folder.path(), JOURNAL), &whole[..at]).unwrap();
            assert_eq!(
                read::<Vec<u64>>(folder.path(), JOURNAL).unwrap(),
                None,
                "cut to {at} bytes"
            );
        }
    }
}
