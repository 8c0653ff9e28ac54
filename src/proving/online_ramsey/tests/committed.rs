//! Painters who commit themselves: what they survive, and that they forget nothing that matters.

mod common;

use std::collections::HashMap;

use common::{bounds, committed, control, game, proved};
use proof::{Fact, Question};
use retrograph_referee::pattern::{contains, parse};

/// Rounds that a committed Painter survives, and positions of the certificates. A search and a writer of their own have
/// 32, 96, 232, 709; 39, 117, 380; 351, 200; 249 and 128 for these, as they choose other answers here and there.
#[test]
fn committed_painters() {
    for (graphs, rounds, family, positions) in [
        ("K3,K5", 17, "K3", 34),
        ("K3,K5", 18, "K3", 96),
        ("K3,K5", 19, "K3", 236),
        ("K3,K5", 20, "K3", 712),
        ("K4,K4", 18, "K3", 39),
        ("K4,K4", 19, "K3", 117),
        ("K4,K4", 20, "K3", 381),
        ("K3,K4", 14, "K3+S4", 393),
        ("K3,K4", 14, "K3+S5", 241),
        ("C4,K4", 15, "K3+S3", 220),
        ("diamond,K4", 16, "K3+S4", 116),
    ] {
        let outcome = proved(&committed(graphs, rounds, family));
        let fact = |wanted: &str| {
            outcome
                .facts
                .iter()
                .find(|(word, _)| *word == wanted)
                .map(|(_, fact)| fact)
        };
        assert_eq!(fact("painter"), Some(&Fact::Number(rounds as u64)), "{graphs}");
        assert_eq!(fact("builder"), None);
        assert_eq!(
            fact("proof_positions"),
            Some(&Fact::Number(positions)),
            "{graphs} {rounds}"
        );
    }
}

/// Where Builder wins against such a Painter, nothing is proved.
#[test]
fn a_commitment_that_loses_proves_nothing() {
    for (graphs, rounds, family) in [
        ("K3,K4", 14, "K3"),
        ("K3,K4", 15, "K3+S5"),
        ("K3,K4", 15, "K3+S4"),
        ("K3,K3", 8, "P3"),
        ("K3,K3", 6, "K3"),
        ("C4,C4", 9, "C4"),
        ("K3,C4", 9, "C4+S3"),
    ] {
        let outcome = proved(&committed(graphs, rounds, family));
        assert!(
            !outcome.is_proved && outcome.proof.is_none(),
            "{graphs} {}",
            outcome.sentence
        );
        let fewer = proved(&committed(graphs, rounds - 1, family));
        assert!(fewer.is_proved, "{graphs}");
    }
}

/// The first family with which Painter survives is taken, and else the search is as without one.
#[test]
fn the_commitment_is_chosen() {
    for (graphs, rounds, commit) in [
        ("K3,K5", 18, Some("b:K3")),
        ("K3,K3,K3", 10, Some("c:K3")),
        ("K3,K4", 14, Some("b:K3+S6")),
        ("K3,K3", 7, None),
        ("P4,C4", 7, None),
    ] {
        let outcome = proved(&game(graphs).rounds(rounds).unwrap());
        assert_eq!(bounds(&outcome), (None, Some(rounds as u64)), "{graphs}");
        let found = outcome.facts.iter().find(|(word, _)| *word == "commit");
        let commit = commit.map(|text| Fact::Text(text.into()));
        assert_eq!(found.map(|(_, fact)| fact), commit.as_ref(), "{graphs}");
    }
    // Of a commitment the rounds that she survives with it, where none are asked for.
    let outcome = proved(&game("K3,K4").commit("K3").unwrap());
    assert_eq!(bounds(&outcome), (None, Some(13)));
    let outcome = proved(&game("K3,K3").rounds(8).unwrap());
    assert_eq!(bounds(&outcome), (Some(8), None));
}

