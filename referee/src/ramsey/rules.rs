//! The rules of a two-colour game, one position at a time: for boards with too many colourings to enumerate.
//!
//! A position is a list of rows: those of the red edges, then those of the green ones, including the edges coloured at
//! the start.

use retrograph_judge::graph6;
use retrograph_judge::rules;

use super::board::{Board, kind};
use super::name::Game;
use super::{BadGame, Form, Outcome, Player};
use crate::nauty::Nauty;
use crate::rng::SplitMix64;
use crate::triangle::{edges, relabel};

/// Games tried before giving up on a number of edges.
const ATTEMPTS: usize = 64;
/// Generators of the board's group whose product is a random symmetry.
const FACTORS: usize = 40;

/// One edge more in some colour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Whose colour it gets.
    pub by: Player,
    /// The edge, its smaller end first.
    pub edge: (usize, usize),
    /// Whether it is this player's turn.
    pub in_turn: bool,
    /// Whether it completes a copy that counts.
    pub completes: bool,
    /// What is coloured then.
    pub rows: Vec<u32>,
}

/// The positions, their moves and the results of moves.
pub struct Rules {
    game: Game,
    board: Board,
    /// The rules for red edges, and for green ones.
    colours: [Box<dyn rules::Rules>; 2],
    /// Whether all free edges are equivalent: the board is complete and nothing is coloured at the start.
    is_plain: bool,
}

impl Rules {
    /// Creates the rules of the game of this name on `n` vertices.
    ///
    /// # Errors
    /// [`BadGame`], never [`BadGame::Large`].
    pub fn new(name: &str, n: usize) -> Result<Self, BadGame> {
        let game = Game::named(name, n)?;
        let board = Board::new(&game);
        let rules = Self {
            is_plain: board.edges.len() == n * n.saturating_sub(1) / 2,
            colours: game.named.colours(),
            game,
            board,
        };
        match (0..2).all(|player| rules.allows(&rules.game.coloured[player], player)) {
            true => Ok(rules),
            false => Err(BadGame::Start),
        }
    }

    /// Number of vertices.
    fn order(&self) -> usize {
        self.game.board.len()
    }

    /// Returns whether the player may have these edges.
    fn allows(&self, rows: &[u32], player: usize) -> bool {
        self.colours[player].is_position(rows)
    }

    /// Parses the position from two words of graph6; a word after them is ignored.
    pub fn decode(&self, text: &str) -> Option<Vec<u32>> {
        let mut words = text.split(' ');
        let [red, green] = [words.next()?, words.next()?].map(graph6::decode);
        let rows = [red?, green?].concat();
        (rows.len() == 2 * self.order()).then_some(rows)
    }

    /// Inverts [`Rules::decode`].
    pub fn encode(&self, rows: &[u32]) -> String {
        let (red, green) = rows.split_at(self.order());
        format!("{} {}", graph6::encode(red), graph6::encode(green))
    }

    /// Returns the number of edges that moves have coloured, of each colour.
    pub(crate) fn moved(&self, rows: &[u32]) -> [usize; 2] {
        let (red, green) = rows.split_at(self.order());
        [
            edges(red).wrapping_sub(edges(&self.game.coloured[0])),
            edges(green).wrapping_sub(edges(&self.game.coloured[1])),
        ]
    }

    /// Returns the number of edges that moves have coloured.
    pub fn level(&self, rows: &[u32]) -> usize {
        self.moved(rows).iter().sum()
    }

    /// Returns the number of edges that moves can colour.
    pub fn free_edges(&self) -> usize {
        self.board.edges.len()
    }

    /// The edges that moves can colour.
    pub(crate) fn edges(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.board.edges.iter().copied()
    }

    /// Returns whether these rows colour edges of the board, each once, and those that are coloured at the start.
    pub(crate) fn is_on_board(&self, rows: &[u32]) -> bool {
        let n = self.order();
        let (red, green) = rows.split_at(n);
        let start = &self.game.coloured;
        let fits = |v: usize| {
            (red[v] & green[v]) == 0
                && (red[v] | green[v]) & !self.game.board[v] == 0
                && start[0][v] & !red[v] == 0
                && start[1][v] & !green[v] == 0
        };
        (0..n).all(fits)
    }

    /// Returns whether these rows are an unfinished position.
    pub fn is_position(&self, rows: &[u32]) -> bool {
        let (red, green) = rows.split_at(self.order());
        let [of_red, of_green] = self.moved(rows);
        self.is_on_board(rows)
            && (self.game.named.form == Form::AvoidPlus || of_red == of_green || of_red == of_green + 1)
            && self.allows(red, 0)
            && self.allows(green, 1)
    }

