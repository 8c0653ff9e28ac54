//! What reads a database refuses whatever is not as it was sealed, at once and with the name of the file; `repair`
//! makes it again.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use game::Game;
use games::Triangle16;
use retro::Solved;
use retrograph_storage::{Database, LevelManifest, fuzzing, hash_bytes, write_sealed_json};
use shared::process::{Db, Ran, copy_tree, edit, shell, stand_in_engine};

/// `retrograph COMMAND --db DB OPTIONS` in 1 GiB of address space; killed after half a minute, with exit code 124.
fn bounded(db: &Path, command: &str, options: &[&str]) -> Ran {
    let script = "ulimit -v 1048576; exec timeout 30 \"$0\" \"$@\"";
    shell(script, &[&[command, "--db", db.to_str().unwrap()], options].concat())
}

/// Commands that read stored positions, into a file and to standard output.
const LISTINGS: [&[&str]; 7] = [
    &["positions"],
    &["positions", "--format", "csv"],
    &["positions", "--format", "parquet"],
    &["sample", "--level", "7", "--count", "9"],
    &["sample", "--level", "7", "--count", "9", "--format", "csv"],
    &["examples"],
    &["examples", "--json"],
];

/// Every listing refuses the database, with a sentence that says `said`, before the first row, and leaves no file.
#[track_caller]
fn assert_not_listed(db: &Db, said: &str) {
    for listing in LISTINGS {
        let sentence = bounded(db.path(), listing[0], &listing[1..]).refused(6);
        assert!(sentence.contains(said), "{listing:?}: {sentence}");
    }
    assert_no_file(db, said);
}

/// No listing gives a file.
#[track_caller]
fn assert_no_file(db: &Db, said: &str) {
    for name in ["out.g6", "out.csv", "out.parquet"] {
        let out = db.root().join(name);
        for listing in [&["positions"][..], &["sample", "--level", "7", "--count", "999"]] {
            let options = [&listing[1..], &["--out", out.to_str().unwrap()]].concat();
            let sentence = bounded(db.path(), listing[0], &options).refused(6);
            assert!(sentence.contains(said), "{listing:?}: {sentence}");
            assert_eq!(
                fs::read_dir(db.root()).unwrap().count(),
                1,
                "no file, also no temporary one"
            );
        }
    }
}

/// Puts the records of a level of another database in the place of this one's.
fn swap_positions(db: &Db, level: u32, other: &Db) {
    let positions = db.level(level).join("positions");
    fs::remove_dir_all(&positions).unwrap();
    copy_tree(&other.level(level).join("positions"), &positions);
}

/// Changes the manifest of a level, whose checksum is then right.
fn forge(db: &Db, level: u32, change: impl FnOnce(&mut LevelManifest)) {
    let mut manifest = Database::open(db.path()).unwrap().manifest(level).unwrap().unwrap();
    change(&mut manifest);
    write_sealed_json(&db.level(level).join("manifest.json"), &manifest).unwrap();
}

/// Makes sizes and checksums in the manifest fit whatever the files of records are.
fn fit(db: &Db, level: u32) {
    let folder = db.level(level).join("positions");
    forge(db, level, |manifest| {
        let positions = &mut manifest.positions;
        for file in &mut positions.files {
            let bytes = fs::read(folder.join(&file.name)).unwrap();
            (file.bytes, file.xxh3) = (bytes.len() as u64, hash_bytes(&bytes));
        }
        for file in &mut positions.catalogue {
            let bytes = fs::read(folder.join(&file.name)).unwrap();
            (file.bytes, file.xxh3) = (bytes.len() as u64, hash_bytes(&bytes));
        }
        positions.bytes = positions.files.iter().map(|file| file.bytes).sum();
    });
}

