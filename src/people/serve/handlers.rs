//! The answers to the requests of the API.

use std::sync::Arc;

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::{Method, StatusCode, Uri};
use axum::response::Response;
use serde::Serialize;

use super::failure::ApiError;
use super::identity::Id;
use super::json::json;
use super::long::long;
use super::parameters::Parameters;
use super::shelf::{Shelf, Shelved};
use oracle::{
    AnswerError, Description, LevelCount, Oracle, Side, Strength, after, choices, edges_of, exercise, line, moves_of,
    of_position_length, reply, review,
};

pub(super) type Result<T = Response> = std::result::Result<T, ApiError>;
pub(super) type Books = State<Arc<Shelf>>;
pub(super) type Name = std::result::Result<Path<String>, PathRejection>;
pub(super) type Asked = Result<Parameters>;

/// An example of a position.
const POSITION: &str = "0-1,1-2";
const SIDES: [(&str, Side); 2] = [("max", Side::Max), ("min", Side::Min)];
const STRENGTHS: [(&str, Strength); 3] = [
    ("perfect", Strength::Perfect),
    ("casual", Strength::Casual),
    ("beginner", Strength::Beginner),
];

/// A database with the name that clients use.
#[derive(Serialize)]
pub(super) struct Named<'a> {
    name: &'a str,
    id: Id,
    #[serde(flatten)]
    description: &'a Description,
}

