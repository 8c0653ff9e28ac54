//! Two-colour games by brute force: against what is published, against theorems, and against a forward search that
//! shares no more with it than the names.

use std::collections::HashMap;

use retrograph_referee::named::{complete, cycle, from_edges};
use retrograph_referee::ramsey::{BadGame, Brute, Counts, Form, Game, Outcome, Player, Value};
use retrograph_referee::rules::{Rules, rules};

/// Outcome and remoteness.
type Length = (Outcome, u32);

fn solved(game: &str, n: usize) -> Brute {
    Brute::new(game, n).unwrap()
}

fn start(game: &str, n: usize) -> Length {
    let Value { outcome, remoteness } = solved(game, n).start();
    (outcome, remoteness)
}

fn unfinished(levels: &[Counts]) -> Vec<u64> {
    levels.iter().map(|counts| counts.unfinished).collect()
}

fn finished(levels: &[Counts]) -> u64 {
    levels.iter().map(|counts| counts.finished).sum()
}

/// Slany, "Graph Ramsey games" (1999), and Mead, Rosa and Huang, "The game of Sim" (1974): who wins, and how many
/// positions there are with at least one edge. Without triangles: independent counts.
#[test]
fn sim_is_won_by_the_second_player() {
    let sim = solved("sim", 6);
    assert_eq!(sim.start().outcome, Outcome::P);
    let levels = sim.levels();
    assert_eq!(
        unfinished(&levels),
        [1, 1, 2, 7, 25, 64, 166, 303, 500, 489, 415, 193, 71, 12, 1, 0]
    );
    let all = unfinished(&levels).iter().sum::<u64>();
    assert_eq!((all, all - 1 + finished(&levels)), (2250, 3728));
}

/// Slany.
#[test]
fn sima_is_won_by_the_first_player() {
    assert_eq!(start("sima", 6).0, Outcome::N);
}

/// Slany. The classes were also counted as orbits by Burnside's lemma, with another program.
#[test]
#[ignore = "seconds"]
fn sim_plus_is_won_by_the_second_player() {
    let sim = solved("sim-plus", 6);
    assert_eq!(sim.start().outcome, Outcome::P);
    let levels = sim.levels();
    assert_eq!(unfinished(&levels).iter().sum::<u64>(), 6617);
    assert_eq!(finished(&levels), 0);
}

/// On six vertices somebody gets a triangle, so that who has no move but into one loses a move later.
#[test]
#[ignore = "seconds"]
fn losing_and_avoiding_are_the_same_where_there_is_no_tie() {
    let (lose, avoid) = (solved("ramsey-lose:K3", 6), solved("ramsey-avoid:K3", 6));
    let mut positions = 0;
    for position in avoid.positions() {
        let value = lose.value(&position.red, &position.green, position.next).unwrap();
        let expected = (position.value.outcome, position.value.remoteness + 1);
        assert_eq!((value.outcome, value.remoteness), expected, "{position:?}");
        positions += 1;
    }
    assert_eq!(positions, lose.positions().count());
}

/// Ramsey's number of two triangles is 6. On five vertices two colours must be two cycles.
#[test]
fn two_cycles_are_the_only_full_board_without_a_triangle() {
    let game = solved("ramsey-avoid:K3", 5);
    let levels = game.levels();
    assert_eq!((levels.len(), levels[10].unfinished), (11, 1));
    let red = cycle(5);
    let green: Vec<u32> = (0..5).map(|v| complete(5)[v] & !red[v]).collect();
    let value = game.value(&red, &green, Player::Red).unwrap();
    assert_eq!((value.outcome, value.remoteness), (Outcome::P, 0));
    assert_eq!(game.value(&red, &green, Player::Green), None);
}

/// OEIS A004102: the edges of the complete graph in three colours.
#[test]
fn colourings_without_a_rule_are_as_many_as_others_have_counted() {
    for (n, count) in (1..).zip([1, 3, 10, 66, 792]) {
        let levels = solved("ramsey-avoid-plus:K7", n).levels();
        assert_eq!(unfinished(&levels).iter().sum::<u64>(), count, "{n}");
    }
}

