//! The winner of a game as a question to a prover.

use std::time::Duration;

use proof::{Control, Fact, Outcome, Question, SearchError};

use super::solve::{Keeping, solve};
use super::{Effort, Game, Options, Theorem};

/// A game and how it is searched, where that is not as usual.
pub struct Asked {
    /// The game.
    pub game: Game,
    /// Memory and threads are those of the [`Control`].
    pub options: Options,
}

impl Question for Game {
    fn words(&self) -> String {
        format!(
            "{} {} {} {} {}",
            self.name(),
            self.graph6(self.board()),
            self.graph6(self.maker()),
            self.graph6(self.breaker()),
            self.starter().name(),
        )
    }

    fn answer(&self, control: &Control) -> Result<Outcome, SearchError> {
        answer(self, &Options::default(), control)
    }
}

impl Question for Asked {
    fn words(&self) -> String {
        self.game.words()
    }

    fn answer(&self, control: &Control) -> Result<Outcome, SearchError> {
        answer(&self.game, &self.options, control)
    }
}

fn answer(game: &Game, options: &Options, control: &Control) -> Result<Outcome, SearchError> {
    let options = Options {
        memory: control.memory,
        threads: control.threads,
        ..options.clone()
    };
    let words = game.words();
    let keeping = control.checkpoint().map(|path| Keeping {
        path,
        words: &words,
        interval: Duration::try_from_secs_f64(control.interval).unwrap_or(Duration::MAX),
    });
    let mut watch = |effort: &Effort| (control.watch)(&effort.progress());
    let solved = solve(game, &options, control.proof, keeping.as_ref(), &mut watch)?;
    let (winner, effort) = (solved.winner, solved.effort);
    let proof = solved.strategy.map(|strategy| {
        let theorem = Theorem {
            game: game.clone(),
            winner,
            strategy,
            effort,
        };
        theorem.proof()
    });
    let facts = vec![
        ("game", Fact::Text(game.name())),
        ("n", Fact::Number(game.order() as u64)),
        ("starter", Fact::Text(game.starter().name().into())),
        ("winner", Fact::Text(winner.name().into())),
        ("proof_nodes", Fact::Number(effort.proof_nodes)),
    ];
    Ok(Outcome {
        sentence: game.sentence(winner),
        is_proved: true,
        facts,
        proof: proof.transpose().map_err(SearchError::Seal)?,
        progress: effort.progress(),
    })
}
