//! A solved game as a learner meets it: its rules, without a value; and a perfect player who measures it, with them.

use std::collections::HashMap;
use std::rc::Rc;

use base::random::SplitMix64;

use super::PlayError;
use game::values::{Kind, Outcome, Verdict};
use graph::COLOURS;
use learner::{Learner, Measured, Rules, Step, Turn};
use oracle::{AnswerError, Move, Moves, Oracle, Side, Strength, reply};

/// Games against the perfect player in a measurement.
const GAMES: u32 = 100;
/// Positions in a measurement.
const POSITIONS: u32 = 200;
/// Answers remembered; more are forgotten together.
const REMEMBERED: usize = 1 << 14;

/// Gives a learner the rules of a solved game, and measures its strength.
pub struct SolvedRules<'a> {
    oracle: &'a dyn Oracle,
    moves: HashMap<String, Rc<Moves>>,
    traps: HashMap<String, String>,
}

impl<'a> SolvedRules<'a> {
    /// Of the game that `oracle` has solved.
    ///
    /// # Errors
    /// [`PlayError::Scores`] when values do not say who wins.
    pub fn of(oracle: &'a dyn Oracle) -> Result<Self, PlayError> {
        if oracle.values().kind() == Kind::Score {
            return Err(PlayError::Scores(oracle.identity().place.display().to_string()));
        }
        if oracle.values().play().hunter().is_some() {
            return Err(PlayError::Roles(oracle.identity().place.display().to_string()));
        }
        Ok(Self {
            oracle,
            moves: HashMap::new(),
            traps: HashMap::new(),
        })
    }

    /// The game in words: its name, its number of vertices, and the play and the kind of its values.
    pub fn words(&self) -> String {
        let identity = self.oracle.identity();
        format!("{} n={} {}", identity.game, identity.n, self.oracle.values())
    }

    /// The text of the position that games begin with, as a learner knows it.
    ///
    /// # Errors
    /// [`AnswerError`].
    pub fn start(&self) -> Result<String, AnswerError> {
        let start = self.oracle.canonical(oracle::start(self.oracle))?;
        Ok(key(self.oracle, &start.canonical, start.next))
    }

    fn moves(&mut self, position: &str) -> Result<Rc<Moves>, AnswerError> {
        if let Some(known) = self.moves.get(position) {
            return Ok(Rc::clone(known));
        }
        if self.moves.len() >= REMEMBERED {
            self.moves.clear();
        }
        let moves = Rc::new(self.oracle.moves(position)?);
        self.moves.insert(position.to_owned(), Rc::clone(&moves));
        Ok(moves)
    }

    /// Who has won when no move is left.
    fn stuck(&self) -> Outcome {
        let values = self.oracle.values();
        values.outcome(values.terminal()).expect("no scores")
    }

    /// Measures how well a learner plays, without random moves: in games from the start that it need not lose, against
    /// a player who never errs, and in positions of random games in which some moves keep the value and some do not.
    /// The perfect player, at every second of its moves, sets the best trap, and otherwise makes any move that keeps
    /// the best result, so that no two games need be the same. The same learner gives the same numbers.
    ///
    /// # Errors
    /// [`AnswerError`].
    pub fn measured(&mut self, learner: &Learner) -> Result<Measured, AnswerError> {
        let random = &mut SplitMix64::new(SplitMix64::new(!learner.seed).next_u64() ^ learner.games);
        let start = self.start()?;
        let mut measured = Measured {
            games: learner.games,
            played: GAMES,
            won: 0,
            asked: 0,
            right: 0,
        };
        for game in 0..GAMES {
            measured.won += u32::from(self.holds(learner, game, random)?);
        }
        for _ in 0..POSITIONS {
            if let Some(position) = self.question(&start, random)? {
                let moves = self.moves(&position)?;
                let step = chosen(self.oracle, learner, &moves.moves, random);
                measured.asked += 1;
                measured.right += u32::from(rank(step) == best(&moves.moves));
            }
        }
        Ok(measured)
    }

    /// Plays the game of this number of a measurement; whether the learner has held it: won, or tied where that is the
    /// best. The same learner and random numbers play the same game.
    ///
    /// # Errors
    /// [`AnswerError`].
    pub fn holds(&mut self, learner: &Learner, game: u32, random: &mut SplitMix64) -> Result<bool, AnswerError> {
        let start = self.start()?;
        let value = self.moves(&start)?.position.value.value.expect("no scores");
        let begins = match value.of_next(None) {
            Verdict::Wins => true,
            Verdict::Loses => false,
            Verdict::Ties => game.is_multiple_of(2),
        };
        let outcome = self.contest(learner, &start, begins, random)?;
        Ok(outcome == Some(true) || (outcome.is_none() && value == Outcome::Tie))
    }

