//! The graph Ramsey games: Red and Green colour edges of a board in turn, and completing a copy of a graph in the own
//! colour is forbidden, loses or wins. (W. Slany, "Graph Ramsey games", 1999.)
//!
//! Positions in which somebody has completed a copy are finished: nothing is to be known of them, and they are not
//! stored. A level holds the positions with as many edges coloured by moves. One red edge more than green ones, or as
//! many, says who is next, but where a move colours one or more edges ([`Form::several`]): there a position has a value
//! for either player, and a step of one edge, after which the same player may go on, stands for all moves.

mod demand;
mod ending;
mod goal;
mod moves;
mod name;
mod offers;
mod position;
mod turns;
mod way;

use base::record::Twofold;

pub use ending::{Form, Full, Offers};
pub(crate) use name::example;
pub use name::{Terms, WORDS, usual_order};
pub use position::Position;
pub use turns::Turns;

use super::about;
use canon::vector::{Unit, Vector, twinned};
use canon::{CanonicalPair, Frame, Lanes, PAIR_KEY_ORDER_MOST, PairKey, PairRefined, pair_key_width};
use game::values::{Completion, Play, Player, Turn};
use game::{About, BadPosition, Board, Demand, Game, Keys, Levels, Move, NoRulebook, Rulebook, Signature, Source};
use graph::{COLOURS, Graph16, Row, TwoColoured, bare, parse_edge_list, parse_two_coloured};

/// Most vertices of a board.
pub const RAMSEY_MOST: u32 = PAIR_KEY_ORDER_MOST as u32;

/// The word before the edges that are offered, in the text of a position.
const OFFER: &str = "offer:";

/// Most vertices of a board with a frame: the judge's canonical form holds no more.
const FRAMED_MOST: usize = 10;

/// A two-colour game on a board of at most 11 vertices.
#[derive(Clone, Debug)]
pub struct Ramsey {
    name: String,
    terms: Terms,
    n: usize,
    vector: Option<Vector>,
    /// The pairs that moves may colour.
    board: [u16; 16],
    /// The edges coloured before the game.
    coloured: TwoColoured<u16, 16>,
    frame: Option<Frame<u16, 16>>,
    /// Whether what Red, and Green, completes is a triangle.
    triangle: [bool; 2],
}

/// The pairs that a player may colour.
struct Open {
    /// Without completing a copy.
    safe: [u16; 16],
    /// Completing one.
    closing: [u16; 16],
}

impl Ramsey {
    /// The game of these terms on `n` vertices.
    ///
    /// # Errors
    /// A sentence when the board or what is coloured on it does not fit.
    pub fn new(terms: Terms, n: usize) -> Result<Self, String> {
        let name = terms.name();
        let all = u16::below(n);
        let mut board: [u16; 16] = std::array::from_fn(|v| if v < n { all & !u16::bit(v) } else { 0 });
        if let Some(graph) = &terms.board {
            if graph.order() != n {
                return Err(format!(
                    "its board has {} vertices, not {n}; leave -n out or give {0}",
                    graph.order()
                ));
            }
            board = *graph.rows();
        }
        let mut layers = [Graph16::empty(n); 2];
        for (colour, edges) in terms.coloured.iter().enumerate() {
            for &(u, v) in edges {
                if u >= n || v >= n || !board[u].has(v) {
                    return Err(format!(
                        "{u}-{v}, {} before the game, is no edge of the board",
                        COLOURS[colour]
                    ));
                }
                layers[colour].toggle(u, v);
            }
        }
        let [red, green] = layers;
        let coloured = TwoColoured::new(red, green).ok_or("an edge is both red and green before the game")?;
        for (graph, rules) in layers.iter().zip(&terms.rules) {
            if let Some(why) = rules.violation(graph) {
                return Err(format!("the game is over before it begins: {why}"));
            }
        }
        let absent: [u16; 16] = std::array::from_fn(|v| if v < n { all & !u16::bit(v) & !board[v] } else { 0 });
        let taken = coloured.union();
        (0..n).for_each(|v| board[v] &= !taken.rows()[v]);
        let is_plain = absent == [0; 16] && taken.size() == 0;
        if !is_plain && n > FRAMED_MOST {
            return Err(format!(
                "a board that is not complete, or has edges coloured before the game, has at most {FRAMED_MOST} vertices"
            ));
        }
        let free = board.iter().map(|row| row.count()).sum::<u32>() / 2;
        if let Some(bias) = terms.turns.bias.into_iter().find(|&bias| bias > free.max(1)) {
            return Err(format!("a turn of {bias} edges does not fit a board of {free}"));
        }
        let frame = (!is_plain).then(|| Frame::new(n, [absent, *red.rows(), *green.rows()]));
        Ok(Self {
            name,
            n,
            vector: Vector::detect(),
            board,
            coloured,
            frame,
            triangle: terms.rules.each_ref().map(|rules| rules.forbidden() == "K3"),
            terms,
        })
    }

