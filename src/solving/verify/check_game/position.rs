//! What a game says of one position.

use std::collections::BTreeSet;

use base::record::Record;
use retrograph_referee::rng::SplitMix64;

use super::moves::check_moves;
use super::report::{CheckedGame, Property};
use super::truth::{Family, Form, Truth};
use crate::judging::{Step, Turn, Verdict};
use base::cases::holds;
use game::values::Player;
use game::{BadPosition, Levels};

/// Relabelled copies of a position that must have its record and signature.
const COPIES: usize = 4;

/// A position that a game is asked about.
pub(super) struct Asked<'a, P> {
    pub form: &'a Form,
    pub rows: &'a [u32],
    pub text: String,
    /// Who is next, where the players do not have the same moves.
    pub next: Option<Player>,
    pub position: P,
}

/// Checks what `game` says of the position `form` of `level`; false when it does not accept it, so that nothing else
/// can be asked of it. Where either player may be next, the game is asked for both.
pub(super) fn check_position<G: Levels>(
    game: &G,
    truth: &mut Truth<G>,
    level: usize,
    form: &Form,
    random: &mut SplitMix64,
    report: &mut CheckedGame,
) -> bool {
    let rows = truth.rules().relabelled(&truth.rows(form), random);
    for (next, text) in turns(truth, &rows) {
        let position = match game.parse(&text) {
            Ok(position) => position,
            Err(error) => {
                report.case(Property::Positions, &text, || {
                    Err(format!("the rules allow it, parse() does not: {error}"))
                });
                return false;
            }
        };
        let asked = Asked {
            form,
            rows: &rows,
            text,
            next,
            position,
        };
        check_asked(game, truth, level, asked, random, report);
    }
    for step in truth.rules().steps(&rows) {
        if step.verdict != Verdict::Leads {
            let above = truth.rules().encode(&step.rows);
            report.case(Property::IllegalMoves, &above, || {
                check_illegal(game, truth, &step, &above)
            });
        }
    }
    true
}

/// Who may be next, with the text of the position when it is that player's turn.
fn turns<G: Levels>(truth: &Truth<G>, rows: &[u32]) -> Vec<(Option<Player>, String)> {
    let rules = truth.rules();
    match rules.turn(rows) {
        Turn::Alike => vec![(None, rules.encode(rows))],
        Turn::Of(next) => vec![(Some(next), rules.encode(rows))],
        Turn::Either => Player::BOTH
            .map(|next| (Some(next), rules.encode_for(rows, next)))
            .to_vec(),
    }
}

fn check_asked<G: Levels>(
    game: &G,
    truth: &mut Truth<G>,
    level: usize,
    asked: Asked<G::Position>,
    random: &mut SplitMix64,
    report: &mut CheckedGame,
) {
    let text = &asked.text;
    report.case(Property::Positions, text, || check_reading(game, truth, level, &asked));
    report.case(Property::Turns, text, || check_turn(game, truth, &asked));
    report.case(Property::CanonicalForm, text, || {
        check_record(game, truth, &asked, random)
    });
    report.case(Property::Signature, text, || {
        check_signature(game, truth, &asked, random)
    });
    check_moves(game, truth, &asked, report);
    let family = truth.family(asked.form);
    let needed = family.needed.clone();
    report.case(Property::Children, text, || {
        check_children(game, truth, &asked.position, &family, &needed)
    });
    let Asked {
        text, next, position, ..
    } = asked;
    let labelled = game.labelled(position);
    report.case(Property::Turns, &text, || {
        check_next(game, &labelled, next).map_err(|what| format!("after labelled() {what}"))
    });
    report.case(Property::Children, &text, || {
        check_children(game, truth, &labelled, &family, &needed)
    });
}

fn check_reading<G: Levels>(
    game: &G,
    truth: &Truth<G>,
    level: usize,
    asked: &Asked<G::Position>,
) -> Result<(), String> {
    let Asked {
        rows, text, position, ..
    } = asked;
    let written = game.graph6(position);
    holds(written == *text, || {
        format!("parse() and graph6() make {written} of it")
    })?;
    let of_position = game.level_of(position);
    holds(of_position == level as u32, || {
        format!("level_of() says {of_position}, it is {level}")
    })?;
    let reported = game.level(game.record(position));
    holds(reported == level as u32, || {
        format!("level() of its record says {reported}, it has {level} edges")
    })?;
    holds(game.is_legal(position), || {
        "the rules allow it, is_legal() does not".into()
    })?;
    let empty = game.graph6(&game.empty());
    let is_start = truth.rules().decode(&empty).as_ref() == Some(&truth.rules().start());
    holds(level > 0 || is_start, || format!("empty() is {empty}"))?;
    let vertices = rows.len() / truth.layers();
    holds(vertices == game.order(), || format!("order() says {}", game.order()))
}

