//! Every kind of bad input: one sentence that says what to do, and an exit code a program can act on.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::Stdio;

use retrograph_referee::named::complete_bipartite;
use retrograph_referee::rng::SplitMix64;
use retrograph_referee::triangle::random_triangle_free;
use retrograph_storage::{Database, Identity, Kept, LevelManifest, OUTCOME, write_sealed_json};
use serde_json::{Value, json};
use shared::process;
use shared::process::{Db, command, commands, edit, graph6, run, run_with, send, shell};

const FAILED: i32 = 1;
const USAGE: i32 = 2;
const BAD_POSITION: i32 = 3;
const NOT_SOLVED: i32 = 4;
const NOT_A_DATABASE: i32 = 5;
const DAMAGED: i32 = 6;
const OTHER_FORMAT: i32 = 7;
const LOCKED: i32 = 8;
const MEMORY: i32 = 9;

/// What is done to the bytes of a file.
type Damage = dyn Fn(&mut Vec<u8>);

#[track_caller]
fn assert_says(sentence: &str, parts: &[&str]) {
    for part in parts {
        assert!(sentence.contains(part), "{part:?} is not in {sentence:?}");
    }
}

#[test]
fn texts_that_are_no_position() {
    let db = Db::solved(5, &[]);
    let cases = [
        ("hello", &["not graph6", "41 vertices"][..]),
        ("D Qc", &["' '", "graph6"]),
        ("DQ", &["'DQ'", "5 vertices take 3 characters", "2"]),
        ("DQd", &["'DQd'", "bits"]),
        ("E???", &["6 vertices", "played on 5"]),
        ("~?@A", &["66 vertices take", "there are 4"]),
        ("0-1,1-2,0-2", &["0-1,1-2,0-2", "triangle 0-1-2"]),
        ("Dw?", &["triangle 0-1-2"]),
        ("0-5", &["'0-5'", "0..4"]),
        ("3-3", &["'3-3'"]),
        ("0-1,1-0", &["'1-0'", "twice"]),
        ("0-1,", &["not an edge"]),
        ("0-99999999999999999999", &["not an edge"]),
        ("", &["empty"]),
        (">>graph6<<", &["empty"]),
        ("D\nQc", &["not graph6"]),
        ("\u{1b}[31m", &["\\u{1b}"]),
    ];
    for (text, parts) in cases {
        for command in ["query", "moves", "draw"] {
            assert_says(&db.run(command, &["--", text]).refused(BAD_POSITION), parts);
        }
        let played = db.run("play", &["--start", text]).refused(BAD_POSITION);
        assert_says(&played, parts);
    }
    // The others are answered; the first failure is the exit code.
    let ran = db.run("query", &["DQc", "hello", "D??", "E???"]);
    assert_eq!(
        (ran.code, ran.out.lines().count(), ran.err.lines().count()),
        (Some(BAD_POSITION), 2, 2)
    );
}

#[test]
fn hostile_standard_input() {
    let db = Db::solved(5, &[]);
    let mut input = b"D??\n\xff\xfe\xc0\n\0\0\0\nD\0?\n".to_vec();
    input.extend(vec![b'?'; 10_000_000]);
    input.push(b'\n');
    input.extend("0-1,".repeat(2_500_000).bytes());
    input.extend(b"\n\x1b[2J\nDQc");
    let ran = db.query(input, &[]);
    let lines: Vec<&str> = ran.err.lines().collect();
    assert_eq!((ran.code, lines.len()), (Some(BAD_POSITION), 6), "{}", ran.err);
    let answered: Vec<&str> = ran.out.lines().map(|line| &line[..3]).collect();
    assert_eq!(answered, ["D??", "DQc"]);
    for line in lines {
        assert!(line.starts_with("retrograph: ") && line.len() < 4000, "{line}");
        assert!(!line.chars().any(char::is_control), "{line:?}");
    }
}

#[test]
fn levels_that_are_not_solved() {
    let db = Db::solved(8, &["--down-to", "12"]);
    for command in ["query", "moves"] {
        let sentence = db.run(command, &["0-1"]).refused(NOT_SOLVED);
        assert_says(&sentence, &["level 1 is not solved", "16 down to 12", "--down-to"]);
    }
    let none = Db::unborn();
    none.solve(8, &["--memory", "1MiB"]).refused(MEMORY);
    assert!(!none.path().exists());
}

