//! The values of every solved level where they are more than who wins: the number of positions with each.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::Serialize;

use base::units::{counted, grouped, write_columns};
use game::shown_name;
use game::values::{Kind, Label, Outcome, Player, Tally, Values};

/// The distribution of the values of a level.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LevelValues {
    /// Number of edges.
    pub edges: u32,
    /// Number of positions.
    pub positions: u64,
    /// Positions without a move.
    pub saturated: u64,
    /// Positions by first label.
    pub first: Vec<u64>,
    /// Positions by second label.
    pub second: Vec<u64>,
}

/// The values of the solved levels of one game, the highest number of edges first, without gaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueTable {
    /// Name of the game on the command line.
    pub game: String,
    /// Number of vertices.
    pub n: u32,
    /// What labels mean.
    pub values: Values,
    /// Moves to a full board, where the game can continue to one.
    pub most_moves: Option<u32>,
    /// Who begins, where the players have different moves.
    pub starter: Option<Player>,
    /// Levels, highest first.
    pub levels: Vec<LevelValues>,
}

/// The number of positions of all levels with a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValueTotal {
    /// 0, or 1 for the second number of a position: with Min to move, or with Green.
    pub number: usize,
    /// Grundy number, moves, or edges at the end.
    pub value: u32,
    /// Who wins; `None` for scores.
    pub outcome: Option<Outcome>,
    /// Positions.
    pub positions: u64,
}

/// Positions by value.
pub type Histogram = Vec<(u32, u64)>;

impl ValueTable {
    /// Returns name and positions by value of each number in labels; for scores the values are edges at the end.
    pub fn histograms(&self, level: &LevelValues) -> Vec<(&'static str, Histogram)> {
        let spread = |counts: &[u64], base: u32| -> Histogram {
            let values = (base..).zip(counts).filter(|(_, count)| **count > 0);
            values.map(|(value, &count)| (value, count)).collect()
        };
        match self.values.kind() {
            Kind::Outcome if self.values.is_twofold() => {
                vec![("red", spread(&level.first, 0)), ("green", spread(&level.second, 0))]
            }
            Kind::Outcome => vec![("outcome", spread(&level.first, 0))],
            Kind::Grundy => vec![("grundy", spread(&level.first, 0))],
            Kind::Remoteness if self.values.is_twofold() => {
                vec![("red", spread(&level.first, 0)), ("green", spread(&level.second, 0))]
            }
            Kind::Remoteness => vec![("remoteness", spread(&level.first, 0))],
            Kind::Score => vec![
                ("max", spread(&level.first, level.edges)),
                ("min", spread(&level.second, level.edges)),
            ],
        }
    }

    /// Returns who wins the positions of `level`; `None` where values do not determine it. Where a position has a value
    /// for either player, the value with Red next counts.
    pub fn outcomes(&self, level: &LevelValues) -> Option<Tally> {
        self.values.tally(&level.first)
    }

    /// Returns [`ValueTable::outcomes`] of all levels together.
    pub fn total_outcomes(&self) -> Option<Tally> {
        let mut levels = self.levels.iter();
        levels.try_fold(Tally::default(), |all, level| Some(all.plus(self.outcomes(level)?)))
    }

    /// Returns the fraction of the positions of `level` with the first outcome that positions can have, mostly P.
    pub fn share(&self, level: &LevelValues) -> Option<f64> {
        let tally = self.outcomes(level)?;
        let first = *self.values.outcomes().first()?;
        (tally.total() > 0).then(|| tally.of(first) as f64 / tally.total() as f64)
    }

