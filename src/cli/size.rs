//! Sizes on the command line, such as `4GiB`.

/// Parses a number of bytes with an optional unit out of B, KiB, MiB, GiB, TiB (`K`, `M`, `G`, `T` for short, all
/// binary).
pub(super) fn parse_size(text: &str) -> Result<u64, String> {
    let split = text
        .find(|c: char| !c.is_ascii_digit() && c != '.')
        .unwrap_or(text.len());
    let (number, unit) = text.split_at(split);
    let shift = match unit.trim().to_ascii_lowercase().as_str() {
        "" | "b" => 0,
        "k" | "kib" => 10,
        "m" | "mib" => 20,
        "g" | "gib" => 30,
        "t" | "tib" => 40,
        _ => return Err(format!("'{unit}' is not a unit; use KiB, MiB, GiB or TiB, as in 4GiB")),
    };
    let number: f64 = number
        .parse()
        .map_err(|_| "give a size such as 512MiB or 4GiB".to_string())?;
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
        assert_eq!(parse_size("4GiB"), Ok(4 << 30));
        assert_eq!(parse_size("1.5 m"), Ok(3 << 19));
        assert_eq!(parse_size("1000"), Ok(1000));
        assert!(parse_size("4GB").is_err());
        assert!(parse_size("GiB").is_err());
        assert!(parse_size("-1").is_err());
        assert!(parse_size("1e99TiB").is_err());
    }
}
