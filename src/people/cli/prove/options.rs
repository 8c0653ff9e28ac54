//! What `prove` is asked beside the name of the game: the options of each family, and their names.

use clap::Args;
use proof::Parameter;

#[derive(Args)]
#[command(next_help_heading = "Avoidance games")]
#[group(id = "avoidance")]
pub(super) struct Avoidance {
    /// What to prove or to find: who wins, or the Sprague-Grundy value of the start [default: winner]
    #[arg(long, value_name = "VALUE", value_parser = ["winner", "grundy"])]
    value: Option<String>,
    /// Replies in the proof: for the moves that earlier claims leave open, or for all; ten times larger and checked in
    /// half the time [default: needed]
    #[arg(long, value_name = "REPLIES", value_parser = ["needed", "all"], requires = "proof")]
    replies: Option<String>,
}

#[derive(Args)]
#[command(next_help_heading = "Maker-Breaker games")]
#[group(id = "maker_breaker")]
pub(super) struct MakerBreaker {
    /// Who moves first [default: maker]
    #[arg(long, value_name = "PLAYER", ignore_case = true, value_parser = ["maker", "breaker"])]
    starter: Option<String>,
    /// Edges that are Maker's before the game
    #[arg(long, value_name = "EDGES")]
    maker: Option<String>,
    /// Edges that are Breaker's before the game
    #[arg(long, value_name = "EDGES")]
    breaker: Option<String>,
    /// The same as one text: maker:0-1,1-2 breaker:0-2
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["maker", "breaker"])]
    position: Option<String>,
    /// Search without one rule; who wins does not depend on it
    #[arg(long, hide = true, value_name = "RULE")]
    without: Vec<String>,
}

#[derive(Args)]
#[command(next_help_heading = "Games from files")]
#[group(id = "hypergraphs")]
pub(super) struct Hypergraphs {
    /// Elements that Maker takes in a turn, and Breaker [default: 1:1, or as the file says]
    #[arg(long, value_name = "A:B")]
    bias: Option<String>,
    /// Breaker's moves, after which all turns are Maker's
    #[arg(long, value_name = "D")]
    breaker_moves: Option<usize>,
}

#[derive(Args)]
#[command(next_help_heading = "Strong games")]
#[group(id = "strong_games")]
pub(super) struct StrongGames {
    /// Prove it for all boards of F vertices and more: Red takes a fresh vertex only while fewer than F are touched
    #[arg(long, value_name = "F")]
    fresh: Option<usize>,
    /// The first player, or Maker in a game from a file, must win by this move [default: any number of moves]
    #[arg(long, value_name = "M")]
    moves: Option<usize>,
}

#[derive(Args)]
#[command(next_help_heading = "On-line Ramsey games")]
#[group(id = "online_ramsey")]
pub(super) struct OnlineRamsey {
    /// Ask only whether Builder wins within so many rounds
    #[arg(long, value_name = "ROUNDS")]
    rounds: Option<usize>,
    /// Look for strategies of Builder on so many vertices: what he wins he wins on more, too
    #[arg(long, value_name = "VERTICES")]
    vertices: Option<usize>,
    /// Look for strategies of Builder that keep his graph connected
    #[arg(long)]
    connected: bool,
    /// Look for a strategy of Painter who gives one colour to every edge that closes no X in it, X such as K3 or K3+S7
    /// (S7: seven edges at a vertex), or for any with `none` [default: K3, then K3+S8 down to K3+S3, then none]
    #[arg(long, value_name = "X", requires = "rounds", conflicts_with_all = ["vertices", "connected"])]
    commit: Option<String>,
    /// When stopped, give the bound that is proved so far
    #[arg(long)]
    bounds: bool,
}

type Texts<const N: usize> = [(Parameter, Option<String>); N];

impl Avoidance {
    pub fn texts(&self) -> Texts<2> {
        [
            (Parameter::Value, self.value.clone()),
            (Parameter::Replies, self.replies.clone()),
        ]
    }
}

impl MakerBreaker {
    pub fn texts(&self) -> Texts<5> {
        let without = (!self.without.is_empty()).then(|| self.without.join(","));
        [
            (Parameter::Starter, self.starter.clone()),
            (Parameter::Maker, self.maker.clone()),
            (Parameter::Breaker, self.breaker.clone()),
            (Parameter::Position, self.position.clone()),
            (Parameter::Without, without),
        ]
    }
}

impl Hypergraphs {
    pub fn texts(&self) -> Texts<2> {
        [
            (Parameter::Bias, self.bias.clone()),
            (Parameter::BreakerMoves, number(self.breaker_moves)),
        ]
    }
}

impl StrongGames {
    pub fn texts(&self) -> Texts<2> {
        [
            (Parameter::Fresh, number(self.fresh)),
            (Parameter::Moves, number(self.moves)),
        ]
    }
}

impl OnlineRamsey {
    pub fn texts(&self) -> Texts<5> {
        [
            (Parameter::Commit, self.commit.clone()),
            (Parameter::Rounds, number(self.rounds)),
            (Parameter::Vertices, number(self.vertices)),
            (Parameter::Connected, self.connected.then(String::new)),
            (Parameter::Bounds, self.bounds.then(String::new)),
        ]
    }
}

/// The text of a number.
pub(super) fn number(number: Option<usize>) -> Option<String> {
    number.map(|number| number.to_string())
}

/// The option that says it.
pub(in super::super) fn option(what: Parameter) -> &'static str {
    match what {
        Parameter::Order => "-n",
        Parameter::Board => "--board",
        Parameter::Value => "--value",
        Parameter::Starter => "--starter",
        Parameter::Maker => "--maker",
        Parameter::Breaker => "--breaker",
        Parameter::Position => "--position",
        Parameter::Without => "--without",
        Parameter::Rounds => "--rounds",
        Parameter::Vertices => "--vertices",
        Parameter::Connected => "--connected",
        Parameter::Bounds => "--bounds",
        Parameter::Commit => "--commit",
        Parameter::Fresh => "--fresh",
        Parameter::Moves => "--moves",
        Parameter::Bias => "--bias",
        Parameter::BreakerMoves => "--breaker-moves",
        Parameter::File => "file=",
        Parameter::Replies => "--replies",
    }
}
