//! Small graphs by name.

/// Most vertices of a target.
pub const TARGET_MOST: usize = 16;

/// Vertices and edges of the graph that a text names: P4, C5, K4, K1,3, 2K2, paw, diamond, bull, bowtie or graph6.
pub(crate) fn small_graph(text: &str) -> Option<(usize, Vec<(usize, usize)>)> {
    let size = |text: &str| {
        let plain = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
        let size = text.parse().ok();
        size.filter(|&size: &usize| plain && (1..=TARGET_MOST).contains(&size))
    };
    let all = |n: usize| (0..n).flat_map(|v| (0..v).map(move |u| (u, v)));
    let word = |n, edges: &[(usize, usize)]| Some((n, edges.to_vec()));
    match text {
        "paw" => return word(4, &[(0, 1), (1, 2), (0, 2), (2, 3)]),
        "diamond" => return word(4, &[(0, 1), (1, 2), (0, 2), (1, 3), (2, 3)]),
        "bull" => return word(5, &[(0, 1), (1, 2), (0, 2), (1, 3), (2, 4)]),
        "bowtie" => return word(5, &[(0, 1), (1, 2), (0, 2), (2, 3), (3, 4), (2, 4)]),
        _ => {}
    }
    if let Some(count) = text.strip_suffix("K2").and_then(size) {
        return (2 * count <= TARGET_MOST).then(|| (2 * count, (0..count).map(|i| (2 * i, 2 * i + 1)).collect()));
    }
    if let Some((a, b)) = text.strip_prefix('K').and_then(|sizes| sizes.split_once(',')) {
        let (a, b) = (size(a)?, size(b)?);
        let edges = (0..a).flat_map(|u| (a..a + b).map(move |v| (u, v)));
        return (a + b <= TARGET_MOST).then(|| (a + b, edges.collect()));
    }
    let sized = |letter: char| text.strip_prefix(letter).and_then(size);
    if let Some(n) = sized('P') {
        return Some((n, (1..n).map(|v| (v - 1, v)).collect()));
    }
    if let Some(n) = sized('C') {
        return (n >= 3).then(|| (n, (0..n).map(|v| (v, (v + 1) % n)).collect()));
    }
    if let Some(n) = sized('K') {
        return Some((n, all(n).collect()));
    }
    let graph = graph::decode_graph6::<u16, TARGET_MOST>(text).ok()?;
    Some((graph.order(), graph.edges().collect()))
}

/// The names in a list: a number after a comma belongs to the name before, as in `K1,3,K4`.
pub(crate) fn listed(text: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for part in text.split(',') {
        match names.last_mut() {
            Some(last) if !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()) => {
                *last += ",";
                *last += part;
            }
            _ => names.push(part.into()),
        }
    }
    names
}
