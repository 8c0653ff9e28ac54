//! Exports: everything a database answers, from label functions alone, checksummed, read-only, never overwritten.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use retrograph_referee::rng::SplitMix64;
use retrograph_referee::triangle::triangle_free_classes;
use serde_json::{Value, json};
use shared::process;
use shared::process::{Db, Ran, command, copy_tree, edit, graph6, run, run_with};

/// An export beside its database.
struct Export {
    db: Db,
    folder: PathBuf,
}

impl Export {
    fn of(db: Db) -> Export {
        let folder = db.path().with_file_name("export");
        let export = Export { db, folder };
        assert_eq!(export.make(&[]).code, Some(0));
        export
    }

    fn make(&self, options: &[&str]) -> process::Ran {
        self.db.run("export", &[&["--out", self.text()], options].concat())
    }

    fn text(&self) -> &str {
        self.folder.to_str().unwrap()
    }

    fn run(&self, command: &str, options: &[&str]) -> process::Ran {
        run(&[&[command, "--db", self.text()], options].concat())
    }

    /// Every file, by path below the folder.
    fn content(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let mut found = BTreeMap::new();
        let mut folders = vec![self.folder.clone()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else {
                    let name = path.strip_prefix(&self.folder).unwrap().to_path_buf();
                    found.insert(name, fs::read(path).unwrap());
                }
            }
        }
        found
    }

    /// What sha256sum says.
    fn sha256sum(&self) -> std::process::Output {
        let mut command = Command::new("sha256sum");
        command.args(["--check", "--strict", "--quiet", "SHA256SUMS"]);
        command.current_dir(&self.folder).output().unwrap()
    }
}

fn make_writable(folder: &Path) {
    let status = Command::new("chmod").args(["-R", "u+w"]).arg(folder).status();
    assert!(status.unwrap().success());
}

#[test]
fn an_export_answers_whatever_the_database_does() {
    for (n, keep) in [(8, "positions"), (9, "labels")] {
        let export = Export::of(Db::solved(n, &["--keep", keep]));
        let (folder, db) = (export.text(), &export.db);
        let positions = triangle_free_classes(n as usize).concat();
        let input: String = positions.iter().map(|rows| graph6(rows) + "\n").collect();
        let query = |folder: &str| run_with(&["query", "--db", folder, "--json"], input.clone()).done();
        let answers = query(folder);
        assert_eq!(answers.lines().count(), positions.len());
        assert_eq!(answers, query(db.text()));
        let empty = graph6(&vec![0; n as usize]);
        for arguments in [&["moves", &empty][..], &["stats"], &["stats", "--json"]] {
            let [command, options @ ..] = arguments else {
                unreachable!()
            };
            assert_eq!(export.run(command, options).done(), db.run(command, options).done());
        }
        for options in [&[][..], &["--sample", "200"], &["--full"]] {
            assert!(export.run("verify", options).done().ends_with(" sound\n"));
        }
        let info = export.run("info", &["--json"]).json();
        assert_eq!((&info["keep"], &info["complete"]), (&json!("export"), &json!(true)));
        assert_eq!(info["levels_with_positions"], 0);
        let sentence = run(&["solve", "triangle", "-n", &n.to_string(), "--db", folder]).refused(5);
        assert!(
            sentence.contains(folder) && sentence.contains("is an export"),
            "{sentence}"
        );
    }
}