#[test]
fn families_that_are_none_are_refused() {
    for family in ["", "K2", "K3+", "S1", "S3+S4", "K6", "2K2", "Q", "K3+K2", "S17"] {
        let game = game("K3,K4").rounds(9).unwrap();
        assert!(game.commit(family).is_err(), "{family}");
    }
    // No target has it.
    for (graphs, family) in [("K3,K4", "K5"), ("C4,C4", "K3"), ("P4,P4", "S3"), ("K3,K6", "K3")] {
        let game = game(graphs).rounds(9).unwrap();
        assert!(game.commit(family).is_err(), "{graphs} {family}");
    }
}

/// The graphs of a red and a green edge set.
type Rows = [Vec<u32>; 2];

/// The game against a Painter who makes each edge green that closes no green graph of a family, by trying everything:
/// nothing is forgotten, and no position is taken for another.
struct Plain {
    targets: [Vec<u32>; 2],
    closed: Vec<u32>,
    known: HashMap<(Rows, usize), bool>,
}

/// In how many ways the first vertices of a pattern can go to vertices so that its edges go to edges.
fn copies(rows: &[u32], pattern: &[u32], places: &mut Vec<usize>) -> usize {
    let v = places.len();
    if v == pattern.len() {
        return 1;
    }
    let mut count = 0;
    for place in 0..rows.len() {
        let fits =
            (0..v).all(|u| places[u] != place && (pattern[v] >> u & 1 == 0 || rows[place] >> places[u] & 1 == 1));
        if fits {
            places.push(place);
            count += copies(rows, pattern, places);
            places.pop();
        }
    }
    count
}

impl Plain {
    /// Whether Builder wins within `k` rounds.
    fn wins(&mut self, rows: &Rows, n: usize, k: usize) -> bool {
        if k == 0 {
            return false;
        }
        if let Some(&wins) = self.known.get(&(rows.clone(), k)) {
            return wins;
        }
        let mut pairs: Vec<(usize, usize)> = (0..n).flat_map(|v| (0..v).map(move |u| (u, v))).collect();
        pairs.retain(|&(u, v)| (rows[0][u] | rows[1][u]) >> v & 1 == 0);
        pairs.extend((0..n).map(|u| (u, n)));
        pairs.push((n, n + 1));
        let wins = pairs.into_iter().any(|(u, v)| {
            let with = |colour: usize| {
                let mut rows = rows.clone();
                rows[colour][u] |= 1 << v;
                rows[colour][v] |= 1 << u;
                rows
            };
            let count = |rows: &[u32]| copies(rows, &self.closed, &mut Vec::new());
            let is_closed = count(&with(1)[1]) > count(&rows[1]);
            let mut colours = if is_closed { 0..2 } else { 1..2 };
            colours.all(|colour| {
                let rows = with(colour);
                contains(&rows[colour], &self.targets[colour]) || self.wins(&rows, n.max(v + 1), k - 1)
            })
        });
        self.known.insert((rows.clone(), k), wins);
        wins
    }
}

/// With how many rounds the search finds the first win of Builder, and with how many that is so if Painter forgets
/// nothing.
#[test]
fn forgetting_changes_no_value() {
    for (red, green, family, number) in [
        ("K3", "K3", "K3", 6),
        ("P3", "K3", "K3", 5),
        ("P3", "K3", "P3", 5),
        ("P3", "C4", "C4", 6),
        ("P3", "C4", "P3", 6),
        ("P3", "P4", "P3", 4),
    ] {
        let mut plain = Plain {
            targets: [red, green].map(|name| parse(name).unwrap()),
            closed: parse(family).unwrap(),
            known: HashMap::new(),
        };
        let empty = [vec![0; 16], vec![0; 16]];
        let first = (1..).find(|&k| plain.wins(&empty, 0, k)).unwrap();
        let is_won = |k: usize| {
            let game = committed(&format!("{red},{green}"), k, family);
            !game.answer(&control(1, 1 << 26)).unwrap().is_proved
        };
        let found = (1..).find(|&k| is_won(k)).unwrap();
        assert_eq!((found, first), (number, number), "{red} {green} {family}");
    }
}
