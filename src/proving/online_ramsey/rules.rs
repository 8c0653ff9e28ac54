//! A game as the search sees it.

use super::bounds::Bounds;
use super::form::Form;
use super::paths::Paths;
use super::position::{Limits, Position};
use super::target::Target;

/// How a search is done. The number does not depend on it.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Let simple strategies of Painter refute moves.
    pub bounds: bool,
    /// Try one of moves that a symmetry exchanges.
    pub symmetry: bool,
    /// Decide positions two moves before the end in closed form.
    pub last_two: bool,
    /// Look positions up by their canonical form.
    pub table: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            bounds: true,
            symmetry: true,
            last_two: true,
            table: true,
        }
    }
}

/// Targets and what follows from them.
pub(crate) struct Rules<const C: usize> {
    pub targets: [Target; C],
    pub limits: Limits,
    pub options: Options,
    /// Colours in the order in which Painter tries them: that of the largest target first.
    pub order: [usize; C],
    /// All ways to rename the colours that keep the targets.
    names: Vec<[usize; C]>,
    pub bounds: Option<Bounds<C>>,
    /// Whether each target is a path, a cycle or some of these, with more than four vertices.
    pub is_long: [bool; C],
    /// What a limited Builder tries first to make.
    pub paths: Option<Paths>,
}

impl<const C: usize> Rules<C> {
    pub fn new(targets: [Target; C], limits: Limits, options: Options) -> Self {
        let mut order: [usize; C] = std::array::from_fn(|c| c);
        order.sort_by_key(|&c| (std::cmp::Reverse(targets[c].edges.len()), c));
        let mut names = Vec::new();
        for code in 0..C.pow(C as u32) {
            let map: [usize; C] = std::array::from_fn(|c| code / C.pow(c as u32) % C);
            let is_map = (0..C).all(|c| !map[..c].contains(&map[c]) && targets[c].is_like(&targets[map[c]]));
            names.extend(is_map.then_some(map));
        }
        let degree = |target: &Target| target.rows().iter().map(|row| row.count_ones()).max();
        Self {
            is_long: targets
                .each_ref()
                .map(|target| target.order > 4 && degree(target) <= Some(2)),
            paths: Paths::of(&targets, &limits).filter(|_| limits.is_set()),
            bounds: if options.bounds { Bounds::new(&targets) } else { None },
            targets,
            limits,
            options,
            order,
            names,
        }
    }

    /// All ways to rename the colours that keep the targets.
    pub fn names(&self) -> &[[usize; C]] {
        &self.names
    }

    /// The form of a position, the same for all that are the same by the symmetries of the game.
    pub fn form(&self, position: &Position<C>) -> Form {
        let mut least = Form::of(position, &self.names[0]);
        for names in &self.names[1..] {
            let form = Form::of(position, names);
            if form.key < least.key {
                least = form;
            }
        }
        least
    }
}
