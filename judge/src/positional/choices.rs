//! A proof of who wins, by the winner's choices.
//!
//! A claim says that the winner wins from a position, with some player due to colour so many edges before the turn
//! ends, or with Green due to make an offer. It follows if the choice that the body has leads to a claim or a position
//! that is won, where the winner chooses, and if all choices do, where the other player does. A choice colours an edge,
//! so all claims are true by induction. The checker makes them itself, from the start down.

use super::claim::{Claim, Turns};
use super::moves::{OFFER, Turn, answered, coloured, subsets};
use super::stream;
use crate::coloured::claims::{Claim as Known, Level};
use crate::coloured::form::{form, mark};
use crate::coloured::structure::{Pair, Structure};
use crate::proof::{Bytes, Lines, ProofError, Proved};
use crate::ramsey::Player;
use crate::work::{self, spent};

const COUNT: &str = "there are not as many claims as the head says";
const LEFT: &str = "choices are left over";
const LOST: &str = "a choice leads to a position that the winner does not win";
const NO_CHOICE: &str = "there is no such choice";
/// Steps of a choice, whose goal and key are looked for: it takes some 10 microseconds.
const STEPS: u64 = 1000;

/// The theorem of these lines.
pub(crate) fn theorem(lines: Lines) -> Result<String, ProofError> {
    Claim::read(lines).map(|claim| claim.sentence())
}

/// Checks a proof. Memory: at most 200 bytes a claim. Cost: some 0.02 ms a choice on 6 vertices, with one thread.
pub(crate) fn check(lines: Lines, body: &[u8], _threads: usize) -> Result<Proved, ProofError> {
    checked(&Claim::read(lines)?, body, &mut |_, _| {})
}

/// Gives the claims of a proof as lists of numbers.
pub(crate) fn claims(
    lines: Lines,
    body: &[u8],
    _threads: usize,
    list: &mut dyn FnMut(&[u32]),
) -> Result<(), ProofError> {
    let claim = Claim::read(lines)?;
    let mut claims = Vec::new();
    checked(&claim, body, &mut |at, turn| claims.push((*at, turn)))?;
    match stream::write(&claim, &claims, list) {
        true => Ok(()),
        false => Err(wrong(NO_CHOICE)),
    }
}

/// [`check`] with someone who hears of each claim, those with the fewest edges first.
fn checked(claim: &Claim, body: &[u8], claimed: &mut dyn FnMut(&Structure, Turn)) -> Result<Proved, ProofError> {
    let pairs = claim.n * (claim.n - 1) / 2;
    let turns = claim.bias[0] + claim.bias[1];
    let mut walk = Walk {
        claim,
        levels: (0..=pairs).flat_map(|_| (0..turns).map(|_| Level::default())).collect(),
        count: 0,
        steps: 0,
        codes: Bytes(body),
    };
    walk.walk(claimed)?;
    let role = |player: Player| claim.roles[player as usize];
    Ok(Proved {
        sentence: claim.sentence(),
        facts: vec![
            ("n", (claim.n as u64).into()),
            ("bias", format!("{}:{}", claim.bias[0], claim.bias[1])[..].into()),
            ("starter", role(claim.starter).into()),
            ("winner", role(claim.winner).into()),
            ("claims", claim.claims.into()),
            ("moves_checked", walk.steps.into()),
            ("choices", (body.len() as u64).into()),
        ],
        game: claim.game.clone(),
    })
}

struct Walk<'a> {
    claim: &'a Claim,
    /// Claims by the number of edges coloured, and then by the turn.
    levels: Vec<Level>,
    count: u64,
    /// Choices that were followed.
    steps: u64,
    codes: Bytes<'a>,
}

