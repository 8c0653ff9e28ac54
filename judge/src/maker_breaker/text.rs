//! A proof in words.

use std::fmt::Write as _;

use super::claim::{Claim, Player};
use crate::proof::{Bytes, Lines, ProofError};

/// One line of head after the other, then each node with its replies, then the opening. Of what does not follow it says
/// what the bytes say.
pub(crate) fn text(lines: Lines, body: &[u8], line: &mut dyn FnMut(String)) -> Result<bool, ProofError> {
    let claim = Claim::read(lines)?;
    let pairs: Vec<(usize, usize)> = (1..claim.n).flat_map(|v| (0..v).map(move |u| (u, v))).collect();
    let page = Page {
        claim: &claim,
        pairs: &pairs,
    };
    let mut bytes = Bytes(body);
    let mut nodes: Vec<(u64, u64)> = Vec::new();
    line(format!("{}.", claim.sentence()));
    let (winner, loser) = match claim.winner {
        Player::Maker => ("Maker", "Breaker"),
        Player::Breaker => ("Breaker", "Maker"),
    };
    for number in 0..claim.nodes {
        let width = pairs.len().div_ceil(8);
        let (won, free) = (bytes.number(width)?, bytes.number(width)?);
        let count = bytes.number(1)?;
        let mut said = format!("node {number}: {winner} has {}", page.list(won));
        match count {
            0 => said += "; that decides it",
            _ => write!(said, "; free are {}; {loser} moves", page.list(free)).expect("text"),
        }
        line(said);
        for _ in 0..count {
            let (reply, asked) = page.reply(&mut bytes, &nodes)?;
            line(format!("  to {}: {reply}", page.list(free & !asked)));
        }
        nodes.push((won, free));
    }
    line(format!("start: {}", page.reply(&mut bytes, &nodes)?.0));
    Ok(true)
}

struct Page<'a> {
    claim: &'a Claim,
    pairs: &'a [(usize, usize)],
}

impl Page<'_> {
    fn list(&self, set: u64) -> String {
        let edges = self.pairs.iter().enumerate().filter(|(at, _)| set >> at & 1 == 1);
        let edges: Vec<String> = edges.map(|(_, (u, v))| format!("{u}-{v}")).collect();
        if edges.is_empty() {
            "no edge".into()
        } else {
            edges.join(",")
        }
    }

    /// A reply in words, and the edges that it and the next node need.
    fn reply(&self, bytes: &mut Bytes, nodes: &[(u64, u64)]) -> Result<(String, u64), ProofError> {
        let pair = bytes.number(1)?;
        let next = bytes.number(4)?;
        let map = bytes.take(self.claim.n)?;
        let (won, free) = nodes.get(next as usize).copied().unwrap_or_default();
        let mut asked = if pair < 64 { 1 << pair } else { 0 };
        for (at, &(u, v)) in self.pairs.iter().enumerate() {
            let (u, v) = (map[u].min(map[v]), map[u].max(map[v]));
            let image = usize::from(v) * usize::from(v).saturating_sub(1) / 2 + usize::from(u);
            if image < 64 && (won | free) >> image & 1 == 1 {
                asked |= 1 << at;
            }
        }
        let taken = match self.pairs.get(pair as usize) {
            Some((u, v)) => format!("takes {u}-{v}"),
            None => "needs no edge".into(),
        };
        let map: Vec<String> = map.iter().map(u8::to_string).collect();
        Ok((
            format!("{taken}, then node {next} with vertices {}", map.join(",")),
            asked,
        ))
    }
}
