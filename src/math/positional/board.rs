//! A board with winning sets, which both players want or Maker does.

use std::collections::BTreeSet;

/// Most elements.
pub(super) const ELEMENTS_MOST: usize = 128;
/// Most winning sets.
const SETS_MOST: usize = 1 << 16;

/// A board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    title: String,
    pub(super) elements: Vec<String>,
    /// Each with its elements ascending.
    pub(super) sets: BTreeSet<Vec<usize>>,
}

/// Why there is no such board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadBoard {
    /// It is too large.
    #[error("the board has {0} elements, and a file may have 1 to {ELEMENTS_MOST}")]
    Elements(usize),
    /// There are too many winning sets.
    #[error("there are more than {SETS_MOST} winning sets, or too many ways to look for them")]
    Sets,
    /// A number makes no sense.
    #[error("{0}")]
    Number(String),
    /// The text is not a graph.
    #[error("'{0}' is not a graph; give graph6, a path such as P4, a cycle such as C5, or a product such as P3xP4")]
    Graph(String),
    /// The text is not a polyomino.
    #[error("'{0}' is not a polyomino; give its rows, such as 11,01, or a letter and a number such as I4")]
    Polyomino(String),
}

impl Board {
    /// A board without winning sets.
    pub(super) fn new(title: String, elements: Vec<String>) -> Result<Self, BadBoard> {
        match elements.len() {
            1..=ELEMENTS_MOST => Ok(Self {
                title,
                elements,
                sets: BTreeSet::new(),
            }),
            count => Err(BadBoard::Elements(count)),
        }
    }

    /// One more winning set.
    pub(super) fn add(&mut self, mut set: Vec<usize>) -> Result<(), BadBoard> {
        set.sort_unstable();
        self.sets.insert(set);
        if self.sets.len() > SETS_MOST {
            Err(BadBoard::Sets)
        } else {
            Ok(())
        }
    }

    /// The number of elements.
    pub fn elements(&self) -> usize {
        self.elements.len()
    }

    /// The number of winning sets.
    pub fn sets(&self) -> usize {
        self.sets.len()
    }

    /// The file, in the format "Positional Game Description 1.0".
    pub fn text(&self) -> String {
        let names = |set: &[usize]| {
            set.iter()
                .map(|&element| &self.elements[element][..])
                .collect::<Vec<_>>()
                .join(" ")
        };
        let mut text = format!(
            "% {}\n#version\n1.0\n#positions\n{}\n",
            self.title,
            self.elements.join(" ")
        );
        text += "#blackwins\n";
        for set in &self.sets {
            text += &(names(set) + "\n");
        }
        text
    }
}

/// A cell of a rectangle.
pub(super) type Cell = (i64, i64);

/// The name of a cell: row and column.
pub(super) fn name((row, column): Cell) -> String {
    format!("r{row}c{column}")
}

/// The cells of a rectangle, row after row.
pub(super) fn rectangle(rows: usize, columns: usize) -> Vec<Cell> {
    // More than a board may have is refused later.
    let (rows, columns) = (rows.min(1 << 10) as i64, columns.min(1 << 10) as i64);
    (0..rows)
        .flat_map(|row| (0..columns).map(move |column| (row, column)))
        .collect()
}

/// Where cells are on a rectangle with so many columns; `None` where one is outside.
pub(super) fn places(cells: &[Cell], rows: usize, columns: usize) -> Option<Vec<usize>> {
    let place = |&(row, column): &Cell| {
        let is_inside = (0..rows as i64).contains(&row) && (0..columns as i64).contains(&column);
        is_inside.then_some(row as usize * columns + column as usize)
    };
    cells.iter().map(place).collect()
}
