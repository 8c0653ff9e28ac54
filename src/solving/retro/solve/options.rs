//! How a game is to be solved.

use base::main_memory::{Limit, MainMemory, SOLVING};
use base::units::processors;
use retrograph_storage::FILE_CHUNKS;

use super::parts::PART_POSITIONS;
use crate::keep::Keep;

/// How to solve.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    /// Lowest level to solve, 0 for the whole game.
    pub down_to: u32,
    /// Limit of the resident set, in bytes.
    pub memory: u64,
    /// Threads that work.
    pub threads: usize,
    /// What to keep of each level.
    pub keep: Keep,
    /// Sizes of pieces.
    pub grain: Grain,
    /// Number of positions known to be in a level, if it is known; a level that differs is not sealed.
    pub known_positions: &'a (dyn Fn(u32) -> Option<u64> + Sync),
}

impl Default for Options<'static> {
    /// The whole game and its positions, on all processors. The memory is 4 GiB, less where
    /// machine or container have less.
    fn default() -> Self {
        Self {
            down_to: 0,
            memory: Limit::of(None, SOLVING, MainMemory::here()).bytes,
            threads: processors(),
            keep: Keep::Positions,
            grain: Grain::default(),
            known_positions: &|_| None,
        }
    }
}

/// How finely the work is cut. Tests cut finer, to have many pieces in small levels; only `file_chunks` is seen in the
/// bytes of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grain {
    /// Chunks of the level above expanded at a time.
    pub expand_chunks: usize,
    /// Chunks merged and written at a time.
    pub seal_chunks: usize,
    /// Chunks of an SST file, a multiple of `seal_chunks`.
    pub file_chunks: u64,
    /// Most positions of the level above in a part of an expansion.
    pub part_positions: u64,
    /// Most shards, of about 65,536 positions each, in a part of a label function.
    pub part_shards: u64,
    /// Most memory of the label functions' builder, in bytes.
    pub builder_memory: u64,
    /// Positions of a level from which on those that lead to its P positions are marked, where these are few.
    pub marks_from: u64,
    /// Most positions of a level below which the next one shares its syncs with others, see `solve::group`; 0: none
    /// does.
    pub group_positions: u64,
}

impl Default for Grain {
    /// A quarter of a million positions expanded at a time, enough for threads to share without waiting, 4 MiB of
    /// records.
    fn default() -> Self {
        Self {
            expand_chunks: 1024,
            seal_chunks: 512,
            file_chunks: FILE_CHUNKS,
            part_positions: PART_POSITIONS,
            part_shards: 1 << 10,
            builder_memory: u64::MAX,
            marks_from: 1 << 12,
            group_positions: 1 << 18,
        }
    }
}
