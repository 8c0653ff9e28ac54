//! Who wins, as a question to a prover.

use proof::{Control, Fact, Outcome, Question, SearchError};

use super::solve::solve;
use super::triangle::Triangle;

/// Question.
pub struct Avoidance {
    /// n
    pub n: usize,
}

impl Question for Avoidance {
    fn words(&self) -> String {
        format!("triangle {}, form 1", self.n)
    }

    fn answer(&self, control: &Control) -> Result<Outcome, SearchError> {
        let kernel = Triangle::new(self.n);
        let most = match self.n {
            ..=10 => 1 << 20,
            11 => 4 << 20,
            12 => 16 << 20,
            13 | 14 => 128 << 20,
            _ => u64::MAX,
        };
        let (value, solved) = solve(&kernel, control, &self.words(), control.memory, most)?;
        Ok(Outcome {
            sentence: format!("triangle {} value {value}", self.n),
            is_proved: true,
            facts: vec![("value", Fact::Number(value.into()))],
            proof: None,
            progress: solved.progress,
        })
    }
}
