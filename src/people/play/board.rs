//! The board in a terminal.

use std::f64::consts::TAU;

use super::Edge;
use super::position::Stroke;

/// The style of the drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Board {
    /// Vertices on a circle, edges in Braille dots.
    Circle,
    /// The adjacency matrix, in ASCII.
    Matrix,
}

impl Board {
    /// Draws the graph with these edges on `n` vertices, in a few lines. With two colours, red edges are drawn as lines
    /// and `r`, green ones as dots and `g`.
    /// `is_painted`: also in these colours, by the commands of terminals.
    pub fn drawn(self, n: usize, strokes: &[Stroke], is_painted: bool) -> String {
        self.drawn_in(n, strokes, ['r', 'g'], is_painted)
    }

    /// Draws the same with these letters for the two colours.
    pub fn drawn_in(self, n: usize, strokes: &[Stroke], letters: [char; 2], is_painted: bool) -> String {
        match self {
            // A board without vertices is a list, which is not drawn here.
            _ if n == 0 => String::new(),
            Self::Circle => circle(n, strokes, is_painted) + &list(strokes, letters),
            Self::Matrix => matrix(n, strokes, letters, is_painted),
        }
    }

    /// Columns of the largest drawing in this style.
    pub fn columns(self, n: usize) -> usize {
        let width = n.max(1).to_string().len();
        match self {
            Self::Circle => COLUMNS,
            Self::Matrix => width + 1 + n * (width + 1),
        }
    }
}

/// Edges from which on a circle cannot be read, so that a list follows.
const MANY: usize = 12;
/// Columns of a list.
const LIST: usize = 76;

/// The edges as a list, by colour if they have colours; empty where they are few.
fn list(strokes: &[Stroke], letters: [char; 2]) -> String {
    let mut text = String::new();
    if strokes.len() < MANY {
        return text;
    }
    for (colour, name) in [
        (None, "edges:".into()),
        (Some(0), format!("{}:", letters[0])),
        (Some(1), format!("{}:", letters[1])),
    ] {
        let mut edges: Vec<Edge> = strokes
            .iter()
            .filter(|stroke| stroke.1 == colour)
            .map(|stroke| stroke.0)
            .collect();
        edges.sort_unstable();
        let mut line = name;
        for (index, [u, v]) in edges.iter().enumerate() {
            let comma = if index + 1 < edges.len() { "," } else { "" };
            let word = format!(" {u}-{v}{comma}");
            if line.len() + word.len() > LIST {
                text += &format!("{line}\n");
                line = String::from("  ");
            }
            line += &word;
        }
        if !edges.is_empty() {
            text += &format!("{line}\n");
        }
    }
    text
}

/// Draws one row and one column per vertex; `x`, or the first letter of the colour, for an edge.
fn matrix(n: usize, strokes: &[Stroke], letters: [char; 2], is_painted: bool) -> String {
    let width = (n.max(1) - 1).to_string().len();
    let mark = |u: usize, v: usize| {
        let stroke = strokes.iter().find(|(edge, _)| *edge == [u.min(v), u.max(v)]);
        match stroke {
            None => ('.', None),
            Some((_, None)) => ('x', None),
            Some((_, Some(colour))) => (letters[(*colour).min(1)], Some(*colour)),
        }
    };
    let line = |head: String, cell: &dyn Fn(usize) -> String| {
        let cells: String = (0..n).map(|v| format!(" {}", cell(v))).collect();
        format!("{head:>width$} {cells}\n")
    };
    let mut text = line(String::new(), &|v| format!("{v:>width$}"));
    for u in 0..n {
        text += &line(u.to_string(), &|v| {
            let (mark, colour) = if u == v { (' ', None) } else { mark(u, v) };
            painted(&format!("{mark:>width$}"), colour.filter(|_| is_painted))
        });
    }
    text
}

/// The text in red or green; dots and letters say the same to those who see no difference.
fn painted(text: &str, colour: Option<usize>) -> String {
    match colour {
        None => text.into(),
        Some(colour) => format!("\x1b[{}m{text}\x1b[39m", ["31", "32"][colour.min(1)]),
    }
}

/// Characters across and down; a character has two dots across and four down, and is about twice as high as wide.
const COLUMNS: usize = 46;
const ROWS: usize = 23;
/// The radius, in dots, of the vertices and of their numbers.
const RADIUS: f64 = 38.0;
const NUMBERS: f64 = 43.0;

