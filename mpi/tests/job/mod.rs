//! Jobs of `mpirun` on this machine, and the bytes that one process leaves.
#![allow(dead_code, reason = "each test file needs its own part of this")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use all_games::AllGames;
use engine::Family;
use game::values::Values;
use retro::{Grain, Keep, Options, Silent};
use retrograph_storage::{Database, Identity, OUTCOME};
use tempfile::TempDir;

pub const PROGRAM: &str = env!("CARGO_BIN_EXE_retrograph-mpi");

/// All files of a folder.
pub fn content(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut all = BTreeMap::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => folders.push(path),
                false => {
                    all.insert(
                        path.strip_prefix(folder).unwrap().to_path_buf(),
                        fs::read(&path).unwrap(),
                    );
                }
            }
        }
    }
    all
}

/// Chunks of a file where levels are to have many.
pub const FEW: u64 = 2;

/// What one process without parts leaves, with files of so many chunks.
pub fn solved(game: &str, n: u32, down_to: u32, file_chunks: u64) -> BTreeMap<PathBuf, Vec<u8>> {
    let temporary = tempfile::tempdir().unwrap();
    let folder = temporary.path().join("db");
    let engine = AllGames.engine(game, n, Values::OUTCOME).unwrap();
    let identity = Identity::new(engine.name(), n, OUTCOME, Keep::Positions);
    let db = Database::create(&folder, &identity).unwrap();
    let options = Options {
        down_to,
        memory: 256 << 20,
        threads: 1,
        grain: Grain {
            file_chunks,
            seal_chunks: 1,
            ..Grain::default()
        },
        ..Options::default()
    };
    engine.solve(&db, &options, &Silent).unwrap();
    content(&folder)
}

/// `mpirun` with one rank for each list of arguments. TCP in place of shared memory, which waits with a busy core.
pub fn mpirun(ranks: &[Vec<String>]) -> Command {
    let plain: Vec<_> = ranks.iter().map(|args| (vec![], args.clone())).collect();
    mpirun_with(&plain)
}

/// The same, with variables of the environment for each rank, `NAME=value`.
pub fn mpirun_with(ranks: &[(Vec<String>, Vec<String>)]) -> Command {
    let mut command = Command::new("mpirun");
    command
        .env("OMPI_ALLOW_RUN_AS_ROOT", "1")
        .env("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1")
        .args(["--oversubscribe", "--mca", "btl", "tcp,self", "--mca", "pml", "ob1"])
        .args(["--mca", "btl_tcp_if_include", "lo", "--mca", "oob_tcp_if_include", "lo"]);
    for (rank, (variables, args)) in ranks.iter().enumerate() {
        if rank > 0 {
            command.arg(":");
        }
        command.args(["-n", "1", "env"]).args(variables).arg(PROGRAM).args(args);
    }
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// The same arguments for `ranks` ranks.
pub fn arguments(game: &str, n: u32, folder: &Path, rest: &[&str], ranks: usize) -> Vec<Vec<String>> {
    let n = n.to_string();
    let own = [
        game,
        "-n",
        &n,
        "--db",
        folder.to_str().unwrap(),
        "--threads",
        "1",
        "--memory",
        "256MiB",
    ];
    vec![[&own, rest].concat().into_iter().map(String::from).collect(); ranks]
}

pub fn done(output: Output, how: &str) {
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "{how}: {said}{}",
        String::from_utf8_lossy(&output.stdout)
    );
}

/// A folder that is not there yet.
pub fn unborn() -> (TempDir, PathBuf) {
    let temporary = tempfile::tempdir().unwrap();
    let folder = temporary.path().join("db");
    (temporary, folder)
}

pub fn copied(from: &Path) -> (tempfile::TempDir, PathBuf) {
    let (temporary, folder) = unborn();
    for name in content(from).keys() {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::copy(from.join(name), path).unwrap();
    }
    (temporary, folder)
}

/// Plans the next level in so many parts.
pub fn plan(folder: &Path, parts: usize) {
    let db = Database::open(folder).unwrap();
    let identity = db.identity();
    let engine = AllGames.engine(&identity.game, identity.n, Values::OUTCOME).unwrap();
    engine.plan(&db, Some(parts), &Grain::default(), &Silent).unwrap();
}

pub fn assert_same(folder: &Path, expected: &BTreeMap<PathBuf, Vec<u8>>, how: &str) {
    let found = content(folder);
    assert_eq!(
        found.keys().collect::<Vec<_>>(),
        expected.keys().collect::<Vec<_>>(),
        "{how}"
    );
    for (name, bytes) in &found {
        assert!(bytes == &expected[name], "{how}: {} differs", name.display());
    }
}

/// The processes of the program that work on a folder.
pub fn ranks_of(folder: &Path) -> Vec<i32> {
    let name = folder.to_str().unwrap().as_bytes();
    let processes = fs::read_dir("/proc").unwrap().filter_map(|entry| {
        let entry = entry.ok()?;
        let id: i32 = entry.file_name().to_str()?.parse().ok()?;
        let line = fs::read(entry.path().join("cmdline")).ok()?;
        let mut words = line.split(|&byte| byte == 0);
        (words.next()? == PROGRAM.as_bytes() && words.any(|word| word == name)).then_some(id)
    });
    processes.collect()
}

/// Waits until the ranks of a job that ended are gone: `mpirun` kills them, and on a busy machine ends before they do.
pub fn wait_for_the_end(folder: &Path, how: &str) {
    let begun = Instant::now();
    while !ranks_of(folder).is_empty() {
        assert!(begun.elapsed() < Duration::from_secs(60), "{how}: a rank is left");
        std::thread::sleep(Duration::from_millis(20));
    }
}
