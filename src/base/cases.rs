//! A property tested on cases, up to the first counterexample.

/// A case in which a property does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// A position, as graph6; two words of it where edges have colours.
    pub graph6: String,
    /// What is wrong with it.
    pub sentence: String,
}

/// How a property was tested.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tested {
    /// Cases, up to the first counterexample.
    pub cases: u64,
    /// The first counterexample.
    pub counterexample: Option<Counterexample>,
}

impl Tested {
    /// One more case, about what the text says, unless there is a counterexample already. `case` says what is wrong.
    pub fn case(&mut self, text: &str, case: impl FnOnce() -> Result<(), String>) {
        if self.counterexample.is_some() {
            return;
        }
        self.cases += 1;
        if let Err(sentence) = case() {
            let graph6 = text.into();
            self.counterexample = Some(Counterexample { graph6, sentence });
        }
    }
}

/// `Err(what())` unless it holds.
pub fn holds(holds: bool, what: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(what()) }
}
