//! The legal moves of a position, one a class.

use std::collections::{BTreeMap, HashMap};

use super::demand;
use super::position::{Asked, player};
use super::report::{CheckedGame, Property};
use super::truth::{Form, Truth};
use crate::judging::{Offer, Turn, Verdict};
use base::cases::holds;
use game::values::Player;
use game::{Levels, Move};

/// An edge, its smaller end first.
type Edge = (usize, usize);

/// Most edges that a player may colour where every set of them is a move: the sets are gone through one by one.
const MOST_FREE: usize = 10;

/// A legal move, as the rules have it.
struct Legal {
    rows: Vec<u32>,
    form: Form,
    ends: bool,
}

/// Checks the moves that `game` has of a position; not where there are too many sets of edges.
pub(super) fn check_moves<G: Levels>(
    game: &G,
    truth: &mut Truth<G>,
    asked: &Asked<G::Position>,
    report: &mut CheckedGame,
) {
    if let Some(offers) = truth.rules().offers(asked.rows) {
        report.case(Property::Moves, &asked.text, || {
            check_offers(game, truth, asked, &offers)
        });
        return;
    }
    let legal = match (truth.rules().turn(asked.rows), asked.next) {
        (Turn::Either, Some(next)) => legal_sets(truth, asked.rows, next),
        _ => Some(legal_edges(truth, asked.rows)),
    };
    if let Some(legal) = legal {
        report.case(Property::Moves, &asked.text, || {
            check_against(game, truth, asked, &legal)
        });
    }
}

/// The legal moves of one edge.
fn legal_edges<G: Levels>(truth: &mut Truth<G>, rows: &[u32]) -> HashMap<Vec<Edge>, Legal> {
    let steps = truth.rules().steps(rows).into_iter();
    let moves = steps.filter(|step| step.verdict.is_move());
    let legal = moves.map(|step| {
        let legal = Legal {
            form: truth.form(&step.rows),
            ends: step.verdict == Verdict::Ends,
            rows: step.rows,
        };
        (vec![step.edge], legal)
    });
    legal.collect()
}

/// The legal moves of `by` where a move has several edges; `None` where there are too many. Of those that end the game,
/// those of as many edges as are due.
fn legal_sets<G: Levels>(truth: &mut Truth<G>, rows: &[u32], by: Player) -> Option<HashMap<Vec<Edge>, Legal>> {
    let own = |truth: &Truth<G>, rows: &[u32]| {
        let steps = truth.rules().steps(rows).into_iter();
        let own = steps.filter(|step| step.by == Some(by) && step.verdict != Verdict::Forbidden);
        own.collect::<Vec<_>>()
    };
    let due = truth.rules().due(by).min(own(truth, rows).len());
    let mut legal = HashMap::new();
    let mut unfinished = vec![(vec![], rows.to_vec())];
    while let Some((edges, rows)) = unfinished.pop() {
        let steps = own(truth, &rows);
        if steps.len() > MOST_FREE {
            return None;
        }
        for step in steps {
            // Each set once, in the order of its edges.
            if edges.last().is_some_and(|last| *last >= step.edge) {
                continue;
            }
            let mut more = edges.clone();
            more.push(step.edge);
            let ends = step.verdict == Verdict::Ends;
            if more.len() == due || more.len() > due && !ends {
                let made = Legal {
                    form: truth.form(&step.rows),
                    ends,
                    rows: step.rows.clone(),
                };
                legal.insert(more.clone(), made);
            }
            if more.len() < due || !ends {
                unfinished.push((more, step.rows));
            }
        }
    }
    Some(legal)
}

/// What an offer leads to: for each class how many choices, and how many that end the game.
type Outcomes = BTreeMap<Option<Form>, u32>;

