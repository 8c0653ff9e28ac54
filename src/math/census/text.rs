//! A census for people and programs.

use std::io::{self, Write};

use num_bigint::BigUint;
use serde::Serialize;

use super::estimate::{COSTS, Costs, Estimate, FirstLook};
use super::sampling::{BATCHES, Figure};
use base::units::{grouped, write_columns};
use game::shown_name;

const HOURS_A_YEAR: f64 = 8766.0;

impl FirstLook {
    /// Returns two sentences about a game that cannot be solved.
    pub fn sentence(&self, name: &str, n: u32) -> String {
        format!(
            "{name}, n = {n}: about {:.0e} positions, estimated from {} random games; solving them would take about {:.0e} years \
             of one core. That is hopeless; choose a smaller n.",
            self.positions,
            self.games,
            self.cpu_hours / HOURS_A_YEAR
        )
    }
}

impl Estimate {
    /// Writes a row for each level that may have positions, the totals, and the cost of solving. Fails when `out`
    /// fails.
    pub fn write_table(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(
            out,
            "{}, n = {}: how many positions up to isomorphism",
            shown_name(&self.name),
            self.plan.n
        )?;
        writeln!(out)?;
        let last = self
            .legal
            .levels
            .iter()
            .rposition(|figure| figure.mean > 0.0)
            .unwrap_or(0);
        let rows: Vec<Vec<String>> = (0..=last).map(|level| self.row(level)).collect();
        let header = ["edges", "colourings", "legal", "99 % interval", "batches"];
        write_columns(out, &header, &rows)?;
        writeln!(out)?;
        for (name, text) in self.summary(&COSTS) {
            writeln!(out, "{name:<16}{text}")?;
        }
        Ok(())
    }

    fn row(&self, level: usize) -> Vec<String> {
        let figure = &self.legal.levels[level];
        let interval = match figure.interval {
            Some((low, high)) => format!("{} to {}", number(low.max(0.0)), number(high)),
            None => "too uneven".into(),
        };
        vec![
            level.to_string(),
            rounded(&self.bound[level]),
            number(figure.mean),
            interval,
            format!("{:.1}", figure.effective_batches),
        ]
    }

    fn summary(&self, costs: &Costs) -> Vec<(&'static str, String)> {
        let total = &self.legal.total;
        let interval = match total.interval {
            Some((low, high)) => format!("{} to {} with 99 % confidence", number(low.max(0.0)), number(high)),
            None => "batches too uneven for an interval; more samples may give one".into(),
        };
        let [disk, labels, hours] = self.needs(costs);
        let top = self
            .legal
            .levels
            .iter()
            .rposition(|figure| figure.mean > 0.0)
            .unwrap_or(0);
        vec![
            (
                "colourings",
                format!("{} (exact, legal or not)", grouped_digits(&self.total_bound())),
            ),
            ("legal", format!("{}: {interval}", number(total.mean))),
            (
                "batches",
                format!(
                    "{:.1} of {BATCHES} are effective, {} random games in all",
                    total.effective_batches,
                    grouped((self.plan.samples.div_ceil(BATCHES) * BATCHES) as u64)
                ),
            ),
            ("highest level", format!("{top} edges, the most that a game reached")),
            ("core time", duration(hours)),
            ("disk", format!("{}, keys, labels and label functions", size(disk))),
            ("", format!("{}, label functions alone", size(labels))),
            (
                "basis",
                format!(
                    "{:.1} us, {} bytes and {} bits of label functions per position ({})",
                    self.cpu_us_per_position(costs),
                    costs.bytes_per_position,
                    costs.label_bits_per_position,
                    costs.origin
                ),
            ),
        ]
    }

