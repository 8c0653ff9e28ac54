//! The rules of one game, a position at a time.

use super::name::{Convention, Turns};
use crate::nauty::Nauty;
use crate::ramsey::{self, BadGame, Player};
use crate::rng::SplitMix64;

/// What follows from one choice of Red, or from one coloured edge: rows, or nothing where Red has the goal then.
pub type Answer = Option<Vec<u32>>;

/// Choices of which one player takes one: of single edges there is one each.
pub struct Offer {
    /// Who decides whether the offer is made.
    pub by: Player,
    /// Its edges, the smaller ends first, in order.
    pub edges: Vec<(usize, usize)>,
    /// What can come of it; where there are several, Red chooses.
    pub answers: Vec<Answer>,
}

/// A game on a board.
pub struct Rules {
    game: Convention,
    /// The board, and what every game of two colours shares.
    frame: ramsey::Rules,
}

impl Rules {
    /// The rules of the game of this name on `n` vertices.
    ///
    /// # Errors
    /// [`BadGame`].
    pub fn new(name: &str, n: usize) -> Result<Self, BadGame> {
        let of_board = |part: &&str| ["board=", "red=", "green="].iter().any(|key| part.starts_with(key));
        let (on_board, parts): (Vec<&str>, Vec<&str>) = name.split('/').partition(of_board);
        let game = Convention::named(&parts.join("/")).ok_or(BadGame::Name(name.into()))?;
        // Its moves do not matter here.
        let frame = [&["ramsey-avoid-plus:K12"], &on_board[..]].concat().join("/");
        let rules = Self {
            game,
            frame: ramsey::Rules::new(&frame, n)?,
        };
        let start = rules.start();
        let fits = rules.game.bias.iter().all(|&edges| edges <= rules.free_edges().max(1));
        match rules.has_goal(&start) {
            true => Err(BadGame::Start),
            false if !fits => Err(BadGame::Board),
            false => Ok(rules),
        }
    }

    /// What players do in a turn.
    pub fn turns(&self) -> Turns {
        self.game.turns
    }

    /// Edges of a turn, Red's and Green's.
    pub fn bias(&self) -> [usize; 2] {
        self.game.bias
    }

    /// Who begins.
    pub fn starter(&self) -> Player {
        self.game.starter
    }

    /// Who wins when Red has the goal.
    pub fn hunter(&self) -> Player {
        self.game.hunter
    }

    /// Parses two words of graph6.
    pub fn decode(&self, text: &str) -> Option<Vec<u32>> {
        self.frame.decode(text)
    }

    /// Inverts [`Rules::decode`].
    pub fn encode(&self, rows: &[u32]) -> String {
        self.frame.encode(rows)
    }

    /// nauty's canonical form.
    pub fn form(&self, nauty: &mut Nauty, rows: &[u32]) -> Vec<u32> {
        self.frame.form(nauty, rows)
    }

    /// The position with its vertices renamed by a random symmetry of the board.
    pub fn relabelled(&self, rows: &[u32], rng: &mut SplitMix64) -> Vec<u32> {
        self.frame.relabelled(rows, rng)
    }

    /// The start position.
    pub fn start(&self) -> Vec<u32> {
        self.frame.start()
    }

    /// Number of edges that turns can colour.
    pub fn free_edges(&self) -> usize {
        self.frame.free_edges()
    }

    fn has_goal(&self, rows: &[u32]) -> bool {
        !self.game.short_of_goal.is_position(&rows[..rows.len() / 2])
    }

    /// Who colours the next edge when so many are coloured, by counting the turns.
    fn mover(&self, edges: usize) -> Player {
        let (mut player, mut left) = (self.game.starter, edges);
        loop {
            let turn = self.game.bias[player as usize];
            if left < turn {
                return player;
            }
            left -= turn;
            player = other(player);
        }
    }

    /// Who is next; `None` where either may be.
    pub fn next(&self, rows: &[u32]) -> Option<Player> {
        match self.game.turns {
            Turns::Exactly => Some(self.mover(self.frame.level(rows))),
            Turns::AtLeast => None,
            Turns::Offers | Turns::OffersUpTo => Some(Player::Green),
        }
    }

