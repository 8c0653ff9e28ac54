//! Reads files of the format "Positional Game Description 1.0" (V. Mayer-Eichberger, A. Saffidine, arXiv 2005.05098).

use std::collections::{HashMap, HashSet};

use positional::label;

use super::hypergraph::Hypergraph;
use super::set::{ELEMENTS_MOST, Set, one};

/// Most winning sets of a side: families of sets are compared with one another.
const SETS_MOST: usize = 1 << 16;
/// Longest name of an element, in bytes.
const NAME_MOST: usize = 64;
const TITLES: [&str; 8] = [
    "version",
    "positions",
    "blackwins",
    "whitewins",
    "blackinitials",
    "whiteinitials",
    "times",
    "blackturns",
];

/// What a file describes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Described {
    /// The board.
    pub hypergraph: Hypergraph,
    /// For each turn whether it is Black's; `None` where the file lists none.
    pub turns: Option<Vec<bool>>,
}

/// Why a file describes no game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {why}")]
pub struct BadFile {
    /// The line, from 1; the last one for what is missing.
    pub line: usize,
    /// Why, as a clause.
    pub why: String,
}

/// Words of a line that is no title.
struct Row<'a> {
    line: usize,
    title: &'a str,
    words: Vec<&'a str>,
}

/// Reads a description. `%` begins a comment.
///
/// # Errors
/// [`BadFile`].
pub fn read(text: &str) -> Result<Described, BadFile> {
    let rows = rows(text)?;
    let last = text.lines().count().max(1);
    let bad = |line: usize, why: String| BadFile { line, why };
    let of = |title: &'static str| rows.iter().filter(move |row| row.title == title);
    if let Some(row) = of("version").find(|row| row.words != ["1.0"]) {
        return Err(bad(row.line, "the version is not 1.0".into()));
    }
    let mut numbers: HashMap<&str, usize> = HashMap::new();
    let mut names = Vec::new();
    for row in of("positions") {
        for &name in &row.words {
            if name.len() > NAME_MOST {
                return Err(bad(row.line, format!("a name is longer than {NAME_MOST} bytes")));
            }
            // Lines below name an element with its place or without.
            let mut ways = vec![name];
            ways.extend(Some(label(name)).filter(|label| *label != name));
            for way in ways {
                if numbers.insert(way, names.len()).is_some() {
                    return Err(bad(row.line, format!("the element '{way}' is listed twice")));
                }
            }
            names.push(name.to_owned());
        }
        if names.len() > ELEMENTS_MOST {
            return Err(bad(row.line, format!("there are more than {ELEMENTS_MOST} elements")));
        }
    }
    if names.is_empty() {
        return Err(bad(last, "there are no elements; list them below #positions".into()));
    }
    let set = |row: &Row| -> Result<Set, BadFile> {
        row.words.iter().try_fold(0, |set, name| {
            let number = numbers.get(name).copied();
            let unknown = || bad(row.line, format!("there is no element '{name}' below #positions"));
            Ok(set | one(number.ok_or_else(unknown)?))
        })
    };
    let sets = |title: &'static str| -> Result<Vec<Set>, BadFile> {
        if let Some(row) = of(title).nth(SETS_MOST) {
            return Err(bad(row.line, format!("there are more than {SETS_MOST} winning sets")));
        }
        of(title).map(&set).collect()
    };
    let stones = |title: &'static str| of(title).try_fold(0, |stones, row| Ok::<Set, BadFile>(stones | set(row)?));
    let before = [stones("blackinitials")?, stones("whiteinitials")?];
    for row in of("whiteinitials") {
        if set(row)? & before[0] != 0 {
            return Err(bad(row.line, "an element has stones of both players".into()));
        }
    }
    let wins = [sets("blackwins")?, sets("whitewins")?];
    let turns = turns(&of("times").collect::<Vec<_>>(), &of("blackturns").collect::<Vec<_>>())?;
    Ok(Described {
        hypergraph: Hypergraph::new(names, wins, before),
        turns,
    })
}

