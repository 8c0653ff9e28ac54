//! Whether JSON is what the documents say: the words of JSON Schema that they need, and no others.

mod api;
mod shapes;

use serde_json::{Map, Value};

pub use api::Api;
pub use shapes::Shapes;

/// Why `value` is not as `schema` of `document` says.
///
/// # Panics
/// When the schema uses a word that is not known here.
fn fits(document: &Value, schema: &Value, value: &Value) -> Result<(), String> {
    for (word, rule) in schema.as_object().unwrap() {
        let fits = match word.as_str() {
            "description" => true,
            "$ref" => return fits(document, named(document, rule.as_str().unwrap()), value),
            "oneOf" => {
                let fitting = rule
                    .as_array()
                    .unwrap()
                    .iter()
                    .filter(|one| fits(document, one, value).is_ok());
                fitting.count() == 1
            }
            "type" => match rule {
                Value::String(name) => is(name, value),
                names => names
                    .as_array()
                    .unwrap()
                    .iter()
                    .any(|name| is(name.as_str().unwrap(), value)),
            },
            "enum" => rule.as_array().unwrap().contains(value),
            "minimum" => value.as_i64() >= rule.as_i64(),
            "minItems" => value.as_array().unwrap().len() as u64 >= rule.as_u64().unwrap(),
            "maxItems" => value.as_array().unwrap().len() as u64 <= rule.as_u64().unwrap(),
            "items" => {
                let items = value.as_array().ok_or("no list")?;
                items.iter().try_for_each(|item| fits(document, rule, item))?;
                true
            }
            "properties" => {
                for (name, property) in rule.as_object().unwrap() {
                    if let Some(inner) = value.get(name) {
                        fits(document, property, inner).map_err(|why| format!("{name}: {why}"))?;
                    }
                }
                true
            }
            "required" => rule
                .as_array()
                .unwrap()
                .iter()
                .all(|name| value.get(name.as_str().unwrap()).is_some()),
            "additionalProperties" => {
                let none = Map::new();
                let known = schema["properties"].as_object().unwrap_or(&none);
                let object = value.as_object().unwrap_or(&none);
                for (name, inner) in object.iter().filter(|(name, _)| !known.contains_key(*name)) {
                    if rule == false {
                        return Err(format!("the key '{name}' is not known"));
                    }
                    fits(document, rule, inner).map_err(|why| format!("{name}: {why}"))?;
                }
                true
            }
            word => panic!("the schema's word '{word}' is not known here"),
        };
        if !fits {
            return Err(format!("{value} breaks {word}: {rule}"));
        }
    }
    Ok(())
}

fn named<'a>(document: &'a Value, reference: &str) -> &'a Value {
    document.pointer(reference.strip_prefix('#').unwrap()).expect(reference)
}

fn is(name: &str, value: &Value) -> bool {
    match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "number" => value.is_number(),
        "integer" => value.is_u64() || value.is_i64(),
        _ => panic!("the schema's type '{name}' is not known here"),
    }
}
