//! `retrograph.json` and the manifest of a level: whatever they say, every command that reads them ends with a
//! documented exit code and a sentence, and changes nothing. What the manifest says is read again as it was written.
#![no_main]

use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use retrograph_fuzz::{content, run_with, scratch, solve};
use retrograph_storage::Database;

/// The level whose manifest is replaced.
const LEVEL: u32 = 3;

static DATABASE: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = scratch().keep().join("db");
    solve(&folder, &[]);
    folder
});

fuzz_target!(|input: &[u8]| {
    let Some((&kind, text)) = input.split_first() else {
        return;
    };
    let db = &*DATABASE;
    let path = match kind % 2 {
        0 => db.join("retrograph.json"),
        _ => db.join(format!("level-{LEVEL:03}/manifest.json")),
    };
    let whole = fs::read(&path).unwrap();
    fs::write(&path, text).unwrap();
    let before = content(db);
    if let Ok(open) = Database::open(db)
        && let Ok(Some(manifest)) = open.manifest(LEVEL)
        && kind % 2 == 1
    {
        let other = scratch();
        let other = Database::create(&other.path().join("db"), open.identity()).unwrap();
        other.begin_level(LEVEL).unwrap();
        fs::create_dir(other.positions_folder(LEVEL)).unwrap();
        other.seal_level(&manifest).unwrap();
        assert_eq!(other.manifest(LEVEL).unwrap(), Some(manifest));
    }
    let folder = db.to_str().unwrap();
    for command in [
        &["info"][..],
        &["stats"],
        &["stats", "--json"],
        &["verify", "--full"],
        &["query", "0-1,1-2,2-3"],
        &["moves", "0-1,1-2"],
    ] {
        let arguments = [&command[..1], &["--db", folder], &command[1..]].concat();
        let said = run_with(&arguments, b"");
        let code = said.code;
        assert!(matches!(code, 0 | 3..=7), "{command:?}: exit code {code}");
        assert!(
            code == 0 || !said.err.is_empty(),
            "{command:?}: exit code {code} and not a word"
        );
        let err = String::from_utf8(said.err).expect("sentences are UTF-8");
        assert!(err.lines().all(|line| line.starts_with("retrograph: ")), "{err}");
    }
    assert_eq!(content(db), before);
    fs::write(&path, &whole).unwrap();
});
