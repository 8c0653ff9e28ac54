//! Playing by the table, and correcting it after a game.

use base::random::SplitMix64;

use super::measured::Measured;
use super::table::{MOST, ONE, Table};
use super::{Rules, Step, Turn};
use game::values::Outcome;

/// How values are corrected, and how often moves are random.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The share, in 256ths, of what was found along the game in a new value; the rest is what the best known reply is
    /// worth. 256: Monte Carlo. 0: TD(0).
    pub along: i32,
    /// A correction is never less than one `slowest`th of the difference.
    pub slowest: u32,
    /// After so many games, half of the first random moves are left; see [`Rule::random_share`].
    pub half_life: u64,
    /// What an unknown position counts as.
    pub unknown: i32,
}

impl Default for Rule {
    /// The one that learned fastest: docs/design.md. That unknown positions count as a little worse than a tie matters
    /// most: what has won is repeated, and what has lost is avoided for something new.
    fn default() -> Self {
        Self {
            along: 256,
            slowest: 2,
            half_life: 1_000,
            unknown: -ONE / 256,
        }
    }
}

impl Rule {
    /// The share of random moves after `games` games, as a part of [`ONE`]: a quarter at first, and ever less.
    pub fn random_share(self, games: u64) -> usize {
        (u128::from(self.half_life) * (ONE as u128 / 4) / (u128::from(self.half_life) + u128::from(games))) as usize
    }
}

/// A turn of a game: the positions that could be reached, and which one was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The positions after each move, sorted.
    pub after: Vec<String>,
    /// The index of the one that was chosen.
    pub made: usize,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Its turns, the first one first.
    pub plies: Vec<Ply>,
    /// How it ended, [`Outcome::P`] where the last mover has won.
    pub outcome: Outcome,
}

/// A player who learns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Learner {
    /// The game that it plays, in words: a value is never used in another.
    pub words: String,
    /// Selects the games that it plays against itself.
    pub seed: u64,
    /// How many games it has learned from.
    pub games: u64,
    /// Its strength after some of them, in the order of games.
    pub history: Vec<Measured>,
    /// The most positions that it remembers, at most [`MOST`]; its bytes do not say it.
    pub most: usize,
    pub(super) table: Table,
    rule: Rule,
}

impl Learner {
    /// A player who knows nothing.
    pub fn new(words: &str, seed: u64) -> Self {
        Self::with_rule(words, seed, Rule::default())
    }

    /// The same by another rule, for measuring.
    pub fn with_rule(words: &str, seed: u64, rule: Rule) -> Self {
        Self {
            words: words.into(),
            seed,
            games: 0,
            history: Vec::new(),
            most: MOST,
            table: Table::default(),
            rule,
        }
    }

    /// What it holds of positions.
    pub fn table(&self) -> &Table {
        &self.table
    }

    fn value(&self, position: &str) -> i32 {
        self.table
            .entry(position)
            .map_or(self.rule.unknown, |entry| entry.value)
    }

    /// Returns the index of the best step by the table; `random` chooses among equals. `steps` must be sorted and not
    /// empty: any other order could say more than the rules.
    pub fn best<T: AsRef<str>>(&self, steps: impl Iterator<Item = T>, random: &mut SplitMix64) -> usize {
        let values: Vec<i32> = steps.map(|step| self.value(step.as_ref())).collect();
        let most = *values.iter().max().expect("there is a step");
        let equal: Vec<usize> = (0..values.len()).filter(|&i| values[i] == most).collect();
        equal[random.below(equal.len())]
    }

    /// Plays a game against itself from a position, at times at random. The same learner plays the same game. Cost: one
    /// [`Rules::turn`] for each move.
    ///
    /// # Errors
    /// Those of `rules`.
    pub fn play<R: Rules>(&self, rules: &mut R, start: &str) -> Result<Game, R::Error> {
        let random = &mut SplitMix64::new(SplitMix64::new(self.seed).next_u64() ^ self.games);
        let share = self.rule.random_share(self.games);
        let mut plies = Vec::new();
        let mut position = start.to_owned();
        loop {
            let mut steps = match rules.turn(&position)? {
                Turn::Over(outcome) => return Ok(Game { plies, outcome }),
                Turn::Moves(steps) => steps,
            };
            steps.sort_by(|one, other| one.after.cmp(&other.after));
            let made = match random.below(ONE as usize) < share {
                true => random.below(steps.len()),
                false => self.best(steps.iter().map(|step| &step.after), random),
            };
            let Step { ends, .. } = steps[made];
            position.clone_from(&steps[made].after);
            let after = steps.into_iter().map(|step| step.after).collect();
            plies.push(Ply { after, made });
            if let Some(outcome) = ends {
                return Ok(Game { plies, outcome });
            }
        }
    }

    /// Corrects the values of a game's positions, the last one first. The last is worth how the game ended. An earlier
    /// one is worth the opposite of what the opponent could reach next: of the best reply by the table, mixed with what
    /// the game has shown where that reply was made ([`Rule::along`]).
    pub fn learn(&mut self, game: &Game) {
        let mut target = match game.outcome {
            Outcome::P => ONE,
            Outcome::N => -ONE,
            Outcome::Tie => 0,
            Outcome::Red | Outcome::Green => panic!("players learn games in which they move by turns"),
        };
        for Ply { after, made } in game.plies.iter().rev() {
            self.table.correct(&after[*made], target, self.rule.slowest, self.most);
            let best = after.iter().map(|position| self.value(position)).max();
            let best = best.expect("a move was made");
            let along = match self.value(&after[*made]) == best {
                true => self.rule.along,
                false => 0,
            };
            target = -((along * target + (256 - along) * best) / 256);
        }
        self.games += 1;
    }
}
