//! Colours that colour-blind readers can distinguish.

/// Red, green, blue.
pub type Colour = (u8, u8, u8);

/// Three of the palette of Okabe and Ito (Color universal design, 2008).
pub const BLUE: Colour = (0, 114, 178);
/// Distinct from blue.
pub const VERMILION: Colour = (213, 94, 0);
/// Distinct from both.
pub const GREEN: Colour = (0, 158, 115);

/// Five colours of viridis (matplotlib), without its yellow end, which is invisible on white paper: lightness rises
/// evenly, so that the order is visible in grey too.
const RAMP: [Colour; 5] = [
    (68, 1, 84),
    (64, 67, 135),
    (41, 120, 142),
    (34, 167, 132),
    (122, 199, 72),
];

/// Returns the colour of number `index` of `count` in an order.
pub fn ramp(index: usize, count: usize) -> Colour {
    let place = index as f64 / (count.max(2) - 1) as f64 * (RAMP.len() - 1) as f64;
    let before = (place as usize).min(RAMP.len() - 2);
    let (from, to, part) = (RAMP[before], RAMP[before + 1], place - before as f64);
    let mix = |from: u8, to: u8| (f64::from(from) + part * (f64::from(to) - f64::from(from))).round() as u8;
    (mix(from.0, to.0), mix(from.1, to.1), mix(from.2, to.2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ramp_gets_lighter_from_end_to_end() {
        assert_eq!((ramp(0, 9), ramp(8, 9)), (RAMP[0], RAMP[4]));
        assert_eq!(ramp(0, 1), RAMP[0]);
        let light = |(r, g, b): Colour| 299 * u32::from(r) + 587 * u32::from(g) + 114 * u32::from(b);
        for count in 2..20 {
            let lights: Vec<u32> = (0..count).map(|index| light(ramp(index, count))).collect();
            assert!(lights.is_sorted_by(|a, b| a < b), "{lights:?}");
        }
    }
}
