//! A second, independent parser for the names of Maker-Breaker, Avoider-Enforcer, Waiter-Client and Client-Waiter
//! games.

use crate::ramsey::Player;
use crate::rules::{Rules, rules};

/// What players do in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turns {
    /// Red colours exactly so many edges, then Green so many, or the other way round; at the end what is left.
    Exactly,
    /// At least so many.
    AtLeast,
    /// Green offers as many edges as both numbers together; Red chooses so many, the rest is Green's. What is left when
    /// that is fewer is Green's.
    Offers,
    /// Green offers from one edge to as many as both numbers together; Red chooses one, the rest is Green's.
    OffersUpTo,
}

/// A game but for its board.
pub struct Convention {
    /// What players do in a turn.
    pub turns: Turns,
    /// Edges of a turn, Red's and Green's.
    pub bias: [usize; 2],
    /// Who begins.
    pub starter: Player,
    /// Who wins when Red has the goal; the other player wins a full board without it.
    pub hunter: Player,
    /// Graphs without the goal.
    pub short_of_goal: Box<dyn Rules>,
}

impl Convention {
    /// The game `RULE:GOAL[/bias=A:B][/starter=ROLE][/monotone]`, each part at most once and in any order.
    pub fn named(name: &str) -> Option<Self> {
        let mut parts = name.split('/');
        let (rule, goal) = parts.next()?.split_once(':')?;
        let (mut turns, hunter, roles) = match rule {
            "maker-breaker" => (Turns::Exactly, Player::Red, ["maker", "breaker"]),
            "avoider-enforcer" => (Turns::Exactly, Player::Green, ["avoider", "enforcer"]),
            "waiter-client" => (Turns::Offers, Player::Green, ["client", "waiter"]),
            "client-waiter" => (Turns::OffersUpTo, Player::Red, ["client", "waiter"]),
            _ => return None,
        };
        let takes_turns = turns == Turns::Exactly;
        let (mut bias, mut starter) = (None, None);
        for part in parts {
            let is_again = match part.split_once('=') {
                Some(("bias", text)) => {
                    let (red, green) = text.split_once(':')?;
                    bias.replace([number(red)?, number(green)?]).is_some()
                }
                Some(("starter", text)) if takes_turns => {
                    let player = roles.iter().position(|&role| role == text)?;
                    starter.replace([Player::Red, Player::Green][player]).is_some()
                }
                None if part == "monotone" && rule == "avoider-enforcer" => {
                    std::mem::replace(&mut turns, Turns::AtLeast) == Turns::AtLeast
                }
                _ => return None,
            };
            if is_again {
                return None;
            }
        }
        let bias = bias.unwrap_or([1, 1]);
        if turns == Turns::OffersUpTo && bias[0] != 1 {
            return None;
        }
        Some(Self {
            turns,
            bias,
            starter: starter.unwrap_or(Player::Red),
            hunter,
            short_of_goal: short_of(goal)?,
        })
    }
}

/// Graphs that lack the goal: one of some graphs, or one of some properties.
fn short_of(goal: &str) -> Option<Box<dyn Rules>> {
    let is_property = |part: &str| {
        let plain = [
            "odd-cycle",
            "hamilton-cycle",
            "hamilton-path",
            "connected",
            "non-planar",
        ];
        let more = ["2-connected", "perfect-matching"];
        let counted = ["min-degree:", "chromatic:"];
        plain.contains(&part) || more.contains(&part) || counted.iter().any(|word| part.starts_with(word))
    };
    match goal.strip_prefix("contains:") {
        Some(graphs) if graphs.split('+').any(is_property) => None,
        Some(graphs) => rules(&format!("avoid:{graphs}")),
        None if goal.split('+').all(is_property) => rules(&format!("avoid:{goal}")),
        None => None,
    }
}

fn number(text: &str) -> Option<usize> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
    text.parse().ok().filter(|_| plain)
}
