//! A game as the search sees it.

use boards::{Copies, are_isomorphic};

use super::bounds::Bounds;
use super::commitment::Commitment;
use super::form::Form;
use super::lists::{are_worth_it, committed_lists, lists};
use super::paths::Paths;
use super::plan::Plans;
use super::position::{Limits, Position};
use super::target::Target;

/// How a search is done. The number does not depend on it.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Let simple strategies of Painter refute moves.
    pub bounds: bool,
    /// Let lists of rules refute positions, in games in which that is worth its time.
    pub plans: bool,
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
            plans: true,
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
    /// The commitment of a Painter who forgets edges.
    pub committed: Option<Ready>,
    /// A number that distinguishes the positions of this search in the table from those of others.
    mark: u64,
    /// All ways to rename the colours that keep the targets.
    names: Vec<[usize; C]>,
    /// Whether two colours have the same target.
    are_like: [[bool; C]; C],
    pub bounds: Option<Bounds<C>>,
    /// Painter's lists of rules, in games in which they are worth their time.
    pub plans: Option<Plans<C>>,
    /// Whether each target is a path, a cycle or some of these, with more than four vertices.
    pub is_long: [bool; C],
    /// What a limited Builder tries first to make.
    pub paths: Option<Paths>,
}

/// A commitment, ready for use.
#[derive(Clone, Debug)]
pub(crate) struct Ready {
    pub commitment: Commitment,
    /// Of its graphs.
    pub graphs: Vec<Copies>,
    /// Of the targets.
    pub targets: Vec<Copies>,
}

impl<const C: usize> Rules<C> {
    /// The rules of a game in which Painter has given an edge its colour by a commitment.
    pub fn committed(targets: [Target; C], limits: Limits, options: Options, commitment: Commitment) -> Self {
        let plans = Plans::of(committed_lists(&targets, &commitment));
        Self {
            mark: commitment.mark(),
            plans: options.plans.then_some(plans),
            committed: Some(Ready {
                graphs: commitment.closed.graphs.iter().map(Copies::new).collect(),
                targets: targets.iter().map(|target| Copies::new(target)).collect(),
                commitment,
            }),
            bounds: None,
            // The commitment makes colours differ.
            names: vec![std::array::from_fn(|c| c)],
            are_like: std::array::from_fn(|c| std::array::from_fn(|d| c == d)),
            ..Self::new(targets, limits, options)
        }
    }

    pub fn new(targets: [Target; C], limits: Limits, options: Options) -> Self {
        let mut order: [usize; C] = std::array::from_fn(|c| c);
        order.sort_by_key(|&c| (std::cmp::Reverse(targets[c].size()), c));
        let mut names = Vec::new();
        for code in 0..C.pow(C as u32) {
            let map: [usize; C] = std::array::from_fn(|c| code / C.pow(c as u32) % C);
            let is_map = (0..C).all(|c| !map[..c].contains(&map[c]) && are_isomorphic(&targets[c], &targets[map[c]]));
            names.extend(is_map.then_some(map));
        }
        let degree = |target: &Target| target.rows().iter().map(|row| row.count_ones()).max();
        Self {
            is_long: targets
                .each_ref()
                .map(|target| target.order() > 4 && degree(target) <= Some(2)),
            paths: Paths::of(&targets, &limits).filter(|_| limits.is_set()),
            bounds: if options.bounds { Bounds::new(&targets) } else { None },
            plans: (options.plans && !limits.is_set() && are_worth_it(&targets)).then(|| Plans::of(lists(&targets))),
            committed: None,
            mark: 0,
            targets,
            limits,
            options,
            order,
            are_like: std::array::from_fn(|c| std::array::from_fn(|d| names.iter().any(|map| map[c] == d))),
            names,
        }
    }

    /// All ways to rename the colours that keep the targets.
    pub fn names(&self) -> &[[usize; C]] {
        &self.names
    }

    /// The form of a position, the same for all that are the same by the symmetries of the game.
    pub fn form(&self, position: &Position<C>) -> Form {
        // Of three colours those with fewer edges come first among like ones: one name is left for most positions.
        let counts: [u32; C] = match C {
            2 => [0; C],
            _ => position
                .rows
                .map(|rows| rows[..position.n].iter().map(|row| row.count_ones()).sum()),
        };
        let rises = |names: &&[usize; C]| {
            let is_right = |c: usize, d: usize| counts[c] >= counts[d] || !self.are_like[c][d] || names[c] < names[d];
            (0..C).all(|c| (0..C).all(|d| is_right(c, d)))
        };
        let mut forms = self.names.iter().filter(rises).map(|names| Form::of(position, names));
        let mut least = forms.next().expect("like colours can be sorted");
        for form in forms {
            if form.key < least.key {
                least = form;
            }
        }
        least.key.0 ^= self.mark;
        least
    }
}
