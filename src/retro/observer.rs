//! What a run tells while it works.

/// A level that has just been sealed.
#[derive(Clone, Debug, Default)]
pub struct LevelReport {
    /// Number of edges.
    pub level: u32,
    /// Positions that the previous player wins.
    pub p: u64,
    /// Positions that the next player wins.
    pub n: u64,
    /// Positions without a move, among the P ones.
    pub saturated: u64,
    /// Wall time spent on the level.
    pub seconds: f64,
    /// Size of keys and labels on disk.
    pub bytes: u64,
    /// Size of the label function on disk.
    pub label_function_bytes: u64,
    /// What the level took.
    pub work: Work,
}

/// Counts of the costly steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Canonical labellings made to expand and label.
    pub labellings: u64,
    /// Those that needed a search.
    pub searches: u64,
    /// Children asked for in the label function.
    pub lookups: u64,
    /// Look-ups that the label function passed on to its exact table.
    pub asked: u64,
}

impl Work {
    /// Adds the counts of another part.
    pub fn add(&mut self, other: &Work) {
        self.labellings += other.labellings;
        self.searches += other.searches;
        self.lookups += other.lookups;
        self.asked += other.asked;
    }
}

/// Listener of a run; every method may be left out.
pub trait Observer: Sync {
    /// One sentence about a decision.
    fn note(&self, _sentence: &str) {}
    /// A step begins that counts up to `all`.
    fn begin(&self, _step: &str, _all: u64) {}
    /// So many are done.
    fn advance(&self, _done: u64) {}
    /// The step is over.
    fn end(&self) {}
    /// A level has been sealed.
    fn sealed(&self, _report: &LevelReport) {}
}

/// Listens to nothing.
pub struct Silent;

impl Observer for Silent {}
