//! A game as given on the command line: its name, and options that stand for parts of it.

use super::failure::{Code, Failure};
use game::CONNECTED;

/// Parses the name of a game as files and other programs hand it over: without blanks, ends of lines, byte order marks,
/// and headers of graph6, none of which is part of a name. The name of a file may have them.
pub(super) fn game_name(text: &str) -> Result<String, std::convert::Infallible> {
    if text.contains(":file=") {
        return Ok(text.trim().into());
    }
    let is_around = |c: char| c.is_whitespace() || c == '\u{feff}';
    Ok(text.replace(is_around, "").replace(">>graph6<<", ""))
}

#[derive(clap::Args, Clone)]
pub(super) struct GameArgs {
    /// Name of the game, see `retrograph games`
    #[arg(value_parser = game_name)]
    game: String,
    /// Every move after the first must touch an earlier edge: the same as NAME/connected
    #[arg(long)]
    connected: bool,
    /// Red's graph in a two-colour game: the same as NAME:GRAPH
    #[arg(long, value_name = "GRAPH", help_heading = "Two-colour games")]
    red_graph: Option<String>,
    /// Green's graph, if it differs from Red's: the same as NAME:GRAPH:GRAPH
    #[arg(long, value_name = "GRAPH", help_heading = "Two-colour games")]
    green_graph: Option<String>,
    /// The edges of the board as graph6, if not all pairs: the same as NAME/board=GRAPH6
    #[arg(long, value_name = "GRAPH6", help_heading = "Two-colour games")]
    board: Option<String>,
    /// Edges that are red at the start, such as 0-1,2-3: the same as NAME/red=EDGES
    #[arg(long, value_name = "EDGES", help_heading = "Two-colour games")]
    red: Option<String>,
    /// Edges that are green at the start: the same as NAME/green=EDGES
    #[arg(long, value_name = "EDGES", help_heading = "Two-colour games")]
    green: Option<String>,
}

impl GameArgs {
    /// Returns the name with all options included.
    pub fn name(&self) -> Result<String, Failure> {
        let twice = |option: &str| {
            let sentence = format!(
                "'{}' already includes what {option} sets; leave one of them out",
                self.game
            );
            Err(Failure::new(Code::Usage, sentence))
        };
        let (game, mut rest) = match self.game.split_once('/') {
            Some((game, rest)) => (game, format!("/{rest}")),
            None => (&self.game[..], String::new()),
        };
        let mut name = game.to_string();
        let graphs = name.matches(':').count();
        if let Some(graph) = &self.red_graph {
            if graphs > 0 {
                return twice("--red-graph");
            }
            name += &format!(":{graph}");
        }
        if let Some(graph) = &self.green_graph {
            if graphs > 1 {
                return twice("--green-graph");
            }
            name += &format!(":{graph}");
        }
        for (key, given) in [("board", &self.board), ("red", &self.red), ("green", &self.green)] {
            if let Some(given) = given {
                if rest.contains(&format!("/{key}=")) {
                    return twice(&format!("--{key}"));
                }
                rest += &format!("/{key}={given}");
            }
        }
        if self.connected && !rest.ends_with(CONNECTED) {
            rest += CONNECTED;
        }
        Ok(name + &rest)
    }
}
