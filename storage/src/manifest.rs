//! The two JSON files: what a database is for, and what a sealed level holds.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{LabelFunctionSummary, LevelSummary};

/// Number of the format that this program reads and writes.
pub const FORMAT: u32 = 2;

/// Content of `retrograph.json`: what the levels in a folder belong to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identity {
    /// Format number, [`FORMAT`] when written by this program.
    pub format: u32,
    /// Name of the game.
    pub game: String,
    /// Size of the game.
    pub n: u32,
    /// What is kept of a level once no other needs it.
    pub keep: String,
    /// Version of the program that created the folder.
    pub tool_version: String,
}

/// Content of a level's `manifest.json`. Nothing in it depends on time, threads or memory.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LevelManifest {
    /// Format number, [`FORMAT`] when written by this program.
    pub format: u32,
    /// Version of the program that sealed the level.
    pub tool_version: String,
    /// Name of the game.
    pub game: String,
    /// Size of the game.
    pub n: u32,
    /// Number of the level.
    pub level: u32,
    /// Bytes of a key.
    pub key_width: u32,
    /// The records.
    pub positions: LevelSummary,
    /// Further counts by name.
    pub counts: BTreeMap<String, u64>,
    /// The label function.
    pub label_function: LabelFunctionSummary,
}
