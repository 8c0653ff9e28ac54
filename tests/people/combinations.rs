//! Options that mean nothing together are refused, and those that mean something do something: for all pairs of options
//! of all commands. What means what is written down here from the manual, not taken from the parser's attributes; only
//! the names of commands and options are, so that none is left out.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use shared::in_parallel;
use shared::process::{Ran, command, copy_tree, run, stand_in_engine};

/// Two or more options by their long names, `n` for `-n`.
type Set<'a> = BTreeSet<&'a str>;

/// What must hold where options stand together.
enum Rule {
    /// The first says nothing without one of the others.
    Needs(&'static str, &'static [&'static str]),
    /// These contradict each other, or one hides the other.
    Not(&'static str, &'static str),
    /// The same, unless the third is there.
    NotUnless(&'static str, &'static str, &'static str),
}

use Rule::{Needs, Not, NotUnless};
use shared::process;

impl Rule {
    fn holds(&self, set: &Set) -> bool {
        match self {
            Needs(option, others) => !set.contains(option) || others.iter().any(|other| set.contains(other)),
            Not(a, b) => !(set.contains(a) && set.contains(b)),
            NotUnless(a, b, c) => !(set.contains(a) && set.contains(b)) || set.contains(c),
        }
    }
}

/// A way to use a command.
struct Scene {
    /// The command, and what always stands.
    words: &'static str,
    /// Options that say something here, each with its value. In capitals: what only changes time, memory or chance, and
    /// what replaces files; its effect is not looked for.
    options: &'static str,
    rules: &'static [Rule],
    /// Options that need a scene of their own.
    apart: &'static [&'static str],
}

const fn scene(words: &'static str, options: &'static str, rules: &'static [Rule]) -> Scene {
    Scene {
        words,
        options,
        rules,
        apart: &[],
    }
}

/// All commands. Names in braces are folders and files, see [`Place`]; blanks separate, `=` gives the value of an
/// option.
const SCENES: &[Scene] = &[
    Scene {
        apart: &["explain"],
        ..scene(
            "solve triangle -n 4 --db new",
            "connected play=misere value=remoteness down-to=2 MEMORY=1GiB THREADS=2 keep=labels json verbose log=text \
             log-file=run.log LOG-EVERY=5",
            &[
                Needs("log-every", &["log", "log-file"]),
                NotUnless("verbose", "log", "log-file"),
            ],
        )
    },
    Scene {
        apart: &["explain"],
        ..scene(
            "solve ramsey-lose -n 4 --red-graph K3 --db new",
            "green-graph=P4 board=C] red=0-2 green=1-3 VALUE=remoteness down-to=2 MEMORY=1GiB THREADS=2 keep=labels \
             json verbose log=text log-file=run.log LOG-EVERY=5",
            &[
                Needs("log-every", &["log", "log-file"]),
                NotUnless("verbose", "log", "log-file"),
            ],
        )
    },
    // The database says which values it holds, unless they are asked for.
    scene(
        "solve triangle -n 5 --explain",
        "connected play=misere value=remoteness db={grundy}",
        &[Not("db", "play"), Not("db", "value"), Not("db", "connected")],
    ),
    scene(
        "solve maker-breaker:hamilton-cycle -n 5 --explain",
        "red=0-1 green=1-2 value=outcome",
        &[],
    ),
    scene("plan --db {begun}", "PARTS=2 json", &[]),
    scene(
        "part --db {planned}",
        "task=1 OF=2 MEMORY=1GiB THREADS=2 json",
        &[Needs("task", &["of"])],
    ),
    // Levels this small are made by one worker alone.
    scene(
        "work --db {begun}",
        "TASK=1 OF=2 down-to=2 UNTIL=1h PATIENCE=1s MEMORY=1GiB THREADS=2 SMALL=9 json",
        &[Needs("task", &["of"])],
    ),
    scene(
        "stats --db {db}",
        "format=csv json plot=p.svg bfile=p FORCE",
        &[
            Not("format", "json"),
            Not("format", "plot"),
            Not("json", "plot"),
            Not("bfile", "format"),
            Not("bfile", "json"),
            Not("bfile", "plot"),
            Needs("force", &["plot"]),
        ],
    ),
    scene("query --db {db} 0-1", "json", &[]),
    scene("query --db {db}", "from={positions} JSON", &[]),
    scene("query --proof {proof} 0-1", "json", &[]),
    scene("moves --db {db} 0-1,2-3", "trap json", &[]),
    // Serves until it is stopped; a folder that is not there ends it after the arguments are read.
    scene(
        "serve --db nowhere",
        "PROOF={proof} PORT=0 BIND=127.0.0.2 HOST=lab THREADS=2",
        &[],
    ),
    scene(
        "play --db {db}",
        "as=second second STRENGTH=casual opponent={learner} NO-LEARNING no-hints start=0-1,0-2 board=circle SEED=2",
        &[
            Not("as", "second"),
            Not("strength", "opponent"),
            Not("strength", "no-learning"),
            Needs("no-learning", &["opponent"]),
        ],
    ),
    scene("play --proof {proof}", "as=breaker no-hints board=circle SEED=2", &[]),
    scene(
        "learn --db {db} --games 10",
        "SEED=2 out=l.learner RESUME={learner} plot=l.svg FORCE json",
        &[
            Not("seed", "resume"),
            Not("out", "resume"),
            Needs("force", &["out", "plot"]),
        ],
    ),
    scene(
        "draw 0-1,1-2 -n 5",
        "format=tikz out=o.dot FORCE",
        // The name of the file says which.
        &[Not("format", "out"), Needs("force", &["out"])],
    ),
    scene(
        "draw --db {db} 0-1",
        "line tree=1 format=tikz out=o.dot FORCE",
        &[Not("line", "tree"), Not("format", "out"), Needs("force", &["out"])],
    ),
    scene(
        "positions --db {db}",
        "level=5 value=N format=csv out=o.g6 FORCE",
        &[Not("format", "out"), Needs("force", &["out"])],
    ),
    scene(
        "sample --db {db} --level 3",
        "count=2 SEED=3 format=csv out=o.g6 FORCE",
        &[Not("format", "out"), Needs("force", &["out"])],
    ),
    scene("examples --db {db}", "level=2 json", &[]),
    scene("report --db {db} --out r.html", "log={log} FORCE", &[]),
    scene(
        "verify --db {db}",
        "sample=2 seed=3 full THREADS=2 json",
        &[Needs("seed", &["sample"]), Not("sample", "full"), Not("seed", "full")],
    ),
    scene(
        "repair --db {damaged}",
        "dry-run FROM-TOP MEMORY=1GiB THREADS=2",
        &[
            Not("dry-run", "from-top"),
            Not("dry-run", "memory"),
            Not("dry-run", "threads"),
        ],
    ),
    scene(
        "export --db {db} --out values",
        "json card=card.md licence=CC0-1.0 FORCE",
        &[
            Needs("card", &["licence"]),
            Needs("licence", &["card"]),
            Needs("force", &["card"]),
        ],
    ),
    scene(
        "export --db {db} --archive values.tar",
        "json card=card.md licence=CC0-1.0 FORCE",
        &[Needs("card", &["licence"]), Needs("licence", &["card"])],
    ),
    // Proofs in sites need what `make reader` compiles.
    Scene {
        apart: &["proof", "reader"],
        ..scene("export --db {db} --engine {engine} --site pages", "json", &[])
    },
    scene("info --db {db}", "json", &[]),
    scene(
        "estimate triangle -n 13 --no-calibration",
        "down-to=20 MEMORY=1GiB THREADS=2 json",
        &[],
    ),
    scene(
        "estimate ramsey-avoid:K3 -n 6",
        "samples=100 SEED=2 CENSUS THREADS=2 json",
        &[],
    ),
    scene("games", "json", &[]),
    scene("check-game triangle -n 4", "sample=2 json", &[]),
    scene(
        "check-game maker-breaker:hamilton-cycle -n 4",
        "sample=3 prover json",
        &[],
    ),
    scene(
        "prove triangle -n 6",
        "value=grundy replies=all proof=p.proof FORCE MEMORY=256MiB THREADS=2 CHECKPOINT=c.state RESUME CHECKPOINT-SECONDS=9 json",
        &[
            Not("value", "proof"),
            Not("value", "replies"),
            Needs("replies", &["proof"]),
            Needs("force", &["proof"]),
            Needs("resume", &["checkpoint"]),
            Needs("checkpoint-seconds", &["checkpoint"]),
        ],
    ),
    scene(
        "prove maker-breaker:perfect-matching -n 4",
        "board=C] starter=breaker maker=0-3 breaker=1-3 position=maker:0-3 WITHOUT=table proof=p.proof FORCE MEMORY=256MiB \
         THREADS=2 CHECKPOINT=c.state RESUME CHECKPOINT-SECONDS=9 json",
        &[
            Not("position", "maker"),
            Not("position", "breaker"),
            Needs("force", &["proof"]),
            Needs("resume", &["checkpoint"]),
            Needs("checkpoint-seconds", &["checkpoint"]),
        ],
    ),
    scene(
        "prove online-ramsey:P3,P3",
        "rounds=2 COMMIT=none VERTICES=3 CONNECTED BOUNDS proof=p.proof FORCE MEMORY=256MiB THREADS=2 CHECKPOINT=c.state RESUME \
         CHECKPOINT-SECONDS=9 json",
        &[
            Needs("commit", &["rounds"]),
            Not("commit", "vertices"),
            Not("commit", "connected"),
            Needs("force", &["proof"]),
            Needs("resume", &["checkpoint"]),
            Needs("checkpoint-seconds", &["checkpoint"]),
        ],
    ),
    scene(
        "prove ramsey-achieve:C4 -n 6",
        "moves=4 PROOF=p.proof FORCE MEMORY=256MiB THREADS=2 CHECKPOINT=c.state RESUME CHECKPOINT-SECONDS=9 json",
        &[
            Needs("force", &["proof"]),
            Needs("resume", &["checkpoint"]),
            Needs("checkpoint-seconds", &["checkpoint"]),
        ],
    ),
    scene(
        "prove ramsey-achieve:P3 --fresh 5",
        "MOVES=2 BOARD=infinite proof=p.proof FORCE MEMORY=256MiB THREADS=2 CHECKPOINT=c.state RESUME CHECKPOINT-SECONDS=9 \
         json",
        &[
            Needs("force", &["proof"]),
            Needs("resume", &["checkpoint"]),
            Needs("checkpoint-seconds", &["checkpoint"]),
        ],
    ),
    scene(
        "prove maker-breaker:file={pg}",
        "starter=breaker bias=2:1 moves=7 breaker-moves=2 proof=p.proof FORCE MEMORY=256MiB THREADS=2 CHECKPOINT=c.state RESUME \
         CHECKPOINT-SECONDS=9 json",
        &[
            Needs("force", &["proof"]),
            Needs("resume", &["checkpoint"]),
            Needs("checkpoint-seconds", &["checkpoint"]),
        ],
    ),
    scene("board cube 2 2", "", &[]),
    scene(
        "prove --db {db} --proof v.proof",
        "replies=all FORCE MEMORY=256MiB THREADS=2 json",
        &[],
    ),
    scene(
        "check-proof {proof}",
        "THREADS=2 EXPECT={theorem} json explain",
        &[Not("threads", "explain"), Not("expect", "explain")],
    ),
    scene("proof-text {proof}", "", &[]),
    scene(
        "fewest-edges maker-breaker:hamilton-path -n 4",
        "starter=breaker proofs=boards MEMORY=256MiB THREADS=2 json",
        &[],
    ),
    scene("counts avoid:P3", "to=9 json", &[]),
    scene("thresholds waiter-client:contains:P3 -n 4", "THREADS=2 json", &[]),
    scene("completions bash", "", &[]),
    scene("man", "out=pages FORCE", &[Needs("force", &["out"])]),
];

/// Values for options where they say nothing; any will do that is well formed.
const STRANGE: &str = "connected red-graph=K3 green-graph=K3 board=C~ red=0-1 green=1-2 n=4 db={db} explain play=normal \
     value=P down-to=1 memory=1GiB threads=1 keep=labels checkpoint=9 json verbose log=json log-file=x.log log-every=9 parts=2 \
     task=0 of=2 format=csv plot=x.svg force proof={proof} trap port=0 bind=127.0.0.1 host=lab as=first second \
     strength=casual opponent={learner} no-learning no-hints start=0-1 seed=1 games=9 out=x.svg resume={learner} line tree=1 \
     level=1 count=1 sample=1 full dry-run from-top reader=x.wasm engine={engine} site=x no-calibration samples=100 census bfile=p archive=x.tar card=x.md licence=MIT starter=maker maker=0-1 breaker=0-1 \
     position=maker:0-1 without=table fresh=5 moves=3 rounds=3 commit=K3 vertices=5 replies=all bounds prover checkpoint-seconds=9 proofs=x \
     expect=K3 patience=1s until=1h small=9 to=9 from={positions} \
     bias=1:2 breaker-moves=2";

/// Options of one command whose values elsewhere have another form.
const STRANGE_VALUES: &[(&str, &str, &str)] = &[
    ("solve", "value", "outcome"),
    ("prove", "value", "winner"),
    ("prove", "resume", ""),
    ("draw", "format", "dot"),
    ("play", "board", "matrix"),
    ("prove", "checkpoint", "x.state"),
    ("learn", "out", "x.learner"),
];

/// Names and values of a list of options.
fn parsed(list: &'static str) -> impl Iterator<Item = (&'static str, Option<&'static str>)> {
    list.split_whitespace().map(|word| match word.split_once('=') {
        Some((name, value)) => (name, Some(value)),
        None => (word, None),
    })
}

/// What runs read, made once.
struct Place {
    folder: tempfile::TempDir,
}

impl Place {
    fn new() -> Self {
        let place = Self {
            folder: tempfile::tempdir().unwrap(),
        };
        let path = |name: &str| place.path(name).to_str().unwrap().to_string();
        let solve = |name: &str, options: &[&str]| {
            let folder = path(name);
            let ran = run(&[&["solve", "triangle", "-n", "5", "--db", &folder], options].concat());
            assert_eq!(ran.code, Some(0), "{ran:?}");
        };
        let log = path("log");
        solve("db", &["--log-file", &log]);
        solve("grundy", &["--value", "grundy"]);
        for name in ["begun", "planned"] {
            solve(name, &["--down-to", "3"]);
        }
        run(&["plan", "--db", &path("planned"), "--parts", "2"]).done();
        fs::write(place.path("positions"), "0-1\n").unwrap();
        solve("damaged", &[]);
        fs::remove_file(place.path("damaged").join("level-002/manifest.json")).unwrap();
        run(&["learn", "--db", &path("db"), "--games", "3", "--out", &path("learner")]).done();
        fs::copy(stand_in_engine(), place.path("engine")).unwrap();
        fs::write(place.path("pg"), run(&["board", "cube", "4", "2"]).done()).unwrap();
        let prove = ["prove", "maker-breaker:hamilton-cycle", "-n", "5", "--proof"];
        run(&[&prove[..], &[&path("proof")]].concat()).done();
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Runs the program in a folder of its own, with copies of what it may change.
    fn run(&self, words: &[String]) -> Seen {
        let own = tempfile::tempdir().unwrap();
        let words: Vec<String> = (words.iter())
            .map(|word| {
                let Some((before, name)) = word.strip_suffix('}').and_then(|word| word.split_once('{')) else {
                    return word.clone();
                };
                if name == "theorem" {
                    let proof = self.path("proof");
                    return run(&["check-proof", proof.to_str().unwrap()]).done().trim().into();
                }
                let (from, to) = (self.path(name), own.path().join("given").join(name));
                if !to.exists() {
                    fs::create_dir_all(to.parent().unwrap()).unwrap();
                    match from.is_dir() {
                        true => copy_tree(&from, &to),
                        false => drop(fs::copy(&from, &to).unwrap()),
                    }
                }
                format!("{before}given/{name}")
            })
            .collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let before = files(own.path());
        let input = match words[0] {
            "play" => "hint\n0-4\nshow\nquit\n",
            _ => "",
        };
        let ran = run_in(own.path(), &words, input);
        let after = files(own.path());
        Seen {
            code: ran.code.unwrap(),
            said: masked(&ran.out) + "\n" + &masked(&ran.err),
            changed: before != after,
            files: after,
        }
    }
}

fn run_in(folder: &Path, words: &[&str], input: &str) -> Ran {
    use std::io::Write;
    use std::process::Stdio;

    let mut command = command(words);
    command
        .current_dir(folder)
        .env("LC_ALL", "C")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // A program that refuses its arguments reads nothing.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    Ran::of(child.wait_with_output().unwrap())
}

/// What a run shows.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Seen {
    code: i32,
    said: String,
    changed: bool,
    files: BTreeMap<PathBuf, String>,
}

/// All files but those that name processes and times.
fn files(folder: &Path) -> BTreeMap<PathBuf, String> {
    let content = process::Db::content_of(folder);
    let is_stable = |path: &PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy();
        !matches!(&*name, "LOCK" | "LOG" | "lock" | "status.json" | "IDENTITY") && !name.starts_with("OPTIONS")
    };
    let text = |bytes: &[u8]| match std::str::from_utf8(bytes) {
        Ok(text) => masked(text),
        Err(_) => format!("{bytes:?}"),
    };
    (content.iter().filter(|(path, _)| is_stable(path)))
        .map(|(path, bytes)| (path.clone(), text(bytes)))
        .collect()
}

/// The text without times: numbers with a decimal point, dates.
fn masked(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        out += &rest[..start];
        rest = &rest[start..];
        let end = rest
            .find(|c: char| !(c.is_ascii_digit() || ".:TZ-".contains(c)))
            .unwrap_or(rest.len());
        let number = &rest[..end];
        let is_time = number.trim_end_matches(['.', ':', '-']).contains(['.', 'T', 'Z']);
        out += if is_time { "#" } else { number };
        rest = &rest[end..];
    }
    out + rest
}

