//! Counts against graphs: positions, moves and values.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use retrograph_referee::brute::{Brute, Outcome, Play};
use retrograph_referee::rules::rules;

use super::board::Board;
use super::kinds::{Fold, Kinds};
use super::repeat::{Aspect, Repeat};
use super::rules::Rules;
use super::table::Answers;
use super::value::{Bounds, Value};
use super::*;

fn tables(last: usize) -> impl Iterator<Item = (&'static str, Table)> {
    NAMES
        .into_iter()
        .map(move |name| (name, Game::named(name).unwrap().table(last)))
}

/// The vertices of the components, each with the numbers of their neighbours in ascending order.
fn components(rows: &[u32]) -> Vec<Vec<u32>> {
    let mut left = (1u32 << rows.len()) - 1;
    let mut found = Vec::new();
    while left != 0 {
        let mut component = left & left.wrapping_neg();
        loop {
            let met = (0..rows.len()).filter(|v| component >> v & 1 == 1);
            let larger = met.fold(component, |all, v| all | rows[v]);
            if larger == component {
                break;
            }
            component = larger;
        }
        left &= !component;
        let vertices = (0..rows.len()).filter(|v| component >> v & 1 == 1);
        let mut degrees: Vec<u32> = vertices.map(|v| rows[v].count_ones()).collect();
        degrees.sort_unstable();
        found.push(degrees);
    }
    found
}

/// Rules of avoid:P5 without free moves: C is a C4, I a diamond.
const P5: &str = "SS>E SE>P SP>Y SP>Q SY>X SY>D SX>X SX>D ST>W SQ>D SD>D SD>x SW>x Sx>x EE>Q EP>D EY>D EX>D PP>x PY>x \
                  PX>x YY>x YX>x XX>x P>T Y>W X>x Q>W Q>C D>x W>I C>I I>";

/// The letters of a component with these degrees in the rules of a game, from their description.
fn letters(game: &str, degrees: &[u32]) -> &'static str {
    let (n, edges) = (degrees.len(), degrees.iter().sum::<u32>() as usize / 2);
    let most = degrees[n - 1] as usize;
    match (game, n, edges) {
        (_, 1, _) => "S",
        ("avoid:P3", ..) => "",
        (_, 2, _) => "E",
        ("avoid:K3+P4", ..) => "x",
        (_, 3, 2) => "P",
        ("avoid:P4", 3, 3) => "",
        ("avoid:P4", ..) => "x",
        ("avoid:K1,3", ..) => {
            if edges < n {
                "P"
            } else {
                ""
            }
        }
        ("avoid:K1,3+K3", ..) => {
            if edges < n {
                "Q"
            } else {
                ""
            }
        }
        ("avoid:P5", 3, 3) => "T",
        ("avoid:P5", 4, 3) => {
            if most == 3 {
                "Y"
            } else {
                "Q"
            }
        }
        ("avoid:P5", 4, 4) => {
            if most == 3 {
                "W"
            } else {
                "C"
            }
        }
        ("avoid:P5", 4, 5) => "I",
        ("avoid:P5", 4, _) => "",
        ("avoid:P5", ..) if edges == n - 1 && most == n - 1 => "X",
        // One centre has one leaf, the other centre all others.
        ("avoid:P5", ..) if edges == n - 1 && most == n - 2 => "D",
        ("avoid:P5", ..) => "x",
        _ => panic!("{game} {degrees:?}"),
    }
}

