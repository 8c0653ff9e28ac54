//! `retrograph solve --explain`: how a game would be solved.

use std::io::{Write, stdout};

use super::failure::Failure;
use super::games::source_name;
use engine::Engine;
use game::{Source, shown_name};
use values::Values;

/// Prints what the solver knows about `game` in advance, and which values it would compute.
pub(super) fn explain(game: &dyn Engine, values: Values) -> Result<(), Failure> {
    let (_, why) = source_name(game.source());
    let source = match game.source() {
        Source::List(_) => format!("from a list: {why}"),
        Source::Ascent(_) => format!(
            "from an ascent: {why}, so every position is generated once from the empty board upwards, level by level \
             on disk; the counts of both ways must agree"
        ),
    };
    let top = match game.known_top() {
        Some(top) => format!("{top} edges down to 0"),
        None => "from the highest level that the ascent finds down to 0".into(),
    };
    let about = game.about();
    let rows = [
        ("game", shown_name(game.name())),
        ("rules", about.rules(values.play())),
        ("values", values.in_words()),
        ("vertices", game.order().to_string()),
        ("levels", top),
        ("saturated", source),
        ("key", format!("{} bytes per position", game.key_width())),
    ];
    let lines = rows.map(|(name, said)| format!("{name:<11}{said}\n"));
    Ok(stdout().write_all(lines.concat().as_bytes())?)
}
