//! JSON for programs. Each shape is a struct beside its command; docs/json.md describes them all.

use serde::Serialize;

/// Returns a line of JSON. The keys of each object are in alphabetical order, so that what a prover adds stands among
/// the others, and readers that compare lines do not depend on the order of a struct's fields.
pub(super) fn line(shape: &impl Serialize) -> String {
    let value = serde_json::to_value(shape).expect("names, numbers and strings are JSON");
    value.to_string()
}