#[test]
fn a_missing_manifest_is_a_missing_level() {
    let db = Db::solved(8, &[]);
    fs::remove_file(db.level(0).join("manifest.json")).unwrap();
    assert_says(
        &db.run("query", &["[]"]).refused(NOT_SOLVED),
        &["level 0 is not solved", "16 down to 1"],
    );
    db.run("query", &["0-1"]).done();
    let stats = db.run("stats", &["--json"]).json();
    assert_eq!(
        (&stats["complete"], stats["levels"].as_array().unwrap().len()),
        (&json!(false), 16)
    );
    let ran = db.run("verify", &[]);
    assert_eq!(ran.code, Some(DAMAGED));
    assert_says(&ran.err, &[db.level(0).to_str().unwrap(), "has no manifest.json"]);
    db.solve(8, &[]).done();
    db.assert_same_bytes(&Db::solved(8, &[]).content(), "sealed again");

    fs::remove_file(db.level(9).join("manifest.json")).unwrap();
    db.run("query", &[&graph6(&random_triangle_free(8, 9, 1))])
        .refused(NOT_SOLVED);
    let ran = db.run("verify", &[]);
    assert_eq!(ran.code, Some(DAMAGED));
    assert_says(&ran.err, &["level 9 is missing"]);
}

#[test]
fn folders_that_are_no_database() {
    let temporary = tempfile::tempdir().unwrap();
    let missing = temporary.path().join("missing");
    let file = temporary.path().join("file");
    fs::write(&file, "text").unwrap();
    let proof = temporary.path().join("proof");
    run(&["prove", "triangle", "-n", "5", "--proof", proof.to_str().unwrap()]).done();
    let strange = temporary.path().join("strange");
    fs::create_dir(&strange).unwrap();
    let identity = strange.join("retrograph.json");
    for command in ["stats", "info", "verify", "repair", "query", "moves"] {
        let graph: &[&str] = if command == "moves" { &["[]"] } else { &[] };
        let ran = |folder: &str| run(&[&[command, "--db", folder], graph].concat());
        for (path, what) in [
            (&missing, "there is no folder "),
            (&file, "is a file, not the folder of a database"),
            (&proof, "is a proof, not the folder of a database; name it with --proof"),
            (&temporary.path().to_path_buf(), "not a database folder"),
        ] {
            let path = path.to_str().unwrap();
            assert_says(&ran(path).refused(NOT_A_DATABASE), &[path, what]);
        }
        for text in ["", "{}", "not JSON", "[1]", "{\"format\": 2}"] {
            fs::write(&identity, text).unwrap();
            let sentence = ran(strange.to_str().unwrap()).refused(DAMAGED);
            assert_says(&sentence, &[identity.to_str().unwrap(), "damaged"]);
        }
    }
    assert!(!missing.exists());
    let other = Identity::new("chess", 8, OUTCOME, Kept::Positions);
    write_sealed_json(&identity, &other).unwrap();
    let sentence = run(&["stats", "--db", strange.to_str().unwrap()]).refused(NOT_A_DATABASE);
    assert_says(&sentence, &["strange", "chess"]);
}

#[test]
fn solve_never_touches_what_is_not_its_own() {
    let db = Db::unborn();
    fs::create_dir_all(db.path().join("level-016")).unwrap();
    fs::write(db.path().join("level-016/labels"), "mine").unwrap();
    let before = db.content();
    assert_says(
        &db.solve(8, &[]).refused(NOT_A_DATABASE),
        &[db.text(), "not empty", "another folder"],
    );
    db.assert_same_bytes(&before, "refused");

    let solved = Db::solved(5, &[]);
    let before = solved.content();
    let sentence = solved.solve(6, &[]).refused(NOT_A_DATABASE);
    assert_says(
        &sentence,
        &[solved.text(), "triangle on 5 vertices", "6", "another folder"],
    );
    let other = [["--keep", "labels"], ["--value", "grundy"]];
    for options in other {
        assert_says(&solved.solve(5, &options).refused(NOT_A_DATABASE), &["another folder"]);
    }
    assert_says(&solved.solve(5, &["--keep", "nothing"]).usage(), &["positions"]);
    solved.assert_same_bytes(&before, "refused");

    let file = db.path().join("level-016/labels");
    run(&["solve", "triangle", "-n", "5", "--db", file.to_str().unwrap()]).refused(NOT_A_DATABASE);
    assert_eq!(fs::read(file).unwrap(), b"mine");
}

