//! How `solve` ends: who wins, and the next command to type.

use retrograph_storage::Database;
use serde::Serialize;

use super::failure::Failure;
use super::printable::{quoted, quoted_path};
use base::units::counted;
use engine::Reader;
use game::Players;
use game::shown_name;
use game::values::{Kind, Label, Outcome};
use report::Solution;

/// How a run has ended.
pub(super) struct Closing {
    pub result: GameResult,
    /// A line with the next command to type.
    pub next: String,
}

/// What `solve --json` and `work --json` print last.
#[derive(Serialize)]
pub(super) struct GameResult {
    game: String,
    n: u32,
    /// Lowest level solved.
    solved_down_to: Option<u32>,
    /// `first`, `second` or, for a tie, `tie`; `None` before level 0, and where values are scores.
    winner: Option<&'static str>,
    /// The result of the game as far as it is solved.
    pub verdict: String,
}

/// Returns the result of the game, as far as it is solved, and the next command. Reads one small file per level.
pub(super) fn closing(game: &dyn Reader, db: &Database, options: &str) -> Result<Closing, Failure> {
    let solution = Solution::of(game, db)?;
    let folder = quoted_path(db.folder());
    let result = |winner, verdict| GameResult {
        game: solution.identity.game.clone(),
        n: solution.identity.n,
        solved_down_to: solution.levels.last().map(|level| level.level),
        winner,
        verdict,
    };
    let Some(label) = solution
        .value_table()
        .of_empty_board()
        .filter(|_| solution.is_complete())
    else {
        let title = title(&solution);
        let sealed = match (solution.levels.first(), solution.levels.last()) {
            (Some(first), Some(last)) if first.level > last.level => {
                format!("levels {} to {}", first.level, last.level)
            }
            (Some(only), _) => format!("level {}", only.level),
            _ => "no level".into(),
        };
        let verdict = format!("Solved: {sealed} of {title}. Who wins is known after level 0.");
        return Ok(Closing {
            result: result(None, verdict),
            next: format!("To continue: {}{options}", continuing(db)),
        });
    };
    let outcome = solution.value_table().outcome_of_empty_board();
    let winner = outcome.map(|outcome| match outcome {
        Outcome::N => "first",
        Outcome::P => "second",
        Outcome::Tie => "tie",
        Outcome::Red => "red",
        Outcome::Green => "green",
    });
    let play = match solution.values.kind() {
        Kind::Score => "To look at it",
        _ => "To look at it and play",
    };
    Ok(Closing {
        result: result(winner, verdict(&solution, label)),
        next: format!("{play}: retrograph serve --db {folder}"),
    })
}

/// Returns the command that solves the rest of the database.
pub(super) fn continuing(db: &Database) -> String {
    let identity = db.identity();
    let game = quoted(&shown_name(&identity.game));
    format!(
        "retrograph solve {game} -n {} --db {}",
        identity.n,
        quoted_path(db.folder())
    )
}

/// Returns a title such as `the triangle avoidance game on 12 vertices`.
fn title(solution: &Solution) -> String {
    let identity = &solution.identity;
    let title = &solution.about.title;
    let vertices = if identity.n == 1 { "vertex" } else { "vertices" };
    format!(
        "{title} on {} {vertices}{}",
        identity.n,
        solution.values.play().remark()
    )
}

/// States who wins, given the label of the empty board.
fn verdict(solution: &Solution, label: Label) -> String {
    let (values, title) = (solution.values, title(solution));
    let Some(outcome) = solution.value_table().outcome_of_empty_board() else {
        let title = format!("{}{}", title[..1].to_uppercase(), &title[1..]);
        let (max, min) = (counted(label.first.into(), "edge"), label.second);
        return format!("{title} ends with {max} when Max, who wants many, begins, and with {min} when Min begins.");
    };
    let is_coloured = solution.about.is_coloured();
    let roles = match &solution.about.players {
        Players::Coloured { roles, .. } => roles.clone(),
        Players::Alike { .. } => ["Red", "Green"].map(String::from),
    };
    let winner = match outcome {
        Outcome::Red => &*roles[0],
        Outcome::Green => &*roles[1],
        Outcome::N => "The first player",
        Outcome::P => "The second player",
        Outcome::Tie => return format!("Neither player wins {title}: with best play it is a tie."),
    };
    let colour = match outcome {
        _ if !is_coloured => "",
        Outcome::Red if roles[0] == "Red" => "",
        Outcome::Green if roles[1] == "Green" => "",
        Outcome::Red => " (Red)",
        Outcome::N => " (Red)",
        _ => " (Green)",
    };
    let more = match values.kind() {
        Kind::Grundy => format!("; the Grundy number is {}", label.first),
        // Nothing is ever completed.
        Kind::Remoteness if values.play().hunter().is_some() && label.first == 0 => String::new(),
        Kind::Remoteness => {
            let moves = solution
                .most_moves
                .map_or(label.first.into(), |most| most.min(label.first.into()));
            format!(", after {} with best play", counted(moves.into(), "move"))
        }
        _ => String::new(),
    };
    format!("{winner}{colour} wins {title}{more}.")
}