fn rows(text: &str) -> Result<Vec<Row<'_>>, BadFile> {
    let mut rows = Vec::new();
    let mut title = None;
    for (at, text) in text.lines().enumerate() {
        let line = at + 1;
        let bad = |why: String| BadFile { line, why };
        let text = text.split('%').next().unwrap_or_default();
        let words: Vec<&str> = text.split_whitespace().collect();
        match words.first() {
            None => {}
            Some(&"#firstmoves") => {
                let why = "#firstmoves restricts the first move, and games here have no such rule";
                return Err(bad(why.into()));
            }
            Some(word) if word.starts_with('#') => {
                title = TITLES.into_iter().find(|title| word[1..] == **title);
                if title.is_none() {
                    return Err(bad(format!("there is no section '{word}' in the format")));
                }
                if words.len() > 1 {
                    return Err(bad(format!("words follow the title '{word}' on its line")));
                }
            }
            Some(word) => {
                // In the normal form it could be the first of its line.
                if let Some(word) = words.iter().find(|word| word.starts_with('#')) {
                    return Err(bad(format!(
                        "'{word}' is no name: a title, which begins with #, has its own line"
                    )));
                }
                let before = || bad(format!("'{word}' stands before the first title, such as #positions"));
                rows.push(Row {
                    line,
                    title: title.ok_or_else(before)?,
                    words,
                });
            }
        }
    }
    Ok(rows)
}

fn turns(times: &[&Row], black: &[&Row]) -> Result<Option<Vec<bool>>, BadFile> {
    let mut known = HashSet::new();
    for row in times {
        if let Some(twice) = row.words.iter().find(|word| !known.insert(**word)) {
            let why = format!("the turn '{twice}' is listed twice");
            return Err(BadFile { line: row.line, why });
        }
    }
    let mut of_black: HashSet<&str> = HashSet::new();
    for row in black {
        if let Some(word) = row.words.iter().find(|word| !known.contains(**word)) {
            let why = format!("there is no turn '{word}' below #times");
            return Err(BadFile { line: row.line, why });
        }
        of_black.extend(&row.words);
    }
    let words = times.iter().flat_map(|row| &row.words);
    Ok((!times.is_empty()).then(|| words.map(|word| of_black.contains(word)).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINES: &str = "% three in a row\n#version\n1.0\n#positions\nc b a % elements\n#blackwins\na b c\nb c\n";

    #[test]
    fn the_normal_form_is_read_as_itself() {
        let described = read(LINES).unwrap();
        let text = described.hypergraph.text();
        assert_eq!(text, "#version\n1.0\n#positions\na b c\n#blackwins\nb c\n");
        assert_eq!(read(&text), Ok(described.clone()));
        // The checksum of these bytes by sha256sum.
        let digest = "c52bfb7ad34a8e9e9d0b41e3d0d4a3f1";
        assert_ne!(described.hypergraph.digest(), digest);
        let other = "#positions\na c b\n#times\n1 2 3\n#blackturns\n2\n#blackwins\nc b\nb c a\n";
        let other = read(other).unwrap();
        assert_eq!(other.hypergraph, described.hypergraph);
        assert_eq!(other.turns, Some(vec![false, true, false]));
    }

    #[test]
    fn a_place_is_part_of_a_name_and_may_be_left_out_below() {
        let text = |name: &str| format!("#positions\nb a@30:4\n#blackwins\n{name} b\n");
        let described = read(&text("a")).unwrap();
        assert_eq!(read(&text("a@30:4")), Ok(described.clone()));
        let normal = "#version\n1.0\n#positions\na@30:4 b\n#blackwins\na@30:4 b\n";
        assert_eq!(described.hypergraph.text(), normal);
    }

    #[test]
    fn each_fault_is_named_with_its_line() {
        let many: String = (0..129).map(|element| format!("e{element} ")).collect();
        for (text, line, part) in [
            ("", 1, "no elements"),
            ("a b\n", 1, "before the first title"),
            ("#version\n2.0\n", 2, "1.0"),
            ("#positions\na a\n", 2, "twice"),
            ("#positions\na@1:2 b@2:3 a@3:4\n", 2, "'a' is listed twice"),
            ("#positions\na\n#blackwins\nb\n", 4, "no element 'b'"),
            ("#positions\na\n\n#turns\n", 4, "no section '#turns'"),
            ("#positions\na\n#firstmoves\na\n", 3, "first move"),
            ("#positions a\n", 1, "follow the title"),
            ("#positions\na #b\n", 2, "'#b' is no name"),
            (
                "#positions\na b\n#blackinitials\na\n#whiteinitials\nb\na\n",
                7,
                "both players",
            ),
            ("#positions\na\n#times\n1 1\n", 4, "twice"),
            ("#positions\na\n#times\n1\n#blackturns\n2\n", 6, "no turn '2'"),
            (&format!("#positions\n{many}\n"), 2, "more than 128"),
        ] {
            let error = read(text).unwrap_err();
            assert_eq!(error.line, line, "{text}: {error}");
            assert!(error.why.contains(part), "{text}: {error}");
        }
    }
}
