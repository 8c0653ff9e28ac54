//! Proofs in browsers, without a server: players of the winner's side, and the judge that checks them.
//!
//! A page and this module exchange bytes in the memory of the module: a page asks for [`room`], fills it, and calls
//! [`open`], [`ask`] or [`check`]; the answer is JSON text, [`answer_bytes`] long, from the address that they return,
//! until the next call. Answers have the form `{"ok": ...}` or `{"error": {"code": ..., "message": ...}}`, where what
//! is `ok` is what the API of `retrograph serve` sends.

#[path = "../exchange.rs"]
mod exchange;

use std::sync::Mutex;

use exchange::{Exchange, section, text};
use proof::play::{BadMoves, Exercise, NoSuchBoard, ProofPlayer, Reached, Replied, Review, on_board};
use provers::PLAYERS;
use retrograph_judge::proof::check as judge;
use serde::{Deserialize, Serialize};

/// What is kept between calls.
struct Reader {
    exchange: Exchange,
    /// The proofs that were opened.
    proofs: Vec<Box<dyn ProofPlayer>>,
}

static READER: Mutex<Reader> = Mutex::new(Reader {
    exchange: Exchange::new(),
    proofs: Vec::new(),
});

/// By this section of the module `retrograph export` recognizes a reader of its own version.
#[cfg_attr(target_arch = "wasm32", unsafe(link_section = "retrograph-reader"))]
#[used]
pub static VERSION: [u8; VERSION_TEXT.len()] = section(VERSION_TEXT);

const VERSION_TEXT: &str = concat!("reader of proofs ", env!("CARGO_PKG_VERSION"));

/// A question about a proof.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    /// The number that [`open`] has given.
    proof: usize,
    what: What,
    #[serde(default)]
    moves: String,
    n: Option<usize>,
    seed: Option<u64>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum What {
    Position,
    Reply,
    Review,
    Exercise,
}

/// What is sent.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Answer<T> {
    Ok(T),
    Error { code: &'static str, message: String },
}

fn refused(code: &'static str, message: impl ToString) -> Vec<u8> {
    text(&Answer::<()>::Error {
        code,
        message: message.to_string(),
    })
}

impl Reader {
    fn opened(&mut self) -> Vec<u8> {
        match PLAYERS.unchecked(&self.exchange.room) {
            Err(error) => refused("damaged", error),
            Ok(proof) => {
                self.proofs.push(proof);
                text(&Answer::Ok(self.proofs.len() - 1))
            }
        }
    }

    fn answered(&self) -> Vec<u8> {
        let question: Question = match serde_json::from_slice(&self.exchange.room) {
            Ok(question) => question,
            Err(_) => {
                return refused(
                    "bad_request",
                    "this is no question that the reader of proofs understands",
                );
            }
        };
        let Some(proof) = self.proofs.get(question.proof) else {
            return refused("no_such_proof", "no proof with this number is open");
        };
        let other = match on_board(&**proof, question.n) {
            Ok(other) => other,
            Err(error @ NoSuchBoard { .. }) => return refused("bad_board", error),
        };
        let proof = other.as_deref().unwrap_or(&**proof);
        match question.what {
            What::Position => reported(Reached::after(proof, &question.moves)),
            What::Reply => reported(Replied::after(proof, &question.moves, question.seed)),
            What::Review => reported(Review::of(proof, &question.moves)),
            What::Exercise => reported(Exercise::of(proof, question.seed)),
        }
    }

    fn judged(&self) -> Vec<u8> {
        match judge(&self.exchange.room, 1) {
            Err(error) => refused("damaged", format!("it proves nothing: {error}")),
            Ok(proved) => text(&Answer::Ok(proved.sentence)),
        }
    }
}

fn reported(answer: Result<impl Serialize, BadMoves>) -> Vec<u8> {
    match answer {
        Ok(answer) => text(&Answer::Ok(answer)),
        Err(error) => refused(error.code(), error),
    }
}

fn reader() -> std::sync::MutexGuard<'static, Reader> {
    // A module that has panicked has ended.
    READER.lock().expect("one call at a time")
}

/// Memory of so many bytes for a page to fill, in place of what it was given before.
#[unsafe(no_mangle)]
pub extern "C" fn room(bytes: usize) -> *mut u8 {
    reader().exchange.room(bytes)
}

/// Opens the proof in the room and answers with its number. Its checksum is compared; it is not checked.
#[unsafe(no_mangle)]
pub extern "C" fn open() -> *const u8 {
    let mut reader = reader();
    let answer = reader.opened();
    reader.exchange.tell(answer)
}

/// Answers the question in the room: `{"proof": 0, "what": "position", "moves": "0-1,2-3", "n": 12, "seed": 7}`, of
/// which only the first two are required. What is asked may also be "reply", "review" or "exercise".
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> *const u8 {
    let mut reader = reader();
    let answer = reader.answered();
    reader.exchange.tell(answer)
}

/// Has the judge check the proof in the room and answers with the theorem. Cost: that of `retrograph check-proof` on
/// one thread, times two to three.
#[unsafe(no_mangle)]
pub extern "C" fn check() -> *const u8 {
    let mut reader = reader();
    let answer = reader.judged();
    reader.exchange.tell(answer)
}

/// Bytes of the last answer.
#[unsafe(no_mangle)]
pub extern "C" fn answer_bytes() -> usize {
    reader().exchange.answer_bytes()
}
