//! The canonical form, judged by nauty: equal keys exactly for isomorphic graphs, orbits of pairs, and the portable
//! twin of the kernel.

use std::collections::{BTreeMap, BTreeSet};

use canon::{Canonical, Key, Lanes};
use game::{Game, Keys, Levels};
use games::{Triangle, Triangle16, Triangle24};
use rayon::prelude::*;
use retrograph_referee::named;
use retrograph_referee::nauty::Nauty;
use retrograph_referee::rng::SplitMix64;
use retrograph_referee::triangle::{
    is_triangle_free, moves, random_triangle_free, relabel, triangle_free_classes, with_edge,
};
use retrograph_storage::Record;
use shared::common::{from_graph6, graph, graph6, marked, packed_form, rows};
use shared::in_parallel;

/// nauty's form of a graph.
type Form = [u128; 2];

fn edge_list(rows: &[u32]) -> Vec<(usize, usize)> {
    (0..rows.len())
        .flat_map(|v| (0..v).map(move |u| (u, v)))
        .filter(|&(u, v)| rows[u] >> v & 1 == 1)
        .collect()
}

fn without(rows: &[u32], (u, v): (usize, usize)) -> Vec<u32> {
    let mut fewer = rows.to_vec();
    fewer[u] &= !(1 << v);
    fewer[v] &= !(1 << u);
    fewer
}

fn shuffled(rows: &[u32], rng: &mut SplitMix64) -> Vec<u32> {
    relabel(rows, &rng.permutation(rows.len()))
}

/// The graph with a random edge deleted and a random legal one, perhaps the same, added.
fn edge_moved(rows: &[u32], rng: &mut SplitMix64) -> Vec<u32> {
    let edges = edge_list(rows);
    if edges.is_empty() {
        return rows.to_vec();
    }
    let fewer = without(rows, edges[rng.below(edges.len())]);
    let open = moves(&fewer);
    with_edge(&fewer, open[rng.below(open.len())])
}

/// Every highly symmetric graph, and those with one edge deleted.
fn symmetric(n: usize) -> Vec<Vec<u32>> {
    let whole = named::on_vertices(n).into_iter().map(|(_, rows)| rows);
    whole
        .flat_map(|rows| {
            let fewer: Vec<_> = edge_list(&rows).into_iter().map(|edge| without(&rows, edge)).collect();
            std::iter::once(rows).chain(fewer)
        })
        .collect()
}

/// A random triangle-free graph of a random kind. Most random graphs have no symmetry at all, hence the other kinds:
/// disjoint copies, twins, bipartite double covers and circulants, of which colours alone show little.
fn random_graph(n: usize, rng: &mut SplitMix64) -> Vec<u32> {
    let half = n / 2;
    let random = |n: usize, rng: &mut SplitMix64| random_triangle_free(n, rng.below(n * n / 4 + 1), rng.next_u64());
    match rng.below(8) {
        0 => {
            let part = random(half, rng);
            named::padded(named::disjoint_union(&part, &shuffled(&part, rng)), n)
        }
        1 => {
            let part = random(half, rng);
            let mut sizes = vec![1; half];
            for _ in half..n {
                sizes[rng.below(half)] += 1;
            }
            named::blow_up(&part, &sizes)
        }
        2 => {
            let arcs = rng.next_u64() as u32;
            let steps: Vec<usize> = (0..half).filter(|step| arcs >> step & 1 == 1).collect();
            let cover = (0..half).flat_map(|i| steps.iter().map(move |step| (i, half + (i + step) % half)));
            named::padded(named::from_edges(2 * half, cover), n)
        }
        3 => {
            let mut steps: Vec<usize> = (1..=n / 2).collect();
            rng.shuffle(&mut steps);
            let mut chosen = Vec::new();
            for step in steps {
                chosen.push(step);
                let is_too_many = rng.below(4) == 0 || !is_triangle_free(&named::circulant(n, &chosen));
                if is_too_many {
                    chosen.pop();
                }
            }
            named::circulant(n, &chosen)
        }
        _ => random(n, rng),
    }
}

