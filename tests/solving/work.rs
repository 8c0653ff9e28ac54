//! `retrograph work`: any number of workers, started and killed at any moment, give the bytes of one run.

use std::collections::BTreeMap;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::Child;
use std::sync::Barrier;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use games::Triangle16;
use retro::{Grain, Keep, Observer, Options, Silent, SolveError, Worker};
use retrograph_referee::rng::SplitMix64;
use retrograph_storage::Database;
use shared::common::pieces::FINE;
use shared::common::{engine, identity};
use shared::faults;
use shared::faults::disturb::{Fault, KILL_AND_REFUSE, disturb, each};
use shared::faults::trace::KINDS;
use shared::process::{Db, Ran, command, names, run, send};

/// The triangle game on so many vertices; the levels with at least this many positions above them are cut.
const N: u32 = 11;
const SMALL: &str = "1000";

/// Where workers begin: the folder with its highest level.
fn begun(options: &[&str]) -> Db {
    let db = Db::unborn();
    db.solve(N, &[&["--down-to", "30"], options].concat()).done();
    db
}

/// Arguments of worker `task` of `tasks`.
fn worker<'a>(db: &'a Db, task: &'a str, tasks: &'a str) -> Vec<&'a str> {
    let own = ["work", "--db", db.text(), "--task", task, "--of", tasks];
    [&own[..], &["--threads", "1", "--small", SMALL]].concat()
}

fn succeed(children: impl IntoIterator<Item = Child>) {
    for child in children {
        Ran::of(child.wait_with_output().unwrap()).closing();
    }
}

fn piped(args: &[&str]) -> Child {
    let mut command = command(args);
    let pipe = std::process::Stdio::piped;
    command.stdout(pipe()).stderr(pipe()).spawn().unwrap()
}

#[test]
fn three_workers_give_the_bytes_of_one_run() {
    for keep in ["positions", "labels"] {
        let whole = Db::solved(N, &["--keep", keep]).content();
        let db = begun(&["--keep", keep]);
        succeed(["0", "1", "2"].map(|task| piped(&worker(&db, task, "3"))));
        db.assert_same_bytes(&whole, keep);
        // Whoever comes late finds everything done.
        let late = run(&worker(&db, "2", "3"));
        assert!(late.closing()[0].contains("The second player wins"), "{late:?}");
    }
}

/// One of three workers, the others of which never come. It does not wait for ten minutes in every step.
#[test]
fn a_worker_makes_the_parts_of_others_that_never_come() {
    let whole = Db::solved(N, &[]).content();
    let db = begun(&[]);
    run(&worker(&db, "1", "3")).closing();
    db.assert_same_bytes(&whole, "alone");
}

/// Workers are killed and stopped when a file appears or goes, whoever did it, and others come with other numbers. The
/// first worker of a round has taken over the signals before that; a later one may be ended by SIGTERM itself.
#[test]
fn workers_may_come_and_go() {
    let whole = Db::solved(N, &[]).content();
    let begun = begun(&[]);
    let mut random = SplitMix64::new(5);
    let (mut killed, mut stopped, mut ended) = (0, 0, 0);
    for round in 0..20 {
        if killed >= 2 && stopped >= 2 && ended >= 2 {
            break;
        }
        let db = Db::copy_of(&begun);
        let come = |random: &mut SplitMix64| {
            let tasks = 1 + random.below(4);
            let (task, tasks) = (random.below(tasks).to_string(), tasks.to_string());
            piped(&[&worker(&db, &task, &tasks)[..], &["--patience", "200ms"]].concat())
        };
        let is_over = || db.level(0).join("manifest.json").exists();
        let mut seen = names(db.path());
        let mut workers = vec![come(&mut random)];
        for turn in 0..30 {
            db.wait_until("a file appears or goes", || is_over() || names(db.path()) != seen);
            if is_over() {
                break;
            }
            let mut child = workers.swap_remove(random.below(workers.len()));
            let signal = [libc::SIGTERM, libc::SIGKILL][(turn + round) % 2];
            send(signal, &child);
            let status = child.wait().unwrap();
            match (status.code(), status.signal()) {
                (None, Some(by)) if by == signal => killed += usize::from(by == libc::SIGKILL),
                (Some(10), None) if signal == libc::SIGTERM => stopped += 1,
                (Some(0), None) => ended += 1,
                _ => panic!("round {round}, turn {turn}: {status}"),
            }
            seen = names(db.path());
            workers.resize_with(3, || come(&mut random));
        }
        ended += workers.len();
        succeed(workers);
        db.assert_same_bytes(&whole, "workers that come and go");
        assert!(db.run("verify", &[]).done().ends_with(" sound\n"));
    }
    let ends = format!("{killed} killed, {stopped} stopped, {ended} ended by themselves");
    println!("{ends}");
    assert!(killed >= 2 && stopped >= 2 && ended >= 2, "{ends}");
}

