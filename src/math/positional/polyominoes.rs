//! Polyominoes on a rectangle, in all positions.

use std::collections::HashSet;

use super::board::{BadBoard, Board, Cell, name, places, rectangle};

/// Names of small ones, as rows.
const NAMED: [(&str, &str); 21] = [
    ("domino", "11"),
    ("i3", "111"),
    ("v3", "11,10"),
    ("i4", "1111"),
    ("l4", "10,10,11"),
    ("t4", "111,010"),
    ("n4", "110,011"),
    ("o4", "11,11"),
    ("i5", "11111"),
    ("l5", "1111,1000"),
    ("n5", "1100,0111"),
    ("p5", "11,11,10"),
    ("t5", "111,010,010"),
    ("u5", "101,111"),
    ("v5", "100,100,111"),
    ("w5", "100,110,011"),
    ("x5", "010,111,010"),
    ("y5", "1111,0100"),
    ("z5", "110,010,011"),
    ("f5", "011,110,010"),
    ("snaky", "11110,00011"),
];

/// The achievement game of a polyomino, given by name or by rows of 1 and 0.
///
/// # Errors
/// [`BadBoard`].
pub fn polyomino(shape: &str, rows: usize, columns: usize) -> Result<Board, BadBoard> {
    let named = NAMED.iter().find(|(known, _)| known.eq_ignore_ascii_case(shape));
    let text = named.map_or(shape, |(_, text)| text);
    let cells = cells(text).ok_or_else(|| BadBoard::Polyomino(shape.into()))?;
    let squares = rectangle(rows, columns);
    let mut board = Board::new(
        format!("{shape} on {rows} x {columns}"),
        squares.iter().copied().map(name).collect(),
    )?;
    for turned in turns(&cells) {
        for &(down, right) in &squares {
            let moved: Vec<Cell> = turned
                .iter()
                .map(|(row, column)| (row + down, column + right))
                .collect();
            if let Some(set) = places(&moved, rows, columns) {
                board.add(set)?;
            }
        }
    }
    Ok(board)
}

fn cells(text: &str) -> Option<Vec<Cell>> {
    let is_right = text.len() <= 400 && text.chars().all(|c| matches!(c, '0' | '1' | ','));
    let rows = text.split(',').enumerate();
    let cells = rows.flat_map(|(row, word)| {
        let columns = word.bytes().enumerate().filter(|(_, letter)| *letter == b'1');
        columns
            .map(move |(column, _)| (row as i64, column as i64))
            .collect::<Vec<_>>()
    });
    let cells: Vec<Cell> = cells.collect();
    (is_right && !cells.is_empty()).then_some(cells)
}

/// The shape turned and reflected, each with the least row and column 0.
fn turns(cells: &[Cell]) -> HashSet<Vec<Cell>> {
    let mut found = HashSet::new();
    for turn in 0..8 {
        let turned = cells.iter().map(|&(x, y)| {
            let (x, y) = if turn & 1 == 1 { (y, x) } else { (x, y) };
            (if turn & 2 == 2 { -x } else { x }, if turn & 4 == 4 { -y } else { y })
        });
        let turned: Vec<Cell> = turned.collect();
        let least = |part: fn(&Cell) -> i64| turned.iter().map(part).min().unwrap_or(0);
        let (row, column) = (least(|cell| cell.0), least(|cell| cell.1));
        let mut shape: Vec<Cell> = turned.iter().map(|(x, y)| (x - row, y - column)).collect();
        shape.sort_unstable();
        found.insert(shape);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_have_as_many_positions_as_symmetries_leave() {
        let turned = |shape: &str| {
            let (_, rows) = NAMED.iter().find(|(name, _)| *name == shape).unwrap();
            turns(&cells(rows).unwrap()).len()
        };
        let counts = ["o4", "i4", "n4", "t4", "l4", "x5", "f5", "snaky"].map(turned);
        assert_eq!(counts, [1, 2, 4, 4, 8, 1, 8, 8]);
        assert_eq!(polyomino("domino", 3, 3).unwrap().sets(), 12);
        assert_eq!(polyomino("11,10", 2, 2).unwrap().sets(), 4);
        assert!(polyomino("q4", 3, 3).is_err() && polyomino("0,0", 3, 3).is_err());
    }
}
