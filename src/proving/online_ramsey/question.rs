//! The number, or one bound of it, as a question to a prover.

use proof::{Control, Fact, Outcome, Question, SearchError};

use super::game::{Asked, Commit, Game};
use super::row::USED_MOST;
use super::solve::{Answer, answer};

impl Question for Game {
    fn words(&self) -> String {
        let mut words = self.name();
        if let Asked::Rounds(rounds) = self.asked {
            words += &format!(" --rounds {rounds}");
        }
        if self.limits.vertices <= USED_MOST {
            words += &format!(" --vertices {}", self.limits.vertices);
        }
        if self.limits.connected {
            words += " --connected";
        }
        match &self.commit {
            Commit::Chosen => {}
            Commit::Never => words += " --commit none",
            Commit::To(closed) => words += &format!(" --commit {}", closed.text()),
        }
        words
    }

    fn answer(&self, control: &Control) -> Result<Outcome, SearchError> {
        let found = match self.targets.len() {
            2 => answer::<2>(self, control)?,
            _ => answer::<3>(self, control)?,
        };
        let facts = [
            Some(("game", Fact::Text(self.name()))),
            found.builder.map(|rounds| ("builder", Fact::Number(rounds as u64))),
            found.painter.map(|rounds| ("painter", Fact::Number(rounds as u64))),
            found.commit.clone().map(|commit| ("commit", Fact::Text(commit))),
            Some(("proof_positions", Fact::Number(found.entries))),
        ];
        Ok(Outcome {
            sentence: self.sentence(&found),
            is_proved: found.builder.is_some() || found.painter.is_some(),
            facts: facts.into_iter().flatten().collect(),
            proof: found.proof,
            progress: found.progress,
        })
    }
}

impl Game {
    fn sentence(&self, found: &Answer) -> String {
        let number = format!("The on-line Ramsey number of {}", self.names.join(" and "));
        match (found.builder, found.painter) {
            (Some(builder), Some(painter)) if builder == painter + 1 => format!("{number} is {builder}"),
            (Some(builder), Some(painter)) => format!("{number} is {} to {builder}", painter + 1),
            (Some(builder), None) => format!("{number} is at most {builder}"),
            (None, Some(painter)) => format!("{number} is at least {}", painter + 1),
            (None, None) => {
                let rounds = match self.asked {
                    Asked::Rounds(rounds) => format!(" within {rounds} rounds"),
                    Asked::Number => String::new(),
                };
                let player = match self.commit {
                    Commit::To(_) => "Painter",
                    _ => "Builder",
                };
                format!("No strategy of {player}{rounds} was found under these limits, which proves nothing")
            }
        }
    }
}