#[test]
fn arguments_that_make_no_sense() {
    let db = Db::unborn();
    let solve = |arguments: &[&str]| run(&[&["solve", "--db", db.text()], arguments].concat()).usage();
    assert_says(&solve(&["triangle", "-n", "0"]), &["1 to 20"]);
    assert_says(&solve(&["triangle", "-n", "21"]), &["1 to 20"]);
    assert_says(&solve(&["chess", "-n", "8"]), &["chess", "triangle"]);
    assert_says(&solve(&["triangle", "-n", "8", "--down-to", "17"]), &["17", "16"]);
    assert_says(&solve(&["triangle", "-n", "8", "--memory", "4XB"]), &["XB", "GiB"]);
    assert_says(&solve(&["triangle", "-n", "8", "--memory", "4"]), &["4 bytes", "4GiB"]);
    assert_says(&solve(&["triangle", "-n", "8", "--memory", "much"]), &["4GiB"]);
    for arguments in [
        &["triangle"][..],
        &["triangle", "-n", "-1"],
        &["triangle", "-n", "99999999999"],
        &["triangle", "-n", "8", "--threads", "0"],
        &["triangle", "-n", "8", "--down-to", "-1"],
        &["triangle", "-n", "8", "--keep", "everything"],
        &["triangle", "-n", "8", "--memory", "-1"],
        &["triangle", "-n", "8", "--memory", ""],
        &["triangle", "-n", "8", "--memory", "99999999TiB"],
        &["triangle", "-n", "8", "--unknown"],
    ] {
        solve(arguments);
    }
    for (game, n) in [
        ("triangle", "0"),
        ("triangle", "21"),
        ("chess", "8"),
        ("triangle", "18"),
    ] {
        run(&["estimate", game, "-n", n]).refused(USAGE);
    }
    run(&["estimate", "triangle", "-n", "8", "--down-to", "17"]).refused(USAGE);
    for arguments in [
        &["stats"][..],
        &["stats", "--db", "x", "--format", "xml"],
        &["moves"],
        &["verify", "--db", "x", "--sample", "0"],
        &["verify", "--db", "x", "--sample", "1", "--full"],
        &["dance"],
        &[],
    ] {
        run(arguments).usage();
    }
    assert!(!db.path().exists());
}

/// All commands count threads alike.
#[test]
fn more_threads_than_any_machine_has_are_refused() {
    let mut counted = vec![];
    for name in commands() {
        if !run(&[&name, "--help"]).done().contains("--threads") {
            continue;
        }
        for threads in ["0", "1025", "4000", "18446744073709551615", "18446744073709551616"] {
            let said = run(&[&name, "--threads", threads]).usage();
            assert_says(&said, &["--threads", "give a number of threads from 1 to 1024"]);
        }
        counted.push(name);
    }
    for name in [
        "solve",
        "work",
        "part",
        "prove",
        "check-proof",
        "verify",
        "repair",
        "serve",
        "estimate",
    ] {
        assert!(counted.iter().any(|counted| counted == name), "{name}: {counted:?}");
    }
}

/// What a volume has from the start is nobody's work; whatever else is in the way is named.
#[test]
fn a_new_volume_is_an_empty_folder() {
    let db = Db::unborn();
    let add = |name: &str| {
        fs::create_dir_all(db.path()).unwrap();
        fs::create_dir(db.path().join(name)).unwrap();
    };
    for name in ["lost+found", ".Trash-1000", ".snapshots"] {
        add(name);
    }
    db.solve(5, &[]).closing();
    let verified = db.run("verify", &[]);
    assert_eq!((verified.code, verified.err.as_str()), (Some(0), ""));
    fs::remove_dir_all(db.path()).unwrap();
    for name in ["lost+found", "thesis", "notes"] {
        add(name);
    }
    let sentence = db.solve(5, &[]).refused(NOT_A_DATABASE);
    assert_says(
        &sentence,
        &["is not empty: it holds 'notes' and 'thesis'. Choose another folder"],
    );
    let args = [
        "fewest-edges",
        "maker-breaker:connected",
        "-n",
        "4",
        "--proofs",
        db.text(),
    ];
    assert_says(&run(&args).refused(USAGE), &["holds 'notes' and 'thesis'"]);
}

