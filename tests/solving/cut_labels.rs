//! Parts of a level expanded together by processes that have a share of the label function above each, here threads.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender, channel};

use all_games::AllGames;
use engine::{Engine, Family};
use game::values::Values;
use retro::{Grain, Keep, Observer, Options, PlanReport, PlannedStep, Ranks, Silent, SolveError, Task};
use retrograph_storage::{Database, Error, Identity, OUTCOME};
use shared::process::Db;

/// A process, with a channel to each and one from each.
struct Member {
    rank: usize,
    to: Vec<Sender<Vec<u8>>>,
    from: Vec<Receiver<Vec<u8>>>,
    bytes: u64,
}

impl Ranks for Member {
    fn rank(&self) -> usize {
        self.rank
    }

    fn count(&self) -> usize {
        self.to.len()
    }

    fn exchange(&mut self, messages: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
        assert_eq!(messages.len(), self.to.len());
        for (to, message) in self.to.iter().zip(messages) {
            self.bytes += message.len() as u64;
            to.send(message).unwrap();
        }
        self.from.iter().map(|from| from.recv().unwrap()).collect()
    }
}

fn members(count: usize) -> Vec<Member> {
    let mut all: Vec<Member> = (0..count)
        .map(|rank| Member {
            rank,
            to: Vec::new(),
            from: Vec::new(),
            bytes: 0,
        })
        .collect();
    for sender in 0..count {
        for receiver in 0..count {
            let (to, from) = channel();
            all[sender].to.push(to);
            all[receiver].from.push(from);
        }
    }
    all
}

/// Chunks so few that a level of some thousand positions has several batches.
const GRAIN: Grain = Grain {
    expand_chunks: 1,
    seal_chunks: 1,
    file_chunks: 1 << 20,
    file_threads: usize::MAX,
    part_shards: 1 << 10,
    builder_memory: u64::MAX,
    marks_from: 1,
    group_positions: 0,
};

fn engine(db: &Database) -> Box<dyn Engine> {
    let identity = db.identity();
    let values = Values::named(&identity.values).unwrap();
    AllGames.engine(&identity.game, identity.n, values).unwrap()
}

fn create(folder: &Path, (game, n): (&str, u32), values: &str) {
    let identity = Identity::new(game, n, values, Keep::Positions);
    Database::create(folder, &identity).unwrap();
}

fn solve(folder: &Path, down_to: u32) {
    let db = Database::open(folder).unwrap();
    let options = Options {
        down_to,
        memory: 128 << 20,
        threads: 2,
        grain: GRAIN,
        ..Options::default()
    };
    engine(&db).solve(&db, &options, &Silent).unwrap();
}

fn solved(game: (&str, u32), down_to: u32) -> Db {
    let db = Db::in_memory();
    create(db.path(), game, OUTCOME);
    solve(db.path(), down_to);
    db
}

fn plan(folder: &Path, parts: usize) -> PlanReport {
    let db = Database::open(folder).unwrap();
    engine(&db).plan(&db, Some(parts), &GRAIN, &Silent).unwrap()
}

