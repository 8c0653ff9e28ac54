//! The steps of a check as lines for people, of up to 100 characters.

use super::claims::Claims;
use super::walk::Heard;
use crate::coloured::structure::{Pair, Rows, Structure, WIDTH, below, vertices};

/// Longest line; what is longer goes on below.
const LINE: usize = 100;

/// The lines of a step. Parts after a move are named where they may have other labels than the claim: not where
/// positions are graphs.
pub fn lines(claims: &Claims, heard: &Heard, are_graphs: bool, line: &mut dyn FnMut(String)) {
    let mut put = |text: String| wrapped(&text, line);
    match heard {
        Heard::Checked(number, part, value) => {
            let part = if are_graphs { edges(part) } else { named(part) };
            put(format!("claim {number}: value {value}, {part}"));
        }
        Heard::Value(pair, value) => put(format!("  {}: value {value}", ends(*pair))),
        Heard::Answered(pair, _) => put(format!("  {}: answered by claims made before", ends(*pair))),
        Heard::Made(_) => {}
        Heard::Chosen(part, pair, reply, made) => {
            let after = claims.after(part, *pair);
            let reply = reply.and_then(|number| claims.replies(&after).into_iter().nth(number));
            let said = match &reply {
                Some(reply) => format!("reply {}", ends(reply.pair)),
                None => "its value is seen".to_owned(),
            };
            let made = match made.end - made.start {
                0 => "by claims made before".to_owned(),
                1 => format!("with claim {}", made.start),
                _ => format!("with claims {} to {}", made.start, made.end - 1),
            };
            put(format!("  {}: {said}, {made}", ends(*pair)));
            if let Some(reply) = reply.filter(|_| !are_graphs) {
                put(format!("    in {}", named(&after[reply.part])));
            }
        }
    }
}

/// The text in lines that are broken at blanks; those after the first are indented by four more.
fn wrapped(text: &str, line: &mut dyn FnMut(String)) {
    let indent = text.len() - text.trim_start().len();
    let mut now = " ".repeat(indent);
    for word in text.split_whitespace() {
        if now.len() + 1 + word.len() > LINE {
            line(std::mem::replace(&mut now, " ".repeat(indent + 4)));
        } else if !now.trim_start().is_empty() {
            now.push(' ');
        }
        now += word;
    }
    line(now);
}

fn ends((u, v): Pair) -> String {
    format!("{u}-{v}")
}

fn named(part: &Structure) -> String {
    format!("open {}, {}", pairs(&part.open), edges(part))
}

fn edges(part: &Structure) -> String {
    format!("edges {}", pairs(&part.edge))
}

/// Each vertex with its larger neighbours: `0-2..5` for 0-2, 0-3, 0-4 and 0-5.
fn pairs(rows: &Rows) -> String {
    let mut all = Vec::new();
    for u in 0..WIDTH {
        let mut rest: Vec<usize> = vertices(rows[u] & !below(u + 1)).collect();
        while let Some(&first) = rest.first() {
            let count = rest.iter().enumerate().take_while(|(at, v)| **v == first + at).count();
            match count {
                1 => all.push(format!("{u}-{first}")),
                _ => all.push(format!("{u}-{first}..{}", first + count - 1)),
            }
            rest.drain(..count);
        }
    }
    match all.is_empty() {
        true => "none".into(),
        false => all.join(" "),
    }
}
