//! Files of positional games: what is read describes the same in its normal form, and anything else has a line and a
//! reason.
#![no_main]

use hypergraphs::read;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match read(text) {
        Ok(described) => {
            let normal = described.hypergraph.text();
            let again = read(&normal).unwrap_or_else(|error| panic!("{error}: {normal}"));
            assert_eq!(again.hypergraph, described.hypergraph);
            assert_eq!(again.hypergraph.text(), normal);
            assert!((1..=128).contains(&described.hypergraph.len()));
        }
        Err(error) => {
            assert!(!error.why.is_empty());
            assert!((1..=text.lines().count().max(1)).contains(&error.line), "{error}");
        }
    }
});
