//! Whether the prover of Maker-Breaker games does what their rules say: the judge's definitions and brute force.

use ::maker_breaker::{
    BadGame, FAMILY, Game, Options, Pairs, Player, all_pairs, each, ends, proof_player, prove, winner,
};
use ::proof::play::{Move, reply_to};
use base::random::SplitMix64;
use retrograph_judge::maker_breaker::check_proof;
use retrograph_referee::maker_breaker::{WinningSets, maker_wins, winning_sets};

use ::proof::{CheckedProver, PropertyOfProver};
use base::cases::holds;

/// Most free edges on which everything is tried.
const BRUTE: usize = 15;
/// Most free edges of a random position.
const FREE: usize = 10;
const STARTERS: [Player; 2] = [Player::Maker, Player::Breaker];

/// Checks the prover on `n` vertices: all sets of pairs and the winner of the whole board up to 6 vertices, random ones
/// above; `sample` random positions.
///
/// Cost: a second or so on 6 vertices, a byte of memory for each of 3^15 positions.
///
/// # Errors
/// [`BadGame`] when there is no such game.
///
/// # Panics
/// When the judge does not know a game of the prover, or the prover panics.
pub(super) fn check_maker_breaker(name: &str, n: usize, sample: usize) -> Result<CheckedProver, BadGame> {
    let game = Game::new(name, n, Player::Maker)?;
    let name = game.name();
    let sets = name.strip_prefix(FAMILY).and_then(|name| winning_sets(name, n));
    let checked = CheckedProver::new(&name, n);
    let mut check = Check {
        game,
        sets: sets.expect("the judge knows every game of the prover"),
        random: SplitMix64::new(n as u64),
        checked,
    };
    check.sets_of_pairs(sample);
    check.positions(sample);
    if n * (n - 1) / 2 <= BRUTE {
        check.whole_board();
    }
    Ok(check.checked)
}

struct Check {
    game: Game,
    sets: WinningSets,
    random: SplitMix64,
    checked: CheckedProver,
}

impl Check {
    fn n(&self) -> usize {
        self.game.order()
    }

    fn is_won(&self, pairs: Pairs) -> bool {
        (self.sets.is_won)(&rows(pairs, self.n()))
    }

    fn random_set(&mut self) -> Pairs {
        // Sets with few and with many pairs.
        let (dense, share) = (self.random.below(3), self.random.next_u64());
        let set = match dense {
            0 => share & self.random.next_u64(),
            1 => share,
            _ => share | self.random.next_u64(),
        };
        set & all_pairs(self.n())
    }

    fn sets_of_pairs(&mut self, sample: usize) {
        let all = all_pairs(self.n());
        let every = all.count_ones() as usize <= BRUTE;
        let sets: Vec<Pairs> = match every {
            true => (0..=all).collect(),
            false => (0..40 * sample).map(|_| self.random_set()).collect(),
        };
        self.checked.every = every;
        let (n, prover) = (self.n(), self.game.winning_sets());
        for set in sets {
            let text = graph6(set, n);
            let right = self.is_won(set);
            let found = prover.is_won(set);
            self.checked.case(PropertyOfProver::WinningSets, &text, || {
                let words = |won: bool| if won { "hold a winning set" } else { "hold none" };
                holds(right == found, || {
                    format!("the edges {}, the prover says they {}", words(right), words(found))
                })
            });
            if right && found {
                let witness = prover.witness(set);
                let least = witness & !set == 0
                    && self.is_won(witness)
                    && each(witness).all(|at| !self.is_won(witness & !(1 << at)));
                self.checked.case(PropertyOfProver::Witness, &text, || {
                    holds(least, || format!("{} is no least winning set", graph6(witness, n)))
                });
            }
            let free = all & !set & self.random_set();
            if !right {
                let threats = each(free).filter(|at| self.is_won(set | 1 << at));
                let threats = threats.fold(0, |threats, at| threats | 1 << at);
                let found = prover.threats(set, free);
                self.checked.case(PropertyOfProver::Threats, &text, || {
                    holds(threats == found, || {
                        let [threats, found] = [threats, found].map(|set| graph6(set, n));
                        format!("Maker wins at once with {threats}, the prover says with {found}")
                    })
                });
            }
        }
    }

