//! The folder: levels come and go in the right order, foreign folders are left alone, one writer at a time.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Barrier;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use retrograph_storage::{
    Database, Error, FILE_CHUNKS, FORMAT, Holder, Identity, Kept, LabelFunctionBuilder, LabelFunctionSummary,
    LevelManifest, LevelWriter, OUTCOME, Sorter, Syncs, Writer, write_sealed_json,
};

fn identity() -> Identity {
    Identity::new("toy", 5, OUTCOME, Kept::Positions)
}

fn seal(database: &Database, level: u32) -> LevelManifest {
    database.begin_level(level).unwrap();
    let mut writer = LevelWriter::<u128>::create(&database.positions_folder(level), 8, 1 << 20, FILE_CHUNKS).unwrap();
    writer.write(&[1 << 64, 2 << 64 | 1]).unwrap();
    let manifest = LevelManifest {
        format: FORMAT,
        tool_version: "0.0.0".into(),
        game: "toy".into(),
        n: 5,
        values: OUTCOME.into(),
        level,
        key_width: 8,
        positions: writer.finish().unwrap(),
        counts: BTreeMap::from([("n".to_string(), 1), ("p".to_string(), 1)]),
        label_function: LabelFunctionSummary::default(),
        planes: vec![],
    };
    fs::write(database.label_function_path(level), "labels").unwrap();
    database.seal_level(&manifest).unwrap();
    manifest
}

#[test]
fn a_level_exists_iff_its_manifest_does() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a/b");
    let database = Database::create(&path, &identity()).unwrap();
    assert!(database.levels().unwrap().is_empty());
    assert_eq!(database.manifest(4).unwrap(), None);

    // An interrupted attempt: files, but no manifest.
    database.begin_level(4).unwrap();
    fs::write(database.label_function_path(4), "half").unwrap();
    assert!(database.levels().unwrap().is_empty());
    let manifests: Vec<_> = [4, 12, 1000].map(|level| seal(&database, level)).into();
    for foreign in ["level-7", "level-", "level-x", "notes"] {
        fs::create_dir(path.join(foreign)).unwrap();
        fs::write(path.join(foreign).join("manifest.json"), "{}").unwrap();
    }

    let database = Database::open(&path).unwrap();
    assert_eq!(database.identity(), &identity());
    assert_eq!(database.levels().unwrap(), [1000, 12, 4]);
    for manifest in &manifests {
        assert_eq!(database.manifest(manifest.level).unwrap().as_ref(), Some(manifest));
    }
    assert!(path.join("level-004/manifest.json").exists());

    assert!(database.has_positions(12).unwrap());
    database.drop_positions(12).unwrap();
    database.drop_positions(12).unwrap();
    assert!(!database.has_positions(12).unwrap());
    assert!(database.label_function_path(12).exists());
    assert_eq!(database.manifest(12).unwrap().as_ref(), Some(&manifests[1]));

    // As a reader leaves it that was killed while it opened them.
    let positions = database.level_folder(12).join("positions");
    fs::create_dir(&positions).unwrap();
    assert!(!database.has_positions(12).unwrap());
    let beside = |database: &Database| database.check_files(&manifests[1]).unwrap().strays;
    assert_eq!(beside(&database), [] as [std::path::PathBuf; 0]);
    database.drop_positions(12).unwrap();
    assert!(!positions.exists());
    fs::write(&positions, "").unwrap();
    assert_eq!(beside(&database), [positions.as_path()]);
    fs::remove_file(&positions).unwrap();

    database.remove_level(12).unwrap();
    database.remove_level(12).unwrap();
    assert_eq!(database.levels().unwrap(), [1000, 4]);
    assert!(!database.level_folder(12).exists());
}

