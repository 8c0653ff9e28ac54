//! Two-colour graph games on few vertices, from the definitions: all colourings of a labelled board, one by one.
//!
//! Red and Green colour edges of a board in turn, Red first; the game's [`Form`] determines the meaning of a player's
//! graph in that player's colour. W. Slany, "Graph Ramsey games" (1999), defines them. A colouring is a number to base
//! 3, with a digit for each edge that is not coloured at the start, and values are arrays; one pass from the largest
//! sets of edges down computes them. Nothing is identified by symmetry, except where classes are counted.
//!
//! Sim on six vertices has 2,250 classes of positions without a triangle, the empty board included, and 3,728 with at
//! least one edge, finished ones included (Slany's figure too). His paper prints 2,309 for those without a triangle;
//! the counts made here, level by level, and independent ones elsewhere give 2,250.

mod board;
mod classes;
mod name;
mod rules;
mod value;

pub use classes::Counts;
pub use name::Game;
pub use retrograph_judge::ramsey::{Form, Outcome, Player};
pub use rules::{Rules, Step};
pub use value::{Value, of_moves, of_steps};

use board::Board;
use value::{NONE, Options, byte, value};

/// Maximum number of free edges: 43 million colourings.
const MOST: usize = 16;

/// An unfinished position, with the player to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// Rows of the red edges, including those of the start.
    pub red: Vec<u32>,
    /// Rows of the green edges.
    pub green: Vec<u32>,
    /// The player to move.
    pub next: Player,
    /// The value for that player.
    pub value: Value,
}

/// Why a game cannot be solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadGame {
    /// No game has this name.
    Name(String),
    /// Board, coloured edges and number of vertices do not fit together.
    Board,
    /// More than 16 edges are free.
    Large(usize),
    /// The start position already contains a copy.
    Start,
}

/// A game, solved.
pub struct Brute {
    game: Game,
    board: Board,
    /// For each player and set of free edges, whether the player may have it: it contains no copy that counts.
    allowed: [Vec<bool>; 2],
    /// For each set of free edges, the number that has these digits equal to 1.
    ternary: Vec<usize>,
    /// Values of all colourings, outcome in the two high bits; [`NONE`] where there is none. Where moves colour several
    /// edges there are two tables, by the player to move; else one, because the numbers of edges determine who moves.
    values: Vec<Vec<u8>>,
}

impl Brute {
    /// Solves the game of this name on `n` vertices, for every colouring. On six vertices without coloured edges there
    /// are 14 million colourings: a second, or ten when moves colour one or more edges and each set of edges is a move.
    ///
    /// # Errors
    /// [`BadGame`].
    pub fn new(name: &str, n: usize) -> Result<Self, BadGame> {
        let game = Game::named(name, n)?;
        let board = Board::new(&game);
        let m = board.edges.len();
        if m > MOST {
            return Err(BadGame::Large(m));
        }
        let sets = 1 << m;
        let colours = game.named.colours();
        let allowed = [0, 1].map(|player| {
            let may = |set| {
                let mut rows = game.coloured[player].clone();
                board.draw(set, &mut rows);
                colours[player].is_position(&rows)
            };
            (0..sets).map(may).collect::<Vec<bool>>()
        });
        if !allowed[0][0] || !allowed[1][0] {
            return Err(BadGame::Start);
        }
        let digits = |set: usize| (0..m).map(|edge| (set >> edge & 1) * 3usize.pow(edge as u32)).sum();
        let ternary = (0..sets).map(digits).collect();
        let tables = if game.named.form == Form::AvoidPlus { 2 } else { 1 };
        let mut brute = Self {
            values: vec![vec![NONE; 3usize.pow(m as u32)]; tables],
            game,
            board,
            allowed,
            ternary,
        };
        // Larger sets first: their values are needed by smaller ones.
        for red in (0..sets).rev() {
            for green in subsets((sets - 1) & !red) {
                brute.solve([red, green]);
            }
        }
        Ok(brute)
    }

    /// Returns the value of the position with these rows of red and green edges, including those of the start, for
    /// `next`; `None` unless it is an unfinished position in which `next` may be to move.
    ///
    /// # Panics
    /// Panics when there are fewer rows than vertices.
    pub fn value(&self, red: &[u32], green: &[u32], next: Player) -> Option<Value> {
        let sets = [self.board.set(red), self.board.set(green)];
        let is_whole = (0..2).all(|player| self.rows(sets, player) == [red, green][player]);
        match is_whole && sets[0] & sets[1] == 0 {
            true => self.look_up(sets, next),
            false => None,
        }
    }

    /// Returns the value of the start position, in which Red is to move.
    pub fn start(&self) -> Value {
        let value = self.look_up([0, 0], Player::Red);
        value.expect("the start is a position")
    }

