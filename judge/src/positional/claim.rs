//! What a proof about such a game claims.

use crate::coloured::structure::{Structure, WIDTH, below};
use crate::graph6;
use crate::number::number;
use crate::pattern;
use crate::proof::{Lines, ProofError};
use crate::ramsey::Player;
use crate::rules::{Rules, rules};
use crate::titles::{nouns, vertices};

/// Most vertices that a proof can be about.
const ORDER_MOST: u64 = 11;
/// Most edges of a turn: those of the largest board.
const BIAS_MOST: usize = 55;

/// What players do in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turns {
    /// Each player colours the number of edges that the bias says, or all that are left.
    Exactly,
    /// That number or more, or all that are left.
    AtLeast,
    /// Green offers as many edges as the bias says in all. Red keeps her number of them, and the others are green. What
    /// is left in the end, where that is fewer, is Green's.
    Offers,
    /// Green offers from one edge to as many as the bias says in all. Red keeps one, and the others are green.
    OffersUpTo,
}

/// A rule: its word, what Red and Green are called, turns, and who wins as soon as the red edges have the goal.
type Rule = (&'static str, [&'static str; 2], Turns, Player);
const RULES: [Rule; 4] = [
    ("maker-breaker", ["Maker", "Breaker"], Turns::Exactly, Player::Red),
    (
        "avoider-enforcer",
        ["Avoider", "Enforcer"],
        Turns::Exactly,
        Player::Green,
    ),
    ("waiter-client", ["Client", "Waiter"], Turns::Offers, Player::Green),
    ("client-waiter", ["Client", "Waiter"], Turns::OffersUpTo, Player::Red),
];

