//! What Python's tools read: docs/python.md as it stands, and Parquet and graph6 against published counts.

use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;

use shared::process;
use shared::process::{Db, run_with};

const PAGE: &str = include_str!("../../docs/python.md");

/// The Python of scripts/python.sh, asked for once: each call installs the package anew, which other tests use.
static PYTHON: LazyLock<String> = LazyLock::new(|| {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/python.sh");
    let output = Command::new(script).output().unwrap();
    assert!(
        output.status.success(),
        "scripts/python.sh needs Python 3.11 with pip, and the package index the first time:\n{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).unwrap().trim_end().to_string()
});

/// Standard output of `program` with this text as its last argument, in `folder`, with retrograph in its path.
fn ran(program: &[&str], text: &str, folder: &Path) -> String {
    let path = format!(
        "{}:{}",
        Path::new(process::program()).parent().unwrap().display(),
        std::env::var("PATH").unwrap()
    );
    let mut command = Command::new(program[0]);
    command
        .args(&program[1..])
        .arg(text)
        .current_dir(folder)
        .env("PATH", path);
    let output = command.output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}\n{errors}");
    String::from_utf8(output.stdout).unwrap()
}

/// Language and text of the blocks of the page.
fn blocks() -> Vec<(&'static str, &'static str)> {
    let parts = PAGE.split("```").skip(1).step_by(2);
    parts.map(|part| part.split_once('\n').unwrap()).collect()
}

#[test]
fn the_page_prints_what_it_says() {
    let temporary = tempfile::tempdir_in(process::memory_folder()).unwrap();
    let python: &str = &PYTHON;
    let (mut script, mut expected) = (String::new(), Vec::new());
    for (language, text) in blocks() {
        match language {
            "sh" => drop(ran(&["sh", "-ec"], text, temporary.path())),
            "python" => script += &format!("{text}\nprint('----')\n"),
            "text" => expected.push(text),
            other => panic!("{other}"),
        }
    }
    let printed = ran(&[&python, "-c"], &script, temporary.path());
    let found: Vec<&str> = printed.split("----\n").collect();
    assert_eq!(found[..found.len() - 1], expected);
    assert!(expected.len() >= 6);
}

/// The last two blocks of the page.
#[test]
fn a_game_of_ones_own_is_proved() {
    let page = include_str!("../../docs/your-own-game.md");
    let blocks: Vec<&str> = page.split("```").skip(1).step_by(2).collect();
    let [.., script, expected] = &blocks[..] else {
        unreachable!("there are more")
    };
    let script = script.strip_prefix("python\n").unwrap();
    assert_eq!(
        Some(&ran(&[&PYTHON, "-c"], script, Path::new("/"))[..]),
        expected.strip_prefix("text\n")
    );
    let script = r#"
import retrograph
def refused(kind, **said):
    try:
        retrograph.prove(**said)
    except kind as error:
        return str(error)
    raise AssertionError(said)
rows = [[(r, c) for c in range(3)] for r in range(3)]
lines = rows + [*zip(*rows)] + [[(i, i) for i in range(3)], [(i, 2 - i) for i in range(3)]]
# Tic-tac-toe is a draw, but not against a player who only blocks.
proof = retrograph.prove(sets=lines)
assert proof.theorem.startswith("Maker, moving first, wins the Maker-Breaker game of 9 elements and 8 winning sets")
state = proof.state([(1, 1), (0, 1)])
assert state["is_proved"] and state["next"] == 0 and [stone["colour"] for stone in state["stones"]] == [0, 1], state
draw = retrograph.prove(sets=lines, rule="strong")
assert draw.theorem.startswith("White, moving second, does not lose the strong game of 9 elements"), draw.theorem
biased = retrograph.prove(sets=lines, bias="1:2")
assert biased.theorem.startswith("Breaker wins") and "MBBMBBMBB" in biased.theorem
assert biased.state([(1, 1), biased.reply([(1, 1)])])["next"] == 1
breaker = retrograph.prove(sets=(frozenset({1, n, "a b"}) for n in (2, 3)), starter="breaker")
assert breaker.theorem.startswith("Breaker, moving first") and "a_b" in breaker.about["elements"]
assert "1 and '1' have the same name" in refused(ValueError, sets=[[1, "1"]])
for sets in ("ab", ["ab"], [[[1]]], [1], 5):
    refused(TypeError, sets=sets)
for said in ({}, {"game": "sim", "sets": lines}, {"game": "triangle", "n": 5, "rule": "strong"}, {"sets": lines, "n": 5}):
    refused(TypeError, **said)
for said in ({"rule": "weak"}, {"moves": "x"}, {"starter": "White"}):
    refused(ValueError, sets=lines, **said)
refused(ValueError, sets=[])
print("done")
"#;
    assert_eq!(ran(&[&PYTHON, "-c"], script, Path::new("/")), "done\n");
}