    /// Returns every unfinished position, labelled; where moves colour several edges, each occurs twice, with Red to
    /// move and with Green to move.
    pub fn positions(&self) -> impl Iterator<Item = Position> + '_ {
        self.colourings().flat_map(move |sets| {
            [Player::Red, Player::Green].into_iter().filter_map(move |next| {
                let value = self.look_up(sets, next)?;
                let [red, green] = [0, 1].map(|player| self.rows(sets, player));
                Some(Position {
                    red,
                    green,
                    next,
                    value,
                })
            })
        })
    }

    /// Returns all colourings: sets of red and green edges.
    fn colourings(&self) -> impl Iterator<Item = [usize; 2]> + '_ {
        let all = self.allowed[0].len() - 1;
        (0..=all).flat_map(move |red| subsets(all & !red).map(move |green| [red, green]))
    }

    /// Returns the index of a colouring in the tables: a number to base 3.
    fn number(&self, [red, green]: [usize; 2]) -> usize {
        self.ternary[red] + 2 * self.ternary[green]
    }

    fn rows(&self, sets: [usize; 2], player: usize) -> Vec<u32> {
        let mut rows = self.game.coloured[player].clone();
        self.board.draw(sets[player], &mut rows);
        rows
    }

    /// Returns who moves in an unfinished position, Red where both may; `None` for any other colouring.
    fn next(&self, sets: [usize; 2]) -> Option<Player> {
        let next = self.to_move(sets)?;
        (0..2).all(|player| self.allowed[player][sets[player]]).then_some(next)
    }

    /// Returns who moves, as determined by the numbers of edges.
    fn to_move(&self, sets: [usize; 2]) -> Option<Player> {
        let [red, green] = sets.map(usize::count_ones);
        match self.game.named.form {
            Form::AvoidPlus => Some(Player::Red),
            _ if red == green => Some(Player::Red),
            _ if red == green + 1 => Some(Player::Green),
            _ => None,
        }
    }

    fn look_up(&self, sets: [usize; 2], next: Player) -> Option<Value> {
        let table = match &self.values[..] {
            [only] => (self.to_move(sets)? == next).then_some(only)?,
            both => &both[next as usize],
        };
        value(table[self.number(sets)])
    }

    /// Stores the values of a colouring, after those of larger ones.
    fn solve(&mut self, sets: [usize; 2]) {
        let number = self.number(sets);
        match self.next(sets) {
            None => {}
            Some(_) if self.values.len() == 2 => {
                for next in [Player::Red, Player::Green] {
                    self.values[next as usize][number] = byte(self.value_plus(sets, next));
                }
            }
            Some(next) => self.values[0][number] = byte(self.value_alternating(sets, next)),
        }
    }

    /// Returns the value where moves colour one edge, from those of the colourings with a larger number.
    fn value_alternating(&self, sets: [usize; 2], next: Player) -> Value {
        let own = next as usize;
        let free = ((1 << self.board.edges.len()) - 1) & !(sets[0] | sets[1]);
        let mut options = Options::default();
        for edge in bits(free) {
            let mut child = sets;
            child[own] |= edge;
            if self.allowed[own][child[own]] {
                options.add(value(self.values[0][self.number(child)]).expect("a position"));
            } else if let Some(end) = self.game.named.end() {
                options.add_end(end);
            }
        }
        options.value().unwrap_or(Value {
            outcome: self.game.named.without_a_move(next),
            remoteness: 0,
        })
    }

    /// Returns the value where moves colour a set of edges.
    fn value_plus(&self, sets: [usize; 2], next: Player) -> Value {
        let own = next as usize;
        let answers = &self.values[1 - own];
        let free = ((1 << self.board.edges.len()) - 1) & !(sets[0] | sets[1]);
        let mut options = Options::default();
        for coloured in subsets(free).filter(|&coloured| coloured > 0) {
            let mut child = sets;
            child[own] |= coloured;
            if self.allowed[own][child[own]] {
                options.add(value(answers[self.number(child)]).expect("a position"));
            }
        }
        options.value().unwrap_or(Value {
            outcome: Outcome::P,
            remoteness: 0,
        })
    }
}

/// Returns the edges of a set, each as a set.
fn bits(set: usize) -> impl Iterator<Item = usize> {
    let lowest = |rest: usize| (rest > 0).then(|| rest & rest.wrapping_neg());
    std::iter::successors(lowest(set), move |&edge| lowest(set & !(edge | (edge - 1))))
}

/// Returns all subsets of a set, the largest numbers first.
fn subsets(set: usize) -> impl Iterator<Item = usize> {
    std::iter::successors(Some(set), move |&subset| (subset > 0).then(|| (subset - 1) & set))
}
