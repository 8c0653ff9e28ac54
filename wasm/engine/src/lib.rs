//! Solved games in browsers, without a server: rules, canonical forms, values and opponents, by the crates that answer
//! on servers. A page fetches; what it must fetch, and what that means, is said here.
//!
//! A page asks for [`room`], fills it, and calls [`open`], [`ask`] or [`put`]; the answer is JSON text,
//! [`answer_bytes`] long, from the address that they return, until the next call. It is `{"ok": ...}` with what the API
//! of `retrograph serve` sends; or `{"error": {"code": ..., "message": ..., "witness": ...}}`; or `{"wants": [[file,
//! start, bytes], ...]}`, the parts of files that the page must [`put`] before it asks the same again; or `{"asks":
//! position}`, where the page must ask its server for the moves of this position and say them, see [`Opened::said`].
//! Questions are lines, so that no reader of JSON travels to every visitor. The learner of a game comes by [`learner`]
//! and is kept by [`kept`].

#[path = "../../exchange.rs"]
mod exchange;
mod fetched;
mod files;
mod learning;
mod opened;
#[cfg(test)]
mod tests;

use std::sync::{Mutex, MutexGuard};

use exchange::{Exchange, section, text};
use fetched::{Waits, lock};
use learning::Learning;
use opened::Opened;
use oracle::{
    AnswerError, Edges, Exercise, Oracle, Refusal, Reply, ReviewError, Side, SolvedError, Strength, after, choices,
    edges_of, exercise, line, moves_of, of_position_length, reply, review,
};
use serde::Serialize;

/// What is kept between calls.
struct Engine {
    exchange: Exchange,
    games: Vec<Opened>,
}

static ENGINE: Mutex<Engine> = Mutex::new(Engine {
    exchange: Exchange::new(),
    games: Vec::new(),
});

/// By this section of the module `retrograph` recognizes an engine of its own version.
#[cfg_attr(target_arch = "wasm32", unsafe(link_section = "retrograph-engine"))]
#[used]
pub static VERSION: [u8; VERSION_TEXT.len()] = section(VERSION_TEXT);

const VERSION_TEXT: &str = concat!("engine of games ", env!("CARGO_PKG_VERSION"));

/// What is sent.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Answer<T> {
    Ok(T),
    Error(Refusal),
    Wants(Vec<(usize, u64, u64)>),
    Asks(String),
}

/// Why there is no answer.
enum Unanswered {
    Refused(Refusal),
    Waits,
}

impl From<Refusal> for Unanswered {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

/// A question, line by line: the number that [`open`] has given, what is asked, whose turn it is where values are
/// scores, the opponent's strength and a seed, a move or the moves of a game, and the text of a position to the end.
struct Question<'a> {
    game: usize,
    what: &'a str,
    side: Side,
    strength: Strength,
    seed: u64,
    moves: &'a str,
    position: &'a str,
}

impl<'a> Question<'a> {
    fn of(text: &'a str) -> Option<Self> {
        let mut lines = text.splitn(7, '\n');
        let mut line = || lines.next();
        Some(Self {
            game: line()?.parse().ok()?,
            what: line()?,
            side: if line()? == "min" { Side::Min } else { Side::Max },
            strength: {
                let said = line()?;
                Strength::ALL.into_iter().find(|strength| strength.name() == said)?
            },
            seed: line()?.parse().ok()?,
            moves: line()?,
            position: line()?,
        })
    }
}

/// The move of an opponent.
#[derive(Serialize)]
struct Replied {
    reply: Option<Reply>,
}

/// A position with one winning move.
#[derive(Serialize)]
struct Found {
    exercise: Option<Exercise>,
}

/// The move of a learner.
#[derive(Serialize)]
struct Chosen {
    edges: Option<Edges>,
}