#[test]
fn the_packages_own_examples_run() {
    let script =
        "import doctest, retrograph; found = doctest.testmod(retrograph); print(found.failed, found.attempted > 8)";
    assert_eq!(ran(&[&PYTHON, "-c"], script, Path::new("/")), "0 True\n");
}

/// Every form of a position gets the value that `retrograph query` prints, one at a time and many at once; anything
/// else is refused.
#[test]
fn the_package_gives_the_values_of_query() {
    let db = Db::in_memory();
    db.solve(9, &[]).solved();
    let drawn: String = (0..=20)
        .map(|level| {
            db.run("sample", &["--level", &level.to_string(), "--count", "200"])
                .done()
        })
        .collect();
    let queried = run_with(&["query", "--db", db.text()], drawn).done();
    std::fs::write(db.root().join("queried"), &queried).unwrap();
    db.run("export", &["--out", db.root().join("export").to_str().unwrap()])
        .done();
    db.run("export", &["--archive", db.root().join("export.tar").to_str().unwrap()])
        .done();
    let script = format!(
        r#"
import networkx as nx, retrograph
pairs = [line.split() for line in open("queried")]
for folder in ["{}", "export", "export.tar"]:
    db = retrograph.open(folder)
    assert db.values([text for text, _ in pairs]) == [value for _, value in pairs]
    for text, value in pairs[::40]:
        graph = nx.from_graph6_bytes(text.encode())
        forms = [text, graph, nx.to_numpy_array(graph), nx.to_numpy_array(graph).astype(int).tolist(), list(graph.edges) or "-"]
        forms.append(nx.relabel_nodes(graph, lambda v: f"v{{v}}"))
        assert {{db.value(form) for form in forms}} == {{value}}, text
        game = retrograph.Game("triangle", 9)
        assert game.value(graph) == value
        best = [move["value"] for move in db.moves(text)]
        assert (best[:1] == ["P"]) == (value == "N")
        for one in db.moves(text) + game.moves(text):
            u, v = one["edge"]
            after = nx.Graph(graph)
            after.add_edge(u, v)
            assert one["graph6"] == nx.to_graph6_bytes(after, header=False).decode().strip()
            assert db.value(one["text"]) == game.value(one["text"]) == db.value(one["graph6"]) == one["value"]
            assert one["wins"] == (one["value"] == "P")
    for bad in ["0-9", "0-1,1-2,0-2", nx.path_graph(5), [(0, 1), (1, 2), (0, 2)], [[0, 1], [1, 1]], "?", 7]:
        try:
            db.value(bad)
        except (ValueError, TypeError):
            continue
        raise AssertionError(bad)
print(len(pairs))
"#,
        db.text()
    );
    let asked: usize = ran(&[&PYTHON, "-c"], &script, db.root()).trim_end().parse().unwrap();
    assert!(asked > 1000, "{asked}");
}

#[test]
fn positions_are_the_graphs_given_or_refused() {
    let temporary = tempfile::tempdir_in(process::memory_folder()).unwrap();
    let solved = "retrograph solve triangle -n 8 --db triangle-8; retrograph solve sim --db sim; \
                  retrograph prove maker-breaker:hamilton-cycle -n 6 --proof ham6.proof";
    ran(&["sh", "-ec"], solved, temporary.path());
    let script = include_str!("python/positions.py");
    let counts = ran(&[&PYTHON, "-c"], script, temporary.path());
    let counts: Vec<usize> = counts.split_whitespace().map(|count| count.parse().unwrap()).collect();
    assert!(counts[0] > 40 && counts[1] > 70, "{counts:?}");
}

