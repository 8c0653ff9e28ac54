//! How a database is cited.

use super::Solution;
use super::figures::grouped;
use super::paper_table::latex_text;

/// A BibTeX entry: game, order, program, positions and checksum. The same database gives the same entry.
pub fn bibtex(solution: &Solution) -> String {
    let identity = &solution.identity;
    let key: String = identity
        .game
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '-' })
        .collect();
    let values = match solution.values.to_string() {
        outcome if outcome == retrograph_storage::OUTCOME => String::new(),
        values => format!(" ({values})"),
    };
    let (first, last) = (solution.levels.first(), solution.levels.last());
    let range = match (first, last) {
        (Some(first), Some(last)) => format!("levels {} to {}", first.level, last.level),
        _ => "no level".into(),
    };
    format!(
        "@misc{{retrograph-{key}-{n},\n  title        = {{{{Values of the game {game} on {n} vertices{values}}}}},\n  \
         howpublished = {{Database made by retrograph {version}}},\n  \
         note         = {{{positions} positions, {range}; SHA-256 {checksum}}}\n}}\n",
        n = identity.n,
        game = latex_text(&identity.game),
        version = identity.tool_version,
        positions = grouped(solution.positions()),
        checksum = solution.checksum(),
    )
}
