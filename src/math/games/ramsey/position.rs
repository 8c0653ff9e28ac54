//! A position of a two-colour game.

use canon::{CanonicalPair, PairRefined};
use game::values::Player;
use graph::{Graph16, TwoColoured};

/// An edge and who colours it.
type Step = (Player, (usize, usize));

/// Edges coloured by moves, and who is next.
#[derive(Clone, Debug)]
pub struct Position {
    played: TwoColoured<u16, 16>,
    refined: PairRefined<16>,
    next: Player,
    by: Option<Player>,
    canonical: Option<CanonicalPair<u16, 16>>,
    into: Option<Step>,
    /// Whether it is the last choice of an offer.
    closes_offer: bool,
    /// What is offered and not yet answered.
    offer: Option<Graph16>,
}

impl Position {
    pub(super) fn new(refined: PairRefined<16>, played: TwoColoured<u16, 16>, next: Player) -> Self {
        Self {
            played,
            refined,
            next,
            by: None,
            canonical: None,
            into: None,
            closes_offer: false,
            offer: None,
        }
    }

    /// The position with an offer, which `next` answers.
    pub(super) fn with_offer(self, offer: Graph16, next: Player) -> Self {
        Self {
            offer: Some(offer),
            next,
            ..self
        }
    }

    pub(super) fn offer(&self) -> Option<&Graph16> {
        self.offer.as_ref()
    }

    pub(super) fn closing_offer(self, closes_offer: bool) -> Self {
        Self { closes_offer, ..self }
    }

    pub(super) fn closes_offer(&self) -> bool {
        self.closes_offer
    }

    pub(super) fn stepped(self, by: Player) -> Self {
        Self { by: Some(by), ..self }
    }

    pub(super) fn with_next(self, next: Player) -> Self {
        Self { next, ..self }
    }

    pub(super) fn with_canonical(self, canonical: CanonicalPair<u16, 16>) -> Self {
        Self {
            canonical: Some(canonical),
            ..self
        }
    }

    pub(super) fn expanded_from(self, into: Step) -> Self {
        Self {
            into: Some(into),
            ..self
        }
    }

    pub(super) fn played(&self) -> &TwoColoured<u16, 16> {
        &self.played
    }

    pub(super) fn refined(&self) -> &PairRefined<16> {
        &self.refined
    }

    /// Who is next.
    pub(super) fn next(&self) -> Player {
        self.next
    }

    /// Who made the step to it, where it was made by one.
    pub(super) fn by(&self) -> Option<Player> {
        self.by
    }

    pub(super) fn canonical(&self) -> Option<&CanonicalPair<u16, 16>> {
        self.canonical.as_ref()
    }

    /// The step back to where it was expanded from.
    pub(super) fn into(&self) -> Option<Step> {
        self.into
    }
}