    /// Returns who is next; `None` where either may be.
    pub fn next(&self, rows: &[u32]) -> Option<Player> {
        let [red, green] = self.moved(rows);
        match self.game.named.form {
            Form::AvoidPlus => None,
            _ if red == green => Some(Player::Red),
            _ => Some(Player::Green),
        }
    }

    /// The start position: nothing is coloured but what is before the game.
    pub fn start(&self) -> Vec<u32> {
        self.game.coloured.concat()
    }

    /// Every way to colour one edge that has no colour yet: by either player, in turn or not, allowed or not.
    pub fn steps(&self, rows: &[u32]) -> Vec<Step> {
        let players = [Player::Red, Player::Green].into_iter();
        players.flat_map(|by| self.steps_of(by, rows)).collect()
    }

    fn steps_of<'a>(&'a self, by: Player, rows: &'a [u32]) -> impl Iterator<Item = Step> + 'a {
        let n = self.order();
        let own = by as usize * n..(by as usize + 1) * n;
        let in_turn = self.is_turn_of(by, rows);
        let edges = self.board.edges.iter();
        let free = edges.filter(move |&&(u, v)| (rows[u] | rows[n + u]) >> v & 1 == 0);
        free.map(move |&(u, v)| {
            let mut child = rows.to_vec();
            child[own.start + u] |= 1 << v;
            child[own.start + v] |= 1 << u;
            Step {
                by,
                edge: (u.min(v), u.max(v)),
                in_turn,
                completes: !self.allows(&child[own.clone()], by as usize),
                rows: child,
            }
        })
    }

    fn is_turn_of(&self, player: Player, rows: &[u32]) -> bool {
        self.next(rows).is_none_or(|next| next == player)
    }

    /// The positions that colouring one edge leads to, with who does it, and whether some edge would end the game.
    pub fn children(&self, rows: &[u32]) -> (Vec<(Player, Vec<u32>)>, bool) {
        let (mut children, mut ends) = (Vec::new(), false);
        for player in [Player::Red, Player::Green] {
            if !self.is_turn_of(player, rows) {
                continue;
            }
            for step in self.steps_of(player, rows) {
                match step.completes {
                    false => children.push((player, step.rows)),
                    true => ends |= self.end().is_some(),
                }
            }
        }
        (children, ends)
    }

    /// The positions from which colouring one edge leads to this one.
    pub fn parents(&self, rows: &[u32]) -> Vec<Vec<u32>> {
        let n = self.order();
        let mut parents = Vec::new();
        for &(u, v) in &self.board.edges {
            for first in [0, n] {
                if rows[first + u] >> v & 1 == 1 {
                    let mut parent = rows.to_vec();
                    parent[first + u] &= !(1 << v);
                    parent[first + v] &= !(1 << u);
                    parents.push(parent);
                }
            }
        }
        parents.retain(|parent| self.is_position(parent));
        parents
    }

    /// Returns the result of a move that ends the game, for the player who would be next.
    pub fn end(&self) -> Option<Outcome> {
        self.game.named.end()
    }

    /// Returns the result of a position without any move, for the player who is next.
    pub fn without_a_move(&self, rows: &[u32]) -> Outcome {
        self.game.named.without_a_move(self.next(rows).unwrap_or(Player::Red))
    }

    /// Returns the position with its vertices renamed by a random symmetry of the board.
    pub fn relabelled(&self, rows: &[u32], rng: &mut SplitMix64) -> Vec<u32> {
        let n = self.order();
        let mut image = rng.permutation(n);
        if !self.is_plain {
            image = (0..n).collect();
            let generators = &self.board.on_vertices;
            for _ in 0..if generators.is_empty() { 0 } else { FACTORS } {
                let factor = &generators[rng.below(generators.len())];
                image = image.iter().map(|&v| factor[v]).collect();
            }
        }
        let (red, green) = rows.split_at(n);
        [relabel(red, &image), relabel(green, &image)].concat()
    }

    /// Returns nauty's canonical form, the same for positions that a symmetry of the board maps to one another. The
    /// vertices occur twice, or three times on a board that is not plain, and are joined to their copies; layers hold
    /// the bits of a code for the kind of each pair.
    ///
    /// # Panics
    /// Panics on more than 16 vertices, or 10 when the board is not plain.
    pub fn form(&self, nauty: &mut Nauty, rows: &[u32]) -> Vec<u32> {
        let n = self.order();
        nauty.canonical_of_layers(n, if self.is_plain { 2 } else { 3 }, |u, v| {
            let colour = (rows[u] >> v & 1) + 2 * (rows[n + u] >> v & 1);
            match kind(&self.game, u, v) {
                0 => 0b111,
                1 => colour,
                _ => colour | 0b100,
            }
        })
    }

