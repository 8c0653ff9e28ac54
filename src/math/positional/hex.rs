//! Hex: paths from the left side to the right one.

use super::board::{BadBoard, Board, Cell, name, places, rectangle};

/// Neighbours of a cell on a board of hexagons, drawn as a rectangle.
const NEIGHBOURS: [Cell; 6] = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1)];

/// Maker joins left and right; Breaker does by the same rules top and bottom, since one of them always does.
///
/// # Errors
/// [`BadBoard`].
pub fn hex(rows: usize, columns: usize) -> Result<Board, BadBoard> {
    let cells = rectangle(rows, columns);
    let title = format!("Hex on {rows} x {columns}");
    let mut board = Board::new(title, cells.iter().copied().map(name).collect())?;
    let mut paths = Paths {
        rows,
        columns,
        board: &mut board,
        tried: 0,
    };
    for row in 0..rows as i64 {
        paths.extend(&mut vec![(row, 0)])?;
    }
    Ok(board)
}

struct Paths<'a> {
    rows: usize,
    columns: usize,
    board: &'a mut Board,
    tried: usize,
}

/// Paths that are begun at most: on large boards most of them end in a corner.
const TRIED_MOST: usize = 2_000_000;

impl Paths<'_> {
    /// All ways on that touch neither the path but at its end nor the left side again: others contain smaller sets.
    fn extend(&mut self, path: &mut Vec<Cell>) -> Result<(), BadBoard> {
        self.tried += 1;
        if self.tried > TRIED_MOST {
            return Err(BadBoard::Sets);
        }
        let last = path[path.len() - 1];
        if last.1 == self.columns as i64 - 1 {
            let set = places(path, self.rows, self.columns).expect("the path is on the board");
            return self.board.add(set);
        }
        for (down, right) in NEIGHBOURS {
            let next = (last.0 + down, last.1 + right);
            let before = &path[..path.len() - 1];
            let touches = before
                .iter()
                .any(|cell| NEIGHBOURS.contains(&(next.0 - cell.0, next.1 - cell.1)) || *cell == next);
            if next.1 > 0 && !touches && places(&[next], self.rows, self.columns).is_some() {
                path.push(next);
                self.extend(path)?;
                path.pop();
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_boards_have_their_paths() {
        assert_eq!(hex(1, 3).unwrap().sets(), 1);
        // Two straight ones and the short diagonal.
        assert_eq!(hex(2, 2).unwrap().sets(), 3);
        assert!(hex(3, 3).unwrap().sets() > 5 && hex(5, 5).is_ok());
        assert_eq!(hex(11, 11), Err(BadBoard::Sets));
    }
}
