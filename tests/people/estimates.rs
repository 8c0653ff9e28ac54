//! `retrograph estimate`: what a run will take.

use serde_json::json;
use shared::process;
use shared::process::{Db, run};

const BY_EDGES: &str = include_str!("../../datasets/triangle_free_by_edges.csv");

#[test]
fn estimates_add_up_to_the_published_totals() {
    for (n, total) in [
        ("16", 581_460_254_001u64),
        ("13", 20_797_002),
        ("17", 31_720_840_164_950),
    ] {
        let reported = run(&["estimate", "triangle", "-n", n, "--no-calibration", "--json"]).json();
        let levels = reported["levels"].as_array().unwrap();
        let sum: u64 = levels.iter().map(|level| level["positions"].as_u64().unwrap()).sum();
        assert_eq!((sum, &reported["positions"]), (total, &json!(total)));
        assert!(reported["cpu_hours"].as_f64().unwrap() > 0.0);
    }
    let reported = run(&["estimate", "triangle", "-n", "13", "--no-calibration", "--json"]).json();
    let levels: Vec<String> = (reported["levels"].as_array().unwrap().iter().rev())
        .map(|level| format!("13,{},{}", level["edges"], level["positions"]))
        .collect();
    let published: Vec<&str> = BY_EDGES.lines().filter(|line| line.starts_with("13,")).collect();
    assert_eq!(levels, published);
    let table = run(&["estimate", "triangle", "-n", "16", "--no-calibration"]).done();
    assert!(table.contains("581,460,254,001"), "{table}");
}

#[test]
fn an_estimate_foretells_the_bytes_of_a_solution() {
    // The published counts are exact, and bytes do not depend on the machine.
    let db = Db::solved(10, &[]);
    let solved = db.run("info", &["--json"]).json();
    let reported = run(&["estimate", "triangle", "-n", "10", "--no-calibration", "--json"]).json();
    let sum = |name: &str| -> f64 {
        let levels = reported["levels"].as_array().unwrap().iter();
        levels.map(|level| level[name].as_f64().unwrap()).sum()
    };
    for name in ["level_bytes", "label_function_bytes"] {
        let error = sum(name) / solved[name].as_f64().unwrap() - 1.0;
        assert!(error.abs() < 0.3, "{name}: {error}");
    }
}

#[test]
fn an_estimate_measures_the_machine_and_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = process::command(&[
        "estimate",
        "triangle",
        "-n",
        "16",
        "--down-to",
        "42",
        "--threads",
        "3",
        "--json",
    ]);
    let ran = process::Ran::of(command.env("TMPDIR", folder.path()).output().unwrap());
    let reported = ran.json();
    assert_eq!(
        [&reported["down_to"], &reported["threads"], &reported["costs"]["origin"]],
        [&json!(42), &json!(3), &json!("calibrated")]
    );
    assert_eq!(reported["levels"].as_array().unwrap().len(), 64 - 42 + 1);
    for cost in ["measured_cpu_seconds", "cpu_us_per_level", "cpu_us_per_position"] {
        assert!(reported["costs"][cost].as_f64().unwrap() > 0.0, "{reported}");
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

/// The most memory that a command has held, in bytes.
#[expect(clippy::zombie_processes, reason = "wait4 waits for it")]
fn peak(args: &[&str]) -> u64 {
    let child = process::start(args);
    let mut status = 0;
    // SAFETY: plain system call with room for its answers; nobody else waits for the child.
    let used = unsafe {
        let mut used: libc::rusage = std::mem::zeroed();
        let id = child.id() as libc::pid_t;
        assert_eq!(libc::wait4(id, &mut status, 0, &mut used), id);
        used
    };
    assert_eq!(status, 0);
    used.ru_maxrss as u64 * 1024
}

#[test]
fn an_estimate_keeps_to_its_memory() {
    // The largest label function has 9.4 GiB.
    for (option, bytes) in [("100MiB", 100 << 20), ("300MiB", 300 << 20)] {
        let args = ["estimate", "triangle", "-n", "16", "--threads", "1", "--memory", option];
        let peak = peak(&args);
        assert!(peak <= bytes, "{peak} bytes of {bytes}");
    }
    let text = run(&[
        "estimate",
        "triangle",
        "-n",
        "16",
        "--no-calibration",
        "--memory",
        "8GiB",
    ])
    .done();
    assert!(
        text.contains("up to the limit of 8.00 GiB, and beside it, mapped from disk,")
            && text.contains("the largest label function, 9.3")
            && text.contains("; with less memory the run is slower"),
        "{text}"
    );
}

#[test]
fn an_estimate_without_a_temporary_folder_says_what_to_do() {
    let mut command = process::command(&["estimate", "triangle", "-n", "12"]);
    let ran = process::Ran::of(command.env("TMPDIR", "/nowhere").output().unwrap());
    assert_eq!((ran.code, ran.out.as_str()), (Some(1), ""));
    assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
    assert!(
        ran.err.contains("/nowhere") && ran.err.contains("--no-calibration"),
        "{}",
        ran.err
    );
    // What needs no folder works without one.
    let mut command = process::command(&["estimate", "triangle", "-n", "12", "--no-calibration"]);
    let ran = process::Ran::of(command.env("TMPDIR", "/nowhere").output().unwrap());
    assert!(ran.done().contains("1,262,180"));
}

#[test]
fn estimates_of_other_games_are_refused() {
    let sentence = run(&["estimate", "avoid:C4", "-n", "9"]).refused(2);
    assert!(
        sentence.contains("'avoid:C4'") && sentence.contains("only for 'triangle'"),
        "{sentence}"
    );
}