#[test]
fn too_little_memory_says_what_would_suffice() {
    for threads in ["1", "3"] {
        let db = Db::unborn();
        let sentence = db.solve(5, &["--memory", "1MiB", "--threads", threads]).refused(MEMORY);
        let (_, rest) = sentence.split_once("--memory ").unwrap();
        let enough: u64 = rest.split_once("MiB").unwrap().0.parse().unwrap();
        db.solve(5, &["--memory", &format!("{}MiB", enough - 1), "--threads", threads])
            .refused(MEMORY);
        assert!(!db.path().exists());
        db.solve(5, &["--memory", &format!("{enough}MiB"), "--threads", threads])
            .done();
    }
}

#[test]
fn one_writer_and_any_number_of_readers() {
    let db = Db::solved(8, &["--down-to", "8"]);
    let writer = Database::open(db.path()).unwrap();
    let lock = writer.lock().unwrap();
    let sentence = db.solve(8, &[]).refused(LOCKED);
    assert_says(&sentence, &[db.text(), &format!("process {}", std::process::id())]);
    assert_eq!(
        db.run("query", &[&graph6(&complete_bipartite(4, 4))])
            .done()
            .split(' ')
            .nth(1),
        Some("P\n")
    );
    db.run("stats", &[]).done();
    db.run("verify", &["--full"]).done();
    drop(lock);
    db.solve(8, &[]).done();
}

#[test]
fn a_run_under_way_keeps_others_out() {
    let db = Db::unborn();
    let arguments = ["solve", "triangle", "-n", "12", "--db", db.text(), "--json"];
    let mut child = command(&arguments).stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap());
    let mut printed = String::new();
    lines.read_line(&mut printed).unwrap();
    // The highest level is sealed; the run is held still for as long as the others try.
    let pid = child.id().to_string();
    send(libc::SIGSTOP, &child);
    let refused = db.solve(12, &[]);
    let query = db.run("query", &[&graph6(&complete_bipartite(6, 6))]);
    let stats = db.run("stats", &["--json"]);
    send(libc::SIGCONT, &child);
    assert_says(&refused.refused(LOCKED), &[&format!("process {pid}")]);
    assert!(query.done().ends_with(" P\n"));
    assert_eq!(stats.json()["levels"][0]["edges"], 36);
    lines.read_to_string(&mut printed).unwrap();
    assert!(child.wait().unwrap().success());
    // 37 levels, and the result.
    assert_eq!(printed.lines().count(), 38);
}

#[test]
fn a_damaged_list_of_saturated_positions_is_made_again() {
    let begun = Db::solved(8, &["--down-to", "12"]);
    let whole = Db::solved(8, &[]).content();
    // One more, one less and another legal graph; bytes, order and ends of lines.
    let damages: [&Damage; 7] = [
        &|bytes| bytes.clear(),
        &|bytes| bytes.extend("G?????\n".bytes()),
        &|bytes| bytes.truncate(bytes.len() - 7),
        &|bytes| bytes.splice(0..7, "G?????\n".bytes()).for_each(drop),
        &|bytes| bytes[3] ^= 1,
        &|bytes| bytes.rotate_left(7),
        &|bytes| bytes.extend([0xff, 0xfe]),
    ];
    for (case, damage) in damages.iter().enumerate() {
        let db = Db::copy_of(&begun);
        edit(&db.path().join("saturated.g6"), damage);
        db.solve(8, &[]).done();
        db.assert_same_bytes(&whole, format!("damage {case}"));
    }
    for text in ["", "{}", "{\"positions\": 10, \"xxh3\": \"0\"}"] {
        let db = Db::copy_of(&begun);
        fs::write(db.path().join("saturated.json"), text).unwrap();
        db.solve(8, &[]).done();
        db.assert_same_bytes(&whole, text);
    }
}