/// A scene with the options of its command.
struct Stage<'a> {
    scene: &'a Scene,
    /// The value of each option of the command, for those that say something here and the others.
    values: HashMap<&'a str, Option<&'a str>>,
    /// Those that say something here.
    own: Set<'a>,
    /// Those whose effect is looked for.
    visible: Set<'a>,
}

impl<'a> Stage<'a> {
    fn new(scene: &'a Scene, names: &'a [String]) -> Self {
        let mut values = HashMap::new();
        let mut own = Set::new();
        let mut visible = Set::new();
        let command = scene.words.split(' ').next().unwrap();
        let of_base: Vec<&str> = scene.words.split(' ').collect();
        for name in names {
            let is_base = of_base
                .iter()
                .any(|word| word.trim_start_matches('-') == name && word.starts_with('-'));
            if is_base || scene.apart.contains(&&name[..]) {
                continue;
            }
            let here = parsed(scene.options).find(|(option, _)| option.eq_ignore_ascii_case(name));
            let value = match here {
                Some((option, value)) => {
                    own.insert(&name[..]);
                    if option == name {
                        visible.insert(&name[..]);
                    }
                    value
                }
                None => {
                    let other = STRANGE_VALUES
                        .iter()
                        .find(|(of, option, _)| (*of, *option) == (command, name));
                    let usual = || parsed(STRANGE).find(|(option, _)| option == name).expect(name).1;
                    other.map_or_else(usual, |(.., value)| Some(*value).filter(|value| !value.is_empty()))
                }
            };
            values.insert(&name[..], value);
        }
        for (option, _) in parsed(scene.options) {
            let name = option.to_ascii_lowercase();
            assert!(own.contains(&name[..]), "{command} has no option {name}");
        }
        Self {
            scene,
            values,
            own,
            visible,
        }
    }

