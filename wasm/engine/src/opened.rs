//! A game that a page has opened.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use base::record::Record;
use game::values::{Kind, Outcome, Play, Values};
use game::{About, BadPosition, Levels, NoSuchGame};
use games::GameTask;
use label_functions::{Limits, Parts};
use learner::{Rules, Turn};
use oracle::{AnswerError, Canonical, Identity, LevelCount, Moves, Oracle, Position, Refusal, SolvedError, Value};
use play::Teacher;
use serde::Serialize;

use crate::fetched::{BadFile, Fetched, Function, Level};
use crate::files::Files;

/// Answers remembered; more are forgotten together.
const REMEMBERED: usize = 1 << 12;

/// A game and its values.
pub struct Opened {
    /// The values, as far as they were fetched.
    pub oracle: Box<dyn Oracle>,
    /// The rules: all values are those of a label of zeros.
    pub rules: Box<dyn Oracle>,
    pub files: Arc<Mutex<Files>>,
}

/// Where the values of a game are.
struct Opening {
    values: Values,
    levels: BTreeMap<u32, Level>,
    files: Arc<Mutex<Files>>,
    whole: u64,
    is_blind: bool,
}

impl GameTask for Opening {
    /// `None` for games whose keys are wider than those of sites: their code need not travel.
    type Output = Option<Box<dyn Oracle>>;

    fn run<G: Levels + 'static>(self, game: G) -> Self::Output {
        if G::Record::BYTES > 16 {
            return None;
        }
        let Self {
            values,
            levels,
            files,
            whole,
            is_blind,
        } = self;
        let fetched = Fetched {
            game,
            values,
            levels,
            files,
            whole,
            is_blind,
        };
        Some(Box::new(Remembering {
            oracle: Box::new(fetched),
            moves: Mutex::default(),
        }))
    }
}

/// What can happen in a position, for a learner.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Told {
    /// The positions after each move, and how the game has ended where the move ends it.
    Steps(Vec<ToldStep>),
    Over(&'static str),
}

#[derive(Serialize)]
pub struct ToldStep {
    after: String,
    ends: Option<&'static str>,
}

impl Opened {
    /// The game in a description, line by line: its name, its number of vertices, the kind and the play of its values;
    /// up to how many bytes a section, the end of a search and, where thousands of values are needed, a file are read
    /// whole; then a line for each label function, with its level, its bit, the bytes of its file, its header in
    /// hexadecimal and its name.
    ///
    /// # Errors
    /// [`Refusal`].
    pub fn of(description: &[u8]) -> Result<Self, Refusal> {
        let other = || {
            Refusal::new(
                "damaged",
                "the rules of this game on the web server are not those that were exported",
            )
        };
        let said = str::from_utf8(description).map_err(|_| other())?;
        let mut lines = said.split('\n');
        let mut line = || lines.next().ok_or_else(other);
        let name = line()?.to_owned();
        let mut numbers = [line()?, line()?, line()?, line()?, line()?, line()?];
        let n: u32 = numbers[0].parse().map_err(|_| other())?;
        let kind = Kind::named(numbers[1]).ok_or_else(other)?;
        let play = match numbers[2] {
            "normal" => Some(Play::NORMAL),
            "misere" => Some(Play::MISERE),
            _ => None,
        };
        numbers.rotate_left(3);
        let number = |text: &str| text.parse::<u64>().map_err(|_| other());
        let [section, near, whole] = [number(numbers[0])?, number(numbers[1])?, number(numbers[2])?];
        let files = Arc::new(Mutex::new(Files::default()));
        let mut levels: BTreeMap<u32, Level> = BTreeMap::new();
        for said in lines {
            let (level, function) = function(said, Limits { section, near }, &files).ok_or_else(other)?;
            levels.entry(level).or_default().push(function?);
        }
        let no_game = |_: NoSuchGame| other();
        let values = games::values_for(&name, n, play, Some(kind)).map_err(no_game)?;
        let values = values.map_err(|_| other())?;
        let opening = |levels: BTreeMap<u32, Level>, is_blind| {
            let files = Arc::clone(&files);
            let opening = Opening {
                values,
                levels,
                files,
                whole,
                is_blind,
            };
            games::with_game(&name, n, values, opening)
                .map_err(no_game)?
                .ok_or_else(other)
        };
        Ok(Self {
            oracle: opening(levels, false)?,
            rules: opening(BTreeMap::new(), true)?,
            files,
        })
    }

