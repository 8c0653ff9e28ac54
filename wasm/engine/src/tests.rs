//! The learner as a page uses it, by the questions of pages.

use std::collections::HashMap;

use game::values::Outcome;
use learner::{Game, Learner, Measured, Ply, from_bytes};
use play::SolvedRules;
use serde_json::{Value, json};

use super::{Engine, Exchange, Opened};

/// A page with one game, whose server knows all values.
struct Page {
    engine: Engine,
    known: HashMap<String, Outcome>,
}

impl Page {
    /// Opens the game of this name as a page with a server does.
    fn of(name: &str, n: u32, values: &str) -> Self {
        let play = if values == "outcome" { "normal" } else { "own" };
        let description = format!("{name}\n{n}\n{values}\n{play}\n16384\n4096\n1048576");
        let game = Opened::of(description.as_bytes()).unwrap_or_else(|refusal| panic!("{}", refusal.message));
        Self {
            engine: Engine {
                exchange: Exchange::new(),
                games: vec![game],
            },
            known: HashMap::new(),
        }
    }

    fn give(&mut self, seed: u32, kept: &[u8]) -> Value {
        self.engine.exchange.room = [&0u32.to_le_bytes(), &seed.to_le_bytes(), kept].concat();
        serde_json::from_slice(&self.engine.given_learner()).unwrap()
    }

    fn kept(&mut self) -> Vec<u8> {
        self.engine.exchange.room = vec![0; 4];
        self.engine.kept()
    }

    fn learner(&mut self) -> Learner {
        from_bytes(&self.kept()).unwrap()
    }

    fn once(&mut self, what: &str, seed: u64, moves: &str, position: &str) -> Value {
        self.engine.exchange.room = format!("0\n{what}\nmax\nperfect\n{seed}\n{moves}\n{position}").into_bytes();
        serde_json::from_slice(&self.engine.answered()).unwrap()
    }

    /// Asks, and says what the engine asks for.
    fn ask(&mut self, what: &str, seed: u64, moves: &str, position: &str) -> Value {
        for _ in 0..1_000 {
            let mut answer = self.once(what, seed, moves, position);
            let Some(asked) = answer["asks"].as_str().map(str::to_owned) else {
                assert!(answer["error"].is_null(), "{answer}");
                return answer["ok"].take();
            };
            let said = self.said(&asked);
            assert!(self.once("said", 0, &said, &asked)["error"].is_null(), "{said}");
        }
        panic!("{what} asks without end");
    }

    /// The moves of a position with their values, as a page says them.
    fn said(&mut self, position: &str) -> String {
        let moves = self.engine.games[0].rules.moves(position).ok().unwrap().moves;
        let words = moves.iter().map(|step| {
            let value = match step.ends {
                true => step.value.value.unwrap(),
                false => self.value(&step.canonical),
            };
            format!("{} {}", value.letter(), step.canonical)
        });
        words.collect::<Vec<_>>().join(",")
    }

    /// Who wins a position, by looking at everything that can follow.
    fn value(&mut self, position: &str) -> Outcome {
        if let Some(&value) = self.known.get(position) {
            return value;
        }
        let rules = &self.engine.games[0].rules;
        let (moves, values) = (rules.moves(position).ok().unwrap().moves, rules.values());
        let after: Vec<Outcome> = (moves.iter())
            .map(|step| match step.ends {
                true => step.value.value.unwrap(),
                false => self.value(&step.canonical),
            })
            .collect();
        let value = match after {
            _ if after.is_empty() => values.outcome(values.terminal()).unwrap(),
            _ if after.contains(&Outcome::P) => Outcome::N,
            _ if after.contains(&Outcome::Tie) => Outcome::Tie,
            _ => Outcome::P,
        };
        self.known.insert(position.to_owned(), value);
        value
    }
}

const GAMES: [(&str, u32, &str); 3] = [
    ("triangle", 6, "outcome"),
    ("ramsey-lose:K3", 5, "remoteness"),
    ("ramsey-achieve:K3", 5, "remoteness"),
];

