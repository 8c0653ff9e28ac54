//! The names of the two-colour games, and what they say.

use game::{NamedGraph, SHORT_NAMES, shown_name};

use super::super::Rules;
use super::super::spelling::folded;
use super::ending::{FORMS, Form, Offers, TIE_SECOND};
use super::goal;
use super::turns::Turns;
use game::values::Player;
use graph::{COLOURS, Graph16, TextError, encode_graph6, parse_any_order, parse_edge_list};

const BOARD: &str = "board=";
const BIAS: &str = "bias=";
const STARTER: &str = "starter=";
/// Words that names of two-colour games begin with.
pub const WORDS: [&str; 12] = [
    "maker-breaker",
    "avoider-enforcer",
    "waiter-client",
    "client-waiter",
    "sim",
    "sim-plus",
    "sima",
    "ramsey-avoid",
    "ramsey-avoid-plus",
    "ramsey-lose",
    "ramsey-achieve",
    "ramsey-achieve-weak",
];

/// The end of an example of the games that begin with this word.
pub(crate) fn example(word: &str) -> &'static str {
    let has_goal =
        |words: &&super::ending::Words| words.roles.is_some() && words.prefix.strip_suffix(':') == Some(word);
    match FORMS.iter().find(has_goal) {
        Some(_) => ":contains:C4",
        None => ":C4",
    }
}

/// The number of vertices that a game with a short name is played on when none is given.
pub fn usual_order(name: &str) -> Option<u32> {
    short(&folded(name)).map(|&(.., order)| order)
}

/// What Red and what Green completes, where a colon parts them: a number after a colon belongs to the property before
/// it, as in `min-degree:2`.
fn players(graphs: &str) -> Option<(&str, &str)> {
    let is_number = |rest: &str| {
        let part = rest.split([':', '+']).next().unwrap_or_default();
        !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit())
    };
    let mut colons = graphs
        .match_indices(':')
        .map(|(at, _)| (&graphs[..at], &graphs[at + 1..]));
    colons.find(|(_, rest)| !is_number(rest))
}

/// The edges of a turn of each player, from text such as `1:2`.
fn bias_of(text: &str, roles: [&str; 2]) -> Result<[u32; 2], String> {
    let number = |text: &str| {
        let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse::<u32>().ok().filter(|&edges| is_plain && edges > 0)
    };
    let both = text
        .split_once(':')
        .and_then(|(red, green)| Some([number(red)?, number(green)?]));
    let [red, green] = roles;
    both.ok_or_else(|| {
        format!("'{text}' is no bias: it is two positive numbers of edges, {red}'s and {green}'s, such as 1:2")
    })
}

/// Who begins.
fn starter_of(text: &str, roles: [&str; 2]) -> Result<Player, String> {
    let found = Player::BOTH
        .into_iter()
        .find(|&player| roles[player as usize].eq_ignore_ascii_case(text));
    let [red, green] = roles.map(str::to_lowercase);
    found.ok_or_else(|| format!("'{text}' does not play this game: the starter is {red} or {green}"))
}

/// The short name that `name` begins with, nothing or a slash behind it.
fn short(name: &str) -> Option<&'static (&'static str, &'static str, u32)> {
    let first = name.split('/').next();
    SHORT_NAMES.iter().find(|(short, ..)| Some(*short) == first)
}

/// A two-colour game but for the number of vertices.
#[derive(Clone, Debug)]
pub struct Terms {
    /// What completing a copy means.
    pub form: Form,
    /// What Red and what Green completes.
    pub rules: [Rules; 2],
    /// Whose turn it is, but where moves colour one or more edges.
    pub turns: Turns,
    /// The board, when that is not a complete graph.
    pub board: Option<Graph16>,
    /// Edges coloured beforehand, red and green.
    pub coloured: [Vec<(usize, usize)>; 2],
}

impl Terms {
    /// What `name` says: FORM:H\[:H2\]\[/board=GRAPH6\][/red=EDGES]\[/green=EDGES\][/tie-second], or
    /// FORM:GOAL\[/bias=A:B\]\[/starter=ROLE\] and so on where the players have different aims. `None` when it is no
    /// name of a two-colour game.
    ///
    /// # Errors
    /// A sentence about the part that is wrong.
    pub fn named(name: &str) -> Option<Result<Self, String>> {
        let name = folded(name);
        let name = match short(&name) {
            Some((short, long, _)) => name.replacen(short, long, 1),
            None => name,
        };
        let (prefix, rest) = FORMS
            .iter()
            .find_map(|words| Some((words.prefix, name.strip_prefix(words.prefix)?)))?;
        Some(Self::of_parts(prefix, rest))
    }

