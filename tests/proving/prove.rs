//! `prove` and `check-proof`, run the way a user runs them.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::Value;
use sha2::{Digest, Sha256};
use shared::process;
use shared::process::{Ran, command, commands, run, send, wait_until};

#[test]
fn a_theorem_is_proved_and_checked() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("hp5.proof");
    let file = file.to_str().unwrap();
    let theorem = "Maker, moving second, wins the Hamilton path game on 5 vertices.\n";
    let game = [
        "prove",
        "maker-breaker:hamilton-path",
        "-n",
        "5",
        "--starter",
        "breaker",
    ];
    assert_eq!(run(&game).done(), theorem);
    assert_eq!(run(&[&game[..], &["--proof", file]].concat()).done(), theorem);
    assert_eq!(run(&["check-proof", file]).done(), theorem);
    let checked: Value = serde_json::from_str(&run(&["check-proof", file, "--json"]).done()).unwrap();
    assert_eq!((&checked["winner"], &checked["sound"]), (&"Maker".into(), &true.into()));

    // Nothing is overwritten unless that is asked for; the same command writes the same bytes.
    let before = fs::read(file).unwrap();
    let again = run(&[&game[..], &["--proof", file]].concat());
    assert_eq!(again.code, Some(2), "{}", again.err);
    let json = run(&[&game[..], &["--proof", file, "--force", "--json"]].concat()).done();
    assert_eq!(fs::read(file).unwrap(), before);
    let proved: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(proved["proof_bytes"], before.len());
    assert_eq!(proved["proof_sha256"].as_str().unwrap().len(), 64);
}

#[test]
fn boards_and_claimed_edges_are_understood() {
    let path = "Breaker, moving second, wins the connectivity game on the board DhC.\n";
    assert_eq!(
        run(&["prove", "maker-breaker:connected", "--board", "DhC"]).done(),
        path
    );
    assert_eq!(
        run(&[
            "prove",
            "maker-breaker:connected",
            "-n",
            "3",
            "--maker",
            "0-1",
            "--starter",
            "breaker"
        ])
        .done(),
        "Maker, moving second, wins the connectivity game on 3 vertices, Maker's edges at the start being B_.\n"
    );
    for (args, code, said) in [
        (
            &["prove", "sim", "-n", "6"][..],
            2,
            "no search proves 'sim'; solve it, and prove it from the database: retrograph solve sim --db DIR, then \
             retrograph prove --db DIR --proof FILE. Can be proved: triangle, avoid:F, achieve:F, maker-breaker:NAME",
        ),
        (
            &["prove", "triangles", "-n", "6"],
            2,
            "there is no game named 'triangles'; did you mean 'triangle'? Can be proved: ",
        ),
        (
            &["prove", "maker-breaker:hamilton", "-n", "5"],
            2,
            "Maker has no goal 'hamilton'",
        ),
        (
            &["prove", "maker-breaker:hamilton-cycle", "-n", "12"],
            2,
            "3 to 11 vertices, not 12",
        ),
        (
            &["prove", "maker-breaker:chromatic:2", "-n", "7"],
            2,
            "Maker has no goal 'chromatic:2'",
        ),
        (
            &["prove", "maker-breaker:hamilton-path:0-1+connected", "-n", "7"],
            2,
            "Maker has no goal 'connected+hamilton-path:0-1'",
        ),
        (
            &["prove", "maker-breaker:connected/bias=1:2", "-n", "5"],
            2,
            "'maker-breaker:connected/bias=1:2' is solved, and proved from its database: retrograph solve \
             maker-breaker:connected/bias=1:2 --db DIR, then retrograph prove --db DIR --proof FILE",
        ),
        (&["prove", "maker-breaker:connected"], 2, "-n"),
        (&["prove", "maker-breaker:connected", "--board", "D"], 3, "graph6"),
        (
            &["prove", "maker-breaker:connected", "-n", "4", "--maker", "0-9"],
            3,
            "0-9",
        ),
        (
            &[
                "prove",
                "maker-breaker:connected",
                "-n",
                "4",
                "--maker",
                "0-1",
                "--breaker",
                "0-1",
            ],
            2,
            "claimed by both",
        ),
        (
            &["prove", "maker-breaker:connected", "--board", "DhC", "--maker", "0-2"],
            2,
            "does not have it",
        ),
        (
            &["prove", "maker-breaker:connected", "-n", "4", "--proof", "/nowhere/x"],
            1,
            "no folder",
        ),
    ] {
        let ran = run(args);
        assert_eq!(ran.code, Some(code), "{args:?}: {}", ran.err);
        assert!(ran.err.contains(said) && ran.out.is_empty(), "{args:?}: {}", ran.err);
    }
}

