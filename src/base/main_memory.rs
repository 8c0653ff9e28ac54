//! The main memory that this process may take, as Linux reports it.

use std::fs;
use std::path::{Path, PathBuf};

use super::units::bytes;

/// The memory of the machine, and what the control groups of this process (a container, a job of a cluster) grant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MainMemory {
    /// All of the machine, in bytes.
    pub machine: u64,
    /// The least limit of a control group, in bytes.
    pub granted: Option<u64>,
    /// What programs can take now without others being swapped out or killed, in bytes: what is free, or what the
    /// control groups leave if that is less.
    pub free: u64,
}

impl MainMemory {
    /// That of this process; `None` where the system does not report it as Linux does. Cost: a few small files.
    pub fn here() -> Option<Self> {
        Self::under(Path::new("/"))
    }

    /// The same where `/proc` and `/sys` are below `root`.
    pub fn under(root: &Path) -> Option<Self> {
        let about = fs::read_to_string(root.join("proc/meminfo")).ok()?;
        let groups = groups(root);
        let granted = groups.iter().filter_map(Group::limit).min();
        let left = groups.iter().filter_map(Group::left).min().unwrap_or(u64::MAX);
        Some(Self {
            machine: kibibytes(&about, "MemTotal:")?,
            granted,
            free: kibibytes(&about, "MemAvailable:")?.min(left),
        })
    }

    /// The most that this process can have, in bytes.
    pub fn most(&self) -> u64 {
        self.granted.map_or(self.machine, |granted| granted.min(self.machine))
    }

    /// What has [`MainMemory::most`], as in `the 2.00 GiB of this machine`.
    fn in_words(&self) -> String {
        let whose = match self.most() < self.machine {
            true => "that this process is granted",
            false => "of this machine",
        };
        format!("the {} {whose}", bytes(self.most() as f64))
    }
}

/// The limit of a run that solves, unless it is given, in bytes.
pub const SOLVING: u64 = 4 << 30;
/// That of a search.
pub const SEARCHING: u64 = 1 << 30;

/// The memory limit of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limit {
    /// In bytes.
    pub bytes: u64,
    /// What is unusual about it, as a sentence without a full stop.
    pub remark: Option<String>,
}

impl Limit {
    /// The limit that was `given`; without one, the `usual` one, or three quarters of what this process can have if
    /// that is less.
    pub fn of(given: Option<u64>, usual: u64, here: Option<MainMemory>) -> Self {
        let bytes = given.unwrap_or(usual);
        let limit = |bytes, remark| Self { bytes, remark };
        let Some(here) = here else { return limit(bytes, None) };
        let share = here.most() / 4 * 3;
        match given {
            Some(given) if given > here.most() => {
                let remark = format!(
                    "a memory limit of {} is more than {}: what needs it all may be ended by the system",
                    units_of(given),
                    here.in_words()
                );
                limit(given, Some(remark))
            }
            None if usual > share => {
                let (share_in_words, most) = (units_of(share), here.in_words());
                limit(
                    share,
                    Some(format!(
                        "the memory limit is {share_in_words}, three quarters of {most}"
                    )),
                )
            }
            _ => limit(bytes, None),
        }
    }
}

fn units_of(size: u64) -> String {
    bytes(size as f64)
}

/// The number of a line such as `MemTotal:  16384 kB`, in bytes.
fn kibibytes(text: &str, name: &str) -> Option<u64> {
    let kibibytes = text.lines().find_map(|line| line.strip_prefix(name))?;
    let kibibytes: u64 = kibibytes.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1 << 10)
}

/// A control group.
struct Group {
    folder: PathBuf,
    /// The names of the files with its limit and with what it takes.
    files: [&'static str; 2],
}

impl Group {
    /// `None` where there is none.
    fn limit(&self) -> Option<u64> {
        self.number(self.files[0])
    }

    fn left(&self) -> Option<u64> {
        Some(self.limit()?.saturating_sub(self.number(self.files[1]).unwrap_or(0)))
    }

