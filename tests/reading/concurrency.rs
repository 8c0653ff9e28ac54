//! Many processes at one folder: one writer, any number of readers, no wrong value.

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;

use game::Game;
use games::Triangle16;
use retro::{Solved, SolvedError};
use retrograph_referee::rng::SplitMix64;
use retrograph_storage::Database;
use shared::process::{Db, Ran, command, copy_tree, everything, graph6, names, random_game, run, send, start};

const NOT_SOLVED: i32 = 4;
const NOT_A_DATABASE: i32 = 5;
const LOCKED: i32 = 8;

/// Readers at once.
const READERS: u64 = 16;

/// graph6 and value of positions of all levels on `n` vertices.
fn known_values(n: usize, games: usize) -> HashMap<String, String> {
    let whole = Db::solved(n as u32, &[]);
    let mut rng = SplitMix64::new(11);
    let positions = (0..games).flat_map(|_| random_game(n, &mut rng));
    let input: String = positions.map(|rows| graph6(&rows) + "\n").collect();
    let answers = whole.query(input, &[]).done();
    let answers = answers.lines().map(|line| line.split_once(' ').unwrap());
    answers
        .map(|(graph, value)| (graph.to_string(), value.to_string()))
        .collect()
}

/// Asks a process for many values; how many it gave, all of them right.
fn ask_a_process(db: &Db, known: &HashMap<String, String>) -> u64 {
    let input: String = known.keys().map(|graph| format!("{graph}\n")).collect();
    let ran = db.query(input, &[]);
    for line in ran.out.lines() {
        let (graph, value) = line.split_once(' ').unwrap();
        assert_eq!(value, known[graph], "{graph}");
    }
    for line in ran.err.lines() {
        assert!(
            line.starts_with("retrograph: line ") && line.contains(": level ") && line.contains(" is not solved"),
            "{line}"
        );
    }
    let (reported, refused) = (ran.out.lines().count(), ran.err.lines().count());
    assert_eq!(reported + refused, known.len());
    assert_eq!(ran.code, Some(if refused == 0 { 0 } else { NOT_SOLVED }));
    reported as u64
}

/// The same of a thread that opens the folder itself.
fn ask_a_thread(db: &Db, known: &HashMap<String, String>) -> u64 {
    let database = Database::open(db.path()).unwrap();
    let game = Triangle16::new(database.identity().n as usize);
    let solved = Solved::open(game, database).unwrap();
    let mut reported = 0;
    for (graph, value) in known {
        let position = solved.game().parse(graph).unwrap();
        match solved.is_p(&position) {
            Ok(is_p) => {
                assert_eq!(is_p, value == "P", "{graph}");
                reported += 1;
            }
            Err(SolvedError::NotSolved { .. }) => {}
            Err(other) => panic!("{graph}: {other}"),
        }
    }
    reported
}

/// Solves with readers all around; `ask` returns how many values it got.
fn read_while_solving(n: u32, options: &[&str], ask: impl Fn(&Db, &HashMap<String, String>) -> u64 + Sync) {
    let known = known_values(n as usize, 20);
    let db = Db::unborn();
    let child = db.start(n, &[&["--threads", "2"], options].concat());
    db.wait_until_locked();
    let over = AtomicBool::new(false);
    // Rounds that got some values, but not all: the run was going on.
    let (rounds, between) = (AtomicU64::new(0), AtomicU64::new(0));
    thread::scope(|scope| {
        for _ in 0..READERS {
            scope.spawn(|| {
                let mut before = 0;
                loop {
                    let last = over.load(Relaxed);
                    let reported = ask(&db, &known);
                    assert!(reported >= before, "{reported} values after {before}");
                    before = reported;
                    rounds.fetch_add(1, Relaxed);
                    between.fetch_add(u64::from(reported > 0 && reported < known.len() as u64), Relaxed);
                    if last {
                        assert_eq!(reported, known.len() as u64);
                        break;
                    }
                }
            });
        }
        scope.spawn(|| {
            while !over.load(Relaxed) {
                let verified = db.run("verify", &["--sample", "100"]).done();
                assert!(verified.ends_with(" sound\n"), "{verified}");
                db.run("stats", &["--json"]).json();
                db.run("info", &["--json"]).json();
            }
        });
        let ran = Ran::of(child.wait_with_output().unwrap());
        over.store(true, Relaxed);
        ran.solved();
    });
    println!(
        "{options:?}: {rounds:?} rounds of {} questions, {between:?} between beginning and end",
        known.len()
    );
    assert!(between.into_inner() > 0);
    db.assert_same_bytes(&Db::solved(n, options).content(), "with readers");
}