fn check_turn<G: Levels>(game: &G, truth: &Truth<G>, asked: &Asked<G::Position>) -> Result<(), String> {
    let Asked { rows, position, .. } = asked;
    check_next(game, position, asked.next)?;
    let can_end = truth.rules().can_end(rows);
    holds(game.can_end(position) == can_end, || match can_end {
        true => "a move ends the game, but can_end() does not hold".into(),
        false => "no move ends the game, but can_end() holds".into(),
    })?;
    let (said, left) = (game.most_left(position), truth.rules().most_left(rows));
    let in_words = |moves: Option<u32>| moves.map_or("nothing".into(), |moves| format!("{moves} moves"));
    holds(said == left, || {
        format!("most_left() says {}, not {}", in_words(said), in_words(left))
    })
}

fn check_next<G: Levels>(game: &G, position: &G::Position, next: Option<Player>) -> Result<(), String> {
    let said = game.next(position);
    holds(said == next, || {
        format!("next() says {}, not {}", player(said), player(next))
    })
}

/// A player, or that it makes no difference who it is, for people.
pub(super) fn player(player: Option<Player>) -> &'static str {
    match player {
        Some(Player::First) => "Red",
        Some(Player::Second) => "Green",
        None => "neither player",
    }
}

fn check_record<G: Levels>(
    game: &G,
    truth: &mut Truth<G>,
    asked: &Asked<G::Position>,
    random: &mut SplitMix64,
) -> Result<(), String> {
    let record = game.record(&asked.position);
    holds(record.label() == 0, || "its record has a label".into())?;
    for _ in 0..COPIES {
        let (copy, other) = copied(game, truth, asked.rows, random)?;
        let is_same = game.record(&other) == record && game.record(&game.labelled(other)) == record;
        holds(is_same, || format!("its copy {copy} has another record"))?;
    }
    let back = game.position(record);
    holds(truth.form_of(&back) == *asked.form, || {
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

/// A random copy of a position: its text, and what the game reads there.
fn copied<G: Levels>(
    game: &G,
    truth: &Truth<G>,
    rows: &[u32],
    random: &mut SplitMix64,
) -> Result<(String, G::Position), String> {
    let copy = truth.rules().encode(&truth.rules().relabelled(rows, random));
    match game.parse(&copy) {
        Ok(other) => Ok((copy, other)),
        Err(error) => Err(format!("a copy is refused: {error}")),
    }
}

fn check_signature<G: Levels>(
    game: &G,
    truth: &Truth<G>,
    asked: &Asked<G::Position>,
    random: &mut SplitMix64,
) -> Result<(), String> {
    let signature = game.signature(&asked.position);
    for _ in 0..COPIES {
        let (copy, other) = copied(game, truth, asked.rows, random)?;
        let is_same = game.signature(&other) == signature && game.signature(&game.labelled(other)) == signature;
        holds(is_same, || format!("its copy {copy} has another signature"))?;
    }
    let record = game.record(&asked.position);
    let mut items = [0; 2];
    game.sign(&[record, record.with_label(1)], &mut items);
    holds(items == [signature & !1; 2], || {
        "sign() of its record does not give its signature with zero as the lowest bit".into()
    })
}

/// `above` is the text of what `step` makes, which is not a position.
fn check_illegal<G: Levels>(game: &G, truth: &Truth<G>, step: &Step, above: &str) -> Result<(), String> {
    match game.parse(above) {
        Ok(_) => return Err("the rules forbid it, parse() accepts it".into()),
        Err(error @ (BadPosition::Text(_) | BadPosition::TwoColouredText(_))) => {
            return Err(format!(
                "parse() refuses it as no graph on the vertices, not by a rule: {error}"
            ));
        }
        Err(BadPosition::Illegal { why, by, .. }) => {
            holds(!why.trim().is_empty() && !why.contains('\n'), || {
                "parse() does not say in one line why".into()
            })?;
            // Who moves out of turn may have completed something too.
            let is_nobodys = step.verdict == Verdict::OutOfTurn;
            holds(by == step.by || is_nobodys && by.is_none(), || {
                let to_blame = step.by.filter(|_| !is_nobodys);
                format!("parse() blames {} for it, not {}", player(by), player(to_blame))
            })?;
        }
    }
    // A record with these bits may stand for a graph that is not a position; then is_legal() must say so.
    let position = game.position(forged(game, truth, &step.rows));
    match truth.rules().decode(&game.graph6(&position)) {
        Some(rows) if !truth.rules().is_position(&rows) => holds(!game.is_legal(&position), || {
            format!("the rules forbid {}, is_legal() does not", game.graph6(&position))
        }),
        _ => Ok(()),
    }
}

/// A record whose bits are the edges that moves have added: column by column, in each one colour after the other.
fn forged<G: Levels>(game: &G, truth: &Truth<G>, rows: &[u32]) -> G::Record {
    let n = game.order();
    let added: Vec<u32> = (rows.iter().zip(truth.rules().start()))
        .map(|(row, start)| row ^ start)
        .collect();
    let columns = (0..n).flat_map(|v| (0..truth.layers()).map(move |layer| (v, layer * n)));
    let bits = columns.flat_map(|(v, first)| (0..v).map(move |u| (first + v, u)));
    let mut bytes = vec![0; G::Record::BYTES - 1];
    for (i, (row, u)) in bits.enumerate().take(8 * bytes.len()) {
        bytes[i / 8] |= ((added[row] >> u & 1) as u8) << (7 - i % 8);
    }
    G::Record::from_be(&bytes)
}

/// Copies of a position whose children are tried together.
const TOGETHER: usize = 19;

/// Checks that copies of a position, each settled after a number of children of its own, get the children that
/// any_child() tries, in that order.
fn check_rounds<G: Levels>(game: &G, position: &G::Position, signatures: &[u64]) -> Result<(), String> {
    let copies = vec![position.clone(); TOGETHER];
    let mut given = [0; TOGETHER];
    let mut wrong = None;
    game.try_children(&copies, &mut [false; TOGETHER], |children, settled| {
        for child in children {
            let (copy, number) = (child.position as usize, child.number as usize);
            if given[copy] != number || signatures.get(number) != Some(&child.signature) {
                wrong.get_or_insert(format!(
                    "try_children() gives another child than any_child() as number {number}"
                ));
            }
            given[copy] += 1;
        }
        for (copy, settled) in settled.iter_mut().enumerate() {
            *settled |= copy > 0 && given[copy] >= copy;
        }
    });
    if let Some(wrong) = wrong {
        return Err(wrong);
    }
    let all = signatures.len();
    let too_few = (0..TOGETHER).find(|&copy| given[copy] < if copy > 0 { copy.min(all) } else { all });
    holds(too_few.is_none(), || {
        format!("try_children() leaves out some of {all} children")
    })
}

/// Checks that the children tried are those of `family` and that none of `needed` is left out.
pub(super) fn check_children<G: Levels>(
    game: &G,
    truth: &mut Truth<G>,
    position: &G::Position,
    family: &Family,
    needed: &BTreeSet<Form>,
) -> Result<(), String> {
    let mut tried = BTreeSet::new();
    let mut signatures = Vec::new();
    let mut wrong = None;
    let ended = game.any_child(position, |signature, child| {
        signatures.push(signature);
        let text = game.graph6(child);
        let form = truth.form_of(child);
        let stepper = game.stepper(child);
        match family.children.get(&form) {
            None => {
                wrong.get_or_insert_with(|| format!("any_child() tries {text}, to which no legal move leads"));
            }
            Some((_, by)) if *by != stepper => {
                let (said, by) = (player(stepper), player(*by));
                wrong.get_or_insert_with(|| format!("stepper() of the child {text} is {said}, not {by}"));
            }
            _ if signature != game.signature(child) => {
                wrong.get_or_insert_with(|| format!("any_child() gives {text} another signature than signature()"));
            }
            _ if truth.form_of(&game.position(game.record(child))) != form => {
                wrong.get_or_insert_with(|| format!("the child {text} of any_child() has the record of another graph"));
            }
            _ => {}
        }
        tried.insert(form);
        false
    });
    if let Some(wrong) = wrong {
        return Err(wrong);
    }
    holds(!ended, || "any_child() holds although no child passed the test".into())?;
    if let Some(left_out) = needed.difference(&tried).next() {
        return Err(format!("any_child() leaves out the child {}", truth.text(left_out)));
    }
    for from in [1, 2, signatures.len()] {
        let mut rest = Vec::new();
        game.any_child_from(position, from, |signature, _| {
            rest.push(signature);
            false
        });
        holds(rest == signatures.get(from..).unwrap_or_default(), || {
            format!(
                "any_child_from() gives {} children from number {from} on, of {}",
                rest.len(),
                signatures.len()
            )
        })?;
    }
    check_rounds(game, position, &signatures)?;
    let mut count = 0;
    let found = game.any_child(position, |_, _| {
        count += 1;
        true
    });
    holds(found == (count > 0) && count <= 1 && found != tried.is_empty(), || {
        format!("any_child() does not stop at the first child that passes the test, but tries {count}")
    })
}
