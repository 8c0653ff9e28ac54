//! `retrograph solve --explain`: how a game would be solved, or proved.

use std::io::{Write, stdout};

use super::failure::{Code, Failure};
use super::games::source_name;
use super::proofs::ProvedFamily;
use engine::Reader;
use game::values::Values;
use game::{Source, shown_name};

/// Prints what the solver knows about `game` in advance, and which values it would compute.
pub(super) fn explain(game: &dyn Reader, values: Values) -> Result<(), Failure> {
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
    print(&rows)
}

/// Prints what the prover knows about a game that is not solved.
pub(super) fn explain_proved(family: &ProvedFamily, game: &str, n: Option<u32>) -> Result<(), Failure> {
    match family.explained {
        Some(explained) => print(&explained(game, n)?),
        None => Err(Failure::new(
            Code::Usage,
            format!("'{game}' is proved, not solved; see retrograph prove --help"),
        )),
    }
}

fn print(rows: &[(&str, String)]) -> Result<(), Failure> {
    let lines: Vec<String> = rows.iter().map(|(name, said)| format!("{name:<11}{said}\n")).collect();
    Ok(stdout().write_all(lines.concat().as_bytes())?)
}
