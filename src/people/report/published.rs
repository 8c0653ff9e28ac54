//! Published results about the triangle avoidance game: the tables of `datasets/`, embedded and parsed once.
//!
//! Only the game named [`GAME`] has tables; call [`covers`] before comparing another game with them.

use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The game these tables are about, by its name on the command line.
pub const GAME: &str = "triangle";

/// Short names of the sources, as printed in tables and JSON.
pub mod source {
    /// `triangle_free_by_edges.csv`: positions per level, n = 5..14.
    pub const BY_EDGES: &str = "geng";
    /// `triangle_small_levels.csv`: P, N and saturated per level, n = 6..11.
    pub const SMALL_LEVELS: &str = "brute force";
    /// `triangle_n16_levels.csv`: P and N per level at n = 16, and the winners up to there.
    pub const N16_LEVELS: &str = "Gordinowicz & Pralat 2012";
    /// Positions in all levels.
    pub const TOTAL: &str = "OEIS A006785";
    /// Saturated positions in all levels.
    pub const SATURATED: &str = "OEIS A216783";
}

/// Total for n = 17, where the winners' table ends (that winner is unknown): OEIS A006785.
const TOTAL_17: u64 = 31_720_840_164_950;

/// Counts of one computed level: all positions with the same number of edges, up to isomorphism.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelCounts {
    /// Number of edges.
    pub edges: u32,
    /// Positions in which the player who has just moved wins.
    pub p: u64,
    /// Positions in which the player to move wins.
    pub n: u64,
    /// Positions without a legal move; all of them are counted in `p`.
    pub saturated: u64,
}

impl LevelCounts {
    /// Returns the number of positions of the level.
    pub fn positions(&self) -> u64 {
        self.p + self.n
    }
}

/// Who wins from the empty graph with best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Winner {
    /// The player who moves first: the empty graph is N.
    First,
    /// The player who moves second: the empty graph is P.
    Second,
}

impl Winner {
    /// `"first"` or `"second"`.
    pub fn name(self) -> &'static str {
        match self {
            Winner::First => "first",
            Winner::Second => "second",
        }
    }
}

/// The result of comparing a computed level with every published table that covers it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Agreement {
    /// No table covers this level.
    Unpublished,
    /// All tables that cover the level give the same figures.
    Agrees {
        /// Short names of these tables, never empty.
        sources: Vec<&'static str>,
    },
    /// The first table with other figures.
    Differs {
        /// Short name of that table.
        source: &'static str,
        /// Its figures, such as `p = 12, n = 9, saturated = 3`.
        expected: String,
    },
}

/// Rows of a table by (vertices, edges).
type ByLevel<T> = BTreeMap<(u32, u32), T>;

struct Tables {
    by_edges: ByLevel<u64>,
    small_levels: ByLevel<LevelCounts>,
    n16_levels: ByLevel<LevelCounts>,
    /// Positions and winner by number of vertices.
    winners: BTreeMap<u32, (u64, Winner)>,
    saturated: BTreeMap<u32, u64>,
}

static TABLES: LazyLock<Tables> = LazyLock::new(|| Tables {
    by_edges: rows(include_str!("datasets/triangle_free_by_edges.csv"), "n,edges,graphs")
        .map(|[n, edges, graphs]| ((small(n), small(edges)), graphs))
        .collect(),
    small_levels: rows(
        include_str!("datasets/triangle_small_levels.csv"),
        "n,edges,p,n_positions,saturated",
    )
    .map(|[vertices, edges, p, n, saturated]| {
        (
            (small(vertices), small(edges)),
            LevelCounts {
                edges: small(edges),
                p,
                n,
                saturated,
            },
        )
    })
    .collect(),
    // The paper does not give the saturated positions; that column stays 0 here and is never compared.
    n16_levels: rows(include_str!("datasets/triangle_n16_levels.csv"), "edges,p,n")
        .map(|[edges, p, n]| {
            (
                (16, small(edges)),
                LevelCounts {
                    edges: small(edges),
                    p,
                    n,
                    saturated: 0,
                },
            )
        })
        .collect(),
    winners: rows(
        include_str!("datasets/triangle_winners.csv"),
        "n,winner,max_edges,positions",
    )
    .map(|[n, winner, _, positions]| {
        let winner = if winner == 1 { Winner::First } else { Winner::Second };
        (small(n), (positions, winner))
    })
    .collect(),
    saturated: rows(include_str!("datasets/maximal_triangle_free.csv"), "n,graphs")
        .map(|[n, graphs]| (small(n), graphs))
        .collect(),
});

