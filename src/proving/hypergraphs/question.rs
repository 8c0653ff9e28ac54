//! The winner of a game as a question to a prover.

use proof::{Control, Fact, Kept, Outcome, Question, SearchError};

use super::bytes::{held_sealed, sealed, strong_sealed};
use super::game::{Game, Rule};
use super::maker_breaker::{Solved, solve};
use super::strong::{self, Winner};

/// Changes when states of another form cannot be used any more.
const FORM: u32 = 1;

impl Question for Game {
    fn words(&self) -> String {
        format!("{} with the turns {}", self.name(), self.turns())
    }

    fn answer(&self, control: &Control) -> Result<Outcome, SearchError> {
        let kept = Kept::of(control, self.words(), FORM);
        match self.rule() {
            Rule::MakerBreaker => self.maker_breaker_answer(control, &kept),
            Rule::Strong => self.strong_answer(control, &kept),
        }
    }
}

impl Game {
    /// What JSON has of every game.
    fn facts(&self) -> Vec<(&'static str, Fact)> {
        vec![
            ("game", Fact::Text(self.name())),
            ("elements", Fact::Number(self.hypergraph().len() as u64)),
            ("winning_sets", Fact::Number(self.hypergraph().wins[0].len() as u64)),
            ("turns", Fact::Text(self.turns())),
        ]
    }

    fn strong_answer(&self, control: &Control, kept: &Kept) -> Result<Outcome, SearchError> {
        let sides = self.strong();
        let start = self.hypergraph().before;
        let strong::Solved { winner, progress } = strong::solve(&sides, start, self.second_begins(), control, kept)?;
        let mut facts = self.facts();
        facts.push(("symmetries", Fact::Number(sides.group.len() as u64)));
        let black_wins = matches!(winner, Winner::Black(_));
        facts.push(("winner", Fact::Text(self.rule().winner(black_wins).into())));
        let (entries, proof) = match winner {
            Winner::Black(None) => (None, None),
            Winner::Black(Some(strategy)) => {
                let proof = control.proof.then(|| strong_sealed(self, &strategy));
                (Some(strategy.entries.len()), proof)
            }
            Winner::White(held) => {
                let proof = control.proof.then(|| held_sealed(self, &held));
                (Some(held.entries.len()), proof)
            }
        };
        facts.extend(entries.map(|entries| ("entries", Fact::Number(entries as u64))));
        Ok(Outcome {
            sentence: self.strong_sentence(black_wins),
            is_proved: true,
            facts,
            proof: proof.transpose().map_err(SearchError::Seal)?,
            progress,
        })
    }

    fn maker_breaker_answer(&self, control: &Control, kept: &Kept) -> Result<Outcome, SearchError> {
        let (rules, start) = self.maker_breaker();
        let Solved {
            maker_wins,
            strategy,
            progress,
        } = solve(&rules, &start, control, kept)?;
        let mut facts = self.facts();
        facts.push(("symmetries", Fact::Number(rules.group.len() as u64)));
        facts.push(("winner", Fact::Text(self.rule().winner(maker_wins).into())));
        if let Some(strategy) = &strategy {
            facts.push(("proof_nodes", Fact::Number(strategy.nodes.len() as u64)));
        }
        let proof = strategy.map(|strategy| sealed(self, &strategy));
        Ok(Outcome {
            sentence: self.sentence(maker_wins),
            is_proved: true,
            facts,
            proof: proof.transpose().map_err(SearchError::Seal)?,
            progress,
        })
    }
}
