//! Which positions lead where: downwards, upwards, and in whole levels.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use base::record::Record;

use super::LIST_UP_TO;
use super::position::{check_children, player};
use super::report::{CheckedGame, Property};
use super::truth::{Form, Truth};
use base::cases::holds;
use game::{Levels, Source};

/// What a game says of its levels.
pub(super) struct Descent<'a, G: Levels> {
    game: &'a G,
    scratch: G::Scratch,
    /// The list of saturated positions, where the game has one and it is made.
    listed: Option<Vec<G::Record>>,
    listed_set: BTreeSet<G::Record>,
    expanded: HashMap<Form, Rc<Vec<Form>>>,
    ascended: HashMap<Form, Rc<Vec<Form>>>,
}

impl<'a, G: Levels> Descent<'a, G> {
    /// Makes the list of saturated positions where there is one.
    pub fn new(game: &'a G) -> Self {
        let listed = match game.source() {
            Source::List(_) if game.order() <= LIST_UP_TO => Some(game.saturated(&|_, _| {})),
            _ => None,
        };
        Self {
            game,
            scratch: G::Scratch::default(),
            listed_set: listed.iter().flatten().copied().collect(),
            listed,
            expanded: HashMap::new(),
            ascended: HashMap::new(),
        }
    }

    /// The record of a class that the game accepts.
    fn record(&self, truth: &Truth<G>, form: &Form) -> Option<G::Record> {
        let position = self.game.parse(&truth.text(form)).ok()?;
        Some(self.game.record(&position))
    }

    /// Checks that `form` is reached from one position above, once, or is saturated and said to be.
    pub fn check_downwards(&mut self, truth: &mut Truth<G>, form: &Form, report: &mut CheckedGame) {
        let family = truth.family(form);
        let mut from = Vec::new();
        for above in family.children.keys() {
            for below in self.expanded(truth, above, report).iter() {
                if below == form {
                    from.push(truth.text(above));
                }
            }
        }
        let has_move = !family.children.is_empty();
        report.case(Property::Downwards, &truth.text(form), || match &from[..] {
            [] => holds(!has_move, || "expand() of no position above gives it".into()),
            [_] => Ok(()),
            _ => Err(format!(
                "expand() gives it {} times, of {}",
                from.len(),
                from.join(" and of ")
            )),
        });
        if self.listed.is_some() {
            let is_listed = self
                .record(truth, form)
                .is_some_and(|record| self.listed_set.contains(&record));
            report.case(Property::Saturated, &truth.text(form), || {
                holds(is_listed != has_move, || match has_move {
                    true => "it has a legal move, but saturated() has it".into(),
                    false => "it has no legal move, but saturated() does not have it".into(),
                })
            });
        }
    }

    /// The classes that `expand` gives for `above`.
    fn expanded(&mut self, truth: &mut Truth<G>, above: &Form, report: &mut CheckedGame) -> Rc<Vec<Form>> {
        if let Some(known) = self.expanded.get(above) {
            return Rc::clone(known);
        }
        let mut forms = Vec::new();
        if let Some(record) = self.record(truth, above) {
            let game = self.game;
            let parents = truth.family(above).parents.clone();
            let text = truth.text(above);
            let signed = |form: &Form| Some(game.signature(&game.position(self.record(truth, form)?)));
            let wanted: BTreeSet<u64> = parents.iter().filter_map(signed).collect();
            let mut reported = BTreeSet::new();
            game.parents(record, |signature| {
                reported.insert(signature);
            });
            if game.makes_parents() && reported != wanted {
                report.case(Property::Downwards, &text, || {
                    Err("parents() gives other signatures than those of the positions that lead to it".into())
                });
            }
            game.expand(record, &mut self.scratch, |below| {
                let below = &below;
                let form = truth.form_of(below);
                let is_parent = parents.contains(&form);
                let child_of_form = is_parent.then(|| truth.family(&form).children.get(above).copied());
                let by = child_of_form.flatten().and_then(|(_, by)| by);
                let written = game.graph6(below);
                report.case(Property::Downwards, &text, || {
                    holds(is_parent, || {
                        format!("expand() gives {written}, which no legal move leads from to it")
                    })?;
                    let again = game.parse(&written).map_err(|error| error.to_string())?;
                    holds(game.record(below) == game.record(&again), || {
                        format!("expand() gives {written} with the record of another position")
                    })?;
                    holds(game.signature(below) == game.signature(&again), || {
                        format!("expand() gives {written} with the signature of another position")
                    })?;
                    let said = game.stepper_above(below);
                    holds(said == by, || {
                        let (said, by) = (player(said), player(by));
                        format!("stepper_above() of {written}, which expand() gives, is {said}, not {by}")
                    })
                });
                if is_parent {
                    let family = truth.family(&form);
                    let mut needed = family.needed.clone();
                    if truth.rules().offers(&truth.rows(&form)).is_none() {
                        needed.remove(above);
                    }
                    report.case(Property::Children, &truth.text(&form), || {
                        check_children(game, truth, below, &family, &needed)
                            .map_err(|what| format!("expanded from {text}: {what}"))
                    });
                }
                forms.push(form);
            });
        }
        let forms = Rc::new(forms);
        self.expanded.insert(above.clone(), Rc::clone(&forms));
        forms
    }

