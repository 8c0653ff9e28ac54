//! graph6 texts: what decodes encodes to the same text, rows of all widths agree, and a person's text means the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use retrograph::graph::{Graph, Graph16, TextError, decode_graph6, encode_graph6, parse};

fuzz_target!(|text: &str| {
    let wide: Result<Graph<u32, 32>, TextError> = decode_graph6(text);
    let narrow: Result<Graph16, TextError> = decode_graph6(text);
    match &wide {
        Ok(graph) => {
            assert_eq!(encode_graph6(graph), text);
            assert_eq!(graph.order(), usize::from(text.as_bytes()[0] - 63));
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
            Err(error) => assert!(error.to_string().len() < 2 * text.len() + 200),
        }
    }
});
