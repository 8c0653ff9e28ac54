//! Edge lists: the graph has exactly the edges that the text names.
#![no_main]

use libfuzzer_sys::fuzz_target;
use retrograph::graph::{Graph16, Graph24, encode_graph6, parse, parse_edge_list};

fuzz_target!(|input: (u8, &str)| {
    let (n, text) = (usize::from(input.0) % 26, input.1);
    let graph: Graph24 = match parse_edge_list(text, n) {
        Ok(graph) => graph,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return;
        }
    };
    assert!(n <= 24);
    // The simplest reading of the same text.
    let mut named: Vec<(usize, usize)> = (text.split(',').filter(|_| text != "-" && !text.is_empty()))
        .map(|piece| {
            let ends: Vec<usize> = piece.split('-').map(|end| end.trim().parse().unwrap()).collect();
            let [u, v] = ends[..] else {
                panic!("{piece:?} is an edge")
            };
            (u.min(v), u.max(v))
        })
        .collect();
    named.sort_by_key(|&(u, v)| (v, u));
    assert_eq!(graph.edges().collect::<Vec<_>>(), named);
    assert_eq!(graph.order(), n);
    let pieces: Vec<String> = named.iter().rev().map(|(u, v)| format!("{v}-{u}")).collect();
    assert_eq!(parse_edge_list(&pieces.join(","), n), Ok(graph));
    assert_eq!(parse(&encode_graph6(&graph), n), Ok(graph));
    assert_eq!(parse_edge_list::<u16, 16>(text, n).ok(), graph.convert::<u16, 16>());
    let _: Option<Graph16> = graph.convert();
});
