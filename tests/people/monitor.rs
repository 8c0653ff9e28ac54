//! What a run reports while it works: its log, its status, its lock.

use std::collections::{BTreeMap, VecDeque};
use std::fs;
use std::io::{BufRead, BufReader};

use serde_json::{Value, json};
use shared::process;
use shared::process::{Db, Ran, run, send};

const LOCKED: i32 = 8;
const STOPPED: i32 = 10;

fn events(log: &str) -> Vec<Value> {
    log.lines()
        .map(|line| serde_json::from_str(line).expect(line))
        .collect()
}

fn named<'a>(events: &'a [Value], name: &str) -> Vec<&'a Value> {
    events.iter().filter(|event| event["event"] == name).collect()
}

/// A log in which every step ends that begins, unless the run does, and times do not go back.
#[track_caller]
fn assert_well_formed(events: &[Value]) {
    let (mut step, mut time, mut level) = (None, "", json!(null));
    // Begun and not sealed yet: small levels come to their places together.
    let mut open = VecDeque::new();
    for event in events {
        let now = event["time"].as_str().unwrap();
        assert!(now.len() == 24 && now.ends_with('Z') && now >= time, "{event}");
        time = now;
        match event["event"].as_str().unwrap() {
            "level_begins" => {
                level = event["level"].clone();
                open.push_back(level.clone());
            }
            "step_begins" => {
                // How many there are may turn out after the step has begun.
                assert!(step.is_none() || step.as_ref() == Some(&event["step"]), "{event}");
                assert!(event["level"].is_null() || event["level"] == level, "{event}");
                step = Some(event["step"].clone());
            }
            "progress" => {
                assert_eq!(step.as_ref(), Some(&event["step"]), "{event}");
                assert!(
                    event["done"].as_u64() <= event["all"].as_u64() || event["all"] == 0,
                    "{event}"
                );
            }
            "step_ends" => {
                assert_eq!(step.take().as_ref(), Some(&event["step"]), "{event}");
                assert_eq!(event["done"], event["all"], "{event}");
            }
            "level_sealed" => assert_eq!(Some(&event["level"]), open.pop_front().as_ref()),
            "run_begins" => {
                step = None;
                open.clear();
            }
            "run_ends" | "note" | "checkpoint" => {}
            _ => panic!("{event}"),
        }
        let has_memory = event.get("peak_resident_bytes").is_some();
        if ["run_begins", "progress", "level_sealed", "run_ends"].contains(&event["event"].as_str().unwrap()) {
            assert_eq!(has_memory, cfg!(target_os = "linux"), "{event}");
        }
        if has_memory {
            assert!(
                event["resident_bytes"].as_u64() <= event["peak_resident_bytes"].as_u64(),
                "{event}"
            );
            assert!(event["resident_bytes"].as_u64() > Some(1 << 20), "{event}");
        }
    }
}

#[test]
fn a_log_tells_everything_that_stats_tell() {
    let db = Db::unborn();
    let ran = db.solve(10, &["--log", "json", "--threads", "2", "--memory", "256MiB"]);
    let winner = "The first player wins the triangle avoidance game on 10 vertices.\n";
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), winner));
    let events = events(&ran.err);
    assert_well_formed(&events);
    let first = &events[0];
    for (name, value) in [
        ("event", json!("run_begins")),
        ("game", json!("triangle")),
        ("n", json!(10)),
        ("folder", json!(db.text())),
        ("top", json!(25)),
        ("lowest_sealed", json!(null)),
        ("down_to", json!(0)),
        ("threads", json!(2)),
        ("memory_limit_bytes", json!(256 << 20)),
        ("keep", json!("positions")),
    ] {
        assert_eq!(first[name], value, "{first}");
    }
    let last = events.last().unwrap();
    for (name, value) in [
        ("event", json!("run_ends")),
        ("how", json!("done")),
        ("exit_code", json!(0)),
        ("sentence", json!(null)),
        ("levels", json!(26)),
        ("positions", json!(12_172)),
    ] {
        assert_eq!(last[name], value, "{last}");
    }
    let sealed: Vec<String> = (named(&events, "level_sealed").iter())
        .map(|level| {
            format!(
                "{},{},{},{}",
                level["level"], level["p"], level["n"], level["saturated"]
            )
        })
        .collect();
    let csv = db.run("stats", &["--format", "csv"]).done();
    assert_eq!(sealed, csv.lines().skip(1).collect::<Vec<_>>());
    let sum = |name: &str| -> u64 {
        let levels = named(&events, "level_sealed");
        levels.iter().map(|level| level[name].as_u64().unwrap()).sum()
    };
    let info = db.run("info", &["--json"]).json();
    assert_eq!(
        [&info["level_bytes"], &info["label_function_bytes"]],
        [sum("bytes"), sum("label_function_bytes")]
    );
    assert!(sum("lookups") > 12_172 && sum("labellings") > 12_172 && sum("searches") > 0);
    // Every level but the highest is expanded from the one above, and every one is sealed.
    let steps = |name: &str| {
        named(&events, "step_ends")
            .iter()
            .filter(|step| step["step"] == name)
            .count()
    };
    assert_eq!([steps("expand and label"), steps("seal")], [25, 26]);
    db.assert_same_bytes(&Db::solved(10, &[]).content(), "with a log");
}

