//! Cells in a row: on a rectangle, and full lines of a cube.

use super::board::{BadBoard, Board, name, places, rectangle};

/// The m,n,k-game: so many cells in a row, column or diagonal.
///
/// # Errors
/// [`BadBoard`].
pub fn in_a_row(rows: usize, columns: usize, length: usize) -> Result<Board, BadBoard> {
    if length == 0 {
        return Err(BadBoard::Number("a row has at least one cell".into()));
    }
    let title = format!("{length} in a row on {rows} x {columns}");
    let cells = rectangle(rows, columns);
    let mut board = Board::new(title, cells.iter().copied().map(name).collect())?;
    for (row, column) in cells {
        for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
            let line: Vec<_> = (0..length.min(128) as i64)
                .map(|step| (row + step * down, column + step * right))
                .collect();
            if let Some(set) = places(&line, rows, columns) {
                board.add(set)?;
            }
        }
    }
    Ok(board)
}

/// Full lines of a cube with so many cells a side, in so many dimensions.
///
/// # Errors
/// [`BadBoard`].
pub fn lines(side: usize, dimensions: usize) -> Result<Board, BadBoard> {
    let exponent = u32::try_from(dimensions).unwrap_or(u32::MAX);
    let count = side
        .checked_pow(exponent)
        .filter(|count| (1..=1 << 10).contains(count) && dimensions <= 10);
    let count = count.ok_or(BadBoard::Elements(side.saturating_pow(exponent)))?;
    let digits = |at: usize| -> Vec<usize> { (0..dimensions).rev().map(|d| at / side.pow(d as u32) % side).collect() };
    let names = (0..count).map(|at| {
        digits(at)
            .iter()
            .fold("c".to_owned(), |name, digit| format!("{name}{digit}"))
    });
    let mut board = Board::new(format!("full lines of {side}^{dimensions}"), names.collect())?;
    // A line is a word of fixed digits and of digits that go up or down together.
    for word in 0..(side + 2).pow(exponent) {
        let letters: Vec<usize> = (0..exponent).map(|d| word / (side + 2).pow(d) % (side + 2)).collect();
        if letters.iter().all(|&letter| letter < side) {
            continue;
        }
        let cell = |step: usize| {
            letters.iter().fold(0, |cell, &letter| match letter {
                up if up == side => cell * side + step,
                down if down > side => cell * side + side - 1 - step,
                fixed => cell * side + fixed,
            })
        };
        let mut set: Vec<usize> = (0..side).map(cell).collect();
        set.sort_unstable();
        board.add(set)?;
    }
    Ok(board)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// ((k + 2)^d - k^d) / 2 lines.
    #[test]
    fn a_cube_has_as_many_lines_as_the_formula_says() {
        for (side, dimensions) in [(3, 2), (4, 2), (5, 2), (3, 3), (4, 3), (2, 4), (3, 4)] {
            let (board, power) = (lines(side, dimensions).unwrap(), dimensions as u32);
            assert_eq!(board.elements(), side.pow(power));
            assert_eq!(
                board.sets(),
                ((side + 2).pow(power) - side.pow(power)) / 2,
                "{side} {dimensions}"
            );
        }
        assert_eq!(lines(6, 3), Err(BadBoard::Elements(216)));
        assert!(matches!(lines(9, 1000), Err(BadBoard::Elements(_))));
    }

    #[test]
    fn rows_are_counted() {
        // Four on a 4 x 4 board: the lines of the square.
        assert_eq!(in_a_row(4, 4, 4).unwrap().sets(), 10);
        assert_eq!(in_a_row(3, 5, 3).unwrap().sets(), 9 + 5 + 6);
        assert_eq!(in_a_row(12, 12, 5), Err(BadBoard::Elements(144)));
        assert!(in_a_row(2, 2, 0).is_err());
    }
}
