//! One rank of a job on a disk that fails, or killed after a call that changes files: at every tenth of its calls.

mod job;
#[path = "../../tests/shared/faults/trace.rs"]
#[allow(dead_code, reason = "parts of it serve other tests")]
mod trace;

use std::collections::BTreeMap;
use std::ops::Add;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

use job::{FEW, arguments, assert_same, copied, done, mpirun, mpirun_with, solved, unborn, wait_for_the_end};
use trace::{Call, Kind};

const N: u32 = 10;
/// The levels that the jobs make, of 2,000 to 2,300 positions in files of 512.
const FROM: &str = "16";
const TO: u32 = 14;
/// Jobs at a time: most of a job is waiting.
const JOBS: usize = 4;

/// Beside this test, where Cargo puts what tests depend on.
fn library() -> PathBuf {
    let library = std::env::current_exe()
        .unwrap()
        .with_file_name("libretrograph_faults.so");
    assert!(library.exists(), "{} is missing", library.display());
    library
}

/// A job of `ranks` ranks under the library, whose calls are recorded, with a fault for one rank; label functions are
/// cut over them, or whole.
fn watched(
    folder: &Path,
    ranks: usize,
    is_cut: bool,
    fault: Option<(usize, &str)>,
) -> (Option<i32>, String, Vec<Vec<Call>>) {
    let traces: Vec<_> = (0..ranks).map(|_| tempfile::NamedTempFile::new().unwrap()).collect();
    let root = folder.parent().unwrap().canonicalize().unwrap();
    let (to, chunks) = (TO.to_string(), FEW.to_string());
    let rest = [
        "--from",
        FROM,
        "--down-to",
        &to,
        "--parts",
        "6",
        "--file-chunks",
        &chunks,
    ];
    let cut = ["--cut-labels", "0B"].into_iter().filter(|_| is_cut);
    let rest: Vec<_> = rest.into_iter().chain(cut).collect();
    let args = arguments("triangle", N, folder, &rest, ranks);
    let ranks: Vec<_> = args
        .into_iter()
        .enumerate()
        .map(|(rank, args)| {
            let mut variables = vec![
                format!("LD_PRELOAD={}", library().display()),
                format!("RETROGRAPH_FAULTS_FOLDER={}", root.display()),
                format!("RETROGRAPH_FAULTS_TRACE={}", traces[rank].path().display()),
            ];
            variables.extend(
                fault
                    .filter(|&(of, _)| of == rank)
                    .map(|(_, fault)| format!("RETROGRAPH_FAULT={fault}")),
            );
            (variables, args)
        })
        .collect();
    let ended = mpirun_with(&ranks).output().unwrap();
    wait_for_the_end(folder, fault.map_or("no fault", |(_, fault)| fault));
    let said = String::from_utf8_lossy(&ended.stderr).into_owned();
    let calls = traces.iter().map(|trace| trace::read(trace.path())).collect();
    (ended.status.code(), said, calls)
}

/// The parts that were made, stretches, files and shards: each gets its name in `work` when it is complete.
fn parts_made(calls: &[Vec<Call>]) -> usize {
    let is_part = |call: &&Call| {
        let name = call.other.file_name().map(|name| name.to_string_lossy());
        let kinds = ["part-", "seal-", "shards-"];
        let is_named = |name: &str| name.ends_with(".json") && kinds.iter().any(|kind| name.starts_with(kind));
        let is_in_place = call.other.parent().is_some_and(|folder| folder.ends_with("work"));
        call.kind == Kind::Rename && call.errno == 0 && is_in_place && name.is_some_and(|name| is_named(&name))
    };
    calls.iter().flatten().filter(is_part).count()
}

#[test]
fn a_rank_killed_or_without_disk_space_costs_parts_and_no_bytes() {
    at_every(100, false);
}

#[test]
fn a_rank_killed_or_without_disk_space_while_labels_are_cut_costs_parts_and_no_bytes() {
    at_every(100, true);
}

#[test]
#[ignore = "minutes"]
fn a_rank_killed_or_without_disk_space_at_any_call_costs_parts_and_no_bytes() {
    at_every(10, false);
    at_every(10, true);
}

/// What faults did.
#[derive(Default)]
struct Hit {
    /// Faults that a rank met.
    hits: usize,
    /// Jobs that made parts when they were started again.
    resumed: usize,
    /// Parts that were made twice.
    repeated: usize,
}

impl Add for Hit {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            hits: self.hits + other.hits,
            resumed: self.resumed + other.resumed,
            repeated: self.repeated + other.repeated,
        }
    }
}

