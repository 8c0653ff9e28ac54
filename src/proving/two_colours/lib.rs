//! Proofs of who wins a two-colour game, such as Sim, from known values: the winner's choices, as docs/proofs.md has
//! them.
//!
//! * `board`: positions, and the ways to colour an edge
//! * `walk`: the claims that choices lead to, and the choices
//! * `positional`: the same of games in which one player wants a goal
//! * `twins`: moves that differ

mod board;
mod positional;
mod twins;
mod walk;

use game::values::Completion;
use games::Terms;
use proof::{Fact, KnownValues, Outcome, Progress, Unproved};

use board::Board;
use walk::Walk;

/// Claims in a batch: 64 threads have work.
const BATCH: usize = 256;

/// The proof that the first player, or the second, wins the game of this name on `n` vertices; in games in which one
/// player wants a goal, that Red wins, or Green. Cost: some 50 look-ups and 200 canonical forms a claim.
///
/// # Errors
/// [`Unproved`].
pub fn proof<E>(game: &str, n: usize, first_wins: bool, known: KnownValues<E>) -> Result<Outcome, Unproved<E>> {
    let form = |why: String| Unproved::Form(why);
    let terms = Terms::named(game).ok_or_else(|| form(format!("'{game}' is no two-colour game")))?;
    let terms = terms.map_err(form)?;
    if let Some(Completion::WinsFor(_)) = terms.form.completion {
        return positional::proof(terms, n, first_wins, known);
    }
    if terms.form.several {
        return Err(form("proofs are of games in which a move colours one edge".into()));
    }
    if terms.board.is_some() || terms.coloured.iter().any(|edges| !edges.is_empty()) {
        return Err(form(
            "proofs are of games on complete graphs with nothing coloured before".into(),
        ));
    }
    let (name, title) = (terms.name(), terms.title());
    let winner = if first_wins { "first" } else { "second" };
    let board = Board::new(terms, n);
    let mut walk = Walk::new(&board, usize::from(!first_wins), BATCH, known);
    walk.walk()?;
    let head = [
        ("game", name.clone()),
        ("n", n.to_string()),
        ("winner", winner.into()),
        ("form", "choices".into()),
        ("batch", BATCH.to_string()),
        ("claims", walk.claims.to_string()),
    ];
    let file = ::proof::seal_slowly(&head, &walk.codes).map_err(Unproved::Seal)?;
    Ok(Outcome {
        sentence: ::proof::winner_sentence(winner, &title, n),
        is_proved: true,
        facts: vec![
            ("game", Fact::Text(name)),
            ("n", Fact::Number(n as u64)),
            ("winner", Fact::Text(winner.into())),
            ("claims", Fact::Number(walk.claims)),
        ],
        proof: Some(file),
        progress: Progress::default(),
    })
}
