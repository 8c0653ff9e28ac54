//! Rivals beside ours on the same machine in the same run, as Markdown: `make bench-peers`.
//!
//! The rivals are McKay's nauty, as a library and as command line tools, and with the latter the method by which the
//! game on 16 vertices was first solved. Whatever is compared is first checked to be equal. Figures are medians, with
//! the least and the largest in brackets. About 10 minutes on 2 cores; `--quick` takes smaller games, in seconds, only
//! to try this program.

use std::cell::RefCell;
use std::env;
use std::process::ExitCode;

mod canonical;
mod clock;
#[path = "../common/graphs.rs"]
mod graphs;
mod machine;
mod query;
mod race;
#[path = "../common/records.rs"]
mod records;
mod sample;
mod solve;
mod tools;

use base::units::grouped;

use query::Questions;
use race::{Runner, race};
use solve::{Solved, generate, level_by_level};
use tools::Tools;

/// What is measured, and how often.
struct Plan {
    canonical_rounds: usize,
    /// Vertices of the whole solutions by either method.
    method: usize,
    method_rounds: usize,
    /// Vertices of the other whole processes.
    whole: usize,
    whole_rounds: usize,
    questions: u64,
    question_rounds: usize,
}

const FULL: Plan = Plan {
    canonical_rounds: 51,
    method: 12,
    method_rounds: 3,
    whole: 13,
    whole_rounds: 3,
    questions: 300_000,
    question_rounds: 9,
};

const QUICK: Plan = Plan {
    canonical_rounds: 5,
    method: 10,
    method_rounds: 3,
    whole: 11,
    whole_rounds: 3,
    questions: 30_000,
    question_rounds: 3,
};

fn main() -> ExitCode {
    let mut plan = FULL;
    for argument in env::args().skip(1) {
        match argument.as_str() {
            // cargo gives it to every bench.
            "--bench" => {}
            "--quick" => plan = QUICK,
            _ => {
                eprintln!("peers: '{argument}' is unknown; the only option is --quick");
                return ExitCode::from(2);
            }
        }
    }
    let tools = Tools::find();
    if tools.is_none() {
        eprintln!("peers: nauty's command line tools are left out: install the package nauty (Debian's name)");
    }
    machine::describe(tools.as_ref());
    println!("### Canonical form: CPU time a graph\n");
    canonical::compare(plan.canonical_rounds);
    if let Some(tools) = &tools {
        println!("\n### The method of 2012\n");
        methods(&plan, tools);
    }
    println!("\n### Whole processes\n");
    let solved = whole(&plan, tools.as_ref());
    println!("\n### Queries on standard input\n");
    queries(&plan, tools.as_ref(), &solved);
    ExitCode::SUCCESS
}

/// A solution by `retrograph solve` beside one by nauty's tools.
fn methods(plan: &Plan, tools: &Tools) {
    let n = plan.method;
    let latest = RefCell::new(None);
    let latest = &latest;
    let mut runners = vec![solver(n, &[], latest)];
    for how in ["whole", "apart"] {
        runners.push(Runner::new(format!("level_by_level.sh {n} {how}"), move || {
            level_by_level(how, tools, latest.borrow().as_ref().unwrap())
        }));
    }
    race(plan.method_rounds, &mut runners);
}

/// A solution on one thread and on two, beside only generating the positions. Gives the last solution.
fn whole(plan: &Plan, tools: Option<&Tools>) -> Solved {
    let n = plan.whole;
    let latest = RefCell::new(None);
    let mut runners = vec![solver(n, &["--threads", "1"], &latest)];
    if let Some(tools) = tools {
        let latest = &latest;
        runners.push(Runner::new(format!("geng -t -u {n}"), move || {
            generate(tools, latest.borrow().as_ref().unwrap())
        }));
    }
    runners.push(solver(n, &["--threads", "2"], &latest));
    race(plan.whole_rounds, &mut runners);
    drop(runners);
    latest.into_inner().unwrap()
}

/// `retrograph solve`, which leaves its solution in `latest`.
fn solver<'a>(n: usize, options: &'a [&str], latest: &'a RefCell<Option<Solved>>) -> Runner<'a> {
    let name = format!("retrograph solve triangle -n {n} {}", options.join(" "));
    Runner::new(name.trim_end(), move || {
        let (cost, solved) = Solved::measure(n, options);
        latest.replace(Some(solved));
        cost
    })
}

/// Values by `retrograph query` beside canonical forms by `labelg`, both on one thread.
fn queries(plan: &Plan, tools: Option<&Tools>, solved: &Solved) {
    let questions = Questions::new(solved, plan.questions);
    // Both files are in the page cache from here on.
    questions.ask();
    let mut runners = vec![Runner::new("retrograph query", || questions.ask())];
    if let Some(tools) = tools {
        runners.push(Runner::new("labelg -q", || questions.label(tools)));
    }
    race(plan.question_rounds, &mut runners);
    let positions = questions.count() as f64;
    let rate = |seconds: f64| grouped(1000 * (positions / seconds / 1000.0).round() as u64);
    println!(
        "\n{} positions on {} vertices: {} a second of CPU, {} a second by the clock.",
        grouped(questions.count() as u64),
        solved.order(),
        rate(runners[0].cpu().median()),
        rate(runners[0].wall().median()),
    );
}
