//! Positions, moves and classes as the rules and nauty have them.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use retrograph_judge::brute::{Brute, Play};
use retrograph_judge::graph6;
use retrograph_judge::nauty::Nauty;
use retrograph_judge::rng::SplitMix64;
use retrograph_judge::rules::{Rules, random_position, rules};
use retrograph_judge::triangle::with_edge;

use game::Levels;

/// nauty's canonical rows: equal for isomorphic graphs.
pub(super) type Form = Vec<u32>;

/// What there is to know of a position with canonical rows.
pub(super) struct Family {
    /// For each class of children the number of moves that lead there.
    pub children: BTreeMap<Form, u32>,
    /// The classes of positions with an edge less that a move leads from.
    pub parents: BTreeSet<Form>,
}

/// The rules, and classes by nauty.
pub(super) struct Truth<'a, G: Levels> {
    game: &'a G,
    rules: Box<dyn Rules + 'a>,
    judged: bool,
    nauty: Nauty,
    families: HashMap<Form, Rc<Family>>,
}

/// The rules of a game that the judge does not know: what the game itself accepts.
struct Own<'a, G>(&'a G);

impl<G: Levels> Rules for Own<'_, G> {
    fn is_position(&self, rows: &[u32]) -> bool {
        let position = self.0.parse(&graph6::encode(rows));
        position.is_ok_and(|position| self.0.is_legal(&position))
    }
}

impl<'a, G: Levels> Truth<'a, G> {
    /// The judge's rules of the game of this name, or else the game's own.
    pub fn new(game: &'a G) -> Self {
        let judged = rules(game.name());
        Self {
            game,
            judged: judged.is_some(),
            rules: judged.unwrap_or_else(|| Box::new(Own(game))),
            nauty: Nauty::new(),
            families: HashMap::new(),
        }
    }

    /// Whether the judge knows the rules.
    pub fn is_judged(&self) -> bool {
        self.judged
    }

    /// Whether the rules allow the graph.
    pub fn is_position(&self, rows: &[u32]) -> bool {
        self.rules.is_position(rows)
    }

    /// The pairs that are no edges, and whether adding them is a legal move.
    pub fn pairs(&self, rows: &[u32]) -> Vec<((usize, usize), bool)> {
        let moves: BTreeSet<_> = self.rules.moves(rows).into_iter().collect();
        let pairs = (0..rows.len()).flat_map(|u| (u + 1..rows.len()).map(move |v| (u, v)));
        pairs
            .filter(|&(u, v)| rows[u] >> v & 1 == 0)
            .map(|pair| (pair, moves.contains(&pair)))
            .collect()
    }

    /// The class of a graph.
    pub fn form(&mut self, rows: &[u32]) -> Form {
        let mut form = vec![0; rows.len()];
        self.nauty.canonical_into(rows, &mut form);
        form
    }

    /// The class of what the game calls a position; that of no graph when it does not say a graph.
    pub fn form_of(&mut self, position: &G::Position) -> Form {
        match graph6::decode(&self.game.graph6(position)) {
            Some(rows) => self.form(&rows),
            None => vec![],
        }
    }

    /// Children and parents of a class.
    pub fn family(&mut self, form: &Form) -> Rc<Family> {
        if let Some(family) = self.families.get(form) {
            return Rc::clone(family);
        }
        let mut children = BTreeMap::new();
        for edge in self.rules.moves(form) {
            *children.entry(self.form(&with_edge(form, edge))).or_insert(0) += 1;
        }
        let mut parents = BTreeSet::new();
        for (u, v) in (0..form.len()).flat_map(|u| (u + 1..form.len()).map(move |v| (u, v))) {
            if form[u] >> v & 1 == 1 {
                let mut parent = form.clone();
                parent[u] &= !(1 << v);
                parent[v] &= !(1 << u);
                if self.rules.is_position(&parent) {
                    parents.insert(self.form(&parent));
                }
            }
        }
        let family = Rc::new(Family { children, parents });
        self.families.insert(form.clone(), Rc::clone(&family));
        family
    }

    /// Every class by level, by brute force.
    pub fn every_position(&self) -> Vec<Vec<Form>> {
        let brute = Brute::new(&*self.rules, self.game.order(), Play::Normal);
        let forms = brute.levels().iter();
        forms
            .map(|level| level.iter().map(|class| class.rows.clone()).collect())
            .collect()
    }

    /// Up to `count` classes of each level, met in random games, up to the first level that no game came to.
    pub fn random_positions(&mut self, count: usize, random: &mut SplitMix64) -> Vec<Vec<Form>> {
        let n = self.game.order();
        let mut levels = Vec::new();
        for edges in 0..=n * n.saturating_sub(1) / 2 {
            let mut forms = BTreeSet::new();
            for _ in 0..count {
                match random_position(&*self.rules, n, edges, random) {
                    Some(rows) => forms.insert(self.form(&rows)),
                    None => break,
                };
            }
            if forms.is_empty() {
                break;
            }
            levels.push(forms.into_iter().collect());
        }
        levels
    }
}
