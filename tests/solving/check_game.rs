//! `check_game` finds what is wrong with a game, and nothing else.

mod broken_ramsey;

use all_games::AllGames;
use broken_ramsey::{BrokenRamsey, CASES};
use engine::Family;
use game::values::Values;
use game::{About, BadPosition, Child, Game, Keys, Levels, Move, Source};
use games::{Avoidance16, COLOURED_EXAMPLES, EXAMPLES, Rules};
use verify::check_game::{CheckedGame, Coverage, Property, check_game};

/// One method that does not do what it should.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Broken {
    Nothing,
    ParseRefusesAMatching,
    EdgesOneTooMany,
    ParseAcceptsAll,
    IsLegalAlways,
    RecordOfTheCopy,
    RecordOfAPath,
    KeyWidthTooSmall,
    SignatureOfTheCopy,
    SignOtherwise,
    MovesMissOne,
    MovesHaveAnIllegalOne,
    MovesCountTooMany,
    AnyChildMissesOne,
    AnyChildTriesAnIllegalOne,
    AnyChildDoesNotStop,
    TryChildrenMissesOne,
    TryChildrenOfTheFirst,
    ExpandTwice,
    ExpandAllGivesNoIndex,
    ParentsMissesOne,
    ExpandAllStopsAfterTheFirst,
    ExpandMisses,
    ExpandEveryParent,
    AscendTwice,
    AscendMisses,
    AscendEveryChild,
    AscendHasNoMove,
    SaturatedMissesOne,
    SaturatedHasOneTooMany,
    TopTooHigh,
    TopTooLow,
}

/// A right game, but for one method.
struct Wrapped {
    right: Avoidance16,
    /// The same vertices without rules.
    free: Avoidance16,
    broken: Broken,
    name: String,
}

impl Wrapped {
    fn new(name: &str, n: usize, broken: Broken) -> Self {
        let game = |name: &str| Avoidance16::new(Rules::named(name).unwrap().unwrap(), n);
        let (right, free) = (game(name), game("avoid:K16"));
        let name = name.into();
        Self {
            right,
            free,
            broken,
            name,
        }
    }

    fn is(&self, broken: Broken) -> bool {
        self.broken == broken
    }

    /// Positions to which what is broken is limited, so that a search is needed to find it.
    fn is_odd(&self, record: <Self as Keys>::Record) -> bool {
        self.right.level(record) == 3
    }

    /// Of a position with three edges a bit that its copies need not have.
    fn disturbance(&self, position: &<Self as Game>::Position) -> u64 {
        let neighbours = (self.graph6(position).as_bytes().get(1)).map_or(0, |byte| (byte - 63).count_ones());
        u64::from(self.right.edges(position) == 3 && neighbours % 2 == 1)
    }

    /// Every position that an edge more or less makes of the one of `record`.
    fn neighbours(&self, record: <Self as Keys>::Record, more: bool) -> Vec<<Self as Game>::Position> {
        let text = self.right.graph6(&self.right.position(record));
        let mut bits: Vec<u8> = (text.bytes().skip(1))
            .flat_map(|byte| (0..6).map(move |i| (byte - 63) >> (5 - i) & 1))
            .collect();
        let n = self.right.order();
        let mut found = Vec::new();
        for i in 0..n * (n - 1) / 2 {
            if bits[i] != u8::from(more) {
                bits[i] ^= 1;
                let body = bits
                    .chunks(6)
                    .map(|six| char::from(63 + six.iter().fold(0, |sum, bit| sum << 1 | bit)));
                let text: String = text.chars().take(1).chain(body).collect();
                found.extend(self.right.parse(&text).ok());
                bits[i] ^= 1;
            }
        }
        found
    }
}

impl Game for Wrapped {
    type Position = <Avoidance16 as Game>::Position;

    fn name(&self) -> &str {
        &self.name
    }

    fn order(&self) -> usize {
        self.right.order()
    }

    fn about(&self) -> About {
        self.right.about()
    }

    fn empty(&self) -> Self::Position {
        self.right.empty()
    }