/// Checks that the moves are the offers, and that the moves of a position with an offer are the choices.
fn check_offers<G: Levels>(
    game: &G,
    truth: &mut Truth<G>,
    asked: &Asked<G::Position>,
    offers: &[Offer],
) -> Result<(), String> {
    let mut expected: BTreeMap<Outcomes, u32> = BTreeMap::new();
    let mut by_edges = HashMap::new();
    for offer in offers {
        let mut outcomes = Outcomes::new();
        for answer in &offer.answers {
            let form = answer.as_ref().map(|rows| truth.form(rows));
            *outcomes.entry(form).or_insert(0) += 1;
        }
        *expected.entry(outcomes.clone()).or_insert(0) += 1;
        by_edges.insert(offer.edges.clone(), outcomes);
    }
    let mut found: BTreeMap<Outcomes, u32> = BTreeMap::new();
    for step in game.moves(&asked.position) {
        let edges = in_words(&step.edges);
        let Some(outcomes) = by_edges.get(&step.edges) else {
            return Err(format!("moves() has {edges}, which cannot be offered"));
        };
        let made = game.moves(&step.child).into_iter().map(|choice| {
            let form = (!choice.ends).then(|| truth.form_of(&choice.child));
            (form, choice.equivalent)
        });
        let mut choices = Outcomes::new();
        made.for_each(|(form, count)| *choices.entry(form).or_insert(0) += count);
        holds(choices == *outcomes, || {
            format!("of the offer {edges} moves() has other choices than the rules")
        })?;
        demand::check_offer(game, &step.child, &step.edges).map_err(|what| format!("of the offer {edges} {what}"))?;
        let again = game
            .parse(&game.graph6(&step.child))
            .map_err(|error| error.to_string())?;
        holds(
            game.is_between(&again) && game.moves(&again).len() == game.moves(&step.child).len(),
            || format!("the text of the offer {edges} is not read as that offer"),
        )?;
        *found.entry(choices).or_insert(0) += step.equivalent;
    }
    demand::check(game, &asked.position, by_edges.keys().map(|edges| (edges, false)))?;
    holds(found == expected, || {
        let count = |of: &BTreeMap<Outcomes, u32>| of.values().sum::<u32>();
        format!("there are {} offers, moves() has {}", count(&expected), count(&found))
    })
}

fn check_against<G: Levels>(
    game: &G,
    truth: &mut Truth<G>,
    asked: &Asked<G::Position>,
    legal: &HashMap<Vec<Edge>, Legal>,
) -> Result<(), String> {
    let moves = game.moves(&asked.position);
    let mut found: BTreeMap<(bool, &Form), u32> = BTreeMap::new();
    for step in &moves {
        let edges = in_words(&step.edges);
        let Some(of_rules) = legal.get(&step.edges) else {
            return Err(format!("moves() has {edges}, which the rules forbid"));
        };
        check_move(game, truth, asked, legal, step, of_rules).map_err(|what| format!("moves() has {edges} {what}"))?;
        *found.entry((step.ends, &of_rules.form)).or_insert(0) += step.equivalent;
    }
    demand::check(
        game,
        &asked.position,
        legal.iter().map(|(edges, legal)| (edges, legal.ends)),
    )?;
    let order = |step: &Move<G::Position>| (step.edges.len(), step.edges.clone());
    holds(moves.is_sorted_by(|a, b| order(a) < order(b)), || {
        "moves() is not ordered by edge".into()
    })?;
    let mut expected: BTreeMap<(bool, &Form), u32> = BTreeMap::new();
    for of_rules in legal.values() {
        *expected.entry((of_rules.ends, &of_rules.form)).or_insert(0) += 1;
    }
    for (class, count) in expected {
        let reported = found.get(&class).copied().unwrap_or(0);
        holds(reported == count, || {
            format!(
                "{count} legal moves lead to {}, moves() has {reported} of them",
                truth.text(class.1)
            )
        })?;
    }
    Ok(())
}

/// Checks one move; what is wrong with it is the end of a sentence about it.
fn check_move<G: Levels>(
    game: &G,
    truth: &Truth<G>,
    asked: &Asked<G::Position>,
    legal: &HashMap<Vec<Edge>, Legal>,
    step: &Move<G::Position>,
    of_rules: &Legal,
) -> Result<(), String> {
    holds(step.by == asked.next, || {
        format!("as a move of {}, not of {}", player(step.by), player(asked.next))
    })?;
    holds(step.ends == of_rules.ends, || match of_rules.ends {
        true => "as a move that does not end the game".into(),
        false => "as a move that ends the game".into(),
    })?;
    let rules = truth.rules();
    let text = match (rules.turn(asked.rows), asked.next) {
        (Turn::Either, Some(by)) => rules.encode_for(&of_rules.rows, by.other()),
        _ => rules.encode(&of_rules.rows),
    };
    let child = game.graph6(&step.child);
    holds(child == text, || {
        format!("with the position {child} after it, not {text}")
    })?;
    if step.edges.len() > 1 || step.alike.is_empty() && rules.turn(asked.rows) == Turn::Either {
        return Ok(());
    }
    let is_alike = |edge: &Edge| legal.get(&vec![*edge]).is_some_and(|other| other.form == of_rules.form);
    let alike = &step.alike;
    let all = alike.len() as u32 == step.equivalent && alike.is_sorted_by(|a, b| a < b);
    holds(
        all && alike.first() == step.edges.first() && alike.iter().all(is_alike),
        || {
            format!(
                "and {} moves in all like it, but alike lists {}",
                step.equivalent,
                in_words(alike)
            )
        },
    )
}

fn in_words(edges: &[Edge]) -> String {
    let edges: Vec<String> = edges.iter().map(|(u, v)| format!("{u}-{v}")).collect();
    match edges.is_empty() {
        true => "no edge".into(),
        false => edges.join(","),
    }
}
