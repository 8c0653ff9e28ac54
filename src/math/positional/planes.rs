//! Projective and affine planes over finite fields.

use super::board::{BadBoard, Board};

/// A field of few elements: numbers whose digits are the coefficients of a polynomial.
struct Field {
    prime: usize,
    /// Of x^degree, what it is modulo the polynomial; as a number.
    reduced: usize,
    order: usize,
}

/// Orders of fields, each with its prime and with x^degree as a polynomial of lower degree.
const FIELDS: [(usize, usize, usize); 8] = [
    (2, 2, 0),
    (3, 3, 0),
    // x^2 = x + 1.
    (4, 2, 3),
    (5, 5, 0),
    (7, 7, 0),
    // x^3 = x + 1.
    (8, 2, 3),
    // x^2 = -1.
    (9, 3, 2),
    (11, 11, 0),
];

impl Field {
    fn new(order: usize) -> Result<Self, BadBoard> {
        let found = FIELDS.iter().find(|(known, ..)| *known == order);
        let sentence = || format!("there is no plane of order {order} here; the orders are 2, 3, 4, 5, 7, 8, 9 and 11");
        let &(order, prime, reduced) = found.ok_or_else(|| BadBoard::Number(sentence()))?;
        Ok(Self { prime, reduced, order })
    }

    fn sum(&self, a: usize, b: usize) -> usize {
        match (a, b) {
            (0, 0) => 0,
            _ => (a % self.prime + b % self.prime) % self.prime + self.prime * self.sum(a / self.prime, b / self.prime),
        }
    }

    /// x times a polynomial.
    fn shifted(&self, a: usize) -> usize {
        let (top, rest) = (a * self.prime / self.order, a * self.prime % self.order);
        (0..top).fold(rest, |sum, _| self.sum(sum, self.reduced))
    }

    fn product(&self, a: usize, b: usize) -> usize {
        if b == 0 {
            return 0;
        }
        let rest = match self.prime == self.order {
            true => 0,
            false => self.shifted(self.product(a, b / self.prime)),
        };
        (0..b % self.prime).fold(rest, |sum, _| self.sum(sum, a))
    }
}

/// The lines of the affine plane of an order.
///
/// # Errors
/// [`BadBoard`].
pub fn affine_plane(order: usize) -> Result<Board, BadBoard> {
    let field = Field::new(order)?;
    let names = (0..order * order).map(|at| format!("x{}y{}", at / order, at % order));
    let mut board = Board::new(format!("affine plane of order {order}"), names.collect())?;
    for (slope, start) in (0..order).flat_map(|slope| (0..order).map(move |start| (slope, start))) {
        let point = |x: usize| x * order + field.sum(field.product(slope, x), start);
        board.add((0..order).map(point).collect())?;
    }
    for x in 0..order {
        board.add((0..order).map(|y| x * order + y).collect())?;
    }
    Ok(board)
}

/// The lines of the projective plane of an order.
///
/// # Errors
/// [`BadBoard`].
pub fn projective_plane(order: usize) -> Result<Board, BadBoard> {
    let field = Field::new(order)?;
    // The first coordinate that is not 0 is 1.
    let finite = (0..order * order).map(|at| [1, at / order, at % order]);
    let points: Vec<[usize; 3]> = finite.chain((0..order).map(|z| [0, 1, z])).chain([[0, 0, 1]]).collect();
    let names = points.iter().map(|[x, y, z]| format!("p{x}.{y}.{z}"));
    let mut board = Board::new(format!("projective plane of order {order}"), names.collect())?;
    for line in &points {
        let is_on =
            |point: &[usize; 3]| (0..3).fold(0, |sum, at| field.sum(sum, field.product(line[at], point[at]))) == 0;
        board.add((0..points.len()).filter(|&at| is_on(&points[at])).collect())?;
    }
    Ok(board)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meets(board: &Board) -> (usize, usize, usize) {
        let lines: Vec<Vec<String>> = board
            .text()
            .lines()
            .skip(6)
            .map(|line| line.split(' ').map(str::to_owned).collect())
            .collect();
        let common = |one: &Vec<String>, other: &Vec<String>| one.iter().filter(|point| other.contains(point)).count();
        let pairs = (0..lines.len()).flat_map(|one| (0..one).map(move |other| (one, other)));
        let all: Vec<usize> = pairs.map(|(one, other)| common(&lines[one], &lines[other])).collect();
        (lines.len(), *all.iter().min().unwrap(), *all.iter().max().unwrap())
    }

    /// Two lines meet in a point, in an affine plane at most; all have as many points.
    #[test]
    fn planes_fulfil_their_axioms() {
        for order in [2, 3, 4, 5, 7, 8, 9] {
            let board = projective_plane(order).unwrap();
            let count = order * order + order + 1;
            assert_eq!((board.elements(), meets(&board)), (count, (count, 1, 1)), "{order}");
        }
        for order in [2, 3, 4, 5, 7, 8, 9, 11] {
            let board = affine_plane(order).unwrap();
            assert_eq!(
                (board.elements(), meets(&board)),
                (order * order, (order * order + order, 0, 1)),
                "{order}"
            );
        }
        assert!(matches!(affine_plane(6), Err(BadBoard::Number(_))));
        assert_eq!(projective_plane(11), Err(BadBoard::Elements(133)));
    }
}
