//! What the tests share: proving and checking, brute force, and names of all winning sets.
#![allow(
    dead_code,
    reason = "every test file compiles this module and uses its own part of it"
)]

use base::random::SplitMix64;
use retrograph_judge::maker_breaker::check_proof;
use retrograph_maker_breaker::{Game, Options, Player, Theorem, prove};
use retrograph_referee::maker_breaker::{maker_wins, winning_sets};

/// Both players, as those who begin.
pub const STARTERS: [Player; 2] = [Player::Maker, Player::Breaker];

/// The game on a complete board.
pub fn game(name: &str, n: usize, starter: Player) -> Game {
    Game::new(&format!("maker-breaker:{name}"), n, starter).unwrap()
}

/// Who wins, with a proof that the judge accepts.
pub fn proved(game: &Game, options: &Options) -> Theorem {
    let theorem = prove(game, options, &mut |_| false).unwrap();
    let head = check_proof(&theorem.proof().unwrap()).unwrap_or_else(|error| panic!("{}: {error}", theorem.sentence()));
    assert_eq!(head.sentence(), theorem.sentence());
    theorem
}

/// All winning sets that there are on `n` vertices.
pub fn all_sets(n: usize) -> Vec<String> {
    let ends = format!("hamilton-path:1-{}", n - 1);
    let mut names = vec![
        "hamilton-cycle",
        "hamilton-path",
        "hamilton-path:0-1",
        &ends,
        "hamilton-connected",
        "perfect-matching",
        "connected",
        "2-connected",
        "odd-cycle",
        "non-planar",
        "min-degree:1",
        "min-degree:2",
        "min-degree:3",
        "contains:K3",
        "contains:C4",
        "contains:P4",
        "contains:K1,3",
        "contains:2K2",
        "contains:paw",
        "contains:bowtie",
        "contains:K4",
        "contains:DQc",
        "contains:C4+K3",
        "contains:3K2+K1,3",
        "chromatic:3",
        "chromatic:4",
        "min-degree:2+odd-cycle",
        "non-planar+perfect-matching",
    ];
    names.retain(|name| retrograph_maker_breaker::winning_sets(name, n).is_ok());
    names.into_iter().map(String::from).collect()
}

/// Who wins when the pairs of `maker` are his and those of `free` free: by trying everything.
pub fn brute(name: &str, n: usize, maker: u64, free: u64, starter: Player) -> Player {
    let sets = winning_sets(name, n).unwrap();
    match maker_wins(&sets, &rows(free, n), &rows(maker, n), starter == Player::Maker) {
        true => Player::Maker,
        false => Player::Breaker,
    }
}

/// Rows of a set of pairs.
pub fn rows(pairs: u64, n: usize) -> Vec<u32> {
    let mut rows = vec![0; n];
    let all = (1..n).flat_map(|v| (0..v).map(move |u| (u, v)));
    for (at, (u, v)) in all.enumerate() {
        if pairs >> at & 1 == 1 {
            rows[u] |= 1 << v;
            rows[v] |= 1 << u;
        }
    }
    rows
}

/// A graph of the engine.
pub fn graph(pairs: u64, n: usize) -> graph::Graph16 {
    let mut graph = graph::Graph16::empty(n);
    for at in retrograph_maker_breaker::each(pairs) {
        let (u, v) = retrograph_maker_breaker::ends(at);
        graph.toggle(u, v);
    }
    graph
}

/// Three disjoint random sets of pairs, at most `most` of them in the first.
pub fn random_sets(rng: &mut SplitMix64, n: usize, most: usize) -> [u64; 3] {
    let mut order = rng.permutation(n * (n - 1) / 2);
    let free = order.split_off(order.len().saturating_sub(most - rng.below(4)));
    let mut sets = [0; 3];
    free.iter().for_each(|at| sets[0] |= 1 << at);
    for at in order {
        match rng.below(4) {
            0 => sets[1] |= 1 << at,
            1 => sets[2] |= 1 << at,
            _ => {}
        }
    }
    sets
}
