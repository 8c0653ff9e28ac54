//! `retrograph query`: the values of positions.

mod proved;

use std::fs::File;
use std::io::{BufWriter, IsTerminal, Read, Write, stdin, stdout};
use std::path::{Path, PathBuf};

use super::database::{DatabaseArgs, STANDARD_INPUT, open_oracle};
use super::failure::{Code, Failure, say, written};
use super::lines::{Lines, unread};
use super::printable::quoted_path;
use super::proofs::open_proof;
use engine::Family;
use graph::one_line;
use oracle::Oracle;
use proof::play::ProofPlayer;

/// Print the values of positions: P (the previous player wins) or N (the next player wins), and more if solved for
#[derive(clap::Args)]
#[command(group = clap::ArgGroup::new("source").args(["folder", "proof"]).required(true), after_help = "\
Examples:
  retrograph query --db triangle-12 'K?????????_?' 0-1,2-3
  geng -tq 12 20:20 | retrograph query --db triangle-12 --json
  retrograph query --db triangle-12 --from graphs.g6 more.g6
  retrograph query --db sim 'E_?? E@??' 'red:0-1 green:2-3' '[]' # two colours
  retrograph prove triangle -n 10 --proof t10.proof
  retrograph query --proof t10.proof '[]' 0-1 0-1,0-2

A position is graph6, sparse6, or edges such as 0-1,1-2 or [(0, 1), (1, 2)]; []
is the empty board. - stands for standard input; as a line of text it is the
empty board. Positions of two colours are two words of graph6, red
first, or edges by colour. With Grundy numbers or remoteness the answer reads
'N 3', with scores '14 12': edges at the end when Max or Min moves next. JSON
names the canonical form, which is retrograph's own, not that of labelg.

Every position gets one line, in order, as soon as no other waits to be read:
the answer, or on standard error why there is none, with the number of the
line. The exit code is then 3 or 4.

A proof is checked first, as by check-proof. It knows the positions that its
winner can reach; of others the answer is unknown. Where edges have owners or
colours, a position is the moves so far, such as 0-1,2-3 or 0-1,red, and the
answer is the name of the player who wins.")]
pub(super) struct Args {
    /// Folder of the database
    #[arg(long = "db", value_name = "DIR")]
    folder: Option<PathBuf>,
    /// A proof of `retrograph prove`, in place of a database
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// graph6 (two words in two-colour games) or edge lists; if none is given, one per line on standard input
    #[arg(value_name = "GRAPH6")]
    graphs: Vec<String>,
    /// Files of positions, one per line, in place of standard input
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "graphs")]
    from: Vec<PathBuf>,
    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
}

pub(super) fn run(family: &dyn Family, args: Args) -> Result<(), Failure> {
    let source = match (args.proof, args.folder) {
        (Some(file), _) => Source::Proof(open_proof(&file, None)?),
        (None, Some(folder)) => Source::Database(open_oracle(family, &DatabaseArgs { folder })?),
        (None, None) => unreachable!("one of the two is required"),
    };
    if args.graphs.len() > 1 && args.graphs.iter().any(|graph| graph == "-") {
        return Err(Failure::new(
            Code::Usage,
            format!("{STANDARD_INPUT}, which is read alone"),
        ));
    }
    let mut worst = Code::Done;
    let out = BufWriter::with_capacity(1 << 16, stdout().lock());
    let answered = match (&args.graphs[..], &args.from[..]) {
        ([only], _) if only == "-" => source.answer_input(args.json, out, &mut worst),
        ([], []) => source.answer_input(args.json, out, &mut worst),
        ([], files) => source.answer_files(files, args.json, out, &mut worst),
        (graphs, _) => source.answer_all(graphs, args.json, out, &mut worst),
    };
    match answered {
        Ok(()) | Err(Failure::Silent(Code::Done)) if worst != Code::Done => Err(Failure::Silent(worst)),
        other => other,
    }
}

/// What knows the values.
enum Source {
    Database(Box<dyn Oracle>),
    Proof(Box<dyn ProofPlayer>),
}

impl Source {
    /// Answers the lines of standard input.
    fn answer_input(&self, json: bool, mut out: impl Write, worst: &mut Code) -> Result<(), Failure> {
        let is_typed = stdin().is_terminal();
        if is_typed {
            say(
                "type positions, one per line: graph6 or an edge list such as 0-1,1-2, [] for the empty board; Ctrl-D ends",
            );
        }
        let lines = Lines::new(stdin().lock(), is_typed, "standard input".into());
        self.answer_lines(lines, "", json, &mut out, worst)
    }

    /// Answers the lines of files. All of them are opened first, so that no answer precedes a wrong name.
    fn answer_files(
        &self,
        files: &[PathBuf],
        json: bool,
        mut out: impl Write,
        worst: &mut Code,
    ) -> Result<(), Failure> {
        let open = |file: &PathBuf| -> Result<Box<dyn Read>, Failure> {
            match file.as_os_str() == "-" {
                true => Ok(Box::new(stdin().lock())),
                false => match File::open(file) {
                    Ok(file) => Ok(Box::new(file)),
                    Err(why) => Err(unread(&file.display().to_string(), &why)),
                },
            }
        };
        let opened: Vec<Box<dyn Read>> = files.iter().map(open).collect::<Result<_, _>>()?;
        for (input, file) in opened.into_iter().zip(files) {
            let name = match file.as_os_str() == "-" {
                true => "standard input".into(),
                false => file.display().to_string(),
            };
            let place = format!("{name}, ");
            let lines = Lines::new(input, false, name);
            self.answer_lines(lines, &place, json, &mut out, worst)?;
        }
        Ok(())
    }

    /// Answers lines; `place` precedes their numbers in sentences.
    fn answer_lines(
        &self,
        mut lines: Lines<impl Read>,
        place: &str,
        json: bool,
        out: &mut impl Write,
        worst: &mut Code,
    ) -> Result<(), Failure> {
        while let Some(line) = lines.next(|| out.flush())? {
            let result = line.and_then(|text| self.write_value(&text, json, out));
            let numbered = |sentence| format!("{place}line {}: {sentence}", lines.number());
            noted(result, numbered, out, worst)?;
        }
        Ok(out.flush()?)
    }

    /// Answers the texts of the command line.
    fn answer_all(&self, texts: &[String], json: bool, mut out: impl Write, worst: &mut Code) -> Result<(), Failure> {
        for text in texts {
            let result = self.write_value(&one_line(text), json, &mut out);
            let hinted = |sentence| match Path::new(text).is_file() {
                true => format!(
                    "'{text}' is a file; to read the positions in it: --from {}",
                    quoted_path(Path::new(text))
                ),
                false => sentence,
            };
            noted(result, hinted, &mut out, worst)?;
        }
        Ok(out.flush()?)
    }

    /// Writes the answer for one text, which is one line.
    fn write_value(&self, text: &str, json: bool, out: &mut impl Write) -> Result<(), Failure> {
        match self {
            Self::Database(oracle) => write_value(&**oracle, text, json, out),
            Self::Proof(proof) => proved::write_value(&**proof, text, json, out),
        }
    }
}

/// Reports a text that cannot be answered and notes its exit code, so that the others are still answered.
fn noted(
    result: Result<(), Failure>,
    reported: impl Fn(String) -> String,
    out: &mut impl Write,
    worst: &mut Code,
) -> Result<(), Failure> {
    match result {
        Err(Failure::Said(code @ (Code::BadPosition | Code::NotSolved), sentence)) => {
            // Answers and errors in the order of the positions.
            written(out.flush())?;
            say(&reported(sentence));
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