#[test]
fn a_log_file_is_appended_to_run_after_run() {
    let db = Db::unborn();
    let folder = tempfile::tempdir().unwrap();
    let [json, text] = ["json", "text"].map(|name| folder.path().join(name).to_str().unwrap().to_string());
    for down_to in ["20", "10", "0", "0"] {
        db.solve(9, &["--down-to", down_to, "--log-file", &json]).done();
        Db::solved(9, &["--down-to", down_to, "--log-file", &text, "--log", "text"]);
    }
    let lines = events(&fs::read_to_string(&json).unwrap());
    assert_well_formed(&lines);
    let begun: Vec<Value> = (named(&lines, "run_begins").iter())
        .map(|run| json!([run["lowest_sealed"], run["down_to"]]))
        .collect();
    assert_eq!(
        begun,
        [json!([null, 20]), json!([20, 10]), json!([10, 0]), json!([0, 0])]
    );
    assert_eq!(named(&lines, "level_sealed").len(), 21);
    assert_eq!(named(&lines, "run_ends").len(), 4);
    let notes = named(&lines, "note");
    assert_eq!(
        notes.last().unwrap()["sentence"],
        "every level asked for is sealed already"
    );

    let text = fs::read_to_string(&text).unwrap();
    let count = |part: &str| text.lines().filter(|line| line.contains(part)).count();
    assert_eq!(
        [
            count("Z  run begins: triangle on 9 vertices"),
            count("run ends, done (exit code 0); ")
        ],
        [4, 4]
    );
    assert_eq!(count(" sealed: "), 1 + 11 + 21 + 21);
    assert!(
        text.lines()
            .all(|line| line.as_bytes()[10] == b'T' && &line[23..26] == "Z  "),
        "{text}"
    );
}

#[test]
fn failures_are_in_the_log() {
    let db = Db::solved(8, &["--down-to", "9"]);
    process::edit(&db.level(9).join("labels"), |bytes| bytes[140] ^= 1);
    let ran = db.solve(8, &["--log", "json"]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(6), ""));
    let lines = events(&ran.err);
    let last = lines.last().unwrap();
    assert_eq!(
        [&last["event"], &last["how"], &last["exit_code"]],
        [&json!("run_ends"), &json!("failed"), &json!(6)]
    );
    assert!(
        last["sentence"].as_str().unwrap().contains("labels is damaged"),
        "{last}"
    );
    // With a file the sentence is on standard error too.
    let file = tempfile::NamedTempFile::new().unwrap();
    let sentence = db.solve(8, &["--log-file", file.path().to_str().unwrap()]).refused(6);
    let lines = events(&fs::read_to_string(file.path()).unwrap());
    assert_eq!(lines.last().unwrap()["sentence"], sentence);
    // A log that cannot be opened is known before a long run, one that cannot be written does not end it.
    assert!(
        db.solve(8, &["--log-file", "/nowhere/log"])
            .refused(1)
            .contains("/nowhere/log")
    );
    if fs::exists("/dev/full").unwrap() {
        let db = Db::unborn();
        let ran = db.solve(8, &["--log-file", "/dev/full"]);
        // The warning, and what to type next; who wins is on standard output.
        assert_eq!((ran.code, ran.err.lines().count()), (Some(0), 2), "{}", ran.err);
        assert!(ran.out.contains("player wins"), "{}", ran.out);
        assert!(
            ran.err.contains("the log cannot be written, but the run continues"),
            "{}",
            ran.err
        );
    }
}

