//! Where everything stands, in units of a vertex's radius; y grows downwards.

use std::f64::consts::TAU;

use super::Drawing;

/// A place on the sheet.
pub(super) type Point = (f64, f64);

/// Radius of the circle that the vertices stand on, by their number.
fn circle(order: usize) -> f64 {
    (order as f64 * 0.8).max(6.0)
}

/// Space between two pictures.
const GAP: f64 = 4.0;
/// Height of a caption.
const CAPTION: f64 = 3.0;
/// Space for arrows between two rows.
const ARROWS: f64 = 5.0;

/// The sheet of a drawing.
pub(super) struct Sheet {
    pub width: f64,
    pub height: f64,
    /// Middle of each picture.
    pub middles: Vec<Point>,
    /// Half the width and height of a picture, without its caption.
    pub half: f64,
    radius: f64,
}

impl Sheet {
    pub fn of(drawing: &Drawing) -> Self {
        let order = drawing.pictures.iter().map(|picture| picture.order).max().unwrap_or(0);
        let radius = circle(order);
        let half = radius + 1.5;
        let widest = drawing.rows.iter().copied().max().unwrap_or(0) as f64;
        let width = widest * (2.0 * half + GAP) + GAP;
        let between = if drawing.arrows.is_empty() { GAP } else { ARROWS + GAP };
        let row_height = 2.0 * half + CAPTION + between;
        let mut middles = Vec::new();
        let is_strip = drawing.arrows.is_empty();
        for (row, &count) in drawing.rows.iter().enumerate() {
            // Rows of a tree are centred; the last row of a strip begins at the left.
            let own = count as f64 * (2.0 * half + GAP) + GAP;
            let left = if is_strip { 0.0 } else { (width - own) / 2.0 };
            let y = GAP + row as f64 * row_height + half;
            middles.extend((0..count).map(|at| (left + GAP + half + at as f64 * (2.0 * half + GAP), y)));
        }
        Self {
            width,
            height: drawing.rows.len() as f64 * row_height - between + 2.0 * GAP,
            middles,
            half,
            radius,
        }
    }

    /// Place of a vertex.
    pub fn vertex(&self, picture: usize, order: usize, vertex: usize) -> Point {
        let angle = TAU * vertex as f64 / order.max(1) as f64;
        let (x, y) = self.middles[picture];
        let radius = if order < 2 { 0.0 } else { self.radius };
        (x + radius * angle.sin(), y - radius * angle.cos())
    }

    /// Middle of a caption.
    pub fn caption(&self, picture: usize) -> Point {
        let (x, y) = self.middles[picture];
        (x, y + self.half + CAPTION / 2.0)
    }

    /// Ends of an arrow: below the caption of one picture, above the other.
    pub fn arrow(&self, from: usize, to: usize) -> (Point, Point) {
        let (x, y) = self.middles[from];
        let (end_x, end_y) = self.middles[to];
        ((x, y + self.half + CAPTION), (end_x, end_y - self.half))
    }
}
