//! Positions of every level, before anything is computed.
//!
//! Level counts of the triangle game come from the published tables where they exist. The gaps (n = 15 and 17) are
//! filled from the shape of their neighbours and scaled to the published total, which is known for both.

use super::published;
use serde::Serialize;
use thiserror::Error;

/// Largest number of vertices for which the total is known, so that a forecast is more than a guess.
pub const MAX_VERTICES: u32 = 17;

/// Exponent at which levels of different `n` correspond: those with equal `edges / n^1.75`.
///
/// Between n^1.5, where most triangle-free graphs of this size lie, and n^2, where the last level is. Measured on
/// n <= 16, error of levels above a tenth of the largest, n = 13 from 12 and 14: exponent 1.5: 3 %, 1.7: 1.1 %,
/// 1.8: 1.0 %, 2: 4 %; n = 16 from 13 and 14: 15 %, 4 %, 5 %, 23 %.
const SCALING_EXPONENT: f64 = 1.75;

/// Returns the density, which corresponding levels of different `n` share.
pub(super) fn density(n: u32, edges: u32) -> f64 {
    f64::from(edges) / f64::from(n).powf(SCALING_EXPONENT)
}

/// The source of a level's count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Basis {
    /// A table, or the value for all larger `n`: a graph with `2 * edges <= n` leaves vertices isolated anyway.
    Published,
    /// Neighbouring `n`. Levels above a tenth of the largest are accurate to 2 %, the sum is exact, and levels far from
    /// the largest may be wrong by a factor.
    Interpolated,
}

/// Why a forecast is not possible.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum ForecastError {
    /// The number of positions is unknown.
    #[error("no count of positions is known for n = {n}; the forecast covers n = 1 to {MAX_VERTICES}")]
    NoKnownCount {
        /// Number of vertices requested.
        n: u32,
    },
    /// There are no tables about this game.
    #[error(
        "a forecast is possible only for '{}', because the positions of '{game}' have not been counted in advance",
        published::GAME
    )]
    NoKnownGame {
        /// Name of the game requested.
        game: String,
    },
}

/// Returns `(edges, positions, basis)` of every level of the triangle game on `n` vertices, highest number of edges
/// first.
///
/// Fails for `n = 0` and for `n` above [`MAX_VERTICES`].
pub fn level_forecast(n: u32) -> Result<Vec<(u32, u64, Basis)>, ForecastError> {
    // Below the tables, counted by hand: the last is 1, 1, {path, two edges}, {path, star}, 4-cycle.
    let positions: Vec<u64> = match n {
        1..=3 => vec![1; 1 + n as usize * n as usize / 4],
        4 => vec![1, 1, 2, 2, 1],
        15 => interpolated(15, &[Shape::published(14), Shape::published(16)]),
        17 => interpolated(17, &[Shape::published(13), Shape::published(14), Shape::published(16)]),
        5..=16 => Shape::published(n).positions,
        _ => return Err(ForecastError::NoKnownCount { n }),
    };
    let basis = |edges: u32| {
        if matches!(n, 15 | 17) && 2 * edges > n {
            Basis::Interpolated
        } else {
            Basis::Published
        }
    };
    let levels = positions
        .into_iter()
        .zip(0..)
        .map(|(positions, edges)| (edges, positions, basis(edges)));
    Ok(levels.collect::<Vec<_>>().into_iter().rev().collect())
}

/// Level counts of one `n`, for all numbers of edges from 0.
struct Shape {
    n: u32,
    positions: Vec<u64>,
}

impl Shape {
    /// Returns the published counts; `n` must be 5..=14 or 16.
    fn published(n: u32) -> Shape {
        let positions = (0..)
            .map_while(|edges| published::known_level_positions(n, edges))
            .collect();
        Shape { n, positions }
    }

    fn max_edges(&self) -> usize {
        self.positions.len() - 1
    }

    /// Returns the logarithm of the count at a fractional number of edges: a Catmull-Rom cubic through the neighbours,
    /// a straight line beyond the last level.
    fn log_at(&self, edges: f64) -> f64 {
        let last = self.max_edges() as i64;
        let log = |edges: i64| (self.positions[edges.clamp(0, last) as usize] as f64).ln();
        // Beyond either end, the line through the last two points continues.
        let extended = |edges: i64| log(edges) + (log(edges) - log(2 * edges.clamp(0, last) - edges));
        let left = (edges.floor() as i64).clamp(0, last - 1);
        let t = edges - left as f64;
        let [a, b, c, d] = [extended(left - 1), log(left), log(left + 1), extended(left + 2)];
        if t > 1.0 {
            return c + (t - 1.0) * (c - b);
        }
        b + 0.5 * t * (c - a + t * (2.0 * a - 5.0 * b + 4.0 * c - d + t * (3.0 * (b - c) + d - a)))
    }
}

