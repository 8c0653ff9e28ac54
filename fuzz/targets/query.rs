//! Standard input of `retrograph query`: every line gets its answer or its sentence, and the answers are those of a
//! solver of a dozen lines.
#![no_main]

use std::path::PathBuf;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use graph::{Graph16, encode_graph6, one_line, parse};
use retrograph_fuzz::{ORDER, run_with, scratch, solve};

static DATABASE: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = scratch().keep().join("db");
    solve(&folder, &[]);
    folder
});

/// Whether the player to move loses: in every graph that a legal move leads to he would win.
fn is_p(graph: Graph16) -> bool {
    let pairs = (1..graph.order()).flat_map(|v| (0..v).map(move |u| (u, v)));
    let moves = pairs
        .filter(|&(u, v)| !graph.has_edge(u, v))
        .map(|(u, v)| graph.toggled(u, v));
    moves
        .filter(|child| child.triangle().is_none())
        .all(|child| !is_p_cached(child))
}

fn is_p_cached(graph: Graph16) -> bool {
    static VALUES: LazyLock<Vec<std::sync::OnceLock<bool>>> = LazyLock::new(|| {
        (0..1 << (ORDER * (ORDER - 1) / 2))
            .map(|_| Default::default())
            .collect()
    });
    let index: usize = graph.edges().map(|(u, v)| 1 << (v * (v - 1) / 2 + u)).sum();
    *VALUES[index].get_or_init(|| is_p(graph))
}

fuzz_target!(|input: &[u8]| {
    let Some((&kind, input)) = input.split_first() else {
        return;
    };
    // The first line decides whether the input is text.
    let input = &[b"-\n", input].concat()[..];
    let db = DATABASE.to_str().unwrap();
    let json = kind & 1 == 1;
    let arguments: &[&str] = if json {
        &["query", "--db", db, "--json"]
    } else {
        &["query", "--db", db]
    };
    let said = run_with(arguments, input);
    let (mut answers, mut refused) = (String::new(), 0);
    for line in input.split(|&byte| byte == b'\n') {
        let Ok(line) = std::str::from_utf8(line) else {
            refused += 1;
            continue;
        };
        let line = one_line(line);
        if line.is_empty() {
            continue;
        }
        let line = &*line;
        match parse::<u16, 16>(line, ORDER)
            .ok()
            .filter(|graph| graph.triangle().is_none())
        {
            Some(graph) => {
                let value = if is_p_cached(graph) { 'P' } else { 'N' };
                if json {
                    let graph6 = encode_graph6(&graph);
                    answers += &format!(
                        "{{\"graph6\":{graph6:?},\"edges\":{},\"value\":\"{value}\"}}\n",
                        graph.size()
                    );
                } else {
                    answers += &format!("{line} {value}\n");
                }
            }
            None => refused += 1,
        }
    }
    let mut out = String::from_utf8(said.out).expect("answers are UTF-8");
    if json {
        out = out.lines().map(|line| without_canonical(line) + "\n").collect();
    }
    assert_eq!(out, answers);
    assert_eq!(said.code, if refused > 0 { 3 } else { 0 });
    let err = String::from_utf8(said.err).expect("sentences are UTF-8");
    assert_eq!(err.lines().count(), refused, "{err}");
    for line in err.lines() {
        assert!(
            line.starts_with("retrograph: ") && line.len() < 4000 && !line.contains(char::is_control),
            "{line:?}"
        );
    }
});

/// The JSON answer without its canonical graph, which is asked for its own value here.
fn without_canonical(line: &str) -> String {
    let (before, rest) = line.split_once("\"canonical\":\"").expect(line);
    let (canonical, after) = rest.split_once("\",").expect(line);
    let canonical: Graph16 = parse(&canonical.replace("\\\\", "\\"), ORDER).expect(line);
    let value = if is_p_cached(canonical) { 'P' } else { 'N' };
    assert!(after.ends_with(&format!("\"value\":\"{value}\"}}")), "{line}");
    format!("{before}{after}")
}