#[test]
fn an_export_is_complete_read_only_and_the_same_bytes() {
    let export = Export::of(Db::solved(8, &[]));
    let content = export.content();
    let mut names: Vec<String> = content.keys().map(|name| name.to_str().unwrap().into()).collect();
    let levels = (0..=16).flat_map(|level| ["labels", "manifest.json"].map(|name| format!("level-{level:03}/{name}")));
    let mut expected: Vec<String> = ["README.txt", "SHA256SUMS", "retrograph.json"].map(String::from).into();
    expected.extend(levels);
    expected.sort_unstable();
    names.sort_unstable();
    assert_eq!(names, expected);
    for name in content.keys() {
        assert!(
            fs::metadata(export.folder.join(name)).unwrap().permissions().readonly(),
            "{}",
            name.display()
        );
        if name.ends_with("labels") || name.ends_with("manifest.json") {
            assert_eq!(
                fs::read(export.db.path().join(name)).unwrap(),
                content[name],
                "{}",
                name.display()
            );
        }
    }
    let listed = String::from_utf8(content[Path::new("SHA256SUMS")].clone()).unwrap();
    let listed: Vec<&str> = listed.lines().map(|line| line.split_once("  ").unwrap().1).collect();
    expected.retain(|name| name != "SHA256SUMS");
    assert_eq!(listed, expected, "all files, ordered");
    let sums = export.sha256sum();
    assert!(sums.status.success() && sums.stdout.is_empty(), "{sums:?}");
    let readme = String::from_utf8(content[Path::new("README.txt")].clone()).unwrap();
    for fact in [
        "on 8 vertices",
        "all 17 levels",
        " 410\n",
        " 10\n",
        "'G?????'",
        "sha256sum -c SHA256SUMS",
        "Cite as",
    ] {
        assert!(readme.contains(fact), "{fact}: {readme}");
    }
    assert!(readme.lines().all(|line| line.chars().count() <= 120), "{readme}");

    // From labels alone, from another export, in another place: the same.
    let others = [
        Export::of(Db::solved(8, &["--keep", "labels", "--threads", "1"])),
        Export::of(Db::copy_of(&export.db)),
    ];
    for other in others {
        assert_eq!(other.content(), content);
    }
    let again = export.folder.with_file_name("again");
    export.run("export", &["--out", again.to_str().unwrap()]).done();
    assert_eq!(
        Export {
            folder: again,
            ..export
        }
        .content(),
        content
    );
}

/// Of processes that write one name at the same time one does, and the others say the same of it.
#[test]
fn of_eight_exports_of_one_name_one_is_there() {
    let db = Db::solved(9, &[]);
    let whole = db.root().join("whole");
    db.run("export", &["--out", whole.to_str().unwrap()]).done();
    for (option, words) in [("--out", "is there already"), ("--archive", "already exists")] {
        let out = db.root().join("values");
        let started = (0..8).map(|_| {
            let mut command = command(&["export", "--db", db.text(), option, out.to_str().unwrap()]);
            command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
        });
        let started: Vec<_> = started.collect();
        let ended = started
            .into_iter()
            .map(|child| Ran::of(child.wait_with_output().unwrap()));
        let (done, refused): (Vec<_>, Vec<_>) = ended.partition(|ran| ran.code == Some(0));
        assert_eq!(done.len(), 1, "{refused:?}");
        assert_eq!(done[0].err, "");
        let sentence = refused[0].clone().refused(2);
        assert!(sentence.contains(words), "{sentence}");
        for ran in refused {
            assert_eq!(ran.refused(2), sentence);
        }
        let verified = run(&["verify", "--db", out.to_str().unwrap()]).done();
        assert!(verified.ends_with(" sound\n"), "{verified}");
        let names = fs::read_dir(db.root()).unwrap().map(|entry| entry.unwrap().file_name());
        assert!(names.into_iter().all(|name| !name.to_string_lossy().starts_with('.')));
        let _ = fs::remove_file(&out).or_else(|_| fs::remove_dir_all(&out));
    }
}

#[test]
fn nothing_is_overwritten_and_nothing_is_left_of_a_refused_export() {
    let export = Export::of(Db::solved(7, &[]));
    let content = export.content();
    let parent = export.folder.parent().unwrap();
    let names = || {
        let mut names: Vec<_> = fs::read_dir(parent)
            .unwrap()
            .map(|entry| entry.unwrap().file_name())
            .collect();
        names.sort_unstable();
        names
    };
    assert_eq!(names(), ["db", "export"]);
    let (file, empty) = (parent.join("file"), parent.join("empty"));
    fs::write(&file, "text").unwrap();
    fs::create_dir(&empty).unwrap();
    let before = names();
    for there in [&export.folder, &file, &empty, export.db.path()] {
        let there = there.to_str().unwrap();
        let sentence = export.db.run("export", &["--out", there]).refused(2);
        assert!(
            sentence.contains(there) && sentence.contains("ever overwritten"),
            "{sentence}"
        );
    }
    let nowhere = parent.join("no").join("where");
    let sentence = export
        .db
        .run("export", &["--out", nowhere.to_str().unwrap()])
        .refused(1);
    assert!(sentence.contains(parent.join("no").to_str().unwrap()), "{sentence}");
    assert_eq!(export.content(), content);
    assert_eq!(fs::read_to_string(&file).unwrap(), "text");

    // Damage and gaps, each in a copy.
    type Harm = fn(&Db);
    let harms: [(Harm, i32, &str); 5] = [
        (
            |db| edit(&db.level(7).join("labels"), |bytes| bytes[130] ^= 1),
            6,
            "level-007/labels",
        ),
        (
            |db| edit(&db.level(7).join("labels"), |bytes| bytes.truncate(127)),
            6,
            "level-007/labels",
        ),
        (
            |db| edit(&db.level(5).join("manifest.json"), |bytes| bytes.truncate(90)),
            6,
            "level-005/manifest.json",
        ),
        (
            |db| drop(fs::copy(db.level(8).join("labels"), db.level(7).join("labels"))),
            6,
            "level-007/labels",
        ),
        (|db| fs::remove_dir_all(db.level(3)).unwrap(), 6, "level 3 is missing"),
    ];
    for (harm, code, said) in harms {
        let db = Db::copy_of(&export.db);
        harm(&db);
        let out = db.path().with_file_name("out");
        let sentence = db.run("export", &["--out", out.to_str().unwrap()]).refused(code);
        assert!(sentence.contains(said), "{sentence}");
        assert_eq!(
            fs::read_dir(out.parent().unwrap()).unwrap().count(),
            1,
            "only the database"
        );
    }
    assert_eq!(names(), before);
}

