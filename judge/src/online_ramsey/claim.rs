//! What a proof claims, and its counts.

use super::target::{Target, named};
use crate::proof::{Lines, ProofError};

/// Most moves that a proof can be about.
const ROUNDS_MOST: u64 = 40;

/// What a proof claims, and its size.
#[derive(Clone, Debug)]
pub struct Claim {
    /// The game's name.
    pub game: String,
    pub(super) targets: Vec<Target>,
    /// Builder wins within so many rounds.
    pub builder: Option<usize>,
    /// Painter survives so many.
    pub painter: Option<usize>,
    /// Positions of Builder's certificate.
    pub builder_positions: u64,
    /// Positions of Painter's.
    pub painter_positions: u64,
}

impl Claim {
    /// Reads the lines, which must be these in this order.
    pub(super) fn read(mut lines: Lines) -> Result<Self, ProofError> {
        let game = lines.next("game")?.to_owned();
        let targets = game.strip_prefix("online-ramsey:").and_then(named);
        let targets = targets.ok_or(ProofError::Head { line: "game" })?;
        let mut rounds = |line: &'static str| {
            let mut peeked = lines.clone();
            if peeked.next(line)? == "none" {
                lines = peeked;
                return Ok(None);
            }
            match lines.count(line)? {
                rounds @ 1..=ROUNDS_MOST => Ok(Some(rounds as usize)),
                _ => Err(ProofError::Head { line }),
            }
        };
        let (builder, painter) = (rounds("builder")?, rounds("painter")?);
        if builder.is_none() && painter.is_none() {
            return Err(ProofError::Head { line: "painter" });
        }
        let builder_positions = lines.count("builder-positions")?;
        let painter_positions = lines.count("painter-positions")?;
        lines.end()?;
        Ok(Self {
            game,
            targets: targets.into_iter().map(Target::new).collect(),
            builder,
            painter,
            builder_positions,
            painter_positions,
        })
    }

    /// The theorem in one sentence.
    pub fn sentence(&self) -> String {
        let list = self.game.strip_prefix("online-ramsey:").unwrap_or_default();
        let names = list.replace(',', " and ");
        // A number after a comma belongs to the name before it.
        let names = names.split(" and ").fold(String::new(), |text, part| {
            let glue = match part.bytes().all(|byte| byte.is_ascii_digit()) {
                _ if text.is_empty() => "",
                true => ",",
                false => " and ",
            };
            text + glue + part
        });
        let number = format!("The on-line Ramsey number of {names}");
        match (self.builder, self.painter) {
            (Some(builder), Some(painter)) if builder == painter + 1 => format!("{number} is {builder}"),
            (Some(builder), Some(painter)) => format!("{number} is {} to {builder}", painter + 1),
            (Some(builder), None) => format!("{number} is at most {builder}"),
            (None, Some(painter)) => format!("{number} is at least {}", painter + 1),
            (None, None) => unreachable!("the head was read"),
        }
    }
}