    /// `max` and names of files that are not there are no numbers.
    fn number(&self, name: &str) -> Option<u64> {
        fs::read_to_string(self.folder.join(name)).ok()?.trim().parse().ok()
    }
}

/// The control groups of this process and those they are in, of both versions. A container may see its own groups at
/// the top, under another name than `/proc` says: what is not there has no limit.
fn groups(root: &Path) -> Vec<Group> {
    let text = fs::read_to_string(root.join("proc/self/cgroup")).unwrap_or_default();
    let mut groups = Vec::new();
    for line in text.lines() {
        let mut parts = line.splitn(3, ':').skip(1);
        let (Some(controllers), Some(path)) = (parts.next(), parts.next()) else {
            continue;
        };
        let (tops, files) = match controllers {
            "" => (
                ["sys/fs/cgroup", "sys/fs/cgroup/unified"],
                ["memory.max", "memory.current"],
            ),
            _ if controllers.split(',').any(|name| name == "memory") => (
                ["sys/fs/cgroup/memory", "sys/fs/cgroup"],
                ["memory.limit_in_bytes", "memory.usage_in_bytes"],
            ),
            _ => continue,
        };
        for top in tops.map(|top| root.join(top)) {
            let own = top.join(path.trim_start_matches('/'));
            let above = own.ancestors().take_while(|folder| folder.starts_with(&top));
            groups.extend(above.map(|folder| Group {
                folder: folder.to_path_buf(),
                files,
            }));
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    const GIB: u64 = 1 << 30;

    /// A tree of `/proc` and `/sys` of a machine with 16 GiB, 8 GiB of them free.
    struct Machine(tempfile::TempDir);

    impl Machine {
        fn new(groups: &str) -> Self {
            let machine = Self(tempfile::tempdir().unwrap());
            machine.write(
                "proc/meminfo",
                "MemTotal: 16777216 kB\nMemFree: 1 kB\nMemAvailable: 8388608 kB\n",
            );
            machine.write("proc/self/cgroup", groups);
            machine
        }

        fn write(&self, name: &str, text: impl ToString) {
            let path = self.0.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text.to_string()).unwrap();
        }

        fn memory(&self) -> MainMemory {
            MainMemory::under(self.0.path()).unwrap()
        }

        fn most_and_free(&self) -> (u64, u64) {
            (self.memory().most(), self.memory().free)
        }
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn free_memory_is_part_of_all() {
        let here = MainMemory::here().unwrap();
        assert!(here.most() > 1 << 28 && here.free <= here.most(), "{here:?}");
    }

    #[test]
    fn the_least_limit_along_the_path_counts() {
        let machine = Machine::new("0::/job/step\n");
        assert_eq!(machine.most_and_free(), (16 * GIB, 8 * GIB));
        machine.write("sys/fs/cgroup/job/step/memory.max", "max\n");
        machine.write("sys/fs/cgroup/job/memory.max", 6 * GIB);
        machine.write("sys/fs/cgroup/job/memory.current", GIB);
        assert_eq!(machine.most_and_free(), (6 * GIB, 5 * GIB));
        machine.write("sys/fs/cgroup/job/step/memory.max", 2 * GIB);
        machine.write("sys/fs/cgroup/job/step/memory.current", 3 * GIB);
        assert_eq!(machine.most_and_free(), (2 * GIB, 0));
        // Beside the path.
        machine.write("sys/fs/cgroup/other/memory.max", 1);
        assert_eq!(machine.most_and_free(), (2 * GIB, 0));
        // More than there is.
        let machine = Machine::new("0::/\n");
        machine.write("sys/fs/cgroup/memory.max", 64 * GIB);
        assert_eq!(machine.most_and_free(), (16 * GIB, 8 * GIB));
    }

    #[test]
    fn groups_of_the_first_version_count() {
        let machine = Machine::new("9:name=systemd:/\n4:cpu,memory:/docker/abc\n1:cpuset:/small\n");
        machine.write("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
        machine.write("sys/fs/cgroup/cpuset/small/memory.limit_in_bytes", 1);
        assert_eq!(machine.most_and_free(), (16 * GIB, 8 * GIB));
        machine.write("sys/fs/cgroup/memory/docker/abc/memory.limit_in_bytes", 3 * GIB);
        machine.write("sys/fs/cgroup/memory/docker/abc/memory.usage_in_bytes", GIB);
        assert_eq!(machine.most_and_free(), (3 * GIB, 2 * GIB));
        // In a container the own group is the top.
        let machine = Machine::new("4:memory:/docker/abc\n0::/\n");
        machine.write("sys/fs/cgroup/memory/memory.limit_in_bytes", GIB);
        assert_eq!(machine.most_and_free(), (GIB, GIB));
        // Both versions at once.
        machine.write("sys/fs/cgroup/unified/memory.max", GIB / 2);
        assert_eq!(machine.memory().granted, Some(GIB / 2));
    }

    #[test]
    fn what_is_strange_has_no_limit() {
        for groups in ["", "0\n", "0::\n", "::::\n", "0::/../..\n", "4:memory\n", "\u{fffd}"] {
            assert_eq!(Machine::new(groups).memory().granted, None, "{groups}");
        }
        let machine = Machine::new("0::/\n");
        for meminfo in [
            "",
            "MemTotal: 1 kB\n",
            "MemTotal: 99999999999999999999 kB\nMemAvailable: 1 kB\n",
        ] {
            machine.write("proc/meminfo", meminfo);
            assert_eq!(MainMemory::under(machine.0.path()), None);
        }
    }

    #[test]
    fn a_limit_that_was_not_given_follows_from_what_there_is() {
        let machine = |granted| {
            Some(MainMemory {
                machine: 16 * GIB,
                granted,
                free: 0,
            })
        };
        let plain = |bytes| Limit { bytes, remark: None };
        assert_eq!(Limit::of(None, 4 * GIB, None), plain(4 * GIB));
        assert_eq!(Limit::of(None, 4 * GIB, machine(None)), plain(4 * GIB));
        assert_eq!(Limit::of(Some(16 * GIB), 4 * GIB, machine(None)), plain(16 * GIB));
        let little = Limit::of(None, 4 * GIB, machine(Some(2 * GIB)));
        assert_eq!(little.bytes, 3 * GIB / 2);
        let remark = "the memory limit is 1.50 GiB, three quarters of the 2.00 GiB that this process is granted";
        assert_eq!(little.remark.unwrap(), remark);
        let much = Limit::of(Some(32 * GIB), 4 * GIB, machine(None));
        assert_eq!(much.bytes, 32 * GIB);
        assert!(
            much.remark
                .unwrap()
                .contains("32.0 GiB is more than the 16.0 GiB of this machine")
        );
    }
}
