//! Patterns: labelled wins of Maker found lately, which decide every position that has them.

use canon::vector::Vector;

use super::pairs::Pairs;

/// Patterns tested at once, so that the compiler can use a vector unit.
const GROUP: usize = 16;

/// A ring of the last wins of Maker with one mover: Maker wins with the pairs of `needed` his and those of `carrier`
/// his or free.
pub(super) struct Patterns {
    needed: Vec<Pairs>,
    carriers: Vec<Pairs>,
    replies: Vec<u8>,
    next: usize,
    vector: Option<Vector>,
}

impl Patterns {
    /// A ring of about `count` patterns.
    pub fn new(count: usize) -> Self {
        let count = count.next_multiple_of(GROUP);
        Self {
            // Fits nothing.
            needed: vec![Pairs::MAX; count],
            carriers: vec![Pairs::MAX; count],
            replies: vec![0; count],
            next: 0,
            vector: Vector::detect(),
        }
    }

    pub fn insert(&mut self, needed: Pairs, carrier: Pairs, reply: u8) {
        if self.needed.is_empty() {
            return;
        }
        self.needed[self.next] = needed;
        self.carriers[self.next] = carrier;
        self.replies[self.next] = reply;
        self.next = (self.next + 1) % self.needed.len();
    }

    /// The carrier and the reply of a pattern that a position has.
    #[inline]
    pub fn find(&self, maker: Pairs, free: Pairs) -> Option<(Pairs, u8)> {
        let at = self.find_slot(maker, free)?;
        Some((self.carriers[at], self.replies[at]))
    }

    /// The slot of a pattern that a position has.
    pub fn find_slot(&self, maker: Pairs, free: Pairs) -> Option<usize> {
        find_on::<false>(self.vector, &self.needed, &self.carriers, !maker, !(maker | free))
    }

    /// The slot of a pattern that a position has, or lacks one needed pair of that is free; and what is lacking.
    pub fn find_almost(&self, maker: Pairs, free: Pairs) -> Option<(usize, Pairs)> {
        let at = find_on::<true>(self.vector, &self.needed, &self.carriers, !maker, !(maker | free))?;
        Some((at, self.needed[at] & !maker))
    }

    /// The slot that the next pattern gets.
    pub fn next_slot(&self) -> usize {
        self.next
    }
}

fn find_on<const ALMOST: bool>(
    vector: Option<Vector>,
    needed: &[Pairs],
    carriers: &[Pairs],
    theirs: Pairs,
    lost: Pairs,
) -> Option<usize> {
    #[cfg(target_arch = "x86_64")]
    if vector.is_some() {
        #[target_feature(enable = "avx2")]
        fn on_the_vector_unit<const ALMOST: bool>(
            needed: &[Pairs],
            carriers: &[Pairs],
            theirs: Pairs,
            lost: Pairs,
        ) -> Option<usize> {
            find::<ALMOST>(needed, carriers, theirs, lost)
        }
        // SAFETY: a `Vector` proves that the processor has AVX2.
        return unsafe { on_the_vector_unit::<ALMOST>(needed, carriers, theirs, lost) };
    }
    let _ = vector;
    find::<ALMOST>(needed, carriers, theirs, lost)
}

#[inline(always)]
fn find<const ALMOST: bool>(needed: &[Pairs], carriers: &[Pairs], theirs: Pairs, lost: Pairs) -> Option<usize> {
    let groups = needed
        .as_chunks::<GROUP>()
        .0
        .iter()
        .zip(carriers.as_chunks::<GROUP>().0);
    for (group, (needed, carriers)) in groups.enumerate() {
        let mut fitting = [0u64; GROUP];
        for i in 0..GROUP {
            let mut lacking = needed[i] & theirs;
            if ALMOST {
                lacking &= lacking.wrapping_sub(1);
            }
            fitting[i] = u64::from((lacking | (carriers[i] & lost)) == 0);
        }
        if fitting.iter().fold(0, |any, fits| any | fits) != 0 {
            let within = fitting.iter().position(|fits| *fits != 0).expect("one fits");
            return Some(group * GROUP + within);
        }
    }
    None
}