fn circle(n: usize, strokes: &[Stroke], is_painted: bool) -> String {
    let place = |vertex: usize, radius: f64| {
        // Vertex 0 is at the top, the others follow clockwise.
        let angle = TAU * vertex as f64 / n.max(1) as f64;
        let (x, y) = (radius * angle.sin(), -radius * angle.cos());
        (COLUMNS as f64 + x, 2.0 * ROWS as f64 + y)
    };
    let mut dots = [[0u8; COLUMNS]; ROWS];
    let mut colours = [[None; COLUMNS]; ROWS];
    let mut set = |x: f64, y: f64, colour: Option<usize>| {
        let (x, y) = (x.round() as usize, y.round() as usize);
        const BITS: [[u8; 2]; 4] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];
        dots[y / 4][x / 2] |= BITS[y % 4][x % 2];
        colours[y / 4][x / 2] = colour.filter(|_| is_painted);
    };
    for &([u, v], colour) in strokes {
        let ((x0, y0), (x1, y1)) = (place(u, RADIUS), place(v, RADIUS));
        let steps = (x1 - x0).abs().max((y1 - y0).abs()).ceil().max(1.0);
        let every = if colour == Some(1) { 3 } else { 1 };
        for step in (0..=steps as u32).step_by(every) {
            let part = f64::from(step) / steps;
            set(x0 + part * (x1 - x0), y0 + part * (y1 - y0), colour);
        }
    }
    for vertex in 0..n {
        let (x, y) = place(vertex, RADIUS);
        for (right, down) in [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)] {
            set(x.floor() + right, y.floor() + down, None);
        }
    }
    let braille = |byte: &u8| match byte {
        0 => ' ',
        byte => char::from_u32(0x2800 + u32::from(*byte)).expect("all 256 are there"),
    };
    let mut lines: Vec<Vec<char>> = dots.iter().map(|row| row.iter().map(braille).collect()).collect();
    for vertex in 0..n {
        let (x, y) = place(vertex, NUMBERS);
        let number = vertex.to_string();
        let left = (x / 2.0 - number.len() as f64 / 2.0).round().max(0.0) as usize;
        let (row, left) = ((y / 4.0) as usize, left.min(COLUMNS - number.len()));
        for (index, digit) in number.chars().enumerate() {
            lines[row.min(ROWS - 1)][left + index] = digit;
        }
    }
    let text = |(line, colours): (&Vec<char>, &[Option<usize>; COLUMNS])| {
        let end = line.iter().rposition(|&c| c != ' ').map_or(0, |last| last + 1);
        let cells = line[..end].iter().zip(colours);
        let cells = cells.map(|(c, colour)| painted(&c.to_string(), colour.filter(|_| !c.is_ascii())));
        cells.collect::<String>() + "\n"
    };
    lines.iter().zip(&colours).map(text).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_edges_are_listed_below_the_circle() {
        let star = |n: usize, colour| (1..n).map(move |v| ([0, v], colour));
        let few: Vec<Stroke> = star(12, None).collect();
        assert!(!Board::Circle.drawn(16, &few, false).contains(':'));
        let many: Vec<Stroke> = star(16, None).rev().collect();
        let drawn = Board::Circle.drawn(16, &many, false);
        assert_eq!(drawn.lines().count(), ROWS + 2, "{drawn}");
        assert!(
            drawn.contains("\nedges: 0-1, 0-2, ") && drawn.ends_with(" 0-15\n"),
            "{drawn}"
        );
        assert!(drawn.lines().all(|line| line.chars().count() <= 79));
        let coloured: Vec<Stroke> = star(12, Some(0)).chain([([3, 4], Some(1))]).collect();
        let drawn = Board::Circle.drawn_in(12, &coloured, ['M', 'B'], false);
        assert!(drawn.contains("\nM: 0-1, ") && drawn.ends_with("\nB: 3-4\n"), "{drawn}");
    }

    #[test]
    fn a_matrix_has_each_edge_twice() {
        let text = Board::Matrix.drawn(3, &[([0, 2], None)], false);
        assert_eq!(text, "   0 1 2\n0    . x\n1  .   .\n2  x .  \n");
        let text = Board::Matrix.drawn(12, &[([0, 11], None), ([3, 4], None)], false);
        assert_eq!(text.matches('x').count(), 4);
        let text = Board::Matrix.drawn(3, &[([0, 1], Some(0)), ([1, 2], Some(1))], false);
        assert_eq!(text, "   0 1 2\n0    r .\n1  r   g\n2  . g  \n");
    }

    #[test]
    fn paint_takes_no_room_and_changes_no_sign() {
        let strokes = [([0, 1], Some(0)), ([1, 2], Some(1)), ([0, 3], Some(0))];
        for board in [Board::Circle, Board::Matrix] {
            let (plain, painted) = (board.drawn(12, &strokes, false), board.drawn(12, &strokes, true));
            assert!(painted.contains("\x1b[31m") && painted.contains("\x1b[32m"));
            let bare = ["\x1b[31m", "\x1b[32m", "\x1b[39m"]
                .iter()
                .fold(painted, |text, command| text.replace(command, ""));
            assert_eq!(bare, plain);
            let widest = plain.lines().map(|line| line.chars().count()).max();
            assert!(widest <= Some(board.columns(12)), "{widest:?}");
        }
    }

    #[test]
    fn every_vertex_has_its_number_and_every_edge_its_dots() {
        let dots = |text: &str| {
            let braille = text.chars().filter(|c| ('\u{2800}'..='\u{28ff}').contains(c));
            braille.map(|c| (c as u32 - 0x2800).count_ones()).sum::<u32>()
        };
        for n in 1..=20 {
            let empty = Board::Circle.drawn(n, &[], false);
            for vertex in 0..n {
                assert!(
                    empty
                        .split(|c: char| !c.is_ascii_digit())
                        .any(|word| word == vertex.to_string()),
                    "{empty}"
                );
            }
            assert!(dots(&empty) >= n as u32, "{empty}");
            if n > 1 {
                let [line, red, green] = [None, Some(0), Some(1)]
                    .map(|colour| dots(&Board::Circle.drawn(n, &[([0, n / 2], colour)], false)));
                assert!(
                    line > green + 10 && green > dots(&empty) + 5 && line == red,
                    "{n}: {line} {green}"
                );
            }
        }
    }
}
