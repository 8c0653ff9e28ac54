//! Positions, moves and classes as the rules and nauty have them.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use retrograph_referee::graph6;
use retrograph_referee::nauty::Nauty;
use retrograph_referee::rng::SplitMix64;
use retrograph_referee::rules::Rules;

use crate::judging::{Referee, of_rules, referee};
use game::Levels;
use game::values::Player;

/// nauty's canonical rows: equal for isomorphic positions.
pub(super) type Form = Vec<u32>;

/// What there is to know of a class of positions.
pub(super) struct Family {
    /// For each class of children how many steps lead there, and whose they are where positions do not show it.
    pub children: BTreeMap<Form, (u32, Option<Player>)>,
    /// The classes of those children that can matter to the value.
    pub needed: BTreeSet<Form>,
    /// The classes of positions with an edge less that a step leads from.
    pub parents: BTreeSet<Form>,
}

/// The rules, and classes by nauty.
pub(super) struct Truth<'a, G: Levels> {
    game: &'a G,
    referee: Box<dyn Referee + 'a>,
    judged: bool,
    nauty: Nauty,
    /// The position by which each class is named.
    named: HashMap<Form, Vec<u32>>,
    families: HashMap<Form, Rc<Family>>,
}

/// The rules of a game that the judge does not know: what the game itself accepts.
fn own<G: Levels>(game: &G) -> impl Rules {
    |rows: &[u32]| {
        let position = game.parse(&graph6::encode(rows));
        position.is_ok_and(|position| game.is_legal(&position))
    }
}

impl<'a, G: Levels> Truth<'a, G> {
    /// The judge's rules of the game of this name, or else the game's own.
    ///
    /// # Panics
    /// When the judge does not know a game of two colours.
    pub fn new(game: &'a G) -> Self {
        let judge = referee(game.name(), game.order());
        assert!(
            judge.is_some() || !game.about().is_coloured(),
            "the judge does not know the rules of the two-colour game '{}'",
            game.name()
        );
        Self {
            game,
            judged: judge.is_some(),
            referee: match judge {
                Some(judge) => judge,
                None => of_rules(Box::new(own(game)), game.order()),
            },
            nauty: Nauty::new(),
            named: HashMap::new(),
            families: HashMap::new(),
        }
    }

    /// Whether the judge knows the rules.
    pub fn is_judged(&self) -> bool {
        self.judged
    }

    /// The rules.
    pub fn rules(&self) -> &dyn Referee {
        &*self.referee
    }

    /// The class of a position, or of what a step out of one makes.
    pub fn form(&mut self, rows: &[u32]) -> Form {
        let form = self.referee.form(&mut self.nauty, rows);
        if !self.named.contains_key(&form) {
            let reported = self.referee.reported(&form, rows).to_vec();
            self.named.insert(form.clone(), reported);
        }
        form
    }

    /// The class of what the game calls a position; that of no position when its text does not say one.
    pub fn form_of(&mut self, position: &G::Position) -> Form {
        match self.referee.decode(&self.game.graph6(position)) {
            Some(rows) => self.form(&rows),
            None => vec![],
        }
    }

    /// The position by which a class is named; no rows for the class of no position.
    pub fn rows(&self, form: &Form) -> Vec<u32> {
        self.named.get(form).cloned().unwrap_or_default()
    }

    /// Its text; empty for the class of no position.
    pub fn text(&self, form: &Form) -> String {
        self.named
            .get(form)
            .map_or(String::new(), |rows| self.referee.encode(rows))
    }

    /// The text of the position before the first move.
    pub fn start(&self) -> String {
        self.referee.encode(&self.referee.start())
    }

    /// Lists of rows that a position is made of: one for each colour.
    pub fn layers(&self) -> usize {
        self.referee.start().len() / self.game.order()
    }

    /// Whether the rules allow the positions of a class.
    pub fn allows(&self, form: &Form) -> bool {
        (self.named.get(form)).is_some_and(|rows| self.referee.is_position(rows))
    }

    /// Children and parents of a class.
    pub fn family(&mut self, form: &Form) -> Rc<Family> {
        if let Some(family) = self.families.get(form) {
            return Rc::clone(family);
        }
        let rows = self.rows(form);
        let mut children = BTreeMap::new();
        for (by, child) in self.referee.children(&rows).0 {
            children.entry(self.form(&child)).or_insert((0, by)).0 += 1;
        }
        let needed = self.referee.needed(&rows);
        let needed = needed.iter().map(|(_, child)| self.form(child)).collect();
        let parents = self.referee.parents(&rows);
        let parents = parents.iter().map(|parent| self.form(parent)).collect();
        let family = Rc::new(Family {
            children,
            needed,
            parents,
        });
        self.families.insert(form.clone(), Rc::clone(&family));
        family
    }

    /// Every class by level, by brute force: all steps from the start position.
    pub fn every_position(&mut self) -> Vec<Vec<Form>> {
        let start = self.referee.start();
        let mut levels = vec![];
        let mut level = BTreeSet::from([self.form(&start)]);
        while !level.is_empty() {
            let mut above = BTreeSet::new();
            for form in &level {
                above.extend(self.family(form).children.keys().cloned());
            }
            levels.push(level.into_iter().collect());
            level = above;
        }
        levels
    }

    /// Up to `count` classes of each level, met in random games, up to the first level that no game came to.
    pub fn random_positions(&mut self, count: usize, random: &mut SplitMix64) -> Vec<Vec<Form>> {
        let n = self.game.order();
        let mut levels = Vec::new();
        for edges in 0..=n * n.saturating_sub(1) / 2 {
            let mut forms = BTreeSet::new();
            for _ in 0..count {
                match self.referee.random_position(edges as u32, random) {
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