    fn is_legal(&self, position: &Self::Position) -> bool {
        self.is(Broken::IsLegalAlways) || self.right.is_legal(position)
    }

    fn moves(&self, position: &Self::Position) -> Vec<Move<Self::Position>> {
        let odd = self.right.edges(position) == 3;
        let mut moves = self.right.moves(position);
        match self.broken {
            Broken::MovesMissOne if odd => drop(moves.pop()),
            Broken::MovesHaveAnIllegalOne if odd => return self.free.moves(position),
            Broken::MovesCountTooMany if odd => moves.iter_mut().for_each(|step| step.equivalent += 1),
            _ => {}
        }
        moves
    }

    fn parse(&self, text: &str) -> Result<Self::Position, BadPosition> {
        let position = match self.broken {
            Broken::ParseAcceptsAll => self.free.parse(text)?,
            _ => self.right.parse(text)?,
        };
        if self.is(Broken::ParseRefusesAMatching) && self.right.moves(&position).len() == 2 {
            let (text, why) = (text.into(), "it is not wanted".into());
            return Err(BadPosition::Illegal { text, why, by: None });
        }
        Ok(position)
    }

    fn graph6(&self, position: &Self::Position) -> String {
        self.right.graph6(position)
    }

    fn edges(&self, position: &Self::Position) -> u32 {
        self.right.edges(position) + u32::from(self.is(Broken::EdgesOneTooMany))
    }
}

impl Keys for Wrapped {
    type Record = <Avoidance16 as Keys>::Record;

    fn key_width(&self) -> usize {
        self.right.key_width() - usize::from(self.is(Broken::KeyWidthTooSmall))
    }

    fn top(&self) -> Option<u32> {
        let top = self.right.top()?;
        Some(match self.broken {
            Broken::TopTooHigh => top + 1,
            Broken::TopTooLow => top - 1,
            _ => top,
        })
    }

    fn level(&self, record: Self::Record) -> u32 {
        self.right.level(record)
    }

    fn position(&self, record: Self::Record) -> Self::Position {
        self.right.position(record)
    }

    fn record(&self, position: &Self::Position) -> Self::Record {
        let record = self.right.record(position);
        match self.broken {
            // The key's last bit.
            Broken::RecordOfTheCopy => {
                let pairs = self.right.order() * (self.right.order() - 1) / 2;
                record ^ u128::from(self.disturbance(position)) << (128 - pairs)
            }
            Broken::RecordOfAPath if self.is_odd(record) => {
                self.right.record(&self.right.parse("0-1,1-2,2-3").unwrap())
            }
            _ => record,
        }
    }

    fn labelled(&self, position: Self::Position) -> Self::Position {
        self.right.labelled(position)
    }

    fn signature(&self, position: &Self::Position) -> u64 {
        let signature = self.right.signature(position);
        match self.broken {
            Broken::SignatureOfTheCopy => signature ^ self.disturbance(position) << 7,
            _ => signature,
        }
    }

    fn sign(&self, records: &[Self::Record], items: &mut [u64]) {
        self.right.sign(records, items);
        if self.is(Broken::SignOtherwise) {
            items.iter_mut().for_each(|item| *item ^= 2);
        }
    }

    fn needed_search(&self, position: &Self::Position) -> bool {
        self.right.needed_search(position)
    }
}

impl Levels for Wrapped {
    type Scratch = ();

    fn source(&self) -> Source {
        self.right.source()
    }

    fn saturated(&self, progress: &(dyn Fn(u64, u64) + Sync)) -> Vec<Self::Record> {
        let mut list = self.right.saturated(progress);
        match self.broken {
            Broken::SaturatedMissesOne => drop(list.remove(0)),
            Broken::SaturatedHasOneTooMany => {
                list.push(self.right.record(&self.right.empty()));
                list.sort_unstable();
            }
            _ => {}
        }
        list
    }

