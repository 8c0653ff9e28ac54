//! What a shell and `man` are given, and the pages of commands, as a shell runs them.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use shared::process;
use shared::process::{Ran, commands, program, run};

#[test]
fn every_command_shows_examples_of_itself() {
    let commands = commands();
    assert!(commands.len() >= 18, "{commands:?}");
    for command in commands {
        let help = run(&[&command, "--help"]).done();
        let (_, examples) = help
            .split_once("\nExamples:\n")
            .unwrap_or_else(|| panic!("{command}: {help}"));
        assert!(examples.contains(&format!("retrograph {command}")), "{command}");
    }
}

#[test]
fn bash_completes_commands_and_options() {
    let temporary = tempfile::tempdir().unwrap();
    let script = temporary.path().join("retrograph.bash");
    fs::write(&script, run(&["completions", "bash"]).done()).unwrap();
    let complete = |words: &str, index: usize| {
        let ask = format!(
            "source {}; COMP_WORDS=(retrograph {words}); COMP_CWORD={index}; _retrograph retrograph \"${{COMP_WORDS[{index}]}}\" \
             \"${{COMP_WORDS[{index}-1]}}\"; \
             echo \"${{COMPREPLY[@]}}\"",
            script.display()
        );
        let output = Command::new("bash").args(["-c", &ask]).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    assert_eq!(complete("sta", 1), "stats\n");
    assert_eq!(complete("stats --plo", 2), "--plot\n");
    assert_eq!(complete("stats --format lat", 3), "latex\n");
    assert_eq!(complete("solve tri", 2), "triangle triangle/connected\n");
    assert!(complete("prove maker-b", 2).contains("maker-breaker:hamilton-cycle "));
    assert!(complete("counts avoid", 2).starts_with("avoid:"));
    for (shell, word) in [("zsh", "#compdef retrograph"), ("fish", "complete -c retrograph")] {
        let script = run(&["completions", shell]).done();
        assert!(script.contains(word));
        assert!(
            script.contains("bowtie") && script.contains("hamilton-path"),
            "{script}"
        );
        assert!(
            commands().iter().all(|command| script.contains(command.as_str())),
            "{shell}"
        );
    }
    run(&["completions", "csh"]).usage();
}

#[test]
fn every_command_has_a_manual_page() {
    let temporary = tempfile::tempdir().unwrap();
    let folder = temporary.path().join("share/man1");
    let out = folder.to_str().unwrap();
    run(&["man", "--out", out]).done();
    let names: BTreeSet<String> = (commands().iter().map(|command| format!("retrograph-{command}")))
        .chain(["retrograph".into()])
        .collect();
    let found = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let found: BTreeSet<String> = found
        .map(|name| name.strip_suffix(".1").expect(&name).to_string())
        .collect();
    assert_eq!(found, names);
    for name in &names {
        let page = fs::read_to_string(folder.join(format!("{name}.1"))).unwrap();
        assert!(page.contains(&format!(".TH {name} 1 ")), "{name}: {page:.300}");
        assert!(page.contains(".SH SYNOPSIS"), "{name}");
    }
    let page = fs::read_to_string(folder.join("retrograph.1")).unwrap();
    assert_eq!(run(&["man"]).done(), page);
    assert!(page.contains("Exit codes:"), "{page}");
    let sentence = run(&["man", "--out", out]).refused(2);
    assert!(sentence.contains("already exists"), "{sentence}");
    run(&["man", "--out", out, "--force"]).done();
    assert_eq!(fs::read_dir(&folder).unwrap().count(), names.len());
}

/// The fenced blocks of a page: their language and their lines.
fn blocks(page: &str) -> impl Iterator<Item = (&str, &str)> {
    page.split("```")
        .skip(1)
        .step_by(2)
        .map(|block| block.split_once('\n').unwrap())
}

/// What bash prints that runs the lines in a folder and finds the program by its name; it ends at the first one that
/// fails.
#[track_caller]
fn printed(lines: &str, folder: &Path) -> String {
    let programs = Path::new(program()).parent().unwrap().display();
    let mut shell = Command::new("bash");
    shell
        .args(["-eux", "-o", "pipefail", "-c", lines])
        .current_dir(folder)
        .env("PATH", format!("{programs}:{}", std::env::var("PATH").unwrap()))
        .stdin(Stdio::null());
    let ran = Ran::of(shell.output().unwrap());
    let end: Vec<&str> = ran.err.lines().rev().take(5).collect();
    assert_eq!(ran.code, Some(0), "{end:#?}");
    ran.out
}

#[test]
fn the_tutorial_prints_what_it_says() {
    let temporary = tempfile::tempdir_in(process::memory_folder()).unwrap();
    let mut before = None;
    let mut count = 0;
    for (language, lines) in blocks(include_str!("../../docs/tutorial.md")) {
        if language == "text" {
            assert_eq!(before.take().expect("commands before it"), lines);
            count += 1;
            continue;
        }
        assert_eq!((language, &before), ("sh", &None), "{lines}");
        before = Some(printed(lines, temporary.path()));
    }
    assert!(count > 9 && before.is_none());
}

/// The page has every command, and its blocks can be pasted in their order. Lines by hand serve or play until somebody
/// ends them: their options exist, and an earlier line has made what they read.
#[test]
fn the_page_of_commands_can_be_pasted_from_top_to_bottom() {
    let page = include_str!("../../docs/commands.md");
    for command in commands() {
        let shown = |line: &str| line.split_whitespace().take(2).eq(["retrograph", &command]);
        assert!(page.lines().any(shown), "{command}");
    }
    let mut script = String::new();
    let mut by_hand = 0;
    for (language, lines) in blocks(page) {
        if language == "sh" {
            script += lines;
            continue;
        }
        assert_eq!(language, "text", "{lines}");
        for line in lines.lines().filter(|line| line.starts_with("retrograph ")) {
            let line = line.split(" #").next().unwrap();
            script += &format!("{line} --help\n");
            let mut is_read = false;
            for word in line.split_whitespace() {
                if word.starts_with("--") {
                    is_read = ["--db", "--proof", "--opponent"].contains(&word);
                } else if is_read {
                    script += &format!("test -e {word}\n");
                }
            }
            by_hand += 1;
        }
    }
    assert!(by_hand > 3);
    printed(&script, tempfile::tempdir_in(process::memory_folder()).unwrap().path());
}

#[test]
fn the_first_page_prints_what_it_says() {
    let page = include_str!("../../README.md");
    let root = env!("CARGO_MANIFEST_DIR");
    let written = page.lines().map(str::trim).collect::<Vec<_>>();
    let mut seen = 0;
    for line in &written {
        let Some((_, command)) = line
            .split_once("/retrograph ")
            .filter(|_| line.starts_with("./target/"))
        else {
            continue;
        };
        if command.starts_with("serve") {
            continue;
        }
        // The database that `make solve` makes is the archive of the checkout.
        let command = command.replace("--db triangle-12 ", "--db datasets/triangle-12.tar ");
        for said in printed(&format!("retrograph {command}"), Path::new(root)).lines() {
            assert!(written.contains(&said.trim()), "{command} prints {said:?}");
            seen += 1;
        }
    }
    assert_eq!(seen, 8);
}