impl Engine {
    fn answered(&mut self) -> Vec<u8> {
        let question = str::from_utf8(&self.exchange.room).ok().and_then(Question::of);
        let asked = question.and_then(|question| Some((self.games.get_mut(question.game)?, question)));
        let Some((game, question)) = asked else {
            let refusal = Refusal::bad_request("this is no question that the engine understands");
            return text(&Answer::<()>::Error(refusal));
        };
        game.begin();
        match answer(game, &question) {
            Ok(answer) => answer,
            Err(Unanswered::Refused(refusal)) => text(&Answer::<()>::Error(refusal)),
            Err(Unanswered::Waits) => text(&match game.asked() {
                Some(position) => Answer::<()>::Asks(position),
                None => Answer::Wants(lock(&game.files).wanted().collect()),
            }),
        }
    }

    fn given_learner(&mut self) -> Vec<u8> {
        let refused = |what: &str| text(&Answer::<()>::Error(Refusal::bad_request(what)));
        let room = &self.exchange.room;
        let game = number_at(room, 0).and_then(|number| self.games.get_mut(number as usize));
        let Some((game, seed)) = game.zip(number_at(room, 4)) else {
            return refused("no game with this number is open");
        };
        match Learning::of(&*game.rules, seed.into(), &room[8..]) {
            Ok(learning) => text(&Answer::Ok(game.learning.insert(learning).state())),
            Err(_) => refused("scores do not say who wins"),
        }
    }

    fn kept(&self) -> Vec<u8> {
        let game = number_at(&self.exchange.room, 0).and_then(|number| self.games.get(number as usize));
        let learning = game.and_then(|game| game.learning.as_ref());
        learning.map_or_else(Vec::new, Learning::to_bytes)
    }
}

/// An answer about a text.
fn given<T>(oracle: &dyn Oracle, about: &str, answer: Result<T, AnswerError>) -> Result<T, Unanswered> {
    answer.map_err(|error| match error {
        AnswerError::Solved(SolvedError::Unread(error)) if error.is::<Waits>() => Unanswered::Waits,
        error => Refusal::of(oracle, about, error).into(),
    })
}

/// The JSON of an answer about a text.
fn reported<T: Serialize>(
    oracle: &dyn Oracle,
    about: &str,
    answer: Result<T, AnswerError>,
) -> Result<Vec<u8>, Unanswered> {
    Ok(text(&Answer::Ok(given(oracle, about, answer)?)))
}

fn answer(game: &mut Opened, question: &Question) -> Result<Vec<u8>, Unanswered> {
    let position = of_position_length(question.position)?;
    let oracle = &*game.oracle;
    match question.what {
        "value" => reported(oracle, position, oracle.position(position)),
        "canonical" => reported(oracle, position, oracle.canonical(position).map_err(AnswerError::Bad)),
        "moves" => reported(oracle, position, choices(oracle, position)),
        "line" => reported(oracle, position, line(oracle, position, question.side)),
        "reply" => {
            let made = reply(oracle, position, question.side, question.strength, question.seed);
            reported(oracle, position, made.map(|reply| Replied { reply }))
        }
        "review" => match review(oracle, position, &moves_of(oracle, question.moves)?) {
            Err(ReviewError::Answer(error)) => reported::<()>(oracle, position, Err(error)),
            Err(error) => Err(Refusal::of_review(oracle, position, error).into()),
            Ok(review) => Ok(text(&Answer::Ok(review))),
        },
        "exercise" => {
            let found = exercise(oracle, position, question.seed);
            reported(oracle, position, found.map(|exercise| Found { exercise }))
        }
        // The rules alone say: of values nothing is asked.
        "move" => {
            let edges = edges_of(question.moves)?;
            let rules = &*game.rules;
            let made = after(rules, position, &edges).map_err(|error| Refusal::of_move(rules, position, error))?;
            Ok(text(&Answer::Ok(made)))
        }
        "said" => Ok(text(&Answer::Ok(game.said(position, question.moves)?))),
        _ => answer_of_learner(game, question),
    }
}

