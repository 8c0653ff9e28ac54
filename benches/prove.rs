//! What a theorem takes: CPU seconds of `prove` without and with a proof, and of `check-proof`, as a Markdown table
//! beside the published times.
//!
//! `cargo bench --bench prove` measures what takes seconds; with `--long` also what takes minutes; with another word,
//! the games whose commands have it.

#[path = "peers/clock.rs"]
#[allow(dead_code, reason = "the other bench needs more of it")]
mod clock;

use std::process::Command;
use std::time::Duration;

use clock::Cost;
use serde_json::Value;

/// A command line after `prove`, and the seconds that a publication gives for the same answer.
type Row = (&'static str, Option<f64>);

/// Published times are those of M. Stojakovic and N. Trkulja (arXiv 1708.07579; Java, Xeon at 3.7 GHz, wall time), of
/// N. Bowler and F. Gut (arXiv 2309.02132; Python, n >= 17 and 21 moves), and of P. Gordinowicz and P. Pralat (small
/// on-line Ramsey numbers, 2018; CPU time).
const QUICK: &[Row] = &[
    ("maker-breaker:hamilton-cycle -n 8", Some(2.0)),
    ("maker-breaker:hamilton-cycle -n 8 --starter breaker", Some(3.0)),
    ("maker-breaker:hamilton-cycle -n 9", Some(30.0)),
    ("maker-breaker:hamilton-cycle -n 9 --starter breaker", Some(68.0)),
    ("maker-breaker:hamilton-path:0-1 -n 8", Some(110.0)),
    ("maker-breaker:hamilton-path:0-1 -n 8 --starter breaker", Some(230.0)),
    ("maker-breaker:hamilton-path:0-1 -n 9", Some(3_990.0)),
    ("maker-breaker:hamilton-path:0-1 -n 9 --starter breaker", Some(16_286.0)),
    ("maker-breaker:hamilton-connected -n 9", None),
    ("maker-breaker:hamilton-connected -n 9 --starter breaker", None),
    ("ramsey-achieve:K4 --fresh 11 --moves 16", Some(12.0 * 3_600.0)),
    ("online-ramsey:K3,K3", None),
    ("online-ramsey:K3,K4", Some(30.0 * 60.0)),
    ("triangle -n 12", None),
    ("triangle -n 13", None),
    ("triangle -n 14", None),
];

const LONG: &[Row] = &[
    ("maker-breaker:hamilton-cycle -n 10", None),
    ("maker-breaker:hamilton-cycle -n 10 --starter breaker", None),
    ("online-ramsey:paw,K4", None),
    ("online-ramsey:C4,K4 --rounds 18 --commit none", None),
];

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let is_long = words.iter().any(|word| word == "--long");
    let words: Vec<&String> = words.iter().filter(|word| !word.starts_with("--")).collect();
    let rows = QUICK.iter().chain(LONG.iter().filter(|_| is_long));
    let rows = rows.filter(|(command, _)| words.iter().all(|word| command.contains(word.as_str())));
    println!("| `prove` | nodes | search | with proof | bytes | `check-proof` | published | ratio |");
    println!("|---|---|---|---|---|---|---|---|");
    for &(command, published) in rows {
        measure(command, published);
    }
}

fn measure(command: &str, published: Option<f64>) {
    let folder = tempfile::tempdir().expect("a folder for the proof");
    let file = folder.path().join("proof");
    let file = file.to_str().expect("a name in UTF-8");
    let (search, said) = retrograph(&format!("prove {command} --json"));
    let (proved, with_proof) = retrograph(&format!("prove {command} --json --proof {file}"));
    let (checked, _) = match with_proof["proof_bytes"].is_null() {
        true => (None, Value::Null),
        false => {
            let (cost, said) = retrograph(&format!("check-proof {file} --json"));
            (Some(cost), said)
        }
    };
    let seconds = |time: Duration| format!("{:.2}", time.as_secs_f64());
    let number = |value: &Value| value.as_u64().map_or("-".into(), |number| number.to_string());
    let ratio = published.map(|published| published / search.cpu.as_secs_f64());
    println!(
        "| `{command}` | {} | {} | {} | {} | {} | {} | {} |",
        number(&said["nodes"]),
        seconds(search.cpu),
        seconds(proved.cpu),
        number(&with_proof["proof_bytes"]),
        checked.map_or("-".into(), |cost| seconds(cost.cpu)),
        published.map_or("-".into(), |published| published.to_string()),
        ratio.map_or("-".into(), |ratio| format!("{ratio:.0}")),
    );
}

/// Runs the program, whose arguments have no blanks.
fn retrograph(arguments: &str) -> (Cost, Value) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_retrograph"));
    command.args(arguments.split(' '));
    let (cost, output) = clock::run(&mut command);
    let said = serde_json::from_slice(&output.stdout).expect("JSON");
    (cost, said)
}
