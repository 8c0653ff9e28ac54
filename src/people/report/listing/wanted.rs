//! The selection of positions by their values.

use game::values::{Kind, Label, Outcome, Values};
use oracle::Value;

/// A value as `retrograph query` prints it, or a part of it.
#[derive(Clone, Debug)]
pub struct Wanted {
    values: Values,
    winner: Option<Outcome>,
    numbers: Vec<u32>,
}

/// A text that is not a value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{text}' is not a value of this database, which holds {values}; give {forms}")]
pub struct BadValue {
    text: String,
    values: String,
    forms: &'static str,
}

impl Wanted {
    /// Parses the values that `text` describes.
    ///
    /// # Errors
    /// [`BadValue`].
    pub fn parse(values: Values, text: &str) -> Result<Self, BadValue> {
        let (letters, numbers, forms) = match values.kind() {
            Kind::Outcome if values.play().hunter().is_some() => (1..=1, 0..=0, "R or G"),
            Kind::Remoteness if values.play().hunter().is_some() => (0..=1, 0..=1, "R, G, or a number of moves"),
            Kind::Outcome => (1..=1, 0..=0, "P or N"),
            Kind::Grundy => (0..=1, 0..=1, "P, N, or a Grundy number"),
            Kind::Remoteness if values.may_tie() => (0..=1, 0..=1, "P, N, T, or a number of moves"),
            Kind::Remoteness => (0..=1, 0..=1, "P, N, or a number of moves"),
            Kind::Score => (
                0..=0,
                2..=2,
                "two numbers of edges such as '14 12', for Max and for Min to move",
            ),
        };
        let bad = || BadValue {
            text: text.into(),
            values: values.to_string(),
            forms,
        };
        let (found_letters, found_numbers): (Vec<&str>, Vec<&str>) =
            text.split_whitespace().partition(|word| Outcome::named(word).is_some());
        let parsed: Result<Vec<u32>, _> = found_numbers.iter().map(|word| word.parse()).collect();
        let parsed = parsed.map_err(|_| bad())?;
        let can_be = |letter: &&str| values.outcomes().iter().any(|outcome| outcome.letter() == *letter);
        if !found_letters.iter().all(can_be) {
            return Err(bad());
        }
        let some = !found_letters.is_empty() || !parsed.is_empty();
        if !some || !letters.contains(&found_letters.len()) || !numbers.contains(&parsed.len()) {
            return Err(bad());
        }
        Ok(Self {
            values,
            winner: found_letters.first().and_then(|letter| Outcome::named(letter)),
            numbers: parsed,
        })
    }

    /// Returns whether a position of `level` with this label and outcome is selected, in which at most `left` moves can
    /// be made.
    pub fn has(&self, level: u32, left: Option<u32>, outcome: Option<Outcome>, label: Label) -> bool {
        let value = Value::in_label(self.values, level, left, outcome, label);
        let numbers = [value.grundy, value.remoteness].map(|number| number.map(u32::from));
        let numbers = numbers.into_iter().chain([value.max, value.min]).flatten();
        (self.winner.is_none() || self.winner == value.value)
            && (self.numbers.is_empty() || numbers.eq(self.numbers.iter().copied()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(values: &str, text: &str) -> Option<Vec<(u8, u8)>> {
        let wanted = Wanted::parse(Values::named(values).unwrap(), text).ok()?;
        let labels = (0..4).flat_map(|first| (0..4).map(move |second| (first, second)));
        let outcome = |label| Values::named(values).and_then(|values| values.outcome(label));
        Some(
            labels
                .filter(|&(first, second)| {
                    let label = Label { first, second };
                    wanted.has(10, None, outcome(label), label)
                })
                .collect(),
        )
    }

    #[test]
    fn a_part_of_a_value_is_enough() {
        let firsts = |firsts: &[u8]| {
            Some(
                firsts
                    .iter()
                    .flat_map(|&f| (0..4).map(move |s| (f, s)))
                    .collect::<Vec<_>>(),
            )
        };
        assert_eq!(wanted("outcome", "P").map(|labels| labels[0]), Some((1, 0)));
        assert_eq!(wanted("grundy", "P"), firsts(&[0]));
        assert_eq!(wanted("grundy", " 2 "), firsts(&[2]));
        assert_eq!(wanted("grundy", "N 2"), firsts(&[2]));
        assert_eq!(wanted("grundy", "P 2"), firsts(&[]));
        assert_eq!(wanted("remoteness", "N"), firsts(&[1, 3]));
        assert_eq!(wanted("score", "12 11"), Some(vec![(2, 1)]));
    }

    #[test]
    fn what_no_value_has_is_refused() {
        for (values, text) in [
            ("outcome", "3"),
            ("outcome", ""),
            ("outcome", "p"),
            ("outcome", "P N"),
            ("grundy", "1 2"),
            ("grundy", "-1"),
            ("score", "P"),
            ("score", "14"),
            ("remoteness", "x"),
            ("remoteness", "T"),
        ] {
            assert!(wanted(values, text).is_none(), "{values}: {text}");
        }
    }
}
