//! Memory of this process as the system counts it.

use serde::{Deserialize, Serialize};

/// Resident set, mapped files included, where the system reports it as Linux does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Resident {
    /// Bytes now.
    pub resident_bytes: u64,
    /// The maximum so far, in bytes.
    pub peak_resident_bytes: u64,
}

impl Resident {
    /// Measures this process now.
    pub fn measured() -> Option<Self> {
        Self::parse(&std::fs::read_to_string("/proc/self/status").ok()?)
    }

    fn parse(status: &str) -> Option<Self> {
        let bytes = |name: &str| {
            let rest = status.lines().find_map(|line| line.strip_prefix(name))?;
            let kibibytes: u64 = rest.trim().strip_suffix("kB")?.trim().parse().ok()?;
            Some(kibibytes << 10)
        };
        Some(Self {
            resident_bytes: bytes("VmRSS:")?,
            peak_resident_bytes: bytes("VmHWM:")?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_as_linux_writes_them() {
        let status = "Name:\tretrograph\nVmPeak:\t  900000 kB\nVmHWM:\t   27648 kB\nVmRSS:\t   20480 kB\n";
        let expected = Resident {
            resident_bytes: 20 << 20,
            peak_resident_bytes: 27 << 20,
        };
        assert_eq!(Resident::parse(status), Some(expected));
        assert_eq!(Resident::parse("Name:\tretrograph\n"), None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn this_process_has_some_memory() {
        let held = vec![1u8; 64 << 20];
        let resident = Resident::measured().unwrap();
        assert!(resident.peak_resident_bytes >= resident.resident_bytes);
        assert!(
            resident.resident_bytes > 64 << 20,
            "{resident:?} {}",
            held[held.len() / 2]
        );
    }
}