/// A second player who won could be robbed of the strategy, and from Ramsey's number of vertices on somebody wins.
#[test]
fn the_first_player_does_not_lose_when_copies_win() {
    for (graph, ramsey) in [("P3", 3), ("2K2", 5), ("P4", 5), ("K3", 6), ("K1,3", 6), ("C4", 6)] {
        let game = format!("ramsey-achieve:{graph}");
        for n in 2..ramsey {
            assert_ne!(start(&game, n).0, Outcome::P, "{graph} {n}");
        }
        assert_eq!(start(&game, ramsey).0, Outcome::N, "{graph}");
    }
}

/// What the definitions say, by recursion over lists of coloured edges.
struct Forward {
    game: Game,
    rules: [Box<dyn Rules>; 2],
    edges: Vec<(usize, usize)>,
    /// By colours and the colour to move.
    known: HashMap<(Vec<u8>, u8), Option<Length>>,
}

impl Forward {
    fn new(game: &str, n: usize) -> Self {
        let game = Game::named(game, n).unwrap();
        let pairs = (0..n).flat_map(|u| (u + 1..n).map(move |v| (u, v)));
        let edges = pairs.filter(|&(u, v)| game.board[u] >> v & 1 == 1).collect();
        let rules = game.named.avoided.each_ref().map(|name| rules(name).unwrap());
        Self {
            game,
            rules,
            edges,
            known: HashMap::new(),
        }
    }

    fn rows(&self, colours: &[u8], colour: u8) -> Vec<u32> {
        let own = self.edges.iter().zip(colours).filter(|(_, c)| **c == colour);
        from_edges(self.game.board.len(), own.map(|(&edge, _)| edge))
    }

    fn has_copy(&self, colours: &[u8], colour: u8) -> bool {
        !self.rules[colour as usize - 1].is_position(&self.rows(colours, colour))
    }

    /// For the player `colour` to move; `None` when the player who has just moved must not have.
    fn value(&mut self, colours: &[u8], colour: u8) -> Option<Length> {
        let key = (colours.to_vec(), colour);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let form = self.game.named.form;
        let copy = self.has_copy(colours, 3 - colour);
        let value = match form {
            Form::Avoid | Form::AvoidPlus if copy => None,
            Form::Lose if copy => Some((Outcome::N, 0)),
            Form::Achieve { .. } if copy => Some((Outcome::P, 0)),
            Form::AchieveWeak if copy && colour == 2 => Some((Outcome::P, 0)),
            _ => Some(self.best(colours, colour)),
        };
        self.known.insert(key, value);
        value
    }

    fn best(&mut self, colours: &[u8], colour: u8) -> Length {
        let plus = self.game.named.form == Form::AvoidPlus;
        let mut children = Vec::new();
        let mut ways = vec![colours.to_vec()];
        for edge in 0..colours.len() {
            if colours[edge] == 0 {
                let more: Vec<Vec<u8>> = ways
                    .iter()
                    .filter(|way| plus || *way == colours)
                    .map(|way| [&way[..edge], &[colour], &way[edge + 1..]].concat())
                    .collect();
                ways.extend(more);
            }
        }
        for way in &ways[1..] {
            children.extend(self.value(way, 3 - colour));
        }
        let of = |outcome| {
            children
                .iter()
                .filter(move |child| child.0 == outcome)
                .map(|child| 1 + child.1)
        };
        match self.game.named.form {
            Form::Achieve { tie_second: true } | Form::AchieveWeak if children.is_empty() => {
                (if colour == 1 { Outcome::P } else { Outcome::N }, 0)
            }
            Form::Lose | Form::Achieve { .. } if children.is_empty() => (Outcome::T, 0),
            _ if of(Outcome::P).next().is_some() => (Outcome::N, of(Outcome::P).min().unwrap()),
            _ if of(Outcome::T).next().is_some() => {
                (Outcome::T, colours.iter().filter(|colour| **colour == 0).count() as u32)
            }
            _ => (Outcome::P, of(Outcome::N).max().unwrap_or(0)),
        }
    }
}

