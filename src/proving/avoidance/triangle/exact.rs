//! The canonical form of a structure itself, where a hash will not do: equal forms are isomorphic structures, always,
//! and isomorphic structures have equal forms.

use canon::vector::Unit;
use canon::{Colours, Early, Lanes};

use super::form::below;
use super::structure::Structure;

/// A node of the tree of colourings.
#[derive(Clone, Copy)]
pub struct Node<R, const W: usize> {
    colours: Colours<W>,
    /// The vertices of which one has to come first, one for each class of twins; none at a leaf.
    pub choices: R,
}

/// The first node.
#[inline(always)]
pub fn root<U: Unit, R: Lanes<W>, const W: usize>(unit: U, structure: &Structure<R, W>, twins: &[R; W]) -> Node<R, W> {
    let colours = Early::new(unit, &structure.open, &structure.edge).colours;
    node(unit, structure, twins, colours)
}

/// The node below in which the vertex `v` comes before the others of its colour.
#[inline(always)]
pub fn child<U: Unit, R: Lanes<W>, const W: usize>(
    unit: U,
    structure: &Structure<R, W>,
    twins: &[R; W],
    node: &Node<R, W>,
    v: usize,
    depth: u16,
) -> Node<R, W> {
    let colour = node.colours.0[v].rotate_left(7) ^ (depth << 9) ^ 0x5A5A;
    self::node(unit, structure, twins, node.colours.with(v, colour))
}

#[inline(always)]
fn node<U: Unit, R: Lanes<W>, const W: usize>(
    unit: U,
    structure: &Structure<R, W>,
    twins: &[R; W],
    mut colours: Colours<W>,
) -> Node<R, W> {
    let mut choices = !R::EMPTY;
    // Two rounds settle nearly all that more would.
    for _ in 0..2 {
        if !choices.is_empty() {
            colours = colours.late(unit, &structure.open, &structure.edge);
            choices = self::choices(unit, twins, &colours);
        }
    }
    Node { colours, choices }
}

/// The vertices of the least colour that has two that are not twins, one for each class of twins.
#[inline(always)]
fn choices<U: Unit, R: Lanes<W>, const W: usize>(unit: U, twins: &[R; W], colours: &Colours<W>) -> R {
    let mut least = (u16::MAX, R::EMPTY);
    for v in 0..W {
        let same = R::equal(unit, &colours.0, colours.0[v]);
        if !(same & !twins[v]).is_empty() && (colours.0[v] < least.0 || least.1.is_empty()) {
            least = (colours.0[v], same);
        }
    }
    let mut first = R::EMPTY;
    for v in least.1.vertices() {
        if (twins[v] & first).is_empty() {
            first |= R::bit(v);
        }
    }
    first
}

/// The structure in the order of the colours, in one matrix: open pairs below the diagonal, edges above it; and the
/// colours.
#[inline(always)]
pub fn leaf<U: Unit, R: Lanes<W>, const W: usize>(
    unit: U,
    structure: &Structure<R, W>,
    node: &Node<R, W>,
) -> ([R; W], [u16; W]) {
    let places = R::sorted(unit, &node.colours.0);
    let open = R::renamed(unit, &structure.open, &places);
    let edge = R::renamed(unit, &structure.edge, &places);
    let rows = R::blended(unit, &open, &edge, &R::pick(unit, &below(), &places));
    let (mut matrix, mut colours) = ([R::EMPTY; W], [0; W]);
    for v in 0..W {
        let place = usize::from(places[v]) % W;
        matrix[place] = rows[v];
        colours[place] = node.colours.0[v];
    }
    (matrix, colours)
}
