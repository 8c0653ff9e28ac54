//! Maker-Breaker and strict Avoider-Enforcer games with bias on few vertices, beside values computed by independent
//! programs from the rules, and theorems of the literature.

use std::collections::BTreeMap;

use game::Levels;
use game::values::{Label, Outcome, Player, Values};
use retrograph_games::{GameTask, values_for, with_game};

/// The value of the empty board, by all moves from each position.
struct Start(Values);

impl GameTask for Start {
    type Output = Outcome;

    fn run<G: Levels + 'static>(self, game: G) -> Outcome {
        let start = label(&game, self.0, &game.empty(), &mut BTreeMap::new());
        let next = game.next(&game.empty()).expect("the players have colours");
        self.0.outcome_for(next, start).expect("it says who wins")
    }
}

fn label<G: Levels>(game: &G, values: Values, position: &G::Position, known: &mut BTreeMap<G::Record, Label>) -> Label {
    let record = game.record(position);
    if let Some(&label) = known.get(&record) {
        return label;
    }
    let mut fold = values.fold(game.turn(position));
    if game.can_end(position) {
        fold.add_end();
    }
    game.any_child(position, |_, child| {
        fold.add(game.stepper(child), label(game, values, child, known));
        if game.closes_offer(child) {
            fold.close_offer();
        }
        false
    });
    known.insert(record, fold.label());
    fold.label()
}

fn winner(name: &str, n: u32) -> Player {
    let values = values_for(name, n, None, None).unwrap().unwrap();
    match with_game(name, n, values, Start(values)).unwrap() {
        Outcome::Red => Player::First,
        Outcome::Green => Player::Second,
        other => panic!("{name}: {other:?}"),
    }
}

/// The value of the empty board and the number of positions, made level by level on the way up, each once; on the way
/// down each but the saturated ones once.
struct Levelled(Values);

impl GameTask for Levelled {
    type Output = (Label, usize);

    fn run<G: Levels + 'static>(self, game: G) -> (Label, usize) {
        let start = label(&game, self.0, &game.empty(), &mut BTreeMap::new());
        let mut level = vec![game.record(&game.empty())];
        let mut count = 0;
        for number in 0.. {
            count += level.len();
            let (mut above, mut going) = (Vec::new(), Vec::new());
            for &below in &level {
                assert_eq!(game.level(below), number);
                assert!(game.is_legal(&game.position(below)));
                if game.ascend(below, |made| above.push(made)) {
                    going.push(below);
                }
            }
            let mut expanded = Vec::new();
            for &above in &above {
                game.expand(above, &mut G::Scratch::default(), |position| {
                    expanded.push(game.record(&position))
                });
            }
            for (records, what) in [(&mut above, "made"), (&mut expanded, "expanded"), (&mut going, "going")] {
                let all = records.len();
                records.sort_unstable();
                records.dedup();
                assert_eq!(records.len(), all, "{what} twice: {} level {number}", game.name());
            }
            assert_eq!(expanded, going, "{} level {number}", game.name());
            if above.is_empty() {
                return (start, count);
            }
            level = above;
        }
        unreachable!()
    }
}

/// Moves, or offers, until the goal is completed on five vertices, and the number of positions without it.
#[test]
fn lengths_and_positions_on_five_vertices() {
    for (name, moves, positions) in [
        ("maker-breaker:contains:K3", 7, 158),
        ("maker-breaker:contains:K3/starter=breaker", 8, 177),
        ("maker-breaker:contains:P4/bias=1:2", 7, 150),
        ("maker-breaker:hamilton-cycle/bias=2:1", 8, 128),
        ("avoider-enforcer:contains:K3", 9, 158),
        ("avoider-enforcer:contains:K3/starter=enforcer", 10, 177),
        ("avoider-enforcer:contains:K3/bias=1:2", 10, 175),
        ("avoider-enforcer:contains:K3/monotone", 5, 567),
        ("avoider-enforcer:contains:K3/starter=enforcer/monotone", 6, 567),
        ("waiter-client:contains:K3", 4, 88),
    ] {
        let values = values_for(name, 5, None, None).unwrap().unwrap();
        let (label, found) = with_game(name, 5, values, Levelled(values)).unwrap();
        let label = values.seen_by(
            if name.contains("enforcer/m") {
                Player::Second
            } else {
                Player::First
            },
            label,
        );
        assert_eq!((label.first, found), (moves, positions), "{name}");
    }
}

