//! Nothing outside the database folder is ever written, whatever lies in it.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::os::unix::fs::{MetadataExt, symlink};
use std::path::{Component, Path, PathBuf};
use std::process::{Command, Stdio};

use shared::process::{Ran, copy_tree, program};
use tempfile::TempDir;

const FAILED: i32 = 1;
const DAMAGED: i32 = 6;

/// A folder with a database `db`, folders `cwd`, `home` and `tmp` for the process, and `outside` with things of others.
struct Place {
    _temporary: TempDir,
    root: PathBuf,
}

/// What is known of a file without opening it, and its content; of a link, where it leads.
type Seen = BTreeMap<PathBuf, (u32, i64, i64, Vec<u8>)>;

impl Place {
    fn new() -> Place {
        let temporary = tempfile::tempdir().unwrap();
        let root = temporary.path().canonicalize().unwrap();
        for name in ["cwd", "home", "tmp", "outside/folder"] {
            fs::create_dir_all(root.join(name)).unwrap();
        }
        fs::write(root.join("outside/file"), "precious").unwrap();
        fs::write(root.join("outside/folder/file"), "precious too").unwrap();
        Place {
            _temporary: temporary,
            root,
        }
    }

    fn with_solved(options: &[&str]) -> Place {
        let place = Place::new();
        place.solve(options).done();
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.root.join(name)
    }

    fn command(&self, program: &str, arguments: &[&str]) -> Command {
        let mut command = Command::new(program);
        (command
            .args(arguments)
            .stdin(Stdio::null())
            .current_dir(self.path("cwd")))
        .env("HOME", self.path("home"))
        .env("TMPDIR", self.path("tmp"))
        .env_remove("XDG_CACHE_HOME")
        .env_remove("RUST_BACKTRACE");
        command
    }

    fn run(&self, arguments: &[&str]) -> Ran {
        Ran::of(self.command(program(), arguments).output().unwrap())
    }

    fn solve(&self, options: &[&str]) -> Ran {
        self.run(&[&["solve", "triangle", "-n", "6", "--db", "../db"], options].concat())
    }

    /// Everything but the database.
    fn seen_outside(&self) -> Seen {
        let mut seen = seen(&self.root);
        seen.retain(|path, _| *path != self.root && !path.starts_with(self.path("db")));
        seen
    }
}

fn seen(folder: &Path) -> Seen {
    let mut seen = Seen::new();
    let mut paths = vec![folder.to_path_buf()];
    while let Some(path) = paths.pop() {
        let metadata = path.symlink_metadata().unwrap();
        let content = if metadata.is_dir() {
            paths.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
            vec![]
        } else if metadata.is_symlink() {
            fs::read_link(&path).unwrap().into_os_string().into_encoded_bytes()
        } else {
            fs::read(&path).unwrap()
        };
        let marks = (metadata.mode(), metadata.mtime(), metadata.mtime_nsec(), content);
        seen.insert(path, marks);
    }
    seen
}

/// Every command that opens a database to read it, and whether it takes long.
const READERS: [&[&str]; 12] = [
    &["stats"],
    &["stats", "--json"],
    &["query", "E???", "0-1", "../outside/file"],
    &["query", "--json", "0-1,1-2"],
    &["moves", "[]"],
    &["moves", "--json", "0-1"],
    &["verify"],
    &["verify", "--sample", "3", "--json"],
    &["verify", "--full"],
    &["info"],
    &["info", "--json"],
    &["info", "--nonsense", "../outside/new"],
];

#[test]
fn readers_write_nothing_at_all() {
    for options in [&[][..], &["--keep", "labels"], &["--down-to", "4"]] {
        let place = Place::with_solved(options);
        let before = seen(&place.root);
        for reader in READERS {
            let arguments = [&reader[..1], &["--db", "../db"], &reader[1..]].concat();
            let code = place.run(&arguments).code;
            assert!(code.is_some_and(|code| code < 10), "{arguments:?}: {code:?}");
            assert!(seen(&place.root) == before, "{arguments:?} changed something");
        }
        for arguments in [&["--help"][..], &["help", "solve"], &["--version"], &["dance"], &[]] {
            place.run(arguments);
            assert!(seen(&place.root) == before, "{arguments:?} changed something");
        }
    }
}

