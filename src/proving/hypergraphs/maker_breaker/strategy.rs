//! The winner's strategy: the positions of the search in which the loser is to move, each with replies that answer all
//! of the loser's moves.
//!
//! A node claims: when the elements `won` are the winner's and of `free` each is free or his, he wins, whatever the
//! rest. What matters of it is the family of sets that this leaves; docs/hypergraphs.md says when a reply follows.

use std::collections::HashMap;

use super::super::group::Names;
use super::super::hash::ByMixing;
use super::super::set::{Set, all, each, minimal, one, size, union};
use super::leaves::{BOUND, pairing, potential};
use super::rules::{Position, Rules};
use super::search::{Halt, Search};

/// A position with the loser to move.
pub struct Node {
    pub won: Set,
    pub free: Set,
    pub time: usize,
    pub replies: Vec<Reply>,
}

/// What the winner does after a move of the loser.
pub struct Reply {
    /// His elements, one for each of his turns; none where he needs none.
    pub moves: Vec<Option<usize>>,
    pub then: Then,
}

/// Why he wins then.
pub enum Then {
    /// By a node, whose elements are the images under a map.
    Node { next: usize, map: usize },
    /// The game is decided.
    Decided,
    /// Breaker takes the element with the greatest weight each time.
    Potential,
    /// Breaker answers one element of a pair with the other.
    Pairs(Vec<Set>),
}

/// The whole strategy.
pub struct Strategy {
    pub maker_wins: bool,
    /// Each node leads to nodes before it.
    pub nodes: Vec<Node>,
    /// What the winner does at the start.
    pub opening: Reply,
    /// The maps that replies name.
    pub maps: Vec<Vec<u8>>,
}

impl Strategy {
    /// The strategy of the winner from a position.
    ///
    /// # Errors
    /// [`Halt`].
    pub fn of(search: &mut Search, start: &Position, maker_wins: bool) -> Result<Self, Halt> {
        let mut maker = Maker {
            maker_wins,
            nodes: Vec::new(),
            known: HashMap::default(),
            names: Names::default(),
        };
        let opening = maker.reply(search, start, None)?.reply;
        Ok(Self {
            maker_wins,
            nodes: maker.nodes,
            opening,
            maps: maker.names.maps,
        })
    }

    /// The number of replies, the opening not counted.
    pub fn replies(&self) -> usize {
        self.nodes.iter().map(|node| node.replies.len()).sum()
    }
}

struct Maker {
    maker_wins: bool,
    nodes: Vec<Node>,
    /// Nodes by key, and whether they rest on the end of Maker's turns.
    known: HashMap<u128, (usize, bool), ByMixing>,
    names: Names,
}

/// A reply, and what it is worth.
struct Answer {
    reply: Reply,
    /// The elements that the winner must be able to get.
    asked: Set,
    /// The moves of the loser that it does not answer.
    open: Set,
    is_limited: bool,
}

impl Maker {
    /// The node of a position with the loser to move, the map to it, and whether it is limited.
    fn node(&mut self, search: &mut Search, position: &Position) -> Result<(usize, usize, bool), Halt> {
        let rules = search.rules;
        let living = rules.living(position);
        let key = rules.key(&living.sets, position.time);
        let map = key.map;
        if let Some(&(node, is_limited)) = self.known.get(&key.hash) {
            return Ok((node, map, is_limited));
        }
        // The image stands for all positions with this key; its own map is the identity.
        let position = &Position {
            maker: rules.group.image(key.map, position.maker),
            free: rules.group.image(key.map, position.free),
            time: position.time,
        };
        let living = rules.living(position);
        let mut open = union(&living.sets);
        let (mut replies, mut asked, mut is_limited) = (Vec::new(), 0, living.is_limited && !self.maker_wins);
        for element in search.ordered(&living.sets, open) {
            if open >> element & 1 == 0 {
                continue;
            }
            let answer = self.reply(search, position, Some(element))?;
            if answer.open >> element & 1 == 1 {
                return Err(Halt::Contradiction);
            }
            open &= answer.open;
            asked |= answer.asked;
            is_limited |= answer.is_limited;
            replies.push(answer.reply);
        }
        let others = all(rules.n) & !(position.maker | position.free);
        let won = if self.maker_wins { position.maker } else { others };
        let free = if is_limited {
            position.free
        } else {
            asked & position.free
        };
        let node = self.nodes.len();
        self.nodes.push(Node {
            won,
            free,
            time: position.time,
            replies,
        });
        self.known.insert(key.hash, (node, is_limited));
        Ok((node, map, is_limited))
    }