    /// What a learner is told.
    ///
    /// # Errors
    /// [`Refusal`].
    pub fn turn(&self, position: &str) -> Result<Told, Refusal> {
        let scores = |_| Refusal::bad_request("scores do not tell who wins");
        let mut teacher = Teacher::of(&*self.rules).map_err(scores)?;
        let turn = teacher.turn(position);
        let letter = |outcome: Outcome| outcome.letter();
        Ok(
            match turn.map_err(|error| Refusal::of(&*self.rules, position, error))? {
                Turn::Over(outcome) => Told::Over(letter(outcome)),
                Turn::Moves(mut steps) => {
                    steps.sort_by(|one, other| one.after.cmp(&other.after));
                    let told = |step: learner::Step| ToldStep {
                        after: step.after,
                        ends: step.ends.map(letter),
                    };
                    Told::Steps(steps.into_iter().map(told).collect())
                }
            },
        )
    }
}

/// The level and the function of a line; `None` where it is not a line.
fn function(line: &str, limits: Limits, files: &Mutex<Files>) -> Option<(u32, Result<Function, Refusal>)> {
    let mut words = line.splitn(5, ' ');
    let level = words.next()?.parse().ok()?;
    let bit = words.next()?.parse().ok().filter(|&bit: &u8| bit < 16)?;
    let size = words.next()?.parse().ok()?;
    let digits = words.next()?.as_bytes();
    let name = words.next()?.to_owned();
    let digit = |digit: u8| (digit as char).to_digit(16);
    let bytes = digits
        .chunks_exact(2)
        .map(|pair| Some((16 * digit(pair[0])? + digit(pair[1])?) as u8));
    let header = bytes.collect::<Option<Vec<u8>>>()?;
    let file = files.lock().unwrap_or_else(PoisonError::into_inner).add(size);
    let function = match Parts::new(&header, size, limits) {
        Ok(parts) => Ok(Function { bit, file, name, parts }),
        Err(_) => Err(Refusal::new("damaged", BadFile(name).to_string())),
    };
    Some((level, function))
}

/// An oracle that remembers the moves of positions: what waits for bytes is asked again from the start.
struct Remembering {
    oracle: Box<dyn Oracle>,
    moves: Mutex<HashMap<String, Moves>>,
}

impl Oracle for Remembering {
    fn identity(&self) -> Identity<'_> {
        self.oracle.identity()
    }

    fn about(&self) -> About {
        self.oracle.about()
    }

    fn levels(&self) -> Result<Vec<LevelCount>, SolvedError> {
        self.oracle.levels()
    }

    fn values(&self) -> Values {
        self.oracle.values()
    }

    fn value(&self, text: &str) -> Result<Value, AnswerError> {
        self.oracle.value(text)
    }

    fn canonical(&self, text: &str) -> Result<Canonical, BadPosition> {
        self.oracle.canonical(text)
    }

    fn position_at_once(&self, text: &str) -> Result<Option<Position>, AnswerError> {
        self.oracle.position_at_once(text)
    }

    fn position(&self, text: &str) -> Result<Position, AnswerError> {
        self.oracle.position(text)
    }

    fn moves(&self, text: &str) -> Result<Moves, AnswerError> {
        let mut known = self.moves.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(moves) = known.get(text) {
            return Ok(moves.clone());
        }
        let moves = self.oracle.moves(text)?;
        if known.len() >= REMEMBERED {
            known.clear();
        }
        known.insert(text.to_owned(), moves.clone());
        Ok(moves)
    }

    fn is_cheap(&self, level: u32) -> Result<bool, SolvedError> {
        self.oracle.is_cheap(level)
    }
}
