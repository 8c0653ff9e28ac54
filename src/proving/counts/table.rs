//! The answers of a game.

use super::board::{Board, Column, TAKES_MOST};
use super::law::Law;
use super::repeat::{Aspect, Repeat};
use super::value::Value;

/// The largest number of vertices that can be asked for.
pub const ORDER_MOST: usize = 500;

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Who wins in normal play: 1, the first player, or 2, the second.
    Winner,
    /// Who wins in misère play.
    Misere,
    /// The Sprague-Grundy number of the graph with one edge.
    Grundy,
    /// Edges at the end when Max, who wants many, begins, and Min wants few.
    MaxBegins,
    /// Edges at the end when Min begins.
    MinBegins,
}

impl Kind {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::Winner,
        Self::Misere,
        Self::Grundy,
        Self::MaxBegins,
        Self::MinBegins,
    ];

    /// Its name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Winner => "winner",
            Self::Misere => "misere",
            Self::Grundy => "grundy",
            Self::MaxBegins => "max begins",
            Self::MinBegins => "min begins",
        }
    }

    fn aspect(self) -> Aspect {
        match self {
            Self::Winner => Aspect::Normal,
            Self::Misere => Aspect::Misere,
            Self::Grundy => Aspect::Grundy,
            Self::MaxBegins | Self::MinBegins => Aspect::Score,
        }
    }

    fn is_score(self) -> bool {
        self.aspect() == Aspect::Score
    }

    /// The answer, where the value of its position decides it.
    fn answer(self, value: Value) -> Option<u32> {
        match self {
            Self::Winner if value.grundy & 1 == 0 => Some(1),
            Self::Winner => (value.grundy == 1).then_some(2),
            Self::Misere => [None, Some(2), Some(1), None][usize::from(value.misere)],
            Self::Grundy => value.grundy.is_power_of_two().then(|| value.grundy.trailing_zeros()),
            Self::MaxBegins => value.max.exact(),
            Self::MinBegins => value.min.exact(),
        }
    }
}

/// Answers for 2 vertices and more, as far as they are known.
#[derive(Clone, Debug, Default)]
pub(crate) struct Answers {
    values: Vec<u32>,
    /// The last number of vertices that was looked at.
    last: usize,
    repeat: Option<Repeat>,
}

impl Answers {
    /// Computes columns for up to `last` vertices, at least 2.
    pub fn of(board: &Board, last: usize) -> [Self; 5] {
        let mut columns: Vec<Column> = Vec::new();
        let mut answers = Kind::ALL.map(|_| Self::default());
        // Where the columns do not repeat, they take memory for nothing.
        let keeps_all = last <= REPEAT_MOST;
        for n in 0..=last {
            board.extend(&mut columns);
            if n > TAKES_MOST && !keeps_all {
                columns[n - TAKES_MOST - 1] = Vec::new();
            }
            for (kind, answers) in Kind::ALL.into_iter().zip(&mut answers).filter(|_| n >= 2) {
                let value = match kind {
                    Kind::Grundy => columns[n - 2][board.first(n)],
                    _ => columns[n][board.start(n)],
                };
                // None after one that is not known.
                let is_next = answers.values.len() == n - 2;
                answers.values.extend(kind.answer(value).filter(|_| is_next));
                answers.last = n;
            }
        }
        if keeps_all {
            for (kind, answers) in Kind::ALL.into_iter().zip(&mut answers) {
                let mut repeat = Repeat::find(board, &columns, kind.aspect()).filter(|_| answers.are_all());
                if let Some(repeat) = repeat.as_mut().filter(|_| board.has_parities()) {
                    // The answers are those of two rests in turn.
                    repeat.period *= 1 + repeat.period % 2;
                }
                answers.repeat = repeat;
            }
        }
        answers
    }

    fn are_all(&self) -> bool {
        self.values.len() + 1 == self.last
    }

    /// Returns those that are proved for every n, or else those that go further.
    pub fn better(self, other: Self) -> Self {
        let merit = |answers: &Self| (answers.repeat.is_some(), answers.values.len());
        if merit(&other) > merit(&self) { other } else { self }
    }

    /// Returns the law of the answers. It is proved when the columns repeat, its period divides theirs, and it held on
    /// one period of theirs: what is compared then comes again.
    fn law(&self, kind: Kind) -> Option<Law> {
        let mut law = Law::find(&self.values, kind.is_score())?;
        law.is_proved = self.repeat.is_some_and(|repeat| {
            // That of Grundy numbers is two columns back.
            let columns = repeat.from + if kind == Kind::Grundy { TAKES_MOST } else { 0 };
            let from = law.from.max(columns);
            repeat.period % law.period() == 0 && from + 2 * repeat.period <= law.checked
        });
        Some(law)
    }
}

/// For so many vertices all columns are kept.
const REPEAT_MOST: usize = 120;

/// The answers of a game on 2 vertices up to some number.
#[derive(Clone, Debug)]
pub struct Table {
    last: usize,
    answers: [Vec<u32>; 5],
    laws: [Option<Law>; 5],
}

impl Table {
    pub(crate) fn new(last: usize, answers: [Answers; 5]) -> Self {
        let mut kinds = Kind::ALL.into_iter();
        let laws = answers
            .each_ref()
            .map(|answers| answers.law(kinds.next().expect("five")));
        Self {
            last,
            answers: answers.map(|answers| answers.values),
            laws,
        }
    }

    /// The largest number of vertices.
    pub fn last(&self) -> usize {
        self.last
    }

    /// Returns the answer on `n` vertices; `None` when it is not known, or `n` is not from 2 to [`Self::last`].
    pub fn answer(&self, kind: Kind, n: usize) -> Option<u32> {
        let at = n.checked_sub(2).filter(|_| n <= self.last)?;
        let law = || self.law(kind).filter(|law| law.is_proved && n >= law.from);
        let known = self.answers[kind as usize].get(at).copied();
        known.or_else(|| law().map(|law| law.value(n)))
    }

    /// Returns the law that the answers obey, if one was found.
    pub fn law(&self, kind: Kind) -> Option<&Law> {
        self.laws[kind as usize].as_ref()
    }
}
