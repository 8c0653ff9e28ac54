//! The two JSON files: the purpose of a database, and the content of a sealed level.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{LabelFunctionSummary, LevelSummary};

pub use label_functions::FORMAT;

/// The largest number in a manifest. n = 17 has 3 * 10^13 positions.
const NUMBER_MOST: u64 = 1 << 45;

/// The default meaning of labels: 1 when the player who moved last wins, else 0. Manifests leave it out.
pub const OUTCOME: &str = "outcome";

fn outcome() -> String {
    OUTCOME.into()
}

fn is_outcome(values: &String) -> bool {
    values == OUTCOME
}

/// What a folder keeps of its levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kept {
    /// Records and label functions of all levels.
    Positions,
    /// Label functions; records of the lowest level alone, while further levels are to be solved from it.
    Labels,
    /// Label functions that were published: nothing is ever added.
    Export,
}

impl Kept {
    /// The word in `retrograph.json`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Positions => "positions",
            Self::Labels => "labels",
            Self::Export => "export",
        }
    }
}

/// Content of `retrograph.json`: what the levels in a folder belong to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identity {
    /// Format number, [`FORMAT`] when written by this program.
    pub format: u32,
    /// Name of the game.
    pub game: String,
    /// Size of the game.
    pub n: u32,
    /// What the labels mean; [`OUTCOME`] by default.
    #[serde(default = "outcome", skip_serializing_if = "is_outcome")]
    pub values: String,
    /// What is kept of a level once no other level needs it.
    pub keep: Kept,
    /// Version of the program that created the folder.
    pub tool_version: String,
}

impl Identity {
    /// Returns the identity of a database that this program creates.
    pub fn new(game: &str, n: u32, values: impl Into<String>, keep: impl Into<Kept>) -> Self {
        Self {
            format: FORMAT,
            game: game.into(),
            n,
            values: values.into(),
            keep: keep.into(),
            tool_version: env!("CARGO_PKG_VERSION").into(),
        }
    }
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
    /// What the labels mean; [`OUTCOME`] by default.
    #[serde(default = "outcome", skip_serializing_if = "is_outcome")]
    pub values: String,
    /// Number of the level.
    pub level: u32,
    /// Bytes of a key.
    pub key_width: u32,
    /// The records.
    pub positions: LevelSummary,
    /// Further counts by name.
    pub counts: BTreeMap<String, u64>,
    /// The label function of bit 0 of the labels.
    pub label_function: LabelFunctionSummary,
    /// The label functions of further bits.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub planes: Vec<Plane>,
}

/// The label function of one bit of a level's labels.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plane {
    /// Number of the bit, 8 and above for those of second labels; the file is `labels-BIT`.
    pub bit: u8,
    /// The function.
    #[serde(flatten)]
    pub function: LabelFunctionSummary,
}

impl LevelManifest {
    /// Returns each bit of the labels that has a label function, and the function.
    pub fn functions(&self) -> impl Iterator<Item = (u8, &LabelFunctionSummary)> {
        let planes = self.planes.iter().map(|plane| (plane.bit, &plane.function));
        std::iter::once((0, &self.label_function)).chain(planes)
    }

    /// Returns whether every number is possible for a level, so that sums over the files and levels of a database fit
    /// 64 bits.
    pub(crate) fn is_plausible(&self) -> bool {
        let LevelSummary {
            positions,
            bytes,
            by_label,
            by_second,
            files,
            catalogue,
            ..
        } = &self.positions;
        let of_files = files.iter().flat_map(|file| {
            let counts = file.by_label.iter().chain(&file.by_second);
            counts.chain([&file.positions, &file.bytes])
        });
        let of_functions = self.functions().flat_map(|(_, function)| {
            let LabelFunctionSummary {
                bytes,
                keys,
                ambiguous_hashes,
                exact_entries,
                ..
            } = function;
            [bytes, keys, ambiguous_hashes, exact_entries]
        });
        let labels = by_label.len().max(by_second.len());
        labels <= 256
            && self.planes.iter().all(|plane| plane.bit < 16)
            && [positions, bytes]
                .into_iter()
                .chain(by_label.iter().chain(by_second))
                .chain(self.counts.values())
                .chain(catalogue.iter().map(|file| &file.bytes))
                .chain(of_files)
                .chain(of_functions)
                .all(|&number| number <= NUMBER_MOST)
    }

    /// Returns the bytes of all label functions.
    pub fn label_bytes(&self) -> u64 {
        self.functions().map(|(_, function)| function.bytes).sum()
    }
}
