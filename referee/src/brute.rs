//! All positions of a game on few vertices and their values, from the definitions.

use std::collections::BTreeSet;

use crate::nauty::Nauty;
use crate::triangle::{edges, with_edge};
use retrograph_judge::rules::Rules;

/// Who wins when no move is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Play {
    /// The player who cannot move loses.
    Normal,
    /// The player who cannot move wins.
    Misere,
}

/// Who wins with best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The player who has just moved.
    P,
    /// The player who moves next.
    N,
}

/// The value of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    /// P without a move in normal play, N in misère play; else N when some move leads to P.
    pub outcome: Outcome,
    /// Sprague-Grundy number, the smallest that no move leads to; `None` in misère play.
    pub grundy: Option<u32>,
    /// Moves to the end when the winner hurries and the loser delays: 0 without a move; else one more than the smallest
    /// remoteness among the children that are P, or than the largest of all when no child is P.
    pub remoteness: u32,
    /// Edges at the end when the player who wants many moves next and the player who wants few replies.
    pub max: u32,
    /// Edges at the end when the player who wants few moves next and the player who wants many replies.
    pub min: u32,
}

/// An isomorphism class of positions.
#[derive(Clone, Debug)]
pub struct Class {
    /// nauty's canonical rows.
    pub rows: Vec<u32>,
    /// The classes of the level above that moves reach, in ascending order, each once.
    pub children: Vec<usize>,
    /// The common value of the positions.
    pub value: Value,
}

/// A game on a few vertices, solved.
pub struct Brute {
    levels: Vec<Vec<Class>>,
}

impl Brute {
    /// Finds every position that can be reached from `n` isolated vertices, level by level, then the values from the
    /// last level to the first. On 8 vertices up to 12,346 graphs are positions: half a second, or two and a half when
    /// the rules are slow.
    ///
    /// # Panics
    /// Panics on more than 32 vertices, or when the rules panic.
    pub fn new(rules: &dyn Rules, n: usize, play: Play) -> Self {
        let mut nauty = Nauty::new();
        let mut form = move |rows: &[u32]| {
            let mut form = vec![0; rows.len()];
            nauty.canonical_into(rows, &mut form);
            form
        };
        // Canonical rows, and the graphs of the level above from which moves lead to them.
        let mut graphs: Vec<Vec<(Vec<u32>, Vec<usize>)>> = Vec::new();
        let mut level = vec![form(&vec![0; n])];
        while !level.is_empty() {
            let children: Vec<BTreeSet<Vec<u32>>> = level
                .iter()
                .map(|rows| {
                    let moves = rules.moves(rows).into_iter();
                    moves.map(|edge| form(&with_edge(rows, edge))).collect()
                })
                .collect();
            let above: BTreeSet<Vec<u32>> = children.iter().flatten().cloned().collect();
            let above: Vec<Vec<u32>> = above.into_iter().collect();
            let index = |child| above.binary_search(child).expect("the level above holds every child");
            let children = children.iter().map(|children| children.iter().map(index).collect());
            graphs.push(level.into_iter().zip(children).collect());
            level = above;
        }

        let mut levels: Vec<Vec<Class>> = Vec::new();
        for (edges, graphs) in graphs.into_iter().enumerate().rev() {
            let above = levels.last().map_or(&[][..], Vec::as_slice);
            let class = |(rows, children): (Vec<u32>, Vec<usize>)| {
                let values: Vec<Value> = children.iter().map(|&child| above[child].value).collect();
                let value = value(edges as u32, &values, play);
                Class { rows, children, value }
            };
            let classes = graphs.into_iter().map(class).collect();
            levels.push(classes);
        }
        levels.reverse();
        Brute { levels }
    }

    /// Returns the classes by number of edges; those of a level in ascending order of their rows.
    pub fn levels(&self) -> &[Vec<Class>] {
        &self.levels
    }

