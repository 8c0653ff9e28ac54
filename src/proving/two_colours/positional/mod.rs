//! Games in which one player wants a goal and the other prevents it: the winner's choices, with turns of several edges
//! and with offers.
//!
//! * `board`: positions, turns, and the choices there are
//! * `walk`: the claims that choices lead to, and the choices

mod board;
mod walk;

use games::Terms;
use graph::{Graph16, encode_graph6};
use proof::{Fact, KnownValues, Outcome, Progress, Unproved};

use board::Board;
use walk::Walk;

/// The proof that Red wins the game of these terms on `n` vertices, or Green. Cost: a look-up and a canonical form for
/// each choice that is looked at.
///
/// # Errors
/// [`Unproved`].
pub fn proof<E>(terms: Terms, n: usize, red_wins: bool, known: KnownValues<E>) -> Result<Outcome, Unproved<E>> {
    let roles = terms.roles();
    let role = |player: usize| roles[player].clone();
    let winner = role(usize::from(!red_wins));
    // The rule and the goal, without what has lines of its own.
    let plain = Terms {
        turns: games::Turns::ALTERNATING,
        board: None,
        coloured: [vec![], vec![]],
        ..terms.clone()
    };
    let board = Board::new(terms, n);
    let mut walk = Walk::new(&board, usize::from(!red_wins), known);
    walk.walk()?;
    let [red, green] = board.bias();
    let lines = board.graphs().map(|graph: Graph16| encode_graph6(&graph));
    let [whole, reds, greens] = lines;
    let bias = format!("{red}:{green}");
    let head = [
        ("game", plain.name()),
        ("n", n.to_string()),
        ("board", whole),
        ("red", reds),
        ("green", greens),
        ("bias", bias.clone()),
        ("starter", role(board.starter())),
        ("winner", winner.clone()),
        ("form", "choices".into()),
        ("claims", walk.claims.to_string()),
    ];
    let file = ::proof::seal_slowly(&head, &walk.codes).map_err(Unproved::Seal)?;
    let vertices = if n == 1 { "vertex" } else { "vertices" };
    Ok(Outcome {
        sentence: format!("{winner} wins {} on {n} {vertices}", plain.title()),
        is_proved: true,
        facts: vec![
            ("game", Fact::Text(plain.name())),
            ("n", Fact::Number(n as u64)),
            ("bias", Fact::Text(bias)),
            ("starter", Fact::Text(role(board.starter()))),
            ("winner", Fact::Text(winner)),
            ("claims", Fact::Number(walk.claims)),
        ],
        proof: Some(file),
        progress: Progress::default(),
    })
}