    fn of_parts(prefix: &str, text: &str) -> Result<Self, String> {
        let form = Form::named(prefix, "").expect("a prefix alone names a form");
        let mut parts = text.split('/');
        let graphs = parts.next().unwrap_or_default();
        let rules = match form.words().roles {
            Some(_) => {
                let goal = goal::named(graphs)?;
                [goal.clone(), goal]
            }
            None => {
                let (red, green) = players(graphs).unwrap_or((graphs, graphs));
                if form.red_alone && players(graphs).is_some() {
                    return Err("only Red completes a graph in weak achievement; name one".into());
                }
                [Rules::of_parts(red, false)?, Rules::of_parts(green, false)?]
            }
        };
        let mut terms = Self {
            form,
            rules,
            turns: Turns::ALTERNATING,
            board: None,
            coloured: [vec![], vec![]],
        };
        let mut keys = Vec::new();
        for part in parts {
            let key = part.split('=').next().unwrap_or_default();
            if keys.contains(&key) {
                return Err(format!("'/{key}' stands twice in the name"));
            }
            keys.push(key);
            if let Some(board) = part.strip_prefix(BOARD) {
                terms.board = Some(parse_any_order(board).map_err(|why: TextError| why.to_string())?);
                continue;
            }
            if let Some(form) = Form::named(prefix, part).filter(|_| !part.is_empty()) {
                terms.form = form;
                continue;
            }
            if let Some(roles) = form.words().roles {
                if let Some(bias) = part.strip_prefix(BIAS) {
                    terms.turns.bias = bias_of(bias, roles)?;
                    continue;
                }
                if let (Some(starter), None) = (part.strip_prefix(STARTER), form.offers) {
                    terms.turns.starter = starter_of(starter, roles)?;
                    continue;
                }
            }
            let list = |colour: usize| {
                part.strip_prefix(COLOURS[colour])
                    .and_then(|rest| rest.strip_prefix('='))
            };
            let (colour, edges) = match (list(0), list(1)) {
                (Some(edges), _) => (0, edges),
                (_, Some(edges)) => (1, edges),
                _ => {
                    let more = match form.words().roles {
                        Some(_) if form.offers.is_some() => format!("/{BIAS}1:2"),
                        Some([_, green]) => format!("/{BIAS}1:2 and /{STARTER}{}", green.to_lowercase()),
                        None => format!("with ramsey-achieve, /{TIE_SECOND}"),
                    };
                    return Err(format!(
                        "'/{part}' is not known; after the graphs may come /board=GRAPH6, /red=0-1,2-3, /green=1-2 and, {more}"
                    ));
                }
            };
            // Whether the vertices are there is seen when their number is known.
            let edges: Graph16 = parse_edge_list(edges, 16).map_err(|why| why.to_string())?;
            terms.coloured[colour] = edges.edges().collect();
        }
        if terms.form.offers == Some(Offers::UpToAll) && terms.turns.bias[0] != 1 {
            return Err("Client chooses one edge of an offer: the bias is 1:q".into());
        }
        Ok(terms)
    }

