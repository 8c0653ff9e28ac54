//! A game that a page has opened.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex};

use base::record::Record;
use game::values::{Kind, Outcome, Play, Values};
use game::{About, BadPosition, Levels, NoSuchGame};
use games::GameTask;
use label_functions::{Limits, Parts};
use oracle::{AnswerError, Canonical, Identity, LevelCount, Moves, Oracle, Position, Refusal, SolvedError, Value};

use crate::fetched::{BadFile, Fetched, Function, Level, Waits, lock};
use crate::files::Files;
use crate::learning::Learning;

/// Answers remembered; more are forgotten together.
const REMEMBERED: usize = 1 << 12;

/// A game and its values.
pub struct Opened {
    /// The values, as far as they were fetched.
    pub oracle: Box<dyn Oracle>,
    /// The rules: all values are those of a label of zeros.
    pub rules: Box<dyn Oracle>,
    pub files: Arc<Mutex<Files>>,
    /// What `oracle` has answered.
    remembered: Arc<Mutex<Remembered>>,
    /// Its learner, once a page has given it one.
    pub learning: Option<Learning>,
}

/// Where the values of a game are.
struct Opening {
    values: Values,
    levels: BTreeMap<u32, Level>,
    files: Arc<Mutex<Files>>,
    whole: u64,
    is_blind: bool,
    remembered: Arc<Mutex<Remembered>>,
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
            remembered,
        } = self;
        let is_served = !is_blind && levels.is_empty();
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
            remembered,
            is_served,
        }))
    }
}

impl Opened {
    /// The game in a description, line by line: its name, its number of vertices, the kind and the play of its values;
    /// up to how many bytes a section, the end of a search and, where thousands of values are needed, a file are read
    /// whole; then a line for each label function, with its level, its bit, the bytes of its file, its header in
    /// hexadecimal and its name. Without any, the page asks its server for moves with their values.
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
        let remembered = Arc::default();
        let opening = |levels: BTreeMap<u32, Level>, is_blind, remembered| {
            let files = Arc::clone(&files);
            let opening = Opening {
                values,
                levels,
                files,
                whole,
                is_blind,
                remembered,
            };
            games::with_game(&name, n, values, opening)
                .map_err(no_game)?
                .ok_or_else(other)
        };
        Ok(Self {
            oracle: opening(levels, false, Arc::clone(&remembered))?,
            rules: opening(BTreeMap::new(), true, Arc::default())?,
            files,
            remembered,
            learning: None,
        })
    }

    /// Forgets what was wanted for the last question.
    pub fn begin(&self) {
        lock(&self.files).begin();
        lock(&self.remembered).asked = None;
    }

    /// The position whose moves the page must ask its server for and [`said`](Self::said) before it asks the same
    /// again.
    pub fn asked(&self) -> Option<String> {
        lock(&self.remembered).asked.clone()
    }

    /// Takes what a server says of the moves of a position, in its order: the value and the canonical form after each,
    /// with `,` between them.
    ///
    /// # Errors
    /// [`Refusal`].
    pub fn said(&self, position: &str, said: &str) -> Result<(), Refusal> {
        let other = || Refusal::new("damaged", "the moves that the server says are not those of the rules");
        let mut of = HashMap::new();
        for (at, step) in said.split(',').filter(|step| !step.is_empty()).enumerate() {
            let (letter, canonical) = step.split_once(' ').ok_or_else(other)?;
            let outcome = Outcome::named(letter).ok_or_else(other)?;
            of.entry(canonical).or_insert((at, outcome));
        }
        let refusal = |error| Refusal::of(&*self.rules, position, error);
        let Moves {
            position: mut own,
            mut moves,
        } = self.rules.moves(position).map_err(refusal)?;
        for step in &mut moves {
            let &(_, outcome) = of.get(&*step.canonical).ok_or_else(other)?;
            step.value.value = Some(outcome);
            step.wins = (outcome != Outcome::Tie).then_some(outcome == Outcome::P);
        }
        moves.sort_by_key(|step| of[&*step.canonical].0);
        let leads_to = |outcome| moves.iter().any(|step| step.value.value == Some(outcome));
        let values = self.rules.values();
        own.value.value = match moves.is_empty() {
            true => values.outcome(values.terminal()),
            false if leads_to(Outcome::P) => Some(Outcome::N),
            false if leads_to(Outcome::Tie) => Some(Outcome::Tie),
            false => Some(Outcome::P),
        };
        lock(&self.remembered).keep(position, Moves { position: own, moves });
        Ok(())
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
    let file = lock(files).add(size);
    let function = match Parts::new(&header, size, limits) {
        Ok(parts) => Ok(Function { bit, file, name, parts }),
        Err(_) => Err(Refusal::new("damaged", BadFile(name).to_string())),
    };
    Some((level, function))
}

/// An oracle that remembers the moves of positions: what waits for bytes is asked again from the start.
struct Remembering {
    oracle: Box<dyn Oracle>,
    remembered: Arc<Mutex<Remembered>>,
    /// Whether the page's server has the values.
    is_served: bool,
}

/// What an oracle has answered.
#[derive(Default)]
pub struct Remembered {
    moves: HashMap<String, Moves>,
    /// What the page must ask its server.
    asked: Option<String>,
}

impl Remembered {
    fn keep(&mut self, position: &str, moves: Moves) {
        if self.moves.len() >= REMEMBERED {
            self.moves.clear();
        }
        self.moves.insert(position.to_owned(), moves);
    }
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

    fn ended(&self, text: &str, edges: &[[usize; 2]]) -> Option<Canonical> {
        self.oracle.ended(text, edges)
    }

    fn position_at_once(&self, text: &str) -> Result<Option<Position>, AnswerError> {
        self.oracle.position_at_once(text)
    }

    fn position(&self, text: &str) -> Result<Position, AnswerError> {
        self.oracle.position(text)
    }

    fn moves(&self, text: &str) -> Result<Moves, AnswerError> {
        let mut remembered = lock(&self.remembered);
        if let Some(moves) = remembered.moves.get(text) {
            return Ok(moves.clone());
        }
        if self.is_served {
            remembered.asked = Some(text.to_owned());
            return Err(SolvedError::unread(Waits).into());
        }
        let moves = self.oracle.moves(text)?;
        remembered.keep(text, moves.clone());
        Ok(moves)
    }

    fn is_cheap(&self, level: u32) -> Result<bool, SolvedError> {
        self.oracle.is_cheap(level)
    }
}