    /// Checks that `form` is reached from one position below, once, or is the empty board.
    pub fn check_upwards(&mut self, truth: &mut Truth<G>, form: &Form, report: &mut CheckedGame) {
        let family = truth.family(form);
        let mut from = Vec::new();
        for below in &family.parents {
            for above in self.ascended(truth, below, report).iter() {
                if above == form {
                    from.push(truth.text(below));
                }
            }
        }
        report.case(Property::Upwards, &truth.text(form), || match &from[..] {
            [] => holds(family.parents.is_empty(), || {
                "ascend() of no position below gives it".into()
            }),
            [_] => Ok(()),
            _ => Err(format!(
                "ascend() gives it {} times, of {}",
                from.len(),
                from.join(" and of ")
            )),
        });
        self.ascended(truth, form, report);
    }

    /// The classes that `ascend` gives for `below`.
    fn ascended(&mut self, truth: &mut Truth<G>, below: &Form, report: &mut CheckedGame) -> Rc<Vec<Form>> {
        if let Some(known) = self.ascended.get(below) {
            return Rc::clone(known);
        }
        let mut forms = Vec::new();
        if let Some(record) = self.record(truth, below) {
            let game = self.game;
            let family = truth.family(below);
            let children = &family.children;
            let text = truth.text(below);
            let has_move = game.ascend(record, |above| {
                let position = game.position(above);
                let form = truth.form_of(&position);
                report.case(Property::Upwards, &text, || {
                    holds(children.contains_key(&form), || {
                        format!(
                            "ascend() gives {}, to which no legal move leads",
                            game.graph6(&position)
                        )
                    })?;
                    holds(above == game.record(&position), || {
                        format!("ascend() gives {} under another record", game.graph6(&position))
                    })
                });
                forms.push(form);
            });
            report.case(Property::Saturated, &text, || {
                holds(has_move != children.is_empty(), || match has_move {
                    true => "it has no legal move, but ascend() says it has".into(),
                    false => "it has a legal move, but ascend() says it has none".into(),
                })
            });
        }
        let forms = Rc::new(forms);
        self.ascended.insert(below.clone(), Rc::clone(&forms));
        forms
    }

