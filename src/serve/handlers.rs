//! The answers to the requests of the API.

use std::sync::Arc;

use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::{Method, StatusCode, Uri};
use axum::response::Response;
use serde::{Deserialize, Serialize};

use super::failure::ApiError;
use super::json::json;
use super::long::long;
use super::shelf::{Shelf, Shelved};
use oracle::{AnswerError, Description, LevelCount, Oracle, Side, Strength, after, choices, line, reply};

/// Maximum number of bytes in a position's text; an edge list of all pairs of 20 vertices takes 1,100.
const LONGEST_POSITION: usize = 2_048;

pub(super) type Result<T = Response> = std::result::Result<T, ApiError>;
pub(super) type Books = State<Arc<Shelf>>;
pub(super) type Name = std::result::Result<Path<String>, PathRejection>;
pub(super) type Asked<T> = std::result::Result<Query<T>, QueryRejection>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AboutPosition {
    position: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AboutPlay {
    position: String,
    side: Option<SideName>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum SideName {
    Max,
    Min,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AboutReply {
    position: String,
    side: Option<SideName>,
    #[serde(default)]
    strength: StrengthName,
    #[serde(default)]
    seed: u64,
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum StrengthName {
    #[default]
    Perfect,
    Casual,
    Beginner,
}

impl StrengthName {
    fn strength(self) -> Strength {
        match self {
            Self::Perfect => Strength::Perfect,
            Self::Casual => Strength::Casual,
            Self::Beginner => Strength::Beginner,
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AboutMove {
    position: String,
    edge: String,
}

/// A database with the name that clients use.
#[derive(Serialize)]
pub(super) struct Named<'a> {
    pub name: &'a str,
    #[serde(flatten)]
    pub description: &'a Description,
}

/// The list of databases.
#[derive(Serialize)]
pub(super) struct Databases<'a> {
    pub databases: Vec<Named<'a>>,
}

/// The levels of a database.
#[derive(Serialize)]
pub(super) struct Levels<'a> {
    pub levels: &'a [LevelCount],
}

/// Looks up the subject of a request; errors in the request are reported in a sentence.
struct Question {
    shelved: Arc<Shelved>,
    name: String,
}

impl Question {
    fn new(State(shelf): Books, name: Name) -> Result<Self> {
        let Path(name) = name.map_err(|error| ApiError::bad_request(error.body_text()))?;
        let Some(shelved) = shelf.get(&name) else {
            let names: Vec<&str> = shelf.iter().map(|(name, _)| name).collect();
            let names = names.join(", ");
            let message = format!("there is no database '{}'; choose one of {names}", name.escape_debug());
            return Err(ApiError::new(StatusCode::NOT_FOUND, "no_such_database", message));
        };
        Ok(Self { shelved, name })
    }

    fn oracle(&self) -> &dyn Oracle {
        &*self.shelved.oracle
    }

    /// Computes an answer that takes longer than microseconds.
    async fn long<T: Serialize>(
        self,
        text: String,
        answer: impl FnOnce(&dyn Oracle, &str) -> std::result::Result<T, AnswerError> + Send + 'static,
    ) -> Result {
        long(move || {
            let oracle = self.oracle();
            let answer = answer(oracle, &text).map_err(|error| ApiError::of(oracle, &text, error))?;
            Ok(json(&answer))
        })
        .await
    }
}

/// Returns the parameters of a request.
pub(super) fn asked<T>(query: Asked<T>) -> Result<T> {
    let Query(asked) = query.map_err(|error| ApiError::bad_request(error.body_text()))?;
    Ok(asked)
}

/// Checks the length of a position's text.
fn checked(position: String) -> Result<String> {
    if position.len() <= LONGEST_POSITION {
        return Ok(position);
    }
    let message = format!("a text of more than {LONGEST_POSITION} bytes cannot be a position");
    Err(ApiError::new(StatusCode::BAD_REQUEST, "bad_position", message))
}

pub(super) async fn databases(State(shelf): Books) -> Response {
    let now: Vec<_> = shelf.iter().collect();
    let databases = now.iter().map(|(name, shelved)| Named {
        name,
        description: &shelved.description,
    });
    json(&Databases {
        databases: databases.collect(),
    })
}

pub(super) async fn database(books: Books, name: Name) -> Result {
    let question = Question::new(books, name)?;
    Ok(json(&Named {
        name: &question.name,
        description: &question.shelved.description,
    }))
}

pub(super) async fn levels(books: Books, name: Name) -> Result {
    let question = Question::new(books, name)?;
    Ok(json(&Levels {
        levels: &question.shelved.levels,
    }))
}

pub(super) async fn rules(books: Books, name: Name) -> Result {
    let question = Question::new(books, name)?;
    let refusal = |why| {
        let message = format!("the rules of '{}' are not told as data: {why}", question.name);
        ApiError::new(StatusCode::NOT_FOUND, "no_rules", message)
    };
    question.shelved.rules.as_ref().map(json).map_err(refusal)
}

/// Runs on the thread that took the request, unless a level must be opened first.
pub(super) async fn value(books: Books, name: Name, query: Asked<AboutPosition>) -> Result {
    let question = Question::new(books, name)?;
    let text = checked(asked(query)?.position)?;
    match question.oracle().position_at_once(&text) {
        Ok(Some(position)) => Ok(json(&position)),
        Err(AnswerError::Solved(error)) => Err(ApiError::of(question.oracle(), &text, error.into())),
        // Explaining an invalid text may take a while.
        Ok(None) | Err(AnswerError::Bad(_)) => question.long(text, |oracle, text| oracle.position(text)).await,
    }
}

pub(super) async fn canonical(books: Books, name: Name, query: Asked<AboutPosition>) -> Result {
    let question = Question::new(books, name)?;
    let text = checked(asked(query)?.position)?;
    match question.oracle().canonical(&text) {
        Ok(canonical) => Ok(json(&canonical)),
        Err(_) => question.long(text, |oracle, text| Ok(oracle.canonical(text)?)).await,
    }
}

pub(super) async fn moves(books: Books, name: Name, query: Asked<AboutPosition>) -> Result {
    let question = Question::new(books, name)?;
    let text = checked(asked(query)?.position)?;
    question.long(text, choices).await
}

pub(super) async fn main_line(books: Books, name: Name, query: Asked<AboutPlay>) -> Result {
    let question = Question::new(books, name)?;
    let AboutPlay { position, side } = asked(query)?;
    let side = side_of(side);
    question
        .long(checked(position)?, move |oracle, text| line(oracle, text, side))
        .await
}

pub(super) async fn opponent(books: Books, name: Name, query: Asked<AboutReply>) -> Result {
    #[derive(Serialize)]
    struct Body {
        reply: Option<oracle::Reply>,
    }
    let question = Question::new(books, name)?;
    let AboutReply {
        position,
        side,
        strength,
        seed,
    } = asked(query)?;
    let (side, strength) = (side_of(side), strength.strength());
    let answer = move |oracle: &dyn Oracle, text: &str| {
        Ok(Body {
            reply: reply(oracle, text, side, strength, seed)?,
        })
    };
    question.long(checked(position)?, answer).await
}

fn side_of(name: Option<SideName>) -> Side {
    match name {
        Some(SideName::Min) => Side::Min,
        Some(SideName::Max) | None => Side::Max,
    }
}

pub(super) async fn try_move(books: Books, name: Name, query: Asked<AboutMove>) -> Result {
    let question = Question::new(books, name)?;
    let AboutMove { position, edge } = asked(query)?;
    let text = checked(position)?;
    let pair = |text: &str| {
        let (u, v) = text.split_once('-')?;
        Some([u.parse().ok()?, v.parse().ok()?])
    };
    let Some(edges) = edge.split(',').map(pair).collect::<Option<Vec<_>>>() else {
        return Err(ApiError::bad_request(
            "an edge is two vertices joined by '-', such as 0-1; several are separated by ','",
        ));
    };
    long(move || {
        let oracle = question.oracle();
        let after = after(oracle, &text, &edges).map_err(|error| ApiError::of_move(oracle, &text, error))?;
        Ok(json(&after))
    })
    .await
}

pub(super) async fn nowhere(uri: Uri) -> ApiError {
    let message = format!(
        "there is nothing at '{}'; see /api for what exists",
        uri.path().escape_debug()
    );
    ApiError::new(StatusCode::NOT_FOUND, "not_found", message)
}

pub(super) async fn no_method(method: Method) -> ApiError {
    let message = format!("'{method}' is not possible here, only GET and HEAD");
    ApiError::new(StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed", message)
}