    /// Returns all classes, starting with the empty graph.
    pub fn classes(&self) -> impl Iterator<Item = &Class> {
        self.levels.iter().flatten()
    }

    /// Returns the class of a graph with any labels; `None` when the graph cannot be reached.
    pub fn class(&self, rows: &[u32]) -> Option<&Class> {
        let mut form = vec![0; rows.len()];
        Nauty::new().canonical_into(rows, &mut form);
        let level = self.levels.get(edges(rows))?;
        let index = level.binary_search_by(|class| class.rows.cmp(&form)).ok()?;
        Some(&level[index])
    }

    /// Returns the value of the graph without edges.
    pub fn start(&self) -> Value {
        self.levels[0][0].value
    }
}

/// Returns the value of a position with this number of edges from the values of its children. Parts that the children's
/// values do not determine are meaningless.
pub fn value(edges: u32, children: &[Value], play: Play) -> Value {
    use Outcome::{N, P};
    let normal = play == Play::Normal;
    let (Some(longest), Some(max), Some(min)) = (
        children.iter().map(|child| child.remoteness).max(),
        children.iter().map(|child| child.min).max(),
        children.iter().map(|child| child.max).min(),
    ) else {
        return Value {
            outcome: if normal { P } else { N },
            grundy: normal.then_some(0),
            remoteness: 0,
            max: edges,
            min: edges,
        };
    };
    let lost = children.iter().filter(|child| child.outcome == P);
    let quickest = lost.map(|child| child.remoteness).min();
    let numbers: BTreeSet<_> = children.iter().filter_map(|child| child.grundy).collect();
    Value {
        outcome: if quickest.is_some() { N } else { P },
        grundy: (0..).find(|number| !numbers.contains(number)).filter(|_| normal),
        remoteness: 1 + quickest.unwrap_or(longest),
        max,
        min,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use retrograph_judge::rules::rules;
    use std::collections::HashMap;

    const GAMES: [&str; 15] = [
        "triangle",
        "triangle/connected",
        "avoid:C4",
        "avoid:K1,3",
        "avoid:P4/connected",
        "avoid:2K2",
        "avoid:paw+C5",
        "avoid:bull/connected",
        "avoid:odd-cycle",
        "avoid:hamilton-cycle",
        "avoid:hamilton-cycle/connected",
        "avoid:connected",
        "achieve:C4",
        "achieve:P4+paw",
        "achieve:hamilton-cycle",
    ];

    /// Solves labelled graphs by searching forward from each, without classes or levels.
    struct Labelled<'a> {
        rules: &'a dyn Rules,
        play: Play,
        sums: HashMap<(Vec<u32>, u32), bool>,
        ends: HashMap<(Vec<u32>, u32, bool), bool>,
        scores: HashMap<(Vec<u32>, bool), u32>,
    }

    impl Labelled<'_> {
        fn children(&self, rows: &[u32]) -> Vec<Vec<u32>> {
            let moves = self.rules.moves(rows).into_iter();
            moves.map(|edge| with_edge(rows, edge)).collect()
        }

        /// Returns whether the player to move wins the sum of the position and a Nim heap, in normal play.
        fn wins_beside_a_heap(&mut self, rows: &[u32], heap: u32) -> bool {
            if let Some(&known) = self.sums.get(&(rows.to_vec(), heap)) {
                return known;
            }
            let wins = (0..heap).any(|smaller| !self.wins_beside_a_heap(rows, smaller))
                || self
                    .children(rows)
                    .iter()
                    .any(|child| !self.wins_beside_a_heap(child, heap));
            self.sums.insert((rows.to_vec(), heap), wins);
            wins
        }

        /// Returns whether one player, who moves next if `mine`, can force a win within this number of moves.
        fn is_won_within(&mut self, rows: &[u32], moves: u32, mine: bool) -> bool {
            let key = (rows.to_vec(), moves, mine);
            if let Some(&known) = self.ends.get(&key) {
                return known;
            }
            let children = self.children(rows);
            let won = if children.is_empty() {
                mine == (self.play == Play::Misere)
            } else if moves == 0 {
                false
            } else if mine {
                children.iter().any(|child| self.is_won_within(child, moves - 1, false))
            } else {
                children.iter().all(|child| self.is_won_within(child, moves - 1, true))
            };
            self.ends.insert(key, won);
            won
        }

        /// Returns the edges at the end; `most` indicates whether the player who wants many moves next.
        fn score(&mut self, rows: &[u32], most: bool) -> u32 {
            if let Some(&known) = self.scores.get(&(rows.to_vec(), most)) {
                return known;
            }
            let mut scores: Vec<u32> = Vec::new();
            for child in self.children(rows) {
                scores.push(self.score(&child, !most));
            }
            scores.sort_unstable();
            let end = if most { scores.last() } else { scores.first() };
            let score = end.copied().unwrap_or(edges(rows) as u32);
            self.scores.insert((rows.to_vec(), most), score);
            score
        }
    }

    #[test]
    fn values_are_those_of_searches_among_labelled_graphs() {
        for (game, play) in GAMES
            .iter()
            .flat_map(|game| [(game, Play::Normal), (game, Play::Misere)])
        {
            let rules = rules(game).unwrap();
            for n in 1..=5 {
                let brute = Brute::new(&*rules, n, play);
                let mut labelled = Labelled {
                    rules: &*rules,
                    play,
                    sums: HashMap::new(),
                    ends: HashMap::new(),
                    scores: HashMap::new(),
                };
                for Class { rows, value, .. } in brute.classes() {
                    let about = format!("{game} {play:?} {rows:?}");
                    let mine = value.outcome == Outcome::N;
                    let within = |moves, labelled: &mut Labelled| labelled.is_won_within(rows, moves, mine);
                    assert!(within(value.remoteness, &mut labelled), "{about}");
                    assert!(
                        value.remoteness == 0 || !within(value.remoteness - 1, &mut labelled),
                        "{about}"
                    );
                    assert!(!labelled.is_won_within(rows, 10, !mine), "{about}");
                    assert_eq!(value.max, labelled.score(rows, true), "{about}");
                    assert_eq!(value.min, labelled.score(rows, false), "{about}");
                    match value.grundy {
                        Some(number) => {
                            assert!(!labelled.wins_beside_a_heap(rows, number), "{about}");
                            assert!(
                                (0..number).all(|heap| labelled.wins_beside_a_heap(rows, heap)),
                                "{about}"
                            );
                            assert_eq!(play, Play::Normal);
                        }
                        None => assert_eq!(play, Play::Misere),
                    }
                }
            }
        }
    }

    #[test]
    fn classes_are_those_of_all_labelled_positions() {
        let pairs: Vec<(usize, usize)> = (0..5).flat_map(|j| (0..j).map(move |i| (i, j))).collect();
        for game in GAMES {
            let rules = rules(game).unwrap();
            let brute = Brute::new(&*rules, 5, Play::Normal);
            let mut forms = BTreeSet::new();
            for chosen in 0..1 << pairs.len() {
                let within = pairs.iter().enumerate().filter(|(index, _)| chosen >> index & 1 == 1);
                let rows = crate::named::from_edges(5, within.map(|(_, &pair)| pair));
                let class = brute.class(&rows);
                assert_eq!(class.is_some(), rules.is_position(&rows), "{game} {rows:?}");
                if let Some(class) = class {
                    let (brutal, own) = (class.children.is_empty(), rules.moves(&rows).is_empty());
                    assert_eq!(brutal, own, "{game} {rows:?}");
                    forms.insert(class.rows.clone());
                }
            }
            assert_eq!(forms.len(), brute.classes().count(), "{game}");
            for (m, level) in brute.levels().iter().enumerate() {
                assert!(level.is_sorted_by(|a, b| a.rows < b.rows));
                assert!(
                    level
                        .iter()
                        .all(|class| edges(&class.rows) == m && forms.contains(&class.rows))
                );
            }
        }
    }

    #[test]
    fn numbers_zero_are_p_and_remoteness_is_odd_where_the_last_move_wins() {
        for game in GAMES {
            for n in 1..=6 {
                let rules = rules(game).unwrap();
                let normal = Brute::new(&*rules, n, Play::Normal);
                for Class { value, .. } in normal.classes() {
                    assert_eq!(value.grundy == Some(0), value.outcome == Outcome::P);
                    assert_eq!(value.remoteness % 2 == 1, value.outcome == Outcome::N);
                }
                // One edge is the only move up to symmetry.
                let first = normal.levels().get(1).map(|level| level[0].value.outcome);
                assert_eq!(
                    normal.start().grundy,
                    Some(u32::from(first == Some(Outcome::P))),
                    "{game} {n}"
                );
                let misere = Brute::new(&*rules, n, Play::Misere);
                for Class { value, .. } in misere.classes() {
                    assert_eq!(value.remoteness % 2 == 0, value.outcome == Outcome::N);
                }
            }
        }
    }

    #[test]
    fn games_of_forced_length_are_what_they_must_be() {
        // Only disjoint edges: n / 2 moves, whatever the players do.
        for n in 1..=9 {
            let brute = Brute::new(&*rules("avoid:P3").unwrap(), n, Play::Normal);
            let moves = n as u32 / 2;
            let value = brute.start();
            assert_eq!(brute.classes().count(), n / 2 + 1);
            assert_eq!((value.grundy, value.remoteness), (Some(moves % 2), moves));
            assert_eq!((value.max, value.min), (moves, moves));
            let misere = Brute::new(&*rules("avoid:P3").unwrap(), n, Play::Misere).start();
            assert_eq!(misere.outcome == Outcome::N, moves.is_multiple_of(2));
        }
    }

    /// Whether the player to move wins when who completes what the game `avoided` forbids wins, and the player without
    /// a move loses.
    fn achieves(rows: &[u32], avoided: &dyn Rules, known: &mut HashMap<Vec<u32>, bool>) -> bool {
        if let Some(&wins) = known.get(rows) {
            return wins;
        }
        let n = rows.len();
        let pairs = (0..n).flat_map(|i| (i + 1..n).map(move |j| (i, j)));
        let free: Vec<_> = pairs.filter(|&(i, j)| rows[i] >> j & 1 == 0).collect();
        let wins = free.into_iter().any(|pair| {
            let above = with_edge(rows, pair);
            !avoided.is_position(&above) || !achieves(&above, avoided, known)
        });
        known.insert(rows.to_vec(), wins);
        wins
    }

    #[test]
    fn achievement_games_have_the_winners_of_their_definition() {
        let aims = [
            ("P3", 6),
            ("P4", 6),
            ("K3", 6),
            ("C4", 6),
            ("K1,3", 6),
            ("2K2", 6),
            ("3K2", 6),
            ("paw", 5),
            ("K4", 5),
            ("P5+K3", 5),
            ("Co", 5),
            ("odd-cycle", 6),
            ("hamilton-cycle", 6),
            ("connected", 6),
        ];
        for (aim, most) in aims {
            let avoided = rules(&format!("avoid:{aim}")).unwrap();
            let game = rules(&format!("achieve:{aim}")).unwrap();
            for n in (1..=most).filter(|&n| game.is_position(&vec![0; n])) {
                let first_wins = achieves(&vec![0; n], &*avoided, &mut HashMap::new());
                let outcome = Brute::new(&*game, n, Play::Normal).start().outcome;
                assert_eq!(first_wins, outcome == Outcome::N, "{aim} {n}");
            }
        }
        assert!(
            !rules("achieve:connected").unwrap().is_position(&[0, 0]),
            "the first player connects two vertices"
        );
        assert!(
            !rules("achieve:P2").unwrap().is_position(&[0, 0]),
            "and completes an edge"
        );
    }
}