#[test]
fn sixteen_processes_read_while_one_solves() {
    read_while_solving(11, &[], ask_a_process);
    read_while_solving(10, &["--keep", "labels"], ask_a_process);
}

#[test]
fn sixteen_threads_read_while_one_process_solves() {
    read_while_solving(11, &["--keep", "labels"], ask_a_thread);
}

#[test]
#[ignore = "minutes"]
fn sixteen_readers_of_a_longer_run() {
    for options in [&[][..], &["--keep", "labels"]] {
        read_while_solving(12, options, ask_a_process);
        read_while_solving(12, options, ask_a_thread);
    }
}

#[test]
fn of_eight_writers_one_gets_the_folder() {
    let whole = Db::solved(10, &[]).content();
    for _ in 0..3 {
        let db = Db::solved(10, &["--down-to", "25"]);
        let arguments = ["solve", "triangle", "-n", "10", "--db", db.text()];
        let children: Vec<_> = (0..8).map(|_| start(&arguments)).collect();
        let codes: Vec<_> = children
            .into_iter()
            .map(|mut child| child.wait().unwrap().code())
            .collect();
        // One that comes when the first has ended finds nothing to do.
        assert!(codes.contains(&Some(0)), "{codes:?}");
        assert!(
            codes.iter().all(|code| [Some(0), Some(LOCKED)].contains(code)),
            "{codes:?}"
        );
        run(&arguments).solved();
        db.assert_same_bytes(&whole, "eight writers");
    }
}

/// Starts processes at once, one with each of these options, in turn up to twelve; their ends, with the options.
fn twelve_at_once<'a>(folder: &str, options: &[&'a [&'a str]]) -> Vec<(&'a [&'a str], Ran)> {
    let started = (0..12).map(|number| {
        let own = options[number % options.len()];
        let args = [
            &["solve", "triangle", "-n", "10", "--db", folder, "--threads", "1"],
            own,
        ]
        .concat();
        let mut command = command(&args);
        (
            own,
            command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap(),
        )
    });
    let started: Vec<_> = started.collect();
    let ended = started
        .into_iter()
        .map(|(own, child)| (own, Ran::of(child.wait_with_output().unwrap())));
    ended.collect()
}

/// As a job does that starts one process too many on each machine.
#[test]
fn of_twelve_runs_that_create_one_folder_one_does() {
    let kinds: [&[&[&str]]; 2] = [
        &[&[]],
        &[
            &[],
            &["--keep", "labels"],
            &["--play", "misere"],
            &["--value", "grundy", "--keep", "labels"],
        ],
    ];
    for options in kinds {
        let wholes: Vec<_> = options.iter().map(|own| Db::solved(10, own).content()).collect();
        for _ in 0..3 {
            let db = Db::unborn();
            let ended = twelve_at_once(db.text(), options);
            assert!(db.run("verify", &[]).done().ends_with(" sound\n"));
            let content = db.content();
            let made = wholes.iter().position(|whole| *whole == content);
            let made = options[made.unwrap_or_else(|| panic!("it is what none of them makes: {ended:?}"))];
            for (own, ran) in &ended {
                match ran.code {
                    // One that comes when the first has ended finds nothing to do, or another kind of database.
                    Some(0) => {
                        let asks_no_more = own.iter().all(|word| made.contains(word));
                        assert!(asks_no_more, "{made:?}: {own:?}: {ran:?}");
                    }
                    Some(LOCKED) => assert!(ran.clone().refused(LOCKED).contains(" is being written by ")),
                    Some(NOT_A_DATABASE) if *own != made => _ = ran.clone().refused(NOT_A_DATABASE),
                    _ => panic!("{made:?}: {own:?}: {ran:?}"),
                }
            }
            assert!(
                ended.iter().any(|(own, ran)| *own == made && ran.code == Some(0)),
                "{ended:?}"
            );
        }
    }
}

#[test]
fn verify_beside_a_run_that_drops_positions() {
    // Positions vanish when the level below is sealed: that is no damage.
    let db = Db::unborn();
    let child = db.start(11, &["--keep", "labels", "--threads", "1"]);
    db.wait_until_locked();
    let over = AtomicBool::new(false);
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while !over.load(Relaxed) {
                    let ran = db.run("verify", &[]);
                    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{}", ran.out);
                }
            });
        }
        let ran = Ran::of(child.wait_with_output().unwrap());
        over.store(true, Relaxed);
        ran.done();
    });
}

