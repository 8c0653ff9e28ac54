//! Maker-Breaker, Avoider-Enforcer, Waiter-Client and Client-Waiter games.

use retrograph_referee::nauty::Nauty;
use retrograph_referee::positional::{self as conventions, Rules, Turns};
use retrograph_referee::ramsey::Player as Judged;
use retrograph_referee::rng::SplitMix64;

use super::{Child, Offer, Referee, Step, Turn, Verdict};
use game::values::{Kind, Label, Player, Values};

/// A game of one of these rules.
pub(super) struct Positional(pub Rules);

/// How long it takes until Red has the goal; `None` where it never comes to that.
type Length = Option<u32>;

impl Positional {
    /// What `player` gets who takes one of these: the quickest where that player wants the goal, else the slowest, and
    /// never is the slowest of all.
    fn best(&self, player: Judged, lengths: impl Iterator<Item = Length>) -> Option<Length> {
        let rank = |length: &Length| length.unwrap_or(u32::MAX);
        match player == self.0.hunter() {
            true => lengths.min_by_key(rank),
            false => lengths.max_by_key(rank),
        }
    }

    /// The length that follows from those of the children, offer by offer.
    fn by_offers(&self, rows: &[u32], mut child: impl FnMut() -> Length) -> Length {
        let mut best = Vec::new();
        let mut by = Judged::Green;
        for offer in self.0.offers(rows) {
            by = offer.by;
            let answers = offer.answers.iter().map(|answer| match answer {
                None => Some(1),
                Some(_) => child().map(|length| length + 1),
            });
            let answers: Vec<Length> = answers.collect();
            best.extend(self.best(Judged::Red, answers.into_iter()));
        }
        self.best(by, best.into_iter()).flatten()
    }

    /// The lengths for Red and for Green, next, where a turn has one edge or more: it ends after an edge, or goes on.
    fn by_steps(&self, rows: &[u32], children: &[(Option<Player>, Label)]) -> [Length; 2] {
        let mut lengths = [vec![], vec![]];
        let mut rest = children.iter();
        for offer in self.0.offers(rows) {
            let [own, others] = [offer.by, other(offer.by)].map(|player| player as usize);
            let lengths = &mut lengths[own];
            match offer.answers[0] {
                None => lengths.push(Some(1)),
                Some(_) => {
                    let (_, label) = rest.next().expect("a label for each child");
                    let of = [length(label.first), length(label.second)];
                    lengths.push(of[others].map(|length| length + 1));
                    lengths.push(of[own]);
                }
            }
        }
        let [red, green] = lengths;
        [
            self.best(Judged::Red, red.into_iter()).flatten(),
            self.best(Judged::Green, green.into_iter()).flatten(),
        ]
    }

    /// By how many edges what is due must be less for Red, and Green, to win, when they are next.
    fn by_due(&self, rows: &[u32], children: &[(Option<Player>, Label)]) -> [u32; 2] {
        let bias = self.0.bias().map(|edges| edges as u32);
        let mut most = [0; 2];
        let mut rest = children.iter();
        let offers = self.0.offers(rows);
        if offers.is_empty() {
            // Nobody has completed anything.
            most[other(self.0.hunter()) as usize] = bias[other(self.0.hunter()) as usize];
        }
        for offer in offers.iter().filter(|offer| offer.answers[0].is_some()) {
            let (_, label) = rest.next().expect("a label for each child");
            let short = [label.first, label.second].map(u32::from);
            let (own, others) = (offer.by as usize, other(offer.by) as usize);
            let wins = |player: usize, due: u32| due + short[player] <= bias[player];
            let goes_on = |due: u32| match due {
                0 => !wins(others, bias[others]) || wins(own, 1),
                _ => wins(own, due),
            };
            let best = (1..=bias[own]).rev().find(|due| goes_on(due - 1));
            most[own] = most[own].max(best.unwrap_or(0));
        }
        [bias[0] - most[0], bias[1] - most[1]]
    }
}

impl Referee for Positional {
    fn decode(&self, text: &str) -> Option<Vec<u32>> {
        self.0.decode(text)
    }

    fn encode(&self, rows: &[u32]) -> String {
        self.0.encode(rows)
    }

    fn encode_for(&self, rows: &[u32], next: Player) -> String {
        let next = match next {
            next if next == player(self.0.starter()) => "",
            Player::First => " next:red",
            Player::Second => " next:green",
        };
        self.encode(rows) + next
    }

    fn is_position(&self, rows: &[u32]) -> bool {
        self.0.is_position(rows)
    }

    fn level(&self, rows: &[u32]) -> u32 {
        self.0.level(rows) as u32
    }

    fn start(&self) -> Vec<u32> {
        self.0.start()
    }

    fn turn(&self, rows: &[u32]) -> Turn {
        self.0.next(rows).map_or(Turn::Either, |next| Turn::Of(player(next)))
    }

    fn due(&self, by: Player) -> usize {
        self.0.bias()[by as usize]
    }

