//! On-line Ramsey games.

use super::ProvedFamily;

pub(super) const FAMILY: ProvedFamily = ProvedFamily {
    prefix: online_ramsey::FAMILY,
    listed: None,
    explained: None,
    checked: None,
};