    /// How the game ends, unless misère play is asked for.
    pub fn play(&self) -> Play {
        self.terms.form.play(self.free_edges())
    }

    /// Number of edges that moves can colour.
    pub fn free_edges(&self) -> u32 {
        self.board.iter().map(|row| row.count()).sum::<u32>() / 2
    }

    /// Who is next when moves have coloured so many edges, but where a move colours one or more.
    fn next_at(&self, edges: u32) -> Player {
        self.terms.turns.next(edges)
    }

    fn is_plus(&self) -> bool {
        self.terms.form.several
    }

    fn refined(&self, played: &TwoColoured<u16, 16>) -> PairRefined<16> {
        PairRefined::new(self.vector, played, self.frame.as_ref())
    }

    fn canonical(&self, position: &Position) -> CanonicalPair<u16, 16> {
        CanonicalPair::of_pair(self.vector, position.played(), self.frame.as_ref(), position.refined())
    }

    /// Whose turn it may be.
    fn movers(&self, position: &Position) -> &'static [Player] {
        match position.next() {
            _ if self.is_plus() => &Player::BOTH,
            Player::First => &[Player::First],
            Player::Second => &[Player::Second],
        }
    }

    /// What of the board the player's colour has, edges coloured before the game included.
    fn own(&self, played: &TwoColoured<u16, 16>, by: Player) -> Graph16 {
        let (own, before) = (
            played.layer(by as usize).rows(),
            self.coloured.layer(by as usize).rows(),
        );
        Graph16::from_rows(self.n, std::array::from_fn(|v| own[v] | before[v]))
    }

    /// The pairs that `by` may colour. Cost: for triangles a few vector operations, else a search for each pair.
    fn open(&self, played: &TwoColoured<u16, 16>, by: Player) -> Open {
        let taken = played.union();
        let mut safe: [u16; 16] = std::array::from_fn(|v| self.board[v] & !taken.rows()[v]);
        let mut closing = [0; 16];
        if self.terms.form.red_alone && by == Player::Second {
            return Open { safe, closing };
        }
        let own = self.own(played, by);
        if self.triangle[by as usize] {
            let once = paths_of_two(self.vector, own.rows());
            for v in 0..16 {
                closing[v] = safe[v] & once[v];
                safe[v] &= !once[v];
            }
            return Open { safe, closing };
        }
        let open = self.terms.rules[by as usize].open_among(&own, &safe);
        for v in 0..16 {
            closing[v] = safe[v] & !open[v];
        }
        safe = open;
        Open { safe, closing }
    }

    /// The position after `by` has coloured `uv`.
    fn after(&self, position: &Position, by: Player, (u, v): (usize, usize)) -> Position {
        let played = position.played().toggled(by as usize, u, v);
        let next = match self.is_plus() {
            true => by.other(),
            false => self.next_at(played.size()),
        };
        Position::new(self.refined(&played), played, next).stepped(by)
    }

    fn at(&self, played: TwoColoured<u16, 16>) -> Position {
        let next = match (self.is_plus(), self.terms.form.offers) {
            (_, Some(_)) => Player::Second,
            (true, _) => self.terms.turns.starter,
            (false, _) => self.next_at(played.size()),
        };
        Position::new(self.refined(&played), played, next)
    }

    /// Why no turns lead to so many edges of either colour.
    fn wrong_numbers(&self, played: &TwoColoured<u16, 16>) -> Option<String> {
        let [red, green] = [0, 1].map(|colour| played.layer(colour).size());
        let Turns { bias, .. } = self.terms.turns;
        let by_turns = self.terms.turns.coloured(red + green);
        let coloured = format!("moves have coloured {red} edges red and {green} green, but");
        match self.terms.form.offers {
            Some(Offers::All) if red % bias[0] != 0 || green * bias[0] != red * bias[1] => Some(format!(
                "{coloured} each offer has {} red and {} green edges",
                bias[0], bias[1]
            )),
            Some(Offers::UpToAll) if green > red * bias[1] => Some(format!(
                "{coloured} each offer has a red edge and at most {} green ones",
                bias[1]
            )),
            Some(_) => None,
            None if self.is_plus() || [red, green] == by_turns => None,
            None if self.terms.turns == Turns::ALTERNATING => {
                Some(format!("{coloured} Red begins and the players take turns"))
            }
            None => Some(format!(
                "{coloured} by turns they colour {} red and {} green",
                by_turns[0], by_turns[1]
            )),
        }
    }

    /// Why Green cannot offer these edges.
    fn wrong_offer(&self, played: &TwoColoured<u16, 16>, offer: &Graph16) -> Option<String> {
        let Some(offers) = self.terms.form.offers else {
            return Some("nothing is offered in this game".into());
        };
        let free = self.open(played, Player::Second).safe;
        if let Some((u, v)) = offer.edges().find(|&(u, v)| !free[u].has(v)) {
            return Some(format!("{u}-{v} is no edge that can be offered"));
        }
        let all = self.terms.turns.bias.iter().sum::<u32>();
        match (offers, offer.size()) {
            (Offers::All, size) if size != all => Some(format!("an offer has {all} edges, not {size}")),
            (Offers::UpToAll, size) if !(1..=all).contains(&size) => {
                Some(format!("an offer has 1 to {all} edges, not {size}"))
            }
            _ => None,
        }
    }

    /// What keeps these edges from being a position, as the end of a sentence about it.
    fn violation(&self, played: &TwoColoured<u16, 16>) -> Option<Violation> {
        for (u, v) in played.union().edges() {
            if !self.board[u].has(v) {
                let why = format!("{u}-{v} is no edge of the board that a move can colour");
                return Some(Violation { why, by: None });
            }
        }
        // Where something is completed, that is what a person wants to hear.
        let completed = Player::BOTH.into_iter().find_map(|by| {
            if self.terms.form.red_alone && by == Player::Second {
                return None;
            }
            let why = self.terms.rules[by as usize].violation(&self.own(played, by))?;
            let colour = COLOURS[by as usize];
            let why = match self.terms.form.completion {
                None => format!("in {colour}, {why}"),
                Some(_) => format!("the game is over: in {colour}, {why}"),
            };
            Some(Violation { why, by: Some(by) })
        });
        let numbers = || self.wrong_numbers(played).map(|why| Violation { why, by: None });
        completed.or_else(numbers)
    }
}

