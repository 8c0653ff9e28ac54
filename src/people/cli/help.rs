//! Help with examples that can be pasted.
//!
//! clap wraps a help text, examples included, at the width of the terminal, and the second half of a broken example
//! would be a command of its own. So clap gets a mark in place of each epilogue, and the original text replaces the
//! mark afterwards.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::{self, IsTerminal, Write, stderr, stdout};

use clap::error::ErrorKind;
use clap::{Command, CommandFactory, Error, FromArgMatches};

use super::{Cli, groups, usage};

/// The mark of the list of commands.
const COMMANDS: &str = "<commands>";

/// Epilogues by their marks.
type Epilogues = BTreeMap<String, String>;

/// Returns the parsed arguments.
///
/// # Errors
/// Returns help, the version and usage errors; [`print`] shows them.
pub(super) fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Cli, (Error, Epilogues)> {
    let typed: Vec<OsString> = arguments.into_iter().collect();
    let mut epilogues = Epilogues::new();
    let program = usage::with_numbers(Cli::command());
    epilogues.insert(COMMANDS.into(), groups::listed(&program));
    let program = program.help_template(format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{COMMANDS}Options:\n{{options}}{{after-help}}"
    ));
    let mut command = marked(program, &mut epilogues);
    let parsed = command.try_get_matches_from_mut(&typed);
    match parsed.and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => Ok(cli),
        Err(error) => Err((usage::reworded(error, &typed, &mut command), epilogues)),
    }
}

fn marked(command: Command, epilogues: &mut Epilogues) -> Command {
    let mut command = command.mut_subcommands(|inner| marked(inner, epilogues));
    if let Some(epilogue) = command.get_after_help().map(ToString::to_string) {
        let name = command.get_name().to_owned();
        let mark = format!("<epilogue-of-{name}>");
        let words = if name == "retrograph" {
            name
        } else {
            format!("retrograph {name}")
        };
        let short = format!("`{words} --help` says more, with examples.");
        command = command.after_help(short).after_long_help(mark.clone());
        epilogues.insert(mark, epilogue);
    }
    command
}

/// Whether text may have colours and the like.
pub(super) fn may_style(is_terminal: bool) -> bool {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let is_dumb = std::env::var_os("TERM").is_none_or(|term| term == "dumb");
    is_terminal && !is_set("NO_COLOR") && !is_dumb
}

/// Shows help and the version on standard output, usage errors on standard error.
///
/// # Errors
/// Fails when they cannot be written.
pub(super) fn print(error: &Error, epilogues: &Epilogues) -> io::Result<()> {
    let is_help = matches!(
        error.kind(),
        ErrorKind::DisplayHelp | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
    );
    if !is_help {
        return error.print();
    }
    let text = |is_terminal| {
        let help = error.render();
        let text = match may_style(is_terminal) {
            true => help.ansi().to_string(),
            false => help.to_string(),
        };
        let put_back = |text: String, (mark, epilogue): (&String, &String)| text.replace(mark, epilogue);
        epilogues.iter().fold(text, put_back)
    };
    match error.use_stderr() {
        true => stderr().write_all(text(stderr().is_terminal()).as_bytes()),
        false => stdout().write_all(text(stdout().is_terminal()).as_bytes()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Commands with their epilogues.
    fn epilogues() -> Vec<(String, String)> {
        let program = Cli::command();
        let all = program.get_subcommands().chain([&program]);
        all.filter_map(|command| Some((command.get_name().to_string(), command.get_after_help()?.to_string())))
            .collect()
    }

    /// Splits a line into words as a shell does, without comments, and at pipes and redirections.
    fn commands(line: &str) -> Vec<Vec<String>> {
        let mut commands = vec![vec![]];
        let mut word: Option<String> = None;
        let mut quote = false;
        let mut chars = line.chars().peekable();
        while let Some(c) = chars.next() {
            match c {
                '\'' => {
                    quote = !quote;
                    word.get_or_insert_default();
                }
                c if quote => word.get_or_insert_default().push(c),
                '#' if word.is_none() => break,
                ' ' | '|' | '<' | '>' | '&' => {
                    commands.last_mut().unwrap().extend(word.take());
                    match c {
                        ' ' => {}
                        '<' | '>' => drop(chars.by_ref().skip_while(|c| *c == ' ').find(|c| *c == ' ')),
                        _ => commands.push(vec![]),
                    }
                }
                c => word.get_or_insert_default().push(c),
            }
        }
        assert!(!quote, "{line}");
        commands.last_mut().unwrap().extend(word);
        commands.retain(|command| !command.is_empty());
        commands
    }

    #[test]
    fn every_example_of_every_help_text_is_understood() {
        let mut understood = 0;
        for (name, epilogue) in epilogues() {
            let mut examples = epilogue
                .lines()
                .skip_while(|line| *line != "Examples:")
                .skip(1)
                .peekable();
            assert!(examples.peek().is_some(), "{name}");
            let mut own = 0;
            for line in examples.take_while(|line| !line.is_empty()) {
                assert!(line.starts_with("  ") && !line.starts_with("   "), "{line}");
                for words in commands(line) {
                    match &words[0][..] {
                        "retrograph" => {
                            let typed = words.iter().map(OsString::from);
                            parse(typed).map_err(|(error, _)| error.to_string()).expect(line);
                            own += usize::from(words[1] == name);
                        }
                        "geng" | "countg" | "grep" | "less" | "curl" | "cd" | "sha256sum" | "printf" | "man"
                        | "zcat" => {}
                        other => panic!("'{other}' is no command: {line}"),
                    }
                }
            }
            assert!(own > 0 || name == "retrograph", "{name} has no example of its own");
            understood += own;
        }
        assert!(understood > 40, "{understood}");
    }

    #[test]
    fn epilogues_are_narrow_and_no_mark_is_left() {
        for (name, epilogue) in epilogues() {
            for line in epilogue.lines() {
                assert!(line.chars().count() < 80, "{name}: {line}");
            }
            let asked = match &name[..] {
                "retrograph" => vec![vec!["--help"], vec!["help"]],
                name => vec![vec![name, "--help"], vec!["help", name]],
            };
            for arguments in asked {
                let typed = ["retrograph"].into_iter().chain(arguments).map(OsString::from);
                let Err((error, epilogues)) = parse(typed) else {
                    panic!("{name} has no help")
                };
                assert_eq!(error.kind(), ErrorKind::DisplayHelp);
                let marks = epilogues.keys().filter(|mark| error.to_string().contains(*mark));
                let mut expected = vec![format!("<epilogue-of-{name}>")];
                if name == "retrograph" {
                    expected.insert(0, COMMANDS.into());
                }
                assert_eq!(marks.cloned().collect::<Vec<_>>(), expected);
            }
        }
    }
}
