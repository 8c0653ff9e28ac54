//! `mpirun` on this machine: any number of ranks, killed ranks and failing ones, against the bytes of one process.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use engine::Family;
use engines::AllGames;
use retro::{Grain, Keep, Options, Silent};
use retrograph_storage::{Database, FILE_CHUNKS, FORMAT, Identity};
use tempfile::TempDir;
use values::Values;

const PROGRAM: &str = env!("CARGO_BIN_EXE_retrograph-mpi");

/// All files of a folder.
fn content(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
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
const FEW: u64 = 2;

/// What one process without parts leaves, with files of so many chunks.
fn solved(game: &str, n: u32, down_to: u32, file_chunks: u64) -> BTreeMap<PathBuf, Vec<u8>> {
    let temporary = tempfile::tempdir().unwrap();
    let folder = temporary.path().join("db");
    let engine = AllGames.engine(game, n, Values::OUTCOME).unwrap();
    let identity = Identity {
        format: FORMAT,
        game: engine.name().into(),
        n,
        values: Values::OUTCOME.to_string(),
        keep: Keep::Positions.into(),
        tool_version: env!("CARGO_PKG_VERSION").into(),
    };
    let db = Database::create(&folder, &identity).unwrap();
    let options = Options {
        down_to,
        memory: 256 << 20,
        threads: 1,
        keep: Keep::Positions,
        checkpoint: Duration::from_secs(180),
        grain: Grain {
            file_chunks,
            seal_chunks: 1,
            ..Grain::default()
        },
        known_positions: &|_| None,
    };
    engine.solve(&db, &options, &Silent).unwrap();
    content(&folder)
}

/// `mpirun` with one rank for each list of arguments. TCP in place of shared memory, which waits with a busy core.
fn mpirun(ranks: &[Vec<String>]) -> Command {
    let mut command = Command::new("mpirun");
    command
        .env("OMPI_ALLOW_RUN_AS_ROOT", "1")
        .env("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1")
        .args(["--oversubscribe", "--mca", "btl", "tcp,self", "--mca", "pml", "ob1"])
        .args(["--mca", "btl_tcp_if_include", "lo", "--mca", "oob_tcp_if_include", "lo"]);
    for (rank, args) in ranks.iter().enumerate() {
        if rank > 0 {
            command.arg(":");
        }
        command.args(["-n", "1", PROGRAM]).args(args);
    }
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// The same arguments for `ranks` ranks.
fn arguments(game: &str, n: u32, folder: &Path, rest: &[&str], ranks: usize) -> Vec<Vec<String>> {
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
        "256",
    ];
    vec![[&own, rest].concat().into_iter().map(String::from).collect(); ranks]
}

fn done(output: Output, how: &str) {
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "{how}: {said}{}",
        String::from_utf8_lossy(&output.stdout)
    );
}

/// A folder that is not there yet.
fn unborn() -> (TempDir, PathBuf) {
    let temporary = tempfile::tempdir().unwrap();
    let folder = temporary.path().join("db");
    (temporary, folder)
}

fn assert_same(folder: &Path, expected: &BTreeMap<PathBuf, Vec<u8>>, how: &str) {
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

#[test]
fn any_number_of_ranks_gives_the_bytes_of_one_process() {
    for (game, n, from, parts, file_chunks) in [
        ("triangle", 10, "18", "7", FEW),
        ("avoid:K4", 8, "20", "5", FILE_CHUNKS),
    ] {
        let expected = solved(game, n, 0, file_chunks);
        let chunks = file_chunks.to_string();
        for ranks in 1..=4 {
            let (_temporary, folder) = unborn();
            // Some parts have nothing, and with four ranks some ranks have no part of the smallest levels.
            let args = arguments(
                game,
                n,
                &folder,
                &["--from", from, "--parts", parts, "--file-chunks", &chunks],
                ranks,
            );
            let how = format!("{game}, {ranks} ranks");
            done(mpirun(&args).output().unwrap(), &how);
            assert_same(&folder, &expected, &how);
        }
    }
}

/// The processes of the program that work on a folder.
fn ranks_of(folder: &Path) -> Vec<i32> {
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

#[test]
fn a_killed_rank_ends_the_job_and_another_number_of_ranks_resumes_it() {
    let expected = solved("triangle", 11, 0, FEW);
    let (_temporary, folder) = unborn();
    let chunks = FEW.to_string();
    let rest = ["--from", "18", "--file-chunks", &chunks];
    let mut kills = 0;
    for turn in 0..8u64 {
        let ranks = 2 + turn as usize % 3;
        let args = arguments("triangle", 11, &folder, &rest, ranks);
        let child = mpirun(&args).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(400 + turn * 173 % 500));
        if let Some(&victim) = ranks_of(&folder).last() {
            // SAFETY: plain system call on a process of this test.
            kills += usize::from(unsafe { libc::kill(victim, libc::SIGKILL) } == 0);
        }
        let ended = child.wait_with_output().unwrap();
        assert!(ranks_of(&folder).is_empty(), "turn {turn}: a rank is left");
        if ended.status.success() {
            break;
        }
    }
    println!("{kills} ranks were killed");
    assert!(kills > 0);
    let args = arguments("triangle", 11, &folder, &rest, 3);
    done(mpirun(&args).output().unwrap(), "after the kills");
    assert_same(&folder, &expected, "after the kills");
}

#[test]
fn a_rank_that_fails_ends_the_job_with_its_sentence_and_its_code() {
    let (temporary, folder) = unborn();
    let rest = ["--from", "18", "--to", "10"];
    for (nth, (folder_of_one, code, words)) in [
        (temporary.path().join("nothing"), 5, "is not a database folder"),
        (folder.clone(), 0, ""),
    ]
    .into_iter()
    .enumerate()
    {
        let mut args = arguments("triangle", 10, &folder, &rest, 3);
        args[1] = arguments("triangle", 10, &folder_of_one, &rest, 1).remove(0);
        let ended = mpirun(&args).output().unwrap();
        let said = String::from_utf8_lossy(&ended.stderr).into_owned();
        assert_eq!(ended.status.code(), Some(code), "{nth}: {said}");
        let sentences = said.lines().filter(|line| line.starts_with("retrograph-mpi: "));
        assert_eq!(sentences.clone().count(), usize::from(code != 0), "{said}");
        assert!(sentences.clone().all(|line| line.contains(words)), "{said}");
    }
    // Wrong usage is said once.
    for (rest, code, words) in [
        (&["--from", "5", "--to", "6"][..], 2, "--to 6 is above --from 5"),
        (&["--from", "18", "--keep", "labels"], 2, "another --keep"),
    ] {
        let ended = mpirun(&arguments("triangle", 10, &folder, rest, 3)).output().unwrap();
        let said = String::from_utf8_lossy(&ended.stderr).into_owned();
        assert_eq!(ended.status.code(), Some(code), "{said}");
        assert_eq!(said.matches(words).count(), 1, "{said}");
    }
    let other = mpirun(&arguments("triangle", 9, &folder, &["--from", "12"], 2))
        .output()
        .unwrap();
    assert_eq!(other.status.code(), Some(5));
}
