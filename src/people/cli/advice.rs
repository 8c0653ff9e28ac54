//! What to do about an error. Libraries state facts; the options and commands that help are named here.

use std::fs;
use std::io;
use std::path::Path;

use retrograph_storage as storage;

use super::file_kind::FileKind;
use super::printable::quoted;
use engine::BeginError;
use game::values::NoSuchValues;
use game::{BadPosition, NoSuchGame};
use graph::{Format, TextError, TwoColouredTextError};
use play::PlayError;
use provers::PROVERS;
use report::timings::TimingsError;
use report::{CalibrationError, ForecastError};
use retro::{ExportError, ListingError, SolveError, SolvedError};
use serve::{Kind, NoProgram, ServeError, SiteError};
use verify::RepairError;

/// A fact that advice may follow.
pub(super) trait Advised: std::fmt::Display {
    /// What follows the fact, punctuation included; empty where nothing helps, or the fact itself says what does.
    fn advice(&self) -> String;

    /// The fact and the advice.
    fn advised(&self) -> String {
        format!("{self}{}", self.advice())
    }
}

impl Advised for storage::Error {
    fn advice(&self) -> String {
        match self {
            Self::Io { source, .. } => match remedy(source) {
                Some(remedy) => format!(" {}{}.", remedy[..1].to_uppercase(), &remedy[1..]),
                None => String::new(),
            },
            Self::Corrupt { path, .. } if FileKind::is_in_archive(path) => {
                " An archive is not repaired: copy or download it again, or export it again.".into()
            }
            Self::Corrupt { .. } => match self.damaged_work() {
                Some(work) => format!(
                    " Nothing there is sealed: remove {}, and run the same command again.",
                    quoted(&work.to_string_lossy())
                ),
                None => " Restore it from a copy, or rebuild it with `retrograph repair`.".into(),
            },
            _ => String::new(),
        }
    }

    fn advised(&self) -> String {
        let found = match self {
            Self::NotADatabase { path } => not_a_database(path),
            _ => None,
        };
        found.unwrap_or_else(|| format!("{self}{}", self.advice()))
    }
}

impl Advised for SolveError {
    fn advice(&self) -> String {
        let kept =
            |remedy: &str| format!(" Everything sealed so far is kept; {remedy} and run the same command again.");
        match self {
            Self::Storage(storage::Error::Io { source, .. }) => kept(remedy(source).unwrap_or("check the disk")),
            Self::Storage(storage::Error::Rocks { .. }) => kept("check the disk"),
            Self::Storage(error) => error.advice(),
            Self::Memory { least, .. } => format!("; give --memory {}MiB or more, or fewer --threads", least >> 20),
            Self::Gap { lower, .. } => format!(
                "; have it made again with `retrograph repair`, or delete the folders of level {lower} and all below to \
                 have them solved again"
            ),
            Self::NothingToPlan { is_solved: false } => {
                ": the first ones are small, have them made with `retrograph solve --down-to LEVEL`".into()
            }
            Self::Count { level, .. } => format!(
                "; if files of its work were changed, remove the folder level-{level:03}/work of the database, and run the \
                 same command again"
            ),
            Self::NoPlan { .. } => "; make one with `retrograph plan`".into(),
            _ => String::new(),
        }
    }
}

impl Advised for BeginError {
    fn advice(&self) -> String {
        match self {
            Self::Create(_) | Self::Storage(_) => "",
            Self::Game { .. } => "; choose another folder",
            Self::Export(_) => "; choose another folder to solve into",
            Self::Keep { .. } => "; leave --keep out or choose another folder",
            // Another run has created the folder since its values were looked at.
            Self::Values { .. } => "; run the same command again",
        }
        .into()
    }
}

impl Advised for RepairError {
    fn advice(&self) -> String {
        match self {
            Self::Solve(error) => error.advice(),
            Self::FromTop { .. } => "; `retrograph repair --from-top` does so and keeps the sound ones".into(),
            Self::Differs { .. } => String::new(),
        }
    }
}

/// Where a file of a sealed level is not the one it was sealed with.
const VERIFY: &str = "; run `retrograph verify`";

impl Advised for SolvedError {
    fn advice(&self) -> String {
        match self {
            Self::Unread(error) => error.downcast_ref().map(storage::Error::advice).unwrap_or_default(),
            Self::NotSolved { levels, .. } if levels.is_empty() => ". Solve it with `retrograph solve`".into(),
            Self::NotSolved { .. } => ". Solve on with `retrograph solve` and a lower --down-to".into(),
            Self::Foreign { .. } | Self::Unknown { .. } => VERIFY.into(),
        }
    }
}