#[test]
fn a_wrong_file_gets_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("x.proof");
    let path = file.to_str().unwrap();
    run(&["prove", "maker-breaker:hamilton-cycle", "-n", "6", "--proof", path]).done();
    let proof = fs::read(&file).unwrap();
    let mut damaged = proof.clone();
    damaged[proof.len() / 2] ^= 1;
    let mut newer = proof.clone();
    newer[8] = 9;
    for (content, code, said) in [
        (&damaged[..], 6, "is damaged: its checksum does not match"),
        (&proof[..proof.len() - 1], 6, "is damaged: "),
        (&proof[..40], 6, "is damaged: "),
        (b"", 6, "is not a proof file: it is empty"),
        (b"no proof at all", 6, "is not a proof file"),
        (
            b"version https://git-lfs.github.com/spec/v1\noid sha256:1\n",
            6,
            "is not a proof file but a pointer of Git LFS; `git lfs pull` fetches",
        ),
        (
            b"<!DOCTYPE html>\n<title>Sign in</title>",
            6,
            "is not a proof file but a web page; ",
        ),
        (
            b"\x1f\x8b\x08\x00",
            6,
            "is not a proof file but compressed by gzip; zcat unpacks it",
        ),
        (&newer, 7, "is a proof of format 9; this program reads format 1"),
    ] {
        fs::write(&file, content).unwrap();
        let sentence = run(&["check-proof", path]).refused(code);
        assert!(sentence.starts_with(&format!("{path} {said}")), "{sentence}");
    }
    // The state of a search is such a file, too.
    let state = folder.path().join("x.state");
    for (content, said) in [
        (
            &b"version https://git-lfs.github.com/spec/v1\noid sha256:1\n"[..],
            " but a pointer of Git LFS; `git lfs pull` fetches the file",
        ),
        (b"\x1f\x8b\x08\x00", " but compressed by gzip; zcat unpacks it"),
        (&proof, " but a proof; name it with --proof"),
        (
            b"nothing",
            ", or it is damaged; with another --checkpoint the search begins anew",
        ),
    ] {
        fs::write(&state, content).unwrap();
        let name = state.to_str().unwrap();
        let sentence = run(&["prove", "triangle", "-n", "9", "--checkpoint", name, "--resume"]).refused(6);
        assert_eq!(sentence, format!("{name} is not a checkpoint{said}"));
    }
    let in_folder = folder.path().to_str().unwrap();
    assert!(
        run(&["check-proof", in_folder])
            .refused(6)
            .ends_with("is a folder, not a proof file")
    );
    let db = process::Db::solved(5, &[]);
    let sentence = run(&["check-proof", db.text()]).refused(6);
    assert!(
        sentence.contains("is a database: retrograph verify --db "),
        "{sentence}"
    );
    assert_eq!(run(&["check-proof", "/nowhere/x.proof"]).code, Some(1));
}

/// A pipe is read to its end; one that nobody writes to is not waited for.
#[test]
fn a_proof_comes_through_a_pipe() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("x.proof");
    let path = file.to_str().unwrap();
    run(&["prove", "maker-breaker:connected", "-n", "5", "--proof", path]).done();
    let theorem = run(&["check-proof", path]).done();
    for (proof, code) in [(fs::read(&file).unwrap(), 0), (b"<html>".to_vec(), 6)] {
        for name in ["-", "/dev/stdin"] {
            let mut child = process::command(&["check-proof", name])
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .unwrap();
            child.stdin.take().unwrap().write_all(&proof).unwrap();
            let ran = process::Ran::of(child.wait_with_output().unwrap());
            assert_eq!(ran.code, Some(code), "{name}: {}", ran.err);
            assert_eq!(ran.out, if code == 0 { &theorem[..] } else { "" });
        }
    }
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    run(&["check-proof", pipe.to_str().unwrap()]).refused(6);
}

