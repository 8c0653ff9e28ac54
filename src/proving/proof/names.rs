//! Names of games, typed in any case.

/// What follows the name of a family, such as `maker-breaker:`, in the name of a game.
pub fn in_family<'a>(game: &'a str, family: &str) -> Option<&'a str> {
    let (start, rest) = game.split_at_checked(family.len())?;
    start.eq_ignore_ascii_case(family).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families_are_known_in_any_case() {
        assert_eq!(in_family("Avoid:DQc", "avoid:"), Some("DQc"));
        assert_eq!(in_family("avoid", "avoid:"), None);
        assert_eq!(in_family("é:é", "é:é:"), None);
        assert_eq!(in_family("solve:C4", "avoid:"), None);
    }
}
