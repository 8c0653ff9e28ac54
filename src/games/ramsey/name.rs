//! The names of the two-colour games, and what they say.

use super::super::Rules;
use crate::graph::{COLOURS, Graph16, TextError, decode_graph6, encode_graph6, parse_edge_list};
use crate::values::Play;

/// What completing a copy of the own graph in the own colour means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// It is forbidden; who cannot move loses.
    Avoid,
    /// It is forbidden, and a move colours one or more edges; who cannot move loses.
    AvoidPlus,
    /// It loses; a full board is a tie.
    Lose,
    /// It wins; a full board is a tie.
    Achieve,
    /// It wins; a full board is won by Green.
    AchieveOrGreen,
    /// It wins, for Red alone; a full board is won by Green.
    AchieveWeak,
}

const FORMS: [(Form, &str); 5] = [
    (Form::AvoidPlus, "ramsey-avoid-plus:"),
    (Form::Avoid, "ramsey-avoid:"),
    (Form::Lose, "ramsey-lose:"),
    (Form::AchieveWeak, "ramsey-achieve-weak:"),
    (Form::Achieve, "ramsey-achieve:"),
];
/// Suffix of the name of an achievement game in which a tie counts as a win of Green.
const TIE_SECOND: &str = "tie-second";
const BOARD: &str = "board=";
/// Short names, with the order they are played on when none is given.
const SHORT: [(&str, &str, u32); 3] = [
    ("sim", "ramsey-lose:K3", 6),
    ("sim-plus", "ramsey-avoid-plus:K3", 6),
    ("sima", "ramsey-achieve:K3", 6),
];
/// The number of vertices that a game with a short name is played on when none is given.
pub fn usual_order(name: &str) -> Option<u32> {
    short(name).map(|&(.., order)| order)
}

/// The short name that `name` begins with, nothing or a slash behind it.
fn short(name: &str) -> Option<&'static (&'static str, &'static str, u32)> {
    let first = name.split('/').next();
    SHORT.iter().find(|(short, ..)| Some(*short) == first)
}

/// A two-colour game but for the number of vertices.
#[derive(Clone, Debug)]
pub struct Terms {
    /// What completing a copy means.
    pub form: Form,
    /// What Red and what Green completes.
    pub rules: [Rules; 2],
    /// The board, when that is not a complete graph.
    pub board: Option<Graph16>,
    /// Edges coloured beforehand, red and green.
    pub coloured: [Vec<(usize, usize)>; 2],
}

impl Terms {
    /// What `name` says: FORM:H[:H2][/board=GRAPH6][/red=EDGES][/green=EDGES][/tie-second]. `None` when it is no name of a
    /// two-colour game.
    ///
    /// # Errors
    /// A sentence about the part that is wrong.
    pub fn named(name: &str) -> Option<Result<Self, String>> {
        let name = match short(name) {
            Some((short, long, _)) => name.replacen(short, long, 1),
            None => name.into(),
        };
        let (form, rest) = FORMS
            .iter()
            .find_map(|&(form, prefix)| Some((form, name.strip_prefix(prefix)?)))?;
        Some(Self::of_parts(form, rest))
    }

    fn of_parts(form: Form, text: &str) -> Result<Self, String> {
        let mut parts = text.split('/');
        let graphs = parts.next().unwrap_or_default();
        let (red, green) = graphs.split_once(':').unwrap_or((graphs, graphs));
        if form == Form::AchieveWeak && graphs.contains(':') {
            return Err("only Red completes a graph in weak achievement; name one".into());
        }
        let mut terms = Self {
            form,
            rules: [Rules::of_parts(red, false)?, Rules::of_parts(green, false)?],
            board: None,
            coloured: [vec![], vec![]],
        };
        for part in parts {
            if let Some(board) = part.strip_prefix(BOARD) {
                terms.board = Some(decode_graph6(board).map_err(|why: TextError| why.to_string())?);
                continue;
            }
            if part == TIE_SECOND && matches!(form, Form::Achieve) {
                terms.form = Form::AchieveOrGreen;
                continue;
            }
            let list = |colour: usize| {
                part.strip_prefix(COLOURS[colour])
                    .and_then(|rest| rest.strip_prefix('='))
            };
            let (colour, edges) = match (list(0), list(1)) {
                (Some(edges), _) => (0, edges),
                (_, Some(edges)) => (1, edges),
                _ => {
                    return Err(format!(
                        "'/{part}' is not known; after the graphs may come /board=GRAPH6, /red=0-1,2-3, /green=1-2 and, with ramsey-achieve, /{TIE_SECOND}"
                    ));
                }
            };
            // Whether the vertices are there is seen when their number is known.
            let edges: Graph16 = parse_edge_list(edges, 16).map_err(|why| why.to_string())?;
            terms.coloured[colour] = edges.edges().collect();
        }
        Ok(terms)
    }

