//! How the two-colour games end, as data, and a table of what is said of them. A new ending is a row of the table.

use game::values::{Completion, Play, Player, Stuck};
use graph::COLOURS;

use super::turns::Turns;

/// What completing a copy of the own graph in the own colour means, and what a move is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    /// What a copy means for whoever completes it, which ends the game; `None` where it is forbidden.
    pub completion: Option<Completion>,
    /// Whether copies count in red alone: Green may complete them, and it means nothing.
    pub red_alone: bool,
    /// Who wins when no move is left.
    pub full: Full,
    /// Whether a move colours one or more edges.
    pub several: bool,
    /// What Green offers Red to choose from, where moves are offers.
    pub offers: Option<Offers>,
}

/// How many edges an offer has: what the bias says in all, of which Red chooses her share and Green has the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offers {
    /// So many. What is left in the end, where that is fewer, is Green's.
    All,
    /// One to so many.
    UpToAll,
}

/// Who wins when no move is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Full {
    /// The player who made the last move.
    LastMoverWins,
    /// Nobody.
    Tie,
    /// Green.
    GreenWins,
    /// Red.
    RedWins,
}

impl Form {
    /// A copy is forbidden; who cannot move loses.
    pub const AVOID: Self = Self::of(None, Full::LastMoverWins);
    /// As [`Form::AVOID`]; a move colours one or more edges.
    pub const AVOID_PLUS: Self = Self {
        several: true,
        ..Self::AVOID
    };
    /// A copy loses; a full board is a tie.
    pub const LOSE: Self = Self::of(Some(Completion::Loses), Full::Tie);
    /// A copy wins; a full board is a tie.
    pub const ACHIEVE: Self = Self::of(Some(Completion::Wins), Full::Tie);
    /// A copy wins; Green wins a full board.
    pub const ACHIEVE_OR_GREEN: Self = Self::of(Some(Completion::Wins), Full::GreenWins);
    /// A copy wins, for Red alone; Green wins a full board.
    pub const ACHIEVE_WEAK: Self = Self {
        red_alone: true,
        ..Self::ACHIEVE_OR_GREEN
    };

    /// Red is Maker: something red completed wins for her, a full board for Green.
    pub const MAKER_BREAKER: Self = Self {
        red_alone: true,
        ..Self::of(Some(Completion::WinsFor(Player::First)), Full::GreenWins)
    };
    /// Red is Avoider: something red completed wins for Green, a full board for her.
    pub const AVOIDER_ENFORCER: Self = Self {
        red_alone: true,
        ..Self::of(Some(Completion::WinsFor(Player::Second)), Full::RedWins)
    };

    /// As [`Form::AVOIDER_ENFORCER`]; a turn is of its number of edges or more.
    pub const AVOIDER_ENFORCER_MONOTONE: Self = Self {
        several: true,
        ..Self::AVOIDER_ENFORCER
    };
    /// Green offers edges, of which Red chooses hers: something red completed wins for Green.
    pub const WAITER_CLIENT: Self = Self {
        offers: Some(Offers::All),
        ..Self::AVOIDER_ENFORCER
    };
    /// Green offers edges, of which Red chooses one: something red completed wins for her.
    pub const CLIENT_WAITER: Self = Self {
        offers: Some(Offers::UpToAll),
        ..Self::MAKER_BREAKER
    };

    /// Both players complete copies, and a move colours an edge.
    const fn of(completion: Option<Completion>, full: Full) -> Self {
        Self {
            completion,
            red_alone: false,
            full,
            several: false,
            offers: None,
        }
    }

    /// How a game ends in which `moves` edges can be coloured.
    pub fn play(self, moves: u32) -> Play {
        Play {
            completion: self.completion,
            stuck: match (self.completion, self.full) {
                (_, Full::LastMoverWins) => Stuck::LastMoverWins,
                (_, Full::Tie) => Stuck::Tie,
                (Some(Completion::WinsFor(_)), Full::GreenWins) => Stuck::Wins(Player::Second),
                (_, Full::GreenWins) => Stuck::SecondWins { odd: moves % 2 == 1 },
                (_, Full::RedWins) => Stuck::Wins(Player::First),
            },
            several: self.several,
        }
    }

