//! Files of learners, read by docs/format.md alone.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use sha2::{Digest, Sha256};

/// The content of a file.
#[derive(Debug, PartialEq, Eq)]
pub struct Learned {
    pub words: String,
    pub seed: u64,
    pub games: u64,
    /// Games, then played, won, asked and right.
    pub history: Vec<(u64, [u32; 4])>,
    /// Positions with value and visits.
    pub table: BTreeMap<String, (i32, u32)>,
}

struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> &'a [u8] {
        let (taken, rest) = self.0.split_at(count);
        self.0 = rest;
        taken
    }

    fn four(&mut self) -> u32 {
        u32::from_le_bytes(self.take(4).try_into().unwrap())
    }

    fn eight(&mut self) -> u64 {
        u64::from_le_bytes(self.take(8).try_into().unwrap())
    }
}

impl Learned {
    #[track_caller]
    pub fn read(path: &Path) -> Learned {
        let bytes = fs::read(path).unwrap();
        let (content, sum) = bytes.split_at(bytes.len() - 32);
        assert_eq!(Sha256::digest(content)[..], *sum);
        let mut reader = Reader(content);
        assert_eq!(reader.take(8), b"rglearn\n");
        assert_eq!(reader.four(), 1);
        let length = reader.four() as usize;
        let words = String::from_utf8(reader.take(length).to_vec()).unwrap();
        let (seed, games) = (reader.eight(), reader.eight());
        let mut history = Vec::new();
        for _ in 0..reader.four() {
            history.push((reader.eight(), [(); 4].map(|()| reader.four())));
        }
        let mut table = BTreeMap::new();
        for _ in 0..reader.four() {
            let length = usize::from(reader.take(1)[0]);
            let key = String::from_utf8(reader.take(length).to_vec()).unwrap();
            let entry = (reader.four() as i32, reader.four());
            assert!(table.insert(key, entry).is_none());
        }
        assert!(reader.0.is_empty());
        Learned {
            words,
            seed,
            games,
            history,
            table,
        }
    }
}
