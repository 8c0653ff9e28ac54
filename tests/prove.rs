//! `prove` and `check-proof`, run the way a user runs them.

mod process;

use std::fs;
use std::time::Duration;

use process::run;
use serde_json::Value;

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
        (&["prove", "sim", "-n", "6"][..], 2, "'sim' is not a game"),
        (
            &["prove", "maker-breaker:hamilton", "-n", "5"],
            2,
            "no winning sets 'hamilton'",
        ),
        (
            &["prove", "maker-breaker:hamilton-cycle", "-n", "12"],
            2,
            "3 to 11 vertices, not 12",
        ),
        (
            &["prove", "maker-breaker:perfect-matching", "-n", "7"],
            2,
            "even number",
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
    for (content, code) in [
        (&damaged[..], 6),
        (&proof[..proof.len() - 1], 6),
        (&proof[..40], 6),
        (b"", 6),
        (b"no proof at all", 6),
        (&newer, 7),
    ] {
        fs::write(&file, content).unwrap();
        let ran = run(&["check-proof", path]);
        assert_eq!(ran.code, Some(code), "{}", ran.err);
        assert!(ran.out.is_empty() && ran.err.lines().count() == 1, "{}", ran.err);
    }
    assert_eq!(run(&["check-proof", folder.path().to_str().unwrap()]).code, Some(6));
    assert_eq!(run(&["check-proof", "/nowhere/x.proof"]).code, Some(1));
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
    std::thread::sleep(Duration::from_millis(1500));
    // SAFETY: the process is our child and has not been waited for.
    assert_eq!(unsafe { libc::kill(child.id() as i32, libc::SIGINT) }, 0);
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
    let mut kills = 0;
    let mut wait = 20;
    loop {
        let mut child = process::command(&args).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(wait));
        wait *= 2;
        if child.try_wait().unwrap().is_some() {
            break;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        kills += 1;
    }
    assert!(kills > 0, "it takes longer than a moment");
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
    assert_eq!(run(&other).code, Some(2), "the checkpoint of another question");
    let again = [&game[..], &["--checkpoint", &state]].concat();
    assert_eq!(run(&again).code, Some(2), "no --resume");
    let mut damaged = fs::read(&state).unwrap();
    let middle = damaged.len() / 2;
    damaged[middle] ^= 1;
    fs::write(&state, damaged).unwrap();
    assert_eq!(run(&[&again[..], &["--resume"]].concat()).code, Some(6));
}

#[test]
fn avoidance_games_are_proved_checked_and_played() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (proof, state) = (path("t8.proof"), path("t8.state"));
    let theorem = "The second player wins the game triangle on 8 vertices.\n";
    assert_eq!(
        run(&["prove", "triangle", "-n", "8", "--proof", &proof]).done(),
        theorem
    );
    assert_eq!(run(&["check-proof", &proof, "--threads", "2"]).done(), theorem);
    // The second player answers a first edge by one beside it or apart from it; nothing is said of other positions.
    let asked = run(&["query", "--proof", &proof, "-", "0-1", "0-1,0-2", "2-3,5-7", "G?????"]).done();
    let values: Vec<&str> = asked.lines().map(|line| line.rsplit_once(' ').unwrap().1).collect();
    assert_eq!((values[0], values[1], values[4]), ("P", "N", "P"), "{asked}");
    assert!(values[2..4].contains(&"P") && values[2..4].iter().all(|value| ["P", "unknown"].contains(value)));
    let object: Value = serde_json::from_str(&run(&["query", "--proof", &proof, "0-1", "--json"]).done()).unwrap();
    assert_eq!(
        (&object["winner"], &object["next"]),
        (&"Second".into(), &"Second".into())
    );
    assert_eq!(object["moves"].as_array().unwrap().len(), 27);
    for text in ["0-1,1-2,0-2", "0-8", "hello", "F????"] {
        run(&["query", "--proof", &proof, "--", text]).refused(3);
    }
    assert_eq!(
        run(&["query", "--proof", &proof, "--db", "triangle-8", "-"]).code,
        Some(2)
    );
    let grundy = "In the game triangle on 8 vertices the empty graph has the Sprague-Grundy value 0, and the graph with one \
                  edge has 2.\n";
    assert_eq!(
        run(&["prove", "avoid:K3", "-n", "8", "--value", "grundy"]).done(),
        grundy
    );
    assert_eq!(
        run(&["prove", "avoid:c4", "-n", "5"]).done(),
        "The first player wins the game avoid:C4 on 5 vertices.\n"
    );
    // A checkpoint is that of its question alone.
    let search = |n: &str| {
        let args = ["prove", "triangle", "-n", n, "--checkpoint", &state, "--resume"];
        run(&[&args[..], &["--checkpoint-seconds", "0"]].concat())
    };
    assert_eq!(search("8").done(), theorem);
    for (args, code) in [
        (&["prove", "triangle"][..], 2),
        (&["prove", "triangle", "-n", "17"], 2),
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