#[test]
fn solve_writes_into_its_folder_alone() {
    let place = Place::new();
    let before = place.seen_outside();
    let sorting_on_disk = ["--memory", "90MiB", "--threads", "2"];
    for options in [&["--down-to", "5"][..], &["--keep", "positions"], &sorting_on_disk] {
        place.solve(options).done();
        assert!(place.seen_outside() == before, "{options:?}");
    }
    // Names that lead out and back are names like others.
    fs::remove_dir_all(place.path("db")).unwrap();
    for name in ["../cwd/../db", "./.././db/"] {
        place.run(&["solve", "triangle", "-n", "6", "--db", name]).done();
        assert!(place.seen_outside() == before, "{name}");
    }
    // The calibration solves a small order in the folder for temporary files, and leaves nothing there.
    place.run(&["estimate", "triangle", "-n", "14", "--threads", "1"]);
    let mut after = place.seen_outside();
    let touched = place.path("tmp");
    assert_eq!(fs::read_dir(&touched).unwrap().count(), 0);
    after.insert(touched.clone(), before[&touched].clone());
    assert!(after == before);
}

/// A hostile link in a database: its name, where it leads, options of `solve`, the exit code.
const LINKS: [(&str, &str, &[&str], i32); 12] = [
    ("lock", "../outside/file", &[], FAILED),
    ("lock", "../outside/new", &[], FAILED),
    ("tmp", "../outside/folder", &[], 0),
    ("tmp", "../outside/folder", &["--keep", "labels"], 0),
    (".retrograph.json.tmp", "../outside/new", &[], 0),
    (".saturated.g6.tmp", "../outside/file", &[], 0),
    (".saturated.json.tmp", "../outside/new", &[], 0),
    ("saturated.g6", "../outside/file", &[], 0),
    ("saturated.json", "../outside/new", &[], 0),
    // The next level to be solved, as an unfinished one.
    ("level-005", "../outside/folder", &[], 0),
    ("level-005", "../outside/new", &[], 0),
    ("level-005/manifest.json", "../../outside/new", &[], 0),
];

#[test]
fn links_lead_no_write_outside() {
    for (name, target, options, code) in LINKS {
        let place = Place::new();
        let keep = if options.is_empty() { "positions" } else { "labels" };
        place.solve(&["--down-to", "6", "--keep", keep]).done();
        for made_again in ["saturated.g6", "saturated.json"] {
            fs::remove_file(place.path("db").join(made_again)).unwrap();
        }
        let link = place.path("db").join(name);
        fs::create_dir_all(link.parent().unwrap()).unwrap();
        if link.is_dir() {
            fs::remove_dir_all(&link).unwrap();
        } else {
            let _ = fs::remove_file(&link);
        }
        symlink(target, &link).unwrap();
        let before = place.seen_outside();
        let ran = place.solve(options);
        assert_eq!(ran.code, Some(code), "{name}: {}", ran.err);
        assert!(place.seen_outside() == before, "{name} -> {target}");
        if code == 0 {
            let verified = place.run(&["verify", "--db", "../db", "--full"]);
            assert_eq!(verified.code, Some(0), "{name}: {}", verified.err);
        } else {
            assert!(
                ran.err.contains(link.file_name().unwrap().to_str().unwrap()),
                "{}",
                ran.err
            );
            assert!(ran.err.contains("symbolic link"), "{}", ran.err);
        }
    }
}

