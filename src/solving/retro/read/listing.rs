//! The positions of sealed levels, one after another: what exports to other tools are made from.

use std::collections::BTreeSet;
use std::io;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use base::random::SplitMix64;
use retrograph_storage::{CHUNK_RECORDS, Database, Error, LevelManifest, LevelReader, RawChunk, Record};

use super::meaning::values_of;
use game::Keys;
use game::values::{Kind, Label, Outcome, Player, Values};
use graph::COLOURS;
use oracle::SolvedError;

/// Chunks read and turned into rows at a time.
const BATCH_CHUNKS: usize = 256;

/// A stored position, the types of its game forgotten.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Number of edges.
    pub level: u32,
    /// The key as it is stored: `key_width` bytes.
    pub key: Vec<u8>,
    /// The canonical form as it is written: graph6, or two words of it, red and green.
    pub graph6: String,
    /// Its value, as who is next sees it.
    pub label: Label,
    /// Who wins; `None` for scores.
    pub outcome: Option<Outcome>,
    /// Most moves that may still be made, where the play can go on to a full board.
    pub left: Option<u32>,
}

/// Why positions cannot be listed.
#[derive(Debug, thiserror::Error)]
pub enum ListingError {
    /// The disk, or what is on it.
    #[error(transparent)]
    Storage(#[from] Error),
    /// The level is not sealed.
    #[error(transparent)]
    NotSolved(SolvedError),
    /// Only values are there.
    #[error("{} keeps the values of level {level} but not its positions", db.display())]
    NoPositions {
        /// The folder.
        db: PathBuf,
        /// The level.
        level: u32,
    },
    /// Whoever was given the rows failed.
    #[error(transparent)]
    Output(#[from] io::Error),
}

/// What is done with rows, some at a time; a break ends the scan.
pub type Visit<'a> = &'a mut dyn FnMut(&[Row]) -> io::Result<ControlFlow<()>>;

/// Whether a position of this label is wanted, in which at most so many moves are left.
pub type Wants<'a> = &'a (dyn Fn(Label, Option<Outcome>, Option<u32>) -> bool + Sync);

/// A level whose positions can be listed: every byte of its files is as it was sealed.
pub struct Listed {
    manifest: LevelManifest,
}

/// Solved levels whose positions are there, the types of the game forgotten.
pub trait Listing {
    /// The folder.
    fn db(&self) -> &Database;

    /// What labels mean.
    fn values(&self) -> Values;

    /// The manifest of `level`, whose positions are there. Cost: none to speak of, so that what cannot work is refused
    /// before anything is written.
    ///
    /// # Errors
    /// [`ListingError`].
    fn manifest(&self, level: u32) -> Result<LevelManifest, ListingError>;

    /// Compares the files of `level` with its manifest, which must be done before its positions are listed. Cost: reads
    /// them once.
    ///
    /// # Errors
    /// [`ListingError`], with the file that is not as it was sealed.
    fn check(&self, level: u32) -> Result<Listed, ListingError>;

    /// Gives the positions of `level` that are `wanted` to `visit`, in key order. When it ends without a break, all
    /// that were given are compared with what was sealed. Memory does not depend on the level. Cost: a scan of the
    /// level, and a graph6 text for each that is wanted, on all threads.
    ///
    /// # Errors
    /// [`ListingError`].
    fn scan(&self, level: &Listed, wanted: Wants, visit: Visit) -> Result<(), ListingError>;

    /// Gives `count` of the positions of `level` to `visit`, in key order, every choice of so many equally likely; all
    /// when there are no more. The same for the same seed, whatever the threads. Memory: some 20 bytes a position.
    /// Cost: a scan of those files, of 33,554,432 positions each, that hold a chosen one.
    ///
    /// # Errors
    /// [`ListingError`].
    fn sample(&self, level: &Listed, count: u64, seed: u64, visit: Visit) -> Result<(), ListingError>;
}

/// A database and its game.
pub struct Stored<G> {
    /// The game.
    pub game: G,
    /// The database.
    pub db: Database,
}

/// The first position of each label on `level`, in key order, to `visit`. Cost: a scan down to the last that is new; of
/// the whole level where labels are pairs, of which nobody knows beforehand how many there are.
///
/// # Errors
/// [`ListingError`].
pub fn examples(
    listing: &dyn Listing,
    level: &Listed,
    visit: &mut dyn FnMut(&Row) -> io::Result<()>,
) -> Result<(), ListingError> {
    let summary = &level.manifest.positions;
    let labels = summary.by_label.iter().filter(|&&count| count > 0).count();
    let all = summary.by_second.is_empty().then_some(labels);
    let is_score = listing.values().kind() == Kind::Score;
    // What a batch has new is only known when it is visited: some rows come twice.
    let seen: Vec<AtomicBool> = (0..1 << 16).map(|_| AtomicBool::new(false)).collect();
    // The second label of scores belongs to a value; elsewhere it is the value of another row.
    let second = |label: Label| if is_score { usize::from(label.second) } else { 0 };
    let slot = |label: Label| &seen[usize::from(label.first) << 8 | second(label)];
    let mut found = 0;
    listing.scan(level, &|label, _, _| !slot(label).load(Relaxed), &mut |rows| {
        for row in rows {
            if !slot(row.label).swap(true, Relaxed) {
                visit(row)?;
                found += 1;
            }
        }
        let is_last = all.is_some_and(|all| found >= all);
        Ok(if is_last {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        })
    })
}

impl<G: Keys> Stored<G> {
    fn reader(&self, level: &Listed) -> Result<LevelReader<G::Record>, ListingError> {
        let manifest = &level.manifest;
        let folder = self.db.positions_folder(manifest.level);
        Ok(LevelReader::open(&folder, self.game.key_width(), &manifest.positions)?)
    }

    /// The rows of a stored position that are wanted: one, or, where it has a value for either player, one with Red and
    /// one with Green next.
    fn rows(&self, level: u32, record: G::Record, wanted: Wants) -> Vec<Row> {
        let (values, label) = (self.values(), label(record));
        let position = self.game.position(record.key());
        let left = self.game.most_left(&position);
        let row = |next: Option<Player>, text: &str| {
            let label = next.map_or(label, |next| values.seen_by(next, label));
            let outcome = values.outcome_seen(next, label);
            wanted(label, outcome, left).then(|| Row {
                level,
                key: record.to_be().as_ref()[..self.game.key_width()].to_vec(),
                graph6: self.game.graph6(&position) + text,
                label,
                outcome,
                left,
            })
        };
        let next = self.game.next(&position);
        if !values.is_twofold() || values.kind() == Kind::Score {
            return row(next, "").into_iter().collect();
        }
        // Red's value first, whoever is next where the text does not say it.
        let rows = Player::BOTH.map(|player| match Some(player) == next {
            true => row(next, ""),
            false => row(Some(player), &format!(" next:{}", COLOURS[player as usize])),
        });
        rows.into_iter().flatten().collect()
    }
}

fn label<R: Record>(record: R) -> Label {
    Label {
        first: record.label(),
        second: record.second(),
    }
}

fn decoded<R: Record>(chunk: &RawChunk<R>) -> Result<Vec<R>, Error> {
    let mut records = Vec::with_capacity(CHUNK_RECORDS);
    chunk.decode(&mut records)?;
    Ok(records)
}

impl<G: Keys> Listing for Stored<G> {
    fn db(&self) -> &Database {
        &self.db
    }

    fn values(&self) -> Values {
        values_of(&self.db).expect("the values were known when the game was chosen")
    }

    fn manifest(&self, level: u32) -> Result<LevelManifest, ListingError> {
        let Some(manifest) = self.db.manifest(level)? else {
            let levels = self.db.levels()?.into_iter().rev().collect();
            return Err(ListingError::NotSolved(SolvedError::NotSolved { level, levels }));
        };
        let identity = (manifest.game.as_str(), manifest.n, manifest.key_width as usize);
        if identity != (self.game.name(), self.game.order() as u32, self.game.key_width()) {
            let path = self.db.level_folder(level).join("manifest.json");
            return Err(ListingError::NotSolved(SolvedError::Foreign { level, path }));
        }
        if !self.db.has_positions(level)? {
            let db = self.db.folder().to_path_buf();
            return Err(ListingError::NoPositions { db, level });
        }
        Ok(manifest)
    }

    fn check(&self, level: u32) -> Result<Listed, ListingError> {
        let manifest = self.manifest(level)?;
        let folder = self.db.positions_folder(level);
        match manifest.positions.check_files(&folder, self.game.key_width()) {
            Ok(()) => Ok(Listed { manifest }),
            // A run that keeps labels alone has dropped them meanwhile.
            Err(_) if matches!(self.db.has_positions(level), Ok(false)) => Err(ListingError::NoPositions {
                db: self.db.folder().to_path_buf(),
                level,
            }),
            Err(error) => Err(error.into()),
        }
    }

    fn scan(&self, level: &Listed, wanted: Wants, visit: Visit) -> Result<(), ListingError> {
        let reader = self.reader(level)?;
        let mut scan = reader.whole(&level.manifest.positions);
        loop {
            let records = scan.next_records(BATCH_CHUNKS)?;
            if records.is_empty() {
                return Ok(());
            }
            let turn = |records: &[G::Record]| -> Vec<Row> {
                let rows = (records.iter()).flat_map(|&record| self.rows(level.manifest.level, record, wanted));
                rows.collect()
            };
            let tasks: Vec<&[G::Record]> = records.chunks(CHUNK_RECORDS).collect();
            let parts = base::parallel::map(tasks.len(), |index| turn(tasks[index]));
            for rows in parts {
                if !rows.is_empty() && visit(&rows)?.is_break() {
                    return Ok(());
                }
            }
        }
    }

    fn sample(&self, listed: &Listed, count: u64, seed: u64, visit: Visit) -> Result<(), ListingError> {
        let manifest = &listed.manifest;
        let level = manifest.level;
        let chosen = choose(manifest.positions.positions, count, seed, level);
        let reader = self.reader(listed)?;
        let mut chosen = chosen.into_iter().peekable();
        let mut before = 0;
        for file in &manifest.positions.files {
            let end = before + file.positions;
            let mut at = before;
            before = end;
            if chosen.peek().is_none_or(|&index| index >= end) {
                continue;
            }
            let mut chunks = reader.chunks_from(G::Record::from_be(&file.first_key));
            let mut batch = Vec::new();
            while chosen.peek().is_some_and(|&index| index < end) {
                if chunks.next_chunks(BATCH_CHUNKS, &mut batch)? == 0 {
                    let what = "it ends before its last position".into();
                    let path = self.db.positions_folder(level);
                    return Err(Error::Corrupt { path, what }.into());
                }
                let mut rows = Vec::new();
                for chunk in &batch {
                    let all = (end - at).min(CHUNK_RECORDS as u64);
                    if chosen.peek().is_some_and(|&index| index < at + all) {
                        let records = decoded(chunk)?;
                        while let Some(index) = chosen.next_if(|&index| index < at + all) {
                            let record = records.get((index - at) as usize).copied();
                            let record = record.ok_or_else(|| Error::Corrupt {
                                path: self.db.positions_folder(level),
                                what: "a chunk has too few positions".into(),
                            })?;
                            rows.extend(self.rows(level, record, &|_, _, _| true));
                        }
                    }
                    at += all;
                }
                if visit(&rows)?.is_break() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}

/// `count` different numbers below `all`, ascending, every choice equally likely (Floyd's algorithm); all of them when
/// there are no more.
fn choose(all: u64, count: u64, seed: u64, level: u32) -> BTreeSet<u64> {
    let mut of_level = SplitMix64::new(seed ^ u64::from(level) << 48);
    let mut random = SplitMix64::new(of_level.next_u64());
    let mut chosen = BTreeSet::new();
    for last in all - count.min(all)..all {
        let drawn = random.below(last as usize + 1) as u64;
        if !chosen.insert(drawn) {
            chosen.insert(last);
        }
    }
    chosen
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::choose;

    #[test]
    fn every_choice_is_equally_likely() {
        let mut counts: BTreeMap<Vec<u64>, u32> = BTreeMap::new();
        for seed in 0..20_000 {
            *counts.entry(choose(6, 3, seed, 4).into_iter().collect()).or_default() += 1;
        }
        // Twenty choices of a thousand each, standard deviation 31.
        assert_eq!(counts.len(), 20);
        assert!(counts.values().all(|&count| (850..1150).contains(&count)), "{counts:?}");
    }

    #[test]
    fn no_more_than_there_are() {
        for (all, count, expected) in [(0, 5, 0), (5, 0, 0), (5, 5, 5), (5, 9, 5), (1 << 40, 7, 7)] {
            let chosen = choose(all, count, 1, 3);
            assert_eq!(chosen.len() as u64, expected);
            assert!(chosen.iter().all(|&index| index < all));
        }
        assert_ne!(choose(1000, 9, 1, 3), choose(1000, 9, 2, 3));
        assert_ne!(choose(1000, 9, 1, 3), choose(1000, 9, 1, 4));
    }
}