/// Numbers of a CSV file after its comment lines and this header. The files are part of the program: a malformed one
/// is a bug, so a panic.
pub(super) fn rows<const COLUMNS: usize>(csv: &'static str, header: &str) -> impl Iterator<Item = [u64; COLUMNS]> {
    let mut lines = csv.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    assert_eq!(lines.next(), Some(header), "header of an embedded table");
    lines.map(move |line| {
        let fields: Vec<u64> = line
            .split(',')
            .map(|field| {
                field
                    .parse()
                    .unwrap_or_else(|_| panic!("{line:?} in the table {csv:.60}"))
            })
            .collect();
        fields
            .try_into()
            .unwrap_or_else(|_| panic!("{line:?} does not have {COLUMNS} columns"))
    })
}

fn small(number: u64) -> u32 {
    u32::try_from(number).expect("numbers of vertices and edges are small")
}

/// Returns whether there are tables about the game of this name.
pub fn covers(game: &str) -> bool {
    game == GAME
}

/// Returns whether there are tables about the positions of the game of this name, which are the same in misère play.
pub fn covers_positions(game: &str) -> bool {
    covers(game.strip_suffix(", misère play").unwrap_or(game))
}

/// Compares the number of positions of a computed level with the table that has it.
pub fn published_positions(n: u32, level: &LevelCounts) -> Agreement {
    match TABLES.by_edges.get(&(n, level.edges)) {
        None => Agreement::Unpublished,
        Some(&expected) if expected == level.positions() => Agreement::Agrees {
            sources: vec![source::BY_EDGES],
        },
        Some(expected) => Agreement::Differs {
            source: source::BY_EDGES,
            expected: format!("p + n = {expected}"),
        },
    }
}

/// Compares a computed level of the game on `n` vertices with every table that covers it.
pub fn published_level(n: u32, level: &LevelCounts) -> Agreement {
    let key = (n, level.edges);
    let mut sources = Vec::new();
    if let Some(expected) = TABLES.small_levels.get(&key) {
        if expected != level {
            let LevelCounts { p, n, saturated, .. } = expected;
            let expected = format!("p = {p}, n = {n}, saturated = {saturated}");
            return Agreement::Differs {
                source: source::SMALL_LEVELS,
                expected,
            };
        }
        sources.push(source::SMALL_LEVELS);
    }
    if let Some(expected) = TABLES.n16_levels.get(&key) {
        if (expected.p, expected.n) != (level.p, level.n) {
            let expected = format!("p = {}, n = {}", expected.p, expected.n);
            return Agreement::Differs {
                source: source::N16_LEVELS,
                expected,
            };
        }
        sources.push(source::N16_LEVELS);
    }
    match published_positions(n, level) {
        Agreement::Agrees { sources: own } => sources.extend(own),
        Agreement::Unpublished => {}
        differs => return differs,
    }
    if sources.is_empty() {
        Agreement::Unpublished
    } else {
        Agreement::Agrees { sources }
    }
}

/// Positions of the game on `n` vertices in all levels together (OEIS A006785): n = 3..=17.
pub fn known_total(n: u32) -> Option<u64> {
    if n == 17 {
        Some(TOTAL_17)
    } else {
        TABLES.winners.get(&n).map(|&(positions, _)| positions)
    }
}

