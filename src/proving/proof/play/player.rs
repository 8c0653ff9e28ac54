//! A proof as a player: what those of all families have in common.

use std::sync::Arc;

use super::{About, BadMoves, Move, Order, ProofPlayer, State, pick};

/// A proof that was read.
pub trait Readable: Send + Sync + 'static {
    /// A game in progress against it.
    type Course<'a>: Course;

    /// The start of a game.
    ///
    /// # Errors
    /// [`BadMoves::Lacking`].
    fn begin<'a>(&'a self, about: &'a About) -> Result<Self::Course<'a>, BadMoves>;
}

/// A game in progress. The winner's moves are followed through the proof.
pub trait Course {
    /// Whether the game is over.
    fn is_over(&self) -> bool;

    /// Looks whether a move is legal before the game is over.
    ///
    /// # Errors
    /// Why not, as a clause.
    fn legal(&self, step: Move) -> Result<(), String>;

    /// Makes a move that is legal.
    ///
    /// # Errors
    /// [`BadMoves::Lacking`].
    fn make(&mut self, step: Move) -> Result<(), BadMoves>;

    /// The position.
    ///
    /// # Errors
    /// [`BadMoves::Lacking`].
    fn state(&self) -> Result<State, BadMoves>;

    /// The proof's move, as [`ProofPlayer::reply`] gives it.
    ///
    /// # Errors
    /// [`BadMoves::Lacking`].
    fn reply(&self) -> Result<Option<Move>, BadMoves>;

    /// A move without the proof after so many, as [`ProofPlayer::resist`] gives it. Without a definition, any legal
    /// move.
    ///
    /// # Errors
    /// [`BadMoves::Lacking`].
    fn resist(&self, seed: u64, made: usize) -> Result<Option<Move>, BadMoves> {
        Ok(pick(&self.state()?.choices, seed, made).map(|choice| choice.step))
    }
}

/// A proof as a player. The boards of one proof share what was read.
pub struct Player<P> {
    about: About,
    proof: Arc<P>,
}

impl<P: Readable> Player<P> {
    /// A player of a proof.
    pub fn boxed(about: About, proof: P) -> Box<dyn ProofPlayer> {
        let proof = Arc::new(proof);
        Box::new(Self { about, proof })
    }

    fn after(&self, moves: &[Move]) -> Result<P::Course<'_>, BadMoves> {
        let mut course = self.proof.begin(&self.about)?;
        for (at, &step) in moves.iter().enumerate() {
            let text = || step.text(&self.about);
            if course.is_over() {
                return Err(BadMoves::Over { step: text(), at });
            }
            let illegal = |why| BadMoves::Illegal { step: text(), at, why };
            course.legal(step).map_err(illegal)?;
            course.make(step)?;
        }
        Ok(course)
    }
}

impl<P: Readable> ProofPlayer for Player<P> {
    fn about(&self) -> &About {
        &self.about
    }

    fn state(&self, moves: &[Move]) -> Result<State, BadMoves> {
        self.after(moves)?.state()
    }

    fn reply(&self, moves: &[Move]) -> Result<Option<Move>, BadMoves> {
        self.after(moves)?.reply()
    }

    fn on(&self, n: usize) -> Option<Box<dyn ProofPlayer>> {
        let [least, most] = self.about.boards?;
        let about = About {
            order: Order::Fixed(n),
            ..self.about.clone()
        };
        let proof = Arc::clone(&self.proof);
        (least..=most)
            .contains(&n)
            .then(|| Box::new(Self { about, proof }) as Box<dyn ProofPlayer>)
    }

    fn resist(&self, moves: &[Move], seed: u64) -> Result<Option<Move>, BadMoves> {
        self.after(moves)?.resist(seed, moves.len())
    }
}