/// Eight graphs: a random one, three made from it by moving an edge, from the second of those one more, and relabelled
/// copies.
fn group(n: usize, seed: u64) -> Vec<Vec<u32>> {
    let mut rng = SplitMix64::new(seed);
    let first = random_graph(n, &mut rng);
    let mut graphs = vec![first.clone()];
    for _ in 0..3 {
        graphs.push(edge_moved(&first, &mut rng));
    }
    graphs.push(edge_moved(&graphs[2], &mut rng));
    for again in [0, 0, 2] {
        graphs.push(graphs[again].clone());
    }
    graphs.iter().map(|rows| shuffled(rows, &mut rng)).collect()
}

/// Our key and nauty's form of a graph, and whether the key took a search.
fn judged<R: Lanes<W>, const W: usize>(nauty: &mut Nauty, rows: &[u32]) -> (Form, Key<R>, bool) {
    let canonical = Canonical::of(&graph::<R, W>(rows));
    (packed_form(nauty, rows), canonical.key, canonical.needed_search())
}

/// Forms and keys are in one-to-one correspondence, and each key's graph has the key and the form it belongs to.
/// Returns the number of classes.
fn assert_same_classes<R: Lanes<W>, const W: usize>(n: usize, mut pairs: Vec<(Form, Key<R>)>) -> usize {
    let text = |key: Key<R>| graph6(&rows(&key.graph::<W>(n)));
    pairs.par_sort_unstable();
    pairs.dedup();
    for two in pairs.windows(2) {
        let [(form, key), (next_form, next_key)] = two else {
            unreachable!()
        };
        assert!(form != next_form, "isomorphic: {} and {}", text(*key), text(*next_key));
    }
    in_parallel(|| {
        pairs.par_iter().for_each_init(Nauty::new, |nauty, &(form, key)| {
            let (form_again, key_again, _) = judged::<R, W>(nauty, &rows(&key.graph::<W>(n)));
            assert!(
                form_again == form,
                "{} is not isomorphic to what it is the key of",
                text(key)
            );
            assert!(key_again == key, "{} has the key {}", text(key), text(key_again));
        })
    });
    // Each key has one form: that of its graph. So there are as many keys as forms; counted all the same.
    let classes = pairs.len();
    let mut keys: Vec<Key<R>> = pairs.into_iter().map(|(_, key)| key).collect();
    keys.par_sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), classes, "n = {n}: classes of different forms have one key");
    classes
}

fn assert_all_small_graphs_are_distinguished<R: Lanes<W>, const W: usize>() {
    for n in 1..=9 {
        let classes: Vec<Vec<u32>> = triangle_free_classes(n).into_iter().flatten().collect();
        let mut rng = SplitMix64::new(n as u64);
        let mut nauty = Nauty::new();
        let mut pairs = Vec::new();
        for class in &classes {
            pairs.push(judged::<R, W>(&mut nauty, class));
            for _ in 0..20 {
                pairs.push(judged::<R, W>(&mut nauty, &shuffled(class, &mut rng)));
            }
        }
        let pairs = pairs.into_iter().map(|(form, key, _)| (form, key)).collect();
        assert_eq!(assert_same_classes::<R, W>(n, pairs), classes.len(), "n = {n}");
    }
}

#[test]
fn all_graphs_on_up_to_9_vertices_have_the_classes_of_nauty() {
    assert_all_small_graphs_are_distinguished::<u16, 16>();
    assert_all_small_graphs_are_distinguished::<u32, 24>();
}

