//! kill -9 at random instants costs time only.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use retrograph_judge::rng::SplitMix64;
use shared::process::{Db, least_memory, run, start};

/// What an undisturbed run leaves, the rows of its `stats`, and how long it took.
struct Undisturbed {
    n: u32,
    keep: &'static str,
    content: BTreeMap<PathBuf, Vec<u8>>,
    rows: Vec<String>,
    took: Duration,
}

impl Undisturbed {
    fn of(n: u32, keep: &'static str) -> Undisturbed {
        let begin = Instant::now();
        let db = if n > 12 { Db::unborn() } else { Db::in_memory() };
        db.solve(n, &["--keep", keep]).done();
        let took = begin.elapsed();
        Undisturbed {
            n,
            keep,
            content: db.content(),
            rows: rows(&db),
            took,
        }
    }

    /// Asserts that only what is sealed can be seen, and that it is right; the number of levels.
    fn assert_only_sealed_levels(&self, db: &Db) -> usize {
        if !db.path().join("retrograph.json").exists() {
            run(&["stats", "--db", db.text()]).refused(5);
            return 0;
        }
        let seen = rows(db);
        assert_eq!(seen, self.rows[..seen.len()]);
        assert!(db.run("verify", &[]).done().ends_with(" sound\n"));
        seen.len() - 1
    }
}

fn rows(db: &Db) -> Vec<String> {
    let csv = db.run("stats", &["--format", "csv"]).done();
    csv.lines().map(String::from).collect()
}

/// Any way to run: threads, and memory from the least accepted up.
fn any_way(rng: &mut SplitMix64) -> Vec<String> {
    let threads = 1 + rng.below(3);
    let memory = match rng.below(2) {
        0 => least_memory(threads),
        // 84 MiB are enough for four threads.
        _ => format!("{}MiB", 100 + rng.below(925)),
    };
    let checkpoint = ["0", "1", "180"][rng.below(3)];
    let way = [
        "--threads",
        &threads.to_string(),
        "--memory",
        &memory,
        "--checkpoint",
        checkpoint,
    ];
    way.map(String::from).to_vec()
}

/// Starts the run and kills it after `delay`; whether it was still running.
fn killed(db: &Db, expected: &Undisturbed, way: &[String], delay: Duration) -> bool {
    let n = expected.n.to_string();
    let mut args = vec![
        "solve",
        "triangle",
        "-n",
        &n,
        "--db",
        db.text(),
        "--keep",
        expected.keep,
    ];
    args.extend(way.iter().map(String::as_str));
    let mut child = start(&args);
    std::thread::sleep(delay);
    let running = child.try_wait().unwrap().is_none();
    // SIGKILL: the program has no chance to tidy up.
    child.kill().unwrap();
    child.wait().unwrap();
    running
}

/// Kills runs and what goes on from them, in ever other ways, until there have been so many kills.
fn kill_at_random(seed: u64, kills: u32, orders: &[u32]) {
    let mut rng = SplitMix64::new(seed);
    let kinds = orders
        .iter()
        .flat_map(|&n| ["positions", "labels"].map(|keep| Undisturbed::of(n, keep)));
    let kinds: Vec<Undisturbed> = kinds.collect();
    let (mut hits, mut runs) = (0, 0);
    let mut sealed = vec![];
    while hits < kills && runs < 3 * kills {
        let expected = &kinds[rng.below(kinds.len())];
        let db = Db::in_memory();
        let mut ways = vec![];
        let mut seen = 0;
        loop {
            let way = any_way(&mut rng);
            let instant = expected.took.mul_f64(rng.below(1000) as f64 / 1000.0);
            let hit = killed(&db, expected, &way, instant);
            hits += u32::from(hit);
            runs += 1;
            ways.push((way, instant, hit));
            let now = expected.assert_only_sealed_levels(&db);
            assert!(now >= seen, "{now} levels after {seen}: {ways:?}");
            seen = now;
            if !hit || rng.below(2) == 0 {
                break;
            }
        }
        sealed.push(seen);
        let way = any_way(&mut rng);
        let mut options = vec!["--keep", expected.keep];
        options.extend(way.iter().map(String::as_str));
        db.solve(expected.n, &options).done();
        let how = format!("n = {}, {} kept: {ways:?}, then {way:?}", expected.n, expected.keep);
        db.assert_same_bytes(&expected.content, &how);
    }
    println!(
        "{hits} kills hit a running process, of {runs}; levels sealed when {} runs were let go on: {sealed:?}",
        sealed.len()
    );
    assert!(
        hits >= kills.min(4),
        "{hits} of {runs} runs were killed before they had ended"
    );
}

#[test]
fn a_kill_at_any_instant_costs_time_only() {
    kill_at_random(1, 12, &[10, 11]);
}

#[test]
#[ignore = "takes long: 200 kills"]
fn two_hundred_kills_cost_time_only() {
    kill_at_random(2, 200, &[10, 11, 12]);
}

/// Kills a run and what goes on from it after ever longer delays, from `first` parts of an undisturbed run on.
fn kill_again_and_again(db: &Db, expected: &Undisturbed, first: f64, way: &[&str]) {
    let way: Vec<String> = way.iter().map(|&word| word.into()).collect();
    let (mut kills, mut sealed) = (0, 0);
    // Ever longer: a machine that was fast before and is slow now gets there too.
    for step in 1..200 {
        if !killed(
            db,
            expected,
            &way,
            expected.took.mul_f64(first + 0.02 * f64::from(step)),
        ) {
            break;
        }
        kills += 1;
        let now = expected.assert_only_sealed_levels(db);
        assert!(now >= sealed, "kill {kills}: {now} levels after {sealed}");
        sealed = now;
    }
    println!("n = {}: {kills} kills of one run", expected.n);
    assert!(kills > 0);
    db.solve(expected.n, &["--keep", expected.keep]).done();
    db.assert_same_bytes(&expected.content, &format!("killed {kills} times"));
}

#[test]
fn kill_after_kill_the_run_gets_there() {
    for keep in ["positions", "labels"] {
        kill_again_and_again(&Db::in_memory(), &Undisturbed::of(11, keep), 0.06, &[]);
    }
}

/// Levels that do not fit the sort buffer, gone on with inside.
#[test]
#[ignore = "takes long: n = 13"]
fn kill_after_kill_within_large_levels_the_run_gets_there() {
    let way = ["--memory", "88MiB", "--threads", "2", "--checkpoint", "0"];
    kill_again_and_again(&Db::unborn(), &Undisturbed::of(13, "positions"), 0.0, &way);
}
