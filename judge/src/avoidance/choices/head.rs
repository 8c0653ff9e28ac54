//! The head of a proof by choices.

use crate::avoidance::claim::Claim;
use crate::proof::{Lines, ProofError};

use crate::coloured::structure::WIDTH;

/// Most open pairs of parts that the checker solves itself.
const SMALL_MOST: u64 = 12;
/// Most claims of a batch.
const BATCH_MOST: u64 = 1 << 16;

/// For which of the loser's moves the body has a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replies {
    /// For each.
    All,
    /// For those that no reply answers by claims made before.
    Needed,
}

/// What the head says.
#[derive(Clone, Debug)]
pub struct Head {
    pub claim: Claim,
    /// Whether positions are sums of components.
    pub has_components: bool,
    pub small: u32,
    pub replies: Replies,
    pub batch: usize,
    pub claims: u64,
    /// Bytes of the body that are choices; the others are values.
    pub codes: usize,
}

impl Head {
    /// Reads all lines, which must be these in this order.
    pub fn read(mut lines: Lines) -> Result<Self, ProofError> {
        let claim = Claim::read(&mut lines, WIDTH as u64)?;
        if lines.next("form")? != "choices" {
            return Err(ProofError::Head { line: "form" });
        }
        let has_components = match lines.next("parts")? {
            "components" if claim.game == "triangle" => true,
            "graphs" => false,
            _ => return Err(ProofError::Head { line: "parts" }),
        };
        let mut count = |line, least, most| match lines.count(line)? {
            count if (least..=most).contains(&count) => Ok(count),
            _ => Err(ProofError::Head { line }),
        };
        let small = count("small", 0, SMALL_MOST)? as u32;
        let batch = count("batch", 1, BATCH_MOST)? as usize;
        let claims = count("claims", 0, u64::MAX)?;
        let replies = match lines.next("replies")? {
            "all" => Replies::All,
            "needed" => Replies::Needed,
            _ => return Err(ProofError::Head { line: "replies" }),
        };
        let (codes, values) = (lines.count("codes")?, lines.count("values")?);
        // Each claim but the first takes a code or a value.
        let bytes = codes
            .checked_add(values)
            .filter(|&bytes| claims <= bytes.saturating_add(1));
        if bytes != Some(lines.end()?) {
            return Err(ProofError::Head { line: "bytes" });
        }
        Ok(Self {
            claim,
            has_components,
            small,
            replies,
            batch,
            claims,
            codes: codes as usize,
        })
    }
}