    /// Positions of all levels by value, in order.
    pub fn totals_by_value(&self) -> Vec<ValueTotal> {
        let mut totals: BTreeMap<(usize, u32), u64> = BTreeMap::new();
        for level in &self.levels {
            for (number, (_, histogram)) in self.histograms(level).into_iter().enumerate() {
                for (value, count) in histogram {
                    *totals.entry((number, value)).or_default() += count;
                }
            }
        }
        let outcome = |value: u32| match self.values.kind() {
            Kind::Score => None,
            _ => self.values.outcome(Label {
                first: value as u8,
                second: 0,
            }),
        };
        let totals = totals.into_iter();
        totals
            .map(|((number, value), positions)| ValueTotal {
                number,
                value,
                outcome: outcome(value),
                positions,
            })
            .collect()
    }

    /// Returns the label of the empty board as who begins sees it, once its level is solved.
    pub fn of_empty_board(&self) -> Option<Label> {
        let label = self.empty_board()?;
        Some(
            self.starter
                .map_or(label, |starter| self.values.seen_by(starter, label)),
        )
    }

    fn empty_board(&self) -> Option<Label> {
        let empty = self.levels.last().filter(|level| level.edges == 0)?;
        let only = |counts: &[u64]| counts.len().saturating_sub(1) as u8;
        Some(Label {
            first: only(&empty.first),
            second: only(&empty.second),
        })
    }

    /// Returns who wins the empty board when `next` begins, where a position has a value for either player; elsewhere
    /// who begins is part of the game. `None` before its level is solved, and for scores.
    pub fn outcome_when_first(&self, next: Player) -> Option<Outcome> {
        self.values.outcome_for(next, self.empty_board()?)
    }

    /// Returns who wins the empty board; `None` before its level is solved, and for scores.
    pub fn outcome_of_empty_board(&self) -> Option<Outcome> {
        self.values.outcome_seen(self.starter, self.of_empty_board()?)
    }

    /// Returns the result of the game, as a sentence.
    pub fn verdict(&self) -> Option<String> {
        let label = self.of_empty_board()?;
        let outcome = self.outcome_of_empty_board();
        let winner = outcome.map_or("", Outcome::of_start);
        let play = self.values.play().remark();
        let Label { first, second } = label;
        Some(match self.values.kind() {
            Kind::Outcome => format!("{winner}{play}"),
            Kind::Grundy => format!("{winner}; the empty board has Grundy number {first}"),
            Kind::Remoteness if outcome == Some(Outcome::Tie) => winner.into(),
            Kind::Remoteness if self.values.play().hunter().is_some() && first == 0 => winner.into(),
            Kind::Remoteness => {
                let moves = self.most_moves.map_or(first.into(), |most| most.min(first.into()));
                format!("{winner}{play}, after {} with best play", counted(moves.into(), "move"))
            }
            Kind::Score => format!(
                "game saturation number: {} when Max, who wants many, begins, {second} when Min begins",
                counted(first.into(), "edge")
            ),
        })
    }

    /// Returns the positions of all levels.
    pub fn total(&self) -> u64 {
        self.levels.iter().map(|level| level.positions).sum()
    }