    /// Whether these options mean something together.
    fn makes_sense(&self, set: &Set) -> bool {
        set.is_subset(&self.own) && self.scene.rules.iter().all(|rule| rule.holds(set))
    }

    /// The set and what its options need.
    fn completed(&self, set: &Set<'a>) -> Set<'a> {
        let mut set = set.clone();
        for rule in self.scene.rules {
            if let Needs(option, others) = rule
                && set.contains(option)
                && !others.iter().any(|other| set.contains(other))
            {
                let name = self.values.keys().find(|name| **name == others[0]);
                set.extend(name);
            }
        }
        set
    }

    fn words(&self, set: &Set) -> Vec<String> {
        let mut words: Vec<String> = self.scene.words.split(' ').map(String::from).collect();
        for name in set {
            words.push(if name.len() == 1 {
                format!("-{name}")
            } else {
                format!("--{name}")
            });
            words.extend(self.values[name].map(String::from));
        }
        words
    }

    /// Empty, single, in pairs, and pairs with what they need.
    fn sets(&self) -> BTreeSet<Set<'a>> {
        let names: Set = self.values.keys().copied().collect();
        let mut sets = BTreeSet::from([Set::new()]);
        for &a in &names {
            sets.insert(Set::from([a]));
            for &b in names.range(a..) {
                let pair = Set::from([a, b]);
                sets.insert(self.completed(&pair));
                sets.insert(pair);
            }
        }
        sets
    }

