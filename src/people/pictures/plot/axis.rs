//! The ends of axes, their ticks and tick labels.

use base::units::grouped;

use super::{Panel, Reach, Scale};

/// Both axes of a panel.
pub(super) struct Axes {
    scale: Scale,
    /// The least and the most place.
    pub least: f64,
    pub most: f64,
    /// The top: a power of ten where the scale is [`Scale::Log`].
    top: f64,
}

/// The height of 1 over the place of 0, in powers of ten, where there are so many. Their names are 14 pixels apart in
/// the lowest panels.
fn below_one(tens: f64) -> f64 {
    (0.13 * tens).max(0.35)
}

impl Axes {
    pub fn of(panel: &Panel) -> Self {
        let nothing = Reach {
            least: 0.0,
            most: 1.0,
            highest: 1.0,
        };
        let reach = panel.reach.or_else(|| panel.points_reach()).unwrap_or(nothing);
        Self {
            scale: panel.scale,
            least: reach.least,
            most: reach.most,
            top: match panel.scale {
                Scale::Percent => 1.0,
                Scale::Log => reach.highest.max(10.0).log10().ceil(),
                Scale::Count => {
                    let unit = whole_step(reach.highest.max(1.0) / 4.0);
                    (reach.highest.max(1.0) / unit).ceil() * unit
                }
            },
        }
    }

    /// The height of a value, as a share of that of the plane.
    pub fn height(&self, value: f64) -> f64 {
        match self.scale {
            Scale::Percent | Scale::Count => value / self.top,
            Scale::Log if value < 1.0 => 0.0,
            Scale::Log => (value.log10() + below_one(self.top)) / (self.top + below_one(self.top)),
        }
    }

    /// Whether each value is a part of a whole.
    pub fn is_share(&self) -> bool {
        self.scale == Scale::Percent
    }

    /// The lines across: heights and their names.
    pub fn rules(&self) -> Vec<(f64, String)> {
        match self.scale {
            Scale::Percent => [0.0, 0.25, 0.5, 0.75, 1.0]
                .map(|share| (share, format!("{:.0} %", share * 100.0)))
                .into(),
            Scale::Log => {
                let every = if self.top > 8.0 { 2 } else { 1 };
                let tens = (0..=self.top as u32).step_by(every);
                let rule = |ten| (self.height(10f64.powi(ten as i32)), power_of_ten(ten));
                [(0.0, "0".into())].into_iter().chain(tens.map(rule)).collect()
            }
            Scale::Count => {
                let unit = whole_step(self.top / 4.0);
                let steps = (self.top / unit).round() as u32;
                let value = |step| f64::from(step) * unit;
                (0..=steps)
                    .map(|step| (self.height(value(step)), written(value(step))))
                    .collect()
            }
        }
    }

    /// Places on the horizontal axis that have a name, at most so many.
    pub fn ticks(&self, most: usize) -> Vec<f64> {
        let step = whole_step((self.most - self.least) / (most - 1) as f64);
        let first = (self.least / step).ceil() as i64;
        let last = (self.most / step).floor() as i64;
        (first..=last).map(|tick| tick as f64 * step).collect()
    }
}

/// Returns the first of 1, 2, 5, 10, ... that is not less.
fn whole_step(least: f64) -> f64 {
    let steps = (0..).flat_map(|power| [1.0, 2.0, 5.0].map(|digit| digit * 10f64.powi(power)));
    let mut steps = steps.skip_while(|step| *step < least);
    steps.next().expect("steps grow without end")
}

/// With an exponent from 10,000 on.
fn power_of_ten(exponent: u32) -> String {
    if exponent < 4 {
        return grouped(10u64.pow(exponent));
    }
    let raised = |digit: char| {
        let place = digit.to_digit(10).expect("a decimal digit") as usize;
        "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().nth(place).expect("ten of them")
    };
    let exponent: String = exponent.to_string().chars().map(raised).collect();
    format!("10{exponent}")
}

/// A whole number with commas; another one with up to three decimals.
pub(super) fn written(value: f64) -> String {
    match value.fract() == 0.0 {
        true => grouped(value as u64),
        false => format!("{value:.3}").trim_end_matches('0').into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axes(scale: Scale, least: f64, most: f64, highest: f64) -> Axes {
        Axes::of(&Panel {
            title: String::new(),
            words: String::new(),
            x_label: String::new(),
            scale,
            form: super::super::Form::Bars,
            stacked: false,
            series: vec![],
            reach: Some(Reach { least, most, highest }),
        })
    }

    #[test]
    fn ticks_are_whole_and_few() {
        for length in 1..2000 {
            let ticks = axes(Scale::Log, 3.0, 3.0 + f64::from(length), 9.0).ticks(10);
            assert!((2..=10).contains(&ticks.len()), "{length}: {ticks:?}");
            assert!(ticks.iter().all(|tick| tick.fract() == 0.0));
        }
    }

    #[test]
    fn rules_reach_the_highest_value() {
        for highest in [0.0, 1.0, 3.0, 7.0, 11.0, 99.0, 100.0, 101.0, 123_456.0, 5e12] {
            for scale in [Scale::Log, Scale::Count] {
                let axes = axes(scale, 0.0, 1.0, highest);
                let rules = axes.rules();
                assert!(rules.len() >= 2 && rules.len() <= 12, "{rules:?}");
                assert!(axes.height(highest) <= 1.0 && rules[0] == (0.0, "0".into()));
                assert!(rules.is_sorted_by(|a, b| a.0 < b.0), "{rules:?}");
            }
        }
    }

    #[test]
    fn zero_has_a_place_below_one() {
        let axes = axes(Scale::Log, 0.0, 1.0, 1e13);
        assert_eq!(axes.height(0.0), 0.0);
        assert!(axes.height(1.0) > 0.0);
        assert_eq!(axes.height(1e13), 1.0);
    }

    #[test]
    fn numbers_are_grouped_and_powers_of_ten_have_exponents() {
        assert_eq!(
            (written(1_234_567.0), written(0.25)),
            ("1,234,567".into(), "0.25".into())
        );
        assert_eq!((power_of_ten(3), power_of_ten(13)), ("1,000".into(), "10¹³".into()));
    }
}
