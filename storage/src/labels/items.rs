//! Items of a label function before they are solved: partitioned by groups of shards, in memory or on disk.
//!
//! An item is a mixed hash with the label in its lowest bit. Groups are equal ranges of mixed hashes. On disk each
//! group is a file, `items-00000` and so on, which grows when the group's buffer is full. Files are open only while
//! they are written: there may be thousands. Or else they are in the files of a level, see [`SignedFile`].

use std::fs::{File, OpenOptions};
use std::ops::Range;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::files::append::{bytes_to_words, words_to_bytes};
use crate::files::atomic::remove_file;
use crate::files::error::{At, Error, Result};
use crate::files::lock::check_above;
use crate::files::open::{open_plain, open_with};
use crate::files::signed_file::SignedFile;
use crate::labels::ribbon::{SHARD_KEYS, shard_of, shard_start};

const ITEM_BYTES: u64 = 8;
/// Bytes of a group's buffer and of an extent; fewer when the memory limit is small.
const EXTENT_BYTES_MAX: u64 = 256 << 10;
const EXTENT_BYTES_MIN: u64 = 4 << 10;

/// Returns the number of shards for so many items.
pub(crate) fn shards_of(items: u64) -> u64 {
    items.div_ceil(SHARD_KEYS).max(1)
}

/// Returns the first of `shards` that is in range number `index` when they are cut into so many ranges, as equal as
/// possible.
pub(crate) fn first_of(shards: u64, ranges: u64, index: u64) -> u64 {
    (u128::from(index) * u128::from(shards)).div_ceil(u128::from(ranges)) as u64
}

/// Returns the items of a range of shards, of `total`, in the files of a level, in no particular order.
///
/// # Errors
/// Fails when they are damaged or cannot be read.
pub(crate) fn items_of_files(files: &[SignedFile], shards: Range<u64>, total: u64) -> Result<Vec<u64>> {
    // Shards beyond the last one would begin at 2^64.
    let Ok(from) = u64::try_from(shard_start(shards.start, total)) else {
        return Ok(vec![]);
    };
    let until = shard_start(shards.end, total);
    let items: Vec<Vec<u64>> = (files.par_iter().map(|file| file.items(from, until))).collect::<Result<_>>()?;
    Ok(items.concat())
}

/// How many items, shards and groups there are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    pub shards: u64,
    pub groups: u64,
    extent_items: usize,
}

impl Plan {
    /// Uses a third of the memory for the items of one group and at most a third for the buffers of all groups; the
    /// solvers use the rest.
    pub fn new(count: u64, memory_bytes: u64) -> Plan {
        let shards = shards_of(count);
        let groups = if count <= Plan::items_in_memory(memory_bytes) {
            1
        } else {
            shards.div_ceil(Plan::shards_in(memory_bytes))
        };
        let extent_bytes = (memory_bytes / 3 / groups).clamp(EXTENT_BYTES_MIN, EXTENT_BYTES_MAX);
        Plan {
            shards,
            groups,
            extent_items: (extent_bytes / ITEM_BYTES) as usize,
        }
    }

    /// Returns the plan of a checkpoint, unless it takes more memory than is available now.
    fn of_state(count: u64, memory_bytes: u64, groups: u64) -> Option<Plan> {
        let now = Plan::new(count, memory_bytes);
        let extent_bytes = (memory_bytes / 3 / groups.max(1)).clamp(EXTENT_BYTES_MIN, EXTENT_BYTES_MAX);
        // A group has at least one shard.
        (groups > 1 && groups >= now.groups && groups <= now.shards).then_some(Plan {
            groups,
            extent_items: (extent_bytes / ITEM_BYTES) as usize,
            ..now
        })
    }

    /// Returns the number of items that form one group, which stays in memory.
    pub fn items_in_memory(memory_bytes: u64) -> u64 {
        memory_bytes / 3 / ITEM_BYTES
    }

    /// Returns the number of shards whose items fill a third of the memory, at least 1.
    pub fn shards_in(memory_bytes: u64) -> u64 {
        // They vary at random by less than a tenth.
        (memory_bytes / 3 * 9 / 10 / (SHARD_KEYS * ITEM_BYTES)).max(1)
    }

