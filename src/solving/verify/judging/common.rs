//! Games in which the players have the same moves.

use retrograph_referee::nauty::Nauty;
use retrograph_referee::random::{Host, random_position};
use retrograph_referee::rng::SplitMix64;
use retrograph_referee::rules::Rules;
use retrograph_referee::triangle::{edges, relabel, with_edge};
use retrograph_referee::{brute, graph6};

use super::{Child, Referee, Step, Turn, Verdict};
use game::values::{Kind, Label, Outcome, Play, Player, Values};

/// A game of one colour.
pub(super) struct Common<'a> {
    pub rules: Box<dyn Rules + 'a>,
    pub host: Host,
    pub n: usize,
}

impl Referee for Common<'_> {
    fn decode(&self, text: &str) -> Option<Vec<u32>> {
        graph6::decode(text)
    }

    fn encode(&self, rows: &[u32]) -> String {
        graph6::encode(rows)
    }

    fn is_position(&self, rows: &[u32]) -> bool {
        rows.len() == self.n && self.rules.is_position(rows)
    }

    fn level(&self, rows: &[u32]) -> u32 {
        edges(rows) as u32
    }

    fn start(&self) -> Vec<u32> {
        vec![0; self.n]
    }

    fn turn(&self, _rows: &[u32]) -> Turn {
        Turn::Alike
    }

    fn most_left(&self, _rows: &[u32]) -> Option<u32> {
        None
    }

    fn relabelled(&self, rows: &[u32], random: &mut SplitMix64) -> Vec<u32> {
        relabel(rows, &random.permutation(rows.len()))
    }

    fn form(&self, nauty: &mut Nauty, rows: &[u32]) -> Vec<u32> {
        let mut form = vec![0; rows.len()];
        nauty.canonical_into(rows, &mut form);
        form
    }

    fn reported<'a>(&self, form: &'a [u32], _rows: &'a [u32]) -> &'a [u32] {
        form
    }

    fn random_position(&self, level: u32, random: &mut SplitMix64) -> Option<Vec<u32>> {
        random_position(&*self.rules, self.host, self.n, level as usize, random)
    }

    fn steps(&self, rows: &[u32]) -> Vec<Step> {
        let moves = self.rules.moves(rows);
        let pairs = (0..rows.len()).flat_map(|u| (u + 1..rows.len()).map(move |v| (u, v)));
        let open = pairs.filter(|&(u, v)| rows[u] >> v & 1 == 0);
        let step = |edge| Step {
            by: None,
            edge,
            verdict: match moves.contains(&edge) {
                true => Verdict::Leads,
                false => Verdict::Forbidden,
            },
            rows: with_edge(rows, edge),
        };
        open.map(step).collect()
    }

    fn children(&self, rows: &[u32]) -> (Vec<Child>, bool) {
        let moves = self.rules.moves(rows).into_iter();
        (moves.map(|edge| (None, with_edge(rows, edge))).collect(), false)
    }

    fn parents(&self, rows: &[u32]) -> Vec<Vec<u32>> {
        let pairs = (0..rows.len()).flat_map(|u| (u + 1..rows.len()).map(move |v| (u, v)));
        let without = |(u, v): (usize, usize)| {
            let mut parent = rows.to_vec();
            parent[u] &= !(1 << v);
            parent[v] &= !(1 << u);
            parent
        };
        let parents = pairs.filter(|&(u, v)| rows[u] >> v & 1 == 1).map(without);
        parents.filter(|parent| self.rules.is_position(parent)).collect()
    }

    fn agrees(
        &self,
        values: Values,
        rows: &[u32],
        label: Label,
        children: &[(Option<Player>, Label)],
        _ends: bool,
    ) -> bool {
        follows(values, edges(rows) as u32, label, children)
    }
}

/// Whether `label`, of a position of the level, follows from the labels of its children in play that ends for want of
/// moves.
pub(super) fn follows(values: Values, level: u32, label: Label, children: &[(Option<Player>, Label)]) -> bool {
    let play = match values.play() {
        Play::MISERE => brute::Play::Misere,
        _ => brute::Play::Normal,
    };
    let children: Vec<_> = children
        .iter()
        .map(|&(_, label)| judged(values, level + 1, label))
        .collect();
    let (said, found) = (judged(values, level, label), brute::value(level, &children, play));
    let same_winner = said.outcome == found.outcome;
    match values.kind() {
        Kind::Outcome => same_winner,
        Kind::Grundy => same_winner && said.grundy == found.grundy,
        Kind::Remoteness => same_winner && said.remoteness == found.remoteness,
        Kind::Score => (said.max, said.min) == (found.max, found.min),
    }
}

/// A label of a level in the judge's words, as far as it says anything.
fn judged(values: Values, level: u32, label: Label) -> brute::Value {
    let Label { first, second } = label;
    brute::Value {
        outcome: match values.outcome(label) {
            Some(Outcome::P) => brute::Outcome::P,
            _ => brute::Outcome::N,
        },
        grundy: Some(first.into()),
        remoteness: first.into(),
        max: level + u32::from(first),
        min: level + u32::from(second),
    }
}
