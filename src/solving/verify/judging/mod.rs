//! What the judge says of a game, for games of one colour and of two: `check-game` asks it about moves, `verify` about
//! values.
//!
//! Positions are lists of rows that only the referee reads; between engine and judge they travel as texts, so that
//! neither side sees the other's types.
//!
//! * `common`: games in which the players have the same moves
//! * `coloured`: games of two colours
//! * `positional`: those of them in which the players have different aims

mod coloured;
mod common;
mod positional;

use retrograph_referee::nauty::Nauty;
use retrograph_referee::positional as conventions;
use retrograph_referee::ramsey;
use retrograph_referee::random;
use retrograph_referee::rng::SplitMix64;
use retrograph_referee::rules::{Rules, rules};

use game::values::{Label, Player, Values};

use coloured::Coloured;
use common::Common;
use positional::Positional;

/// A position that a move or a step leads to, and who makes it where positions do not show it.
pub type Child = (Option<Player>, Vec<u32>);

/// One edge more, allowed or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Who adds it, where the players have colours.
    pub by: Option<Player>,
    /// The edge, its smaller end first.
    pub edge: (usize, usize),
    /// What the rules say of it.
    pub verdict: Verdict,
    /// The rows with the edge.
    pub rows: Vec<u32>,
}

/// Edges of which one player chooses.
pub struct Offer {
    /// The edges, in their order.
    pub edges: Vec<(usize, usize)>,
    /// What each choice leads to; nothing where it ends the game.
    pub answers: Vec<Option<Vec<u32>>>,
}

/// What the rules say of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// It leads to a position.
    Leads,
    /// It is a move and ends the game, so that it leads to no position.
    Ends,
    /// It completes what may not be completed.
    Forbidden,
    /// It is the other player's turn.
    OutOfTurn,
}

impl Verdict {
    /// Whether the step is a move, or a part of one.
    pub fn is_move(self) -> bool {
        matches!(self, Self::Leads | Self::Ends)
    }
}

/// Whose turn it is in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// It makes no difference: the players have the same moves.
    Alike,
    /// This player's.
    Of(Player),
    /// The position does not show it: either may be next, and a move has one or more edges.
    Either,
}

/// The judge of one game on a fixed number of vertices.
pub trait Referee: Send + Sync {
    /// The rows that `text` says; `None` when it says nothing.
    fn decode(&self, text: &str) -> Option<Vec<u32>>;
    /// The inverse.
    fn encode(&self, rows: &[u32]) -> String;
    /// The text of the position with `next` to move, where [`Referee::turn`] is [`Turn::Either`].
    fn encode_for(&self, rows: &[u32], next: Player) -> String {
        let next = match next {
            Player::First => "",
            Player::Second => " next:green",
        };
        self.encode(rows) + next
    }
    /// Whether the rows, as [`Referee::decode`] gives them, are a position.
    fn is_position(&self, rows: &[u32]) -> bool;
    /// The level of a position: how many edges moves have added.
    fn level(&self, rows: &[u32]) -> u32;
    /// Whether the rows are a position of this level.
    fn is_of_level(&self, rows: &[u32], level: u32) -> bool {
        self.is_position(rows) && self.level(rows) == level
    }
    /// The position before the first move.
    fn start(&self) -> Vec<u32>;
    /// Whose turn it is.
    fn turn(&self, rows: &[u32]) -> Turn;
    /// The edges that a player must colour at least in a move, where that is of several.
    fn due(&self, _by: Player) -> usize {
        1
    }
    /// Most moves that may still be made, where the play can go on to a full board.
    fn most_left(&self, rows: &[u32]) -> Option<u32>;
    /// The same position with other names of the vertices.
    fn relabelled(&self, rows: &[u32], random: &mut SplitMix64) -> Vec<u32>;
    /// nauty's canonical form, by which isomorphic positions are known.
    fn form(&self, nauty: &mut Nauty, rows: &[u32]) -> Vec<u32>;
    /// The position by which the class of `rows`, with this form, is named.
    fn reported<'a>(&self, form: &'a [u32], rows: &'a [u32]) -> &'a [u32];
    /// A position of the level that a random game came to.
    fn random_position(&self, level: u32, random: &mut SplitMix64) -> Option<Vec<u32>>;
    /// Every way to add one edge, ordered by player and edge.
    fn steps(&self, rows: &[u32]) -> Vec<Step>;
    /// What the position's moves that do not end the game lead to, and whether another one does.
    fn children(&self, rows: &[u32]) -> (Vec<Child>, bool);
    /// Those of the children that can matter to the value.
    fn needed(&self, rows: &[u32]) -> Vec<Child> {
        self.children(rows).0
    }
    /// Whether the next player, or either where both may be next, can end the game at once.
    fn can_end(&self, rows: &[u32]) -> bool {
        self.steps(rows).iter().any(|step| step.verdict == Verdict::Ends)
    }
    /// The offers, each with its edges and what its choices lead to, nothing where that ends the game; `None` where
    /// moves are no offers.
    fn offers(&self, _rows: &[u32]) -> Option<Vec<Offer>> {
        None
    }
    /// The positions from which a step leads to this one.
    fn parents(&self, rows: &[u32]) -> Vec<Vec<u32>>;
    /// Whether `label` of a position of the level is what follows from the labels of its children, and from whether a
    /// move ends the game.
    fn agrees(
        &self,
        values: Values,
        rows: &[u32],
        label: Label,
        children: &[(Option<Player>, Label)],
        ends: bool,
    ) -> bool;
}

