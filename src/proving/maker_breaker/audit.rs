//! Whether the answer of a resumed search agrees with the rules, as far as that is quickly seen.

use proof::agrees;

use super::game::{Game, Player};
use super::halt::Halt;
use super::pairs::{Pairs, each};
use super::search::{PASS, Search};

/// Whether this player may win the game.
pub(super) fn may_win(search: &mut Search, game: &Game, winner: Player) -> Result<bool, Halt> {
    let mut start = (game.maker(), game.free());
    if game.starter() == winner {
        match answer(search, winner, start)? {
            Some(after) => start = after,
            None => return Ok(false),
        }
    }
    agrees(canonical(search, start), |&(maker, free), next| {
        let has_maker_won = search.sets.is_won(maker);
        if has_maker_won || !search.sets.is_won(maker | free) {
            return Ok(has_maker_won == (winner == Player::Maker));
        }
        for at in each(free) {
            let after = match winner {
                Player::Maker => (maker, free & !(1 << at)),
                Player::Breaker => (maker | 1 << at, free & !(1 << at)),
            };
            match answer(search, winner, after)? {
                Some(after) => next.push(canonical(search, after)),
                None => return Ok(false),
            }
        }
        Ok(true)
    })
}

/// The position after a move with which the winner wins, who is to move; `None` if he does not.
fn answer(search: &mut Search, winner: Player, (maker, free): (Pairs, Pairs)) -> Result<Option<(Pairs, Pairs)>, Halt> {
    let known = search.decided(maker, free, winner)?;
    if known.maker_wins != (winner == Player::Maker) {
        return Ok(None);
    }
    // Where no move is needed, the loser is to move at once.
    let taken: Pairs = if known.reply == PASS { 0 } else { 1 << known.reply };
    let own = if winner == Player::Maker { taken } else { 0 };
    Ok(Some((maker | own, free & !taken)))
}

/// The same position in labels that isomorphic ones share.
fn canonical(search: &Search, (maker, free): (Pairs, Pairs)) -> (Pairs, Pairs) {
    let map = search.form.map(maker, free);
    (map.image(maker), map.image(free))
}
