//! Whether answers of the server are what docs/openapi.json says.

use serde_json::Value;

use super::fits;

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
        let response = match response["$ref"].as_str() {
            Some(reference) => super::named(&self.0, reference),
            None => response,
        };
        let schema = &response["content"]["application/json"]["schema"];
        assert!(schema.is_object(), "{path} is not said to give status {status}: {body}");
        if let Err(why) = fits(&self.0, schema, body) {
            panic!("{path}, status {status}: {why}\n{body:#}");
        }
    }
}
