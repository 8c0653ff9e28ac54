//! Values of a solved game.

use std::fs::metadata;
use std::path::PathBuf;
use std::time::Instant;

use pyo3::prelude::*;

use retrograph::Side;
use retrograph::oracle::{Description, choices};

use crate::errors::{failed, of_answer, of_library};
use crate::json;
use crate::waiting::TURN;

/// A database or an export. Its calls let other threads of Python run.
#[pyclass(frozen, module = "retrograph._native")]
pub struct Database(pub retrograph::Database);

#[pymethods]
impl Database {
    #[new]
    fn open(py: Python<'_>, folder: PathBuf) -> PyResult<Self> {
        metadata(&folder).map_err(|error| failed(&error, &folder))?;
        let opened = py.detach(|| retrograph::open(&folder));
        Ok(Self(opened.map_err(|error| of_library(&error))?))
    }

    fn description(&self, py: Python<'_>) -> PyResult<String> {
        py.detach(|| {
            let levels = self.0.levels().map_err(|error| of_library(&error))?;
            json(&Description::of(self.0.oracle(), &levels))
        })
    }

    fn levels(&self, py: Python<'_>) -> PyResult<String> {
        py.detach(|| json(&self.0.levels().map_err(|error| of_library(&error))?))
    }

    fn value(&self, py: Python<'_>, text: &str) -> PyResult<String> {
        py.detach(|| self.text(text))
    }

    /// The values of many positions. Ctrl-C ends it within [`TURN`] and the time of one position.
    fn values(&self, py: Python<'_>, texts: Vec<String>) -> PyResult<Vec<String>> {
        let mut values = Vec::with_capacity(texts.len());
        let mut left = texts.iter();
        while values.len() < texts.len() {
            py.check_signals()?;
            py.detach(|| {
                let begun = Instant::now();
                for text in left.by_ref() {
                    values.push(self.text(text)?);
                    if begun.elapsed() > TURN {
                        break;
                    }
                }
                Ok::<_, PyErr>(())
            })?;
        }
        Ok(values)
    }

    fn position(&self, py: Python<'_>, text: &str) -> PyResult<String> {
        py.detach(|| json(&self.0.oracle().position(text).map_err(of_answer)?))
    }

    fn moves(&self, py: Python<'_>, text: &str) -> PyResult<String> {
        py.detach(|| json(&choices(self.0.oracle(), text).map_err(of_answer)?))
    }

    fn line(&self, py: Python<'_>, text: &str, max_begins: bool) -> PyResult<String> {
        let side = if max_begins { Side::Max } else { Side::Min };
        py.detach(|| json(&self.0.line(text, side).map_err(of_answer)?))
    }
}

impl Database {
    fn text(&self, text: &str) -> PyResult<String> {
        Ok(self.0.value(text).map_err(of_answer)?.to_string())
    }
}
