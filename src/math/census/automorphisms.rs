//! The order of the automorphism group of a graph in two colours.

use base::random::mixed;
use graph::{Graph24, Row};

/// Vertex colours; permutations of vertices do not change their meaning. Beyond the order they are 0.
type Colours = [u64; 24];

/// Returns the number of vertex permutations that map red edges to red ones and green ones to green ones. Both graphs
/// have the same order, at most 20, so that the number fits. Cost: a microsecond where refined degrees distinguish all
/// vertices.
pub fn automorphisms(red: &Graph24, green: &Graph24) -> u64 {
    let layers = [red, green];
    debug_assert!(red.order() == green.order() && red.order() <= 20);
    let mut colours = [0; 24];
    colours[..red.order()].fill(1);
    refine(layers, &mut colours);
    let mut order = 1;
    // The stabilisers of more and more vertices, each smaller than the previous one by the size of an orbit.
    while let Some(v) = unsettled(&colours, red.order()) {
        let orbit = (0..red.order()).filter(|&w| {
            colours[w] == colours[v]
                && (w == v || are_twins(layers, v, w) || maps(layers, distinguished(layers, colours, v), colours, w))
        });
        order *= orbit.count() as u64;
        colours = distinguished(layers, colours, v);
    }
    order
}

/// Returns the first vertex that shares its colour.
fn unsettled(colours: &Colours, n: usize) -> Option<usize> {
    (0..n).find(|&v| (v + 1..n).any(|w| colours[v] == colours[w]))
}

/// Returns whether exchanging two vertices is an automorphism.
fn are_twins(layers: [&Graph24; 2], v: usize, w: usize) -> bool {
    let both = u32::bit(v) | u32::bit(w);
    layers
        .iter()
        .all(|graph| (graph.neighbours(v) ^ graph.neighbours(w)) & !both == 0)
}

/// Returns whether an automorphism maps the colours `from`, in which one vertex is distinguished, to the colours `to`
/// with `w` distinguished.
fn maps(layers: [&Graph24; 2], from: Colours, to: Colours, w: usize) -> bool {
    let n = layers[0].order();
    let to = distinguished(layers, to, w);
    let sorted = |mut colours: Colours| {
        colours[..n].sort_unstable();
        colours
    };
    if sorted(from) != sorted(to) {
        return false;
    }
    match unsettled(&from, n) {
        Some(v) => {
            let next = distinguished(layers, from, v);
            (0..n).any(|w| to[w] == from[v] && maps(layers, next, to, w))
        }
        None => {
            let image: [usize; 24] =
                std::array::from_fn(|v| (0..n).find(|&w| v < n && to[w] == from[v]).unwrap_or_default());
            let is_kept = |graph: &&Graph24| graph.edges().all(|(u, v)| graph.has_edge(image[u], image[v]));
            layers.iter().all(is_kept)
        }
    }
}

/// Returns the colours, refined after `v` has got its own colour.
fn distinguished(layers: [&Graph24; 2], mut colours: Colours, v: usize) -> Colours {
    colours[v] = mixed(colours[v] ^ 0x5851_f42d_4c95_7f2d);
    refine(layers, &mut colours);
    colours
}

/// Mixes in the neighbours' colours until no more vertices are distinguished.
fn refine(layers: [&Graph24; 2], colours: &mut Colours) {
    let n = layers[0].order();
    let mut cells = cell_count(colours, n);
    while cells < n {
        let seen = [colours.map(mixed), colours.map(|colour| mixed(!colour))];
        let old = *colours;
        for v in 0..n {
            let mut sum = old[v];
            for (graph, seen) in layers.iter().zip(&seen) {
                sum = mixed(
                    graph
                        .neighbours(v)
                        .vertices()
                        .fold(sum, |sum, w| sum.wrapping_add(seen[w])),
                );
            }
            colours[v] = sum;
        }
        let now = cell_count(colours, n);
        if now <= cells {
            break;
        }
        cells = now;
    }
}

fn cell_count(colours: &Colours, n: usize) -> usize {
    let mut sorted = *colours;
    sorted[..n].sort_unstable();
    sorted[..n].chunk_by(|a, b| a == b).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::random::SplitMix64;

    fn all_permutations(n: usize) -> Vec<Vec<usize>> {
        (0..n).fold(vec![vec![]], |orders, v| {
            let with_v =
                |order: Vec<usize>| (0..=order.len()).map(move |at| [&order[..at], &[v], &order[at..]].concat());
            orders.into_iter().flat_map(with_v).collect()
        })
    }

    #[test]
    fn orders_are_those_of_all_permutations() {
        let mut random = SplitMix64::numbered(1, 0);
        let mut large = 0;
        for n in 1..=6 {
            let permutations = all_permutations(n);
            for _ in 0..if n < 6 { 200 } else { 40 } {
                let few = 1 + random.below(4);
                let mut layers = [Graph24::empty(n); 2];
                for v in 0..n {
                    for u in 0..v {
                        let colour = random.below(few + 2);
                        if colour < 2 {
                            layers[colour].toggle(u, v);
                        }
                    }
                }
                let kept = |image: &&Vec<usize>| {
                    layers
                        .iter()
                        .all(|graph| graph.edges().all(|(u, v)| graph.has_edge(image[u], image[v])))
                };
                let expected = permutations.iter().filter(kept).count() as u64;
                assert_eq!(automorphisms(&layers[0], &layers[1]), expected, "{layers:?}");
                large += u32::from(expected > 2);
            }
        }
        assert!(large > 100, "{large}");
    }

    #[test]
    fn symmetric_graphs_have_their_order() {
        let graph = |n: usize, edges: &mut dyn Iterator<Item = (usize, usize)>| {
            edges.fold(Graph24::empty(n), |graph, (u, v)| graph.toggled(u, v))
        };
        let factorial = |n: u64| (1..=n).product::<u64>();
        let empty = Graph24::empty(20);
        assert_eq!(automorphisms(&empty, &empty), factorial(20));
        let cycle = graph(20, &mut (0..20).map(|v| (v, (v + 1) % 20)));
        assert_eq!(automorphisms(&cycle, &empty), 40);
        let matching = graph(20, &mut (0..10).map(|v| (2 * v, 2 * v + 1)));
        assert_eq!(automorphisms(&empty, &matching), factorial(10) << 10);
        // Red and green matchings make a cycle of alternating colours.
        let other = graph(20, &mut (0..10).map(|v| (2 * v + 1, (2 * v + 2) % 20)));
        assert_eq!(automorphisms(&other, &matching), 20);
        // Quadratic residues modulo 17 in red, the others in green, and the residues modulo 13 against nothing.
        let paley = |p: usize, residue: bool| {
            let is_residue = move |d: usize| (1..p).any(|x| x * x % p == d) == residue;
            let pairs = (0..p).flat_map(|v| (0..v).map(move |u| (u, v)));
            graph(p, &mut pairs.filter(|&(u, v)| is_residue(v - u)))
        };
        assert_eq!(automorphisms(&paley(17, true), &paley(17, false)), 17 * 8);
        assert_eq!(automorphisms(&paley(13, true), &Graph24::empty(13)), 13 * 6);
        // Petersen's graph.
        let outer = (0..5).flat_map(|v| [(v, (v + 1) % 5), (v, v + 5), (v + 5, (v + 2) % 5 + 5)]);
        let petersen = outer.fold(Graph24::empty(10), |graph, (u, v)| graph.toggled(u, v));
        assert_eq!(automorphisms(&petersen, &Graph24::empty(10)), 120);
    }
}
