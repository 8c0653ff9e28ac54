use std::collections::{BTreeSet, HashMap};

use super::brute::{Fault, Game, Pairs};
use super::*;
use crate::coloured::likeness::Known;
use crate::online_ramsey::check_proof;
use crate::online_ramsey::named;
use crate::online_ramsey::names::graph;
use crate::online_ramsey::plan::Rule;
use common::sealed;
use retrograph_referee::rng::SplitMix64;

#[path = "../../../tests/common/mod.rs"]
mod common;

/// Targets, what Painter commits herself to, the rounds within which Builder wins then, and the on-line Ramsey number.
const VALUES: [(&str, &str, usize, usize); 10] = [
    ("K3,K3", "b:K3", 6, 8),
    ("K3,K3", "b:S2", 8, 8),
    ("K3,K3", "b:K3+S3", 7, 8),
    ("K3,K3", "a:K3+S4", 6, 8),
    ("K3,P4", "b:S2", 6, 8),
    ("P4,K3", "b:K3", 7, 8),
    ("P4,K3", "b:K3+S3", 8, 8),
    ("K3,C4", "b:C4", 8, 11),
    ("C4,C4", "b:C4", 9, 10),
    ("P3,P3,K3", "c:K3", 6, 9),
];

/// Lists of rules with which certificates are small.
const LISTED: [(&str, &str, &str, usize); 4] = [
    ("K3,K4", "b:K3", "b:K4/a:K3 b:K3/a:K3/b:K4", 13),
    ("C4,K4", "b:K3", "b:K4/a:C4 b:K3/a:C4/b:K4", 14),
    ("K4,K3", "a:K3", "a:K4/b:K3 a:K3/b:K3/a:K4", 13),
    ("K3,K4", "b:K3+S4", "b:K4/a:K3 b:K3/a:K3/b:K4", 11),
];

fn lists(text: &str) -> Vec<List> {
    let rule = |text: &str| Rule {
        colour: usize::from(text.as_bytes()[0] - b'a'),
        graph: Target::new(graph(&text[2..]).unwrap()),
    };
    let lists = text.split(' ').filter(|list| !list.is_empty());
    lists.map(|list| list.split('/').map(rule).collect()).collect()
}

fn game((targets, commit, text, rounds): (&str, &str, &str, usize)) -> Game {
    Game::new(targets, commit, rounds, lists(text))
}

/// The positions of a certificate as bytes.
fn body(levels: &[Vec<Position>]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for level in levels {
        bytes.extend((level.len() as u32).to_le_bytes());
        for position in level {
            for colour in 0..position.rows.len() {
                for (u, v) in position.edges(colour) {
                    bytes.extend(((4 * (v * (v - 1) / 2 + u) + colour) as u16).to_le_bytes());
                }
            }
        }
    }
    bytes
}

fn file((targets, commit, lists, rounds): (&str, &str, &str, usize), count: usize, body: &[u8]) -> Vec<u8> {
    let mut head = vec![
        ("game", format!("online-ramsey:{targets}")),
        ("builder", "none".into()),
        ("painter", rounds.to_string()),
        ("builder-positions", "0".into()),
        ("painter-positions", count.to_string()),
    ];
    head.extend((!lists.is_empty()).then(|| ("lists", lists.into())));
    head.push(("commit", commit.into()));
    sealed(&head, body)
}

fn is_accepted(claim: (&str, &str, &str, usize), levels: &[Vec<Position>]) -> bool {
    check_proof(&file(claim, levels.iter().map(Vec::len).sum(), &body(levels))).is_ok()
}