/// The one SST file of a level.
fn sst(db: &Db, level: u32) -> PathBuf {
    let entries = fs::read_dir(db.level(level).join("positions")).unwrap();
    let mut paths = entries.map(|entry| entry.unwrap().path());
    paths
        .find(|path| path.extension().is_some_and(|end| end == "sst"))
        .unwrap()
}

#[test]
fn a_level_of_another_database_is_not_listed() {
    let (normal, misere) = (Db::solved(7, &[]), Db::solved(7, &["--play", "misere"]));
    let db = Db::copy_of(&normal);
    swap_positions(&db, 7, &misere);
    assert_not_listed(&db, "level-007/positions");
    assert_eq!(bounded(db.path(), "verify", &[]).code, Some(6));
    // The others are as they were.
    let rows = |db: &Db| bounded(db.path(), "positions", &["--level", "8"]).done();
    assert_eq!(rows(&db), rows(&normal));

    // One whose sizes and checksums were made to fit: the records themselves are others.
    fit(&db, 7);
    assert_no_file_of_positions(&db);
    // And one byte of the stream's own checksum.
    let db = Db::copy_of(&normal);
    forge(&db, 7, |manifest| {
        let stream = &mut manifest.positions.files[0].stream_xxh3;
        let first = if stream.starts_with('0') { "1" } else { "0" };
        stream.replace_range(..1, first);
    });
    assert_no_file_of_positions(&db);
}

/// `positions` finds out at the end of the scan, and names no file.
#[track_caller]
fn assert_no_file_of_positions(db: &Db) {
    for name in ["out.g6", "out.csv", "out.parquet"] {
        let out = db.root().join(name);
        let sentence = bounded(db.path(), "positions", &["--out", out.to_str().unwrap()]).refused(6);
        assert!(sentence.contains("level-007/positions"), "{sentence}");
        assert_eq!(fs::read_dir(db.root()).unwrap().count(), 1, "{name}");
    }
    let ran = bounded(db.path(), "positions", &["--level", "7"]);
    assert_eq!(ran.code, Some(6), "{}", ran.err);
}

#[test]
fn every_changed_byte_of_a_levels_files_is_noticed_before_the_first_row() {
    let sound = Db::solved(7, &[]);
    let folder = sound.level(7).join("positions");
    for entry in fs::read_dir(&folder).unwrap() {
        let name = entry.unwrap().file_name();
        let bytes = fs::metadata(folder.join(&name)).unwrap().len() as usize;
        for at in [0, bytes / 3, bytes - 1] {
            let db = Db::copy_in_memory(&sound);
            edit(&db.level(7).join("positions").join(&name), |bytes| bytes[at] ^= 1);
            let said = format!("level-007/positions/{}", name.to_str().unwrap());
            for listing in LISTINGS {
                let sentence = bounded(db.path(), listing[0], &listing[1..]).refused(6);
                assert!(sentence.contains(&said), "{listing:?}, byte {at}: {sentence}");
            }
        }
    }
}

/// A command and how it must end when the file is not what it was: 6 with its name, or, when it does not read it, as
/// ever.
const READERS: [(&[&str], &[&str]); 16] = [
    (&["verify"], &["all"]),
    (&["repair", "--dry-run"], &["all"]),
    (&["info"], &["retrograph.json", "manifest.json"]),
    (&["info", "--json"], &["retrograph.json", "manifest.json"]),
    (&["stats"], &["retrograph.json", "manifest.json"]),
    (&["stats", "--format", "latex"], &["retrograph.json", "manifest.json"]),
    (
        &["query", "F????", "0-1,1-2,2-3,3-4,4-5,5-6,0-6"],
        &["retrograph.json", "manifest.json", "labels"],
    ),
    (
        &["moves", "0-1,1-2,2-3,3-4,4-5,5-6"],
        &["retrograph.json", "manifest.json", "labels"],
    ),
    (
        &["positions"],
        &["retrograph.json", "manifest.json", "CURRENT", "MANIFEST", ".sst"],
    ),
    (
        &["sample", "--level", "7"],
        &["retrograph.json", "manifest.json", "CURRENT", "MANIFEST", ".sst"],
    ),
    (
        &["examples"],
        &["retrograph.json", "manifest.json", "CURRENT", "MANIFEST", ".sst"],
    ),
    (
        &["export", "--out", "OUT"],
        &["retrograph.json", "manifest.json", "labels"],
    ),
    (
        &["export", "--archive", "OUT.tar"],
        &["retrograph.json", "manifest.json", "labels"],
    ),
    (
        &["export", "--engine", "ENGINE", "--site", "OUT"],
        &["retrograph.json", "manifest.json", "labels"],
    ),
    (&["report", "--out", "OUT"], &["retrograph.json", "manifest.json"]),
    (&["stats", "--plot", "OUT.svg"], &["retrograph.json", "manifest.json"]),
];