    /// The name by which the game is known, the same for all ways to write it.
    pub fn name(&self) -> String {
        let words = self.form.words();
        let [red, green] = self.rules.each_ref().map(Rules::forbidden);
        let mut name = match words.roles {
            Some(_) => format!("{}{}", words.prefix, goal::name(&self.rules[0])),
            None if green == red => format!("{}{red}", words.prefix),
            None => format!("{}{red}:{green}", words.prefix),
        };
        if let Some(roles) = words.roles {
            let Turns {
                bias: [red, green],
                starter,
            } = self.turns;
            if [red, green] != Turns::ALTERNATING.bias {
                name += &format!("/{BIAS}{red}:{green}");
            }
            if starter != Turns::ALTERNATING.starter {
                name += &format!("/{STARTER}{}", roles[starter as usize].to_lowercase());
            }
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
        if !words.suffix.is_empty() {
            name += &format!("/{}", words.suffix);
        }
        name
    }

    /// What is said of the game in a list of games.
    pub fn sentence(&self) -> String {
        let [red, green] = self.rules.each_ref().map(Rules::in_words);
        let greens = match red == green {
            true => "a green one".to_string(),
            false => format!("a green {green}"),
        };
        let mut sentence = self.form.words().sentence(self.turns, &red, &greens);
        if let Some(board) = &self.board {
            sentence += &format!("; the board is {}", encode_graph6(board));
        }
        sentence += match self.coloured.iter().map(Vec::len).sum() {
            0 => "",
            1 => "; one edge is coloured before the game",
            _ => "; some edges are coloured before the game",
        };
        sentence
    }

    /// What Red and Green are called.
    pub fn roles(&self) -> [String; 2] {
        self.form.words().roles.unwrap_or(["Red", "Green"]).map(String::from)
    }

    /// What the player of a colour, 0 for red, completes: a noun.
    pub fn completes(&self, colour: usize) -> String {
        self.rules[colour].in_words()
    }

    /// The graphs that the players complete, each with its noun, and with the player where the two differ.
    pub fn graphs(&self) -> Vec<NamedGraph> {
        let [red, green] = &self.rules;
        let differ = red.forbidden() != green.forbidden();
        let count = if differ { 2 } else { 1 };
        let of = |colour: usize| {
            let named = self.rules[colour].graphs().into_iter();
            named.map(move |(name, graph)| NamedGraph {
                name,
                graph,
                colour: differ.then_some(colour),
            })
        };
        (0..count).flat_map(of).collect()
    }

    /// What the game is called in a sentence.
    pub fn title(&self) -> String {
        let name = self.name();
        let (game, rest) = name.split_once('/').unwrap_or((&name, ""));
        let graphs = || {
            let [red, green] = self.rules.each_ref().map(Rules::in_title);
            if red == green {
                red
            } else {
                format!("{red} and {green}")
            }
        };
        let title = match shown_name(game).as_str() {
            "sim" => "Sim".into(),
            "sim-plus" => "Sim-plus".into(),
            "sima" => "Sima".into(),
            _ => self.form.words().title(&graphs()),
        };
        // The title has the word.
        let rest: Vec<&str> = rest
            .split('/')
            .filter(|part| !["", "monotone"].contains(part))
            .collect();
        match rest[..] {
            [] => title,
            _ => format!("{title} ({})", rest.join(", ")),
        }
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
        for same in [
            "ramsey-lose:P4/green=2-1/board=DQc/red=3-0,0-1",
            "ramsey-lose:P4/green=2–1/board=>>graph6<<DQc\r\n/red=[(3, 0), (0, 1)]",
            "ramsey-lose:\u{feff}P4/green=2 − 1/board=:DgH_~/red=3-0, 0-1",
        ] {
            assert_eq!(name(same), "ramsey-lose:P4/board=DQc/red=0-1,0-3/green=1-2", "{same:?}");
        }
        assert!(Terms::named("avoid:K3").is_none());
    }

    #[test]
    fn the_name_shown_is_the_short_one_and_says_the_same_game() {
        for (typed, known) in [
            ("sim", "ramsey-lose:K3"),
            ("sim-plus", "ramsey-avoid-plus:K3"),
            ("sima/tie-second", "ramsey-achieve:K3/tie-second"),
            ("sim/red=0-1/green=1-2", "ramsey-lose:K3/red=0-1/green=1-2"),
        ] {
            assert_eq!(Terms::named(typed).unwrap().unwrap().name(), known);
            assert_eq!(shown_name(known), typed);
        }
        for other in [
            "ramsey-lose:K3:C4",
            "ramsey-lose:K3,3",
            "ramsey-avoid:K3",
            "triangle",
            "avoid:C4",
        ] {
            assert_eq!(shown_name(other), other);
        }
    }

    #[test]
    fn case_does_not_matter_but_in_graph6() {
        let name = |name: &str| Terms::named(name).unwrap().unwrap().name();
        assert_eq!(name("Sim"), "ramsey-lose:K3");
        assert_eq!(name("SIM/Red=0-1"), "ramsey-lose:K3/red=0-1");
        assert_eq!(name("Ramsey-Avoid:c4:K1,3"), "ramsey-avoid:C4:K1,3");
        assert_eq!(name("ramsey-lose:p4/BOARD=DqK"), "ramsey-lose:P4/board=DqK");
        assert_eq!((usual_order("SIM"), usual_order("ramsey-lose:K3")), (Some(6), None));
    }

    #[test]
    fn rules_and_titles_are_in_plain_words() {
        let said = |name: &str| {
            let terms = Terms::named(name).unwrap().unwrap();
            (terms.title(), terms.sentence())
        };
        let expected = |title: &str, rules: &str| (title.to_string(), rules.to_string());
        assert_eq!(
            said("sim"),
            expected(
                "Sim",
                "Red and Green colour an edge in turn; completing a red triangle loses for Red, a green one for Green; \
                 a full board is a tie"
            )
        );
        assert_eq!(
            said("ramsey-avoid:K3:C4"),
            expected(
                "the triangle and C4 Ramsey avoidance game",
                "Red and Green colour an edge in turn; Red may not complete a red triangle, nor Green a green C4"
            )
        );
        assert_eq!(
            said("ramsey-achieve-weak:K3+C5/red=0-1"),
            expected(
                "the weak C5 or triangle Ramsey achievement game (red=0-1)",
                "Red and Green colour an edge in turn; completing a red C5 or triangle wins for Red; Green wins a full \
                 board without one; one edge is coloured before the game"
            )
        );
    }

    #[test]
    fn wrong_names_are_sentences() {
        let sentence = |name: &str| Terms::named(name).unwrap().unwrap_err();
        assert!(sentence("ramsey-avoid:nothing").contains("nothing"));
        assert!(sentence("ramsey-achieve-weak:K3:K4").contains("only Red"));
        assert!(sentence("ramsey-avoid:K3/tie-second").contains("'/tie-second' is not known"));
        assert!(sentence("ramsey-avoid:K3/blue=0-1").contains("'/blue=0-1' is not known"));
        assert_eq!(
            sentence("ramsey-avoid:K3/red=0-1/green=1-2/red=0-1"),
            "'/red' stands twice in the name"
        );
        assert!(sentence("ramsey-avoid:K3/red=0-0").contains("not an edge"));
        assert!(sentence("ramsey-avoid:K3/board=!").contains("not graph6"));
    }
}
