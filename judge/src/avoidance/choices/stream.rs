//! The claims one by one, each after those that it needs, as lists of numbers: docs/verified.md.
//!
//! A claim is first needed by the one that makes it. So in the reverse of the order in which claims are checked, no one
//! needs a claim after that, and its number goes to another claim.

use std::collections::HashMap;

use super::claims::Claims;
use super::parts::Placed;
use super::walk::Heard;
use crate::coloured::form::{Key, Places, form, mark};
use crate::coloured::structure::{Pair, Structure, WIDTH, vertices};

/// Stands for the number of a claim that is needed no more.
const FORGOTTEN: u32 = u32::MAX;

/// What answers the moves of claims, in the order in which these are checked.
#[derive(Default)]
pub struct Answers {
    /// 0 if the value after a move is seen, else one more than the number of the reply.
    of_moves: Vec<u16>,
    /// The rank of each claim, as they were made.
    ranks: Vec<u8>,
    /// Where the moves of a claim begin, and the claims that it makes.
    begins: Vec<(usize, usize)>,
    /// The moves of the last claim.
    moves: Vec<Pair>,
}

impl Answers {
    pub fn hear(&mut self, heard: &Heard) {
        let (pair, answer) = match *heard {
            Heard::Checked(_, part, _) => {
                self.begins.push((self.of_moves.len(), self.ranks.len()));
                self.moves = part.moves();
                self.of_moves.resize(self.of_moves.len() + self.moves.len(), 0);
                return;
            }
            Heard::Made(rank) => return self.ranks.push(rank as u8),
            Heard::Value(pair, _) => (pair, 0),
            Heard::Answered(pair, reply) => (pair, reply + 1),
            Heard::Chosen(_, pair, reply, _) => (pair, reply.map_or(0, |reply| reply + 1)),
        };
        let at = self.moves.iter().position(|&other| other == pair);
        let begin = self.of_moves.len() - self.moves.len();
        self.of_moves[begin + at.expect("it is a move of the claim")] = answer as u16;
    }
}

/// Gives the lists of a proof that is right: claims, and last the parts of the start.
pub fn write(claims: &Claims, answers: &Answers, start: Structure, list: &mut dyn FnMut(&[u32])) {
    let mut stream = Stream {
        claims,
        numbers: claims
            .levels
            .iter()
            .map(|level| vec![FORGOTTEN; level.claims.len()])
            .collect(),
        small: HashMap::new(),
        next: 0,
        list,
    };
    let (mut free, mut number) = (Vec::new(), answers.begins.len());
    // Claims of each rank that are not forgotten, or not yet written.
    let mut left: Vec<usize> = claims.levels.iter().map(|level| level.claims.len()).collect();
    let (mut moves_end, mut made_end) = (answers.of_moves.len(), answers.ranks.len());
    for rank in 0..claims.levels.len() {
        for (at, claim) in claims.levels[rank].claims.iter().enumerate().rev() {
            number -= 1;
            let (moves, made) = answers.begins[number];
            let part = claim.key.structure(claim.places);
            let said = stream.claim(&part, claim.value, &answers.of_moves[moves..moves_end]);
            for &rank in &answers.ranks[made..made_end] {
                let rank = usize::from(rank);
                left[rank] -= 1;
                free.push(std::mem::replace(&mut stream.numbers[rank][left[rank]], FORGOTTEN));
            }
            let own = free.pop().unwrap_or_else(|| stream.fresh());
            stream.numbers[rank][at] = own;
            (stream.list)(&[&[1, own], &said[..]].concat());
            (moves_end, made_end) = (moves, made);
        }
    }
    let mut last = vec![0];
    let parts = stream.placed(&start, &identity());
    stream.sum(&parts, &mut last);
    (stream.list)(&last);
}

/// A part, and where its vertices lie.
type Part = (Structure, Placed);

struct Stream<'a, 'l> {
    claims: &'a Claims<'a>,
    /// The numbers of claims, as they lie in the levels.
    numbers: Vec<Vec<u32>>,
    /// Small parts that are written: number, the vertices in the order of the form.
    small: HashMap<Key, (u32, Places)>,
    next: u32,
    list: &'l mut dyn FnMut(&[u32]),
}

impl Stream<'_, '_> {
    fn fresh(&mut self) -> u32 {
        self.next += 1;
        self.next - 1
    }

    /// The parts of a position that lies in another one.
    fn placed(&self, position: &Structure, within: &Placed) -> Vec<Part> {
        let mut parts = Vec::with_capacity(8);
        self.claims.game.placed(position, &mut |part, placed| {
            parts.push((part, placed.map(|v| within[usize::from(v)])));
        });
        parts
    }