/// The words of a theorem are those of every other place, so that they can be compared.
#[test]
fn the_theorem_expected_is_compared() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("x.proof");
    let path = file.to_str().unwrap();
    run(&["prove", "maker-breaker:connected", "-n", "5", "--proof", path]).done();
    let theorem = run(&["check-proof", path]).done();
    for expected in [theorem.trim(), theorem.trim_end_matches(".\n")] {
        assert_eq!(run(&["check-proof", path, "--expect", expected]).done(), theorem);
    }
    let other = theorem.replace('5', "6");
    let sentence = run(&["check-proof", path, "--expect", &other, "--json"]).refused(5);
    assert!(
        sentence.ends_with(&format!("proves something else: {}", theorem.trim())),
        "{sentence}"
    );
}

#[cfg(unix)]
#[test]
fn a_signal_ends_a_search_cleanly() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("x.proof");
    let args = [
        "prove",
        "maker-breaker:hamilton-cycle",
        "-n",
        "11",
        "--proof",
        file.to_str().unwrap(),
    ];
    let child = process::command(&args)
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    process::wait_until("the draft of the proof is there", || {
        !process::names(folder.path()).is_empty()
    });
    process::send(libc::SIGINT, &child);
    let ran = process::Ran::of(child.wait_with_output().unwrap());
    assert_eq!(ran.code, Some(10), "{}", ran.err);
    assert!(ran.err.contains("before the answer was known"), "{}", ran.err);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_position_is_one_text() {
    let game = ["prove", "maker-breaker:connected", "-n", "4"];
    let one = run(&[&game[..], &["--position", "maker:0-1,1-2 breaker:0-2"]].concat()).done();
    let two = run(&[&game[..], &["--maker", "0-1,1-2", "--breaker", "0-2"]].concat()).done();
    assert_eq!(one, two);
    for (text, code) in [
        ("maker:0-1 maker:1-2", 3),
        ("red:0-1", 3),
        ("0-1", 3),
        ("maker:0-1 breaker:0-1", 2),
    ] {
        let ran = run(&[&game[..], &["--position", text]].concat());
        assert_eq!(ran.code, Some(code), "{text}: {}", ran.err);
        assert!(
            ran.out.is_empty() && ran.err.lines().count() == 1,
            "{text}: {}",
            ran.err
        );
    }
}

#[test]
fn a_proof_has_a_text() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("x.proof");
    let path = file.to_str().unwrap();
    run(&["prove", "maker-breaker:connected", "-n", "3", "--proof", path]).done();
    let text = run(&["proof-text", path]).done();
    let mut lines = text.lines();
    assert_eq!(
        lines.next(),
        Some("Maker, moving first, wins the connectivity game on 3 vertices.")
    );
    assert!(
        text.contains("that decides it") && text.lines().last().unwrap().starts_with("start: takes "),
        "{text}"
    );
    for (game, first) in [
        (
            "triangle",
            "claim 0: value 0, open 0-1..6 1-2..6 2-3..6 3-4..6 4-5..6 5-6, edges none",
        ),
        ("avoid:C4", "claim 0: value 0, edges "),
    ] {
        let path = folder.path().join("avoid.proof");
        let path = path.to_str().unwrap();
        run(&["prove", game, "-n", "7", "--proof", path, "--force"]).done();
        let text = run(&["proof-text", path]).done();
        assert!(text.lines().nth(1).unwrap().starts_with(first), "{text}");
        assert!(
            text.lines().all(|line| line.len() <= 100) && text.contains("reply "),
            "{text}"
        );
    }
    let mut damaged = fs::read(&file).unwrap();
    damaged[20] ^= 1;
    fs::write(&file, damaged).unwrap();
    let ran = run(&["proof-text", path]);
    assert_eq!((ran.code, &ran.out[..]), (Some(6), ""));
}

#[test]
fn the_smallest_boards_are_found_and_proved() {
    let folder = tempfile::tempdir().unwrap();
    let proofs = folder.path().join("proofs");
    let args = [
        "fewest-edges",
        "maker-breaker:hamilton-path",
        "-n",
        "5",
        "--proofs",
        proofs.to_str().unwrap(),
    ];
    let text = run(&args).done();
    assert!(
        text.contains("on 1 board of 5 vertices with 9 edges, and on none with fewer."),
        "{text}"
    );
    let files: Vec<_> = fs::read_dir(&proofs)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    assert_eq!(files.len(), 3, "one board of 9 edges and two of 8");
    for file in files {
        run(&["check-proof", file.to_str().unwrap()]).done();
    }
    assert_eq!(run(&args).code, Some(2), "the folder is not empty");
}