    /// Plays a game; whether the learner has won, or `None` for a tie.
    fn contest(
        &mut self,
        learner: &Learner,
        start: &str,
        mut is_learner: bool,
        random: &mut SplitMix64,
    ) -> Result<Option<bool>, AnswerError> {
        let mut position = start.to_owned();
        let outcome = loop {
            let moves = self.moves(&position)?;
            if moves.moves.is_empty() {
                break self.stuck();
            }
            let step = match is_learner {
                true => chosen(self.oracle, learner, &moves.moves, random),
                false => self.perfect(&position, &moves.moves, random)?,
            };
            is_learner = !is_learner;
            if let Some(outcome) = self.oracle.values().ended().filter(|_| step.ends) {
                break outcome;
            }
            position = after(self.oracle, step);
        };
        // It is the learner's turn when the other one has moved last.
        Ok(match outcome.of_move(None) {
            Verdict::Ties => None,
            Verdict::Wins => Some(!is_learner),
            Verdict::Loses => Some(is_learner),
        })
    }

    /// A move of the perfect player.
    fn perfect<'m>(
        &mut self,
        position: &str,
        moves: &'m [Move],
        random: &mut SplitMix64,
    ) -> Result<&'m Move, AnswerError> {
        let most = best(moves);
        let equal: Vec<&Move> = moves.iter().filter(|step| rank(step) == most).collect();
        let any = equal[random.below(equal.len())];
        if any.wins == Some(true) || random.below(2) == 0 {
            return Ok(any);
        }
        if !self.traps.contains_key(position) {
            if self.traps.len() >= REMEMBERED {
                self.traps.clear();
            }
            let trap = reply(self.oracle, position, Side::Max, Strength::Perfect, 0)?;
            let trap = trap.map_or_else(String::new, |trap| trap.step.canonical);
            self.traps.insert(position.to_owned(), trap);
        }
        let trap = &self.traps[position];
        Ok(equal.into_iter().find(|step| step.canonical == *trap).unwrap_or(any))
    }

    /// A position of a random game in which some moves keep the value and some do not, any of the game's; `None` where
    /// it had none.
    fn question(&mut self, start: &str, random: &mut SplitMix64) -> Result<Option<String>, AnswerError> {
        let mut position = start.to_owned();
        let mut found = Vec::new();
        loop {
            let moves = self.moves(&position)?;
            let most = best(&moves.moves);
            if moves.moves.iter().any(|step| rank(step) < most) {
                found.push(position);
            }
            if moves.moves.is_empty() {
                break;
            }
            let step = &moves.moves[random.below(moves.moves.len())];
            if step.ends {
                break;
            }
            position = after(self.oracle, step);
        }
        Ok(match found.len() {
            0 => None,
            count => Some(found.swap_remove(random.below(count))),
        })
    }
}

/// 2 for a move that wins, 1 for a tie, 0 for one that loses.
fn rank(step: &Move) -> u8 {
    match step.verdict {
        Some(Verdict::Wins) => 2,
        Some(Verdict::Ties) => 1,
        _ => 0,
    }
}

fn best(moves: &[Move]) -> u8 {
    moves.iter().map(rank).max().unwrap_or(0)
}

/// The text by which a learner knows a position, given its canonical form and who is next: where positions do not say
/// who that is, the text does.
pub(super) fn key(oracle: &dyn Oracle, canonical: &str, next: Option<&str>) -> String {
    match next.filter(|_| oracle.values().play().several) {
        Some(next) => format!("{canonical} next:{next}"),
        None => canonical.to_owned(),
    }
}

/// The text by which a learner knows the position after a move.
pub(super) fn after(oracle: &dyn Oracle, step: &Move) -> String {
    let next = step.colour.map(|colour| COLOURS[usize::from(colour == COLOURS[0])]);
    key(oracle, &step.canonical, next)
}

/// The moves in the learner's order, by where they lead. That of an oracle would say values.
pub(super) fn ordered<'m>(oracle: &dyn Oracle, moves: &'m [Move]) -> Vec<(String, &'m Move)> {
    let mut ordered: Vec<_> = moves.iter().map(|step| (after(oracle, step), step)).collect();
    ordered.sort_by(|(one, _), (other, _)| one.cmp(other));
    ordered
}

/// The learner's move; there must be one.
pub(super) fn chosen<'m>(
    oracle: &dyn Oracle,
    learner: &Learner,
    moves: &'m [Move],
    random: &mut SplitMix64,
) -> &'m Move {
    let ordered = ordered(oracle, moves);
    ordered[learner.best(ordered.iter().map(|(after, _)| after), random)].1
}

impl Rules for SolvedRules<'_> {
    type Error = AnswerError;

    fn turn(&mut self, position: &str) -> Result<Turn, AnswerError> {
        let ended = self.oracle.values().ended();
        let reported = |step: &Move| Step {
            after: after(self.oracle, step),
            ends: ended.filter(|_| step.ends),
        };
        let moves = self.moves(position)?;
        Ok(match moves.moves.is_empty() {
            true => Turn::Over(self.stuck()),
            false => Turn::Moves(moves.moves.iter().map(reported).collect()),
        })
    }
}