/// The judge of the game of this name on `n` vertices; `None` when it does not know the rules.
pub fn referee(game: &str, n: usize) -> Option<Box<dyn Referee>> {
    if let Ok(rules) = conventions::Rules::new(game, n) {
        return Some(Box::new(Positional(rules)));
    }
    match ramsey::Rules::new(game, n) {
        Ok(rules) => Some(Box::new(Coloured(rules))),
        Err(_) => Some(Box::new(Common {
            rules: rules(game)?,
            host: random::host(game),
            n,
        })),
    }
}

/// The judge of a game of one colour with these rules.
pub fn of_rules<'a>(rules: Box<dyn Rules + 'a>, n: usize) -> Box<dyn Referee + 'a> {
    let host = random::of_any;
    Box::new(Common { rules, host, n })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_judge_knows_the_rules_of_every_game() {
        for game in games::EXAMPLES.iter().chain(games::COLOURED_EXAMPLES) {
            let n = games::about(game).unwrap().usual_n.unwrap_or(4);
            let referee = referee(game, n as usize).unwrap();
            let start = referee.start();
            assert!(referee.is_of_level(&start, 0), "{game}");
            assert_eq!(
                referee.random_position(0, &mut SplitMix64::new(1)),
                Some(start),
                "{game}"
            );
        }
        assert!(referee("chess", 8).is_none());
    }

    #[test]
    fn steps_are_what_the_rules_make_of_one_edge_more() {
        // Red has the path 0-1-2 and Green 2-3-4, by two moves of each: 6 pairs are free.
        let line = [(0, 1), (2, 3), (1, 2), (3, 4)];
        for (game, next, counts) in [
            ("avoid:K4", Turn::Alike, [6, 0, 0, 0]),
            ("avoid:P5", Turn::Alike, [0, 0, 6, 0]),
            ("sim", Turn::Of(Player::First), [5, 1, 0, 6]),
            ("sima", Turn::Of(Player::First), [5, 1, 0, 6]),
            ("ramsey-avoid:K3", Turn::Of(Player::First), [5, 0, 1, 6]),
            ("ramsey-avoid:P3:K3", Turn::Of(Player::First), [0, 0, 0, 0]),
            ("sim-plus", Turn::Either, [10, 0, 2, 0]),
        ] {
            let referee = referee(game, 5).unwrap();
            let mut rows = referee.start();
            for (i, edge) in line.into_iter().enumerate() {
                let by = Player::BOTH[i % 2];
                let is_it = |step: &Step| step.edge == edge && step.by.is_none_or(|who| who == by);
                rows = referee.steps(&rows).into_iter().find(is_it).unwrap().rows;
            }
            if counts == [0; 4] {
                assert!(!referee.is_position(&rows), "{game}");
                continue;
            }
            assert_eq!(referee.turn(&rows), next, "{game}");
            let steps = referee.steps(&rows);
            let count = |verdict| steps.iter().filter(|step| step.verdict == verdict).count();
            let verdicts = [Verdict::Leads, Verdict::Ends, Verdict::Forbidden, Verdict::OutOfTurn];
            assert_eq!(verdicts.map(count), counts, "{game}");
        }
    }
}
