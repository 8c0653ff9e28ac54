//! Files that would take a check for ever.

mod common;

use std::thread;

use common::{of_stars, sealed};
use retrograph_judge::proof::{ProofError, check};

/// Bytes of stack that a check has in a page, less what the page's own calls take.
const STACK: usize = 512 << 10;

type Edge = (u8, u8);

fn entry(red: &[Edge], green: &[Edge], edge: Edge) -> Vec<u8> {
    let edges = red.iter().chain(green).chain([&edge]);
    let mut bytes = vec![red.len() as u8, green.len() as u8];
    bytes.extend(edges.flat_map(|&(u, v)| [u, v]));
    bytes.extend([0, 0]);
    bytes
}

/// A cycle of odd length, with an edge more at it, in a bipartite graph: there is none, and many paths are tried.
#[test]
fn a_check_takes_no_more_steps_than_the_file_allows() {
    let (m, n) = (16u8, 14u8);
    let between: Vec<Edge> = (0..m).flat_map(|u| (m..m + n).map(move |v| (u, v))).collect();
    let within = (0..m).flat_map(|v| (0..v).map(move |u| (u, v)));
    let mut within: Vec<Edge> = within
        .chain((m..m + n).flat_map(|v| (m..v).map(move |u| (u, v))))
        .collect();
    within.truncate(between.len());
    let mut body = entry(&[], &[], (0, 1));
    let entries = 1000;
    for _ in 0..entries {
        body.extend(entry(&between[..within.len()], &within, (0, m + n)));
    }
    body.extend(entry(&[(0, 1)], &[(0, 2)], (1, 2)));
    body.extend(entry(&[(0, 1)], &[(2, 3)], (1, 2)));
    let head = [
        ("game", "ramsey-achieve:GhCKK?".into()),
        ("boards", "infinite".into()),
        ("moves", "200".into()),
        ("entries", (entries + 3).to_string()),
        ("lines", "0".into()),
    ];
    let file = sealed(&head, &body);
    assert!(file.len() < 2000, "{}", file.len());
    for threads in [1, 2] {
        assert_eq!(check(&file, threads), Err(ProofError::Work));
    }
}

/// On-line Ramsey proofs of Painter's without an entry beyond the empty board, by this list.
fn listed(targets: &str, list: &str, rounds: usize) -> Vec<u8> {
    let head = [
        ("game", format!("online-ramsey:{targets}")),
        ("builder", "none".into()),
        ("painter", rounds.to_string()),
        ("builder-positions", "0".into()),
        ("painter-positions", "1".into()),
        ("lists", list.into()),
    ];
    let mut body = vec![0; 4 * rounds];
    body[0] = 1;
    sealed(&head, &body)
}

/// Moves of a committed Painter: 1,816 sets at each end of a pair of an entry; and more than a check keeps.
#[test]
fn moves_of_committed_painters_are_limited() {
    let file = of_stars(8, 1000);
    assert!(file.len() < 400, "{}", file.len());
    assert_eq!(check(&file, 2), Err(ProofError::Work));
    // Such an entry follows; the next one does not.
    let why = "a move of Builder has no answer";
    assert_eq!(check(&of_stars(4, 1), 1), Err(ProofError::Entry { entry: 2, why }));
    for edges in [11, 15] {
        let checked = thread::Builder::new()
            .stack_size(STACK)
            .spawn(move || check(&of_stars(edges, 1), 1))
            .unwrap();
        let why = "its moves are too many";
        assert_eq!(checked.join().unwrap(), Err(ProofError::Entry { entry: 1, why }));
    }
}

/// A list whose pairs are raised again and again, in the stack of the smallest thread that checks: that of a page.
#[test]
fn plans_of_lists_with_many_rules_take_little_stack() {
    let many = ["a:P3/b:P3"; 6].join("/");
    for (targets, list) in [
        ("K3,K4", "b:P3/b:K3/a:K3/b:K4".to_owned()),
        ("K4,K4", format!("{many}/a:K3/b:K3/a:K4/b:K4")),
        ("K4,K4", format!("{}/a:K3/b:K3/a:K4/b:K4", ["a:P3"; 12].join("/"))),
        ("P4,P4", format!("{many}/a:P4/b:P4")),
    ] {
        for rounds in [8, 40] {
            let file = listed(targets, &list, rounds);
            assert!(file.len() < 400, "{}", file.len());
            let checked = thread::Builder::new()
                .stack_size(STACK)
                .spawn(move || check(&file, 1).is_ok())
                .unwrap();
            // K3, K4 and K4, K4 take Builder more than 8 rounds, and nothing takes him more than 40.
            let may_be_true = rounds == 8 && targets != "P4,P4";
            assert!(!checked.join().unwrap() || may_be_true, "{list} {rounds}");
        }
    }
}
