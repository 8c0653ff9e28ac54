//! The steps of a check as lines for people.

use super::structure::{Pair, Rows, Structure, WIDTH, below, vertices};
use super::walk::Heard;

/// The lines of a step.
pub fn lines(heard: &Heard, line: &mut dyn FnMut(String)) {
    match heard {
        Heard::Checked(number, part, value) => {
            line(format!("claim {number}: value {value}, {}", named(part)));
        }
        Heard::Value(pair, value) => line(format!("  {}: value {value}", ends(*pair))),
        Heard::Answered(pair) => line(format!("  {}: answered by claims made before", ends(*pair))),
        Heard::Chosen(pair, reply, from, to) => {
            let reply = match reply {
                Some((part, reply)) => format!("reply {} in {}", ends(*reply), named(part)),
                None => "its value is seen".to_owned(),
            };
            let claims = match to - from {
                0 => "by claims made before".to_owned(),
                1 => format!("with claim {from}"),
                _ => format!("with claims {from} to {}", to - 1),
            };
            line(format!("  {}: {reply}, {claims}", ends(*pair)));
        }
    }
}

fn ends((u, v): Pair) -> String {
    format!("{u}-{v}")
}

fn named(part: &Structure) -> String {
    format!("open {} edges {}", pairs(&part.open), pairs(&part.edge))
}

fn pairs(rows: &Rows) -> String {
    let all = (1..WIDTH).flat_map(|v| vertices(rows[v] & below(v)).map(move |u| (u as u8, v as u8)));
    let all: Vec<String> = all.map(ends).collect();
    match all.is_empty() {
        true => "none".into(),
        false => all.join(","),
    }
}
