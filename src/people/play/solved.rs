//! A solved game as what is played from: the values know the best moves, and what each comes to.

use base::random::SplitMix64;
use base::units::counted;

use super::position::{Position, Stroke};
use super::reply::reply;
use super::review::{Course, Made};
use super::roles::Roles;
use super::source::{Known, Place, Source};
use super::{Edge, LearningPlayer, PlayError, edge_text, edges, edges_text};
use game::values::{Kind, Outcome, Player};
use game::{About, Deed, Players};
use graph::COLOURS;
use learner::Learner;
use oracle::{
    AnswerError, Edges, IllegalMove, Lost, Move, Oracle, ReviewError, Strength, after, exercise, has_several,
};

/// A solved game, from a position on.
pub struct Solved<'a> {
    oracle: &'a dyn Oracle,
    strength: Strength,
    n: usize,
    about: About,
    /// The players' names, where they have different aims.
    roles: Option<Roles>,
    /// Whether a move may have several edges.
    has_several: bool,
    start: Position,
    random: SplitMix64,
    /// Plays in place of an opponent who knows the values.
    learner: Option<LearningPlayer>,
}

/// A move in a solved game.
#[derive(Clone)]
pub struct Turn {
    /// Its edges.
    edges: Edges,
    /// What it has led to, once it is known to be legal.
    made: Option<(Position, Ends)>,
}

/// Whether a move has ended the game.
type Ends = bool;

impl<'a> Solved<'a> {
    /// The game from the position of a text, or from the empty board without one; `seed` selects among equally good
    /// moves.
    ///
    /// # Errors
    /// [`PlayError`]: values must determine who wins, and the start must be a position.
    pub fn new(oracle: &'a dyn Oracle, start: Option<&str>, strength: Strength, seed: u64) -> Result<Self, PlayError> {
        let identity = oracle.identity();
        if oracle.values().kind() == Kind::Score {
            return Err(PlayError::Scores(identity.place.display().to_string()));
        }
        let about = oracle.about();
        let start = start.unwrap_or_else(|| oracle::start(oracle));
        oracle.value(start)?;
        Ok(Self {
            n: identity.n as usize,
            start: Position::of(oracle.canonical(start).map_err(AnswerError::Bad)?),
            roles: Roles::of(&about, oracle.values()),
            about,
            has_several: has_several(oracle),
            random: SplitMix64::new(seed),
            oracle,
            strength,
            learner: None,
        })
    }

    /// The number of the player of this name.
    ///
    /// # Errors
    /// [`PlayError::Side`] when nobody has the name.
    pub fn player(&self, side: &str) -> Result<usize, PlayError> {
        let is = |name: &str| name.eq_ignore_ascii_case(side);
        let colour = match &self.about.players {
            Players::Coloured { roles, .. } => (0..2).find(|&colour| is(COLOURS[colour]) || is(&roles[colour])),
            Players::Alike { .. } => None,
        };
        let found = colour.map(|colour| self.player_of(colour));
        found.or((0..2).find(|&player| is(seat(player)))).ok_or_else(|| {
            let sides = match &self.roles {
                Some(Roles {
                    names: [red, green], ..
                }) => format!("there are {red} and {green}"),
                None if self.about.is_coloured() => "the sides are first (red) or second (green)".into(),
                None => "the sides are first or second".into(),
            };
            let side = side.into();
            PlayError::Side { side, sides }
        })
    }

    /// Lets a learner be the opponent, whatever the strength.
    #[must_use]
    pub fn against(self, learner: LearningPlayer) -> Self {
        let learner = Some(learner);
        Self { learner, ..self }
    }

    /// The learner, if it has learned from a game since this was asked last.
    pub(super) fn news(&mut self) -> Option<&Learner> {
        self.learner.as_mut()?.news()
    }

    /// The number of the player who has a colour, and the colour of a player.
    fn player_of(&self, colour: usize) -> usize {
        usize::from(self.start.next != Some(colour))
    }

