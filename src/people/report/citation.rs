//! The citation of a database.

use super::Solution;
use super::paper_table::latex_text;
use base::units::counted;

/// The author of the program, as in LICENSE-MIT.
const AUTHOR: &str = "The retrograph authors";
/// The year of this version; the entry of a database does not depend on the date of the request.
const YEAR: &str = "2026";

/// Returns a BibTeX entry: game, order, program, positions and checksum. The same database gives the same entry.
pub fn bibtex(solution: &Solution) -> String {
    let identity = &solution.identity;
    let key: String = identity
        .game
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '-' })
        .collect();
    let title = &solution.about.title;
    let (first, last) = (solution.levels.first(), solution.levels.last());
    let range = match (first, last) {
        (Some(first), Some(last)) => format!("levels {} to {}", first.level, last.level),
        _ => "no level".into(),
    };
    let fields = [
        ("author", format!("{{{AUTHOR}}}")),
        (
            "title",
            format!(
                "{{Values of {title} on {n} vertices: {values}}}",
                title = latex_text(title),
                n = identity.n,
                values = latex_text(&solution.values.in_words()),
            ),
        ),
        ("year", YEAR.into()),
        (
            "howpublished",
            "Database, made by the program retrograph; checked by retrograph verify".into(),
        ),
        ("version", latex_text(&identity.tool_version)),
        (
            "note",
            format!(
                "Game {game}, {positions}, {range}, SHA-256 {checksum}",
                game = latex_text(&identity.game),
                positions = counted(solution.positions(), "position"),
                checksum = solution.checksum(),
            ),
        ),
    ];
    let fields = fields.map(|(name, value)| format!("  {name:<12} = {{{value}}}"));
    format!("@misc{{retrograph-{key}-{},\n{}\n}}\n", identity.n, fields.join(",\n"))
}
