//! Proofs: any bytes are refused with a sentence or prove what is so. The input is the file as it is, or a body that an
//! envelope with matching counts and checksum is put around. Whether it proves anything or not, it can be played.
#![no_main]

use libfuzzer_sys::fuzz_target;
use maker_breaker::proof_player;
use proof::open;
use proof::play::{BadMoves, reply_to};
use retrograph_judge::maker_breaker::{Claim, Player, check_proof};
use retrograph_judge::proof::check;
use retrograph_referee::maker_breaker::{maker_wins, winning_sets};
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
    let file = sealed(&head, body);
    let claim = check_proof(&file);
    if let Ok(claim) = &claim {
        assert!(is_true(claim), "{}", claim.sentence());
    }
    play(&file, claim.is_ok(), body);
});

/// Plays against the proof, with moves that the body chooses. Of a proof that is right the winner wins.
fn play(file: &[u8], is_right: bool, body: &[u8]) {
    let Ok(opened) = open(file) else { return };
    let proof = match proof_player(opened) {
        Ok(proof) => proof,
        Err(error) => return assert!(!is_right, "{error}"),
    };
    let mut moves = Vec::new();
    for at in 0.. {
        let made = match reply_to(&*proof, &moves, 1) {
            Ok(Some(made)) => made,
            Ok(None) => break,
            Err(error) => return assert!(!is_right && error == BadMoves::Lacking, "{error}"),
        };
        assert!(!is_right || made.is_proved || proof.state(&moves).unwrap().next != Some(proof.about().winner));
        let state = proof.state(&moves).expect("there is a move after them");
        let chosen = usize::from(body[at % body.len()]) % state.choices.len();
        let persons = state.next != Some(proof.about().winner);
        moves.push(if persons { state.choices[chosen].step } else { made.step });
    }
    let ending = proof.state(&moves).map(|state| state.ending.and_then(|ending| ending.winner));
    assert!(!is_right || ending == Ok(Some(proof.about().winner)), "{moves:?}");
}

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