    fn colour_of(&self, player: usize) -> Option<usize> {
        self.start.next.map(|first| if player == 0 { first } else { 1 - first })
    }

    fn position<'m>(&'m self, turns: &'m [Turn]) -> &'m Position {
        match turns.last() {
            None => &self.start,
            Some(turn) => &turn.made.as_ref().expect("moves that are given are legal").0,
        }
    }

    /// The move of these edges, if it is legal.
    fn made(&self, turns: &[Turn], edges: Edges) -> Result<Turn, IllegalMove> {
        let after = after(self.oracle, &self.position(turns).text, &edges)?;
        let made = Some((Position::of(after.position), after.ends));
        Ok(Turn { edges, made })
    }

    fn moves(&self, turns: &[Turn]) -> Result<Vec<Move>, AnswerError> {
        match has_ended(turns) {
            true => Ok(vec![]),
            false => Ok(self.oracle.moves(&self.position(turns).text)?.moves),
        }
    }

    /// Returns, for instance, " as Red" where there are colours.
    fn as_colour(&self, person: usize) -> &'static str {
        match self.colour_of(person) {
            None => "",
            Some(0) => " as Red",
            Some(_) => " as Green",
        }
    }

    fn outcome(&self, turns: &[Turn]) -> Result<Outcome, AnswerError> {
        match self.oracle.values().ended() {
            Some(outcome) if has_ended(turns) => Ok(outcome),
            _ => Ok((self.oracle.value(&self.position(turns).text)?.value).unwrap_or(Outcome::N)),
        }
    }

    /// Returns what this player completes, such as `a red triangle`.
    fn goal(&self, player: usize) -> String {
        match (&self.about.players, self.colour_of(player)) {
            (Players::Coloured { complete, .. }, Some(colour)) => {
                format!("a {} {}", COLOURS[colour], complete[colour])
            }
            _ => "a copy".into(),
        }
    }

    /// Why these edges cannot be added, whatever the rules of the game.
    fn misplaced(&self, position: &Position, edges: &[Edge]) -> Option<String> {
        if edges.len() > 1 && !self.has_several {
            return Some("a move adds one edge in this game".into());
        }
        let board = match &self.about.players {
            Players::Coloured { board, .. } => *board,
            Players::Alike { .. } => None,
        };
        let on_board = |[u, v]: Edge| board.is_none_or(|board| board.has_edge(u, v));
        let is_taken = |edge: Edge| position.demand.deed != Deed::Choose && position.has(edge);
        edges.iter().enumerate().find_map(|(index, &edge)| {
            let text = edge_text(edge);
            if edge[1] >= self.n || edge[0] == edge[1] {
                Some(format!("{text} is not an edge: vertices are 0 to {}", self.n - 1))
            } else if !on_board(edge) {
                Some(format!("{text} is not on the board of this game"))
            } else if is_taken(edge) || edges[..index].contains(&edge) {
                Some(format!("{text} is already there"))
            } else {
                None
            }
        })
    }

    /// The move of these edges, which values have led to.
    fn followed(&self, turns: &[Turn], edges: Edges) -> Result<Turn, PlayError> {
        self.made(turns, edges).map_err(|error| {
            ReviewError::Move {
                number: turns.len() + 1,
                before: self.position(turns).text.clone(),
                error,
            }
            .into()
        })
    }
}

fn has_ended(turns: &[Turn]) -> bool {
    let made = turns.last().and_then(|turn| turn.made.as_ref());
    made.is_some_and(|(_, ends)| *ends)
}

fn seat(person: usize) -> &'static str {
    ["first", "second"][person]
}