impl<'a> Named<'a> {
    pub fn of(name: &'a str, description: &'a Description) -> Self {
        Self {
            name,
            id: Id::of_database(description),
            description,
        }
    }
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
    /// Of a request that takes these parameters, and the identity of its subject.
    fn new(State(shelf): Books, name: Name, asked: &Parameters, names: &[&str]) -> Result<Self> {
        let name = named(name)?;
        let Some(shelved) = shelf.get(&name) else {
            let names: Vec<&str> = shelf.iter().map(|(name, _)| name).collect();
            let names = names.join(", ");
            let message = format!("there is no database '{}'; choose one of {names}", name.escape_debug());
            return Err(ApiError::new(StatusCode::NOT_FOUND, "no_such_database", message));
        };
        asked.only(&[names, &["id"]].concat())?;
        if let Some(said) = asked.text("id") {
            let now = &shelved.description;
            let what = format!("{} on {} vertices, {}, {}", now.game, now.n, now.values, now.play);
            Id::of_database(now).check(said, &name, &what)?;
        }
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

/// Returns the name in the address of a request.
pub(super) fn named(name: Name) -> Result<String> {
    let Path(name) = name.map_err(|_| ApiError::bad_request("the name in the address is not UTF-8"))?;
    Ok(name)
}

/// Returns the text of the position that is asked about.
fn position(asked: &Parameters) -> Result<String> {
    let position = asked.required("position", POSITION)?;
    Ok(of_position_length(position)?.into())
}

pub(super) async fn databases(State(shelf): Books) -> Response {
    #[derive(Serialize)]
    struct Body<'a> {
        databases: Vec<Named<'a>>,
    }
    let now: Vec<_> = shelf.iter().collect();
    let databases = now.iter().map(|(name, shelved)| Named::of(name, &shelved.description));
    json(&Body {
        databases: databases.collect(),
    })
}

pub(super) async fn database(books: Books, name: Name, asked: Asked) -> Result {
    let question = Question::new(books, name, &asked?, &[])?;
    Ok(json(&Named::of(&question.name, &question.shelved.description)))
}

pub(super) async fn levels(books: Books, name: Name, asked: Asked) -> Result {
    let question = Question::new(books, name, &asked?, &[])?;
    Ok(json(&Levels {
        levels: &question.shelved.levels,
    }))
}

pub(super) async fn rules(books: Books, name: Name, asked: Asked) -> Result {
    let question = Question::new(books, name, &asked?, &[])?;
    let refusal = |why| {
        let message = format!("the rules of '{}' are not available as data: {why}", question.name);
        ApiError::new(StatusCode::NOT_FOUND, "no_rules", message)
    };
    question.shelved.rules.as_ref().map(json).map_err(refusal)
}

/// Runs on the thread that took the request, unless a level must be opened first.
pub(super) async fn value(books: Books, name: Name, asked: Asked) -> Result {
    let asked = asked?;
    let question = Question::new(books, name, &asked, &["position"])?;
    let text = position(&asked)?;
    match question.oracle().position_at_once(&text) {
        Ok(Some(position)) => Ok(json(&position)),
        Err(AnswerError::Solved(error)) => Err(ApiError::of(question.oracle(), &text, error.into())),
        // Explaining an invalid text may take a while.
        Ok(None) | Err(AnswerError::Bad(_)) => question.long(text, |oracle, text| oracle.position(text)).await,
    }
}

pub(super) async fn canonical(books: Books, name: Name, asked: Asked) -> Result {
    let asked = asked?;
    let question = Question::new(books, name, &asked, &["position"])?;
    let text = position(&asked)?;
    match question.oracle().canonical(&text) {
        Ok(canonical) => Ok(json(&canonical)),
        Err(_) => question.long(text, |oracle, text| Ok(oracle.canonical(text)?)).await,
    }
}

pub(super) async fn moves(books: Books, name: Name, asked: Asked) -> Result {
    let asked = asked?;
    let question = Question::new(books, name, &asked, &["position"])?;
    question.long(position(&asked)?, choices).await
}

pub(super) async fn main_line(books: Books, name: Name, asked: Asked) -> Result {
    let asked = asked?;
    let question = Question::new(books, name, &asked, &["position", "side"])?;
    let side = side(&asked)?;
    let answer = move |oracle: &dyn Oracle, text: &str| line(oracle, text, side);
    question.long(position(&asked)?, answer).await
}

pub(super) async fn opponent(books: Books, name: Name, asked: Asked) -> Result {
    #[derive(Serialize)]
    struct Body {
        reply: Option<oracle::Reply>,
    }
    let asked = asked?;
    let question = Question::new(books, name, &asked, &["position", "side", "strength", "seed"])?;
    let side = side(&asked)?;
    let strength = asked.choice("strength", &STRENGTHS)?.unwrap_or(Strength::Perfect);
    let seed = asked.number("seed", u64::MAX)?.unwrap_or(0);
    let answer = move |oracle: &dyn Oracle, text: &str| {
        Ok(Body {
            reply: reply(oracle, text, side, strength, seed)?,
        })
    };
    question.long(position(&asked)?, answer).await
}

/// Returns the side whose turn it is, where values are scores.
fn side(asked: &Parameters) -> Result<Side> {
    Ok(asked.choice("side", &SIDES)?.unwrap_or(Side::Max))
}

pub(super) async fn try_move(books: Books, name: Name, asked: Asked) -> Result {
    let asked = asked?;
    let question = Question::new(books, name, &asked, &["position", "edge"])?;
    let text = position(&asked)?;
    let edge = asked.required("edge", "0-1")?;
    let edges = edges_of(edge)?;
    long(move || {
        let oracle = question.oracle();
        let after = after(oracle, &text, &edges).map_err(|error| ApiError::of_move(oracle, &text, error))?;
        Ok(json(&after))
    })
    .await
}

pub(super) async fn course(books: Books, name: Name, asked: Asked) -> Result {
    let asked = asked?;
    let question = Question::new(books, name, &asked, &["position", "moves"])?;
    let text = position(&asked)?;
    let moves = moves_of(question.oracle(), asked.required("moves", "0-1,2-3")?)?;
    long(move || {
        let oracle = question.oracle();
        let review = review(oracle, &text, &moves).map_err(|error| ApiError::of_review(oracle, &text, error))?;
        Ok(json(&review))
    })
    .await
}

pub(super) async fn one_answer(books: Books, name: Name, asked: Asked) -> Result {
    #[derive(Serialize)]
    struct Body {
        exercise: Option<oracle::Exercise>,
    }
    let asked = asked?;
    let question = Question::new(books, name, &asked, &["position", "seed"])?;
    let seed = asked.number("seed", u64::MAX)?.unwrap_or(0);
    let answer = move |oracle: &dyn Oracle, text: &str| {
        Ok(Body {
            exercise: exercise(oracle, text, seed)?,
        })
    };
    question.long(position(&asked)?, answer).await
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