impl Advised for ListingError {
    fn advice(&self) -> String {
        match self {
            Self::NoPositions { .. } => ", as --keep labels and exports do: ask for single positions with `retrograph \
                 query`, or solve into a new folder with --keep positions"
                .into(),
            Self::Storage(error) => error.advice(),
            Self::NotSolved(error) => error.advice(),
            Self::Output(_) => String::new(),
        }
    }
}

impl Advised for ExportError {
    fn advice(&self) -> String {
        match self {
            Self::Foreign(_) => VERIFY.into(),
            Self::Storage(error) => error.advice(),
            Self::Write { .. } | Self::Exists(_) | Self::Nothing(_) => String::new(),
        }
    }
}

impl Advised for TextError {
    fn advice(&self) -> String {
        match self {
            Self::Format { format, .. } => match format {
                Format::IncrementalSparse6 => "; `copyg -g` of nauty writes graph6 (nauty-copyg on Debian)",
                Format::PlanarCode => "; `plantri -g` writes graph6",
                Format::Digraph6 => "",
            },
            _ => "",
        }
        .into()
    }
}

impl Advised for BadPosition {
    fn advice(&self) -> String {
        match self {
            Self::Text(error) | Self::TwoColouredText(TwoColouredTextError::Graph(error)) => error.advice(),
            _ => String::new(),
        }
    }
}

impl Advised for NoSuchGame {
    fn advice(&self) -> String {
        match self {
            Self::Order { .. } => "",
            _ if self.to_string().ends_with('?') => " `retrograph games` lists all",
            Self::Name { .. } => ", see `retrograph games`",
            Self::Forbidden { .. } => {
                ". Any graph can be given as graph6, as in avoid:DxC; `retrograph games` lists names, and \
                 docs/games-not-here.md says which games are not here"
            }
        }
        .into()
    }

    fn advised(&self) -> String {
        if let Self::Name { name, .. } = self
            && let Some(example) = PROVERS.example_of(name)
        {
            return format!(
                "there is no game named '{name}', which is a kind of games; did you mean one such as '{example}'? \
                 `retrograph games` lists all"
            );
        }
        format!("{self}{}", self.advice())
    }
}

impl Advised for NoSuchValues {
    fn advice(&self) -> String {
        match self {
            Self::Misere(_) => "; leave --play misere out",
            Self::Own => "; leave --play out",
            Self::Achievement => "; leave --play and --value score out, or solve the game avoid:F",
            Self::Colours(_) | Self::Ending(_) => "; leave --value out",
        }
        .into()
    }
}

impl Advised for ForecastError {
    fn advice(&self) -> String {
        match self {
            Self::NoKnownGame { game } => {
                format!("; solve '{game}' on fewer vertices and see what that took with `retrograph info`")
            }
            Self::NoKnownCount { .. } => String::new(),
        }
    }
}

impl Advised for CalibrationError {
    fn advice(&self) -> String {
        match self {
            Self::Folder { .. } => "; set TMPDIR to another folder, or give --no-calibration",
            Self::Solve(_) => "; give --no-calibration to skip it",
        }
        .into()
    }

    fn advised(&self) -> String {
        match self {
            // The reason is a sentence of its own, or several.
            Self::Solve(error) => format!("the calibration failed{}: {error}", self.advice()),
            Self::Folder { .. } => format!("{self}{}", self.advice()),
        }
    }
}

impl Advised for TimingsError {
    fn advice(&self) -> String {
        match self {
            Self::NoEvent(_) => "; give the file of `retrograph solve --log-file`, without --log text".into(),
            Self::Io(_) | Self::Other { .. } | Self::Nothing => String::new(),
        }
    }
}

impl Advised for PlayError {
    fn advice(&self) -> String {
        match self {
            Self::Scores(_) => "; solve without --value score into another folder to play".into(),
            _ => String::new(),
        }
    }
}

impl Advised for ServeError {
    fn advice(&self) -> String {
        let Self::Bind { error, .. } = self else {
            return String::new();
        };
        match error.kind() {
            io::ErrorKind::AddrInUse => "; choose another --port",
            io::ErrorKind::AddrNotAvailable => "; choose another --bind",
            io::ErrorKind::PermissionDenied => "; choose a --port of 1024 or more",
            _ => "",
        }
        .into()
    }
}

impl Advised for NoProgram {
    fn advice(&self) -> String {
        let (Self::Missing { kind, .. } | Self::Other { kind, .. }) = self;
        let option = match kind {
            Kind::Reader => "--reader",
            Kind::Engine => "--engine",
        };
        format!("; compile it with `make reader`, or name it with {option}")
    }
}

