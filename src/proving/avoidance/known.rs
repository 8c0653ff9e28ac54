//! Proofs from known values, without a search.

use canon::Lanes;
use graph::Graph;
use proof::{Fact, KnownValues, Outcome, Progress, Unproved};

use super::bytes::{Choices, sealed};
use super::choices::{BATCH, FromValues, Parts, Walk};
use super::game::Avoidance;
use super::kernel::Kernel;
use super::plain::Plain;

impl Avoidance {
    /// The proof that the first player, or the second, wins, with the replies that this game was asked with. Its claims
    /// are about whole graphs. Cost: some 50 look-ups and 200 canonical forms a claim.
    ///
    /// # Errors
    /// [`Unproved`].
    pub fn proof<E>(&self, first_wins: bool, known: KnownValues<E>) -> Result<Outcome, Unproved<E>> {
        match self.n {
            ..=16 => self.reported(&Plain::<u16, 16>::new(self.rules.clone(), self.n), first_wins, known),
            _ => self.reported(&Plain::<u32, 24>::new(self.rules.clone(), self.n), first_wins, known),
        }
    }

    fn reported<E, R: Lanes<W>, const W: usize>(
        &self,
        kernel: &Plain<R, W>,
        first_wins: bool,
        known: KnownValues<E>,
    ) -> Result<Outcome, Unproved<E>> {
        let empty = Graph::empty(self.n);
        let start = match first_wins {
            true => kernel
                .one_edge()
                .ok_or_else(|| Unproved::Contradiction("the empty graph".into()))?,
            false => empty,
        };
        let threads = known.threads;
        let mut reported = FromValues::new(known);
        let mut walk = Walk::new(kernel, self.replies, Plain::<R, W>::SMALL, BATCH, threads, false);
        walk.walk(&start, &mut reported)?;
        let choices = Choices {
            parts: Plain::<R, W>::NAME,
            small: Plain::<R, W>::SMALL,
            claims: walk.claims,
            codes: reported.codes,
            values: Vec::new(),
        };
        let winner = if first_wins { "first" } else { "second" };
        let file = sealed(self, winner, &choices).map_err(Unproved::Seal)?;
        Ok(Outcome {
            sentence: self.sentence(winner),
            is_proved: true,
            facts: vec![
                ("game", Fact::Text(self.name().into())),
                ("n", Fact::Number(self.n as u64)),
                ("winner", Fact::Text(winner.into())),
                ("claims", Fact::Number(choices.claims)),
            ],
            proof: Some(file),
            progress: Progress::default(),
        })
    }
}
