//! The canonical form of graphs with red and green edges, on complete boards and others, against nauty.

use std::collections::{BTreeMap, BTreeSet};

use canon::vector::Vector;
use canon::{CanonicalPair, Frame, PairKey, PairRefined};
use graph::{Graph16, TwoColoured};
use rayon::prelude::*;
use retrograph_referee::named::{complete, cycle};
use retrograph_referee::nauty::Nauty;
use retrograph_referee::ramsey::Rules;
use retrograph_referee::rng::SplitMix64;
use shared::in_parallel;

type Pair = TwoColoured<u16, 16>;

fn layer(rows: &[u32]) -> Graph16 {
    let mut graph = Graph16::empty(rows.len());
    for (v, row) in rows.iter().enumerate() {
        (0..v).filter(|u| row >> u & 1 == 1).for_each(|u| graph.toggle(u, v));
    }
    graph
}

/// The graph of a position of the judge's, red rows and then green ones.
fn pair(rows: &[u32]) -> Pair {
    let (red, green) = rows.split_at(rows.len() / 2);
    Pair::new(layer(red), layer(green)).unwrap()
}

fn rows(pair: &Pair) -> Vec<u32> {
    let rows = |colour: usize| {
        pair.layer(colour).rows()[..pair.order()]
            .iter()
            .map(|&row| u32::from(row))
    };
    rows(0).chain(rows(1)).collect()
}

fn canonical(vector: Option<Vector>, pair: &Pair, frame: Option<&Frame<u16, 16>>) -> CanonicalPair<u16, 16> {
    CanonicalPair::of_pair(vector, pair, frame, &PairRefined::new(vector, pair, frame))
}

/// A random colouring of the pairs of `board`; symmetric ones more often than chance would have them.
fn random(board: &[u32], rng: &mut SplitMix64) -> Vec<u32> {
    let n = board.len();
    let mut rows = vec![0; 2 * n];
    let sparse = 1 + rng.below(6);
    // Colours by the difference of the numbers of the ends, for some.
    let circulant = rng.below(3) == 0;
    let by_difference: Vec<usize> = (0..n).map(|_| rng.below(sparse + 2)).collect();
    for (u, v) in (0..n).flat_map(|v| (0..v).map(move |u| (u, v))) {
        if board[u] >> v & 1 == 0 {
            continue;
        }
        let difference = (v - u).min(n - (v - u));
        let colour = if circulant {
            by_difference[difference]
        } else {
            rng.below(sparse + 2)
        };
        if colour < 2 {
            rows[colour * n + u] |= 1 << v;
            rows[colour * n + v] |= 1 << u;
        }
    }
    rows
}

/// One key for one form of nauty's, over random colourings and their images under the board's symmetries; the number of
/// classes, and of labellings that took a search.
fn assert_classes(name: &str, n: usize, frame: Option<&Frame<u16, 16>>, board: &[u32], seeds: u64) -> (usize, usize) {
    let rules = Rules::new(name, n).unwrap();
    let judged: Vec<(Vec<u32>, PairKey, bool)> = in_parallel(|| {
        (0..seeds)
            .into_par_iter()
            .flat_map_iter(|seed| {
                let mut rng = SplitMix64::new(seed << 8 | n as u64);
                let mut nauty = Nauty::new();
                let first = random(board, &mut rng);
                let copies: Vec<_> = (0..3)
                    .map(|copy| {
                        let rows = if copy == 0 {
                            first.clone()
                        } else {
                            rules.relabelled(&first, &mut rng)
                        };
                        let graph = pair(&rows);
                        let found = canonical(Vector::detect(), &graph, frame);
                        assert_eq!(
                            canonical(None, &graph, frame).key,
                            found.key,
                            "the portable twin of {}",
                            graph.text()
                        );
                        let again = found.key.graph(n).expect("a key is a graph");
                        let form = rules.form(&mut nauty, &rows);
                        assert_eq!(
                            rules.form(&mut nauty, &self::rows(&again)),
                            form,
                            "{} is another class",
                            graph.text()
                        );
                        (form, found.key, found.needed_search())
                    })
                    .collect();
                copies
            })
            .collect()
    });
    let mut keys = BTreeMap::new();
    for (form, key, _) in &judged {
        assert_eq!(keys.entry(form).or_insert(key), &key, "one class, two keys");
    }
    let different: BTreeSet<_> = keys.values().collect();
    assert_eq!(different.len(), keys.len(), "two classes, one key");
    (keys.len(), judged.iter().filter(|(.., searched)| *searched).count())
}

