//! The counts of every solved level, compared with published tables: as text, CSV and JSON.

use super::published::{self, Agreement, LevelCounts, Winner, source};
use base::units::{counted, grouped, write_columns};
use serde::Serialize;
use std::io::{self, Write};

/// Counts of the solved levels of one game, the highest number of edges first, without gaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelTable {
    /// Name of the game on the command line.
    pub game: String,
    /// Number of vertices.
    pub n: u32,
    /// Levels, highest first. The game is solved when the last one is level 0.
    pub levels: Vec<LevelCounts>,
}

/// Why two totals are equal, or cannot be compared.
enum Check {
    Unknown,
    Agrees,
    Differs(u64),
}

impl Check {
    fn of(computed: u64, known: Option<u64>) -> Check {
        match known {
            None => Check::Unknown,
            Some(known) if known == computed => Check::Agrees,
            Some(known) => Check::Differs(known),
        }
    }

    fn remark(&self, source: &str) -> String {
        match self {
            Check::Unknown => String::new(),
            Check::Agrees => format!(" (agrees with {source})"),
            Check::Differs(known) => format!(" (DIFFERS from {source}: {})", grouped(*known)),
        }
    }
}

impl LevelTable {
    /// Returns whether level 0, the empty graph, is solved.
    pub fn is_complete(&self) -> bool {
        self.levels.last().is_some_and(|level| level.edges == 0)
    }

    /// Returns the winner with best play, once level 0 is solved: the empty graph is P when the second player wins.
    ///
    /// Also `None` for counts that no solved level 0 can have (it is one position).
    pub fn winner(&self) -> Option<Winner> {
        let empty = self.levels.last().filter(|level| level.edges == 0)?;
        match (empty.p, empty.n) {
            (0, 1) => Some(Winner::First),
            (1, 0) => Some(Winner::Second),
            _ => None,
        }
    }

    /// Comparison of one level with the published tables of this game.
    pub fn agreement(&self, level: &LevelCounts) -> Agreement {
        if published::covers(&self.game) {
            published::published_level(self.n, level)
        } else if published::covers_positions(&self.game) {
            published::published_positions(self.n, level)
        } else {
            Agreement::Unpublished
        }
    }

    /// Returns whether some level, the totals or the winner contradict a published figure.
    pub fn contradicts_published(&self) -> bool {
        let level_differs = |level| matches!(self.agreement(level), Agreement::Differs { .. });
        let total_differs = |check| matches!(check, Some(Check::Differs(_)));
        let winner_differs = self
            .published_winner()
            .is_some_and(|known| self.winner().is_some_and(|won| won != known));
        self.levels.iter().any(level_differs)
            || total_differs(self.total_check())
            || total_differs(self.saturated_check())
            || winner_differs
    }

    fn sum(&self, column: fn(&LevelCounts) -> u64) -> u64 {
        self.levels.iter().map(column).sum()
    }

    fn published_winner(&self) -> Option<Winner> {
        published::known_winner(self.n).filter(|_| published::covers(&self.game))
    }

    /// `None` while levels are missing.
    fn total_check(&self) -> Option<Check> {
        let known = published::known_total(self.n).filter(|_| published::covers_positions(&self.game));
        self.is_complete()
            .then(|| Check::of(self.sum(LevelCounts::positions), known))
    }

    /// `None` while levels are missing.
    fn saturated_check(&self) -> Option<Check> {
        let known = published::known_saturated_total(self.n).filter(|_| published::covers_positions(&self.game));
        self.is_complete()
            .then(|| Check::of(self.sum(|level| level.saturated), known))
    }

    /// Writes aligned columns, the totals, and who wins or how far the solution has come. Fails when `out` fails.
    pub fn write_table(&self, out: &mut dyn Write) -> io::Result<()> {
        let row = |level: &LevelCounts| {
            let remark = match self.agreement(level) {
                Agreement::Unpublished => "-".to_string(),
                Agreement::Agrees { sources } => sources.join(", "),
                Agreement::Differs { source, expected } => format!("DIFFERS from {source}: {expected}"),
            };
            let counts = [level.positions(), level.p, level.n, level.saturated].map(grouped);
            [level.edges.to_string()]
                .into_iter()
                .chain(counts)
                .chain([remark])
                .collect()
        };
        let rows: Vec<Vec<String>> = self.levels.iter().map(row).collect();
        writeln!(out, "{}, n = {}", self.game, self.n)?;
        writeln!(out)?;
        write_columns(
            out,
            &["edges", "positions", "P", "N", "saturated", "agrees with"],
            &rows,
        )?;
        writeln!(out)?;
        self.write_totals(out)?;
        self.write_outcome(out)
    }

    fn write_totals(&self, out: &mut dyn Write) -> io::Result<()> {
        let remark = |check: Option<Check>, source| check.map(|check| check.remark(source)).unwrap_or_default();
        writeln!(
            out,
            "total: {}{}, {} P, {} N, {} saturated{}",
            counted(self.sum(LevelCounts::positions), "position"),
            remark(self.total_check(), source::TOTAL),
            grouped(self.sum(|level| level.p)),
            grouped(self.sum(|level| level.n)),
            grouped(self.sum(|level| level.saturated)),
            remark(self.saturated_check(), source::SATURATED),
        )
    }

