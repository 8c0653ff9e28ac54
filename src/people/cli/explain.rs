//! `retrograph solve --explain`: how a game would be solved, or proved.

use std::io::{Write, stdout};

use super::failure::Failure;
use super::games::{command, source_name};
use super::prove::not_asked;
use engine::Reader;
use game::values::Values;
use game::{Source, shown_name};
use proof::{Parameters, Prover};
use provers::PROVERS;

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

/// Prints what a prover knows about a game that is not solved.
pub(super) fn explain_proved(prover: &dyn Prover, game: &str, n: Option<u32>) -> Result<(), Failure> {
    let n = n.map(|n| n as usize);
    let failed = |error| not_asked(game, &error);
    let question = PROVERS.question(game, &Parameters::order(n)).map_err(failed)?;
    let mut rows = prover.explained(game, n).map_err(failed)?;
    rows.extend([
        ("prove", command(&*question)),
        ("check", "retrograph check-proof FILE".into()),
        ("play", "retrograph play --proof FILE, or serve --proof FILE".into()),
    ]);
    print(&rows)
}

fn print(rows: &[(&str, String)]) -> Result<(), Failure> {
    let lines: Vec<String> = rows.iter().map(|(name, said)| format!("{name:<11}{said}\n")).collect();
    Ok(stdout().write_all(lines.concat().as_bytes())?)
}
