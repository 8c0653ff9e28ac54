//! What is wrong with a proof.

use std::fmt;

/// Why a file proves nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProofError {
    /// It begins otherwise.
    NotAProof,
    /// It is of another version.
    Format {
        /// The version it says.
        found: u32,
    },
    /// Its length is not the one it says.
    Length,
    /// Its bytes are not those that were sealed.
    Checksum,
    /// The head says something that cannot be.
    Head {
        /// The word that begins the line.
        line: &'static str,
    },
    /// What is compressed is not what the head says.
    Body,
    /// An entry does not follow.
    Entry {
        /// Its number, from 0.
        entry: u64,
        /// Why, as a sentence.
        why: &'static str,
    },
    /// To check it takes more work than a file of its size may.
    Work,
    /// The claim does not follow from the entries.
    Claim {
        /// Why, as a sentence.
        why: &'static str,
    },
}

impl fmt::Display for ProofError {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::NotAProof => out.write_str("it is not a proof"),
            Self::Format { found } => write!(out, "it is a proof of format {found}; this program reads format 1"),
            Self::Length => out.write_str("it is cut, or longer than it says"),
            Self::Checksum => out.write_str("its checksum differs: it is damaged"),
            Self::Head { line } => write!(out, "the line '{line}' of its head is missing or says what cannot be"),
            Self::Body => out.write_str("its content is not what its head says"),
            Self::Entry { entry, why } => write!(out, "entry {entry} does not follow: {why}"),
            Self::Work => out.write_str("to check it takes more work than a file of its size may take"),
            Self::Claim { why } => write!(out, "the claim does not follow: {why}"),
        }
    }
}

impl std::error::Error for ProofError {}

/// What a part of a body lacks: bytes, or a reason.
pub(crate) enum Wrong {
    /// The body cannot be read.
    Cut(ProofError),
    /// What is read does not follow, as a sentence.
    Why(&'static str),
}

impl Wrong {
    /// In an entry, by its number.
    pub fn in_entry(self, entry: u64) -> ProofError {
        match self {
            Self::Cut(error) => error,
            Self::Why(why) => ProofError::Entry { entry, why },
        }
    }

    /// In the claim.
    pub fn in_claim(self) -> ProofError {
        match self {
            Self::Cut(error) => error,
            Self::Why(why) => ProofError::Claim { why },
        }
    }
}

impl From<ProofError> for Wrong {
    fn from(error: ProofError) -> Self {
        Self::Cut(error)
    }
}

impl From<&'static str> for Wrong {
    fn from(why: &'static str) -> Self {
        Self::Why(why)
    }
}
