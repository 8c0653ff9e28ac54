//! How many positions a two-colour game has, as `estimate` counts them.

use retrograph_referee::ramsey::Brute;
use serde_json::Value;
use shared::process::run;

fn census(args: &[&str]) -> Value {
    run(&[&["estimate"], args, &["--json"]].concat()).json()
}

/// Level by level: numbers of colourings.
fn colourings(reported: &Value) -> Vec<u64> {
    let levels = reported["levels"].as_array().unwrap();
    levels
        .iter()
        .map(|level| level["colourings"].as_str().unwrap().parse().unwrap())
        .collect()
}

/// Levels outside their interval, and levels with one.
fn misses(reported: &Value, known: &[u64]) -> (Vec<usize>, usize) {
    let levels = reported["levels"].as_array().unwrap();
    assert_eq!(levels.len(), known.len());
    let intervals = levels
        .iter()
        .map(|level| serde_json::from_value::<Option<(f64, f64)>>(level["legal"]["interval"].clone()));
    let mut misses = Vec::new();
    let mut asked = 0;
    for (edges, (interval, &known)) in intervals.zip(known).enumerate() {
        if let Some((low, high)) = interval.unwrap() {
            asked += 1;
            misses.extend((known as f64 + 1e-9 < low || known as f64 - 1e-9 > high).then_some(edges));
        }
    }
    (misses, asked)
}

#[test]
fn sim_is_reported_within_its_interval() {
    let reported = census(&["sim"]);
    assert_eq!(
        (&reported["game"], &reported["n"]),
        (&"ramsey-lose:K3".into(), &6.into())
    );
    let known = [1, 1, 2, 7, 25, 64, 166, 303, 500, 489, 415, 193, 71, 12, 1, 0];
    let (misses, asked) = misses(&reported, &known);
    assert!(misses.is_empty() && asked == 15, "{misses:?} of {asked}: {reported}");
    let (low, high): (f64, f64) = serde_json::from_value(reported["legal"]["interval"].clone()).unwrap();
    assert!(low < 2250.0 && 2250.0 < high && high - low < 50.0, "{low} {high}");
    let bound: u64 = colourings(&reported).iter().sum();
    assert_eq!(reported["colourings"], bound.to_string());
}

#[test]
fn all_colourings_are_those_that_brute_force_counts() {
    for (form, without) in [
        ("ramsey-avoid", "ramsey-avoid:K6"),
        ("ramsey-avoid-plus", "ramsey-avoid-plus:K6"),
    ] {
        let reported = census(&[&format!("{form}:K3"), "-n", "5", "--samples", "400"]);
        let levels = Brute::new(without, 5).unwrap().levels();
        let counted: Vec<u64> = levels.iter().map(|counts| counts.unfinished).collect();
        assert_eq!(colourings(&reported), counted);
    }
}

#[test]
fn the_same_seed_tells_the_same_whatever_the_threads() {
    let table = |options: &[&str]| {
        let args = ["estimate", "ramsey-achieve:C4:K3", "-n", "7", "--samples", "400"];
        run(&[&args, options].concat()).done()
    };
    let one = table(&["--seed", "5", "--threads", "1"]);
    assert_eq!(one, table(&["--seed", "5", "--threads", "3"]));
    assert_ne!(one, table(&["--seed", "6"]));
    assert!(
        one.contains("with 99 % confidence") && one.lines().all(|line| line.len() <= 120),
        "{one}"
    );
}

#[test]
fn eighteen_vertices_without_k4_are_reported_in_seconds() {
    let reported = census(&["ramsey-avoid:K4", "-n", "18", "--samples", "400"]);
    // Counted once more with Python: Burnside's lemma, 385 cycle types.
    let bound = "122817954504260150325481627994395745196940238595512818831";
    assert_eq!(reported["colourings"], bound);
    let legal = reported["legal"]["mean"].as_f64().unwrap();
    assert!(1e53 < legal && legal < bound.parse::<f64>().unwrap(), "{legal}");
    assert_eq!(reported["levels"].as_array().unwrap().len(), 154);
}

#[test]
fn what_cannot_be_estimated_is_refused_in_a_sentence() {
    for (args, part) in [
        (&["ramsey-avoid:K3/board=C~", "-n", "4"][..], "complete graph"),
        (&["ramsey-avoid:K3/red=0-1", "-n", "4"], "complete graph"),
        (&["ramsey-avoid:K3", "-n", "21"], "1 to 20 vertices"),
        (&["ramsey-avoid:K3", "-n", "0"], "1 to 20 vertices"),
        (&["ramsey-avoid:hut", "-n", "6"], "'hut'"),
        (&["ramsey-avoid:K3"], "give the number of vertices"),
        (&["sim", "--down-to", "3"], "--down-to"),
        (&["sim", "--memory", "4GiB"], "--memory"),
        (&["triangle", "-n", "8", "--samples", "10"], "--samples"),
        (&["triangle", "-n", "8", "--seed", "1"], "--seed"),
    ] {
        let sentence = run(&[&["estimate"], args].concat()).refused(2);
        assert!(sentence.contains(part), "{args:?}: {sentence}");
    }
    run(&["estimate", "sim", "--samples", "0"]).usage();
}