#[cfg(unix)]
#[test]
fn a_killed_search_is_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (state, whole, resumed) = (path("state"), path("whole.proof"), path("resumed.proof"));
    let game = [
        "prove",
        "maker-breaker:hamilton-cycle",
        "-n",
        "8",
        "--starter",
        "breaker",
    ];
    run(&[&game[..], &["--proof", &whole]].concat()).done();
    let options = [
        "--proof",
        &resumed,
        "--checkpoint",
        &state,
        "--resume",
        "--checkpoint-seconds",
        "0.01",
    ];
    let args = [&game[..], &options].concat();
    // Each is killed when it has written its state down, which lies beside it first.
    for kill in 0..4 {
        let before = fs::read(&state).ok();
        let mut child = process::command(&args).spawn().unwrap();
        process::wait_until("the search writes its state down", || {
            assert!(child.try_wait().unwrap().is_none(), "kill {kill}: it has ended");
            fs::read(&state).is_ok_and(|now| Some(now) != before)
        });
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert_eq!(run(&args).code, Some(0));
    assert_eq!(fs::read(&whole).unwrap(), fs::read(&resumed).unwrap());
    let other = [
        "prove",
        "maker-breaker:hamilton-cycle",
        "-n",
        "8",
        "--checkpoint",
        &state,
        "--resume",
    ];
    let sentence = run(&other).refused(2);
    assert_eq!(
        sentence,
        format!("{state} belongs to: prove maker-breaker:hamilton-cycle -n 8 --starter breaker")
    );
    let again = [&game[..], &["--checkpoint", &state]].concat();
    assert_eq!(run(&again).code, Some(2), "no --resume");
    let mut damaged = fs::read(&state).unwrap();
    let middle = damaged.len() / 2;
    damaged[middle] ^= 1;
    fs::write(&state, damaged).unwrap();
    assert_eq!(run(&[&again[..], &["--resume"]].concat()).code, Some(6));
}

/// Of two searches with one checkpoint the last to write would have it.
#[test]
fn a_checkpoint_belongs_to_one_search_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().join("t.state");
    let claim = folder.path().join(".t.state.lock");
    let prove = |n: &'static str, options: &[&str]| {
        let args = ["prove", "triangle", "-n", n, "--checkpoint", state.to_str().unwrap()];
        command(&[&args[..], options].concat())
    };
    let quiet = || std::process::Stdio::null();
    let mut first = prove("16", &[]).stdout(quiet()).stderr(quiet()).spawn().unwrap();
    wait_until("the checkpoint is claimed", || claim.exists());
    for options in [&[][..], &["--resume"]] {
        let sentence = Ran::of(prove("16", options).output().unwrap()).refused(8);
        assert!(
            sentence.contains("t.state is being written by another process"),
            "{sentence}"
        );
    }
    send(libc::SIGTERM, &first);
    assert_eq!(first.wait().unwrap().code(), Some(10));
    assert!(state.exists() && !claim.exists());
    std::fs::remove_file(&state).unwrap();
    // What a killed search leaves is no obstacle.
    std::fs::write(&claim, "").unwrap();
    Ran::of(prove("9", &["--resume"]).output().unwrap()).done();
    assert!(!claim.exists());
}