    fn write_outcome(&self, out: &mut dyn Write) -> io::Result<()> {
        let Some(lowest) = self.levels.last() else {
            return writeln!(out, "no level is solved yet");
        };
        let Some(winner) = self.winner() else {
            return if lowest.edges == 0 {
                writeln!(out, "level 0 is not one position: no winner can be named")
            } else {
                writeln!(
                    out,
                    "solved down to {}: who wins is not known until level 0 is solved",
                    counted(lowest.edges.into(), "edge")
                )
            };
        };
        let remark = match self.published_winner() {
            None => "",
            Some(known) if known == winner => ", as published",
            Some(_) => ", which CONTRADICTS the published result",
        };
        writeln!(out, "the {} player wins{remark}", winner.name())
    }

    /// Writes `edges,p,n,saturated` and one line per level, highest level first. Fails when `out` fails.
    pub fn write_csv(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "edges,p,n,saturated")?;
        for level in &self.levels {
            writeln!(out, "{},{},{},{}", level.edges, level.p, level.n, level.saturated)?;
        }
        Ok(())
    }

    /// Writes one JSON object and a line end; docs/json.md describes it. Fails as `out` does.
    pub fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        let covered = published::covers_positions(&self.game);
        let levels: Vec<JsonLevel> = self
            .levels
            .iter()
            .map(|level| JsonLevel::of(level, self.agreement(level)))
            .collect();
        let mut sources: Vec<&'static str> = Vec::new();
        for level in &levels {
            sources.extend(&level.agrees_with);
            sources.extend(level.differs_from);
        }
        if let Some(Check::Agrees | Check::Differs(_)) = self.total_check() {
            sources.push(source::TOTAL);
        }
        if let Some(Check::Agrees | Check::Differs(_)) = self.saturated_check() {
            sources.push(source::SATURATED);
        }
        sources.sort_unstable();
        sources.dedup();
        let table = JsonTable {
            game: &self.game,
            n: self.n,
            levels,
            total: JsonTotal {
                positions: self.sum(LevelCounts::positions),
                p: self.sum(|level| level.p),
                n: self.sum(|level| level.n),
                saturated: self.sum(|level| level.saturated),
                positions_published: published::known_total(self.n).filter(|_| covered),
                saturated_published: published::known_saturated_total(self.n).filter(|_| covered),
            },
            complete: self.is_complete(),
            winner: self.winner().map(Winner::name),
            winner_published: self.published_winner().map(Winner::name),
            sources,
        };
        serde_json::to_writer(&mut *out, &table)?;
        writeln!(out)
    }
}

#[derive(Serialize)]
struct JsonTable<'a> {
    game: &'a str,
    n: u32,
    levels: Vec<JsonLevel>,
    total: JsonTotal,
    complete: bool,
    winner: Option<&'static str>,
    winner_published: Option<&'static str>,
    sources: Vec<&'static str>,
}

#[derive(Serialize)]
struct JsonTotal {
    positions: u64,
    p: u64,
    n: u64,
    saturated: u64,
    positions_published: Option<u64>,
    saturated_published: Option<u64>,
}

#[derive(Serialize)]
struct JsonLevel {
    edges: u32,
    p: u64,
    n: u64,
    saturated: u64,
    agrees_with: Vec<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    differs_from: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<String>,
}

