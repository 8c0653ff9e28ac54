//! What Python's tools read: docs/python.md as it stands, and Parquet and graph6 against published counts.

mod process;

use std::path::Path;
use std::process::Command;

use process::{Db, PROGRAM};

const PAGE: &str = include_str!("../docs/python.md");

/// The Python that scripts/python.sh makes once.
fn python() -> String {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/python.sh");
    let output = Command::new(script).output().unwrap();
    assert!(
        output.status.success(),
        "scripts/python.sh needs Python 3.11 with pip, and the package index the first time:\n{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).unwrap().trim_end().to_string()
}

/// Standard output of `program` with this text as its last argument, in `folder`, with retrograph in its path.
fn ran(program: &[&str], text: &str, folder: &Path) -> String {
    let path = format!(
        "{}:{}",
        Path::new(PROGRAM).parent().unwrap().display(),
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
    let python = python();
    let (mut script, mut expected) = (String::new(), Vec::new());
    for (language, text) in blocks() {
        match language {
            "sh" => assert_eq!(ran(&["sh", "-ec"], text, temporary.path()), ""),
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

#[test]
fn polars_duckdb_and_networkx_read_the_published_counts() {
    let db = Db::in_memory();
    assert_eq!(db.solve(8, &["--value", "grundy"]).done(), "");
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
    assert_eq!(
        ran(&[&python(), "-c"], &script, db.root()),
        "17 410 triangle 8 grundy\n"
    );
}
