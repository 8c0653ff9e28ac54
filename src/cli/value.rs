//! A value as people and programs read it.

/// `P` or `N`.
pub(super) fn letter(is_p: bool) -> &'static str {
    if is_p { "P" } else { "N" }
}

/// What the letter means.
pub(super) fn meaning(is_p: bool) -> &'static str {
    if is_p {
        "the previous player wins"
    } else {
        "the next player wins"
    }
}
