//! The commands in groups, for `retrograph --help`: clap lists them in one column without headings.

use clap::Command;

/// What somebody wants to do, and the commands for it.
const GROUPS: [(&str, &[&str]); 7] = [
    ("Solve", &["games", "estimate", "solve", "work", "plan", "part", "info"]),
    ("Ask", &["query", "moves", "stats", "examples", "sample", "positions"]),
    ("Look and play", &["serve", "play", "learn", "draw", "report"]),
    ("Check", &["verify", "repair", "check-game"]),
    (
        "Prove",
        &[
            "prove",
            "board",
            "check-proof",
            "proof-text",
            "fewest-edges",
            "counts",
            "thresholds",
        ],
    ),
    ("Publish", &["export"]),
    ("This program", &["completions", "man", "help"]),
];

/// Columns of a line: what every terminal has.
const WIDTH: usize = 79;
/// Columns of a name with the blanks around it.
const NAME: usize = 16;

/// The list of the commands of `program`, with a heading for each group.
pub(super) fn listed(program: &Command) -> String {
    let mut text = String::new();
    for (heading, names) in GROUPS {
        text += &format!("{heading}:\n");
        for &name in names {
            let about = program.find_subcommand(name).and_then(Command::get_about);
            let about = about.map_or_else(|| "Print the help of a command".into(), ToString::to_string);
            let mut line = format!("  {name:<width$}", width = NAME - 2);
            let mut is_first = true;
            for word in about.split(' ') {
                if line.chars().count() + 1 + word.chars().count() > WIDTH {
                    text += &format!("{line}\n");
                    line = " ".repeat(NAME);
                    is_first = true;
                }
                line += if is_first { "" } else { " " };
                line += word;
                is_first = false;
            }
            text += &format!("{line}\n");
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_is_in_one_group() {
        let program = crate::definition();
        let grouped: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| *names).copied().collect();
        let all = program.get_subcommands().map(Command::get_name).chain(["help"]);
        // In this order manual pages and completions list them, too.
        assert_eq!(grouped, all.collect::<Vec<_>>());
    }

    #[test]
    fn lines_fit_a_terminal() {
        let text = listed(&crate::definition());
        assert!(text.lines().all(|line| line.chars().count() <= WIDTH), "{text}");
        assert!(text.contains("\n  prove         "), "{text}");
    }
}