    /// Returns the first shard of a group; group `groups` starts after the last shard.
    pub fn first_shard(&self, group: u64) -> u64 {
        first_of(self.shards, self.groups, group)
    }

    fn group(&self, item: u64) -> usize {
        // Groups contain whole shards: by shard, not by hash.
        let shard = shard_of(item & !1, self.shards).0;
        (u128::from(shard) * u128::from(self.groups) / u128::from(self.shards)) as usize
    }
}

/// Items partitioned by group.
pub(crate) struct Items {
    pub plan: Plan,
    buffers: Vec<Vec<u64>>,
    spilled: Option<Spilled>,
    /// The files of a level that have all items instead.
    files: Option<Arc<Vec<SignedFile>>>,
}

/// The state of item files at a checkpoint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ItemsState {
    /// Bytes in the file of each group.
    groups: Vec<u64>,
    /// Number of files of the level that have the items instead.
    #[serde(default)]
    files: u64,
}

struct Spilled {
    folder: PathBuf,
    /// Bytes in the file of each group.
    bytes: Vec<u64>,
    /// Whether a checkpoint relies on the files.
    kept: bool,
}

impl Items {
    pub fn new(folder: &Path, plan: Plan, count: u64) -> Items {
        let groups = plan.groups as usize;
        let spilled = (groups > 1).then(|| Spilled {
            folder: folder.to_path_buf(),
            bytes: vec![0; groups],
            kept: false,
        });
        let capacity = if groups == 1 { count as usize } else { plan.extent_items };
        let buffers = (0..groups).map(|_| Vec::with_capacity(capacity)).collect();
        Items {
            plan,
            buffers,
            spilled,
            files: None,
        }
    }

    /// The items in the files of a level. Where its shards are cut into parts, each part is a number of whole groups;
    /// some groups may be empty.
    pub fn of_files(files: Arc<Vec<SignedFile>>, memory_bytes: u64, parts: u64) -> Items {
        let count = files.iter().map(SignedFile::records).sum();
        let plan = Plan::new(count, memory_bytes);
        Items {
            plan: Plan {
                groups: plan.groups.next_multiple_of(parts.max(1)),
                ..plan
            },
            buffers: vec![],
            spilled: None,
            files: Some(files),
        }
    }

    /// Resumes the items of a checkpoint; returns `None` when their groups are too large for this memory.
    ///
    /// # Errors
    /// Fails when a file is missing or too short. Groups before `first` are no longer needed.
    pub fn resume(
        folder: &Path,
        state: &ItemsState,
        count: u64,
        memory_bytes: u64,
        first: u64,
    ) -> Result<Option<Items>> {
        if state.files > 0 {
            return Items::reopen_files(folder, state, count, memory_bytes);
        }
        let Some(plan) = Plan::of_state(count, memory_bytes, state.groups.len() as u64) else {
            return Ok(None);
        };
        let mut items = Items::new(folder, plan, count);
        let mut groups = state.groups.clone();
        for (group, bytes) in groups.iter_mut().enumerate() {
            let path = group_path(folder, group);
            if (group as u64) < first {
                *bytes = 0;
            }
            if *bytes == 0 {
                let _ = remove_file(&path);
                continue;
            }
            let bytes = *bytes;
            check_above(&path)?;
            let file = open_with(&path, OpenOptions::new().write(true))?;
            let found = file.metadata().at(&path, "read")?.len();
            if found < bytes {
                let what = format!("it has {found} bytes, but {bytes} were written");
                return Err(Error::corrupt(&path, what));
            }
            file.set_len(bytes).at(&path, "cut")?;
        }
        let spilled = items.spilled.as_mut().expect("more than one group");
        (spilled.bytes, spilled.kept) = (groups, true);
        Ok(Some(items))
    }

    fn reopen_files(folder: &Path, state: &ItemsState, count: u64, memory_bytes: u64) -> Result<Option<Items>> {
        let files = SignedFile::open_all(folder, state.files as usize)?;
        let items = Items::of_files(Arc::new(files), memory_bytes, 1);
        if items
            .files
            .iter()
            .flat_map(|files| files.iter())
            .map(SignedFile::records)
            .sum::<u64>()
            != count
        {
            return Err(Error::corrupt(folder, "its journal and its files differ"));
        }
        Ok(items.with_groups(state.groups.len() as u64))
    }

