//! The canonical form: one [`Key`] for each isomorphism class.
//!
//! Two ways lead to it. Nearly always the colours of a few rounds of refinement ([`colours`]) tell all vertices apart
//! except twins, vertices with the same neighbours; sorting by colour is then a canonical labelling, and every
//! automorphism just permutes twins. The rest goes through a search ([`search`]). Which way is taken depends on nothing
//! but the isomorphism class, so that the two never disagree.

#[cfg(target_arch = "x86_64")]
mod avx2;
mod colours;
mod key;
mod labelling;
mod lanes;
mod layout;
mod node;
mod partition;
mod places;
mod search;
mod two_colours;
pub mod vector;

pub use colours::{Colours, Early, Reach, far};
pub use key::{Key, key_width};
pub use labelling::Canonical;
pub use lanes::Lanes;
pub use places::{Place, Places};
pub use two_colours::{CanonicalPair, Frame, PAIR_KEY_ORDER_MOST, PairKey, PairRefined, pair_key_width};
