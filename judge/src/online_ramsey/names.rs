//! The targets that a name lists.

use crate::coloured::target::ORDER_MOST;
use crate::pattern;

/// The targets of a list of names, such as `K1,3,K4`: a number after a comma belongs to the name before it. `None`
/// unless there are two or three, each a graph with an edge on at most 16 vertices; isolated vertices are left out.
pub fn named(list: &str) -> Option<Vec<Vec<u32>>> {
    let mut names: Vec<String> = Vec::new();
    for part in list.split(',') {
        let is_number = !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        match names.last_mut() {
            Some(name) if is_number => *name = format!("{name},{part}"),
            _ => names.push(part.into()),
        }
    }
    let targets: Option<Vec<_>> = names.iter().map(|name| graph(name)).collect();
    targets.filter(|targets| (2..=3).contains(&targets.len()))
}

/// The graph of a name, isolated vertices left out; `None` unless it has an edge, and at most 16 vertices.
pub(super) fn graph(name: &str) -> Option<Vec<u32>> {
    let rows = pattern::parse(name).filter(|rows| rows.len() <= ORDER_MOST)?;
    let used: Vec<usize> = (0..rows.len()).filter(|&v| rows[v] != 0).collect();
    let moved = |row: u32| {
        let bits = used.iter().enumerate();
        bits.fold(0, |moved, (at, v)| moved | (row >> v & 1) << at)
    };
    (!used.is_empty()).then(|| used.iter().map(|&v| moved(rows[v])).collect())
}
