//! Parts beside brute force on edges alone, and forged proofs.

use std::collections::HashMap;
use std::path::Path;

use super::claims::Claims;
use super::head::{Head, Replies};
use super::parts::{Components, Graphs, Parts, RANK_MOST};
use super::small::Small;
use super::walk::Heard;
use super::*;
use crate::coloured::claims::Level;
use crate::coloured::form::{form, mark};
use crate::coloured::structure::{Structure, WIDTH};
use crate::graphs::with_edge;
use crate::proof::open;
use crate::work::tests::asked_late;
use retrograph_referee::rng::SplitMix64;
use retrograph_referee::triangle::{moves, random_triangle_free, relabel};

/// The value of a position of the triangle game, by its edges alone.
fn grundy(rows: &[u32], known: &mut HashMap<Vec<u32>, u8>) -> u8 {
    if let Some(&value) = known.get(rows) {
        return value;
    }
    let seen = moves(rows)
        .into_iter()
        .fold(0u128, |seen, pair| seen | 1 << grundy(&with_edge(rows, pair), known));
    let value = seen.trailing_ones() as u8;
    known.insert(rows.to_vec(), value);
    value
}

fn structure(rows: &[u32]) -> Structure {
    let mut structure = Structure::EMPTY;
    structure.edge[..rows.len()].copy_from_slice(rows);
    for (u, v) in moves(rows) {
        structure.open[u] |= 1 << v;
        structure.open[v] |= 1 << u;
    }
    structure
}

/// A random graph with at least one and at most `most` moves.
fn random_graph(n: usize, most: usize, random: &mut SplitMix64) -> Vec<u32> {
    let mut rows = random_triangle_free(n, n / 2, random.next_u64());
    loop {
        let open = moves(&rows);
        if open.len() <= most {
            return rows;
        }
        let next = with_edge(&rows, open[random.below(open.len())]);
        if moves(&next).is_empty() {
            return rows;
        }
        rows = next;
    }
}

#[test]
fn values_of_components_add_up_to_brute_force() {
    let mut random = SplitMix64::new(46);
    let (mut several, mut copied) = (0, 0);
    for _ in 0..if cfg!(debug_assertions) { 300 } else { 3000 } {
        let n = 6 + random.below(8);
        let most = 4 + random.below(11);
        let rows = random_graph(n, most, &mut random);
        let game = Components { width: n.max(COPIES) };
        let mut parts = Vec::new();
        game.parts(structure(&rows), &mut parts);
        let pairs = parts.iter().map(|part| part.pairs() as usize).sum::<usize>();
        assert_eq!(pairs, moves(&rows).len(), "{rows:?}");
        let small = Small::new(u32::MAX);
        let value = parts.iter().fold(0, |sum, part| sum ^ small.value(&game, part));
        assert_eq!(value, grundy(&rows, &mut HashMap::new()), "{rows:?}");
        let rules = rules("triangle").unwrap();
        let graphs = Graphs { n, rules: &*rules };
        if most < 9 {
            assert_eq!(
                Small::new(u32::MAX).value(&graphs, &structure(&rows)),
                value,
                "{rows:?}"
            );
        }
        several += u32::from(parts.len() > 1);
        copied += u32::from(parts.iter().any(|part| part.used().count_ones() as usize > n));
    }
    assert!(several > 100 && copied > 5, "{several} {copied}");
}

/// The structure with vertex `v` renamed to `names[v]`.
fn renamed(part: &Structure, names: &[usize]) -> Structure {
    let rows = |rows: &[u32; WIDTH]| relabel(rows, names).try_into().unwrap();
    Structure {
        open: rows(&part.open),
        edge: rows(&part.edge),
    }
}

#[test]
fn equal_keys_are_isomorphic_and_isomorphic_parts_have_equal_keys() {
    let mut random = SplitMix64::new(47);
    let mut all = Vec::new();
    for _ in 0..if cfg!(debug_assertions) { 200 } else { 2000 } {
        let n = 4 + random.below(WIDTH - 3);
        let edges = random.below(n * n / 4 + 1);
        let rows = random_triangle_free(n, edges, random.next_u64());
        Components { width: n.max(COPIES) }.parts(structure(&rows), &mut all);
        all.push(structure(&rows));
    }
    // Many automorphisms that are no swaps: disjoint edges, and the pentagon's blow-up.
    for edges in 1..=WIDTH / 2 {
        let rows = (0..2 * edges).map(|v| 1 << (v ^ 1)).collect::<Vec<u32>>();
        all.push(structure(&rows));
    }
    all.push(structure(&crate::graphs::petersen()));
    let mut parts: Vec<&Structure> = all.iter().collect();
    parts.dedup();
    for part in parts {
        let names = random.permutation(WIDTH);
        let other = renamed(part, &names);
        let ((key, places), (same, back)) = (form(part), form(&other));
        assert_eq!(key, same, "{part:?}");
        assert_eq!(mark(part), mark(&other));
        assert_eq!((key.structure(places), same.structure(back)), (*part, other));
    }
}