#[test]
fn what_somebody_else_has_sealed_or_removed_stays_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let database = Database::create(folder.path(), &identity()).unwrap();
    seal(&database, 3);
    let content = |database: &Database| fs::read_dir(database.level_folder(3)).unwrap().count();
    let before = content(&database);
    for refused in [database.begin_level(3), database.remove_unsealed_positions(3)] {
        assert!(matches!(refused, Err(Error::LockLost { .. })), "{refused:?}");
        assert_eq!(content(&database), before);
    }
    fs::remove_file(database.level_folder(3).join("manifest.json")).unwrap();
    let refused = database.remove_work(3);
    assert!(matches!(refused, Err(Error::LockLost { .. })), "{refused:?}");
}

#[test]
fn of_many_who_create_a_folder_one_does() {
    for _ in 0..20 {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("db");
        let barrier = Barrier::new(12);
        let others = |n| Identity { n, ..identity() };
        let made: Vec<_> = std::thread::scope(|scope| {
            let created = (0..12).map(|n| {
                let (path, barrier) = (&path, &barrier);
                scope.spawn(move || {
                    barrier.wait();
                    Database::create(path, &others(n))
                })
            });
            let created: Vec<_> = created.collect();
            created.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        let winners: Vec<u32> = made.iter().flatten().map(|db| db.identity().n).collect();
        assert_eq!(winners.len(), 1, "{made:?}");
        for refused in made.iter().filter_map(|made| made.as_ref().err()) {
            let is_reported = matches!(refused, Error::Locked { .. } | Error::Occupied { database: true, .. });
            assert!(is_reported, "{refused}");
        }
        let db = Database::open(&path).unwrap();
        assert_eq!(db.identity(), &others(winners[0]));
        assert!(matches!(db.lock(), Err(Error::Locked { .. })));
        drop(made);
        assert!(db.lock().is_ok());
    }
}

#[test]
fn a_stamp_is_that_of_one_state() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("db");
    let database = Database::create(&path, &identity()).unwrap();
    let mut stamps = vec![database.stamp().unwrap()];
    for level in [4, 3] {
        seal(&database, level);
        stamps.push(database.stamp().unwrap());
    }
    assert_eq!(stamps[2], database.stamp().unwrap());
    // The same levels, made again.
    database.remove_level(3).unwrap();
    seal(&database, 3);
    stamps.push(database.stamp().unwrap());
    drop(database);
    fs::rename(&path, folder.path().join("elsewhere")).unwrap();
    let database = Database::create(&path, &identity()).unwrap();
    stamps.push(database.stamp().unwrap());
    for (at, stamp) in stamps.iter().enumerate() {
        assert!(!stamps[..at].contains(stamp), "{at}: {stamps:?}");
    }
}

#[test]
fn a_folder_that_became_another_database_is_not_locked() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("db");
    drop(Database::create(&path, &identity()).unwrap());
    let database = Database::open(&path).unwrap();
    for (number, keep) in [Some(Kept::Labels), None].into_iter().enumerate() {
        fs::rename(&path, folder.path().join(number.to_string())).unwrap();
        match keep {
            Some(keep) => drop(Database::create(&path, &Identity { keep, ..identity() }).unwrap()),
            None => fs::create_dir(&path).unwrap(),
        }
        let names = || {
            let mut names: Vec<_> = fs::read_dir(&path)
                .unwrap()
                .map(|entry| entry.unwrap().file_name())
                .collect();
            names.sort();
            names
        };
        let before = names();
        let refused = database.lock();
        assert!(matches!(refused, Err(Error::LockLost { .. })), "{refused:?}");
        assert_eq!(names(), before);
    }
}

