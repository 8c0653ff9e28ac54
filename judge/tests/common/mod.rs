//! Files with any content in a right envelope.
#![allow(dead_code, reason = "each test file uses some")]

use sha2::{Digest, Sha256};

/// A proof with this head and body, and a checksum that fits.
pub fn sealed(head: &[(&str, String)], body: &[u8]) -> Vec<u8> {
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

/// An on-line Ramsey proof of a Painter who is committed to stars of so many edges, with as many entries of fewer edges
/// of the other colour, no two of which touch. Each has a move for every set of ends of a star, and all moves have
/// answers: no round is left after them.
pub fn of_stars(edges: usize, entries: usize) -> Vec<u8> {
    let edge = |u: usize, v: usize, colour: usize| ((4 * (v * (v - 1) / 2 + u) + colour) as u16).to_le_bytes();
    let rounds = 2 * edges - 1;
    let mut body = Vec::new();
    for level in 0..rounds {
        let count = match level {
            _ if level == edges - 1 => entries,
            _ => usize::from(level == 0 || level == edges),
        };
        body.extend((count as u32).to_le_bytes());
        let entry: Vec<u8> = match level {
            _ if level == edges - 1 => (0..level)
                .flat_map(|number| edge(2 * number, 2 * number + 1, 0))
                .collect(),
            _ if level == edges => (0..level)
                .flat_map(|end| edge(0, end + 1, usize::from(end > 0)))
                .collect(),
            _ => Vec::new(),
        };
        body.extend(entry.repeat(count));
    }
    let head = [
        ("game", format!("online-ramsey:K3,K{}", edges + 1)),
        ("builder", "none".into()),
        ("painter", rounds.to_string()),
        ("builder-positions", "0".into()),
        ("painter-positions", (entries + 2).to_string()),
        ("commit", format!("b:S{edges}")),
    ];
    sealed(&head, &body)
}
