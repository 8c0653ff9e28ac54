//! Two-colour games with one method that does not do what it should.

use game::values::Player;
use game::{About, BadPosition, Demand, Game, Keys, Levels, Move, Source};
use games::{Ramsey, Terms};
use verify::check_game::Property;

/// What is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Broken {
    Nothing,
    NextIsRed,
    NextIsUnknown,
    CanEndNever,
    CanEndAtEveryCopy,
    MostLeftOneTooMany,
    ParseOutOfTurn,
    ParseBlamesTheOther,
    IsLegalOutOfTurn,
    MovesMissOneOfGreen,
    MovesHaveAnIllegalOneOfGreen,
    MovesOfTheOther,
    MovesThatDoNotEnd,
    DemandsAnEdge,
    EndedNever,
    AnyChildOfRedAlone,
    StepperIsTheOther,
    StepperIsUnknown,
    StepperAboveIsTheOther,
    SignatureOfTheCopy,
    SignatureOfGreensTurn,
    RecordWithoutColours,
    ExpandMissesRed,
    AscendOfRedAlone,
}

/// Each with the game that it is tried on, one with the same positions and other rules, and the properties that fail.
pub const CASES: &[(&str, &str, Broken, &[Property])] = {
    use Broken::*;
    use Property::*;
    let (sim, avoid, plus, free) = ("sim", "ramsey-avoid:K3", "sim-plus", "ramsey-avoid:K5");
    let other_turns = "ramsey-avoid-plus:K3";
    &[
        (sim, free, Nothing, &[]),
        (avoid, free, Nothing, &[]),
        (plus, free, Nothing, &[]),
        (sim, free, NextIsRed, &[Turns]),
        (plus, free, NextIsRed, &[Turns]),
        (sim, free, NextIsUnknown, &[Turns]),
        (sim, free, CanEndNever, &[Turns]),
        (avoid, sim, CanEndAtEveryCopy, &[Turns]),
        (sim, free, MostLeftOneTooMany, &[Turns]),
        (avoid, other_turns, ParseOutOfTurn, &[IllegalMoves]),
        (plus, free, ParseBlamesTheOther, &[IllegalMoves]),
        (avoid, other_turns, IsLegalOutOfTurn, &[IllegalMoves]),
        (avoid, free, MovesMissOneOfGreen, &[Moves]),
        (plus, free, MovesMissOneOfGreen, &[Moves]),
        ("ramsey-avoid:P3", free, MovesHaveAnIllegalOneOfGreen, &[Moves]),
        (sim, free, MovesOfTheOther, &[Moves]),
        (plus, free, MovesOfTheOther, &[Moves]),
        (sim, free, MovesThatDoNotEnd, &[Moves]),
        (plus, free, DemandsAnEdge, &[Moves]),
        (sim, free, EndedNever, &[Moves]),
        (plus, free, AnyChildOfRedAlone, &[Children]),
        (plus, free, StepperIsTheOther, &[Children]),
        (plus, free, StepperIsUnknown, &[Children]),
        (plus, free, StepperAboveIsTheOther, &[Downwards]),
        (sim, free, SignatureOfTheCopy, &[Signature]),
        (plus, free, SignatureOfGreensTurn, &[Signature]),
        (
            sim,
            free,
            RecordWithoutColours,
            &[CanonicalForm, Signature, Children, Downwards, Upwards, LevelsDown],
        ),
        (plus, free, ExpandMissesRed, &[Downwards, LevelsDown]),
        (plus, free, AscendOfRedAlone, &[Upwards, LevelsDown, LevelsUp]),
    ]
};

/// A right game, but for one method.
pub struct BrokenRamsey {
    right: Ramsey,
    other: Ramsey,
    broken: Broken,
    pub name: String,
}

type Position = <Ramsey as Game>::Position;
type Record = <Ramsey as Keys>::Record;

impl BrokenRamsey {
    pub fn new(name: &str, other: &str, n: usize, broken: Broken) -> Self {
        let game = |name: &str| Ramsey::new(Terms::named(name).unwrap().unwrap(), n).unwrap();
        let (right, other) = (game(name), game(other));
        Self {
            name: right.name().into(),
            right,
            other,
            broken,
        }
    }

    fn is(&self, broken: Broken) -> bool {
        self.broken == broken
    }

    /// Whether Green is next in a position with three edges, to which what is broken is limited.
    fn is_odd(&self, position: &Position) -> bool {
        self.right.edges(position) == 3 && self.right.next(position) == Some(Player::Second)
    }

    /// Of a position with three edges a bit that its copies need not have: whether the edge 0-1 is red.
    fn disturbance(&self, position: &Position) -> u64 {
        let columns = self.right.graph6(position).as_bytes()[1] - 63;
        u64::from(self.right.edges(position) == 3 && columns >> 5 == 1)
    }

    /// The position with colours exchanged, where it is one.
    fn exchanged(&self, position: &Position) -> Option<Position> {
        let text = self.right.graph6(position);
        let words: Vec<&str> = text.split(' ').collect();
        self.right.parse(&format!("{} {}", words[1], words[0])).ok()
    }

    /// Whether the position of a record has no green edge.
    fn is_red(&self, record: Record) -> bool {
        let text = self.right.graph6(&self.right.position(record));
        text.split(' ').nth(1).unwrap().bytes().skip(1).all(|byte| byte == 63)
    }
}

impl Game for BrokenRamsey {
    type Position = Position;

    fn name(&self) -> &str {
        &self.name
    }

    fn order(&self) -> usize {
        self.right.order()
    }

    fn about(&self) -> About {
        self.right.about()
    }

