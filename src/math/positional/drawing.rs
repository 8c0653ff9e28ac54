//! Where the elements of a board are drawn. A proof keeps their names and the winning sets, and no comment of the file;
//! so the names say it.

use std::collections::HashSet;
use std::f64::consts::TAU;

use serde::Serialize;

use super::board::ELEMENTS_MOST;
use super::dominated::joined;

/// How an element looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Shape {
    /// A cell of a rectangle.
    Square,
    /// A cell of a board of Hex.
    Hexagon,
    /// A point.
    Circle,
}

/// A board as it is drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Drawing {
    /// How an element looks.
    pub shape: Shape,
    /// Where each element is, to the right and down, in thousandths of the distance between neighbours.
    pub places: Vec<[i32; 2]>,
    /// Which layer each element is in, from 0; empty where there is one. Places repeat from layer to layer.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub layers: Vec<usize>,
    /// Pairs of elements with a line between them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub edges: Vec<[usize; 2]>,
}

/// The distance between neighbours.
const STEP: i32 = 1000;
/// Elements on a circle at most.
const CIRCLE_MOST: usize = 16;
/// Places for each element that a rectangle may have.
const SPARSE: usize = 8;

/// Distance of the two elements that are farthest from one another at most, in neighbours, where names have places.
const SPAN_MOST: f64 = 64.0;

/// A place, to the right and down.
type At = [usize; 2];

/// What is shown of a name: all before its place, if it ends with one, as in `centre@3:4`.
pub fn label(name: &str) -> &str {
    placed(name).map_or(name, |(label, _)| label)
}

/// The drawing of a board with these elements and winning sets. Names decide: those that the makers of this crate give,
/// a letter and a number, numbers with points between them, and `NAME@X:Y`; others stand on a circle or in rows. Cost:
/// milliseconds on the largest boards.
pub fn drawing(names: &[String], sets: &[Vec<usize>]) -> Drawing {
    let all = |read: fn(&str) -> Option<At>| -> Option<Vec<At>> {
        let places: Vec<At> = names.iter().map(|name| read(name)).collect::<Option<_>>()?;
        is_compact(&places).then_some(places)
    };
    let own: Option<Vec<At>> = names.iter().map(|name| Some(placed(name)?.1)).collect();
    if let Some(drawing) = own.and_then(|places| scaled(&places)) {
        return drawing;
    }
    if let Some(places) = all(cell) {
        return match is_hex(&places, sets) {
            true => Drawing {
                places: places.iter().map(|&at| in_hex(at)).collect(),
                ..flat(Shape::Hexagon, &places)
            },
            false => flat(Shape::Square, &places),
        };
    }
    if let Some(cube) = cube(names) {
        return cube;
    }
    for read in [letter, edge] {
        if let Some(places) = all(read) {
            return flat(Shape::Square, &places);
        }
    }
    if let Some(places) = all(affine).or_else(|| projective(names)) {
        return flat(Shape::Circle, &places);
    }
    let numbers: Option<Vec<Vec<usize>>> = names.iter().map(|name| numbers(name, '.')).collect();
    let Some(numbers) = numbers else {
        return alone(names.len());
    };
    let mut drawing = lattice(&numbers).map_or_else(|| alone(names.len()), |places| flat(Shape::Circle, &places));
    drawing.edges = joined(names.len(), sets);
    drawing
}

fn flat(shape: Shape, places: &[At]) -> Drawing {
    let least = |side: usize| places.iter().map(|at| at[side]).min().unwrap_or(0);
    let (left, top) = (least(0), least(1));
    let place = |&[x, y]: &At| [(x - left) as i32 * STEP, (y - top) as i32 * STEP];
    Drawing {
        shape,
        places: places.iter().map(place).collect(),
        layers: Vec::new(),
        edges: Vec::new(),
    }
}

/// Whether no two are at the same place and not too much between them is empty.
fn is_compact(places: &[At]) -> bool {
    let span = |side: usize| {
        let most = places.iter().map(|at| at[side]).max().unwrap_or(0);
        most - places.iter().map(|at| at[side]).min().unwrap_or(0) + 1
    };
    let distinct: HashSet<&At> = places.iter().collect();
    distinct.len() == places.len() && span(0) * span(1) <= SPARSE * places.len()
}

