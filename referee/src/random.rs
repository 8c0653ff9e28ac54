//! Random positions of a game, and the pairs on which the games that reach them are played.

use retrograph_judge::rules::Rules;

use crate::named::{blow_up, complete, cycle, from_edges};
use crate::rng::SplitMix64;
use crate::triangle::{edges, with_edge};

/// The rows of the pairs on which the random game of a number is played, on so many vertices. They only affect which
/// positions [`random_position`] finds, and how soon.
pub type Host = fn(n: usize, attempt: usize, rng: &mut SplitMix64) -> Vec<u32>;

/// The hosts for the game of this name.
pub fn host(game: &str) -> Host {
    match game {
        "triangle" | "triangle/connected" => of_triangle,
        _ => of_any,
    }
}

/// All pairs in the first games, which gives all classes with few edges a chance. Later games use, in turn, all pairs
/// again, cliques and independent sets with all pairs or none between two of them, and complete multipartite graphs
/// with equal parts.
pub fn of_any(n: usize, attempt: usize, rng: &mut SplitMix64) -> Vec<u32> {
    match attempt % 4 {
        1 | 2 if attempt >= 4 => {
            let parts = 1 + rng.below(4);
            let pairs = (0..parts).flat_map(|i| (0..=i).map(move |j| (i, j)));
            let joined: Vec<_> = pairs.filter(|_| rng.below(2) == 0).collect();
            blow_up(&from_edges(parts, joined), &cuts(parts, n, rng))
        }
        3 if attempt >= 4 => {
            let parts = 2 + rng.below(3);
            let sizes: Vec<usize> = (0..parts).map(|part| (n + part) / parts).collect();
            blow_up(&complete(parts), &sizes)
        }
        _ => complete(n),
    }
}

/// All pairs at first; later random blow-ups of the pentagon, then the pairs between the parts of random bipartitions,
/// and of equal ones, where games are long.
fn of_triangle(n: usize, attempt: usize, rng: &mut SplitMix64) -> Vec<u32> {
    match attempt {
        0..4 => complete(n),
        4..12 => blow_up(&cycle(5), &sizes(5, n, rng)),
        12..20 => blow_up(&[0b10, 0b01], &sizes(2, n, rng)),
        _ => blow_up(&[0b10, 0b01], &[n / 2, n - n / 2]),
    }
}

/// Games tried before giving up on a number of edges.
const ATTEMPTS: usize = 64;
/// From this game on, moves are taken back when a game ends too early.
const FIRST_TO_TAKE_BACK: usize = 20;
/// Number of times that such a game takes moves back.
const TAKEN_BACK: usize = 8;

/// Returns a position on `n` vertices with `edges_asked` edges, reached by random legal moves from the empty graph;
/// `None` when no game reached that many.
///
/// Each game is played on the pairs of a [`Host`], in random order. When a late game ends with fewer edges, it
/// removes up to three of them and continues, on all pairs: so extremal graphs without much structure are found too.
pub fn random_position(
    rules: &dyn Rules,
    host: Host,
    n: usize,
    edges_asked: usize,
    rng: &mut SplitMix64,
) -> Option<Vec<u32>> {
    let all_pairs: Vec<_> = (0..n).flat_map(|i| (i + 1..n).map(move |j| (i, j))).collect();
    for attempt in 0..ATTEMPTS {
        let host = host(n, attempt, rng);
        let mut pairs = all_pairs.clone();
        pairs.retain(|&(i, j)| host[i] >> j & 1 == 1);
        rng.shuffle(&mut pairs);
        let mut rows = vec![0; n];
        play(rules, &mut rows, edges_asked, &pairs);
        let rounds = if attempt < FIRST_TO_TAKE_BACK { 0 } else { TAKEN_BACK };
        for _ in 0..rounds {
            if edges(&rows) == edges_asked {
                break;
            }
            let mut other = rows.clone();
            pairs = all_pairs.clone();
            rng.shuffle(&mut pairs);
            let taken = 1 + rng.below(3);
            for &(i, j) in pairs.iter().filter(|&&(i, j)| rows[i] >> j & 1 == 1).take(taken) {
                other[i] &= !(1 << j);
                other[j] &= !(1 << i);
            }
            rng.shuffle(&mut pairs);
            if rules.is_position(&other) {
                play(rules, &mut other, edges_asked, &pairs);
                if edges(&other) >= edges(&rows) {
                    rows = other;
                }
            }
        }
        if edges(&rows) == edges_asked {
            return Some(rows);
        }
    }
    None
}

