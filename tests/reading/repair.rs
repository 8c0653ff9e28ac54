//! `repair` makes again what is damaged, byte for byte, and touches nothing else.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use shared::process;
use shared::process::{Db, edit};

const DAMAGED: i32 = 6;

fn names(db: &Db, below: &str) -> Vec<PathBuf> {
    db.content()
        .into_keys()
        .filter(|name| name.starts_with(below))
        .collect()
}

/// When each file was written.
fn times(db: &Db) -> BTreeMap<PathBuf, SystemTime> {
    let names = db.content().into_keys().filter(|name| name != Path::new("lock"));
    names
        .map(|name| {
            (
                name.clone(),
                fs::metadata(db.path().join(&name)).unwrap().modified().unwrap(),
            )
        })
        .collect()
}

fn flip(path: &Path) {
    edit(path, |bytes| {
        let middle = bytes.len() / 2;
        bytes[middle] ^= 4;
    });
}

#[test]
fn a_sound_database_is_not_touched() {
    for keep in ["positions", "labels"] {
        let db = Db::solved(6, &["--keep", keep]);
        let (content, before) = (db.content(), times(&db));
        assert_eq!(db.run("repair", &["--dry-run"]).done(), "nothing is damaged\n");
        assert_eq!(db.run("repair", &[]).done(), "nothing is damaged\n");
        db.assert_same_bytes(&content, "sound");
        assert_eq!(times(&db), before);
    }
}

#[test]
fn every_kind_of_file_of_any_level_is_made_again() {
    let db = Db::solved(7, &[]);
    let content = db.content();
    // The highest, one between and the lowest.
    for level in [12, 6, 0] {
        let folder = format!("level-{level:03}");
        let names = names(&db, &folder);
        assert_eq!(names.len(), 5, "{names:?}");
        for (case, name) in names.iter().enumerate() {
            let path = db.path().join(name);
            let before = times(&db);
            match case % 3 {
                0 => flip(&path),
                1 => edit(&path, |bytes| bytes.truncate(bytes.len() / 2)),
                _ => fs::remove_file(&path).unwrap(),
            }
            let said = db.run("repair", &["--dry-run"]);
            assert_eq!(said.code, Some(DAMAGED), "{said:?}");
            assert!(said.err.contains(path.parent().unwrap().to_str().unwrap()), "{said:?}");
            assert_eq!(said.out, format!("level {level} would be rebuilt\n"));
            let said = db.run("repair", &[]);
            assert_eq!((said.code, said.out), (Some(0), format!("level {level} rebuilt\n")));
            db.assert_same_bytes(&content, name.to_string_lossy());
            for (other, time) in times(&db) {
                assert!(
                    other.starts_with(&folder) || before[&other] == time,
                    "{} was touched",
                    other.display()
                );
            }
        }
    }
    assert!(db.run("verify", &["--full"]).done().ends_with(": sound\n"));
}

#[test]
fn several_levels_and_what_lies_beside_them_are_made_again_at_once() {
    let db = Db::solved(7, &[]);
    let content = db.content();
    for name in [
        "retrograph.json",
        "saturated.g6",
        "level-011/labels",
        "level-010/manifest.json",
        "level-004/labels",
    ] {
        flip(&db.path().join(name));
    }
    fs::remove_dir_all(db.level(7)).unwrap();
    let said = db.run("repair", &[]);
    let expected = "retrograph.json, the list of saturated positions, levels 11, 10, 7, 4 rebuilt\n";
    assert_eq!((said.code, &said.out[..]), (Some(0), expected), "{}", said.err);
    db.assert_same_bytes(&content, "several");
    fs::remove_file(db.path().join("retrograph.json")).unwrap();
    fs::remove_file(db.path().join("saturated.json")).unwrap();
    assert_eq!(db.run("repair", &[]).code, Some(0));
    db.assert_same_bytes(&content, "removed");
}

#[test]
fn labels_alone_are_made_again_from_the_top_when_that_is_asked_for() {
    let db = Db::solved(7, &["--keep", "labels"]);
    let content = db.content();
    let labels = db.level(8).join("labels");
    flip(&labels);
    let damaged = db.content();
    let sentence = db.run("repair", &[]).refused(DAMAGED);
    for part in ["level 8", "levels 12 down to 8", "--from-top"] {
        assert!(sentence.contains(part), "{sentence}");
    }
    db.assert_same_bytes(&damaged, "refused");
    let said = db.run("repair", &["--from-top"]);
    let expected = "level 8 rebuilt, for which levels 12, 11, 10, 9 have to be solved again (--from-top)\n";
    assert_eq!((said.code, &said.out[..]), (Some(0), expected), "{}", said.err);
    db.assert_same_bytes(&content, "from the top");
    // The highest level needs no other.
    flip(&db.level(12).join("labels"));
    assert_eq!(db.run("repair", &[]).code, Some(0));
    db.assert_same_bytes(&content, "the top");
}

#[test]
fn the_lowest_level_with_positions_is_made_again_and_gone_on_from() {
    let whole = Db::solved(7, &["--keep", "labels"]).content();
    let db = Db::solved(7, &["--keep", "labels", "--down-to", "5"]);
    let content = db.content();
    fs::remove_dir_all(db.level(5).join("positions")).unwrap();
    assert!(db.solve(7, &["--keep", "labels"]).code != Some(0));
    assert_eq!(db.run("repair", &["--from-top"]).code, Some(0));
    db.assert_same_bytes(&content, "positions");
    db.solve(7, &[]).done();
    db.assert_same_bytes(&whole, "gone on");
}

#[test]
fn a_database_of_another_size_under_the_same_name_is_not_overwritten() {
    let (db, other) = (Db::solved(7, &[]), Db::solved(6, &[]));
    let content = db.content();
    // Whole levels of another size, each sound in itself.
    fs::remove_dir_all(db.level(4)).unwrap();
    process::copy_tree(&other.level(4), &db.level(4));
    assert_eq!(db.run("verify", &[]).code, Some(DAMAGED));
    assert_eq!(db.run("repair", &[]).code, Some(0));
    db.assert_same_bytes(&content, "a level of another size");
    // The identity of another size: the levels decide.
    fs::copy(other.path().join("retrograph.json"), db.path().join("retrograph.json")).unwrap();
    let said = db.run("verify", &[]);
    assert_eq!(said.code, Some(DAMAGED));
    assert!(
        said.err
            .contains("retrograph.json is damaged: it states triangle on 6, but the levels belong to triangle on 7")
    );
    assert_eq!(db.run("repair", &[]).code, Some(0));
    db.assert_same_bytes(&content, "the identity of another size");
}
