//! Proofs changed in many ways: rejected, or true all the same by brute force. Nothing makes the checker panic.

mod common;

use std::collections::HashMap;

use base::random::SplitMix64;
use common::{STARTERS, brute, game, proved};
use retrograph_judge::maker_breaker::{Claim, Player as Judged, check_proof as check};
use retrograph_judge::proof::ProofError;
use retrograph_maker_breaker::{Options, Player, all_pairs};

/// A proof taken apart.
#[derive(Clone)]
struct Parts {
    /// Words of the head: game, n, board, maker, breaker, starter, winner.
    head: Vec<String>,
    nodes: Vec<Node>,
    opening: Reply,
    width: usize,
}

#[derive(Clone)]
struct Node {
    sets: Vec<u8>,
    replies: Vec<Reply>,
}

/// Pair, number of the next node, map.
type Reply = Vec<u8>;

impl Parts {
    fn of(proof: &[u8]) -> Self {
        let opened = proof::open(proof).unwrap();
        let head: Vec<String> = opened.head.into_iter().map(|(_, value)| value).collect();
        let (n, count): (usize, usize) = (head[1].parse().unwrap(), head[7].parse().unwrap());
        let width = (n * (n - 1) / 2).div_ceil(8);
        let mut rest = &opened.body[..];
        let mut take = |count: usize| {
            let (taken, after) = rest.split_at(count);
            rest = after;
            taken.to_vec()
        };
        let nodes = (0..count).map(|_| {
            let sets = take(2 * width);
            let replies = take(1)[0];
            Node {
                sets,
                replies: (0..replies).map(|_| take(5 + n)).collect(),
            }
        });
        let nodes = nodes.collect();
        let opening = take(5 + n);
        assert!(rest.is_empty());
        Self {
            head: head[..7].to_vec(),
            nodes,
            opening,
            width,
        }
    }

    /// Sealed again, with counts and checksum that fit.
    fn sealed(&self) -> Vec<u8> {
        let mut body = Vec::new();
        for node in &self.nodes {
            body.extend(&node.sets);
            body.push(node.replies.len() as u8);
            body.extend(node.replies.iter().flatten());
        }
        body.extend(&self.opening);
        let replies: usize = self.nodes.iter().map(|node| node.replies.len()).sum();
        let counts = [self.nodes.len(), replies, body.len()].map(|count| count.to_string());
        let keys = [
            "game", "n", "board", "maker", "breaker", "starter", "winner", "nodes", "replies", "bytes",
        ];
        let lines = keys.iter().zip(self.head.iter().chain(&counts));
        let head: String = lines.map(|(key, value)| format!("{key} {value}\n")).collect();
        seal(&head, &body)
    }
}

fn seal(head: &str, body: &[u8]) -> Vec<u8> {
    proof::seal_as_it_is(head, body).unwrap()
}

const GAMES: [(&str, usize); 9] = [
    ("hamilton-cycle", 5),
    ("hamilton-path", 4),
    ("hamilton-path", 5),
    ("hamilton-path:0-1", 5),
    ("connected", 5),
    ("min-degree:1", 5),
    ("contains:K3", 5),
    ("odd-cycle", 5),
    ("perfect-matching", 4),
];

/// Whether what a head claims is so.
fn is_true(head: &Claim, known: &mut HashMap<String, Player>) -> bool {
    let winner = *known.entry(format!("{head:?}")).or_insert_with(|| {
        assert!(head.maker.iter().chain(&head.breaker).all(|row| *row == 0));
        let starter = match head.starter {
            Judged::Maker => Player::Maker,
            Judged::Breaker => Player::Breaker,
        };
        let name = head.game.strip_prefix("maker-breaker:").unwrap();
        brute(name, head.n, 0, all_pairs(head.n), starter)
    });
    (winner == Player::Maker) == (head.winner == Judged::Maker)
}

