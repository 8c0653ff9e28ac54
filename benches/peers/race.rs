//! Whole processes one after the other, round by round, so that a slow minute of the machine slows all of them.

use crate::clock::Cost;
use crate::sample::{Sample, digits};

/// A command line to be measured.
pub struct Runner<'a> {
    /// As it is typed.
    name: String,
    run: Box<dyn FnMut() -> Cost + 'a>,
    costs: Vec<Cost>,
}

impl<'a> Runner<'a> {
    /// `run` runs the command once, checks what it answered, and says what it took.
    pub fn new(name: impl Into<String>, run: impl FnMut() -> Cost + 'a) -> Self {
        Self {
            name: name.into(),
            run: Box::new(run),
            costs: Vec::new(),
        }
    }

    /// Seconds by the clock.
    pub fn wall(&self) -> Sample {
        Sample::new(self.costs.iter().map(|cost| cost.wall.as_secs_f64()))
    }

    /// Seconds of CPU.
    pub fn cpu(&self) -> Sample {
        Sample::new(self.costs.iter().map(|cost| cost.cpu.as_secs_f64()))
    }
}

/// Runs all in turn, `rounds` times, and prints a table in which the first is 1.
pub fn race(rounds: usize, runners: &mut [Runner]) {
    for round in 0..rounds {
        for runner in &mut *runners {
            eprintln!("peers: round {} of {rounds}: {}", round + 1, runner.name);
            runner.costs.push((runner.run)());
        }
    }
    println!("| command, {rounds} times each | wall, s | CPU, s | wall / first | CPU / first |");
    println!("|---|---|---|---|---|");
    let (wall, cpu) = (runners[0].wall().median(), runners[0].cpu().median());
    for runner in runners {
        let (own_wall, own_cpu) = (runner.wall(), runner.cpu());
        println!(
            "| `{}` | {own_wall} | {own_cpu} | {} | {} |",
            runner.name,
            digits(own_wall.median() / wall),
            digits(own_cpu.median() / cpu),
        );
    }
}