#[test]
fn avoidance_games_are_proved_checked_and_played() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (proof, state) = (path("t8.proof"), path("t8.state"));
    let theorem = "The second player wins the triangle avoidance game on 8 vertices.\n";
    assert_eq!(
        run(&["prove", "triangle", "-n", "8", "--proof", &proof]).done(),
        theorem
    );
    assert_eq!(run(&["check-proof", &proof, "--threads", "2"]).done(), theorem);
    // The second player answers a first edge by one beside it or apart from it; nothing is said of other positions.
    let asked = run(&["query", "--proof", &proof, "[]", "0-1", "0-1,0-2", "2-3,5-7", "G?????"]).done();
    let values: Vec<&str> = asked.lines().map(|line| line.rsplit_once(' ').unwrap().1).collect();
    assert_eq!((values[0], values[1], values[4]), ("P", "N", "P"), "{asked}");
    assert!(values[2..4].contains(&"P") && values[2..4].iter().all(|value| ["P", "unknown"].contains(value)));
    let object: Value = serde_json::from_str(&run(&["query", "--proof", &proof, "0-1", "--json"]).done()).unwrap();
    assert_eq!((&object["value"], &object["next"]), (&"N".into(), &"Second".into()));
    assert_eq!(object["moves"].as_array().unwrap().len(), 27);
    for text in ["0-1,1-2,0-2", "0-8", "hello", "F????"] {
        run(&["query", "--proof", &proof, "--", text]).refused(3);
    }
    assert_eq!(
        run(&["query", "--proof", &proof, "--db", "triangle-8", "[]"]).code,
        Some(2)
    );
    let grundy = "In the triangle avoidance game on 8 vertices the empty graph has the Sprague-Grundy value 0, and the graph with one \
                  edge has 2.\n";
    assert_eq!(
        run(&["prove", "avoid:K3", "-n", "8", "--value", "grundy"]).done(),
        grundy
    );
    assert_eq!(
        run(&["prove", "avoid:c4", "-n", "5"]).done(),
        "The first player wins the C4 avoidance game on 5 vertices.\n"
    );
    // A checkpoint is that of its question alone.
    let search = |n: &str| {
        let args = ["prove", "triangle", "-n", n, "--checkpoint", &state, "--resume"];
        run(&[&args[..], &["--checkpoint-seconds", "0"]].concat())
    };
    assert_eq!(search("8").done(), theorem);
    for (args, code) in [
        (&["prove", "triangle"][..], 2),
        (&["prove", "triangle", "-n", "21"], 2),
        (&["prove", "avoid:C99", "-n", "5"], 2),
        (&["prove", "triangle", "-n", "5", "--board", "DhC"], 2),
        (
            &[
                "prove",
                "triangle",
                "-n",
                "5",
                "--value",
                "grundy",
                "--proof",
                &path("x"),
            ],
            2,
        ),
        (&["prove", "maker-breaker:connected", "-n", "5", "--value", "grundy"], 2),
        (&["prove", "triangle", "-n", "8", "--memory", "1MiB"], 9),
    ] {
        let ran = run(args);
        assert_eq!(ran.code, Some(code), "{args:?} {}", ran.err);
        assert!(!folder.path().join("x").exists());
    }
}

/// Names of games are typed in any case, and the proof is the same.
#[test]
fn names_are_known_in_any_case() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    for (usual, other, options) in [
        ("triangle", "Triangle", &["-n", "7"][..]),
        ("avoid:C4", "AVOID:c4", &["-n", "6"]),
        ("avoid:hamilton-cycle", "Avoid:Hamilton-Cycle", &["-n", "5"]),
        (
            "maker-breaker:hamilton-cycle",
            "MAKER-BREAKER:Hamilton-Cycle",
            &["-n", "5"],
        ),
        (
            "maker-breaker:contains:K1,3",
            "Maker-Breaker:Contains:k1,3",
            &["-n", "5"],
        ),
        ("maker-breaker:contains:paw", "maker-breaker:contains:PAW", &["-n", "5"]),
        ("online-ramsey:K3,P3", "Online-Ramsey:k3,p3", &[]),
        ("online-ramsey:K1,3,P3", "online-ramsey:k1,3,p3", &[]),
        ("ramsey-achieve:C4", "Ramsey-Achieve:c4", &["-n", "6"]),
    ] {
        let proof = |game: &str, name: &str| {
            let theorem = run(&[&["prove", game][..], options, &["--proof", &path(name)]].concat()).done();
            (theorem, fs::read(path(name)).unwrap())
        };
        assert_eq!(
            proof(usual, &format!("{usual}.1")),
            proof(other, &format!("{usual}.2")),
            "{other}"
        );
    }
    // In graph6 case matters: the first is a path on four vertices, the second a star.
    let paths = ["avoid:CF", "avoid:Cf"].map(|game| run(&["prove", game, "-n", "5"]).done());
    assert_ne!(paths[0], paths[1]);
}

#[test]
fn intervals_are_seconds_that_can_pass() {
    let game = ["prove", "ramsey-achieve:C4", "-n", "6", "--checkpoint-seconds"];
    for bad in ["-1", "inf", "-inf", "nan", "1e300", "soon"] {
        let said = run(&[&game[..], &[bad]].concat()).usage();
        assert!(said.contains("give a number of seconds from 0 on"), "{said}");
    }
    let folder = tempfile::tempdir().unwrap();
    let checkpoint = folder.path().join("c.state").display().to_string();
    run(&[&game[..], &["0", "--checkpoint", &checkpoint]].concat()).done();
    for bad in ["0", "inf"] {
        let said = run(&["solve", "triangle", "-n", "5", "--log-every", bad]).usage();
        assert!(said.contains("give a number of seconds"), "{said}");
    }
}