/// A number of up to three digits.
fn number(text: &str) -> Option<usize> {
    let is_number = (1..=3).contains(&text.len()) && text.bytes().all(|digit| digit.is_ascii_digit());
    is_number.then(|| text.parse().ok()).flatten()
}

fn numbers(name: &str, between: char) -> Option<Vec<usize>> {
    name.split(between).map(number).collect()
}

/// The label and the place of `centre@3:4`.
fn placed(name: &str) -> Option<(&str, At)> {
    let (label, place) = name.rsplit_once('@')?;
    let (x, y) = place.split_once(':')?;
    (!label.is_empty()).then_some((label, [number(x)?, number(y)?]))
}

/// `r2c3`, as on rectangles.
fn cell(name: &str) -> Option<At> {
    let (row, column) = name.strip_prefix('r')?.split_once('c')?;
    Some([number(column)?, number(row)?])
}

/// `b3`: a column and a row.
fn letter(name: &str) -> Option<At> {
    let column = name.bytes().next().filter(u8::is_ascii_lowercase)?;
    Some([usize::from(column), number(&name[1..])?])
}

/// `0-3`, an edge of a graph: a cell of its matrix.
fn edge(name: &str) -> Option<At> {
    let (u, v) = name.split_once('-')?;
    Some([number(u)?, number(v)?])
}

/// `x1y2`, as of affine planes.
fn affine(name: &str) -> Option<At> {
    let (x, y) = name.strip_prefix('x')?.split_once('y')?;
    Some([number(x)?, number(y)?])
}

/// `p1.0.2`: the affine plane, and below it the line at infinity.
fn projective(names: &[String]) -> Option<Vec<At>> {
    let points = names
        .iter()
        .map(|name| match numbers(name.strip_prefix('p')?, '.')?[..] {
            [x, y, z] => Some([x, y, z]),
            _ => None,
        });
    let points: Vec<[usize; 3]> = points.collect::<Option<_>>()?;
    let order = points.iter().flatten().max()? + 1;
    let places = points.iter().map(|&[x, y, z]| match [x, y] {
        [0, 0] => [order, order],
        [0, _] => [z, order],
        _ => [y, z],
    });
    let places: Vec<At> = places.collect();
    is_compact(&places).then_some(places)
}

/// `c012`: the last two digits are row and column, those before them the layer.
fn cube(names: &[String]) -> Option<Drawing> {
    let digits = |name: &String| -> Option<Vec<usize>> {
        let digits = name.strip_prefix('c')?.bytes();
        digits
            .map(|digit| digit.is_ascii_digit().then(|| usize::from(digit - b'0')))
            .collect()
    };
    let cells: Vec<Vec<usize>> = names.iter().map(digits).collect::<Option<_>>()?;
    let (dimensions, side) = (cells.first()?.len(), cells.iter().flatten().max()? + 1);
    let whole = u32::try_from(dimensions).ok().and_then(|power| side.checked_pow(power));
    if dimensions == 0 || whole != Some(names.len()) || cells.iter().any(|cell| cell.len() != dimensions) {
        return None;
    }
    let digit = |cell: &[usize], from_end: usize| dimensions.checked_sub(from_end).map_or(0, |at| cell[at]);
    let places: Vec<At> = cells.iter().map(|cell| [digit(cell, 1), digit(cell, 2)]).collect();
    let layer = |cell: &Vec<usize>| {
        let before = cell.iter().take(dimensions.saturating_sub(2));
        before.fold(0, |layer, digit| layer * side + digit)
    };
    Some(Drawing {
        layers: if dimensions > 2 {
            cells.iter().map(layer).collect()
        } else {
            Vec::new()
        },
        ..flat(Shape::Square, &places)
    })
}

