//! The canonical form of a structure itself, where a hash will not do: equal forms are isomorphic structures, always,
//! and isomorphic structures have equal forms.

use canon::vector::Unit;
use canon::{Colours, Early, Lanes};

use super::form::BELOW;
use super::structure::{Rows, Structure, WIDTH, vertices};

/// A structure in one matrix: open pairs below the diagonal, edges above it.
pub type Matrix = Rows;

/// A node of the tree of colourings.
#[derive(Clone, Copy)]
pub struct Node {
    colours: Colours<WIDTH>,
    /// The vertices of which one has to come first, one for each class of twins; none at a leaf.
    pub choices: u16,
}

/// The first node.
#[inline(always)]
pub fn root<U: Unit>(unit: U, structure: &Structure, twins: &Rows) -> Node {
    let colours = Early::new(unit, &structure.open, &structure.edge).colours;
    node(unit, structure, twins, colours)
}

/// The node below in which the vertex `v` comes before the others of its colour.
#[inline(always)]
pub fn child<U: Unit>(unit: U, structure: &Structure, twins: &Rows, node: &Node, v: usize, depth: u16) -> Node {
    let colour = node.colours.0[v].rotate_left(7) ^ (depth << 9) ^ 0x5A5A;
    self::node(unit, structure, twins, node.colours.with(v, colour))
}

#[inline(always)]
fn node<U: Unit>(unit: U, structure: &Structure, twins: &Rows, mut colours: Colours<WIDTH>) -> Node {
    let mut choices = u16::MAX;
    // Two rounds settle nearly all that more would.
    for _ in 0..2 {
        if choices != 0 {
            colours = colours.late(unit, &structure.open, &structure.edge);
            choices = self::choices(unit, twins, &colours);
        }
    }
    Node { colours, choices }
}

/// The vertices of the least colour that has two that are not twins, one for each class of twins.
#[inline(always)]
fn choices<U: Unit>(unit: U, twins: &Rows, colours: &Colours<WIDTH>) -> u16 {
    let mut least = (u16::MAX, 0);
    for v in 0..WIDTH {
        let same = u16::equal(unit, &colours.0, colours.0[v]);
        if same & !twins[v] != 0 && (colours.0[v] < least.0 || least.1 == 0) {
            least = (colours.0[v], same);
        }
    }
    let mut first = 0;
    for v in vertices(least.1) {
        if twins[v] & first == 0 {
            first |= 1 << v;
        }
    }
    first
}

/// The structure in the order of the colours, and these.
#[inline(always)]
pub fn leaf<U: Unit>(unit: U, structure: &Structure, node: &Node) -> (Matrix, Rows) {
    let places = u16::sorted(unit, &node.colours.0);
    let open = u16::renamed(unit, &structure.open, &places);
    let edge = u16::renamed(unit, &structure.edge, &places);
    let rows = u16::blended(unit, &open, &edge, &u16::pick(unit, &BELOW, &places));
    let (mut matrix, mut colours) = ([0; WIDTH], [0; WIDTH]);
    for v in 0..WIDTH {
        let place = usize::from(places[v]) % WIDTH;
        matrix[place] = rows[v];
        colours[place] = node.colours.0[v];
    }
    (matrix, colours)
}