    fn empty(&self) -> Position {
        self.right.empty()
    }

    fn is_legal(&self, position: &Position) -> bool {
        self.right.is_legal(position) || self.is(Broken::IsLegalOutOfTurn) && self.other.is_legal(position)
    }

    fn moves(&self, position: &Position) -> Vec<Move<Position>> {
        let mut moves = self.right.moves(position);
        match self.broken {
            Broken::MovesMissOneOfGreen if self.is_odd(position) => drop(moves.pop()),
            Broken::MovesHaveAnIllegalOneOfGreen if self.is_odd(position) => return self.other.moves(position),
            Broken::MovesOfTheOther => moves.iter_mut().for_each(|step| step.by = step.by.map(Player::other)),
            Broken::MovesThatDoNotEnd => moves.iter_mut().for_each(|step| step.ends = false),
            _ => {}
        }
        moves
    }

    fn parse(&self, text: &str) -> Result<Position, BadPosition> {
        let parsed = self.right.parse(text);
        match parsed {
            Err(_) if self.is(Broken::ParseOutOfTurn) => self.other.parse(text),
            Err(BadPosition::Illegal { text, why, by }) if self.is(Broken::ParseBlamesTheOther) => {
                let by = by.map(Player::other);
                Err(BadPosition::Illegal { text, why, by })
            }
            parsed => parsed,
        }
    }

    fn graph6(&self, position: &Position) -> String {
        self.right.graph6(position)
    }

    fn edges(&self, position: &Position) -> u32 {
        self.right.edges(position)
    }

    fn next(&self, position: &Position) -> Option<Player> {
        match self.broken {
            Broken::NextIsRed => Some(Player::First),
            Broken::NextIsUnknown => None,
            _ => self.right.next(position),
        }
    }

    fn demand(&self, position: &Position) -> Demand {
        match self.broken {
            Broken::DemandsAnEdge => Demand::EDGE,
            _ => self.right.demand(position),
        }
    }

    fn ended(&self, position: &Position, edges: &[(usize, usize)]) -> Option<Position> {
        let ended = self.right.ended(position, edges);
        ended.filter(|_| !self.is(Broken::EndedNever))
    }

    fn can_end(&self, position: &Position) -> bool {
        match self.broken {
            Broken::CanEndNever => false,
            Broken::CanEndAtEveryCopy => self.other.can_end(position),
            _ => self.right.can_end(position),
        }
    }

    fn most_left(&self, position: &Position) -> Option<u32> {
        let left = self.right.most_left(position)?;
        Some(left + u32::from(self.is(Broken::MostLeftOneTooMany)))
    }
}

impl Keys for BrokenRamsey {
    type Record = Record;

    fn key_width(&self) -> usize {
        self.right.key_width()
    }

    fn top(&self) -> Option<u32> {
        self.right.top()
    }

    fn level(&self, record: Record) -> u32 {
        self.right.level(record)
    }

    fn position(&self, record: Record) -> Position {
        self.right.position(record)
    }

    fn record(&self, position: &Position) -> Record {
        let record = self.right.record(position);
        match self.exchanged(position) {
            Some(exchanged) if self.is(Broken::RecordWithoutColours) => record.min(self.right.record(&exchanged)),
            _ => record,
        }
    }

    fn labelled(&self, position: Position) -> Position {
        self.right.labelled(position)
    }

    fn signature(&self, position: &Position) -> u64 {
        let signature = self.right.signature(position);
        match self.broken {
            Broken::SignatureOfTheCopy => signature ^ self.disturbance(position) << 7,
            // Another one where Green is next, although the record is the same.
            Broken::SignatureOfGreensTurn if self.is_odd(position) => signature ^ 1 << 7,
            _ => signature,
        }
    }

    fn sign(&self, records: &[Record], hashes: &mut [u64]) {
        self.right.sign(records, hashes);
    }

    fn needed_search(&self, position: &Position) -> bool {
        self.right.needed_search(position)
    }
}

impl Levels for BrokenRamsey {
    type Scratch = ();

    fn source(&self) -> Source {
        self.right.source()
    }

    fn saturated(&self, progress: &(dyn Fn(u64, u64) + Sync)) -> Vec<Record> {
        self.right.saturated(progress)
    }

    fn expand(&self, above: Record, (): &mut (), visit: impl FnMut(Position)) -> u64 {
        if self.is(Broken::ExpandMissesRed) && self.is_red(above) {
            return 0;
        }
        self.right.expand(above, &mut (), visit)
    }

    fn ascend(&self, below: Record, mut visit: impl FnMut(Record)) -> bool {
        self.right.ascend(below, |above| {
            if !self.is(Broken::AscendOfRedAlone) || self.is_red(above) {
                visit(above);
            }
        })
    }

    fn any_child(&self, position: &Position, mut test: impl FnMut(u64, &Position) -> bool) -> bool {
        self.right.any_child(position, |_, child| {
            let is_green = self.right.stepper(child) == Some(Player::Second);
            if is_green && self.is(Broken::AnyChildOfRedAlone) {
                return false;
            }
            test(self.signature(child), child)
        })
    }

    fn stepper(&self, child: &Position) -> Option<Player> {
        let stepper = self.right.stepper(child);
        match self.broken {
            Broken::StepperIsTheOther => stepper.map(Player::other),
            Broken::StepperIsUnknown => None,
            _ => stepper,
        }
    }

    fn stepper_above(&self, position: &Position) -> Option<Player> {
        let stepper = self.right.stepper_above(position);
        match self.broken {
            Broken::StepperAboveIsTheOther => stepper.map(Player::other),
            _ => stepper,
        }
    }
}
