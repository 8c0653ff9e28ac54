//! A board and its winning sets in their normal form, and the name that they have by it.

use std::fmt::Write as _;

use sha2::{Digest, Sha256};

use super::set::{Set, each, minimal};

/// Elements, winning sets of either side, and stones placed before the game. Elements are sorted by their names, no
/// winning set contains another one of its side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hypergraph {
    pub(super) names: Vec<String>,
    /// Of Black, who is Maker, and of White.
    pub(super) wins: [Vec<Set>; 2],
    pub(super) before: [Set; 2],
}

impl Hypergraph {
    /// What is read, in its normal form: `place` says where each element goes when they are sorted.
    pub(super) fn new(mut names: Vec<String>, wins: [Vec<Set>; 2], before: [Set; 2]) -> Self {
        let mut sorted: Vec<usize> = (0..names.len()).collect();
        sorted.sort_by_key(|&element| &names[element]);
        let image = |set: Set| {
            let places = sorted.iter().enumerate();
            places.fold(0, |image, (place, &element)| image | (set >> element & 1) << place)
        };
        let wins = wins.map(|sets| minimal(sets.into_iter().map(image).collect()));
        let before = before.map(image);
        names.sort();
        Self { names, wins, before }
    }

    /// The number of elements.
    #[expect(clippy::len_without_is_empty, reason = "there always are some")]
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// The elements without a stone.
    pub(super) fn free(&self) -> Set {
        super::set::all(self.len()) & !(self.before[0] | self.before[1])
    }

    /// The normal form: a file that describes the same and nothing else.
    pub fn text(&self) -> String {
        let mut text = String::from("#version\n1.0\n#positions\n");
        text += &self.names.join(" ");
        text.push('\n');
        let mut section = |title: &str, sets: &[Set]| {
            if sets.iter().any(|set| *set != 0) {
                writeln!(text, "#{title}").expect("text");
            }
            for set in sets.iter().filter(|set| **set != 0) {
                let names: Vec<&str> = each(*set).map(|element| &self.names[element][..]).collect();
                writeln!(text, "{}", names.join(" ")).expect("text");
            }
        };
        section("blackwins", &self.wins[0]);
        section("whitewins", &self.wins[1]);
        section("blackinitials", &self.before[..1]);
        section("whiteinitials", &self.before[1..]);
        text
    }

    /// The SHA-256 of the normal form, in hexadecimal.
    pub fn digest(&self) -> String {
        let digest = Sha256::digest(self.text());
        digest.iter().map(|byte| format!("{byte:02x}")).collect()
    }
}