#[test]
fn the_learner_is_the_programs_and_goes_on_where_it_was_kept() {
    for (name, n, values) in GAMES {
        let mut page = Page::of(name, n, values);
        assert_eq!(
            page.give(5, &[])["ok"],
            json!({"games": 0, "positions": 0, "history": [], "due": true})
        );
        for _ in 0..60 {
            page.ask("play", 0, "", "");
        }
        let rules = &*page.engine.games[0].rules;
        let mut game_rules = SolvedRules::of(rules).unwrap();
        let (mut learner, start) = (Learner::new(&game_rules.words(), 5), game_rules.start().unwrap());
        while learner.games < 60 {
            let game = learner.play(&mut game_rules, &start).unwrap();
            learner.learn(&game);
        }
        let expected = learner.to_bytes();
        assert_eq!(page.kept(), expected, "{name}");
        let mut other = Page::of(name, n, values);
        other.give(5, &[]);
        for games in 1..=60 {
            let state = other.ask("play", 0, "", "");
            assert_eq!(state["games"], games);
            if games % 20 == 0 {
                let kept = other.kept();
                assert_eq!(other.give(7, &kept)["ok"], state);
            }
        }
        assert_eq!(other.kept(), expected, "{name}");
    }
}

/// Measures as often as is due; the last measurement.
fn measured(page: &mut Page) -> Measured {
    for game in 1..=20 {
        let state = page.ask("measure", 0, "", "");
        assert_eq!(state["due"], game < 20);
    }
    *page.learner().history.last().unwrap()
}

#[test]
fn it_is_measured_against_the_perfect_player_and_becomes_stronger() {
    for (name, n, values) in GAMES {
        let mut page = Page::of(name, n, values);
        page.give(5, &[]);
        let first = measured(&mut page);
        for games in 1..=600 {
            let state = page.ask("play", 0, "", "");
            if games <= 25 {
                assert_eq!(state["due"], games == 25);
            }
        }
        let last = measured(&mut page);
        assert_eq!((first.games, first.played, last.games, last.played), (0, 20, 600, 20));
        assert!(first.won < 20 && last.won == 20, "{name}: {first:?} {last:?}");
        // Learning during a measurement begins it anew, as nothing else does.
        let mut other = Page::of(name, n, values);
        other.give(5, &[]);
        other.ask("measure", 0, "", "");
        other.ask("play", 0, "", "");
        assert_eq!(measured(&mut other).games, 1);
    }
}

#[test]
fn later_measurements_take_the_place_of_earlier_ones() {
    let mut page = Page::of("triangle", 5, "outcome");
    page.give(1, &[]);
    let mut learner = page.learner();
    learner.games = 1_000;
    learner.history = (0..64)
        .map(|games| Measured {
            games,
            played: 100,
            ..Measured::default()
        })
        .collect();
    page.give(1, &learner.to_bytes());
    measured(&mut page);
    let games: Vec<u64> = page.learner().history.iter().map(|row| row.games).collect();
    assert_eq!((games.len(), games[0], games[1], games[32]), (33, 0, 2, 1_000));
}

#[test]
fn it_learns_from_the_games_of_the_page() {
    for (name, n, values) in GAMES {
        let mut page = Page::of(name, n, values);
        page.give(5, &[]);
        let start = page.engine.games[0]
            .rules
            .canonical(if name == "triangle" { "-" } else { "red:" });
        let start = start.ok().unwrap().graph6;
        let (mut position, mut moves) = (start.clone(), Vec::new());
        let refused = |page: &mut Page, moves: &str| {
            let before = page.kept();
            let code = page.once("learn", 0, moves, &start)["error"]["code"].take();
            assert_eq!(page.kept(), before);
            code
        };
        assert_eq!(refused(&mut page, ""), "bad_request");
        loop {
            let chosen = page.ask("choose", moves.len() as u64, "", &position);
            let Some(&[u, v]) = (chosen["edges"].as_array())
                .map(|edges| [&edges[0][0], &edges[0][1]])
                .as_ref()
            else {
                break;
            };
            // As a person may write it.
            let step = format!("{v}-{u}");
            let after = page.ask("move", 0, &step, &position);
            moves.push(step);
            if after["ends"] == true {
                break;
            }
            assert_eq!(refused(&mut page, &format!("{},{0}", moves[0])), "illegal_move");
            position = after["graph6"].as_str().unwrap().to_owned();
        }
        assert!(moves.len() > 3, "{moves:?}");
        assert_eq!(refused(&mut page, &moves[..2].join(",")), "bad_request");
        let state = page.ask("learn", 0, &moves.join(","), &start);
        assert_eq!((&state["games"], &state["positions"]), (&json!(1), &json!(moves.len())));
        let learner = page.learner();
        let values: Vec<i32> = learner.table().sorted().iter().map(|(_, entry)| entry.value).collect();
        assert!(values.iter().any(|&value| value != 0), "{name}");
    }
}