    fn expand(&self, above: Self::Record, (): &mut (), mut visit: impl FnMut(Self::Position)) -> u64 {
        let odd = self.is_odd(above);
        if odd && self.is(Broken::ExpandMisses) {
            return 0;
        }
        if odd && self.is(Broken::ExpandEveryParent) {
            let all = self.neighbours(above, false);
            let count = all.len() as u64;
            all.into_iter().for_each(visit);
            return count;
        }
        let twice = odd && self.is(Broken::ExpandTwice);
        self.right.expand(above, &mut (), |below| {
            if twice {
                visit(below.clone());
            }
            visit(below);
        })
    }

    fn makes_parents(&self) -> bool {
        self.is(Broken::ParentsMissesOne)
    }

    fn parents(&self, above: Self::Record, mut visit: impl FnMut(u64)) {
        let mut all = self.neighbours(above, false);
        if self.is_odd(above) && self.is(Broken::ParentsMissesOne) {
            let missing = self.signature(&all[0]);
            all.retain(|parent| self.signature(parent) != missing);
        }
        all.iter().for_each(|parent| visit(self.signature(parent)));
    }

    fn expand_all(&self, above: &[Self::Record], (): &mut (), mut visit: impl FnMut(usize, Self::Position)) -> u64 {
        let mut labellings = 0;
        for (index, &record) in above.iter().enumerate() {
            if index > 0 && self.is(Broken::ExpandAllStopsAfterTheFirst) {
                break;
            }
            let index = match self.broken {
                Broken::ExpandAllGivesNoIndex => 0,
                _ => index,
            };
            labellings += self.expand(record, &mut (), |position| visit(index, position));
        }
        labellings
    }

    fn ascend(&self, below: Self::Record, mut visit: impl FnMut(Self::Record)) -> bool {
        let odd = self.is_odd(below);
        let has_move = self.right.ascend(below, |above| match self.broken {
            Broken::AscendMisses | Broken::AscendEveryChild if odd => {}
            Broken::AscendTwice if odd => [above, above].into_iter().for_each(&mut visit),
            _ => visit(above),
        });
        if odd && self.is(Broken::AscendEveryChild) {
            let all = self.neighbours(below, true);
            all.iter().for_each(|child| visit(self.right.record(child)));
        }
        has_move && !(odd && self.is(Broken::AscendHasNoMove))
    }

    fn any_child(&self, position: &Self::Position, mut test: impl FnMut(u64, &Self::Position) -> bool) -> bool {
        let odd = self.right.edges(position) == 3;
        if odd && self.is(Broken::AnyChildTriesAnIllegalOne) {
            return self.free.any_child(position, test);
        }
        let mut skip = odd && self.is(Broken::AnyChildMissesOne);
        let mut goes_on = false;
        let found = self.right.any_child(position, |signature, child| {
            if std::mem::take(&mut skip) {
                return false;
            }
            let holds = test(signature, child);
            goes_on |= holds;
            holds && !(odd && self.is(Broken::AnyChildDoesNotStop))
        });
        found || goes_on
    }

    fn try_children(
        &self,
        positions: &[Self::Position],
        settled: &mut [bool],
        mut round: impl FnMut(&[Child], &mut [bool]),
    ) {
        let odd = positions.iter().any(|position| self.right.edges(position) == 3);
        if odd && self.is(Broken::TryChildrenOfTheFirst) {
            return self.right.try_children(&positions[..1], &mut settled[..1], round);
        }
        self.right.try_children(positions, settled, |children, settled| {
            let all = children.len();
            let some = if odd && self.is(Broken::TryChildrenMissesOne) {
                all - 1
            } else {
                all
            };
            round(&children[..some], settled);
        });
    }
}

/// The properties that do not hold.
fn wrong(checked: &CheckedGame) -> Vec<Property> {
    for property in Property::ALL {
        if let Some(found) = &checked.tested(property).counterexample {
            for word in found.graph6.split(' ').filter(|word| !word.starts_with("next:")) {
                let rows = retrograph_referee::graph6::decode(word);
                assert!(rows.is_some_and(|rows| rows.len() == checked.n), "{found:?}");
            }
            assert!(!found.sentence.is_empty());
        }
    }
    let found = |property: &Property| checked.tested(*property).counterexample.is_some();
    let wrong: Vec<_> = Property::ALL.into_iter().filter(found).collect();
    assert_eq!(wrong.is_empty(), checked.is_sound());
    wrong
}

