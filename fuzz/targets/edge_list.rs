//! Edge lists: the graph has exactly the edges that the text names.
#![no_main]

use libfuzzer_sys::fuzz_target;
use graph::{Graph16, Graph24, encode_graph6, parse, parse_edge_list};

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
    // The simplest reading of the same text: its numbers, but those of moves, two by two.
    let numbers = text.split_inclusive(|c: char| !c.is_ascii_digit()).filter(|number| !number.ends_with('.'));
    let numbers = numbers.map(|number| number.trim_end_matches(|c: char| !c.is_ascii_digit()));
    let numbers = numbers.filter(|number| !number.is_empty());
    let numbers: Vec<usize> = numbers.map(|number| number.parse().unwrap()).collect();
    assert!(numbers.len().is_multiple_of(2), "{text:?}");
    let mut named: Vec<(usize, usize)> = (numbers.chunks(2))
        .map(|ends| (ends[0].min(ends[1]), ends[0].max(ends[1])))
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
