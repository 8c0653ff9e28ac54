//! graph6 texts: what decodes encodes to the same text, rows of all widths agree, and a person's text means the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use graph::{
    Graph, Graph16, Repeated, TextError, decode_graph6, encode_graph6, one_line, parse, parse_any_order,
    parse_two_coloured,
};

fuzz_target!(|text: &str| {
    let wide: Result<Graph<u32, 32>, TextError> = decode_graph6(text);
    let narrow: Result<Graph16, TextError> = decode_graph6(text);
    match &wide {
        Ok(graph) => {
            // An order below 63 may be written at length.
            assert!(encode_graph6(graph) == text || text.starts_with('~'));
            assert_eq!(narrow.ok(), graph.convert());
        }
        Err(error) => {
            assert!(narrow.is_err());
            assert!(!error.to_string().is_empty());
        }
    }
    for n in [0, 1, 5, 16, 17, 20, 24] {
        match parse::<u32, 24>(text, n) {
            Ok(graph) => {
                assert_eq!(graph.order(), n);
                let canonical = encode_graph6(&graph);
                assert_eq!(parse(&canonical, n), Ok(graph));
                assert_eq!(parse::<u16, 16>(text, n).ok(), graph.convert());
                if let Ok(wide) = &wide {
                    assert_eq!(encode_graph6(wide), canonical);
                }
            }
            // A long text is not repeated whole; a character may take ten, escaped.
            Err(error) => assert!(error.to_string().chars().count() < 400, "{error}"),
        }
        let _ = parse_two_coloured::<u32, 24>(text, n, |_| false).map_err(|error| error.to_string());
    }
    // What surrounds a text does not matter, and what is repeated is read again as the same.
    let around = format!("\u{feff}>>graph6<<{text}\r\n");
    for n in [5, 16] {
        let plain = parse::<u32, 24>(text, n).ok();
        assert_eq!(parse::<u32, 24>(&one_line(text), n).ok(), plain);
        // A header stands in front of no other format.
        if !text.starts_with(">>") {
            assert_eq!(parse::<u32, 24>(&around, n).ok(), plain);
        }
    }
    if let (Ok(wide), true) = (parse_any_order::<u32, 32>(text), text.starts_with(':')) {
        assert_eq!(parse(text, wide.order()), Ok(wide));
    }
    assert!(Repeated(text).to_string().chars().count() <= 100);
});