/// Targets, commitment, lists, and rounds that Painter survives.
type Claim = (&'static str, &'static str, &'static str, usize);

/// Certificates that the judge's own search by the definition has made, and what they claim.
fn certificates() -> Vec<(Claim, Game, Vec<Vec<Position>>)> {
    let plain = VALUES
        .iter()
        .map(|&(targets, commit, value, _)| (targets, commit, "", value - 1));
    let small = plain.filter(|(targets, ..)| !targets.starts_with("C4"));
    let all = small.chain(LISTED).map(|claim| {
        let game = game(claim);
        let levels = game.certificate(Fault::None).unwrap_or_else(|| panic!("{claim:?}"));
        (claim, game, levels)
    });
    all.collect()
}

#[test]
fn to_forget_costs_her_nothing_and_she_never_beats_the_number() {
    for (targets, commit, value, number) in VALUES {
        assert!(value <= number, "{targets} {commit}");
        for rounds in [value - 1, value] {
            let game = game((targets, commit, "", rounds));
            let empty = Position::empty(game.colours());
            let found = (game.survives(&empty), game.survives_plainly(&empty));
            assert_eq!(found, (rounds < value, rounds < value), "{targets} {commit} {rounds}");
        }
    }
}

/// A position in which no colour holds a target, of up to so many vertices.
fn position(targets: &[Target], most: usize, rng: &mut SplitMix64) -> Position {
    let mut position = Position::empty(targets.len());
    for _ in 0..rng.below(12) {
        let pairs = position.free_pairs();
        let (at, colour) = (pairs[rng.below(pairs.len())], rng.below(targets.len()));
        let child = position.with(at, colour);
        if child.n <= most && !targets[colour].has_through(&child.rows[colour], child.n, at) {
            position = child;
        }
    }
    position
}

/// Positions with a pair as a third colour, each once.
#[derive(Default)]
struct Moves(HashMap<u64, Known<bool>>, usize);

impl Moves {
    fn add(&mut self, drawn: &Position, at: Pair) -> bool {
        let mut marked = Position::empty(3);
        for colour in 0..2 {
            marked = drawn
                .edges(colour)
                .fold(marked, |marked, pair| marked.with(pair, colour));
        }
        let marked = marked.with(at, 2);
        let (number, known) = Known::find(&self.0, &marked);
        if known.is_none() {
            self.0.entry(number).or_default().add(&marked, true);
            self.1 += 1;
        }
        known.is_none()
    }
}

/// The sets that the checker comes to when no answer settles any.
fn reached(commitment: &Commitment, position: &Position, at: Pair, most: usize) -> Moves {
    let mut moves = Moves::default();
    let mut sets: BTreeSet<Set> = commitment.lacking(position, at, most).unwrap().into_iter().collect();
    while let Some(set) = sets.pop_first() {
        let Some(drawn) = commitment.drawn(position, &set) else {
            continue;
        };
        if moves.add(&drawn, at) {
            for more in commitment.lacking(&drawn, at, most - set.len()).unwrap() {
                let mut larger = [&set[..], &more[..]].concat();
                larger.sort_unstable();
                sets.insert(larger);
            }
        }
    }
    moves
}

/// All sets of free pairs below `m` that the definition allows.
fn defined(game: &Game, position: &Position, at: Pair, m: usize, most: usize) -> Moves {
    let pairs = (0..m).flat_map(|v| (0..v).map(move |u| (u, v)));
    let pairs: Pairs = pairs
        .filter(|&pair| pair != at && position.is_free(pair.0, pair.1))
        .collect();
    let mut moves = Moves::default();
    let mut last: Vec<(usize, Pairs)> = vec![(0, Vec::new())];
    while let Some((from, set)) = last.pop() {
        let drawn = game.drawn(position, &set);
        if !game.is_legal(&drawn, &set) {
            continue;
        }
        if game.needs(&drawn, at, &set) && drawn.n.max(at.1 + 1) == game.touched(&drawn, at) {
            moves.add(&drawn, at);
        }
        if set.len() < most {
            last.extend((from..pairs.len()).map(|place| (place + 1, [&set[..], &[pairs[place]]].concat())));
        }
    }
    moves
}

#[test]
fn moves_are_those_of_the_definition() {
    let mut rng = SplitMix64::new(11);
    let mut seen = 0;
    for (targets, commit, most) in [
        ("K3,K3", "b:K3", 3),
        ("K3,K3", "b:S2", 2),
        ("K3,K3", "a:K3+S3", 3),
        ("K3,K4", "b:K3+S4", 3),
        ("K3,C4", "b:C4", 3),
        ("K3,C4", "b:C4+S3", 3),
        ("K3,K4", "b:diamond", 3),
    ] {
        let game = game((targets, commit, "", 1));
        let targets: Vec<Target> = named(targets).unwrap().into_iter().map(Target::new).collect();
        let commitment = Commitment::read(commit, 2).unwrap();
        for _ in 0..8 {
            let position = position(&targets, 4, &mut rng);
            let pairs = position.free_pairs();
            let at = pairs[rng.below(pairs.len())];
            let reached = reached(&commitment, &position, at, most);
            let m = position.n.max(at.1 + 1) + most;
            let defined = defined(&game, &position, at, m, most);
            assert_eq!(reached.1, defined.1, "{commit} {:?} {at:?}", position.rows);
            for known in reached.0.keys() {
                assert!(defined.0.contains_key(known), "{commit} {:?} {at:?}", position.rows);
            }
            seen += reached.1;
        }
    }
    assert!(seen > 100, "{seen}");
}

#[test]
fn certificates_by_the_definition_are_right() {
    for (claim, game, levels) in certificates() {
        assert!(game.is_right(&levels, Fault::None), "{claim:?}");
        let proof = file(claim, levels.iter().map(Vec::len).sum(), &body(&levels));
        let checked = check_proof(&proof).unwrap();
        assert_eq!((checked.builder, checked.painter), (None, Some(claim.3)));
    }
}

/// A certificate with something changed, its positions still without targets.
fn changed(game: &Game, levels: &[Vec<Position>], rng: &mut SplitMix64) -> Vec<Vec<Position>> {
    let mut levels = levels.to_vec();
    let full: Vec<usize> = (1..levels.len()).filter(|&level| !levels[level].is_empty()).collect();
    let level = full[rng.below(full.len())];
    let entry = rng.below(levels[level].len());
    let old = &levels[level][entry];
    let colours = old.rows.len();
    let edges = (0..colours).flat_map(|colour| old.edges(colour).map(move |at| (at, colour)));
    let mut edges: Vec<_> = edges.collect();
    let edge = rng.below(edges.len());
    match rng.below(4) {
        0 => drop(levels[level].remove(entry)),
        1 => edges[edge].1 = (edges[edge].1 + 1) % colours,
        2 => {
            let other = rng.below(edges.len());
            (edges[edge].1, edges[other].1) = (edges[other].1, edges[edge].1);
        }
        _ => {
            let pairs = old.free_pairs();
            edges[edge].0 = pairs[rng.below(pairs.len())];
        }
    }
    let empty = Position::empty(colours);
    let moved = edges
        .iter()
        .fold(empty, |position, &(at, colour)| position.with(at, colour));
    let is_touched = |v: usize| moved.rows.iter().any(|rows| rows[v] != 0);
    let is_open = (0..colours).all(|colour| !game.closes(&moved, colour));
    if (0..moved.n).all(is_touched) && is_open && entry < levels[level].len() {
        levels[level][entry] = moved;
    }
    levels
}

#[test]
fn changed_certificates_are_right_by_the_definition_or_rejected() {
    let mut rng = SplitMix64::new(12);
    let mut counts = [0; 2];
    for (claim, game, levels) in certificates() {
        // Entries that rest on lists take longer.
        let count = if claim.2.is_empty() { 200 } else { 15 };
        for number in 0..count {
            let levels = changed(&game, &levels, &mut rng);
            let is_right = game.is_right(&levels, Fault::None);
            assert_eq!(is_accepted(claim, &levels), is_right, "{claim:?} {number}");
            counts[usize::from(is_right)] += 1;
        }
    }
    assert!(counts.iter().all(|&count| count > 300), "{counts:?}");
}

/// Certificates that only a checker with a fault accepts are rejected, and right ones that it rejects are accepted.
#[test]
fn each_condition_matters() {
    let mut seen = [[0; 6]; 2];
    for (claim, game, levels) in certificates() {
        let mut see = |fault: Fault, levels: &[Vec<Position>]| {
            let (is_right, is_faulty) = (game.is_right(levels, Fault::None), game.is_right(levels, fault));
            assert_eq!(is_accepted(claim, levels), is_right, "{claim:?} {fault:?}");
            seen[usize::from(is_right)][fault as usize] += usize::from(is_right != is_faulty);
        };
        for fault in [Fault::AnySet, Fault::NextLevel, Fault::FreeOfCharge] {
            see(fault, &levels);
        }
        for fault in [Fault::OneCopy, Fault::OwnSettles] {
            see(fault, &game.certificate(fault).unwrap());
        }
        let exchanged = |position: &Position| Position {
            n: position.n,
            rows: position.rows.iter().rev().cloned().collect(),
        };
        let last = levels.iter().rposition(|level| !level.is_empty()).unwrap();
        let mut renamed = levels.clone();
        renamed[last] = levels[last].iter().map(exchanged).collect();
        see(Fault::Renamed, &renamed);
    }
    for (fault, is_right) in [
        (Fault::AnySet, 1),
        (Fault::NextLevel, 1),
        (Fault::FreeOfCharge, 1),
        (Fault::OneCopy, 0),
        (Fault::OwnSettles, 0),
        (Fault::Renamed, 0),
    ] {
        assert!(seen[is_right][fault as usize] > 0, "{fault:?} {seen:?}");
    }
}

#[test]
fn changed_bytes_and_heads_are_rejected_or_true() {
    let mut rng = SplitMix64::new(13);
    let mut counts = [0; 2];
    for (claim, _, levels) in certificates() {
        let number = match claim.0 {
            "K3,C4" => 11,
            "K3,K4" | "K4,K3" => 17,
            "C4,K4" => 22,
            _ => 8,
        };
        let count: usize = levels.iter().map(Vec::len).sum();
        for _ in 0..150 {
            let (mut claim, mut body, mut count) = (claim, body(&levels), count);
            let at = rng.below(body.len());
            match rng.below(5) {
                0 => body[at] ^= 1 << rng.below(8),
                1 => drop(body.remove(at)),
                2 => body.insert(at, rng.below(256) as u8),
                3 => claim.3 = 1 + rng.below(number + 2),
                _ => {
                    // An entry is counted on another level.
                    let places = |level: usize| {
                        levels[..level]
                            .iter()
                            .enumerate()
                            .map(|(at, own)| 4 + 2 * at * own.len())
                    };
                    let [one, other] = [(); 2].map(|()| places(rng.below(levels.len())).sum::<usize>());
                    body[one] = body[one].wrapping_sub(1);
                    body[other] = body[other].wrapping_add(1);
                }
            }
            if rng.below(8) == 0 {
                count = rng.below(2 * count);
            }
            let checked = check_proof(&file(claim, count, &body));
            counts[usize::from(checked.is_ok())] += 1;
            assert!(checked.is_err() || claim.3 < number, "{claim:?}");
        }
    }
    assert!(counts[0] > 1000 && counts[1] > 30, "{counts:?}");
}

/// The same entries with other words in the head.
#[test]
fn commitments_that_are_none_are_refused() {
    let (claim, _, levels) = certificates()
        .into_iter()
        .find(|(claim, ..)| *claim == LISTED[0])
        .unwrap();
    let with = |commit: &'static str, lists: &'static str| is_accepted((claim.0, commit, lists, claim.3), &levels);
    assert!(with("b:K3", claim.2));
    assert!(with("b:K3+K4", claim.2) && with("b:K3+S40", claim.2));
    for commit in [
        "", "b", "b:", ":K3", "b:K3+", "b:+K3", "b:K2", "b:K3+K2", "b:S1", "b:S0", "b:S02", "b:S", "b:S41", "b:K1",
        "b:?", "c:K3", "bb:K3", "B:K3", "b:K9", "b:K3 ", "b:K3,C4", // These do not cover K4.
        "b:S4", "b:C5", "b:K5", "b:S4+C5",
        // The certificate is that of a Painter committed to her second colour.
        "a:K3", "a:S2", // These do not cover the lists, or ask for other positions.
        "b:S2", "b:S3", "b:C4",
    ] {
        assert!(!with(commit, claim.2), "{commit}");
    }
    let many: &'static str = ["b:K3"; 17].join("+").replace("+b:", "+").leak();
    assert!(!with(many, claim.2));
    for lists in [
        // They begin with the other colour.
        "a:K3/b:K4",
        "b:K4/a:K3 b:K3/a:K3/b:K4 a:K3/b:K4",
        "a:P3/b:K4/a:K3",
        // The first graph has an edge that is in no triangle.
        "b:P3/a:K3/b:K4",
        "b:C4/a:K3/b:K4",
        "b:K4/a:K3 b:P3/b:K3/a:K3/b:K4",
    ] {
        assert!(!with("b:K3", lists), "{lists}");
    }
}
