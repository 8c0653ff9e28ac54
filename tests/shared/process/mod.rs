//! The program as a user runs it, and the folders it leaves.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use retrograph_referee::rng::SplitMix64;
use retrograph_referee::triangle;
use serde_json::Value;
use tempfile::TempDir;

/// The program, where Cargo puts it when it compiles a test: beside the folder of the test.
pub fn program() -> &'static str {
    static PROGRAM: LazyLock<String> = LazyLock::new(|| {
        let test = std::env::current_exe().unwrap();
        let program = test.parent().unwrap().with_file_name("retrograph");
        assert!(program.exists(), "{} is missing", program.display());
        program.into_os_string().into_string().unwrap()
    });
    &PROGRAM
}

/// A file that `export --site` takes for the engine of browsers, for tests that open no page.
pub fn stand_in_engine() -> &'static str {
    static FILE: LazyLock<(TempDir, String)> = LazyLock::new(|| {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("engine.wasm");
        let section = concat!("\u{11}retrograph-engine", "engine of games ", env!("CARGO_PKG_VERSION"));
        fs::write(&file, [b"\0asm", section.as_bytes()].concat()).unwrap();
        (folder, file.into_os_string().into_string().unwrap())
    });
    &FILE.1
}

/// The end of one run.
#[derive(Clone, Debug)]
pub struct Ran {
    /// The exit code, `None` after a signal.
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

pub fn command(args: &[&str]) -> Command {
    let mut command = Command::new(program());
    command.args(args).env_remove("RUST_BACKTRACE").stdin(Stdio::null());
    command
}

pub fn run(args: &[&str]) -> Ran {
    Ran::of(command(args).output().unwrap())
}

/// The commands that `--help` lists, in their groups.
pub fn commands() -> Vec<String> {
    let help = run(&["--help"]).done();
    let (_, list) = help.split_once("\nSolve:\n").unwrap();
    let (list, _) = list.split_once("\nOptions:\n").unwrap();
    // A description may go on in the next line, which begins further to the right.
    let names = list
        .lines()
        .filter_map(|line| line.strip_prefix("  ").filter(|line| !line.starts_with(' ')));
    let names = names.map(|line| line.split_whitespace().next().unwrap().to_string());
    names.filter(|name| name != "help").collect()
}

/// With `input` on standard input.
pub fn run_with(args: &[&str], input: impl Into<Vec<u8>>) -> Ran {
    let mut command = command(args);
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut pipe = child.stdin.take().unwrap();
    let input = input.into();
    // A program that ends before it has read everything is judged by its exit code.
    let writer = std::thread::spawn(move || drop(pipe.write_all(&input)));
    let ran = Ran::of(child.wait_with_output().unwrap());
    writer.join().unwrap();
    ran
}

/// Runs a shell script with the program as `$0` and `args` as `$1`...
pub fn shell(script: &str, args: &[&str]) -> Ran {
    Ran::of(shell_command(script, args).output().unwrap())
}

/// The same, not run yet.
pub fn shell_command(script: &str, args: &[&str]) -> Command {
    let mut shell = Command::new("sh");
    shell
        .args(["-c", script, program()])
        .args(args)
        .env_remove("RUST_BACKTRACE")
        .stdin(Stdio::null());
    shell
}

/// Starts a run whose output nobody reads.
pub fn start(args: &[&str]) -> Child {
    command(args)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// Sends a signal.
pub fn send(signal: i32, child: &Child) {
    // SAFETY: plain system call; the child has not been waited for, so that its id is its own.
    assert_eq!(unsafe { libc::kill(child.id() as libc::pid_t, signal) }, 0);
}

impl Ran {
    pub fn of(output: Output) -> Ran {
        Ran {
            code: output.status.code(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// Standard output of a run that did what it was asked without a word on standard error but the next command.
    #[track_caller]
    pub fn done(self) -> String {
        assert_eq!((self.code, self.split_err().0), (Some(0), ""), "{}", self.out);
        self.out
    }

    /// What a solution ends with: what the game comes to, on standard output, and the next command.
    #[track_caller]
    pub fn closing(&self) -> [&str; 2] {
        assert_eq!(self.code, Some(0), "{}", self.err);
        let (_, next) = self.split_err();
        [self.out.lines().last().expect("a result"), next.expect(&self.err)]
    }

    /// Asserts that a game was solved without a word but how a solution ends.
    #[track_caller]
    pub fn solved(&self) {
        self.closing();
        assert_eq!((self.split_err().0, self.out.lines().count()), ("", 1), "{}", self.out);
    }

    /// Standard error without the lines with which a solution or a proof ends, and the last one of these.
    fn split_err(&self) -> (&str, Option<&str>) {
        let all = self.err.strip_suffix('\n').unwrap_or(&self.err);
        let (before, next) = all.rsplit_once('\n').unwrap_or(("", all));
        let start = self.err.len().min(before.len() + usize::from(!before.is_empty()));
        if next.contains(": retrograph check-proof ") {
            // Before it, where the proof is.
            let start = before.rfind('\n').map_or(0, |end| end + 1);
            return (&self.err[..start], Some(next));
        }
        match [": retrograph serve --db ", ": retrograph stats --db "]
            .iter()
            .any(|command| next.contains(command))
            || next.starts_with("To continue: retrograph solve ")
        {
            true => (&self.err[..start], Some(next)),
            false => (&self.err, None),
        }
    }

    /// The one JSON object that a successful run printed.
    #[track_caller]
    pub fn json(self) -> Value {
        serde_json::from_str(&self.done()).unwrap()
    }

    /// The one sentence of a run that ended with `code` and answered nothing.
    #[track_caller]
    pub fn refused(self, code: i32) -> String {
        assert_eq!((self.code, self.out.as_str()), (Some(code), ""), "{}", self.err);
        let sentence = self.err.strip_prefix("retrograph: ").expect(&self.err);
        let sentence = sentence.strip_suffix('\n').expect(sentence);
        assert!(!sentence.contains('\n'), "{sentence}");
        sentence.to_string()
    }

    /// Asserts that the arguments were refused by the parser or by the program itself, and gives what it said.
    #[track_caller]
    pub fn usage(self) -> String {
        assert_eq!((self.code, self.out.as_str()), (Some(2), ""), "{}", self.err);
        assert!(!self.err.is_empty());
        self.err
    }
}

/// The smallest limit accepted, from the sentence that refuses less.
pub fn least_memory(threads: usize) -> String {
    let db = Db::unborn();
    let sentence = db
        .solve(5, &["--memory", "1B", "--threads", &threads.to_string()])
        .refused(9);
    let (_, rest) = sentence.split_once("--memory ").unwrap();
    rest.split_once(' ').unwrap().0.to_string()
}

/// A database in a temporary folder.
pub struct Db {
    temporary: TempDir,
    folder: PathBuf,
}

impl Db {
    /// The name of a folder that is not there yet.
    pub fn unborn() -> Db {
        let temporary = tempfile::tempdir().unwrap();
        let folder = temporary.path().join("db");
        Db { temporary, folder }
    }

    /// As [`Db::unborn`], where a sync costs nothing; the folders above it are not there yet either.
    pub fn in_memory() -> Db {
        let temporary = tempfile::tempdir_in(memory_folder()).unwrap();
        let folder = temporary.path().join("above/db");
        Db { temporary, folder }
    }

    pub fn solved(n: u32, options: &[&str]) -> Db {
        let db = Db::unborn();
        db.solve(n, options).solved();
        db
    }

    pub fn copy_of(other: &Db) -> Db {
        let db = Db::unborn();
        copy_tree(&other.folder, &db.folder);
        db
    }

    /// A copy where a sync costs nothing.
    pub fn copy_in_memory(other: &Db) -> Db {
        let db = Db::in_memory();
        copy_tree(&other.folder, &db.folder);
        db
    }

    pub fn path(&self) -> &Path {
        &self.folder
    }

    /// The temporary folder that holds the database and nothing else.
    pub fn root(&self) -> &Path {
        self.temporary.path()
    }

    pub fn text(&self) -> &str {
        self.folder.to_str().unwrap()
    }

    pub fn solve(&self, n: u32, options: &[&str]) -> Ran {
        self.solve_game("triangle", n, options)
    }

    pub fn solve_game(&self, game: &str, n: u32, options: &[&str]) -> Ran {
        run(&[&["solve", game, "-n", &n.to_string(), "--db", self.text()], options].concat())
    }

    /// Runs `retrograph COMMAND --db ... OPTIONS`.
    pub fn run(&self, command: &str, options: &[&str]) -> Ran {
        run(&[&[command, "--db", self.text()], options].concat())
    }

    /// `retrograph query` of one text a line.
    pub fn query(&self, input: impl Into<Vec<u8>>, options: &[&str]) -> Ran {
        run_with(&[&["query", "--db", self.text()], options].concat(), input)
    }

    /// Starts a run into it, its output kept.
    pub fn start(&self, n: u32, options: &[&str]) -> Child {
        self.start_game("triangle", n, options)
    }

    /// Starts a run of another game into it.
    pub fn start_game(&self, game: &str, n: u32, options: &[&str]) -> Child {
        let n = n.to_string();
        let mut command = command(&[&["solve", game, "-n", &n, "--db", self.text()], options].concat());
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    }

    /// Waits until a run holds the writer lock, which is after it has taken over the signals, and there is a database.
    pub fn wait_until_locked(&self) {
        self.wait_until("the lock is held", || {
            let is_held = fs::read(self.folder.join("lock")).is_ok_and(|text| text.ends_with(b"\n"));
            is_held && self.folder.join("retrograph.json").exists()
        });
    }

    /// Waits for something that a run into it does; a minute at most.
    #[track_caller]
    pub fn wait_until(&self, what: &str, is_so: impl FnMut() -> bool) {
        wait_until(what, is_so);
    }

    pub fn level(&self, level: u32) -> PathBuf {
        self.folder.join(format!("level-{level:03}"))
    }

    /// The levels whose positions are there, not only their labels.
    pub fn levels_with_positions(&self, top: u32) -> Vec<u32> {
        (0..=top)
            .rev()
            .filter(|&level| self.level(level).join("positions").exists())
            .collect()
    }

    /// Path below the database and content of every file.
    pub fn content(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        Db::content_of(&self.folder)
    }

    /// [`Db::content`] of a database elsewhere.
    pub fn content_of(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
        let files = everything(folder).into_iter();
        files.filter_map(|(path, bytes)| Some((path, bytes?))).collect()
    }

    /// Asserts that every file is byte for byte that of `other`.
    #[track_caller]
    pub fn assert_same_bytes(&self, other: &BTreeMap<PathBuf, Vec<u8>>, how: impl Display) {
        let content = self.content();
        let names = |content: &BTreeMap<PathBuf, Vec<u8>>| content.keys().cloned().collect::<Vec<_>>();
        assert_eq!(names(&content), names(other), "{how}");
        for (name, bytes) in &content {
            assert!(bytes == &other[name], "{how}: {} differs", name.display());
        }
    }
}

/// Waits for something that another process does. A minute at most: then it is never done.
#[track_caller]
pub fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let begin = Instant::now();
    while !is_so() {
        assert!(
            begin.elapsed() < Duration::from_secs(60),
            "not so after a minute: {what}"
        );
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Every file and folder below `folder` as far as they can be seen while others change them.
pub fn names(folder: &Path) -> BTreeSet<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .map(|entry| entry.path())
        .flat_map(|path| names(&path).into_iter().chain([path]))
        .collect()
}

/// A folder in memory where there is one, else the usual one for temporary files; without symbolic links.
pub fn memory_folder() -> PathBuf {
    let memory = Path::new("/dev/shm");
    let folder = if memory.is_dir() {
        memory.into()
    } else {
        std::env::temp_dir()
    };
    folder.canonicalize().unwrap()
}

/// Path below `folder` of every file and folder there, with the content of the files.
pub fn everything(folder: &Path) -> BTreeMap<PathBuf, Option<Vec<u8>>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(inner) = folders.pop() {
        for entry in fs::read_dir(inner).unwrap() {
            let path = entry.unwrap().path();
            let name = path.strip_prefix(folder).unwrap().to_path_buf();
            if path.is_dir() {
                found.insert(name, None);
                folders.push(path);
            } else {
                found.insert(name, Some(fs::read(path).unwrap()));
            }
        }
    }
    found
}

pub fn copy_tree(from: &Path, to: &Path) {
    try_copy_tree(from, to).unwrap();
}

/// The same where files may vanish meanwhile.
pub fn try_copy_tree(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            try_copy_tree(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}

/// Replaces the file by what `change` makes of it.
pub fn edit(path: &Path, change: impl FnOnce(&mut Vec<u8>)) {
    let mut bytes = fs::read(path).unwrap();
    change(&mut bytes);
    fs::write(path, bytes).unwrap();
}

/// graph6, written down from the format's description.
pub fn graph6(rows: &[u32]) -> String {
    let n = rows.len();
    let bits: Vec<u32> = (1..n).flat_map(|v| (0..v).map(move |u| rows[v] >> u & 1)).collect();
    let body = bits.chunks(6).map(|six| {
        let number = (0..6).fold(0, |number, i| 2 * number + six.get(i).copied().unwrap_or(0));
        char::from(63 + number as u8)
    });
    std::iter::once(char::from(63 + n as u8)).chain(body).collect()
}

/// The rows that graph6 says.
pub fn rows(graph6: &str) -> Vec<u32> {
    let n = usize::from(graph6.as_bytes()[0] - 63);
    let mut rows = vec![0; n];
    let pairs = (1..n).flat_map(|v| (0..v).map(move |u| (u, v)));
    for (i, (u, v)) in pairs.enumerate() {
        if (graph6.as_bytes()[1 + i / 6] - 63) >> (5 - i % 6) & 1 == 1 {
            rows = triangle::with_edge(&rows, (u, v));
        }
    }
    rows
}

/// The edges as a list such as `0-1,1-2`.
pub fn edge_list(rows: &[u32]) -> String {
    let edges = (0..rows.len()).flat_map(|u| (u + 1..rows.len()).map(move |v| (u, v)));
    let edges: Vec<String> = edges
        .filter(|&(u, v)| rows[u] >> v & 1 == 1)
        .map(|(u, v)| format!("{u}-{v}"))
        .collect();
    if edges.is_empty() { "[]".into() } else { edges.join(",") }
}

/// Every position of one random game on `n` vertices, from the empty graph to the last.
pub fn random_game(n: usize, rng: &mut SplitMix64) -> Vec<Vec<u32>> {
    let mut game = vec![vec![0; n]];
    loop {
        let last = game.last().unwrap();
        let moves = triangle::moves(last);
        if moves.is_empty() {
            return game;
        }
        game.push(triangle::with_edge(last, moves[rng.below(moves.len())]));
    }
}

/// What can happen to a file.
pub const DAMAGES: [&str; 5] = ["flip", "cut", "empty", "remove", "folder"];

/// Damages a file.
pub fn inflict(damage: &str, path: &Path) {
    match damage {
        "flip" => edit(path, |bytes| {
            let at = bytes.len() / 2;
            bytes[at] ^= 1;
        }),
        "cut" => edit(path, |bytes| bytes.truncate(bytes.len() - 1)),
        "empty" => edit(path, Vec::clear),
        _ => fs::remove_file(path).unwrap(),
    }
    if damage == "folder" {
        fs::create_dir(path).unwrap();
    }
}
