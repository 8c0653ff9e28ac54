//! Moves, and games in progress as texts.

use serde::{Serialize, Serializer};

use super::About;
use graph::{edge_pieces, ends};
use positional::label;

/// Two vertices, the smaller first.
pub type Pair = [usize; 2];

/// Most vertices that a board may show.
pub const ORDER_MOST: usize = 32;

/// Most moves that a text may have: all pairs of the largest board, drawn and coloured.
pub const MOVES_MOST: usize = ORDER_MOST * (ORDER_MOST - 1);

/// What a player does in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// Takes or draws an edge. Its colour, where there are colours, is the player's, or is chosen next.
    Edge(Pair),
    /// Takes an element of a board without vertices, an index of [`About::elements`].
    Element(usize),
    /// Gives the edge just drawn this colour, an index of [`About::colours`].
    Colour(usize),
}

impl Move {
    /// The text of the move: `0-3`, the colour in lower case, or the element's name.
    pub fn text(self, about: &About) -> String {
        match self {
            Self::Edge([u, v]) => format!("{u}-{v}"),
            Self::Colour(colour) => about.colours[colour].to_lowercase(),
            Self::Element(element) => about.elements[element].clone(),
        }
    }

    /// The move of a text; `None` when it is neither a pair of different vertices below [`ORDER_MOST`] nor, where edges
    /// are painted, a colour.
    pub fn parse(text: &str, about: &About) -> Option<Self> {
        if !about.elements.is_empty() {
            let place = |is_it: &dyn Fn(&str) -> bool| about.elements.iter().position(|name| is_it(name));
            // What is shown of a name suffices where no other name shows it.
            let shown = |name: &str| label(name) == text;
            let is_one = about.elements.iter().filter(|name| shown(name)).count() == 1;
            let element = place(&|name| name == text).or_else(|| place(&shown).filter(|_| is_one));
            return element.map(Self::Element);
        }
        if let Some([u, v]) = ends(text) {
            let is_pair = u != v && u.max(v) < ORDER_MOST;
            return is_pair.then_some(Self::Edge([u.min(v), u.max(v)]));
        }
        let colour = about.colours.iter().position(|name| name.eq_ignore_ascii_case(text))?;
        about.paints.then_some(Self::Colour(colour))
    }
}

/// As `{"edge": [0, 3]}`, `{"colour": 0}` or `{"element": 5}`.
impl Serialize for Move {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeMap;

        let mut map = out.serialize_map(Some(1))?;
        match self {
            Self::Edge(pair) => map.serialize_entry("edge", pair)?,
            Self::Colour(colour) => map.serialize_entry("colour", colour)?,
            Self::Element(element) => map.serialize_entry("element", element)?,
        }
        map.end()
    }
}

/// What moves look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Words {
    /// Pairs of vertices.
    Pairs,
    /// Pairs of vertices, and colours.
    Colours,
    /// Names of elements.
    Elements,
}

impl Words {
    /// Those of a game.
    pub fn of(about: &About) -> Self {
        match () {
            () if !about.elements.is_empty() => Self::Elements,
            () if about.paints => Self::Colours,
            () => Self::Pairs,
        }
    }

    /// In a sentence.
    pub fn words(self) -> &'static str {
        match self {
            Self::Pairs => "two vertices such as 0-3",
            Self::Colours => "two vertices such as 0-3, or a colour",
            Self::Elements => "the name of an element of the board",
        }
    }
}

/// Why moves are not a game in progress.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadMoves {
    /// A word is no move.
    #[error("'{0}' is not a move; a move is {words}", words = .1.words())]
    Word(
        /// The word.
        String,
        /// What a move is.
        Words,
    ),
    /// There are too many.
    #[error("a game has at most {MOVES_MOST} moves")]
    TooMany,
    /// A move breaks the rules.
    #[error("{step} is not a legal move: {why}")]
    Illegal {
        /// The text of the move.
        step: String,
        /// Number of moves before it.
        at: usize,
        /// Why, as a clause.
        why: String,
    },
    /// A move comes after the end.
    #[error("the game was over before {step}")]
    Over {
        /// The text of the move.
        step: String,
        /// Number of moves before it.
        at: usize,
    },
    /// The proof has no answer: it proves nothing.
    #[error("the proof has no answer here: it is wrong")]
    Lacking,
}

impl BadMoves {
    /// A word for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Word(..) | Self::TooMany => "bad_moves",
            Self::Illegal { .. } | Self::Over { .. } => "illegal_move",
            Self::Lacking => "damaged",
        }
    }
}

/// The moves of a text such as `0-1,2-3`, edges as positions list them; none of an empty one.
///
/// # Errors
/// [`BadMoves::Word`], [`BadMoves::TooMany`]. Whether the moves are legal is not asked.
pub fn parse_moves(text: &str, about: &About) -> Result<Vec<Move>, BadMoves> {
    let mut moves = Vec::new();
    let words = match about.elements.is_empty() {
        true => edge_pieces(text),
        false => text.split([',', ' ']).filter(|word| !word.is_empty()).collect(),
    };
    for word in words {
        if moves.len() == MOVES_MOST {
            return Err(BadMoves::TooMany);
        }
        let step = Move::parse(word, about);
        moves.push(step.ok_or_else(|| BadMoves::Word(word.into(), Words::of(about)))?);
    }
    Ok(moves)
}

/// The text that [`parse_moves`] reads.
pub fn moves_text(moves: &[Move], about: &About) -> String {
    let words: Vec<String> = moves.iter().map(|step| step.text(about)).collect();
    words.join(",")
}

#[cfg(test)]
mod tests {
    use super::super::Order;
    use super::*;

    fn about(paints: bool) -> About {
        About {
            game: "online-ramsey:K3".into(),
            title: "game".into(),
            rules: "rules".into(),
            theorem: "theorem".into(),
            order: Order::Grows,
            boards: None,
            players: ["Builder".into(), "Painter".into()],
            winner: 0,
            colours: vec!["Red".into(), "Green".into()],
            paints,
            elements: Vec::new(),
            drawing: None,
        }
    }

    #[test]
    fn moves_are_read_as_written() {
        use Move::{Colour, Edge};

        let about = about(true);
        let moves = [Edge([0, 1]), Colour(1), Edge([1, 31]), Colour(0)];
        assert_eq!(moves_text(&moves, &about), "0-1,green,1-31,red");
        assert_eq!(parse_moves("1-0, GREEN ,31-1,red", &about), Ok(moves.to_vec()));
        assert_eq!(parse_moves("1. 0-1 green 2. 1-31 red", &about), Ok(moves.to_vec()));
        assert_eq!(parse_moves("", &about), Ok(vec![]));
    }

    #[test]
    fn other_texts_are_refused() {
        let longest = vec!["0-1"; MOVES_MOST].join(",");
        assert_eq!(
            parse_moves(&longest, &about(false)).map(|moves| moves.len()),
            Ok(MOVES_MOST)
        );
        assert_eq!(
            parse_moves(&format!("{longest},0-1"), &about(false)),
            Err(BadMoves::TooMany)
        );
        for word in [
            "1-1",
            "0-32",
            "0--1",
            "+0-1",
            "0-1-2",
            "red",
            "0",
            "0-1,",
            "0-999999999999999999999",
        ] {
            assert!(parse_moves(word, &about(false)).is_err(), "{word}");
        }
    }
}
