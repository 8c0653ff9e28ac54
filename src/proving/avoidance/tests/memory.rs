//! Searches and proofs keep to the memory allowed. Alone in its process, whose peak is measured.

mod common;

use std::fs;

use common::control;
use proof::{Question, SearchError};
use retrograph_avoidance::{Avoidance, Wanted};

/// Most bytes of memory that this process has had.
fn peak() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    let kib: u64 = line.trim().trim_end_matches(" kB").parse().unwrap();
    kib << 10
}

#[test]
fn searches_and_proofs_keep_to_their_memory() {
    let order = if cfg!(debug_assertions) { 10 } else { 12 };
    let game = Avoidance::new("triangle", order, Wanted::Winner).unwrap();
    let before = peak();
    let mut proofs = Vec::new();
    for (allowed, wants_proof) in [(26 << 20, false), (32 << 20, false), (52 << 20, true), (64 << 20, true)] {
        let found = game.answer(&control(allowed, 2, wants_proof));
        let taken = peak() - before;
        assert!(taken <= allowed, "{taken} of {allowed}");
        match found {
            Ok(outcome) => proofs.extend(outcome.proof),
            Err(SearchError::Memory { needs, allowed: said }) => {
                assert!(wants_proof && said == allowed && needs > said)
            }
            Err(error) => panic!("{error}"),
        }
    }
    assert!(!proofs.is_empty());
}
