//! What is kept of the levels.

use retrograph_storage::{Database, Error, Kept};

/// What is kept of a level once the next one down is sealed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// Keys and labels in RocksDB, and the label function.
    Positions,
    /// The label function alone.
    Labels,
}

impl Keep {
    /// As on the command line and in a database's identity.
    pub fn name(self) -> &'static str {
        match self {
            Self::Positions => "positions",
            Self::Labels => "labels",
        }
    }

    /// What runs into a folder keep; `None` where nothing may be added.
    pub fn of(kept: Kept) -> Option<Self> {
        match kept {
            Kept::Positions => Some(Self::Positions),
            Kept::Labels => Some(Self::Labels),
            Kept::Export => None,
        }
    }
}

impl From<Keep> for Kept {
    fn from(keep: Keep) -> Self {
        match keep {
            Keep::Positions => Self::Positions,
            Keep::Labels => Self::Labels,
        }
    }
}

/// With labels alone kept: drops the positions that no level still to be solved is made from, those of an interrupted
/// run too.
pub fn drop_positions(db: &Database, keep: Keep) -> Result<(), Error> {
    if keep == Keep::Labels {
        let levels = db.levels()?;
        let needed = levels.last().copied().filter(|&lowest| lowest > 0);
        for level in levels.into_iter().filter(|&level| Some(level) != needed) {
            db.drop_positions(level)?;
        }
    }
    Ok(())
}