#[test]
fn a_run_tells_where_it_is_until_it_is_stopped() {
    let db = Db::unborn();
    // Half a minute of two cores; the first line of progress comes after a second.
    let mut child = db.start(13, &["--log", "json", "--log-every", "1"]);
    let mut log = String::new();
    let mut err = BufReader::new(child.stderr.take().unwrap());
    while !log.contains("\"event\":\"progress\"") {
        assert!(err.read_line(&mut log).unwrap() > 0, "{log}");
    }
    send(libc::SIGTERM, &child);
    while err.read_line(&mut log).unwrap() > 0 {}
    assert_eq!(child.wait().unwrap().code(), Some(STOPPED));
    let lines = events(&log);
    assert_well_formed(&lines);
    let last = lines.last().unwrap();
    assert_eq!([&last["how"], &last["exit_code"]], [&json!("stopped"), &json!(STOPPED)]);
    let seconds = last["seconds"].as_f64().unwrap();
    assert!(named(&lines, "progress").len() as f64 <= seconds, "{log}");
    assert!(
        named(&lines, "note")
            .iter()
            .any(|note| note["sentence"].as_str().unwrap().starts_with("asked to stop"))
    );
}

/// The lines of `info`, by their first words.
fn info_lines(db: &Db) -> BTreeMap<String, String> {
    let text = db.run("info", &[]).done();
    let lines = text.lines().map(|line| line.split_at(17));
    lines
        .map(|(name, rest)| (name.trim().to_string(), rest.to_string()))
        .collect()
}

#[test]
fn info_shows_the_run_that_is_under_way() {
    let db = Db::unborn();
    let child = db.start(12, &["--threads", "2", "--memory", "128MiB", "--down-to", "3"]);
    db.wait_until_locked();
    // A run that is halted can be looked at in peace.
    db.wait_until("a step of a level is under way", || {
        send(libc::SIGSTOP, &child);
        let status = db.run("info", &["--json"]).json()["status"].take();
        let is_so = status["step"]["level"].is_number();
        if !is_so {
            send(libc::SIGCONT, &child);
        }
        is_so
    });
    let info = db.run("info", &["--json"]).json();
    let (status, writer) = (&info["status"], &info["writer"]);
    assert_eq!(info["working"], true);
    assert_eq!([&writer["process"], &status["process"]], [child.id(), child.id()]);
    assert!(
        writer["command"]
            .as_str()
            .unwrap()
            .ends_with("--memory 128MiB --down-to 3"),
        "{writer}"
    );
    assert_eq!(
        [&status["threads"], &status["memory_limit_bytes"], &status["down_to"]],
        [&json!(2), &json!(128 << 20), &json!(3)]
    );
    let step = &status["step"];
    let level = step["level"].as_u64().unwrap();
    // Small levels above this one may not have moved to their places yet.
    let sealed = status["lowest_sealed"].as_u64().unwrap_or(37);
    assert!((level..=37).contains(&sealed), "{status}");
    assert_eq!(status["levels_to_go"], sealed - 3);
    assert!(step["done"].as_u64() <= step["all"].as_u64(), "{step}");
    let lines = info_lines(&db);
    assert!(
        lines["writer"].starts_with(&format!("process {}", child.id())),
        "{lines:?}"
    );
    assert!(lines["with"].contains(" solve triangle -n 12 --db "), "{lines:?}");
    assert!(
        lines["now"].starts_with(&format!("level {level}: {}, ", step["step"].as_str().unwrap())),
        "{lines:?}"
    );
    assert!(lines["levels to go"].ends_with(" to 3)"), "{lines:?}");
    assert_eq!(lines.contains_key("memory"), cfg!(target_os = "linux"));
    // The second writer gets the same sentence, and leaves everything as it is.
    let sentence = db.solve(12, &[]).refused(LOCKED);
    for part in [
        &format!("process {}", child.id()),
        writer["since"].as_str().unwrap(),
        writer["command"].as_str().unwrap(),
    ] {
        assert!(sentence.contains(part), "{sentence}");
    }
    assert_eq!(db.run("info", &["--json"]).json(), info);

    send(libc::SIGCONT, &child);
    Ran::of(child.wait_with_output().unwrap()).solved();
    assert!(!db.path().join("status.json").exists());
    let info = db.run("info", &["--json"]).json();
    assert_eq!(
        [&info["working"], &info["writer"], &info["status"]],
        [&json!(false), &json!(null), &json!(null)]
    );
    let lines = info_lines(&db);
    assert_eq!(lines["writer"], "none");
    assert_eq!(
        lines["to continue"],
        format!("retrograph solve triangle -n 12 --db {}", db.text())
    );
    // A finished run has nothing to continue.
    db.solve(12, &[]).done();
    assert!(!info_lines(&db).contains_key("to continue"));
}

