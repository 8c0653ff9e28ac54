//! A game as it is asked for: the rule, the board and its winning sets, the turns.

use super::format::{BadFile, Described, read};
use super::group::Group;
use super::hypergraph::Hypergraph;
use super::maker_breaker::{Position, Rules};
use super::schedule::{Schedule, Turns};
use super::set::{Set, size};
use super::strong::Sides;

/// What the players want.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Black is Maker and wants a winning set; White is Breaker and wants that he gets none.
    MakerBreaker,
    /// The first to complete a winning set wins; Black wants to.
    Strong,
}

impl Rule {
    /// All rules.
    pub const ALL: [Self; 2] = [Self::MakerBreaker, Self::Strong];

    /// The players, the one who may be the winner of a strong game first.
    pub(super) fn players(self) -> [&'static str; 2] {
        match self {
            Self::MakerBreaker => ["Maker", "Breaker"],
            Self::Strong => ["Black", "White"],
        }
    }

    /// Who wins, as proofs say it. White need not win: he wants that Black does not.
    pub(super) fn winner(self, first_wins: bool) -> &'static str {
        match (self, first_wins) {
            (_, true) => self.players()[0],
            (Self::MakerBreaker, false) => "Breaker",
            (Self::Strong, false) => "not-Black",
        }
    }

    /// What every name of such games begins with.
    pub fn family(self) -> &'static str {
        match self {
            Self::MakerBreaker => "maker-breaker:file=",
            Self::Strong => "strong:file=",
        }
    }
}

/// What is asked beside the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Whether Maker or Black begins; as the file says, or else he does.
    pub first_begins: Option<bool>,
    /// Elements in a turn of Maker, and in one of Breaker.
    pub bias: Option<[usize; 2]>,
    /// Maker must win with so many moves.
    pub moves: Option<usize>,
    /// Breaker has so many moves.
    pub breaker_moves: Option<usize>,
}

/// A game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    rule: Rule,
    hypergraph: Hypergraph,
    schedule: Schedule,
}

/// Why there is no such game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadGame {
    /// The file describes none.
    #[error(transparent)]
    File(#[from] BadFile),
    /// Nobody moves.
    #[error("a bias is two numbers from 1 to 128 such as 1:2")]
    Bias,
    /// What is asked makes no sense of a strong game.
    #[error("in a strong game there is neither a bias nor a limit of moves")]
    Strong,
    /// The turns of the file.
    #[error("the turns of a strong game alternate until the board is full")]
    Turns,
    /// Nothing is left to play for.
    #[error(
        "the game is decided before it begins: a winning set is complete, or Black completes one with his first move"
    )]
    Over,
}

impl Game {
    /// The game of a description.
    ///
    /// # Errors
    /// [`BadGame`].
    pub fn new(rule: Rule, text: &str, options: &Options) -> Result<Self, BadGame> {
        let Described { mut hypergraph, turns } = read(text)?;
        let Options {
            first_begins,
            bias,
            moves,
            breaker_moves,
        } = options.clone();
        if bias.is_some_and(|bias| bias.iter().any(|count| !(1..=128).contains(count))) {
            return Err(BadGame::Bias);
        }
        let turns_asked = Turns {
            maker_begins: first_begins,
            bias,
            moves,
            breaker_moves,
        };
        let free = size(hypergraph.free());
        let schedule = Schedule::new(free, turns.as_deref(), &turns_asked);
        match rule {
            Rule::MakerBreaker => hypergraph.wins[1].clear(),
            Rule::Strong => {
                if bias.is_some() || moves.is_some() || breaker_moves.is_some() {
                    return Err(BadGame::Strong);
                }
                if !schedule.alternates(0) || schedule.len() < free {
                    return Err(BadGame::Turns);
                }
                if hypergraph.wins[1].is_empty() {
                    hypergraph.wins[1] = hypergraph.wins[0].clone();
                }
                let lacks = |side: usize| {
                    let lacks = hypergraph.wins[side]
                        .iter()
                        .map(|set| size(set & !hypergraph.before[side]));
                    lacks.min().unwrap_or(usize::MAX)
                };
                let at_once = |set: &Set| set & hypergraph.before[1] == 0 && size(set & !hypergraph.before[0]) == 1;
                let black_wins = schedule.turn(0) == Some(true) && hypergraph.wins[0].iter().any(at_once);
                if lacks(0) == 0 || lacks(1) == 0 || black_wins {
                    return Err(BadGame::Over);
                }
            }
        }
        Ok(Self {
            rule,
            hypergraph,
            schedule,
        })
    }

