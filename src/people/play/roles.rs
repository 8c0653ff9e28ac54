//! Players with different aims, such as Maker and Breaker: what they have to do, and how their games end.

use game::values::{Outcome, Values};
use game::{About, Deed, Demand, Players};
use graph::COLOURS;

use super::position::Position;
use super::{Edge, edges_text};
use base::units::counted;

/// Players of whom only Red's edges count.
pub struct Roles {
    /// What Red and Green are called.
    pub names: [String; 2],
    /// What Red completes, with its article.
    goal: String,
}

impl Roles {
    /// Of a game with these values; `None` where the players have the same aim.
    pub fn of(about: &About, values: Values) -> Option<Self> {
        match &about.players {
            Players::Coloured { complete, roles, .. } if values.play().hunter().is_some() => Some(Self {
                names: roles.clone(),
                goal: format!("a {} {}", COLOURS[0], complete[0]),
            }),
            _ => None,
        }
    }

    /// What the next player has to do.
    pub fn task(&self, position: &Position) -> Option<String> {
        let next = &self.names[position.next?];
        let Demand {
            deed, least, most, due, ..
        } = position.demand;
        Some(match deed {
            Deed::Add if most > 1 => format!("{next} is next, {} or more", counted(least.into(), "edge")),
            Deed::Add => format!("{next} is next, {} due", counted(due.into(), "edge")),
            Deed::Offer if least < most => {
                format!("{next} is next and offers {least} to {}", counted(most.into(), "edge"))
            }
            Deed::Offer => format!("{next} is next and offers {}", counted(least.into(), "edge")),
            Deed::Choose => {
                let offered: Vec<Edge> = position.demand.offer.iter().map(|&(u, v)| [u, v]).collect();
                format!("offered: {}; {next} is next and keeps {least}", edges_text(&offered))
            }
        })
    }

    /// How a game has ended, won by a colour: with the goal, if `is_completed`. `own` is the person's colour.
    pub fn ending(&self, is_completed: bool, winner: Outcome, own: usize) -> String {
        let why = match (is_completed, own) {
            (false, _) => format!("the game ends without {}", self.goal),
            (true, 0) => format!("you have completed {}", self.goal),
            (true, _) => format!("{} has completed {}", self.names[0], self.goal),
        };
        let winner = usize::from(winner == Outcome::Green);
        match winner == own {
            true => format!("{why}: you win\n"),
            false => format!("{why}: {} wins\n", self.names[winner]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_has_won_is_said_to_the_person() {
        let roles = Roles {
            names: ["Client", "Waiter"].map(String::from),
            goal: "a red triangle".into(),
        };
        for (is_completed, winner, own, sentence) in [
            (
                true,
                Outcome::Green,
                0,
                "you have completed a red triangle: Waiter wins\n",
            ),
            (
                true,
                Outcome::Green,
                1,
                "Client has completed a red triangle: you win\n",
            ),
            (
                false,
                Outcome::Red,
                0,
                "the game ends without a red triangle: you win\n",
            ),
            (
                false,
                Outcome::Red,
                1,
                "the game ends without a red triangle: Client wins\n",
            ),
        ] {
            assert_eq!(roles.ending(is_completed, winner, own), sentence);
        }
    }

    #[test]
    fn what_is_to_be_done_is_said_of_every_deed() {
        let roles = Roles {
            names: ["Maker", "Breaker"].map(String::from),
            goal: "a red triangle".into(),
        };
        let task = |deed, least, most, due, offer: &[(usize, usize)]| {
            roles.task(&Position {
                strokes: vec![],
                next: Some(1),
                demand: Demand {
                    deed,
                    least,
                    most,
                    due,
                    offer: offer.to_vec(),
                },
                text: String::new(),
            })
        };
        let is = |said: &str| Some(format!("Breaker is next{said}"));
        assert_eq!(task(Deed::Add, 1, 1, 2, &[]), is(", 2 edges due"));
        assert_eq!(task(Deed::Add, 2, 9, 2, &[]), is(", 2 edges or more"));
        assert_eq!(task(Deed::Offer, 3, 3, 3, &[]), is(" and offers 3 edges"));
        assert_eq!(task(Deed::Offer, 1, 3, 1, &[]), is(" and offers 1 to 3 edges"));
        let asked = task(Deed::Choose, 1, 1, 1, &[(0, 1), (1, 2)]).unwrap();
        assert_eq!(asked, "offered: 0-1,1-2; Breaker is next and keeps 1");
    }
}