#[test]
fn the_time_ends_a_worker_and_the_same_command_goes_on() {
    let db = begun(&[]);
    let args = worker(&db, "0", "2");
    let sentence = run(&[&args[..], &["--until", "0s"]].concat()).refused(10);
    assert!(
        sentence.contains("--until") && sentence.contains("--task 0 --of 2"),
        "{sentence}"
    );
    run(&[&args[..], &["--patience", "0s"]].concat()).closing();
}

/// A halted run has the lock: whoever waits for it says so, also where standard error is a file.
#[test]
fn a_worker_says_whom_it_waits_for() {
    let db = begun(&[]);
    let child = db.start(N, &["--threads", "1"]);
    db.wait_until_locked();
    send(libc::SIGSTOP, &child);
    let ran = run(&[&worker(&db, "0", "2")[..], &["--until", "3s"]].concat());
    let said: Vec<_> = ran.err.lines().filter(|line| line.contains("waiting for")).collect();
    let process = format!("waiting for process {} ", child.id());
    assert!(
        said.len() == 1 && said[0].contains(&process) && said[0].contains("has the lock of"),
        "{ran:?}"
    );
    assert_eq!(ran.code, Some(10));
    send(libc::SIGCONT, &child);
    Ran::of(child.wait_with_output().unwrap()).closing();
}

/// Counts what is said while others are waited for, and stops after some words.
struct Waits(AtomicUsize);

impl Observer for Waits {
    fn waits(&self, sentence: &str) {
        assert!(sentence.contains("waiting for"), "{sentence}");
        self.0.fetch_add(1, Relaxed);
    }

    fn stop(&self) -> bool {
        self.0.load(Relaxed) == 3
    }
}

#[test]
fn a_long_wait_is_said_again_and_again() {
    let game = Triangle16::new(N as usize);
    let db = begun(&[]);
    let holder = Database::open(db.path()).unwrap();
    let _guard = holder.lock().unwrap();
    let options = Options {
        down_to: 12,
        memory: 128 << 20,
        threads: 1,
        grain: FINE,
        ..Options::default()
    };
    let worker = Worker {
        options,
        task: 0,
        tasks: 2,
        small: 100,
        patience: Duration::from_secs(60),
        pause: Duration::from_millis(20),
        reminder: Duration::from_millis(50),
    };
    let waits = Waits(AtomicUsize::new(0));
    let ended = engine(&game).work(&Database::open(db.path()).unwrap(), &worker, &waits);
    assert!(matches!(ended, Err(SolveError::Stopped { .. })), "{ended:?}");
    assert_eq!(waits.0.into_inner(), 3);
}