    /// Checks the highest level, and the list of saturated positions as a whole.
    pub fn check_top(&mut self, truth: &mut Truth<G>, by_level: &[Vec<Form>], report: &mut CheckedGame) {
        let game = self.game;
        let highest = by_level.len().saturating_sub(1);
        if let Some(listed) = &self.listed {
            for &record in listed {
                let position = game.position(record);
                let form = truth.form_of(&position);
                report.case(Property::Saturated, &truth.text(&form), || {
                    let is_position = truth.allows(&form);
                    holds(is_position, || "saturated() has it, the rules forbid it".into())?;
                    let has_move = !truth.family(&form).children.is_empty();
                    holds(!has_move, || "it has a legal move, but saturated() has it".into())
                });
            }
            report.case(Property::Saturated, &truth.start(), || {
                let keys = listed.is_sorted_by(|a, b| a < b) && listed.iter().all(|record| record.label() == 0);
                holds(keys, || "saturated() is not in strict key order with label 0".into())
            });
        }
        let Some(top) = game.top() else { return };
        let last = by_level.last().and_then(|level| level.first());
        let example = last.map_or(String::new(), |form| truth.text(form));
        let every = report.every;
        report.case(Property::Top, &example, || {
            holds(top as usize >= highest, || {
                format!("it has {highest} edges, top() says {top}")
            })?;
            let of_list = |listed: &Vec<G::Record>| listed.iter().map(|&record| game.level(record)).max();
            let listed = self.listed.as_ref().and_then(of_list);
            holds(listed.is_none_or(|listed| listed == top), || {
                let listed = listed.unwrap_or(0);
                format!("top() says {top}, the highest of saturated() have {listed} edges")
            })?;
            holds(!every || top as usize == highest, || {
                format!("no position has more than {highest} edges, top() says {top}")
            })
        });
    }

    /// Goes through all levels upwards, then downwards as the solver does; `by_level` are all
    /// positions there are.
    pub fn check_whole(&mut self, truth: &Truth<G>, by_level: &[Vec<Form>], report: &mut CheckedGame) {
        let game = self.game;
        let mut saturated: BTreeMap<u32, Vec<G::Record>> = BTreeMap::new();
        let mut add = |record| saturated.entry(game.level(record)).or_default().push(record);
        let is_listed = matches!(game.source(), Source::List(_));
        self.listed.iter().flatten().copied().for_each(&mut add);
        let mut level = vec![game.record(&game.empty())];
        for (edges, all) in by_level.iter().enumerate() {
            self.compare(truth, Property::LevelsUp, edges, &mut level, all, report);
            let mut next = Vec::new();
            for &record in &level {
                if !game.ascend(record, |above| next.push(above)) && !is_listed {
                    add(record);
                }
            }
            level = next;
        }
        report.case(Property::LevelsUp, &truth.start(), || {
            holds(level.is_empty(), || "ascend() leads above the highest level".into())
        });
        let mut level: Vec<G::Record> = Vec::new();
        for (edges, all) in by_level.iter().enumerate().rev() {
            let mut next = saturated.remove(&(edges as u32)).unwrap_or_default();
            let (mut together, mut one_by_one) = (Vec::new(), Vec::new());
            game.expand_all(&level, &mut self.scratch, |index, below| {
                together.push((index, game.record(&below)));
            });
            for (index, &above) in level.iter().enumerate() {
                game.expand(above, &mut self.scratch, |below| {
                    one_by_one.push((index, game.record(&below)));
                });
            }
            if together != one_by_one {
                report.case(Property::LevelsDown, &truth.start(), || {
                    Err(format!(
                        "expand_all() of the positions with {} edges is not what expand() gives",
                        edges + 1
                    ))
                });
            }
            next.extend(together.into_iter().map(|(_, below)| below));
            level = next;
            self.compare(truth, Property::LevelsDown, edges, &mut level, all, report);
        }
    }

    /// Compares the records made of a level with the positions that it has, and leaves each once.
    fn compare(
        &self,
        truth: &Truth<G>,
        property: Property,
        edges: usize,
        level: &mut Vec<G::Record>,
        all: &[Form],
        report: &mut CheckedGame,
    ) {
        let made = level.len();
        level.sort_unstable();
        level.dedup();
        let missing = || {
            all.iter().find(|form| {
                self.record(truth, form)
                    .is_none_or(|it| level.binary_search(&it).is_err())
            })
        };
        let example = if made == all.len() { None } else { missing() };
        let shown = example.or(all.first()).map_or(String::new(), |form| truth.text(form));
        report.case(property, &shown, || {
            holds(made == all.len() && level.len() == made, || {
                let what = if example.is_some() { "; this one is missing" } else { "" };
                format!(
                    "{} positions have {edges} edges, {made} are made, {} of them different{what}",
                    all.len(),
                    level.len()
                )
            })
        });
    }
}
