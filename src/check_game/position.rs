//! What a game says of one position.

use std::collections::{BTreeMap, BTreeSet};

use record::Record;
use retrograph_judge::graph6;
use retrograph_judge::rng::SplitMix64;
use retrograph_judge::triangle::{relabel, with_edge};

use super::report::{CheckedGame, Property, holds};
use super::truth::{Form, Truth};
use game::{BadPosition, Levels};

/// Relabelled copies of a position that must have its record and signature.
const COPIES: usize = 4;

/// Checks what `game` says of the position `form` of `level`; false when it does not accept it, so that nothing else can
/// be asked of it.
pub(super) fn check_position<G: Levels>(
    game: &G,
    truth: &mut Truth<G>,
    level: usize,
    form: &Form,
    random: &mut SplitMix64,
    report: &mut CheckedGame,
) -> bool {
    let rows = relabel(form, &random.permutation(form.len()));
    let text = graph6::encode(&rows);
    let position = match game.parse(&text) {
        Ok(position) => position,
        Err(error) => {
            report.case(Property::Positions, &rows, || {
                Err(format!("the rules allow it, parse() does not: {error}"))
            });
            return false;
        }
    };
    report.case(Property::Positions, &rows, || {
        check_reading(game, level, &rows, &text, &position)
    });
    report.case(Property::CanonicalForm, &rows, || {
        check_record(game, truth, form, &rows, &position, random)
    });
    report.case(Property::Signature, &rows, || {
        check_signature(game, &rows, &position, random)
    });
    let pairs = truth.pairs(&rows);
    let legal: Vec<_> = (pairs.iter())
        .filter(|(_, legal)| *legal)
        .map(|&(pair, _)| pair)
        .collect();
    for (pair, _) in pairs.iter().filter(|(_, legal)| !legal) {
        let above = with_edge(&rows, *pair);
        report.case(Property::IllegalMoves, &above, || check_illegal(game, truth, &above));
    }
    report.case(Property::Moves, &rows, || {
        check_moves(game, truth, form, &rows, &position, &legal)
    });
    let children: BTreeSet<Form> = truth.family(form).children.keys().cloned().collect();
    report.case(Property::Children, &rows, || {
        check_children(game, truth, &position, &children, &children)
    });
    let labelled = game.labelled(position);
    report.case(Property::Children, &rows, || {
        check_children(game, truth, &labelled, &children, &children)
    });
    true
}

fn check_reading<G: Levels>(
    game: &G,
    level: usize,
    rows: &[u32],
    text: &str,
    position: &G::Position,
) -> Result<(), String> {
    let written = game.graph6(position);
    holds(written == text, || format!("parse() and graph6() make {written} of it"))?;
    let edges = game.edges(position);
    holds(edges == level as u32, || {
        format!("edges() says {edges}, it has {level}")
    })?;
    let told = game.level(game.record(position));
    holds(told == level as u32, || {
        format!("level() of its record says {told}, it has {level} edges")
    })?;
    holds(game.is_legal(position), || {
        "the rules allow it, is_legal() does not".into()
    })?;
    let empty = game.graph6(&game.empty());
    holds(level > 0 || empty == text, || format!("empty() is {empty}"))?;
    holds(rows.len() == game.order(), || format!("order() says {}", game.order()))
}

fn check_record<G: Levels>(
    game: &G,
    truth: &mut Truth<G>,
    form: &Form,
    rows: &[u32],
    position: &G::Position,
    random: &mut SplitMix64,
) -> Result<(), String> {
    let record = game.record(position);
    holds(record.label() == 0, || "its record has a label".into())?;
    for _ in 0..COPIES {
        let copy = graph6::encode(&relabel(rows, &random.permutation(rows.len())));
        let other = game
            .parse(&copy)
            .map_err(|error| format!("a copy is refused: {error}"))?;
        let is_same = game.record(&other) == record && game.record(&game.labelled(other)) == record;
        holds(is_same, || format!("its copy {copy} has another record"))?;
    }
    let back = game.position(record);
    holds(truth.form_of(&back) == *form, || {
        format!("position() of its record is another graph, {}", game.graph6(&back))
    })?;
    holds(game.record(&back) == record, || {
        format!("its record gives {}, which has another record", game.graph6(&back))
    })?;
    let width = game.key_width();
    let bytes = record.to_be().as_ref().to_vec();
    holds(
        width < bytes.len() && G::Record::from_be(&bytes[..width]) == record,
        || format!("its key is longer than the {width} bytes of key_width()"),
    )
}

