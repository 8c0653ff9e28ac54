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
    /// A node does not follow.
    Node {
        /// Its number.
        node: u64,
        /// Why.
        fault: Fault,
    },
    /// The start does not lead to the last node it names.
    Opening(Fault),
}

/// Why a node does not follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A set has pairs that are not there, or a pair is in both sets.
    Sets,
    /// It says that the game is decided, which it is not.
    NotDecided,
    /// The winner takes an edge that is not free.
    Reply,
    /// A reply leads to a node that does not come before.
    Order,
    /// A map is not a bijection, or moves the ends that the game names.
    Map,
    /// The position after a reply lacks edges of the next node.
    Lacking,
    /// A move of the loser has no reply.
    Unanswered,
}

impl fmt::Display for Fault {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str(match self {
            Self::Sets => "its edges are not two disjoint sets of pairs",
            Self::NotDecided => "it says that the game is decided there, which it is not",
            Self::Reply => "the winner takes an edge that is not free",
            Self::Order => "a reply leads to a node that does not come before it",
            Self::Map => "a map of vertices is not a bijection that the game allows",
            Self::Lacking => "after a reply the winner lacks edges of the next node",
            Self::Unanswered => "a move of the loser has no reply",
        })
    }
}

impl fmt::Display for ProofError {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::NotAProof => out.write_str("it is not a proof"),
            Self::Format { found } => write!(out, "it is a proof of format {found}; this program reads format 1"),
            Self::Length => out.write_str("it is cut, or longer than it says"),
            Self::Checksum => out.write_str("its checksum differs: it is damaged"),
            Self::Head { line } => write!(out, "the line '{line}' of its head is missing or says what cannot be"),
            Self::Body => out.write_str("its content is not as long as its head says"),
            Self::Node { node, fault } => write!(out, "node {node} does not follow: {fault}"),
            Self::Opening(fault) => write!(out, "the start does not follow: {fault}"),
        }
    }
}

impl std::error::Error for ProofError {}
