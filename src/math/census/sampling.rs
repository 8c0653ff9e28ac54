//! An estimate of the number of legal positions from random play.
//!
//! A game is played at random from the empty board, each legal move with the same probability. The product of the
//! numbers of available moves, divided by r! g! for the orders that lead to the same colouring with r red and g green
//! edges, has the number of labelled positions of the level as its expectation; multiplied by the order of the
//! automorphism group and divided by n!, that of classes (Knuth 1975; this is sequential importance sampling).
//!
//! Such products soon differ by orders of magnitude. So a batch of games is played side by side. When their weights
//! have become uneven, games are resampled with probabilities in proportion to their weights, and continue with equal
//! weights whose sum is unchanged. The expected number of copies of a game is its share, so estimates stay unbiased on
//! every level.
//!
//! The weights for resampling are a separate choice (`Share`). Where edges are few, most classes are of symmetric
//! positions, which random games rarely meet; resampling by shares of classes leads to them. That is noise for the
//! levels far above, where nearly all positions have no symmetry: n = 18 without K4 has a variance 80 times as large as
//! with shares of labelled positions. So each batch is played twice, for the levels below `crowded` and from there
//! on. The border is fixed in advance; otherwise estimates would be biased.
//!
//! The games of a batch are no longer independent, but batches are. All intervals come from the [`BATCHES`] batch
//! means, by Student's t. Sums over levels are taken batch by batch, so that the interval of the total needs no
//! assumption about how levels depend on each other. A bootstrap of so few means would be 6 % too narrow.

use super::automorphisms::automorphisms;
use super::positions::{Positions, Turns};
use base::random::SplitMix64;
use games::Rules;
use graph::{Graph24, Row};

/// Independent batches that the games are divided among.
pub const BATCHES: usize = 40;
/// The 99.5 % point of Student's t for 39 degrees of freedom.
const STUDENT: f64 = 2.7079;
/// With fewer effective batches there is no interval: the distribution of their mean is far from normal.
const LEAST_EFFECTIVE: f64 = BATCHES as f64 / 2.0;

/// The plan of a sample.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Number of vertices, at most 20.
    pub n: usize,
    /// Random games in all, rounded up to a multiple of [`BATCHES`].
    pub samples: usize,
    /// The seed; the same seed gives the same figures, for any number of threads.
    pub seed: u64,
}

/// An estimate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figure {
    /// Mean of the batches, unbiased.
    pub mean: f64,
    /// The 99 % confidence interval; `None` where the batches differ too much for one.
    pub interval: Option<(f64, f64)>,
    /// This many equal batches would be as good as the 40: 40 when all are equal, 1 when one of them has all the
    /// weight, 0 when all are zero.
    pub effective_batches: f64,
}

/// Estimated numbers of positions, up to isomorphism.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// By number of coloured edges, from 0 up to all.
    pub levels: Vec<Figure>,
    /// All levels together.
    pub total: Figure,
}

/// Plays the games. Cost: 1 ms of one core per game at n = 18 without K4; runs on rayon's threads.
pub fn sample(positions: &Positions, plan: Plan) -> Sample {
    assert!((1..=20).contains(&plan.n) && plan.samples > 0);
    let games = plan.samples.div_ceil(BATCHES);
    let estimates = base::parallel::map(BATCHES, |number| {
        batch(positions, plan.n, games, SplitMix64::numbered(plan.seed, number as u64))
    });
    let levels = (0..=plan.n * (plan.n - 1) / 2).map(|level| figure(estimates.iter().map(|batch| batch[level])));
    Sample {
        levels: levels.collect(),
        total: figure(estimates.iter().map(|batch| batch.iter().sum())),
    }
}

fn figure(batches: impl Iterator<Item = f64> + Clone) -> Figure {
    let count = BATCHES as f64;
    let mean = batches.clone().sum::<f64>() / count;
    let variance = batches.map(|batch| (batch - mean).powi(2)).sum::<f64>() / (count - 1.0);
    if mean == 0.0 {
        return Figure {
            mean,
            interval: None,
            effective_batches: 0.0,
        };
    }
    let effective_batches = count / (1.0 + variance / mean.powi(2));
    let half = STUDENT * (variance / count).sqrt();
    Figure {
        mean,
        interval: (effective_batches >= LEAST_EFFECTIVE).then_some((mean - half, mean + half)),
        effective_batches,
    }
}

/// The weight that determines the probability of resampling a game.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Share {
    /// The number of labelled positions that it represents.
    Labelled,
    /// The number of classes that it represents.
    Classes,
}

/// Returns the level from which symmetry is rare: with this many random edges, 0.3 isolated vertices are expected.
fn crowded(n: usize) -> usize {
    let n = n as f64;
    (n / 2.0 * (n / 0.3).ln()).ceil() as usize
}

/// Returns the estimates of one batch, by level.
fn batch(positions: &Positions, n: usize, games: usize, mut random: SplitMix64) -> Vec<f64> {
    let top = n * (n - 1) / 2;
    let border = crowded(n).min(top + 1);
    let mut estimates = play(positions, games, Share::Classes, [n, 0, border], &mut random);
    estimates.extend(play(
        positions,
        games,
        Share::Labelled,
        [n, border, top + 1],
        &mut random,
    ));
    estimates
}

