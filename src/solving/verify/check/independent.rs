//! Where the judge and a solved level meet: a position is judged by the judge's rules and by nauty, and only the values
//! looked up come from the engine.
//!
//! Graphs go to and fro as graph6, so that neither side sees the other's types.

use std::collections::BTreeMap;
use std::path::PathBuf;

use retrograph_referee::nauty::Nauty;
use retrograph_referee::rng::SplitMix64;
use retrograph_storage::{Database, LevelReader, Record, Result};

use super::report::{Fault, FaultKind};
use crate::judging::Referee;
use game::Levels;
use game::values::{Label, Values};
use retro::read::look_up::{Labels, label_of};

/// One level before the judge.
pub(super) struct Court<'a, G: Levels> {
    pub game: &'a G,
    pub referee: &'a dyn Referee,
    pub db: &'a Database,
    pub level: u32,
    pub values: Values,
    pub labels: &'a Labels,
    /// Label functions and, where they are kept, positions of the level above; `None` at the top.
    pub above: Option<(&'a Labels, Option<&'a LevelReader<G::Record>>)>,
}

impl<G: Levels> Court<'_, G> {
    /// Judges a position as it is stored: whether it is saturated, or what is wrong with it. `random` chooses the copy
    /// that must have the same key.
    ///
    /// # Errors
    /// When the level above cannot be read.
    pub fn stored(
        &self,
        record: G::Record,
        nauty: &mut Nauty,
        random: &mut SplitMix64,
    ) -> Result<std::result::Result<bool, Fault>> {
        let file = self.db.positions_folder(self.level);
        let text = self.game.graph6(&self.game.position(record));
        let wrong = |what: &str| Ok(Err(Fault::new(self.level, &file, FaultKind::Position, what)));
        let rows = self
            .referee
            .decode(&text)
            .filter(|rows| self.referee.is_of_level(rows, self.level));
        let Some(rows) = rows else {
            return wrong(&format!("{text} is no position of level {}", self.level));
        };
        let copy = self.referee.relabelled(&rows, random);
        let copy_text = self.referee.encode(&copy);
        let Ok(position) = self.game.parse(&copy_text) else {
            return wrong(&format!("{text}, relabelled to {copy_text}, is not accepted"));
        };
        let key = self.game.record(&position);
        if key.key() != record.key() || !self.is_isomorphic(key, &self.referee.form(nauty, &copy), nauty) {
            return wrong(&format!(
                "{text} is stored under a key that its relabelled copy {copy_text} does not have"
            ));
        }
        self.value(&text, &copy, Some(label_of(record)), nauty)
    }

    /// Judges a position that was reached in a random game: whether it is saturated, or what is wrong.
    ///
    /// # Errors
    /// When the level above cannot be read.
    pub fn played(&self, rows: &[u32], nauty: &mut Nauty) -> Result<std::result::Result<bool, Fault>> {
        self.value(&self.referee.encode(rows), rows, None, nauty)
    }

    /// Whether nauty finds the graph of `key` isomorphic to the one whose form this is.
    fn is_isomorphic(&self, key: G::Record, other: &[u32], nauty: &mut Nauty) -> bool {
        let rows = self.referee.decode(&self.game.graph6(&self.game.position(key)));
        rows.is_some_and(|rows| self.referee.form(nauty, &rows) == other)
    }

    /// Derives the value of `rows`, called `text`, from those of all its children, and compares it with the label
    /// function's and with the `stored` one.
    fn value(
        &self,
        text: &str,
        rows: &[u32],
        stored: Option<Label>,
        nauty: &mut Nauty,
    ) -> Result<std::result::Result<bool, Fault>> {
        let level = self.level;
        let labels_file = self.db.label_function_path(level);
        let positions_file = self.db.positions_folder(level);
        let fault = |level: u32, file: &PathBuf, kind, what: String| Ok(Err(Fault::new(level, file, kind, &what)));
        let Some(own) = self.label(self.labels, rows) else {
            return fault(
                level,
                &labels_file,
                FaultKind::Value,
                format!("it does not know {text}"),
            );
        };
        if let Some(stored) = stored
            && stored != own
        {
            let what = format!("{text} has another value in the label function than in the level");
            return fault(level, &positions_file, FaultKind::Value, what);
        }

        let (children, ends) = self.referee.children(rows);
        let forms: Vec<_> = (children.iter())
            .map(|(by, child)| (*by, self.referee.form(nauty, child)))
            .collect();
        let classes: BTreeMap<_, &Vec<u32>> = forms.iter().zip(children.iter().map(|(_, child)| child)).collect();
        let mut labels_of = BTreeMap::new();
        for (class @ (_, form), child) in classes {
            let child = self.referee.reported(form, child);
            let child_text = self.referee.encode(child);
            let Some((labels, positions)) = self.above else {
                let what = format!("{text} of the highest level can be moved to {child_text}");
                return fault(level, &positions_file, FaultKind::Position, what);
            };
            let (labels_file, positions_file) = (
                self.db.label_function_path(level + 1),
                self.db.positions_folder(level + 1),
            );
            let Some(label) = self.label(labels, child) else {
                let what = format!("it does not know {child_text}, to which {text} can be moved");
                return fault(level + 1, &labels_file, FaultKind::Value, what);
            };
            if let Some(positions) = positions {
                let position = self.game.parse(&child_text).ok();
                let key = position.map(|position| self.game.record(&position));
                let kept = match key {
                    Some(key) => positions.find(key)?.map(|record| (key, label_of(record))),
                    None => None,
                };
                let Some((key, stored)) = kept else {
                    let what = format!("{child_text}, to which {text} can be moved, is missing");
                    return fault(level + 1, &positions_file, FaultKind::Position, what);
                };
                if !self.is_isomorphic(key, form, nauty) {
                    let what = format!("{child_text} is found under the key of another graph");
                    return fault(level + 1, &positions_file, FaultKind::Position, what);
                }
                if stored != label {
                    let what = format!("{child_text} has another value in the label function than in the level");
                    return fault(level + 1, &positions_file, FaultKind::Value, what);
                }
            }
            labels_of.insert(class, label);
        }
        // In the order of the children, offer by offer where moves are offers.
        let found: Vec<_> = forms.iter().map(|class| (class.0, labels_of[class])).collect();
        if !self.referee.agrees(self.values, rows, own, &found, ends) {
            let file = if stored.is_some() { positions_file } else { labels_file };
            let what = format!("{text} has a value that does not follow from its moves");
            return fault(level, &file, FaultKind::Value, what);
        }
        Ok(Ok(children.is_empty()))
    }

    /// The label of `rows` in label functions; `None` when they do not know them.
    fn label(&self, labels: &Labels, rows: &[u32]) -> Option<Label> {
        let position = self.game.parse(&self.referee.encode(rows)).ok()?;
        labels.look_up(self.game, self.game.signature(&position), &position, &mut 0)
    }
}