#[test]
fn a_flipped_bit_anywhere_in_a_label_function_is_noticed() {
    let db = Db::solved(8, &[]);
    let graph = graph6(&random_triangle_free(8, 8, 3));
    let labels = db.level(8).join("labels");
    let length = fs::read(&labels).unwrap().len();
    let mut rng = SplitMix64::new(88);
    for at in 0..length {
        let bit = 1 << rng.below(8);
        edit(&labels, |bytes| bytes[at] ^= bit);
        let sentence = db.run("query", &["--", &graph]).refused(DAMAGED);
        assert_says(&sentence, &[labels.to_str().unwrap()]);
        if at % 16 == 0 {
            let ran = db.run("verify", &[]);
            assert_eq!(ran.code, Some(DAMAGED), "byte {at}");
            assert_says(&ran.err, &[labels.to_str().unwrap()]);
            assert!(ran.out.ends_with("NOT sound\n"), "{}", ran.out);
        }
        edit(&labels, |bytes| bytes[at] ^= bit);
    }
    for shorter in [0, 1, 127, 128, length - 1] {
        let whole = fs::read(&labels).unwrap();
        fs::write(&labels, &whole[..shorter]).unwrap();
        let sentence = db.run("query", &[&graph]).refused(DAMAGED);
        assert_says(&sentence, &[labels.to_str().unwrap()]);
        fs::write(&labels, &whole).unwrap();
    }
    // A sound file, but of another level.
    let whole = fs::read(&labels).unwrap();
    fs::copy(db.level(9).join("labels"), &labels).unwrap();
    let ran = db.run("verify", &[]);
    assert_eq!(ran.code, Some(DAMAGED));
    assert_says(&ran.err, &[labels.to_str().unwrap()]);
    fs::write(&labels, whole).unwrap();
    db.run("verify", &["--full"]).done();
}

#[test]
fn a_damaged_level_is_noticed() {
    let db = Db::solved(8, &[]);
    let positions = db.level(8).join("positions");
    let sst = positions.join("000008.sst");
    let whole = fs::read(&sst).unwrap();
    let mut rng = SplitMix64::new(800);
    for _ in 0..60 {
        let at = rng.below(whole.len());
        edit(&sst, |bytes| bytes[at] ^= 1 << rng.below(8));
        let json = at % 2 == 1;
        let ran = db.run("verify", &[if json { "--json" } else { "--full" }]);
        assert_eq!(ran.code, Some(DAMAGED), "byte {at}: {}{}", ran.out, ran.err);
        let reported = if json { &ran.out } else { &ran.err };
        assert_says(reported, &[sst.to_str().unwrap()]);
        // People are also advised what to do.
        assert_eq!(reported.lines().count(), if json { 1 } else { 2 }, "{reported}");
        // Values come from the label function.
        assert_eq!(run_with(&["query", "--db", db.text()], "-").code, Some(0));
        fs::write(&sst, &whole).unwrap();
    }
    for shorter in [0, 1, whole.len() / 2, whole.len() - 1] {
        fs::write(&sst, &whole[..shorter]).unwrap();
        let ran = db.run("verify", &[]);
        assert_eq!(ran.code, Some(DAMAGED), "{shorter} bytes: {}{}", ran.out, ran.err);
        assert_says(&ran.err, &[sst.to_str().unwrap()]);
    }
    fs::remove_file(&sst).unwrap();
    let ran = db.run("verify", &[]);
    assert_eq!(ran.code, Some(DAMAGED));
    assert_says(&ran.err, &[positions.to_str().unwrap()]);
    fs::write(&sst, &whole).unwrap();
    // A sound level, but another one.
    let other = Db::copy_of(&db);
    for folder in [&db.level(9), &other.level(8)].map(|level| level.join("positions")) {
        fs::remove_dir_all(&positions).unwrap();
        process::copy_tree(&folder, &positions);
        let code = if folder.starts_with(db.path()) { DAMAGED } else { 0 };
        assert_eq!(db.run("verify", &[]).code, Some(code));
    }
}

#[test]
fn nothing_is_sealed_from_a_damaged_level() {
    let begun = Db::solved(8, &["--down-to", "9"]);
    let damages: [(&str, &Damage); 3] = [
        ("labels", &|bytes| bytes[140] ^= 1),
        ("positions/000008.sst", &|bytes| bytes[100] ^= 1),
        ("manifest.json", &|bytes| bytes.truncate(100)),
    ];
    for (file, damage) in damages {
        let db = Db::copy_of(&begun);
        edit(&db.level(9).join(file), damage);
        let sentence = db.solve(8, &[]).refused(DAMAGED);
        assert_says(&sentence, &[db.level(9).to_str().unwrap()]);
        assert!(!db.level(8).join("manifest.json").exists());
    }
}