/// Whether sets are paths of hexagons from the left side to the right one: each is joined that way, and one is not
/// joined as squares are.
fn is_hex(places: &[At], sets: &[Vec<usize>]) -> bool {
    if places.len() > ELEMENTS_MOST {
        return false;
    }
    let near = |ways: &[[i64; 2]], from: At| -> u128 {
        let is_near = |to: &At| ways.contains(&[0, 1].map(|side| to[side] as i64 - from[side] as i64));
        mask((0..places.len()).filter(|&at| is_near(&places[at])))
    };
    let neighbours = |ways: &[[i64; 2]]| -> Vec<u128> { places.iter().map(|&at| near(ways, at)).collect() };
    let (squares, hexagons) = (neighbours(&WAYS[..4]), neighbours(&WAYS));
    let columns = places.iter().map(|at| at[0]);
    let sides = [columns.clone().min(), columns.max()];
    let sides = sides.map(|column| mask((0..places.len()).filter(|&at| Some(places[at][0]) == column)));
    let sets: Vec<u128> = sets.iter().map(|set| mask(set.iter().copied())).collect();
    let is_path = |&set: &u128| sides.iter().all(|side| side & set != 0) && is_joined(set, &hexagons);
    sets.iter().all(is_path) && sets.iter().any(|&set| !is_joined(set, &squares))
}

/// To the neighbours of a square, and then to the other two of a hexagon.
const WAYS: [[i64; 2]; 6] = [[1, 0], [-1, 0], [0, 1], [0, -1], [1, -1], [-1, 1]];

fn mask(elements: impl Iterator<Item = usize>) -> u128 {
    elements.fold(0, |set, element| set | 1 << element)
}

/// Whether neighbours lead from any element of a set to any other one.
fn is_joined(mut left: u128, neighbours: &[u128]) -> bool {
    let mut border = left & left.wrapping_neg();
    while border != 0 {
        left &= !border;
        let at = border.trailing_zeros();
        border = (border & (border - 1)) | neighbours[at as usize] & left;
    }
    left == 0
}

/// Rows of hexagons are nearer, and each begins half a step further to the right.
fn in_hex([x, y]: At) -> [i32; 2] {
    [x as i32 * STEP + y as i32 * STEP / 2, y as i32 * STEP * 866 / 1000]
}

/// Vertices of a product: rows and columns; of three factors, the first goes to the right and down.
fn lattice(numbers: &[Vec<usize>]) -> Option<Vec<At>> {
    let depth = numbers.iter().map(|numbers| numbers[0]).max()? + 1;
    let place = |numbers: &Vec<usize>| match numbers[..] {
        [row, column] => Some([column, row]),
        [back, row, column] => Some([column * depth.max(2) + back, row * depth.max(2) + back]),
        _ => None,
    };
    let places: Vec<At> = numbers.iter().map(place).collect::<Option<_>>()?;
    is_compact(&places).then_some(places)
}

/// Places of names: the two nearest become neighbours. `None` where two are at the same place, or so near that the
/// board is larger than [`SPAN_MOST`].
fn scaled(places: &[At]) -> Option<Drawing> {
    let [left, top] = [0, 1].map(|side| places.iter().map(|at| at[side]).min().unwrap_or(0));
    let distance = |a: &At, b: &At| f64::hypot(a[0].abs_diff(b[0]) as f64, a[1].abs_diff(b[1]) as f64);
    let pairs = (0..places.len()).flat_map(|at| places[..at].iter().map(move |b| distance(&places[at], b)));
    let pairs: Vec<f64> = pairs.collect();
    let least = pairs.iter().copied().reduce(f64::min).unwrap_or(1.0);
    let most = pairs.iter().copied().fold(0.0, f64::max);
    let length = |steps: usize| (steps as f64 * f64::from(STEP) / least).round() as i32;
    (least > 0.0 && most / least <= SPAN_MOST).then(|| Drawing {
        places: places
            .iter()
            .map(|[x, y]| [length(x - left), length(y - top)])
            .collect(),
        ..flat(Shape::Circle, &[])
    })
}

/// Elements of which nothing is known: on a circle, or in rows where they are many.
fn alone(count: usize) -> Drawing {
    if count > CIRCLE_MOST {
        let columns = (count as f64).sqrt().ceil() as usize;
        let places: Vec<At> = (0..count).map(|at| [at % columns, at / columns]).collect();
        return flat(Shape::Circle, &places);
    }
    let radius = match count {
        1 => 0.0,
        _ => 0.5 / (TAU / 2.0 / count as f64).sin(),
    };
    let place = |at: usize| {
        let (right, up) = (TAU * at as f64 / count as f64).sin_cos();
        [radius * (1.0 + right), radius * (1.0 - up)].map(|length| (length * f64::from(STEP)).round() as i32)
    };
    Drawing {
        places: (0..count).map(place).collect(),
        ..flat(Shape::Circle, &[])
    }
}

