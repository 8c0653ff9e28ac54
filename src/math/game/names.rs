//! Names as users type them.

/// Short names, with the number of vertices used when none is given.
pub const SHORT_NAMES: [(&str, &str, u32); 3] = [
    ("sim", "ramsey-lose:K3", 6),
    ("sim-plus", "ramsey-avoid-plus:K3", 6),
    ("sima", "ramsey-achieve:K3", 6),
];

/// Returns the name that users type for the game known as `name`: `sim` for `ramsey-lose:K3`, and so on. Most games
/// have one name.
pub fn shown_name(name: &str) -> String {
    let is_it = |long: &str| {
        name.strip_prefix(long)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    match SHORT_NAMES.iter().find(|(_, long, _)| is_it(long)) {
        Some((short, long, _)) => name.replacen(long, short, 1),
        None => name.into(),
    }
}

/// Suffix of the names of games in which every move must touch an earlier edge.
pub const CONNECTED: &str = "/connected";
