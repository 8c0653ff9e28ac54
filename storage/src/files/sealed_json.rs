//! JSON files that carry their own checksum: the last field, `xxh3`, is the xxh3-128 of all bytes before it.
//!
//! A file is accepted when it equals, byte for byte, what this program writes for its values.

use std::path::Path;

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::files::atomic::write_with;
use crate::files::checksum::hash_bytes;
use crate::files::error::{Error, Result};
use crate::files::manifest::FORMAT;
use crate::files::open::read_at_most;
use crate::files::syncs::Syncs;

const BEFORE_HASH: &str = ",\n  \"xxh3\": \"";
const AFTER_HASH: &str = "\"\n}\n";
const HASH_DIGITS: usize = 32;
/// The only earlier format; its files have no checksum.
const UNSEALED_FORMAT: u32 = 1;

/// Writes `value`, a struct with a field `format`, as JSON with its checksum, completely or not at all.
///
/// # Errors
/// Fails when the file cannot be written.
pub fn write_sealed_json(path: &Path, value: &impl Serialize) -> Result<()> {
    write_sealed_json_with(path, value, Syncs::Now)
}

/// The same; with [`Syncs::Later`], a crash may leave the file in any state.
pub(crate) fn write_sealed_json_with(path: &Path, value: &impl Serialize, syncs: Syncs) -> Result<()> {
    write_with(path, &sealed_json(value), syncs)
}

/// Reads a file of [`write_sealed_json`]; returns `None` when it is missing. Takes memory in proportion to the file, of
/// which at most `most` bytes are read.
///
/// # Errors
/// [`Error::Corrupt`] when a byte was changed, or the file has more than `most`; [`Error::NewerFormat`] and
/// [`Error::OlderFormat`] when a sound file has another format.
pub fn read_sealed_json<T: Serialize + DeserializeOwned>(path: &Path, most: u64) -> Result<Option<T>> {
    #[derive(Deserialize)]
    struct Format {
        format: u32,
    }
    let Some(bytes) = read_at_most(path, most)? else {
        return Ok(None);
    };
    let damaged = |what: &str| Error::corrupt(path, what);
    let Some(text) = unsealed(&bytes) else {
        return match serde_json::from_slice(&bytes) {
            Ok(Format {
                format: UNSEALED_FORMAT,
            }) if bytes.starts_with(b"{") => Err(Error::other_format(path, UNSEALED_FORMAT)),
            _ => Err(damaged("its content does not match its checksum")),
        };
    };
    // The number is read first: another format may have other fields.
    let Format { format } = serde_json::from_slice(&text).map_err(|_| damaged("it is not JSON with a format"))?;
    if format != FORMAT {
        return Err(Error::other_format(path, format));
    }
    let value: T = serde_json::from_slice(&text).map_err(|error| damaged(&format!("invalid JSON: {error}")))?;
    if sealed_json(&value) != bytes {
        return Err(damaged("its JSON is not formatted as this program writes it"));
    }
    Ok(Some(value))
}

/// Returns what [`write_sealed_json`] writes.
pub fn sealed_json(value: &impl Serialize) -> Vec<u8> {
    let json = serde_json::to_string_pretty(value).expect("names, numbers and strings are JSON");
    let text = json.strip_suffix("\n}").expect("a struct with fields");
    let hash = hash_bytes(text.as_bytes());
    [text, BEFORE_HASH, &hash, AFTER_HASH].concat().into_bytes()
}

/// Returns the JSON without its checksum, if the checksum is right.
fn unsealed(bytes: &[u8]) -> Option<Vec<u8>> {
    let rest = bytes.strip_suffix(AFTER_HASH.as_bytes())?;
    let (rest, hash) = rest.split_at_checked(rest.len().checked_sub(HASH_DIGITS)?)?;
    let text = rest.strip_suffix(BEFORE_HASH.as_bytes())?;
    (hash == hash_bytes(text).as_bytes()).then(|| [text, b"}"].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Content {
        format: u32,
        name: String,
        sizes: Vec<u64>,
    }

    fn content(format: u32) -> Content {
        Content {
            format,
            name: "a \"name\"\n".into(),
            sizes: vec![1, u64::MAX],
        }
    }

    fn read(bytes: &[u8]) -> Result<Option<Content>> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.json");
        std::fs::write(&path, bytes).unwrap();
        read_sealed_json(&path, 1 << 10)
    }

    /// Adds the right checksum.
    fn seal(text: &str) -> Vec<u8> {
        [text, BEFORE_HASH, &hash_bytes(text.as_bytes()), AFTER_HASH]
            .concat()
            .into_bytes()
    }

    #[test]
    fn every_flipped_bit_and_every_cut_is_noticed() {
        let bytes = sealed_json(&content(FORMAT));
        assert_eq!(read(&bytes).unwrap(), Some(content(FORMAT)));
        assert!(serde_json::from_slice::<serde_json::Value>(&bytes).is_ok());
        for at in 0..bytes.len() {
            for bit in 0..8 {
                let mut damaged = bytes.clone();
                damaged[at] ^= 1 << bit;
                assert!(
                    matches!(read(&damaged), Err(Error::Corrupt { .. })),
                    "bit {bit} of byte {at}"
                );
            }
            assert!(matches!(read(&bytes[..at]), Err(Error::Corrupt { .. })), "{at} bytes");
        }
        for more in [" ", "\n", "}", "{}"] {
            assert!(matches!(
                read(&[&bytes, more.as_bytes()].concat()),
                Err(Error::Corrupt { .. })
            ));
        }
    }

    #[test]
    fn only_our_way_of_writing_is_accepted() {
        let text = String::from_utf8(sealed_json(&content(FORMAT))).unwrap();
        let text = text.split_once(BEFORE_HASH).unwrap().0;
        assert!(read(&seal(text)).is_ok());
        for other in [
            text.replace(": ", ":"),
            text.replace("\"name\"", "\"name\": \"\",\n  \"name\""),
            format!("{text},\n  \"more\": 1"),
            text.replace('1', "1.0"),
            text.replace("\n  \"sizes\"", "\n  \"Sizes\""),
        ] {
            assert!(matches!(read(&seal(&other)), Err(Error::Corrupt { .. })), "{other}");
        }
    }

    #[test]
    fn other_formats_are_reported_from_damage() {
        for found in [0, 1, FORMAT + 1, 99] {
            let bytes = seal(&format!("{{\n  \"format\": {found},\n  \"unheard\": []"));
            match read(&bytes) {
                Err(Error::NewerFormat { found: said, .. }) => assert!(said == found && found > FORMAT),
                Err(Error::OlderFormat { found: said, .. }) => assert!(said == found && found < FORMAT),
                other => panic!("{other:?}"),
            }
        }
        let unsealed = "{\n  \"format\": 1,\n  \"game\": \"toy\"\n}\n";
        assert!(matches!(
            read(unsealed.as_bytes()),
            Err(Error::OlderFormat { found: 1, .. })
        ));
        let newer = unsealed.replace('1', "3");
        assert!(matches!(read(newer.as_bytes()), Err(Error::Corrupt { .. })));
    }

    #[test]
    fn a_monstrous_file_is_not_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.json");
        assert!(read_sealed_json::<Content>(&path, 100).unwrap().is_none());
        // A terabyte that consists of one hole.
        let file = std::fs::File::create(&path).unwrap();
        file.set_len(1 << 40).unwrap();
        let error = read_sealed_json::<Content>(&path, 1 << 10).unwrap_err();
        assert!(error.to_string().contains("more than 1024 bytes"), "{error}");
    }
}
