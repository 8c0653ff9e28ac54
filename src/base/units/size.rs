//! Sizes as people write them, such as `4GiB`.

/// The least size that needs no unit: a smaller number was meant with one.
const LEAST_BARE: f64 = (1u64 << 20) as f64;

/// Parses a number of bytes with a unit out of B, KiB, MiB, GiB, TiB, in any case and all binary, also as Ki, KB or K;
/// without a unit from 1 MiB on.
///
/// # Errors
/// A sentence that says what to give.
pub fn parse_size(text: &str) -> Result<u64, String> {
    let example = "give a size such as 512MiB or 4GiB";
    let text = text.trim();
    let split = text
        .find(|c: char| !c.is_ascii_digit() && c != '.')
        .unwrap_or(text.len());
    let (number, unit) = text.split_at(split);
    let Ok(number) = number.parse::<f64>() else {
        return Err(example.into());
    };
    let unit = unit.trim();
    let shift = match unit.to_ascii_lowercase().as_str() {
        "" if number < LEAST_BARE => {
            return Err(format!("'{text}' has no unit, which makes it {text} bytes; {example}"));
        }
        "" | "b" => 0,
        "k" | "kb" | "ki" | "kib" => 10,
        "m" | "mb" | "mi" | "mib" => 20,
        "g" | "gb" | "gi" | "gib" => 30,
        "t" | "tb" | "ti" | "tib" => 40,
        _ => return Err(format!("'{unit}' is not a unit; use KiB, MiB, GiB or TiB, as in 4GiB")),
    };
    let bytes = number * (1u64 << shift) as f64;
    if bytes < 1e18 {
        Ok(bytes as u64)
    } else {
        Err("that is more memory than any machine has".into())
    }
}

#[cfg(test)]
mod tests {
    use super::parse_size;

    #[test]
    fn units_are_binary() {
        for text in [
            "4GiB",
            "4gib",
            "4Gi",
            "4GB",
            "4gb",
            "4G",
            "4g",
            "4 GiB",
            " 4096MB ",
            "4294967296",
            "4294967296B",
        ] {
            assert_eq!(parse_size(text), Ok(4 << 30), "{text}");
        }
        assert_eq!(parse_size("1.5 m"), Ok(3 << 19));
        assert_eq!(parse_size("1kb"), Ok(1 << 10));
        assert_eq!(parse_size("1B"), Ok(1));
        assert_eq!(parse_size("1048576"), Ok(1 << 20));
        let bare = parse_size("4").unwrap_err();
        assert!(bare.contains("4 bytes") && bare.contains("4GiB"), "{bare}");
        for text in [
            "1048575",
            "0",
            "GiB",
            "-1",
            "-1GiB",
            "",
            "much",
            "4XB",
            "1e99TiB",
            "1.2.3GiB",
            "99999999TiB",
        ] {
            assert!(parse_size(text).is_err(), "{text}");
        }
        assert!(parse_size("4XB").unwrap_err().contains("'XB' is not a unit"));
    }
}
