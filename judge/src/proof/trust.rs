//! What a check of a proof rests on beside the reading of the file.

use super::{Lines, ProofError, envelope};

/// What a check of a file trusts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trust {
    /// Name of the game.
    pub game: String,
    /// The folder or file of this crate that has the rules and the checker.
    pub checker: &'static str,
    /// What the checker decides by itself, without the file.
    pub decides: String,
}

/// What a check of the proof in `file` trusts. Whether it is right only [`super::check`] says.
///
/// # Errors
/// [`ProofError`] when it does not have the form of a proof.
pub fn trust(file: &[u8]) -> Result<Trust, ProofError> {
    let (lines, _) = envelope::head(file)?;
    let game = lines.game().ok_or(ProofError::Head { line: "game" })?.to_owned();
    let (checker, decides) = of(&game, &lines).ok_or(ProofError::Head { line: "game" })?;
    Ok(Trust { game, checker, decides })
}

fn of(game: &str, lines: &Lines) -> Option<(&'static str, String)> {
    let by_choices = lines.has("form");
    let family = game.split(':').next()?;
    Some(match family {
        "maker-breaker" if game.starts_with("maker-breaker:file=") => (
            "judge/src/hypergraphs",
            "which winning sets are open, and what pairs and potentials win".into(),
        ),
        "maker-breaker" if !by_choices => (
            "judge/src/maker_breaker",
            "whether Maker owns a winning set, and whether he would with all free edges".into(),
        ),
        "strong" => (
            "judge/src/hypergraphs",
            "lines of play in which each move but the last threatens a winning set".into(),
        ),
        "online-ramsey" if lines.has("commit") => (
            "judge/src/online_ramsey",
            "which edges a committed Painter may forget, and how many rounds her lists of rules last".into(),
        ),
        "online-ramsey" => (
            "judge/src/online_ramsey",
            "whether Builder wins within two rounds, and how many rounds Painter's simple strategies last".into(),
        ),
        "ramsey-achieve" if !by_choices => (
            "judge/src/strong_games",
            "lines of play in which each move but the last threatens a copy".into(),
        ),
        name if name.starts_with("ramsey-") => (
            "judge/src/ramsey/choices.rs",
            "which moves complete a copy, and who wins a full board".into(),
        ),
        "maker-breaker" | "avoider-enforcer" | "waiter-client" | "client-waiter" => (
            "judge/src/positional",
            "whether the red edges have the goal, alone and with all free edges, and which edges and offers there are"
                .into(),
        ),
        _ if by_choices => {
            let small = lines.value("small")?;
            let decides = format!("values of parts of up to {small} open pairs, by all moves");
            ("judge/src/avoidance/choices", decides)
        }
        _ => ("judge/src/avoidance/set.rs", "which moves the rules allow".into()),
    })
}
