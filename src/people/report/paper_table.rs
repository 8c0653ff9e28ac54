//! The level table for papers and pages: LaTeX (booktabs), Markdown, HTML.

use super::{LevelCounts, LevelTable, LevelValues, Solution, ValueTable};
use base::units::grouped;
use game::shown_name;
use game::values::Kind;

/// Columns of numbers, or of words in the last one if [`PaperTable::last_is_words`], and a line of totals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaperTable {
    /// The topic of the table, one line.
    pub caption: String,
    /// Names of the columns.
    pub header: Vec<&'static str>,
    /// Cells.
    pub rows: Vec<Vec<String>>,
    /// Cells of the last line.
    pub total: Vec<String>,
    /// Whether the last column is to be wrapped.
    pub last_is_words: bool,
}

impl PaperTable {
    /// Creates the table of a database.
    pub fn of(solution: &Solution) -> Self {
        match solution.values.is_outcome() {
            true => Self::of_levels(&solution.level_table()),
            false => Self::of_values(&solution.value_table()),
        }
    }

    /// Creates a table of positions, P, N and saturated positions of each level, highest first.
    pub fn of_levels(table: &LevelTable) -> Self {
        let row = |edges: String, counts: [u64; 4]| [edges].into_iter().chain(counts.map(grouped)).collect();
        let counts = |level: &LevelCounts| [level.positions(), level.p, level.n, level.saturated];
        let sum = |index: usize| table.levels.iter().map(|level| counts(level)[index]).sum();
        Self {
            caption: format!("{}, n = {}", table.game, table.n),
            header: vec!["edges", "positions", "P", "N", "saturated"],
            rows: (table.levels.iter())
                .map(|level| row(level.edges.to_string(), counts(level)))
                .collect(),
            total: row("total".into(), [0, 1, 2, 3].map(sum)),
            last_is_words: false,
        }
    }

    /// Creates a table of positions, saturated positions and positions by value of each level, highest first.
    pub fn of_values(table: &ValueTable) -> Self {
        let spread = match table.values.kind() {
            Kind::Outcome => "outcome: positions",
            Kind::Grundy => "Grundy number: positions",
            Kind::Remoteness if table.values.is_twofold() => "moves to the end: positions, Red next; Green next",
            Kind::Remoteness if table.values.may_tie() => "moves to the end (0: a tie): positions",
            Kind::Remoteness => "moves to the end: positions",
            Kind::Score => "edges at the end: positions, Max to move; Min to move",
        };
        let numbers = |histogram: &[(u32, u64)]| {
            let each = histogram
                .iter()
                .map(|(value, count)| format!("{value}: {}", grouped(*count)));
            each.collect::<Vec<_>>().join("  ")
        };
        let row = |level: &LevelValues| {
            let histograms = table.histograms(level).into_iter();
            let words: Vec<String> = histograms.map(|(_, histogram)| numbers(&histogram)).collect();
            let counts = [level.positions, level.saturated].map(grouped);
            [level.edges.to_string()]
                .into_iter()
                .chain(counts)
                .chain([words.join("; ")])
                .collect()
        };
        let saturated = table.levels.iter().map(|level| level.saturated).sum();
        let [positions, saturated] = [table.total(), saturated].map(grouped);
        Self {
            caption: format!(
                "{}, n = {}, {}",
                shown_name(&table.game),
                table.n,
                table.values.in_words()
            ),
            header: vec!["edges", "positions", "saturated", spread],
            rows: table.levels.iter().map(row).collect(),
            total: vec!["total".into(), positions, saturated, String::new()],
            last_is_words: true,
        }
    }

    /// Returns a `tabular` that needs the package booktabs, below comment lines with `remarks`.
    pub fn latex(&self, remarks: &[String]) -> String {
        let mut text = String::new();
        for remark in remarks {
            text += &format!("% {remark}\n");
        }
        text += "% needs \\usepackage{booktabs}\n";
        let words = if self.last_is_words { "p{0.5\\linewidth}" } else { "r" };
        text += &format!(
            "\\begin{{tabular}}{{{}{words}}}\n  \\toprule\n",
            "r".repeat(self.header.len() - 1)
        );
        let line = |cells: Vec<String>| format!("  {} \\\\\n", cells.join(" & "));
        text += &line(self.header.iter().map(|cell| latex_text(cell)).collect());
        text += "  \\midrule\n";
        for row in &self.rows {
            text += &line(row.iter().map(|cell| latex_text(cell)).collect());
        }
        text += "  \\midrule\n";
        text += &line(self.total.iter().map(|cell| latex_text(cell)).collect());
        text + "  \\bottomrule\n\\end{tabular}\n"
    }

    /// Returns a pipe table below its caption.
    pub fn markdown(&self) -> String {
        let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
        let rule = |index| {
            if self.last_is_words && index + 1 == self.header.len() {
                ":--"
            } else {
                "--:"
            }
        };
        let rules = (0..self.header.len()).map(|index| rule(index).to_string()).collect();
        let caption = self.caption.replace('|', "\\|");
        let header = self.header.iter().map(|cell| cell.to_string()).collect();
        let mut text = format!("**{caption}**\n\n{}{}", line(header), line(rules));
        for row in self.rows.iter().chain([&self.total]) {
            text += &line(row.clone());
        }
        text
    }

    /// Returns a `table` element.
    pub fn html(&self) -> String {
        let line = |tag: &str, cells: Vec<String>| {
            let each = cells.iter().enumerate().map(|(index, cell)| {
                let words = self.last_is_words && index + 1 == cells.len();
                let class = if words { " class=\"words\"" } else { "" };
                format!("<{tag}{class}>{}</{tag}>", html_text(cell))
            });
            format!("<tr>{}</tr>\n", each.collect::<String>())
        };
        let header = line("th", self.header.iter().map(|cell| cell.to_string()).collect());
        let rows: String = self.rows.iter().map(|row| line("td", row.clone())).collect();
        let total = line("td", self.total.clone());
        let caption = html_text(&self.caption);
        format!(
            "<table>\n<caption>{caption}</caption>\n<thead>\n{header}</thead>\n<tbody>\n{rows}</tbody>\n\
             <tfoot>\n{total}</tfoot>\n</table>\n"
        )
    }
}

/// Escapes `text` for LaTeX: names of games may contain graph6, with characters that are special there.
pub fn latex_text(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '\\' => escaped += "\\textbackslash{}",
            '~' => escaped += "\\textasciitilde{}",
            '^' => escaped += "\\textasciicircum{}",
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => escaped.extend(['\\', c]),
            c => escaped.push(c),
        }
    }
    escaped
}

/// Escapes `text` for HTML.
pub fn html_text(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_means_something_is_escaped() {
        assert_eq!(
            latex_text("avoid:D_{~^\\"),
            "avoid:D\\_\\{\\textasciitilde{}\\textasciicircum{}\\textbackslash{}"
        );
        assert_eq!(html_text("<a href=\"x\">&"), "&lt;a href=&quot;x&quot;&gt;&amp;");
    }
}