/// Offers of several red edges, where the first choices must leave others.
#[test]
fn each_position_of_offers_is_made_once() {
    for name in [
        "waiter-client:contains:K3/bias=2:1",
        "waiter-client:contains:P4/bias=2:2",
        "waiter-client:contains:C4/bias=3:1",
        "waiter-client:connected/bias=1:3",
        "client-waiter:contains:K3/bias=1:2",
        "client-waiter:contains:C4/bias=1:5",
        "maker-breaker:connected/bias=2:3/starter=breaker",
        "avoider-enforcer:contains:C4/bias=2:3/monotone",
    ] {
        for n in 4..6 {
            let values = values_for(name, n, None, None).unwrap().unwrap();
            let (_, positions) = with_game(name, n, values, Levelled(values)).unwrap();
            assert!(positions > 1, "{name}");
        }
    }
}

/// A value by the moves as they are reported, not as the solver makes them; within offers, too.
fn reported<G: Levels>(game: &G, values: Values, position: &G::Position, known: &mut BTreeMap<String, Label>) -> Label {
    let text = game.graph6(position);
    let own = match game.is_between(position) {
        true => text.clone(),
        false => game.graph6(&game.position(game.record(position))) + &format!("{:?}", game.next(position)),
    };
    if let Some(&label) = known.get(&own) {
        return label;
    }
    let again = game.parse(&text).expect("the text of a position");
    assert_eq!(game.graph6(&again), text);
    let mut turn = game.turn(position);
    turn.offers = false;
    let mut fold = values.fold(turn);
    for step in game.moves(position) {
        let label = match step.ends {
            true => {
                fold.add_end();
                continue;
            }
            false => reported(game, values, &step.child, known),
        };
        // An offer is no move of its own.
        match (game.is_between(&step.child), label.first) {
            (true, 1) => fold.add_end(),
            (is_between, first) => fold.add(
                None,
                Label {
                    first: first - u8::from(is_between && first > 0),
                    second: 0,
                },
            ),
        }
    }
    known.insert(own, fold.label());
    fold.label()
}

struct Reported(Values);

impl GameTask for Reported {
    type Output = [u8; 2];

    fn run<G: Levels + 'static>(self, game: G) -> [u8; 2] {
        let found = label(&game, self.0, &game.empty(), &mut BTreeMap::new());
        let values = match self.0.is_twofold() {
            // A move at a time.
            true => Values::named("red-avoids remoteness").unwrap(),
            false => self.0,
        };
        let next = game.next(&game.empty()).unwrap();
        let seen = self.0.seen_by(next, found).first;
        [seen, reported(&game, values, &game.empty(), &mut BTreeMap::new()).first]
    }
}

#[test]
fn reported_moves_have_the_values_of_those_that_are_solved() {
    for (name, n) in [
        ("waiter-client:contains:K3", 5),
        ("waiter-client:contains:K3/bias=2:1", 5),
        ("waiter-client:contains:P4/bias=1:3", 5),
        ("waiter-client:min-degree:1/bias=1:2", 4),
        ("client-waiter:contains:P3/bias=1:2", 4),
        ("client-waiter:contains:K3", 5),
        ("client-waiter:connected/bias=1:2", 4),
        ("avoider-enforcer:contains:K3/monotone", 5),
        ("avoider-enforcer:contains:P4/monotone/starter=enforcer", 4),
        ("avoider-enforcer:connected/monotone/starter=enforcer", 5),
    ] {
        let values = values_for(name, n, None, None).unwrap().unwrap();
        let [solved, reported] = with_game(name, n, values, Reported(values)).unwrap();
        assert_eq!(reported, solved, "{name}");
    }
}

/// The biases 1:b with which the player wins who wants the goal.
fn biases(name: impl Fn(u32) -> String, hunter: Player, n: u32) -> Vec<u32> {
    let edges = n * (n - 1) / 2;
    (1..=edges).filter(|&b| winner(&name(b), n) == hunter).collect()
}

