//! The value of a position from those of its children.

use super::{Completion, Kind, Label, N, Outcome, P, Player, Turn, Values};

/// The value of a position from those of its children, in any order and with repetitions; where moves are offers, offer
/// by offer.
#[derive(Clone, Copy, Debug)]
pub struct Fold {
    values: Values,
    turn: Turn,
    count: u32,
    /// Labels seen, a bit each.
    seen: [u64; 4],
    /// What either player can reach; where a position says who moves, the first entry is that of whoever does.
    best: [Best; 2],
    /// What the player can reach who chooses of the present offer.
    offer: Best,
    /// The most edges due with which either player wins.
    most_due: [u8; 2],
    /// The largest second label and the least first one.
    least_second_first: (u8, u8),
}

/// What a player can reach.
#[derive(Clone, Copy, Debug, Default)]
struct Best {
    /// Moves to the quickest win.
    win: Option<u8>,
    /// Whether a tie can be had.
    tie: bool,
    /// Moves to the slowest loss.
    loss: Option<u8>,
}

impl Best {
    /// A move after which the game is won or lost for the mover, or else tied, with so many moves to the end in all.
    fn add(&mut self, wins: Option<bool>, moves: u8) {
        match wins {
            Some(true) => self.win = Some(self.win.map_or(moves, |least| least.min(moves))),
            None => self.tie = true,
            Some(false) => self.loss = self.loss.max(Some(moves)),
        }
    }

    /// Moves to the end; 0 for a tie, `None` when there was no move.
    fn moves(&self) -> Option<u8> {
        match (self.win, self.tie) {
            (Some(moves), _) => Some(moves),
            (None, true) => Some(0),
            (None, false) => self.loss,
        }
    }
}

impl Fold {
    pub(super) fn new(values: Values, turn: Turn) -> Self {
        Self {
            values,
            turn,
            count: 0,
            seen: [0; 4],
            best: [Best::default(); 2],
            offer: Best::default(),
            most_due: [0; 2],
            least_second_first: (0, u8::MAX),
        }
    }

    /// A move leads to a position of this label; `by` says whose it is where positions do not.
    pub fn add(&mut self, by: Option<Player>, label: Label) {
        self.count += 1;
        match (by, self.values.kind) {
            (Some(by), Kind::Outcome) => self.add_due(by, label),
            (Some(by), _) => self.add_step(by, label),
            (None, _) => self.add_move(label),
        }
    }

    fn add_move(&mut self, label: Label) {
        self.seen[usize::from(label.first / 64)] |= 1 << (label.first % 64);
        let (second, first) = &mut self.least_second_first;
        (*second, *first) = ((*second).max(label.second), (*first).min(label.first));
        let moves = label.first.saturating_add(1);
        if self.values.play.hunter().is_some() {
            let (best, player) = match self.turn.offers {
                true => (&mut self.offer, self.turn.next.map(Player::other)),
                false => (&mut self.best[0], self.turn.next),
            };
            return best.add(completed(self.values, label.first, player), moves);
        }
        // Who wins there as the previous player is the mover.
        let wins = match self.values.outcome(label) {
            Some(Outcome::P) => Some(true),
            Some(Outcome::N) => Some(false),
            _ => None,
        };
        self.best[0].add(wins, moves);
    }

    /// The moves since the last offer are all of one: what the other player chooses of them is what it leads to.
    pub fn close_offer(&mut self) {
        let offer = std::mem::take(&mut self.offer);
        let moves = offer.moves().expect("an offer has a choice");
        self.best[0].add(completed(self.values, moves, self.turn.next), moves);
    }