#[test]
fn a_damaged_manifest_is_noticed() {
    let db = Db::solved(8, &[]);
    let manifest = db.level(8).join("manifest.json");
    let whole = fs::read(&manifest).unwrap();
    for text in [
        "",
        "{",
        "[]",
        "{\"format\": 2}",
        "\u{0}",
        std::str::from_utf8(&whole[..200]).unwrap(),
    ] {
        fs::write(&manifest, text).unwrap();
        for command in ["stats", "info"] {
            assert_says(&db.run(command, &[]).refused(DAMAGED), &[manifest.to_str().unwrap()]);
        }
        let ran = db.run("verify", &[]);
        assert_eq!(ran.code, Some(DAMAGED));
        assert_says(&ran.err, &[manifest.to_str().unwrap()]);
    }
    // Even with a checksum that is right, every number and every text in it is checked against the files, except the
    // version of the program.
    let mut sound: Value = serde_json::from_slice(&whole).unwrap();
    sound.as_object_mut().unwrap().remove("xxh3").unwrap();
    let mut places = Vec::new();
    leaves(&sound, String::new(), &mut places);
    places.retain(|place| place != "/tool_version" && place != "/format");
    assert!(places.len() > 15, "{places:?}");
    for place in places {
        let mut wrong = sound.clone();
        let leaf = wrong.pointer_mut(&place).unwrap();
        *leaf = match leaf.as_u64() {
            Some(number) => json!(number + 1),
            None => json!(format!("{}00", leaf.as_str().unwrap())),
        };
        write_sealed_json(&manifest, &serde_json::from_value::<LevelManifest>(wrong).unwrap()).unwrap();
        let ran = db.run("verify", &["--full"]);
        assert_eq!(ran.code, Some(DAMAGED), "{place}: {}", ran.out);
        assert_says(&ran.err, &["level"]);
    }
    fs::write(&manifest, &whole).unwrap();
    db.run("verify", &["--full"]).done();
}

/// The paths of all numbers and texts in a JSON value.
fn leaves(value: &Value, path: String, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            (fields.iter()).for_each(|(name, field)| leaves(field, format!("{path}/{name}"), found))
        }
        Value::Array(items) => {
            (items.iter().enumerate()).for_each(|(i, item)| leaves(item, format!("{path}/{i}"), found))
        }
        _ => found.push(path),
    }
}

#[test]
fn newer_formats_are_left_to_newer_programs() {
    let db = Db::solved(8, &[]);
    let newer = |path: &Path| {
        let whole = fs::read(path).unwrap();
        write_sealed_json(path, &json!({"format": 3, "a new field": [1]})).unwrap();
        whole
    };
    let manifest = db.level(8).join("manifest.json");
    let whole = newer(&manifest);
    for command in ["stats", "info", "verify"] {
        let sentence = db.run(command, &[]).refused(OTHER_FORMAT);
        assert_says(&sentence, &[manifest.to_str().unwrap(), "format 3", "newer version"]);
    }
    fs::write(&manifest, whole).unwrap();
    let identity = db.path().join("retrograph.json");
    newer(&identity);
    let before = db.content();
    for command in ["stats", "info", "verify", "query"] {
        let sentence = db.run(command, &[]).refused(OTHER_FORMAT);
        assert_says(&sentence, &[identity.to_str().unwrap(), "format 3", "newer version"]);
    }
    db.solve(8, &[]).refused(OTHER_FORMAT);
    db.run("repair", &[]).refused(OTHER_FORMAT);
    db.assert_same_bytes(&before, "refused");
}

#[test]
fn a_folder_of_the_unreleased_format_is_to_be_solved_again() {
    let db = Db::unborn();
    fs::create_dir(db.path()).unwrap();
    let text = "{\n  \"format\": 1,\n  \"game\": \"triangle\",\n  \"n\": 8,\n  \"keep\": \"positions\"\n}\n";
    fs::write(db.path().join("retrograph.json"), text).unwrap();
    for sentence in
        ["stats", "info", "verify", "repair", "query"].map(|command| db.run(command, &[]).refused(OTHER_FORMAT))
    {
        assert_says(
            &sentence,
            &["retrograph.json", "format 1", "Solve again into another folder"],
        );
    }
    db.solve(8, &[]).refused(OTHER_FORMAT);
}

#[test]
fn an_interrupted_creation_is_no_obstacle() {
    let db = Db::unborn();
    fs::create_dir(db.path()).unwrap();
    fs::write(db.path().join(".retrograph.json.tmp"), "{\"form").unwrap();
    db.run("stats", &[]).refused(NOT_A_DATABASE);
    db.solve(5, &[]).done();
    db.assert_same_bytes(&Db::solved(5, &[]).content(), "created again");
}

