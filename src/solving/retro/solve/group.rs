//! Small levels share their syncs: on a usual disk a level of its own takes a dozen of some 5 ms each, far longer than
//! making a few thousand positions.
//!
//! They are sealed in a folder of their own, out of sight, and move into their places together once one sync of the
//! file system has made all of them durable. A kill or a loss of power costs what has not moved: about a second of
//! work.

use std::time::{Duration, Instant};

use retrograph_storage::{Database, Result};

use super::options::Options;
use crate::keep::{Keep, drop_positions};
use crate::observer::{LevelReport, Observer};

/// Most positions of a level below which the next one is in a group, however long they took.
const SMALL: u64 = 1 << 12;
/// Most time that a larger level took for the next one to be in a group.
const QUICK: Duration = Duration::from_millis(100);
/// A group moves when it is this old.
const OLD: Duration = Duration::from_secs(1);

/// Where the levels of a run go.
pub(super) struct Group<'a> {
    db: &'a Database,
    keep: Keep,
    /// Most positions of the level above one in a group.
    most: u64,
    observer: &'a dyn Observer,
    /// The last level that was sealed in this run.
    last: Option<LevelReport>,
    staged: Option<Staged>,
}

/// Levels that are sealed and not yet in their places.
struct Staged {
    db: Database,
    begun: Instant,
    reports: Vec<LevelReport>,
}

/// Where a level is read and written.
pub(super) struct Place<'a> {
    /// The database that has the level above.
    pub above: &'a Database,
    /// The database that the level is sealed in.
    pub db: &'a Database,
}

impl<'a> Group<'a> {
    /// For a run into `db`.
    pub fn new(db: &'a Database, options: &Options, observer: &'a dyn Observer) -> Self {
        Self {
            db,
            keep: options.keep,
            most: options.grain.group_positions,
            observer,
            last: None,
            staged: None,
        }
    }

    /// Where `level` is to be solved; levels before it may move to their places now.
    ///
    /// # Errors
    /// When a file cannot be read or written.
    pub fn place(&mut self, level: u32) -> Result<Place<'_>> {
        let is_small = self.is_small(level)?;
        let is_old = |staged: &Staged| staged.begun.elapsed() >= OLD;
        if !is_small || self.staged.as_ref().is_some_and(is_old) {
            self.publish()?;
        }
        let above_is_staged = self.staged.is_some();
        if is_small && !above_is_staged {
            self.staged = Some(Staged {
                db: self.db.group()?,
                begun: Instant::now(),
                reports: vec![],
            });
        }
        let db = self.staged.as_ref().map_or(self.db, |staged| &staged.db);
        let above = if above_is_staged { db } else { self.db };
        Ok(Place { above, db })
    }

    /// Whether `level` is expected to be made so quickly that its syncs would take longer.
    fn is_small(&self, level: u32) -> Result<bool> {
        // Parts that are there are in its own place.
        if self.most == 0 || self.db.has_work(level)? {
            return Ok(false);
        }
        let (above, took) = match &self.last {
            Some(last) => (last.positions, Duration::from_secs_f64(last.seconds)),
            None => {
                let manifest = self.db.manifest(level + 1)?;
                (manifest.map_or(0, |above| above.positions.positions), Duration::MAX)
            }
        };
        Ok(above <= self.most.min(SMALL) || above <= self.most && took <= QUICK)
    }

    /// Takes note of a level that has been sealed in its place.
    ///
    /// # Errors
    /// When what is not needed any more cannot be removed.
    pub fn sealed(&mut self, report: LevelReport) -> Result<()> {
        self.last = Some(report.clone());
        match &mut self.staged {
            Some(staged) => staged.reports.push(report),
            None => {
                self.observer.sealed(&report);
                drop_positions(self.db, self.keep)?;
            }
        }
        Ok(())
    }

    /// Moves the levels of the group to their places.
    ///
    /// # Errors
    /// When a file cannot be written; the higher levels have moved then.
    pub fn publish(&mut self) -> Result<()> {
        let Some(staged) = self.staged.take() else {
            return Ok(());
        };
        let levels: Vec<u32> = staged.reports.iter().map(|report| report.level).collect();
        let mut reports = staged.reports.iter();
        self.db.publish(&staged.db, &levels, |_| {
            self.observer.sealed(reports.next().expect("a report for each level"));
            // One by one: readers and the next run expect positions of the two lowest levels at most.
            drop_positions(self.db, self.keep)
        })
    }
}