/// What each of the processes ends with, and the bytes that they have sent; process r sees the folder `folders[r]` and
/// has the observer `observers[r]`, or the last of them.
fn together(folders: &[&Path], observers: &[&dyn Observer]) -> (Vec<Result<PlanReport, SolveError>>, u64) {
    let sent = AtomicU64::new(0);
    let results = std::thread::scope(|scope| {
        let threads: Vec<_> = members(folders.len())
            .into_iter()
            .map(|mut member| {
                let sent = &sent;
                scope.spawn(move || {
                    let (rank, ranks) = (member.rank, member.to.len());
                    let task = Task {
                        task: rank,
                        tasks: ranks,
                        // Batches and threads are not the same everywhere.
                        memory: (128 + 100 * rank as u64) << 20,
                        threads: 1 + rank % 3,
                        grain: GRAIN,
                    };
                    let db = Database::open(folders[rank]).unwrap();
                    let observer = observers[rank.min(observers.len() - 1)];
                    let made = engine(&db).expand_together(&db, &task, &mut member, observer);
                    sent.fetch_add(member.bytes, Relaxed);
                    made
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    (results, sent.into_inner())
}

/// The runs of a level's parts.
fn runs(folder: &Path, level: u32) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = Db::content_of(&folder.join(format!("level-{level:03}/work")));
    files.retain(|name, _| name.to_str().unwrap().starts_with("run-"));
    files
}

#[test]
fn any_number_of_processes_gives_the_bytes_of_one_that_has_the_whole_function() {
    for (game, from, parts) in [
        (("triangle", 10), 23, 7),
        (("avoid:K4", 8), 20, 5),
        (("ramsey-avoid:K3", 5), 7, 3),
    ] {
        let whole = solved(game, 0).content();
        for ranks in 1..=4 {
            let how = format!("{game:?}, {ranks} processes");
            let db = solved(game, from + 1);
            for level in (0..=from).rev() {
                let planned = plan(db.path(), parts);
                assert_eq!(
                    (planned.level, planned.step, planned.done),
                    (level, PlannedStep::Expand, 0)
                );
                let (results, _) = together(&vec![db.path(); ranks], &[&Silent]);
                let made: usize = results.into_iter().map(|made| made.unwrap().made).sum();
                assert_eq!(made, planned.parts, "{how}, level {level}");
                solve(db.path(), level);
            }
            db.assert_same_bytes(&whole, &how);
        }
    }
}

/// Look-ups that a level's parts took, and those passed on to the exact table.
fn look_ups(folder: &Path, level: u32) -> [u64; 2] {
    let files = Db::content_of(&folder.join(format!("level-{level:03}/work")));
    let parts = files
        .iter()
        .filter(|(name, _)| name.to_str().unwrap().starts_with("part-"));
    let counts = parts.map(|(_, bytes)| {
        let text = String::from_utf8_lossy(bytes);
        ["lookups", "asked"].map(|field| {
            let (_, rest) = text.split_once(&format!("\"{field}\":")).unwrap();
            let digits: String = rest
                .chars()
                .skip_while(|c| *c == ' ')
                .take_while(char::is_ascii_digit)
                .collect();
            digits.parse::<u64>().unwrap()
        })
    });
    counts.fold([0; 2], |sum, counts| [0, 1].map(|i| sum[i] + counts[i]))
}

/// n = 12 has positions that share their signature with others of the other label, so that keys are asked for.
#[test]
fn parts_are_those_of_a_process_with_the_whole_function() {
    const LEVEL: u32 = 16;
    let above = solved(("triangle", 12), LEVEL + 1);
    let db = Database::open(above.path()).unwrap();
    let function = db.manifest(LEVEL + 1).unwrap().unwrap().label_function;
    assert!(function.ambiguous_hashes > 10, "{}", function.ambiguous_hashes);
    let planned = plan(above.path(), 5);
    let expected = Db::copy_of(&above);
    let task = Task {
        task: 0,
        tasks: 1,
        memory: 128 << 20,
        threads: 2,
        grain: GRAIN,
    };
    let db = Database::open(expected.path()).unwrap();
    assert_eq!(engine(&db).make_parts(&db, &task, &Silent).unwrap().done, planned.parts);
    let [direct, asked] = look_ups(expected.path(), LEVEL);
    assert!(asked > 10, "{asked}");
    let expected = runs(expected.path(), LEVEL);
    assert_eq!(expected.len(), planned.parts);
    for ranks in [1, 2, 3, 7] {
        let db = Db::copy_of(&above);
        let (results, sent) = together(&vec![db.path(); ranks], &[&Silent]);
        assert!(results.iter().all(Result::is_ok));
        assert!(runs(db.path(), LEVEL) == expected, "{ranks} processes");
        let [in_rounds, keys] = look_ups(db.path(), LEVEL);
        println!("{direct} look-ups; {ranks} processes: {in_rounds} look-ups, {keys} keys, {sent} bytes");
        // Some children are asked for in vain, and 8.25 bytes go both ways for each.
        assert!(
            keys > 10 && in_rounds < direct * 13 / 10,
            "{in_rounds}, {direct}, {keys}"
        );
        assert!(sent > 8 * in_rounds && sent < 9 * in_rounds, "{sent}, {in_rounds}");
    }
}

/// Wants an end from so many questions on.
struct StopsAfter(AtomicU64);

impl Observer for StopsAfter {
    fn stop(&self) -> bool {
        self.0
            .fetch_update(Relaxed, Relaxed, |left| Some(left.saturating_sub(1)))
            <= Ok(1)
    }
}

#[test]
fn a_process_that_is_stopped_ends_all_and_another_number_resumes() {
    const LEVEL: u32 = 17;
    let above = solved(("triangle", 11), LEVEL + 1);
    let whole = solved(("triangle", 11), LEVEL).content();
    plan(above.path(), 6);
    let mut left = 0;
    for asked in 1..=3 {
        let db = Db::copy_of(&above);
        let stops = StopsAfter(AtomicU64::new(asked));
        let (results, _) = together(&[db.path(); 3], &[&Silent, &stops, &Silent]);
        assert!(
            matches!(results[1], Err(SolveError::Stopped { level: LEVEL })),
            "asked {asked} times: {:?}",
            results[1]
        );
        for other in [0, 2] {
            assert!(
                matches!(results[other], Err(SolveError::OtherRank)),
                "{:?}",
                results[other]
            );
        }
        let (results, _) = together(&[db.path(); 2], &[&Silent]);
        left += results.iter().map(|made| made.as_ref().unwrap().made).sum::<usize>();
        solve(db.path(), LEVEL);
        db.assert_same_bytes(&whole, format!("stopped when asked {asked} times"));
    }
    assert!(left > 8, "{left}");
}

/// Level 18 of n = 12 has 200,449 positions and 4 shards: of three processes the last has two of them.
#[test]
fn a_share_that_differs_is_damage_where_it_is_read() {
    const LEVEL: u32 = 17;
    let db = solved(("triangle", 12), LEVEL + 1);
    let parts = plan(db.path(), 4).parts;
    let name = format!("level-{:03}/labels", LEVEL + 1);
    let bytes = fs::read(db.path().join(&name)).unwrap();
    let [words, shards, ambiguous] = [40, 32, 48].map(|at| {
        let word = bytes[at..at + 8].try_into().unwrap();
        u64::from_le_bytes(word) as usize
    });
    assert!(shards == 4 && ambiguous > 0);
    let directory = 128 + 8 * (words + 1);
    let [first, second, last] = [1, 3, 6].map(|eighths| 128 + words * eighths);
    let all = [directory + 8 * 5 + 3, bytes.len() - 9];
    // A process that does not read what is damaged does not notice.
    for (at, damaged, is_read) in [
        (first, 0, true),
        (second, 0, true),
        (last, 0, true),
        (directory + 13, 0, true),
        (first, 1, false),
        (second, 1, true),
        (last, 1, false),
        (directory + 13, 1, true),
        (first, 2, false),
        (second, 2, false),
        (last, 2, true),
        (directory + 25, 2, true),
        (all[0], 1, true),
        (all[0], 2, true),
        (all[1], 2, true),
    ] {
        let how = format!("byte {at} of process {damaged}");
        let [right, other] = [Db::copy_of(&db), Db::copy_of(&db)];
        let mut bytes = bytes.clone();
        bytes[at] ^= 0x10;
        fs::write(other.path().join(&name), bytes).unwrap();
        let mut folders = [right.path(); 3];
        folders[damaged] = other.path();
        let (results, _) = together(&folders, &[&Silent]);
        for (rank, result) in results.iter().enumerate() {
            let is_as_expected = match result {
                Err(SolveError::Storage(Error::Corrupt { path, .. })) => {
                    is_read && rank == damaged && path.ends_with(&name)
                }
                Err(SolveError::OtherRank) => is_read && rank != damaged,
                Ok(_) => !is_read,
                Err(_) => false,
            };
            assert!(is_as_expected, "{how}, {rank}: {result:?}");
        }
        let made = runs(right.path(), LEVEL).len() + runs(other.path(), LEVEL).len();
        assert_eq!(made, if is_read { 0 } else { parts }, "{how}");
    }
}

#[test]
fn what_cannot_be_expanded_together_ends_all_processes() {
    let db = solved(("triangle", 9), 15);
    let copy = Db::copy_of(&db);
    plan(db.path(), 3);
    let (results, _) = together(&[db.path(), copy.path(), db.path()], &[&Silent]);
    assert!(
        matches!(results[1], Err(SolveError::NoPlan { level: 14 })),
        "{results:?}"
    );
    assert!(matches!(results[0], Err(SolveError::OtherRank)), "{results:?}");
    assert!(matches!(results[2], Err(SolveError::OtherRank)), "{results:?}");

    let db = Db::in_memory();
    create(db.path(), ("triangle", 8), "grundy");
    solve(db.path(), 12);
    plan(db.path(), 2);
    let (results, _) = together(&[db.path(); 2], &[&Silent]);
    assert!(
        results
            .iter()
            .all(|made| matches!(made, Err(SolveError::NotCut | SolveError::OtherRank))),
        "{results:?}"
    );
}
