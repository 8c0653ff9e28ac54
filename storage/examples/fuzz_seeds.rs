//! Seeds for the fuzz targets in `fuzz/`, from what the program solves, proves and prints: `fuzz_seeds PROGRAM FOLDER`
//! writes them into one folder a target.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use retrograph_storage::{Database, LevelReader, fuzzing};

/// The commands whose arguments are seeds, one argument a line.
const ARGUMENTS: &[&str] = &[
    "solve\ntriangle\n-n\n5\n--db\n{new}\n--memory\n1GiB\n--threads\n2\n--keep\nlabels\n--json",
    "solve\ntriangle\n-n5\n--db={begun}\n--down-to\n0\n--verbose",
    "solve\ntriangle\n-n\n6\n--db\nhere\n--down-to=5",
    "solve\ntriangle\n-n\n4",
    "stats\n--db\n{db}\n--format\ncsv",
    "stats\n--db\n{labels}\n--json",
    "query\n--db\n{db}\nD??\n0-1,1-2\n--json",
    "query\n--db\n{begun}\n--\n-",
    "moves\n--db\n{db}\n-\n--json",
    "verify\n--db\n{db}\n--sample\n10",
    "verify\n--db\n{labels}\n--full\n--json",
    "info\n--db\n{begun}\n--json",
    "estimate\ntriangle\n-n\n14\n--no-calibration\n--threads\n16\n--memory\n8GiB\n--down-to\n30\n--json",
    "--help",
    "help\nsolve",
    "--version",
];

/// Boards that the program prints, and proves something about.
const BOARDS: &[(&str, &str)] = &[
    ("in-a-row 3 3 3", "strong"),
    ("hex 2 2", "maker-breaker"),
    ("domination P2xP3", "maker-breaker"),
];

/// Other games that it proves.
const PROVED: &[&str] = &[
    "maker-breaker:hamilton-path -n 4",
    "triangle -n 5",
    "online-ramsey:P3,K3",
    "ramsey-achieve:P4 --fresh 5 --moves 3",
];

fn main() {
    let mut arguments = std::env::args().skip(1).map(PathBuf::from);
    let (program, folder) = (arguments.next().unwrap(), arguments.next().unwrap());
    let temporary = tempfile::tempdir().unwrap();
    let solved = |n: &str| {
        let db = temporary.path().join(n);
        let mut solve = Command::new(&program);
        solve.args(["solve", "triangle", "-n", n, "--db"]).arg(&db);
        assert!(solve.status().unwrap().success());
        db
    };
    let db = solved("7");

    let seed = |target: &str, name: &str, bytes: &[u8]| {
        let folder = folder.join(target);
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join(name), bytes).unwrap();
    };
    for (index, text) in ["?", "D??", "DQc", "F?AZO", ">>graph6<<DQc", " DQc\n"]
        .into_iter()
        .enumerate()
    {
        seed("graph6", &format!("seed-{index}"), text.as_bytes());
    }
    for (index, text) in ["-", "0-1", "0-2, 0-4,1-3,4-3", "6-0"].into_iter().enumerate() {
        seed("edge_list", &format!("seed-{index}"), format!("\u{7}{text}").as_bytes());
    }
    for (index, text) in ["\0D??\nDQc\n0-1,1-2", "\u{1}-\n\nhello\n4-3\r\n"]
        .into_iter()
        .enumerate()
    {
        seed("query", &format!("seed-{index}"), text.as_bytes());
    }
    for (index, text) in ARGUMENTS.iter().enumerate() {
        seed("arguments", &format!("seed-{index}"), text.as_bytes());
    }
    levels(&db, &seed);
    whole_files(&solved("5"), &seed);
    proofs(&program, temporary.path(), &seed);
}

/// Files of games, and proofs of these and of other games.
fn proofs(program: &Path, temporary: &Path, seed: &dyn Fn(&str, &str, &[u8])) {
    let program = fs::canonicalize(program).unwrap();
    let run = |line: &str| {
        let ran = Command::new(&program)
            .args(line.split(' '))
            .current_dir(temporary)
            .output()
            .unwrap();
        assert!(ran.status.success(), "{line}: {}", String::from_utf8_lossy(&ran.stderr));
        ran.stdout
    };
    let mut games: Vec<String> = PROVED.iter().map(|game| game.to_string()).collect();
    for (index, (board, rule)) in BOARDS.iter().enumerate() {
        let text = run(&format!("board {board}"));
        seed("board_file", &format!("seed-{index}"), &text);
        fs::write(temporary.join(format!("{index}.pg")), text).unwrap();
        games.push(format!("{rule}:file={index}.pg"));
    }
    for (index, game) in games.iter().enumerate() {
        let name = format!("seed-{index}");
        run(&format!("prove {game} --proof {name}"));
        seed("proof", &name, &fs::read(temporary.join(&name)).unwrap());
    }
}

/// The files of the target `database`, in its order, on the order and the level that it uses.
fn whole_files(db: &Path, seed: &dyn Fn(&str, &str, &[u8])) {
    let files = [
        "retrograph.json",
        "saturated.json",
        "saturated.g6",
        "level-003/manifest.json",
        "level-003/labels",
        "level-003/positions/CURRENT",
        "level-003/positions/MANIFEST-000005",
        "level-003/positions/000008.sst",
    ];
    for (kind, file) in (0..).zip(files) {
        let content = fs::read(db.join(file)).unwrap();
        seed(
            "database",
            &format!("seed-{kind}"),
            &[&[kind, 3], &content[..]].concat(),
        );
    }
}

/// Seeds from the files of every level.
fn levels(db: &Path, seed: &dyn Fn(&str, &str, &[u8])) {
    let identity = fs::read(db.join("retrograph.json")).unwrap();
    seed("manifest", "seed-identity", &[b"\0", &identity[..]].concat());
    let db = Database::open(db).unwrap();
    for level in db.levels().unwrap() {
        let sealed = db.manifest(level).unwrap().unwrap();
        let width = sealed.key_width as usize;
        let name = format!("seed-level-{level}");
        let manifest = fs::read(db.level_folder(level).join("manifest.json")).unwrap();
        seed("manifest", &name, &[b"\x01", &manifest[..]].concat());
        let labels = fs::read(db.label_function_path(level)).unwrap();
        seed("label_function", &name, &[&[3], &labels[..]].concat());
        let reader = LevelReader::<u128>::open(&db.positions_folder(level), width, &sealed.positions).unwrap();
        let (mut raw, mut records) = (vec![], vec![]);
        while reader.chunks().next_chunks(1, &mut raw).unwrap() > 0 && records.is_empty() {
            raw[0].decode(&mut records).unwrap();
        }
        let key = &records[0].to_be_bytes()[..width];
        let value = fuzzing::encode_chunk(&records, width);
        let gaps = &value[1..];
        if key.len() + gaps.len() < 256 {
            let (count, length) = (records.len() as u8, (key.len() + gaps.len()) as u8);
            seed(
                "run",
                &name,
                &[&[1, width as u8 - 1, 255, count, count, length], key, gaps].concat(),
            );
        }
        seed("record", &name, &[&[6], key].concat());
        seed("chunk", &name, &[&[0, width as u8 - 1], key, &value[..]].concat());
    }
}
