//! Repeated measurements of one thing.

use std::fmt;

/// At least one measurement, in any unit.
pub struct Sample(Vec<f64>);

impl Sample {
    /// Puts the measurements in order.
    pub fn new(measured: impl IntoIterator<Item = f64>) -> Self {
        let mut sorted: Vec<f64> = measured.into_iter().collect();
        sorted.sort_by(f64::total_cmp);
        Self(sorted)
    }

    /// The middle one, the lower of two.
    pub fn median(&self) -> f64 {
        self.0[(self.0.len() - 1) / 2]
    }
}

/// The median, and in brackets the least and the largest.
impl fmt::Display for Sample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [median, least, largest] = [self.median(), self.0[0], self.0[self.0.len() - 1]].map(digits);
        write!(f, "{median} ({least} to {largest})")
    }
}

/// With three significant digits, in thousandths from 0.1 down and whole from 100 on.
pub fn digits(number: f64) -> String {
    let decimals = match number {
        ..0.0995 => 3,
        ..9.995 => 2,
        ..99.95 => 1,
        _ => 0,
    };
    format!("{number:.decimals$}")
}
