//! Everything about a database on one HTML page that needs no other file.

use super::charts::chart;
use super::citation::bibtex;
use super::paper_table::{PaperTable, html_text};
use super::{Solution, timings::Timings};
use base::units::{bytes, grouped, hours};
use game::shown_name;

const STYLE: &str = "\
body { font: 16px/1.5 sans-serif; color: #222; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { line-height: 1.2; }
svg { max-width: 100%; height: auto; }
table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums; }
caption { text-align: left; color: #555; padding-bottom: .3rem; }
th, td { padding: .15rem .7rem; text-align: right; border-bottom: 1px solid #ddd; vertical-align: top; }
thead th { border-bottom: 2px solid #222; }
tfoot td { border-top: 2px solid #222; font-weight: bold; }
.facts th, .facts td, .words { text-align: left; overflow-wrap: anywhere; }
code, pre, .hash { font-family: monospace; font-size: 14px; }
pre { background: #f4f4f4; padding: .8rem; overflow-x: auto; white-space: pre-wrap; overflow-wrap: anywhere; }
.wide { overflow-x: auto; }
@media print { body { margin: 0; max-width: none; } svg, tr { break-inside: avoid; } }
";

/// Creates the page: what is solved, tables, charts, checksums, how to cite and to check; times if there is a log.
/// `title` is the game's name, `rules` a sentence. The same database and log give the same bytes.
pub fn page(solution: &Solution, title: &str, rules: &str, timings: Option<&Timings>) -> String {
    let identity = &solution.identity;
    let title = title.strip_prefix("the ").unwrap_or(title);
    let title = html_text(&format!("{} on {} vertices", capitalized(title), identity.n));
    let mut body = format!("<h1>{title}</h1>\n");
    body += &format!("<p>{}.</p>\n", html_text(&capitalized(rules)));
    let verdict = html_text(&capitalized(&solution.verdict()));
    body += &format!("<p><strong>{verdict}.</strong></p>\n");
    body += &facts(solution);
    body += "<h2>Levels</h2>\n";
    body += &chart(&[solution.value_table()]).svg();
    body += &format!("<div class=\"wide\">\n{}</div>\n", PaperTable::of(solution).html());
    if solution.values.is_outcome() {
        body += &published(solution);
    }
    if let Some(timings) = timings {
        body += &times(timings);
    }
    body += "<h2>How to cite</h2>\n";
    body += &format!("<pre>{}</pre>\n", html_text(&bibtex(solution)));
    body += "<p>The checksum is that of every database and export of the same positions and values, however it was made; \
             <code>retrograph info</code> prints it for a copy. Every byte of a copy is checked by <code>retrograph \
             verify --db DIR</code>, every value derived again by <code>retrograph verify --db DIR --full</code>.</p>\n";
    body += &checksums(solution);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width\">\n<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n{body}</body>\n</html>\n"
    )
}

fn capitalized(sentence: &str) -> String {
    let mut chars = sentence.chars();
    chars
        .next()
        .map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}

/// Returns a table of names and texts, which are escaped.
fn named(rows: &[(&str, String)]) -> String {
    let row = |(name, text): &(&str, String)| format!("<tr><th>{name}</th><td>{}</td></tr>\n", html_text(text));
    format!(
        "<table class=\"facts\">\n{}</table>\n",
        rows.iter().map(row).collect::<String>()
    )
}

fn facts(solution: &Solution) -> String {
    let identity = &solution.identity;
    let game = match shown_name(&identity.game) {
        shown if shown == identity.game => shown,
        shown => format!("{shown} ({})", identity.game),
    };
    let levels = match (solution.levels.first(), solution.levels.last()) {
        (Some(first), Some(last)) => format!("{} to {}", first.level, last.level),
        _ => "none".into(),
    };
    let label_bytes: u64 = solution.levels.iter().map(|level| level.label_bytes()).sum();
    let mut rows = vec![
        ("game", game),
        ("vertices", identity.n.to_string()),
        ("values", solution.values.in_words()),
        ("levels", levels),
        ("positions", grouped(solution.positions())),
    ];
    if let Some([p, n, ties]) = solution.value_table().total_outcomes() {
        rows.push(("P, previous player wins", grouped(p)));
        rows.push(("N, next player wins", grouped(n)));
        if solution.values.may_tie() {
            rows.push(("T, ties", grouped(ties)));
        }
    }
    rows.extend([
        ("label functions", bytes(label_bytes as f64)),
        ("kept", identity.keep.name().into()),
        (
            "made by",
            format!("retrograph {}, format {}", identity.tool_version, identity.format),
        ),
        ("SHA-256", solution.checksum()),
    ]);
    named(&rows)
}

/// Lists the published figures with which the counts agree.
fn published(solution: &Solution) -> String {
    let mut table = Vec::new();
    let written = solution.level_table().write_table(&mut table);
    written.expect("memory takes a table");
    let table = String::from_utf8_lossy(&table);
    let closing = table.rsplit("\n\n").next().unwrap_or_default();
    let lines: Vec<String> = closing.lines().map(html_text).collect();
    format!("<p>{}.</p>\n", capitalized(&lines.join("; ")))
}

fn times(timings: &Timings) -> String {
    let mut rows = vec![("all levels", hours(timings.seconds() / 3600.0))];
    rows.extend(timings.threads.map(|threads| ("threads", threads.to_string())));
    rows.extend(timings.peak_bytes.map(|peak| ("most memory", bytes(peak as f64))));
    let row = |(level, (positions, seconds)): (&u32, &(u64, f64))| {
        let rate = *positions as f64 / seconds.max(1e-9);
        let cells = [
            level.to_string(),
            grouped(*positions),
            format!("{seconds:.2}"),
            grouped(rate as u64),
        ];
        format!("<tr><td>{}</td></tr>\n", cells.join("</td><td>"))
    };
    let rows_of_levels: String = timings.levels.iter().rev().map(row).collect();
    format!(
        "<h2>Times</h2>\n{}<details><summary>Level by level</summary>\n<table>\n<thead><tr><th>edges</th>\
         <th>positions</th>\
         <th>seconds</th><th>positions per second</th></tr></thead>\n<tbody>\n{rows_of_levels}</tbody>\n</table>\n</details>\n",
        named(&rows)
    )
}

fn checksums(solution: &Solution) -> String {
    let row = |level: &retrograph_storage::LevelManifest| {
        let functions: Vec<&str> = level.functions().map(|(_, function)| &function.xxh3[..]).collect();
        let functions = functions.join("<br>");
        let stream = &level.positions.stream_xxh3;
        format!(
            "<tr><td>{}</td><td class=\"hash\">{stream}</td><td class=\"hash\">{functions}</td></tr>\n",
            level.level
        )
    };
    let rows: String = solution.levels.iter().map(row).collect();
    format!(
        "<details><summary>Checksums level by level (xxh3-128)</summary>\n<div class=\"wide\">\n<table>\n\
         <thead><tr>\
         <th>edges</th><th>positions and values</th><th>label functions</th></tr></thead>\n<tbody>\n\
         {rows}</tbody>\n</table>\n</div>\n</details>\n"
    )
}
