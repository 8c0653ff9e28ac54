//! The parameters of a request, and the sentences where they are not those that it takes.

use std::fmt::Display;
use std::str::FromStr;

use axum::extract::{FromRequestParts, Query};
use axum::http::request::Parts;

use super::failure::ApiError;
use super::handlers::Result;

/// The name and the text of each parameter, in the order in which they were given.
pub(super) struct Parameters(Vec<(String, String)>);

impl<S: Sync> FromRequestParts<S> for Parameters {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self> {
        let given = Query::<Vec<(String, String)>>::try_from_uri(&parts.uri);
        let Query(given) = given.map_err(|_| ApiError::bad_request("what follows '?' is not a list of parameters"))?;
        Ok(Self(given))
    }
}

impl Parameters {
    /// Refuses a parameter that is not one of `names`, and one that is given twice.
    pub fn only(&self, names: &[&str]) -> Result<()> {
        for (i, (name, _)) in self.0.iter().enumerate() {
            let shown = name.chars().take(40).collect::<String>();
            let shown = shown.escape_debug();
            if !names.contains(&name.as_str()) {
                let choice = match names {
                    [] => "it takes none".into(),
                    _ => format!("it takes {}", listed(names, "and")),
                };
                let message = format!("this request takes no parameter '{shown}'; {choice}");
                return Err(ApiError::bad_request(message));
            }
            if self.0[..i].iter().any(|(other, _)| other == name) {
                return Err(ApiError::bad_request(format!("the parameter '{shown}' is given twice")));
            }
        }
        Ok(())
    }

    /// Returns the text of a parameter, if it is given.
    pub fn text(&self, name: &str) -> Option<&str> {
        let given = self.0.iter().find(|(own, _)| own == name);
        given.map(|(_, text)| text.as_str())
    }

    /// Returns the text of a parameter that must be given, as in `example`.
    pub fn required(&self, name: &str, example: &str) -> Result<&str> {
        let message = || format!("the parameter '{name}' is missing; give it as in ?{name}={example}");
        self.text(name).ok_or_else(|| ApiError::bad_request(message()))
    }

    /// Returns the number that a parameter says, if it is given.
    pub fn number<T: FromStr + Display>(&self, name: &str, most: T) -> Result<Option<T>> {
        let read = |text: &str| {
            text.parse().map_err(|_| {
                ApiError::bad_request(format!(
                    "the parameter '{name}' must be a whole number from 0 to {most}"
                ))
            })
        };
        self.text(name).map(read).transpose()
    }

    /// Returns which of `choices` a parameter says, if it is given.
    pub fn choice<T: Copy>(&self, name: &str, choices: &[(&str, T)]) -> Result<Option<T>> {
        let Some(text) = self.text(name) else { return Ok(None) };
        let found = choices.iter().find(|(word, _)| *word == text);
        let words: Vec<&str> = choices.iter().map(|(word, _)| *word).collect();
        let message = || format!("the parameter '{name}' must be {}", listed(&words, "or"));
        match found {
            Some(&(_, choice)) => Ok(Some(choice)),
            None => Err(ApiError::bad_request(message())),
        }
    }
}

/// The words as people list them.
fn listed(words: &[&str], last: &str) -> String {
    match words {
        [] => String::new(),
        [one] => (*one).into(),
        [others @ .., end] => format!("{} {last} {end}", others.join(", ")),
    }
}
