//! Whether JSON is what docs/openapi.json says: the words of JSON Schema that the file uses, and no others.

use serde_json::{Map, Value};

/// The description of the API.
pub struct Api(Value);

impl Api {
    pub fn read() -> Api {
        let text = include_str!("../../../docs/openapi.json");
        Api(serde_json::from_str(text).unwrap())
    }

    pub fn json(&self) -> &Value {
        &self.0
    }

    /// Asserts that `body` may be the response to `GET path` (as the file names it) with this status.
    #[track_caller]
    pub fn check(&self, path: &str, status: u16, body: &Value) {
        let response = &self.0["paths"][path]["get"]["responses"][status.to_string()];
        let schema = &response["content"]["application/json"]["schema"];
        assert!(schema.is_object(), "{path} is not said to give status {status}: {body}");
        if let Err(why) = self.fits(schema, body) {
            panic!("{path}, status {status}: {why}\n{body:#}");
        }
    }

    /// Why `value` is not as `schema` says.
    ///
    /// # Panics
    /// When the schema uses a word that is not known here.
    fn fits(&self, schema: &Value, value: &Value) -> Result<(), String> {
        for (word, rule) in schema.as_object().unwrap() {
            let fits = match word.as_str() {
                "description" => true,
                "$ref" => return self.fits(self.named(rule.as_str().unwrap()), value),
                "oneOf" => {
                    let fitting = rule
                        .as_array()
                        .unwrap()
                        .iter()
                        .filter(|one| self.fits(one, value).is_ok());
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
                    items.iter().try_for_each(|item| self.fits(rule, item))?;
                    true
                }
                "properties" => {
                    for (name, property) in rule.as_object().unwrap() {
                        if let Some(inner) = value.get(name) {
                            self.fits(property, inner).map_err(|why| format!("{name}: {why}"))?;
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
                    assert_eq!(rule, false);
                    let none = Map::new();
                    let known = schema["properties"].as_object().unwrap_or(&none);
                    value
                        .as_object()
                        .is_none_or(|object| object.keys().all(|name| known.contains_key(name)))
                }
                word => panic!("the schema's word '{word}' is not known here"),
            };
            if !fits {
                return Err(format!("{value} breaks {word}: {rule}"));
            }
        }
        Ok(())
    }

    fn named(&self, reference: &str) -> &Value {
        self.0.pointer(reference.strip_prefix('#').unwrap()).expect(reference)
    }
}

fn is(name: &str, value: &Value) -> bool {
    match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "integer" => value.is_u64() || value.is_i64(),
        _ => panic!("the schema's type '{name}' is not known here"),
    }
}
