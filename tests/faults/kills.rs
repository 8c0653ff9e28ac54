//! kill -9 after random calls costs time only.

use std::collections::BTreeMap;
use std::path::PathBuf;

use retrograph_referee::rng::SplitMix64;
use shared::faults::disturb::{Fault, kill_again_and_again};
use shared::faults::{Watched, watch};
use shared::process::{Db, command, least_memory, run};

/// What an undisturbed run leaves, the rows of its `stats`, and how many calls of it change files.
struct Undisturbed {
    game: &'static str,
    n: u32,
    keep: &'static str,
    content: BTreeMap<PathBuf, Vec<u8>>,
    rows: Vec<String>,
    calls: usize,
}

impl Undisturbed {
    fn of((game, n): (&'static str, u32), keep: &'static str) -> Undisturbed {
        let db = if n > 12 { Db::unborn() } else { Db::in_memory() };
        let Watched { ran, calls } = solve(&db, (game, n), keep, &[], None);
        ran.done();
        Undisturbed {
            game,
            n,
            keep,
            content: db.content(),
            rows: rows(&db),
            calls: calls.len(),
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
    let way = ["--threads", &threads.to_string(), "--memory", &memory];
    way.map(String::from).to_vec()
}

fn solve(db: &Db, (game, n): (&str, u32), keep: &str, way: &[String], fault: Option<&Fault>) -> Watched {
    let n = n.to_string();
    let mut args = vec!["solve", game, "-n", &n, "--db", db.text(), "--keep", keep];
    args.extend(way.iter().map(String::as_str));
    watch(db, command(&args), fault)
}

/// Kills runs and what goes on from them, in ever other ways, until there have been so many kills.
fn kill_at_random(seed: u64, kills: u32, games: &[(&'static str, u32)]) {
    let mut rng = SplitMix64::new(seed);
    let kinds = games
        .iter()
        .flat_map(|&game| ["positions", "labels"].map(|keep| Undisturbed::of(game, keep)));
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
            let number = 1 + rng.below(expected.calls);
            let ran = solve(
                &db,
                (expected.game, expected.n),
                expected.keep,
                &way,
                Some(&Fault::kill(number)),
            )
            .ran;
            assert!(matches!(ran.code, None | Some(0)), "{way:?}: {ran:?}");
            let hit = ran.code.is_none();
            hits += u32::from(hit);
            runs += 1;
            ways.push((way, number, hit));
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
        db.solve_game(expected.game, expected.n, &options).done();
        let Undisturbed { game, n, keep, .. } = expected;
        let how = format!("{game}, n = {n}, {keep} kept: {ways:?}, then {way:?}");
        db.assert_same_bytes(&expected.content, &how);
    }
    println!(
        "{hits} kills hit a running process, of {runs}; levels sealed when {} runs were let go on: {sealed:?}",
        sealed.len()
    );
    assert!(hits >= kills, "{hits} of {runs} runs were killed before they had ended");
}

#[test]
fn a_kill_at_any_instant_costs_time_only() {
    kill_at_random(1, 12, &[("triangle", 10), ("triangle", 11)]);
}

/// Levels that are half turns, offers, and positions with a value for either player.
#[test]
fn a_kill_at_any_instant_costs_games_with_a_goal_time_only() {
    kill_at_random(
        2,
        9,
        &[
            ("maker-breaker:contains:K4/bias=1:2", 6),
            ("avoider-enforcer:contains:C4/bias=1:2/monotone", 5),
            ("waiter-client:contains:K3", 6),
        ],
    );
}

#[test]
#[ignore = "takes long: 200 kills"]
fn two_hundred_kills_cost_time_only() {
    kill_at_random(2, 200, &[10, 11, 12].map(|n| ("triangle", n)));
}

fn kill_until_it_is_solved(db: &Db, expected: &Undisturbed, way: &[&str]) {
    let way: Vec<String> = way.iter().map(|&word| word.into()).collect();
    let run = |fault: Option<&Fault>| solve(db, (expected.game, expected.n), expected.keep, &way, fault);
    let mut sealed = 0;
    let kills = kill_again_and_again(expected.calls, run, |kills| {
        let now = expected.assert_only_sealed_levels(db);
        assert!(now >= sealed, "kill {kills}: {now} levels after {sealed}");
        sealed = now;
    });
    println!("n = {}: {kills} kills of one run", expected.n);
    assert!(kills > 3 && sealed > 0, "{kills} kills, {sealed} levels");
    db.assert_same_bytes(&expected.content, format!("killed {kills} times"));
}

#[test]
fn kill_after_kill_the_run_gets_there() {
    for keep in ["positions", "labels"] {
        kill_until_it_is_solved(&Db::in_memory(), &Undisturbed::of(("triangle", 11), keep), &[]);
    }
}

/// Levels that do not fit the sort buffer.
#[test]
#[ignore = "takes long: n = 13"]
fn kill_after_kill_within_large_levels_the_run_gets_there() {
    let way = ["--memory", "88MiB", "--threads", "2"];
    kill_until_it_is_solved(&Db::unborn(), &Undisturbed::of(("triangle", 13), "positions"), &way);
}