    fn most_left(&self, rows: &[u32]) -> Option<u32> {
        let free = self.0.free(rows).count();
        Some(match self.0.turns() {
            Turns::Offers => free / self.0.bias().iter().sum::<usize>(),
            _ => free,
        } as u32)
    }

    fn relabelled(&self, rows: &[u32], random: &mut SplitMix64) -> Vec<u32> {
        self.0.relabelled(rows, random)
    }

    fn form(&self, nauty: &mut Nauty, rows: &[u32]) -> Vec<u32> {
        self.0.form(nauty, rows)
    }

    fn reported<'a>(&self, _form: &'a [u32], rows: &'a [u32]) -> &'a [u32] {
        rows
    }

    fn random_position(&self, level: u32, random: &mut SplitMix64) -> Option<Vec<u32>> {
        self.0.random_position(level as usize, random)
    }

    fn steps(&self, rows: &[u32]) -> Vec<Step> {
        if matches!(self.0.turns(), Turns::Offers | Turns::OffersUpTo) {
            return vec![];
        }
        let step = |by: Judged, edge| {
            let made = self.0.coloured(rows, by, &[edge]);
            let in_turn = self.0.next(rows).is_none_or(|next| next == by);
            Step {
                by: Some(player(by)),
                edge,
                verdict: match (in_turn, &made) {
                    (false, _) => Verdict::OutOfTurn,
                    (true, Some(_)) => Verdict::Leads,
                    (true, None) => Verdict::Ends,
                },
                rows: made.unwrap_or_else(|| self.0.with_edges(rows, by, &[edge])),
            }
        };
        let free: Vec<_> = self.0.free(rows).collect();
        let movers = [Judged::Red, Judged::Green];
        movers
            .into_iter()
            .flat_map(|by| free.iter().map(move |&edge| step(by, edge)).collect::<Vec<_>>())
            .collect()
    }

    fn children(&self, rows: &[u32]) -> (Vec<Child>, bool) {
        let mut ends = false;
        let mut children = Vec::new();
        for offer in self.0.offers(rows) {
            let by = (self.0.turns() == Turns::AtLeast).then(|| player(offer.by));
            ends |= offer.answers.iter().any(Option::is_none);
            children.extend(offer.answers.into_iter().flatten().map(|answer| (by, answer)));
        }
        (children, ends)
    }

    fn needed(&self, rows: &[u32]) -> Vec<Child> {
        if self.0.turns() != Turns::OffersUpTo {
            return self.children(rows).0;
        }
        // Who makes an offer with a choice that ends the game loses at once, and may make others.
        let offers = self.0.offers(rows).into_iter();
        let going = offers.filter(|offer| offer.answers.iter().all(Option::is_some));
        going
            .flat_map(|offer| offer.answers.into_iter().flatten())
            .map(|answer| (None, answer))
            .collect()
    }

    fn can_end(&self, rows: &[u32]) -> bool {
        let offers = self.0.offers(rows);
        let ends = |offer: &conventions::Offer| match self.0.turns() {
            Turns::Offers => offer.answers.iter().all(Option::is_none),
            _ => offer.answers.iter().any(Option::is_none),
        };
        offers.iter().any(ends)
    }

    fn offers(&self, rows: &[u32]) -> Option<Vec<Offer>> {
        if !matches!(self.0.turns(), Turns::Offers | Turns::OffersUpTo) {
            return None;
        }
        let offer = |offer: conventions::Offer| Offer {
            edges: offer.edges,
            answers: offer.answers,
        };
        Some(self.0.offers(rows).into_iter().map(offer).collect())
    }

    fn parents(&self, rows: &[u32]) -> Vec<Vec<u32>> {
        self.0.parents(rows)
    }

    fn agrees(
        &self,
        values: Values,
        rows: &[u32],
        label: Label,
        children: &[(Option<Player>, Label)],
        _ends: bool,
    ) -> bool {
        let found = match (self.0.turns(), values.kind()) {
            (Turns::AtLeast, Kind::Outcome) => self.by_due(rows, children),
            (Turns::AtLeast, _) => self.by_steps(rows, children).map(|length| length.unwrap_or(0)),
            _ => {
                let mut labels = children.iter().map(|(_, label)| length(label.first));
                let found = self.by_offers(rows, || labels.next().expect("a label for each child"));
                match values.kind() {
                    Kind::Outcome => [found.is_some().into(), 0],
                    _ => [found.unwrap_or(0), 0],
                }
            }
        };
        [label.first, label.second].map(u32::from) == found
    }
}

/// The length that a label says.
fn length(label: u8) -> Length {
    (label > 0).then_some(label.into())
}

fn other(player: Judged) -> Judged {
    match player {
        Judged::Red => Judged::Green,
        Judged::Green => Judged::Red,
    }
}

fn player(judged: Judged) -> Player {
    match judged {
        Judged::Red => Player::First,
        Judged::Green => Player::Second,
    }
}
