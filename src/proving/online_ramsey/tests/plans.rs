//! What Painter's lists refute, Builder does not win.

mod common;

use base::random::SplitMix64;
use common::game;
use retrograph_online_ramsey::{Options, refuted_by_lists, wins_from};
use retrograph_referee::online_ramsey::{Coloured, builder_wins, named};
use retrograph_referee::pattern::contains;

/// A random position without targets, on at most `most` vertices.
fn position(targets: &[Vec<u32>], rng: &mut SplitMix64, most: usize, tries: usize) -> Coloured {
    let mut edges: Coloured = Vec::new();
    for _ in 0..tries {
        let n = edges.iter().map(|edge| edge.1 + 1).max().unwrap_or(0);
        let v = 1 + rng.below((n + 2).min(most) - 1);
        let u = rng.below(v);
        if v > n + 1 || v == n + 1 && u != n || edges.iter().any(|edge| (edge.0, edge.1) == (u, v)) {
            continue;
        }
        let colour = rng.below(targets.len());
        edges.push((u, v, colour));
        let mut rows = vec![0u32; most];
        for &(u, v, _) in edges.iter().filter(|edge| edge.2 == colour) {
            rows[u] |= 1 << v;
            rows[v] |= 1 << u;
        }
        if contains(&rows, &targets[colour]) {
            edges.pop();
        }
    }
    edges
}

const CELLS: [&str; 14] = [
    "K3,K3",
    "K3,K4",
    "P4,C4",
    "K3,P4",
    "P3,K3",
    "C4,C4",
    "paw,K3",
    "K3,K3,K3",
    "P3,K3,P4",
    "K3,diamond",
    "K1,3,C4",
    "C5,K3",
    "K4,K4",
    "K2,P3,K3",
];

/// Against plain search, without bounds; `seen` counts what is refuted, and what is so within one move of a win.
fn agree(graphs: &str, count: usize, most: usize) -> [usize; 2] {
    let targets = named(graphs).unwrap();
    let plain = game(graphs).with(Options {
        bounds: false,
        ..Options::default()
    });
    let mut rng = SplitMix64::new(graphs.bytes().map(u64::from).sum());
    let mut seen = [0; 2];
    for _ in 0..count {
        let tries = 4 + rng.below(18);
        let edges = position(&targets, &mut rng, 7, tries);
        for k in 1..=most {
            if !refuted_by_lists(&plain, &edges, k) {
                // A plan of few pairs is one of more.
                assert!(!refuted_by_lists(&plain, &edges, k + 1), "{graphs} {edges:?} {k}");
                break;
            }
            seen[0] += 1;
            assert_eq!(wins_from(&plain, &edges, k), Some(false), "{graphs} {edges:?} {k}");
            if k <= 2 {
                assert!(!builder_wins(&targets, &edges, k), "{graphs} {edges:?} {k}");
            }
            seen[1] += usize::from(k < most && wins_from(&plain, &edges, k + 1) == Some(true));
        }
    }
    seen
}

#[test]
fn what_lists_refute_is_not_won() {
    let mut close = 0;
    for graphs in CELLS {
        let seen = agree(graphs, 400, 4);
        assert!(seen[0] > 40, "{graphs} {seen:?}");
        close += seen[1];
    }
    assert!(close > 800, "{close}");
}

#[test]
#[ignore = "minutes with optimizations"]
fn what_lists_refute_is_not_won_within_six_moves() {
    for graphs in CELLS {
        agree(graphs, 1500, 6);
    }
}

/// A list's rules: a colour and the order of a complete graph.
type Rules = [(usize, usize)];

/// Pairs of a plan, each with the number of its rule.
type Plan = Vec<((usize, usize), usize)>;

/// A board with the edges of a position and the pairs of a plan, as the definition has it.
struct Board<'a> {
    order: usize,
    edges: &'a Coloured,
    rules: &'a Rules,
}

