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
    #[cfg_attr(not(target_arch = "x86_64"), expect(dead_code))]
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
    paths(count, 0, weights, first, &mut sums.from);
    if let Some(last) = last {
        paths(count, 0, weights, last, &mut sums.to);
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

/// Sums over the Hamilton paths between every two vertices.
pub(super) struct AllEnds {
    /// For each first vertex and each set of others: by last vertex.
    from: Vec<[f32; 16]>,
    #[cfg_attr(not(target_arch = "x86_64"), expect(dead_code))]
    vector: Option<Vector>,
}

impl AllEnds {
    pub fn new() -> Self {
        Self {
            from: Vec::new(),
            vector: Vector::detect(),
        }
    }

    /// For each pair of the `n` vertices the sum, over every two ends a and b, of the share of their paths through it,
    /// times the square root of the least total over that of a and b: ends with few paths count most. `None` when two
    /// ends have no path.
    pub fn shares(&mut self, n: usize, weights: &Weights<16>) -> Option<Weights<16>> {
        self.from.resize(n << n, [0.0; 16]);
        #[cfg(target_arch = "x86_64")]
        if self.vector.is_some() {
            #[target_feature(enable = "avx2")]
            fn on_the_vector_unit(n: usize, weights: &Weights<16>, from: &mut [[f32; 16]]) -> Option<Weights<16>> {
                shares(n, weights, from)
            }
            // SAFETY: a `Vector` proves that the processor has AVX2.
            return unsafe { on_the_vector_unit(n, weights, &mut self.from) };
        }
        shares(n, weights, &mut self.from)
    }
}

#[inline(always)]
fn shares(n: usize, weights: &Weights<16>, from: &mut [[f32; 16]]) -> Option<Weights<16>> {
    let full = (1usize << n) - 1;
    for (a, sums) in from.chunks_exact_mut(1 << n).enumerate() {
        paths(n, 1 << a, weights, &weights[a], sums);
    }
    let mut shares = [[0.0f32; 16]; 16];
    let mut product = [[0.0f32; 16]; 16];
    let mut least = f32::INFINITY;
    for b in 1..n {
        for a in 0..b {
            let inner = full & !(1 << a | 1 << b);
            let (of_a, of_b) = (&from[a << n..(a + 1) << n], &from[b << n..(b + 1) << n]);
            let mut total = 0.0;
            for v in 0..n {
                total += of_a[inner][v] * weights[v][b];
            }
            if total == 0.0 {
                return None;
            }
            least = least.min(total);
            let factor = 1.0 / (total * total.sqrt());
            for v in 0..n {
                shares[a][v] += factor * of_b[inner][v];
                shares[b][v] += factor * of_a[inner][v];
            }
            let mut set = inner & inner.wrapping_neg();
            while set != inner {
                let (own, other) = (&of_a[set], &of_b[inner ^ set]);
                let mut rest = set;
                while rest != 0 {
                    let u = rest.trailing_zeros() as usize % 16;
                    rest &= rest - 1;
                    let sum = factor * own[u];
                    for v in 0..16 {
                        product[u][v] += sum * other[v];
                    }
                }
                set = set.wrapping_sub(inner) & inner;
            }
        }
    }
    let scale = least.sqrt();
    let mut result = [[0.0; 16]; 16];
    for u in 0..n {
        for v in 0..n {
            let all = product[u][v] + product[v][u] + shares[u][v] + shares[v][u];
            result[u][v] = all * weights[u][v] * scale;
        }
    }
    Some(result)
}

/// For each set and each of its vertices, the sum over the paths from the end through the whole set to the vertex; only
/// sets without the vertices of `without`.
#[inline(always)]
fn paths<const L: usize>(count: usize, without: usize, weights: &Weights<L>, first: &[f32; L], sums: &mut [[f32; L]]) {
    let full = ((1usize << count) - 1) & !without;
    sums.fill([0.0; L]);
    for v in 0..count {
        sums[1 << v][v] = first[v];
    }
    for set in (1..full).filter(|set| set & without == 0) {
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