/// What keeps a colouring from being a position.
struct Violation {
    /// The end of a sentence about it.
    why: String,
    /// Whose edges are to blame, if one player's are.
    by: Option<Player>,
}

/// For each vertex, what paths of two edges reach.
fn paths_of_two(vector: Option<Vector>, rows: &[u16; 16]) -> [u16; 16] {
    #[inline(always)]
    fn body<U: Unit, R: Lanes<W>, const W: usize>(unit: U, rows: &[R; W]) -> [R; W] {
        R::unions(unit, rows, rows)
    }
    fn twins<R: Lanes<W>, const W: usize>(vector: Option<Vector>, rows: &[R; W]) -> [R; W] {
        twinned!(vector, body, [], (rows: &[R; W]), [R; W])
    }
    twins(vector, rows)
}

impl Game for Ramsey {
    type Position = Position;

    fn name(&self) -> &str {
        &self.name
    }

    fn order(&self) -> usize {
        self.n
    }

    fn about(&self) -> About {
        about(&self.name).expect("it is a name")
    }

    fn rulebook(&self) -> Result<Rulebook, NoRulebook> {
        let has_roles = self.play().hunter().is_some();
        if self.is_plus() && !has_roles {
            return Err(NoRulebook::Several);
        }
        Ok(Rulebook {
            signature: Signature::Colours,
            parts: self.terms.rules.iter().map(|rules| rules.parts()).collect(),
            connected: false,
            board: Some(Board {
                pairs: Graph16::from_rows(self.n, self.board),
                before: [0, 1].map(|colour| *self.coloured.layer(colour)),
            }),
            red_alone: self.terms.form.red_alone,
            turns: has_roles.then(|| self.turns_as_data()),
        })
    }