    /// What names and sentences say of it.
    pub(super) fn words(self) -> &'static Words {
        let words = FORMS.iter().find(|words| words.form == self);
        words.expect("every form is in the table")
    }

    /// The form whose names begin with `prefix` and end with `suffix`, which is empty for most.
    pub(super) fn named(prefix: &str, suffix: &str) -> Option<Self> {
        let words = FORMS
            .iter()
            .find(|words| (words.prefix, words.suffix) == (prefix, suffix));
        words.map(|words| words.form)
    }
}

/// What is said of a form.
pub(super) struct Words {
    form: Form,
    /// What its names begin with, up to the graphs.
    pub prefix: &'static str,
    /// Their last part, without the slash.
    pub suffix: &'static str,
    /// What Red and Green are called where they have different aims; then the name has a goal, and turns may be of
    /// several edges and either player's first.
    pub roles: Option<[&'static str; 2]>,
    /// Its rules after those about turns, with `{red}` and `{green}` for what Red and Green complete.
    end: &'static str,
    /// What it is called, with `{graphs}` for what is completed.
    title: &'static str,
}

impl Words {
    /// Its rules, where Red completes a `red` graph and Green `green`, which has its article.
    pub fn sentence(&self, turns: Turns, red: &str, green: &str) -> String {
        let turns = match (self.roles, self.form.several) {
            (Some(roles), _) => turns_in_words(self.form, turns, roles),
            (None, true) => "Red and Green colour one or more edges in turn".into(),
            (None, false) => "Red and Green colour an edge in turn".into(),
        };
        format!("{turns}; {}", self.end.replace("{green}", green).replace("{red}", red))
    }