    /// The name by which the game is known, the same for all ways to write it.
    pub fn name(&self) -> String {
        let form = if self.form == Form::AchieveOrGreen {
            Form::Achieve
        } else {
            self.form
        };
        let prefix = FORMS
            .iter()
            .find(|(of, _)| *of == form)
            .expect("every form has a name")
            .1;
        let [red, green] = self.rules.each_ref().map(Rules::forbidden);
        let mut name = format!("{prefix}{red}");
        if green != red {
            name += &format!(":{green}");
        }
        if let Some(board) = &self.board {
            name += &format!("/{BOARD}{}", encode_graph6(board));
        }
        for (colour, edges) in COLOURS.iter().zip(&self.coloured) {
            if !edges.is_empty() {
                let edges: Vec<String> = edges.iter().map(|(u, v)| format!("{u}-{v}")).collect();
                name += &format!("/{colour}={}", edges.join(","));
            }
        }
        if self.form == Form::AchieveOrGreen {
            name += &format!("/{TIE_SECOND}");
        }
        name
    }

    /// How the game ends, when `moves` are the edges that can be coloured; for forms that end when no move is left, the
    /// play asked for is another matter.
    pub fn play(&self, moves: u32) -> Play {
        match self.form {
            Form::Avoid => Play::Normal,
            Form::AvoidPlus => Play::Either,
            Form::Lose => Play::Lose,
            Form::Achieve => Play::Achieve,
            Form::AchieveOrGreen | Form::AchieveWeak => Play::AchieveOr { odd: moves % 2 == 1 },
        }
    }

    /// What is said of the game in a list of games.
    pub fn sentence(&self) -> String {
        let [red, green] = self.rules.each_ref().map(Rules::forbidden);
        let own = match red == green {
            true => red.to_string(),
            false => format!("{red} (Red) or {green} (Green)"),
        };
        let turns = match self.form {
            Form::AvoidPlus => "Red and Green colour one or more edges in turn",
            _ => "Red and Green colour an edge in turn",
        };
        let end = match self.form {
            Form::Avoid | Form::AvoidPlus => format!("nobody may complete an own {own}"),
            Form::Lose => format!("completing an own {own} loses, a full board is a tie"),
            Form::Achieve => format!("the first own {own} wins, a full board is a tie"),
            Form::AchieveOrGreen => format!("the first own {own} wins, a full board is won by Green"),
            Form::AchieveWeak => format!("Red wins by a red {own}, Green by a full board without one"),
        };
        let mut sentence = format!("{turns}, {end}");
        if let Some(board) = &self.board {
            sentence += &format!("; board {}", encode_graph6(board));
        }
        let before: usize = self.coloured.iter().map(Vec::len).sum();
        if before > 0 {
            sentence += &format!("; {before} edges are coloured before the game");
        }
        sentence
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_name_for_one_game() {
        let name = |name: &str| Terms::named(name).unwrap().unwrap().name();
        assert_eq!(name("sim"), "ramsey-lose:K3");
        assert_eq!(name("sim-plus"), "ramsey-avoid-plus:K3");
        assert_eq!(name("sima/red=1-0"), "ramsey-achieve:K3/red=0-1");
        assert_eq!(name("ramsey-achieve:K3:K3/tie-second"), "ramsey-achieve:K3/tie-second");
        assert_eq!(
            name("ramsey-avoid:Bw:C4/tie-second".strip_suffix("/tie-second").unwrap()),
            "ramsey-avoid:K3:C4"
        );
        assert_eq!(
            name("ramsey-lose:P4/green=2-1/board=DQc/red=3-0,0-1"),
            "ramsey-lose:P4/board=DQc/red=0-1,0-3/green=1-2"
        );
        assert!(Terms::named("avoid:K3").is_none());
    }

    #[test]
    fn wrong_names_are_sentences() {
        let sentence = |name: &str| Terms::named(name).unwrap().unwrap_err();
        assert!(sentence("ramsey-avoid:nothing").contains("nothing"));
        assert!(sentence("ramsey-achieve-weak:K3:K4").contains("only Red"));
        assert!(sentence("ramsey-avoid:K3/tie-second").contains("'/tie-second' is not known"));
        assert!(sentence("ramsey-avoid:K3/blue=0-1").contains("'/blue=0-1' is not known"));
        assert!(sentence("ramsey-avoid:K3/red=0-0").contains("not an edge"));
        assert!(sentence("ramsey-avoid:K3/board=!").contains("not graph6"));
    }
}
