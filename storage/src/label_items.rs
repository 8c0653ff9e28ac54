//! Items of a label function on their way to the solver: partitioned by groups of shards, in memory or on disk.
//!
//! An item is a mixed hash with the label in its low bit. Groups are equal ranges of mixed hashes. On disk all groups
//! share one nameless temporary file; a group is a list of extents of equal size, written when its buffer is full.

use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use crate::error::{At, Result};
use crate::ribbon::{SHARD_KEYS, shard_of};

const ITEM_BYTES: u64 = 8;
/// Bytes of a group's buffer and of an extent; fewer when the memory limit is small.
const EXTENT_BYTES_MAX: u64 = 256 << 10;
const EXTENT_BYTES_MIN: u64 = 4 << 10;

/// How many items, shards and groups there are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    pub shards: u64,
    pub groups: u64,
    extent_items: usize,
}

impl Plan {
    /// A third of the memory for the items of one group, at most a third for the buffers of all groups; the rest is
    /// the solvers'.
    pub fn new(count: u64, memory_bytes: u64) -> Plan {
        let shards = count.div_ceil(SHARD_KEYS).max(1);
        let third = memory_bytes / 3;
        let shard_bytes = SHARD_KEYS * ITEM_BYTES;
        let groups = if count <= Plan::items_in_memory(memory_bytes) {
            1
        } else {
            // Random fluctuation of a group is below a tenth.
            shards.div_ceil((third * 9 / 10 / shard_bytes).max(1))
        };
        let extent_bytes = (third / groups).clamp(EXTENT_BYTES_MIN, EXTENT_BYTES_MAX);
        Plan {
            shards,
            groups,
            extent_items: (extent_bytes / ITEM_BYTES) as usize,
        }
    }

    /// Items that are one group, which stays in memory.
    pub fn items_in_memory(memory_bytes: u64) -> u64 {
        memory_bytes / 3 / ITEM_BYTES
    }

    /// The first shard of a group; group `groups` starts after the last shard.
    pub fn first_shard(&self, group: u64) -> u64 {
        (u128::from(group) * u128::from(self.shards)).div_ceil(u128::from(self.groups)) as u64
    }

    fn group(&self, item: u64) -> usize {
        // A whole number of shards per group: by shard, not by hash.
        let shard = shard_of(item & !1, self.shards).0;
        (u128::from(shard) * u128::from(self.groups) / u128::from(self.shards)) as usize
    }
}

/// Items partitioned by group.
pub(crate) struct Items {
    pub plan: Plan,
    buffers: Vec<Vec<u64>>,
    spilled: Option<Spilled>,
}

struct Spilled {
    file: File,
    folder: PathBuf,
    extents: u64,
    /// Extents of every group.
    of_group: Vec<Vec<u64>>,
}

impl Items {
    pub fn new(folder: &Path, plan: Plan, count: u64) -> Result<Items> {
        let groups = plan.groups as usize;
        let (capacity, spilled) = if groups == 1 {
            (count as usize, None)
        } else {
            let file = tempfile::tempfile_in(folder).at(folder, "create a temporary file in")?;
            let of_group = vec![vec![]; groups];
            (
                plan.extent_items,
                Some(Spilled {
                    file,
                    folder: folder.to_path_buf(),
                    extents: 0,
                    of_group,
                }),
            )
        };
        let buffers = (0..groups).map(|_| Vec::with_capacity(capacity)).collect();
        Ok(Items { plan, buffers, spilled })
    }

    pub fn push(&mut self, items: impl Iterator<Item = u64>) -> Result<()> {
        let Some(spilled) = &mut self.spilled else {
            self.buffers[0].extend(items);
            return Ok(());
        };
        for item in items {
            let group = self.plan.group(item);
            let buffer = &mut self.buffers[group];
            buffer.push(item);
            if buffer.len() == self.plan.extent_items {
                spilled.write(group, buffer)?;
                buffer.clear();
            }
        }
        Ok(())
    }

    /// Gives up the items of a group, in no particular order.
    pub fn take(&mut self, group: u64) -> Result<Vec<u64>> {
        let group = group as usize;
        let buffered = std::mem::take(&mut self.buffers[group]);
        match &mut self.spilled {
            None => Ok(buffered),
            Some(spilled) => spilled.read(group, &buffered, self.plan.extent_items),
        }
    }
}

impl Spilled {
    fn write(&mut self, group: usize, items: &[u64]) -> Result<()> {
        let bytes: Vec<u8> = items.iter().flat_map(|item| item.to_le_bytes()).collect();
        let at = self.extents * bytes.len() as u64;
        self.file
            .write_all_at(&bytes, at)
            .at(&self.folder, "write a temporary file in")?;
        self.of_group[group].push(self.extents);
        self.extents += 1;
        Ok(())
    }

    fn read(&mut self, group: usize, buffered: &[u64], extent_items: usize) -> Result<Vec<u64>> {
        let extents = std::mem::take(&mut self.of_group[group]);
        let mut items = Vec::with_capacity(extents.len() * extent_items + buffered.len());
        let mut bytes = vec![0; extent_items * ITEM_BYTES as usize];
        for extent in extents {
            let at = extent * bytes.len() as u64;
            self.file
                .read_exact_at(&mut bytes, at)
                .at(&self.folder, "read a temporary file in")?;
            items.extend(
                bytes
                    .chunks_exact(8)
                    .map(|item| u64::from_le_bytes(item.try_into().expect("eight bytes"))),
            );
        }
        items.extend_from_slice(buffered);
        Ok(items)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ribbon::scale;

    #[test]
    fn groups_are_ranges_of_whole_shards() {
        for (count, memory) in [(1 << 20, 1 << 20), (10_000_000, 3 << 20), (10_000_000, 1 << 30), (0, 0)] {
            let plan = Plan::new(count, memory);
            assert_eq!(plan.first_shard(0), 0);
            assert_eq!(plan.first_shard(plan.groups), plan.shards);
            for i in 0..1000u64 {
                let item = i.wrapping_mul(0x9e37_79b9_7f4a_7c15);
                let shard = scale(item & !1, plan.shards);
                let group = plan.group(item) as u64;
                assert!((plan.first_shard(group)..plan.first_shard(group + 1)).contains(&shard));
            }
        }
    }
}