/// Adds those of `pairs` that are moves when their turn comes, repeatedly, until the requested number of edges is
/// reached or no pair is a move: in connected play a pair may become one.
fn play(rules: &dyn Rules, rows: &mut Vec<u32>, edges_asked: usize, pairs: &[(usize, usize)]) {
    loop {
        let before = edges(rows);
        for &(i, j) in pairs {
            if edges(rows) == edges_asked {
                return;
            }
            if rows[i] >> j & 1 == 0 {
                let next = with_edge(rows, (i, j));
                if rules.is_position(&next) {
                    *rows = next;
                }
            }
        }
        if edges(rows) == before {
            return;
        }
    }
}

/// Returns how many of `n` items fall into each of `parts` at random.
fn sizes(parts: usize, n: usize, rng: &mut SplitMix64) -> Vec<usize> {
    let mut sizes = vec![0; parts];
    (0..n).for_each(|_| sizes[rng.below(parts)] += 1);
    sizes
}

/// Returns the sizes of `parts` into which a row of `n` items is cut at random places: more often unequal than
/// [`sizes`].
fn cuts(parts: usize, n: usize, rng: &mut SplitMix64) -> Vec<usize> {
    let mut places: Vec<usize> = (1..parts).map(|_| rng.below(n + 1)).collect();
    places.extend([0, n]);
    places.sort_unstable();
    places.windows(2).map(|pair| pair[1] - pair[0]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::brute::{Brute, Play};
    use crate::nauty::canonical;
    use crate::triangle::{is_triangle_free, moves, triangle_free_classes};
    use retrograph_judge::rules::rules;
    use std::collections::BTreeSet;

    /// Games of every kind.
    const GAMES: [&str; 23] = [
        "triangle",
        "triangle/connected",
        "avoid:K3",
        "avoid:C4",
        "avoid:C4/connected",
        "avoid:K4",
        "avoid:K1,3",
        "avoid:bowtie+2K2",
        "avoid:K3+C5/connected",
        "avoid:odd-cycle",
        "avoid:hamilton-cycle",
        "avoid:hamilton-cycle/connected",
        "avoid:hamilton-path",
        "avoid:non-planar",
        "avoid:chromatic:4",
        "avoid:min-degree:2",
        "avoid:min-degree:1+K4/connected",
        "avoid:connected",
        "avoid:connected/connected",
        "achieve:K3",
        "achieve:2K2+C5",
        "achieve:hamilton-cycle",
        "achieve:min-degree:2",
    ];

    fn of(game: &str) -> Box<dyn Rules> {
        rules(game).unwrap_or_else(|| panic!("{game}"))
    }

    #[test]
    fn trying_every_edge_gives_the_moves() {
        for graph in triangle_free_classes(7).concat() {
            assert!(of("triangle").is_position(&graph));
            assert_eq!(of("triangle").moves(&graph), moves(&graph), "{graph:?}");
        }
        assert!(!of("triangle").is_position(&[0b110, 0b101, 0b011]));
    }

    #[test]
    fn games_of_several_names_have_the_same_positions() {
        for (one, other) in [
            ("triangle", "avoid:K3"),
            ("avoid:C4", "avoid:K2,2"),
            ("avoid:K4+C~", "avoid:K4"),
            ("avoid:odd-cycle", "avoid:K3+C5+C7"),
            ("avoid:odd-cycle", "avoid:K3+odd-cycle"),
            ("avoid:odd-cycle/connected", "avoid:C7+C5+C3/connected"),
            ("avoid:odd-cycle", "avoid:chromatic:3"),
            ("avoid:hamilton-path", "avoid:P7"),
            // A cycle through all of seven vertices.
            ("avoid:hamilton-cycle", "avoid:C7"),
        ] {
            let played = host(one);
            let (one, other) = (of(one), of(other));
            let mut rng = SplitMix64::new(1);
            for _ in 0..60 {
                let m = rng.below(13);
                let Some(rows) = random_position(&*one, played, 7, m, &mut rng) else {
                    continue;
                };
                assert!(other.is_position(&rows), "{rows:?}");
                assert_eq!(one.moves(&rows), other.moves(&rows), "{rows:?}");
            }
        }
    }

    #[test]
    fn random_games_reach_every_class_of_seven_vertices() {
        let (triangle, mut rng) = (of("triangle"), SplitMix64::new(7));
        for (m, classes) in triangle_free_classes(7).iter().enumerate() {
            let drawn: BTreeSet<_> = (0..3000)
                .map(|_| canonical(&random_position(&*triangle, of_triangle, 7, m, &mut rng).unwrap()))
                .collect();
            assert_eq!(drawn.into_iter().collect::<Vec<_>>(), *classes, "{m} edges");
        }
        assert_eq!(
            random_position(&*triangle, of_triangle, 7, 13, &mut rng),
            None,
            "Mantel: at most 12"
        );
        for n in [1, 2, 16, 20] {
            for m in 0..=n * n / 4 {
                let rows = random_position(&*triangle, of_triangle, n, m, &mut rng).unwrap();
                assert!(is_triangle_free(&rows) && edges(&rows) == m && rows.len() == n);
            }
        }
    }

    #[test]
    fn random_games_reach_every_class_of_six_vertices() {
        for game in GAMES {
            let rules = of(game);
            let mut rng = SplitMix64::new(6);
            let brute = Brute::new(&*rules, 6, Play::Normal);
            for (m, classes) in brute.levels().iter().enumerate() {
                let drawn: BTreeSet<_> = (0..1000)
                    .map(|_| canonical(&random_position(&*rules, host(game), 6, m, &mut rng).unwrap()))
                    .collect();
                let classes: Vec<_> = classes.iter().map(|class| class.rows.clone()).collect();
                assert_eq!(drawn.into_iter().collect::<Vec<_>>(), classes, "{game} {m} edges");
            }
            assert_eq!(
                random_position(&*rules, host(game), 6, brute.levels().len(), &mut rng),
                None,
                "{game}"
            );
        }
    }

    #[test]
    fn random_games_reach_the_most_edges_there_can_be() {
        // Turan 1941; ex(n; C4) of Clapham, Flockhart and Sheehan 1989; Ore 1961; the rest by counting degrees.
        for (game, n, most) in [
            ("triangle", 12, 36),
            ("avoid:K4", 12, 48),
            ("avoid:K5", 11, 45),
            ("avoid:C4", 10, 16),
            ("avoid:C4", 13, 24),
            ("avoid:C4/connected", 11, 18),
            ("avoid:K1,3", 12, 12),
            ("avoid:K1,4", 12, 18),
            ("avoid:2K2", 12, 11),
            ("avoid:P4", 12, 12),
            ("avoid:odd-cycle", 11, 30),
            ("avoid:odd-cycle/connected", 11, 30),
            ("avoid:hamilton-cycle", 10, 37),
            ("avoid:connected", 12, 55),
        ] {
            let rules = of(game);
            let mut rng = SplitMix64::new(1);
            for m in 0..=most {
                let rows =
                    random_position(&*rules, host(game), n, m, &mut rng).unwrap_or_else(|| panic!("{game} {n} {m}"));
                assert!(rules.is_position(&rows) && edges(&rows) == m && rows.len() == n);
            }
        }
    }
}