#[test]
fn what_is_broken_is_named() {
    use Broken::*;
    use Property::*;
    let n = 6;
    // Without a list, and with one.
    let (ascent, list) = ("avoid:C4", "avoid:odd-cycle");
    for (game, broken, named) in [
        (ascent, Nothing, &[][..]),
        (list, Nothing, &[]),
        (ascent, ParseRefusesAMatching, &[Positions, Downwards, Upwards]),
        (ascent, EdgesOneTooMany, &[Positions]),
        (ascent, ParseAcceptsAll, &[IllegalMoves]),
        (ascent, IsLegalAlways, &[IllegalMoves]),
        (
            ascent,
            RecordOfTheCopy,
            &[Positions, CanonicalForm, Signature, Children, Upwards],
        ),
        (
            ascent,
            RecordOfAPath,
            &[CanonicalForm, Signature, Children, Downwards, Upwards, LevelsDown],
        ),
        (ascent, KeyWidthTooSmall, &[CanonicalForm]),
        (ascent, SignatureOfTheCopy, &[Signature, Children]),
        (ascent, SignOtherwise, &[Signature]),
        (ascent, MovesMissOne, &[Moves]),
        (ascent, MovesHaveAnIllegalOne, &[Moves]),
        (ascent, MovesCountTooMany, &[Moves]),
        (ascent, AnyChildMissesOne, &[Children]),
        (ascent, AnyChildTriesAnIllegalOne, &[Children]),
        (ascent, AnyChildDoesNotStop, &[Children]),
        (ascent, TryChildrenMissesOne, &[Children]),
        (ascent, TryChildrenOfTheFirst, &[Children]),
        (ascent, ExpandTwice, &[Downwards, LevelsDown]),
        (ascent, ExpandAllGivesNoIndex, &[LevelsDown]),
        (ascent, ParentsMissesOne, &[Downwards]),
        (ascent, ExpandAllStopsAfterTheFirst, &[LevelsDown]),
        (ascent, ExpandMisses, &[Downwards, LevelsDown]),
        (ascent, ExpandEveryParent, &[Downwards, LevelsDown]),
        (ascent, AscendTwice, &[Upwards, LevelsUp]),
        (ascent, AscendMisses, &[Upwards, LevelsDown, LevelsUp]),
        (ascent, AscendEveryChild, &[Upwards, LevelsUp]),
        (ascent, AscendHasNoMove, &[Saturated, LevelsDown]),
        (list, ExpandTwice, &[Downwards, LevelsDown]),
        (list, ExpandMisses, &[Downwards, LevelsDown]),
        (list, ExpandEveryParent, &[Downwards, LevelsDown]),
        (list, SaturatedMissesOne, &[Saturated, Top, LevelsDown]),
        (list, SaturatedHasOneTooMany, &[Saturated, LevelsDown]),
        (list, TopTooHigh, &[Top]),
        (list, TopTooLow, &[Top]),
    ] {
        let about = format!("{game} {broken:?}");
        let of = |coverage| check_game(&Wrapped::new(game, n, broken), coverage);
        assert_eq!(wrong(&of(Coverage::Every)), named, "{about}");
        // A sample of all levels is enough for what is wrong with a level, but does not go through whole ones.
        let of_samples: Vec<_> = (named.iter().copied())
            .filter(|property| ![LevelsDown, LevelsUp].contains(property))
            .collect();
        assert_eq!(wrong(&of(Coverage::Sample(20))), of_samples, "{about}");
    }
}

#[test]
fn what_is_broken_in_a_two_colour_game_is_named() {
    for &(game, other, broken, named) in CASES {
        let about = format!("{game} {broken:?}");
        let game = BrokenRamsey::new(game, other, 4, broken);
        assert_eq!(wrong(&check_game(&game, Coverage::Every)), named, "{about}");
    }
}