    /// The level: edges that are coloured, or offers that were made.
    pub fn level(&self, rows: &[u32]) -> usize {
        match self.game.turns {
            Turns::Exactly | Turns::AtLeast => self.frame.level(rows),
            Turns::Offers | Turns::OffersUpTo => self.frame.moved(rows)[0] / self.game.bias[0],
        }
    }

    /// Whether these rows are an unfinished position before a turn, or within one where that is of several edges.
    pub fn is_position(&self, rows: &[u32]) -> bool {
        let [red, green] = self.frame.moved(rows);
        let [of_red, of_green] = self.game.bias;
        let counts = match self.game.turns {
            Turns::Exactly => {
                let reds = (0..red.wrapping_add(green).min(1 << 10)).filter(|&edges| self.mover(edges) == Player::Red);
                reds.count() == red
            }
            Turns::AtLeast => true,
            Turns::Offers => red % of_red == 0 && green == red / of_red * of_green,
            Turns::OffersUpTo => green <= red * of_green,
        };
        self.frame.is_on_board(rows) && counts && !self.has_goal(rows)
    }

    /// The free edges, the smaller ends first, in order.
    pub fn free(&self, rows: &[u32]) -> impl Iterator<Item = (usize, usize)> + use<> {
        let n = rows.len() / 2;
        let mut free: Vec<_> = (self.frame.edges())
            .filter(|&(u, v)| (rows[u] | rows[n + u]) >> v & 1 == 0)
            .map(|(u, v)| (u.min(v), u.max(v)))
            .collect();
        free.sort_unstable();
        free.into_iter()
    }

    /// The rows with more red and green edges.
    fn with(rows: &[u32], red: &[(usize, usize)], green: &[(usize, usize)]) -> Vec<u32> {
        let (n, mut rows) = (rows.len() / 2, rows.to_vec());
        for (first, edges) in [(0, red), (n, green)] {
            for &(u, v) in edges {
                rows[first + u] |= 1 << v;
                rows[first + v] |= 1 << u;
            }
        }
        rows
    }

    /// The edges of the board that turns can colour.
    pub(super) fn all_edges(&self) -> Vec<(usize, usize)> {
        self.frame.edges().collect()
    }

    /// The rows with more edges of a player.
    pub fn with_edges(&self, rows: &[u32], by: Player, edges: &[(usize, usize)]) -> Vec<u32> {
        match by {
            Player::Red => Self::with(rows, edges, &[]),
            Player::Green => Self::with(rows, &[], edges),
        }
    }

    /// What colouring these edges leads to.
    pub fn coloured(&self, rows: &[u32], by: Player, edges: &[(usize, usize)]) -> Answer {
        let made = self.with_edges(rows, by, edges);
        (!self.has_goal(&made)).then_some(made)
    }

    /// The positions from which an edge, or an offer, leads to this one.
    pub fn parents(&self, rows: &[u32]) -> Vec<Vec<u32>> {
        let n = rows.len() / 2;
        let of = |first: usize| {
            let coloured = self.frame.edges().filter(move |&(u, v)| rows[first + u] >> v & 1 == 1);
            coloured.collect::<Vec<_>>()
        };
        let (red, green) = (of(0), of(n));
        let [of_red, of_green] = self.game.bias;
        let (reds, greens) = match self.game.turns {
            Turns::Exactly | Turns::AtLeast => (0..=1, 0..=1),
            Turns::Offers => (of_red..=of_red, of_green..=of_green),
            Turns::OffersUpTo => (1..=1, 0..=of_green),
        };
        let is_one = |count: usize| match self.game.turns {
            Turns::Exactly | Turns::AtLeast => count == 1,
            Turns::Offers | Turns::OffersUpTo => true,
        };
        let mut parents = Vec::new();
        for reds in subsets(&red).filter(|set| reds.contains(&set.len())) {
            for greens in subsets(&green).filter(|set| greens.contains(&set.len()) && is_one(reds.len() + set.len())) {
                let mut parent = rows.to_vec();
                for (first, edges) in [(0, &reds), (n, &greens)] {
                    for &(u, v) in edges {
                        parent[first + u] &= !(1 << v);
                        parent[first + v] &= !(1 << u);
                    }
                }
                parents.push(parent);
            }
        }
        parents.retain(|parent| self.is_position(parent));
        parents
    }

