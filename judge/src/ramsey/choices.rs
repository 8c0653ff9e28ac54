//! A proof of who wins a two-colour game, by the winner's choices.
//!
//! A claim says that the loser, who is next, loses a position. It follows if he has no move and no tie comes of that,
//! or if each of his moves loses at once or has a reply which wins at once or leads to a claim. Claims have fewer and
//! fewer free edges, so all of them are true by induction. The checker makes them itself, from the start down, and
//! reads the body where a claim made before does not answer a move.

use super::{Form, Game, Outcome, Player};
use crate::coloured::claims::{Claim, Level};
use crate::coloured::form::{form, mark};
use crate::coloured::losses::{self, Losses, Side};
use crate::coloured::structure::{Pair, Rows as Relation, Structure, WIDTH, below};
use crate::graphs::edges;
use crate::proof::{Bytes, Lines, ProofError, Proved, made};
use crate::rules::Rules;
use crate::titles::{two_colours, vertices};
use crate::work::{self, spent};

/// Most claims of a batch.
const BATCH_MOST: u64 = 1 << 16;
/// Steps of a move: its copies are looked for.
const STEPS: u64 = 8;
/// Claims that a thread takes at a time.
const PIECE: usize = 4;

const COUNT: &str = "there are not as many claims as the head says";
const LEFT: &str = "choices are left over";
const NO_REPLY: &str = "there is no such reply";
const WON: &str = "a move of the loser wins";
const STUCK: &str = "the loser does not lose where no move is left";
const NONE: &str = "a move of the loser has no reply";

/// What the head says.
struct Head {
    game: String,
    n: usize,
    winner: Player,
    batch: usize,
    claims: u64,
}

impl Head {
    /// Reads all lines, which must be these in this order.
    fn read(mut lines: Lines) -> Result<Self, ProofError> {
        let game = lines.next("game")?.to_owned();
        let n = lines.count("n")?;
        // On complete graphs: the symmetries of others may take long to find.
        if game.contains('=') {
            return Err(ProofError::Head { line: "game" });
        }
        if !(1..=WIDTH as u64).contains(&n) {
            return Err(ProofError::Head { line: "n" });
        }
        let winner = match lines.next("winner")? {
            "first" => Player::Red,
            "second" => Player::Green,
            _ => return Err(ProofError::Head { line: "winner" }),
        };
        if lines.next("form")? != "choices" {
            return Err(ProofError::Head { line: "form" });
        }
        let batch = lines.count("batch")?;
        if !(1..=BATCH_MOST).contains(&batch) {
            return Err(ProofError::Head { line: "batch" });
        }
        let claims = lines.count("claims")?;
        // Each claim but the first takes a code.
        if claims > lines.end()?.saturating_add(1) {
            return Err(ProofError::Head { line: "claims" });
        }
        Ok(Self {
            game,
            n: n as usize,
            winner,
            batch: batch as usize,
            claims,
        })
    }

    fn sentence(&self) -> String {
        let winner = ["first", "second"][self.winner as usize];
        let (title, vertices) = (two_colours(&self.game), vertices(self.n));
        format!("The {winner} player wins {title} on {vertices}")
    }
}

/// Rows of the red edges, then of the green ones.
type Rows = Vec<u32>;

/// One edge more in some colour.
struct Step {
    edge: (usize, usize),
    /// Whether it completes a copy that counts.
    completes: bool,
    rows: Rows,
}

/// Moves of the loser that no claim answers, a bit each: 0-1, 0-2, 1-2, 0-3 and so on, the order of moves. The
/// positions after them are made again one by one: those of a batch, with all replies, took 1.15 GB for 2 kB of a file.
#[derive(Default)]
struct Open([u64; (WIDTH * (WIDTH - 1) / 2).div_ceil(64)]);

impl Open {
    fn add(&mut self, (u, v): (usize, usize)) {
        let number = v * (v - 1) / 2 + u;
        self.0[number / 64] |= 1 << (number % 64);
    }

    fn edges(&self) -> impl Iterator<Item = (usize, usize)> + use<'_> {
        let pairs = (1..WIDTH).flat_map(|v| (0..v).map(move |u| (u, v))).enumerate();
        pairs.filter_map(|(number, edge)| (self.0[number / 64] >> (number % 64) & 1 == 1).then_some(edge))
    }
}

/// The theorem of these lines.
pub(crate) fn theorem(lines: Lines) -> Result<String, ProofError> {
    Head::read(lines).map(|head| head.sentence())
}

/// Checks a proof. Memory: at most 200 bytes a claim. Cost: some 0.02 ms a claim on 8 vertices.
pub(crate) fn check(lines: Lines, body: &[u8], threads: usize) -> Result<Proved, ProofError> {
    checked(lines, body, threads, &mut |_| {})
}

