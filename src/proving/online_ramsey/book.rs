//! The entries of a proof in the bytes of its body, found by their form.

use boards::isomorphisms;
use proof::Opened;
use proof::play::{BadMoves, Unplayable};

use super::commitment::Commitment;
use super::form::Key;
use super::game::{FAMILY, Game, ROUNDS_MOST};
use super::position::Position;
use super::row::{ORDER, USED_MOST};
use super::rules::Rules;

/// Positions with equally many edges.
struct Level {
    /// Where the entries begin, and bytes of each.
    at: usize,
    width: usize,
    /// Half of each entry's key, with its number; sorted.
    index: Vec<(u64, u32)>,
}

/// A certificate as it was read: Builder's if there is one, else Painter's. Memory: the body, and 16 bytes an entry.
pub(super) struct Book {
    pub rules: Rules<2>,
    /// The names of the red and the green graph.
    pub names: [String; 2],
    pub is_builders: bool,
    /// Rounds that it is about.
    pub rounds: usize,
    body: Vec<u8>,
    levels: Vec<Level>,
}

/// A position as an entry has it.
pub(super) struct Found {
    /// For each vertex of the position asked for, that of the entry.
    pub map: [usize; ORDER],
    /// The pair that Builder draws, in the entry's vertices.
    pub pair: Option<(usize, usize)>,
}

fn ends(number: usize) -> Option<(usize, usize)> {
    let v = (1..ORDER).take_while(|v| v * (v - 1) / 2 <= number).last()?;
    let u = number - v * (v - 1) / 2;
    (u < v).then_some((u, v))
}

impl Book {
    /// # Errors
    /// [`Unplayable`] when head and body do not have the form of a proof. Whether entries follow is not asked.
    pub fn new(opened: Opened) -> Result<(Self, Game), Unplayable> {
        let short = || Unplayable("its content is not what its head says".into());
        let name = opened
            .value("game")
            .filter(|name| name.starts_with(FAMILY))
            .ok_or_else(short)?;
        let game = Game::new(name).map_err(|error| Unplayable(error.to_string()))?;
        let Ok([red, green]) = <[_; 2]>::try_from(game.targets.clone()) else {
            return Err(Unplayable("the board shows two colours, and the game has more".into()));
        };
        let rounds = |word: &str| {
            let rounds = opened.value(word)?.parse().ok();
            rounds.filter(|rounds| (1..=ROUNDS_MOST).contains(rounds))
        };
        let is_builders = rounds("builder").is_some();
        let rounds = rounds("builder").or_else(|| rounds("painter")).ok_or_else(short)?;
        let targets = [red, green];
        let rules = match opened.value("commit").filter(|_| !is_builders) {
            Some(text) => {
                let commitment = Commitment::read(text, &targets).ok_or_else(short)?;
                Rules::committed(targets, game.limits, game.options, commitment)
            }
            None => Rules::new(targets, game.limits, game.options),
        };
        let mut book = Self {
            rules,
            names: [game.names[0].clone(), game.names[1].clone()],
            is_builders,
            rounds,
            body: opened.body,
            levels: Vec::new(),
        };
        // Builder's certificate comes first in the body.
        let mut at = 0;
        for edges in 0..rounds {
            let count = book.body.get(at..at + 4).ok_or_else(short)?;
            let count = u32::from_le_bytes(count.try_into().expect("four bytes")) as usize;
            let width = 2 * edges + if is_builders { 2 } else { 0 };
            at += 4;
            let bytes = count.checked_mul(width).filter(|bytes| *bytes <= book.body.len() - at);
            let bytes = bytes.filter(|_| edges > 0 || count == 1).ok_or_else(short)?;
            let mut index = Vec::with_capacity(count);
            for number in 0..count {
                let position = book
                    .read(&book.body[at + number * width..][..2 * edges])
                    .ok_or_else(short)?;
                index.push((book.rules.form(&position).key.0, number as u32));
            }
            index.sort_unstable();
            book.levels.push(Level { at, width, index });
            at += bytes;
        }
        Ok((book, game))
    }

    fn read(&self, bytes: &[u8]) -> Option<Position<2>> {
        let mut position = Position::EMPTY;
        for code in bytes.chunks_exact(2) {
            let code = usize::from(u16::from_le_bytes([code[0], code[1]]));
            let (u, v) = ends(code / 4).filter(|(_, v)| *v < USED_MOST)?;
            if code % 4 > 1 || position.joined(u) >> v & 1 == 1 {
                return None;
            }
            position = position.with((u, v), code % 4);
        }
        (0..position.n).all(|v| position.joined(v) != 0).then_some(position)
    }

    /// The entry that is the same as a position of so many edges, up to names.
    ///
    /// # Errors
    /// [`BadMoves::Lacking`] when an entry is not of the form.
    pub fn find(&self, position: &Position<2>, edges: usize) -> Result<Option<Found>, BadMoves> {
        let Some(level) = self.levels.get(edges) else {
            return Ok(None);
        };
        let Key(wanted, _) = self.rules.form(position).key;
        let first = level.index.partition_point(|(key, _)| *key < wanted);
        for &(_, number) in level.index[first..].iter().take_while(|(key, _)| *key == wanted) {
            let bytes = &self.body[level.at + number as usize * level.width..][..level.width];
            let (edges, pair) = bytes.split_at(2 * edges);
            let entry = self.read(edges).ok_or(BadMoves::Lacking)?;
            let pair = match pair {
                [a, b] => Some(ends(u16::from_le_bytes([*a, *b]).into()).ok_or(BadMoves::Lacking)?),
                _ => None,
            };
            for names in self.rules.names() {
                if let Some(map) = matched(position, &entry, names) {
                    return Ok(Some(Found { map, pair }));
                }
            }
        }
        Ok(None)
    }
}

/// A map of the vertices of one position to those of another that takes its edges there, colours renamed.
fn matched(from: &Position<2>, to: &Position<2>, names: &[usize; 2]) -> Option<[usize; ORDER]> {
    let mut map = [0; ORDER];
    let is_found = from.n == to.n
        && isomorphisms(
            from.n,
            |v| [0, 1].map(|c| from.rows[c][v]),
            |v| names.map(|c| to.rows[c][v]),
            |_, _| true,
            |images| {
                map[..from.n].copy_from_slice(images);
                true
            },
        );
    is_found.then_some(map)
}
