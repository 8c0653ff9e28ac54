//! What one player wants and the other prevents, as names of games have it.

use crate::Rules;

const CONTAINS: &str = "contains:";

/// Returns the rules that forbid the goal of this name, `contains:` and graphs joined by `+`, or properties.
///
/// # Errors
/// Returns a sentence when a part is unknown, or a graph without the word.
pub(super) fn named(text: &str) -> Result<Rules, String> {
    let graphs = text
        .get(..CONTAINS.len())
        .filter(|word| word.eq_ignore_ascii_case(CONTAINS))
        .map(|_| &text[CONTAINS.len()..]);
    let rules = Rules::of_parts(graphs.unwrap_or(text), false)?;
    match (graphs, rules.are_copies()) {
        (Some(_), Some(true)) | (None, Some(false)) => Ok(rules),
        (None, Some(true)) => Err(format!("a goal that is a graph is written {CONTAINS}{text}")),
        (Some(graphs), Some(false)) => Err(format!(
            "{graphs} is no graph but a property, and is a goal without {CONTAINS}"
        )),
        (_, None) => Err(format!("a goal is {CONTAINS} and graphs, or properties, not both")),
    }
}

/// Returns the name of the goal.
pub(super) fn name(rules: &Rules) -> String {
    match rules.are_copies() {
        Some(true) => format!("{CONTAINS}{}", rules.forbidden()),
        _ => rules.forbidden().to_string(),
    }
}
