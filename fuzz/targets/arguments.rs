//! Arguments: whatever they are, the program ends with a documented exit code, says why, and writes nowhere but into
//! the folder of `solve`, given with `--db` or named after the game.
//!
//! The input is one argument a line. `{db}` is a solved database, `{labels}` one without positions, `{begun}` one
//! solved half, `{new}` a folder that is not there. Arguments with other slashes are passed over, since the process may
//! be root's; so is what would take long: orders from 8 on, hundreds of threads, the calibration.
#![no_main]

use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::{env, fs};

use libfuzzer_sys::fuzz_target;
use retrograph_fuzz::{content, run_with, scratch, solve};

struct Folders {
    all: PathBuf,
    before: Vec<(PathBuf, u128)>,
}

static FOLDERS: LazyLock<Folders> = LazyLock::new(|| {
    let all = scratch().keep();
    for name in ["cwd", "tmp", "home"] {
        fs::create_dir(all.join(name)).unwrap();
    }
    env::set_current_dir(all.join("cwd")).unwrap();
    // SAFETY: no other thread runs yet.
    unsafe {
        env::set_var("TMPDIR", all.join("tmp"));
        env::set_var("HOME", all.join("home"));
    }
    solve(&all.join("db"), &[]);
    solve(&all.join("labels"), &["--keep", "labels"]);
    solve(&all.join("begun"), &["--down-to", "4"]);
    // What `solve` does to a database at rest: it takes the lock and leaves its folder.
    let before = content(&all);
    Folders { all, before }
});

fuzz_target!(|input: &str| {
    let folders = &*FOLDERS;
    let path = |name: &str| folders.all.join(name).to_str().unwrap().to_string();
    let lines: Vec<&str> = input.split('\n').take(20).collect();
    let solving = lines.contains(&"solve");
    if lines.iter().any(|line| line.contains(['/', '\0']))
        || takes_long(&lines, solving || lines.contains(&"check-game"))
    {
        return;
    }
    let mut arguments: Vec<String> = lines
        .iter()
        .map(|line| {
            ["db", "labels", "begun", "new"]
                .iter()
                .fold(line.to_string(), |text, name| {
                    text.replace(&format!("{{{name}}}"), &path(name))
                })
        })
        .collect();
    if arguments.iter().any(|argument| argument == "estimate") {
        arguments.push("--no-calibration".into());
    }
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let said = run_with(&arguments, b"0-1\n\xff\nDQc");
    assert!(said.code <= 10, "exit code {}", said.code);
    let err = String::from_utf8(said.err).expect("sentences are UTF-8");
    let out = String::from_utf8(said.out).expect("answers are UTF-8");
    // `solve` says what it does, whether it fails or not; the others only what is wrong.
    assert!(
        said.code == 0 || !err.is_empty() || !out.is_empty(),
        "exit code {} and not a word",
        said.code
    );
    assert!(said.code != 0 || solving || err.is_empty(), "{err}");

    let after = content(&folders.all);
    if after != folders.before {
        assert!(solving, "{arguments:?} changed something");
        check_and_restore(folders, &after, &arguments);
    }
});

/// Whether a run would take seconds.
fn takes_long(lines: &[&str], is_work: bool) -> bool {
    is_work
        && lines.iter().any(|line| {
            let number = line.trim_start_matches(|c: char| !c.is_ascii_digit() && c != '{');
            number.parse::<u128>().is_ok_and(|number| number > 7) && !line.contains("memory") && !is_size(lines, line)
        })
}

/// Whether a number follows `--memory`, where any will do.
fn is_size(lines: &[&str], number: &str) -> bool {
    lines.windows(2).any(|pair| pair == ["--memory", number])
}

/// Only the folder given with `--db` changed, or without it one in the working folder, or those above were made; all is
/// put back.
fn check_and_restore(folders: &Folders, after: &[(PathBuf, u128)], arguments: &[&str]) {
    let cwd = folders.all.join("cwd");
    let is_given = arguments.iter().any(|argument| argument.starts_with("--db"));
    let given: Vec<PathBuf> = arguments
        .iter()
        .flat_map(|argument| {
            [
                *argument,
                argument.split_once('=').map_or(*argument, |(_, value)| value),
            ]
        })
        .map(|argument| cwd.join(argument))
        .chain((!is_given).then(|| cwd.clone()))
        .collect();
    let changed = after.iter().filter(|entry| !folders.before.contains(entry));
    let gone = folders
        .before
        .iter()
        .filter(|entry| after.iter().all(|(path, _)| *path != entry.0));
    let mut touched: Vec<&Path> = changed.chain(gone).map(|(path, _)| path.as_path()).collect();
    touched.sort();
    for path in &touched {
        assert!(
            given
                .iter()
                .any(|folder| path.starts_with(folder) || folder.starts_with(path)),
            "{arguments:?} changed {}",
            path.display()
        );
    }
    for name in ["db", "labels", "begun", "cwd"] {
        let folder = folders.all.join(name);
        if folder.exists() && touched.iter().any(|path| path.starts_with(&folder)) {
            fs::remove_dir_all(&folder).unwrap();
            match name {
                "db" => solve(&folder, &[]),
                "labels" => solve(&folder, &["--keep", "labels"]),
                "begun" => solve(&folder, &["--down-to", "4"]),
                "cwd" => {
                    fs::create_dir(&folder).unwrap();
                    env::set_current_dir(&folder).unwrap();
                }
                _ => {}
            }
        }
    }
    // A name that was given may stand beside the others.
    for entry in fs::read_dir(&folders.all).unwrap() {
        let path = entry.unwrap().path();
        let known = ["db", "labels", "begun", "cwd", "tmp", "home"].map(|name| folders.all.join(name));
        if !known.contains(&path) {
            let is_folder = path.is_dir() && !path.is_symlink();
            let removed = if is_folder {
                fs::remove_dir_all(&path)
            } else {
                fs::remove_file(&path)
            };
            removed.unwrap();
        }
    }
    assert_eq!(content(&folders.all), folders.before);
}
