//! The properties of a prover, each with its cases and its first counterexample.

use base::cases::Tested;

/// What is asked of a prover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PropertyOfProver {
    /// Which sets of edges are won.
    WinningSets,
    /// A least winning set among edges that are won.
    Witness,
    /// The edges that win at once.
    Threats,
    /// Who wins.
    Winner,
    /// The judge accepts the proof, and it names the winner.
    Proof,
    /// Whoever plays the proof wins against random moves.
    Play,
}

impl PropertyOfProver {
    /// All, in the order in which they are reported.
    pub const ALL: [Self; 6] = [
        Self::WinningSets,
        Self::Witness,
        Self::Threats,
        Self::Winner,
        Self::Proof,
        Self::Play,
    ];

    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::WinningSets => "winning sets",
            Self::Witness => "least winning sets",
            Self::Threats => "threats",
            Self::Winner => "winner",
            Self::Proof => "proof",
            Self::Play => "play",
        }
    }

    /// The functions that it judges.
    pub fn methods(self) -> &'static str {
        match self {
            Self::WinningSets => "is_won",
            Self::Witness => "witness",
            Self::Threats => "threats",
            Self::Winner => "winner",
            Self::Proof => "prove",
            Self::Play => "reply",
        }
    }
}

/// What was found about a prover.
#[derive(Clone, Debug)]
pub struct CheckedProver {
    /// The game.
    pub game: String,
    /// Its number of vertices.
    pub n: usize,
    /// Whether every set of edges and the whole board were checked.
    pub every: bool,
    tested: [Tested; PropertyOfProver::ALL.len()],
}

impl CheckedProver {
    /// Nothing tested yet.
    pub fn new(game: &str, n: usize) -> Self {
        Self {
            game: game.into(),
            n,
            every: false,
            tested: Default::default(),
        }
    }

    /// How `property` was tested.
    pub fn tested(&self, property: PropertyOfProver) -> &Tested {
        &self.tested[property as usize]
    }

    /// Whether no counterexample was found.
    pub fn is_sound(&self) -> bool {
        self.tested.iter().all(|tested| tested.counterexample.is_none())
    }

    /// One more case of `property`, about what the text says, unless there is a counterexample already.
    pub fn case(&mut self, property: PropertyOfProver, text: &str, case: impl FnOnce() -> Result<(), String>) {
        self.tested[property as usize].case(text, case);
    }
}