    fn empty(&self) -> Position {
        self.at(TwoColoured::empty(self.n))
    }

    fn is_legal(&self, position: &Position) -> bool {
        self.violation(position.played()).is_none()
    }

    fn moves(&self, position: &Position) -> Vec<Move<Position>> {
        self.all_moves(position)
    }

    fn parse(&self, text: &str) -> Result<Position, BadPosition> {
        let (mut next, mut offer) = (None, None);
        let mut said = parse_two_coloured(text, self.n, |word| {
            let named = word.strip_prefix("next:");
            let named = named.and_then(|named| COLOURS.iter().position(|&colour| colour == named));
            next = next.or(named.map(|named| Player::BOTH[named]));
            let edges = word.strip_prefix(OFFER).map(|edges| parse_edge_list(edges, self.n));
            let is_offer = edges.is_some();
            offer = offer.take().or(edges);
            named.is_some() || is_offer
        })?;
        let illegal = |why: String, by| BadPosition::Illegal {
            text: bare(text).into(),
            why,
            by,
        };
        for by in Player::BOTH {
            for (u, v) in self.coloured.layer(by as usize).edges() {
                if said.layer(by.other() as usize).has_edge(u, v) {
                    let why = format!("{u}-{v} is {} before the game", COLOURS[by as usize]);
                    return Err(illegal(why, None));
                }
                if said.layer(by as usize).has_edge(u, v) {
                    said = said.toggled(by as usize, u, v);
                }
            }
        }
        if let Some(Violation { why, by }) = self.violation(&said) {
            return Err(illegal(why, by));
        }
        let position = self.at(said);
        if let Some(offer) = offer.transpose()? {
            let why = self.wrong_offer(&said, &offer);
            return match why {
                Some(why) => Err(illegal(why, None)),
                None => Ok(position.with_offer(offer, Player::First)),
            };
        }
        match next {
            Some(next) if self.is_plus() => Ok(position.with_next(next)),
            Some(next) if next != position.next() => {
                let colour = COLOURS[position.next() as usize];
                Err(illegal(format!("{colour} is next, as the numbers of edges say"), None))
            }
            _ => Ok(position),
        }
    }

    fn graph6(&self, position: &Position) -> String {
        let mut said = *position.played();
        for colour in 0..2 {
            for (u, v) in self.coloured.layer(colour).edges() {
                said = said.toggled(colour, u, v);
            }
        }
        if let Some(offer) = position.offer() {
            let edges: Vec<String> = offer.edges().map(|(u, v)| format!("{u}-{v}")).collect();
            return format!("{} {OFFER}{}", said.text(), edges.join(","));
        }
        match self.is_plus() && position.next() != self.terms.turns.starter {
            true => said.text() + " next:" + COLOURS[position.next() as usize],
            false => said.text(),
        }
    }

    fn edges(&self, position: &Position) -> u32 {
        position.played().size()
    }

    fn next(&self, position: &Position) -> Option<Player> {
        Some(position.next())
    }

    fn due(&self) -> [u8; 2] {
        self.terms.turns.bias.map(|edges| edges as u8)
    }

    fn turn(&self, position: &Position) -> Turn {
        Turn {
            next: Some(position.next()),
            due: self.due(),
            offers: self.terms.form.offers.is_some() && position.offer().is_none(),
        }
    }

    fn demand(&self, position: &Position) -> Demand {
        self.demanded(position)
    }

    fn ended(&self, position: &Position, edges: &[(usize, usize)]) -> Option<Position> {
        self.ended_by(position, edges)
    }

    fn is_between(&self, position: &Position) -> bool {
        position.offer().is_some()
    }

    fn level_of(&self, position: &Position) -> u32 {
        match self.terms.form.offers {
            None => self.edges(position),
            Some(_) => self.rounds(position.played()),
        }
    }

    fn can_end(&self, position: &Position) -> bool {
        match (self.terms.form.completion, self.terms.form.offers) {
            (None, _) => false,
            (_, Some(offers)) => self.can_offer_end(offers, position.played()),
            // Only Red completes something, and may be next.
            (Some(Completion::WinsFor(_)), _) if self.is_plus() => {
                self.open(position.played(), Player::First).closing != [0; 16]
            }
            _ => self.open(position.played(), position.next()).closing != [0; 16],
        }
    }

