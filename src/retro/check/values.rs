//! Values derived again from the moves.

use rayon::prelude::*;
use retrograph_storage::{LabelFunction, LevelManifest, LevelReader, Record, Result};

use super::report::{CheckReport, Fault, FaultKind};
use crate::games::Game;
use crate::retro::look_up::look_up;
use crate::retro::observer::{Observer, Step};
use crate::retro::{N, P};

const BATCH_CHUNKS: usize = 1024;

/// The values of one level against the level above.
pub(super) struct Values<'a, G: Game> {
    pub game: &'a G,
    pub manifest: &'a LevelManifest,
    /// Where the manifest and the positions lie.
    pub folder: &'a std::path::Path,
    pub above: Option<&'a LabelFunction>,
    /// So many of the level, spread evenly; `None`: all.
    pub sample: Option<u64>,
}

impl<G: Game> Values<'_, G> {
    pub fn check(
        &self,
        labels: &LabelFunction,
        positions: &LevelReader<G::Record>,
        observer: &dyn Observer,
        report: &mut CheckReport,
    ) -> Result<()> {
        let (level, all) = (self.manifest.level, self.manifest.positions.positions);
        // Every position when the step is 1.
        let step = self.sample.map_or(1, |count| (all / count.max(1)).max(1));
        observer.begin(&Step {
            level: Some(level),
            name: "values",
            done: 0,
            all,
        });
        let mut chunks = positions.chunks();
        let (mut batch, mut records) = (Vec::new(), Vec::new());
        let (mut done, mut saturated) = (0u64, 0);
        loop {
            records.clear();
            if chunks.next_chunks(BATCH_CHUNKS, &mut batch)? == 0 {
                break;
            }
            for chunk in &batch {
                chunk.decode(&mut records)?;
            }
            let chosen: Vec<_> = (done..)
                .zip(&records)
                .filter(|(index, _)| index % step == 0)
                .map(|(_, &record)| record)
                .collect();
            let found: Vec<_> = chosen.par_iter().map(|&record| self.value(labels, record)).collect();
            for (is_saturated, wrong) in &found {
                saturated += u64::from(*is_saturated);
                if let Some((kind, what)) = wrong {
                    report.faults.push(self.fault(*kind, what.clone()));
                }
            }
            report.values += found.len() as u64;
            done += records.len() as u64;
            observer.advance(done);
        }
        observer.end();
        let known = self.manifest.counts.get("saturated").copied().unwrap_or(0);
        if step == 1 && known != saturated {
            let what = format!("level {level} has {saturated} saturated positions, its manifest says {known}");
            report.faults.push(self.fault(FaultKind::Counts, what));
        }
        Ok(())
    }

    fn fault(&self, kind: FaultKind, what: String) -> Fault {
        Fault {
            level: Some(self.manifest.level),
            file: self.folder.to_path_buf(),
            kind,
            sentence: format!("{}: {what}", self.folder.display()),
        }
    }

    /// Whether the position of `record` is saturated, and what is wrong with it.
    fn value(&self, labels: &LabelFunction, record: G::Record) -> (bool, Option<(FaultKind, String)>) {
        let level = self.manifest.level;
        let position = self.game.position(record);
        let graph6 = self.game.graph6(&position);
        let wrong = |kind, what: &str| Some((kind, format!("level {level}: {graph6} {what}")));
        if self.game.edges(&position) != level || self.game.record(&position) != record.key() {
            return (
                false,
                wrong(FaultKind::Position, "is not a canonical graph of this level"),
            );
        }
        let ask = |labels, position| look_up(self.game, labels, self.game.signature(position), position, &mut 0);
        if ask(labels, &position) != Some(record.label()) {
            let what = "has another value in the label function than in the level";
            return (false, wrong(FaultKind::Value, what));
        }
        let children: Option<Vec<u8>> = (self.game.moves(&position).iter())
            .map(|step| self.above.and_then(|above| ask(above, &step.child)))
            .collect();
        let Some(children) = children else {
            return (
                false,
                wrong(FaultKind::Value, "has a child that the level above does not know"),
            );
        };
        let derived = if children.contains(&P) { N } else { P };
        let fault = if derived == record.label() {
            None
        } else {
            wrong(FaultKind::Value, "has a value that does not follow from its moves")
        };
        (children.is_empty(), fault)
    }
}