impl Source for Solved<'_> {
    type Move = Turn;

    fn mover(&self, turns: &[Turn]) -> usize {
        match self.position(turns).next {
            Some(colour) => self.player_of(colour),
            None => turns.len() % 2,
        }
    }

    fn introduction(&self) -> String {
        let play = self.oracle.values().play();
        let (game, rules) = (&self.about.name, self.about.rules(play));
        let introduced = self.learner.iter().map(|learner| format!("\n{}", learner.introduced()));
        let introduced: String = introduced.collect();
        format!("{game} on {} vertices: {rules}{introduced}", self.n)
    }

    fn how(&self) -> String {
        let several = match (self.has_several, self.oracle.values().play().several) {
            (true, true) if self.roles.is_some() => {
                return "0-3,1-2     colour these edges, after which the other player is next".into();
            }
            (true, true) => "; several edges as 0-3,1-2",
            (true, false) => return "0-3,1-2     offer these edges; 0-3: of an offer keep this one".into(),
            (false, _) => "",
        };
        format!("0-3         add the edge between 0 and 3{several}")
    }

    fn seat(&self, person: usize, is_swapped: bool) -> String {
        let (seat, colour) = (seat(person), self.as_colour(person));
        if let (Some(roles), Some(own)) = (&self.roles, self.colour_of(person)) {
            let now = if is_swapped { " now" } else { "" };
            return format!("you are {} ({}){now}", roles.names[own], COLOURS[own]);
        }
        match is_swapped {
            true => format!("you are the {seat} player now{colour}"),
            false => format!("you move {seat}{colour}"),
        }
    }

    fn name(&self, player: usize) -> String {
        match (&self.roles, self.colour_of(player)) {
            (Some(roles), Some(colour)) => roles.names[colour].clone(),
            _ => "opponent".into(),
        }
    }

    fn prompt(&self, place: &Place) -> String {
        match (&self.roles, place.next) {
            (None, _) => format!("{}> ", counted(place.strokes.len() as u64, "edge")),
            (Some(_), None) => "over> ".into(),
            (Some(_), Some(player)) => format!("{}> ", self.name(player)),
        }
    }

    fn letters(&self) -> [char; 2] {
        ['r', 'g']
    }

    fn typed(&self, line: &str) -> Option<Turn> {
        Some(typed(edges(line)?))
    }

    /// Where a move may have several edges, each word is one.
    fn typed_game(&self, words: &[&str]) -> Option<Vec<Turn>> {
        match self.has_several {
            true => words.iter().map(|word| self.typed(word)).collect(),
            false => Some(
                edges(&words.join(" "))?
                    .into_iter()
                    .map(|edge| typed(vec![edge]))
                    .collect(),
            ),
        }
    }

    fn legal(&self, turns: &[Turn], turn: Turn) -> Result<Result<Turn, String>, PlayError> {
        let (position, edges) = (self.position(turns), turn.edges);
        if has_ended(turns) {
            return Ok(Err("the game is over; type undo or new".into()));
        }
        if let Some(sentence) = self.misplaced(position, &edges) {
            return Ok(Err(sentence));
        }
        let text = edges_text(&edges);
        match self.made(turns, edges) {
            Ok(turn) => {
                let made = [turns, std::slice::from_ref(&turn)].concat();
                self.outcome(&made)?;
                Ok(Ok(turn))
            }
            Err(IllegalMove::Forbidden { why, .. }) => Ok(Err(format!("{text} is not a legal move: {why}"))),
            Err(IllegalMove::Position(error)) => Err(AnswerError::Bad(error).into()),
            Err(error) => Ok(Err(error.to_string())),
        }
    }

    fn text(&self, turn: &Turn) -> String {
        edges_text(&turn.edges)
    }

    fn place(&self, turns: &[Turn]) -> Result<Place, PlayError> {
        let position = self.position(turns);
        let next = (!self.moves(turns)?.is_empty()).then(|| self.mover(turns));
        let task = (self.roles.as_ref()).filter(|_| next.is_some());
        let task = task.and_then(|roles| roles.task(position));
        Ok(Place {
            n: self.n,
            strokes: position.strokes.clone(),
            next,
            notes: task.into_iter().collect(),
        })
    }

    fn ending(&self, turns: &[Turn], person: usize, _draw: &dyn Fn(&[Stroke]) -> String) -> Result<String, PlayError> {
        if let (Some(roles), Some(own)) = (&self.roles, self.colour_of(person)) {
            return Ok(roles.ending(has_ended(turns), self.outcome(turns)?, own));
        }
        let (next, previous) = match self.mover(turns) == person {
            true => ("you", "the opponent"),
            false => ("the opponent", "you"),
        };
        let wins = |who: &str| format!("{who} win{}", if who == "you" { "" } else { "s" });
        let verdict = match self.outcome(turns)? {
            Outcome::P => wins(previous),
            Outcome::N => wins(next),
            Outcome::Tie => "a tie".into(),
            colour => colour.of_start().into(),
        };
        let has = |who: &str| format!("{who} ha{}", if who == "you" { "ve" } else { "s" });
        let why = match has_ended(turns) {
            true => format!("{} completed {}", has(previous), self.goal(1 - self.mover(turns))),
            false => format!("{} no move left", has(next)),
        };
        Ok(format!("{why}: {verdict}\n"))
    }

    fn choices(&self, turns: &[Turn]) -> Result<Vec<(&'static str, String)>, PlayError> {
        let moves = self.moves(turns)?;
        let verdicts = [(Some(true), "wins"), (None, "ties"), (Some(false), "loses")];
        let listed = verdicts.map(|(wins, word)| (word, all_listed(moves.iter().filter(|step| step.wins == wins))));
        Ok(listed.into_iter().filter(|(_, moves)| !moves.is_empty()).collect())
    }

    fn hint(&self, turns: &[Turn]) -> Result<Option<String>, PlayError> {
        let moves = self.moves(turns)?;
        let of = |wins: Option<bool>| moves.iter().filter(move |step| step.wins == wins);
        let count = |wins: Option<bool>| of(wins).map(|step| step.equivalent).sum::<u32>();
        let all: u32 = moves.iter().map(|step| step.equivalent).sum();
        let unless = match self.learner {
            Some(_) => "unless the opponent errs",
            None => "because the opponent never errs",
        };
        let counted = counted(all.into(), "move");
        Ok(Some(match (all, count(Some(true)), count(None)) {
            (0, ..) => "there is no move".into(),
            (1, 0, 0) => format!("the only move loses, {unless}"),
            (_, 0, 0) => format!("all {all} moves lose, {unless}"),
            (_, 0, ties) => {
                let tie = if ties == 1 { "ties" } else { "tie" };
                format!("none of {counted} wins, {ties} {tie}: {}", all_listed(of(None)))
            }
            (_, winning, _) => {
                let win = if winning == 1 { "wins" } else { "win" };
                format!("{winning} of {counted} {win}: {}", all_listed(of(Some(true))))
            }
        }))
    }

    fn reply(&mut self, turns: &[Turn]) -> Result<Option<(Turn, Known)>, PlayError> {
        if has_ended(turns) {
            return Ok(None);
        }
        let text = self.position(turns).text.clone();
        let edges = match &self.learner {
            Some(learner) => learner.reply(self.oracle, &text, &mut self.random)?,
            None => reply(self.oracle, &text, self.strength, &mut self.random)?,
        };
        let Some(edges) = edges else { return Ok(None) };
        Ok(Some((self.followed(turns, edges)?, None)))
    }

    fn review(&self, turns: &[Turn]) -> Result<Course, PlayError> {
        let moves: Vec<Edges> = turns.iter().map(|turn| turn.edges.clone()).collect();
        let review = oracle::review(self.oracle, &self.start.text, &moves)?;
        let made = review.moves.iter().enumerate().map(|(at, step)| Made {
            player: self.mover(&turns[..at]),
            text: edges_text(&step.edges),
            verdict: step.verdict,
            error: step.lost.map(|lost| {
                let lost = match lost {
                    Lost::Win => "win",
                    Lost::Tie => "tie",
                };
                format!("throws the {lost} away, kept by {}", all_listed(&step.kept))
            }),
        });
        let colours = match &self.roles {
            Some(roles) => roles.names.each_ref().map(String::as_str),
            None => ["Red", "Green"],
        };
        let players = match self.start.next {
            None => ["first", "second"],
            Some(first) => [colours[first], colours[1 - first]],
        };
        let next = self.start.next.map(|next| Player::BOTH[next]);
        Ok(Course {
            players: players.map(String::from),
            verdict: review.value.map(|value| value.of_next(next)),
            moves: made.collect(),
            error: "threw something away",
        })
    }

    fn exercise(&mut self) -> Result<Option<Vec<Turn>>, PlayError> {
        let found = exercise(self.oracle, &self.start.text, self.random.next_u64())?;
        let Some(found) = found else { return Ok(None) };
        let mut turns = Vec::new();
        for edges in found.moves {
            turns.push(self.followed(&turns, edges)?);
        }
        Ok(Some(turns))
    }

    fn task(&self, person: Option<usize>) -> String {
        match person {
            None => "random games of this size have no position with one winning move".into(),
            Some(person) => {
                let who = match self.roles {
                    Some(_) => self.name(person),
                    None => format!("the {} player{}", seat(person), self.as_colour(person)),
                };
                format!("you are {who}; one move wins: find it")
            }
        }
    }

    fn judged(&self, turns: &[Turn], turn: &Turn) -> Result<String, PlayError> {
        let review = oracle::review(
            self.oracle,
            &self.position(turns).text,
            std::slice::from_ref(&turn.edges),
        )?;
        let (text, made) = (edges_text(&turn.edges), &review.moves[0]);
        Ok(match made.lost {
            None => format!("right: {text} wins"),
            Some(_) => format!("wrong: {text} does not win; {} does", all_listed(&made.kept)),
        })
    }

    fn begin(&mut self) {
        self.learner.iter_mut().for_each(LearningPlayer::begin);
    }

    /// Lets a learner learn from the game.
    fn ended(&mut self, turns: &[Turn]) -> Result<Option<String>, PlayError> {
        let outcome = self.outcome(turns)?;
        let Some(learner) = &mut self.learner else {
            return Ok(None);
        };
        let made = turns.iter().filter_map(|turn| turn.made.as_ref());
        let before = std::iter::once(&self.start).chain(made.map(|(position, _)| position));
        let played = before
            .zip(turns)
            .map(|(before, turn)| (before.text.clone(), turn.edges.clone()));
        let has_learned = learner.learn(self.oracle, &played.collect::<Vec<_>>(), outcome)?;
        Ok(has_learned.then(|| "the opponent has learned from this game".into()))
    }
}

/// A move as it is typed.
fn typed(edges: Edges) -> Turn {
    Turn { edges, made: None }
}

/// Moves in a list: of an edge by turns there are fewer, of offers thousands.
const LISTED_MOST: usize = 200;

/// The moves, each as by [`listed`].
fn all_listed<'a>(moves: impl IntoIterator<Item = &'a Move>) -> String {
    let mut each = moves.into_iter();
    let mut texts: Vec<String> = each.by_ref().take(LISTED_MOST).map(listed).collect();
    match each.count() {
        0 => {}
        more => texts.push(format!("and {more} more")),
    }
    texts.join(", ")
}

/// A move with the number of those like it, such as `0-3 (or 2 like it)`, and the moves to the end where they are
/// known.
fn listed(step: &Move) -> String {
    let text = edges_text(&step.added());
    let alike = (step.equivalent > 1).then(|| format!("or {} like it", step.equivalent - 1));
    let end = (step.value.remoteness).map(|moves| format!("then {} to the end", counted(moves.into(), "move")));
    let more: Vec<String> = alike.into_iter().chain(end).collect();
    match more[..] {
        [] => text,
        _ => format!("{text} ({})", more.join("; ")),
    }
}