/// Plays games side by side on `n` vertices; returns the estimates of the levels in `from..end`.
fn play(
    positions: &Positions,
    games: usize,
    share: Share,
    [n, from, end]: [usize; 3],
    random: &mut SplitMix64,
) -> Vec<f64> {
    let mut estimates = vec![0.0; end - from];
    let mut players = vec![Game::new(positions, n); games];
    // The number of labelled positions that each game represents, divided by n!.
    let permutations: f64 = (1..=n).map(|i| i as f64).product();
    let mut weights = vec![1.0 / permutations / games as f64; games];
    for level in 0..end {
        for (game, weight) in players.iter_mut().zip(&mut weights) {
            if level > 0 && *weight > 0.0 {
                *weight *= game.step(positions, level, random);
            }
        }
        let sizes: Vec<f64> = match level >= from || share == Share::Classes {
            true => players.iter().map(Game::symmetries).collect(),
            false => vec![],
        };
        if level >= from {
            estimates[level - from] = weights.iter().zip(&sizes).map(|(weight, size)| weight * size).sum();
        }
        let mut shares = weights.clone();
        if share == Share::Classes {
            shares.iter_mut().zip(&sizes).for_each(|(share, size)| *share *= size);
        }
        let sum: f64 = shares.iter().sum();
        if sum == 0.0 {
            break;
        }
        let squares: f64 = shares.iter().map(|share| share * share).sum();
        if 2.0 * sum * sum < games as f64 * squares {
            let drawn = drawn(&shares, sum, random.fraction());
            weights = drawn
                .iter()
                .map(|&game| sum / games as f64 * (weights[game] / shares[game]))
                .collect();
            players = drawn.into_iter().map(|game| players[game].clone()).collect();
        }
    }
    estimates
}

/// Returns as many indices of games as there are games, each about as often as its weight requires, with one random
/// number (systematic resampling).
fn drawn(weights: &[f64], sum: f64, fraction: f64) -> Vec<usize> {
    let step = sum / weights.len() as f64;
    let last = weights
        .iter()
        .rposition(|&weight| weight > 0.0)
        .expect("some weight is left");
    let (mut game, mut passed) = (0, weights[0]);
    let ticks = (0..weights.len()).map(|tick| (tick as f64 + fraction) * step);
    ticks
        .map(|tick| {
            while passed <= tick && game < last {
                game += 1;
                passed += weights[game];
            }
            game
        })
        .collect()
}

/// A game in progress.
#[derive(Clone)]
struct Game {
    /// Red and green edges.
    layers: [Graph24; 2],
    /// The pairs that each player may colour.
    open: [[u32; 24]; 2],
}

impl Game {
    fn new(positions: &Positions, n: usize) -> Self {
        let empty = Graph24::empty(n);
        let others = std::array::from_fn(|v| if v < n { u32::below(n) & !u32::bit(v) } else { 0 });
        let mut game = Self {
            layers: [empty; 2],
            open: [others; 2],
        };
        (0..2).for_each(|colour| game.close(colour, positions.rules[colour].as_ref()));
        game
    }

    /// Plays a random move to the level; returns the factor for the weight, 0 when there is no move.
    fn step(&mut self, positions: &Positions, level: usize, random: &mut SplitMix64) -> f64 {
        let counts = self
            .open
            .map(|rows| rows.iter().map(|row| row.count_ones() as usize).sum::<usize>() / 2);
        let (first, choices, orders) = match positions.turns {
            Turns::Alternating => ((level - 1) % 2, counts[(level - 1) % 2], level.div_ceil(2)),
            Turns::Any => (0, counts[0] + counts[1], level),
        };
        if choices == 0 {
            return 0.0;
        }
        let mut choice = random.below(choices);
        let mut colour = first;
        if choice >= counts[colour] {
            choice -= counts[colour];
            colour += 1;
        }
        self.colour(colour, choice, positions.rules[colour].as_ref());
        choices as f64 / orders as f64
    }

    fn symmetries(&self) -> f64 {
        automorphisms(&self.layers[0], &self.layers[1]) as f64
    }

    /// Colours the pair of this number among those open to the player.
    fn colour(&mut self, colour: usize, number: usize, rules: Option<&Rules>) {
        let (u, v) = pairs(&self.open[colour])
            .nth(number)
            .expect("the number is below that of open pairs");
        self.layers[colour].toggle(u, v);
        self.open.iter_mut().for_each(|rows| remove(rows, u, v));
        self.close(colour, rules);
    }

    /// Removes from the player's open pairs those that would complete a copy. They stay closed.
    fn close(&mut self, colour: usize, rules: Option<&Rules>) {
        if let Some(rules) = rules {
            self.open[colour] = rules.open_among(&self.layers[colour], &self.open[colour]);
        }
    }
}

fn pairs(rows: &[u32; 24]) -> impl Iterator<Item = (usize, usize)> + '_ {
    (0..24).flat_map(|v| (rows[v] & u32::below(v)).vertices().map(move |u| (u, v)))
}

fn remove(rows: &mut [u32; 24], u: usize, v: usize) {
    rows[u] &= !u32::bit(v);
    rows[v] &= !u32::bit(u);
}

#[cfg(test)]
mod tests;
