//! Whole games and the dense ends of the large ones, solved into folders and compared with every published figure.

use std::collections::BTreeSet;

use game::{Game, Keys, Levels};
use games::{Triangle16, Triangle24};
use report::published::{
    self, Agreement, LevelCounts, Winner, known_level_positions, known_saturated_total, known_total, known_winner,
    published_level, source,
};
use retro::{Keep, Silent};
use retrograph_referee::nauty::canonical;
use retrograph_storage::Database;
use shared::common::{engine, from_graph6, manifests, solved};
use verify::Depth;

/// The counts in the manifests, highest level first.
fn counts(db: &Database) -> Vec<LevelCounts> {
    let level = |manifest: retrograph_storage::LevelManifest| LevelCounts {
        edges: manifest.level,
        p: manifest.counts["p"],
        n: manifest.counts["n"],
        saturated: manifest.counts["saturated"],
    };
    manifests(db).into_iter().map(level).collect()
}

fn assert_every_value_checks<G: Levels>(game: &G, db: &Database, positions: u64) {
    let report = engine(game).check(db, Depth::Full, &Silent).unwrap();
    assert!(report.faults.is_empty(), "{:?}", report.faults);
    assert_eq!((report.positions(), report.values()), (positions, positions));
}

/// Solves the game on `n` vertices and compares it with whatever is published about it, `sources` for each level.
/// Returns the levels.
fn assert_as_published(n: u32, sources: &[&'static str]) -> Vec<LevelCounts> {
    let folder = tempfile::tempdir().unwrap();
    let game = Triangle16::new(n as usize);
    let db = solved(&game, &folder.path().join("db"), 0, Keep::Positions);
    let levels = counts(&db);
    let edges: Vec<u32> = levels.iter().map(|level| level.edges).collect();
    assert_eq!(
        edges,
        (0..=n * n / 4).rev().collect::<Vec<_>>(),
        "n = {n}: all levels, highest first"
    );
    for level in &levels {
        let agreement = published_level(n, level);
        if sources.is_empty() {
            assert_eq!(agreement, Agreement::Unpublished, "n = {n}, {level:?}");
        } else {
            let sources = sources.to_vec();
            assert_eq!(agreement, Agreement::Agrees { sources }, "n = {n}, {level:?}");
            assert_eq!(
                known_level_positions(n, level.edges),
                Some(level.positions()),
                "n = {n}, {level:?}"
            );
        }
    }
    let positions = levels.iter().map(LevelCounts::positions).sum();
    let saturated = levels.iter().map(|level| level.saturated).sum();
    assert_eq!(
        known_saturated_total(n),
        Some(saturated),
        "n = {n}: saturated positions"
    );
    if n >= 3 {
        assert_eq!(known_total(n), Some(positions), "n = {n}: positions");
        let winner = match levels.last() {
            Some(LevelCounts {
                edges: 0, p: 1, n: 0, ..
            }) => Winner::Second,
            Some(LevelCounts {
                edges: 0, p: 0, n: 1, ..
            }) => Winner::First,
            other => panic!("n = {n}: the lowest level is {other:?}"),
        };
        assert_eq!(known_winner(n), Some(winner), "n = {n}");
    }
    if n <= 11 {
        assert_every_value_checks(&game, &db, positions);
    }
    levels
}

#[test]
fn the_smallest_games_are_what_they_are_by_hand() {
    let level = |edges, p, n, saturated| LevelCounts { edges, p, n, saturated };
    assert_eq!(assert_as_published(1, &[]), [level(0, 1, 0, 1)]);
    assert_eq!(assert_as_published(2, &[]), [level(1, 1, 0, 1), level(0, 0, 1, 0)]);
    // A path is saturated; one edge leaves it as the only move; so the player who starts loses.
    assert_eq!(
        assert_as_published(3, &[]),
        [level(2, 1, 0, 1), level(1, 0, 1, 0), level(0, 1, 0, 0)]
    );
}

#[test]
fn games_on_up_to_12_vertices_are_as_published() {
    assert_as_published(4, &[]);
    assert_as_published(5, &[source::BY_EDGES]);
    for n in 6..=11 {
        assert_as_published(n, &[source::SMALL_LEVELS, source::BY_EDGES]);
    }
    assert_as_published(12, &[source::BY_EDGES]);
}

#[test]
fn the_dense_end_of_16_vertices_is_as_gordinowicz_and_pralat_found_it() {
    let folder = tempfile::tempdir().unwrap();
    let db = solved(&Triangle16::new(16), &folder.path().join("db"), 49, Keep::Positions);
    let levels = counts(&db);
    // Parsed here once more, so that the comparison does not rest on the program's own reading of the table.
    let mut table: Vec<Vec<u64>> = include_str!("../../datasets/triangle_n16_levels.csv")
        .lines()
        .filter_map(|line| line.split(',').map(|field| field.parse().ok()).collect())
        .filter(|row: &Vec<u64>| row[0] >= 49)
        .collect();
    table.sort_unstable_by_key(|row| std::cmp::Reverse(row[0]));
    let found: Vec<Vec<u64>> = levels
        .iter()
        .map(|level| vec![level.edges.into(), level.p, level.n])
        .collect();
    assert_eq!(table.len(), 16, "the table has a row for each of the levels 64 to 49");
    assert_eq!(found, table);
    assert_eq!(levels.iter().map(LevelCounts::positions).sum::<u64>(), 682_939);
    let sources = vec![source::N16_LEVELS];
    for level in &levels {
        let agreement = published_level(16, level);
        assert_eq!(
            agreement,
            Agreement::Agrees {
                sources: sources.clone()
            },
            "{level:?}"
        );
    }
    assert!(published::covers(Triangle16::new(16).name()));
}

/// Whatever lies below a level is a position less an edge, or saturated: all of those, distinguished by nauty, are the
/// level.
#[test]
fn the_dense_end_of_17_vertices_is_complete_and_every_value_checks() {
    const DOWN_TO: u32 = 68;
    let folder = tempfile::tempdir().unwrap();
    let game = Triangle24::new(17);
    let db = solved(&game, &folder.path().join("db"), DOWN_TO, Keep::Positions);
    let levels = counts(&db);
    assert_every_value_checks(&game, &db, levels.iter().map(LevelCounts::positions).sum());

    let saturated = game.saturated(&|_, _| {});
    assert_eq!(Some(saturated.len() as u64), known_saturated_total(17));
    let mut above: BTreeSet<Vec<u32>> = BTreeSet::new();
    for (level, edges) in levels.iter().zip((DOWN_TO..=72).rev()) {
        let mut classes = BTreeSet::new();
        for &record in saturated.iter().filter(|&&record| game.level(record) == edges) {
            classes.insert(canonical(&from_graph6(&game.graph6(&game.position(record)))));
        }
        assert_eq!((level.edges, level.saturated), (edges, classes.len() as u64));
        for rows in &above {
            for (u, v) in (0..17).flat_map(|v| (0..v).map(move |u| (u, v))) {
                if rows[u] >> v & 1 == 1 {
                    let mut fewer = rows.clone();
                    fewer[u] ^= 1 << v;
                    fewer[v] ^= 1 << u;
                    classes.insert(canonical(&fewer));
                }
            }
        }
        assert_eq!(level.positions(), classes.len() as u64, "{level:?}");
        above = classes;
    }
}
