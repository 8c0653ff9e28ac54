//! Choices from the values of whole positions, as a database has them: each claim is that a graph is lost.

use canon::Lanes;
use graph::{Graph, encode_graph6};
use proof::{KnownValues, Unproved};

use super::super::plain::Plain;
use super::walk::{Move, Of, Source, Walk};

/// Asks for values, and writes choices down.
pub struct FromValues<'a, E> {
    known: KnownValues<'a, E>,
    /// The choices.
    pub codes: Vec<u8>,
}

impl<'a, E> FromValues<'a, E> {
    /// By these values.
    pub fn new(known: KnownValues<'a, E>) -> Self {
        Self {
            known,
            codes: Vec::new(),
        }
    }
}

fn wrong<R: Lanes<W>, const W: usize, E>(graph: &Graph<R, W>) -> Unproved<E> {
    Unproved::Contradiction(encode_graph6(graph))
}

impl<E, R: Lanes<W>, const W: usize> Source<Plain<R, W>> for FromValues<'_, E> {
    type Error = Unproved<E>;

    fn shown(
        &mut self,
        _walk: &Walk<Plain<R, W>>,
        _: &[Move<Of<Plain<R, W>>>],
        _k: u8,
    ) -> Result<Vec<u8>, Unproved<E>> {
        unreachable!("no claim says more than that a graph is lost")
    }

    /// The reply to a claim if there is one, else the lost position with the fewest moves.
    fn code(&mut self, walk: &Walk<Plain<R, W>>, parts: &[Of<Plain<R, W>>], k: u8) -> Result<u8, Unproved<E>> {
        let mut best: Option<(u32, usize)> = None;
        for (number, &reply) in walk.replies(parts).iter().enumerate() {
            let after = walk.after(parts, reply);
            match (walk.known.sum(walk.kernel, &after), &after[..]) {
                (Some(value), _) if value == k => {
                    best = Some((0, number));
                    break;
                }
                (None, [part]) => {
                    let pairs = part.pairs(canon::vector::Portable);
                    let text = encode_graph6(&walk.kernel.graph(part));
                    if best.is_none_or(|(least, _)| pairs < least)
                        && (self.known.is_lost)(&text).map_err(Unproved::Value)?
                    {
                        best = Some((pairs, number));
                    }
                }
                _ => {}
            }
        }
        let (_, number) = best.ok_or_else(|| wrong(&walk.kernel.graph(&parts[0])))?;
        self.codes.push(number as u8 + 1);
        Ok(number as u8 + 1)
    }

    fn value(&mut self, _walk: &Walk<Plain<R, W>>, _part: &Of<Plain<R, W>>) -> Result<u8, Unproved<E>> {
        unreachable!("a claim is about one graph")
    }

    fn claimed(&mut self, _walk: &Walk<Plain<R, W>>, _part: &Of<Plain<R, W>>, _value: u8) {}

    fn checked(&mut self, walk: &Walk<Plain<R, W>>, checked: u64) -> Result<(), Unproved<E>> {
        match (self.known.watch)(walk.claims, checked) {
            true => Err(Unproved::Stopped),
            false => Ok(()),
        }
    }

    fn wrong(&self) -> Unproved<E> {
        Unproved::Contradiction("a position that is said to be lost".into())
    }

    fn no_thread(&self, error: std::io::Error) -> Unproved<E> {
        Unproved::Threads(error)
    }
}