#[test]
fn what_is_interrupted_while_a_folder_is_made_follows_no_link() {
    let place = Place::new();
    fs::create_dir(place.path("db")).unwrap();
    symlink("../outside/new", place.path("db/.retrograph.json.tmp")).unwrap();
    let before = place.seen_outside();
    place.solve(&[]).done();
    assert!(place.seen_outside() == before);
}

#[test]
fn a_sealed_level_elsewhere_is_read_and_not_changed() {
    for (keep, linked, code) in [
        ("positions", "level-006", 0),
        ("labels", "level-006", FAILED),
        ("labels", "level-006/positions", 0),
    ] {
        let place = Place::new();
        place.solve(&["--down-to", "6", "--keep", keep]).done();
        let (link, moved) = (place.path("db").join(linked), place.path("outside/moved"));
        copy_tree(&link, &moved);
        fs::remove_dir_all(&link).unwrap();
        symlink(&moved, &link).unwrap();
        let before = place.seen_outside();
        let ran = place.solve(&[]);
        assert_eq!(ran.code, Some(code), "{keep}, {linked}: {}", ran.err);
        assert!(place.seen_outside() == before, "{keep}, {linked}");
        let verified = place.run(&["verify", "--db", "../db", "--full"]);
        assert_eq!(verified.code, Some(0), "{keep}, {linked}: {}", verified.err);
        // Each level above the refusal is there, and the refusal says what to do.
        assert!(
            code == 0 || ran.err.contains("symbolic link") && ran.err.contains("level-006"),
            "{}",
            ran.err
        );
    }
}

#[test]
fn endless_files_are_refused() {
    let place = Place::with_solved(&[]);
    // Commands that read it; endless, and a hole of a terabyte.
    for (name, commands) in [
        ("retrograph.json", &["info", "query", "verify"][..]),
        ("level-005/manifest.json", &["info", "stats", "verify"]),
        ("level-005/labels", &["query", "verify"]),
    ] {
        let file = place.path("db").join(name);
        let whole = fs::read(&file).unwrap();
        for kind in ["endless", "hole"] {
            fs::remove_file(&file).unwrap();
            if kind == "endless" {
                symlink("/dev/zero", &file).unwrap();
            } else {
                fs::File::create(&file).unwrap().set_len(1 << 40).unwrap();
            }
            for command in commands {
                // With 2 GiB of addresses; a hole is mapped into memory and not read, since its front is wrong.
                let limit = if name.ends_with("labels") {
                    "unlimited"
                } else {
                    "2000000"
                };
                let script =
                    format!("ulimit -v {limit}; exec timeout 60 \"$0\" {command} --db ../db 0-1,1-2,2-3,3-4,4-5");
                let script = if *command == "query" {
                    script
                } else {
                    script.replace(" 0-1,1-2,2-3,3-4,4-5", "")
                };
                let ran = Ran::of(place.command("sh", &["-c", &script, program()]).output().unwrap());
                let reported = ran
                    .code
                    .is_some_and(|code| code == DAMAGED || code == 5 && name == "retrograph.json");
                assert!(reported, "{command}, {name} {kind}: {:?} {}", ran.code, ran.err);
            }
            fs::remove_file(&file).unwrap();
            fs::write(&file, &whole).unwrap();
        }
    }
}

/// System calls that make, change or remove what has a name.
const CALLS: &str = "openat,open,creat,mkdir,mkdirat,rename,renameat,renameat2,unlink,unlinkat,rmdir,link,linkat,symlink,\
                     symlinkat,truncate,chmod,fchmodat,chown,fchownat,mknod,mknodat,utimensat";