/// A run that is halted once it has the lock.
fn halted(db: &Db) -> Child {
    let child = db.start(12, &[]);
    db.wait_until_locked();
    halt(&child);
    child
}

/// Halts a process, unless it has ended.
fn halt(child: &Child) {
    send(libc::SIGSTOP, child);
    // On a busy machine its threads run for a while yet.
    let mut said = std::mem::MaybeUninit::uninit();
    // SAFETY: plain system call, which writes what `said` has room for; the child is not reaped.
    let waited = unsafe {
        let options = libc::WSTOPPED | libc::WEXITED | libc::WNOWAIT;
        libc::waitid(libc::P_PID, child.id(), said.as_mut_ptr(), options)
    };
    assert_eq!(waited, 0);
}

#[test]
fn removing_files_of_the_lock_lets_no_second_writer_in() {
    let whole = Db::solved(12, &[]);
    for removed in [&["lock"][..], &["lock", "status.json"]] {
        let db = Db::unborn();
        let child = halted(&db);
        for name in removed {
            let _ = fs::remove_file(db.path().join(name));
        }
        let sentence = db.solve(12, &[]).refused(LOCKED);
        assert!(sentence.contains(" is being written by "), "{sentence}");
        send(libc::SIGCONT, &child);
        Ran::of(child.wait_with_output().unwrap()).done();
        db.assert_same_bytes(&whole.content(), "the first writer");
    }
}

/// A run is halted when files have appeared or gone so many times, and its folder replaced by one with the same levels,
/// sealed or begun.
#[test]
fn a_run_whose_folder_is_replaced_anywhere_changes_nothing_there() {
    let whole = Db::solved(11, &[]);
    let part = Db::solved(11, &["--down-to", "20"]);
    // What another run has under way.
    for name in [
        "level-019/work",
        "level-019/positions/incoming",
        "tmp/group/level-018",
        "ascent",
    ] {
        fs::create_dir_all(part.path().join(name)).unwrap();
    }
    for name in [
        "level-019/work/plan.json",
        "level-019/work/run-000000",
        "status.json",
        ".status.json.tmp",
    ] {
        fs::write(part.path().join(name), "of another").unwrap();
    }
    let mut stopped = 0;
    for round in 0..24 {
        let db = Db::unborn();
        let child = db.start(11, &["--threads", "1"]);
        db.wait_until_locked();
        for _ in 0..5 * round {
            let seen = names(db.path());
            let is_over = || db.level(0).join("manifest.json").exists();
            db.wait_until("a file appears or goes", || is_over() || names(db.path()) != seen);
        }
        halt(&child);
        fs::rename(db.path(), db.root().join("moved")).unwrap();
        copy_tree([whole.path(), part.path()][round % 2], db.path());
        let content = everything(db.path());
        send(libc::SIGCONT, &child);
        let ran = Ran::of(child.wait_with_output().unwrap());
        let after = everything(db.path());
        let is_other = |name: &&PathBuf| after.get(*name) != content.get(*name);
        let other: Vec<_> = after.keys().chain(content.keys()).filter(is_other).collect();
        assert!(other.is_empty(), "round {round}: {other:?} changed: {ran:?}");
        if ran.code != Some(0) {
            stopped += 1;
            let sentence = ran.refused(LOCKED);
            assert!(sentence.contains("was moved or replaced"), "round {round}: {sentence}");
        }
    }
    assert!(stopped >= 12, "{stopped} runs were stopped");
}

#[test]
fn a_run_whose_folder_is_replaced_stops_and_leaves_the_other_alone() {
    let db = Db::unborn();
    let child = halted(&db);
    let moved = db.root().join("moved");
    fs::rename(db.path(), &moved).unwrap();
    db.solve(8, &[]).done();
    let content = db.content();
    send(libc::SIGCONT, &child);
    let sentence = Ran::of(child.wait_with_output().unwrap()).refused(LOCKED);
    assert!(sentence.contains("was moved or replaced"), "{sentence}");
    db.assert_same_bytes(&content, "the second writer's");
    let first = Db::solved(12, &[]);
    fs::remove_dir_all(db.path()).unwrap();
    fs::rename(&moved, db.path()).unwrap();
    db.solve(12, &[]).done();
    db.assert_same_bytes(&first.content(), "the first writer's");
}
