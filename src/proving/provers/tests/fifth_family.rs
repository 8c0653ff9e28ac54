//! A family that the list does not have: one type that says what it knows, and a line in a list. Everything that asks a
//! list then lists its games, explains them, proves them and plays their proofs.
//!
//! The game is tic-tac-toe on a graph: Red and Green claim free edges of the complete graph in turn, and the first to
//! own two edges with a common vertex wins.

use std::sync::Arc;

use base::random::SplitMix64;
use proof::play::{
    self, About, BadMoves, Choice, Edge, Ending, Move, Order, Pair, Playable, Player, ProofPlayer, Readable, State,
    Unplayable, Verdict, reply_to,
};
use proof::{
    BadQuestion, Control, Fact, ListedGame, MAGIC, Opened, Outcome, Parameter, Parameters, Progress, Prover, Question,
    SearchError, in_family, seal,
};
use retrograph_provers::{NotPlayed, PLAYERS, PROVERS, Players, Provers};

const PREFIX: &str = "first-corner:";
const NAME: &str = "first-corner:two-edges";
const SIDES: [&str; 2] = ["Red", "Green"];

#[derive(Clone, Copy)]
struct Game {
    n: usize,
}

impl Game {
    fn new(name: &str, n: usize) -> Result<Self, BadQuestion> {
        let is_known = in_family(name, PREFIX).is_some_and(|rest| rest.eq_ignore_ascii_case("two-edges"));
        match (is_known, n) {
            (false, _) => Err(BadQuestion::Game(format!("there is no game '{name}'"))),
            (true, 3..=6) => Ok(Self { n }),
            (true, _) => Err(BadQuestion::Game(format!("the board has 3 to 6 vertices, not {n}"))),
        }
    }

    fn free(&self, made: &[Pair]) -> Vec<Pair> {
        let all = (1..self.n).flat_map(|v| (0..v).map(move |u| [u, v]));
        all.filter(|pair| !made.contains(pair)).collect()
    }

    /// The corner that the last move has made.
    fn corner(made: &[Pair]) -> Option<[Pair; 2]> {
        let (&last, _) = made.split_last()?;
        let mut own = made.iter().rev().step_by(2).skip(1);
        let earlier = own.find(|pair| pair.iter().any(|v| last.contains(v)))?;
        Some([*earlier, last])
    }

    /// Who wins, by trying everything; `None` for a tie.
    fn winner(&self, made: &mut Vec<Pair>) -> Option<usize> {
        let next = made.len() % 2;
        if Self::corner(made).is_some() {
            return Some(1 - next);
        }
        let free = self.free(made);
        let mut best = if free.is_empty() { None } else { Some(1 - next) };
        for pair in free {
            made.push(pair);
            let winner = self.winner(made);
            made.pop();
            match winner {
                Some(winner) if winner == next => return Some(next),
                None => best = None,
                Some(_) => {}
            }
        }
        best
    }
}

impl Question for Game {
    fn words(&self) -> String {
        format!("{NAME} -n {}", self.n)
    }

    fn answer(&self, control: &Control) -> Result<Outcome, SearchError> {
        let winner = self.winner(&mut Vec::new());
        let head = [("game", NAME.to_owned()), ("n", self.n.to_string())];
        let sentence = match winner {
            Some(winner) => format!("{} wins on {} vertices", SIDES[winner], self.n),
            None => format!("Nobody wins on {} vertices", self.n),
        };
        let proof = control.proof.then(|| seal(&head, &[]));
        Ok(Outcome {
            sentence,
            is_proved: true,
            facts: vec![("n", Fact::Number(self.n as u64))],
            proof: proof.transpose().map_err(SearchError::Seal)?,
            progress: Progress::default(),
        })
    }
}

impl Readable for Game {
    type Course<'a> = Course;

    fn begin(&self, _: &About) -> Result<Course, BadMoves> {
        let (game, made) = (*self, Vec::new());
        Ok(Course { game, made })
    }
}

struct Course {
    game: Game,
    made: Vec<Pair>,
}

impl play::Course for Course {
    fn is_over(&self) -> bool {
        Game::corner(&self.made).is_some()
    }

    fn legal(&self, step: Move) -> Result<(), String> {
        match step {
            Move::Edge(pair) if self.game.free(&self.made).contains(&pair) => Ok(()),
            _ => Err("the edge is not free".into()),
        }
    }

    fn make(&mut self, step: Move) -> Result<(), BadMoves> {
        self.made.extend(match step {
            Move::Edge(pair) => Some(pair),
            _ => None,
        });
        Ok(())
    }

