//! `retrograph man`: manual pages.

use std::fs;
use std::io::{IsTerminal, Write, stdout};
use std::path::{Path, PathBuf};

use clap::CommandFactory;
use clap_mangen::Man;

use super::Cli;
use super::endings::{Form, check};
use super::failure::{Code, Failure};
use super::out_file::OutFile;

/// Print the manual page, or write the pages of all commands into a folder
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  retrograph man | man -l -
  retrograph man --out ~/.local/share/man/man1    # then: man retrograph-solve")]
pub(super) struct Args {
    /// Folder for the pages of all commands; created if missing
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Replace existing pages
    #[arg(long, requires = "out")]
    force: bool,
}

pub(super) fn run(args: Args) -> Result<(), Failure> {
    let mut program = Cli::command();
    program.build();
    let Some(folder) = args.out else {
        if stdout().is_terminal() {
            let sentence = "a manual page is not shown on a terminal as it is: retrograph man | man -l -";
            return Err(Failure::new(Code::Usage, sentence));
        }
        return Ok(stdout().write_all(&page(program)?)?);
    };
    check(&folder, &[Form::Folder])?;
    fs::create_dir_all(&folder).map_err(|error| {
        Failure::new(
            Code::Failed,
            format!("{} could not be created: {error}", folder.display()),
        )
    })?;
    let commands = program.get_subcommands().filter(|command| command.get_name() != "help");
    let mut pages = vec![("retrograph".to_string(), program.clone())];
    pages.extend(commands.map(|command| (format!("retrograph-{}", command.get_name()), command.clone())));
    // All files are opened before any is written.
    let opened = pages.into_iter().map(|(name, command)| {
        let path: &Path = &folder.join(format!("{name}.1"));
        Ok((OutFile::create(path, args.force, Form::Manual)?, page(command)?))
    });
    let mut files = Vec::new();
    for page in opened.collect::<Result<Vec<_>, Failure>>()? {
        let (mut file, text) = page;
        file.write_content(&text)?;
        files.push(file);
    }
    // All files are written before any gets its name.
    files.into_iter().try_for_each(OutFile::finish)
}

/// Renders the page of one command.
fn page(command: clap::Command) -> Result<Vec<u8>, Failure> {
    let mut text = Vec::new();
    Man::new(command.version(env!("CARGO_PKG_VERSION"))).render(&mut text)?;
    // The renderer leaves a blank after an option of one letter.
    Ok(String::from_utf8_lossy(&text).replace(" \\fR]", "\\fR]").into_bytes())
}
