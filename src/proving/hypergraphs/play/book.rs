//! The entries of a proof in the bytes of its body, read one at a time.

use proof::Opened;
use proof::play::{BadMoves, Unplayable};

use super::super::format::read;
use super::super::game::Rule;
use super::super::hypergraph::Hypergraph;
use super::super::maker_breaker::{Node, Reply, Rules, Then};
use super::super::schedule::Schedule;
use super::super::set::{Set, all, each, one, size};
use super::super::strong::HeldReply;
use super::Stones;

/// A proof as it was read. Memory: the body, and 8 bytes for each entry.
pub(in super::super) struct Book {
    pub name: String,
    pub rule: Rule,
    pub hypergraph: Hypergraph,
    /// The Maker-Breaker game of Black's sets.
    pub rules: Rules,
    pub first_wins: bool,
    body: Vec<u8>,
    /// Where the maps begin.
    maps: usize,
    map_count: usize,
    /// Where each entry begins, and the opening.
    entries: Vec<usize>,
}

/// A position of a strong game with White to move.
pub struct Entry {
    pub stones: Stones,
    pub sequences: Vec<Vec<u8>>,
    /// White's reply, Black's move, the next entry, and the map.
    pub answers: Vec<[usize; 4]>,
}

/// A position of a strong game with Black to move, which White keeps him from winning.
pub struct Held {
    pub white: Set,
    pub free: Set,
    pub replies: Vec<HeldReply>,
}

/// The body from some place on.
struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    fn number(&mut self, width: usize) -> Option<usize> {
        Some(
            self.take(width)?
                .iter()
                .rev()
                .fold(0, |number, &byte| number << 8 | usize::from(byte)),
        )
    }

    fn set(&mut self, n: usize) -> Option<Set> {
        let bytes = self.take(n.div_ceil(8))?.iter().rev();
        let set = bytes.fold(0, |set: Set, &byte| set << 8 | Set::from(byte));
        (set & !all(n) == 0).then_some(set)
    }
}

impl Book {
    /// # Errors
    /// [`Unplayable`] when head and body do not have the form of a proof. Whether entries follow is not asked.
    pub fn new(opened: Opened) -> Result<Self, Unplayable> {
        let wrong = |what: &str| Unplayable(format!("the line '{what}' of its head says what cannot be"));
        let name = opened.value("game").unwrap_or_default().to_owned();
        let rule = Rule::ALL.into_iter().find(|rule| name.starts_with(rule.family()));
        let rule = rule.ok_or_else(|| wrong("game"))?;
        let count = |word: &str| opened.value(word).and_then(|count| count.parse::<usize>().ok());
        let [maps, entries] = ["maps", "nodes"].map(count);
        let (map_count, entries) = (
            maps.ok_or_else(|| wrong("maps"))?,
            entries.ok_or_else(|| wrong("nodes"))?,
        );
        let [first, _] = rule.players();
        let winner = opened.value("winner");
        let first_wins = [true, false]
            .into_iter()
            .find(|&first| winner == Some(rule.winner(first)));
        let first_wins = first_wins.ok_or_else(|| wrong("winner"))?;
        let turns = opened.value("turns").unwrap_or_default();
        let letter = first.chars().next();
        let schedule = Schedule::of(turns.chars().map(|turn| Some(turn) == letter).collect());
        let short = || Unplayable("its content is not what its head says".into());
        let mut bytes = Bytes(&opened.body);
        let length = bytes.number(4).ok_or_else(short)?;
        let text = bytes
            .take(length)
            .and_then(|text| str::from_utf8(text).ok())
            .ok_or_else(short)?;
        let hypergraph = read(text).map_err(|error| Unplayable(error.to_string()))?.hypergraph;
        if hypergraph.names.iter().any(|name| name.contains(',')) {
            return Err(Unplayable("the name of an element has a comma".into()));
        }
        let may_be = rule == Rule::MakerBreaker || schedule.alternates(0);
        if !may_be || schedule.len() > size(hypergraph.free()) {
            return Err(wrong("turns"));
        }
        let maps = opened.body.len() - bytes.0.len();
        let n = hypergraph.len();
        for _ in 0..map_count {
            let map = bytes.take(n).ok_or_else(short)?;
            let images = map.iter().filter(|to| usize::from(**to) < n);
            if images.fold(0, |set, &to| set | one(to.into())) != all(n) {
                return Err(short());
            }
        }
        let rules = Rules::of_board(n, hypergraph.wins[0].clone(), schedule);
        let mut book = Self {
            name,
            rule,
            hypergraph,
            rules,
            first_wins,
            body: opened.body.clone(),
            maps,
            map_count,
            entries: Vec::new(),
        };
        let mut starts = Vec::new();
        let mut rest = bytes.0;
        for _ in 0..entries {
            starts.push(opened.body.len() - rest.len());
            let mut bytes = Bytes(rest);
            match (rule, first_wins) {
                (Rule::MakerBreaker, _) => _ = book.read_node(&mut bytes).ok_or_else(short)?,
                (Rule::Strong, true) => _ = book.read_entry(&mut bytes).ok_or_else(short)?,
                (Rule::Strong, false) => _ = book.read_held(&mut bytes).ok_or_else(short)?,
            }
            rest = bytes.0;
        }
        starts.push(opened.body.len() - rest.len());
        book.entries = starts;
        Ok(book)
    }

