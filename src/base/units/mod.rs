//! Numbers and sizes as people read them, and columns that line up.

mod size;
mod threads;

use std::io::{self, Write};

pub use size::parse_size;
pub use threads::{parse_threads, processors, threads_within};

/// Formats a number with a comma every three digits: `1,262,180`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Formats a count with a noun whose plural ends in s: `1 position`, `1,262,180 positions`.
pub fn counted(number: u64, noun: &str) -> String {
    let s = if number == 1 { "" } else { "s" };
    format!("{} {noun}{s}", grouped(number))
}

/// Formats a size with three significant digits in binary units: `1.06 GiB`; below 1 KiB, whole bytes.
pub fn bytes(size: f64) -> String {
    const UNITS: [&str; 6] = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
    if size.round() < 1024.0 {
        return format!("{size:.0} B");
    }
    let mut value = size / 1024.0;
    let mut unit = 0;
    // 1023.5 and more would print as 1024 of this unit.
    while value >= 1023.5 && unit + 1 < UNITS.len() {
        value /= 1024.0;
        unit += 1;
    }
    let decimals = if value < 9.995 {
        2
    } else if value < 99.95 {
        1
    } else {
        0
    };
    format!("{value:.decimals$} {}", UNITS[unit])
}

/// Formats a duration given in hours: `42 ms`, `42.0 s`, `7.5 min`, `31.2 h`, `12,500 h`.
pub fn hours(duration: f64) -> String {
    let seconds = duration * 3600.0;
    if seconds < 1.0 {
        format!("{:.0} ms", seconds * 1000.0)
    } else if seconds < 100.0 {
        format!("{seconds:.1} s")
    } else if duration < 1.0 {
        format!("{:.1} min", seconds / 60.0)
    } else if duration < 1000.0 {
        format!("{duration:.1} h")
    } else {
        format!("{} h", grouped(duration.round() as u64))
    }
}

/// Writes rows under a header. Each column is right-aligned and as wide as its widest cell; the last one is
/// left-aligned. Every row must have as many cells as the header. Fails when `out` fails.
pub fn write_columns(out: &mut dyn Write, header: &[&str], rows: &[Vec<String>]) -> io::Result<()> {
    let width = |column: usize| {
        let cells = rows.iter().map(|row| row[column].chars().count());
        cells.chain([header[column].chars().count()]).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..header.len()).map(width).collect();
    let mut write_row = |cells: &[&str]| {
        let mut line = String::new();
        for (column, cell) in cells.iter().enumerate() {
            if column > 0 {
                line.push_str("  ");
            }
            if column + 1 == cells.len() {
                line.push_str(cell);
            } else {
                line.push_str(&format!("{cell:>0$}", widths[column]));
            }
        }
        writeln!(out, "{}", line.trim_end())
    };
    write_row(header)?;
    for row in rows {
        write_row(&row.iter().map(String::as_str).collect::<Vec<_>>())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_by_three() {
        assert_eq!(
            [0, 999, 1000, 1_262_180].map(grouped),
            ["0", "999", "1,000", "1,262,180"]
        );
        assert_eq!(grouped(u64::MAX), "18,446,744,073,709,551,615");
    }

    #[test]
    fn one_is_singular() {
        let said = [0, 1, 2, 1_000].map(|number| counted(number, "position"));
        assert_eq!(said, ["0 positions", "1 position", "2 positions", "1,000 positions"]);
    }

    #[test]
    fn sizes_keep_three_digits_and_change_unit_in_time() {
        let sizes = [0.0, 1023.0, 1023.9, 1024.0, 1_138_166_333.0, 20e12, 1024.0 * 1023.9];
        let texts = [
            "0 B", "1023 B", "1.00 KiB", "1.00 KiB", "1.06 GiB", "18.2 TiB", "1.00 MiB",
        ];
        assert_eq!(sizes.map(bytes), texts);
    }

    #[test]
    fn durations_choose_their_unit() {
        let durations = [0.00001, 0.01, 0.5, 31.2, 12_500.0];
        assert_eq!(
            durations.map(hours),
            ["36 ms", "36.0 s", "30.0 min", "31.2 h", "12,500 h"]
        );
    }

    #[test]
    fn columns_line_up_without_trailing_blanks() {
        let mut out = Vec::new();
        let rows = [
            vec!["1,000".to_string(), String::new()],
            vec!["7".to_string(), "why".to_string()],
        ];
        write_columns(&mut out, &["n", "note"], &rows).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), "    n  note\n1,000\n    7  why\n");
    }
}
