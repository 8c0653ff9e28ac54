//! Names of games and graphs, typed in any case.

/// What follows the name of a family, such as `maker-breaker:`, in the name of a game.
pub fn in_family<'a>(game: &'a str, family: &str) -> Option<&'a str> {
    let (start, rest) = game.split_at_checked(family.len())?;
    start.eq_ignore_ascii_case(family).then_some(rest)
}

/// A text in the case in which it is known, if it is; else as it was typed. graph6, in which case matters, is known as
/// it stands: of other cases only those are tried that cannot be graph6 of a small graph.
pub fn in_usual_case(text: &str, is_known: impl Fn(&str) -> bool) -> String {
    if is_known(text) {
        return text.into();
    }
    // In graph6 there are no digits, and a small letter comes first for 34 vertices and more.
    let upper = Some(text.to_ascii_uppercase()).filter(|upper| upper.contains(|c: char| c.is_ascii_digit()));
    let others = [Some(text.to_ascii_lowercase()), upper].into_iter().flatten();
    others.into_iter().find(|other| is_known(other)).unwrap_or(text.into())
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

    #[test]
    fn names_come_to_their_usual_case_and_graph6_stays() {
        let is_known = |text: &str| ["K4", "paw", "DQc", "DQC"].contains(&text);
        for (typed, meant) in [
            ("k4", "K4"),
            ("PAW", "paw"),
            ("DQc", "DQc"),
            ("dqc", "dqc"),
            ("k5", "k5"),
        ] {
            assert_eq!(in_usual_case(typed, is_known), meant);
        }
    }
}
