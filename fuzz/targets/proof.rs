//! Proofs: any bytes are refused with a sentence or prove what is so. The input is the file as it is, or a body that an
//! envelope with matching counts and checksum is put around.
#![no_main]

use libfuzzer_sys::fuzz_target;
use retrograph_judge::maker_breaker::{Claim, Player, check_proof, maker_wins, winning_sets};
use retrograph_judge::proof::check;
use sha2::{Digest, Sha256};

const N: usize = 4;
const GAMES: [&str; 6] = [
    "hamilton-cycle",
    "hamilton-path",
    "hamilton-path:0-1",
    "connected",
    "contains:P4",
    "odd-cycle",
];

fuzz_target!(|input: &[u8]| {
    if let Err(error) = check(input, 1) {
        assert!(!error.to_string().is_empty());
    }
    let Some((&kind, body)) = input.split_first() else {
        return;
    };
    let Some((nodes, replies)) = counts(body) else {
        return;
    };
    let kind = usize::from(kind);
    let player = |bit: usize| ["Maker", "Breaker"][kind >> bit & 1];
    let head = format!(
        "game maker-breaker:{}\nn {N}\nboard C~\nmaker C?\nbreaker C?\nstarter {}\nwinner {}\nnodes {nodes}\n\
         replies {replies}\nbytes {}\n",
        GAMES[kind / 4 % GAMES.len()],
        player(0),
        player(1),
        body.len(),
    );
    if let Ok(head) = check_proof(&sealed(&head, body)) {
        assert!(is_true(&head), "{}", head.sentence());
    }
});

/// Nodes and replies of a body as its own counts say.
fn counts(mut body: &[u8]) -> Option<(usize, usize)> {
    let reply = 5 + N;
    let (mut nodes, mut replies) = (0, 0);
    while body.len() > reply {
        let own = usize::from(*body.get(2)?);
        body = body.get(3 + own * reply..)?;
        (nodes, replies) = (nodes + 1, replies + own);
    }
    (body.len() == reply).then_some((nodes, replies))
}

fn sealed(head: &str, body: &[u8]) -> Vec<u8> {
    let packed = zstd::bulk::compress(body, 1).unwrap();
    let mut file = b"rgproof\n\x01\0\0\0".to_vec();
    file.extend((head.len() as u32).to_le_bytes());
    file.extend(head.as_bytes());
    file.extend((packed.len() as u64).to_le_bytes());
    file.extend(packed);
    let sum = Sha256::digest(&file);
    file.extend(sum);
    file
}

fn is_true(head: &Claim) -> bool {
    let sets = winning_sets(head.game.strip_prefix("maker-breaker:").unwrap(), head.n).unwrap();
    let wins = maker_wins(&sets, &head.board, &head.maker, head.starter == Player::Maker);
    wins == (head.winner == Player::Maker)
}
