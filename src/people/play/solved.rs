//! A solved game as what is played from: the values know the best moves, and what each comes to.

use base::random::SplitMix64;
use base::units::counted;

use super::position::{Position, Stroke};
use super::reply::reply;
use super::review::{Course, Made};
use super::source::{Known, Place, Source};
use super::{Edge, LearningPlayer, PlayError, Turn, edge_text, edges, edges_text};
use game::values::{Kind, Outcome};
use game::{About, BadPosition, Players};
use graph::COLOURS;
use learner::Learner;
use oracle::{AnswerError, Edges, Lost, Move, Oracle, Strength, exercise};

/// A solved game, from a position on.
pub struct Solved<'a> {
    oracle: &'a dyn Oracle,
    strength: Strength,
    n: usize,
    /// The description of the game, where the players have colours.
    about: About,
    start: Position,
    random: SplitMix64,
    /// Plays in place of an opponent who knows the values.
    learner: Option<LearningPlayer>,
}

impl<'a> Solved<'a> {
    /// The game from the position of a text, or from the empty board without one; `seed` selects among equally good
    /// moves.
    ///
    /// # Errors
    /// [`PlayError`]: values must determine who wins, and the start must be a position.
    pub fn new(oracle: &'a dyn Oracle, start: Option<&str>, strength: Strength, seed: u64) -> Result<Self, PlayError> {
        let (identity, about) = (oracle.identity(), oracle.about());
        if oracle.values().kind() == Kind::Score {
            return Err(PlayError::Scores(identity.place.display().to_string()));
        }
        if oracle.values().play().hunter().is_some() {
            return Err(PlayError::Roles(identity.place.display().to_string()));
        }
        Ok(Self {
            n: identity.n as usize,
            start: Position::of(oracle, start, about.is_coloured())?,
            about,
            random: SplitMix64::new(seed),
            oracle,
            strength,
            learner: None,
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

    fn position(&self, turns: &[Turn]) -> Position {
        let start = self.start.clone();
        turns.iter().fold(start, |position, turn| position.after(&turn.edges))
    }

    fn moves(&self, turns: &[Turn]) -> Result<Vec<Move>, AnswerError> {
        match has_ended(turns) {
            true => Ok(vec![]),
            false => Ok(self.oracle.moves(&self.position(turns).text())?.moves),
        }
    }

    /// Returns, for instance, " as Red" where there are colours.
    fn as_colour(&self, person: usize) -> &'static str {
        match self.start.next.map(|first| first == person) {
            None => "",
            Some(true) => " as Red",
            Some(false) => " as Green",
        }
    }

    fn outcome(&self, turns: &[Turn]) -> Result<Outcome, AnswerError> {
        match self.oracle.values().ended() {
            Some(outcome) if has_ended(turns) => Ok(outcome),
            _ => Ok((self.oracle.value(&self.position(turns).text())?.value).unwrap_or(Outcome::N)),
        }
    }

    /// Returns what the last move completed, such as `a red triangle`.
    fn completed(&self, turns: &[Turn]) -> String {
        let colour = usize::from(self.position(turns).next == Some(0));
        match &self.about.players {
            Players::Coloured { complete, .. } => format!("a {} {}", COLOURS[colour], complete[colour]),
            Players::Alike { .. } => "a copy".into(),
        }
    }

    /// Why these edges cannot be added, whatever the rules of the game.
    fn misplaced(&self, position: &Position, edges: &[Edge]) -> Option<String> {
        if edges.len() > 1 && !self.oracle.values().play().several {
            return Some("a move adds one edge in this game".into());
        }
        let board = match &self.about.players {
            Players::Coloured { board, .. } => *board,
            Players::Alike { .. } => None,
        };
        let on_board = |[u, v]: Edge| board.is_none_or(|board| board.has_edge(u, v));
        edges.iter().enumerate().find_map(|(index, &edge)| {
            let text = edge_text(edge);
            if edge[1] >= self.n || edge[0] == edge[1] {
                Some(format!("{text} is not an edge: vertices are 0 to {}", self.n - 1))
            } else if !on_board(edge) {
                Some(format!("{text} is not on the board of this game"))
            } else if position.has(edge) || edges[..index].contains(&edge) {
                Some(format!("{text} is already there"))
            } else {
                None
            }
        })
    }
}

fn has_ended(turns: &[Turn]) -> bool {
    turns.last().is_some_and(|turn| turn.ends)
}

fn seat(person: usize) -> &'static str {
    ["first", "second"][person]
}

impl Source for Solved<'_> {
    type Move = Turn;

    fn introduction(&self) -> String {
        let play = self.oracle.values().play();
        let (game, rules) = (&self.about.name, self.about.rules(play));
        let introduced = self.learner.iter().map(|learner| format!("\n{}", learner.introduced()));
        let introduced: String = introduced.collect();
        format!("{game} on {} vertices: {rules}{introduced}", self.n)
    }

    fn how(&self) -> String {
        let several = match self.oracle.values().play().several {
            true => "; several edges as 0-3,1-2",
            false => "",
        };
        format!("0-3         add the edge between 0 and 3{several}")
    }

    fn seat(&self, person: usize, is_swapped: bool) -> String {
        let (seat, colour) = (seat(person), self.as_colour(person));
        match is_swapped {
            true => format!("you are the {seat} player now{colour}"),
            false => format!("you move {seat}{colour}"),
        }
    }

