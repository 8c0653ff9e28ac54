//! Maker-Breaker and strict Avoider-Enforcer games with bias on few vertices, beside values computed by independent
//! programs from the rules, and theorems of the literature.

use std::collections::BTreeMap;

use game::values::{Kind, Label, Outcome, Player, Values};
use game::Levels;
use retrograph_games::{GameTask, values_for, with_game};

/// The value of the empty board, by all moves from each position.
struct Start(Values);

impl GameTask for Start {
    type Output = Outcome;

    fn run<G: Levels + 'static>(self, game: G) -> Outcome {
        let start = label(&game, self.0, &game.empty(), &mut BTreeMap::new());
        self.0.outcome(start).expect("it says who wins")
    }
}

fn label<G: Levels>(game: &G, values: Values, position: &G::Position, known: &mut BTreeMap<G::Record, Label>) -> Label {
    let record = game.record(position);
    if let Some(&label) = known.get(&record) {
        return label;
    }
    let mut fold = values.fold(game.next(position));
    for step in game.moves(position) {
        match step.ends {
            true => fold.add_end(),
            false => fold.add(None, label(game, values, &step.child, known)),
        }
    }
    known.insert(record, fold.label());
    fold.label()
}

fn winner(name: &str, n: u32) -> Player {
    let values = values_for(name, n, None, Some(Kind::Remoteness)).unwrap().unwrap();
    match with_game(name, n, values, Start(values)).unwrap() {
        Outcome::Red => Player::First,
        Outcome::Green => Player::Second,
        other => panic!("{name}: {other:?}"),
    }
}

/// The biases 1:b with which the player wins who wants the goal, for either starter.
fn biases(rule: &str, goal: &str, n: u32) -> [Vec<u32>; 2] {
    let (roles, hunter) = match rule {
        "maker-breaker" => (["maker", "breaker"], Player::First),
        _ => (["avoider", "enforcer"], Player::Second),
    };
    let edges = n * (n - 1) / 2;
    roles.map(|starter| {
        let wins = |&b: &u32| winner(&format!("{rule}:{goal}/bias=1:{b}/starter={starter}"), n) == hunter;
        (1..=edges).filter(wins).collect()
    })
}

fn to(b: u32) -> Vec<u32> {
    (1..=b).collect()
}

#[test]
fn thresholds_on_four_vertices() {
    for (goal, maker, enforcer) in [
        ("contains:P3", [to(3), to(1)], [to(4), to(2)]),
        ("contains:P4", [to(0), to(0)], [to(0), to(0)]),
        ("hamilton-path", [to(0), to(0)], [to(0), to(0)]),
        ("connected", [to(1), to(1)], [to(1), to(1)]),
        ("min-degree:1", [to(1), to(1)], [vec![1, 4], to(2)]),
        ("perfect-matching", [to(0), to(0)], [vec![4], vec![2]]),
        ("contains:K3", [to(0), to(0)], [to(0), to(0)]),
        ("2-connected", [to(0), to(0)], [to(0), to(0)]),
    ] {
        assert_eq!(biases("maker-breaker", goal, 4), maker, "{goal}");
        assert_eq!(biases("avoider-enforcer", goal, 4), enforcer, "{goal}");
    }
}

#[test]
fn thresholds_on_five_vertices() {
    for (goal, maker, enforcer) in [
        ("contains:P3", [to(5), to(3)], [to(8), to(4)]),
        ("contains:P4", [to(2), to(1)], [to(3), to(2)]),
        ("contains:K1,3", [to(1), to(1)], [to(3), to(1)]),
        ("contains:K3", [to(1), to(1)], [to(2), to(1)]),
        ("odd-cycle", [to(1), to(1)], [to(2), to(1)]),
        ("contains:C4", [to(0), to(0)], [to(0), to(0)]),
        ("contains:paw", [to(1), to(1)], [to(2), to(1)]),
        ("hamilton-path", [to(1), to(1)], [to(2), to(1)]),
        ("connected", [to(1), to(1)], [to(2), to(1)]),
        ("min-degree:1", [to(1), to(1)], [to(2), to(1)]),
        ("perfect-matching", [to(2), to(2)], [vec![1, 2, 3, 6, 7, 8], vec![1, 2, 4]]),
        ("contains:K4", [to(0), to(0)], [to(0), to(0)]),
        ("non-planar", [to(0), to(0)], [to(0), to(0)]),
    ] {
        assert_eq!(biases("maker-breaker", goal, 5), maker, "{goal}");
        assert_eq!(biases("avoider-enforcer", goal, 5), enforcer, "{goal}");
    }
}