fn check_signature<G: Levels>(
    game: &G,
    rows: &[u32],
    position: &G::Position,
    random: &mut SplitMix64,
) -> Result<(), String> {
    let signature = game.signature(position);
    for _ in 0..COPIES {
        let copy = graph6::encode(&relabel(rows, &random.permutation(rows.len())));
        let other = game
            .parse(&copy)
            .map_err(|error| format!("a copy is refused: {error}"))?;
        let is_same = game.signature(&other) == signature && game.signature(&game.labelled(other)) == signature;
        holds(is_same, || format!("its copy {copy} has another signature"))?;
    }
    let record = game.record(position);
    let mut items = [0; 2];
    game.sign(&[record, record.with_label(1)], &mut items);
    holds(items == [signature & !1; 2], || {
        "sign() of its record does not give its signature with zero as the lowest bit".into()
    })
}

/// `above` is a graph that an illegal move makes.
fn check_illegal<G: Levels>(game: &G, truth: &mut Truth<G>, above: &[u32]) -> Result<(), String> {
    match game.parse(&graph6::encode(above)) {
        Ok(_) => return Err("the rules forbid it, parse() accepts it".into()),
        Err(error @ (BadPosition::Text(_) | BadPosition::TwoColouredText(_))) => {
            return Err(format!(
                "parse() refuses it as no graph on the vertices, not by a rule: {error}"
            ));
        }
        Err(BadPosition::Illegal { why, .. }) => {
            holds(!why.trim().is_empty() && !why.contains('\n'), || {
                "parse() does not say in one line why".into()
            })?;
        }
    }
    // Perhaps a record with these bits stands for a graph that no position has; then it must be found out.
    let bits = (0..above.len()).flat_map(|v| (0..v).map(move |u| (above[v] >> u & 1) as u8));
    let mut bytes = vec![0; G::Record::BYTES - 1];
    for (i, bit) in bits.enumerate().take(8 * bytes.len()) {
        bytes[i / 8] |= bit << (7 - i % 8);
    }
    let position = game.position(G::Record::from_be(&bytes));
    match graph6::decode(&game.graph6(&position)) {
        Some(rows) if !truth.is_position(&rows) => holds(!game.is_legal(&position), || {
            format!("the rules forbid {}, is_legal() does not", game.graph6(&position))
        }),
        _ => Ok(()),
    }
}

fn check_moves<G: Levels>(
    game: &G,
    truth: &mut Truth<G>,
    form: &Form,
    rows: &[u32],
    position: &G::Position,
    legal: &[(usize, usize)],
) -> Result<(), String> {
    let moves = game.moves(position);
    let mut found: BTreeMap<Form, u32> = BTreeMap::new();
    for step in &moves {
        let &[(u, v)] = &step.edges[..] else {
            return Err(format!("moves() has a move of {} edges", step.edges.len()));
        };
        holds(legal.contains(&(u, v)), || {
            format!("moves() has {u}-{v}, which the rules forbid")
        })?;
        let child = game.graph6(&step.child);
        holds(child == graph6::encode(&with_edge(rows, (u, v))), || {
            format!("after the move {u}-{v} moves() has the position {child}")
        })?;
        *found.entry(truth.form_of(&step.child)).or_insert(0) += step.equivalent;
    }
    holds(moves.is_sorted_by(|a, b| a.edges < b.edges), || {
        "moves() is not ordered by edge".into()
    })?;
    for (child, &count) in &truth.family(form).children {
        let told = found.get(child).copied().unwrap_or(0);
        holds(told == count, || {
            format!(
                "{count} legal moves lead to {}, moves() has {told} of them",
                graph6::encode(child)
            )
        })?;
    }
    Ok(())
}

/// Checks that the children tried are among `children` and that none of `needed` is left out.
pub(super) fn check_children<G: Levels>(
    game: &G,
    truth: &mut Truth<G>,
    position: &G::Position,
    children: &BTreeSet<Form>,
    needed: &BTreeSet<Form>,
) -> Result<(), String> {
    let mut tried = BTreeSet::new();
    let mut wrong = None;
    let ended = game.any_child(position, |signature, child| {
        let text = game.graph6(child);
        let form = truth.form_of(child);
        if !children.contains(&form) {
            wrong.get_or_insert_with(|| format!("any_child() tries {text}, to which no legal move leads"));
        } else if signature != game.signature(child) {
            wrong.get_or_insert_with(|| format!("any_child() gives {text} another signature than signature()"));
        } else if truth.form_of(&game.position(game.record(child))) != form {
            wrong.get_or_insert_with(|| format!("the child {text} of any_child() has the record of another graph"));
        }
        tried.insert(form);
        false
    });
    if let Some(wrong) = wrong {
        return Err(wrong);
    }
    holds(!ended, || "any_child() holds although no child passed the test".into())?;
    if let Some(left_out) = needed.difference(&tried).next() {
        return Err(format!("any_child() leaves out the child {}", graph6::encode(left_out)));
    }
    let mut count = 0;
    let found = game.any_child(position, |_, _| {
        count += 1;
        true
    });
    holds(found == (count > 0) && count <= 1 && found != tried.is_empty(), || {
        format!("any_child() does not stop at the first child that passes the test, but tries {count}")
    })
}
