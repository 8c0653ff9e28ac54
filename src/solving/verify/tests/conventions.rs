//! The conventions of positional games beside the referee's plain statement of each: moves, levels, values.

use game::Levels;
use game::values::Kind;
use games::{GameTask, values_for, with_game};
use retrograph_verify::check_game::{CheckedGame, Coverage, Property, check_game};

struct Check(Coverage);

impl GameTask for Check {
    type Output = CheckedGame;

    fn run<G: Levels + 'static>(self, game: G) -> CheckedGame {
        check_game(&game, self.0)
    }
}

#[test]
fn games_do_what_their_rules_say() {
    for (name, n, coverage) in [
        ("maker-breaker:contains:K3/bias=1:2", 5, Coverage::Every),
        ("maker-breaker:2-connected/bias=2:1/starter=breaker", 5, Coverage::Every),
        ("maker-breaker:perfect-matching/board=DqK/red=0-2", 5, Coverage::Every),
        ("avoider-enforcer:min-degree:1/bias=2:3", 5, Coverage::Every),
        ("avoider-enforcer:contains:P4+K1,3", 5, Coverage::Every),
        ("avoider-enforcer:connected/monotone", 4, Coverage::Every),
        (
            "avoider-enforcer:contains:K3/bias=2:2/monotone/starter=enforcer",
            4,
            Coverage::Every,
        ),
        ("waiter-client:contains:K3", 5, Coverage::Every),
        ("waiter-client:contains:P4/bias=2:1", 5, Coverage::Every),
        ("waiter-client:contains:P4/bias=1:2/board=DqK", 5, Coverage::Every),
        ("client-waiter:contains:P3/bias=1:2", 4, Coverage::Every),
        ("client-waiter:connected", 4, Coverage::Every),
        ("maker-breaker:hamilton-path/bias=1:2", 6, Coverage::Sample(3)),
        ("avoider-enforcer:non-planar", 7, Coverage::Sample(2)),
    ] {
        for kind in [Kind::Remoteness, Kind::Outcome] {
            let Ok(values) = values_for(name, n, None, Some(kind)).unwrap() else {
                continue;
            };
            let checked = with_game(name, n, values, Check(coverage)).unwrap();
            for property in Property::ALL {
                let tested = checked.tested(property);
                let named = property.name();
                assert!(tested.counterexample.is_none(), "{name} {kind}: {named}: {tested:?}");
            }
        }
    }
}