#[test]
fn the_highest_levels_alone_can_be_exported() {
    let db = Db::solved(8, &["--down-to", "9"]);
    let folder = db.path().with_file_name("export");
    let export = Export { db, folder };
    let summary = export.make(&["--json"]).json();
    let bytes = export.db.run("info", &["--json"]).json()["label_function_bytes"].take();
    let expected = json!({
        "out": export.text(), "game": "triangle", "n": 8, "highest_level": 16, "lowest_level": 9, "complete": false,
        "positions": 171, "label_function_bytes": bytes,
    });
    let positions = export.db.run("info", &["--json"]).json()["positions"].take();
    assert_eq!(
        summary,
        Value::Object({
            let mut expected = expected.as_object().unwrap().clone();
            expected["positions"] = positions;
            expected
        })
    );
    let readme = fs::read_to_string(export.folder.join("README.txt")).unwrap();
    assert!(
        readme.contains("8 of 17 levels, 16 edges down to 9") && !readme.contains("player wins.\n"),
        "{readme}"
    );
    export.run("query", &["[]"]).refused(4);
    for options in [&[][..], &["--full"]] {
        assert!(export.run("verify", options).done().ends_with(" sound\n"));
    }
    let nothing = Db::solved(8, &["--down-to", "16"]);
    fs::remove_dir_all(nothing.level(16)).unwrap();
    let out = nothing.path().with_file_name("out");
    let sentence = nothing.run("export", &["--out", out.to_str().unwrap()]).refused(4);
    assert!(sentence.contains("no solved level"), "{sentence}");
}

#[test]
fn a_changed_byte_in_any_file_is_noticed_by_verify_and_by_sha256sum() {
    let export = Export::of(Db::solved(7, &[]));
    make_writable(&export.folder);
    let whole = export.folder.with_file_name("whole");
    copy_tree(&export.folder, &whole);
    let mut rng = SplitMix64::new(256);
    for (name, bytes) in export.content() {
        // All kinds of files, not every level.
        let text = name.to_str().unwrap();
        if text.starts_with("level-")
            && !["level-012", "level-006", "level-000"]
                .iter()
                .any(|level| text.starts_with(level))
        {
            continue;
        }
        let file = export.folder.join(&name);
        let at = rng.below(bytes.len());
        edit(&file, |bytes| bytes[at] ^= 1);
        let ran = export.run("verify", &[]);
        // Nothing is read of a folder whose identity is damaged.
        let codes: &[i32] = if text == "retrograph.json" { &[5, 6, 7] } else { &[6] };
        assert!(codes.contains(&ran.code.unwrap()), "byte {at} of {text}: {ran:?}");
        assert!(ran.err.contains(export.text()), "byte {at} of {text}: {ran:?}");
        assert!(!export.sha256sum().status.success(), "byte {at} of {text}");
        fs::write(&file, &bytes).unwrap();

        fs::remove_file(&file).unwrap();
        let ran = export.run("verify", &[]);
        assert!([5, 6].contains(&ran.code.unwrap()), "without {text}: {ran:?}");
        assert!(!export.sha256sum().status.success(), "without {text}");
        fs::write(&file, &bytes).unwrap();
    }
    assert!(export.run("verify", &[]).done().ends_with(" sound\n"));
    assert!(export.sha256sum().status.success());
}