#[test]
fn foreign_bytes_make_one_who_knows_nothing() {
    let mut page = Page::of("triangle", 5, "outcome");
    page.give(5, &[]);
    for _ in 0..30 {
        page.ask("play", 0, "", "");
    }
    measured(&mut page);
    let ours = page.learner();
    let nothing = json!({"games": 0, "positions": 0, "history": [], "due": true});
    let changed = |change: &dyn Fn(&mut Learner)| {
        let mut learner = ours.clone();
        change(&mut learner);
        learner.to_bytes()
    };
    let many = |count: usize| {
        changed(&|learner| {
            let ply = |number| Ply {
                after: vec![format!("{number}")],
                made: 0,
            };
            let plies = (learner.table().len()..count).map(ply).collect();
            let outcome = Outcome::P;
            learner.learn(&Game { plies, outcome });
        })
    };
    let same = changed(&|_| ());
    let mut hostile = vec![
        vec![],
        b"{\"version\":1}".to_vec(),
        same[..same.len() - 1].to_vec(),
        changed(&|learner| learner.words += " "),
        changed(&|learner| learner.history[0].played = 0),
        changed(&|learner| learner.history[0].games = 31),
        many((1 << 15) + 1),
        vec![b'r'; 3 << 20],
    ];
    hostile.extend((0..same.len()).map(|at| {
        let mut other = same.clone();
        other[at] ^= 1;
        other
    }));
    for bytes in hostile {
        let state = page.give(9, &bytes)["ok"].take();
        assert_eq!(state, nothing, "{:?}", &bytes[..bytes.len().min(80)]);
        assert_eq!(page.learner().seed, 9);
    }
    assert_eq!(page.give(9, &same)["ok"]["games"], 30);
    // As many as a page keeps; further ones are not remembered.
    assert_eq!(page.give(9, &many(1 << 15))["ok"]["positions"], 1 << 15);
    for _ in 0..200 {
        assert_eq!(page.ask("play", 0, "", "")["positions"], 1 << 15);
    }
}

#[test]
fn questions_that_mean_nothing_are_refused() {
    let mut page = Page::of("triangle", 5, "outcome");
    assert_eq!(page.kept(), b"");
    for what in ["play", "measure", "choose", "learn"] {
        assert_eq!(page.once(what, 0, "", "-")["error"]["code"], "bad_request", "{what}");
    }
    for room in [&b""[..], &[0; 7], &[1, 0, 0, 0, 0, 0, 0, 0]] {
        page.engine.exchange.room = room.to_vec();
        let answer: Value = serde_json::from_slice(&page.engine.given_learner()).unwrap();
        assert_eq!(answer["error"]["code"], "bad_request");
    }
    let mut scores = Page::of("triangle", 5, "score");
    assert_eq!(scores.give(1, &[])["error"]["message"], "scores do not say who wins");
    // A server that says other moves.
    let said = page.said("-");
    for other in ["", "P", "P D??", "X D?", &said.replace("P ", "Q ").replace("N ", "M ")] {
        assert_eq!(page.once("said", 0, other, "-")["error"]["code"], "damaged", "{other}");
    }
    assert_eq!(page.once("said", 0, &said, "0-0")["error"]["code"], "bad_position");
    assert_eq!(page.once("said", 0, &said, "-"), json!({"ok": null}));
}