/// The least the two colours can be: the judge's rules of a game in which nothing is forbidden.
const FREE: &str = "ramsey-avoid-plus:K16";

#[test]
fn keys_are_nautys_classes_on_complete_boards() {
    for n in 1..=11 {
        let (classes, searches) = assert_classes(FREE, n, None, &complete(n), 4000);
        assert!(
            n < 5 || classes > 500 && searches > 100,
            "{n}: {classes} classes, {searches} searches"
        );
    }
}

#[test]
fn keys_are_nautys_classes_on_other_boards() {
    let relations = |absent: &[u32], red: &[u32], green: &[u32]| {
        let rows = |rows: &[u32]| std::array::from_fn(|v| rows.get(v).map_or(0, |&row| row as u16));
        [rows(absent), rows(red), rows(green)]
    };
    for (board, text) in [(cycle(8), "GhCGKC"), (cycle(5), "Dhc")] {
        let n = board.len();
        let absent: Vec<u32> = (0..n).map(|v| complete(n)[v] & !board[v]).collect();
        let frame = Frame::new(n, relations(&absent, &[], &[]));
        let name = format!("{FREE}/board={text}");
        let (classes, searches) = assert_classes(&name, n, Some(&frame), &board, 1000);
        assert!(classes > 30 && searches > 10, "{classes} classes, {searches} searches");
    }
    for n in [6, 9, 10] {
        // A red edge, a green one that touches it, and a red one that does not.
        let mut free = complete(n);
        let (mut red, mut green) = (vec![0; n], vec![0; n]);
        for (rows, u, v) in [(&mut red, 0, 1), (&mut green, 1, 2)] {
            for (a, b) in [(u, v), (v, u)] {
                rows[a] |= 1 << b;
                free[a] &= !(1 << b);
            }
        }
        let frame = Frame::new(n, relations(&[], &red, &green));
        let rules = Rules::new(&format!("{FREE}/red=0-1/green=1-2"), n).unwrap();
        let mut keys = BTreeMap::new();
        let (mut nauty, mut rng) = (Nauty::new(), SplitMix64::new(n as u64));
        for _ in 0..3000 {
            let moved = random(&free, &mut rng);
            let whole: Vec<u32> = (0..2 * n).map(|v| moved[v] | [&red, &green][v / n][v % n]).collect();
            for rows in [whole.clone(), rules.relabelled(&whole, &mut rng)] {
                let form = rules.form(&mut nauty, &rows);
                let played: Vec<u32> = (0..2 * n).map(|v| rows[v] & !red[v % n] & !green[v % n]).collect();
                let key = canonical(Vector::detect(), &pair(&played), Some(&frame)).key;
                assert_eq!(*keys.entry(form).or_insert(key), key, "one class, two keys");
            }
        }
        let different: BTreeSet<_> = keys.values().collect();
        assert_eq!(different.len(), keys.len(), "two classes, one key");
        assert!(keys.len() > 500);
    }
}

/// Pairs have the same place exactly when an automorphism maps one to the other: nauty's form with the pair in a colour
/// of its own decides.
#[test]
fn places_are_orbits_of_pairs() {
    let mut nauty = Nauty::new();
    for n in 2..=8 {
        let rules = Rules::new(FREE, n).unwrap();
        let mut rng = SplitMix64::new(n as u64);
        for _ in 0..200 {
            let first = random(&complete(n), &mut rng);
            let (mut form_of, mut place_of) = (BTreeMap::new(), BTreeMap::new());
            for rows in [first.clone(), rules.relabelled(&first, &mut rng)] {
                let places = canonical(Vector::detect(), &pair(&rows), None).places();
                for (u, v) in (0..n).flat_map(|v| (0..v).map(move |u| (u, v))) {
                    if (rows[u] | rows[n + u]) >> v & 1 == 1 {
                        continue;
                    }
                    // Both colours at once mark the pair.
                    let mut marked = rows.clone();
                    for (a, b) in [(u, v), (v, u)] {
                        marked[a] |= 1 << b;
                        marked[n + a] |= 1 << b;
                    }
                    let form = rules.form(&mut nauty, &marked);
                    let place = places.of(u, v);
                    assert_eq!(
                        *place_of.entry(form.clone()).or_insert(place),
                        place,
                        "one orbit, two places"
                    );
                    assert_eq!(
                        *form_of.entry(place).or_insert(form.clone()),
                        form,
                        "one place, two orbits"
                    );
                }
            }
        }
    }
}
