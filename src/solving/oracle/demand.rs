//! What the next move must be, as JSON.

use game::{Deed, Demand};
use serde::{Serialize, Serializer};

#[derive(Serialize)]
struct Body<'a> {
    deed: &'static str,
    least: u32,
    most: u32,
    due: u32,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    offer: &'a [(usize, usize)],
}

/// Whether it is an edge by turns, of which nothing is said.
pub(super) fn is_edge(demand: &Demand) -> bool {
    *demand == Demand::EDGE
}

pub(super) fn demanded<S: Serializer>(demand: &Demand, to: S) -> Result<S::Ok, S::Error> {
    let body = Body {
        deed: match demand.deed {
            Deed::Add => "add",
            Deed::Offer => "offer",
            Deed::Choose => "choose",
        },
        least: demand.least,
        most: demand.most,
        due: demand.due,
        offer: &demand.offer,
    };
    body.serialize(to)
}