/// What a proof claims, and its size.
pub struct Claim {
    /// The rule and the goal, as the head has them.
    pub game: String,
    pub n: usize,
    /// The start: red and green edges, and pairs that the board lacks, which are both.
    pub start: Structure,
    pub turns: Turns,
    /// Edges of a turn, Red's and Green's.
    pub bias: [usize; 2],
    pub starter: Player,
    /// Who wins as soon as the red edges have the goal; the other player wins the game that ends without it.
    pub hunter: Player,
    pub winner: Player,
    /// The red edges without the goal.
    pub short_of_goal: Box<dyn Rules>,
    /// Claims in the body.
    pub claims: u64,
    /// What Red and Green are called.
    pub roles: [&'static str; 2],
    /// The lines `board`, `red` and `green`.
    graphs: [Vec<u32>; 3],
}

impl Claim {
    /// Reads all lines, which must be these in this order.
    pub fn read(mut lines: Lines) -> Result<Self, ProofError> {
        let wrong = |line: &'static str| ProofError::Head { line };
        let game = lines.next("game")?.to_owned();
        let ((_, roles, turns, hunter), goal) = rule(&game).ok_or(wrong("game"))?;
        let short_of_goal = short_of(goal).ok_or(wrong("game"))?;
        let n = lines.count("n")?;
        if !(1..=ORDER_MOST).contains(&n) {
            return Err(wrong("n"));
        }
        let n = n as usize;
        let mut graph = |line: &'static str| {
            let rows = graph6::decode(lines.next(line)?).filter(|rows| rows.len() == n);
            rows.ok_or(wrong(line))
        };
        let [board, red, green] = [graph("board")?, graph("red")?, graph("green")?];
        if (0..n).any(|v| red[v] & !board[v] != 0) || !short_of_goal.is_position(&red) {
            return Err(wrong("red"));
        }
        if (0..n).any(|v| green[v] & !(board[v] & !red[v]) != 0) {
            return Err(wrong("green"));
        }
        let bias = bias(lines.next("bias")?).ok_or(wrong("bias"))?;
        if turns == Turns::OffersUpTo && bias[0] != 1 {
            return Err(wrong("bias"));
        }
        let mut player = |line: &'static str| {
            let name = lines.next(line)?;
            let players = [Player::Red, Player::Green].into_iter();
            let mut named = players.filter(|&player| roles[player as usize] == name);
            named.next().ok_or(wrong(line))
        };
        let (starter, winner) = (player("starter")?, player("winner")?);
        let are_offers = matches!(turns, Turns::Offers | Turns::OffersUpTo);
        if are_offers && starter == Player::Red {
            return Err(wrong("starter"));
        }
        if lines.next("form")? != "choices" {
            return Err(wrong("form"));
        }
        let claims = lines.count("claims")?;
        // Each takes a byte or more.
        if claims > lines.end()? {
            return Err(wrong("claims"));
        }
        let mut start = Structure::EMPTY;
        for v in 0..n {
            let absent = below(n) & !board[v] & !(1 << v);
            start.open[v] = red[v] | absent;
            start.edge[v] = green[v] | absent;
        }
        Ok(Self {
            game,
            n,
            start,
            turns,
            bias,
            starter,
            hunter,
            winner,
            short_of_goal,
            claims,
            roles,
            graphs: [board, red, green],
        })
    }

    /// The pairs that can be coloured, as rows.
    pub fn free(&self, at: &Structure) -> [u32; WIDTH] {
        std::array::from_fn(|v| match v < self.n {
            true => below(self.n) & !(at.open[v] | at.edge[v] | 1 << v),
            false => 0,
        })
    }

    /// Who has won, if that is settled: the red edges have the goal; or no more edges make them have it; or too few are
    /// left for an offer.
    pub fn settled(&self, at: &Structure) -> Option<Player> {
        let free = self.free(at);
        let red: Vec<u32> = (0..self.n).map(|v| at.open[v] & !at.edge[v]).collect();
        let all: Vec<u32> = (0..self.n).map(|v| red[v] | free[v]).collect();
        let left = free.iter().map(|row| row.count_ones() as usize).sum::<usize>() / 2;
        match () {
            () if !self.short_of_goal.is_position(&red) => Some(self.hunter),
            () if self.short_of_goal.is_position(&all) => Some(other(self.hunter)),
            () if self.turns == Turns::Offers && left < self.bias[0] + self.bias[1] => Some(other(self.hunter)),
            () => None,
        }
    }

    /// The theorem in one sentence.
    pub fn sentence(&self) -> String {
        let (rule, goal) = self.game.split_once(':').unwrap_or((&self.game, ""));
        let (goal, monotone) = match goal.strip_suffix("/monotone") {
            Some(goal) => (goal, "monotone "),
            None => (goal, ""),
        };
        let goal = nouns(goal.strip_prefix("contains:").unwrap_or(goal));
        let rule = match rule {
            "maker-breaker" => "Maker-Breaker",
            "avoider-enforcer" => "Avoider-Enforcer",
            "waiter-client" => "Waiter-Client",
            _ => "Client-Waiter",
        };
        let turn = match (self.turns, self.winner == self.starter) {
            (Turns::Offers | Turns::OffersUpTo, _) => "",
            (_, true) => ", moving first,",
            (_, false) => ", moving second,",
        };
        let [board, red, green] = &self.graphs;
        let is_whole = board.iter().all(|row| row.count_ones() as usize + 1 == self.n);
        let board = match is_whole {
            true => format!("on {}", vertices(self.n)),
            false => format!("on the board {}", graph6::encode(board)),
        };
        let before = |colour: &str, rows: &[u32]| match rows.iter().all(|row| *row == 0) {
            true => String::new(),
            false => format!(", the {colour} edges at the start being {}", graph6::encode(rows)),
        };
        format!(
            "{}{turn} wins the {monotone}{rule} {goal} game with bias {}:{} {board}{}{}",
            self.roles[self.winner as usize],
            self.bias[0],
            self.bias[1],
            before("red", red),
            before("green", green),
        )
    }
}

/// The rule of this name, and its goal.
fn rule(game: &str) -> Option<(Rule, &str)> {
    let (word, goal) = game.split_once(':')?;
    let mut rule = *RULES.iter().find(|rule| rule.0 == word)?;
    let Some(goal) = goal.strip_suffix("/monotone") else {
        return Some((rule, goal));
    };
    rule.2 = Turns::AtLeast;
    (word == "avoider-enforcer").then_some((rule, goal))
}

/// The rules that forbid a goal: `contains:` and graphs, or properties.
fn short_of(goal: &str) -> Option<Box<dyn Rules>> {
    let (parts, are_graphs) = match goal.strip_prefix("contains:") {
        Some(graphs) => (graphs, true),
        None => (goal, false),
    };
    let fits = |part: &str| pattern::parse(part).is_some() == are_graphs;
    let is_goal = !parts.contains('/') && parts.split('+').all(fits);
    is_goal.then(|| rules(&format!("avoid:{parts}"))).flatten()
}

/// The edges of a turn.
fn bias(text: &str) -> Option<[usize; 2]> {
    let (red, green) = text.split_once(':')?;
    let bias = [number(red)?, number(green)?];
    bias.iter().all(|edges| (1..=BIAS_MOST).contains(edges)).then_some(bias)
}

/// Who is not this one.
pub fn other(player: Player) -> Player {
    match player {
        Player::Red => Player::Green,
        Player::Green => Player::Red,
    }
}