/// Compares all positions; how often each outcome occurs.
fn compare(game: &str, n: usize) -> [usize; 3] {
    let brute = solved(game, n);
    let mut forward = Forward::new(game, n);
    let mut found = [0; 3];
    for position in brute.positions() {
        let colours: Vec<u8> = (forward.edges.iter())
            .map(|&(u, v)| (position.red[u] >> v & 1) as u8 + 2 * (position.green[u] >> v & 1) as u8)
            .collect();
        let value = forward.value(&colours, position.next as u8 + 1);
        let Value { outcome, remoteness } = position.value;
        assert_eq!(value, Some((outcome, remoteness)), "{game} {n}: {position:?}");
        let same = brute.value(&position.red, &position.green, position.next);
        assert_eq!(same, Some(position.value));
        found[outcome as usize] += 1;
    }
    found
}

#[test]
fn values_are_those_of_a_forward_search() {
    let mut found = [0; 3];
    for form in ["avoid", "avoid-plus", "lose", "achieve", "achieve-weak"] {
        for rest in [
            "P3",
            "K3",
            "2K2",
            "C4/red=0-1",
            "K1,3/board=C~/green=0-2",
            "K3/board=Cn",
            "P3/board=DQc",
        ] {
            let n = if rest.ends_with("DQc") { 5 } else { 4 };
            let of = compare(&format!("ramsey-{form}:{rest}"), n);
            (0..3).for_each(|i| found[i] += of[i]);
        }
    }
    for name in [
        "ramsey-avoid:K3:P3",
        "ramsey-avoid-plus:P3:K3",
        "ramsey-lose:P4:K3/green=0-1/red=2-3",
        "ramsey-achieve:P4:K3",
        "ramsey-achieve:K3/tie-second",
        "ramsey-achieve-weak:P3:K3",
        "ramsey-lose:K3+C4:odd-cycle",
        "ramsey-achieve:2K2:P3/tie-second/board=Cn",
    ] {
        let of = compare(name, 4);
        (0..3).for_each(|i| found[i] += of[i]);
    }
    assert!(found.iter().all(|&count| count > 100), "{found:?}");
}

#[test]
fn positions_are_reported_from_others() {
    let game = solved("ramsey-lose:K3/red=0-1", 4);
    let rows = |edges: &[(usize, usize)]| from_edges(4, edges.iter().copied());
    let reported = |red: &[_], green: &[_], next| game.value(&rows(red), &rows(green), next).is_some();
    assert!(reported(&[(0, 1)], &[], Player::Red));
    assert!(reported(&[(0, 1), (0, 2)], &[], Player::Green));
    assert!(!reported(&[(0, 1)], &[], Player::Green), "Red moves");
    assert!(!reported(&[], &[], Player::Red), "an edge of the start is missing");
    assert!(!reported(&[(0, 1)], &[(2, 3)], Player::Red), "Green is ahead");
    assert!(
        !reported(&[(0, 1), (1, 2)], &[(1, 2)], Player::Red),
        "an edge of two colours"
    );
    let (red, green) = ([(0, 1), (0, 2), (1, 2)], [(0, 3), (1, 3)]);
    assert!(!reported(&red, &green, Player::Red), "finished");
    let plus = solved("ramsey-avoid-plus:K3", 4);
    let (one, none) = (rows(&[(0, 1)]), rows(&[]));
    for next in [Player::Red, Player::Green] {
        assert!(plus.value(&one, &none, next).is_some());
        assert!(plus.value(&none, &one, next).is_some());
    }
}

#[test]
fn games_that_cannot_be_solved_are_refused() {
    let error = |name, n| Brute::new(name, n).err().unwrap();
    assert_eq!(error("ramsey-avoid:K3", 7), BadGame::Large(21));
    assert_eq!(error("ramsey-avoid:K3/red=0-1,1-2,0-2", 5), BadGame::Start);
    assert_eq!(error("sim/board=C~", 5), BadGame::Board);
    assert_eq!(error("chess", 5), BadGame::Name("chess".into()));
}
