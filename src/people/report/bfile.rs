//! b-files of the OEIS: lines `n a(n)`, of consecutive n, for a sequence that databases hold terms of.
//!
//! Of the databases of several numbers of vertices, n is that number; of one database, it is the number of edges of a
//! level.

use std::fmt::Write;
use std::path::PathBuf;

use thiserror::Error;

use super::Solution;
use game::values::{Kind, Label, Outcome};

/// What a(n) is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sequence {
    /// Who wins: 1 the first player, 2 the second, 0 neither.
    Winner,
    /// Positions.
    Positions,
    /// Positions that the previous player wins.
    P,
    /// Positions that the next player wins.
    N,
    /// Positions without a move.
    Saturated,
    /// Grundy number of the empty board.
    Grundy,
    /// Moves to the end.
    Remoteness,
    /// Edges at the end when Max begins.
    Max,
    /// Edges at the end when Min begins.
    Min,
}

impl Sequence {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Winner,
        Self::Positions,
        Self::P,
        Self::N,
        Self::Saturated,
        Self::Grundy,
        Self::Remoteness,
        Self::Max,
        Self::Min,
    ];

    /// Its name, that of the key in `query --json` where there is one.
    pub fn name(self) -> &'static str {
        match self {
            Self::Winner => "winner",
            Self::Positions => "positions",
            Self::P => "p",
            Self::N => "n",
            Self::Saturated => "saturated",
            Self::Grundy => "grundy",
            Self::Remoteness => "remoteness",
            Self::Max => "max",
            Self::Min => "min",
        }
    }

    /// What a(n) is, for people.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Winner => "who wins with best play: 1 the first player, 2 the second, 0 neither",
            Self::Positions => "number of positions up to isomorphism",
            Self::P => "number of positions up to isomorphism that the previous player wins",
            Self::N => "number of positions up to isomorphism that the next player wins",
            Self::Saturated => "number of positions up to isomorphism without a move",
            Self::Grundy => "Sprague-Grundy number of the empty board",
            Self::Remoteness => "number of moves with best play from the empty board, where the winner hurries",
            Self::Max => "number of edges at the end when Max, who wants many, begins",
            Self::Min => "number of edges at the end when Min, who wants few, begins",
        }
    }

    /// The term of some levels, of a whole game if there is only one number for it; `None` where the values do not
    /// say it.
    fn term(self, solution: &Solution) -> Option<u64> {
        let table = solution.value_table();
        let empty = || table.of_empty_board();
        let of_kind = |kind| empty().filter(|_| table.values.kind() == kind);
        Some(match self {
            Self::Positions => table.total(),
            Self::P => table.total_outcomes()?.of(Outcome::P),
            Self::N => table.total_outcomes()?.of(Outcome::N),
            Self::Saturated => table.levels.iter().map(|level| level.saturated).sum(),
            Self::Winner => match table.outcome_of_empty_board()? {
                Outcome::N | Outcome::Red => 1,
                Outcome::P | Outcome::Green => 2,
                Outcome::Tie => 0,
            },
            Self::Grundy => of_kind(Kind::Grundy)?.first.into(),
            Self::Remoteness => {
                let Label { first, .. } = of_kind(Kind::Remoteness)?;
                table
                    .most_moves
                    .map_or(first.into(), |most| most.min(first.into()))
                    .into()
            }
            Self::Max => of_kind(Kind::Score)?.first.into(),
            Self::Min => of_kind(Kind::Score)?.second.into(),
        })
    }

    /// Whether levels have terms too, rather than whole games alone.
    fn counts(self) -> bool {
        matches!(self, Self::Positions | Self::P | Self::N | Self::Saturated)
    }
}

