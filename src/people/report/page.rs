//! Everything about a database on one HTML page that needs no other file.

use super::charts::panels;
use super::citation::bibtex;
use super::paper_table::{PaperTable, html_text};
use super::{Solution, timings::Timings};
use base::units::{bytes, grouped, hours};
use game::shown_name;
use pictures::plot::Panel;

/// The rules that reports share with the page of `serve` stand in it between comments.
const PAGE_STYLE: &str = include_str!("../serve/page/style.css");
const ICON: &str = include_str!("../serve/page/icon.svg");

/// What reports alone have.
const STYLE: &str = "\
main { padding: 0 var(--side) 40px; }
.top { padding: 12px 0; }
.top > * { width: 100%; max-width: 1060px; margin: 0 auto; padding: 0 var(--side); }
.brand svg { width: 24px; height: 24px; flex: none; }
.levels .verdict { font: 500 22px/1.3 var(--serif); color: var(--wins); margin: 0 0 22px; }
.levels .lead { margin: 0 0 8px; overflow-wrap: anywhere; }
.chart .narrow { display: none; }
.chart > p { margin: 6px 0; }
caption { text-align: left; color: var(--soft); padding-bottom: 4px; }
.levels td, .levels th { vertical-align: top; }
.levels .facts th { color: var(--soft); font-weight: 400; white-space: nowrap; }
.levels .facts th, .levels .facts td, .levels .words { text-align: left; overflow-wrap: anywhere; }
.levels .words { min-width: 16em; }
.levels .facts { width: auto; }
tfoot td { font-weight: 600; }
code, pre, .hash { font-family: var(--mono); font-size: 13px; }
pre {
  background: var(--sunk); border-radius: 10px; padding: 12px 14px; white-space: pre-wrap; overflow-wrap: anywhere;
}
@media (max-width: 560px) {
  .chart .narrow { display: block; } .chart .wide { display: none; }
  .chart { padding: 14px 10px 8px; }
}
@media print { body { background: none; } .chart svg, tr { break-inside: avoid; } }
";

/// The style: the page's in its light and dark colours, and what reports alone have.
fn style() -> String {
    let shared = |part: &'static str| {
        part.split_once("*/")
            .and_then(|(_, part)| part.split_once("/* end of shared"))
    };
    let parts = PAGE_STYLE
        .split("/* shared")
        .skip(1)
        .map(|part| shared(part).expect("it has an end").0);
    let rules: String = parts.collect();
    // The page's script chooses the colours; here the reader's system does.
    let dark = ":root[data-theme=\"dark\"] ";
    let (before, rest) = rules.split_once(dark).expect("the page has dark colours");
    let (colours, after) = rest.split_once("\n}\n").expect("the rule has an end");
    format!("{before}@media screen and (prefers-color-scheme: dark) {{\n:root {colours}\n}} }}\n{after}{STYLE}")
}

/// Creates the page: what is solved, tables, charts, checksums, how to cite and to check; times if there is a log.
/// `title` is the game's name, `rules` a sentence. The same database and log give the same bytes.
pub fn page(solution: &Solution, title: &str, rules: &str, timings: Option<&Timings>) -> String {
    let identity = &solution.identity;
    let title = title.strip_prefix("the ").unwrap_or(title);
    let title = html_text(&format!("{} on {} vertices", capitalized(title), identity.n));
    let mut body = format!("<h1>{title}</h1>\n");
    body += &format!("<p class=\"lead\">{}.</p>\n", html_text(&capitalized(rules)));
    let verdict = html_text(&capitalized(&solution.verdict()));
    body += &format!("<p class=\"verdict\">{verdict}.</p>\n");
    body += &section(&facts(solution));
    body += &panels(&solution.value_table()).iter().map(figure).collect::<String>();
    let mut levels = format!(
        "<h2>Levels</h2>\n<div class=\"scroll\">\n{}</div>\n",
        PaperTable::of(solution).html()
    );
    if solution.values.is_outcome() {
        levels += &published(solution);
    }
    body += &section(&levels);
    if let Some(timings) = timings {
        body += &section(&times(timings));
    }
    let cite = format!(
        "<h2>How to cite</h2>\n<pre>{}</pre>\n\
         <p>The checksum is that of every database and export of the same positions and values, however it was made; \
         <code>retrograph info</code> prints it for a copy. <code>retrograph verify --db DIR</code> checks every byte of \
         a copy, and <code>retrograph verify --db DIR --full</code> derives every value again.</p>\n{}",
        html_text(&bibtex(solution)),
        checksums(solution)
    );
    body += &section(&cite);
    let style = style();
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width\">\n<title>{title}</title>\n<style>\n{style}</style>\n</head>\n<body>\n\
         <header class=\"top\"><span class=\"brand\">{ICON} retrograph</span></header>\n\
         <main class=\"levels\">\n{body}</main>\n</body>\n</html>\n",
        ICON = ICON.trim_end()
    )
}

fn section(content: &str) -> String {
    format!("<section class=\"chart\">\n{content}</section>\n")
}

/// A chart with its title, wide and, for telephones, narrow: letters of the wide one could not be read there.
fn figure(panel: &Panel) -> String {
    let svg = |class: &str, width| {
        panel
            .svg(width)
            .replacen("<svg ", &format!("<svg class=\"{class}\" "), 1)
    };
    format!(
        "<figure class=\"chart\">\n<figcaption><h2>{}</h2><p>{}</p></figcaption>\n{}{}</figure>\n",
        html_text(&panel.title),
        html_text(&panel.words),
        svg("wide", 960),
        svg("narrow", 380)
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
    if let Some(tally) = solution.value_table().total_outcomes() {
        let outcomes = solution.values.outcomes().iter();
        rows.extend(outcomes.map(|&outcome| (outcome.in_words(), grouped(tally.of(outcome)))));
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
        "<details><summary>Checksums level by level (xxh3-128)</summary>\n<div class=\"scroll\">\n<table>\n\
         <thead><tr>\
         <th>edges</th><th>positions and values</th><th>label functions</th></tr></thead>\n<tbody>\n\
         {rows}</tbody>\n</table>\n</div>\n</details>\n"
    )
}
