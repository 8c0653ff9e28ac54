//! The games by name.

use thiserror::Error;

use super::board::Board;
use super::kinds::{Fold, Kinds};
use super::matchings::Matchings;
use super::table::{Answers, Kind, ORDER_MOST, Table};

/// Names of the games, the usual ones.
pub const NAMES: [&str; 8] = [
    "avoid:P3",
    "avoid:P4",
    "avoid:P5",
    "avoid:K1,3",
    "avoid:2K2",
    "avoid:3K2",
    "avoid:K3+P4",
    "avoid:K1,3+K3",
];

/// Why a name is of no game here.
#[derive(Debug, Error)]
pub enum NotCounted {
    /// There is no such game at all.
    #[error(transparent)]
    Game(#[from] game::NoSuchGame),
    /// The positions of this one are not counts.
    #[error("positions of '{0}' are not counts of components; those of these are: {games}", games = NAMES.join(", "))]
    Positions(String),
}

/// A game whose positions are counts of components, on any number of vertices.
#[derive(Clone, Copy, Debug)]
pub struct Game {
    name: &'static str,
    form: Form,
}

#[derive(Clone, Copy, Debug)]
enum Form {
    /// Rules, and what to look at.
    Kinds(&'static str, &'static [Look]),
    Matchings(usize),
}

/// A set of rests to look at.
#[derive(Clone, Copy, Debug)]
struct Look {
    /// Most components in sight; `None`: all.
    most: Option<u16>,
    folds: &'static [Fold],
    /// Up to so many vertices; `None`: as many as are asked for.
    last: Option<usize>,
}

/// Where all columns repeat, they do so within these.
const COLUMNS: usize = 100;

/// All positions, on as many vertices as are asked for.
const ALL: Look = Look {
    most: None,
    folds: &[],
    last: None,
};

const fn within(most: u16, folds: &'static [Fold], last: usize) -> Look {
    Look {
        most: Some(most),
        folds,
        last: Some(last),
    }
}

/// Rules of the games, and why these counts are enough. E is always an edge, P a P3, x a kind of which only matters
/// whether there is one.
const GAMES: [Game; 8] = [
    // Only edges on their own.
    Game {
        name: NAMES[0],
        form: Form::Kinds("SS>", &[within(0, &[], COLUMNS)]),
    },
    // A connected graph without a P4 is a star or a triangle: a longest path has at most three vertices, and if its
    // ends are not joined, every further vertex is at its middle. A triangle takes no edge, not even one to another
    // component; edges between components that are no single vertices make a P4, and so does an edge in a larger star.
    // x: a star with three leaves or more.
    Game {
        name: NAMES[1],
        form: Form::Kinds("SS>E SE>P SP>x Sx>x P>", &[ALL]),
    },
    // A connected graph without a P5 on five vertices or more is a star, a double star, or a triangle with leaves at
    // one of its vertices: a longest path is a-b-c-d, all further vertices are leaves at b or c, as anything else makes
    // it longer, and of the other three edges only a-c, b-d are possible, one of them, with leaves at c or b alone.
    // Y: K1,3; X: larger stars; T: triangle; Q: P4; W: paw; D: double star with one leaf at one centre and more at the
    // other; x: double star with more at both, or triangle with leaves on five vertices or more, which both take single
    // vertices for ever and nothing else. A C4 takes two more edges, whatever else happens, and a paw or a diamond one,
    // unless the paw first takes a leaf.
    Game {
        name: NAMES[2],
        form: Form::Kinds(
            "SS>E SE>P SP>Y SP>Q SY>X SY>D SX>X SX>D ST>W SQ>D SD>D SD>x SW>x Sx>x EE>Q EP>D EY>D EX>D PP>x PY>x PX>x \
             YY>x YX>x XX>x P>T Y>W X>x Q>W Q>++ D>x W>+ +>",
            &[
                within(
                    3,
                    &[Fold {
                        kind: 'E',
                        last: 6,
                        period: 2,
                    }],
                    64,
                ),
                within(8, &[], 26),
            ],
        ),
    },
    // A connected graph without a K1,3 is a path or a cycle. P: a path of three vertices or more, which all can be
    // closed, and joined at their ends. A cycle takes no edge.
    Game {
        name: NAMES[3],
        form: Form::Kinds("SS>E SE>P SP>P EE>P EP>P PP>P P>", &[within(6, &[], COLUMNS)]),
    },
    Game {
        name: NAMES[4],
        form: Form::Matchings(1),
    },
    Game {
        name: NAMES[5],
        form: Form::Matchings(2),
    },
    // Stars. x: with two leaves or more.
    Game {
        name: NAMES[6],
        form: Form::Kinds(
            "SS>E SE>x Sx>x",
            &[
                within(
                    0,
                    &[Fold {
                        kind: 'E',
                        last: 4,
                        period: 1,
                    }],
                    COLUMNS,
                ),
                ALL,
            ],
        ),
    },
    // As for K1,3, but that a P3 cannot be closed. Q: a path of four vertices or more.
    Game {
        name: NAMES[7],
        form: Form::Kinds(
            "SS>E SE>P SP>Q SQ>Q EE>Q EP>Q EQ>Q PP>Q PQ>Q QQ>Q Q>",
            &[within(6, &[], COLUMNS)],
        ),
    },
];

/// Games are computed at least so far, so that periods are seen.
const LAST_LEAST: usize = COLUMNS;

impl Game {
    /// Returns the game of this name, in any spelling.
    ///
    /// # Errors
    /// [`NotCounted`].
    pub fn named(name: &str) -> Result<Self, NotCounted> {
        let known = games::about(name)?.name;
        let game = GAMES.into_iter().find(|game| game.name == known);
        game.ok_or(NotCounted::Positions(known))
    }

    /// Its usual name.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Returns its rules, when they are a line of text, with all positions in sight.
    #[cfg(test)]
    pub(crate) fn kinds(&self) -> Option<Kinds> {
        match self.form {
            Form::Kinds(text, _) => Some(Kinds::new(text)),
            Form::Matchings(_) => None,
        }
    }

    /// Returns the answers on 2 vertices up to `last`, in seconds: those that are not proved for every number take
    /// time that grows with its cube.
    ///
    /// # Panics
    /// Panics when `last` is more than [`ORDER_MOST`].
    pub fn table(&self, last: usize) -> Table {
        assert!(last <= ORDER_MOST, "{last} vertices");
        let answers = match self.form {
            Form::Matchings(budget) => Answers::of(&Board::new(&Matchings { budget }), COLUMNS),
            Form::Kinds(text, looks) => {
                let looks = looks.iter().map(|look| {
                    let last = look.last.unwrap_or(last.max(LAST_LEAST));
                    // On n vertices there are at most n/2 components with an edge.
                    let most = look.most.unwrap_or(last as u16 / 2);
                    let kinds = Kinds::new(text).within(most).folded(look.folds);
                    Answers::of(&Board::new(&kinds), last)
                });
                looks.reduce(better).expect("a game is looked at")
            }
        };
        Table::new(last, answers)
    }
}

/// Of each kind those that say more.
fn better(some: [Answers; 5], others: [Answers; 5]) -> [Answers; 5] {
    let mut others = others.into_iter();
    some.map(|answers| {
        answers.better(
            others
                .next()
                .unwrap_or_else(|| unreachable!("{} kinds", Kind::ALL.len())),
        )
    })
}
