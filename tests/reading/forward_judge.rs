//! Values and moves read from a solved game agree with the judge's forward search, which shares no code with the
//! engine.

use std::collections::{BTreeMap, BTreeSet};

use game::Levels;
use game::values::Outcome;
use games::{Triangle16, Triangle24};
use retro::{Keep, Solved};
use retrograph_referee::nauty::Nauty;
use retrograph_referee::rng::SplitMix64;
use retrograph_referee::triangle::{
    ForwardSolver, edges, moves, random_triangle_free, relabel, triangle_free_classes, with_edge,
};
use shared::common::{from_graph6, graph6, marked, packed_form, solved};
use tempfile::TempDir;

/// The folder lives as long as the first of the two.
fn solved_game<G: Levels>(game: G, keep: Keep) -> (TempDir, Solved<G>) {
    let folder = tempfile::tempdir().unwrap();
    let db = solved(&game, &folder.path().join("db"), 0, keep);
    let solved = Solved::open(game, db).unwrap();
    (folder, solved)
}

fn is_p<G: Levels>(solved: &Solved<G>, rows: &[u32]) -> bool {
    let position = solved.game().parse(&graph6(rows)).unwrap();
    solved.is_p(&position).unwrap()
}

fn assert_same_value<G: Levels>(solved: &Solved<G>, judge: &mut ForwardSolver, rows: &[u32]) {
    assert_eq!(is_p(solved, rows), judge.is_p(rows), "{}", graph6(rows));
}

/// Where players who move at random are after a random number of moves: other positions than those of
/// [`random_triangle_free`].
fn random_play(n: usize, rng: &mut SplitMix64) -> Vec<u32> {
    let mut rows = vec![0; n];
    for _ in 0..rng.below(n * n / 4 + 1) {
        let open = moves(&rows);
        if open.is_empty() {
            break;
        }
        rows = with_edge(&rows, open[rng.below(open.len())]);
    }
    rows
}

#[test]
fn every_position_on_up_to_8_vertices_has_the_judges_value() {
    for n in 1..=8 {
        let (_narrow_folder, narrow) = solved_game(Triangle16::new(n), Keep::Positions);
        let (_wide_folder, wide) = solved_game(Triangle24::new(n), Keep::Labels);
        let mut judge = ForwardSolver::new(n);
        let mut rng = SplitMix64::new(n as u64);
        for class in triangle_free_classes(n).iter().flatten() {
            let rows = relabel(class, &rng.permutation(n));
            assert_same_value(&narrow, &mut judge, class);
            assert_same_value(&narrow, &mut judge, &rows);
            assert_same_value(&wide, &mut judge, &rows);
        }
    }
}

#[test]
fn random_positions_on_9_to_12_vertices_have_the_judges_value() {
    for n in 9..=12 {
        let (_folder, solved) = solved_game(Triangle16::new(n), Keep::Positions);
        let mut judge = ForwardSolver::new(n);
        let mut rng = SplitMix64::new(n as u64);
        assert_same_value(&solved, &mut judge, &vec![0; n]);
        let mut count_of_p = 0;
        let pairs = if n == 12 { 5000 } else { 3000 };
        for _ in 0..pairs {
            let spread = random_triangle_free(n, rng.below(n * n / 4 + 1), rng.next_u64());
            let played = random_play(n, &mut rng);
            assert_same_value(&solved, &mut judge, &spread);
            assert_same_value(&solved, &mut judge, &played);
            count_of_p += u32::from(is_p(&solved, &spread));
        }
        assert!(
            (100..pairs - 100).contains(&count_of_p),
            "n = {n}: {count_of_p} of {pairs} are P"
        );
    }
}

#[test]
fn labels_alone_tell_every_value() {
    let n = 9;
    let (_folder, solved) = solved_game(Triangle16::new(n), Keep::Labels);
    let mut judge = ForwardSolver::new(n);
    let mut rng = SplitMix64::new(9);
    for class in triangle_free_classes(n).iter().flatten() {
        assert_same_value(&solved, &mut judge, &relabel(class, &rng.permutation(n)));
    }
}

