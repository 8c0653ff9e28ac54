//! The state of a search as bytes: what is known of the opening, and which of Black's positions are won, each with the
//! position that his move leads to. The rest is soon found again.

use std::io::{self, Read, Write};

use proof::Unread;

use super::super::set::{Set, all};
use super::board::{BLACK, Position, WHITE};
use super::numbers::{Node, Numbers};
use super::opening::{EFFORT, GROWTH, Known, Openings};

/// Growths of the effort that no search comes to.
const ROUNDS_MOST: u64 = 36;

/// What was read.
pub struct State {
    pub known: Openings,
    pub rounds: usize,
    pub effort: u64,
    /// Positions opened before.
    pub opened: u64,
}

pub fn save(numbers: &Numbers, known: &Openings, rounds: usize, opened: u64, out: &mut dyn Write) -> io::Result<()> {
    for number in [rounds as u64, opened, known.len() as u64] {
        out.write_all(&number.to_le_bytes())?;
    }
    for (position, known) in known {
        write(out, *position)?;
        let (kind, number) = match *known {
            Known::Won(None) => (0, 0),
            Known::Won(Some(step)) => (1, step.into()),
            Known::Not(effort) => (2, effort),
            Known::Never => (3, 0),
        };
        out.write_all(&[kind])?;
        out.write_all(&u64::to_le_bytes(number))?;
    }
    let is_won = |node: &&Node| !node.is_whites && node.proof == 0;
    let won = || numbers.nodes.iter().filter(is_won);
    out.write_all(&(won().count() as u64).to_le_bytes())?;
    for node in won() {
        let next = node.next.iter().map(|&next| &numbers.nodes[next as usize]);
        let next = next.into_iter().find(|next| next.proof == 0).expect("a move wins");
        write(out, node.position)?;
        write(out, next.position)?;
    }
    Ok(())
}

/// Reads what [`save`] wrote into an empty table that may take so many bytes.
pub fn restore(numbers: &mut Numbers, most: u64, from: &mut impl Read) -> Result<State, Unread> {
    let wrong = || Unread::from(io::Error::from(io::ErrorKind::InvalidData));
    let n = numbers.sides.n;
    let (rounds, opened) = (number(from)?, number(from)?);
    if rounds > ROUNDS_MOST {
        return Err(wrong());
    }
    let effort = EFFORT * GROWTH.pow(rounds as u32);
    let mut known = Openings::default();
    for _ in 0..number(from)? {
        let position = read(from, n)?.ok_or_else(wrong)?;
        let [kind] = bytes(from)?;
        let found = match (kind, number(from)?) {
            (0, 0) => Known::Won(None),
            (1, step) if step < n as u64 && (position[0] | position[1]) >> step & 1 == 0 => {
                Known::Won(Some(step as u8))
            }
            (2, found) if found <= effort => Known::Not(found),
            (3, 0) => Known::Never,
            _ => return Err(wrong()),
        };
        known.insert(position, found);
        numbers.bytes += 64;
        if numbers.bytes > most {
            return Err(Unread::Memory(numbers.bytes));
        }
    }
    for _ in 0..number(from)? {
        let black = read(from, n)?.ok_or_else(wrong)?;
        let white = read(from, n)?.ok_or_else(wrong)?;
        numbers.add_won(black, white);
        if numbers.bytes > most {
            return Err(Unread::Memory(numbers.bytes));
        }
    }
    Ok(State {
        known,
        rounds: rounds as usize,
        effort,
        opened,
    })
}

fn write(out: &mut dyn Write, position: Position) -> io::Result<()> {
    out.write_all(&position[BLACK].to_le_bytes())?;
    out.write_all(&position[WHITE].to_le_bytes())
}

/// A position on a board of `n` elements.
fn read(from: &mut impl Read, n: usize) -> io::Result<Option<Position>> {
    let position = [Set::from_le_bytes(bytes(from)?), Set::from_le_bytes(bytes(from)?)];
    let is_right = (position[0] | position[1]) & !all(n) == 0 && position[0] & position[1] == 0;
    Ok(is_right.then_some(position))
}

fn number(from: &mut impl Read) -> io::Result<u64> {
    Ok(u64::from_le_bytes(bytes(from)?))
}

fn bytes<const N: usize>(from: &mut impl Read) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    from.read_exact(&mut bytes)?;
    Ok(bytes)
}
