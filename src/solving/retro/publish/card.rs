//! The page about an export where it is published: Markdown, with the front matter that Hugging Face reads.

use std::path::Path;

use super::facts::Facts;
use super::readme::{extent, values_reported};
use base::printable::{double_quoted, markdown_code, quoted, quoted_path};
use base::units::grouped;
use game::values::Kind;

/// What a card says beside the facts.
#[derive(Clone, Debug)]
pub struct Card<'a> {
    /// Name of the file or folder that is published.
    pub name: &'a str,
    /// The licence under which it is published, an SPDX identifier.
    pub licence: &'a str,
    /// Its size in bytes.
    pub bytes: u64,
    /// The file to compare, and its SHA-256.
    pub digest: (&'a str, &'a str),
}

impl Card<'_> {
    /// Returns the text. The same export gives the same text.
    pub fn text(&self, facts: &Facts) -> String {
        let Self {
            name,
            licence,
            bytes,
            digest: (file, sha256),
        } = self;
        let Facts { game, n, version, .. } = facts;
        let about = &facts.about;
        let values = facts.values.in_words();
        let title = format!("Values of {} on {n} vertices: {values}", about.title);
        let rules = about.rules(facts.values.play());
        let start = facts
            .start
            .map(|outcome| format!(" From the empty board {}.", outcome.of_start()));
        let start = start.unwrap_or_default();
        let rows: String = rows(facts)
            .into_iter()
            .map(|(what, count)| format!("| {what} | {} |\n", grouped(count)))
            .collect();
        let path = quoted_path(Path::new(name));
        let example = if facts.lowest == 0 { &facts.empty } else { "GRAPH6" };
        format!(
            "---
license: {identifier}
pretty_name: {pretty_name}
tags: [combinatorics, graph-theory, combinatorial-games]
---

# {title}

The game {game_code}: {rules}.{start}

Of every position of {extent}, {name_code} gives the {reported}. Positions are graphs up to isomorphism.

| | |
|---|---|
{rows}
{meaning}

## How to read it

With retrograph {version} or newer, as it is:

    retrograph query --db {path} {example_word}
    retrograph stats --db {path}
    retrograph serve --db {path}

and from Python:

    import retrograph
    db = retrograph.open({name_text})
    print(db.value({example_text}))

## Check it

{name_code} has {size} bytes. The SHA-256 of {file_code} is

    {sha256}

{verify} compares every byte with its checksum, and has random positions judged by
code that shares nothing with the solver.

## Licence

{licence}

## Cite

    Values of the game '{game}' on {n} vertices, levels {top} to {lowest}, computed with retrograph {version}; SHA-256
    {sha256}
",
            identifier = licence.to_lowercase(),
            pretty_name = double_quoted(&title),
            game_code = markdown_code(game),
            name_code = markdown_code(name),
            file_code = markdown_code(file),
            name_text = double_quoted(name),
            example_word = quoted(example),
            example_text = double_quoted(example),
            verify = markdown_code(&format!("retrograph verify --db {path} --sample 1000")),
            extent = extent(facts),
            reported = values_reported(facts.values.kind()),
            meaning = meaning(facts),
            size = grouped(*bytes),
            top = facts.top,
            lowest = facts.lowest,
        )
    }
}

/// What is counted, and how many there are.
fn rows(facts: &Facts) -> Vec<(&'static str, u64)> {
    let mut rows = vec![("positions", facts.positions)];
    let outcomes = facts.values.outcomes().iter();
    rows.extend(outcomes.map(|&outcome| (outcome.in_words(), facts.outcomes.of(outcome))));
    rows.push(("saturated: without a move, or all moves end the game", facts.saturated));
    rows
}

fn meaning(facts: &Facts) -> &'static str {
    match facts.values.kind() {
        Kind::Outcome => "P: the player who has just moved wins; N: the player to move wins; T: neither does.",
        Kind::Grundy => "The Sprague-Grundy number is 0 where the player who has just moved wins (P).",
        Kind::Remoteness => "The winner hurries and the loser delays; 0 where the game is over or nobody wins.",
        Kind::Score => "Max wants many edges at the end and Min few; a position has a value for either next.",
    }
}
