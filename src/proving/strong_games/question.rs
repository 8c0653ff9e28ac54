//! The winner of a strong game as a question to a prover.

use proof::{Control, Fact, Kept, Outcome, Progress, Question, STACK, SearchError, together};

use super::board::Boards;
use super::bytes::sealed;
use super::forced::Rules;
use super::foresight::{Ending, Foresight};
use super::game::Game;
use super::pattern::Pattern;
use super::search::{End, Search};
use super::solve::{RESERVED, Solver};
use super::strategy::{Strategy, Without};
use super::threats::{K4, Target};

/// Changes when states of another form cannot be used any more.
const FORM: u32 = 1;

/// A strategy, if there is one, and what it took.
pub(super) struct Found {
    pub strategy: Option<Strategy>,
    pub progress: Progress,
}

impl Game {
    /// Searches for a strategy.
    pub(super) fn found(&self, control: &Control) -> Result<Found, SearchError> {
        match self.target() {
            "K4" => self.found_with(K4, control),
            _ => self.found_with(Pattern::new(self.graph()), control),
        }
    }

    fn found_with<T: Target>(&self, target: T, control: &Control) -> Result<Found, SearchError> {
        let limits = self.limits();
        let rules = Rules { target, limits };
        if control.threads < 2 {
            return self.found_by(&rules, control, None);
        }
        let foresight = Foresight::default();
        let lead = || {
            let _ending = Ending(&foresight);
            self.found_by(&rules, control, Some(&foresight))
        };
        let all = together(
            control.threads - 1,
            STACK,
            |_| foresight.work(&rules),
            &|| foresight.end(),
            lead,
        );
        all.map_err(SearchError::Threads)?.0
    }

    fn found_by<T: Target>(
        &self,
        rules: &Rules<T>,
        control: &Control,
        foresight: Option<&Foresight>,
    ) -> Result<Found, SearchError> {
        let limits = rules.limits;
        let table = control.memory.saturating_sub(RESERVED);
        let search = Search::new(rules, table, foresight);
        let has_opening = self.has_opening() && !limits.all_moves;
        let kept = Kept::of(control, self.words(), FORM);
        let mut solver = Solver::new(rules, has_opening, search, control, &kept)?;
        let end = solver.solve();
        let mut progress = solver.search().progress();
        let stopped = |progress: &Progress| Err(SearchError::Stopped(progress.clone()));
        let strategy = match end {
            End::Won => {
                let mut watch = |entries: usize| {
                    progress.detail = format!("{entries} entries of the proof");
                    entries.is_multiple_of(64) && (control.watch)(&progress)
                };
                match solver.strategy(&mut watch) {
                    Ok(strategy) => Some(strategy),
                    Err(Without::Stopped) => return stopped(&progress),
                    Err(Without::Contradiction) => return Err(kept.contradicted()),
                }
            }
            End::Stopped | End::Paused => {
                return match solver.failure() {
                    Some(error) => Err(error.into()),
                    None => stopped(&progress),
                };
            }
            End::Full => {
                // The bytes taken so far, which are more than allowed; what the whole search needs is not known.
                return Err(SearchError::Memory {
                    needs: RESERVED + solver.search().bytes,
                    allowed: control.memory,
                });
            }
            End::Never | End::Spent => None,
        };
        Ok(Found { strategy, progress })
    }
}

impl Question for Game {
    fn words(&self) -> String {
        let mut words = self.name().to_owned();
        words += &match self.boards() {
            Boards::Order(n) => format!(" -n {n}"),
            Boards::Infinite => " --board infinite".into(),
            Boards::From(n) => format!(" --fresh {n}"),
        };
        if let Some(moves) = self.moves() {
            words += &format!(" --moves {moves}");
        }
        words
    }

    fn answer(&self, control: &Control) -> Result<Outcome, SearchError> {
        let Found { strategy, progress } = self.found(control)?;
        let mut facts = vec![
            ("game", Fact::Text(self.name().into())),
            ("boards", Fact::Text(self.boards().to_string())),
        ];
        let Some(strategy) = strategy else {
            return Ok(Outcome {
                sentence: self.not_proved(),
                is_proved: false,
                facts,
                proof: None,
                progress,
            });
        };
        facts.extend([
            ("moves", Fact::Number(strategy.moves as u64)),
            ("entries", Fact::Number(strategy.entries.len() as u64)),
        ]);
        let proof = control.proof.then(|| sealed(self, &strategy)).transpose();
        Ok(Outcome {
            sentence: self.sentence(strategy.moves),
            is_proved: true,
            facts,
            proof: proof.map_err(SearchError::Seal)?,
            progress,
        })
    }
}