    /// Returns what is wrong.
    fn played(&self, place: &Place) -> Vec<String> {
        let known: RefCell<HashMap<Set, Seen>> = RefCell::default();
        let seen = |set: &Set<'a>| {
            if let Some(seen) = known.borrow().get(set) {
                return seen.clone();
            }
            let seen = place.run(&self.words(set));
            known.borrow_mut().insert(set.clone(), seen.clone());
            seen
        };
        let mut wrong = Vec::new();
        // What differs by itself shows no effect.
        let base = Set::new();
        if place.run(&self.words(&base)) != seen(&base) {
            wrong.push(format!("{} shows different things each time", self.scene.words));
        }
        for set in self.sets() {
            let line = self.words(&set).join(" ");
            let ran = seen(&set);
            if !self.makes_sense(&set) {
                if ran.code != 2 {
                    wrong.push(format!("accepted, code {}: {line}", ran.code));
                } else if ran.changed {
                    wrong.push(format!("refused, but leaves files: {line}"));
                }
                continue;
            }
            if ran.code == 2 {
                wrong.push(format!("refused: {line}: {}", ran.said));
                continue;
            }
            for &option in set.intersection(&self.visible) {
                let mut without = set.clone();
                without.remove(option);
                if self.makes_sense(&without) && seen(&without) == ran {
                    wrong.push(format!("--{option} does nothing: {line}"));
                }
            }
        }
        wrong
    }
}

