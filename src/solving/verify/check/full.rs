//! The full strength: every value of a level derived again from all its moves, by the engine.

use retrograph_storage::{LevelReader, Record, Result, Window};

use super::gauge::{Gauge, cost};
use super::members::Members;
use super::report::FaultKind;
use super::scan::scan;
use game::Levels;
use game::values::{Label, N, P, Values};
use retro::read::look_up::{Labels, label_of};
use retro::read::meaning::terminal;

/// The values of one level against the level above.
pub(super) struct Derivation<'a, G: Levels> {
    pub game: &'a G,
    pub level: u32,
    pub values: Values,
    pub labels: &'a Labels,
    /// The label functions of the level above; `None` at the top.
    pub above: Option<&'a Labels>,
}

/// Something wrong with a position: of what kind, and a sentence.
pub(super) type Wrong = (FaultKind, String);

impl<G: Levels> Derivation<'_, G> {
    /// Checks every position, which `members` takes in; `wrong` gets what is wrong, in key order. Returns the number of
    /// positions that are saturated. Cost: a canonical form a position, and the look-ups of its moves up to the first
    /// one to a P.
    ///
    /// # Errors
    /// When the level cannot be read.
    pub fn check(
        &self,
        positions: &LevelReader<G::Record>,
        members: &Members,
        gauge: &Gauge,
        mut wrong: impl FnMut(Wrong),
    ) -> Result<u64> {
        let mut saturated = 0;
        let task = |(): &mut (), records: &[G::Record]| {
            let mut found = (0, Vec::new());
            for &record in records {
                members.add(record);
                match self.value(record) {
                    Ok(is_saturated) => found.0 += u64::from(is_saturated),
                    Err(wrong) => found.1.push(wrong),
                }
            }
            gauge.add(records.len() as u64 * cost::VALUE);
            Ok(found)
        };
        scan(
            positions,
            || (),
            task,
            |(count, found)| {
                saturated += count;
                found.into_iter().for_each(&mut wrong);
            },
        )?;
        Ok(saturated)
    }

    /// Whether the position of `record` is saturated, or what is wrong with it.
    fn value(&self, record: G::Record) -> std::result::Result<bool, Wrong> {
        let Self { game, level, .. } = *self;
        let position = game.position(record);
        if game.level_of(&position) != level || !game.is_legal(&position) {
            return Err(self.wrong(record, FaultKind::Position, "is no position of this level"));
        }
        let position = game.labelled(position);
        if game.record(&position) != record.key() {
            return Err(self.wrong(
                record,
                FaultKind::Position,
                "is stored under a key that is not canonical",
            ));
        }
        let label = label_of(record);
        let known = self.labels.look_up(game, game.signature(&position), &position, &mut 0);
        if known != Some(label) {
            let what = "has another value in the label function than in the level";
            return Err(self.wrong(record, FaultKind::Value, what));
        }
        let Some((has_move, value)) = self.children(&position) else {
            let what = "has a child that the label function of the level above does not know";
            return Err(self.wrong(record, FaultKind::Value, what));
        };
        if label != value {
            let what = "has a value that does not follow from its moves";
            return Err(self.wrong(record, FaultKind::Value, what));
        }
        Ok(!has_move)
    }

    /// Whether there is a move, and the value that follows; `None` when the level above does not know a child. Labels
    /// of one bit are read as in the expansion: when the next child has been made.
    fn children(&self, position: &G::Position) -> Option<(bool, Label)> {
        let (mut has_move, mut is_unknown) = (false, false);
        let mut waiting: Option<Window> = None;
        let mut fold = self.values.fold(self.game.turn(position));
        let Some(above) = self.above else {
            let has_move = self.game.any_child(position, |_, _| true);
            return Some((has_move, terminal(self.game, self.values, position)));
        };
        if !self.values.is_outcome() {
            self.game.any_child(position, |signature, child| {
                match above.look_up(self.game, signature, child, &mut 0) {
                    Some(label) => fold.add(self.game.stepper(child), label),
                    None => is_unknown = true,
                }
                if self.game.closes_offer(child) {
                    fold.close_offer();
                }
                is_unknown
            });
            let has_move = fold.has_move();
            if self.values.may_end() && self.game.can_end(position) {
                fold.add_end();
            }
            return (!is_unknown).then(|| (has_move, fold.label()));
        }
        let above = above.first();
        let is_p = |window: Window| above.read(&window) == P;
        let found = self.game.any_child(position, |signature, child| {
            has_move = true;
            match above.locate(signature) {
                Some(window) => waiting.replace(window).is_some_and(is_p),
                None => {
                    let label = above.exact(self.game.record(child));
                    is_unknown |= label.is_none();
                    label.is_none_or(|label| label == P)
                }
            }
        });
        if has_move {
            let first = if found || waiting.is_some_and(is_p) { P } else { N };
            fold.add(None, Label { first, second: 0 });
        }
        (!is_unknown).then(|| (has_move, fold.label()))
    }

    fn wrong(&self, record: G::Record, kind: FaultKind, what: &str) -> Wrong {
        let graph6 = self.game.graph6(&self.game.position(record));
        (kind, format!("level {}: {graph6} {what}", self.level))
    }
}