/// `groups` groups of random graphs, and all symmetric ones three times. Returns the number of graphs, and of those
/// that took a search.
fn assert_large_graphs_are_distinguished<R: Lanes<W>, const W: usize>(n: usize, groups: u64) -> (usize, usize) {
    let mut rng = SplitMix64::new(n as u64);
    let mut symmetric = symmetric(n);
    symmetric = [&symmetric, &symmetric, &symmetric]
        .into_iter()
        .flatten()
        .map(|rows| shuffled(rows, &mut rng))
        .collect();
    let random = (0..groups)
        .into_par_iter()
        .flat_map_iter(|seed| group(n, (n as u64) << 32 | seed));
    let judged: Vec<(Form, Key<R>, bool)> = in_parallel(|| {
        random
            .chain(symmetric)
            .map_init(Nauty::new, |nauty, rows| judged::<R, W>(nauty, &rows))
            .collect()
    });
    let searches = judged.iter().filter(|(_, _, needed_search)| *needed_search).count();
    let graphs = judged.len();
    let pairs = judged.into_iter().map(|(form, key, _)| (form, key)).collect();
    let classes = assert_same_classes::<R, W>(n, pairs);
    assert!(classes < graphs, "n = {n}: no two of the graphs are isomorphic");
    (graphs, searches)
}

#[test]
fn a_million_relabelled_graphs_have_the_classes_of_nauty() {
    let (mut graphs, mut searches) = (0, 0);
    for n in 10..=16 {
        let (more, searched) = assert_large_graphs_are_distinguished::<u16, 16>(n, 20_000);
        graphs += more;
        searches += searched;
    }
    assert!(graphs >= 1_000_000, "{graphs} graphs");
    assert!(
        searches >= 50_000 && searches < graphs / 2,
        "{searches} of {graphs} by search"
    );
}

#[test]
fn wide_graphs_have_the_classes_of_nauty() {
    for n in 10..=20 {
        let groups = if n > 16 { 1000 } else { 200 };
        let (_, searches) = assert_large_graphs_are_distinguished::<u32, 24>(n, groups);
        assert!(searches >= 100, "n = {n}: {searches} by search");
    }
}

/// Over relabelled copies of `rows`: two pairs have the same place exactly when some isomorphism maps one to the other.
fn assert_places_are_orbits<R: Lanes<W>, const W: usize>(rows: &[u32], nauty: &mut Nauty, rng: &mut SplitMix64) {
    let n = rows.len();
    let (mut place_of, mut form_at) = (BTreeMap::new(), BTreeMap::new());
    for _ in 0..3 {
        let rows = shuffled(rows, rng);
        let canonical = Canonical::of(&graph::<R, W>(&rows));
        let places = canonical.places();
        for v in 1..n {
            for u in 0..v {
                let place = places.of(u, v);
                assert_eq!(place, places.of(v, u));
                let form = packed_form(nauty, &marked(&rows, u, v));
                let text = graph6(&rows);
                assert_eq!(
                    *place_of.entry(form).or_insert(place),
                    place,
                    "{text}: one orbit, two places, {u}-{v}"
                );
                assert_eq!(
                    *form_at.entry(place).or_insert(form),
                    form,
                    "{text}: one place, two orbits, {u}-{v}"
                );
            }
        }
    }
}

fn assert_all_places_are_orbits<R: Lanes<W>, const W: usize>() {
    let small = (2..=7).flat_map(|n| triangle_free_classes(n).into_iter().flatten());
    let symmetric = (2..=12).flat_map(symmetric);
    let large = (13..=W.min(18)).flat_map(named::on_vertices).map(|(_, rows)| rows);
    let random = (8..=W.min(18)).flat_map(|n| (0..20).flat_map(move |seed| group(n, seed)));
    let graphs: Vec<Vec<u32>> = small.chain(symmetric).chain(large).chain(random).collect();
    in_parallel(|| {
        graphs
            .par_iter()
            .enumerate()
            .for_each_init(Nauty::new, |nauty, (seed, rows)| {
                assert_places_are_orbits::<R, W>(rows, nauty, &mut SplitMix64::new(seed as u64));
            })
    });
}