#[test]
fn files_of_a_folder_that_was_replaced_are_neither_made_nor_removed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("db");
    let database = Database::create(&path, &identity()).unwrap();
    let _guard = database.lock().unwrap();
    database.begin_level(3).unwrap();
    let writer = LevelWriter::<u128>::create(&database.positions_folder(3), 8, 1 << 20, FILE_CHUNKS).unwrap();
    drop(writer);
    fs::rename(&path, folder.path().join("elsewhere")).unwrap();
    for name in ["level-003/work", "level-003/positions/incoming", "tmp/group", "ascent"] {
        fs::create_dir_all(path.join(name)).unwrap();
    }
    fs::write(path.join("level-003/manifest.json"), "of another").unwrap();
    fs::write(path.join("status.json"), "of another").unwrap();
    let lost = |what: &str, result: Result<(), Error>| {
        assert!(matches!(result, Err(Error::LockLost { .. })), "{what}: {result:?}");
    };
    lost("begin_level", database.begin_level(3));
    lost("remove_work", database.remove_work(3));
    lost("remove_unsealed_positions", database.remove_unsealed_positions(3));
    lost("clean_temp", database.clean_temp());
    lost("remove_nested", database.remove_nested("ascent"));
    lost("write_identity", database.write_identity());
    lost("making_folder", database.making_folder(3, "part-000001").map(drop));
    lost("status", database.status_file().write(b"x"));
    lost("remove status", database.status_file().remove());
    lost(
        "level",
        LevelWriter::<u128>::create(&database.positions_folder(4), 8, 1 << 20, FILE_CHUNKS).map(drop),
    );
    lost(
        "sort",
        Sorter::<u128>::new(&database.work_folder(3), 8, 1 << 20).and_then(|mut sorter| {
            sorter.push(&[1 << 64])?;
            sorter.keep().map(drop)
        }),
    );
    lost(
        "any result",
        database.unless_lost(Err(Error::NotADatabase { path: path.clone() })),
    );
    let mut found = vec![];
    let mut folders = vec![path.clone()];
    while let Some(inner) = folders.pop() {
        for entry in fs::read_dir(inner).unwrap() {
            let entry = entry.unwrap().path();
            found.push(entry.strip_prefix(&path).unwrap().to_path_buf());
            folders.extend(entry.is_dir().then_some(entry));
        }
    }
    found.sort();
    let all = [
        "ascent",
        "level-003",
        "level-003/manifest.json",
        "level-003/positions",
        "level-003/positions/incoming",
        "level-003/work",
        "status.json",
        "tmp",
        "tmp/group",
    ];
    assert_eq!(found, all.map(PathBuf::from));
}

#[test]
fn foreign_folders_are_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    assert!(matches!(Database::open(path), Err(Error::NotADatabase { .. })));
    assert!(matches!(
        Database::open(&path.join("absent")),
        Err(Error::NotADatabase { .. })
    ));
    fs::write(path.join("thesis.tex"), "x").unwrap();
    assert!(matches!(
        Database::create(path, &identity()),
        Err(Error::Occupied { database: false, .. })
    ));
    assert_eq!(fs::read_dir(path).unwrap().count(), 1);
    assert!(matches!(
        Database::open(&path.join("thesis.tex")),
        Err(Error::NotADatabase { .. })
    ));

    let own = path.join("own");
    Database::create(&own, &identity()).unwrap();
    let error = Database::create(&own, &identity()).unwrap_err();
    assert!(matches!(error, Error::Occupied { database: true, .. }));
    assert!(error.to_string().contains("already holds a database"));
}

#[test]
fn a_creation_that_was_killed_can_be_repeated() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(".retrograph.json.tmp"), "{").unwrap();
    fs::write(folder.path().join("lock"), "{\"process\":").unwrap();
    Database::create(folder.path(), &identity()).unwrap();
    let mut names: Vec<_> = fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    names.sort();
    assert_eq!(names, ["lock", "retrograph.json"]);
}

#[test]
fn an_identity_that_is_damaged_or_of_another_format_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    Database::create(folder.path(), &identity()).unwrap();
    let path = folder.path().join("retrograph.json");
    let text = fs::read_to_string(&path).unwrap();
    let open = |text: &str| {
        fs::write(&path, text).unwrap();
        Database::open(folder.path())
    };
    for damaged in ["", "{}", "[1]", &text.replace("toy", "tot"), &text.replace("  ", " ")] {
        assert!(matches!(open(damaged), Err(Error::Corrupt { .. })), "{damaged}");
    }
    // The one format before had no checksums.
    let old = r#"{"format": 1, "game": "toy", "n": 5}"#;
    assert!(matches!(open(old), Err(Error::OlderFormat { found: 1, .. })));
    let newer = Identity {
        format: FORMAT + 1,
        ..identity()
    };
    write_sealed_json(&path, &newer).unwrap();
    let error = Database::open(folder.path()).unwrap_err();
    assert!(
        matches!(error, Error::NewerFormat { found: 3, known: 2, .. }),
        "{error}"
    );
}

