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
