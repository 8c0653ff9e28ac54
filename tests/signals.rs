//! SIGINT and SIGTERM: a clean end at any instant, from which the same command goes on to the same bytes.

mod process;

use std::os::unix::process::ExitStatusExt;
use std::time::Instant;

use process::{Db, Ran, send};
use retrograph_judge::rng::SplitMix64;

const STOPPED: i32 = 10;

fn stop_again_and_again(n: u32, options: &[&str], seed: u64) {
    let begin = Instant::now();
    let whole = Db::solved(n, options);
    let took = begin.elapsed();
    let expected = whole.content();
    let stats = whole.run("stats", &["--format", "csv"]).done();
    let mut rng = SplitMix64::new(seed);
    let mut stops = Vec::new();
    let db = Db::unborn();
    // Ever longer: a run that stops always before it has sealed a level would never end.
    for step in 0..100 {
        let child = db.start(n, options);
        db.wait_until_locked();
        let part = rng.below(1000) as f64 / 5000.0 + f64::from(step) / 50.0;
        std::thread::sleep(took.mul_f64(part));
        let signal = [libc::SIGINT, libc::SIGTERM][rng.below(2)];
        send(signal, &child);
        let ran = Ran::of(child.wait_with_output().unwrap());
        if ran.code == Some(0) {
            break;
        }
        let sentence = ran.refused(STOPPED);
        assert!(
            sentence.starts_with("stopped on request") && sentence.contains("run the same command again"),
            "{sentence}"
        );
        // The lock is let go of, and what is seen is sealed and right.
        assert_eq!(std::fs::read(db.path().join("lock")).unwrap(), b"");
        let seen = db.run("stats", &["--format", "csv"]).done();
        assert!(stats.starts_with(&seen), "{seen}");
        assert!(db.run("verify", &[]).done().ends_with(" sound\n"));
        stops.push(seen.lines().count() - 1);
    }
    println!("n = {n} {options:?}: stopped with so many levels sealed: {stops:?}");
    assert!(stops.len() >= 2);
    db.solve(n, options).done();
    db.assert_same_bytes(&expected, &format!("stopped with {stops:?} levels"));
}

#[test]
fn a_signal_at_any_instant_stops_cleanly() {
    stop_again_and_again(11, &[], 1);
    stop_again_and_again(11, &["--keep", "labels", "--threads", "3"], 2);
}

#[test]
#[ignore = "minutes"]
fn signals_at_many_instants() {
    for seed in 10..30 {
        stop_again_and_again(11, &[], seed);
    }
    for seed in 30..40 {
        stop_again_and_again(12, &["--memory", "88MiB"], seed);
    }
}

#[test]
fn a_second_signal_kills() {
    // Both are there before the run can ask: it cannot while it is halted.
    let db = Db::unborn();
    let child = db.start(12, &[]);
    db.wait_until_locked();
    send(libc::SIGSTOP, &child);
    send(libc::SIGINT, &child);
    send(libc::SIGTERM, &child);
    send(libc::SIGCONT, &child);
    let status = child.wait_with_output().unwrap().status;
    let signal = status.signal().expect("killed");
    assert!([libc::SIGINT, libc::SIGTERM].contains(&signal), "{status}");
    db.solve(12, &[]).done();
}