#[test]
fn damaged_manifests_are_errors() {
    let folder = tempfile::tempdir().unwrap();
    let database = Database::create(folder.path(), &identity()).unwrap();
    let manifest = seal(&database, 9);
    let path = database.level_folder(9).join("manifest.json");
    let text = fs::read_to_string(&path).unwrap();
    for damaged in [
        "".to_string(),
        text[..text.len() / 2].to_string(),
        text.replace("\"level\": 9", "\"level\": 8"),
    ] {
        fs::write(&path, damaged).unwrap();
        assert!(matches!(database.manifest(9), Err(Error::Corrupt { .. })));
    }
    // Sound, but of another level, game or size.
    let others: [fn(&mut LevelManifest); 3] = [|m| m.level = 8, |m| m.game = "chess".into(), |m| m.n = 6];
    for change in others {
        let mut other = manifest.clone();
        change(&mut other);
        write_sealed_json(&path, &other).unwrap();
        let error = database.manifest(9).unwrap_err().to_string();
        assert!(
            error.contains("level-009/manifest.json is damaged: it describes"),
            "{error}"
        );
    }
    let newer = LevelManifest {
        format: FORMAT + 1,
        ..manifest.clone()
    };
    write_sealed_json(&path, &newer).unwrap();
    assert!(matches!(database.manifest(9), Err(Error::NewerFormat { found: 3, .. })));
    fs::write(&path, text).unwrap();
    assert_eq!(database.manifest(9).unwrap(), Some(manifest));
}

#[test]
fn one_writer_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let database = Database::create(folder.path(), &identity()).unwrap();
    let other = Database::open(folder.path()).unwrap();
    let guard = database.lock().unwrap();
    fs::write(database.temp_folder().join("remnant"), "x").unwrap();
    let Err(Error::Locked { holder, path }) = other.lock() else {
        panic!("locked twice")
    };
    assert_eq!(
        (holder.unwrap().process, path.as_path()),
        (std::process::id(), folder.path())
    );
    let Writer::Working(Some(holder)) = other.writer().unwrap() else {
        panic!("no writer")
    };
    assert_eq!(holder.process, std::process::id());
    assert!(holder.command.contains("database"), "{holder}");
    database.clean_temp().unwrap();
    assert_eq!(fs::read_dir(database.temp_folder()).unwrap().count(), 0);
    assert_eq!(guard.abandoned(), None);
    drop(guard);
    assert_eq!(other.writer().unwrap(), Writer::Nobody);
    drop(other.lock().unwrap());
}

#[test]
fn a_lock_left_behind_is_taken_over() {
    let folder = tempfile::tempdir().unwrap();
    drop(Database::create(folder.path(), &identity()).unwrap());
    let database = Database::open(folder.path()).unwrap();
    assert_eq!(database.writer().unwrap(), Writer::Nobody);
    let left = Holder {
        process: 4_000_000_000,
        host: None,
        command: "retrograph solve".into(),
        since: "2026-01-31T12:00:00Z".to_string().into(),
    };
    let path = folder.path().join("lock");
    fs::write(&path, serde_json::to_vec(&left).unwrap()).unwrap();
    assert_eq!(database.writer().unwrap(), Writer::Abandoned(Box::new(left.clone())));
    let guard = database.lock().unwrap();
    assert_eq!(guard.abandoned(), Some(&left));
    drop(guard);
    // What an older version, or a writer on a full disk, has left.
    for text in ["", "12345", "{\"process\": 1", "\0\0\0"] {
        fs::write(&path, text).unwrap();
        assert_eq!(database.writer().unwrap(), Writer::Nobody, "{text:?}");
        assert_eq!(database.lock().unwrap().abandoned(), None, "{text:?}");
    }
}