/// A folder with what the scripts of `tests/outside/python/` ask.
fn asked() -> tempfile::TempDir {
    let temporary = tempfile::tempdir_in(process::memory_folder()).unwrap();
    let solved = "retrograph solve triangle -n 8 --db triangle-8; \
                  retrograph prove maker-breaker:hamilton-cycle -n 6 --proof ham6.proof";
    ran(&["sh", "-ec"], solved, temporary.path());
    // Its check takes a second.
    let long = concat!(env!("CARGO_MANIFEST_DIR"), "/datasets/proofs/online-ramsey-P4-K4.proof");
    std::fs::copy(long, temporary.path().join("long.proof")).unwrap();
    temporary
}

#[test]
fn objects_have_their_names_cross_processes_and_stop() {
    let folder = asked();
    let script = include_str!("python/objects.py");
    assert_eq!(ran(&[&PYTHON, "-c"], script, folder.path()), "done\n");
}

#[test]
fn solves_as_the_command_does() {
    let folder = tempfile::tempdir_in(process::memory_folder()).unwrap();
    let script = include_str!("python/solving.py");
    assert_eq!(ran(&[&PYTHON, "-c"], script, folder.path()), "done 11\n");
}

#[test]
fn hostile_arguments_cost_a_usual_error() {
    let folder = asked();
    let counts = ran(&[&PYTHON, "-c"], include_str!("python/arguments.py"), folder.path());
    let counts: Vec<usize> = counts.split_whitespace().map(|count| count.parse().unwrap()).collect();
    assert!(counts[0] > 100 && counts[1] > 1000, "{counts:?}");
}

/// A file is at fault, or there is no such file.
#[test]
fn what_cannot_be_opened_is_said_as_it_is() {
    let temporary = tempfile::tempdir_in(process::memory_folder()).unwrap();
    let proved = "retrograph check-proof t8.proof; \
                  retrograph prove maker-breaker:hamilton-cycle -n 6 --proof ham6.proof; mkdir folder";
    // The older form of these proofs.
    let older = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/datasets/proofs/triangle-8-positions.proof"
    );
    std::fs::copy(older, temporary.path().join("t8.proof")).unwrap();
    ran(&["sh", "-ec"], proved, temporary.path());
    // The last byte is one of the content; the first line has the format.
    let mut bytes = std::fs::read(temporary.path().join("ham6.proof")).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    std::fs::write(temporary.path().join("damaged.proof"), &bytes).unwrap();
    let script = format!(
        r#"
import importlib.metadata, retrograph
assert retrograph.__version__ == importlib.metadata.version("retrograph") == "{}"
def said(ask, *arguments):
    try:
        ask(*arguments)
    except Exception as error:
        return error
    raise AssertionError(arguments)
assert retrograph.Proof("t8.proof").about["game"] == "triangle"
error = said(retrograph.Proof, "damaged.proof")
assert type(error) is ValueError and str(error).startswith("damaged.proof proves nothing: "), error
error = said(retrograph.Proof, "ham6.proof", 7)
assert type(error) is ValueError and str(error) == "ham6.proof: it is about one board", error
for ask in (retrograph.open, retrograph.Database, retrograph.Proof):
    error = said(ask, "nothing")
    assert type(error) is FileNotFoundError and str(error).endswith("No such file or directory: 'nothing'"), error
    assert error.filename == "nothing"
error = said(retrograph.Proof, "folder")
assert type(error) is IsADirectoryError and error.filename == "folder", error
for folder in ("folder", "t8.proof"):
    error = said(retrograph.open, folder)
    assert type(error) is ValueError and "is not a database folder" in str(error), error
print("done")
"#,
        env!("CARGO_PKG_VERSION")
    );
    assert_eq!(ran(&[&PYTHON, "-c"], &script, temporary.path()), "done\n");
}

