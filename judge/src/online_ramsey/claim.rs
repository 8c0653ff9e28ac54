//! What a proof claims, and its counts.

use super::commitment::Commitment;
use super::names::{graph, named};
use super::plan::{self, List, Rule, is_list};
use crate::coloured::target::Target;
use crate::proof::{Lines, ProofError};

/// Most moves that a proof can be about.
const ROUNDS_MOST: u64 = 40;

/// What a proof claims, and its size.
#[derive(Clone, Debug)]
pub struct Claim {
    /// The game's name.
    pub game: String,
    pub(super) targets: Vec<Target>,
    /// Builder wins within so many rounds.
    pub builder: Option<usize>,
    /// Painter survives so many.
    pub painter: Option<usize>,
    /// Positions of Builder's certificate.
    pub builder_positions: u64,
    /// Positions of Painter's.
    pub painter_positions: u64,
    /// Lists of rules on which Painter's entries may rest.
    pub(super) lists: Vec<List>,
    /// What Painter commits herself to.
    pub(super) commitment: Option<Commitment>,
}

/// Most lists, and most rules of a list.
const LISTS_MOST: usize = 64;
const RULES_MOST: usize = 16;

/// The lists in a line: rules are a letter for the colour, a colon and a graph, with a slash between them.
fn lists(line: &str, targets: &[Target]) -> Option<Vec<List>> {
    let rule = |text: &str| {
        let (letter, name) = text.split_once(':')?;
        let colour = (0..targets.len()).find(|&colour| letter.as_bytes() == [b'a' + colour as u8])?;
        let graph = Target::new(graph(name).filter(|rows| rows.len() <= plan::ORDER_MOST)?);
        Some(Rule { colour, graph })
    };
    let list = |text: &str| {
        let rules = text
            .split('/')
            .take(RULES_MOST + 1)
            .map(rule)
            .collect::<Option<List>>()?;
        (rules.len() <= RULES_MOST && is_list(&rules, targets)).then_some(rules)
    };
    let lists = line
        .split(' ')
        .take(LISTS_MOST + 1)
        .map(list)
        .collect::<Option<Vec<_>>>()?;
    (lists.len() <= LISTS_MOST).then_some(lists)
}

impl Claim {
    /// Reads the lines, which must be these in this order.
    pub(super) fn read(mut lines: Lines) -> Result<Self, ProofError> {
        let game = lines.next("game")?.to_owned();
        let targets = game.strip_prefix("online-ramsey:").and_then(named);
        let targets = targets.ok_or(ProofError::Head { line: "game" })?;
        let mut rounds = |line: &'static str| {
            let mut peeked = lines.clone();
            if peeked.next(line)? == "none" {
                lines = peeked;
                return Ok(None);
            }
            match lines.count(line)? {
                rounds @ 1..=ROUNDS_MOST => Ok(Some(rounds as usize)),
                _ => Err(ProofError::Head { line }),
            }
        };
        let (builder, painter) = (rounds("builder")?, rounds("painter")?);
        if builder.is_none() && painter.is_none() {
            return Err(ProofError::Head { line: "painter" });
        }
        let builder_positions = lines.count("builder-positions")?;
        let painter_positions = lines.count("painter-positions")?;
        let targets: Vec<Target> = targets.into_iter().map(Target::new).collect();
        let lists = match painter.is_some() && lines.has("lists") {
            true => lists(lines.next("lists")?, &targets).ok_or(ProofError::Head { line: "lists" })?,
            false => Vec::new(),
        };
        let commitment = match painter.is_some() && lines.has("commit") {
            true => {
                let commitment = Commitment::read(lines.next("commit")?, targets.len());
                let holds = |commitment: &Commitment| commitment.holds(&targets, &lists);
                Some(commitment.filter(holds).ok_or(ProofError::Head { line: "commit" })?)
            }
            false => None,
        };
        lines.end()?;
        Ok(Self {
            game,
            targets,
            lists,
            commitment,
            builder,
            painter,
            builder_positions,
            painter_positions,
        })
    }

    /// The theorem in one sentence.
    pub fn sentence(&self) -> String {
        let list = self.game.strip_prefix("online-ramsey:").unwrap_or_default();
        let names = list.replace(',', " and ");
        // A number after a comma belongs to the name before it.
        let names = names.split(" and ").fold(String::new(), |text, part| {
            let glue = match part.bytes().all(|byte| byte.is_ascii_digit()) {
                _ if text.is_empty() => "",
                true => ",",
                false => " and ",
            };
            text + glue + part
        });
        let number = format!("The on-line Ramsey number of {names}");
        match (self.builder, self.painter) {
            (Some(builder), Some(painter)) if builder == painter + 1 => format!("{number} is {builder}"),
            (Some(builder), Some(painter)) => format!("{number} is {} to {builder}", painter + 1),
            (Some(builder), None) => format!("{number} is at most {builder}"),
            (None, Some(painter)) => format!("{number} is at least {}", painter + 1),
            (None, None) => unreachable!("the head was read"),
        }
    }
}