    /// Writes one JSON object and a line end. Exact numbers are decimal strings, because they have too many digits for
    /// most JSON readers. Fails when `out` fails.
    pub fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        let [disk_bytes, label_bytes, cpu_hours] = self.needs(&COSTS);
        let levels = self.bound.iter().zip(&self.legal.levels).enumerate();
        let census = Json {
            game: &self.name,
            n: self.plan.n,
            samples: self.plan.samples.div_ceil(BATCHES) * BATCHES,
            seed: self.plan.seed,
            batches: BATCHES,
            colourings: self.total_bound().to_string(),
            legal: JsonFigure::of(&self.legal.total),
            cpu_hours,
            disk_bytes,
            label_function_bytes: label_bytes,
            costs: COSTS,
            levels: levels
                .map(|(edges, (bound, figure))| JsonLevel {
                    edges,
                    colourings: bound.to_string(),
                    legal: JsonFigure::of(figure),
                })
                .collect(),
        };
        serde_json::to_writer(&mut *out, &census)?;
        writeln!(out)
    }
}

#[derive(Serialize)]
struct Json<'a> {
    game: &'a str,
    n: usize,
    samples: usize,
    seed: u64,
    batches: usize,
    colourings: String,
    legal: JsonFigure,
    cpu_hours: f64,
    disk_bytes: f64,
    label_function_bytes: f64,
    costs: Costs,
    levels: Vec<JsonLevel>,
}

#[derive(Serialize)]
struct JsonLevel {
    edges: usize,
    colourings: String,
    legal: JsonFigure,
}

#[derive(Serialize)]
struct JsonFigure {
    mean: f64,
    /// Both ends, or null.
    interval: Option<(f64, f64)>,
    effective_batches: f64,
}

impl JsonFigure {
    fn of(figure: &Figure) -> Self {
        Self {
            mean: figure.mean,
            interval: figure.interval,
            effective_batches: figure.effective_batches,
        }
    }
}

/// Formats four digits, or a smaller integer in full: `2.34`, `1,507`, `1.234e45`.
fn number(value: f64) -> String {
    match value {
        0.0 => "0".into(),
        ..1000.0 => {
            let decimals = (3 - value.log10().floor() as i32).clamp(0, 3) as usize;
            let text = format!("{value:.decimals$}");
            text.trim_end_matches('0').trim_end_matches('.').into()
        }
        ..1e9 => grouped(value.round() as u64),
        _ => format!("{value:.3e}"),
    }
}

/// Formats the number like [`number`].
fn rounded(number: &BigUint) -> String {
    match u64::try_from(number) {
        Ok(number) if number < 1_000_000_000 => grouped(number),
        _ => {
            let digits = number.to_string();
            // One digit would go over to the next power of ten only for 9.9995 and more.
            let value: f64 = format!("{}.{}", &digits[..1], &digits[1..8]).parse().expect("digits");
            format!("{value:.3}e{}", digits.len() - 1)
        }
    }
}

/// Formats all digits with commas.
fn grouped_digits(number: &BigUint) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> = (0..digits.len().div_ceil(3))
        .rev()
        .map(|i| &digits[digits.len().saturating_sub(3 * i + 3)..digits.len() - 3 * i])
        .collect();
    groups.join(",")
}

fn size(bytes: f64) -> String {
    match bytes {
        ..1e21 => base::units::bytes(bytes),
        _ => format!("{bytes:.2e} bytes"),
    }
}

fn duration(hours: f64) -> String {
    match hours {
        ..1e5 => base::units::hours(hours),
        _ => format!("{:.2e} years", hours / HOURS_A_YEAR),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_every_size_are_short() {
        let values = [0.0, 0.064, 1.0, 2.345678, 71.2, 999.4, 1507.4, 2e8, 1.23456e45];
        let texts = [
            "0",
            "0.064",
            "1",
            "2.346",
            "71.2",
            "999.4",
            "1,507",
            "200,000,000",
            "1.235e45",
        ];
        assert_eq!(values.map(number), texts);
        let big = BigUint::from(10u32).pow(45) * 2u32 - 1u32;
        assert_eq!(rounded(&big), "2.000e45");
        assert_eq!(rounded(&BigUint::from(25506u32)), "25,506");
        assert_eq!(rounded(&BigUint::from(1_234_567_890u32)), "1.235e9");
        assert_eq!(grouped_digits(&BigUint::from(1_234_567u32)), "1,234,567");
        assert_eq!(grouped_digits(&BigUint::from(567u32)), "567");
        assert_eq!(size(3e30), "3.00e30 bytes");
        assert_eq!([duration(2.0), duration(8766e10)], ["2.0 h", "1.00e10 years"]);
    }
}
