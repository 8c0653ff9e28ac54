//! Archives: an export as one file, read where it lies. Whatever else a tar file holds is refused in a sentence.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use retrograph_referee::rng::SplitMix64;
use retrograph_referee::triangle::triangle_free_classes;
use serde_json::json;
use sha2::{Digest, Sha256};
use shared::process::{Db, Ran, graph6, program, run, run_with};

/// An archive beside its database.
struct Archive {
    db: Db,
    file: PathBuf,
}

impl Archive {
    fn of(db: Db) -> Archive {
        let file = db.path().with_file_name("values.tar");
        let archive = Archive { db, file };
        archive.make(&[]).done();
        archive
    }

    fn make(&self, options: &[&str]) -> Ran {
        self.db.run("export", &[&["--archive", self.text()], options].concat())
    }

    fn text(&self) -> &str {
        self.file.to_str().unwrap()
    }

    fn run(&self, command: &str, options: &[&str]) -> Ran {
        run(&[&[command, "--db", self.text()], options].concat())
    }

    fn bytes(&self) -> Vec<u8> {
        fs::read(&self.file).unwrap()
    }

    fn beside(&self, name: &str) -> String {
        self.file.with_file_name(name).to_str().unwrap().into()
    }

    /// Replaces the file.
    fn put(&self, bytes: &[u8]) {
        fs::remove_file(&self.file).unwrap();
        fs::write(&self.file, bytes).unwrap();
    }
}

fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn an_archive_answers_whatever_the_database_does() {
    for (n, options) in [
        (8, &["--keep", "positions"][..]),
        (8, &["--value", "grundy"]),
        (9, &["--keep", "labels"]),
    ] {
        let archive = Archive::of(Db::solved(n, options));
        let positions = triangle_free_classes(n as usize).concat();
        let input: String = positions.iter().map(|rows| graph6(rows) + "\n").collect();
        let query = |place: &str| run_with(&["query", "--db", place, "--json"], input.clone()).done();
        let answers = query(archive.text());
        assert_eq!(answers.lines().count(), positions.len());
        assert_eq!(answers, query(archive.db.text()));
        let empty = graph6(&vec![0; n as usize]);
        for arguments in [&["moves", &empty][..], &["stats"], &["stats", "--json"]] {
            let [command, options @ ..] = arguments else {
                unreachable!()
            };
            assert_eq!(
                archive.run(command, options).done(),
                archive.db.run(command, options).done()
            );
        }
        for options in [&[][..], &["--sample", "200"], &["--full"]] {
            assert!(archive.run("verify", options).done().ends_with(" sound\n"));
        }
        let info = archive.run("info", &["--json"]).json();
        assert_eq!((&info["keep"], &info["complete"]), (&json!("export"), &json!(true)));
        let sentence = run(&["solve", "triangle", "-n", &n.to_string(), "--db", archive.text()]).refused(5);
        assert!(sentence.contains("is an export"), "{sentence}");
        for command in [&["positions"][..], &["examples"]] {
            archive.run(command[0], &command[1..]).refused(5);
        }
    }
}

#[test]
fn the_same_levels_give_the_same_bytes_which_tar_unpacks_to_the_export() {
    let archive = Archive::of(Db::solved(8, &[]));
    let bytes = archive.bytes();
    assert!(fs::metadata(&archive.file).unwrap().permissions().readonly());
    // From labels alone, from an export, from the archive itself.
    let labels = Archive::of(Db::solved(8, &["--keep", "labels", "--threads", "1"]));
    assert_eq!(labels.bytes(), bytes);
    let (export, again) = (archive.beside("export"), archive.beside("again.tar"));
    archive.db.run("export", &["--out", &export]).done();
    for source in [&export[..], archive.text()] {
        run(&["export", "--db", source, "--archive", &again, "--force"]).done();
        assert_eq!(fs::read(&again).unwrap(), bytes, "{source}");
    }
    let exported = archive.beside("exported");
    archive.run("export", &["--out", &exported]).done();
    assert_eq!(Db::content_of(Path::new(&exported)), Db::content_of(Path::new(&export)));

    let unpacked = archive.beside("unpacked");
    fs::create_dir(&unpacked).unwrap();
    let tar = Command::new("tar")
        .args(["-xf", archive.text(), "-C", &unpacked])
        .output()
        .unwrap();
    assert!(tar.status.success() && tar.stderr.is_empty(), "{tar:?}");
    let mut content = Db::content_of(Path::new(&unpacked));
    let index = content.remove(Path::new("INDEX")).unwrap();
    assert_eq!(content, Db::content_of(Path::new(&export)));
    let index = String::from_utf8(index).unwrap();
    assert_eq!(index.lines().count(), 1 + content.len(), "{index}");
    assert!(index.starts_with("retrograph archive 1\n"), "{index}");
    let ran = run(&["verify", "--db", &unpacked]);
    assert!(ran.err.is_empty() && ran.out.ends_with(" sound\n"), "{ran:?}");
    let mut sums = Command::new("sha256sum");
    sums.args(["--check", "--strict", "--quiet", "SHA256SUMS"])
        .current_dir(&unpacked);
    assert!(sums.output().unwrap().status.success());
}

