//! graph6, the one-line text form of a graph that nauty, SageMath, networkx and House of Graphs share.
//!
//! Source: B. McKay, "graph6 and sparse6 graph formats" (nauty's `formats.txt`): the order plus 63, then the upper
//! triangle column by column, six bits per character, most significant first, plus 63.

use super::{Graph, Row, TextError};

/// Returns the graph6 text of `graph`.
pub fn encode<R: Row, const W: usize>(graph: &Graph<R, W>) -> String {
    let n = graph.order();
    let mut text = String::with_capacity(1 + (n * n / 2).div_ceil(6));
    text.push(char::from(63 + n as u8));
    let (mut bits, mut filled) = (0u8, 0);
    for v in 1..n {
        for u in 0..v {
            bits = bits << 1 | u8::from(graph.has_edge(u, v));
            filled += 1;
            if filled == 6 {
                text.push(char::from(63 + bits));
                (bits, filled) = (0, 0);
            }
        }
    }
    if filled > 0 {
        text.push(char::from(63 + (bits << (6 - filled))));
    }
    text
}

/// Parses the graph6 `text` of a graph with at most `W` vertices.
///
/// # Errors
/// [`TextError`] when a character is outside graph6's alphabet, the length does not fit the order, padding bits are
/// set, or there are more than `W` vertices.
pub fn decode<R: Row, const W: usize>(text: &str) -> Result<Graph<R, W>, TextError> {
    let bytes = text.as_bytes();
    if let Some(bad) = text.chars().find(|c| !('?'..='~').contains(c)) {
        return Err(TextError::Character {
            text: text.into(),
            character: bad,
        });
    }
    let (&first, body) = bytes.split_first().ok_or(TextError::Nothing)?;
    let n = usize::from(first - 63);
    if n == 63 {
        return Err(TextError::TooManyVertices {
            text: text.into(),
            n: None,
            most: W,
        });
    }
    let bits = n * n.saturating_sub(1) / 2;
    if body.len() != bits.div_ceil(6) {
        return Err(TextError::Length {
            text: text.into(),
            n,
            expected: 1 + bits.div_ceil(6),
            found: bytes.len(),
        });
    }
    if n > W {
        return Err(TextError::TooManyVertices {
            text: text.into(),
            n: Some(n),
            most: W,
        });
    }
    let bit = |i: usize| (body[i / 6] - 63) >> (5 - i % 6) & 1 == 1;
    if (bits..6 * body.len()).any(bit) {
        return Err(TextError::Padding { text: text.into() });
    }
    let mut graph = Graph::empty(n);
    let mut i = 0;
    for v in 1..n {
        for u in 0..v {
            if bit(i) {
                graph.toggle(u, v);
            }
            i += 1;
        }
    }
    Ok(graph)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Graph16;

    #[test]
    fn the_example_of_the_format_description() {
        // formats.txt: n = 5 with edges 0-2, 0-4, 1-3, 3-4 is DQc.
        let mut graph = Graph16::empty(5);
        for (u, v) in [(0, 2), (0, 4), (1, 3), (3, 4)] {
            graph.toggle(u, v);
        }
        assert_eq!(encode(&graph), "DQc");
        assert_eq!(decode("DQc"), Ok(graph));
    }

    #[test]
    fn bad_texts_are_told_apart() {
        type D = Result<Graph16, TextError>;
        assert!(matches!(decode("") as D, Err(TextError::Nothing)));
        assert!(matches!(decode("DQ") as D, Err(TextError::Length { n: 5, .. })));
        assert!(matches!(
            decode("D Qc") as D,
            Err(TextError::Character { character: ' ', .. })
        ));
        assert!(matches!(
            decode("Dqé") as D,
            Err(TextError::Character { character: 'é', .. })
        ));
        assert!(matches!(decode("DQd") as D, Err(TextError::Padding { .. })));
        assert!(matches!(
            decode("Q??????????????????????????") as D,
            Err(TextError::TooManyVertices { n: Some(18), .. })
        ));
        assert!(matches!(
            decode("~?@A") as D,
            Err(TextError::TooManyVertices { n: None, .. })
        ));
    }

    #[test]
    fn decoding_undoes_encoding() {
        arbtest::arbtest(|u| {
            let n = u.int_in_range(0..=24)?;
            let mut graph = crate::Graph24::empty(n);
            for v in 1..n {
                for w in 0..v {
                    if u.arbitrary()? {
                        graph.toggle(v, w);
                    }
                }
            }
            assert_eq!(decode(&encode(&graph)), Ok(graph));
            Ok(())
        });
    }
}
