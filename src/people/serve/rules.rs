//! The rules of a game as data, with which a page can play it.

use serde_json::{Value, json};

use engine::Reader;
use game::values::{Completion, Values};
use game::{NoRulebook, Part};
use graph::{Graph16, encode_graph6};

/// Returns the rules of `engine`'s game, and what values mean.
///
/// # Errors
/// [`NoRulebook`].
pub(super) fn json(engine: &dyn Reader, values: Values) -> Result<Value, NoRulebook> {
    let rulebook = engine.rulebook()?;
    let part = |part: &Part| match part {
        Part::Copy(name, graph) => json!({"name": name, "graph6": encode_graph6(graph)}),
        Part::Property(name) => json!(name),
    };
    let parts = |parts: &Vec<Part>| parts.iter().map(part).collect::<Value>();
    let board = rulebook.board.as_ref().map(|board| {
        json!({
            "pairs": encode_graph6(&board.pairs),
            "before": board.before.iter().map(pairs).collect::<Value>(),
        })
    });
    Ok(json!({
        "n": engine.order(),
        "signature": rulebook.signature.name(),
        "rules": rulebook.parts.iter().map(parts).collect::<Value>(),
        "connected": rulebook.connected,
        "board": board,
        "red_alone": rulebook.red_alone,
        "values": {
            "kind": values.kind().to_string(),
            "ties": values.may_tie(),
            "last_mover_loses": values.play().last_mover_loses(),
            "completion": values.play().completion.map(|completion| match completion {
                Completion::Loses => "loses",
                Completion::Wins => "wins",
            }),
        },
    }))
}

fn pairs(graph: &Graph16) -> Value {
    graph.edges().map(|(u, v)| json!([u, v])).collect()
}
