//! Where the judge and a solved level meet: a position is judged by the judge's rules and by nauty, and only the values
//! looked up come from the engine.
//!
//! Graphs go to and fro as graph6, so that neither side sees the other's types.

use std::collections::BTreeSet;
use std::path::PathBuf;

use retrograph_judge::graph6;
use retrograph_judge::nauty::Nauty;
use retrograph_judge::rng::SplitMix64;
use retrograph_judge::rules::Rules;
use retrograph_judge::triangle::{edges, relabel, with_edge};
use retrograph_storage::{Database, LabelFunction, LevelReader, Record, Result};

use super::report::{Fault, FaultKind};
use crate::games::Game;
use crate::retro::look_up::look_up;
use crate::retro::{N, P};

/// The judge's rules of the game of this name.
///
/// # Panics
/// When a game was added without them.
pub(super) fn rules(game: &str) -> Box<dyn Rules> {
    let rules = retrograph_judge::rules::rules(game);
    rules.unwrap_or_else(|| panic!("the judge does not know the rules of the game '{game}'"))
}

/// One level before the judge.
pub(super) struct Court<'a, G: Game> {
    pub game: &'a G,
    pub rules: &'a dyn Rules,
    pub db: &'a Database,
    pub level: u32,
    pub labels: &'a LabelFunction,
    /// Label function and, where they are kept, positions of the level above; `None` at the top.
    pub above: Option<(&'a LabelFunction, Option<&'a LevelReader<G::Record>>)>,
}

impl<G: Game> Court<'_, G> {
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
        let rows = graph6::decode(&text).filter(|rows| self.is_of_level(rows));
        let Some(rows) = rows else {
            return wrong(&format!("{text} is no position of level {}", self.level));
        };
        let copy = relabel(&rows, &random.permutation(rows.len()));
        let copy_text = graph6::encode(&copy);
        let Ok(position) = self.game.parse(&copy_text) else {
            return wrong(&format!("{text}, relabelled to {copy_text}, is not accepted"));
        };
        let key = self.game.record(&position);
        if key.key() != record.key() || !self.is_isomorphic(key, &form(nauty, &copy), nauty) {
            return wrong(&format!(
                "{text} is stored under a key that its relabelled copy {copy_text} does not have"
            ));
        }
        self.value(&text, &copy, Some(record.label()), nauty)
    }

    /// Judges a position that was reached in a random game: whether it is saturated, or what is wrong.
    ///
    /// # Errors
    /// When the level above cannot be read.
    pub fn played(&self, rows: &[u32], nauty: &mut Nauty) -> Result<std::result::Result<bool, Fault>> {
        self.value(&graph6::encode(rows), rows, None, nauty)
    }

    /// Whether the judge agrees that these rows are a position of this level.
    fn is_of_level(&self, rows: &[u32]) -> bool {
        rows.len() == self.game.order() && self.rules.is_position(rows) && edges(rows) == self.level as usize
    }

    /// Whether nauty finds the graph of `key` isomorphic to the one whose form this is.
    fn is_isomorphic(&self, key: G::Record, other: &[u32], nauty: &mut Nauty) -> bool {
        let rows = graph6::decode(&self.game.graph6(&self.game.position(key)));
        rows.is_some_and(|rows| form(nauty, &rows) == other)
    }

    /// Derives the value of `rows`, called `text`, from those of all its children, and compares it with the label
    /// function's and with the `stored` one.
    fn value(
        &self,
        text: &str,
        rows: &[u32],
        stored: Option<u8>,
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

        let moves = self.rules.moves(rows).into_iter();
        let children: BTreeSet<Vec<u32>> = moves.map(|edge| form(nauty, &with_edge(rows, edge))).collect();
        let mut has_p = false;
        for child in &children {
            let child_text = graph6::encode(child);
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
                let found = match key {
                    Some(key) => positions.get(key)?.map(|label| (key, label)),
                    None => None,
                };
                let Some((key, stored)) = found else {
                    let what = format!("{child_text}, to which {text} can be moved, is missing");
                    return fault(level + 1, &positions_file, FaultKind::Position, what);
                };
                if !self.is_isomorphic(key, child, nauty) {
                    let what = format!("{child_text} is found under the key of another graph");
                    return fault(level + 1, &positions_file, FaultKind::Position, what);
                }
                if stored != label {
                    let what = format!("{child_text} has another value in the label function than in the level");
                    return fault(level + 1, &positions_file, FaultKind::Value, what);
                }
            }
            has_p |= label == P;
        }
        if own != if has_p { N } else { P } {
            let file = if stored.is_some() { positions_file } else { labels_file };
            let what = format!("{text} has a value that does not follow from its moves");
            return fault(level, &file, FaultKind::Value, what);
        }
        Ok(Ok(children.is_empty()))
    }

    /// The label of `rows` in a label function; `None` when it does not know them.
    fn label(&self, labels: &LabelFunction, rows: &[u32]) -> Option<u8> {
        let position = self.game.parse(&graph6::encode(rows)).ok()?;
        look_up(self.game, labels, self.game.signature(&position), &position, &mut 0)
    }
}

/// nauty's canonical form.
pub(super) fn form(nauty: &mut Nauty, rows: &[u32]) -> Vec<u32> {
    let mut form = vec![0; rows.len()];
    nauty.canonical_into(rows, &mut form);
    form
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_judge_knows_the_rules_of_every_game() {
        for game in crate::games::EXAMPLES {
            assert!(super::rules(game).is_position(&[0]));
        }
    }
}