#[test]
fn every_path_asked_to_be_changed_is_in_the_folder() {
    let place = Place::new();
    let db = place.path("db");
    let solve = ["solve", "triangle", "-n", "6", "--db", "../db", "--threads", "2"];
    let traced = |arguments: &[&str]| {
        let log = place.path("outside/trace");
        let strace = [
            "-f",
            "-y",
            "-qq",
            "-s",
            "4096",
            "-e",
            CALLS,
            "-o",
            log.to_str().unwrap(),
            program(),
        ];
        let output = place
            .command("strace", &[&strace, arguments].concat())
            .output()
            .expect("strace does not start; this test needs it: scripts/setup.sh strace");
        assert!(
            output.status.success(),
            "{arguments:?}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        let text = fs::read_to_string(&log).unwrap();
        fs::remove_file(log).unwrap();
        let mut opened = HashMap::new();
        text.lines()
            .flat_map(|line| {
                opened.extend(descriptor(line));
                changed(line, &place.path("cwd"), &opened)
            })
            .collect::<BTreeSet<_>>()
    };
    let written = traced(&solve);
    assert!(written.len() > 50, "{written:?}");
    for path in &written {
        assert!(path.starts_with(&db), "solve changes {}", path.display());
    }
    for reader in READERS {
        if reader[0] == "query" && reader.len() > 3 || reader.contains(&"--nonsense") {
            continue;
        }
        let written = traced(&[&reader[..1], &["--db", "../db"], &reader[1..]].concat());
        assert!(written.is_empty(), "{reader:?} changes {written:?}");
    }
    let written = traced(&["estimate", "triangle", "-n", "14", "--no-calibration"]);
    assert!(written.is_empty(), "estimate changes {written:?}");
    let written = traced(&["solve", "triangle", "-n", "6", "--db", "../db", "--down-to", "2"]);
    assert!(
        !written.is_empty() && written.iter().all(|path| path.starts_with(&db)),
        "{written:?}"
    );
}

/// The descriptor that a line of strace opens, and its path: `... = 5</a/b>`.
fn descriptor(line: &str) -> Option<(&str, &str)> {
    line.rsplit_once(" = ")?.1.strip_suffix('>')?.split_once('<')
}

/// The paths that a line of strace makes, changes or removes; `opened` has the paths of descriptors.
fn changed(line: &str, cwd: &Path, opened: &HashMap<&str, &str>) -> Vec<PathBuf> {
    let Some((call, rest)) = line.split_once('(') else {
        return vec![];
    };
    // RocksDB's binding asks for the folder of every level it opens, which is there.
    if rest.contains(") = -1 EEXIST") {
        return vec![];
    }
    let opens = call.ends_with("openat") || call.ends_with("open");
    if opens
        && !["O_WRONLY", "O_RDWR", "O_CREAT", "O_TRUNC", "O_TMPFILE"]
            .iter()
            .any(|flag| rest.contains(flag))
    {
        return vec![];
    }
    // Folders by descriptor, `5</a/b>` or `AT_FDCWD</a/b>`, each before the name within it.
    let (mut folder, mut paths) = (cwd.to_path_buf(), vec![]);
    let arguments = rest.rsplit_once(')').map_or(rest, |(arguments, _)| arguments);
    for argument in arguments.split(", ") {
        if let Some(name) = argument.strip_prefix('"').and_then(|name| name.strip_suffix('"')) {
            paths.push(normal(&folder.join(named(name, opened))));
        } else if let Some((_, path)) = argument.split_once('<') {
            folder = PathBuf::from(path.trim_end_matches('>'));
        }
    }
    // A thread names itself there.
    let own = ["/dev/null", "/dev/tty", "/proc/self/task"];
    paths.retain(|path| !own.iter().any(|own| path.starts_with(own)));
    paths
}

/// The path, where it leads through a descriptor that of the descriptor.
fn named(path: &str, opened: &HashMap<&str, &str>) -> PathBuf {
    match path
        .strip_prefix("/proc/self/fd/")
        .map(|rest| rest.split_once('/').unwrap_or((rest, "")))
    {
        Some((descriptor, inside)) if opened.contains_key(descriptor) => Path::new(opened[descriptor]).join(inside),
        _ => path.into(),
    }
}

/// Without `.` and `..`; there are no links on the way here.
fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(normal.pop()),
            Component::CurDir => {}
            part => normal.push(part),
        }
    }
    normal
}
