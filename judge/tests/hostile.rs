//! Files that would take a check for ever.

use retrograph_judge::proof::{ProofError, check};
use sha2::{Digest, Sha256};

/// A proof with this head and body, and a checksum that fits.
fn sealed(head: &[(&str, String)], body: &[u8]) -> Vec<u8> {
    let bytes = ("bytes", body.len().to_string());
    let lines = head
        .iter()
        .chain([&bytes])
        .map(|(word, value)| format!("{word} {value}\n"));
    let lines: String = lines.collect();
    let packed = zstd::bulk::compress(body, 12).unwrap();
    let mut file = b"rgproof\n".to_vec();
    file.extend(1u32.to_le_bytes());
    file.extend((lines.len() as u32).to_le_bytes());
    file.extend(lines.as_bytes());
    file.extend((packed.len() as u64).to_le_bytes());
    file.extend(packed);
    let sum = Sha256::digest(&file);
    file.extend(sum);
    file
}

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
