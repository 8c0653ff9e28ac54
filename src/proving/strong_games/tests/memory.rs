//! A search that needs more memory than is allowed ends with a figure, and has not taken more. Alone in its process,
//! whose peak is measured.

use std::fs;

use proof::{Control, Question, SearchError};
use retrograph_strong_games::{Boards, Game};

/// Most bytes of memory that this process has had.
fn peak() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    let kib: u64 = line.trim().trim_end_matches(" kB").parse().unwrap();
    kib << 10
}

#[test]
fn memory_is_bounded_and_what_is_needed_is_said() {
    let game = Game::new("ramsey-achieve:K4", Boards::From(11), Some(16)).unwrap();
    // With other threads that find moves the table has the same size.
    for (allowed, threads) in [(1 << 20, 1), (24 << 20, 1), (40 << 20, 2), (64 << 20, 1), (64 << 20, 3)] {
        let ended = game.answer(&Control::quiet(allowed, threads));
        let Err(SearchError::Memory { needs, allowed: said }) = ended else {
            panic!("{ended:?}");
        };
        assert!(said == allowed && needs > allowed, "{needs} {said}");
        // The figure is what was taken when the search stopped, of which 16 MiB are set aside for the strategy.
        assert!(needs < allowed.max(16 << 20) + (1 << 20), "{needs} {said}");
        assert!(peak() <= allowed + (64 << 20), "{} of {allowed}", peak());
    }
}