/// These for a rule with turns, for either starter.
fn by_turns(rule: &str, goal: &str, end: &str, n: u32) -> [Vec<u32>; 2] {
    let (roles, hunter) = match rule {
        "maker-breaker" => (["maker", "breaker"], Player::First),
        _ => (["avoider", "enforcer"], Player::Second),
    };
    roles.map(|starter| {
        biases(
            |b| format!("{rule}:{goal}/bias=1:{b}/starter={starter}{end}"),
            hunter,
            n,
        )
    })
}

fn to(b: u32) -> Vec<u32> {
    (1..=b).collect()
}

/// Values with biases 1:b on `n` vertices: of Maker, of Enforcer by strict and by monotone rules, each with the player
/// of either colour first, then of Waiter, and of Client where Waiter offers one edge or more.
type Row = (
    &'static str,
    [Vec<u32>; 2],
    [Vec<u32>; 2],
    [Vec<u32>; 2],
    Vec<u32>,
    Vec<u32>,
);

fn check(n: u32, rows: Vec<Row>) {
    for (goal, maker, strict, monotone, waiter, client) in rows {
        let offered = |rule: &str, hunter| biases(|b| format!("{rule}:{goal}/bias=1:{b}"), hunter, n);
        assert_eq!(by_turns("maker-breaker", goal, "", n), maker, "{goal}");
        assert_eq!(by_turns("avoider-enforcer", goal, "", n), strict, "{goal}");
        assert_eq!(by_turns("avoider-enforcer", goal, "/monotone", n), monotone, "{goal}");
        assert_eq!(offered("waiter-client", Player::Second), waiter, "{goal}");
        assert_eq!(offered("client-waiter", Player::First), client, "{goal}");
    }
}

#[test]
fn thresholds_on_four_vertices() {
    let none = || [to(0), to(0)];
    check(
        4,
        vec![
            (
                "contains:P3",
                [to(3), to(1)],
                [to(4), to(2)],
                [to(3), to(1)],
                to(1),
                to(4),
            ),
            ("contains:P4", none(), none(), [to(1), to(0)], to(0), to(0)),
            ("hamilton-path", none(), none(), [to(1), to(0)], to(0), to(0)),
            (
                "connected",
                [to(1), to(1)],
                [to(1), to(1)],
                [to(1), to(0)],
                to(1),
                to(1),
            ),
            (
                "min-degree:1",
                [to(1), to(1)],
                [vec![1, 4], to(2)],
                [to(2), to(1)],
                to(1),
                to(2),
            ),
            (
                "perfect-matching",
                none(),
                [vec![4], vec![2]],
                [to(2), to(1)],
                to(0),
                to(0),
            ),
            ("contains:K3", none(), none(), none(), to(0), to(0)),
            ("2-connected", none(), none(), none(), to(0), to(0)),
        ],
    );
}

#[test]
fn thresholds_on_five_vertices() {
    let none = || [to(0), to(0)];
    let ones = || [to(1), to(1)];
    check(
        5,
        vec![
            (
                "contains:P3",
                [to(5), to(3)],
                [to(8), to(4)],
                [to(7), to(3)],
                to(3),
                to(8),
            ),
            (
                "contains:P4",
                [to(2), to(1)],
                [to(3), to(2)],
                [to(3), to(2)],
                to(1),
                to(3),
            ),
            ("contains:K1,3", ones(), [to(3), to(1)], [to(2), to(1)], to(1), to(1)),
            ("contains:K3", ones(), [to(2), to(1)], [to(2), to(1)], to(1), to(1)),
            ("odd-cycle", ones(), [to(2), to(1)], [to(2), to(1)], to(1), to(1)),
            ("contains:C4", none(), none(), [to(1), to(0)], to(0), to(0)),
            ("contains:paw", ones(), [to(2), to(1)], ones(), to(1), to(1)),
            ("hamilton-path", ones(), [to(2), to(1)], ones(), to(1), to(1)),
            ("connected", ones(), [to(2), to(1)], ones(), to(1), to(2)),
            ("min-degree:1", ones(), [to(2), to(1)], [to(2), to(1)], to(1), to(2)),
            (
                "perfect-matching",
                [to(2), to(2)],
                [vec![1, 2, 3, 6, 7, 8], vec![1, 2, 4]],
                [to(5), to(3)],
                to(2),
                to(8),
            ),
            ("contains:K4", none(), none(), none(), to(0), to(0)),
            ("non-planar", none(), none(), none(), to(0), to(0)),
        ],
    );
}