/// The commands and their options, as the parser knows them.
fn definition() -> BTreeMap<String, Vec<String>> {
    let program = cli::definition();
    let commands = program.get_subcommands().map(|command| {
        let options = command.get_arguments().filter(|arg| !arg.is_positional());
        let names = options.map(|arg| {
            let short = || arg.get_short().unwrap().to_string();
            arg.get_long().map_or_else(short, String::from)
        });
        (command.get_name().to_string(), names.collect())
    });
    commands.collect()
}

#[test]
fn options_that_mean_nothing_together_are_refused_and_others_do_something() {
    let definition = definition();
    for command in definition.keys() {
        let has_scene = SCENES
            .iter()
            .any(|scene| scene.words.split(' ').next() == Some(command));
        assert!(has_scene, "{command} has no scene");
    }
    let place = Place::new();
    let wrong: Vec<String> = in_parallel(|| {
        (SCENES.par_iter())
            .flat_map_iter(|scene| {
                let command = scene.words.split(' ').next().unwrap();
                Stage::new(scene, &definition[command]).played(&place)
            })
            .collect()
    });
    assert!(wrong.is_empty(), "{} faults:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn rules_and_masks_do_what_they_say() {
    // The rules find what they are there for.
    let rules = [Needs("a", &["b", "c"]), Not("b", "d"), NotUnless("e", "f", "g")];
    let holds = |set: &[&str]| rules.iter().all(|rule| rule.holds(&set.iter().copied().collect()));
    for good in [&["b"][..], &["a", "c"], &["a", "b"], &["d"], &["e"], &["e", "f", "g"]] {
        assert!(holds(good), "{good:?}");
    }
    for bad in [&["a"][..], &["a", "d"], &["b", "d"], &["e", "f"]] {
        assert!(!holds(bad), "{bad:?}");
    }
    assert_eq!(
        masked("in 0.12 s, 3 of 14 at 2026-11-27T03:04:05Z."),
        "in # s, 3 of 14 at #"
    );
}