    fn state(&self) -> Result<State, BadMoves> {
        let made = &self.made;
        let next = made.len() % 2;
        let corner = Game::corner(made);
        let free = if corner.is_some() {
            Vec::new()
        } else {
            self.game.free(made)
        };
        let choice = |pair: &Pair| {
            let winner = self.game.winner(&mut [&made[..], &[*pair]].concat());
            let verdict = match winner {
                Some(winner) if winner == next => Verdict::Win,
                Some(_) => Verdict::Loss,
                None => Verdict::Unknown,
            };
            Choice {
                step: Move::Edge(*pair),
                verdict,
            }
        };
        let ending = corner.map(|corner| Ending {
            winner: Some(1 - next),
            why: format!("{} has a corner", SIDES[1 - next]),
            set: corner.to_vec(),
            elements: Vec::new(),
        });
        Ok(State {
            n: self.game.n,
            used: self.game.n,
            edges: (made.iter().enumerate())
                .map(|(at, &pair)| Edge {
                    pair,
                    colour: Some(at % 2),
                })
                .collect(),
            stones: Vec::new(),
            pending: None,
            next: (!free.is_empty()).then_some(next),
            is_proved: self.game.winner(&mut made.clone()) == Some(0),
            choices: free.iter().map(choice).collect(),
            threats: Vec::new(),
            ending,
        })
    }

    fn reply(&self) -> Result<Option<Move>, BadMoves> {
        let state = self.state()?;
        let is_own = state.next == Some(0);
        let mut choices = state.choices.iter();
        let winning = choices.find(|choice| is_own && choice.verdict == Verdict::Win);
        Ok(winning.map(|choice| choice.step))
    }
}

struct Corners;

impl Playable for Corners {
    fn owns(&self, game: &str) -> bool {
        in_family(game, PREFIX).is_some()
    }

    fn play(&self, opened: Opened) -> Result<Box<dyn ProofPlayer>, Unplayable> {
        let name = opened.value("game").unwrap_or_default();
        let n = opened.value("n").and_then(|n| n.parse().ok());
        let n = n.ok_or_else(|| Unplayable("its head lacks the number of vertices".into()))?;
        let game = Game::new(name, n).map_err(|error| Unplayable(error.to_string()))?;
        let about = About {
            game: NAME.into(),
            title: "corner game".into(),
            rules: "Red and Green claim edges in turn; the first to own two with a common vertex wins".into(),
            theorem: "Red wins".into(),
            order: Order::Fixed(game.n),
            boards: None,
            players: SIDES.map(str::to_owned),
            winner: 0,
            colours: SIDES.map(str::to_owned).to_vec(),
            paints: false,
            elements: Vec::new(),
            drawing: None,
        };
        Ok(Player::boxed(about, game))
    }
}

impl Prover for Corners {
    fn names(&self) -> &'static str {
        "first-corner:NAME"
    }

    fn parameters(&self) -> &'static [Parameter] {
        &[Parameter::Order]
    }

    fn question(&self, game: &str, parameters: &Parameters) -> Result<Box<dyn Question>, BadQuestion> {
        let n = parameters.number(Parameter::Order)?;
        let n = n.ok_or(BadQuestion::Missing(&[Parameter::Order]))?;
        Ok(Box::new(Game::new(game, n)?))
    }

    fn listed(&self) -> Vec<ListedGame> {
        vec![ListedGame {
            name: NAME.into(),
            rules: "the first to own two edges with a common vertex wins".into(),
            orders: Some([3, 6]),
            question: Box::new(Game { n: 4 }),
        }]
    }

    fn explained(&self, game: &str, n: Option<usize>) -> Result<Vec<(&'static str, String)>, BadQuestion> {
        let words = self.question(game, &Parameters::order(n))?.words();
        Ok(vec![("game", words)])
    }
}

/// The list with one line more.
fn five<'a>(four: &[&'a dyn Prover]) -> Vec<&'a dyn Prover> {
    [four, &[&Corners]].concat()
}

fn proof(provers: &Provers, game: &str, n: usize) -> (String, Vec<u8>) {
    let question = provers.question(game, &Parameters::order(Some(n))).unwrap();
    let outcome = question.answer(&Control::quiet(1 << 27, 1)).unwrap();
    (outcome.sentence, outcome.proof.unwrap())
}

