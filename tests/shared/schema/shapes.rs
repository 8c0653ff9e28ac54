//! Whether what commands print with `--json` is what docs/json.md says: its tables, as JSON Schema.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::fits;

const PAGE: &str = include_str!("../../../docs/json.md");

/// A shape by the title of its section. The empty path is the object itself, `levels[].` the objects of a list.
type Shape = BTreeMap<String, Key>;

/// A key of an object.
struct Key {
    /// What it may hold.
    alternatives: Vec<Value>,
    may_be_absent: bool,
}

/// The shapes of docs/json.md, and the keys that were met.
pub struct Shapes {
    shapes: BTreeMap<String, Shape>,
    met: BTreeSet<(String, String)>,
}

impl Shapes {
    /// Reads the page.
    ///
    /// # Panics
    /// When a table has a type that is not known here.
    pub fn read() -> Shapes {
        let sections = PAGE.split("\n## ").skip(1);
        let shapes = sections.map(|section| {
            let (title, text) = section.split_once('\n').unwrap();
            let rows = text.lines().filter(|line| line.starts_with("| `"));
            let keys = rows.flat_map(|row| {
                let mut cells = row.trim_matches('|').split(" | ");
                let (names, kind) = (cells.next().unwrap(), cells.next().unwrap());
                let names = names.split('`').skip(1).step_by(2).map(str::to_owned);
                names.map(move |name| (name, Key::of(kind)))
            });
            (title.replace('`', ""), keys.collect())
        });
        Shapes {
            shapes: shapes.collect(),
            met: BTreeSet::new(),
        }
    }

    /// The titles of the sections.
    pub fn titles(&self) -> impl Iterator<Item = &str> {
        self.shapes.keys().map(String::as_str)
    }

    /// Asserts that `value` is as the section with this title says.
    #[track_caller]
    pub fn check(&mut self, title: &str, value: &Value) {
        let schema = object(&self.shapes[title], "");
        if let Err(why) = fits(&Value::Null, &schema, value) {
            panic!("{title}: {why}\n{value:#}");
        }
        self.meet(title, "", value);
    }

    /// Asserts this of every line, of which there must be one.
    #[track_caller]
    pub fn check_lines(&mut self, title: &str, lines: &str) {
        assert!(!lines.is_empty(), "{title}");
        for line in lines.lines() {
            self.check(title, &serde_json::from_str(line).unwrap());
        }
    }

    /// Keys on the page that no value has had.
    pub fn unmet(&self) -> Vec<String> {
        let keys = (self.shapes.iter()).flat_map(|(title, shape)| shape.keys().map(|key| (title.clone(), key.clone())));
        let unmet = keys.filter(|key| !self.met.contains(key));
        unmet.map(|(title, key)| format!("{title}: {key}")).collect()
    }

    fn meet(&mut self, title: &str, path: &str, value: &Value) {
        match value {
            Value::Object(inner) => {
                for (name, inner) in inner {
                    let key = if path.is_empty() {
                        name.clone()
                    } else {
                        format!("{path}.{name}")
                    };
                    self.meet(title, &key, inner);
                    self.met.insert((title.into(), key));
                }
            }
            Value::Array(items) => items
                .iter()
                .for_each(|item| self.meet(title, &format!("{path}[]"), item)),
            _ => {}
        }
    }
}

impl Key {
    /// Of the second cell of a row: `string`, `list of integers, or null`, `object or absent`.
    fn of(kind: &str) -> Key {
        let words = kind.split(" or ").map(|one| one.trim_end_matches(','));
        let (absent, present): (Vec<&str>, Vec<&str>) = words.partition(|one| *one == "absent");
        Key {
            alternatives: present.into_iter().map(schema).collect(),
            may_be_absent: !absent.is_empty(),
        }
    }
}

/// The schema of one alternative.
fn schema(kind: &str) -> Value {
    let singular = |many: &str| match many.strip_prefix("lists of ") {
        Some(rest) => schema(&format!("list of {rest}")),
        None => schema(many.strip_suffix('s').expect(many)),
    };
    if let Some(items) = kind.strip_prefix("list of ") {
        json!({"type": "array", "items": singular(items)})
    } else if let Some(values) = kind.strip_prefix("object of ") {
        json!({"type": "object", "additionalProperties": singular(values)})
    } else {
        json!({ "type": kind })
    }
}

/// The schema of the object at `path`, which ends in a dot or is empty.
fn object(shape: &Shape, path: &str) -> Value {
    let own = |key: &&String| key.strip_prefix(path).is_some_and(|name| !name.contains(['.', '[']));
    let keys: Vec<&String> = shape.keys().filter(own).collect();
    let has = |inside: &str| shape.keys().any(|other| other.starts_with(inside));
    let alternative = |key: &str, one: &Value| {
        let (of_object, of_list) = (format!("{key}."), format!("{key}[]."));
        match one {
            one if *one == json!({"type": "object"}) && has(&of_object) => object(shape, &of_object),
            one if *one == schema("list of objects") => json!({"type": "array", "items": object(shape, &of_list)}),
            one => one.clone(),
        }
    };
    let property = |key: &&String| {
        let mut schemas: Vec<Value> = shape[*key]
            .alternatives
            .iter()
            .map(|one| alternative(key, one))
            .collect();
        let schema = match schemas.len() {
            1 => schemas.remove(0),
            _ => json!({ "oneOf": schemas }),
        };
        (key[path.len()..].to_string(), schema)
    };
    let required = keys.iter().filter(|key| !shape[**key].may_be_absent);
    let required: Vec<&str> = required.map(|key| &key[path.len()..]).collect();
    json!({
        "type": "object",
        "additionalProperties": false,
        "required": required,
        "properties": keys.iter().map(property).collect::<serde_json::Map<_, _>>(),
    })
}