fn change(parts: &mut Parts, rng: &mut SplitMix64) {
    let n: usize = parts.head[1].parse().unwrap();
    let count = parts.nodes.len();
    let kind = rng.below(11);
    if kind < 3 {
        match kind {
            0 => parts.head[5] = ["Maker", "Breaker"][rng.below(2)].into(),
            1 => parts.head[6] = ["Maker", "Breaker"][rng.below(2)].into(),
            _ => {
                let (name, _) = GAMES[rng.below(GAMES.len())];
                parts.head[0] = format!("maker-breaker:{name}");
            }
        }
        return;
    }
    let (at, bits) = (rng.below(count), n * (n - 1) / 2);
    if kind < 6 {
        let half = 8 * parts.width;
        let bit = rng.below(bits) + if kind == 3 { half } else { 0 };
        match kind {
            5 => {
                // A free edge becomes the winner's.
                parts.nodes[at].sets[(bit + half) / 8] &= !(1 << (bit % 8));
                parts.nodes[at].sets[bit / 8] |= 1 << (bit % 8);
            }
            _ => parts.nodes[at].sets[bit / 8] ^= 1 << (bit % 8),
        }
        return;
    }
    if kind == 6 {
        let node = &mut parts.nodes[at];
        if !node.replies.is_empty() {
            let dropped = rng.below(node.replies.len());
            node.replies.remove(dropped);
        }
        return;
    }
    let replies = parts.nodes.iter_mut().flat_map(|node| &mut node.replies);
    let mut replies: Vec<&mut Reply> = replies.chain([&mut parts.opening]).collect();
    let chosen = rng.below(replies.len());
    let reply = &mut replies[chosen];
    match kind {
        7 => reply[0] = [rng.below(bits) as u8, 255][rng.below(2)],
        8 => reply[1..5].copy_from_slice(&(rng.below(count + 1) as u32).to_le_bytes()),
        9 => reply[5..].swap(rng.below(n), rng.below(n)),
        _ => reply[5 + rng.below(n)] = rng.below(n + 1) as u8,
    }
}

#[test]
fn changed_proofs_are_rejected_or_true() {
    let mut rng = SplitMix64::new(18);
    let mut known = HashMap::new();
    let (mut rejected, mut accepted, mut unchanged) = (0, 0, 0);
    for (name, n) in GAMES {
        for starter in STARTERS {
            let proof = proved(&game(name, n, starter), &Options::default()).proof().unwrap();
            let parts = Parts::of(&proof);
            check(&parts.sealed()).unwrap();
            for _ in 0..60 {
                let mut changed = parts.clone();
                for _ in 0..1 + rng.below(2) {
                    change(&mut changed, &mut rng);
                }
                let changed = changed.sealed();
                if changed == parts.sealed() {
                    unchanged += 1;
                    continue;
                }
                match check(&changed) {
                    Ok(head) => {
                        assert!(is_true(&head, &mut known), "{}", head.sentence());
                        accepted += 1;
                    }
                    Err(error) => {
                        assert!(!error.to_string().is_empty());
                        rejected += 1;
                    }
                }
            }
        }
    }
    println!("{rejected} rejected, {accepted} accepted and true, {unchanged} unchanged");
    assert!(
        rejected > 600,
        "{rejected} rejected, {accepted} accepted, {unchanged} unchanged"
    );
}

#[test]
fn damaged_files_are_reported() {
    let proof = proved(&game("hamilton-path", 5, Player::Maker), &Options::default())
        .proof()
        .unwrap();
    for length in 0..proof.len() {
        let error = check(&proof[..length]).unwrap_err();
        assert!(
            matches!(error, ProofError::NotAProof | ProofError::Length | ProofError::Checksum),
            "{error}"
        );
    }
    for at in 0..proof.len() {
        let mut damaged = proof.clone();
        damaged[at] ^= 1 << (at % 8);
        check(&damaged).unwrap_err();
    }
    let longer = [&proof[..], &[0]].concat();
    assert_eq!(check(&longer), Err(ProofError::Checksum));
    let mut newer = proof.clone();
    newer[8] = 2;
    assert_eq!(check(&newer), Err(ProofError::Format { found: 2 }));
}

#[test]
fn hostile_heads_are_reported() {
    let board = "maker-breaker:hamilton-path\nn 5\nboard D~{\nmaker D??\nbreaker D??\n";
    let reported = |rest: &str, body: &[u8]| check(&seal(&format!("game {board}{rest}"), body)).unwrap_err();
    let players = "starter Maker\nwinner Maker\n";
    for counts in [
        "nodes 18446744073709551615\nreplies 18446744073709551615\nbytes 18446744073709551615\n",
        "nodes 1000000000000\nreplies 0\nbytes 5000000000010\n",
        "nodes 20000000\nreplies 0\nbytes 100000010\n",
        "nodes 0\nreplies 0\nbytes 11\n",
        "nodes 0\nreplies 0\nbytes 010\n",
        "nodes 0\nreplies 0\nbytes 10\nmore 1\n",
        "nodes 0\nreplies 0\nbytes 10",
        "nodes 0\nreplies 0\n",
        "",
    ] {
        let error = reported(&format!("{players}{counts}"), &[0; 10]);
        assert!(
            matches!(error, ProofError::Head { .. } | ProofError::Body),
            "{counts}: {error}"
        );
    }
    assert_eq!(
        reported(
            &format!("{players}nodes 0\nreplies 0\nbytes 10\n"),
            &[255, 0, 0, 0, 0, 0, 1, 2, 3, 4]
        )
        .to_string(),
        "the claim does not follow: a reply leads to an entry that does not come before it"
    );
    assert!(matches!(
        reported("starter maker\nwinner Maker\nnodes 0\nreplies 0\nbytes 0\n", &[]),
        ProofError::Head { line: "starter" }
    ));
}