/// All graphs on few vertices and what moves lead to: the same counts, by the rules.
#[test]
fn moves_between_counts_are_those_between_graphs() {
    let mut compared = 0;
    for (name, most) in [
        ("avoid:P3", 8),
        ("avoid:P4", 11),
        ("avoid:P5", 10),
        ("avoid:K1,3", 10),
        ("avoid:K3+P4", 10),
        ("avoid:K1,3+K3", 10),
    ] {
        let kinds = match name {
            "avoid:P5" => Kinds::new(P5),
            _ => Game::named(name).unwrap().kinds().unwrap(),
        };
        for n in 1..=most {
            let brute = Brute::new(&*rules(name).unwrap(), n, Play::Normal);
            let position = |rows: &[u32]| {
                let letters: String = components(rows).iter().map(|degrees| letters(name, degrees)).collect();
                (letters.matches('S').count(), kinds.rest(&letters).0)
            };
            for (level, classes) in brute.levels().iter().enumerate() {
                for class in classes {
                    let (singles, rest) = position(&class.rows);
                    let children = class
                        .children
                        .iter()
                        .map(|&child| position(&brute.levels()[level + 1][child].rows));
                    let can = |needs: u8| usize::from(needs) <= singles;
                    let steps = kinds.steps(&rest).remove(0).into_iter().filter(|step| can(step.needs));
                    let steps = steps.map(|step| (singles - usize::from(step.takes), step.to.unwrap()));
                    assert_eq!(
                        steps.collect::<BTreeSet<_>>(),
                        children.collect(),
                        "{name} {:?}",
                        class.rows
                    );
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 1000, "{compared}");
}

#[test]
fn answers_up_to_7_vertices_are_those_of_the_brute_force() {
    for (name, table) in tables(7) {
        for n in 2..=7 {
            let brute = |play| Brute::new(&*rules(name).unwrap(), n, play);
            let (normal, misere) = (brute(Play::Normal), brute(Play::Misere));
            let winner = |outcome| if outcome == Outcome::N { 1 } else { 2 };
            let start = normal.start();
            let expected = [
                winner(start.outcome),
                winner(misere.start().outcome),
                normal.levels()[1][0].value.grundy.unwrap(),
                start.max,
                start.min,
            ];
            assert_eq!(
                Kind::ALL.map(|kind| table.answer(kind, n)),
                expected.map(Some),
                "{name} {n}"
            );
        }
    }
}

/// Lines of a table in datasets/, without comments and header.
fn lines(table: &str) -> impl Iterator<Item = Vec<&str>> {
    let lines = table.lines().filter(|line| !line.starts_with('#')).skip(1);
    lines.map(|line| line.split(';').collect())
}

#[test]
fn answers_are_those_of_solved_databases() {
    let tables: HashMap<&str, Table> = tables(20).collect();
    let mut compared = BTreeMap::new();
    for line in lines(include_str!("../../../datasets/computed_values.csv")) {
        let [game, n, kind, answer, _] = line[..] else {
            panic!("{line:?}")
        };
        let Some(table) = tables.get(game) else { continue };
        let kinds = match kind {
            "winner" => &[Kind::Winner][..],
            "misere" => &[Kind::Misere],
            "grundy" => &[Kind::Grundy],
            "score" => &[Kind::MaxBegins, Kind::MinBegins],
            _ => continue,
        };
        for (&kind, answer) in kinds.iter().zip(answer.split(' ')) {
            let n = n.parse().unwrap();
            assert_eq!(table.answer(kind, n), answer.parse().ok(), "{game} {n} {kind:?}");
            *compared.entry(game).or_insert(0) += 1;
        }
    }
    let expected = ["2K2", "3K2", "K1,3", "P3", "P4", "P5"].map(|graph| (format!("avoid:{graph}"), 66));
    assert_eq!(
        compared
            .iter()
            .map(|(game, n)| (game.to_string(), *n))
            .collect::<Vec<_>>(),
        expected
    );
}

#[test]
fn answers_are_those_published() {
    let tables: HashMap<&str, Table> = tables(300).collect();
    let mut compared = 0;
    for line in lines(include_str!("../../../datasets/addedge_winners.csv")) {
        let [game, n, winner] = line[..] else {
            panic!("{line:?}")
        };
        if let Some(table) = tables.get(game) {
            assert_eq!(
                table.answer(Kind::Winner, n.parse().unwrap()),
                winner.parse().ok(),
                "{game} {n}"
            );
            compared += 1;
        }
    }
    assert_eq!(compared, 19);
    let (p4, claw) = (&tables["avoid:P4"], &tables["avoid:K1,3"]);
    for n in 8..=300 {
        // Wanless 1997; MathOverflow 260574 (for n = 1 and 2 mod 4); Carraher, Kinnersley, Reiniger, West 2017.
        if n >= 26 {
            assert_eq!(
                p4.answer(Kind::Winner, n),
                Some([2, 2, 1, 2, 1, 2, 2][(n - 26) % 7]),
                "{n}"
            );
        }
        assert_eq!(claw.answer(Kind::Winner, n), Some(1 + n as u32 % 2), "{n}");
        assert_eq!(claw.answer(Kind::MaxBegins, n), Some(n as u32 / 2 * 2), "{n}");
        let edges = p4.answer(Kind::MaxBegins, n).unwrap() as usize;
        assert!([4 * n / 5, (4 * n).div_ceil(5)].contains(&edges), "{n}: {edges}");
    }
}

#[test]
fn laws_are_those_of_the_table() {
    let tables: HashMap<&str, Table> = tables(300).collect();
    let mut found = String::new();
    for name in NAMES {
        for kind in Kind::ALL {
            found += &format!("{name};{};{}\n", kind.name(), tables[name].law(kind).unwrap());
        }
    }
    let table = include_str!("../../../datasets/counts.csv");
    let expected: Vec<&str> = table.lines().filter(|line| !line.starts_with('#')).skip(1).collect();
    assert_eq!(found.lines().collect::<Vec<_>>(), expected);
}

/// What a few columns prove of all further ones, many further ones obey.
#[test]
fn columns_that_repeat_go_on_to_repeat() {
    let claw = Game::named("avoid:K1,3").unwrap().kinds().unwrap();
    let stars = Kinds::new("SS>E SE>x Sx>x");
    let folds = [Fold {
        kind: 'E',
        last: 4,
        period: 1,
    }];
    let boards = [
        Board::new(&claw.clone().within(4)),
        Board::new(&claw.within(6)),
        Board::new(&stars.within(0).folded(&folds)),
        Board::new(&super::matchings::Matchings { budget: 1 }),
        Board::new(&super::matchings::Matchings { budget: 2 }),
    ];
    let mut found = 0;
    for board in boards {
        let mut columns = Vec::new();
        for _ in 0..40 {
            board.extend(&mut columns);
        }
        let repeats = [Aspect::Normal, Aspect::Misere, Aspect::Grundy, Aspect::Score]
            .map(|aspect| (aspect, Repeat::find(&board, &columns, aspect)));
        for _ in 0..110 {
            board.extend(&mut columns);
        }
        for (aspect, repeat) in repeats {
            let Some(Repeat { from, period }) = repeat else {
                continue;
            };
            found += 1;
            for s in from..150 - 2 * period {
                let columns = [0, 1, 2].map(|round| &columns[s + round * period]);
                for rest in 0..board.len() {
                    let [a, b, c] = columns.map(|column| column[rest]);
                    let bounds = |value: Value| [value.max.least, value.max.most, value.min.least, value.min.most];
                    match aspect {
                        Aspect::Normal => assert_eq!((a.grundy & 1, a.grundy > 1), (b.grundy & 1, b.grundy > 1)),
                        Aspect::Misere => assert_eq!(a.misere, b.misere),
                        Aspect::Grundy => assert_eq!(a.grundy, b.grundy),
                        Aspect::Score => {
                            let gains = |a, b| [0, 1, 2, 3].map(|side| bounds(b)[side] - bounds(a)[side]);
                            assert_eq!(gains(a, b), gains(b, c), "{rest} {s}");
                        }
                    }
                }
            }
        }
    }
    assert!(found >= 18, "{found}");
}

/// Fewer components in sight, and numbers that are not distinguished, say less, but nothing wrong.
#[test]
fn what_small_boards_say_is_right() {
    let fold = |kind, last, period| Fold { kind, last, period };
    // Moves that take two edges need a period of two.
    for (name, least) in [
        ("avoid:P4", 1),
        ("avoid:P5", 2),
        ("avoid:K1,3", 2),
        ("avoid:K3+P4", 1),
        ("avoid:K1,3+K3", 2),
    ] {
        let kinds = Game::named(name).unwrap().kinds().unwrap();
        let last = 16;
        let right = Answers::of(&Board::new(&kinds.clone().within(last as u16 / 2)), last);
        let right = Table::new(last, right);
        let mut reported = 0;
        for most in 0..5 {
            for folds in [&[][..], &[fold('E', 2, least)], &[fold('E', 3, 2)], &[fold('E', 5, 3)]] {
                let board = Board::new(&kinds.clone().within(most.max(1)).folded(folds));
                let table = Table::new(last, Answers::of(&board, last));
                for (kind, n) in Kind::ALL
                    .into_iter()
                    .flat_map(|kind| (2..=last).map(move |n| (kind, n)))
                {
                    if let Some(answer) = table.answer(kind, n) {
                        assert_eq!(
                            Some(answer),
                            right.answer(kind, n),
                            "{name} {most} {folds:?} {kind:?} {n}"
                        );
                        reported += 1;
                    }
                }
            }
        }
        assert!(reported > 200, "{name} {reported}");
    }
}

/// Two free moves change nothing but the score.
#[test]
fn free_moves_may_be_struck_out() {
    let answers = |kinds: Kinds| Table::new(17, Answers::of(&Board::new(&kinds.within(8)), 17));
    let (plain, struck) = (
        answers(Kinds::new(P5)),
        answers(Game::named("avoid:P5").unwrap().kinds().unwrap()),
    );
    for (kind, n) in Kind::ALL.into_iter().flat_map(|kind| (2..=17).map(move |n| (kind, n))) {
        assert!(plain.answer(kind, n).is_some());
        assert_eq!(plain.answer(kind, n), struck.answer(kind, n), "{kind:?} {n}");
    }
}

/// The set of a position holds whatever its options' sets allow, and for winners and scores nothing else.
#[test]
fn sets_hold_what_options_allow() {
    let sets: Vec<Vec<(u32, u32, i32, i32)>> = vec![
        vec![(0, 1, 2, 3)],
        vec![(1, 2, 4, 4)],
        vec![(2, 2, 0, 6)],
        vec![(0, 1, 1, 5), (1, 2, 3, 2)],
        vec![(0, 2, 2, 2), (2, 1, 7, 1), (3, 2, 2, 5)],
    ];
    let value = |&(grundy, misere, max, min): &(u32, u32, i32, i32)| Value {
        grundy: 1 << grundy,
        misere: misere as u8,
        max: Bounds { least: max, most: max },
        min: Bounds { least: min, most: min },
    };
    let joined = |set: &Vec<_>| set.iter().map(value).reduce(Value::joined).unwrap();
    for choice in 1u32..1 << sets.len() {
        let chosen: Vec<_> = (0..sets.len())
            .filter(|at| choice >> at & 1 == 1)
            .map(|at| &sets[at])
            .collect();
        let found = Value::of(chosen.iter().map(|set| joined(set)));
        let combinations = chosen.iter().fold(vec![vec![]], |all: Vec<Vec<Value>>, set| {
            let with = |some: &Vec<Value>| {
                set.iter()
                    .map(|one| [&some[..], &[value(one)]].concat())
                    .collect::<Vec<_>>()
            };
            all.iter().flat_map(with).collect()
        });
        let exact = combinations
            .into_iter()
            .map(|options| Value::of(options.into_iter()))
            .reduce(Value::joined);
        let exact = exact.unwrap();
        assert_eq!(found.grundy & exact.grundy, exact.grundy, "{choice}");
        assert_eq!(
            (found.grundy == 1, found.grundy & 1),
            (exact.grundy == 1, exact.grundy & 1),
            "{choice}"
        );
        assert_eq!(
            (found.misere, found.max, found.min),
            (exact.misere, exact.max, exact.min),
            "{choice}"
        );
    }
}

#[test]
fn names_are_read_in_any_spelling_and_others_are_refused() {
    for (typed, name) in [
        ("Avoid:p4", "avoid:P4"),
        ("avoid:S1,2", ""),
        ("avoid:K1,2", "avoid:P3"),
        ("avoid:K3,1", "avoid:K1,3"),
        ("avoid:P4+K3", "avoid:K3+P4"),
        ("avoid:CF", "avoid:K1,3"),
        ("avoid:C4", ""),
        ("triangle", ""),
        ("avoid:P4/connected", ""),
        ("sim", ""),
        ("", ""),
    ] {
        let known = Game::named(typed).ok().map(|game| game.name());
        assert_eq!(known, Some(name).filter(|name| !name.is_empty()), "{typed}");
    }
    for name in NAMES {
        assert_eq!(Game::named(name).unwrap().name(), name);
    }
}