impl Advised for SiteError {
    fn advice(&self) -> String {
        match self {
            Self::Rules { .. } => "; `retrograph serve` shows it".into(),
            _ => String::new(),
        }
    }
}

/// What to do about a system failure, as in "... and run the same command again"; `None` when no general advice helps.
fn remedy(error: &io::Error) -> Option<&'static str> {
    match error.raw_os_error()? {
        libc::EMFILE => Some("raise the limit on open files (ulimit -n)"),
        libc::ENFILE => Some("end programs that have many files open"),
        libc::ENOMEM => Some("allow this program more memory (ulimit -v), or end others"),
        libc::EFBIG => Some("raise the limit on the size of files (ulimit -f)"),
        libc::EACCES | libc::EPERM => Some("check the permissions"),
        libc::EIO => Some("check the disk"),
        // What NFS says without its lock service, and Lustre mounted without flock.
        libc::ENOLCK | libc::ENOSYS | libc::EOPNOTSUPP => {
            Some("use a folder on a file system that keeps locks (NFS with its lock service, Lustre with -o flock)")
        }
        libc::EROFS => Some("use a folder on a file system that can be written to"),
        libc::ESTALE | libc::ETIMEDOUT | libc::ENOTCONN => Some("check the connection to the file server"),
        _ => None,
    }
}

/// What is at `path` in place of the folder of a database; `None` when it is another folder.
fn not_a_database(path: &Path) -> Option<String> {
    let shown = path.display();
    match fs::metadata(path) {
        Ok(found) if !found.is_dir() => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Some(format!("there is no folder {shown}")),
        // A folder, or a file that is named as one.
        _ => return None,
    }
    Some(match FileKind::at(path) {
        Some(FileKind { what, advice }) => format!("{shown} is {what}, not the folder of a database; {advice}"),
        // Cut before it shows what it is.
        None if path.extension().is_some_and(|ending| ending == "tar") => {
            format!("{shown} is not an archive of `retrograph export --archive`; unpack it and name the folder")
        }
        None => format!("{shown} is a file, not the folder of a database"),
    })
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::Advised;
    use retro::SolveError;
    use retrograph_storage::Error;

    #[test]
    fn damaged_work_is_named_with_what_helps() {
        let advised = |path: &str| {
            let error = || Error::Corrupt {
                path: path.into(),
                what: "its size is wrong".into(),
            };
            let of_a_run = SolveError::Storage(error()).advised();
            assert_eq!(of_a_run, error().advised());
            of_a_run
        };
        for name in [
            "level-012/work/run-000003",
            "level-1012/work",
            "level-012/work/making-part-1.2.a.b/x",
        ] {
            let (level, _) = name.split_once('/').unwrap();
            let sentence = advised(&format!("a b/{name}"));
            assert!(
                sentence.ends_with(&format!("remove 'a b/{level}/work', and run the same command again.")),
                "{sentence}"
            );
        }
        for name in [
            "work/level-012/labels",
            "level-012/labels",
            "level-012/work-1",
            "x/work/retrograph.json",
        ] {
            assert!(
                advised(name).ends_with("rebuild it with `retrograph repair`."),
                "{name}"
            );
        }
        let count = SolveError::Count {
            level: 7,
            found: 1,
            known: 2,
        }
        .advised();
        assert!(count.contains("remove the folder level-007/work"), "{count}");
    }

    #[test]
    fn advice_fits_what_the_system_says() {
        for (number, advice) in [
            (libc::ENOLCK, "use a folder on a file system that keeps locks"),
            (libc::ENOSYS, "use a folder on a file system that keeps locks"),
            (libc::EOPNOTSUPP, "use a folder on a file system that keeps locks"),
            (libc::EROFS, "use a folder on a file system that can be written to"),
            (libc::ESTALE, "check the connection to the file server"),
            (libc::EIO, "check the disk"),
            (libc::EMFILE, "raise the limit on open files (ulimit -n)"),
            (libc::EACCES, "check the permissions"),
            // No advice of its own.
            (libc::EXDEV, "check the disk"),
        ] {
            let error = || Error::Io {
                path: "db/lock".into(),
                action: "lock",
                source: io::Error::from_raw_os_error(number),
            };
            let solving = SolveError::Storage(error()).advised();
            assert!(solving.contains(&format!("is kept; {advice}")), "{solving}");
            let reading = error().advised();
            let advice = format!("{}{}", advice[..1].to_uppercase(), &advice[1..]);
            assert_eq!(reading.contains(&advice), number != libc::EXDEV, "{reading}");
        }
    }
}
