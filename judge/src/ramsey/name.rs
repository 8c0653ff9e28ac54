//! A second, independent parser for the names of two-colour games.

use super::BadGame;
use crate::graph6;
use crate::named::{complete, empty};
use crate::rules::rules;

/// The meaning of a player's graph in that player's colour, and of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// No player may complete one; a player who cannot move loses.
    Avoid,
    /// Like [`Form::Avoid`]; a move colours one or more edges.
    AvoidPlus,
    /// Completing one ends the game and loses; a full board without a copy is a tie.
    Lose,
    /// Completing one ends the game and wins; a full board without a copy is a tie, or a win of Green.
    Achieve {
        /// Whether Green wins on a full board.
        tie_second: bool,
    },
    /// Completing one ends the game and wins, for Red alone; Green wins on a full board.
    AchieveWeak,
}

/// A two-colour game as described by its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The meaning of a copy.
    pub form: Form,
    /// What counts as a copy of Red's graph and of Green's, in the form that [`rules`] reads: `avoid:K3`. Green's has
    /// no meaning in the weak form.
    pub avoided: [String; 2],
    /// Rows of all edges of the board, including those coloured at the start.
    pub board: Vec<u32>,
    /// Rows of the edges that are red at the start, and of those that are green.
    pub coloured: [Vec<u32>; 2],
}

impl Game {
    /// Returns the game of this name on `n` vertices,
    /// `FORM:H[:H2][/board=GRAPH6][/red=0-1,2-3][/green=1-2][/tie-second]`, or `sim`, `sima`, `sim-plus`. The parts
    /// after a slash may come in any order, each at most once.
    ///
    /// # Errors
    /// [`BadGame::Name`], and [`BadGame::Board`] where board or coloured edges do not fit.
    pub fn named(name: &str, n: usize) -> Result<Self, BadGame> {
        let bad = || BadGame::Name(name.into());
        let mut parts = name.split('/');
        let (form, graphs) = match parts.next().unwrap_or("") {
            "sim" => ("ramsey-lose", "K3"),
            "sima" => ("ramsey-achieve", "K3"),
            "sim-plus" => ("ramsey-avoid-plus", "K3"),
            other => other.split_once(':').ok_or_else(bad)?,
        };
        let mut form = match form {
            "ramsey-avoid" => Form::Avoid,
            "ramsey-avoid-plus" => Form::AvoidPlus,
            "ramsey-lose" => Form::Lose,
            "ramsey-achieve" => Form::Achieve { tie_second: false },
            "ramsey-achieve-weak" => Form::AchieveWeak,
            _ => return Err(bad()),
        };
        let (red, green) = of_players(graphs);
        let avoided = [red, green].map(|graphs| format!("avoid:{graphs}"));
        if avoided.iter().any(|name| rules(name).is_none()) {
            return Err(bad());
        }

        let (mut board, mut coloured) = (None, [None, None]);
        for part in parts {
            let (key, text) = part.split_once('=').unwrap_or((part, ""));
            let is_again = match (key, &mut form) {
                ("board", _) => board.replace(graph6::decode(text).ok_or_else(bad)?).is_some(),
                ("red", _) => coloured[0].replace(edge_list(text, n)?).is_some(),
                ("green", _) => coloured[1].replace(edge_list(text, n)?).is_some(),
                ("tie-second", Form::Achieve { tie_second }) if part == key => std::mem::replace(tie_second, true),
                _ => return Err(bad()),
            };
            if is_again {
                return Err(bad());
            }
        }
        let board = board.unwrap_or_else(|| complete(n));
        let coloured = coloured.map(|rows| rows.unwrap_or_else(|| empty(n)));
        let fits = |v: usize| {
            let [red, green] = [coloured[0][v], coloured[1][v]];
            red & green == 0 && (red | green) & !board[v] == 0
        };
        match board.len() == n && (0..n).all(fits) {
            true => Ok(Self {
                form,
                avoided,
                board,
                coloured,
            }),
            false => Err(BadGame::Board),
        }
    }
}