/// The head's lines of a proof that lies here, and its body.
fn kept(name: &str) -> (Lines, Vec<u8>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../datasets/proofs")
        .join(name);
    open(&std::fs::read(path).unwrap()).unwrap()
}

/// Accepts a body, and then says which claims were made; else nothing.
fn claims(lines: &Lines, body: &[u8]) -> Option<Vec<(Structure, u8)>> {
    let mut claims = Vec::new();
    let mut heard = |_: &Claims, heard: Heard| {
        if let Heard::Checked(_, part, value) = heard {
            claims.push((*part, value));
        }
    };
    let found = checked(lines.clone(), body, 1, Some(&mut heard));
    found.is_ok().then_some(claims)
}

#[test]
fn changed_choices_are_refused_or_make_true_claims() {
    let mut random = SplitMix64::new(48);
    let (mut refused, mut accepted, mut truths) = (0, 0, HashMap::new());
    let small = Small::new(u32::MAX);
    let game = Components { width: COPIES };
    for name in ["triangle-9.proof", "triangle-9-all.proof", "triangle-10.proof"] {
        let (lines, body) = kept(name);
        let head = Head::read(lines.clone()).unwrap();
        assert!(claims(&lines, &body).is_some());
        for _ in 0..if cfg!(debug_assertions) { 100 } else { 1500 } {
            let mut other = body.clone();
            let at = random.below(other.len());
            match random.below(3) {
                0 => other[at] = random.below(24) as u8,
                1 => other[at] = other[at].wrapping_add(1),
                // A choice more and one less.
                _ => {
                    let byte = other.remove(at);
                    other.insert(random.below(head.codes), byte);
                }
            }
            match claims(&lines, &other) {
                None => refused += 1,
                Some(claims) => {
                    accepted += 1;
                    for (part, value) in claims {
                        let truth = *truths.entry(form(&part).0).or_insert_with(|| small.value(&game, &part));
                        assert_eq!(value, truth, "{name} {part:?}");
                    }
                }
            }
        }
    }
    assert!(refused > 100 && accepted > 20, "{refused} {accepted}");
}

/// All that a proof claims, small parts too, is true; the last list is about the start.
#[test]
fn lists_of_claims_are_true() {
    let (small, game) = (Small::new(u32::MAX), Components { width: COPIES });
    for name in ["triangle-9.proof", "triangle-9-all.proof", "triangle-10.proof"] {
        let (lines, body) = kept(name);
        let head = Head::read(lines.clone()).unwrap();
        let (mut count, mut is_over) = (0, false);
        super::claims(lines, &body, 1, &mut |list| {
            assert!(!is_over);
            is_over = list[0] == 0;
            if is_over {
                return;
            }
            count += 1;
            let width = list[2] as usize;
            let (mut part, rows) = (Structure::EMPTY, &list[3..]);
            part.open[..width].copy_from_slice(&rows[..width]);
            part.edge[..width].copy_from_slice(&rows[width..2 * width]);
            assert_eq!(rows[2 * width], small.value(&game, &part).into(), "{name} {part:?}");
        })
        .unwrap();
        assert!(is_over && count > head.claims, "{name} {count}");
    }
}

/// A search for labels and a look for a reply end soon once the steps are spent; they would ask for thousands more.
#[test]
fn spent_steps_end_searches() {
    let mut pentagons = Structure::EMPTY;
    for v in 0..WIDTH {
        let next = v / 5 * 5 + (v + 1) % 5;
        pentagons.open[v] |= 1 << next;
        pentagons.open[next] |= 1 << v;
    }
    let late = asked_late(0, || {
        form(&pentagons);
    });
    assert!((1..8_000).contains(&late), "{late}");
    let rules = rules("triangle").unwrap();
    let graphs = Graphs { n: 12, rules: &*rules };
    let claims = Claims {
        game: &graphs,
        replies: Replies::Needed,
        small: Small::new(0),
        levels: (0..=RANK_MOST).map(|_| Level::default()).collect(),
    };
    let rows = random_triangle_free(12, 8, 5);
    let late = asked_late(0, || {
        claims.answer(&[structure(&rows)], 0);
    });
    assert!((1..8_000).contains(&late), "{late}");
}
