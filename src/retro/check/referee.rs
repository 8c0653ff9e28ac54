//! What the judge says of a game, for games of one colour and of two.
//!
//! Positions are lists of rows that only the referee reads; between engine and judge they go to and fro as texts.

use retrograph_judge::nauty::Nauty;
use retrograph_judge::rng::SplitMix64;
use retrograph_judge::rules::{Rules, random_position};
use retrograph_judge::triangle::{edges, relabel, with_edge};
use retrograph_judge::{brute, graph6, ramsey};

use values::{Kind, Label, Outcome, Play, Player, Values};

/// A position that a move or a step leads to, and who makes it where positions do not tell.
pub(super) type Child = (Option<Player>, Vec<u32>);

/// The judge of one game on a fixed number of vertices.
pub(super) trait Referee: Send + Sync {
    /// The rows that `text` says; `None` when it says nothing.
    fn decode(&self, text: &str) -> Option<Vec<u32>>;
    /// The inverse.
    fn encode(&self, rows: &[u32]) -> String;
    /// Whether the rows are a position of this level.
    fn is_of_level(&self, rows: &[u32], level: u32) -> bool;
    /// The same position with other names of the vertices.
    fn relabelled(&self, rows: &[u32], random: &mut SplitMix64) -> Vec<u32>;
    /// nauty's canonical form, by which isomorphic positions are known.
    fn form(&self, nauty: &mut Nauty, rows: &[u32]) -> Vec<u32>;
    /// The position by which the class of `rows`, with this form, is told of.
    fn told<'a>(&self, form: &'a [u32], rows: &'a [u32]) -> &'a [u32];
    /// A position of the level that a random game came to.
    fn random_position(&self, level: u32, random: &mut SplitMix64) -> Option<Vec<u32>>;
    /// What the position's moves that do not end the game lead to, and whether another one does.
    fn children(&self, rows: &[u32]) -> (Vec<Child>, bool);
    /// Whether `label` of a position of the level is what follows from the labels of its children, and from whether a move
    /// ends the game.
    fn agrees(
        &self,
        values: Values,
        rows: &[u32],
        label: Label,
        children: &[(Option<Player>, Label)],
        ends: bool,
    ) -> bool;
}

/// The judge of the game of this name on `n` vertices.
///
/// # Panics
/// When a game was added without its rules.
pub(super) fn referee(game: &str, n: usize) -> Box<dyn Referee> {
    if let Ok(rules) = ramsey::Rules::new(game, n) {
        return Box::new(Coloured(rules));
    }
    match retrograph_judge::rules::rules(game) {
        Some(rules) => Box::new(Common { rules, n }),
        None => panic!("the judge does not know the rules of the game '{game}'"),
    }
}

/// A game in which the players have the same moves.
struct Common {
    rules: Box<dyn Rules>,
    n: usize,
}

impl Referee for Common {
    fn decode(&self, text: &str) -> Option<Vec<u32>> {
        graph6::decode(text)
    }

    fn encode(&self, rows: &[u32]) -> String {
        graph6::encode(rows)
    }

    fn is_of_level(&self, rows: &[u32], level: u32) -> bool {
        rows.len() == self.n && self.rules.is_position(rows) && edges(rows) == level as usize
    }

    fn relabelled(&self, rows: &[u32], random: &mut SplitMix64) -> Vec<u32> {
        relabel(rows, &random.permutation(rows.len()))
    }

    fn form(&self, nauty: &mut Nauty, rows: &[u32]) -> Vec<u32> {
        let mut form = vec![0; rows.len()];
        nauty.canonical_into(rows, &mut form);
        form
    }

    fn told<'a>(&self, form: &'a [u32], _rows: &'a [u32]) -> &'a [u32] {
        form
    }

    fn random_position(&self, level: u32, random: &mut SplitMix64) -> Option<Vec<u32>> {
        random_position(&*self.rules, self.n, level as usize, random)
    }

    fn children(&self, rows: &[u32]) -> (Vec<Child>, bool) {
        let moves = self.rules.moves(rows).into_iter();
        (moves.map(|edge| (None, with_edge(rows, edge))).collect(), false)
    }

    fn agrees(
        &self,
        values: Values,
        rows: &[u32],
        label: Label,
        children: &[(Option<Player>, Label)],
        _ends: bool,
    ) -> bool {
        follows(values, edges(rows) as u32, label, children)
    }
}

