//! Values of small parts, from the definition.

use std::collections::HashMap;
use std::sync::{PoisonError, RwLock};

use super::parts::Parts;
use crate::coloured::form::{Key, form};
use crate::coloured::structure::Structure;
use crate::work::spent;

/// Values that are remembered at most: 120 MB, 2^21 places of 57 bytes.
const MOST: usize = 1 << 20;

/// Solves parts of few open pairs.
pub struct Small {
    /// Most open pairs.
    pub most: u32,
    values: RwLock<HashMap<Key, u8>>,
}

impl Small {
    /// For parts of at most so many open pairs.
    pub fn new(most: u32) -> Self {
        Self {
            most,
            values: RwLock::default(),
        }
    }

    /// The least number that is not the value after a move.
    pub fn value(&self, game: &dyn Parts, part: &Structure) -> u8 {
        let (key, _) = form(part);
        let known = self
            .values
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .get(&key)
            .copied();
        if let Some(value) = known {
            return value;
        }
        let (mut seen, mut parts) = (0u128, Vec::new());
        for pair in part.moves() {
            if spent(1) {
                return 0;
            }
            parts.clear();
            game.parts(game.after(part, pair), &mut parts);
            let value = parts.iter().fold(0, |sum, part| sum ^ self.value(game, part));
            seen |= 1u128.checked_shl(value.into()).unwrap_or(0);
        }
        let value = seen.trailing_ones() as u8;
        let mut values = self.values.write().unwrap_or_else(PoisonError::into_inner);
        if values.len() >= MOST {
            values.clear();
        }
        values.insert(key, value);
        value
    }
}
