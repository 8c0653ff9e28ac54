//! On-line Ramsey games.

use online_ramsey::strategist;

use super::ProvedFamily;

pub(super) const FAMILY: ProvedFamily = ProvedFamily {
    prefix: online_ramsey::FAMILY,
    open: strategist,
    listed: None,
    explained: None,
    checked: None,
};
