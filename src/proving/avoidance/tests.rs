//! Values of all positions on few vertices, by the judge's brute force.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use canon::vector::Portable;
use graph::Graph16;
use retrograph_referee::brute::{Brute, Play};
use retrograph_referee::rules::rules;
use retrograph_referee::triangle::{moves, random_triangle_free, with_edge};

use super::choices::Parts;
use super::game::{Avoidance, Task, Wanted};
use super::kernel::{Board, Kernel, Part, Step, pairs};
use super::plain::Plain;
use super::search::Search;
use super::shared::Shared;
use super::table::Table;
use super::triangle::{Structure, Triangle};

fn graph<G: Board>(rows: &[u32]) -> G {
    let pairs = (0..rows.len()).flat_map(|v| (0..v).map(move |u| (u, v)));
    pairs
        .filter(|&(u, v)| rows[v] >> u & 1 == 1)
        .fold(G::empty(rows.len()), |graph, pair| graph.with_edge(pair))
}

/// Asks for the values of graphs.
struct Values<'a> {
    graphs: &'a [Vec<u32>],
    memory: u64,
}

impl Task for Values<'_> {
    type Output = Vec<u32>;

    fn run<K: Parts>(self, kernel: &K) -> Vec<u32> {
        self.of(kernel)
    }
}

impl Values<'_> {
    fn of<K: Kernel>(self, kernel: &K) -> Vec<u32> {
        let shared = Shared::new(Table::new(self.memory).unwrap(), 1);
        let mut watch = |_, _| false;
        let mut search = Search::new(kernel, &shared, 0, &mut watch);
        let values = self.graphs.iter().map(|rows| search.value_of(&graph(rows)).unwrap());
        values.collect()
    }
}

fn compare(game: &str, n: usize, memory: u64) {
    let rules = rules(game).unwrap();
    let brute = Brute::new(&*rules, n, Play::Normal);
    let graphs: Vec<_> = brute.classes().map(|class| class.rows.clone()).collect();
    let graphs = &graphs[..];
    let question = Avoidance::new(game, n, Wanted::Winner).unwrap();
    let wide = match question.is_triangle() {
        true => Values { graphs, memory }.of(&Triangle::<u32, 24>::new(n)),
        false => Values { graphs, memory }.of(&Plain::<u32, 24>::new(question.rules.clone(), n)),
    };
    let values = question.with_kernel(Values { graphs, memory });
    for ((class, value), wide) in brute.classes().zip(values).zip(wide) {
        assert_eq!(class.value.grundy, Some(value), "{game} {n} {:?}", class.rows);
        assert_eq!(value, wide, "{game} {n} {:?}", class.rows);
    }
}

/// By the definition, on the pairs left.
fn by_play(rows: &[u32], known: &mut HashMap<Vec<u32>, u32>) -> u32 {
    if let Some(&value) = known.get(rows) {
        return value;
    }
    let values: Vec<u32> = (moves(rows).into_iter())
        .map(|pair| by_play(&with_edge(rows, pair), known))
        .collect();
    let value = (0..).find(|value| !values.contains(value)).unwrap();
    known.insert(rows.to_vec(), value);
    value
}

#[test]
fn values_on_seventeen_to_twenty_vertices_are_those_of_play() {
    let most = if cfg!(debug_assertions) { 8 } else { 14 };
    for n in 17..=20 {
        let graphs = (0..200).map(|seed| random_triangle_free(n, n * n / 4 - (seed as usize % n), seed));
        let graphs: Vec<_> = graphs
            .filter(|rows| (1..=most).contains(&moves(rows).len()))
            .take(40)
            .collect();
        assert!(graphs.len() > 10, "{n}");
        let graphs = &graphs[..];
        let question = Avoidance::new("triangle", n, Wanted::Winner).unwrap();
        let values = question.with_kernel(Values {
            graphs,
            memory: 1 << 20,
        });
        for (rows, value) in graphs.iter().zip(values) {
            assert_eq!(by_play(rows, &mut HashMap::new()), value, "{n} {rows:?}");
        }
    }
}

/// The triangle game without some of its rules.
struct Without {
    game: Triangle<u16, 16>,
    /// Every position is one part, however small.
    components: bool,
    /// Every open pair is a move.
    twins: bool,
}