#[test]
fn a_list_with_one_more_line_knows_the_family() {
    let five = five(PROVERS.0);
    let provers = Provers(&five);
    let listed = |provers: &Provers| -> Vec<String> {
        let games = provers.listed().into_iter();
        games.map(|game| game.question.words()).collect()
    };
    let (before, after) = (listed(&PROVERS), listed(&provers));
    assert_eq!(
        after.strip_prefix(&before[..]).unwrap(),
        ["first-corner:two-edges -n 4"]
    );
    assert!(PROVERS.of(NAME).is_none());
    for name in [NAME, "FIRST-CORNER:TWO-EDGES"] {
        let prover = provers.alone(name).unwrap();
        let explained = prover.explained(name, Some(5)).unwrap();
        assert_eq!(explained, [("game", "first-corner:two-edges -n 5".to_owned())]);
        assert!(prover.checked(name, 5, 1).is_none());
        assert_eq!(proof(&provers, name, 5).0, "Red wins on 5 vertices");
    }
}

/// The names of each family belong to it alone, and its question has no parameter that it does not name.
#[test]
fn no_two_families_own_a_game() {
    let five = five(PROVERS.0);
    let names = ["triangle", "TRIANGLE/connected", "avoid:C4"];
    let listed = Provers(&five).listed().into_iter().map(|game| game.name);
    for name in names.map(str::to_owned).into_iter().chain(listed) {
        for name in [name.to_ascii_uppercase(), name.to_ascii_lowercase(), name.clone()] {
            assert_eq!(five.iter().filter(|prover| prover.owns(&name)).count(), 1, "{name}");
            // Who only plays proofs knows the same families.
            let played = PLAYERS.0.iter().filter(|family| family.owns(&name)).count();
            assert_eq!(played, usize::from(!Corners.owns(&name)), "{name}");
        }
    }
    for name in ["sim", "ramsey-avoid:K3", "maker-breaker", "", "first-corner"] {
        assert!(Provers(&five).of(name).is_none(), "{name}");
    }
}

#[test]
fn a_question_says_only_what_its_family_asks() {
    let five = five(PROVERS.0);
    let provers = Provers(&five);
    let asked = |game: &str, what, text: &str| {
        let parameters = Parameters::new([(Parameter::Order, Some("5".into())), (what, Some(text.into()))]);
        provers.question(game, &parameters).map(|question| question.words())
    };
    let foreign = |what| Err(BadQuestion::Foreign(what));
    assert_eq!(asked(NAME, Parameter::Fresh, "7"), foreign(Parameter::Fresh));
    assert_eq!(
        asked("triangle", Parameter::Starter, "maker"),
        foreign(Parameter::Starter)
    );
    assert_eq!(
        asked("MAKER-BREAKER:CONNECTED", Parameter::Starter, "BREAKER"),
        Ok("maker-breaker:connected -n 5 --starter breaker".into())
    );
    assert_eq!(
        asked("online-ramsey:K3,K3", Parameter::Rounds, "7"),
        foreign(Parameter::Order)
    );
    assert_eq!(
        asked("ramsey-achieve:C4", Parameter::Fresh, "7"),
        Err(BadQuestion::Both(Parameter::Order, Parameter::Fresh))
    );
    assert_eq!(
        asked("ramsey-achieve:C4", Parameter::Moves, "-1"),
        Err(BadQuestion::Number("-1".into()))
    );
    assert_eq!(
        asked("unknown", Parameter::Moves, "3"),
        Err(BadQuestion::Unknown("unknown".into()))
    );
    let lacking = provers.question("Triangle", &Parameters::default());
    assert!(matches!(lacking, Err(BadQuestion::Missing(&[Parameter::Order]))));
}

#[test]
fn its_proof_wins_against_anybody() {
    let five = five(PROVERS.0);
    let provers = Provers(&five);
    let (_, file) = proof(&provers, NAME, 4);
    assert!(file.starts_with(MAGIC));
    assert!(matches!(PLAYERS.unchecked(&file), Err(NotPlayed::Unknown(game)) if game == NAME));
    // The judge knows it as little.
    let player = provers.player(&file, 1, None, &Arc::default());
    assert!(matches!(player, Err(NotPlayed::Refused(_))));
    let player = Players(&[&Corners]).unchecked(&file).unwrap();
    let mut random = SplitMix64::new(7);
    for _ in 0..50 {
        let mut moves = Vec::new();
        let ending = loop {
            let state = player.state(&moves).unwrap();
            if let Some(ending) = state.ending {
                break ending;
            }
            assert!(state.is_proved);
            moves.push(match state.next {
                Some(0) => reply_to(&*player, &moves, 1).unwrap().unwrap().step,
                _ => state.choices[random.below(state.choices.len())].step,
            });
        };
        assert_eq!((ending.winner, moves.len()), (Some(0), 3));
    }
}
