//! The ends of axes, their ticks and tick labels.

use std::ops::Range;

use plotters::coord::ranged1d::{DefaultFormatting, KeyPointHint, Ranged};

use super::{Form, Panel, Scale};

/// One axis in its own coordinates: logarithms to base ten where [`Scale::Log`].
pub(super) struct Axis {
    pub from: f64,
    pub to: f64,
    pub ticks: Vec<f64>,
}

impl Ranged for Axis {
    type FormatOption = DefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, (first, last): (i32, i32)) -> i32 {
        let part = (value - self.from) / (self.to - self.from);
        first + (part * f64::from(last - first)).round() as i32
    }

    fn key_points<H: KeyPointHint>(&self, hint: H) -> Vec<f64> {
        if hint.weight().allow_light_points() {
            return vec![];
        }
        self.ticks.clone()
    }

    fn range(&self) -> Range<f64> {
        self.from..self.to
    }
}

/// Returns the horizontal axis over all series of integers.
pub(super) fn horizontal(panel: &Panel) -> Axis {
    let places = || (panel.series.iter()).flat_map(|series| series.points.iter().map(|point| point.0));
    let (least, most) = (places().fold(f64::MAX, f64::min), places().fold(f64::MIN, f64::max));
    let (least, most) = if least > most { (0.0, 1.0) } else { (least, most) };
    let step = whole_step(most - least);
    let first = (least / step).ceil() as i64;
    let last = (most / step).floor() as i64;
    Axis {
        from: least - 0.6,
        to: most + 0.6,
        ticks: (first..=last).map(|tick| tick as f64 * step).collect(),
    }
}

/// Returns 1, 2, 5, 10, ... so that there are at most 13 ticks.
fn whole_step(length: f64) -> f64 {
    let steps = (0..).flat_map(|power| [1.0, 2.0, 5.0].map(|digit| digit * 10f64.powi(power)));
    let mut steps = steps.skip_while(|step| length / step > 12.0);
    steps.next().expect("steps grow without end")
}

/// Returns the vertical axis.
pub(super) fn vertical(panel: &Panel) -> Axis {
    let places = panel
        .series
        .iter()
        .flat_map(|series| &series.points)
        .map(|point| point.1);
    let most = places.fold(1.0, f64::max);
    match panel.scale {
        Scale::Percent => Axis {
            from: -0.03,
            to: 1.03,
            ticks: vec![0.0, 0.25, 0.5, 0.75, 1.0],
        },
        Scale::Log => {
            let decades = most.log10().max(1.0);
            let every = 1 + decades as usize / 8;
            Axis {
                // A bar of one must rise above the axis.
                from: if panel.form == Form::Bars {
                    -0.3
                } else {
                    -0.08 * decades / 2.0
                },
                to: decades * 1.06,
                ticks: (0..=(decades * 1.06) as u32).step_by(every).map(f64::from).collect(),
            }
        }
    }
}

/// Returns a point's height in the coordinates of the axis; `None` where it cannot be shown.
pub(super) fn height(scale: Scale, value: f64) -> Option<f64> {
    match scale {
        Scale::Percent => Some(value),
        Scale::Log => (value > 0.0).then(|| value.log10()),
    }
}

/// Returns the label of a tick of the vertical axis.
pub(super) fn tick_text(scale: Scale, tick: f64) -> String {
    match scale {
        Scale::Percent => format!("{:.0} %", tick * 100.0),
        Scale::Log => {
            let digit = |digit: char| {
                let place = digit.to_digit(10).expect("a decimal digit") as usize;
                "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().nth(place).expect("ten of them")
            };
            let exponent: String = tick.round().to_string().chars().map(digit).collect();
            format!("10{exponent}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_whole_and_few() {
        for length in 1..2000 {
            let step = whole_step(f64::from(length));
            assert!(f64::from(length) / step <= 12.0);
            assert!(step == 1.0 || f64::from(length) / step > 4.0, "{length}: {step}");
        }
    }

    #[test]
    fn powers_of_ten_are_written_with_exponents() {
        assert_eq!(tick_text(Scale::Log, 0.0), "10⁰");
        assert_eq!(tick_text(Scale::Log, 13.0), "10¹³");
        assert_eq!(tick_text(Scale::Percent, 0.25), "25 %");
        assert_eq!(height(Scale::Log, 0.0), None);
        assert_eq!(height(Scale::Log, 1000.0).map(f64::round), Some(3.0));
    }
}