/// Options of all families stand under "Options" in the help of every command, not under that of a family.
#[test]
fn general_options_stand_under_their_heading() {
    let general = [
        "--proof",
        "--force",
        "--memory",
        "--threads",
        "--checkpoint",
        "--resume",
        "--json",
        "--out",
        "--db",
    ];
    let mut seen = 0;
    for command in commands() {
        let help = run(&["help", &command]).done();
        let mut heading = "";
        for line in help.lines() {
            if !line.starts_with(' ') && line.ends_with(':') {
                heading = line;
            }
            let option = line.split([' ', ',']).find(|word| word.starts_with("--"));
            if let Some(option) = option.filter(|_| line.starts_with("  ") && line.trim_start().starts_with('-'))
                && general.contains(&option)
            {
                assert_eq!(heading, "Options:", "{command}: {line}");
                seen += 1;
            }
        }
    }
    assert!(seen > 40, "{seen}");
    let page = run(&["man"]).done();
    assert!(!page.is_empty());
}

/// Contents of checkpoints under the words of other questions, with a checksum that fits.
#[test]
fn a_checkpoint_with_the_content_of_another_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let questions: [&[&str]; 5] = [
        &["triangle", "-n", "11"],
        &["avoid:C4", "-n", "9"],
        &["maker-breaker:hamilton-cycle", "-n", "7", "--starter", "breaker"],
        &["online-ramsey:K3,C4"],
        &["ramsey-achieve:B3", "--fresh", "9"],
    ];
    let state = path("state");
    let search = |question: &[&str]| {
        let options = ["--checkpoint", &state, "--resume", "--checkpoint-seconds", "0"];
        run(&[&["prove"], question, &options].concat())
    };
    // Words and content of each, as far as the search takes long enough to write them.
    let mut parts: Vec<(&[&str], Vec<u8>, Vec<u8>)> = Vec::new();
    for question in questions {
        search(question).done();
        let Ok(mut file) = fs::read(&state) else { continue };
        fs::remove_file(&state).unwrap();
        file.truncate(file.len() - 32);
        let words = u32::from_le_bytes(file[13..17].try_into().unwrap()) as usize;
        let content = file.split_off(17 + words);
        parts.push((question, file, content));
    }
    assert!(parts.len() >= 3, "{}", parts.len());
    for (question, words, own) in &parts {
        for (other, _, content) in &parts {
            let mut file = [&words[..], content].concat();
            let sum = Sha256::digest(&file);
            file.extend(sum);
            fs::write(&state, &file).unwrap();
            match own == content {
                true => drop(search(question).done()),
                false => {
                    let sentence = search(question).refused(6);
                    assert!(sentence.contains("is damaged"), "{question:?} {other:?}: {sentence}");
                }
            }
        }
        // Of the form before this one.
        let mut file = [&words[..], own].concat();
        file[9] = 1;
        let sum = Sha256::digest(&file);
        file.extend(sum);
        fs::write(&state, &file).unwrap();
        assert!(
            search(question)
                .refused(7)
                .contains("is a checkpoint of format 1; this program reads format 2")
        );
    }
}

#[test]
fn a_proof_that_is_written_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a b.proof").to_str().unwrap().to_owned();
    let ran = run(&["prove", "maker-breaker:connected", "-n", "3", "--proof", &path]);
    let lines: Vec<&str> = ran.err.lines().collect();
    let size = fs::metadata(&path).unwrap().len();
    assert_eq!(lines[0], format!("retrograph: {path} has the proof, {size} B"));
    assert_eq!(
        lines[1],
        format!("retrograph: To check it: retrograph check-proof '{path}'")
    );
    assert_eq!((ran.code, lines.len()), (Some(0), 2));
    let said = run(&[
        "prove",
        "ramsey-achieve:C5",
        "-n",
        "5",
        "--proof",
        &folder.path().join("x").to_string_lossy(),
    ]);
    assert!(said.err.contains("was not written: there is no proof"), "{}", said.err);
}
