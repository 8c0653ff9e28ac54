//! Records of a level, of which a damaged one may hold any: the graph of any key can be labelled, keyed, signed and
//! played on, and the key of a legal position is its own canonical form.
#![no_main]

use libfuzzer_sys::fuzz_target;
use game::Levels;
use games::{GameTask, with_game};
use game::values::Values;
use retrograph_storage::Record;

struct Key<'a>(&'a [u8]);

impl GameTask for Key<'_> {
    type Output = ();

    fn run<G: Levels>(self, game: G) {
        let Some(key) = self.0.get(..game.key_width()) else {
            return;
        };
        let record = G::Record::from_be(key);
        let position = game.position(record);
        let canonical = game.record(&position);
        assert_eq!(canonical.label(), 0);
        assert!(
            canonical.to_be().as_ref()[game.key_width()..]
                .iter()
                .all(|&byte| byte == 0)
        );
        let text = game.graph6(&position);
        assert!(text.len() == game.graph6(&game.position(canonical)).len());
        let edges = game.edges(&position);
        let mut items = [0];
        game.sign(&[canonical], &mut items);
        // Graphs that the rules forbid are only shown in a sentence.
        let Ok(parsed) = game.parse(&text) else { return };
        assert_eq!((game.record(&parsed), game.edges(&parsed)), (canonical, edges));
        assert_eq!(game.level(canonical), edges);
        assert_eq!(game.record(&game.position(canonical)), canonical);
        assert_eq!(
            game.signature(&parsed) | 1,
            game.signature(&game.position(canonical)) | 1
        );
        assert_eq!(game.signature(&parsed) | 1, items[0] | 1);
        for step in game.moves(&position) {
            assert_eq!(game.edges(&step.child), edges + 1);
            assert!(step.equivalent >= 1);
            assert!(game.parse(&game.graph6(&step.child)).is_ok());
        }
        let mut below = vec![];
        game.expand(canonical, &mut Default::default(), |position| {
            below.push(game.record(&position))
        });
        assert!(below.iter().all(|&record| game.level(record) + 1 == edges));
        let found = below.len();
        below.sort_unstable();
        below.dedup();
        assert_eq!(below.len(), found, "the same position twice from one");
    }
}

fuzz_target!(|input: &[u8]| {
    let Some((&n, key)) = input.split_first() else { return };
    with_game("triangle", 1 + u32::from(n) % 20, Values::OUTCOME, Key(key)).unwrap();
});
