//! The entries of a proof in the bytes of its body, found by their form.

use boards::isomorphisms;
use graph::each;
use proof::Opened;
use proof::play::{BadMoves, Unplayable};

use super::board::Boards;
use super::game::Game;
use super::position::{Edge, GREEN, ORDER_MOST, Position, RED};

/// A proof as it was read. Memory: the body, and 16 bytes an entry.
pub(super) struct Book {
    pub game: Game,
    /// Red's moves, as claimed.
    pub moves: usize,
    body: Vec<u8>,
    /// Fingerprints of positions, with the places of the entries in the body; sorted.
    index: Vec<(u64, u32)>,
}

type Colours = [u64; ORDER_MOST];

impl Book {
    /// # Errors
    /// [`Unplayable`] when head and body do not have the form of a proof. Whether Red wins is not asked.
    pub fn new(opened: Opened) -> Result<Self, Unplayable> {
        let short = || Unplayable("its content is not what its head says".into());
        let value = |word: &str| opened.value(word).ok_or_else(short);
        let boards = boards(value("boards")?).ok_or_else(short)?;
        let moves: usize = value("moves")?.parse().map_err(|_| short())?;
        let game = Game::new(value("game")?, boards, Some(moves)).map_err(|error| Unplayable(error.to_string()))?;
        let mut index = Vec::new();
        let body = opened.body;
        let mut at = 0;
        while at < body.len() {
            let (position, _, length) = read(&body[at..]).ok_or_else(short)?;
            index.push((
                fingerprint(&coloured(&position)),
                u32::try_from(at).map_err(|_| short())?,
            ));
            at += length;
        }
        index.sort_unstable();
        Ok(Self {
            game,
            moves,
            body,
            index,
        })
    }

    /// Red's move in a position, if an entry is isomorphic to it; fresh vertices of the move are the next ones.
    ///
    /// # Errors
    /// [`BadMoves::Lacking`] when an entry is not of the form.
    pub fn find(&self, position: &Position) -> Result<Option<Edge>, BadMoves> {
        let colours = coloured(position);
        let wanted = fingerprint(&colours);
        let first = self.index.partition_point(|(found, _)| *found < wanted);
        for &(_, at) in self.index[first..].iter().take_while(|(found, _)| *found == wanted) {
            let (entry, (u, v), _) = read(&self.body[at as usize..]).ok_or(BadMoves::Lacking)?;
            if let Some(map) = matched(&entry, &coloured(&entry), position, &colours) {
                return Ok(Some((map[u as usize], map[v as usize])));
            }
        }
        Ok(None)
    }
}

/// The boards of a proof's head.
fn boards(text: &str) -> Option<Boards> {
    match text.strip_suffix('+') {
        _ if text == "infinite" => Some(Boards::Infinite),
        Some(least) => least.parse().ok().map(Boards::From),
        None => text.parse().ok().map(Boards::Order),
    }
}

/// The first entry of some bytes: position, move, length. `None` when they are not of the form.
fn read(bytes: &[u8]) -> Option<(Position, Edge, usize)> {
    let counts = [usize::from(*bytes.first()?), usize::from(*bytes.get(1)?)];
    let edges = bytes.get(2..2 + 2 * (counts[RED] + counts[GREEN] + 1))?;
    let mut position = Position::empty();
    let mut edges = edges.chunks_exact(2).map(|ends| (ends[0], ends[1]));
    for colour in [RED, GREEN] {
        for (u, v) in edges.by_ref().take(counts[colour]) {
            if u == v || usize::from(u.max(v)) >= ORDER_MOST || !position.is_free(u.into(), v.into()) {
                return None;
            }
            position.play(colour, (u, v));
        }
    }
    let edge = edges.next()?;
    let is_bare = |v: usize| position.taken(v) == 0;
    if (0..position.touched()).any(is_bare) || edge.0 == edge.1 || usize::from(edge.0.max(edge.1)) >= ORDER_MOST {
        return None;
    }
    let mut at = 2 + 2 * (counts[RED] + counts[GREEN] + 1);
    let lines = u16::from_le_bytes([*bytes.get(at)?, *bytes.get(at + 1)?]);
    at += 2;
    for _ in 0..lines {
        at += 1 + 2 * usize::from(*bytes.get(at)?);
    }
    (at <= bytes.len()).then_some((position, edge, at))
}

fn mixed(x: u64) -> u64 {
    let x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}

/// Colours of the vertices, equal for vertices that an isomorphism can exchange.
fn coloured(position: &Position) -> Colours {
    let n = position.touched();
    let mut colours = [0; ORDER_MOST];
    colours[..n].fill(1);
    // So many rounds distinguish what the positions of these games distinguish; the match decides.
    for _ in 0..5 {
        let before = colours;
        for (v, colour) in colours[..n].iter_mut().enumerate() {
            let sum = |of: usize, salt: u64| {
                each(position.rows(of)[v]).fold(salt, |sum, u| sum.wrapping_add(mixed(before[u] ^ salt)))
            };
            *colour =
                mixed(before[v].wrapping_add(mixed(sum(RED, 0x51)).wrapping_add(3 * (mixed(sum(GREEN, 0xb1)) >> 2))));
        }
    }
    colours
}

fn fingerprint(colours: &Colours) -> u64 {
    colours.iter().fold(0, |sum, &colour| mixed(colour).wrapping_add(sum))
}

/// An isomorphism from one position to another; vertices beyond the first are mapped to themselves.
fn matched(from: &Position, marks: &Colours, to: &Position, onto: &Colours) -> Option<[u8; ORDER_MOST]> {
    if from.touched() != to.touched() {
        return None;
    }
    let rows = |position: &Position, v: usize| [RED, GREEN].map(|colour| position.rows(colour)[v].into());
    let mut map = std::array::from_fn(|v| v as u8);
    isomorphisms(
        from.touched(),
        |v| rows(from, v),
        |v| rows(to, v),
        |v, image| marks[v] == onto[image],
        |images| {
            map.iter_mut().zip(images).for_each(|(to, &image)| *to = image as u8);
            true
        },
    )
    .then_some(map)
}