impl Without {
    fn one_part(&self, structure: &Structure<u16, 16>, parts: &mut Vec<Part<Structure<u16, 16>>>) -> u8 {
        let pairs = structure.pairs(Portable);
        if pairs > 0 {
            parts.push(Part {
                position: *structure,
                hash: structure.hash(),
                pairs,
            });
        }
        0
    }
}

impl Kernel for Without {
    type Graph = Graph16;
    type Position = Structure<u16, 16>;

    fn order(&self) -> usize {
        self.game.order()
    }

    fn moves(&self, graph: &Graph16) -> Vec<(usize, usize)> {
        self.game.moves(graph)
    }

    fn parts(&self, graph: &Graph16, parts: &mut Vec<Part<Structure<u16, 16>>>) -> u8 {
        match self.components {
            true => self.one_part(&Structure::of_graph(graph), parts),
            false => self.game.parts(graph, parts),
        }
    }

    fn steps(&self, part: &Part<Structure<u16, 16>>, steps: &mut Vec<Step>) {
        if !self.twins {
            return self.game.steps(part, steps);
        }
        let pairs = pairs(&part.position.open);
        steps.extend(pairs.into_iter().map(|(u, v)| Step::new(0, u, v)));
    }

    fn after(&self, part: &Part<Structure<u16, 16>>, step: Step, parts: &mut Vec<Part<Structure<u16, 16>>>) -> u8 {
        match self.components {
            true => self.one_part(&part.position.after(step.u(), step.v()), parts),
            false => self.game.after(part, step, parts),
        }
    }

    fn tie(&self, part: &Part<Structure<u16, 16>>) -> u32 {
        self.game.tie(part)
    }
}

/// Without independent components, the table of small ones and pairs that cancel, or without twins, or with none of
/// them.
#[test]
fn each_rule_of_the_triangle_game_changes_no_value() {
    let rules = rules("triangle").unwrap();
    for n in 1..=if cfg!(debug_assertions) { 6 } else { 7 } {
        let brute = Brute::new(&*rules, n, Play::Normal);
        let graphs: Vec<_> = brute.classes().map(|class| class.rows.clone()).collect();
        for (components, twins) in [(true, false), (false, true), (true, true)] {
            let game = Triangle::new(n);
            let (graphs, memory) = (&graphs[..], 1 << 20);
            let kernel = Without {
                game,
                components,
                twins,
            };
            let values = Values { graphs, memory }.of(&kernel);
            for (class, value) in brute.classes().zip(values) {
                assert_eq!(class.value.grundy, Some(value), "{n} {:?}", class.rows);
            }
        }
    }
}

#[test]
fn values_on_demand_are_those_of_brute_force() {
    for game in ["triangle", "avoid:C4", "avoid:C4/connected"] {
        let rules = rules(game).unwrap();
        let brute = Brute::new(&*rules, 6, Play::Normal);
        let values = super::Values::new(game, 6, 1 << 16).unwrap().unwrap();
        for class in brute.classes() {
            let graph = graph(&class.rows);
            assert_eq!(
                values.grundy(&graph, &AtomicBool::new(false)).ok(),
                class.value.grundy,
                "{game} {:?}",
                class.rows
            );
        }
        let forbidden: Graph16 = ::graph::parse("0-1,1-2,2-3,0-3,0-2", 6).unwrap();
        assert!(values.grundy(&forbidden, &AtomicBool::new(false)).is_err());
    }
    let values = super::Values::new("triangle", 12, 1 << 24).unwrap().unwrap();
    assert!(matches!(
        values.grundy(&Graph16::empty(12), &AtomicBool::new(true)),
        Err(super::NoValue::Stopped)
    ));
}

#[test]
fn values_of_all_triangle_free_graphs() {
    for n in 1..=if cfg!(debug_assertions) { 7 } else { 8 } {
        compare("triangle", n, 1 << 20);
        if n < 7 {
            // A table that forgets nearly everything.
            compare("triangle", n, 64);
        }
    }
}

#[test]
fn values_of_all_positions_of_other_games() {
    for game in [
        "triangle/connected",
        "avoid:C4",
        "avoid:K4",
        "avoid:C5",
        "avoid:K3+C5",
        "avoid:bowtie",
        "avoid:odd-cycle",
        "avoid:hamilton-cycle",
        "avoid:connected",
        "avoid:C4/connected",
    ] {
        for n in 1..=6 {
            compare(game, n, 1 << 20);
        }
    }
}
