//! Why a value is not known.

use std::error::Error;
use std::path::PathBuf;

/// Why a value is not known.
#[derive(Debug, thiserror::Error)]
pub enum SolvedError {
    /// The medium, or what is on it: an error of whoever reads it.
    #[error(transparent)]
    Unread(Box<dyn Error + Send + Sync>),
    /// The position's level is not sealed.
    #[error("level {level} is not solved in this database; {}", solved_ranges(levels))]
    NotSolved {
        /// The level asked for.
        level: u32,
        /// The sealed levels, ascending.
        levels: Vec<u32>,
    },
    /// The label function is not the one that the level was sealed with.
    #[error("{} is not what the manifest of level {level} says", path.display())]
    Foreign {
        /// The level.
        level: u32,
        /// The label function.
        path: PathBuf,
    },
    /// The label function passes a position on that its exact table does not hold.
    #[error("the label function of level {level} is damaged: it does not know one of its own positions")]
    Unknown {
        /// The level.
        level: u32,
    },
}

impl SolvedError {
    /// What whoever reads the medium says.
    pub fn unread(error: impl Error + Send + Sync + 'static) -> Self {
        Self::Unread(Box::new(error))
    }
}

/// Such as "levels 16 down to 9 are".
fn solved_ranges(levels: &[u32]) -> String {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for &level in levels.iter().rev() {
        match ranges.last_mut() {
            Some((_, lowest)) if *lowest == level + 1 => *lowest = level,
            _ => ranges.push((level, level)),
        }
    }
    if ranges.is_empty() {
        return "no level is".into();
    }
    let ranges: Vec<String> = ranges
        .iter()
        .map(|(highest, lowest)| format!("{highest} down to {lowest}"))
        .collect();
    format!("levels {} are", ranges.join(", "))
}
