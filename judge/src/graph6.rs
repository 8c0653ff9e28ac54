//! graph6 of at most 32 vertices, from the format's description: the form in which graphs are exchanged with the
//! engine.

/// Returns the text.
pub fn encode(rows: &[u32]) -> String {
    let mut bits: Vec<u8> = (0..rows.len())
        .flat_map(|j| (0..j).map(move |i| (rows[j] >> i & 1) as u8))
        .collect();
    bits.resize(bits.len().next_multiple_of(6), 0);
    let sixes = bits.chunks(6).map(|six| six.iter().fold(0, |sum, bit| sum << 1 | bit));
    std::iter::once(rows.len() as u8)
        .chain(sixes)
        .map(|six| char::from(63 + six))
        .collect()
}

/// Returns the rows that `text` describes; `None` when it is not graph6, or has more than 32 vertices.
pub fn decode(text: &str) -> Option<Vec<u32>> {
    let sixes: Vec<u8> = text
        .bytes()
        .map(|byte| byte.checked_sub(63).filter(|six| *six < 64))
        .collect::<Option<_>>()?;
    let (&n, sixes) = sixes.split_first()?;
    let n = usize::from(n);
    let pairs = n * n.saturating_sub(1) / 2;
    if n > 32 || sixes.len() != pairs.div_ceil(6) {
        return None;
    }
    let bit = |index: usize| sixes[index / 6] >> (5 - index % 6) & 1 == 1;
    let mut rows = vec![0; n];
    for j in 0..n {
        for i in (0..j).filter(|i| bit(j * (j - 1) / 2 + i)) {
            rows[i] |= 1 << j;
            rows[j] |= 1 << i;
        }
    }
    (pairs..6 * sixes.len()).all(|index| !bit(index)).then_some(rows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use retrograph_referee::named::on_vertices;

    #[test]
    fn the_example_of_the_description() {
        // formats.txt of nauty: n = 5 and edges 0-2, 0-4, 1-3 and 3-4 are DQc.
        let rows = [0b10100, 0b01000, 0b00001, 0b10010, 0b01001];
        assert_eq!(encode(&rows), "DQc");
        assert_eq!(decode("DQc").unwrap(), rows);
        assert_eq!(decode("?"), Some(vec![]));
        for bad in ["", "DQ", "DQcc", "DQd", "DQ\u{e9}", "~??", "D Q"] {
            assert_eq!(decode(bad), None, "{bad}");
        }
    }

    #[test]
    fn decoding_undoes_encoding() {
        for n in 1..=20 {
            for (name, rows) in on_vertices(n) {
                assert_eq!(decode(&encode(&rows)).as_ref(), Some(&rows), "{name}");
            }
        }
    }
}
