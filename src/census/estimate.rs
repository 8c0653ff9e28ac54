//! A census of a two-colour game: the bound, the estimate, and what solving would take.

use num_bigint::BigUint;

use super::polya::classes;
use super::positions::Positions;
use super::sampling::{Plan, Sample, sample};
use game::NoCensus;

/// Most vertices.
pub const ORDER_MOST: u32 = 20;

/// What solving takes, for each position.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Costs {
    /// Bytes of its key and labels on disk, label functions not included.
    pub bytes_per_position: f64,
    /// CPU time in microseconds for each pair of vertices: a position has about as many moves, and each is made, on the
    /// way up and down, and looked up.
    pub cpu_us_per_pair: f64,
    /// Bits of the label functions.
    pub label_bits_per_position: f64,
    /// Where these figures come from.
    pub origin: &'static str,
}

/// Costs of a game whose moves colour an edge.
pub const COSTS: Costs = Costs {
    bytes_per_position: 4.11,
    cpu_us_per_pair: 0.265,
    label_bits_per_position: 4.61,
    origin: "measured: K3 on 8 vertices",
};

/// Random games of a first look.
const GLANCES: usize = 400;
/// Hours of one core beyond which solving is hopeless: a million years, which a million cores work off in one.
const HOPELESS: f64 = 1e6 * 8766.0;

/// What a few hundred random games tell: not more than how many digits the number of positions has.
#[derive(Clone, Copy, Debug)]
pub struct FirstLook {
    /// Random games played.
    pub games: usize,
    /// Positions.
    pub positions: f64,
    /// CPU hours that solving so many takes.
    pub cpu_hours: f64,
}

impl FirstLook {
    /// Looks. Cost: a hundredth of that of a census, half a second of a core at n = 18.
    ///
    /// # Errors
    /// [`NoCensus::Order`].
    pub fn new(positions: &Positions, n: usize, costs: &Costs) -> Result<Self, NoCensus> {
        check_order(positions, n)?;
        let plan = Plan {
            n,
            samples: GLANCES,
            seed: 1,
        };
        let found = sample(positions, plan).total.mean;
        Ok(Self {
            games: GLANCES,
            positions: found,
            cpu_hours: found * cpu_us_per_position(n, costs) / 3.6e9,
        })
    }

    /// Whether no computer could do it.
    pub fn is_hopeless(&self) -> bool {
        self.cpu_hours > HOPELESS
    }
}

fn check_order(positions: &Positions, n: usize) -> Result<(), NoCensus> {
    match n {
        1.. if n <= ORDER_MOST as usize => Ok(()),
        _ => Err(NoCensus::Order {
            name: positions.name.clone(),
            n: n as u32,
            most: ORDER_MOST,
        }),
    }
}

fn cpu_us_per_position(n: usize, costs: &Costs) -> f64 {
    costs.cpu_us_per_pair * (n * (n - 1) / 2) as f64
}

/// How many positions there are, as far as can be told without making them.
#[derive(Clone, Debug)]
pub struct Estimate {
    /// The game.
    pub name: String,
    /// What was sampled.
    pub plan: Plan,
    /// The number of colourings up to isomorphism, legal or not, by number of coloured edges: exact.
    pub bound: Vec<BigUint>,
    /// The legal ones.
    pub legal: Sample,
}

impl Estimate {
    /// Counts and samples on rayon's threads. Cost: seconds for the bound at n = 18, and that of [`sample`].
    ///
    /// # Errors
    /// [`NoCensus::Order`].
    pub fn new(positions: &Positions, plan: Plan) -> Result<Self, NoCensus> {
        check_order(positions, plan.n)?;
        Ok(Self {
            name: positions.name.clone(),
            plan,
            bound: classes(plan.n, positions.turns),
            legal: sample(positions, plan),
        })
    }

    /// The bound on all levels together.
    pub fn total_bound(&self) -> BigUint {
        self.bound.iter().sum()
    }

    /// CPU time of a position in microseconds.
    pub fn cpu_us_per_position(&self, costs: &Costs) -> f64 {
        cpu_us_per_position(self.plan.n, costs)
    }

    /// Bytes of keys, labels and label functions, bytes of label functions, CPU hours that solving the estimated positions
    /// takes.
    pub fn needs(&self, costs: &Costs) -> [f64; 3] {
        let positions = self.legal.total.mean;
        let functions = positions * costs.label_bits_per_position / 8.0;
        [
            positions * costs.bytes_per_position + functions,
            functions,
            positions * self.cpu_us_per_position(costs) / 3.6e9,
        ]
    }
}