#[test]
fn places_are_the_orbits_of_pairs() {
    assert_all_places_are_orbits::<u16, 16>();
    assert_all_places_are_orbits::<u32, 24>();
}

/// Record, labelling and signature of a position.
type Seen<R> = (R, String, u64);

fn seen<G: Levels>(game: &G, position: &G::Position) -> Seen<G::Record> {
    (game.record(position), game.graph6(position), game.signature(position))
}

fn children<G: Levels>(game: &G, position: &G::Position) -> Vec<Seen<G::Record>> {
    let mut children = Vec::new();
    let stopped = game.any_child(position, |signature, child| {
        assert_eq!(signature, game.signature(child), "{}", game.graph6(child));
        children.push(seen(game, child));
        false
    });
    assert!(!stopped);
    children
}

/// Signatures of the children of each position, tried together with those of the others.
fn together<G: Levels>(game: &G, positions: &[G::Position]) -> Vec<Vec<u64>> {
    let mut signatures = vec![Vec::new(); positions.len()];
    game.try_children(positions, &mut vec![false; positions.len()], |children, _| {
        for child in children {
            let of_one = &mut signatures[child.position as usize];
            assert_eq!(child.number as usize, of_one.len());
            of_one.push(child.signature);
        }
    });
    signatures
}

/// What all twins make of each record agrees in every detail and order, and no child is missed.
fn assert_twins_agree<R: Lanes<W>, const W: usize>(n: usize, records: &[R::Record]) {
    let twins = [
        Triangle::<R, W>::new(n),
        Triangle::<R, W>::without_long(n),
        Triangle::<R, W>::portable(n),
    ];
    let signed = twins.each_ref().map(|game| {
        let mut items = vec![0; records.len()];
        game.sign(records, &mut items);
        items
    });
    assert!(signed.iter().all(|items| *items == signed[0]), "n = {n}");
    for (&record, &item) in records.iter().zip(&signed[0]) {
        let signature = twins[0].signature(&twins[0].position(record));
        assert_eq!(item, signature & !1);
    }
    let nauty = &mut Nauty::new();
    let mut scratch = Default::default();
    for game in &twins {
        let keys: Vec<_> = records.iter().map(|record| record.key()).collect();
        let (mut below, mut found) = (Vec::new(), Vec::new());
        for (index, &key) in keys.iter().enumerate() {
            game.expand(key, &mut scratch, |position| {
                found.push((index, game.record(&position)));
                below.push(position);
            });
        }
        let mut all_found = Vec::new();
        game.expand_all(&keys, &mut scratch, |index, position| {
            all_found.push((index, game.record(&position)));
        });
        assert_eq!(all_found, found);
        for (position, signatures) in below.iter().zip(together(game, &below)) {
            let mut one_by_one = Vec::new();
            game.any_child(position, |signature, _| {
                one_by_one.push(signature);
                false
            });
            assert_eq!(signatures, one_by_one, "{}", game.graph6(position));
        }
    }
    for &record in records {
        let [fast, without_long, portable] = twins.each_ref().map(|game| {
            let mut visited = Vec::new();
            let labellings = game.expand(record.key(), &mut scratch, |below| {
                visited.push((seen(game, &below), children(game, &below)));
            });
            (labellings, visited, children(game, &game.position(record.key())))
        });
        assert_eq!(fast, portable, "n = {n}, {record:?}");
        assert_eq!(without_long, portable, "n = {n}, {record:?}");
        let (_, visited, from_it) = &fast;
        let above = twins[0].graph6(&twins[0].position(record.key()));
        assert_no_child_is_missed(nauty, &above, None, from_it);
        for ((_, text, _), children) in visited {
            assert_no_child_is_missed(nauty, text, Some(&above), children);
        }
    }
}

