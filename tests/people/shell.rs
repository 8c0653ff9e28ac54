//! What a shell and `man` are given, and the tutorial, as a shell runs it.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use shared::process;
use shared::process::{program, run};

/// The commands that `--help` lists.
fn commands() -> Vec<String> {
    let help = run(&["--help"]).done();
    let (_, list) = help.split_once("Commands:\n").unwrap();
    let (list, _) = list.split_once("\n\n").unwrap();
    let names = list
        .lines()
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names = names.map(|line| line.split_whitespace().next().unwrap().to_string());
    names.filter(|name| name != "help").collect()
}

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
    for (shell, word) in [("zsh", "#compdef retrograph"), ("fish", "complete -c retrograph")] {
        let script = run(&["completions", shell]).done();
        assert!(script.contains(word));
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

#[test]
fn make_install_puts_everything_under_a_prefix() {
    let temporary = tempfile::tempdir().unwrap();
    let prefix = temporary.path().join("usr");
    let mut make = Command::new("make");
    make.current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["-o", "build", "install"])
        .arg(format!("PREFIX={}", prefix.display()))
        .arg(format!("RETROGRAPH={}", program()));
    for _ in 0..2 {
        let output = make.output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    let installed = Command::new(prefix.join("bin/retrograph"))
        .arg("--version")
        .output()
        .unwrap();
    assert_eq!(
        installed.stdout,
        format!("retrograph {}\n", env!("CARGO_PKG_VERSION")).into_bytes()
    );
    for file in [
        "share/man/man1/retrograph-solve.1",
        "share/bash-completion/completions/retrograph",
        "share/zsh/site-functions/_retrograph",
        "share/fish/vendor_completions.d/retrograph.fish",
    ] {
        assert!(
            fs::metadata(prefix.join(file)).is_ok_and(|file| file.len() > 500),
            "{file}"
        );
    }
}

/// The packed program works where it is unpacked, and packing it again gives the same bytes.
#[test]
fn packages_have_the_program_and_are_the_same_bytes_again() {
    let temporary = tempfile::tempdir().unwrap();
    let pack = |name: &str| {
        let folder = temporary.path().join(name);
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/dist.sh");
        let reader = Path::new(program()).with_file_name("retrograph-reader.wasm");
        let packed = Command::new(script)
            .arg(program())
            .arg(reader)
            .arg(&folder)
            .output()
            .unwrap();
        assert!(packed.status.success(), "{}", String::from_utf8_lossy(&packed.stderr));
        let files = String::from_utf8(packed.stdout).unwrap();
        files.lines().map(std::path::PathBuf::from).collect::<Vec<_>>()
    };
    let (first, second) = (pack("first"), pack("second"));
    assert!(!first.is_empty() && first.len() == second.len());
    for (first, second) in first.iter().zip(&second) {
        assert_eq!(first.file_name(), second.file_name());
        assert!(
            fs::read(first).unwrap() == fs::read(second).unwrap(),
            "{}",
            first.display()
        );
    }
    for (nth, file) in first.iter().enumerate() {
        let inside = temporary.path().join(format!("inside-{nth}"));
        fs::create_dir(&inside).unwrap();
        let is_tar = file.to_str().unwrap().ends_with(".tar.gz");
        let mut unpack = match is_tar {
            true => Command::new("tar"),
            false => Command::new("dpkg-deb"),
        };
        match is_tar {
            true => unpack
                .arg("-xzf")
                .arg(file)
                .args(["--strip-components=1", "-C"])
                .arg(&inside),
            false => unpack.arg("-x").arg(file).arg(&inside),
        };
        assert!(unpack.status().unwrap().success());
        let root = if is_tar { inside } else { inside.join("usr") };
        let db = root.join("db");
        let solve = Command::new(root.join("bin/retrograph"))
            .args(["solve", "triangle", "-n", "7", "--db", db.to_str().unwrap()])
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&solve.stderr).into_owned();
        assert!(said.contains("econd player wins"), "{said}");
        for name in ["LICENSE-MIT", "README.md", "tutorial.md"] {
            assert!(root.join("share/doc/retrograph").join(name).exists(), "{name}");
        }
        let proof = root.join("k3.proof");
        let site = root.join("site");
        let [proof, site] = [&proof, &site].map(|path| path.to_str().unwrap());
        for args in [
            &["prove", "ramsey-achieve:K3", "--board", "infinite", "--proof", proof][..],
            &["export", "--proof", proof, "--site", site],
        ] {
            let done = Command::new(root.join("bin/retrograph")).args(args).output().unwrap();
            assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        }
    }
}

