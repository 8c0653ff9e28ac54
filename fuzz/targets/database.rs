//! A whole database in which one file is anything, with the checksums of it and of everything that names it made to
//! fit: JSON, the label function, and RocksDB's files. Whatever it says, every command that reads ends with a
//! documented exit code and a sentence, and changes nothing.
//!
//! Input: the file, what is made to fit, and the file's new content.
#![no_main]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use retrograph_fuzz::{content, fit, run_with, scratch, solve};
use retrograph_storage::{Database, fuzzing, hash_bytes, write_sealed_json};

/// The level with the file that is replaced.
const LEVEL: u32 = 3;

static DATABASE: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = scratch().keep().join("db");
    solve(&folder, &[]);
    folder
});

/// The file that input begins with such a byte for.
fn chosen(db: &Path, kind: u8) -> PathBuf {
    let level = db.join(format!("level-{LEVEL:03}"));
    let records = level.join("positions");
    match kind % 8 {
        0 => db.join("retrograph.json"),
        1 => db.join("saturated.json"),
        2 => db.join("saturated.g6"),
        3 => level.join("manifest.json"),
        4 => level.join("labels"),
        5 => records.join("CURRENT"),
        6 => records.join("MANIFEST-000005"),
        _ => records.join("000008.sst"),
    }
}

/// Writes sizes and hashes of the level's files, as they are now, into its manifest.
fn fit_manifest(db: &Path) {
    let Ok(open) = Database::open(db) else { return };
    let Ok(Some(mut manifest)) = open.manifest(LEVEL) else {
        return;
    };
    let records = open.positions_folder(LEVEL);
    let positions = &mut manifest.positions;
    for file in &mut positions.files {
        let bytes = fs::read(records.join(&file.name)).unwrap_or_default();
        (file.bytes, file.xxh3) = (bytes.len() as u64, hash_bytes(&bytes));
    }
    for file in &mut positions.catalogue {
        let bytes = fs::read(records.join(&file.name)).unwrap_or_default();
        (file.bytes, file.xxh3) = (bytes.len() as u64, hash_bytes(&bytes));
    }
    positions.bytes = positions.files.iter().map(|file| file.bytes).sum();
    let labels = fs::read(open.label_function_path(LEVEL)).unwrap_or_default();
    manifest.label_function.bytes = labels.len() as u64;
    if let Some(header) = labels.get(..128) {
        manifest.label_function.xxh3 = hash_bytes(header);
    }
    let path = open.level_folder(LEVEL).join("manifest.json");
    write_sealed_json(&path, &manifest).unwrap();
}

fuzz_target!(|input: &[u8]| {
    let [kind, fitting, new @ ..] = input else { return };
    let db = &*DATABASE;
    let path = chosen(db, *kind);
    let whole = [path.clone(), db.join(format!("level-{LEVEL:03}/manifest.json"))];
    let whole = whole.map(|path| (fs::read(&path).unwrap(), path));
    let mut new = new.to_vec();
    if fitting & 1 == 1 {
        match kind % 8 {
            0 | 1 | 3 => fit::json(&mut new),
            4 => fit::labels(&mut new),
            6 => fit::log(&mut new),
            7 => fuzzing::fit_sst(&mut new),
            _ => {}
        }
    }
    fs::write(&path, &new).unwrap();
    if fitting & 2 == 2 && kind % 8 != 3 {
        fit_manifest(db);
    }
    let before = content(db);
    let folder = db.to_str().unwrap();
    let out = scratch();
    let out = out.path().join("out");
    for command in [
        &["info"][..],
        &["stats", "--json"],
        &["verify", "--full"],
        &["query", "0-1,1-2,2-3"],
        &["moves", "0-1,1-2"],
        &["positions"],
        &["sample", "--level", "3", "--count", "2"],
        &["examples"],
        &["repair", "--dry-run"],
        &["export", "--out", out.to_str().unwrap()],
    ] {
        let arguments = [&command[..1], &["--db", folder], &command[1..]].concat();
        let said = run_with(&arguments, b"");
        let code = said.code;
        assert!(matches!(code, 0 | 3..=7), "{command:?}: exit code {code}");
        assert!(
            code == 0 || !said.err.is_empty(),
            "{command:?}: exit code {code} and not a word"
        );
        assert_eq!(code == 0, out.exists() || command[0] != "export" && code == 0);
    }
    assert_eq!(content(db), before);
    for (bytes, path) in whole {
        fs::write(path, bytes).unwrap();
    }
});
