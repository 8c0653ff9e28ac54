//! Whose turn it is: one letter a turn says who begins, the bias and the limits of both players.

use super::set::ELEMENTS_MOST;

/// The turns: `true` is Maker's, or Black's. The game ends with the last one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Schedule(Vec<bool>);

/// What changes the turns that a file lists, or those of players who alternate.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Turns {
    /// Whether Maker begins.
    pub maker_begins: Option<bool>,
    /// Elements in a turn of Maker, and in one of Breaker.
    pub bias: Option<[usize; 2]>,
    /// Maker's moves; the game ends before the next one.
    pub moves: Option<usize>,
    /// Breaker's moves; after them all turns are Maker's.
    pub breaker_moves: Option<usize>,
}

impl Schedule {
    /// The turns on a board with so many free elements.
    pub fn new(free: usize, listed: Option<&[bool]>, turns: &Turns) -> Self {
        let mut order = match (listed, turns.maker_begins, turns.bias) {
            (Some(listed), None, None) => listed.to_vec(),
            (_, begins, bias) => {
                let begins = begins
                    .or(listed.and_then(|listed| listed.first().copied()))
                    .unwrap_or(true);
                let [maker, breaker] = bias.unwrap_or([1, 1]);
                let maker = std::iter::repeat_n(true, maker);
                let breaker = std::iter::repeat_n(false, breaker);
                let round: Vec<bool> = match begins {
                    true => maker.chain(breaker).collect(),
                    false => breaker.chain(maker).collect(),
                };
                round.into_iter().cycle().take(free).collect()
            }
        };
        order.truncate(free);
        let mut left = turns.breaker_moves.unwrap_or(ELEMENTS_MOST);
        for turn in order.iter_mut().filter(|turn| !**turn) {
            match left {
                0 => *turn = true,
                _ => left -= 1,
            }
        }
        if let Some(moves) = turns.moves {
            let makers = order.iter().enumerate().filter(|(_, turn)| **turn).map(|(at, _)| at);
            if let Some(end) = makers.into_iter().nth(moves) {
                order.truncate(end);
            }
        }
        Self(order)
    }

    /// These turns.
    pub fn of(turns: Vec<bool>) -> Self {
        Self(turns)
    }

    /// The letter of one player or the other for each turn.
    pub fn text(&self, [maker, breaker]: [char; 2]) -> String {
        self.0.iter().map(|&turn| if turn { maker } else { breaker }).collect()
    }

    /// The number of turns.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether Maker has the turn; `None` after the last one.
    pub fn turn(&self, time: usize) -> Option<bool> {
        self.0.get(time).copied()
    }

    /// The number of turns from a time on that are all Maker's, or all Breaker's.
    pub fn run(&self, time: usize, maker: bool) -> usize {
        self.0[time.min(self.len())..]
            .iter()
            .take_while(|turn| **turn == maker)
            .count()
    }

    /// Maker's turns from a time on.
    pub fn makers(&self, time: usize) -> usize {
        self.0[time.min(self.len())..].iter().filter(|turn| **turn).count()
    }

    /// Whether from a time on no player has two turns one after the other.
    pub fn alternates(&self, time: usize) -> bool {
        let rest = &self.0[time.min(self.len())..];
        rest.windows(2).all(|pair| pair[0] != pair[1])
    }

    /// The next turns, so many if there are.
    pub fn next(&self, time: usize, count: usize) -> &[bool] {
        let rest = &self.0[time.min(self.len())..];
        &rest[..count.min(rest.len())]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_change_the_letters() {
        let text = |turns: Turns, listed: Option<&[bool]>| Schedule::new(6, listed, &turns).text(['M', 'B']);
        let plain = Turns::default;
        assert_eq!(text(plain(), None), "MBMBMB");
        assert_eq!(text(plain(), Some(&[false, true])), "BM");
        let maker_begins = Some(false);
        assert_eq!(
            text(
                Turns {
                    maker_begins,
                    ..plain()
                },
                None
            ),
            "BMBMBM"
        );
        let bias = Some([1, 2]);
        assert_eq!(text(Turns { bias, ..plain() }, None), "MBBMBB");
        assert_eq!(text(Turns { bias, ..plain() }, Some(&[false, true])), "BBMBBM");
        let moves = Some(2);
        assert_eq!(text(Turns { moves, ..plain() }, None), "MBMB");
        let breaker_moves = Some(1);
        assert_eq!(
            text(
                Turns {
                    breaker_moves,
                    ..plain()
                },
                None
            ),
            "MBMMMM"
        );
        assert_eq!(
            text(
                Turns {
                    moves: Some(0),
                    ..plain()
                },
                None
            ),
            ""
        );
    }
}