    /// Random positions with few free edges: who wins, the proof, and the proof as a player.
    fn positions(&mut self, sample: usize) {
        for round in 0..sample {
            let all = all_pairs(self.n());
            let mut order = self.random.permutation(all.count_ones() as usize);
            let free = order.split_off(order.len().saturating_sub(FREE));
            let free = free.iter().fold(0, |set, at| set | 1u64 << at);
            let maker = all & !free & self.random_set();
            self.position(free, maker, STARTERS[round % 2]);
        }
    }

    fn whole_board(&mut self) {
        for starter in STARTERS {
            self.position(all_pairs(self.n()), 0, starter);
        }
    }

    fn position(&mut self, free: Pairs, maker: Pairs, starter: Player) {
        let n = self.n();
        let breaker = all_pairs(n) & !free & !maker;
        let text = format!(
            "maker:{} breaker:{} {} begins",
            graph6(maker, n),
            graph6(breaker, n),
            starter.name()
        );
        let game = Game::new(&self.game.name(), n, starter).expect("it was made before");
        let game = game.on(&graph(all_pairs(n), n), &graph(maker, n), &graph(breaker, n));
        let game = game.expect("disjoint sets on a complete board");
        let right = match maker_wins(&self.sets, &rows(free, n), &rows(maker, n), starter == Player::Maker) {
            true => Player::Maker,
            false => Player::Breaker,
        };
        let mut on = |_: &::maker_breaker::Effort| false;
        let (found, _) = winner(&game, &Options::default(), &mut on).expect("no one asks it to stop");
        self.checked.case(PropertyOfProver::Winner, &text, || {
            holds(found == right, || {
                format!("{} wins, the prover says {}", right.name(), found.name())
            })
        });
        let theorem = prove(&game, &Options::default(), &mut on).expect("no one asks it to stop");
        let file = theorem.proof().expect("there is memory for a small proof");
        let accepted = check_proof(&file);
        self.checked.case(PropertyOfProver::Proof, &text, || match accepted {
            Err(error) => Err(format!("the judge refuses the proof: {error}")),
            Ok(claim) => holds(claim.winner.name() == right.name(), || {
                format!("{} wins, the proof says {}", right.name(), claim.winner.name())
            }),
        });
        let lost = self.loses(&file, &game, right);
        self.checked.case(PropertyOfProver::Play, &text, || lost);
    }

    /// Plays a random loser against the proof.
    fn loses(&mut self, file: &[u8], game: &Game, right: Player) -> Result<(), String> {
        let opened = proof::open(file).map_err(|error| error.to_string())?;
        let proof = proof_player(opened).map_err(|error| error.to_string())?;
        let (mut maker, mut breaker) = (game.maker(), game.breaker());
        let mut mover = game.starter();
        let mut moves: Vec<Move> = Vec::new();
        loop {
            let free = game.board() & !maker & !breaker;
            let over = match () {
                () if self.is_won(maker) => Some(Player::Maker),
                () if !self.is_won(maker | free) => Some(Player::Breaker),
                () => None,
            };
            if let Some(over) = over {
                return holds(over == right, || format!("{} lost the game {moves:?}", right.name()));
            }
            let at = if mover == right {
                match reply_to(&*proof, &moves, 1) {
                    Ok(Some(made)) if made.is_proved => match made.step {
                        Move::Edge([u, v]) => ::maker_breaker::pair(u, v),
                        other => return Err(format!("{other:?} after {moves:?}")),
                    },
                    other => return Err(format!("no move of the proof after {moves:?}: {other:?}")),
                }
            } else {
                let left: Vec<usize> = each(free).collect();
                left[self.random.below(left.len())]
            };
            if free >> at & 1 == 0 {
                return Err(format!("a move that is not free after {moves:?}"));
            }
            match mover {
                Player::Maker => maker |= 1 << at,
                Player::Breaker => breaker |= 1 << at,
            }
            let (u, v) = ends(at);
            moves.push(Move::Edge([u, v]));
            mover = mover.other();
        }
    }
}

fn rows(pairs: Pairs, n: usize) -> Vec<u32> {
    let mut rows = vec![0; n];
    for (u, v) in each(pairs).map(ends) {
        rows[u] |= 1 << v;
        rows[v] |= 1 << u;
    }
    rows
}

fn graph6(pairs: Pairs, n: usize) -> String {
    retrograph_referee::graph6::encode(&rows(pairs, n))
}

fn graph(pairs: Pairs, n: usize) -> ::graph::Graph16 {
    let edges = each(pairs).map(ends);
    edges.fold(::graph::Graph16::empty(n), |graph, (u, v)| graph.toggled(u, v))
}
