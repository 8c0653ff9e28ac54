//! What a proof about a positional game claims, and its counts.

use super::board::{self, Board};
use super::families::{ELEMENTS_MOST, size};
use crate::proof::{Bytes, Lines, ProofError};

/// What the players want, and what begins the names of such games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Maker wins with a winning set, and Breaker when he gets none.
    MakerBreaker,
    /// The first to complete a winning set wins.
    Strong,
}

impl Rule {
    const ALL: [Self; 2] = [Self::MakerBreaker, Self::Strong];

    fn family(self) -> &'static str {
        match self {
            Self::MakerBreaker => "maker-breaker:file=",
            Self::Strong => "strong:file=",
        }
    }

    /// The players; their initials are the letters of the turns.
    fn players(self) -> [&'static str; 2] {
        match self {
            Self::MakerBreaker => ["Maker", "Breaker"],
            Self::Strong => ["Black", "White"],
        }
    }

    /// Who wins, when it is the first player, and when it is not: White need not win.
    fn winners(self) -> [&'static str; 2] {
        match self {
            Self::MakerBreaker => ["Maker", "Breaker"],
            Self::Strong => ["Black", "not-Black"],
        }
    }
}

/// What a proof claims, and its size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The game's name: the rule and the SHA-256 of the board.
    pub game: String,
    /// Its rule.
    pub rule: Rule,
    /// The SHA-256 of the board.
    pub digest: String,
    /// Number of elements.
    pub elements: u64,
    /// Number of winning sets, of Black in a strong game.
    pub sets: u64,
    /// Number of winning sets of White in a strong game.
    pub white_sets: u64,
    /// Stones on the board before the game.
    pub stones: u64,
    /// Whose turn it is: a letter for each.
    pub turns: String,
    /// Whether Maker wins, or Black; if not, Breaker does, or White keeps Black from winning.
    pub first_wins: bool,
    /// Maps of the elements.
    pub maps: u64,
    /// Positions of the strategy.
    pub nodes: u64,
    /// Replies in them.
    pub replies: u64,
    /// Sequences of threats in them, or replies that begin with a threat.
    pub sequences: u64,
    /// Bytes of the body.
    pub bytes: u64,
}

impl Claim {
    /// Reads the lines, which must be these in this order.
    pub(super) fn read(mut lines: Lines) -> Result<Self, ProofError> {
        let game = lines.next("game")?.to_owned();
        let mut named = Rule::ALL
            .into_iter()
            .filter_map(|rule| Some((rule, game.strip_prefix(rule.family())?)));
        let named = named.find(|(_, digest)| is_digest(digest));
        let (rule, digest) = named.ok_or(ProofError::Head { line: "game" })?;
        let digest = digest.to_owned();
        let elements = lines.count("elements")?;
        if !(1..=ELEMENTS_MOST as u64).contains(&elements) {
            return Err(ProofError::Head { line: "elements" });
        }
        let sets = lines.count("sets")?;
        let white_sets = match rule {
            Rule::MakerBreaker => 0,
            Rule::Strong => lines.count("white-sets")?,
        };
        let stones = lines.count("stones")?;
        let turns = lines.next("turns")?.to_owned();
        let free = elements
            .checked_sub(stones)
            .ok_or(ProofError::Head { line: "stones" })?;
        let players = rule.players();
        let is_letter = |letter: char| players.iter().any(|player| player.starts_with(letter));
        if turns.len() as u64 > free || !turns.chars().all(is_letter) {
            return Err(ProofError::Head { line: "turns" });
        }
        if rule == Rule::Strong && !(turns.len() as u64 == free && alternate(&turns)) {
            return Err(ProofError::Head { line: "turns" });
        }
        let winner = lines.next("winner")?;
        let winner = rule.winners().iter().position(|name| *name == winner);
        let first_wins = winner.ok_or(ProofError::Head { line: "winner" })? == 0;
        Ok(Self {
            game,
            rule,
            digest,
            elements,
            sets,
            white_sets,
            stones,
            turns,
            first_wins,
            maps: lines.count("maps")?,
            nodes: lines.count("nodes")?,
            replies: lines.count("replies")?,
            sequences: match rule {
                Rule::MakerBreaker => 0,
                Rule::Strong => lines.count("sequences")?,
            },
            bytes: lines.end()?,
        })
    }

    /// The winner's name; that he is not Black, where White keeps him from winning.
    pub fn winner(&self) -> &'static str {
        self.rule.winners()[usize::from(!self.first_wins)]
    }

    /// The theorem in one sentence.
    pub fn sentence(&self) -> String {
        let Self {
            elements,
            sets,
            white_sets,
            digest,
            turns,
            ..
        } = self;
        let player = self.rule.players()[usize::from(!self.first_wins)];
        let wins = match (self.rule, self.first_wins) {
            (Rule::Strong, false) => "does not lose",
            _ => "wins",
        };
        let stones = match self.stones {
            0 => String::new(),
            stones => format!(", {stones} stones placed before,"),
        };
        let (rule, sets) = match self.rule {
            Rule::MakerBreaker => ("Maker-Breaker", format!("{sets} winning sets")),
            Rule::Strong => (
                "strong",
                format!("{sets} winning sets of Black and {white_sets} of White"),
            ),
        };
        let board = format!("the {rule} game of {elements} elements{stones} and {sets} with SHA-256 {digest}");
        let is_plain = alternate(turns) && turns.len() as u64 == elements - self.stones;
        match turns.chars().next().filter(|_| is_plain) {
            Some(letter) if player.starts_with(letter) => format!("{player}, moving first, {wins} {board}"),
            Some(_) => format!("{player}, moving second, {wins} {board}"),
            None => format!("{player} {wins} {board}, the turns being {turns}"),
        }
    }

    /// The board at the start of the body, which is the one that the game's name and the counts mean.
    pub(super) fn board(&self, bytes: &mut Bytes) -> Result<Board, ProofError> {
        let length = bytes.number(4)? as usize;
        let text = bytes.take(length)?;
        if board::digest(text) != self.digest {
            let why = "the board is not the one that the game's name means";
            return Err(ProofError::Claim { why });
        }
        let board = board::read(text).ok_or(ProofError::Body)?;
        let counts = [
            (board.names.len() as u64, self.elements, "elements"),
            (board.wins[0].len() as u64, self.sets, "sets"),
            (board.wins[1].len() as u64, self.white_sets, "white-sets"),
            (size(board.stones[0] | board.stones[1]), self.stones, "stones"),
        ];
        match counts.into_iter().find(|(found, said, _)| found != said) {
            None => Ok(board),
            Some((_, _, line)) => Err(ProofError::Head { line }),
        }
    }
}

/// True if no letter follows itself.
fn alternate(turns: &str) -> bool {
    turns.as_bytes().windows(2).all(|pair| pair[0] != pair[1])
}

/// True if it can be a SHA-256 in hexadecimal.
fn is_digest(text: &str) -> bool {
    text.len() == 64 && text.chars().all(|digit| matches!(digit, '0'..='9' | 'a'..='f'))
}
