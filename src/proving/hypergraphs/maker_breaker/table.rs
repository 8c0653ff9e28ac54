//! What is known of positions: who wins, and with which free elements.

use std::collections::HashMap;
use std::io::{self, Read, Write};
use std::sync::Mutex;

use super::super::hash::ByMixing;
use super::super::set::{Set, all};

const SHARDS: usize = 64;
/// Bytes of an entry: key, carrier and flags, with what a map of them leaves free, and both maps while it grows.
const ENTRY_BYTES: u64 = 160;

/// Who wins, and the free elements that the winner needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    pub maker_wins: bool,
    pub carrier: Set,
    /// Whether it rests on the end of Maker's turns: then the winner needs all free elements.
    pub is_limited: bool,
}

type Shard = HashMap<u128, Value, ByMixing>;

/// Values by key, shared by threads.
pub struct Table {
    shards: Vec<Mutex<Shard>>,
    most: usize,
}

/// The table is full.
pub struct Full;

impl Table {
    pub fn new(memory: u64) -> Self {
        Self {
            shards: (0..SHARDS).map(|_| Mutex::default()).collect(),
            most: (memory / ENTRY_BYTES) as usize / SHARDS,
        }
    }

    fn shard(&self, key: u128) -> std::sync::MutexGuard<'_, Shard> {
        let shard = (key >> 122) as usize;
        self.shards[shard].lock().expect("no thread panics")
    }

    pub fn get(&self, key: u128) -> Option<Value> {
        self.shard(key).get(&key).copied()
    }

    /// Keeps a value.
    ///
    /// # Errors
    /// [`Full`].
    pub fn keep(&self, key: u128, value: Value) -> Result<(), Full> {
        let mut shard = self.shard(key);
        if shard.len() >= self.most && !shard.contains_key(&key) {
            return Err(Full);
        }
        shard.insert(key, value);
        Ok(())
    }

    /// Entries, and how many there can be.
    pub fn fill(&self) -> (u64, u64) {
        let entries = self
            .shards
            .iter()
            .map(|shard| shard.lock().expect("no thread panics").len());
        (entries.sum::<usize>() as u64, (self.most * SHARDS) as u64)
    }

    /// Bytes of so many entries.
    pub fn bytes(entries: u64) -> u64 {
        entries * ENTRY_BYTES
    }

    /// Writes all entries.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        for shard in &self.shards {
            let shard = shard.lock().expect("no thread panics");
            out.write_all(&(shard.len() as u64).to_le_bytes())?;
            for (key, value) in shard.iter() {
                out.write_all(&key.to_le_bytes())?;
                out.write_all(&value.carrier.to_le_bytes())?;
                out.write_all(&[u8::from(value.maker_wins) | u8::from(value.is_limited) << 1])?;
            }
        }
        Ok(())
    }

    /// Reads what [`Table::write`] wrote, for a board of `n` elements; `false` where it does not fit.
    pub fn read(&self, n: usize, from: &mut impl Read) -> io::Result<bool> {
        let wrong = || io::Error::from(io::ErrorKind::InvalidData);
        for _ in 0..SHARDS {
            for _ in 0..u64::from_le_bytes(bytes(from)?) {
                let (key, carrier) = (u128::from_le_bytes(bytes(from)?), Set::from_le_bytes(bytes(from)?));
                let [flags] = bytes(from)?;
                if carrier & !all(n) != 0 || flags > 3 {
                    return Err(wrong());
                }
                let (maker_wins, is_limited) = (flags & 1 == 1, flags & 2 == 2);
                let value = Value {
                    maker_wins,
                    carrier,
                    is_limited,
                };
                if self.keep(key, value).is_err() {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }
}

fn bytes<const N: usize>(from: &mut impl Read) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    from.read_exact(&mut bytes)?;
    Ok(bytes)
}