    /// In [`super::Play::several`], a step of `by` leads to a position of this label: the move may end there, or go on
    /// by another step of the same player. That is all there is to moves of several steps: what they lead to is what
    /// one step and then any move, or none, leads to.
    fn add_step(&mut self, by: Player, label: Label) {
        debug_assert!(self.values.play.several);
        let (own, others) = own_and_others(by, label);
        let best = &mut self.best[by as usize];
        let ended = others.saturating_add(1);
        if self.values.play.hunter().is_some() {
            best.add(completed(self.values, others, Some(by)), ended);
            best.add(completed(self.values, own, Some(by)), own);
            return;
        }
        // Whoever has made the last move wins.
        let wins_next = |moves: u8| !moves.is_multiple_of(2);
        best.add(Some(!wins_next(others)), ended);
        // Without a further step there is no going on.
        if own > 0 {
            best.add(Some(wins_next(own)), own);
        }
    }

    /// A step of `by`, where labels say with how many edges due the players win. More due is a choice less.
    fn add_due(&mut self, by: Player, label: Label) {
        let (own, others) = own_and_others(by, label);
        let due = self.turn.due[by as usize];
        let goes_on = due.saturating_sub(own);
        let most = match (goes_on, others) {
            // The move ends there, and the other player has all due and wins.
            (0, 0) => 0,
            (0, _) => 1,
            _ => due.min(goes_on + 1),
        };
        let best = &mut self.most_due[by as usize];
        *best = most.max(*best);
    }

    /// A move ends the game.
    pub fn add_end(&mut self) {
        self.count += 1;
        let by = match self.values.play.several {
            true => Some(Player::First),
            false => self.turn.next,
        };
        let wins = match self.values.play.hunter() {
            Some(_) => completed(self.values, 1, by),
            None => Some(self.values.play.completion != Some(Completion::Loses)),
        };
        self.best[0].add(wins, 1);
    }

    /// Whether there was a move.
    pub fn has_move(&self) -> bool {
        self.count > 0
    }

    /// Whether no other move can change the label, where it says who wins alone and something completed is a win.
    pub fn is_settled(&self) -> bool {
        let Values { play, kind } = self.values;
        kind == Kind::Outcome
            && !play.several
            && match play.hunter() {
                None => false,
                hunter if hunter == self.turn.next => self.best[0].win.is_some(),
                Some(_) => self.best[0].tie,
            }
    }

    /// The label of the position.
    pub fn label(&self) -> Label {
        let one = |first| Label { first, second: 0 };
        match self.values.kind {
            Kind::Outcome if self.values.play.several => self.short_of_due(),
            _ if !self.has_move() => self.values.terminal(),
            Kind::Outcome if self.values.play.hunter().is_some() => one(u8::from(self.best[0].moves() != Some(0))),
            Kind::Outcome => one(if self.best[0].win.is_some() { N } else { P }),
            Kind::Grundy => one((0..=u8::MAX)
                .find(|&number| self.seen[usize::from(number / 64)] >> (number % 64) & 1 == 0)
                .expect("a position has fewer than 256 moves")),
            Kind::Remoteness if self.values.play.several => Label {
                first: self.best[0].moves().unwrap_or(0),
                second: self.best[1].moves().unwrap_or(0),
            },
            Kind::Remoteness => one(self.best[0].moves().expect("there was a move")),
            // Max answers Min and Min answers Max.
            Kind::Score => Label {
                first: 1 + self.least_second_first.0,
                second: 1 + self.least_second_first.1,
            },
        }
    }
}

impl Fold {
    /// By how many edges what is due must be less for either player to win.
    fn short_of_due(&self) -> Label {
        let wins = |player| !self.has_move() && Outcome::of(player) == self.values.play.terminal();
        let [first, second] = Player::BOTH.map(|player| match wins(player) {
            true => 0,
            false => self.turn.due[player as usize] - self.most_due[player as usize],
        });
        Label { first, second }
    }
}

/// The label for `by` and that for the other player.
fn own_and_others(by: Player, label: Label) -> (u8, u8) {
    match by {
        Player::First => (label.first, label.second),
        Player::Second => (label.second, label.first),
    }
}

/// What it means for `player` that the goal is completed in so many moves; `None` when it never is, where moves do not
/// count, as in a tie: for one player that is better than anything else, for the other worse.
fn completed(values: Values, moves: u8, player: Option<Player>) -> Option<bool> {
    (moves > 0).then_some(values.play.hunter() == player)
}
