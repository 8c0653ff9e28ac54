//! `retrograph proof-text`: a proof for people to read.

use std::io::{BufWriter, Write, stdout};
use std::path::PathBuf;

use retrograph_judge::proof;

use super::check_proof::{failed, read};
use super::failure::{Code, Failure};

/// Print a proof about a Maker-Breaker or an avoidance game as lines, after checking it
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  retrograph proof-text hp5.proof | less
  retrograph proof-text ham8.proof | grep -A 9 '^node 100:'

In Maker-Breaker proofs each node is a position with the loser to move; each
line below it names the loser's moves that a reply answers, the node it leads
to, and the vertex of that node that each vertex becomes. The last line
is the start. Proofs of avoidance games by choices list their claims, and below
each what answers the loser's moves; 0-2..4 stands for 0-2, 0-3 and 0-4. Other
proofs have no lines. A wrong file gets one sentence and exit code 6, and no
line is printed.")]
pub(super) struct Args {
    /// The proof
    file: PathBuf,
}

pub(super) fn run(args: Args) -> Result<(), Failure> {
    let file = read(&args.file)?;
    proof::check(&file, 1).map_err(|error| failed(&args.file, &file, &error))?;
    let mut out = BufWriter::new(stdout().lock());
    let mut written = Ok(());
    let mut line = |text: String| {
        if written.is_ok() {
            written = writeln!(out, "{text}");
        }
    };
    let has_text = proof::text(&file, &mut line).map_err(|error| failed(&args.file, &file, &error))?;
    if !has_text {
        let sentence = format!(
            "{} has no lines: proof-text prints Maker-Breaker proofs, and proofs of avoidance games by choices",
            args.file.display()
        );
        return Err(Failure::new(Code::Usage, sentence));
    }
    written?;
    Ok(out.flush()?)
}