    /// Returns a position in which random moves have coloured `level` edges; `None` when no game reached that many.
    pub fn random_position(&self, level: usize, rng: &mut SplitMix64) -> Option<Vec<u32>> {
        (0..ATTEMPTS).find_map(|_| {
            let mut rows = self.start();
            for _ in 0..level {
                let (mut children, _) = self.children(&rows);
                if children.is_empty() {
                    return None;
                }
                rows = children.swap_remove(rng.below(children.len())).1;
            }
            Some(rows)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ramsey::{Brute, Value, of_moves, of_steps};
    use std::collections::BTreeSet;

    const GAMES: [(&str, usize); 9] = [
        ("ramsey-avoid:K3", 4),
        ("ramsey-lose:P4", 4),
        ("ramsey-achieve:K3:C4", 4),
        ("ramsey-achieve:K3/tie-second", 4),
        ("ramsey-achieve-weak:K3/red=0-1", 4),
        ("ramsey-avoid-plus:K3", 4),
        ("ramsey-lose:P3/board=DqK", 5),
        ("ramsey-achieve:C4/board=DsC/green=0-1", 5),
        ("ramsey-avoid-plus:P4/board=DqK/red=0-2", 5),
    ];

    #[test]
    fn positions_and_values_are_those_of_brute_force() {
        for (name, n) in GAMES {
            let (rules, brute) = (Rules::new(name, n).unwrap(), Brute::new(name, n).unwrap());
            for position in brute.positions() {
                let rows = [&position.red[..], &position.green].concat();
                assert!(rules.is_position(&rows), "{name} {position:?}");
                assert_eq!(rules.decode(&rules.encode(&rows)), Some(rows.clone()));
                let value = |rows: &[u32], next| {
                    let (red, green) = rows.split_at(n);
                    brute.value(red, green, next).unwrap()
                };
                let (steps, ends) = rules.children(&rows);
                let other = |player| match player {
                    Player::Red => Player::Green,
                    Player::Green => Player::Red,
                };
                let found = match rules.next(&rows) {
                    Some(next) => {
                        assert_eq!(next, position.next);
                        let children = steps.iter().map(|(_, child)| value(child, other(next)));
                        of_moves(children, rules.end().filter(|_| ends)).unwrap_or(Value {
                            outcome: rules.without_a_move(&rows),
                            remoteness: 0,
                        })
                    }
                    None => {
                        let own = steps.iter().filter(|(player, _)| *player == position.next);
                        of_steps(own.map(|(player, child)| (value(child, other(*player)), value(child, *player))))
                    }
                };
                assert_eq!(found, position.value, "{name} {position:?}");
            }
        }
    }

    #[test]
    fn forms_are_as_many_as_classes() {
        let (mut nauty, mut rng) = (Nauty::new(), SplitMix64::new(1));
        for (name, n) in GAMES {
            let (rules, brute) = (Rules::new(name, n).unwrap(), Brute::new(name, n).unwrap());
            let mut forms = BTreeSet::new();
            for position in brute.positions() {
                let rows = [&position.red[..], &position.green].concat();
                let form = rules.form(&mut nauty, &rows);
                let copy = rules.relabelled(&rows, &mut rng);
                assert!(rules.is_position(&copy), "{name}");
                assert_eq!(rules.form(&mut nauty, &copy), form, "{name}");
                forms.insert(form);
            }
            let classes: u64 = brute.levels().iter().map(|level| level.unfinished).sum();
            assert_eq!(forms.len() as u64, classes, "{name}");
        }
    }

    #[test]
    fn steps_are_positions_when_in_turn_and_without_a_copy() {
        for (name, n) in GAMES {
            let (rules, brute) = (Rules::new(name, n).unwrap(), Brute::new(name, n).unwrap());
            for position in brute.positions() {
                let rows = [&position.red[..], &position.green].concat();
                let steps = rules.steps(&rows);
                let free = rules.free_edges() - rules.level(&rows);
                assert_eq!(steps.len(), 2 * free, "{name} {rows:?}");
                for step in steps {
                    let is_move = step.in_turn && !step.completes;
                    assert_eq!(rules.is_position(&step.rows), is_move, "{name} {step:?}");
                    assert!(!is_move || rules.parents(&step.rows).contains(&rows), "{name} {step:?}");
                }
            }
            let start = rules.start();
            assert_eq!((rules.level(&start), rules.parents(&start)), (0, vec![]), "{name}");
        }
    }

    #[test]
    fn random_games_come_to_every_level() {
        let rules = Rules::new("ramsey-lose:K3", 6).unwrap();
        let mut rng = SplitMix64::new(2);
        for level in 0..=14 {
            let rows = rules.random_position(level, &mut rng);
            assert!(rows.is_none_or(|rows| rules.is_position(&rows) && rules.level(&rows) == level));
        }
        assert_eq!(rules.random_position(15, &mut rng), None);
    }
}