    /// The reply after a move of the loser, or the winner's first moves.
    fn reply(&mut self, search: &mut Search, before: &Position, element: Option<usize>) -> Result<Answer, Halt> {
        let rules = search.rules;
        let after = match element {
            Some(element) => before.with(one(element), !self.maker_wins),
            None => *before,
        };
        let base = rules.living(before).sets;
        if let Some(answer) = self.by_rule(rules, &after, &base, &[], element.is_none()) {
            return Ok(answer);
        }
        let (moves, position) = search.chosen(&after, self.maker_wins)?;
        if let Some(answer) = self.by_rule(rules, &position, &base, &moves, element.is_none()) {
            return Ok(answer);
        }
        let (next, map, is_limited) = self.node(search, &position)?;
        let node = &self.nodes[next];
        let sets = rules.claimed(self.maker_wins, node.won, node.free, node.time);
        let sets: Vec<Set> = sets.iter().map(|&set| rules.group.preimage(map, set)).collect();
        let map = self.names.of(&rules.group, map);
        let then = Then::Node { next, map };
        let found = self.follows(rules, &base, position.time, moves, &sets, then);
        found.map(|answer| Answer {
            is_limited: answer.is_limited || is_limited,
            ..answer
        })
    }

    /// A reply after which the game is decided or a rule decides it. Without `moves` the winner has made none of those
    /// that he has now.
    fn by_rule(
        &self,
        rules: &Rules,
        position: &Position,
        base: &[Set],
        moves: &[Option<usize>],
        is_opening: bool,
    ) -> Option<Answer> {
        let schedule = &rules.schedule;
        let living = rules.living(position);
        let run = schedule.run(position.time, self.maker_wins);
        let end = position.time + run;
        let moves = [moves, &vec![None; run]].concat();
        let all_moves = moves.iter().flatten().fold(0, |set, element| set | one(*element));
        if self.maker_wins {
            // Maker's sets are tried when his moves are chosen.
            let answer = Answer {
                reply: Reply {
                    moves,
                    then: Then::Decided,
                },
                asked: all_moves,
                open: all_moves,
                is_limited: false,
            };
            return (living.sets.first() == Some(&0)).then_some(answer);
        }
        if living.sets.is_empty() {
            return self.follows(rules, base, end, moves, &[], Then::Decided).ok();
        }
        // From the loser's move before, or from the start.
        let begin = end - moves.len() - usize::from(!is_opening);
        if !schedule.alternates(begin) {
            return None;
        }
        let bound = if run == 1 { BOUND } else { BOUND / 2 };
        if potential(living.sets.iter().copied()) < bound {
            let left: Vec<Set> = base.iter().copied().filter(|set| set & all_moves == 0).collect();
            let open = match is_opening {
                true => 0,
                false => {
                    let turns = schedule.makers(end);
                    let is_open = |element: &usize| {
                        let left = left.iter().map(|set| set & !one(*element));
                        potential(minimal(left.filter(|&set| size(set) <= turns).collect()).into_iter()) >= bound
                    };
                    each(union(base))
                        .filter(is_open)
                        .fold(0, |set, element| set | one(element))
                }
            };
            return Some(Answer {
                reply: Reply {
                    moves,
                    then: Then::Potential,
                },
                asked: union(&left) | all_moves,
                open: open | all_moves,
                is_limited: living.is_limited,
            });
        }
        let pairs = pairing(&living.sets).filter(|_| size(living.sets[0]) > 1)?;
        self.follows(rules, base, end, moves, &pairs.clone(), Then::Pairs(pairs))
            .ok()
    }

    /// The reply that leads to a family of sets, if it follows: `base` are the living sets before the loser's move,
    /// `end` is the time after the winner's.
    fn follows(
        &self,
        rules: &Rules,
        base: &[Set],
        end: usize,
        moves: Vec<Option<usize>>,
        next: &[Set],
        then: Then,
    ) -> Result<Answer, Halt> {
        let all_moves = moves.iter().flatten().fold(0, |set, element| set | one(*element));
        let asked = union(next) | all_moves;
        let turns = rules.schedule.makers(end);
        let (mut open, mut is_limited) = (asked, false);
        if self.maker_wins {
            let left: Vec<Set> = base
                .iter()
                .map(|set| set & !all_moves)
                .filter(|&set| size(set) <= turns)
                .collect();
            let has = |wanted: &Set| left.iter().any(|set| set & !wanted == 0);
            if !next.iter().all(has) {
                return Err(Halt::Contradiction);
            }
        } else {
            for &set in base.iter().filter(|set| *set & all_moves == 0) {
                if next.iter().any(|part| part & !set == 0) {
                    continue;
                }
                // Maker has too few turns for it, unless the move before was one of its elements.
                is_limited = true;
                match size(set) {
                    few if few <= turns => return Err(Halt::Contradiction),
                    last if last == turns + 1 => open |= set,
                    _ => {}
                }
            }
        }
        let reply = Reply { moves, then };
        Ok(Answer {
            reply,
            asked,
            open,
            is_limited,
        })
    }
}
