//! The folder: levels come and go in the right order, foreign folders are left alone, one writer at a time.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use retrograph_storage::{
    Database, Error, FILE_CHUNKS, FORMAT, Holder, Identity, LabelFunctionSummary, LevelManifest, LevelWriter, Writer,
    write_atomically,
};

fn identity() -> Identity {
    Identity {
        format: FORMAT,
        game: "toy".into(),
        n: 5,
        keep: "positions".into(),
        tool_version: "0.0.0".into(),
    }
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
        level,
        key_width: 8,
        positions: writer.finish().unwrap(),
        counts: BTreeMap::from([("n".to_string(), 1), ("p".to_string(), 1)]),
        label_function: LabelFunctionSummary::default(),
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

    assert!(database.has_positions(12));
    database.drop_positions(12).unwrap();
    database.drop_positions(12).unwrap();
    assert!(!database.has_positions(12));
    assert!(database.label_function_path(12).exists());
    assert_eq!(database.manifest(12).unwrap().as_ref(), Some(&manifests[1]));

    database.remove_level(12).unwrap();
    database.remove_level(12).unwrap();
    assert_eq!(database.levels().unwrap(), [1000, 4]);
    assert!(!database.level_folder(12).exists());
}

#[test]
#[should_panic(expected = "level 3 is sealed")]
fn a_sealed_level_is_not_begun_again() {
    let folder = tempfile::tempdir().unwrap();
    let database = Database::create(folder.path(), &identity()).unwrap();
    seal(&database, 3);
    let _ = database.begin_level(3);
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
    Database::create(folder.path(), &identity()).unwrap();
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

fn with_json(text: &str) -> Result<Database, Error> {
    let folder = tempfile::tempdir().unwrap();
    write_atomically(&folder.path().join("retrograph.json"), text.as_bytes()).unwrap();
    Database::open(folder.path())
}

#[test]
fn newer_and_foreign_json_are_told_apart() {
    let newer = with_json(r#"{"format": 99, "something": "else"}"#);
    assert!(matches!(
        newer,
        Err(Error::NewerFormat {
            found: 99,
            known: FORMAT,
            ..
        })
    ));
    for text in ["", "{}", "[1]", r#"{"format": 1}"#, "\u{0}"] {
        assert!(matches!(with_json(text), Err(Error::NotADatabase { .. })), "{text}");
    }
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
    fs::write(&path, text.replace("\"format\": 1", "\"format\": 2")).unwrap();
    assert!(matches!(database.manifest(9), Err(Error::NewerFormat { found: 2, .. })));
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
        panic!("nobody works")
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
    let database = Database::create(folder.path(), &identity()).unwrap();
    assert_eq!(database.writer().unwrap(), Writer::Nobody);
    let left = Holder {
        process: 4_000_000_000,
        host: None,
        command: "retrograph solve".into(),
        since: "2026-01-31T12:00:00Z".into(),
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
fn equal_levels_have_equal_manifests() {
    let bytes = |path: &Path| fs::read(path.join("level-009/manifest.json")).unwrap();
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    for folder in &folders {
        seal(&Database::create(folder.path(), &identity()).unwrap(), 9);
    }
    assert_eq!(bytes(folders[0].path()), bytes(folders[1].path()));
}
