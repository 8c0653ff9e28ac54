//! Where and with what the figures were measured.

use std::fs;
use std::process::Command;

use retrograph_referee::nauty;

use crate::tools::Tools;

/// Prints a list: machine, day, versions.
pub fn describe(tools: Option<&Tools>) {
    let processors = std::thread::available_parallelism().map_or(0, |threads| threads.get());
    println!(
        "* {}, {processors} processors, {}; load before: {} (wall times mean little unless it is near 0)",
        processor().unwrap_or_else(|| "unknown processor".into()),
        first_line("uname", &["-sr"]).unwrap_or_else(|| "unknown kernel".into()),
        load().unwrap_or_else(|| "unknown".into()),
    );
    let day = first_line("date", &["-u", "+%F"]).unwrap_or_else(|| "unknown day".into());
    let commit = ["-C", env!("CARGO_MANIFEST_DIR"), "describe", "--always", "--dirty"];
    let commit = first_line("git", &commit).map_or(String::new(), |commit| format!(" at commit {commit}"));
    println!("* {day}, retrograph {}{commit}", env!("CARGO_PKG_VERSION"));
    println!("* nauty in this process: {}", nauty::version());
    if let Some(tools) = tools {
        let geng = tools.name("geng");
        println!(
            "* {geng}: {}",
            first_line(&geng, &["--version"]).unwrap_or_else(|| "unknown version".into())
        );
    }
    println!();
}

fn processor() -> Option<String> {
    let text = fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_string())
}

/// Processes that ran or waited for a processor, averaged over the last minute.
fn load() -> Option<String> {
    let text = fs::read_to_string("/proc/loadavg").ok()?;
    Some(text.split(' ').next()?.to_string())
}

/// `None` when the command is not there, fails or says nothing.
fn first_line(program: &str, args: &[&str]) -> Option<String> {
    let output = Command::new(program).args(args).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    text.lines()
        .next()
        .filter(|_| output.status.success())
        .map(str::to_string)
}