impl Walk<'_> {
    /// Makes all claims, and follows their choices.
    fn walk(&mut self, claimed: &mut dyn FnMut(&Structure, Turn)) -> Result<(), ProofError> {
        self.claim(self.claim.start, self.claim.first_turn())?;
        let mut checked = 0;
        for slot in 0..self.levels.len() {
            let turn = self.turn(slot);
            for known in std::mem::take(&mut self.levels[slot]).claims {
                if spent(1) {
                    break;
                }
                let at = known.key.structure(known.places);
                claimed(&at, turn);
                match self.claim.has_offers() {
                    true => self.offer(&at)?,
                    false => self.edge(&at, turn)?,
                }
                checked += 1;
                work::checked(checked, self.claim.claims);
            }
        }
        match () {
            () if self.count != self.claim.claims => Err(wrong(COUNT)),
            () if !self.codes.0.is_empty() => Err(wrong(LEFT)),
            () => Ok(()),
        }
    }

    /// The place of claims about a position with this turn.
    fn slot(&self, at: &Structure, turn: Turn) -> usize {
        let [reds, greens] = self.claim.bias;
        let taken = |v: usize| (at.open[v] | at.edge[v]).count_ones() as usize;
        let edges = (0..self.claim.n).map(taken).sum::<usize>() / 2;
        edges * (reds + greens) + turn.due - 1 + if turn.by == Player::Green { reds } else { 0 }
    }

    /// The turn of a place.
    fn turn(&self, slot: usize) -> Turn {
        let [reds, greens] = self.claim.bias;
        match slot % (reds + greens) {
            due if due < reds => Turn {
                by: Player::Red,
                due: due + 1,
            },
            due => Turn {
                by: Player::Green,
                due: due + 1 - reds,
            },
        }
    }

    /// An edge of whoever is next: the number of the winner's choice is a byte, which is 0 of the other player.
    fn edge(&mut self, at: &Structure, turn: Turn) -> Result<(), ProofError> {
        let code = self.codes.number(1)? as usize;
        let is_winner = turn.by == self.claim.winner;
        let mut choices = Vec::new();
        for edge in at.first_of_twins(&self.claim.free(at)) {
            let after = coloured(at, turn.by, edge);
            choices.extend(self.claim.turns_after(turn).map(|turn| (after, turn)));
        }
        match is_winner {
            true => {
                let (after, turn) = *choices.get(code).ok_or(wrong(NO_CHOICE))?;
                self.claim(after, turn)
            }
            false if code != 0 => Err(wrong(NO_CHOICE)),
            false => (choices.into_iter()).try_for_each(|(after, turn)| self.claim(after, turn)),
        }
    }

    /// An offer of Green's and an answer of Red's. Where Green wins, the body has the offer, by the numbers of its
    /// edges among the free ones, before them how many if that is open; where Red wins, it has her edges of each offer.
    fn offer(&mut self, at: &Structure) -> Result<(), ProofError> {
        let free = self.claim.free_pairs(at);
        let (kept, sizes) = (self.claim.bias[0], self.claim.offer_sizes(free.len()));
        if self.claim.winner == Player::Green {
            let size = match self.claim.turns {
                Turns::Offers => *sizes.end(),
                _ => self.codes.number(1)? as usize,
            };
            if !sizes.contains(&size) {
                return Err(wrong(NO_CHOICE));
            }
            let offer: Vec<Pair> = self.chosen(size, free.len())?.iter().map(|&at| free[at]).collect();
            return subsets(size, kept, &mut |kept| self.answer(at, &offer, kept));
        }
        for size in sizes {
            subsets(free.len(), size, &mut |offer| {
                let offer: Vec<Pair> = offer.iter().map(|&at| free[at]).collect();
                let chosen = self.chosen(kept, size)?;
                self.answer(at, &offer, &chosen)
            })?;
        }
        Ok(())
    }

    /// So many ascending numbers of the body, a byte each, all of them below a bound.
    fn chosen(&mut self, count: usize, bound: usize) -> Result<Vec<usize>, ProofError> {
        let chosen: Vec<usize> = self.codes.take(count)?.iter().map(|&code| code.into()).collect();
        let is_ascending = chosen.windows(2).all(|two| two[0] < two[1]);
        match is_ascending && chosen.iter().all(|&code| code < bound) {
            true => Ok(chosen),
            false => Err(wrong(NO_CHOICE)),
        }
    }

    /// Claims the position in which Red has kept these edges of an offer.
    fn answer(&mut self, at: &Structure, offer: &[Pair], kept: &[usize]) -> Result<(), ProofError> {
        self.claim(answered(at, offer, kept), OFFER)
    }

    /// Claims that the winner wins a position, unless that is settled or claimed.
    fn claim(&mut self, at: Structure, turn: Turn) -> Result<(), ProofError> {
        self.steps += 1;
        // What a spent meter gives is not used.
        if spent(STEPS) {
            return Ok(());
        }
        match self.claim.settled(&at) {
            Some(winner) if winner == self.claim.winner => return Ok(()),
            Some(_) => return Err(wrong(LOST)),
            None => {}
        }
        let slot = self.slot(&at, turn);
        let (mark, (key, places)) = (mark(&at), form(&at));
        if self.levels[slot].value(mark, || key).is_some() {
            return Ok(());
        }
        self.count += 1;
        // A bound on memory.
        if self.count > self.claim.claims {
            return Err(wrong(COUNT));
        }
        self.levels[slot].add(mark, Known { key, places, value: 0 });
        Ok(())
    }
}

fn wrong(why: &'static str) -> ProofError {
    ProofError::Claim { why }
}
