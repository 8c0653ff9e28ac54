//! The hot kernel on fixed graphs: canonical form beside nauty's, expansion, signatures.

#[path = "common/graphs.rs"]
mod graphs;

use divan::Bencher;
use divan::counter::ItemsCount;
use retrograph::canon::{Canonical, Key};
use retrograph::games::{Game, Triangle16};
use retrograph::graph::Graph16;
use retrograph_judge::nauty::Nauty;

use graphs::{GRAPHS, assert_same_classes, graphs, positions, rows};

fn main() {
    divan::main();
}

/// Orders measured; the number of edges is that of the largest level.
const ORDERS: [(usize, usize); 3] = [(12, 18), (14, 24), (16, 30)];
fn records(n: usize, edges: usize) -> Vec<u128> {
    let record = |graph: &Graph16| Canonical::of(graph).key.labelled(0);
    graphs(n, edges).iter().map(record).collect()
}

#[divan::bench(args = ORDERS)]
fn canonical_form(bencher: Bencher, (n, edges): (usize, usize)) {
    assert_same_classes(n, edges);
    let game = Triangle16::new(n);
    let positions = positions(n, edges);
    bencher
        .counter(ItemsCount::new(GRAPHS))
        .bench(|| positions.iter().fold(0, |sum, position| sum ^ game.record(position)));
}

#[divan::bench(args = ORDERS)]
fn canonical_form_nauty(bencher: Bencher, (n, edges): (usize, usize)) {
    let rows = rows(n, edges);
    let mut form = vec![0; n];
    bencher.counter(ItemsCount::new(GRAPHS)).bench_local(|| {
        let mut nauty = Nauty::new();
        for rows in &rows {
            nauty.canonical_into(rows, &mut form);
        }
        form[0]
    });
}

#[divan::bench(args = ORDERS)]
fn expand(bencher: Bencher, (n, edges): (usize, usize)) {
    let game = Triangle16::new(n);
    let records = records(n, edges);
    bencher.counter(ItemsCount::new(GRAPHS)).bench_local(|| {
        let mut scratch = Default::default();
        let mut found = 0u64;
        for &record in &records {
            game.expand(record, &mut scratch, |_| found += 1);
        }
        found
    });
}

#[divan::bench(args = ORDERS)]
fn signatures(bencher: Bencher, (n, edges): (usize, usize)) {
    let game = Triangle16::new(n);
    let records = records(n, edges);
    let mut items = vec![0; records.len()];
    bencher
        .counter(ItemsCount::new(GRAPHS))
        .bench_local(|| game.sign(&records, &mut items));
}

#[divan::bench(args = ORDERS)]
fn children(bencher: Bencher, (n, edges): (usize, usize)) {
    let game = Triangle16::new(n);
    let positions: Vec<_> = records(n, edges)
        .into_iter()
        .map(|record| game.position(record))
        .collect();
    let mut all = 0u64;
    for position in &positions {
        game.any_child(position, |_, _| {
            all += 1;
            false
        });
    }
    bencher.counter(ItemsCount::new(all)).bench_local(|| {
        let mut sum = 0u64;
        for position in &positions {
            game.any_child(position, |signature, _| {
                sum ^= signature;
                false
            });
        }
        sum
    });
}

#[divan::bench(args = ORDERS)]
fn decode_key(bencher: Bencher, (n, edges): (usize, usize)) {
    let records = records(n, edges);
    bencher.counter(ItemsCount::new(GRAPHS)).bench(|| {
        records.iter().fold(0u16, |sum, &record| {
            let graph: Graph16 = Key::from_sealed(record).graph(n);
            sum ^ graph.neighbours(0)
        })
    });
}