/// The positions that one legal move makes of `text` are, up to isomorphism, its `children` and the position it was
/// expanded from.
fn assert_no_child_is_missed<R>(nauty: &mut Nauty, text: &str, from: Option<&str>, children: &[Seen<R>]) {
    let rows = from_graph6(text);
    let legal = moves(&rows);
    let judged: BTreeSet<Form> = legal
        .iter()
        .map(|&edge| packed_form(nauty, &with_edge(&rows, edge)))
        .collect();
    let texts = children.iter().map(|(_, text, _)| text.as_str()).chain(from);
    let found: BTreeSet<Form> = texts.map(|text| packed_form(nauty, &from_graph6(text))).collect();
    assert_eq!(found, judged, "{text}");
    assert!(
        children.len() + usize::from(from.is_some()) <= legal.len(),
        "{text}: a move is tried twice"
    );
}

/// Every level of the game, highest first, by expansion alone.
fn levels<G: Levels>(game: &G) -> Vec<Vec<G::Record>> {
    let saturated = game.saturated(&|_, _| {});
    let mut scratch = G::Scratch::default();
    let mut levels: Vec<Vec<G::Record>> = Vec::new();
    for level in (0..=game.top().unwrap()).rev() {
        let mut records: Vec<G::Record> = saturated.iter().copied().filter(|&r| game.level(r) == level).collect();
        for &above in levels.last().into_iter().flatten() {
            game.expand(above, &mut scratch, |position| records.push(game.record(&position)));
        }
        levels.push(records);
    }
    levels
}

fn random_records<R: Lanes<W>, const W: usize>(n: usize, groups: u64) -> Vec<R::Record> {
    let graphs = (0..groups).flat_map(|seed| group(n, seed)).chain(symmetric(n));
    let keys = graphs.map(|rows| Canonical::of(&graph::<R, W>(&rows)).key);
    keys.zip([0, 1].into_iter().cycle())
        .map(|(key, label)| key.labelled(label))
        .collect()
}

#[test]
fn the_portable_twin_gives_the_same_and_no_child_is_missed() {
    for level in levels(&Triangle16::new(9)) {
        assert_twins_agree::<u16, 16>(9, &level);
    }
    assert_twins_agree::<u16, 16>(13, &random_records::<u16, 16>(13, 250));
    assert_twins_agree::<u16, 16>(16, &random_records::<u16, 16>(16, 500));
    assert_twins_agree::<u32, 24>(12, &random_records::<u32, 24>(12, 100));
    assert_twins_agree::<u32, 24>(17, &random_records::<u32, 24>(17, 200));
    assert_twins_agree::<u32, 24>(20, &random_records::<u32, 24>(20, 100));
}

#[test]
fn expansion_visits_every_class_once_in_rows_of_either_width() {
    for n in 1..=10 {
        let narrow = levels(&Triangle16::new(n));
        let wide = levels(&Triangle24::new(n));
        for (up, level) in triangle_free_classes(n).iter().enumerate() {
            let mut classes: Vec<Vec<u32>> = level.clone();
            classes.sort_unstable();
            let down = narrow.len() - 1 - up;
            let narrow = sorted_classes(
                narrow[down]
                    .iter()
                    .map(|&r| rows(&Key::<u16>::from_sealed(r).graph::<16>(n))),
            );
            assert_eq!(narrow, classes, "n = {n}, {up} edges, narrow rows");
            let wide = sorted_classes(
                wide[down]
                    .iter()
                    .map(|&r| rows(&Key::<u32>::from_sealed(r).graph::<24>(n))),
            );
            assert_eq!(wide, classes, "n = {n}, {up} edges, wide rows");
        }
    }
}

fn sorted_classes(graphs: impl Iterator<Item = Vec<u32>>) -> Vec<Vec<u32>> {
    let mut classes: Vec<Vec<u32>> = graphs.map(|rows| retrograph_referee::nauty::canonical(&rows)).collect();
    classes.sort_unstable();
    classes
}
