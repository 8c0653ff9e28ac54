//! Names of games as users type them: any case, small typing errors.

/// Returns `name` with its words in lower case and its graphs, where case matters in graph6, unchanged. A graph is what
/// follows a colon, up to the next slash, and what follows `=`.
pub(super) fn folded(name: &str) -> String {
    let mut parts = name.split('/');
    let first = parts.next().unwrap_or_default();
    let mut folded = match first.split_once(':') {
        Some((word, graphs)) => format!("{}:{graphs}", word.to_ascii_lowercase()),
        None => first.to_ascii_lowercase(),
    };
    for part in parts {
        folded.push('/');
        match part.split_once('=') {
            Some((word, value)) => folded += &format!("{}={value}", word.to_ascii_lowercase()),
            None => folded += &part.to_ascii_lowercase(),
        }
    }
    folded
}

/// Returns the word among `words` that `typed` most likely means: at most two letters wrong, missing, extra or
/// exchanged with their neighbour, and at most one in three.
pub(super) fn nearest<'a>(typed: &str, words: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let typed = typed.to_ascii_lowercase();
    let most = (typed.chars().count() / 3).min(2);
    let distances = words.into_iter().map(|word| (distance(&typed, word), word));
    let near = distances.filter(|&(distance, _)| distance <= most);
    near.min_by_key(|&(distance, _)| distance).map(|(_, word)| word)
}

/// Counts the letters to be changed, removed, inserted or exchanged with their neighbour to turn `a` into `b`.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    // Row i: distances from the first i letters of `a` to prefixes of `b`.
    let mut rows = vec![(0..=b.len()).collect::<Vec<_>>()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let changed = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut least = changed.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_folded_and_graphs_are_not() {
        for (typed, expected) in [
            ("Triangle", "triangle"),
            ("TRIANGLE/Connected", "triangle/connected"),
            ("Avoid:C4", "avoid:C4"),
            ("AVOID:DqK/CONNECTED", "avoid:DqK/connected"),
            (
                "Ramsey-Lose:Bw:C4/Board=DqK/RED=0-1",
                "ramsey-lose:Bw:C4/board=DqK/red=0-1",
            ),
            ("", ""),
        ] {
            assert_eq!(folded(typed), expected);
        }
    }

    #[test]
    fn slips_are_understood_and_other_words_are_not() {
        let words = ["triangle", "sim", "avoid", "ramsey-lose"];
        for (typed, meant) in [
            ("triangel", Some("triangle")),
            ("traingle", Some("triangle")),
            ("Tringle", Some("triangle")),
            ("trianglee", Some("triangle")),
            ("avoyd", Some("avoid")),
            ("ramsy-lose", Some("ramsey-lose")),
            ("sin", Some("sim")),
            ("chess", None),
            ("go", None),
            ("", None),
            ("square", None),
        ] {
            assert_eq!(nearest(typed, words), meant, "{typed}");
        }
    }

    #[test]
    fn distances_are_those_of_the_definition() {
        for (a, b, expected) in [
            ("", "abc", 3),
            ("abc", "abc", 0),
            ("abc", "acb", 1),
            ("kitten", "sitting", 3),
        ] {
            assert_eq!((distance(a, b), distance(b, a)), (expected, expected), "{a} {b}");
        }
    }
}