    /// A claim without its number: structure, value, swaps and moves.
    fn claim(&mut self, part: &Structure, value: u8, answers: &[u16]) -> Vec<u32> {
        let moves = part.moves();
        let (swaps, others) = swapped(part, &moves);
        let mut list = Vec::with_capacity(64 * moves.len());
        put_structure(part, &mut list);
        list.extend([u32::from(value), swaps.len() as u32]);
        list.extend(swaps.iter().flat_map(|&(u, v)| [u as u32, v as u32]));
        list.push((moves.len() + others.len()) as u32);
        for (&(u, v), &answer) in moves.iter().zip(answers) {
            let mut parts = self.placed(&self.claims.game.after(part, (u, v)), &identity());
            list.extend([u.into(), v.into(), u32::from(answer > 0)]);
            if answer > 0 {
                let structures: Vec<Structure> = parts.iter().map(|(part, _)| *part).collect();
                let reply = &self.claims.replies(&structures)[usize::from(answer) - 1];
                let (played, placed) = parts.remove(reply.part);
                let (x, y) = reply.pair;
                list.extend([x, y].map(|end| u32::from(placed[usize::from(end)])));
                parts.extend(self.placed(&self.claims.game.after(&played, reply.pair), &placed));
            }
            self.sum(&parts, &mut list);
        }
        for (u, v, swap) in others {
            list.extend([u, v, 2, swap].map(|number| number as u32));
        }
        list
    }

    /// The parts of a sum: those that are claimed, and equal ones in pairs.
    fn sum(&mut self, parts: &[Part], list: &mut Vec<u32>) {
        let (mut known, mut others) = (Vec::new(), Vec::<(Key, Places, &Part)>::new());
        let mut equal = Vec::new();
        for part in parts {
            let (key, places) = form(&part.0);
            if let Some((number, own)) = self.written(&part.0, key) {
                known.push((number, own, places, part));
            } else if let Some(at) = others.iter().position(|(other, ..)| *other == key) {
                equal.push((others.swap_remove(at), (places, part)));
            } else {
                others.push((key, places, part));
            }
        }
        assert!(others.is_empty(), "the proof was checked");
        list.push((known.len() + equal.len()) as u32);
        for (number, own, places, part) in known {
            list.extend([0, number]);
            let own = own.vertices();
            put_map(&own, &places.vertices(), part, list);
        }
        for ((_, places, one), (others, other)) in equal {
            list.push(1);
            put_structure(&one.0, list);
            let own = places.vertices();
            put_map(&own, &own, one, list);
            put_map(&own, &others.vertices(), other, list);
        }
    }

    /// The number of the claim about a part, and the vertices of that in the order of the form. A small part is claimed
    /// now, if it is not yet.
    fn written(&mut self, part: &Structure, key: Key) -> Option<(u32, Places)> {
        if part.pairs() > self.claims.small.most {
            let rank = self.claims.game.rank(part);
            let level = &self.claims.levels[rank];
            let at = level.find(mark(part), || key)?;
            let number = self.numbers[rank][at];
            return (number != FORGOTTEN).then(|| (number, level.claims[at].places));
        }
        if let Some(&known) = self.small.get(&key) {
            return Some(known);
        }
        let value = self.claims.small.value(self.claims.game, part);
        let said = self.claim(part, value, &vec![0; part.moves().len()]);
        let number = self.fresh();
        (self.list)(&[&[1, number], &said[..]].concat());
        let known = (number, form(part).1);
        self.small.insert(key, known);
        Some(known)
    }
}

fn identity() -> Placed {
    std::array::from_fn(|v| v as u8)
}

/// One more than the last vertex with a pair.
fn width(structure: &Structure) -> usize {
    (u32::BITS - structure.used().leading_zeros()) as usize
}

/// The number of vertices, then the rows of open pairs and those of edges.
fn put_structure(structure: &Structure, list: &mut Vec<u32>) {
    let width = width(structure);
    list.push(width as u32);
    list.extend(&structure.open[..width]);
    list.extend(&structure.edge[..width]);
}

/// Where the vertices of a claim lie, if those in one order are those of a part in the other.
fn put_map(own: &[usize; WIDTH], others: &[usize; WIDTH], (part, placed): &Part, list: &mut Vec<u32>) {
    let mut map = [0; WIDTH];
    let (mut count, used) = (0, part.used().count_ones() as usize);
    for (&v, &other) in own.iter().zip(others).take(used) {
        map[v] = placed[other].into();
        count = count.max(v + 1);
    }
    list.extend(&map[..count]);
}

/// The open pairs that swaps of twins make of the moves, each with the number of the swap and the pair that it is made
/// of; and the swaps.
type Swapped = (Vec<(usize, usize)>, Vec<(usize, usize, usize)>);

fn swapped(part: &Structure, moves: &[Pair]) -> Swapped {
    let (mut swaps, mut others) = (Vec::new(), Vec::new());
    let mut shown = Structure::EMPTY;
    let mut left = part.pairs() as usize - moves.len();
    for &(u, v) in moves {
        shown.join(u.into(), v.into());
    }
    while left > 0 {
        let before = left;
        for u in 0..WIDTH {
            for v in vertices(part.open[u] & !shown.edge[u]) {
                let is_twin = |&w: &usize| w != v && shown.edge[v] >> w & 1 == 1 && w != u && part.are_twins(u, w);
                let Some(w) = (0..WIDTH).find(is_twin) else { continue };
                let swap = (u.min(w), u.max(w));
                let number = swaps.iter().position(|&other| other == swap).unwrap_or_else(|| {
                    swaps.push(swap);
                    swaps.len() - 1
                });
                others.push((w, v, number));
                shown.join(u, v);
                left -= 1;
            }
        }
        assert!(left < before, "swaps of twins make all pairs of the moves");
    }
    (swaps, others)
}