/// Gives the claims of a proof as lists of numbers, for games in which a copy in one's own colour is bad.
pub(crate) fn claims(
    lines: Lines,
    body: &[u8],
    threads: usize,
    list: &mut dyn FnMut(&[u32]),
) -> Result<(), ProofError> {
    let head = Head::read(lines.clone())?;
    let mut rows = Vec::new();
    checked(lines, body, threads, &mut |position| rows.push(*position))?;
    let game = Game::named(&head.game).filter(|game| matches!(game.form, Form::Avoid | Form::Lose));
    let game = game.ok_or(ProofError::Head { line: "game" })?;
    let (n, colours, winner) = (head.n, game.colours(), head.winner);
    // Red edges are the first relation of a claim, those of the winner the first of a loss.
    let claims = rows.into_iter().map(|position: Structure| match winner {
        Player::Red => position,
        Player::Green => Structure {
            open: position.edge,
            edge: position.open,
        },
    });
    let claims: Vec<Structure> = claims.collect();
    let has_copy = |rows: &Relation, side| {
        let player = if side == Side::Winner { winner } else { other(winner) };
        !colours[player as usize].is_position(&rows[..n])
    };
    let losses = Losses {
        n,
        is_one: false,
        has_copy: &has_copy,
        is_lost: &|_| false,
    };
    match losses::write(&losses, claims.iter(), winner == Player::Red, list) {
        true => Ok(()),
        false => Err(ProofError::Claim { why: NONE }),
    }
}

/// [`check`] with someone who hears of each claim, those with the fewest edges first.
fn checked(
    lines: Lines,
    body: &[u8],
    threads: usize,
    claimed: &mut dyn FnMut(&Structure),
) -> Result<Proved, ProofError> {
    let head = Head::read(lines)?;
    let game = Game::named(&head.game).filter(|game| game.form != Form::AvoidPlus);
    let game = game.ok_or(ProofError::Head { line: "game" })?;
    let colours = game.colours();
    if !colours.iter().all(|rules| rules.is_position(&vec![0; head.n])) {
        return Err(ProofError::Head { line: "game" });
    }
    let mut walk = Walk {
        n: head.n,
        game,
        colours,
        levels: (0..=head.n * (head.n - 1) / 2 + 2).map(|_| Level::default()).collect(),
        winner: head.winner,
        count: 0,
        most: head.claims,
    };
    let moves = walk.check(Bytes(body), head.batch, threads, claimed)?;
    Ok(Proved {
        sentence: head.sentence(),
        facts: vec![
            ("n", (head.n as u64).into()),
            ("winner", ["first", "second"][head.winner as usize].into()),
            ("claims", head.claims.into()),
            ("moves_checked", moves.into()),
            ("choices", (body.len() as u64).into()),
        ],
        game: head.game,
    })
}

struct Walk {
    n: usize,
    game: Game,
    colours: [Box<dyn Rules>; 2],
    winner: Player,
    /// Claims by the number of moves made.
    levels: Vec<Level>,
    count: u64,
    most: u64,
}

impl Walk {
    /// Makes all claims and checks them. Returns the number of the loser's moves.
    fn check(
        &mut self,
        mut codes: Bytes,
        batch: usize,
        threads: usize,
        claimed: &mut dyn FnMut(&Structure),
    ) -> Result<u64, ProofError> {
        let claim = |why| ProofError::Claim { why };
        let start = vec![0; 2 * self.n];
        match self.winner {
            Player::Green => self.claim(start).map_err(claim)?,
            Player::Red if self.is_answered(&start).map_err(claim)? => {}
            Player::Red => self.choose(&mut codes, &start)?,
        }
        let (mut moves, mut checked) = (0, 0);
        for level in 0..self.levels.len() {
            let claims = std::mem::take(&mut self.levels[level]).claims;
            claims
                .iter()
                .for_each(|claim| claimed(&claim.key.structure(claim.places)));
            for batch in claims.chunks(batch) {
                let looked = made(batch.len(), threads, PIECE, || (), |(), at| self.look(&batch[at]));
                let looked = looked.map_err(|(at, why)| ProofError::Entry {
                    entry: checked + at as u64,
                    why,
                })?;
                for ((count, open), claim) in looked.iter().zip(batch) {
                    moves += count;
                    let rows = self.rows(claim);
                    for edge in open.edges() {
                        self.choose(&mut codes, &self.after(&rows, edge))?;
                    }
                }
                checked += batch.len() as u64;
                work::checked(checked, self.most);
            }
        }
        if self.count != self.most {
            return Err(claim(COUNT));
        }
        match codes.0.is_empty() {
            true => Ok(moves),
            false => Err(claim(LEFT)),
        }
    }

    /// The rows of a claim, with the labels that it was met with.
    fn rows(&self, claim: &Claim) -> Rows {
        let position = claim.key.structure(claim.places);
        [&position.open[..self.n], &position.edge[..self.n]].concat()
    }

