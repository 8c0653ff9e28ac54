//! Values of all positions on few vertices, by the judge's brute force.

use canon::vector::Portable;
use graph::Graph16;
use retrograph_judge::brute::{Brute, Play};
use retrograph_judge::rules::rules;

use super::choices::Parts;
use super::game::{Avoidance, Task, Wanted};
use super::kernel::{Kernel, Part, Step};
use super::search::Search;
use super::shared::Shared;
use super::table::Table;
use super::triangle::{Rows, Structure, Triangle, WIDTH, vertices};

fn graph(rows: &[u32]) -> Graph16 {
    let mut all = [0; 16];
    for (to, from) in all.iter_mut().zip(rows) {
        *to = *from as u16;
    }
    Graph16::from_rows(rows.len(), all)
}

struct Values<'a> {
    graphs: &'a [Graph16],
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
        let values = self.graphs.iter().map(|graph| search.value_of(graph).unwrap());
        values.collect()
    }
}

fn compare(game: &str, n: usize, memory: u64) {
    let rules = rules(game).unwrap();
    let brute = Brute::new(&*rules, n, Play::Normal);
    let graphs: Vec<Graph16> = brute.classes().map(|class| graph(&class.rows)).collect();
    let graphs = &graphs[..];
    let question = Avoidance::new(game, n, Wanted::Winner).unwrap();
    let values = question.with_kernel(Values { graphs, memory });
    for (class, value) in brute.classes().zip(values) {
        assert_eq!(class.value.grundy, Some(value), "{game} {n} {:?}", class.rows);
    }
}

/// The triangle game without some of its rules.
struct Without {
    game: Triangle,
    /// Every position is one part, however small.
    components: bool,
    /// Every open pair is a move.
    twins: bool,
}

impl Without {
    fn one_part(&self, structure: &Structure, parts: &mut Vec<Part<Structure>>) -> u8 {
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
    type Position = Structure;

    fn order(&self) -> usize {
        self.game.order()
    }

    fn open(&self, graph: &Graph16) -> Rows {
        self.game.open(graph)
    }

    fn parts(&self, graph: &Graph16, parts: &mut Vec<Part<Structure>>) -> u8 {
        match self.components {
            true => self.one_part(&Structure::of_graph(graph), parts),
            false => self.game.parts(graph, parts),
        }
    }

    fn steps(&self, part: &Part<Structure>, steps: &mut Vec<Step>) {
        if !self.twins {
            return self.game.steps(part, steps);
        }
        for v in 1..WIDTH {
            for u in vertices(part.position.open[v] & ((1 << v) - 1)) {
                steps.push(Step::new(0, u, v));
            }
        }
    }

    fn after(&self, part: &Part<Structure>, step: Step, parts: &mut Vec<Part<Structure>>) -> u8 {
        match self.components {
            true => self.one_part(&part.position.after(step.u(), step.v()), parts),
            false => self.game.after(part, step, parts),
        }
    }

    fn tie(&self, part: &Part<Structure>) -> u32 {
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
        let graphs: Vec<Graph16> = brute.classes().map(|class| graph(&class.rows)).collect();
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
                values.grundy(&graph).ok(),
                class.value.grundy,
                "{game} {:?}",
                class.rows
            );
        }
        let forbidden: Graph16 = ::graph::parse("0-1,1-2,2-3,0-3,0-2", 6).unwrap();
        assert!(values.grundy(&forbidden).is_err());
    }
    let values = super::Values::new("triangle", 12, 1 << 24).unwrap().unwrap();
    values.stop();
    assert!(matches!(
        values.grundy(&Graph16::empty(12)),
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
