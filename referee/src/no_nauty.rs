//! Replaces `nauty.rs` in a build without nauty, which has no engine, and so nobody who asks for a canonical form.

use std::os::raw::c_int;

/// Largest number of vertices: a row is a `u32`.
pub const MAX_VERTICES: usize = 32;

/// nauty's version.
pub fn version() -> String {
    "none".into()
}

enum Never {}

/// Buffers of nauty, which cannot be created.
pub struct Nauty(Never);

impl Default for Nauty {
    fn default() -> Self {
        Self::new()
    }
}

impl Nauty {
    /// # Panics
    /// Always.
    pub fn new() -> Self {
        panic!("this program was built without nauty")
    }

    /// The canonical graph.
    pub fn canonical_into(&mut self, _rows: &[u32], _out: &mut [u32]) {
        match self.0 {}
    }

    /// The canonical graph of vertices that come in kinds.
    pub fn canonical_of_kinds_into(&mut self, _rows: &[u32], _sizes: &[usize], _out: &mut [u32]) {
        match self.0 {}
    }

    /// The canonical graph of layers.
    pub fn canonical_of_layers(&mut self, _n: usize, _layers: usize, _code: impl Fn(usize, usize) -> u32) -> Vec<u32> {
        match self.0 {}
    }

    /// Labels a graph.
    pub fn run(&mut self, _rows: &[u32]) {
        match self.0 {}
    }

    /// The orbits of the last graph.
    pub fn orbits(&self) -> &[c_int] {
        match self.0 {}
    }

    /// The size of its group.
    pub fn group_size(&self) -> f64 {
        match self.0 {}
    }

    /// Its canonical labelling.
    pub fn labelling(&self) -> &[c_int] {
        match self.0 {}
    }
}

/// The canonical graph of `rows`.
///
/// # Panics
/// Always.
pub fn canonical(rows: &[u32]) -> Vec<u32> {
    panic!(
        "a graph of {} vertices: this program was built without nauty",
        rows.len()
    )
}
