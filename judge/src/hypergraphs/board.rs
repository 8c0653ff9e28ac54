//! The board of a proof: a text in the format "Positional Game Description 1.0", whose SHA-256 is the game's name.

use sha2::{Digest, Sha256};

use super::families::{ELEMENTS_MOST, Set};

/// Elements by number, winning sets of Black and White, and their stones before the game.
#[derive(Default)]
pub(super) struct Board {
    pub names: Vec<String>,
    pub wins: [Vec<Set>; 2],
    pub stones: [Set; 2],
}

/// The SHA-256 of a text, in hexadecimal.
pub(super) fn digest(text: &[u8]) -> String {
    Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Reads a board in its normal form: a title, which begins with `#`, and below it lines of names.
pub(super) fn read(text: &[u8]) -> Option<Board> {
    let text = str::from_utf8(text).ok()?;
    let mut board = Board::default();
    let mut title = "";
    for line in text.lines() {
        if let Some(next) = line.strip_prefix('#') {
            title = next;
            continue;
        }
        if title == "positions" {
            board.names.extend(line.split(' ').map(str::to_owned));
            continue;
        }
        let set = || {
            line.split(' ').try_fold(0, |set: Set, name| {
                let element = board.names.iter().position(|known| known == name)?;
                (set >> element & 1 == 0).then_some(set | 1 << element)
            })
        };
        match title {
            "version" if line == "1.0" => {}
            "blackwins" => board.wins[0].push(set()?),
            "whitewins" => board.wins[1].push(set()?),
            "blackinitials" => board.stones[0] |= set()?,
            "whiteinitials" => board.stones[1] |= set()?,
            _ => return None,
        }
        if board.names.len() > ELEMENTS_MOST {
            return None;
        }
    }
    let n = board.names.len();
    let is_twice = |at: usize| board.names[..at].contains(&board.names[at]);
    let is_right = (1..=ELEMENTS_MOST).contains(&n) && !(0..n).any(is_twice) && board.stones[0] & board.stones[1] == 0;
    is_right.then_some(board)
}