#[test]
fn looking_at_the_lock_keeps_no_writer_out() {
    let folder = tempfile::tempdir().unwrap();
    let database = Database::create(folder.path(), &identity()).unwrap();
    drop(database.lock().unwrap());
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !stop.load(Relaxed) {
                database.writer().unwrap();
                std::thread::sleep(Duration::from_micros(200));
            }
        });
        let locked = (0..200).all(|_| database.lock().is_ok());
        stop.store(true, Relaxed);
        assert!(locked);
    });
}

#[test]
fn removing_files_lets_no_second_writer_in() {
    for removed in [&["lock"][..], &["retrograph.json"], &["lock", "retrograph.json"]] {
        let folder = tempfile::tempdir().unwrap();
        let database = Database::create(folder.path(), &identity()).unwrap();
        let other = Database::open(folder.path()).unwrap();
        let _guard = database.lock().unwrap();
        for name in removed {
            fs::remove_file(folder.path().join(name)).unwrap();
        }
        assert!(matches!(other.lock(), Err(Error::Locked { .. })), "{removed:?}");
        // Nothing is lost, and the name of the writer is there again.
        seal(&database, 4);
        let holder = database.writer().unwrap();
        assert!(matches!(holder, Writer::Working(Some(_))), "{removed:?}: {holder:?}");
        assert!(matches!(other.lock(), Err(Error::Locked { .. })), "{removed:?}");
    }
}

#[test]
fn a_writer_whose_lock_another_one_has_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("db");
    let database = Database::create(&path, &identity()).unwrap();
    let _guard = database.lock().unwrap();
    seal(&database, 4);
    // As version 0.1 takes it, which knows no other lock.
    fs::remove_file(path.join("lock")).unwrap();
    let taken = fs::File::create(path.join("lock")).unwrap();
    taken.try_lock().unwrap();
    assert!(matches!(database.begin_level(3), Err(Error::LockLost { .. })));
    assert!(matches!(database.drop_positions(4), Err(Error::LockLost { .. })));
    assert!(matches!(database.remove_level(4), Err(Error::LockLost { .. })));
    drop(taken);
    database.begin_level(3).unwrap();
    // Another folder of the name, which another process may have locked.
    fs::rename(&path, folder.path().join("elsewhere")).unwrap();
    let other = Database::create(&path, &identity()).unwrap();
    let _other = other.lock().unwrap();
    assert!(matches!(database.begin_level(2), Err(Error::LockLost { .. })));
    assert!(!other.level_folder(2).exists());
}

#[test]
fn levels_of_a_group_are_seen_when_they_are_published() {
    let folder = tempfile::tempdir().unwrap();
    let database = Database::create(folder.path(), &identity()).unwrap();
    let _guard = database.lock().unwrap();
    let alone = [9, 8, 7].map(|level| seal(&database, level));
    // What an earlier run has left in the place of a level.
    database.begin_level(5).unwrap();
    let group = database.group().unwrap();
    let together = [6, 5, 4].map(|level| seal(&group, level));
    assert_eq!(group.levels().unwrap(), [6, 5, 4]);
    assert_eq!(database.levels().unwrap(), [9, 8, 7]);
    let mut reported = vec![];
    let publish = database.publish(&group, &[6, 5, 4], |level| {
        assert_eq!(database.levels().unwrap().last(), Some(&level));
        reported.push(level);
        Ok::<(), Error>(())
    });
    publish.unwrap();
    assert_eq!(reported, [6, 5, 4]);
    assert_eq!(database.levels().unwrap(), [9, 8, 7, 6, 5, 4]);
    for (alone, together) in alone.iter().zip(&together) {
        let levels = [alone.level, together.level];
        let files = levels.map(|level| files(&database.level_folder(level)).len());
        assert_eq!(files[0], files[1]);
        assert_eq!(alone.positions, together.positions);
        assert_eq!(database.manifest(together.level).unwrap().unwrap(), *together);
    }
    assert!(database.group().unwrap().levels().unwrap().is_empty());
}

