//! The state of a search in a checkpoint, between two of its pieces: what comes after does not depend on whether the
//! search was stopped there.

use std::io::{self, Read, Write};

use super::position::{Edge, ORDER_MOST, Position};

/// Writes numbers and edges.
pub(super) struct Out<'a>(pub &'a mut dyn Write);

impl Out<'_> {
    pub fn number(&mut self, number: u64) -> io::Result<()> {
        self.0.write_all(&number.to_le_bytes())
    }

    pub fn short(&mut self, number: u32) -> io::Result<()> {
        self.0.write_all(&number.to_le_bytes())
    }

    pub fn class(&mut self, class: u128) -> io::Result<()> {
        self.0.write_all(&class.to_le_bytes())
    }

    pub fn byte(&mut self, byte: u8) -> io::Result<()> {
        self.0.write_all(&[byte])
    }

    pub fn edges(&mut self, edges: &[Edge]) -> io::Result<()> {
        self.byte(edges.len() as u8)?;
        edges.iter().try_for_each(|&(u, v)| self.0.write_all(&[u, v]))
    }
}

/// Reads what [`Out`] writes.
pub(super) struct In<R>(pub R);

impl<R: Read> In<R> {
    fn bytes<const N: usize>(&mut self) -> io::Result<[u8; N]> {
        let mut bytes = [0; N];
        self.0.read_exact(&mut bytes)?;
        Ok(bytes)
    }

    pub fn number(&mut self) -> io::Result<u64> {
        self.bytes().map(u64::from_le_bytes)
    }

    pub fn short(&mut self) -> io::Result<u32> {
        self.bytes().map(u32::from_le_bytes)
    }

    pub fn class(&mut self) -> io::Result<u128> {
        self.bytes().map(u128::from_le_bytes)
    }

    pub fn byte(&mut self) -> io::Result<u8> {
        self.bytes().map(|[byte]| byte)
    }

    pub fn edges(&mut self) -> io::Result<Vec<Edge>> {
        let count = self.byte()?;
        (0..count).map(|_| self.bytes().map(|[u, v]| (u, v))).collect()
    }
}

/// The error of a state that no search has.
pub(super) fn wrong() -> io::Error {
    io::ErrorKind::InvalidData.into()
}

/// The error of a state that takes more memory than is allowed.
pub(super) fn too_large() -> io::Error {
    io::ErrorKind::OutOfMemory.into()
}

/// A position with these edges, if there is one: each vertex up to the last one has an edge.
pub(super) fn position_of(red: &[Edge], green: &[Edge]) -> io::Result<Position> {
    let mut seen = Vec::new();
    for &(u, v) in red.iter().chain(green) {
        let edge = (u.min(v), u.max(v));
        if u == v || usize::from(edge.1) >= ORDER_MOST || seen.contains(&edge) {
            return Err(wrong());
        }
        seen.push(edge);
    }
    let position = Position::of(red, green);
    match (0..position.touched()).all(|v| position.taken(v) != 0) {
        true => Ok(position),
        false => Err(wrong()),
    }
}