/// Files of each kind of the database of n = 7.
fn kinds(db: &Db) -> Vec<PathBuf> {
    let level = db.level(7);
    let sst = sst(db, 7);
    let others = [
        "manifest.json",
        "labels",
        "positions/CURRENT",
        "positions/MANIFEST-000005",
    ];
    let beside = ["retrograph.json", "saturated.json", "saturated.g6"];
    (others.iter().map(|name| level.join(name)))
        .chain(beside.iter().map(|name| db.path().join(name)))
        .chain([sst])
        .collect()
}

/// Runs all readers on a database with something strange in the place of `path`.
fn assert_refused(db: &Db, path: &Path, what: &str) {
    let name = path.file_name().unwrap().to_str().unwrap();
    for (words, files) in READERS {
        let out = db.root().join("out").to_str().unwrap().to_string();
        let word = |word: &&str| word.replace("OUT", &out).replace("ENGINE", stand_in_engine());
        let options: Vec<String> = words[1..].iter().map(word).collect();
        let options: Vec<&str> = options.iter().map(|word| &word[..]).collect();
        let ran = bounded(db.path(), words[0], &options);
        let reported = format!("{what} for {name}, {words:?}: {:?} {}", ran.code, ran.err);
        assert!(!ran.err.contains("panicked"), "{reported}");
        let reads = files.iter().any(|file| *file == "all" || name.contains(file));
        match reads {
            true => {
                assert_eq!(ran.code, Some(6), "{reported}");
                assert!(ran.err.contains(name), "{reported}");
                assert!(
                    words[0] == "verify" || words[0] == "repair" || ran.err.lines().count() == 1,
                    "{reported}"
                );
            }
            false => assert_eq!(ran.code, Some(0), "{reported}"),
        }
        for file in ["out", "out.svg"] {
            let out = db.root().join(file);
            let _ = fs::remove_dir_all(&out).or_else(|_| fs::remove_file(&out));
        }
    }
}

#[test]
fn a_hole_of_a_terabyte_costs_a_sentence() {
    let sound = Db::solved(7, &[]);
    for path in kinds(&sound) {
        let db = Db::copy_in_memory(&sound);
        let path = db.path().join(path.strip_prefix(sound.path()).unwrap());
        let file = fs::OpenOptions::new().write(true).open(&path).unwrap();
        file.set_len(1 << 40).unwrap();
        assert_refused(&db, &path, "a hole");
        // The list of saturated positions is made again by whoever solves.
        if !path.to_str().unwrap().contains("saturated") {
            assert_eq!(db.solve(7, &[]).code, Some(6), "{}", path.display());
        }
        bounded(db.path(), "repair", &[]);
        db.assert_same_bytes(&sound.content(), path.display().to_string());
    }
}