    /// What the game with these graphs is called in a sentence.
    pub fn title(&self, graphs: &str) -> String {
        self.title.replace("{graphs}", graphs)
    }
}

/// What players of these names do by turns.
fn turns_in_words(form: Form, turns: Turns, roles: [&str; 2]) -> String {
    let edges = |count: u32| match count {
        1 => "an edge".to_string(),
        _ => format!("{count} edges"),
    };
    let [red, green] = turns.bias;
    match form.offers {
        Some(Offers::All) => {
            let rest = if green == 1 {
                "the other is green"
            } else {
                "the others are green"
            };
            format!(
                "Waiter offers {}, of which Client chooses {red} to be red, and {rest}",
                edges(red + green)
            )
        }
        Some(Offers::UpToAll) => {
            format!(
                "Waiter offers 1 to {} edges, of which Client chooses one to be red, and the others are green",
                green + 1
            )
        }
        None => {
            let deed = |player: Player| {
                let more = if form.several { " or more" } else { "" };
                let edges = match (form.several, turns.bias[player as usize]) {
                    (true, 1) => "one or more edges".into(),
                    (_, count) => edges(count) + more,
                };
                format!(
                    "{} colours {edges} {}",
                    roles[player as usize], COLOURS[player as usize]
                )
            };
            format!("by turns {} and {}", deed(turns.starter), deed(turns.starter.other()))
        }
    }
}

/// Suffix of the name of an achievement game in which a tie counts as a win of Green.
pub(super) const TIE_SECOND: &str = "tie-second";

/// All forms.
pub(super) const FORMS: [Words; 11] = [
    Words {
        form: Form::MAKER_BREAKER,
        prefix: "maker-breaker:",
        suffix: "",
        roles: Some(["Maker", "Breaker"]),
        end: "completing a red {red} wins for Maker; Breaker wins a full board without one",
        title: "the Maker-Breaker {graphs} game",
    },
    Words {
        form: Form::AVOIDER_ENFORCER,
        prefix: "avoider-enforcer:",
        suffix: "",
        roles: Some(["Avoider", "Enforcer"]),
        end: "completing a red {red} loses for Avoider, who wins a full board without one",
        title: "the Avoider-Enforcer {graphs} game",
    },
    Words {
        form: Form::AVOIDER_ENFORCER_MONOTONE,
        prefix: "avoider-enforcer:",
        suffix: "monotone",
        roles: Some(["Avoider", "Enforcer"]),
        end: "completing a red {red} loses for Avoider, who wins a full board without one",
        title: "the monotone Avoider-Enforcer {graphs} game",
    },
    Words {
        form: Form::WAITER_CLIENT,
        prefix: "waiter-client:",
        suffix: "",
        roles: Some(["Client", "Waiter"]),
        end: "completing a red {red} loses for Client, who wins when too few edges for an offer are left",
        title: "the Waiter-Client {graphs} game",
    },
    Words {
        form: Form::CLIENT_WAITER,
        prefix: "client-waiter:",
        suffix: "",
        roles: Some(["Client", "Waiter"]),
        end: "completing a red {red} wins for Client; Waiter wins a full board without one",
        title: "the Client-Waiter {graphs} game",
    },
    Words {
        form: Form::AVOID_PLUS,
        prefix: "ramsey-avoid-plus:",
        suffix: "",
        roles: None,
        end: "Red may not complete a red {red}, nor Green {green}",
        title: "the {graphs} Ramsey avoidance-plus game",
    },
    Words {
        form: Form::AVOID,
        prefix: "ramsey-avoid:",
        suffix: "",
        roles: None,
        end: "Red may not complete a red {red}, nor Green {green}",
        title: "the {graphs} Ramsey avoidance game",
    },
    Words {
        form: Form::LOSE,
        prefix: "ramsey-lose:",
        suffix: "",
        roles: None,
        end: "completing a red {red} loses for Red, {green} for Green; a full board is a tie",
        title: "the game of Sim with {graphs}",
    },
    Words {
        form: Form::ACHIEVE_WEAK,
        prefix: "ramsey-achieve-weak:",
        suffix: "",
        roles: None,
        end: "completing a red {red} wins for Red; Green wins a full board without one",
        title: "the weak {graphs} Ramsey achievement game",
    },
    Words {
        form: Form::ACHIEVE,
        prefix: "ramsey-achieve:",
        suffix: "",
        roles: None,
        end: "completing a red {red} wins for Red, {green} for Green; a full board is a tie",
        title: "the {graphs} Ramsey achievement game",
    },
    Words {
        form: Form::ACHIEVE_OR_GREEN,
        prefix: "ramsey-achieve:",
        suffix: TIE_SECOND,
        roles: None,
        end: "completing a red {red} wins for Red, {green} for Green; Green wins a full board",
        title: "the {graphs} Ramsey achievement game",
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use game::values::{Kind, Values};

    #[test]
    fn every_form_has_a_name_of_its_own_and_a_play_with_a_word() {
        for (i, words) in FORMS.iter().enumerate() {
            assert_eq!(Form::named(words.prefix, words.suffix), Some(words.form));
            assert!(Form::named(words.prefix, "").is_some(), "{}", words.prefix);
            assert!(
                FORMS[..i].iter().all(|other| other.form != words.form),
                "{}",
                words.prefix
            );
            for moves in [9, 10] {
                let values = Values::new(words.form.play(moves), Kind::Remoteness).unwrap();
                assert_eq!(Values::named(&values.to_string()), Some(values));
            }
        }
        let word = |form: Form, moves| Values::new(form.play(moves), Kind::Remoteness).unwrap().to_string();
        assert_eq!(word(Form::AVOID_PLUS, 15), "either remoteness");
        assert_eq!(word(Form::ACHIEVE_WEAK, 15), "achieve-odd remoteness");
        assert_eq!(word(Form::ACHIEVE_OR_GREEN, 10), "achieve-even remoteness");
    }
}