/// `solved.moves` on these rows, against the plain list of legal moves.
fn assert_moves_are_right<G: Levels>(solved: &Solved<G>, judge: &mut ForwardSolver, nauty: &mut Nauty, rows: &[u32]) {
    let game = solved.game();
    let text = graph6(rows);
    let legal = moves(rows);
    let found = solved.moves(&game.parse(&text).unwrap()).unwrap();

    let (mut equivalent, mut classes, mut into) = (BTreeMap::new(), BTreeSet::new(), BTreeMap::new());
    for &edge in &legal {
        *equivalent
            .entry(packed_form(nauty, &marked(rows, edge.0, edge.1)))
            .or_insert(0) += 1;
        *into.entry(packed_form(nauty, &with_edge(rows, edge))).or_insert(0) += 1;
    }
    for valued in &found {
        let edge = valued.step.edges[0];
        assert_eq!(valued.step.edges.len(), 1);
        assert!(legal.contains(&edge), "{text}: {edge:?} is not legal");
        let form = packed_form(nauty, &marked(rows, edge.0, edge.1));
        assert!(classes.insert(form), "{text}: {edge:?} is equivalent to a move before");
        assert_eq!(
            equivalent[&form], valued.step.equivalent,
            "{text}: moves equivalent to {edge:?}"
        );
        let first = legal
            .iter()
            .find(|&&(u, v)| packed_form(nauty, &marked(rows, u, v)) == form);
        assert_eq!(first, Some(&edge), "{text}: a move before {edge:?} is equivalent");

        let after = with_edge(rows, edge);
        assert_eq!(from_graph6(&game.graph6(&valued.step.child)), after, "{text}: {edge:?}");
        assert_eq!(game.edges(&valued.step.child) as usize, edges(rows) + 1);
        assert_eq!(
            valued.outcome == Some(Outcome::P),
            judge.is_p(&after),
            "{text}: {edge:?}"
        );
        *into.get_mut(&packed_form(nauty, &after)).unwrap() -= valued.step.equivalent;
    }
    assert_eq!(classes.len(), equivalent.len(), "{text}: classes of moves");
    assert!(
        into.values().all(|&left| left == 0),
        "{text}: moves into each position, by class"
    );
    let counted: u32 = found.iter().map(|valued| valued.step.equivalent).sum();
    assert_eq!(counted as usize, legal.len(), "{text}: moves in all");
    let order: Vec<_> = found
        .iter()
        .map(|valued| (valued.outcome == Some(Outcome::N), valued.step.edges[0]))
        .collect();
    assert!(
        order.is_sorted(),
        "{text}: winning moves first, then by edge: {order:?}"
    );
    assert_eq!(
        found.iter().any(|valued| valued.outcome == Some(Outcome::P)),
        !is_p(solved, rows),
        "{text}"
    );
}

#[test]
fn moves_of_every_position_on_up_to_7_vertices_are_the_legal_ones_with_the_judges_values() {
    for n in 1..=7 {
        let (_narrow_folder, narrow) = solved_game(Triangle16::new(n), Keep::Positions);
        let (_wide_folder, wide) = solved_game(Triangle24::new(n), Keep::Labels);
        let (mut judge, mut nauty) = (ForwardSolver::new(n), Nauty::new());
        let mut rng = SplitMix64::new(n as u64);
        for class in triangle_free_classes(n).iter().flatten() {
            let rows = relabel(class, &rng.permutation(n));
            assert_moves_are_right(&narrow, &mut judge, &mut nauty, class);
            assert_moves_are_right(&narrow, &mut judge, &mut nauty, &rows);
            assert_moves_are_right(&wide, &mut judge, &mut nauty, &rows);
        }
    }
}
