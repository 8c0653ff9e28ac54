//! Whose turn it is, by the number of edges that moves have coloured.

use game::values::Player;

/// How the turns of two players follow each other: each colours so many edges, the starter first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turns {
    /// Edges of a turn, Red's and Green's; at least 1.
    pub bias: [u32; 2],
    /// Who begins.
    pub starter: Player,
}

impl Turns {
    /// An edge each, Red first.
    pub const ALTERNATING: Self = Self {
        bias: [1, 1],
        starter: Player::First,
    };

    /// Returns who colours the next edge when moves have coloured so many.
    pub fn next(self, edges: u32) -> Player {
        match edges % (self.bias[0] + self.bias[1]) < self.bias[self.starter as usize] {
            true => self.starter,
            false => self.starter.other(),
        }
    }

    /// Returns how many edges that player colours, this one included, before the other one is next.
    pub fn due(self, edges: u32) -> u32 {
        let at = edges % (self.bias[0] + self.bias[1]);
        let first = self.bias[self.starter as usize];
        match at < first {
            true => first - at,
            false => self.bias[0] + self.bias[1] - at,
        }
    }

    /// Returns how many of the first `edges` edges Red, and Green, has coloured.
    pub fn coloured(self, edges: u32) -> [u32; 2] {
        let round = self.bias[0] + self.bias[1];
        let (rounds, rest) = (edges / round, edges % round);
        let first = rest.min(self.bias[self.starter as usize]);
        let mut coloured = self.bias.map(|bias| bias * rounds);
        coloured[self.starter as usize] += first;
        coloured[self.starter.other() as usize] += rest - first;
        coloured
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The turns written out, one by one.
    #[test]
    fn turns_follow_each_other() {
        for starter in Player::BOTH {
            for bias in [[1, 1], [1, 3], [2, 1], [3, 2]] {
                let turns = Turns { bias, starter };
                let turn = |player: Player| vec![player; bias[player as usize] as usize];
                let round = [turn(starter), turn(starter.other())].concat();
                let mut coloured = [0; 2];
                for edges in 0..20 {
                    assert_eq!(turns.coloured(edges), coloured, "{turns:?} {edges}");
                    let next = round[edges as usize % round.len()];
                    assert_eq!(turns.next(edges), next, "{turns:?} {edges}");
                    let due = (0..).take_while(|more| turns.next(edges + more) == next);
                    assert_eq!(turns.due(edges), due.count() as u32, "{turns:?} {edges}");
                    coloured[next as usize] += 1;
                }
            }
        }
    }
}