    fn most_left(&self, position: &Position) -> Option<u32> {
        let free = self.free(position.played());
        Some(match self.terms.form.offers {
            Some(Offers::All) => free / self.terms.turns.bias.iter().sum::<u32>(),
            _ => free,
        })
    }
}

impl Keys for Ramsey {
    type Record = Twofold;

    fn key_width(&self) -> usize {
        pair_key_width(self.n)
    }

    fn top(&self) -> Option<u32> {
        None
    }

    fn level(&self, record: Twofold) -> u32 {
        let played = PairKey::from_sealed(record).graph::<u16, 16>(self.n);
        played.map_or(0, |played| match self.terms.form.offers {
            None => played.size(),
            Some(_) => self.rounds(&played),
        })
    }

    fn position(&self, record: Twofold) -> Position {
        // The empty board does for a key that none has: its own key is another one.
        let played = PairKey::from_sealed(record).graph(self.n);
        self.at(played.unwrap_or(TwoColoured::empty(self.n)))
    }

    fn record(&self, position: &Position) -> Twofold {
        match position.canonical() {
            Some(canonical) => canonical.key.record(),
            None => self.canonical(position).key.record(),
        }
    }

    fn labelled(&self, position: Position) -> Position {
        let canonical = self.canonical(&position);
        position.with_canonical(canonical)
    }

    #[inline]
    fn signature(&self, position: &Position) -> u64 {
        position.refined().signature()
    }

    fn sign(&self, records: &[Twofold], hashes: &mut [u64]) {
        for (&record, hash) in records.iter().zip(hashes) {
            *hash = self.position(record).refined().signature() & !1;
        }
    }

    fn needed_search(&self, position: &Position) -> bool {
        match position.canonical() {
            Some(canonical) => canonical.needed_search(),
            None => self.canonical(position).needed_search(),
        }
    }
}

impl Levels for Ramsey {
    type Scratch = ();

    fn source(&self) -> Source {
        Source::Ascent("no list of the colourings that leave no safe move is known")
    }

    fn saturated(&self, _progress: &(dyn Fn(u64, u64) + Sync)) -> Vec<Twofold> {
        panic!("the saturated positions come from an ascent")
    }

    fn expand(&self, above: Twofold, (): &mut (), visit: impl FnMut(Position)) -> u64 {
        self.delete_edges(above, visit)
    }

    fn ascend(&self, below: Twofold, visit: impl FnMut(Twofold)) -> bool {
        self.add_edges(below, visit)
    }

    fn any_child(&self, position: &Position, mut test: impl FnMut(u64, &Position) -> bool) -> bool {
        let places = match position.canonical() {
            Some(canonical) => canonical.places(),
            None => self.canonical(position).places(),
        };
        if let Some(offers) = self.terms.form.offers {
            return self.offers(
                offers,
                position.played(),
                &places,
                |choices: Vec<TwoColoured<u16, 16>>| {
                    let last = choices.len() - 1;
                    choices.into_iter().enumerate().any(|(index, played)| {
                        let child = self.at(played).closing_offer(index == last);
                        test(child.refined().signature(), &child)
                    })
                },
            );
        }
        let into = position.into().map(|(by, (u, v))| (by, places.of(u, v)));
        self.movers(position).iter().any(|&by| {
            let safe = self.open(position.played(), by).safe;
            super::canonical_pair::firsts(&safe, &places).any(|(u, v)| {
                if into == Some((by, places.of(u, v))) {
                    return false;
                }
                let child = self.after(position, by, (u, v));
                test(child.refined().signature(), &child)
            })
        })
    }

    fn is_out_of_reach(&self, position: &Position) -> bool {
        if self.play().hunter().is_none() {
            return false;
        }
        let free = self.open(position.played(), Player::Second).safe;
        let own = self.own(position.played(), Player::First);
        let rows = std::array::from_fn(|v| own.rows()[v] | free[v]);
        let all = Graph16::from_rows(self.n, rows);
        self.terms.rules[0].violation(&all).is_none()
    }

    fn closes_offer(&self, child: &Position) -> bool {
        child.closes_offer()
    }

    fn stepper(&self, child: &Position) -> Option<Player> {
        child.by().filter(|_| self.is_plus())
    }

    fn stepper_above(&self, position: &Position) -> Option<Player> {
        position.into().map(|(by, _)| by).filter(|_| self.is_plus())
    }
}
