//! Periods of answers.

use std::fmt;

/// From some number of vertices on, answers come again after a period, each larger by the gain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Law {
    /// The first number of vertices.
    pub from: usize,
    /// The answers for one period, from there on.
    pub values: Vec<u32>,
    /// What each answer gains in a period: 0, unless they are scores.
    pub gain: u32,
    /// The last number of vertices that it was compared with.
    pub checked: usize,
    /// Where the positions repeat, if that proves the law for every number of vertices.
    pub(crate) is_proved: bool,
}

impl Law {
    /// Finds the law of answers for 2, 3 and so on vertices that begins first and has the shortest period, where it
    /// held for three periods.
    pub(crate) fn find(answers: &[u32], may_grow: bool) -> Option<Self> {
        let laws = (1..=answers.len() / 3).filter_map(|period| {
            let gain = |at: usize| answers[at + period].checked_sub(answers[at]);
            let last = answers.len() - period - 1;
            let own = gain(last).filter(|&gain| gain == 0 || may_grow)?;
            let from = (0..=last).rev().take_while(|&at| gain(at) == Some(own)).last()?;
            (from + 3 * period <= answers.len()).then(|| Self {
                from: from + 2,
                values: answers[from..from + period].to_vec(),
                gain: own,
                checked: answers.len() + 1,
                is_proved: false,
            })
        });
        laws.min_by_key(|law| law.from + law.period())
    }

    /// Its number of vertices.
    pub fn period(&self) -> usize {
        self.values.len()
    }

    /// Whether it holds for every number of vertices from the first on.
    pub fn is_proved(&self) -> bool {
        self.is_proved
    }

    /// Returns the answer on `n` vertices, at least [`Self::from`].
    pub fn value(&self, n: usize) -> u32 {
        let (rounds, at) = ((n - self.from) / self.period(), (n - self.from) % self.period());
        self.values[at] + rounds as u32 * self.gain
    }
}

/// `period 7 from n = 26: 2 2 1 2 1 2 2, checked to n = 300`, or
/// `period 2 from n = 8: 8 8, then 2 more, proved for every n`.
impl fmt::Display for Law {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        write!(out, "period {} from n = {}:", self.period(), self.from)?;
        self.values.iter().try_for_each(|value| write!(out, " {value}"))?;
        if self.gain > 0 {
            write!(out, ", then {} more", self.gain)?;
        }
        match self.is_proved {
            true => out.write_str(", proved for every n"),
            false => write!(out, ", checked to n = {}", self.checked),
        }
    }
}
