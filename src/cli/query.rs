//! `retrograph query`: the values of positions.

mod proved;

use std::io::{BufRead, BufWriter, IsTerminal, Read, Write, stdin, stdout};
use std::path::PathBuf;

use super::database::{DatabaseArgs, open_oracle};
use super::failure::{Code, Failure, tell};
use super::proofs::open_proof;
use engine::Family;
use oracle::Oracle;
use strategist::Strategist;

/// Print the values of positions: P (the previous player wins) or N (the next player wins), and more if solved for
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  retrograph query --db triangle-12 'K?????????_?' 0-1,2-3
  geng -tq 12 20:20 | retrograph query --db triangle-12 --json
  retrograph query --db sim 'E_?? E@??' 'red:0-1 green:2-3' -    # two colours
  retrograph prove triangle -n 10 --proof t10.proof
  retrograph query --proof t10.proof - 0-1 0-1,0-2

Positions of two colours are graph6 of both, red first, or edges by colour; -
is the empty board. With Grundy numbers or remoteness the answer has the form
'N 3', with scores '14 12': edges at the end when Max or Min moves next. For a
text that is not a position, an error goes to standard error and the others are
still answered; the exit code is then 3 or 4.

A proof is checked first, as by check-proof. It knows the positions that its
winner can reach; of others the answer is unknown. Where edges have owners or
colours, a position is the moves so far, such as 0-1,2-3 or 0-1,red, and the
answer is the name of the player who wins.")]
pub(super) struct Args {
    /// Folder of the database
    #[arg(long = "db", value_name = "DIR", required_unless_present = "proof")]
    folder: Option<PathBuf>,
    /// A proof of `retrograph prove`, in place of a database
    #[arg(long, value_name = "FILE", conflicts_with = "folder")]
    proof: Option<PathBuf>,
    /// graph6 (two words in two-colour games) or edge lists; if none is given, one per line on standard input
    #[arg(value_name = "GRAPH6")]
    graphs: Vec<String>,
    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
}

pub(super) fn run(family: &dyn Family, args: Args) -> Result<(), Failure> {
    let (graphs, json) = (args.graphs, args.json);
    let source = match &args.proof {
        Some(file) => Source::Proof(open_proof(file, None)?),
        None => {
            let folder = args.folder.expect("there is one without a proof");
            Source::Database(open_oracle(family, &DatabaseArgs { folder })?)
        }
    };
    let mut out = BufWriter::with_capacity(1 << 16, stdout().lock());
    let mut worst = Code::Done;
    if graphs.is_empty() {
        if stdin().is_terminal() {
            tell(
                "type positions, one per line: graph6 or an edge list such as 0-1,1-2, - for the empty board; Ctrl-D ends",
            );
        }
        let mut input = stdin().lock();
        let mut line = Vec::new();
        while read_line(&mut input, &mut line)? {
            if line.len() > LONGEST_LINE {
                let sentence = format!("a line of more than {LONGEST_LINE} bytes cannot be a graph");
                noted(Err(Failure::new(Code::BadPosition, sentence)), &mut out, &mut worst)?;
                continue;
            }
            let text = String::from_utf8_lossy(&line);
            if !text.trim().is_empty() {
                let result = source.write_value(text.trim(), json, &mut out);
                noted(result, &mut out, &mut worst)?;
            }
        }
    } else {
        for graph in &graphs {
            let result = source.write_value(graph, json, &mut out);
            noted(result, &mut out, &mut worst)?;
        }
    }
    out.flush()?;
    if worst == Code::Done {
        Ok(())
    } else {
        Err(Failure::Silent(worst))
    }
}

/// What knows the values.
enum Source {
    Database(Box<dyn Oracle>),
    Proof(Box<dyn Strategist>),
}

impl Source {
    /// Writes the answer for one text.
    fn write_value(&self, text: &str, json: bool, out: &mut impl Write) -> Result<(), Failure> {
        match self {
            Self::Database(oracle) => write_value(&**oracle, text, json, out),
            Self::Proof(proof) => proved::write_value(&**proof, text, json, out),
        }
    }
}

/// The maximum number of bytes in a line; no graph needs nearly as many.
const LONGEST_LINE: usize = 1 << 16;

/// Replaces `line` by the next line of `input`, or by its first bytes if it has more than [`LONGEST_LINE`]. Returns
/// false at the end.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> std::io::Result<bool> {
    line.clear();
    let most = LONGEST_LINE as u64 + 1;
    let read = input.by_ref().take(most).read_until(b'\n', line)?;
    if read > LONGEST_LINE && line.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
    }
    Ok(read > 0)
}

/// Reports a text that cannot be answered and notes its exit code, so that the others are still answered.
fn noted(result: Result<(), Failure>, out: &mut impl Write, worst: &mut Code) -> Result<(), Failure> {
    match result {
        Err(Failure::Told(code @ (Code::BadPosition | Code::NotSolved), sentence)) => {
            out.flush()?;
            tell(&sentence);
            if *worst == Code::Done {
                *worst = code;
            }
            Ok(())
        }
        other => other,
    }
}

/// Writes the answer of a solved game for one text.
fn write_value(oracle: &dyn Oracle, text: &str, json: bool, out: &mut impl Write) -> Result<(), Failure> {
    if json {
        serde_json::to_writer(&mut *out, &oracle.position(text)?).map_err(std::io::Error::from)?;
        out.write_all(b"\n")?;
    } else {
        writeln!(out, "{text} {}", oracle.value(text)?.text())?;
    }
    Ok(())
}