/// Whether `label`, of a position of the level, follows from the labels of its children in play that ends for want of
/// moves.
fn follows(values: Values, level: u32, label: Label, children: &[(Option<Player>, Label)]) -> bool {
    let play = match values.play() {
        Play::Misere => brute::Play::Misere,
        _ => brute::Play::Normal,
    };
    let children: Vec<_> = children
        .iter()
        .map(|&(_, label)| judged(values, level + 1, label))
        .collect();
    let (said, found) = (judged(values, level, label), brute::value(level, &children, play));
    let same_winner = said.outcome == found.outcome;
    match values.kind() {
        Kind::Outcome => same_winner,
        Kind::Grundy => same_winner && said.grundy == found.grundy,
        Kind::Remoteness => same_winner && said.remoteness == found.remoteness,
        Kind::Score => (said.max, said.min) == (found.max, found.min),
    }
}

/// A label of a level in the judge's words, as far as it says anything.
fn judged(values: Values, level: u32, label: Label) -> brute::Value {
    let Label { first, second } = label;
    brute::Value {
        outcome: match values.outcome(label) {
            Some(Outcome::P) => brute::Outcome::P,
            _ => brute::Outcome::N,
        },
        grundy: Some(first.into()),
        remoteness: first.into(),
        max: level + u32::from(first),
        min: level + u32::from(second),
    }
}

/// A game of two colours.
struct Coloured(ramsey::Rules);

impl Coloured {
    /// What a label of a position in which `left` moves can be made says to who is next.
    fn said(values: Values, next: Player, left: u32, label: Label) -> ramsey::Value {
        let seen = values.seen_by(next, label);
        let (outcome, remoteness) = match values.outcome(seen) {
            Some(Outcome::P) => (ramsey::Outcome::P, u32::from(seen.first).min(left)),
            Some(Outcome::N) => (ramsey::Outcome::N, u32::from(seen.first).min(left)),
            _ => (ramsey::Outcome::T, left),
        };
        ramsey::Value { outcome, remoteness }
    }
}

impl Referee for Coloured {
    fn decode(&self, text: &str) -> Option<Vec<u32>> {
        self.0.decode(text)
    }

    fn encode(&self, rows: &[u32]) -> String {
        self.0.encode(rows)
    }

    fn is_of_level(&self, rows: &[u32], level: u32) -> bool {
        self.0.is_position(rows) && self.0.level(rows) == level as usize
    }

    fn relabelled(&self, rows: &[u32], random: &mut SplitMix64) -> Vec<u32> {
        self.0.relabelled(rows, random)
    }

    fn form(&self, nauty: &mut Nauty, rows: &[u32]) -> Vec<u32> {
        self.0.form(nauty, rows)
    }

    fn told<'a>(&self, _form: &'a [u32], rows: &'a [u32]) -> &'a [u32] {
        rows
    }

    fn random_position(&self, level: u32, random: &mut SplitMix64) -> Option<Vec<u32>> {
        self.0.random_position(level as usize, random)
    }

    fn children(&self, rows: &[u32]) -> (Vec<Child>, bool) {
        let may_tell = self.0.next(rows).is_some();
        let (steps, ends) = self.0.steps(rows);
        let child = |(player, rows)| match (may_tell, player) {
            (true, _) => (None, rows),
            (false, ramsey::Player::Red) => (Some(Player::First), rows),
            (false, ramsey::Player::Green) => (Some(Player::Second), rows),
        };
        (steps.into_iter().map(child).collect(), ends)
    }

    fn agrees(
        &self,
        values: Values,
        rows: &[u32],
        label: Label,
        children: &[(Option<Player>, Label)],
        ends: bool,
    ) -> bool {
        let level = self.0.level(rows) as u32;
        let left = self.0.free_edges() as u32 - level;
        if matches!(values.play(), Play::Normal | Play::Misere) {
            return follows(values, level, label, children);
        }
        let said = |next, left, label| Self::said(values, next, left, label);
        if values.play() == Play::Either {
            return Player::BOTH.into_iter().all(|next| {
                let own = children.iter().filter(|(by, _)| *by == Some(next));
                let steps = own.map(|&(_, label)| (said(next.other(), left - 1, label), said(next, left - 1, label)));
                said(next, left, label) == ramsey::of_steps(steps)
            });
        }
        let values_there = children.iter().map(|&(_, label)| said(Player::First, left - 1, label));
        let found = ramsey::of_moves(values_there, self.0.end().filter(|_| ends));
        let found = found.unwrap_or(ramsey::Value {
            outcome: self.0.without_a_move(rows),
            remoteness: 0,
        });
        said(Player::First, left, label) == found
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_judge_knows_the_rules_of_every_game() {
        for game in games::EXAMPLES.iter().chain(games::COLOURED_EXAMPLES) {
            let n = games::about(game).unwrap().usual_n.unwrap_or(4);
            let referee = super::referee(game, n as usize);
            let empty = referee.random_position(0, &mut retrograph_judge::rng::SplitMix64::new(1));
            assert!(referee.is_of_level(&empty.unwrap(), 0), "{game}");
        }
    }
}
