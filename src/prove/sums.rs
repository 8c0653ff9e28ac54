//! Sums over all Hamilton paths by dynamic programming over subsets (Bellman; Held and Karp 1962).
//!
//! `L` lanes hold the vertices of a set's paths. No fused multiply-add and a fixed order of all sums, so that every
//! machine gets the same numbers.

use canon::vector::Vector;

/// Weights of pairs of the inner vertices.
pub(super) type Weights<const L: usize> = [[f32; L]; L];

/// Sums of paths from one end: for each set of inner vertices and each last vertex.
pub(super) struct Sums<const L: usize> {
    from: Vec<[f32; L]>,
    to: Vec<[f32; L]>,
    vector: Option<Vector>,
}

/// Sums over the Hamilton paths of the inner vertices, between two outer ends.
pub(super) struct Usage<const L: usize> {
    /// Over all paths; 0 only when there is none.
    pub total: f32,
    /// Over those through each inner pair, both ways round.
    pub inner: [[f32; L]; L],
    /// Over those whose first inner vertex it is.
    pub first: [f32; L],
    /// Over those whose last inner vertex it is.
    pub last: [f32; L],
}

impl<const L: usize> Sums<L> {
    pub fn new() -> Self {
        Self {
            from: Vec::new(),
            to: Vec::new(),
            vector: Vector::detect(),
        }
    }

    /// The sums over `count` inner vertices, from weights of the pairs with the first end and with the last end, which
    /// are the same when `last` is `None`.
    pub fn usage(&mut self, count: usize, weights: &Weights<L>, first: &[f32; L], last: Option<&[f32; L]>) -> Usage<L> {
        self.from.resize(1 << count, [0.0; L]);
        self.to.resize(if last.is_some() { 1 << count } else { 0 }, [0.0; L]);
        #[cfg(target_arch = "x86_64")]
        if self.vector.is_some() {
            #[target_feature(enable = "avx2")]
            fn on_the_vector_unit<const L: usize>(
                sums: &mut Sums<L>,
                count: usize,
                weights: &Weights<L>,
                first: &[f32; L],
                last: Option<&[f32; L]>,
            ) -> Usage<L> {
                usage(sums, count, weights, first, last)
            }
            // SAFETY: a `Vector` proves that the processor has AVX2.
            return unsafe { on_the_vector_unit(self, count, weights, first, last) };
        }
        usage(self, count, weights, first, last)
    }
}

#[inline(always)]
fn usage<const L: usize>(
    sums: &mut Sums<L>,
    count: usize,
    weights: &Weights<L>,
    first: &[f32; L],
    last: Option<&[f32; L]>,
) -> Usage<L> {
    let full = (1usize << count) - 1;
    paths(count, weights, first, &mut sums.from);
    if let Some(last) = last {
        paths(count, weights, last, &mut sums.to);
    }
    let (from, to) = (&sums.from, if last.is_some() { &sums.to } else { &sums.from });
    let (at_last, at_first) = (&from[full], &to[full]);
    let mut usage = Usage {
        total: 0.0,
        inner: [[0.0; L]; L],
        first: [0.0; L],
        last: [0.0; L],
    };
    for v in 0..count {
        usage.first[v] = at_first[v] * first[v];
        usage.last[v] = at_last[v] * last.unwrap_or(first)[v];
        usage.total += usage.last[v];
    }
    if usage.total == 0.0 {
        return usage;
    }
    let mut product = [[0.0f32; L]; L];
    // With both ends alike a set and its complement give the same, transposed: those with vertex 0 do.
    let step = if last.is_some() { 1 } else { 2 };
    let mut set = 1;
    while set < full {
        let (own, other) = (&from[set], &to[full ^ set]);
        let mut rest = set;
        while rest != 0 {
            let u = rest.trailing_zeros() as usize % L;
            rest &= rest - 1;
            let sum = own[u];
            for v in 0..L {
                product[u][v] += sum * other[v];
            }
        }
        set += step;
    }
    for u in 0..count {
        for v in 0..count {
            usage.inner[u][v] = (product[u][v] + product[v][u]) * weights[u][v];
        }
    }
    usage
}

/// For each set and each of its vertices, the sum over the paths from the end through the whole set to the vertex.
#[inline(always)]
fn paths<const L: usize>(count: usize, weights: &Weights<L>, first: &[f32; L], sums: &mut [[f32; L]]) {
    let full = (1usize << count) - 1;
    sums.fill([0.0; L]);
    for v in 0..count {
        sums[1 << v][v] = first[v];
    }
    for set in 1..full {
        let mut onward = [0.0f32; L];
        let own = sums[set];
        let mut rest = set;
        while rest != 0 {
            let u = rest.trailing_zeros() as usize % L;
            rest &= rest - 1;
            let sum = own[u];
            for v in 0..L {
                onward[v] += sum * weights[u][v];
            }
        }
        let mut rest = full & !set;
        while rest != 0 {
            let v = rest.trailing_zeros() as usize % L;
            rest &= rest - 1;
            sums[set | 1 << v][v] = onward[v];
        }
    }
}