#[test]
fn a_file_that_cannot_grow_ends_the_run_and_costs_nothing() {
    let whole = Db::solved(10, &[]).content();
    // In blocks of 512 bytes: too small for the first manifest, for files of RocksDB, for larger and larger levels.
    for (blocks, keep) in [
        (1, "positions"),
        (2, "positions"),
        (3, "labels"),
        (6, "positions"),
        (10, "labels"),
    ] {
        let db = Db::unborn();
        let arguments = ["solve", "triangle", "-n", "10", "--db", db.text(), "--keep", keep];
        let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
        let sentence = shell(&script, &arguments).refused(FAILED);
        assert_says(&sentence, &[db.text()]);
        if db.path().join("retrograph.json").exists() {
            db.run("verify", &["--full"]).done();
        }
        run(&arguments).done();
        if keep == "positions" {
            db.assert_same_bytes(&whole, format!("{blocks} blocks"));
        } else {
            db.assert_same_bytes(
                &Db::solved(10, &["--keep", "labels"]).content(),
                format!("{blocks} blocks"),
            );
        }
    }
}

/// Runs the program with nobody at the other end of standard output and, when `deaf`, of standard error; what was said
/// and the exit code.
fn unheard(arguments: &[&str], deaf: bool) -> (String, Option<i32>) {
    let nobody = || {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        writer
    };
    let mut command = command(arguments);
    command.stdout(nobody());
    if deaf {
        command.stderr(nobody());
    }
    let output = command.output().unwrap();
    (String::from_utf8(output.stderr).unwrap(), output.status.code())
}

#[test]
fn readers_that_go_away_are_no_catastrophe() {
    let db = Db::solved(8, &[]);
    for arguments in [
        &["stats"][..],
        &["stats", "--json"],
        &["info"],
        &["info", "--json"],
        &["verify"],
        &["verify", "--json"],
        &["query", "0-1"],
        &["moves", "0-1"],
        &["moves", "0-1", "--json"],
    ] {
        let arguments = [&arguments[..1], &["--db", db.text()], &arguments[1..]].concat();
        assert_eq!(unheard(&arguments, false), (String::new(), Some(0)), "{arguments:?}");
        assert_eq!(unheard(&arguments, true).1, Some(0), "{arguments:?}");
    }
    for arguments in [
        &["estimate", "triangle", "-n", "16", "--no-calibration"][..],
        &["games"],
        &["check-game", "triangle", "-n", "4"],
        &["prove", "triangle", "-n", "5"],
        &["fewest-edges", "maker-breaker:connected", "-n", "4"],
        &["counts", "avoid:P3"],
        &["board", "cube", "3", "2"],
        &["thresholds", "waiter-client:contains:P3", "-n", "4"],
        &["completions", "bash"],
        &["man"],
        &["draw", "DQc"],
        &["solve", "triangle", "-n", "8", "--explain"],
    ] {
        assert_eq!(unheard(arguments, false), (String::new(), Some(0)), "{arguments:?}");
    }
    // What was found is said by the exit code all the same.
    let damaged = Db::copy_of(&db);
    fs::remove_file(damaged.level(4).join("manifest.json")).unwrap();
    for arguments in [&["verify", "--db"][..], &["repair", "--dry-run", "--db"]] {
        let arguments = [arguments, &[damaged.text()]].concat();
        assert_eq!(unheard(&arguments, false).1, Some(DAMAGED), "{arguments:?}");
    }
    assert_eq!(
        unheard(&["query", "--db", db.text(), "hello", "0-1"], false).1,
        Some(BAD_POSITION)
    );
    // Sentences that nobody hears.
    assert_eq!(
        unheard(&["query", "--db", db.text(), "hello", "hello"], true).1,
        Some(BAD_POSITION)
    );
    assert_eq!(unheard(&["stats", "--db", "nowhere"], true).1, Some(NOT_A_DATABASE));
    assert_eq!(unheard(&["dance"], true).1, Some(USAGE));
    // A long run goes on, since its result is the database.
    let other = Db::unborn();
    let arguments = [
        "solve",
        "triangle",
        "-n",
        "8",
        "--json",
        "--verbose",
        "--db",
        other.text(),
    ];
    assert_eq!(unheard(&arguments, true).1, Some(0));
    other.assert_same_bytes(&db.content(), "nobody listened");
    // All answers but the first are lost, and many more than a pipe holds.
    let script = "{ yes 0-1 | head -n 300000 | \"$0\" query --db \"$1\"; echo $? >&3; } 3>&2 | head -n 1";
    let ran = shell(script, &[db.text()]);
    assert_eq!((ran.out.as_str(), ran.err.as_str()), ("0-1 N\n", "0\n"));
    for listed in [
        "positions",
        "sample --level 8 --count 9",
        "examples",
        "positions --format csv",
    ] {
        let script = format!("{{ \"$0\" {listed} --db \"$1\"; echo $? >&3; }} 3>&2 | head -n 1");
        let ran = shell(&script, &[db.text()]);
        assert_eq!((ran.out.lines().count(), ran.err.as_str()), (1, "0\n"), "{listed}");
    }
    // A disk that is full is another matter.
    let ran = shell("\"$0\" stats --db \"$1\" > /dev/full", &[db.text()]);
    assert_eq!(ran.code, Some(FAILED), "{ran:?}");
}