#[test]
fn equal_levels_have_equal_manifests() {
    let bytes = |path: &Path| fs::read(path.join("level-009/manifest.json")).unwrap();
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    for folder in &folders {
        seal(&Database::create(folder.path(), &identity()).unwrap(), 9);
    }
    assert_eq!(bytes(folders[0].path()), bytes(folders[1].path()));
}

/// A database with a level 9 whose files are all real.
fn sealed() -> (tempfile::TempDir, Database, LevelManifest) {
    let folder = tempfile::tempdir().unwrap();
    let database = Database::create(folder.path(), &identity()).unwrap();
    let mut manifest = seal(&database, 9);
    let mut builder = LabelFunctionBuilder::new(&database.temp_folder(), 2, 1 << 20);
    fs::create_dir_all(database.temp_folder()).unwrap();
    builder.push(&[1 << 40, 2 << 50 | 1]).unwrap();
    fs::remove_file(database.label_function_path(9)).unwrap();
    manifest.label_function = builder
        .build()
        .unwrap()
        .seal(&database.label_function_path(9), 8, Syncs::Now)
        .unwrap();
    database.seal_level(&manifest).unwrap();
    (folder, database, manifest)
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = vec![];
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        match entry.file_type().unwrap().is_dir() {
            true => found.extend(files(&entry.path())),
            false => found.push(entry.path()),
        }
    }
    found.sort();
    found
}

#[test]
fn every_byte_of_a_level_is_covered() {
    let (_folder, database, manifest) = sealed();
    let report = database.check_files(&manifest).unwrap();
    assert!(report.damaged.is_empty() && report.strays.is_empty(), "{report:?}");
    let mut files = files(&database.level_folder(9));
    assert_eq!(files.len(), 5);
    files.retain(|path| !path.ends_with("manifest.json"));
    for path in files {
        let whole = fs::read(&path).unwrap();
        let check = |bytes: Option<&[u8]>| {
            fs::remove_file(&path).unwrap();
            if let Some(bytes) = bytes {
                fs::write(&path, bytes).unwrap();
            }
            let report = database.check_files(&manifest).unwrap();
            let said: Vec<String> = report.damaged.iter().map(Error::to_string).collect();
            assert!(
                said.len() == 1 && said[0].starts_with(&*path.to_string_lossy()),
                "{path:?}: {said:?}"
            );
        };
        for at in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[at] ^= 1 << (at % 8);
            check(Some(&damaged));
        }
        check(Some(&whole[..whole.len() - 1]));
        check(Some(&[&whole[..], b"x"].concat()));
        check(Some(b""));
        check(None);
        fs::write(&path, &whole).unwrap();
    }
    let report = database.check_files(&manifest).unwrap();
    assert!(report.damaged.is_empty(), "{report:?}");
}

#[test]
fn what_does_not_belong_is_named() {
    let (folder, database, manifest) = sealed();
    fs::write(database.level_folder(9).join("notes"), "").unwrap();
    fs::write(database.positions_folder(9).join("000099.sst"), "").unwrap();
    let report = database.check_files(&manifest).unwrap();
    assert!(report.damaged.is_empty(), "{report:?}");
    let expected = ["positions/000099.sst", "notes"].map(|name| database.level_folder(9).join(name));
    assert_eq!(report.strays, expected);

    drop(database.lock().unwrap());
    for name in [
        "level-7",
        "level-0009",
        "thesis.tex",
        "list",
        ".list.tmp",
        ".retrograph.json.tmp",
    ] {
        fs::write(folder.path().join(name), "").unwrap();
    }
    let strays = database.strays(&["list"]).unwrap();
    assert_eq!(
        strays,
        ["level-0009", "level-7", "thesis.tex"].map(|name| folder.path().join(name))
    );
}

#[test]
fn positions_that_should_be_there_are_missed() {
    let (_folder, database, manifest) = sealed();
    database.drop_positions(9).unwrap();
    let report = database.check_files(&manifest).unwrap();
    assert_eq!(report.damaged.len(), 1, "{report:?}");
}