#[test]
fn what_is_no_file_is_refused_and_repaired() {
    let sound = Db::solved(7, &[]);
    for path in kinds(&sound) {
        let all = ["fifo", "folder", "device", "socket"];
        let is_sampled = ["manifest.json", "CURRENT", "labels"]
            .iter()
            .any(|name| path.ends_with(name));
        for &what in if is_sampled { &all[..] } else { &all[..2] } {
            let db = Db::copy_in_memory(&sound);
            let path = db.path().join(path.strip_prefix(sound.path()).unwrap());
            fs::remove_file(&path).unwrap();
            let mut _socket = None;
            match what {
                "fifo" => assert!(Command::new("mkfifo").arg(&path).status().unwrap().success()),
                "folder" => fs::create_dir_all(path.join("inside")).unwrap(),
                "device" => symlink("/dev/zero", &path).unwrap(),
                _ => _socket = Some(std::os::unix::net::UnixListener::bind(&path).unwrap()),
            }
            assert_refused(&db, &path, what);
            let repaired = bounded(db.path(), "repair", &[]);
            assert_eq!(
                repaired.code,
                Some(0),
                "{what} for {}: {}",
                path.display(),
                repaired.err
            );
            db.assert_same_bytes(&sound.content(), what);
        }
    }
    // In the place of a level's folder, and of that of its records.
    for name in ["level-007", "level-007/positions"] {
        let db = Db::copy_in_memory(&sound);
        let path = db.path().join(name);
        fs::remove_dir_all(&path).unwrap();
        assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
        let sentence = bounded(db.path(), "verify", &[]);
        assert_eq!(sentence.code, Some(6), "{}", sentence.err);
        assert!(sentence.err.contains(name), "{}", sentence.err);
        let repaired = bounded(db.path(), "repair", &[]);
        assert_eq!(repaired.code, Some(0), "{name}: {}", repaired.err);
        db.assert_same_bytes(&sound.content(), name);
    }
}

#[test]
fn what_is_no_file_in_an_export_is_refused() {
    let db = Db::solved(7, &[]);
    let out = db.root().join("export");
    db.run("export", &["--out", out.to_str().unwrap()]);
    for name in [
        "retrograph.json",
        "README.txt",
        "SHA256SUMS",
        "level-007/manifest.json",
        "level-007/labels",
    ] {
        for what in ["hole", "fifo"] {
            let copy = db.root().join("copy");
            assert!(
                Command::new("cp")
                    .arg("-r")
                    .args([&out, &copy])
                    .status()
                    .unwrap()
                    .success()
            );
            assert!(
                Command::new("chmod")
                    .arg("-R")
                    .args([Path::new("u+w"), &copy])
                    .status()
                    .unwrap()
                    .success()
            );
            let path = copy.join(name);
            if what == "hole" {
                fs::OpenOptions::new()
                    .write(true)
                    .open(&path)
                    .unwrap()
                    .set_len(1 << 40)
                    .unwrap();
            } else {
                fs::remove_file(&path).unwrap();
                assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
            }
            let ran = bounded(&copy, "verify", &[]);
            assert_eq!(ran.code, Some(6), "{what} for {name}: {}", ran.err);
            assert!(ran.err.contains(name), "{what} for {name}: {}", ran.err);
            for command in [&["stats"][..], &["info"], &["query", "F????"], &["moves", "0-1"]] {
                let ran = bounded(&copy, command[0], &command[1..]);
                assert!(
                    [Some(0), Some(6)].contains(&ran.code),
                    "{what} for {name}, {command:?}: {:?}",
                    ran
                );
            }
            fs::remove_dir_all(&copy).unwrap();
        }
    }
}

/// CRC-32C, masked as in RocksDB, of the type and the data of a fragment of its manifest.
fn masked_crc(bytes: &[u8]) -> [u8; 4] {
    let crc = !bytes.iter().fold(!0u32, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| (crc >> 1) ^ ((crc & 1) * 0x82f6_3b78))
    });
    crc.rotate_right(15).wrapping_add(0xa282_ead8).to_le_bytes()
}

