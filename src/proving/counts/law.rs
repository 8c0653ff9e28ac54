//! Periods of answers.

/// From some number of vertices on, answers come again after a period, each larger by its gain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Law {
    /// The first number of vertices.
    pub from: usize,
    /// The answers for one period, from there on.
    pub values: Vec<u32>,
    /// What each of them gains in a period: 0, unless they are scores.
    pub gains: Vec<u32>,
    /// The last number of vertices that it was compared with.
    pub checked: usize,
    /// Where the positions repeat, if that proves the law for every number of vertices.
    pub(crate) is_proved: bool,
}

impl Law {
    /// Finds the law of answers for 2, 3 and so on vertices that begins first and has the shortest period, where it held
    /// for three periods.
    pub(crate) fn find(answers: &[u32], may_grow: bool) -> Option<Self> {
        let checked = answers.len() + 1;
        let laws = (1..=answers.len() / 3).filter_map(|period| {
            let gain = |at: usize| answers[at + period].checked_sub(answers[at]);
            let holds = |at: &usize| match gain(*at) {
                Some(0) => true,
                gained => may_grow && gained.is_some(),
            };
            let last = answers.len() - period;
            // As many as have a gain, and the same one a period later.
            let is_same = |at: &usize| holds(at) && (at + period >= last || gain(*at) == gain(at + period));
            let from = (0..last).rev().take_while(is_same).last()?;
            (from + 3 * period <= answers.len()).then(|| Self {
                from: from + 2,
                values: answers[from..from + period].to_vec(),
                gains: (from..from + period).filter_map(gain).collect(),
                checked,
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
        self.values[at] + rounds as u32 * self.gains[at]
    }
}
