//! The answers to the requests about proofs.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::Serialize;

use super::failure::ApiError;
use super::handlers::{Asked, Books, Name, Result, named};
use super::identity::Id;
use super::json::json;
use super::long::long;
use super::parameters::Parameters;
use super::shelf::Shelf;
use proof::play::{About, BadMoves, Exercise, ProofPlayer, Reached, Replied, Review, on_board};

/// The subject of a request.
struct Subject {
    shelf: Arc<Shelf>,
    name: String,
    /// The proof on another board than its own.
    other: Option<Box<dyn ProofPlayer>>,
}

impl Subject {
    /// The proof of this name, on `n` vertices if that is asked for, of a request that takes these parameters, `n`, and
    /// the identity of the proof.
    fn new(State(shelf): Books, name: Name, asked: &Parameters, names: &[&str]) -> Result<Self> {
        asked.only(&[names, &["n", "id"]].concat())?;
        let n = asked.number("n", usize::MAX)?;
        let name = named(name)?;
        let Some(proof) = shelf.proof(&name) else {
            let names: Vec<&str> = shelf.proofs().map(|(name, _)| name).collect();
            let choice = match names[..] {
                [] => "none is served".into(),
                _ => format!("choose one of {}", names.join(", ")),
            };
            let message = format!("there is no proof '{}'; {choice}", name.escape_debug());
            return Err(ApiError::new(StatusCode::NOT_FOUND, "no_such_proof", message));
        };
        if let Some(said) = asked.text("id") {
            Id::of_proof(proof.about()).check(said, &name, &proof.about().theorem)?;
        }
        let other = on_board(proof, n)
            .map_err(|error| ApiError::new(StatusCode::BAD_REQUEST, "bad_board", error.to_string()))?;
        Ok(Self { shelf, name, other })
    }

    fn proof(&self) -> &dyn ProofPlayer {
        match &self.other {
            Some(other) => &**other,
            None => self.shelf.proof(&self.name).expect("it has been looked up"),
        }
    }
}

/// A proof with the name that clients use.
#[derive(Serialize)]
pub(super) struct Named<'a> {
    name: &'a str,
    id: Id,
    #[serde(flatten)]
    about: &'a About,
}

impl<'a> Named<'a> {
    pub fn of(name: &'a str, about: &'a About) -> Self {
        let id = Id::of_proof(about);
        Self { name, id, about }
    }
}

pub(super) async fn proofs(State(shelf): Books) -> Response {
    #[derive(Serialize)]
    struct Body<'a> {
        proofs: Vec<Named<'a>>,
    }
    let proofs = shelf.proofs().map(|(name, proof)| Named::of(name, proof.about()));
    json(&Body {
        proofs: proofs.collect(),
    })
}

pub(super) async fn proof(books: Books, name: Name, asked: Asked) -> Result {
    let asked = asked?;
    let subject = Subject::new(books, name, &asked, &[])?;
    Ok(json(&Named::of(&subject.name, subject.proof().about())))
}

/// Returns the moves that were made.
fn moves(asked: &Parameters) -> Result<String> {
    Ok(asked.required("moves", "0-1,2-3")?.into())
}

pub(super) async fn position(books: Books, name: Name, asked: Asked) -> Result {
    let asked = asked?;
    let subject = Subject::new(books, name, &asked, &["moves"])?;
    let moves = moves(&asked)?;
    long(move || Ok(json(&Reached::after(subject.proof(), &moves)?))).await
}

pub(super) async fn reply(books: Books, name: Name, asked: Asked) -> Result {
    let asked = asked?;
    let subject = Subject::new(books, name, &asked, &["moves", "seed"])?;
    let seed = asked.number("seed", u64::MAX)?;
    let moves = moves(&asked)?;
    long(move || Ok(json(&Replied::after(subject.proof(), &moves, seed)?))).await
}

pub(super) async fn review(books: Books, name: Name, asked: Asked) -> Result {
    let asked = asked?;
    let subject = Subject::new(books, name, &asked, &["moves"])?;
    let moves = moves(&asked)?;
    long(move || Ok(json(&Review::of(subject.proof(), &moves)?))).await
}

pub(super) async fn exercise(books: Books, name: Name, asked: Asked) -> Result {
    let asked = asked?;
    let subject = Subject::new(books, name, &asked, &["seed"])?;
    let seed = asked.number("seed", u64::MAX)?;
    long(move || Ok(json(&Exercise::of(subject.proof(), seed)?))).await
}

impl From<BadMoves> for ApiError {
    fn from(error: BadMoves) -> Self {
        let status = match error {
            BadMoves::Word(..) | BadMoves::TooMany => StatusCode::BAD_REQUEST,
            BadMoves::Illegal { .. } | BadMoves::Over { .. } => StatusCode::UNPROCESSABLE_ENTITY,
            BadMoves::Lacking => StatusCode::INTERNAL_SERVER_ERROR,
        };
        Self::new(status, error.code(), error.to_string())
    }
}
