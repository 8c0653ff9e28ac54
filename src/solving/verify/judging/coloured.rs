//! Games of two colours.

use retrograph_referee::nauty::Nauty;
use retrograph_referee::ramsey;
use retrograph_referee::rng::SplitMix64;

use super::common::follows;
use super::{Child, Referee, Step, Turn, Verdict};
use game::values::{Label, Outcome, Play, Player, Values};

/// A game of two colours.
pub(super) struct Coloured(pub ramsey::Rules);

impl Coloured {
    /// What a label of a position in which `left` moves can be made says to who is next.
    fn said(values: Values, next: Player, left: u32, label: Label) -> ramsey::Value {
        let seen = values.seen_by(next, label);
        let (outcome, remoteness) = match values.outcome(seen) {
            Some(Outcome::P) => (ramsey::Outcome::P, u32::from(seen.first).min(left)),
            Some(Outcome::N) => (ramsey::Outcome::N, u32::from(seen.first).min(left)),
            _ => (ramsey::Outcome::T, left),
        };
        ramsey::Value { outcome, remoteness }
    }
}

impl Referee for Coloured {
    fn decode(&self, text: &str) -> Option<Vec<u32>> {
        self.0.decode(text)
    }

    fn encode(&self, rows: &[u32]) -> String {
        self.0.encode(rows)
    }

    fn is_position(&self, rows: &[u32]) -> bool {
        self.0.is_position(rows)
    }

    fn level(&self, rows: &[u32]) -> u32 {
        self.0.level(rows) as u32
    }

    fn start(&self) -> Vec<u32> {
        self.0.start()
    }

    fn turn(&self, rows: &[u32]) -> Turn {
        self.0.next(rows).map_or(Turn::Either, |next| Turn::Of(player(next)))
    }

    fn most_left(&self, rows: &[u32]) -> Option<u32> {
        Some((self.0.free_edges() - self.0.level(rows)) as u32)
    }

    fn relabelled(&self, rows: &[u32], random: &mut SplitMix64) -> Vec<u32> {
        self.0.relabelled(rows, random)
    }

    fn form(&self, nauty: &mut Nauty, rows: &[u32]) -> Vec<u32> {
        self.0.form(nauty, rows)
    }

    fn reported<'a>(&self, _form: &'a [u32], rows: &'a [u32]) -> &'a [u32] {
        rows
    }

    fn random_position(&self, level: u32, random: &mut SplitMix64) -> Option<Vec<u32>> {
        self.0.random_position(level as usize, random)
    }

    fn steps(&self, rows: &[u32]) -> Vec<Step> {
        let step = |step: ramsey::Step| Step {
            by: Some(player(step.by)),
            edge: step.edge,
            verdict: match (step.in_turn, step.completes, self.0.end()) {
                (false, ..) => Verdict::OutOfTurn,
                (true, false, _) => Verdict::Leads,
                (true, true, Some(_)) => Verdict::Ends,
                (true, true, None) => Verdict::Forbidden,
            },
            rows: step.rows,
        };
        self.0.steps(rows).into_iter().map(step).collect()
    }

    fn children(&self, rows: &[u32]) -> (Vec<Child>, bool) {
        let may_tell = self.0.next(rows).is_some();
        let (children, ends) = self.0.children(rows);
        let by = |mover| if may_tell { None } else { Some(player(mover)) };
        let children = children.into_iter().map(|(mover, rows)| (by(mover), rows));
        (children.collect(), ends)
    }

    fn parents(&self, rows: &[u32]) -> Vec<Vec<u32>> {
        self.0.parents(rows)
    }

    fn agrees(
        &self,
        values: Values,
        rows: &[u32],
        label: Label,
        children: &[(Option<Player>, Label)],
        ends: bool,
    ) -> bool {
        let level = self.0.level(rows) as u32;
        let left = self.0.free_edges() as u32 - level;
        if matches!(values.play(), Play::NORMAL | Play::MISERE) {
            return follows(values, level, label, children);
        }
        let said = |next, left, label| Self::said(values, next, left, label);
        if values.play().several {
            return Player::BOTH.into_iter().all(|next| {
                let own = children.iter().filter(|(by, _)| *by == Some(next));
                let steps = own.map(|&(_, label)| (said(next.other(), left - 1, label), said(next, left - 1, label)));
                said(next, left, label) == ramsey::of_steps(steps)
            });
        }
        let values_there = children.iter().map(|&(_, label)| said(Player::First, left - 1, label));
        let found = ramsey::of_moves(values_there, self.0.end().filter(|_| ends));
        let found = found.unwrap_or(ramsey::Value {
            outcome: self.0.without_a_move(rows),
            remoteness: 0,
        });
        said(Player::First, left, label) == found
    }
}

fn player(judged: ramsey::Player) -> Player {
    match judged {
        ramsey::Player::Red => Player::First,
        ramsey::Player::Green => Player::Second,
    }
}