/// Pastes what a card says into a shell and into Python.
#[test]
fn a_card_can_be_pasted_whatever_the_archive_is_called() {
    let db = Db::solved(6, &[]);
    let names = [
        "a;touch bad;.tar",
        "\"); open('bad', 'w') #.tar",
        "$(touch bad).tar",
        "a b's `touch bad`.tar",
        "-n.tar",
    ];
    for name in names {
        let folder = tempfile::tempdir().unwrap();
        let [archive, card] = [name, "card.md"].map(|name| folder.path().join(name).to_str().unwrap().to_string());
        let options = ["--archive", &archive, "--card", &card, "--licence", "CC0-1.0"];
        db.run("export", &options).done();
        let text = fs::read_to_string(&card).unwrap();
        let pasted: Vec<&str> = (text.lines().filter_map(|line| line.strip_prefix("    retrograph ")))
            .filter(|line| !line.starts_with("serve"))
            .collect();
        assert_eq!(pasted.len(), 2, "{text}");
        for line in pasted {
            let mut shell = Command::new("bash");
            shell
                .args(["-euc", &format!("\"$0\" {line}"), program()])
                .current_dir(folder.path());
            let output = shell.output().unwrap();
            assert!(
                output.status.success() && !output.stdout.is_empty(),
                "{line}: {output:?}"
            );
        }
        let opened = text
            .lines()
            .find_map(|line| line.strip_prefix("    db = retrograph.open("))
            .unwrap();
        let script = format!("import sys; sys.stdout.write({}", opened);
        let output = Command::new("python3")
            .args(["-c", &script])
            .current_dir(folder.path())
            .output()
            .unwrap();
        assert_eq!(String::from_utf8(output.stdout).unwrap(), name);
        let mut left: Vec<_> = fs::read_dir(folder.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name())
            .collect();
        left.sort();
        let mut expected = vec![std::ffi::OsString::from(name), "card.md".into()];
        expected.sort();
        assert_eq!(left, expected);
    }
}

#[test]
fn nothing_is_overwritten_without_force_and_a_card_says_what_was_written() {
    let archive = Archive::of(Db::solved(8, &[]));
    let bytes = archive.bytes();
    let sentence = archive.make(&[]).refused(2);
    assert!(
        sentence.contains("already exists") && sentence.contains("--force"),
        "{sentence}"
    );
    let card = archive.beside("README.md");
    archive.make(&["--force", "--card", &card]).usage();
    archive
        .make(&["--force", "--card", &card, "--licence", "my own"])
        .usage();
    let options = ["--force", "--card", &card, "--licence", "CC-BY-4.0"];
    let answer = archive.make(&[&options[..], &["--json"]].concat()).json();
    assert_eq!(archive.bytes(), bytes);
    let (size, digest) = (bytes.len(), sha256(&bytes));
    assert_eq!((&answer["bytes"], &answer["sha256"]), (&json!(size), &json!(digest)));
    let text = fs::read_to_string(&card).unwrap();
    for fact in [
        "license: cc-by-4.0\n",
        "# Values of the triangle avoidance game on 8 vertices: who wins\n",
        "| positions | 410 |",
        "retrograph query --db values.tar 'G?????'",
        "retrograph.open(\"values.tar\")",
        "the second player wins",
        "\nCC-BY-4.0\n",
        &digest,
    ] {
        assert!(text.contains(fact), "{fact}: {text}");
    }
    // The folder has a card, too, which names the digest of its list.
    let export = archive.beside("export");
    let options = ["--out", &export, "--card", &card, "--licence", "CC0-1.0", "--force"];
    archive.db.run("export", &options).done();
    let sums = fs::read(Path::new(&export).join("SHA256SUMS")).unwrap();
    let text = fs::read_to_string(&card).unwrap();
    assert!(
        text.contains(&sha256(&sums)) && text.contains("license: cc0-1.0\n"),
        "{text}"
    );
    let sentence = archive.db.run("export", &["--out", &export, "--force"]).refused(2);
    assert!(sentence.contains("no folder is ever overwritten"), "{sentence}");
}

