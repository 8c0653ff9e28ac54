//! A census of a two-colour game: the bound, the estimate, and the cost of solving.

use num_bigint::BigUint;

use super::polya::classes;
use super::positions::Positions;
use super::sampling::{Plan, Sample, sample};
use game::NoCensus;

/// Maximum number of vertices.
pub const ORDER_MOST: u32 = 20;

/// The cost of solving, per position.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Costs {
    /// Bytes of its key and labels on disk, label functions not included.
    pub bytes_per_position: f64,
    /// CPU time in microseconds per pair of vertices: a position has about as many moves, and each is made, on the way
    /// up and down, and looked up.
    pub cpu_us_per_pair: f64,
    /// Bits of the label functions.
    pub label_bits_per_position: f64,
    /// The source of these figures.
    pub origin: &'static str,
}

/// Costs of a game whose moves colour one edge.
pub const COSTS: Costs = Costs {
    bytes_per_position: 4.11,
    cpu_us_per_pair: 0.265,
    label_bits_per_position: 4.61,
    origin: "measured: K3 on 8 vertices",
};

/// Random games of a first look.
const GLANCES: usize = 400;
/// Hours of one core beyond which solving is hopeless: a million years, or one year of a million cores.
const HOPELESS: f64 = 1e6 * 8766.0;

/// The result of a few hundred random games: only the number of digits of the number of positions is reliable.
#[derive(Clone, Copy, Debug)]
pub struct FirstLook {
    /// Random games played.
    pub games: usize,
    /// Positions.
    pub positions: f64,
    /// CPU hours that solving them takes.
    pub cpu_hours: f64,
}

impl FirstLook {
    /// Takes a first look. Cost: a hundredth of that of a census, half a second of one core at n = 18.
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

    /// Returns whether solving is beyond any computer.
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

/// The number of positions, estimated without generating them.
#[derive(Clone, Debug)]
pub struct Estimate {
    /// The game.
    pub name: String,
    /// The plan of the sample.
    pub plan: Plan,
    /// The number of colourings up to isomorphism, legal or not, by number of coloured edges: exact.
    pub bound: Vec<BigUint>,
    /// The number of legal ones.
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

    /// Returns the bound on all levels together.
    pub fn total_bound(&self) -> BigUint {
        self.bound.iter().sum()
    }

    /// Returns the CPU time of a position in microseconds.
    pub fn cpu_us_per_position(&self, costs: &Costs) -> f64 {
        cpu_us_per_position(self.plan.n, costs)
    }

    /// Returns bytes of keys, labels and label functions; bytes of label functions; and CPU hours for solving the
    /// estimated positions.
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
