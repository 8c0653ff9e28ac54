//! Names as users type them, and as databases have them.

use canon::Canonical;
use graph::{Graph16, encode_graph6, named_graph, names_on};

/// Short names, with the number of vertices used when none is given.
pub const SHORT_NAMES: [(&str, &str, u32); 3] = [
    ("sim", "ramsey-lose:K3", 6),
    ("sim-plus", "ramsey-avoid-plus:K3", 6),
    ("sima", "ramsey-achieve:K3", 6),
];

/// Suffix of the names of games in which every move must touch an earlier edge.
pub const CONNECTED: &str = "/connected";

/// Returns the name that users type for the game known as `name`: `sim` for `ramsey-lose:K3`, `avoid:house` for the
/// house in graph6, and so on. Most games have one name. Cost: canonical forms, where there is graph6.
pub fn shown_name(name: &str) -> String {
    let is_it = |long: &str| {
        name.strip_prefix(long)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    if let Some((short, long, _)) = SHORT_NAMES.iter().find(|(_, long, _)| is_it(long)) {
        return name.replacen(long, short, 1);
    }
    let (game, rest) = name.split_at(name.find('/').unwrap_or(name.len()));
    let Some((word, graphs)) = game.split_once(':') else {
        return name.into();
    };
    let shown = graphs.split_inclusive([':', '+']).map(|part| {
        let graph = part.trim_end_matches([':', '+']);
        shown_graph(graph) + &part[graph.len()..]
    });
    format!("{word}:{}{rest}", shown.collect::<String>())
}

/// Returns the name that users type for the graph known as `name`: that of [`usual_name`], or one that came later.
pub fn shown_graph(name: &str) -> String {
    match named_graph(name) {
        Ok((text, graph)) if text == encode_graph6(&graph) => name_of(&graph, false).unwrap_or(name.into()),
        _ => name.into(),
    }
}

/// Returns the name by which databases know all graphs isomorphic to `graph`: the usual one, or else canonical graph6.
pub fn usual_name(graph: &Graph16) -> String {
    name_of(graph, true).unwrap_or_else(|| encode_graph6(&canonical(graph)))
}

fn name_of(graph: &Graph16, in_databases: bool) -> Option<String> {
    let own = canonical(graph);
    let mut names = names_on(graph.order(), in_databases);
    names.find_map(|(name, named)| (canonical(&named) == own).then_some(name))
}

fn canonical(graph: &Graph16) -> Graph16 {
    Canonical::of(graph).key.graph(graph.order())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn usual(text: &str) -> String {
        usual_name(&named_graph(text).unwrap().1)
    }

    #[test]
    fn one_name_for_one_graph() {
        for (text, name) in [
            ("C3", "K3"),
            ("Bw", "K3"),
            (">>graph6<<Bw", "K3"),
            (":BcN", "K3"),
            (" C4\n", "C4"),
            ("K1,2", "P3"),
            ("K2,2", "C4"),
            ("K1,1", "K2"),
            ("P2", "K2"),
            ("1K2", "K2"),
            ("Q1", "K2"),
            ("Q2", "C4"),
            ("W3", "K4"),
            ("claw", "K1,3"),
            ("K3,1", "K1,3"),
            ("K1,4", "K1,4"),
            ("3K2", "3K2"),
            ("bowtie", "bowtie"),
            ("butterfly", "bowtie"),
            ("B1", "K3"),
            ("B2", "diamond"),
            ("b3", "B3"),
        ] {
            assert_eq!(usual(text), name, "{text}");
        }
        // A cricket, in two labellings.
        assert_eq!(usual("D{_"), usual("D@{"));
        assert_eq!(usual("D{_"), usual("cricket"));
    }

    #[test]
    fn databases_know_graphs_that_were_named_later_by_graph6() {
        for later in [
            "house",
            "gem",
            "dart",
            "kite",
            "cricket",
            "fork",
            "banner",
            "net",
            "domino",
            "prism",
            "octahedron",
            "W4",
            "W5",
            "W15",
            "Q3",
            "Q4",
            "petersen",
        ] {
            let known = usual(later);
            assert_eq!(known, usual(&known), "{later}");
            assert_eq!(named_graph(&known).unwrap().0, known, "{later} is graph6");
            assert_eq!(shown_graph(&known), later);
            assert_eq!(shown_name(&format!("avoid:{known}")), format!("avoid:{later}"));
        }
        let [house, gem] = ["house", "gem"].map(usual);
        for (known, shown) in [
            (format!("avoid:C4+{house}/connected"), "avoid:C4+house/connected"),
            (
                format!("ramsey-lose:{gem}:{house}/board={house}"),
                &format!("ramsey-lose:gem:house/board={house}"),
            ),
            ("ramsey-avoid:min-degree:2".into(), "ramsey-avoid:min-degree:2"),
            ("avoid:DxC".into(), "avoid:DxC"),
            ("ramsey-lose:K3/red=0-1".into(), "sim/red=0-1"),
        ] {
            assert_eq!(shown_name(&known), shown);
        }
    }
}
