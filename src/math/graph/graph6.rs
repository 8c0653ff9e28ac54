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

/// Parses the graph6 `text` of a graph with at most `W` vertices, exactly as it is written.
///
/// # Errors
/// [`TextError`] when a character is outside graph6's alphabet, the length does not fit the order, padding bits are
/// set, or there are more than `W` vertices.
pub fn decode<R: Row, const W: usize>(text: &str) -> Result<Graph<R, W>, TextError> {
    decode_on(text, None)
}

/// Splits off the order from the first characters: one, or from 63 vertices on 4, or 8 after `~` or `~~`. All are
/// characters of graph6. Returns the order and the number of its characters; `None` when there are too few.
pub(super) fn order(bytes: &[u8]) -> Option<(u64, usize)> {
    let (skipped, digits) = match bytes {
        [b'~', b'~', ..] => (2, 6),
        [b'~', ..] => (1, 3),
        _ => (0, 1),
    };
    let digits = bytes.get(skipped..skipped + digits)?;
    let n = digits.iter().fold(0u64, |n, digit| n << 6 | u64::from(digit - 63));
    Some((n, skipped + digits.len()))
}

/// Refuses a text with a character that graph6 does not use.
pub(super) fn in_alphabet(text: &str) -> Result<(), TextError> {
    match text.chars().find(|c| !('?'..='~').contains(c)) {
        None => Ok(()),
        Some(character) => Err(TextError::Character {
            text: text.into(),
            character,
        }),
    }
}

/// Refuses an order other than the one expected, or of more than `most` vertices; returns it.
pub(super) fn fits(text: &str, n: u64, expected: Option<usize>, most: usize) -> Result<usize, TextError> {
    let text = || text.into();
    match (expected, usize::try_from(n)) {
        (Some(expected), order) if order != Ok(expected) => Err(TextError::Order {
            text: text(),
            expected,
            found: n,
        }),
        (_, Ok(order)) if order <= most => Ok(order),
        _ => Err(TextError::TooManyVertices { text: text(), n, most }),
    }
}

/// [`decode`] of a graph with `expected` vertices, where a number is expected.
pub(super) fn decode_on<R: Row, const W: usize>(text: &str, expected: Option<usize>) -> Result<Graph<R, W>, TextError> {
    in_alphabet(text)?;
    let bytes = text.as_bytes();
    let (n, start) = match order(bytes) {
        Some(order) => order,
        None if bytes.is_empty() => return Err(TextError::Nothing),
        None => {
            return Err(TextError::Length {
                text: text.into(),
                n: 63,
                expected: 4 + (63 * 62 / 2u128).div_ceil(6),
                found: bytes.len(),
            });
        }
    };
    let bits = u128::from(n) * u128::from(n).saturating_sub(1) / 2;
    let body = &bytes[start..];
    if body.len() as u128 != bits.div_ceil(6) {
        return Err(TextError::Length {
            text: text.into(),
            n,
            expected: start as u128 + bits.div_ceil(6),
            found: bytes.len(),
        });
    }
    let n = fits(text, n, expected, W)?;
    let bits = bits as usize;
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
    fn bad_texts_are_distinguished() {
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
            Err(TextError::TooManyVertices { n: 18, .. })
        ));
        assert!(matches!(decode("~?@A") as D, Err(TextError::Length { n: 66, .. })));
        assert!(matches!(decode("~?@") as D, Err(TextError::Length { n: 63, .. })));
        let large = format!("~?@A{}", "?".repeat((66 * 65 / 2usize).div_ceil(6)));
        assert!(matches!(
            decode(&large) as D,
            Err(TextError::TooManyVertices { n: 66, .. })
        ));
    }

    #[test]
    fn a_small_order_may_be_written_at_length() {
        // As nauty reads it.
        let graph: Graph16 = decode("DQc").unwrap();
        assert_eq!(decode("~??DQc"), Ok(graph));
        assert_eq!(decode("~~?????DQc"), Ok(graph));
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