    /// The same items in so many groups; `None` if these are too large for this memory.
    fn with_groups(mut self, groups: u64) -> Option<Items> {
        // Groups of parts may be more than shards, but less than twice as many.
        let fits = (self.plan.groups..2 * self.plan.shards).contains(&groups);
        self.plan.groups = groups;
        fits.then_some(self)
    }

    /// The files of a level that have the items, if they are there.
    pub fn files(&self) -> Option<&Arc<Vec<SignedFile>>> {
        self.files.as_ref()
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

    /// Makes everything pushed so far durable; returns `None` when the items are in memory.
    pub fn checkpoint(&mut self) -> Result<Option<ItemsState>> {
        if let Some(files) = &self.files {
            return Ok(Some(ItemsState {
                groups: vec![0; self.plan.groups as usize],
                files: files.len() as u64,
            }));
        }
        let Some(spilled) = &mut self.spilled else {
            return Ok(None);
        };
        spilled.kept = true;
        for (group, buffer) in self.buffers.iter_mut().enumerate() {
            if !buffer.is_empty() {
                spilled.write(group, buffer)?;
                buffer.clear();
            }
            if spilled.bytes[group] > 0 {
                let path = group_path(&spilled.folder, group);
                File::open(&path).and_then(|file| file.sync_all()).at(&path, "sync")?;
            }
        }
        Ok(Some(ItemsState {
            groups: spilled.bytes.clone(),
            files: 0,
        }))
    }

    /// Returns the items of a group, in no particular order.
    pub fn take(&mut self, group: u64) -> Result<Vec<u64>> {
        if let Some(files) = &self.files {
            let shards = self.plan.first_shard(group)..self.plan.first_shard(group + 1);
            return items_of_files(files, shards, self.plan.shards);
        }
        let group = group as usize;
        let buffered = std::mem::take(&mut self.buffers[group]);
        match &self.spilled {
            None => Ok(buffered),
            Some(spilled) => spilled.read(group, &buffered),
        }
    }

    /// Removes the file of a group that was taken.
    pub fn remove(&mut self, group: u64) {
        if let Some(spilled) = &mut self.spilled {
            spilled.bytes[group as usize] = 0;
            // A remaining file only takes space until the level is sealed.
            let _ = remove_file(&group_path(&spilled.folder, group as usize));
        }
    }
}

fn group_path(folder: &Path, group: usize) -> PathBuf {
    folder.join(format!("items-{group:05}"))
}

impl Spilled {
    fn write(&mut self, group: usize, items: &[u64]) -> Result<()> {
        let path = group_path(&self.folder, group);
        check_above(&path)?;
        let at = self.bytes[group];
        let mut options = OpenOptions::new();
        let file = options.write(true).create(true).truncate(at == 0).open(&path);
        let bytes = words_to_bytes(items);
        file.and_then(|file| file.write_all_at(&bytes, at)).at(&path, "write")?;
        self.bytes[group] += bytes.len() as u64;
        Ok(())
    }

    fn read(&self, group: usize, buffered: &[u64]) -> Result<Vec<u64>> {
        let bytes = self.bytes[group];
        let mut items = Vec::with_capacity((bytes / ITEM_BYTES) as usize + buffered.len());
        let mut piece = vec![0; EXTENT_BYTES_MAX.min(bytes) as usize];
        let path = group_path(&self.folder, group);
        if bytes > 0 {
            let file = open_plain(&path)?;
            let mut at = 0;
            while at < bytes {
                let piece = &mut piece[..(bytes - at).min(EXTENT_BYTES_MAX) as usize];
                file.read_exact_at(piece, at).at(&path, "read")?;
                items.extend(bytes_to_words(piece));
                at += piece.len() as u64;
            }
        }
        items.extend_from_slice(buffered);
        Ok(items)
    }
}

impl Drop for Spilled {
    fn drop(&mut self) {
        if !self.kept {
            for group in (0..self.bytes.len()).filter(|&group| self.bytes[group] > 0) {
                let _ = remove_file(&group_path(&self.folder, group));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use label_functions::ribbon::scale;

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