    /// The name: the rule, and the SHA-256 of the hypergraph's normal form.
    pub fn name(&self) -> String {
        format!("{}{}", self.rule.family(), self.hypergraph.digest())
    }

    /// The rule.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// The board.
    pub fn hypergraph(&self) -> &Hypergraph {
        &self.hypergraph
    }

    /// The turns, one letter each: the first of the player's name.
    pub fn turns(&self) -> String {
        match self.rule {
            Rule::MakerBreaker => self.schedule.text(['M', 'B']),
            Rule::Strong => self.schedule.text(['B', 'W']),
        }
    }

    /// The Maker-Breaker game, and its first position.
    pub(super) fn maker_breaker(&self) -> (Rules, Position) {
        let Self {
            hypergraph, schedule, ..
        } = self;
        let sets = hypergraph.wins[0].clone();
        let group = Group::of(hypergraph.len(), &[&sets], &hypergraph.before);
        let start = Position {
            maker: hypergraph.before[0],
            free: hypergraph.free(),
            time: 0,
        };
        let rules = Rules {
            n: hypergraph.len(),
            sets,
            schedule: schedule.clone(),
            group,
        };
        (rules, start)
    }

    /// The strong game.
    pub(super) fn strong(&self) -> Sides {
        let Hypergraph { wins, before, .. } = &self.hypergraph;
        let n = self.hypergraph.len();
        let group = Group::of(n, &[&wins[0], &wins[1]], before);
        Sides::new(n, wins.clone(), group)
    }

    /// Whether White, or Breaker, begins.
    pub(super) fn second_begins(&self) -> bool {
        self.schedule.turn(0) == Some(false)
    }

    /// The board in a sentence.
    fn board(&self) -> String {
        let Self { hypergraph, .. } = self;
        let stones = match hypergraph.len() - size(hypergraph.free()) {
            0 => String::new(),
            stones => format!(", {stones} stones placed before,"),
        };
        let [black, white] = [0, 1].map(|side| hypergraph.wins[side].len());
        let sets = match self.rule {
            Rule::MakerBreaker => format!("{black} winning sets"),
            Rule::Strong => format!("{black} winning sets of Black and {white} of White"),
        };
        let (elements, digest) = (hypergraph.len(), hypergraph.digest());
        format!("{elements} elements{stones} and {sets} with SHA-256 {digest}")
    }

    /// That Black wins the strong game, or that White keeps him from it, without the full stop.
    pub(super) fn strong_sentence(&self, black_wins: bool) -> String {
        let turn = if self.second_begins() == black_wins {
            "second"
        } else {
            "first"
        };
        match black_wins {
            true => format!("Black, moving {turn}, wins the strong game of {}", self.board()),
            false => format!(
                "White, moving {turn}, does not lose the strong game of {}",
                self.board()
            ),
        }
    }

    /// That Maker wins, or Breaker, in one sentence without its full stop.
    pub(super) fn sentence(&self, first_wins: bool) -> String {
        let Self {
            hypergraph, schedule, ..
        } = self;
        let winner = if first_wins { "Maker" } else { "Breaker" };
        let board = format!("the Maker-Breaker game of {}", self.board());
        let is_plain = schedule.alternates(0) && schedule.len() == size(hypergraph.free());
        match (is_plain, schedule.turn(0)) {
            (true, Some(turn)) => {
                let turn = if turn == first_wins { "first" } else { "second" };
                format!("{winner}, moving {turn}, wins {board}")
            }
            _ => format!("{winner} wins {board}, the turns being {}", self.turns()),
        }
    }
}