/// Turns, starters and goals that a rule does not have.
#[test]
fn games_with_a_goal_say_what_their_names_lack() {
    for (name, said) in [
        ("maker-breaker:connected/bias=0:1", "'0:1' is no bias"),
        ("avoider-enforcer:connected/bias=1:0", "'1:0' is no bias"),
        ("maker-breaker:connected/bias=1:2:3", "'1:2:3' is no bias"),
        ("maker-breaker:connected/bias=-1:2", "'-1:2' is no bias"),
        (
            "waiter-client:connected/bias=99999999999:1",
            "it is two positive numbers",
        ),
        ("waiter-client:connected/bias=3", "Client's and Waiter's, such as 1:2"),
        ("client-waiter:connected/bias=2:1", "the bias is 1:q"),
        (
            "maker-breaker:connected/bias=7:1",
            "a turn of 7 edges does not fit a board of 6",
        ),
        ("waiter-client:connected/bias=1:9/board=CF", "does not fit a board of 3"),
        (
            "maker-breaker:connected/starter=avoider",
            "the starter is maker or breaker",
        ),
        ("maker-breaker:connected/starter=", "the starter is maker or breaker"),
        (
            "avoider-enforcer:connected/starter=red",
            "the starter is avoider or enforcer",
        ),
        (
            "waiter-client:connected/starter=client",
            "'/starter=client' is not known",
        ),
        ("maker-breaker:connected/monotone", "'/monotone' is not known"),
        ("maker-breaker:connected/bias=1:1/bias=1:2", "'/bias' stands twice"),
        (
            "avoider-enforcer:connected/monotone/monotone",
            "'/monotone' stands twice",
        ),
        (
            "avoider-enforcer:connected/starter=enforcer/starter=avoider",
            "'/starter' stands twice",
        ),
        ("client-waiter:contains:K1", "'K1' has no edge"),
        ("client-waiter:", "is neither a graph's name"),
        ("waiter-client:contains:K3/red=0-1/green=0-1", "both red and green"),
        ("maker-breaker:contains:P3/red=0-1,1-2", "over before it begins"),
    ] {
        assert_says(&run(&["solve", name, "-n", "4", "--db", "none"]).refused(2), &[said]);
    }
    let game = ["solve", "waiter-client:contains:K3", "-n", "4", "--db", "none"];
    for (options, said) in [
        (["--value", "score"], "not for score values; leave --value out"),
        (["--value", "grundy"], "not for grundy values; leave --value out"),
        (["--play", "misere"], "leave --play out"),
    ] {
        assert_says(&run(&[&game[..], &options].concat()).refused(2), &[said]);
    }
    // Who wins is plain where the board cannot have the goal; a search does not begin.
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("db");
    let solved = run(&[
        "solve",
        "maker-breaker:contains:K6",
        "-n",
        "4",
        "--db",
        db.to_str().unwrap(),
    ])
    .done();
    assert_eq!(
        solved,
        "Breaker (Green) wins the Maker-Breaker K6 game on 4 vertices.\n"
    );
    let refused = run(&["prove", "maker-breaker:contains:K6", "-n", "4"]).refused(2);
    assert_says(&refused, &["'contains:K6' needs 6 to 11 vertices, not 4"]);
}