/// Where the fragments of RocksDB's manifest begin.
fn fragments(log: &[u8]) -> Vec<usize> {
    let mut found = vec![];
    let mut at = 0;
    while at < log.len() {
        found.push(at);
        at += 7 + usize::from(u16::from_le_bytes([log[at + 4], log[at + 5]]));
    }
    found
}

/// A number as RocksDB writes it.
fn varint(mut number: u64) -> Vec<u8> {
    let mut bytes = vec![];
    while number > 127 {
        bytes.push(number as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
    bytes
}

#[test]
fn only_the_layout_that_is_written_is_read() {
    let sound = Db::solved(7, &[]);
    let forged = |name: &str, change: &dyn Fn(&Db)| {
        let db = Db::copy_in_memory(&sound);
        change(&db);
        fit(&db, 7);
        assert_not_listed(&db, "level-007/positions/");
        for command in [
            &["verify"][..],
            &["verify", "--full"],
            &["repair"],
            &["repair", "--dry-run"],
        ] {
            let ran = bounded(db.path(), command[0], &command[1..]);
            assert_eq!(ran.code, Some(6), "{name}, {command:?}: {}", ran.err);
        }
    };
    // The footer: checksum type, handles of metaindex and index, zeros, version, magic number.
    for bytes in [1 << 36, 1 << 62, u64::MAX, 0, 13] {
        forged("size of the index", &|db| {
            edit(&sst(db, 7), |file| {
                let footer = file.len() - 53;
                let mut at = footer + 1;
                for _ in 0..3 {
                    at += file[at..].iter().position(|&byte| byte < 128).unwrap() + 1;
                }
                let size = varint(bytes);
                file[at..footer + 41].fill(0);
                file[at..at + size.len()].copy_from_slice(&size);
            });
        });
    }
    forged("another version", &|db| {
        edit(&sst(db, 7), |file| {
            let at = file.len() - 12;
            file[at] = 4;
        });
    });
    forged("a tail beyond the file", &|db| {
        edit(&sst(db, 7), |file| {
            let key = b"tail.start.offset";
            let at = file.windows(key.len()).position(|window| window == key).unwrap() + key.len();
            file[at] ^= 0x40;
            fuzzing::fit_sst(file);
        });
    });
    // Types of records that no level has.
    for kind in [0, 2, 5, 8, 9, 130, 255] {
        forged("a kind of record", &|db| {
            edit(&db.level(7).join("positions/MANIFEST-000005"), |log| {
                let last = *fragments(log).last().unwrap();
                log[last + 6] = kind;
                let sum = masked_crc(&log[last + 6..]);
                log[last..last + 4].copy_from_slice(&sum);
            });
        });
    }
    // A field more: another comparator, a file that was removed, a further column family, a blob.
    let fields: [&[u8]; 4] = [
        b"\x01\x03abc",
        b"\x06\x06\x08",
        b"\xc9\x01\x01x",
        b"\x90\x03\x01\x01\x01",
    ];
    for field in fields {
        forged("a field", &|db| {
            edit(&db.level(7).join("positions/MANIFEST-000005"), |log| {
                let data = [&[1], field].concat();
                log.extend(masked_crc(&data));
                log.extend((field.len() as u16).to_le_bytes());
                log.extend(data);
            });
        });
    }
    forged("another manifest", &|db| {
        fs::write(db.level(7).join("positions/CURRENT"), "MANIFEST-000006\n").unwrap();
    });
    // A data block that says otherwise is met when it is read.
    for at in [0, 1, 2, 9] {
        let db = Db::copy_in_memory(&sound);
        edit(&sst(&db, 7), |file| {
            file[at] ^= 0x7f;
            fuzzing::fit_sst(file);
        });
        fit(&db, 7);
        for command in [&["sample", "--level", "7", "--count", "9"][..], &["verify"]] {
            let ran = bounded(db.path(), command[0], &command[1..]);
            assert_eq!(ran.code, Some(6), "{command:?}, byte {at}: {}", ran.err);
            assert!(
                ran.err.contains("level-007/positions/"),
                "{command:?}, byte {at}: {}",
                ran.err
            );
        }
    }
    // Names that lead out of the folder.
    for name in ["../../../outside.sst", "/etc/passwd", "000008.sst/", "8.sst"] {
        let db = Db::copy_in_memory(&sound);
        forge(&db, 7, |manifest| manifest.positions.files[0].name = name.into());
        assert_not_listed(&db, "level-007/manifest.json");
        assert_eq!(bounded(db.path(), "verify", &[]).code, Some(6));
    }
}

/// Of a database that is open, as in `serve`: what is overwritten, cut or removed later changes no answer.
#[test]
fn an_open_database_answers_the_same_whatever_happens_to_its_files() {
    let db = Db::solved(7, &[]);
    let graphs = db.run("positions", &[]).done();
    let solved = Solved::open(Triangle16::new(7), Database::open(db.path()).unwrap()).unwrap();
    let ask = || -> Vec<bool> {
        let value = |text: &str| solved.is_p(&solved.game().parse(text).unwrap()).unwrap();
        graphs.lines().map(value).collect()
    };
    let right = ask();
    assert!(right.contains(&true) && right.contains(&false));
    let functions: Vec<PathBuf> = (0..=12).map(|level| db.level(level).join("labels")).collect();
    for path in &functions {
        // In place: what is mapped would change with it.
        let bytes: Vec<u8> = fs::read(path).unwrap().iter().map(|byte| !byte).collect();
        let file = fs::OpenOptions::new().write(true).open(path).unwrap();
        std::os::unix::fs::FileExt::write_all_at(&file, &bytes, 0).unwrap();
    }
    assert_eq!(ask(), right, "overwritten");
    for path in &functions {
        fs::OpenOptions::new()
            .write(true)
            .open(path)
            .unwrap()
            .set_len(0)
            .unwrap();
    }
    assert_eq!(ask(), right, "cut");
    fs::remove_dir_all(db.path()).unwrap();
    assert_eq!(ask(), right, "removed");
}

#[test]
fn a_database_with_a_gap_is_never_called_whole() {
    let sound = Db::solved(7, &[]);
    let top = 12;
    for (level, kept_folder) in [(top, false), (top, true), (6, false), (6, true), (1, false)] {
        let db = Db::copy_in_memory(&sound);
        match kept_folder {
            true => fs::remove_file(db.level(level).join("manifest.json")).unwrap(),
            false => fs::remove_dir_all(db.level(level)).unwrap(),
        }
        let out = db.root().join("out");
        let at = |name: &str| out.join(name).to_str().unwrap().to_string();
        fs::create_dir(&out).unwrap();
        let commands: Vec<Vec<String>> = [
            &["info"][..],
            &["info", "--json"],
            &["stats"],
            &["stats", "--format", "csv"],
            &["stats", "--json"],
            &["stats", "--format", "latex"],
            &["stats", "--format", "markdown"],
            &["stats", "--plot", &at("a.svg")],
            &["stats", "--plot", &at("a.svg")],
            &["report", "--out", &at("a.html")],
            &["export", "--out", &at("a")],
            &["export", "--archive", &at("a.tar")],
            &["export", "--engine", stand_in_engine(), "--site", &at("a")],
            &["positions"],
            &["positions", "--out", &at("a.parquet")],
            &["examples"],
            &["serve"],
        ]
        .iter()
        .map(|words| words.iter().map(|word| word.to_string()).collect())
        .collect();
        for command in commands {
            let options: Vec<&str> = command[1..].iter().map(|word| &word[..]).collect();
            let sentence = bounded(db.path(), &command[0], &options).refused(6);
            assert!(
                sentence.contains(&format!("level {level} is missing")),
                "{command:?}: {sentence}"
            );
            assert!(sentence.contains("repair"), "{command:?}: {sentence}");
            assert_eq!(fs::read_dir(&out).unwrap().count(), 0, "{command:?}");
        }
        // Several in one picture.
        let picture = at("a.svg");
        let options = ["--db", sound.text(), "--plot", &picture];
        bounded(db.path(), "stats", &options).refused(6);
        // Single values of the other levels are right.
        let asked = ["0-1,1-2,2-3", "0-1,1-2"];
        assert_eq!(db.run("query", &asked).done(), sound.run("query", &asked).done());
        assert_eq!(db.solve(7, &[]).code, Some(6));
        assert_eq!(bounded(db.path(), "repair", &[]).code, Some(0));
        db.assert_same_bytes(&sound.content(), "repaired");
    }
    // A run that has not come to the end is none.
    let begun = Db::solved(7, &["--down-to", "5"]);
    assert!(begun.run("info", &[]).done().contains("8 of 13 (12 to 5)"));
    begun.run("stats", &[]).done();
}

#[test]
fn a_gap_is_found_where_the_highest_level_is_not_known_beforehand_and_in_exports() {
    // The highest level of a two-colour game is in saturated.json alone.
    let db = Db::unborn();
    db.solve_game("ramsey-avoid:K3", 5, &[]).done();
    let highest = Database::open(db.path()).unwrap().levels().unwrap()[0];
    let sound = db.content();
    fs::remove_dir_all(db.level(highest)).unwrap();
    let sentence = db.run("info", &[]).refused(6);
    assert!(sentence.contains(&format!("level {highest} is missing")), "{sentence}");
    let list = fs::read(db.path().join("saturated.json")).unwrap();
    fs::remove_file(db.path().join("saturated.json")).unwrap();
    let sentence = db.run("stats", &[]).refused(6);
    assert!(
        sentence.contains("saturated.json is damaged: it is missing"),
        "{sentence}"
    );
    fs::write(db.path().join("saturated.json"), list).unwrap();
    assert_eq!(bounded(db.path(), "repair", &[]).code, Some(0));
    db.assert_same_bytes(&sound, "repaired");

    // An export lists what it has.
    for level in [0, 3, highest] {
        let out = db.root().join(format!("export-{level}"));
        db.run("export", &["--out", out.to_str().unwrap()]);
        assert_eq!(bounded(&out, "stats", &[]).code, Some(0));
        assert!(
            Command::new("chmod")
                .arg("-R")
                .args([Path::new("u+w"), &out])
                .status()
                .unwrap()
                .success()
        );
        fs::remove_dir_all(out.join(format!("level-{level:03}"))).unwrap();
        let sentence = bounded(&out, "stats", &[]).refused(6);
        assert!(sentence.contains(&format!("level {level} is missing")), "{sentence}");
    }
}

#[test]
fn solve_notices_what_is_missing_of_a_finished_database() {
    for keep in ["positions", "labels"] {
        let sound = Db::solved(7, &["--keep", keep]);
        sound.solve(7, &["--keep", keep]).done();
        for (name, _) in sound.content() {
            let Some(file) = name.to_str().filter(|name| name.starts_with("level-")) else {
                continue;
            };
            // The lowest one is solved again when its manifest is gone.
            if file == "level-000/manifest.json" {
                continue;
            }
            for cut in [false, true] {
                let db = Db::copy_in_memory(&sound);
                match cut {
                    true => edit(&db.path().join(file), |bytes| bytes.truncate(bytes.len() - 1)),
                    false => fs::remove_file(db.path().join(file)).unwrap(),
                }
                let sentence = db.solve(7, &["--keep", keep]).refused(6);
                let said = match file.strip_suffix("/manifest.json") {
                    Some(level) if !cut => {
                        format!("level {} is missing", level["level-".len()..].parse::<u32>().unwrap())
                    }
                    _ => file.to_string(),
                };
                assert!(sentence.contains(&said), "{file}: {sentence}");
            }
        }
    }
}