#[test]
#[should_panic = "does not know the rules of the two-colour game 'gen'"]
fn a_two_colour_game_that_the_judge_does_not_know_is_not_checked() {
    let (game, other, broken, _) = CASES[0];
    let mut game = BrokenRamsey::new(game, other, 4, broken);
    game.name = "gen".into();
    check_game(&game, Coverage::Every);
}

fn assert_sound(name: &str, n: u32, coverage: Coverage) {
    let game = AllGames.engine(name, n, Values::OUTCOME).unwrap();
    let about = format!("{name} on {n} vertices");
    let checked = game.check_game(coverage);
    assert_eq!(wrong(&checked), [], "{about}");
    assert!(checked.judged, "{about}");
    for property in Property::ALL {
        let is_checked = match property {
            Property::LevelsUp | Property::LevelsDown => checked.every,
            Property::Top => game.known_top().is_some(),
            // On few vertices every move may be legal.
            Property::IllegalMoves => continue,
            _ => true,
        };
        assert_eq!(checked.tested(property).cases > 0, is_checked, "{about}: {property:?}");
    }
}

#[test]
fn the_games_that_there_are_are_sound() {
    for name in EXAMPLES {
        for n in 1..=6 {
            assert_sound(name, n, Coverage::Every);
        }
        assert_sound(name, 8, Coverage::Sample(2));
    }
    for name in ["odd-cycle", "connected", "hamilton-cycle", "K1,3+bull", "K3+connected"] {
        assert_sound(&format!("avoid:{name}/connected"), 6, Coverage::Every);
    }
    for aim in ["P3", "2K2", "K4", "paw+C5", "odd-cycle", "connected"] {
        assert_sound(&format!("achieve:{aim}"), 6, Coverage::Every);
    }
    // Rows of 32 bits.
    assert_sound("triangle", 17, Coverage::Sample(1));
}

#[test]
fn the_two_colour_games_that_there_are_are_sound() {
    for name in COLOURED_EXAMPLES {
        for n in 1..=4 {
            assert_sound(name, n, Coverage::Every);
        }
        assert_sound(name, 7, Coverage::Sample(1));
    }
    for (name, n) in [
        ("sim", 5),
        ("sim", 6),
        ("sima", 5),
        ("ramsey-avoid:K3", 5),
        ("ramsey-achieve-weak:K3", 5),
        ("sim-plus", 4),
        ("ramsey-avoid:P4:C4", 5),
        // A path, a wheel, a complete bipartite graph.
        ("ramsey-lose:P4/board=DhC", 5),
        ("ramsey-achieve:C4/board=D|{", 5),
        ("ramsey-avoid-plus:K1,3/board=EFz_", 6),
        ("sim/red=0-1/green=1-2", 5),
        ("sim-plus/green=0-1", 4),
        ("ramsey-achieve:P4/board=EFz_/red=0-5/green=0-4,2-4/tie-second", 6),
    ] {
        assert_sound(name, n, Coverage::Every);
    }
}

#[test]
#[ignore = "minutes"]
fn every_position_of_every_game_on_seven_and_eight_vertices() {
    for name in EXAMPLES {
        assert_sound(name, 7, Coverage::Every);
        assert_sound(name, 8, Coverage::Every);
        assert_sound(name, 11, Coverage::Sample(3));
    }
}

#[test]
fn a_game_that_the_judge_does_not_know_is_held_against_its_own_rules() {
    for (broken, named) in [
        (Broken::Nothing, &[][..]),
        (Broken::MovesMissOne, &[Property::Moves]),
        (Broken::ExpandTwice, &[Property::Downwards, Property::LevelsDown]),
    ] {
        let mut game = Wrapped::new("avoid:C4", 6, broken);
        game.name = "four-cycle".into();
        let checked = check_game(&game, Coverage::Every);
        assert_eq!(wrong(&checked), named, "{broken:?}");
        assert!(!checked.judged);
        // A006786.
        assert_eq!(checked.positions(), 44);
    }
}
