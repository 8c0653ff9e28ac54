//! The opponent that learns a game in a page, and keeps within what browsers do.

use base::random::SplitMix64;
use learner::{Learner, Measured, from_bytes};
use oracle::{AnswerError, Edges, Oracle, Refusal, after};
use play::{PlayError, SolvedRules, game_of, reply_of};
use serde::Serialize;

/// Games against the perfect player in a measurement; a page waits for the values of each.
const CONTESTS: u32 = 20;
/// The most positions that are remembered, about a megabyte of a browser's storage.
const POSITIONS_MOST: usize = 1 << 15;
/// More bytes are not read: texts of positions that sites have take less.
const BYTES_MOST: usize = 2 << 20;
/// The most measurements that are kept.
const MEASURED_MOST: usize = 64;

/// A learner of a game.
pub struct Learning {
    learner: Learner,
    /// The measurement in progress.
    measured: Measured,
}

/// What a page shows of a learner.
#[derive(Serialize)]
pub struct State<'a> {
    /// Games learned from.
    games: u64,
    /// Positions that it remembers.
    positions: usize,
    history: &'a [Measured],
    /// Whether it is time to measure its strength.
    due: bool,
}

impl Learning {
    /// The learner in bytes that a page has kept, if it is one of the game with these rules and a page can keep it;
    /// else one that knows nothing, with this seed.
    ///
    /// # Errors
    /// [`PlayError::Scores`].
    pub fn of(rules: &dyn Oracle, seed: u64, kept: &[u8]) -> Result<Self, PlayError> {
        let words = SolvedRules::of(rules)?.words();
        let kept = if kept.len() <= BYTES_MOST { kept } else { &[] };
        let is_ours = |learner: &Learner| {
            let is_measured = learner.history.iter().all(|row| row.played > 0);
            learner.words == words && learner.table().len() <= POSITIONS_MOST && is_measured
        };
        let mut learner = from_bytes(kept)
            .ok()
            .filter(is_ours)
            .unwrap_or_else(|| Learner::new(&words, seed));
        learner.most = POSITIONS_MOST;
        Ok(Self {
            learner,
            measured: Measured::default(),
        })
    }

    /// The bytes to be kept.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.learner.to_bytes()
    }

    pub fn state(&self) -> State<'_> {
        State {
            games: self.learner.games,
            positions: self.learner.table().len(),
            history: &self.learner.history,
            due: self.is_due(),
        }
    }

    /// The first measurements are close together, later ones ever further apart.
    fn is_due(&self) -> bool {
        let last = self.learner.history.last().map(|last| last.games);
        last.is_none_or(|last| self.learner.games >= last + (last / 8).max(25))
    }

    /// Plays a game against itself and learns from it.
    ///
    /// # Errors
    /// [`AnswerError`].
    pub fn play(&mut self, rules: &dyn Oracle) -> Result<(), AnswerError> {
        let mut rules = solved_rules(rules);
        let start = rules.start()?;
        let game = self.learner.play(&mut rules, &start)?;
        self.learner.learn(&game);
        Ok(())
    }

    /// Its move in a position; `None` at the end.
    ///
    /// # Errors
    /// [`AnswerError`].
    pub fn reply(&self, rules: &dyn Oracle, position: &str, seed: u64) -> Result<Option<Edges>, AnswerError> {
        reply_of(&self.learner, rules, position, &mut SplitMix64::new(seed))
    }

    /// Learns from a finished game that was played on the page.
    ///
    /// # Errors
    /// [`Refusal`]; then nothing is learned.
    pub fn learn(&mut self, rules: &dyn Oracle, start: &str, moves: &[Edges]) -> Result<(), Refusal> {
        let refusal = |error| Refusal::of(rules, start, error);
        let mut turns = Vec::new();
        let (mut position, mut has_ended) = (start.to_owned(), false);
        for edges in moves {
            let made = after(rules, &position, edges).map_err(|error| Refusal::of_move(rules, &position, error))?;
            has_ended = made.ends;
            let edges: Edges = edges.iter().map(|&[u, v]| [u.min(v), u.max(v)]).collect();
            turns.push((std::mem::replace(&mut position, made.position.graph6), edges));
        }
        let values = rules.values();
        let outcome = match has_ended {
            true => values.ended(),
            false if turns.is_empty() || !rules.moves(&position).map_err(refusal)?.moves.is_empty() => None,
            false => values.outcome(values.terminal()),
        };
        let outcome = outcome.ok_or_else(|| Refusal::bad_request("a game that is not over teaches nothing"))?;
        self.learner.learn(&game_of(rules, &turns, outcome).map_err(refusal)?);
        Ok(())
    }

    /// Plays the next game of the measurement against the perfect player; the last one completes it.
    ///
    /// # Errors
    /// [`AnswerError`]; then the game is played again from its beginning, the same one.
    pub fn measure(&mut self, oracle: &dyn Oracle) -> Result<(), AnswerError> {
        let Learner { seed, games, .. } = self.learner;
        if self.measured.games != games {
            self.measured = Measured {
                games,
                ..Measured::default()
            };
        }
        let game = self.measured.played;
        let number = games.wrapping_mul(CONTESTS.into()) + u64::from(game);
        let is_held = solved_rules(oracle).holds(&self.learner, game, &mut SplitMix64::numbered(!seed, number))?;
        self.measured.played += 1;
        self.measured.won += u32::from(is_held);
        if self.measured.played == CONTESTS {
            let history = &mut self.learner.history;
            history.retain(|row| row.games != games);
            history.push(std::mem::take(&mut self.measured));
            while history.len() > MEASURED_MOST {
                thin(history);
            }
        }
        Ok(())
    }
}

/// Removes every second measurement; the first and the last stay.
fn thin(history: &mut Vec<Measured>) {
    let last = history.len() - 1;
    let mut at = 0..;
    history.retain(|_| at.next().is_some_and(|at| at % 2 == 0 || at == last));
}

fn solved_rules(oracle: &dyn Oracle) -> SolvedRules<'_> {
    SolvedRules::of(oracle).expect("games with scores have no learner")
}
