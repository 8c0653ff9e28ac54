//! Games as the learner sees them, and who wins their positions, by looking at everything that can follow.

use std::collections::HashMap;

use base::random::SplitMix64;
use game::Levels;
use game::values::{Outcome, Player, Values};
use games::{GameTask, values_for, with_game};
use retrograph_learner::{Learner, Rules, Step, Turn};

/// A game with the positions seen so far.
pub struct Solver {
    rules: Box<dyn Fn(&str) -> Turn>,
    turns: HashMap<String, Turn>,
    values: HashMap<String, Outcome>,
    /// The position without an edge.
    pub start: String,
}

struct Game {
    values: Values,
}

impl GameTask for Game {
    type Output = Solver;

    fn run<G: Levels + 'static>(self, game: G) -> Solver {
        let says_next = self.values.play().several;
        let text = move |game: &G, position: &G::Position| {
            let canonical = game.graph6(&game.position(game.record(position)));
            match game.next(position).filter(|_| says_next) {
                Some(Player::First) => canonical + " next:red",
                Some(Player::Second) => canonical + " next:green",
                None => canonical,
            }
        };
        let start = text(&game, &game.empty());
        let values = self.values;
        let rules = move |position: &str| {
            let position = game.parse(position).expect("its own text");
            let step = |step: game::Move<G::Position>| Step {
                after: text(&game, &step.child),
                ends: values.ended().filter(|_| step.ends),
            };
            let steps: Vec<Step> = game.moves(&position).into_iter().map(step).collect();
            match steps.is_empty() {
                true => Turn::Over(values.outcome(values.terminal()).expect("no scores")),
                false => Turn::Moves(steps),
            }
        };
        Solver {
            rules: Box::new(rules),
            turns: HashMap::new(),
            values: HashMap::new(),
            start,
        }
    }
}

impl Rules for Solver {
    type Error = std::convert::Infallible;

    fn turn(&mut self, position: &str) -> Result<Turn, Self::Error> {
        if !self.turns.contains_key(position) {
            self.turns.insert(position.to_owned(), (self.rules)(position));
        }
        Ok(self.turns[position].clone())
    }
}

impl Solver {
    /// The game of this name.
    pub fn of(name: &str, n: u32) -> Self {
        let values = values_for(name, n, None, None).expect("a game").expect("has values");
        with_game(name, n, values, Game { values }).expect("a game")
    }

    fn steps(&mut self, position: &str) -> Result<Vec<Step>, Outcome> {
        match self.turn(position) {
            Ok(Turn::Moves(steps)) => Ok(steps),
            Ok(Turn::Over(outcome)) => Err(outcome),
        }
    }

    /// Who wins after a step.
    pub fn after(&mut self, step: &Step) -> Outcome {
        step.ends.unwrap_or_else(|| self.value(&step.after))
    }

    /// Who wins a position.
    pub fn value(&mut self, position: &str) -> Outcome {
        if let Some(&value) = self.values.get(position) {
            return value;
        }
        let value = match self.steps(position) {
            Err(outcome) => outcome,
            Ok(steps) => {
                let after: Vec<Outcome> = steps.iter().map(|step| self.after(step)).collect();
                let has = |outcome| after.contains(&outcome);
                match (has(Outcome::P), has(Outcome::Tie)) {
                    (true, _) => Outcome::N,
                    (_, true) => Outcome::Tie,
                    _ => Outcome::P,
                }
            }
        };
        self.values.insert(position.to_owned(), value);
        value
    }

    /// Plays a game of the learner, as the player who does not lose by force, with a perfect one; whether it does not
    /// lose.
    pub fn holds(&mut self, learner: &Learner, random: &mut SplitMix64) -> bool {
        let mut position = self.start.clone();
        let value = self.value(&position);
        let mut is_learner = match value {
            Outcome::N => true,
            Outcome::P => false,
            _ => random.below(2) == 0,
        };
        let mut outcome = loop {
            let mut steps = match self.steps(&position) {
                Err(outcome) => break outcome,
                Ok(steps) => steps,
            };
            steps.sort_by(|one, other| one.after.cmp(&other.after));
            let made = if is_learner {
                learner.best(steps.iter().map(|step| &step.after), random)
            } else {
                let rank = |outcome| {
                    [Outcome::N, Outcome::Tie, Outcome::P]
                        .iter()
                        .position(|&o| o == outcome)
                };
                let ranks: Vec<_> = steps.iter().map(|step| rank(self.after(step))).collect();
                let best = *ranks.iter().max().expect("a step");
                let equal: Vec<usize> = (0..ranks.len()).filter(|&i| ranks[i] == best).collect();
                equal[random.below(equal.len())]
            };
            let ends = steps[made].ends;
            position = steps.swap_remove(made).after;
            is_learner = !is_learner;
            if let Some(outcome) = ends {
                break outcome;
            }
        };
        // As the learner sees it, who is the next player or the previous one.
        if is_learner && outcome != Outcome::Tie {
            outcome = if outcome == Outcome::P { Outcome::N } else { Outcome::P };
        }
        match outcome {
            Outcome::P => true,
            Outcome::Tie => value == Outcome::Tie,
            _ => false,
        }
    }

    /// All positions that can be reached, and those of them that have a move.
    pub fn with_moves(&mut self) -> Vec<String> {
        let mut found = vec![self.start.clone()];
        let mut seen: std::collections::HashSet<String> = found.iter().cloned().collect();
        let mut at = 0;
        while at < found.len() {
            for step in self.steps(&found[at].clone()).unwrap_or_default() {
                if step.ends.is_none() && seen.insert(step.after.clone()) {
                    found.push(step.after);
                }
            }
            at += 1;
        }
        found.retain(|position| self.steps(position).is_ok());
        found
    }

    /// Whether the learner's move keeps the value of a position; `None` where every move does.
    pub fn is_right(&mut self, learner: &Learner, position: &str, random: &mut SplitMix64) -> Option<bool> {
        let mut steps = self.steps(position).ok()?;
        steps.sort_by(|one, other| one.after.cmp(&other.after));
        let kept = match self.value(position) {
            Outcome::N => Outcome::P,
            Outcome::P => return None,
            other => other,
        };
        let right: Vec<bool> = steps.iter().map(|step| self.after(step) == kept).collect();
        if right.iter().all(|&is| is) {
            return None;
        }
        Some(right[learner.best(steps.iter().map(|step| &step.after), random)])
    }
}
