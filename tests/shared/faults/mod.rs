//! The program on a disk that fails: runs under the library of `faults/`, their traces, and what must hold afterwards.

pub mod disk;
pub mod disturb;
pub mod sound;
pub mod trace;

use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::process::{Db, Ran, command};
use crate::server::until_it_listens;
use disturb::Fault;
use trace::Call;

/// The library that stands between the program and the system calls.
pub fn library() -> PathBuf {
    let is_here = cfg!(all(target_os = "linux", target_pointer_width = "64"));
    assert!(is_here, "system calls are interposed on Linux with 64 bits only");
    // Beside this test, where Cargo puts what tests depend on.
    let library = std::env::current_exe()
        .unwrap()
        .with_file_name("libretrograph_faults.so");
    assert!(library.exists(), "{} is missing", library.display());
    library
}

/// A run under the library: how it ended, and all its calls below the parent folder of the database.
pub struct Watched {
    pub ran: Ran,
    pub calls: Vec<Call>,
}

impl Watched {
    /// The first call that the fault was injected into.
    pub fn hit(&self) -> Option<&Call> {
        self.calls.iter().find(|call| call.injected)
    }
}

/// Runs a command that uses nothing below the parent folder of `db` but that, under `fault`.
pub fn watch(db: &Db, command: Command, fault: Option<&Fault>) -> Watched {
    watch_words(db, command, fault.map(Fault::to_string).as_deref())
}

/// The same under any fault: `KIND NUMBER WHAT AGAIN`, see `faults/src/lib.rs`.
pub fn watch_words(db: &Db, command: Command, fault: Option<&str>) -> Watched {
    watch_run(db, command, fault, |mut command| Ran::of(command.output().unwrap()))
}

/// The same of a server, which is ended as soon as it listens.
pub fn watch_server(db: &Db, command: Command, fault: &str) -> Watched {
    watch_run(db, command, Some(fault), until_it_listens)
}

fn watch_run(db: &Db, mut command: Command, fault: Option<&str>, run: impl FnOnce(Command) -> Ran) -> Watched {
    let trace = tempfile::NamedTempFile::new().unwrap();
    command
        .env("LD_PRELOAD", library())
        .env("RETROGRAPH_FAULTS_FOLDER", db.root())
        .env("RETROGRAPH_FAULTS_TRACE", trace.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    if let Some(fault) = fault {
        command.env("RETROGRAPH_FAULT", fault);
    }
    let ran = run(command);
    let calls = trace::read(trace.path());
    Watched { ran, calls }
}

/// The command that solves on one thread, so that the same call is the same in every run.
pub fn solving(db: &Db, n: u32, options: &[&str]) -> Command {
    let n = n.to_string();
    let args = ["solve", "triangle", "-n", &n, "--db", db.text(), "--threads", "1"];
    command(&[&args, options].concat())
}

/// A process made of this test program: the ignored test of this name with its module, and nothing else.
pub fn own_process(test: &str) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", test, "--ignored"]);
    command
}
