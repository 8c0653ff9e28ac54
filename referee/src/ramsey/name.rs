//! A second, independent parser for the names of two-colour games.

use retrograph_judge::graph6;
use retrograph_judge::ramsey::Game as AnyBoard;

use super::BadGame;
use crate::named::{complete, empty};

/// A two-colour game as described by its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// What the name says without the board.
    pub named: AnyBoard,
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
        let (on_board, parts): (Vec<&str>, Vec<&str>) = name.split('/').partition(|part| part.contains('='));
        let named = AnyBoard::named(&parts.join("/")).ok_or_else(bad)?;
        let (mut board, mut coloured) = (None, [None, None]);
        for part in on_board {
            let (key, text) = part.split_once('=').unwrap_or((part, ""));
            let is_again = match key {
                "board" => board.replace(graph6::decode(text).ok_or_else(bad)?).is_some(),
                "red" => coloured[0].replace(edge_list(text, n)?).is_some(),
                "green" => coloured[1].replace(edge_list(text, n)?).is_some(),
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
            true => Ok(Self { named, board, coloured }),
            false => Err(BadGame::Board),
        }
    }
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
    use crate::ramsey::Form;

    #[test]
    fn every_part_of_a_name_is_read() {
        let name = "ramsey-achieve:K3:C4/green=1-2/board=DhC/tie-second/red=0-1,4-3";
        let game = Game::named(name, 5).unwrap();
        assert_eq!(game.named.form, Form::Achieve { tie_second: true });
        assert_eq!(game.named.avoided, ["avoid:K3", "avoid:C4"]);
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
            assert_eq!((game.named.form, game.board), (form, complete(6)));
        }
        assert_eq!(Game::named("ramsey-avoid:K4", 4).unwrap().named.form, Form::Avoid);
        for (graphs, red, green) in [
            ("min-degree:2", "min-degree:2", "min-degree:2"),
            ("min-degree:2:K3", "min-degree:2", "K3"),
            ("K3:chromatic:4", "K3", "chromatic:4"),
            ("chromatic:4+K4:min-degree:1", "chromatic:4+K4", "min-degree:1"),
        ] {
            let game = Game::named(&format!("ramsey-lose:{graphs}"), 4).unwrap();
            assert_eq!(game.named.avoided, [red, green].map(|graphs| format!("avoid:{graphs}")));
        }
        assert_eq!(
            Game::named("ramsey-achieve-weak:P3", 4).unwrap().named.form,
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
