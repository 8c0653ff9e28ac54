//! The text for whoever finds the folder.

use super::facts::Facts;
use base::units::grouped;
use game::values::{Kind, Outcome};

/// Which levels there are.
pub(super) fn extent(facts: &Facts) -> String {
    let Facts { top, lowest, .. } = facts;
    let levels = top - lowest + 1;
    match lowest {
        0 => format!("all {levels} levels, {top} edges down to 0"),
        _ => format!("{levels} of {} levels, {top} edges down to {lowest}", top + 1),
    }
}

/// What is known of a position.
pub(super) fn values_reported(kind: Kind) -> &'static str {
    match kind {
        Kind::Outcome => "value",
        Kind::Grundy => "Sprague-Grundy number",
        Kind::Remoteness => "number of moves to the end if nobody errs",
        Kind::Score => "edges at the end when Max (wants many) or Min (wants few) moves next",
    }
}

/// Content of `README.txt`.
pub(super) fn readme(facts: &Facts) -> String {
    let Facts {
        game,
        n,
        top,
        lowest,
        positions,
        values,
        outcomes,
        saturated,
        version,
        empty,
        ..
    } = facts;
    let extent = extent(facts);
    let winner = match facts.start {
        Some(outcome) => format!("\nFrom the empty graph {}.\n", outcome.of_start()),
        None => String::new(),
    };
    let example = if *lowest == 0 { empty } else { "GRAPH6" };
    let [all, saturated] = [*positions, *saturated].map(grouped);
    let about = &facts.about;
    let rules = about.rules(values.play());
    let (forms, stuck) = match about.is_coloured() {
        true => (
            "Positions are two graph6 strings, red and green, in one argument or one line on standard input, or edges by colour\nsuch as 'red:0-1,2-3 green:1-2'.",
            "all moves end the game, or none ",
        ),
        false => (
            "Graphs are graph6 strings, one an argument or one a line on standard input, or edge lists such as 0-1,1-2.",
            "no legal move                   ",
        ),
    };
    let line = |outcome: &Outcome| {
        let words = match outcome {
            Outcome::P | Outcome::N => format!("the {}", outcome.in_words()),
            Outcome::Tie => "a tie".into(),
            _ => outcome.in_words().into(),
        };
        format!("    {words:<32}{}\n", grouped(outcomes.of(*outcome)))
    };
    let outcomes: String = values.outcomes().iter().map(line).collect();
    let values = values_reported(values.kind());
    format!(
        "Values of the game '{game}' on {n} vertices
===================================={underline}

The rules: {rules}.
Of every position of {extent}, this folder gives the {values}:

    positions, up to isomorphism    {all}
{outcomes}    {stuck}{saturated}
{winner}
The folder holds a label function for each bit of the values of a level: it answers for each position of the level and
stores no positions, which is why it is so small. For a graph that is no position of the game the answer means nothing;
the program refuses those.

Query, with retrograph {version} or newer:

    retrograph query --db . '{example}'
    retrograph moves --db . '{example}'
    retrograph stats --db .

{forms}

Check that every byte is as it was published, with or without retrograph:

    sha256sum -c SHA256SUMS
    retrograph verify --db .

Judge values by independent code, 1000 random positions of each level:

    retrograph verify --db . --sample 1000

Cite as:

    Values of the game '{game}' on {n} vertices, levels {top} to {lowest}, computed with retrograph {version}; SHA-256 of
    the file SHA256SUMS: (what `sha256sum SHA256SUMS` prints)
",
        underline = "=".repeat(game.len() + n.to_string().len()),
    )
}