    /// Writes aligned columns, the total, and the result of the game. Fails when `out` fails.
    pub fn write_table(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut header = vec!["edges", "positions", "saturated"];
        header.extend(match self.values.kind() {
            Kind::Outcome if self.values.is_twofold() => {
                &["edges due too many to win (0: a win): positions, Red next; Green next"]
            }
            Kind::Outcome => &["whether it is completed (0: never): positions"][..],
            Kind::Grundy => &["Grundy number: positions"],
            Kind::Remoteness if self.values.is_twofold() => &["moves to the end: positions, Red next; Green next"],
            Kind::Remoteness if self.values.may_tie() => &["moves to the end (0: a tie): positions"],
            Kind::Remoteness if self.values.play().hunter().is_some() => {
                &["moves until it is completed (0: never): positions"]
            }
            Kind::Remoteness => &["moves to the end: positions"],
            Kind::Score => &["edges at the end: positions, Max to move; Min to move"],
        });
        let row = |level: &LevelValues| {
            let histograms: Vec<String> = (self.histograms(level).iter())
                .map(|(_, histogram)| {
                    let cells: Vec<String> = histogram
                        .iter()
                        .map(|(value, count)| format!("{value}: {count}"))
                        .collect();
                    cells.join(", ")
                })
                .collect();
            let counts = [u64::from(level.edges), level.positions, level.saturated].map(grouped);
            counts.into_iter().chain([histograms.join("; ")]).collect()
        };
        let rows: Vec<Vec<String>> = self.levels.iter().map(row).collect();
        writeln!(
            out,
            "{}, n = {}, {}",
            shown_name(&self.game),
            self.n,
            self.values.in_words()
        )?;
        writeln!(out)?;
        write_columns(out, &header, &rows)?;
        writeln!(out)?;
        writeln!(out, "total: {}", counted(self.total(), "position"))?;
        match self.verdict() {
            Some(verdict) => writeln!(out, "{verdict}"),
            None => {
                let lowest = self
                    .levels
                    .last()
                    .map_or("none".into(), |level| level.edges.to_string());
                writeln!(out, "not solved yet: the lowest level is {lowest}")
            }
        }
    }

    /// Writes `edges,kind,value,positions`, one line for each value that occurs; for remoteness also `p,n,ties`: the
    /// number of these positions that the previous player wins, the next player wins, and neither wins. Fails when
    /// `out` fails.
    pub fn write_csv(&self, out: &mut dyn Write) -> io::Result<()> {
        let has_outcomes = self.values.kind() == Kind::Remoteness;
        // Games with P and N have a column for ties, too.
        let outcomes = match self.values.outcomes() {
            [Outcome::P, ..] => &Outcome::ALL[..3],
            other => other,
        };
        write!(out, "edges,kind,value,positions")?;
        for outcome in outcomes.iter().filter(|_| has_outcomes) {
            write!(out, ",{}", outcome.count_name())?;
        }
        writeln!(out)?;
        for level in &self.levels {
            for (kind, histogram) in self.histograms(level) {
                for (value, count) in histogram {
                    write!(out, "{},{kind},{value},{count}", level.edges)?;
                    if has_outcomes {
                        let outcome = self.values.outcome(Label {
                            first: value as u8,
                            second: 0,
                        });
                        for &of in outcomes {
                            write!(out, ",{}", if outcome == Some(of) { count } else { 0 })?;
                        }
                    }
                    writeln!(out)?;
                }
            }
        }
        Ok(())
    }

    /// Writes one JSON object on several lines, and a line end; docs/json.md describes it. Fails when `out` fails.
    pub fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        let level = |level: &LevelValues| JsonLevel {
            edges: level.edges,
            positions: level.positions,
            saturated: level.saturated,
            by_value: (self.histograms(level).into_iter())
                .map(|(kind, histogram)| {
                    let counts = histogram.into_iter().map(|(value, count)| (value.to_string(), count));
                    (kind, counts.collect())
                })
                .collect(),
        };
        let table = JsonTable {
            game: &self.game,
            n: self.n,
            values: self.values.to_string(),
            positions: self.total(),
            levels: self.levels.iter().map(level).collect(),
            verdict: self.verdict(),
        };
        // Through a value, which puts the keys in alphabetical order.
        serde_json::to_writer_pretty(&mut *out, &serde_json::to_value(&table)?)?;
        writeln!(out)
    }
}

#[derive(Serialize)]
struct JsonTable<'a> {
    game: &'a str,
    n: u32,
    /// The kind of the values.
    values: String,
    positions: u64,
    levels: Vec<JsonLevel>,
    verdict: Option<String>,
}

#[derive(Serialize)]
struct JsonLevel {
    edges: u32,
    positions: u64,
    saturated: u64,
    /// Positions by value, for each number in labels.
    #[serde(flatten)]
    by_value: BTreeMap<&'static str, BTreeMap<String, u64>>,
}