    /// Whether Maker or Black begins.
    pub fn first_begins(&self) -> bool {
        self.turn(0) != Some(false)
    }

    /// The number of elements that the winner takes from a time on before the loser's next turn.
    pub fn due(&self, time: usize) -> usize {
        self.rules.schedule.run(time, self.first_wins)
    }

    /// Whether Maker or Black has a turn.
    pub fn turn(&self, time: usize) -> Option<bool> {
        self.rules.schedule.turn(time)
    }

    /// A map.
    pub fn map(&self, number: usize) -> Result<&[u8], BadMoves> {
        let n = self.hypergraph.len();
        match number < self.map_count {
            true => Ok(&self.body[self.maps + number * n..][..n]),
            false => Err(BadMoves::Lacking),
        }
    }

    fn from(&self, entry: usize) -> Result<Bytes<'_>, BadMoves> {
        let begin = *self.entries.get(entry).ok_or(BadMoves::Lacking)?;
        Ok(Bytes(&self.body[begin..]))
    }

    /// A node of a Maker-Breaker game.
    pub fn node(&self, number: usize) -> Result<Node, BadMoves> {
        if number + 1 >= self.entries.len() {
            return Err(BadMoves::Lacking);
        }
        self.read_node(&mut self.from(number)?).ok_or(BadMoves::Lacking)
    }

    /// What the winner does at the start of a Maker-Breaker game.
    pub fn opening(&self) -> Result<Reply, BadMoves> {
        let mut bytes = self.from(self.entries.len() - 1)?;
        let run = self.rules.schedule.run(0, self.first_wins);
        self.read_reply(&mut bytes, run).ok_or(BadMoves::Lacking)
    }

    /// An entry of a strong game.
    pub fn entry(&self, number: usize) -> Result<Entry, BadMoves> {
        if number + 1 >= self.entries.len() {
            return Err(BadMoves::Lacking);
        }
        self.read_entry(&mut self.from(number)?).ok_or(BadMoves::Lacking)
    }

    /// Black's first move in a strong game, the entry and the map.
    pub fn strong_opening(&self) -> Result<(Option<usize>, usize, usize), BadMoves> {
        let mut bytes = self.from(self.entries.len() - 1)?;
        let mut opening = || Some((bytes.number(1)?, bytes.number(4)?, bytes.number(2)?));
        let (step, next, map) = opening().ok_or(BadMoves::Lacking)?;
        Ok(((step < self.hypergraph.len()).then_some(step), next, map))
    }

    /// An entry of a strong game that White does not lose.
    pub fn held(&self, number: usize) -> Result<Held, BadMoves> {
        if number + 1 >= self.entries.len() {
            return Err(BadMoves::Lacking);
        }
        self.read_held(&mut self.from(number)?).ok_or(BadMoves::Lacking)
    }

    /// What White does at the start of one.
    pub fn held_opening(&self) -> Result<HeldReply, BadMoves> {
        let mut bytes = self.from(self.entries.len() - 1)?;
        self.read_held_reply(&mut bytes).ok_or(BadMoves::Lacking)
    }

    fn read_held(&self, bytes: &mut Bytes) -> Option<Held> {
        let n = self.hypergraph.len();
        let (white, free) = (bytes.set(n)?, bytes.set(n)?);
        let count = bytes.number(1)?;
        let replies = (0..count).map(|_| self.read_held_reply(bytes)).collect::<Option<_>>()?;
        Some(Held { white, free, replies })
    }

    fn read_held_reply(&self, bytes: &mut Bytes) -> Option<HeldReply> {
        let kind = bytes.number(1)?;
        let count = bytes.number(1)?;
        let moves = bytes.take(count)?.to_vec();
        let is_inside = moves
            .iter()
            .all(|&element| usize::from(element) < self.hypergraph.len());
        let then = Self::read_then(bytes, kind)?;
        is_inside.then_some(HeldReply { moves, then })
    }

    fn read_node(&self, bytes: &mut Bytes) -> Option<Node> {
        let n = self.hypergraph.len();
        let (won, free) = (bytes.set(n)?, bytes.set(n)?);
        let (time, count) = (bytes.number(1)?, bytes.number(1)?);
        let run = self.rules.schedule.run(time + 1, self.first_wins);
        let replies = (0..count).map(|_| self.read_reply(bytes, run)).collect::<Option<_>>()?;
        Some(Node {
            won,
            free,
            time,
            replies,
        })
    }

    fn read_reply(&self, bytes: &mut Bytes, run: usize) -> Option<Reply> {
        let n = self.hypergraph.len();
        let kind = bytes.number(1)?;
        let moves = bytes
            .take(run)?
            .iter()
            .map(|&element| Some(usize::from(element)).filter(|element| *element < n));
        let moves = moves.collect();
        let then = Self::read_then(bytes, kind)?;
        Some(Reply { moves, then })
    }

    /// What a reply of a kind ends with.
    fn read_then(bytes: &mut Bytes, kind: usize) -> Option<Then> {
        Some(match kind {
            0 => Then::Node {
                next: bytes.number(4)?,
                map: bytes.number(2)?,
            },
            1 => Then::Decided,
            2 => Then::Potential,
            3 => {
                let count = bytes.number(1)?;
                let pairs = bytes.take(2 * count)?.chunks(2);
                let pair = |pair: &[u8]| {
                    pair.iter()
                        .fold(0, |set, &element| set | one(usize::from(element) % 128))
                };
                Then::Pairs(pairs.map(pair).collect())
            }
            _ => return None,
        })
    }

    fn read_entry(&self, bytes: &mut Bytes) -> Option<Entry> {
        let n = self.hypergraph.len();
        let stones = [bytes.set(n)?, bytes.set(n)?];
        let sequence = |bytes: &mut Bytes| {
            let length = bytes.number(1)?;
            let sequence = bytes.take(length)?.to_vec();
            sequence
                .iter()
                .all(|&element| usize::from(element) < n)
                .then_some(sequence)
        };
        let count = bytes.number(1)?;
        let sequences = (0..count).map(|_| sequence(bytes)).collect::<Option<_>>()?;
        let answer = |bytes: &mut Bytes| {
            let answer = [bytes.number(1)?, bytes.number(1)?, bytes.number(4)?, bytes.number(2)?];
            (answer[0].max(answer[1]) < n).then_some(answer)
        };
        let count = bytes.number(1)?;
        let answers = (0..count).map(|_| answer(bytes)).collect::<Option<_>>()?;
        Some(Entry {
            stones,
            sequences,
            answers,
        })
    }

    /// Who has won, `Some(None)` for a tie; `None` while the game goes on.
    pub fn winner(&self, stones: Stones, time: usize) -> Option<Option<usize>> {
        let owns = |side: usize| self.hypergraph.wins[side].iter().any(|set| set & !stones[side] == 0);
        match self.rule {
            Rule::MakerBreaker => {
                let living = self.rules.living(&self.position(stones, time)).sets;
                match living.first() {
                    Some(0) => Some(Some(0)),
                    None => Some(Some(1)),
                    Some(_) => None,
                }
            }
            Rule::Strong => match () {
                () if owns(0) => Some(Some(0)),
                () if owns(1) => Some(Some(1)),
                () if stones[0] | stones[1] == all(self.hypergraph.len()) => {
                    // What is proved is that Black does not win.
                    Some((!self.first_wins).then_some(1))
                }
                () => None,
            },
        }
    }

    /// How much the open sets through each element weigh, for a side that is to move.
    pub fn weights(&self, stones: Stones, time: usize, side: usize) -> [f64; 128] {
        let mut weights = [0.0; 128];
        let living = match self.rule {
            Rule::MakerBreaker => vec![(1.0, self.rules.living(&self.position(stones, time)).sets)],
            Rule::Strong => {
                let open = |of: usize| {
                    let sets = self.hypergraph.wins[of]
                        .iter()
                        .filter(|set| **set & stones[1 - of] == 0);
                    sets.map(|set| set & !stones[of]).collect::<Vec<Set>>()
                };
                vec![(1.5, open(side)), (1.0, open(1 - side))]
            }
        };
        for (factor, sets) in living {
            for set in sets {
                each(set).for_each(|element| weights[element] += factor * 0.2f64.powi(size(set) as i32));
            }
        }
        weights
    }
}