    fn name(&self, _player: usize) -> String {
        "opponent".into()
    }

    fn prompt(&self, place: &Place) -> String {
        format!("{}> ", counted(place.strokes.len() as u64, "edge"))
    }

    fn letters(&self) -> [char; 2] {
        ['r', 'g']
    }

    fn typed(&self, line: &str) -> Option<Turn> {
        let edges = edges(line)?;
        Some(Turn { edges, ends: false })
    }

    /// Where a move may add several edges, each word is one.
    fn typed_game(&self, words: &[&str]) -> Option<Vec<Turn>> {
        let turn = |edges| Turn { edges, ends: false };
        match self.oracle.values().play().several {
            true => words.iter().map(|word| self.typed(word)).collect(),
            false => Some(
                edges(&words.join(" "))?
                    .into_iter()
                    .map(|edge| turn(vec![edge]))
                    .collect(),
            ),
        }
    }

    fn legal(&self, turns: &[Turn], turn: Turn) -> Result<Result<Turn, String>, PlayError> {
        let (position, edges) = (self.position(turns), turn.edges);
        if has_ended(turns) {
            return Ok(Err("the game is over; type undo or new".into()));
        }
        if let Some(sentence) = self.misplaced(&position, &edges) {
            return Ok(Err(sentence));
        }
        match self.oracle.value(&position.after(&edges).text()) {
            Ok(_) => Ok(Ok(Turn { edges, ends: false })),
            // Nothing else can forbid an edge of the board.
            Err(AnswerError::Bad(_)) if self.oracle.values().may_end() => Ok(Ok(Turn { edges, ends: true })),
            Err(AnswerError::Bad(BadPosition::Illegal { why, .. })) => {
                Ok(Err(format!("{} is not a legal move: {why}", edges_text(&edges))))
            }
            Err(error) => Err(error.into()),
        }
    }

    fn text(&self, turn: &Turn) -> String {
        edges_text(&turn.edges)
    }

    fn place(&self, turns: &[Turn]) -> Result<Place, PlayError> {
        Ok(Place {
            n: self.n,
            strokes: self.position(turns).strokes,
            next: (!self.moves(turns)?.is_empty()).then_some(turns.len() % 2),
            notes: vec![],
        })
    }

    fn ending(&self, turns: &[Turn], person: usize, _draw: &dyn Fn(&[Stroke]) -> String) -> Result<String, PlayError> {
        let (next, previous) = match turns.len() % 2 == person {
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
            true => format!("{} completed {}", has(previous), self.completed(turns)),
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
        let (text, random) = (self.position(turns).text(), &mut self.random);
        let turn = match &self.learner {
            Some(learner) => learner.reply(self.oracle, &text, random)?,
            None => reply(self.oracle, &text, self.strength, random)?,
        };
        Ok(turn.map(|turn| (turn, None)))
    }

    fn review(&self, turns: &[Turn]) -> Result<Course, PlayError> {
        let moves: Vec<Edges> = turns.iter().map(|turn| turn.edges.clone()).collect();
        let review = oracle::review(self.oracle, &self.start.text(), &moves)?;
        let made = review.moves.iter().map(|step| Made {
            text: edges_text(&step.edges),
            value: step.value.map(Outcome::letter),
            error: step.lost.map(|lost| {
                let lost = match lost {
                    Lost::Win => "win",
                    Lost::Tie => "tie",
                };
                format!("throws the {lost} away, kept by {}", all_listed(&step.kept))
            }),
        });
        let players = match self.start.next {
            None => ["first", "second"],
            Some(0) => ["Red", "Green"],
            Some(_) => ["Green", "Red"],
        };
        Ok(Course {
            players: players.map(String::from),
            value: review.value.map(Outcome::letter),
            moves: made.collect(),
            error: "threw something away",
        })
    }

    fn exercise(&mut self) -> Result<Option<Vec<Turn>>, PlayError> {
        let found = exercise(self.oracle, &self.start.text(), self.random.next_u64())?;
        let turn = |edges| Turn { edges, ends: false };
        Ok(found.map(|found| found.moves.into_iter().map(turn).collect()))
    }

    fn task(&self, person: Option<usize>) -> String {
        match person {
            None => "random games of this size have no position with one winning move".into(),
            Some(person) => {
                let (seat, colour) = (seat(person), self.as_colour(person));
                format!("you are the {seat} player{colour}; one move wins: find it")
            }
        }
    }

    fn judged(&self, turns: &[Turn], turn: &Turn) -> Result<String, PlayError> {
        let review = oracle::review(
            self.oracle,
            &self.position(turns).text(),
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
        let mut position = self.start.clone();
        let played = turns.iter().map(|turn| {
            let text = position.text();
            position = position.after(&turn.edges);
            (text, turn.clone())
        });
        let has_learned = learner.learn(self.oracle, &played.collect::<Vec<_>>(), outcome)?;
        Ok(has_learned.then(|| "the opponent has learned from this game".into()))
    }
}

/// The moves, each as by [`listed`].
fn all_listed<'a>(moves: impl IntoIterator<Item = &'a Move>) -> String {
    let each: Vec<String> = moves.into_iter().map(listed).collect();
    each.join(", ")
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
