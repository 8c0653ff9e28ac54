//! The properties of a two-colour game that determine the number of its positions.

use game::{NoCensus, NoSuchGame};
use games::{Rules, Terms, Turns as InTurn};

/// The numbers of red and green edges in positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turns {
    /// One edge per turn, Red first: as many red edges as green ones, or one more.
    Alternating,
    /// One or more edges per turn: any numbers.
    Any,
}

/// The unfinished positions of a two-colour game on a complete graph.
#[derive(Clone, Debug)]
pub struct Positions {
    /// The name of the game.
    pub name: String,
    /// The graphs that Red and Green must not have; none for a player whose copies do not count.
    pub rules: [Option<Rules>; 2],
    /// The possible numbers of edges.
    pub turns: Turns,
}

impl Positions {
    /// Returns the positions of the game of this name; `None` when it is not a two-colour game. Where a copy ends the
    /// game, the unfinished positions are those of the game in which no player may complete one.
    ///
    /// # Errors
    /// [`NoCensus`].
    pub fn named(name: &str) -> Option<Result<Self, NoCensus>> {
        let terms = Terms::named(name)?;
        let terms = terms.map_err(|why| NoSuchGame::Forbidden { name: name.into(), why }.into());
        Some(terms.and_then(Self::of_terms))
    }

    fn of_terms(terms: Terms) -> Result<Self, NoCensus> {
        let name = terms.name();
        if terms.board.is_some() || terms.coloured.iter().any(|edges| !edges.is_empty()) {
            return Err(NoCensus::Board(name));
        }
        let [red, green] = terms.rules;
        let green = (!terms.form.red_alone).then_some(green);
        let turns = match (terms.form.several, terms.form.offers) {
            (true, _) => Turns::Any,
            (false, None) if terms.turns == InTurn::ALTERNATING => Turns::Alternating,
            _ => return Err(NoCensus::Turns(name)),
        };
        Ok(Self {
            name,
            rules: [Some(red), green],
            turns,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_with_the_same_positions_are_reported_from_others() {
        let named = |name: &str| Positions::named(name).unwrap().unwrap();
        for name in ["sim", "sima", "ramsey-avoid:K3", "ramsey-achieve:K3/tie-second"] {
            let Positions { rules, turns, .. } = named(name);
            let rules = rules.map(|rules| rules.map(|rules| rules.name().to_string()));
            let triangle = Some("triangle".to_string());
            assert_eq!(
                (rules, turns),
                ([triangle.clone(), triangle], Turns::Alternating),
                "{name}"
            );
        }
        assert_eq!(named("sim-plus").turns, Turns::Any);
        assert!(named("ramsey-achieve-weak:K3").rules[1].is_none());
        assert_eq!(named("ramsey-lose:K3:C4").rules[1].as_ref().unwrap().name(), "avoid:C4");
        for name in ["triangle", "avoid:K3", "ramsey:K3", ""] {
            assert!(Positions::named(name).is_none(), "{name}");
        }
        for name in ["ramsey-avoid:K1", "ramsey-avoid:", "ramsey-lose:K3:hut"] {
            assert!(matches!(Positions::named(name), Some(Err(NoCensus::Game(_)))), "{name}");
        }
        for name in ["ramsey-avoid:K3/board=C~", "ramsey-avoid:K3/red=0-1"] {
            assert!(
                matches!(Positions::named(name), Some(Err(NoCensus::Board(_)))),
                "{name}"
            );
        }
        for name in [
            "maker-breaker:connected/bias=1:2",
            "avoider-enforcer:connected/starter=enforcer",
            "waiter-client:contains:K3",
        ] {
            assert!(
                matches!(Positions::named(name), Some(Err(NoCensus::Turns(_)))),
                "{name}"
            );
        }
        assert_eq!(named("maker-breaker:connected").turns, Turns::Alternating);
        assert_eq!(named("avoider-enforcer:connected/bias=1:2/monotone").turns, Turns::Any);
    }
}