#[test]
fn what_cannot_be_worked_on_is_refused() {
    let none = tempfile::tempdir().unwrap();
    run(&["work", "--db", none.path().to_str().unwrap()]).refused(5);
    let db = begun(&[]);
    for (options, code, words) in [
        (&["--task", "2", "--of", "2"][..], 2, "numbered from 0"),
        (&["--memory", "1MiB"], 9, "too little"),
        (&["--down-to", "60"], 2, "above the highest level"),
    ] {
        let said = db.run("work", options).refused(code);
        assert!(said.contains(words), "{options:?}: {said}");
    }
    for option in [
        ["--until", "5"],
        ["--until", "1 parsec"],
        ["--patience", "soon"],
        ["--of", "0"],
    ] {
        assert!(db.run("work", &option).usage().contains(option[0]), "{option:?}");
    }
    let export = db.root().join("export");
    db.run("export", &["--out", export.to_str().unwrap()]).done();
    let said = run(&["work", "--db", export.to_str().unwrap()]).refused(5);
    assert!(said.contains("read-only"), "{said}");
}

/// A worker is killed at, or refused, every so many-th call that changes a file; the next one ends with the same bytes.
#[test]
fn kills_and_failures_at_any_call_cost_no_bytes() {
    let options = ["--down-to", "15"];
    let whole = Db::solved(N, &options).content();
    let above = Db::unborn();
    above.solve(N, &["--down-to", "18"]).done();
    let begin = || Db::copy_in_memory(&above);
    let run = |db: &Db, fault: Option<&Fault>| {
        let args = [&worker(db, "0", "1")[..], &options].concat();
        faults::watch(db, command(&args), fault)
    };
    let calls = run(&begin(), None).calls;
    let faults = each(&calls, &KINDS, |count| 1 + count / 8, KILL_AND_REFUSE);
    let counts = disturb(&faults, begin, run, |disturbed| {
        assert!(matches!(disturbed.ran.code, None | Some(0 | 1)), "{disturbed}");
        let again = run(&disturbed.db, None).ran;
        assert_eq!(again.code, Some(0), "{disturbed}, then {again:?}");
        disturbed.db.assert_same_bytes(&whole, disturbed);
    });
    println!("{counts}");
    assert!(counts.hits() > 50 && counts.ended() > counts.hits() / 2, "{counts}");
}

/// Levels of many files, shards and ambiguous positions: workers in one process, all of whose steps are cut.
#[test]
fn files_and_shards_are_shared_too() {
    const GAME_N: usize = 11;
    let game = Triangle16::new(GAME_N);
    let options = |grain: Grain| Options {
        down_to: 12,
        memory: 128 << 20,
        threads: 1,
        grain,
        ..Options::default()
    };
    let [whole, shared] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let solve = |folder: &Path| {
        let db = Database::create(&folder.join("db"), &identity(&game, Keep::Positions)).unwrap();
        engine(&game).solve(&db, &options(FINE), &Silent).unwrap();
    };
    solve(whole.path());
    Database::create(&shared.path().join("db"), &identity(&game, Keep::Positions)).unwrap();
    let tasks = 3;
    let together = Barrier::new(tasks);
    std::thread::scope(|scope| {
        for task in 0..tasks {
            let (shared, together, game) = (&shared, &together, &game);
            scope.spawn(move || {
                let db = Database::open(&shared.path().join("db")).unwrap();
                let worker = Worker {
                    options: options(FINE),
                    task,
                    tasks,
                    small: 100,
                    patience: Duration::from_secs(60),
                    pause: Duration::from_millis(20),
                    reminder: Duration::from_secs(600),
                };
                together.wait();
                engine(game).work(&db, &worker, &Silent).unwrap();
            });
        }
    });
    let content = |folder: &tempfile::TempDir| -> BTreeMap<PathBuf, Vec<u8>> {
        let mut files = Db::content_of(&folder.path().join("db"));
        files.retain(|path, _| {
            path.starts_with("level-012") || path.ends_with("manifest.json") || path.ends_with("labels")
        });
        files
    };
    assert!(content(&whole) == content(&shared));
}