/// Why there is no b-file.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum NoBFile {
    /// A level is not solved.
    #[error("{} is not solved down to the empty board, and a b-file takes whole games", .0.display())]
    Incomplete(PathBuf),
    /// The databases have not the same game and kind of values.
    #[error("{} and {} hold different games or kinds of values, and a b-file is of one", .0.display(), .1.display())]
    Different(PathBuf, PathBuf),
    /// Two databases of one number of vertices.
    #[error(
        "{} and {} are both of {n} vertices, and a b-file has one line for each n", .folders[0].display(),
        .folders[1].display()
    )]
    Twice {
        /// The databases.
        folders: Box<[PathBuf; 2]>,
        /// Number of vertices.
        n: u32,
    },
    /// Numbers of vertices are missing.
    #[error("a b-file needs every n; {} {} missing", in_words(.0), if .0.len() == 1 { "is" } else { "are" })]
    Gap(Vec<u32>),
    /// There is but one number, and one database.
    #[error(
        "a whole game has one term of '{}'; give the databases of several n, or ask for counts, which each level has: \
         positions, p, n, saturated", .0.name()
    )]
    OneTerm(Sequence),
    /// The values do not say it.
    #[error("{} holds {values}, which do not give '{}'", folder.display(), sequence.name())]
    Unknown {
        /// The database.
        folder: PathBuf,
        /// What it holds.
        values: String,
        /// What was asked for.
        sequence: Sequence,
    },
}

/// Returns the b-file of `sequence`, of these databases, one at least, in any order.
///
/// # Errors
/// [`NoBFile`].
pub fn bfile(solutions: &[Solution], sequence: Sequence) -> Result<String, NoBFile> {
    let folder = |solution: &Solution| solution.folder().to_path_buf();
    let first = &solutions[0];
    for solution in solutions {
        let of = |solution: &Solution| (solution.identity.game.clone(), solution.identity.values.clone());
        if of(solution) != of(first) {
            return Err(NoBFile::Different(folder(first), folder(solution)));
        }
        if !solution.is_complete() {
            return Err(NoBFile::Incomplete(folder(solution)));
        }
    }
    let terms = match solutions {
        [solution] if sequence.counts() => levels(solution),
        [_] => return Err(NoBFile::OneTerm(sequence)),
        several => orders(several)?,
    };
    let title = &first.about.title;
    let play = first.values.play().remark();
    let of = match solutions {
        [solution] => format!("{title} on {} vertices{play}, n edges", solution.identity.n),
        _ => format!("{title} on n vertices{play}"),
    };
    let mut text = format!(
        "# a(n) of {of}: {}.\n# Computed with retrograph {}.\n",
        sequence.meaning(),
        env!("CARGO_PKG_VERSION")
    );
    for (n, solution) in terms {
        let term = sequence.term(&solution).ok_or_else(|| NoBFile::Unknown {
            folder: folder(&solution),
            values: solution.values.in_words(),
            sequence,
        })?;
        writeln!(text, "{n} {term}").expect("a string takes all");
    }
    Ok(text)
}

/// The levels, each as a solution of its own, from the empty board up.
fn levels(solution: &Solution) -> Vec<(u32, Solution)> {
    let levels = solution.levels.iter().rev();
    let alone = |level: &retrograph_storage::LevelManifest| Solution {
        levels: vec![level.clone()],
        ..solution.clone()
    };
    levels.map(|level| (level.level, alone(level))).collect()
}

/// The databases by their numbers of vertices.
fn orders(solutions: &[Solution]) -> Result<Vec<(u32, Solution)>, NoBFile> {
    let mut terms: Vec<_> = (solutions.iter())
        .map(|solution| (solution.identity.n, solution.clone()))
        .collect();
    terms.sort_by_key(|&(n, _)| n);
    for pair in terms.windows(2) {
        let [(n, one), (next, other)] = pair else {
            unreachable!("windows of two")
        };
        if n == next {
            let folders = [one, other].map(|solution| solution.folder().to_path_buf());
            return Err(NoBFile::Twice {
                folders: Box::new(folders),
                n: *n,
            });
        }
    }
    let has = |n: &u32| terms.iter().any(|(own, _)| own == n);
    let missing: Vec<u32> = (terms[0].0..terms[terms.len() - 1].0).filter(|n| !has(n)).collect();
    match missing.is_empty() {
        true => Ok(terms),
        false => Err(NoBFile::Gap(missing)),
    }
}

fn in_words(numbers: &[u32]) -> String {
    let words: Vec<String> = numbers.iter().map(u32::to_string).collect();
    words.join(", ")
}
