//! All positions of a game on few vertices, by whole turns.

use std::collections::HashMap;

use super::name::Turns;
use super::rules::{Rules, other, subsets};
use crate::ramsey::{BadGame, Player};

/// Turns, edges or offers until Red has the goal, when whoever wants that hurries and the other player delays; `None`
/// where it never comes to that.
pub type Length = Option<u32>;

/// A game, solved as far as it was asked.
pub struct Brute {
    rules: Rules,
    /// By position, who is next, and edges that are due.
    known: HashMap<(Vec<u32>, usize, usize), Length>,
}

impl Brute {
    /// The game of this name.
    ///
    /// # Errors
    /// [`BadGame`]; a board of more than 10 edges is too large.
    pub fn new(name: &str, n: usize) -> Result<Self, BadGame> {
        let rules = Rules::new(name, n)?;
        match rules.free_edges() {
            ..=10 => Ok(Self {
                rules,
                known: HashMap::new(),
            }),
            large => Err(BadGame::Large(large)),
        }
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Who wins from the start.
    pub fn winner(&mut self) -> Player {
        let (start, next) = (self.rules.start(), self.rules.starter());
        let due = self.rules.bias()[next as usize];
        match self.length(&start, next, due) {
            Some(_) => self.rules.hunter(),
            None => other(self.rules.hunter()),
        }
    }

    /// How long it takes from a position in which `next` must colour `due` edges at least, where a turn is of such a
    /// number; elsewhere `due` has no meaning, and where numbers say who is next, `next` has none.
    pub fn length(&mut self, rows: &[u32], next: Player, due: usize) -> Length {
        let key = (rows.to_vec(), next as usize, due);
        if let Some(&length) = self.known.get(&key) {
            return length;
        }
        let length = match self.rules.turns() {
            Turns::AtLeast => self.by_sets(rows, next, due),
            Turns::Exactly | Turns::Offers | Turns::OffersUpTo => self.by_offers(rows),
        };
        self.known.insert(key, length);
        length
    }

    /// What the player gets who takes one of these: the least where that player wants the goal, else the most, and
    /// never is the most of all.
    fn best(&self, player: Player, lengths: impl Iterator<Item = Length>) -> Option<Length> {
        let rank = |length: &Length| length.map_or(u32::MAX, |length| length);
        match player == self.rules.hunter() {
            true => lengths.min_by_key(rank),
            false => lengths.max_by_key(rank),
        }
    }

    fn by_offers(&mut self, rows: &[u32]) -> Length {
        let mut best = Vec::new();
        let mut by = Player::Green;
        for offer in self.rules.offers(rows) {
            by = offer.by;
            let answers: Vec<Length> = (offer.answers.into_iter())
                .map(|answer| match answer {
                    None => Some(1),
                    Some(rows) => self.length(&rows, Player::Red, 0).map(|length| length + 1),
                })
                .collect();
            best.extend(self.best(Player::Red, answers.into_iter()));
        }
        self.best(by, best.into_iter()).flatten()
    }

    /// Every set of at least so many edges, or of all, is a turn.
    fn by_sets(&mut self, rows: &[u32], next: Player, due: usize) -> Length {
        let (n, edges) = (rows.len() / 2, self.rules.all_edges());
        let free: Vec<_> = (edges.into_iter())
            .filter(|&(u, v)| (rows[u] | rows[n + u]) >> v & 1 == 0)
            .collect();
        let rest = self.rules.bias()[other(next) as usize];
        let mut lengths = Vec::new();
        for set in subsets(&free).filter(|set| !set.is_empty() && set.len() >= due.min(free.len())) {
            let answer = self.rules.coloured(rows, next, &set);
            lengths.push(match answer {
                None => Some(1),
                Some(rows) => self.length(&rows, other(next), rest).map(|length| length + 1),
            });
        }
        self.best(next, lengths.into_iter()).flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values that independent programs have computed; see also the tests of the engine's games.
    #[test]
    fn winners_on_four_vertices() {
        let wins = |name: &str| {
            let mut brute = Brute::new(name, 4).unwrap();
            brute.winner() == brute.rules.hunter()
        };
        for (rule, goal, end, biases) in [
            ("maker-breaker", "contains:P3", "", &[1, 2, 3][..]),
            ("maker-breaker", "contains:P3", "/starter=breaker", &[1]),
            ("avoider-enforcer", "min-degree:1", "", &[1, 4]),
            ("avoider-enforcer", "min-degree:1", "/starter=enforcer", &[1, 2]),
            ("avoider-enforcer", "perfect-matching", "", &[4]),
            ("avoider-enforcer", "perfect-matching", "/monotone", &[1, 2]),
            ("avoider-enforcer", "contains:P3", "/monotone/starter=enforcer", &[1]),
            ("avoider-enforcer", "contains:P3", "/monotone", &[1, 2, 3]),
            ("waiter-client", "connected", "", &[1]),
            ("client-waiter", "contains:P3", "", &[1, 2, 3, 4]),
            ("client-waiter", "min-degree:1", "", &[1, 2]),
        ] {
            for bias in 1..=6 {
                let name = format!("{rule}:{goal}/bias=1:{bias}{end}");
                assert_eq!(wins(&name), biases.contains(&bias), "{name}");
            }
        }
    }

    #[test]
    fn wrong_names_are_refused() {
        for name in [
            "maker-breaker",
            "maker-breaker:K3",
            "maker-breaker:contains:connected",
            "maker-breaker:contains:K3/bias=0:1",
            "maker-breaker:contains:K3/bias=1",
            "maker-breaker:contains:K3/bias=1:7",
            "maker-breaker:contains:K3/starter=avoider",
            "maker-breaker:contains:K3/monotone",
            "waiter-client:contains:K3/starter=waiter",
            "client-waiter:contains:K3/bias=2:1",
            "avoider-enforcer:contains:K3/monotone/monotone",
            "avoider-enforcer:connected+K3",
        ] {
            assert!(Rules::new(name, 4).is_err(), "{name}");
        }
    }
}