#[test]
fn the_tutorial_prints_what_it_says() {
    let temporary = tempfile::tempdir_in(process::memory_folder()).unwrap();
    let path = format!(
        "{}:{}",
        Path::new(program()).parent().unwrap().display(),
        std::env::var("PATH").unwrap()
    );
    let blocks = include_str!("../../docs/tutorial.md").split("```").skip(1).step_by(2);
    let mut printed = None;
    let mut count = 0;
    for block in blocks {
        let (language, text) = block.split_once('\n').unwrap();
        if language == "text" {
            assert_eq!(printed.take().expect("commands before it"), text);
            count += 1;
            continue;
        }
        assert_eq!((language, &printed), ("sh", &None), "{text}");
        let mut shell = Command::new("bash");
        shell
            .args(["-eu", "-c", text])
            .current_dir(temporary.path())
            .env("PATH", &path);
        let output = shell.output().unwrap();
        assert!(
            output.status.success(),
            "{text}\n{}",
            String::from_utf8_lossy(&output.stderr)
        );
        printed = Some(String::from_utf8(output.stdout).unwrap());
    }
    assert!(count > 9 && printed.is_none());
}

/// All of README's commands, one after the other in one folder: what a line names, an earlier one has made. Those that serve,
/// or ask a server, are not run; n = 13 is replaced by 11.
#[test]
fn the_commands_of_the_readme_run_as_they_stand() {
    let temporary = tempfile::tempdir_in(process::memory_folder()).unwrap();
    let (_, page) = include_str!("../../README.md").split_once("## Use").unwrap();
    let (page, _) = page.split_once("## How it works").unwrap();
    let mut script = "countg() { cat >counted; }\n".to_string();
    let mut count = 0;
    for line in page.lines().filter_map(|line| line.strip_prefix("    ")) {
        let line = line.split(" #").next().unwrap().trim_end().replace("-n 13", "-n 11");
        let words: Vec<&str> = line.split_whitespace().collect();
        script += &match words[..] {
            ["make", ..] => continue,
            ["curl", address] => {
                let (_, name) = address.split_once("/api/").unwrap();
                let mut parts = name.split('/');
                let ending = if parts.next() == Some("proofs") { ".proof" } else { "" };
                format!("test -e {}{ending}\n", parts.next().unwrap())
            }
            ["retrograph", "serve", ref rest @ ..] => {
                let names = rest.iter().filter(|word| !word.starts_with("--"));
                names.map(|name| format!("test -e {name}\n")).collect()
            }
            _ => format!("{line}\n"),
        };
        count += 1;
    }
    assert!(count > 60, "{count}");
    let path = Path::new(program()).parent().unwrap().display().to_string();
    let mut shell = Command::new("bash");
    shell
        .args(["-eux", "-o", "pipefail", "-c", &script])
        .current_dir(temporary.path())
        .env("PATH", format!("{path}:{}", std::env::var("PATH").unwrap()))
        .stdin(std::process::Stdio::null());
    let output = shell.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    let end: Vec<&str> = said.lines().rev().take(5).collect();
    assert!(output.status.success(), "{end:?}");
}

/// Two checkouts with one target folder, of which the second was written before the first was compiled: each gets its own
/// program, and what is not of the repository stays compiled.
#[test]
fn a_shared_target_folder_gives_each_checkout_its_own_program() {
    let temporary = tempfile::tempdir().unwrap();
    let target = temporary.path().join("target");
    let checkouts = ["one", "two"].map(|word| {
        let folder = temporary.path().join(word);
        for (name, text) in [
            (
                "Cargo.toml",
                "[package]\nname = \"retrograph-word\"\nedition = \"2024\"\n[workspace]\n".to_string(),
            ),
            ("src/main.rs", format!("fn main() {{ println!(\"{word}\"); }}\n")),
            (
                "scripts/checkout.sh",
                include_str!("../../scripts/checkout.sh").to_string(),
            ),
        ] {
            let path = folder.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        folder
    });
    let rocksdb = target.join("release/.fingerprint/librocksdb-sys-1/lib");
    fs::create_dir_all(rocksdb.parent().unwrap()).unwrap();
    fs::write(&rocksdb, "compiled").unwrap();
    let ran = |folder: &Path| {
        let mut shell = Command::new("bash");
        shell
            .args([
                "-euc",
                "bash scripts/checkout.sh \"$0\"; \"$1\" run --quiet --release --offline",
            ])
            .arg(&target)
            .arg(env!("CARGO"))
            .current_dir(folder)
            .env("CARGO_TARGET_DIR", &target);
        let output = shell.output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{said}");
        (String::from_utf8(output.stdout).unwrap(), said)
    };
    let [one, two] = &checkouts;
    for (folder, word, other) in [
        (one, "one\n", None),
        (one, "one\n", None),
        (two, "two\n", Some(one)),
        (one, "one\n", Some(two)),
    ] {
        let (printed, said) = ran(folder);
        assert_eq!(printed, word, "{said}");
        let warned = other.is_some_and(|other| said.contains(&format!("last used by {}", other.display())));
        assert_eq!(warned, other.is_some(), "{said}");
        assert!(rocksdb.exists());
    }
}