/// Returns the level counts of `n` from those of other numbers of vertices, which must be ascending and at least two.
///
/// The logarithms of corresponding levels are joined by a polynomial in `n`. Up to three quarters of the edge range,
/// levels correspond by [`SCALING_EXPONENT`]; towards the last level, where only a few dense bipartite graphs remain,
/// they correspond by their fraction of the largest number of edges, and only the two nearest neighbours count. The
/// result is scaled so that it sums to the published total exactly.
fn interpolated(n: u32, neighbours: &[Shape]) -> Vec<u64> {
    let max_edges = (n * n / 4) as usize;
    let nearest = &neighbours[neighbours.len() - 2..];
    let estimate = |edges: usize| {
        let scaled = join(n, neighbours, |shape| {
            shape.log_at(edges as f64 * (f64::from(shape.n) / f64::from(n)).powf(SCALING_EXPONENT))
        });
        let fraction = edges as f64 / max_edges as f64;
        let dense = join(n, nearest, |shape| shape.log_at(fraction * shape.max_edges() as f64));
        let share_dense = ((fraction - 0.75) / 0.2).clamp(0.0, 1.0);
        (scaled * (1.0 - share_dense) + dense * share_dense).exp()
    };
    let mut estimates: Vec<f64> = (0..=max_edges).map(estimate).collect();
    // With spare isolated vertices, the count does not depend on n.
    let largest = neighbours
        .iter()
        .max_by_key(|shape| shape.n)
        .expect("neighbours are given");
    let exact = (n.min(largest.n) / 2) as usize;
    let total = published::known_total(n).expect("interpolated only where the total is known");
    let fixed: u64 = largest.positions[..=exact].iter().sum();
    let scale = (total - fixed) as f64 / estimates[exact + 1..].iter().sum::<f64>();
    estimates.iter_mut().for_each(|estimate| *estimate *= scale);
    let mut positions: Vec<u64> = estimates
        .into_iter()
        .map(|estimate| estimate.round().max(1.0) as u64)
        .collect();
    positions[..=exact].copy_from_slice(&largest.positions[..=exact]);
    positions[max_edges] = 1;
    // Rounding errors go to the largest count, where they matter least.
    let sum: u64 = positions.iter().sum();
    let peak = positions.iter_mut().max().expect("level 0 is there");
    *peak = *peak + total - sum;
    positions
}

/// Evaluates Lagrange's polynomial through `(shape.n, value(shape))` at `n`.
fn join(n: u32, shapes: &[Shape], value: impl Fn(&Shape) -> f64) -> f64 {
    let weight = |shape: &Shape| -> f64 {
        let others = shapes.iter().filter(|other| other.n != shape.n);
        let factor = |other: &Shape| (f64::from(n) - f64::from(other.n)) / (f64::from(shape.n) - f64::from(other.n));
        others.map(factor).product()
    };
    shapes.iter().map(|shape| weight(shape) * value(shape)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Largest relative error, in percent, over the levels with at least a `part`th of the largest.
    fn error_percent(n: u32, neighbours: &[u32], part: u64) -> f64 {
        let truth = Shape::published(n).positions;
        let shapes: Vec<Shape> = neighbours.iter().map(|&n| Shape::published(n)).collect();
        let estimates = interpolated(n, &shapes);
        assert_eq!(estimates.len(), truth.len());
        assert_eq!(estimates.iter().sum::<u64>(), truth.iter().sum::<u64>());
        let floor = truth.iter().max().unwrap() / part;
        let large = truth.iter().zip(&estimates).filter(|(truth, _)| **truth >= floor);
        large
            .map(|(&truth, &estimate)| (estimate as f64 / truth as f64 - 1.0).abs() * 100.0)
            .fold(0.0, f64::max)
    }

    #[test]
    fn published_counts_are_passed_on_as_they_are() {
        let levels = level_forecast(13).unwrap();
        let csv = include_str!("datasets/triangle_free_by_edges.csv");
        let lines: Vec<String> = csv
            .lines()
            .filter(|line| line.starts_with("13,"))
            .map(String::from)
            .collect();
        let printed: Vec<String> = levels
            .iter()
            .rev()
            .map(|(edges, count, _)| format!("13,{edges},{count}"))
            .collect();
        assert_eq!(printed, lines);
        assert!(levels.iter().all(|&(_, _, basis)| basis == Basis::Published));
    }

    #[test]
    fn every_sum_is_the_known_total() {
        for n in 1..=17 {
            let levels = level_forecast(n).unwrap();
            let sum: u64 = levels.iter().map(|&(_, positions, _)| positions).sum();
            assert_eq!(
                sum,
                [1, 2]
                    .get(n as usize - 1)
                    .copied()
                    .or(published::known_total(n))
                    .unwrap(),
                "n = {n}"
            );
            let edges: Vec<u32> = levels.iter().map(|&(edges, _, _)| edges).collect();
            assert_eq!(edges, (0..=n * n / 4).rev().collect::<Vec<_>>());
        }
    }

    #[test]
    fn known_levels_are_hit_when_left_out() {
        // As n = 15 is made, from n - 1 and n + 1. Measured: 0.5 %, 1.4 %; smaller levels 4.6 %.
        assert!(error_percent(13, &[12, 14], 10) < 1.0);
        assert!(error_percent(12, &[11, 13], 10) < 2.0);
        assert!(error_percent(13, &[12, 14], 1000) < 6.0);
        // As n = 17 is made, from n - 4, n - 3 and n - 1. Measured: 1.9 %, 1.4 %; smaller levels 3.7 %.
        assert!(error_percent(13, &[9, 10, 12], 10) < 2.5);
        assert!(error_percent(14, &[10, 11, 13], 10) < 2.0);
        assert!(error_percent(14, &[10, 11, 13], 1000) < 6.0);
    }

    #[test]
    fn sparse_levels_of_a_gap_are_exact() {
        let levels = level_forecast(15).unwrap();
        let (edges, positions, basis) = levels[56 - 7];
        assert_eq!((edges, Some(positions)), (7, published::known_level_positions(14, 7)));
        assert_eq!(basis, Basis::Published);
        assert_eq!(levels[56 - 8].2, Basis::Interpolated);
    }

    #[test]
    fn beyond_the_known_counts_is_an_error() {
        assert_eq!(level_forecast(18), Err(ForecastError::NoKnownCount { n: 18 }));
        assert_eq!(level_forecast(0), Err(ForecastError::NoKnownCount { n: 0 }));
    }
}