/// Returns what Red and what Green completes. A colon parts them, but not the one of `min-degree:2`.
fn of_players(graphs: &str) -> (&str, &str) {
    let words: Vec<&str> = graphs.split(':').collect();
    let begins_with_number = |word: &str| {
        let digits = word.split('+').next().unwrap_or("");
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    let mut reds = words[0].len();
    for word in &words[1..] {
        if !begins_with_number(word) {
            return (&graphs[..reds], &graphs[reds + 1..]);
        }
        reds += 1 + word.len();
    }
    (graphs, graphs)
}

/// Returns the rows of a list such as `0-1,2-3`, each edge once.
fn edge_list(text: &str, n: usize) -> Result<Vec<u32>, BadGame> {
    let mut rows = empty(n);
    for edge in text.split(',') {
        let ends = edge
            .split_once('-')
            .and_then(|(a, b)| Some((vertex(a, n)?, vertex(b, n)?)));
        match ends {
            Some((a, b)) if a != b && rows[a] >> b & 1 == 0 => {
                rows[a] |= 1 << b;
                rows[b] |= 1 << a;
            }
            _ => return Err(BadGame::Board),
        }
    }
    Ok(rows)
}

fn vertex(text: &str, n: usize) -> Option<usize> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    text.parse().ok().filter(|&vertex| plain && vertex < n)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::named::from_edges;

    #[test]
    fn every_part_of_a_name_is_read() {
        let name = "ramsey-achieve:K3:C4/green=1-2/board=DhC/tie-second/red=0-1,4-3";
        let game = Game::named(name, 5).unwrap();
        assert_eq!(game.form, Form::Achieve { tie_second: true });
        assert_eq!(game.avoided, ["avoid:K3", "avoid:C4"]);
        assert_eq!(game.board, graph6::decode("DhC").unwrap());
        assert_eq!(
            game.coloured,
            [from_edges(5, [(0, 1), (3, 4)]), from_edges(5, [(1, 2)])]
        );
        for (short, long, form) in [
            ("sim", "ramsey-lose:K3", Form::Lose),
            ("sima", "ramsey-achieve:K3", Form::Achieve { tie_second: false }),
            ("sim-plus", "ramsey-avoid-plus:K3", Form::AvoidPlus),
        ] {
            let game = Game::named(short, 6).unwrap();
            assert_eq!(Game::named(long, 6), Ok(game.clone()));
            assert_eq!((game.form, game.board), (form, complete(6)));
        }
        assert_eq!(Game::named("ramsey-avoid:K4", 4).unwrap().form, Form::Avoid);
        for (graphs, red, green) in [
            ("min-degree:2", "min-degree:2", "min-degree:2"),
            ("min-degree:2:K3", "min-degree:2", "K3"),
            ("K3:chromatic:4", "K3", "chromatic:4"),
            ("chromatic:4+K4:min-degree:1", "chromatic:4+K4", "min-degree:1"),
        ] {
            let game = Game::named(&format!("ramsey-lose:{graphs}"), 4).unwrap();
            assert_eq!(game.avoided, [red, green].map(|graphs| format!("avoid:{graphs}")));
        }
        assert_eq!(
            Game::named("ramsey-achieve-weak:P3", 4).unwrap().form,
            Form::AchieveWeak
        );
    }

    #[test]
    fn other_names_are_refused() {
        for name in [
            "",
            "ramsey",
            "ramsey-avoid",
            "ramsey-avoid:",
            "ramsey-avoid:K1",
            "ramsey-avoid:K3:",
            "ramsey-avoid:K3:K3:K3",
            "ramsey-lose-plus:K3",
            "ramsey-avoid:K3/tie-second",
            "ramsey-achieve:K3/tie-second/tie-second",
            "ramsey-achieve:K3/tie-second=1",
            "ramsey-avoid:K3/",
            "ramsey-avoid:K3/board=",
            "ramsey-avoid:K3/red=0-1/red=0-1",
            "simple",
        ] {
            assert_eq!(Game::named(name, 5), Err(BadGame::Name(name.into())), "{name}");
        }
        for part in [
            "red=",
            "red=0-5",
            "red=0-0",
            "red=0-1,1-0",
            "red=00-1",
            "red=0-1/green=1-0",
            "board=C~",
            "board=DhC/red=0-2",
        ] {
            let name = format!("ramsey-avoid:K3/{part}");
            assert_eq!(Game::named(&name, 5), Err(BadGame::Board), "{name}");
        }
    }
}
