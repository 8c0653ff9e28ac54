//! Who makes a part of an unfinished level: the name of the folder in which its files are written says so.

use std::fmt;
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::files::atomic::remove_tree;
use crate::files::error::{At, Result};
use crate::files::holder::host_name;
use crate::files::lock::own_path;

/// Folders of parts under way are named so, then part, process, host and six random characters, between dots:
/// `making-part-000003.4711.node7.Xy12zZ`.
const PREFIX: &str = "making-";

/// A part under way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Maker {
    /// The part, such as `part-000003`.
    pub part: String,
    /// Process id.
    pub process: u32,
    /// Name of the computer; empty where it is not known.
    pub host: String,
    /// Whether the process has ended, where this computer can see it: it left the folder when it was killed.
    pub is_gone: bool,
}

impl Maker {
    fn of(name: &str) -> Option<Self> {
        let (part, rest) = name.strip_prefix(PREFIX)?.split_once('.')?;
        let (process, rest) = rest.split_once('.')?;
        let (host, _) = rest.rsplit_once('.')?;
        let process = process.parse().ok()?;
        Some(Self {
            part: part.into(),
            process,
            host: host.into(),
            is_gone: host == host_name().unwrap_or_default() && !Path::new(&format!("/proc/{process}")).exists(),
        })
    }
}

impl fmt::Display for Maker {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        let Self {
            part, process, host, ..
        } = self;
        write!(out, "{part} by process {process}")?;
        if !host.is_empty() {
            write!(out, " on {host}")?;
        }
        if self.is_gone {
            write!(out, ", which was killed")?;
        }
        Ok(())
    }
}

/// A folder for the files of a part under way. It is removed when it is dropped.
#[derive(Debug)]
pub struct MakingFolder(PathBuf);

impl MakingFolder {
    /// The folder.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for MakingFolder {
    fn drop(&mut self) {
        // What remains is removed with the work on the level.
        let _ = remove_tree(&self.0);
    }
}

/// Creates a folder in `work` for the files of `part`.
///
/// # Errors
/// When the system refuses.
pub(crate) fn making_folder(work: &Path, part: &str) -> Result<MakingFolder> {
    let host = host_name().unwrap_or_default();
    let prefix = format!("{PREFIX}{part}.{}.{host}.", std::process::id());
    let made = tempfile::Builder::new().prefix(&prefix).tempdir_in(own_path(work)?);
    let made = made.at(work, "make a folder in")?.keep();
    Ok(MakingFolder(work.join(made.file_name().expect("it has a name"))))
}

/// The parts under way in `work`, in the order of their names; none where there is no such folder.
///
/// # Errors
/// When the system does not let the folder be read.
pub(crate) fn makers(work: &Path) -> Result<Vec<Maker>> {
    let entries = match std::fs::read_dir(work) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.at(work, "list")?,
    };
    let mut found = Vec::new();
    for entry in entries {
        let name = entry.at(work, "list")?.file_name();
        found.extend(name.to_str().and_then(Maker::of));
    }
    found.sort_by(|a: &Maker, b| (&a.part, a.process).cmp(&(&b.part, b.process)));
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn makers_are_read_from_names() {
        let work = tempfile::tempdir().unwrap();
        let own = making_folder(work.path(), "part-000003").unwrap();
        for other in [
            "making-seal-000001.12.node7.example.org.Xy12zZ",
            "making-Xy12zZ",
            "making-part-000001.x.node7.Xy12zZ",
            "part-000001.12.node7.Xy12zZ",
        ] {
            std::fs::create_dir(work.path().join(other)).unwrap();
        }
        let found = makers(work.path()).unwrap();
        let [this, other] = &found[..] else { panic!("{found:?}") };
        assert_eq!(
            (&other.part[..], other.process, &other.host[..], other.is_gone),
            ("seal-000001", 12, "node7.example.org", false)
        );
        assert_eq!((&this.part[..], this.process), ("part-000003", std::process::id()));
        assert!(!this.is_gone);
        assert_eq!(other.to_string(), "seal-000001 by process 12 on node7.example.org");
        drop(own);
        assert_eq!(makers(work.path()).unwrap().len(), 1);
        assert!(makers(&work.path().join("none")).unwrap().is_empty());
    }

    #[test]
    fn a_process_of_this_computer_that_has_ended_is_gone() {
        let mut child = std::process::Command::new("true").spawn().unwrap();
        child.wait().unwrap();
        let name = format!(
            "making-part-000000.{}.{}.Xy12zZ",
            child.id(),
            host_name().unwrap_or_default()
        );
        let maker = Maker::of(&name).unwrap();
        assert!(maker.is_gone && maker.to_string().ends_with(", which was killed"));
    }
}