impl JsonLevel {
    fn of(level: &LevelCounts, agreement: Agreement) -> Self {
        let &LevelCounts { edges, p, n, saturated } = level;
        let (agrees_with, differs_from, expected) = match agreement {
            Agreement::Unpublished => (Vec::new(), None, None),
            Agreement::Agrees { sources } => (sources, None, None),
            Agreement::Differs { source, expected } => (Vec::new(), Some(source), Some(expected)),
        };
        JsonLevel {
            edges,
            p,
            n,
            saturated,
            agrees_with,
            differs_from,
            expected,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn text(write: impl Fn(&mut dyn Write) -> io::Result<()>) -> String {
        let mut out = Vec::new();
        write(&mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    fn level(edges: u32, p: u64, n: u64, saturated: u64) -> LevelCounts {
        LevelCounts { edges, p, n, saturated }
    }

    /// The game on four vertices by hand: the star and the 4-cycle are saturated, so two disjoint edges are P.
    fn four_vertices() -> LevelTable {
        let levels = vec![
            level(4, 1, 0, 1),
            level(3, 1, 1, 1),
            level(2, 1, 1, 0),
            level(1, 0, 1, 0),
            level(0, 1, 0, 0),
        ];
        LevelTable {
            game: "triangle".into(),
            n: 4,
            levels,
        }
    }

    fn six_vertices() -> LevelTable {
        let rows = [(9, 1, 0, 1), (8, 1, 1, 1), (7, 3, 1, 1), (6, 1, 6, 0), (5, 6, 3, 1)];
        let rest = [(4, 1, 6, 0), (3, 2, 2, 0), (2, 0, 2, 0), (1, 1, 0, 0), (0, 0, 1, 0)];
        let levels = rows
            .into_iter()
            .chain(rest)
            .map(|(edges, p, n, saturated)| level(edges, p, n, saturated))
            .collect();
        LevelTable {
            game: "triangle".into(),
            n: 6,
            levels,
        }
    }

    #[test]
    fn a_complete_table_names_the_winner_and_the_sources() {
        let table = text(|out| six_vertices().write_table(out));
        let lines: Vec<&str> = table.lines().collect();
        assert_eq!(lines[0], "triangle, n = 6");
        assert_eq!(lines[2], "edges  positions  P  N  saturated  agrees with");
        assert_eq!(lines[3], "    9          1  1  0          1  brute force, geng");
        assert_eq!(
            lines[14],
            "total: 38 positions (agrees with OEIS A006785), 16 P, 22 N, 4 saturated (agrees with OEIS A216783)"
        );
        assert_eq!(lines[15], "the first player wins, as published");
        assert!(!six_vertices().contradicts_published());
    }

    #[test]
    fn a_winner_that_contradicts_the_literature_is_shouted() {
        let mut table = four_vertices();
        assert_eq!(table.winner(), Some(Winner::Second));
        assert!(!table.contradicts_published());
        table.levels[4] = level(0, 0, 1, 0);
        assert_eq!(table.winner(), Some(Winner::First));
        assert!(table.contradicts_published());
        assert!(text(|out| table.write_table(out)).ends_with("which CONTRADICTS the published result\n"));
    }

    #[test]
    fn a_wrong_level_and_a_wrong_total_are_shouted() {
        let mut table = six_vertices();
        table.levels[4].p += 1;
        let text = text(|out| table.write_table(out));
        assert!(
            text.contains("DIFFERS from brute force: p = 6, n = 3, saturated = 1\n"),
            "{text}"
        );
        assert!(
            text.contains("total: 39 positions (DIFFERS from OEIS A006785: 38)"),
            "{text}"
        );
        assert!(table.contradicts_published());
    }

    #[test]
    fn a_table_that_stops_early_says_so_and_checks_no_total() {
        let mut table = six_vertices();
        table.levels.truncate(4);
        assert_eq!(table.winner(), None);
        assert!(!table.is_complete());
        let printed = text(|out| table.write_table(out));
        assert!(
            printed.ends_with("solved down to 6 edges: who wins is not known until level 0 is solved\n"),
            "{printed}"
        );
        assert!(
            printed.contains("total: 14 positions, 6 P, 8 N, 3 saturated\n"),
            "{printed}"
        );
        table.levels.clear();
        assert!(text(|out| table.write_table(out)).ends_with("no level is solved yet\n"));
    }

    #[test]
    fn another_game_is_not_compared() {
        let table = LevelTable {
            game: "square".into(),
            ..four_vertices()
        };
        assert!(!table.contradicts_published());
        assert_eq!(table.agreement(&table.levels[0]), Agreement::Unpublished);
        assert!(text(|out| table.write_table(out)).ends_with("the second player wins\n"));
    }

    #[test]
    fn csv_is_bare_numbers_highest_level_first() {
        let csv = text(|out| four_vertices().write_csv(out));
        assert_eq!(
            csv,
            "edges,p,n,saturated\n4,1,0,1\n3,1,1,1\n2,1,1,0\n1,0,1,0\n0,1,0,0\n"
        );
    }

    #[test]
    fn json_has_counts_totals_and_sources() {
        let mut table = six_vertices();
        table.levels[1].n = 2;
        let printed: Value = serde_json::from_str(&text(|out| table.write_json(out))).unwrap();
        assert_eq!(printed["game"], "triangle");
        assert_eq!(printed["n"], 6);
        assert_eq!(printed["complete"], true);
        assert_eq!(printed["winner"], "first");
        assert_eq!(printed["winner_published"], "first");
        assert_eq!(
            printed["sources"],
            json!(["OEIS A006785", "OEIS A216783", "brute force", "geng"])
        );
        let agrees = json!({"edges": 9, "p": 1, "n": 0, "saturated": 1, "agrees_with": ["brute force", "geng"]});
        assert_eq!(printed["levels"][0], agrees);
        let differs = json!({"edges": 8, "p": 1, "n": 2, "saturated": 1, "agrees_with": [],
            "differs_from": "brute force", "expected": "p = 1, n = 1, saturated = 1"});
        assert_eq!(printed["levels"][1], differs);
        let total = json!({"positions": 39, "p": 16, "n": 23, "saturated": 4,
            "positions_published": 38, "saturated_published": 4});
        assert_eq!(printed["total"], total);

        table.levels.pop();
        let printed: Value = serde_json::from_str(&text(|out| table.write_json(out))).unwrap();
        assert_eq!(
            (&printed["complete"], &printed["winner"]),
            (&json!(false), &Value::Null)
        );
    }
}
