//! A board without vertices in a terminal: rows of words, as the elements stand.

use positional::Drawing;

/// Columns at most.
const COLUMNS: usize = 76;
/// Columns between layers.
const BETWEEN: usize = 3;

/// The lines of a board with a word for each element, of so many letters at most; `None` where they would be too long.
/// Layers stand side by side, equally many in each row.
pub(super) fn lines(drawing: &Drawing, words: &[String], widest: usize) -> Option<Vec<String>> {
    // Rows of hexagons begin half a step further to the right.
    let step = (widest + 1).next_multiple_of(2);
    let column = |x: i32| usize::try_from(x).unwrap_or(0) * step / 1000;
    let mut heights: Vec<i32> = drawing.places.iter().map(|place| place[1]).collect();
    heights.sort_unstable();
    heights.dedup();
    let width = column(drawing.places.iter().map(|place| place[0]).max()?) + widest;
    if width > COLUMNS {
        return None;
    }
    let layers = drawing.layers.iter().max().map_or(1, |last| last + 1);
    let most = (COLUMNS + BETWEEN) / (width + BETWEEN);
    let abreast = (1..=most.min(layers))
        .rev()
        .find(|count| layers.is_multiple_of(*count))?;
    let mut lines = Vec::new();
    for first in (0..layers).step_by(abreast) {
        if first > 0 {
            lines.push(String::new());
        }
        for height in &heights {
            let mut line = String::new();
            for layer in first..first + abreast {
                let is_here = |at: &usize| drawing.layers.get(*at).is_none_or(|its| *its == layer);
                let row = (0..words.len()).filter(|&at| drawing.places[at][1] == *height);
                let mut row: Vec<usize> = row.filter(is_here).collect();
                row.sort_unstable_by_key(|&at| drawing.places[at][0]);
                for at in row {
                    let from = (layer - first) * (width + BETWEEN) + column(drawing.places[at][0]);
                    let gap = from.saturating_sub(line.chars().count());
                    line += &format!("{}{:^widest$}", " ".repeat(gap), words[at]);
                }
            }
            lines.push(line.trim_end().into());
        }
    }
    Some(lines)
}

#[cfg(test)]
mod tests {
    use super::*;
    use positional::drawing;

    fn drawn(names: &[String], sets: &[Vec<usize>]) -> String {
        lines(&drawing(names, sets), names, names[0].len()).unwrap().join("\n")
    }

    fn split(names: &str) -> Vec<String> {
        names.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn rows_stand_as_on_the_board() {
        assert_eq!(drawn(&split("a1 a2 b1 b2"), &[]), "a1  b1\na2  b2");
        let hex = split("r0c0 r0c1 r1c0 r1c1");
        assert_eq!(drawn(&hex, &[vec![1, 2]]), "r0c0  r0c1\n   r1c0  r1c1");
        let cube: Vec<String> = (0..8)
            .map(|at| format!("c{}{}{}", at >> 2, at >> 1 & 1, at & 1))
            .collect();
        assert_eq!(drawn(&cube, &[]), "c000  c001   c100  c101\nc010  c011   c110  c111");
    }

    /// As many layers in each row, and no line that is too long.
    #[test]
    fn layers_that_do_not_fit_begin_another_row() {
        let digits = |at: usize| [at / 16, at / 4 % 4, at % 4].map(|digit| digit.to_string()).concat();
        let qubic: Vec<String> = (0..64).map(|at| format!("c{}", digits(at))).collect();
        let text = drawn(&qubic, &[]);
        let rows: Vec<&str> = text.lines().collect();
        assert_eq!((rows.len(), rows[4]), (9, ""));
        assert!(
            rows[0].starts_with("c000") && rows[0].contains("c100") && rows[5].starts_with("c200"),
            "{text}"
        );
        let wide: Vec<String> = (0..20).map(|at| format!("r0c{at}")).collect();
        assert_eq!(lines(&drawing(&wide, &[]), &wide, 5), None);
    }
}