    /// Every way to go on: an edge of whoever may be next, or an offer. Cost: all subsets of the free edges where
    /// offers may have any number.
    pub fn offers(&self, rows: &[u32]) -> Vec<Offer> {
        let free: Vec<_> = self.free(rows).collect();
        let answer = |rows: Vec<u32>| (!self.has_goal(&rows)).then_some(rows);
        let [red, green] = self.game.bias;
        let sizes = match self.game.turns {
            Turns::Exactly | Turns::AtLeast => {
                let movers = [Player::Red, Player::Green];
                let movers = movers
                    .into_iter()
                    .filter(|&by| self.next(rows).is_none_or(|next| next == by));
                let edge = |by: Player, edge| match by {
                    Player::Red => answer(Self::with(rows, &[edge], &[])),
                    Player::Green => answer(Self::with(rows, &[], &[edge])),
                };
                return movers
                    .flat_map(|by| free.iter().map(move |&uv| (by, uv)))
                    .map(|(by, uv)| Offer {
                        by,
                        edges: vec![uv],
                        answers: vec![edge(by, uv)],
                    })
                    .collect();
            }
            Turns::Offers => red + green..=red + green,
            Turns::OffersUpTo => 1..=red + green,
        };
        let mut offers = Vec::new();
        for set in subsets(&free).filter(|set| sizes.contains(&set.len())) {
            let choices = subsets(&set).filter(|kept| kept.len() == red);
            let answers = choices.map(|kept| {
                let rest: Vec<_> = set.iter().copied().filter(|edge| !kept.contains(edge)).collect();
                answer(Self::with(rows, &kept, &rest))
            });
            offers.push(Offer {
                by: Player::Green,
                answers: answers.collect(),
                edges: set.clone(),
            });
        }
        offers
    }

    /// A position of this level that random play came to.
    pub fn random_position(&self, level: usize, rng: &mut SplitMix64) -> Option<Vec<u32>> {
        const ATTEMPTS: usize = 64;
        (0..ATTEMPTS).find_map(|_| {
            let mut rows = self.start();
            while self.level(&rows) < level {
                let free: Vec<_> = self.free(&rows).collect();
                rows = self.random_turn(&rows, &free, rng)?;
            }
            Some(rows)
        })
    }

    /// A turn, or an edge of it, at random.
    fn random_turn(&self, rows: &[u32], free: &[(usize, usize)], rng: &mut SplitMix64) -> Option<Vec<u32>> {
        let [red, green] = self.game.bias;
        let mut chosen = |count: usize| {
            let order = rng.permutation(free.len());
            (count <= free.len()).then(|| order.into_iter().take(count).map(|at| free[at]).collect::<Vec<_>>())
        };
        let made = match self.game.turns {
            Turns::Exactly | Turns::AtLeast => {
                let edge = chosen(1)?;
                let by = self.next(rows).unwrap_or([Player::Red, Player::Green][rng.below(2)]);
                match by {
                    Player::Red => Self::with(rows, &edge, &[]),
                    Player::Green => Self::with(rows, &[], &edge),
                }
            }
            Turns::Offers => {
                let offer = chosen(red + green)?;
                Self::with(rows, &offer[..red], &offer[red..])
            }
            Turns::OffersUpTo => {
                let size = free.len().min(1 + green);
                let all = chosen(size)?;
                let size = if size == 0 { return None } else { 1 + rng.below(size) };
                Self::with(rows, &all[..1], &all[1..size])
            }
        };
        (!self.has_goal(&made)).then_some(made)
    }
}

/// Who is not this one.
pub(super) fn other(player: Player) -> Player {
    match player {
        Player::Red => Player::Green,
        Player::Green => Player::Red,
    }
}

/// All subsets.
pub(super) fn subsets<T: Copy>(of: &[T]) -> impl Iterator<Item = Vec<T>> + '_ {
    (0u64..1 << of.len()).map(|set| {
        let there = of.iter().enumerate().filter(move |(at, _)| set >> at & 1 == 1);
        there.map(|(_, &element)| element).collect()
    })
}
