//! The main memory of this machine, where the system reports it as Linux does.

use std::fs;
use std::path::{Path, PathBuf};

/// Returns the main memory in bytes.
pub fn machine_memory() -> Option<u64> {
    meminfo("MemTotal:")
}

/// Returns the bytes that programs can take without others being swapped out or killed: what is free, or what the
/// control groups of this process leave if that is less.
pub fn free_memory() -> Option<u64> {
    let free = meminfo("MemAvailable:")?;
    let left = groups().iter().filter_map(|folder| left(folder)).min();
    Some(free.min(left.unwrap_or(free)))
}

fn meminfo(name: &str) -> Option<u64> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let kibibytes = text.lines().find_map(|line| line.strip_prefix(name))?;
    let kibibytes: u64 = kibibytes.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes << 10)
}

/// The folders of this process's control group (version 2) and of those it is in.
fn groups() -> Vec<PathBuf> {
    let text = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let own = text.lines().find_map(|line| line.strip_prefix("0::/")).unwrap_or("");
    let top = Path::new("/sys/fs/cgroup");
    let folder = top.join(own);
    folder
        .ancestors()
        .take_while(|folder| folder.starts_with(top))
        .map(Path::to_path_buf)
        .collect()
}

/// What the limit of a control group leaves; `None` when it has none.
fn left(folder: &Path) -> Option<u64> {
    let number = |name: &str| -> Option<u64> { fs::read_to_string(folder.join(name)).ok()?.trim().parse().ok() };
    Some(number("memory.max")?.saturating_sub(number("memory.current").unwrap_or(0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_os = "linux")]
    fn free_memory_is_part_of_all() {
        let (all, free) = (machine_memory().unwrap(), free_memory().unwrap());
        assert!(all > 1 << 28 && free <= all, "{free} of {all}");
    }

    #[test]
    fn limits_of_control_groups_count() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
        assert_eq!(left(folder.path()), None);
        write("memory.max", "max\n");
        assert_eq!(left(folder.path()), None);
        write("memory.max", "1000000\n");
        write("memory.current", "400000\n");
        assert_eq!(left(folder.path()), Some(600_000));
        write("memory.current", "1400000\n");
        assert_eq!(left(folder.path()), Some(0));
    }
}
