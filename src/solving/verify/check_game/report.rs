//! The properties of a game, each with its cases and its first counterexample.

use base::cases::Tested;

/// What is asked of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Property {
    /// Every position of the rules is accepted, and its graph, edges and level are what they must be.
    Positions,
    /// A graph that the rules forbid is refused.
    IllegalMoves,
    /// Who is next, whether a move can end the game and how many moves may be left are what the rules say.
    Turns,
    /// One record for all copies of a position, and the position back from it.
    CanonicalForm,
    /// One signature for all copies of a position, the same from its record.
    Signature,
    /// The legal moves are those of the rules, one for each class.
    Moves,
    /// All children are tried, and nothing else.
    Children,
    /// Each position is reached from exactly one position above, or is saturated.
    Downwards,
    /// Each position is reached from exactly one position below, or is the empty board.
    Upwards,
    /// Saturated positions are those without a move.
    Saturated,
    /// The highest level is the highest.
    Top,
    /// Downwards from the saturated positions each level has the positions of the rules, each once.
    LevelsDown,
    /// Upwards from the empty board each level has the positions of the rules, each once.
    LevelsUp,
}

impl Property {
    /// All, in the order in which they are reported.
    pub const ALL: [Self; 13] = [
        Self::Positions,
        Self::IllegalMoves,
        Self::Turns,
        Self::CanonicalForm,
        Self::Signature,
        Self::Moves,
        Self::Children,
        Self::Downwards,
        Self::Upwards,
        Self::Saturated,
        Self::Top,
        Self::LevelsDown,
        Self::LevelsUp,
    ];

    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Positions => "positions",
            Self::IllegalMoves => "illegal moves",
            Self::Turns => "turns",
            Self::CanonicalForm => "canonical form",
            Self::Signature => "signature",
            Self::Moves => "moves",
            Self::Children => "children",
            Self::Downwards => "one way down",
            Self::Upwards => "one way up",
            Self::Saturated => "saturated",
            Self::Top => "top",
            Self::LevelsDown => "levels down",
            Self::LevelsUp => "levels up",
        }
    }

    /// The methods of a game that it judges.
    pub fn methods(self) -> &'static str {
        match self {
            Self::Positions => "empty, parse, graph6, edges, level, is_legal",
            Self::IllegalMoves => "parse, is_legal",
            Self::Turns => "next, can_end, most_left",
            Self::CanonicalForm => "record, position, labelled, key_width",
            Self::Signature => "signature, sign",
            Self::Moves => "moves, demand, ended",
            Self::Children => "any_child, any_child_from, try_children, stepper",
            Self::Downwards => "expand, parents, makes_parents, stepper_above",
            Self::LevelsDown => "expand, expand_all, saturated",
            Self::Upwards | Self::LevelsUp => "ascend",
            Self::Saturated => "saturated, ascend",
            Self::Top => "top",
        }
    }
}

/// What was found.
#[derive(Clone, Debug)]
pub struct CheckedGame {
    /// The game.
    pub game: String,
    /// Its number of vertices.
    pub n: usize,
    /// Whether the rules are the judge's, not the game's own.
    pub judged: bool,
    /// Whether every position was checked.
    pub every: bool,
    /// Positions checked of each level from 0 up.
    pub levels: Vec<usize>,
    tested: [Tested; Property::ALL.len()],
}

impl CheckedGame {
    pub(super) fn new(game: &str, n: usize, judged: bool, every: bool) -> Self {
        Self {
            game: game.into(),
            n,
            judged,
            every,
            levels: vec![],
            tested: Default::default(),
        }
    }

    /// How `property` was tested.
    pub fn tested(&self, property: Property) -> &Tested {
        &self.tested[property as usize]
    }

    /// Whether no counterexample was found.
    pub fn is_sound(&self) -> bool {
        self.tested.iter().all(|tested| tested.counterexample.is_none())
    }

    /// Positions checked.
    pub fn positions(&self) -> usize {
        self.levels.iter().sum()
    }

    /// One more case of `property`, about the position with this text, unless there is a counterexample already. `case`
    /// says what is wrong.
    pub(super) fn case(&mut self, property: Property, text: &str, case: impl FnOnce() -> Result<(), String>) {
        self.tested[property as usize].case(text, case);
    }
}