impl Board<'_> {
    /// The colour of a pair, and of one of the plan its rule.
    fn colour(&self, plan: &Plan, (u, v): (usize, usize)) -> Option<(usize, Option<usize>)> {
        let at = (u.min(v), u.max(v));
        let edge = self.edges.iter().find(|edge| (edge.0, edge.1) == at);
        let pair = plan.iter().find(|(pair, _)| *pair == at);
        edge.map(|edge| (edge.2, None))
            .or(pair.map(|(_, rule)| (self.rules[*rule].0, Some(*rule))))
    }

    /// For each copy of a rule's graph through a pair whose other edges have its colour, the latest rule among these.
    fn copies(&self, plan: &Plan, rule: usize, (u, v): (usize, usize)) -> Vec<Option<usize>> {
        let (colour, order) = self.rules[rule];
        let mut found = Vec::new();
        for set in 0u32..1 << self.order {
            if set.count_ones() as usize != order || set >> u & 1 == 0 || set >> v & 1 == 0 {
                continue;
            }
            let inside: Vec<usize> = (0..self.order).filter(|w| set >> w & 1 == 1).collect();
            let pairs = inside.iter().flat_map(|&b| inside.iter().map(move |&a| (a, b)));
            let pairs = pairs.filter(|&(a, b)| a < b && (a, b) != (u, v));
            let colours: Option<Vec<_>> = pairs.map(|at| self.colour(plan, at)).collect();
            if let Some(colours) = colours.filter(|all| all.iter().all(|found| found.0 == colour)) {
                found.push(colours.into_iter().filter_map(|(_, rule)| rule).max());
            }
        }
        found
    }

    fn is_plan(&self, plan: &Plan, last: (usize, usize)) -> bool {
        let fails = |at, rule| (0..rule).all(|earlier| !self.copies(plan, earlier, at).is_empty());
        // With one rule for each colour the search does not ask for the second condition.
        let is_raised = self.rules.iter().map(|rule| rule.0).max() < Some(self.rules.len() - 1);
        let is_late = |at, own: usize| {
            !is_raised
                || (own..self.rules.len())
                    .filter(|&rule| self.rules[rule].0 == self.rules[own].0)
                    .all(|rule| {
                        self.copies(plan, rule, at)
                            .iter()
                            .all(|latest| latest.is_some_and(|latest| latest > rule))
                    })
        };
        fails(last, self.rules.len()) && plan.iter().all(|&(at, rule)| fails(at, rule) && is_late(at, rule))
    }

    fn extends(&self, free: &[(usize, usize)], plan: &mut Plan, last: (usize, usize), most: usize) -> bool {
        if self.is_plan(plan, last) {
            return true;
        }
        (0..if most == 0 { 0 } else { free.len() }).any(|place| {
            free[place] != last
                && (0..self.rules.len()).any(|rule| {
                    plan.push((free[place], rule));
                    let found = self.extends(&free[place + 1..], plan, last, most - 1);
                    plan.pop();
                    found
                })
        })
    }

    fn has_plan(&self, most: usize) -> bool {
        let pairs = (0..self.order).flat_map(|v| (0..v).map(move |u| (u, v)));
        let free: Vec<_> = pairs.filter(|&at| self.colour(&Vec::new(), at).is_none()).collect();
        free.iter()
            .any(|&last| self.extends(&free, &mut Vec::new(), last, most - 1))
    }
}

/// Lists refute what has no plan of the definition, and nothing else.
#[test]
fn lists_find_the_plans_of_the_definition() {
    let cells: [(&str, Vec<&Rules>); 3] = [
        ("K3,K3", vec![&[(0, 3), (1, 3)], &[(1, 3), (0, 3)]]),
        (
            "K3,K4",
            vec![&[(0, 3), (1, 4)], &[(1, 4), (0, 3)], &[(1, 3), (0, 3), (1, 4)]],
        ),
        (
            "K3,K3,K3",
            vec![
                &[(0, 3), (1, 3), (2, 3)],
                &[(0, 3), (2, 3), (1, 3)],
                &[(1, 3), (0, 3), (2, 3)],
                &[(1, 3), (2, 3), (0, 3)],
                &[(2, 3), (0, 3), (1, 3)],
                &[(2, 3), (1, 3), (0, 3)],
            ],
        ),
    ];
    let mut seen = [0; 2];
    for (graphs, lists) in cells {
        let targets = named(graphs).unwrap();
        let mut rng = SplitMix64::new(graphs.len() as u64);
        for _ in 0..40 {
            let tries = 10 + rng.below(20);
            let edges = position(&targets, &mut rng, 6, tries);
            // Three pairs need one new vertex at most.
            let order = edges.iter().map(|edge| edge.1 + 2).max().unwrap_or(1);
            for k in 1..=3 {
                let edges = &edges;
                let has_plan = |rules: &&Rules| Board { order, edges, rules }.has_plan(k);
                let refuted = !lists.iter().all(has_plan);
                assert_eq!(
                    refuted_by_lists(&game(graphs), edges, k),
                    refuted,
                    "{graphs} {edges:?} {k}"
                );
                seen[usize::from(refuted)] += 1;
            }
        }
    }
    assert!(seen[0] > 30 && seen[1] > 100, "{seen:?}");
}
