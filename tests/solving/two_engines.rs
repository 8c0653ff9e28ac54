//! The triangle game by the engine of all avoidance games is what it is by its own; records of any kind hold the same.

use game::{Game, Keys, Levels};
use games::{Avoidance15, Avoidance16, Avoidance24, Rules, Triangle16};
use retro::{Keep, Solved};
use retrograph_storage::{Database, LevelReader, Record};
use shared::common::{manifests, solved, solved_by};
use std::path::Path;

/// graph6 and label of every position of a level.
fn positions<G: Levels>(game: &G, db: &Database, level: u32) -> Vec<(String, u8)> {
    let sealed = db.manifest(level).unwrap().unwrap().positions;
    let reader = LevelReader::<G::Record>::open(&db.positions_folder(level), game.key_width(), &sealed).unwrap();
    let (mut chunks, mut batch, mut records) = (reader.chunks(), Vec::new(), Vec::new());
    while chunks.next_chunks(64, &mut batch).unwrap() > 0 {
        batch.iter().for_each(|chunk| chunk.decode(&mut records).unwrap());
    }
    let said = |record: G::Record| (game.graph6(&game.position(record)), record.label());
    records.into_iter().map(said).collect()
}

/// [`positions`] of each level of the game, solved by its own engine.
fn levels<G: Levels + 'static>(game: &G, folder: &Path) -> Vec<Vec<(String, u8)>> {
    let db = solved_by(game, folder, 0, Keep::Positions);
    let levels = manifests(&db).into_iter().map(|manifest| manifest.level);
    levels.map(|level| positions(game, &db, level)).collect()
}

#[test]
fn levels_and_labels_are_the_same() {
    // A006785.
    for (n, total) in (1..).zip([1, 2, 3, 7, 14, 38, 107, 410]) {
        let folder = tempfile::tempdir().unwrap();
        let triangle = Triangle16::new(n);
        let rules = Rules::named("avoid:K3").unwrap().unwrap();
        let avoidance = Avoidance16::new(rules, n);
        assert_eq!((avoidance.name(), avoidance.top()), (triangle.name(), triangle.top()));
        let own = solved(&triangle, &folder.path().join("own"), 0, Keep::Positions);
        let general = solved_by(&avoidance, &folder.path().join("general"), 0, Keep::Positions);
        let counts = |db: &Database| -> Vec<_> {
            let manifests = manifests(db).into_iter();
            manifests.map(|manifest| (manifest.level, manifest.counts)).collect()
        };
        assert_eq!(counts(&general), counts(&own), "n = {n}");
        let mut found = Vec::new();
        for (level, _) in counts(&general) {
            found.extend(positions(&avoidance, &general, level));
        }
        assert_eq!(found.len(), total, "n = {n}");
        let own = Solved::open(triangle, own).unwrap();
        for (graph6, label) in found {
            let position = triangle.parse(&graph6).unwrap();
            assert_eq!(own.is_p(&position).unwrap(), label == retro::P, "{graph6}");
        }
    }
}

#[test]
fn records_of_any_kind_hold_the_same() {
    for name in ["avoid:C4", "avoid:K3+C5", "avoid:connected"] {
        let folder = tempfile::tempdir().unwrap();
        let rules = Rules::named(name).unwrap().unwrap();
        let [two, one, wide] = ["two", "one", "wide"].map(|name| folder.path().join(name));
        let two = levels(&Avoidance15::new(rules.clone(), 7), &two);
        assert!(two.len() > 5 && two.iter().all(|level| !level.is_empty()), "{name}");
        assert_eq!(levels(&Avoidance16::new(rules.clone(), 7), &one), two, "{name}");
        assert_eq!(levels(&Avoidance24::new(rules, 7), &wide), two, "{name}");
    }
}