/// Where each member's header begins, by name, as GNU tar sees it.
fn headers(bytes: &[u8]) -> BTreeMap<String, usize> {
    let mut found = BTreeMap::new();
    let mut at = 0;
    while bytes[at] != 0 {
        let text = |from: usize, most: usize| {
            let field = bytes[at + from..at + from + most]
                .split(|&byte| byte == 0)
                .next()
                .unwrap();
            String::from_utf8(field.to_vec()).unwrap()
        };
        found.insert(text(0, 100), at);
        at += 512 + usize::from_str_radix(&text(124, 12), 8).unwrap().next_multiple_of(512);
    }
    found
}

/// Writes the checksum of the header at `at` anew.
fn sign(bytes: &mut [u8], at: usize) {
    bytes[at + 148..at + 156].fill(b' ');
    let sum: u32 = bytes[at..at + 512].iter().map(|&byte| u32::from(byte)).sum();
    bytes[at + 148..at + 156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
}

#[test]
fn hostile_archives_are_refused_in_one_sentence() {
    let archive = Archive::of(Db::solved(6, &[]));
    let bytes = archive.bytes();
    let headers = headers(&bytes);
    let labels = headers["level-005/labels"];
    let index = headers["INDEX"];
    type Harm<'a> = Box<dyn Fn(&mut Vec<u8>) + 'a>;
    let put = |at: usize, field: &'static [u8]| -> Harm {
        Box::new(move |bytes| bytes[at..at + field.len()].copy_from_slice(field))
    };
    let signed = |at: usize, field: usize, text: &'static [u8]| -> Harm {
        Box::new(move |bytes| {
            bytes[at + field..at + field + text.len()].copy_from_slice(text);
            sign(bytes, at);
        })
    };
    let replaced = |from: &'static str, to: &'static str| -> Harm {
        Box::new(move |bytes| {
            let at = bytes
                .windows(from.len())
                .position(|text| text == from.as_bytes())
                .unwrap();
            bytes[at..at + to.len()].copy_from_slice(to.as_bytes());
        })
    };
    let harms: Vec<(&str, Harm)> = vec![
        ("a symbolic link", signed(labels, 156, b"2")),
        ("a link with a target", signed(labels, 157, b"/etc/passwd")),
        ("a name outside", signed(labels, 0, b"../etc/passwd\0\0\0\0")),
        ("a name of the root", signed(labels, 0, b"/tc/passwd")),
        ("another size", signed(labels, 124, b"00000000001")),
        ("a size of 64 GiB", signed(labels, 124, b"\x80\0\0\0\0\0\0\x10")),
        ("another owner", signed(labels, 108, b"0001750")),
        ("a device", signed(labels, 156, b"3")),
        ("a checksum", put(labels + 148, b"000000")),
        ("a larger index", signed(index, 124, b"77777777777")),
        ("an index of nothing", signed(index, 124, b"00000000000")),
        (
            "a name outside in the index",
            replaced("level-005/labels", "../../005/labels"),
        ),
        ("a name twice", replaced("level-005/labels", "level-006/labels")),
        (
            "a form of later",
            replaced("retrograph archive 1", "retrograph archive 2"),
        ),
        ("no form", replaced("retrograph archive 1", "retrograph_archive 1")),
        ("no end", Box::new(|bytes| bytes.truncate(bytes.len() - 512))),
        ("a longer end", Box::new(|bytes| bytes.extend([0; 512]))),
        ("half of it", Box::new(|bytes| bytes.truncate(bytes.len() / 2))),
        ("a content", put(labels + 512 + 64, b"xxxx")),
        ("a manifest", put(headers["level-005/manifest.json"] + 512 + 20, b"0")),
    ];
    for (what, harm) in harms {
        let mut harmed = bytes.clone();
        harm(&mut harmed);
        assert_ne!(harmed, bytes, "{what}");
        archive.put(&harmed);
        let ran = archive.run("verify", &[]);
        assert!([5, 6, 7].contains(&ran.code.unwrap()), "{what}: {ran:?}");
        for command in [
            &["query", "0-1,1-2,2-3,3-4,4-5"][..],
            &["info"],
            &["export", "--out", "OUT"],
        ] {
            let out = archive.beside("out");
            let options: Vec<&str> = command[1..]
                .iter()
                .map(|&word| if word == "OUT" { &out } else { word })
                .collect();
            let ran = archive.run(command[0], &options);
            // `info` and other levels do not look at contents.
            if what == "a content" && command[0] == "info" {
                continue;
            }
            assert!([5, 6, 7].contains(&ran.code.unwrap()), "{what}, {command:?}: {ran:?}");
            assert_eq!(ran.err.lines().count(), 1, "{what}, {command:?}: {ran:?}");
            assert!(
                ran.err.contains("values.tar") && !Path::new(&out).exists(),
                "{what}, {command:?}: {ran:?}"
            );
        }
    }
}