/// The learner plays a game against itself, chooses a move, learns from the moves of a finished game that began with a
/// position, or plays a game of its measurement; all but the move are answered with its state.
fn answer_of_learner(game: &mut Opened, question: &Question) -> Result<Vec<u8>, Unanswered> {
    let unknown = || Refusal::bad_request("nothing of this kind can be asked");
    let learning = game.learning.as_mut().ok_or_else(unknown)?;
    let (oracle, rules, position) = (&*game.oracle, &*game.rules, question.position);
    match question.what {
        "choose" => {
            let edges = learning.reply(rules, position, question.seed);
            return reported(rules, position, edges.map(|edges| Chosen { edges }));
        }
        "play" => given(rules, position, learning.play(rules))?,
        "learn" => learning.learn(rules, position, &moves_of(rules, question.moves)?)?,
        "measure" => given(oracle, position, learning.measure(oracle))?,
        _ => return Err(unknown().into()),
    }
    Ok(text(&Answer::Ok(learning.state())))
}

fn engine() -> MutexGuard<'static, Engine> {
    // A module that has panicked has ended.
    ENGINE.lock().expect("one call at a time")
}

/// Memory of so many bytes for a page to fill, in place of what it was given before.
#[unsafe(no_mangle)]
pub extern "C" fn room(bytes: usize) -> *mut u8 {
    engine().exchange.room(bytes)
}

/// Opens the game that the room describes, see [`Opened::of`], and answers with its number.
#[unsafe(no_mangle)]
pub extern "C" fn open() -> *const u8 {
    let mut engine = engine();
    let answer = match Opened::of(&engine.exchange.room) {
        Ok(game) => {
            engine.games.push(game);
            text(&Answer::Ok(engine.games.len() - 1))
        }
        Err(refusal) => text(&Answer::<()>::Error(refusal)),
    };
    engine.exchange.tell(answer)
}

/// Answers the question in the room.
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> *const u8 {
    let mut engine = engine();
    let answer = engine.answered();
    engine.exchange.tell(answer)
}

/// Takes a part of a file: the numbers of the game and of the file, 4 bytes each, where it starts, 8 bytes, all
/// little-endian, and its bytes.
#[unsafe(no_mangle)]
pub extern "C" fn put() -> *const u8 {
    let mut engine = engine();
    let is_taken = taken(&engine.exchange.room, &engine.games);
    engine.exchange.tell(text(&Answer::Ok(is_taken)))
}

fn taken(room: &[u8], games: &[Opened]) -> bool {
    let [game, file, low, high] = [0, 4, 8, 12].map(|at| number_at(room, at));
    let Some((game, file)) = game.and_then(|game| games.get(game as usize)).zip(file) else {
        return false;
    };
    let start = low.zip(high).map(|(low, high)| u64::from(low) | u64::from(high) << 32);
    start.is_some_and(|start| lock(&game.files).put(file as usize, start, &room[16..]))
}

/// The number in four bytes.
fn number_at(room: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(*room.get(at..)?.first_chunk()?))
}

/// Gives a game a learner: takes the number of the game and the seed of one who knows nothing, 4 bytes each,
/// little-endian, and the bytes that the page has kept of one, or none, see [`Learning::of`]. Answers with its state.
#[unsafe(no_mangle)]
pub extern "C" fn learner() -> *const u8 {
    let mut engine = engine();
    let answer = engine.given_learner();
    engine.exchange.tell(answer)
}

/// Answers with the learner of a game, whose number is in the room, 4 bytes, little-endian: not JSON but bytes to be
/// kept, none where there is no learner.
#[unsafe(no_mangle)]
pub extern "C" fn kept() -> *const u8 {
    let mut engine = engine();
    let answer = engine.kept();
    engine.exchange.tell(answer)
}

/// Bytes of the last answer.
#[unsafe(no_mangle)]
pub extern "C" fn answer_bytes() -> usize {
    engine().exchange.answer_bytes()
}
