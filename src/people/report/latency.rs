//! How long a processor waits for random reads, by the size of what it reads from.

use std::hint::black_box;
use std::time::Instant;

use serde::Serialize;

use base::units::bytes;
use retro::{Observer, Step};

/// Sizes measured where there is room, in bytes: from within the first caches to well beyond the last.
const SIZES: [u64; 5] = [32 << 10, 512 << 10, 4 << 20, 32 << 20, 256 << 20];
/// Consecutive reads in a round: at most 8 ms, so that some rounds are not interrupted by another program.
const READS: u64 = 1 << 15;
/// Reads under way at a time: then a read takes as long as a look-up waits in a large function, see `Costs::cpu_us`.
const AT_ONCE: usize = 4;
/// Words written from one report to the next.
const FILLED: u64 = 1 << 23;
/// Rounds of each size; the fastest counts.
const ROUNDS: u32 = 16;

/// Nanoseconds for each read at ascending sizes in bytes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Latency(Vec<(u64, f64)>);

impl Latency {
    /// Measured on a 2.4 GHz x86-64 server processor with 512 KiB of second and 32 MiB of third cache, with other work
    /// running: about the middle of a few runs, with one read under way, which takes longer than a read of four.
    pub fn shipped() -> Latency {
        Latency(SIZES.into_iter().zip([3.4, 7.8, 40.0, 140.0, 170.0]).collect())
    }

    /// Measures this machine, up to the size `largest`, or to a memory of `room` bytes if that is less. Reports one
    /// step to `observer`, in MiB. Cost: that memory, half a second, and half a second for each GiB, on a busy machine
    /// many times that.
    pub fn measured(largest: u64, room: u64, observer: &dyn Observer) -> Latency {
        let mut sizes = sizes(largest, room);
        let mut words: Vec<u64> = Vec::new();
        // Where the system gives no more, as under a limit of the shell, less is measured.
        while sizes.len() > 1 && words.try_reserve_exact((sizes[sizes.len() - 1] / 8) as usize).is_err() {
            sizes.pop();
        }
        let last = sizes[sizes.len() - 1];
        observer.begin(&Step {
            level: None,
            name: &format!("measuring random reads from {}, in MiB", bytes(last as f64)),
            done: 0,
            all: last >> 20,
        });
        let measured = sizes.iter().map(|&size| {
            // Written to, because untouched pages would all be one page of zeros.
            while (words.len() as u64) < size / 8 {
                let written = words.len() as u64;
                words.extend(written..(written + FILLED).min(size / 8));
                observer.advance((words.len() as u64 * 8) >> 20);
            }
            (size, chase(&words[..(size / 8) as usize]))
        });
        let latency = Latency(measured.collect());
        observer.end();
        latency
    }

    /// The largest size measured, in bytes.
    pub fn most(&self) -> u64 {
        self.0[self.0.len() - 1].0
    }

    /// Returns nanoseconds of a read from `bytes`: linear in the logarithm of the size between the sizes measured,
    /// constant beyond them.
    pub fn at(&self, bytes: f64) -> f64 {
        let right = self.0.partition_point(|&(size, _)| (size as f64) < bytes);
        let (a, b) = (self.0[right.saturating_sub(1)], self.0[right.min(self.0.len() - 1)]);
        if a.0 == b.0 {
            return a.1;
        }
        let t = (bytes / a.0 as f64).ln() / (b.0 as f64 / a.0 as f64).ln();
        a.1 + t * (b.1 - a.1)
    }
}

/// Sizes to measure for a function of `largest` bytes in `room` bytes: [`SIZES`] as far as it needs them and they have
/// room, the first one always, then every doubling, and the function's own size.
fn sizes(largest: u64, room: u64) -> Vec<u64> {
    let needed = SIZES.iter().take_while(|&&size| size < largest).count() + 1;
    let fit = SIZES.iter().take_while(|&&size| size <= room).count().max(1);
    let mut sizes = SIZES[..needed.min(fit).min(SIZES.len())].to_vec();
    let last = largest.min(room) / 8 * 8;
    let mut size = SIZES[SIZES.len() - 1];
    while size < last {
        size = (2 * size).min(last);
        sizes.push(size);
    }
    sizes
}

/// Returns nanoseconds of a read when [`AT_ONCE`] are under way: every address depends on the read that many before.
fn chase(words: &[u64]) -> f64 {
    let (mut at, mut step) = ([0u64; AT_ONCE], 0u64);
    let mut run = |reads: u64| {
        for _ in 0..reads / AT_ONCE as u64 {
            for at in &mut at {
                step += 1;
                // A multiplicative hash spreads the addresses; the high half of a product brings it into the range.
                let next = (*at ^ step).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                *at = words[((u128::from(next) * words.len() as u128) >> 64) as usize];
            }
        }
    };
    let round = |_| {
        let start = Instant::now();
        run(READS);
        start.elapsed()
    };
    let fastest = (0..ROUNDS).map(round).min().unwrap_or_default();
    black_box(at);
    fastest.as_nanos() as f64 / READS as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use retro::Silent;

    #[test]
    fn between_and_beyond_the_sizes_measured() {
        let latency = Latency(vec![(1 << 10, 2.0), (1 << 20, 12.0), (1 << 22, 100.0)]);
        let sizes = [0.0, 1024.0, 32.0 * 1024.0, 1048576.0, 2097152.0, 1e12];
        let expected = [2.0, 2.0, 7.0, 12.0, 56.0, 100.0];
        for (size, expected) in sizes.into_iter().zip(expected) {
            assert!(
                (latency.at(size) - expected).abs() < 1e-9,
                "{size}: {}",
                latency.at(size)
            );
        }
    }

    #[test]
    fn no_more_memory_is_touched_than_asked_for_or_free() {
        let plenty = 1 << 40;
        assert_eq!(sizes(0, plenty), SIZES[..1]);
        assert_eq!(sizes(512 << 10, plenty), SIZES[..2]);
        assert_eq!(sizes((512 << 10) + 1, plenty), SIZES[..3]);
        assert_eq!(sizes(256 << 20, plenty), SIZES);
        let mib = |largest: u64, room: u64| {
            let sizes = sizes(largest << 20, room << 20);
            sizes[SIZES.len()..].iter().map(|size| size >> 20).collect::<Vec<_>>()
        };
        assert_eq!(mib(257, 9999), [257]);
        assert_eq!(mib(9574, 99_999), [512, 1024, 2048, 4096, 8192, 9574]);
        assert_eq!(mib(9574, 3000), [512, 1024, 2048, 3000]);
        assert_eq!(mib(9574, 256), [0; 0]);
        assert_eq!(sizes(9574 << 20, 0), SIZES[..1]);
        assert_eq!(sizes(9574 << 20, 40 << 20), SIZES[..4]);
        let measured = Latency::measured(1, plenty, &Silent);
        assert_eq!(measured.most(), SIZES[0]);
        assert!(measured.0[0].1 > 0.0);
    }
}