    /// The rows after a move of the loser.
    fn after(&self, rows: &Rows, (u, v): (usize, usize)) -> Rows {
        let (mut after, own) = (rows.clone(), other(self.winner) as usize * self.n);
        after[own + u] |= 1 << v;
        after[own + v] |= 1 << u;
        after
    }

    /// The number of the loser's moves, and those that no claim answers.
    fn look(&self, claim: &Claim) -> Result<(u64, Open), &'static str> {
        let rows = self.rows(claim);
        let (mut count, mut open) = (0, Open::default());
        let (mut is_stuck, moves) = (true, self.moves(other(self.winner), &rows));
        for step in moves {
            if spent(1) {
                break;
            }
            match (step.completes, self.game.end()) {
                // He may not.
                (true, None) => continue,
                // The next player wins.
                (true, Some(Outcome::N)) => {}
                (true, Some(_)) => return Err(WON),
                (false, _) if self.is_answered(&step.rows)? => {}
                (false, _) => open.add(step.edge),
            }
            is_stuck = false;
            count += 1;
        }
        match is_stuck && self.game.without_a_move(other(self.winner)) != Outcome::P {
            true => Err(STUCK),
            false => Ok((count, open)),
        }
    }

    /// Whether the winner, who is next, wins at once or by a claim made before; else he has to choose a reply.
    fn is_answered(&self, rows: &[u32]) -> Result<bool, &'static str> {
        let (mut replies, mut is_stuck) = (Vec::new(), true);
        for step in self.moves(self.winner, rows) {
            match (step.completes, self.game.end()) {
                (true, None) => continue,
                (true, Some(Outcome::P)) => return Ok(true),
                (true, Some(_)) => {}
                (false, _) => replies.push(step.rows),
            }
            is_stuck = false;
        }
        if is_stuck && self.game.without_a_move(self.winner) == Outcome::N {
            return Ok(true);
        }
        let is_claimed = |rows: &Rows| {
            let position = self.structure(rows);
            let level = &self.levels[edges(rows)];
            level.value(mark(&position), || form(&position).0).is_some()
        };
        match replies.is_empty() {
            true => Err(NONE),
            false => Ok(replies.iter().any(is_claimed)),
        }
    }

    /// Each way in which a player can colour a free edge, one of those that swaps of twins make of each other.
    fn moves(&self, by: Player, rows: &[u32]) -> Vec<Step> {
        let position = self.structure(rows);
        let free: Relation = std::array::from_fn(|v| match v < self.n {
            true => below(self.n) & !(position.open[v] | position.edge[v] | 1 << v),
            false => 0,
        });
        let own = by as usize * self.n;
        let step = |(u, v): Pair| {
            let mut rows = rows.to_vec();
            rows[own + usize::from(u)] |= 1 << v;
            rows[own + usize::from(v)] |= 1 << u;
            Step {
                edge: (u.into(), v.into()),
                completes: !self.colours[by as usize].is_position(&rows[own..own + self.n]),
                rows,
            }
        };
        let moves: Vec<Step> = position.first_of_twins(&free).into_iter().map(step).collect();
        spent(STEPS * moves.len() as u64);
        moves
    }

    /// Claims the position after the reply of the winner that comes next in the body, unless that is claimed.
    fn choose(&mut self, codes: &mut Bytes, rows: &[u32]) -> Result<(), ProofError> {
        let code = codes.number(1)? as usize;
        let replies = self.moves(self.winner, rows).into_iter().filter(|step| !step.completes);
        let chosen = replies.map(|step| step.rows).nth(code);
        let chosen = chosen.ok_or(ProofError::Claim { why: NO_REPLY })?;
        self.claim(chosen).map_err(|why| ProofError::Claim { why })
    }

    fn claim(&mut self, rows: Rows) -> Result<(), &'static str> {
        let position = self.structure(&rows);
        let (mark, (key, places)) = (mark(&position), form(&position));
        let level = &mut self.levels[edges(&rows)];
        if level.value(mark, || key).is_some() {
            return Ok(());
        }
        self.count += 1;
        // A bound on memory.
        if self.count > self.most {
            return Err(COUNT);
        }
        level.add(mark, Claim { key, places, value: 0 });
        Ok(())
    }

    /// The red edges as one relation, the green ones as the other.
    fn structure(&self, rows: &[u32]) -> Structure {
        let n = self.n;
        let mut position = Structure::EMPTY;
        position.open[..n].copy_from_slice(&rows[..n]);
        position.edge[..n].copy_from_slice(&rows[n..]);
        position
    }
}

fn other(player: Player) -> Player {
    match player {
        Player::Red => Player::Green,
        Player::Green => Player::Red,
    }
}
