//! sparse6, the text form of graphs with few edges that nauty writes; read only.
//!
//! Source: B. McKay, "graph6 and sparse6 graph formats" (nauty's `formats.txt`): a colon, the order as in graph6, then
//! bits in groups of one bit b and a vertex x of as many bits as n - 1 has. With v = 0 at the start, each group adds b
//! to v; if then x > v, v becomes x, else x-v is an edge. What is left of the last character is filled with ones, or,
//! where these would be a group with an edge, with a zero and ones.

use super::graph6::{fits, in_alphabet, order};
use super::{Graph, Row, TextError};

/// Parses the sparse6 `text` of a simple graph with at most `W` vertices; `expected` of them where a number is
/// expected. Cost and memory: those of the text.
///
/// # Errors
/// [`TextError`]: loops and edges that occur twice are refused, too.
pub(super) fn decode_on<R: Row, const W: usize>(text: &str, expected: Option<usize>) -> Result<Graph<R, W>, TextError> {
    let wrong = |why| TextError::Sparse6 { text: text.into(), why };
    let code = text.strip_prefix(':').unwrap_or(text);
    in_alphabet(code).map_err(|_| wrong("it contains a character outside '?' to '~'"))?;
    let (n, start) = order(code.as_bytes()).ok_or_else(|| wrong("it does not say how many vertices there are"))?;
    let n = fits(text, n, expected, W)?;
    let body = &code.as_bytes()[start..];
    let width = (usize::BITS - n.saturating_sub(1).leading_zeros()) as usize;
    let all = 6 * body.len();
    let bit = |i: usize| usize::from((body[i / 6] - 63) >> (5 - i % 6) & 1);
    let mut graph = Graph::empty(n);
    let mut v = 0;
    let mut at = 0;
    while at + 1 + width <= all {
        let step = bit(at);
        let x = (at + 1..=at + width).fold(0, |x, i| x << 1 | bit(i));
        v += step;
        // Such groups are the filling of the last character.
        let is_filling = v >= n || x >= n;
        if is_filling && all - at >= 6 {
            return Err(wrong("it names a vertex that is not there"));
        }
        if is_filling {
            break;
        }
        at += 1 + width;
        if x > v {
            v = x;
            continue;
        }
        let edge = || format!("{x}-{v}");
        if x == v {
            return Err(TextError::Edge { edge: edge(), n });
        }
        if graph.has_edge(x, v) {
            return Err(TextError::Twice { edge: edge() });
        }
        graph.toggle(x, v);
    }
    Ok(graph)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Graph16, decode_graph6};

    type Wide = Graph<u32, 32>;

    /// Graphs in graph6 and in sparse6, written by nauty 2.8 (`copyg -s`): all of up to 6 vertices, random ones of up
    /// to 32, and those whose last character is filled with a zero and ones.
    const WRITTEN_BY_NAUTY: &str = include_str!("sparse6.txt");

    #[test]
    fn what_nauty_writes_is_read() {
        let mut orders = [0; 33];
        for line in WRITTEN_BY_NAUTY.lines() {
            let (graph6, sparse6) = line.split_once(' ').unwrap();
            let graph: Wide = decode_graph6(graph6).unwrap();
            assert_eq!(decode_on(sparse6, None), Ok(graph), "{line}");
            assert_eq!(decode_on(sparse6, Some(graph.order())), Ok(graph), "{line}");
            assert_eq!(decode_on::<u16, 16>(sparse6, None).ok(), graph.convert(), "{line}");
            orders[graph.order()] += 1;
        }
        assert!(
            orders
                .iter()
                .zip([1, 1, 2, 4, 11, 34, 156])
                .all(|(&found, all)| found >= all),
            "{orders:?}"
        );
        assert!([8, 16, 24, 32].iter().all(|&n: &usize| orders[n] >= 2), "{orders:?}");
    }

    #[test]
    fn what_is_no_simple_graph_is_refused_with_its_place() {
        let sentence = |text: &str| decode_on::<u16, 16>(text, None).unwrap_err().to_string();
        // nauty's `:An` is the edge 0-1; a loop at 0 and the edge twice, by hand: n = 2, groups of 2 bits.
        assert_eq!(decode_on(":An", None), Ok(Graph16::empty(2).toggled(0, 1)));
        assert_eq!(
            sentence(":A@"),
            "'0-0' is not an edge between two different vertices of 0..1"
        );
        assert_eq!(sentence(":Ab"), "the edge '0-1' is listed twice");
        for (text, why) in [
            (":", "does not say how many"),
            (":~?", "does not say how many"),
            (":A!", "character outside"),
            (":Dé", "character outside"),
            // Vertices 5, 6, 7 of 5, before the last character.
            (":D~~~~", "a vertex that is not there"),
        ] {
            assert!(sentence(text).contains(why), "{text}: {}", sentence(text));
        }
        assert!(
            sentence(":~~~~~~~~").contains("at most 16"),
            "{}",
            sentence(":~~~~~~~~")
        );
    }

    #[test]
    fn any_text_is_read_or_refused() {
        arbtest::arbtest(|u| {
            let tail: Vec<u8> = u.arbitrary()?;
            let order = u.int_in_range(63..=95u8)?;
            let text: String = [b':', order]
                .into_iter()
                .chain(tail.iter().map(|byte| 63 + byte % 64))
                .map(char::from)
                .collect();
            if let Ok(graph) = decode_on::<u32, 32>(&text, None) {
                assert_eq!(graph.order(), usize::from(order - 63));
            }
            Ok(())
        });
    }
}
