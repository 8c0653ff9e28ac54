//! The same bytes whatever the threads, the memory and the interruptions.

mod process;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use process::{Db, run, start};

/// The smallest limit accepted, from the sentence that refuses less.
fn least_memory(threads: usize) -> String {
    let db = Db::unborn();
    let sentence = db
        .solve(5, &["--memory", "1", "--threads", &threads.to_string()])
        .refused(9);
    let (_, rest) = sentence.split_once("--memory ").unwrap();
    rest.split_once(' ').unwrap().0.to_string()
}

fn assert_same_for_all(n: u32, ways: &[(usize, Option<&str>)], options: &[&str]) {
    let expected = Db::solved(n, options).content();
    for &(threads, memory) in ways {
        let least = least_memory(threads);
        let memory = memory.unwrap_or(&least);
        let threads = threads.to_string();
        let way = ["--threads", &threads, "--memory", memory];
        Db::solved(n, &[&way, options].concat()).assert_same_bytes(&expected, &format!("n = {n}: {way:?}"));
    }
}

#[test]
fn threads_and_memory_do_not_matter() {
    assert_same_for_all(
        10,
        &[
            (1, None),
            (1, Some("1GiB")),
            (2, None),
            (2, Some("1GiB")),
            (5, None),
            (5, Some("1GiB")),
        ],
        &[],
    );
    assert_same_for_all(11, &[(1, None), (5, Some("1GiB"))], &[]);
    assert_same_for_all(11, &[(2, None)], &["--keep", "labels"]);
}

#[test]
fn solving_in_steps_does_not_matter() {
    let whole = Db::solved(10, &[]).content();
    let db = Db::unborn();
    for (step, level) in (0..=25).rev().step_by(4).enumerate() {
        let threads = (step % 3 + 1).to_string();
        db.solve(10, &["--down-to", &level.to_string(), "--threads", &threads])
            .done();
    }
    db.solve(10, &[]).done();
    db.assert_same_bytes(&whole, "in steps");
}

/// The instants of a run, as parts of its whole duration.
const INSTANTS: [f64; 12] = [0.01, 0.05, 0.11, 0.19, 0.28, 0.36, 0.45, 0.57, 0.66, 0.78, 0.87, 0.96];

/// What an undisturbed run leaves, the rows of its `stats`, and how long it took.
struct Undisturbed {
    content: BTreeMap<PathBuf, Vec<u8>>,
    rows: Vec<String>,
    took: Duration,
}

fn rows(db: &Db) -> Vec<String> {
    let csv = db.run("stats", &["--format", "csv"]).done();
    csv.lines().map(String::from).collect()
}

fn undisturbed(options: &[&str]) -> Undisturbed {
    let begin = Instant::now();
    let db = Db::solved(11, options);
    let took = begin.elapsed();
    Undisturbed {
        content: db.content(),
        rows: rows(&db),
        took,
    }
}

/// Starts the run and kills it after `delay`; whether it was still running.
fn killed(db: &Db, options: &[&str], delay: Duration) -> bool {
    let mut child = start(&[&["solve", "triangle", "-n", "11", "--db", db.text()], options].concat());
    std::thread::sleep(delay);
    let running = child.try_wait().unwrap().is_none();
    // SIGKILL: the program has no chance to tidy up.
    child.kill().unwrap();
    child.wait().unwrap();
    running
}

/// Asserts that only what is sealed can be seen, and that it is right; the number of levels.
fn assert_only_sealed_levels(db: &Db, expected: &Undisturbed) -> usize {
    if !db.path().join("retrograph.json").exists() {
        run(&["stats", "--db", db.text()]).refused(5);
        return 0;
    }
    let seen = rows(db);
    assert_eq!(seen, expected.rows[..seen.len()]);
    assert!(db.run("verify", &[]).done().ends_with(" sound\n"));
    seen.len() - 1
}

fn kill_once_and_resume(options: &[&str]) {
    let expected = undisturbed(options);
    let (mut kills, mut seen) = (0, Vec::new());
    for instant in INSTANTS {
        let db = Db::unborn();
        kills += u32::from(killed(&db, options, expected.took.mul_f64(instant)));
        seen.push(assert_only_sealed_levels(&db, &expected));
        db.solve(11, options).done();
        db.assert_same_bytes(
            &expected.content,
            &format!("killed after {instant} of the run, levels sealed at each kill: {seen:?}"),
        );
    }
    println!("{kills} kills, levels sealed at each: {seen:?}");
    assert!(kills >= 2, "{kills} runs of 12 were killed before they had ended");
}

fn kill_again_and_again(options: &[&str]) {
    let expected = undisturbed(options);
    let db = Db::unborn();
    let (mut kills, mut sealed) = (0, 0);
    // Ever longer: a machine that was fast before and is slow now gets there too.
    for step in 1..200 {
        if !killed(&db, options, expected.took.mul_f64(0.06 + 0.005 * f64::from(step))) {
            break;
        }
        kills += 1;
        let now = assert_only_sealed_levels(&db, &expected);
        assert!(now >= sealed, "kill {kills}: {now} levels after {sealed}");
        sealed = now;
    }
    println!("{kills} kills");
    assert!(kills > 0);
    db.solve(11, options).done();
    db.assert_same_bytes(&expected.content, &format!("killed {kills} times"));
}

#[test]
fn a_kill_at_any_instant_costs_time_only() {
    kill_once_and_resume(&[]);
}

#[test]
fn a_kill_at_any_instant_costs_time_only_with_labels_alone() {
    kill_once_and_resume(&["--keep", "labels"]);
}

#[test]
fn kill_after_kill_the_run_gets_there() {
    kill_again_and_again(&[]);
    kill_again_and_again(&["--keep", "labels"]);
}