#[test]
fn the_wheel_runs_in_an_environment_that_has_nothing_else() {
    let temporary = tempfile::tempdir_in(process::memory_folder()).unwrap();
    let checkout = Path::new(env!("CARGO_MANIFEST_DIR"));
    let state = || {
        let mut git = Command::new("git");
        git.args(["status", "--porcelain", "--ignored", "python"])
            .current_dir(checkout);
        String::from_utf8(git.output().unwrap().stdout).unwrap()
    };
    let before = state();
    let made = ran(
        &[checkout.join("scripts/wheel.sh").to_str().unwrap()],
        temporary.path().to_str().unwrap(),
        checkout,
    );
    assert!(made.ends_with(".whl\n") && made.contains("-cp310-abi3-"), "{made}");
    let listed = "import sys, zipfile; print(*zipfile.ZipFile(sys.argv[1]).namelist())";
    let mut unpacked = Command::new("python3");
    let unpacked = unpacked.args(["-c", listed, made.trim_end()]).output().unwrap();
    let unpacked = String::from_utf8(unpacked.stdout).unwrap();
    for name in ["LICENSE-MIT", "LICENSE-APACHE", "LICENSES-BUNDLED.txt"] {
        assert!(unpacked.contains(&format!(".dist-info/licenses/{name}")), "{unpacked}");
    }
    for name in ["scripts/retrograph", "data/share/man/man1/retrograph-solve.1"] {
        assert!(unpacked.contains(&format!(".data/{name}")), "{unpacked}");
    }
    assert_eq!(state(), before, "building leaves nothing in the checkout");
}

#[test]
fn the_notebook_runs() {
    let notebook = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/retrograph.ipynb");
    let script = format!(
        r#"
import nbclient, nbformat
notebook = nbformat.read("{}", as_version=4)
nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
pictures = sum("image/svg+xml" in output.get("data", {{}}) for output in outputs)
winners = next(output.data["text/plain"] for output in outputs if "second" in str(output.get("data", "")))
print(pictures, eval(winners) == {{n: "first" if n in (6, 10, 12) else "second" for n in range(3, 13)}}, winners)
"#,
        notebook.display()
    );
    let said = ran(&[&PYTHON, "-c"], &script, Path::new("/"));
    assert!(said.starts_with("3 True"), "{said}");
}

#[test]
fn polars_duckdb_and_networkx_read_the_published_counts() {
    let db = Db::in_memory();
    db.solve(8, &["--value", "grundy"]).solved();
    let out = db.root().join("rows.parquet");
    db.run("positions", &["--out", out.to_str().unwrap()]).done();
    let table = Path::new(env!("CARGO_MANIFEST_DIR")).join("datasets/triangle_small_levels.csv");
    let script = format!(
        r#"
import duckdb, networkx as nx, polars as pl
published = [line.split(",") for line in open("{}") if line.startswith("8,")]
rows = pl.read_parquet("rows.parquet")
assert rows.schema == {{"edges": pl.Int32, "key": pl.Binary, "graph6": pl.String, "value": pl.String, "grundy": pl.Int32}}
assert rows.null_count().sum_horizontal().item() == 0
assert ((rows["grundy"] == 0) == (rows["value"] == "P")).all()
for _, edges, p, n, saturated in published:
    level = rows.filter(pl.col("edges") == int(edges))
    assert level.filter(value="P").height == int(p) and level.filter(value="N").height == int(n), edges
    assert level["key"].to_list() == sorted(level["key"].to_list()), "levels are in the order of their keys"
    sql = f"SELECT count(*), count(DISTINCT key) FROM 'rows.parquet' WHERE edges = {{edges}}"
    assert duckdb.sql(sql).fetchall() == [(int(p) + int(n),) * 2]
    graphs = [nx.from_graph6_bytes(text.encode()) for text in level["graph6"]]
    assert all(graph.number_of_edges() == int(edges) and graph.order() == 8 for graph in graphs)
    assert not any(sum(nx.triangles(graph).values()) for graph in graphs)
    def is_saturated(graph):
        return all(list(nx.common_neighbors(graph, u, v)) for u, v in nx.non_edges(graph))
    assert sum(map(is_saturated, graphs)) == int(saturated)
facts = pl.read_parquet_metadata("rows.parquet")
print(len(published), rows.height, facts["retrograph.game"], facts["retrograph.n"], facts["retrograph.values"])
"#,
        table.display()
    );
    assert_eq!(ran(&[&PYTHON, "-c"], &script, db.root()), "17 410 triangle 8 grundy\n");
}
