//! The answers to the requests about proofs.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde::{Deserialize, Serialize};

use super::failure::ApiError;
use super::handlers::{Asked, Books, Name, Result, asked};
use super::json::json;
use super::long::long;
use super::shelf::Shelf;
use strategist::{About, BadMoves, Rival, State as Position, Strategist, moves_text, parse_moves, rival};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AboutGame {
    moves: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AboutReply {
    moves: String,
    seed: Option<u64>,
}

/// A proof with the name that clients use.
#[derive(Serialize)]
struct Named<'a> {
    name: &'a str,
    #[serde(flatten)]
    about: &'a About,
}

/// The position after some moves.
#[derive(Serialize)]
struct Reached {
    /// The moves, as they are written.
    moves: String,
    #[serde(flatten)]
    position: Position,
}

/// The subject of a request.
struct Subject {
    shelf: Arc<Shelf>,
    name: String,
}

impl Subject {
    fn new(State(shelf): Books, name: Name) -> Result<Self> {
        let Path(name) = name.map_err(|error| ApiError::bad_request(error.body_text()))?;
        if shelf.proof(&name).is_none() {
            let names: Vec<&str> = shelf.proofs().map(|(name, _)| name).collect();
            let choice = match names[..] {
                [] => "none is served".into(),
                _ => format!("choose one of {}", names.join(", ")),
            };
            let message = format!("there is no proof '{}'; {choice}", name.escape_debug());
            return Err(ApiError::new(StatusCode::NOT_FOUND, "no_such_proof", message));
        }
        Ok(Self { shelf, name })
    }

    fn proof(&self) -> &dyn Strategist {
        self.shelf.proof(&self.name).expect("it has been looked up")
    }
}

pub(super) async fn proofs(State(shelf): Books) -> Response {
    #[derive(Serialize)]
    struct Body<'a> {
        proofs: Vec<Named<'a>>,
    }
    let proofs = shelf.proofs().map(|(name, proof)| Named {
        name,
        about: proof.about(),
    });
    json(&Body {
        proofs: proofs.collect(),
    })
}

pub(super) async fn proof(books: Books, name: Name) -> Result {
    let subject = Subject::new(books, name)?;
    Ok(json(&Named {
        name: &subject.name,
        about: subject.proof().about(),
    }))
}

pub(super) async fn position(books: Books, name: Name, query: Asked<AboutGame>) -> Result {
    let subject = Subject::new(books, name)?;
    let AboutGame { moves } = asked(query)?;
    long(move || {
        let proof = subject.proof();
        let moves = parse_moves(&moves, proof.about())?;
        Ok(json(&Reached {
            position: proof.state(&moves)?,
            moves: moves_text(&moves, proof.about()),
        }))
    })
    .await
}

pub(super) async fn reply(books: Books, name: Name, query: Asked<AboutReply>) -> Result {
    #[derive(Serialize)]
    struct Body {
        reply: Option<Rival>,
    }
    let subject = Subject::new(books, name)?;
    let AboutReply { moves, seed } = asked(query)?;
    long(move || {
        let proof = subject.proof();
        let moves = parse_moves(&moves, proof.about())?;
        Ok(json(&Body {
            reply: rival(proof, &moves, seed.unwrap_or(1))?,
        }))
    })
    .await
}

impl From<BadMoves> for ApiError {
    fn from(error: BadMoves) -> Self {
        let (status, code) = match error {
            BadMoves::Word(..) | BadMoves::TooMany => (StatusCode::BAD_REQUEST, "bad_moves"),
            BadMoves::Illegal { .. } | BadMoves::Over { .. } => (StatusCode::UNPROCESSABLE_ENTITY, "illegal_move"),
            BadMoves::Lacking => (StatusCode::INTERNAL_SERVER_ERROR, "damaged"),
        };
        Self::new(status, code, error.to_string())
    }
}
