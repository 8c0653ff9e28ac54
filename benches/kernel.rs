//! The hot kernel on fixed graphs: canonical form beside nauty's, of one colour and of two, expansion, signatures.

#[path = "common/graphs.rs"]
mod graphs;

use canon::{Canonical, Key};
use divan::Bencher;
use divan::counter::ItemsCount;
use game::{Game, Keys, Levels};
use games::{Ramsey, Terms, Triangle16};
use graph::Graph16;
use retrograph_referee::nauty::Nauty;
use retrograph_referee::ramsey::Rules;
use retrograph_referee::rng::SplitMix64;

use graphs::{GRAPHS, assert_same_classes, graphs, positions, rows};

fn main() {
    divan::main();
}

/// Orders and numbers of edges measured: the largest level of three orders, and others of n = 16.
const LEVELS: [(usize, usize); 6] = [(12, 18), (14, 24), (16, 20), (16, 30), (16, 40), (16, 48)];

/// A level, printed with the share of its graphs whose canonical form takes a search.
#[derive(Clone, Copy)]
struct Level {
    n: usize,
    edges: usize,
    searched: f64,
}

impl std::fmt::Display for Level {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Level { n, edges, searched } = self;
        write!(f, "n = {n}, {edges} edges, {searched:.1} % searched")
    }
}

fn levels() -> impl Iterator<Item = Level> {
    LEVELS.into_iter().map(|(n, edges)| {
        let (game, positions) = (Triangle16::new(n), positions(n, edges));
        let searched = positions.iter().filter(|position| game.needed_search(position)).count();
        Level {
            n,
            edges,
            searched: 100.0 * searched as f64 / positions.len() as f64,
        }
    })
}

fn records(n: usize, edges: usize) -> Vec<u128> {
    let record = |graph: &Graph16| Canonical::of(graph).key.labelled(0);
    graphs(n, edges).iter().map(record).collect()
}

#[divan::bench(args = levels())]
fn canonical_form(bencher: Bencher, Level { n, edges, .. }: Level) {
    assert_same_classes(n, edges);
    let game = Triangle16::new(n);
    let positions = positions(n, edges);
    bencher
        .counter(ItemsCount::new(GRAPHS))
        .bench(|| positions.iter().fold(0, |sum, position| sum ^ game.record(position)));
}

#[divan::bench(args = levels())]
fn canonical_form_nauty(bencher: Bencher, Level { n, edges, .. }: Level) {
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

#[divan::bench(args = levels())]
fn expand(bencher: Bencher, Level { n, edges, .. }: Level) {
    let game = Triangle16::new(n);
    let records = records(n, edges);
    let expanded = |game: &Triangle16| {
        let (mut scratch, mut found) = (Default::default(), 0u64);
        game.expand_all(&records, &mut scratch, |_, _| found += 1);
        found
    };
    let found = expanded(&Triangle16::portable(n));
    let counter = ItemsCount::new(GRAPHS);
    bencher
        .counter(counter)
        .bench_local(|| assert_eq!(expanded(&game), found));
}

#[divan::bench(args = levels())]
fn signatures(bencher: Bencher, Level { n, edges, .. }: Level) {
    let game = Triangle16::new(n);
    let records = records(n, edges);
    let (mut items, mut portable) = (vec![0; records.len()], vec![0; records.len()]);
    Triangle16::portable(n).sign(&records, &mut portable);
    bencher
        .counter(ItemsCount::new(GRAPHS))
        .bench_local(|| game.sign(&records, &mut items));
    assert_eq!(items, portable);
}

#[divan::bench(args = levels())]
fn children(bencher: Bencher, Level { n, edges, .. }: Level) {
    let game = Triangle16::new(n);
    let positions: Vec<_> = records(n, edges)
        .into_iter()
        .map(|record| game.position(record))
        .collect();
    let summed = |game: &Triangle16| {
        let (mut all, mut sum) = (0u64, 0u64);
        for position in &positions {
            game.any_child(position, |signature, _| {
                all += 1;
                sum = sum.wrapping_mul(3) ^ signature;
                false
            });
        }
        (all, sum)
    };
    let (all, sum) = summed(&Triangle16::portable(n));
    bencher
        .counter(ItemsCount::new(all))
        .bench_local(|| assert_eq!(summed(&game), (all, sum)));
}

#[divan::bench(args = levels())]
fn decode_key(bencher: Bencher, Level { n, edges, .. }: Level) {
    let records = records(n, edges);
    let graphs: Vec<Graph16> = records
        .iter()
        .map(|&record| Key::from_sealed(record).graph(n))
        .collect();
    for (graph, &record) in graphs.iter().zip(&records) {
        assert_eq!(Canonical::of(graph).key, Key::from_sealed(record));
    }
    bencher.counter(ItemsCount::new(GRAPHS)).bench(|| {
        records.iter().zip(&graphs).for_each(|(&record, graph)| {
            assert_eq!(Key::from_sealed(record).graph(n), *graph);
        })
    });
}

/// Random triangle-free colourings as the judge's rows, and the engine's positions of them, none labelled yet.
fn colourings(n: usize, edges: usize) -> (Rules, Vec<Vec<u32>>, Ramsey, Vec<<Ramsey as Game>::Position>) {
    let name = "ramsey-lose:K3";
    let rules = Rules::new(name, n).unwrap();
    let game = Ramsey::new(Terms::named(name).unwrap().unwrap(), n).unwrap();
    let mut rng = SplitMix64::new(n as u64);
    let rows: Vec<_> = std::iter::repeat_with(|| rules.random_position(edges, &mut rng))
        .flatten()
        .take(GRAPHS as usize)
        .collect();
    let positions = rows
        .iter()
        .map(|rows| game.parse(&rules.encode(rows)).unwrap())
        .collect();
    (rules, rows, game, positions)
}

/// Orders and numbers of edges of two-colour positions: the largest levels.
const COLOURED: [(usize, usize); 3] = [(7, 12), (8, 16), (9, 19)];

#[divan::bench(args = COLOURED)]
fn canonical_form_two_colours(bencher: Bencher, (n, edges): (usize, usize)) {
    let (_, _, game, positions) = colourings(n, edges);
    bencher
        .counter(ItemsCount::new(GRAPHS))
        .bench(|| positions.iter().fold(0, |sum, position| sum ^ game.record(position).0));
}

#[divan::bench(args = COLOURED)]
fn canonical_form_two_colours_nauty(bencher: Bencher, (n, edges): (usize, usize)) {
    let (rules, rows, ..) = colourings(n, edges);
    bencher.counter(ItemsCount::new(GRAPHS)).bench_local(|| {
        let mut nauty = Nauty::new();
        rows.iter().fold(0, |sum, rows| sum ^ rules.form(&mut nauty, rows)[0])
    });
}

#[divan::bench(args = COLOURED)]
fn expand_two_colours(bencher: Bencher, (n, edges): (usize, usize)) {
    let (_, _, game, positions) = colourings(n, edges);
    let records: Vec<_> = positions.iter().map(|position| game.record(position)).collect();
    bencher.counter(ItemsCount::new(GRAPHS)).bench_local(|| {
        let mut found = 0u64;
        for &record in &records {
            game.expand(record, &mut (), |_| found += 1);
        }
        found
    });
}