/// Winner of the game on `n` vertices: n = 3..=16.
pub fn known_winner(n: u32) -> Option<Winner> {
    TABLES.winners.get(&n).map(|&(_, winner)| winner)
}

/// Saturated positions of the game on `n` vertices in all levels together (OEIS A216783): n = 1..=24.
pub fn known_saturated_total(n: u32) -> Option<u64> {
    TABLES.saturated.get(&n).copied()
}

/// Positions of the game on `n` vertices with this many edges: n = 5..=14 and 16.
pub fn known_level_positions(n: u32, edges: u32) -> Option<u64> {
    let key = (n, edges);
    let counts = TABLES.small_levels.get(&key).or_else(|| TABLES.n16_levels.get(&key));
    TABLES
        .by_edges
        .get(&key)
        .copied()
        .or_else(|| counts.map(LevelCounts::positions))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_sum_to_the_totals_and_the_tables_agree() {
        for n in (5..=14).chain([16]) {
            let levels: Vec<Option<u64>> = (0..=n * n / 4).map(|edges| known_level_positions(n, edges)).collect();
            assert_eq!(
                levels.iter().map(|level| level.unwrap()).sum::<u64>(),
                known_total(n).unwrap(),
                "n = {n}"
            );
            assert_eq!(known_level_positions(n, n * n / 4 + 1), None);
        }
        for n in 6..=11 {
            let levels = TABLES.small_levels.iter().filter(|((vertices, _), _)| *vertices == n);
            let saturated: u64 = levels.map(|(_, level)| level.saturated).sum();
            assert_eq!(Some(saturated), known_saturated_total(n), "n = {n}");
        }
        for (key, level) in &TABLES.small_levels {
            assert_eq!(TABLES.by_edges[key], level.positions(), "{key:?}");
        }
    }

    #[test]
    fn the_empty_graph_has_the_published_value() {
        let small = TABLES
            .small_levels
            .iter()
            .chain(&TABLES.n16_levels)
            .filter(|((_, edges), _)| *edges == 0);
        for (&(n, _), level) in small {
            let winner = if level.n == 1 { Winner::First } else { Winner::Second };
            assert_eq!(Some(winner), known_winner(n), "n = {n}");
        }
    }

    #[test]
    fn what_nobody_knows_is_none() {
        assert_eq!(known_winner(17), None);
        assert_eq!(known_total(18), None);
        assert_eq!(known_level_positions(15, 20), None);
        assert_eq!(known_saturated_total(16), Some(25_617));
        assert_eq!(known_saturated_total(25), None);
    }

    #[test]
    fn each_table_is_compared_in_the_columns_it_has() {
        let mut level = LevelCounts {
            edges: 63,
            p: 1,
            n: 1,
            saturated: 0,
        };
        let sources = vec![source::N16_LEVELS];
        assert_eq!(
            published_level(16, &level),
            Agreement::Agrees {
                sources: sources.clone()
            }
        );
        level.saturated = 1;
        assert_eq!(
            published_level(16, &level),
            Agreement::Agrees { sources },
            "the paper has no such column"
        );
        assert_eq!(published_level(15, &level), Agreement::Unpublished);

        let mut level = LevelCounts {
            edges: 5,
            p: 6,
            n: 3,
            saturated: 1,
        };
        let sources = vec![source::SMALL_LEVELS, source::BY_EDGES];
        assert_eq!(published_level(6, &level), Agreement::Agrees { sources });
        level.saturated = 0;
        let expected = "p = 6, n = 3, saturated = 1".to_string();
        assert_eq!(
            published_level(6, &level),
            Agreement::Differs {
                source: source::SMALL_LEVELS,
                expected
            }
        );

        let level = LevelCounts {
            edges: 1,
            p: 1,
            n: 1,
            saturated: 0,
        };
        let expected = "p + n = 1".to_string();
        assert_eq!(
            published_level(13, &level),
            Agreement::Differs {
                source: source::BY_EDGES,
                expected
            }
        );
    }
}
