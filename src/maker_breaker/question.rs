//! The winner of a game as a question to a prover.

use proof::{Control, Fact, Outcome, Progress, Question, SearchError};

use super::{Effort, Game, Options, prove, winner};

impl Question for Game {
    fn words(&self) -> String {
        format!(
            "{} {} {} {} {}",
            self.name(),
            self.graph6(self.board()),
            self.graph6(self.maker()),
            self.graph6(self.breaker()),
            self.starter().name(),
        )
    }

    fn answer(&self, control: &Control) -> Result<Outcome, SearchError> {
        let options = Options {
            memory: control.memory,
            ..Options::default()
        };
        let mut seen = Effort::default();
        let mut watch = |effort: &Effort| {
            seen = *effort;
            (control.watch)(&progress(effort))
        };
        let (winner, effort, theorem) = match control.proof {
            true => prove(self, &options, &mut watch).map(|found| (found.winner, found.effort, Some(found))),
            false => winner(self, &options, &mut watch).map(|(winner, effort)| (winner, effort, None)),
        }
        .map_err(|_| SearchError::Stopped(progress(&seen)))?;
        let proof = theorem.map(|theorem| theorem.proof()).transpose();
        let facts = vec![
            ("game", Fact::Text(self.name())),
            ("n", Fact::Number(self.order() as u64)),
            ("starter", Fact::Text(self.starter().name().into())),
            ("winner", Fact::Text(winner.name().into())),
            ("proof_nodes", Fact::Number(effort.proof_nodes)),
        ];
        Ok(Outcome {
            sentence: self.sentence(winner),
            is_proved: true,
            facts,
            proof: proof.map_err(SearchError::Seal)?,
            progress: progress(&effort),
        })
    }
}

fn progress(effort: &Effort) -> Progress {
    Progress {
        nodes: effort.nodes,
        entries: effort.table_entries,
        entries_most: effort.table_most,
        detail: match effort.proof_nodes {
            0 => String::new(),
            nodes => format!("{nodes} nodes of the proof"),
        },
        share: None,
    }
}