#[test]
fn a_killed_run_is_known_as_such() {
    let db = Db::unborn();
    let mut child = db.start(12, &[]);
    db.wait_until("a level is sealed", || db.level(35).join("manifest.json").exists());
    child.kill().unwrap();
    child.wait().unwrap();
    let status = db.path().join("status.json");
    assert!(status.exists());
    let info = db.run("info", &["--json"]).json();
    assert_eq!([&info["working"], &info["status"]], [&json!(false), &json!(null)]);
    assert_eq!(info["writer"]["process"], child.id());
    let lines = info_lines(&db);
    assert!(
        lines["writer"].starts_with(&format!("none; process {}", child.id())),
        "{lines:?}"
    );
    let arguments = format!(" solve triangle -n 12 --db {}", db.text());
    assert!(lines["to continue"].ends_with(&arguments), "{lines:?}");
    // Whatever it says, it is nobody's.
    for text in ["", "{", "{\"process\": 1}", "\0\0\0"] {
        fs::write(&status, text).unwrap();
        assert_eq!(db.run("info", &["--json"]).json()["status"], json!(null));
        assert!(db.run("verify", &[]).done().ends_with(" sound\n"));
        db.run("stats", &[]).done();
    }
    fs::write(db.path().join(".status.json.tmp"), "half").unwrap();
    let ran = db.solve(12, &["--log", "json"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let lines = events(&ran.err);
    let note = format!("process {}", child.id());
    assert!(
        named(&lines, "note")[0]["sentence"]
            .as_str()
            .unwrap()
            .starts_with(&note),
        "{}",
        lines[1]
    );
    db.assert_same_bytes(&Db::solved(12, &[]).content(), "after a kill");
    // A folder without a lock has no writer.
    fs::remove_file(db.path().join("lock")).unwrap();
    assert_eq!(db.run("info", &["--json"]).json()["working"], false);
}

#[test]
fn options_of_the_log_are_checked() {
    for options in [&["--log", "xml"][..], &["--log-every", "0"], &["--log-every", "soon"]] {
        let arguments = [&["solve", "triangle", "-n", "5", "--db", "nowhere"], options].concat();
        run(&arguments).usage();
    }
}

#[test]
fn parts_in_the_making_are_listed_with_their_processes() {
    let db = Db::unborn();
    db.solve(10, &["--down-to", "12"]).done();
    db.run("plan", &["--parts", "2"]).done();
    let work = db.level(11).join("work");
    fs::create_dir(work.join("making-part-000001.12.elsewhere.example.Xy12zZ")).unwrap();
    let lines = info_lines(&db);
    assert_eq!(lines["in parts"], "level 11: 0 of 2 parts");
    assert_eq!(lines["in the making"], "part-000001 by process 12 on elsewhere.example");
    assert_eq!(lines["to continue"], format!("retrograph work --db {}", db.text()));
    let info = db.run("info", &["--json"]).json();
    assert_eq!(
        info["planned"]["makers"],
        json!([{"part": "part-000001", "process": 12, "host": "elsewhere.example", "is_gone": false}])
    );
    db.run("work", &[]).done();
    assert!(!work.exists());
}
