//! What games are called in theorems.

/// Of an avoidance or achievement game whose name the rules know, such as `the triangle avoidance game`.
pub(crate) fn avoidance(game: &str) -> String {
    let (game, play) = match game.strip_suffix("/connected") {
        Some(game) => (game, "connected "),
        None => (game, ""),
    };
    let (parts, kind) = match (game.strip_prefix("avoid:"), game.strip_prefix("achieve:")) {
        (Some(parts), _) => (parts, "avoidance"),
        (_, Some(parts)) => (parts, "achievement"),
        _ => ("K3", "avoidance"),
    };
    format!("the {play}{} {kind} game", nouns(parts))
}

/// Of a two-colour game, such as `the P4 Ramsey avoidance game`: its name has what the players complete, and further
/// parts after slashes.
pub(crate) fn two_colours(game: &str) -> String {
    let (game, rest) = game.split_once('/').unwrap_or((game, ""));
    let (form, graphs) = game.split_once(':').unwrap_or((game, ""));
    let graphs = match graphs.split_once(':') {
        Some((red, green)) if red != green => format!("{} and {}", nouns(red), nouns(green)),
        Some((same, _)) => nouns(same),
        None => nouns(graphs),
    };
    let title = match (form, &graphs[..]) {
        ("sim", _) | ("ramsey-lose", "triangle") => "Sim".into(),
        ("sima", _) | ("ramsey-achieve", "triangle") => "Sima".into(),
        ("ramsey-lose", _) => format!("the game of Sim with {graphs}"),
        ("ramsey-achieve", _) => format!("the {graphs} Ramsey achievement game"),
        ("ramsey-achieve-weak", _) => format!("the weak {graphs} Ramsey achievement game"),
        _ => format!("the {graphs} Ramsey avoidance game"),
    };
    match rest {
        "" => title,
        rest => format!("{title} ({})", rest.replace('/', ", ")),
    }
}

/// Graphs and properties joined by `+`, as nouns.
fn nouns(parts: &str) -> String {
    parts.split('+').map(noun).collect::<Vec<_>>().join(" or ")
}

fn noun(part: &str) -> String {
    let plain = match part {
        "K3" => "triangle",
        "odd-cycle" => "odd cycle",
        "hamilton-cycle" => "Hamilton cycle",
        "hamilton-path" => "Hamilton path",
        "connected" => "connected graph",
        "non-planar" => "non-planar graph",
        graph => graph,
    };
    match plain.split_once(':') {
        Some(("chromatic", colours)) => format!("{colours}-chromatic graph"),
        Some(("min-degree", degree)) => format!("minimum degree {degree}"),
        _ => plain.into(),
    }
}

/// How many vertices a board has.
pub(crate) fn vertices(n: usize) -> String {
    format!("{n} {}", if n == 1 { "vertex" } else { "vertices" })
}
