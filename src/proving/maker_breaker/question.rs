//! The winner of a game as a question to a prover.

use proof::{Control, Fact, Kept, Outcome, Question, SearchError};

use super::pairs::all_pairs;
use super::solve::solve;
use super::{Effort, Game, Options, Player, Theorem};

/// A game and how it is searched, where that is not as usual.
pub(super) struct Asked {
    /// The game.
    pub game: Game,
    /// Memory and threads are those of the [`Control`].
    pub options: Options,
}

/// Changes when tables of another form cannot be used any more.
const FORM: u32 = 1;

impl Question for Game {
    fn words(&self) -> String {
        let mut words = self.name();
        words += &match self.board() == all_pairs(self.order()) {
            true => format!(" -n {}", self.order()),
            false => format!(" --board {}", self.graph6(self.board())),
        };
        for (option, pairs) in [("--maker", self.maker()), ("--breaker", self.breaker())] {
            if pairs != 0 {
                words += &format!(" {option} {}", self.graph6(pairs));
            }
        }
        if self.starter() == Player::Breaker {
            words += " --starter breaker";
        }
        words
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
    let kept = Kept::of(control, game.words(), FORM);
    let mut watch = |effort: &Effort| (control.watch)(&effort.progress());
    let solved = solve(game, &options, control.proof, &kept, &mut watch)?;
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