#[test]
fn a_changed_bit_of_an_archive_is_noticed() {
    let archive = Archive::of(Db::solved(6, &[]));
    let bytes = archive.bytes();
    let mut rng = SplitMix64::new(3);
    for _ in 0..60 {
        let at = rng.below(bytes.len());
        let mut harmed = bytes.clone();
        harmed[at] ^= 1 << rng.below(8);
        archive.put(&harmed);
        let ran = archive.run("verify", &[]);
        assert!([5, 6, 7].contains(&ran.code.unwrap()), "byte {at}: {ran:?}");
    }
}

#[test]
fn nobody_is_sent_to_repair_an_archive() {
    let archive = Archive::of(Db::solved(6, &[]));
    let bytes = archive.bytes();
    archive.put(&bytes[..bytes.len() / 2]);
    let cut = archive.run("stats", &[]).refused(6);
    assert!(
        cut.contains("An archive is not repaired: copy or download it again"),
        "{cut}"
    );
    archive.put(&bytes);
    assert!(archive.run("verify", &[]).done().ends_with(" sound\n"));
    // Other files in its place, and tar files of another form.
    let other = archive.beside("other.tar");
    let tar = Command::new("tar")
        .args(["-cf", &other, "-C", archive.db.text(), "."])
        .status();
    assert!(tar.unwrap().success());
    let sentence = run(&["query", "--db", &other, "[]"]).refused(5);
    assert!(
        sentence.contains("that is not an archive of `retrograph export --archive`, not the folder of a database; "),
        "{sentence}"
    );
}

/// The values on 12 vertices that come with the checkout.
const PUBLISHED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/datasets/triangle-12.tar");

#[test]
fn the_archive_of_the_checkout_has_the_values_that_are_solved_now() {
    let archive = Archive::of(Db::solved(12, &["--keep", "labels"]));
    let label_functions = |source: &str, name: &str| {
        let folder = archive.beside(name);
        run(&["export", "--db", source, "--out", &folder]).done();
        let mut content = Db::content_of(Path::new(&folder));
        content.retain(|name, _| name.ends_with("labels"));
        content
    };
    let published = label_functions(PUBLISHED, "published");
    assert_eq!(published.len(), 37);
    assert_eq!(published, label_functions(archive.text(), "now"));
    let counts = |source: &str| run(&["stats", "--db", source, "--format", "csv"]).done();
    assert_eq!(counts(PUBLISHED), counts(archive.text()));
}