/// What all jobs begin with, and what they must leave.
struct Begun<'a> {
    start: &'a Path,
    expected: &'a BTreeMap<PathBuf, Vec<u8>>,
    is_cut: bool,
    /// Parts that a job without faults makes.
    parts: usize,
}

impl Begun<'_> {
    /// One job, whose `rank` meets a fault, and the job that is started afterwards.
    fn hit(&self, rank: usize, nth: usize, fault: &str) -> Hit {
        let (expected, parts) = (self.expected, self.parts);
        let (_folder, folder) = copied(self.start);
        let (code, said, first) = watched(&folder, 2, self.is_cut, Some((rank, fault)));
        let how = format!("rank {rank}, {fault}: {code:?} {said}");
        let is_hit = first[rank].iter().any(|call| call.injected);
        let sentences = said.lines().filter(|line| line.starts_with("retrograph-mpi: "));
        match (is_hit, fault.ends_with("once")) {
            (false, _) => assert_eq!(code, Some(0), "{how}"),
            (true, true) => assert_ne!(code, Some(0), "{how}"),
            // What only makes room or hurries may fail without harm.
            (true, false) if code == Some(0) => assert_same(&folder, expected, &how),
            (true, false) => {
                assert_eq!(code, Some(1), "{how}");
                let sentences: Vec<_> = sentences.collect();
                assert_eq!(sentences.len(), 1, "{how}");
                assert!(sentences[0].contains("disk is full"), "{how}");
            }
        }
        let ranks = 1 + nth % 3;
        let (code, said, second) = watched(&folder, ranks, self.is_cut != (nth % 4 == 3), None);
        assert_eq!(code, Some(0), "{how}; then: {said}");
        assert_same(&folder, expected, &how);
        let made = parts_made(&first) + parts_made(&second);
        // The killed rank's own part is made again, and one whose name another machine might not see yet.
        assert!(made <= parts + 2, "{how}: {made} parts of {parts}");
        Hit {
            hits: usize::from(is_hit),
            resumed: usize::from(parts_made(&second) > 0),
            repeated: made.saturating_sub(parts),
        }
    }
}

/// Kills one of two ranks, or fills its disk, at one of `step` calls that change files; then the job is started again.
/// Some jobs that were begun with cut label functions are resumed with whole ones, and the other way round.
fn at_every(step: usize, is_cut: bool) {
    let is_here = cfg!(all(target_os = "linux", target_pointer_width = "64"));
    assert!(is_here, "system calls are interposed on Linux with 64 bits only");
    let expected = solved("triangle", N, TO, FEW);
    let (_start, start) = unborn();
    let chunks = FEW.to_string();
    let down_to_17 = ["--from", "17", "--down-to", "17", "--file-chunks", &chunks];
    done(
        mpirun(&arguments("triangle", N, &start, &down_to_17, 1))
            .output()
            .unwrap(),
        "the levels above",
    );
    let (_whole, whole) = copied(&start);
    let (code, said, calls) = watched(&whole, 2, is_cut, None);
    assert_eq!(code, Some(0), "{said}");
    assert_same(&whole, &expected, "under the library");
    let parts = parts_made(&calls);
    assert!(parts > 12, "{parts}");

    let mut faults = Vec::new();
    for (rank, calls) in calls.iter().enumerate() {
        let writes = calls.iter().filter(|call| call.kind == Kind::Write).count();
        println!("rank {rank}: {} calls, {writes} of them write", calls.len());
        let kills = (1..=calls.len())
            .step_by(step)
            .map(|number| format!("any {number} kill once"));
        let full = (1..=writes)
            .step_by(step)
            .map(|number| format!("write {number} {} on", libc::ENOSPC));
        faults.extend(kills.chain(full).enumerate().map(|(nth, fault)| (rank, nth, fault)));
    }
    let begun = Begun {
        start: &start,
        expected: &expected,
        is_cut,
        parts,
    };
    let next = AtomicUsize::new(0);
    let hit_by_one = || {
        let mut sum = Hit::default();
        while let Some((rank, nth, fault)) = faults.get(next.fetch_add(1, Relaxed)) {
            sum = sum + begun.hit(*rank, *nth, fault);
        }
        sum
    };
    let Hit {
        hits,
        resumed,
        repeated,
    } = thread::scope(|scope| {
        let jobs: Vec<_> = (0..JOBS).map(|_| scope.spawn(hit_by_one)).collect();
        let sums = jobs
            .into_iter()
            .map(|job| job.join().unwrap_or_else(|panic| resume_unwind(panic)));
        sums.fold(Hit::default(), |sum, hit| sum + hit)
    });
    println!("{parts} parts; {hits} faults hit, {resumed} jobs made parts afterwards, {repeated} parts twice");
    assert!(hits > 8 && resumed > 5, "{hits}, {resumed}");
}