#[cfg(test)]
mod tests {
    use super::super::{
        Board, affine_plane, copies, domination, hex, in_a_row, lines, polyomino, projective_plane, spanning_trees,
    };
    use super::*;

    fn of(board: &Board) -> Drawing {
        drawing(&board.elements, &board.sets.iter().cloned().collect::<Vec<_>>())
    }

    fn named(names: &str) -> Drawing {
        drawing(&names.split(' ').map(str::to_owned).collect::<Vec<_>>(), &[])
    }

    /// No two elements are nearer than neighbours, but where rounding made them so.
    fn is_sound(drawing: &Drawing, count: usize) {
        assert_eq!(drawing.places.len(), count);
        let layer = |at: usize| drawing.layers.get(at).copied().unwrap_or(0);
        for a in 0..count {
            for b in (0..a).filter(|&b| layer(a) == layer(b)) {
                let [x, y] = [0, 1].map(|side| f64::from(drawing.places[a][side] - drawing.places[b][side]));
                assert!(x.hypot(y) > 998.0, "{a} {b}: {drawing:?}");
            }
        }
    }

    #[test]
    fn each_maker_has_its_shape() {
        use Shape::{Circle, Hexagon, Square};

        for (board, shape, layers) in [
            (in_a_row(3, 5, 3), Square, 1),
            (polyomino("snaky", 9, 9), Square, 1),
            // In these, sets reach from side to side, too.
            (in_a_row(3, 3, 3), Square, 1),
            (polyomino("i3", 2, 3), Square, 1),
            (hex(4, 4), Hexagon, 1),
            (hex(2, 3), Hexagon, 1),
            (lines(3, 2), Square, 1),
            (lines(4, 3), Square, 4),
            (lines(3, 4), Square, 9),
            (lines(2, 7), Square, 32),
            (affine_plane(4), Circle, 1),
            (projective_plane(2), Circle, 1),
            (projective_plane(9), Circle, 1),
            (domination("P3xP4"), Circle, 1),
            (domination("P2xP2xP3"), Circle, 1),
            (domination("petersen"), Circle, 1),
            (copies("K3", "K6"), Square, 1),
            (spanning_trees("P2xP3"), Circle, 1),
        ] {
            let board = board.unwrap();
            let drawing = of(&board);
            is_sound(&drawing, board.elements());
            let last = drawing.layers.iter().max().map_or(1, |last| last + 1);
            assert_eq!((drawing.shape, last), (shape, layers), "{}", board.text());
        }
    }

    #[test]
    fn layers_of_a_cube_repeat_their_places() {
        let qubic = of(&lines(4, 3).unwrap());
        // Elements are in the order of their names: c000, c001, ... c333.
        assert_eq!((qubic.layers[16 + 4], qubic.places[16 + 4]), (1, [0, 1000]));
        assert_eq!((qubic.layers[63], qubic.places[63]), (3, [3000, 3000]));
    }

    #[test]
    fn names_say_where_elements_are() {
        assert_eq!(
            named("a1 a2 b1 b2").places,
            [[0, 0], [0, 1000], [1000, 0], [1000, 1000]]
        );
        assert_eq!(
            named("r1c1 r1c2 r2c1").places,
            [[0, 0], [1000, 0], [0, 1000]],
            "numbers may begin anywhere"
        );
        let own = named("nose@50:50 eye@20:10 ear@80:10");
        assert_eq!((own.shape, own.places[0]), (Shape::Circle, [600, 800]));
        assert_eq!(
            (label("nose@50:50"), label("nose@"), label("a@b:3")),
            ("nose", "nose@", "a@b:3")
        );
        for strange in [
            "a b c",
            "r0c0 r0c0c",
            "c0 c00",
            "a@1:1 b@1:1",
            "r0c0 r900c900",
            "é1 é2",
            "x y",
        ] {
            let drawing = named(strange);
            is_sound(&drawing, strange.split(' ').count());
            assert_eq!(drawing.shape, Shape::Circle, "{strange}");
        }
        is_sound(
            &drawing(&(0..128).map(|at| format!("n{at}")).collect::<Vec<_>>(), &[]),
            128,
        );
        assert_eq!(named("alone").places, [[0, 0]]);
    }
}
