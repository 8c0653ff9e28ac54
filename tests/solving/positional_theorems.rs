//! Theorems about positional games, on all connected boards of up to 6 vertices.

use game::values::Kind;
use rayon::prelude::*;
use retro::{Options, Silent};
use shared::process::{graph6, memory_folder};
use std::collections::BTreeSet;

/// A connected graph, as pairs and as graph6.
struct Board {
    n: usize,
    pairs: Vec<(usize, usize)>,
    graph6: String,
}

/// All connected graphs on `n` vertices up to isomorphism: of those that permutations make of one another the one with
/// the least set of pairs.
fn boards(n: usize) -> Vec<Board> {
    let pairs: Vec<(usize, usize)> = (0..n).flat_map(|v| (0..v).map(move |u| (u, v))).collect();
    let place = |u: usize, v: usize| pairs.iter().position(|&pair| pair == (u.min(v), u.max(v))).unwrap();
    let moved: Vec<Vec<usize>> = permutations(n)
        .iter()
        .map(|image| pairs.iter().map(|&(u, v)| place(image[u], image[v])).collect())
        .collect();
    let least = |set: u32| {
        let images = moved.iter().map(|to| {
            (0..pairs.len())
                .filter(|&at| set >> at & 1 == 1)
                .map(|at| 1 << to[at])
                .sum::<u32>()
        });
        images.min().unwrap()
    };
    let graphs: BTreeSet<u32> = (0..1u32 << pairs.len())
        .into_par_iter()
        .filter(|&set| least(set) == set)
        .collect();
    let chosen = graphs.into_iter().map(|set| {
        let pairs: Vec<_> = (0..pairs.len())
            .filter(|&at| set >> at & 1 == 1)
            .map(|at| pairs[at])
            .collect();
        let mut rows = vec![0; n];
        for &(u, v) in &pairs {
            rows[u] |= 1 << v;
            rows[v] |= 1 << u;
        }
        let graph6 = graph6(&rows);
        Board { n, pairs, graph6 }
    });
    chosen.filter(|board| parts(board, &vec![0; n]) == 1).collect()
}

fn permutations(n: usize) -> Vec<Vec<usize>> {
    let Some(last) = n.checked_sub(1) else {
        return vec![vec![]];
    };
    let longer = |shorter: &Vec<usize>, at: usize| [&shorter[..at], &[last], &shorter[at..]].concat();
    let shorter = permutations(last);
    shorter
        .iter()
        .flat_map(|shorter| (0..n).map(move |at| longer(shorter, at)))
        .collect()
}

/// Number of connected parts of the edges between vertices of the same class, for class 0 alone.
fn parts(board: &Board, class: &[usize]) -> usize {
    let mut part: Vec<usize> = (0..board.n).collect();
    for _ in 0..board.n {
        for &(u, v) in board.pairs.iter().filter(|&&(u, v)| class[u] == class[v]) {
            let least = part[u].min(part[v]);
            (part[u], part[v]) = (least, least);
        }
    }
    (0..board.n).filter(|&v| part[v] == v).count()
}

/// Whether the board has two spanning trees without a common edge: exactly if each partition of the vertices into k
/// classes has 2(k - 1) edges between classes (Tutte 1961, Nash-Williams 1961).
fn has_two_spanning_trees(board: &Board) -> bool {
    fn go(board: &Board, class: &mut Vec<usize>, classes: usize) -> bool {
        if class.len() == board.n {
            let between = board.pairs.iter().filter(|&&(u, v)| class[u] != class[v]).count();
            return between >= 2 * (classes - 1);
        }
        (0..=classes).all(|next| {
            class.push(next);
            let holds = go(board, class, classes.max(next + 1));
            class.pop();
            holds
        })
    }
    go(board, &mut vec![0], 1)
}

/// Who wins the game on the board: `R` or `G`.
fn winner(name: &str, board: &Board) -> String {
    let name = format!("{name}/board={}", board.graph6);
    let game = retrograph::game(&name, board.n as u32).unwrap();
    let game = game.solved_for(Kind::Outcome).unwrap();
    let folder = tempfile::tempdir_in(memory_folder()).unwrap();
    let options = Options {
        threads: 1,
        ..Options::default()
    };
    let solved = game.solve_with(folder.path().join("game"), &options, &Silent).unwrap();
    solved.value("-").unwrap().to_string()
}

#[test]
fn connectivity_at_equal_bias_is_two_disjoint_spanning_trees() {
    let counts: Vec<[usize; 2]> = (2..=6)
        .map(|n| {
            let boards = boards(n);
            let with_trees = boards.par_iter().filter(|board| {
                let trees = has_two_spanning_trees(board);
                // Lehman 1964.
                let breaker_first = winner("maker-breaker:connected/bias=1:1/starter=breaker", board);
                assert_eq!(breaker_first == "R", trees, "{}", board.graph6);
                assert_eq!(
                    winner("waiter-client:connected", board) == "G",
                    trees,
                    "{}",
                    board.graph6
                );
                trees
            });
            [with_trees.count(), boards.len()]
        })
        .collect();
    // Connected graphs: OEIS A001349.
    assert_eq!(
        counts.iter().map(|[_, all]| *all).collect::<Vec<_>>(),
        [1, 2, 6, 21, 112]
    );
    assert_eq!(
        counts.iter().map(|[trees, _]| *trees).collect::<Vec<_>>()[..3],
        [0, 0, 1]
    );
}

/// A larger bias never helps who wants the goal, but by strict Avoider-Enforcer rules; a goal that Maker gets as second
/// she gets as first.
#[test]
fn bias_and_the_first_move_help_whom_they_should() {
    let boards: Vec<Board> = (2..=6).flat_map(boards).collect();
    boards.par_iter().for_each(|board| {
        let (most, goals, rules) = match board.n {
            6 => (2, &["connected"][..], 3),
            _ => (4.min(board.pairs.len()), &["connected", "contains:P3"][..], 6),
        };
        for goal in goals {
            let wins = |begin: &str, end: &str, wanted: &str| -> Vec<bool> {
                let name = |bias| format!("{begin}:{goal}/bias=1:{bias}{end}");
                let wins: Vec<bool> = (1..=most).map(|bias| winner(&name(bias), board) == wanted).collect();
                assert!(
                    wins.is_sorted_by(|a, b| a >= b),
                    "{begin}:{goal}{end} {} {wins:?}",
                    board.graph6
                );
                wins
            };
            let first = wins("maker-breaker", "", "R");
            let second = wins("maker-breaker", "/starter=breaker", "R");
            let follows = first.iter().zip(&second).all(|(first, second)| first >= second);
            assert!(follows, "{goal} {}: {first:?} {second:?}", board.graph6);
            for (begin, end, wanted) in [
                ("waiter-client", "", "G"),
                ("client-waiter", "", "R"),
                ("avoider-enforcer", "/monotone", "G"),
                ("avoider-enforcer", "/monotone/starter=enforcer", "G"),
            ]
            .into_iter()
            .take(rules - 2)
            {
                wins(begin, end, wanted);
            }
        }
    });
}
