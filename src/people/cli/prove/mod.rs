//! `retrograph prove`: the answer to one question about a game, and its proof.

mod from_values;
mod options;
mod shown;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::{IsTerminal, Write, stderr, stdout};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use engine::Family;
use game::NoSuchGame;
use retro::Silent;
use retrograph_judge::proof::ProofError;
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::check_proof::watched;
use super::database::{DatabaseArgs, open_oracle};
use super::endings::{Form, check as check_ending};
use super::failure::{Code, Failure, say};
use super::file_kind::FileKind;
use super::game::game_name;
use super::interval::parse_interval;
use super::json;
use super::memory;
use super::out_file::{OutFile, claim, folder_for, prepare_drafts};
use super::printable::{quoted, quoted_path};
use super::signals::Signals;
use super::threads::not_started;
use base::units::{bytes, counted, parse_size, parse_threads};
use options::{Avoidance, Hypergraphs, MakerBreaker, OnlineRamsey, StrongGames, number, option};
use oracle::Oracle;
use proof::{
    BadQuestion, CheckpointError, Control, Fact, Outcome, Parameter, Parameters, Progress, Question, SearchError,
};
use provers::PROVERS;
pub(super) use shown::Shown;

/// Find who wins a game from its start, and write the proof
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  retrograph prove triangle -n 12 --proof t12.proof
  retrograph prove triangle -n 16 --threads 2 --checkpoint t16.state
  retrograph prove triangle -n 11 --value grundy
  retrograph prove avoid:C4 -n 12
  retrograph prove maker-breaker:hamilton-cycle -n 8
  retrograph prove maker-breaker:hamilton-cycle -n 9 --starter breaker
  retrograph prove maker-breaker:hamilton-path:0-1 -n 7 --proof fhp7.proof
  retrograph prove maker-breaker:contains:K4 -n 7 --maker 0-1,0-2
  retrograph prove maker-breaker:connected --board 'Dhc' --json
  retrograph prove maker-breaker:file=hex.pg --moves 11 --proof hex.proof
  retrograph prove online-ramsey:K3,C4 --proof k3c4.proof
  retrograph prove online-ramsey:C4,P5 --rounds 9 --vertices 6 --connected
  retrograph prove online-ramsey:K3,K5 --rounds 20 --proof k3k5-20.proof
  retrograph prove ramsey-achieve:K4 --fresh 11 --moves 16 --proof k4.proof
  retrograph prove ramsey-achieve:C4 -n 6
  retrograph prove --db sim --proof sim.proof
  retrograph check-proof fhp7.proof

In triangle, avoid:F and achieve:F players add edges in turn, as in
`retrograph games`; a player without a move loses. Up to 20 vertices. The
triangle game takes 20 minutes of one core on 16 vertices; on 15 `solve` is
faster.

In maker-breaker:NAME, Maker and Breaker claim free edges of the board in turn;
Maker wins when he owns a winning set. NAME is hamilton-cycle, hamilton-path,
hamilton-path:U-V (between two vertices), hamilton-connected (a path between
every two), perfect-matching, connected, 2-connected, odd-cycle, non-planar,
chromatic:K, min-degree:K, or contains:H with a small graph H such as K3, C4,
K1,3, paw or graph6; or several: contains:K3+C5. The board is complete on up to
11 vertices unless --board says another.

maker-breaker:file=GAME.pg is the same on any board: a file has elements and
Maker's winning sets (Positional Game Description 1.0; Black is Maker).

In online-ramsey:G,H, Builder draws an edge in each round, on as many vertices
as he likes, and Painter colours it at once; the number is the least number of
rounds within which Builder can force a red G or a green H. A third graph adds
a colour. Both bounds are proved unless --rounds asks for one. Then Painter is
first looked for among those who give one colour to every edge that closes no X
in it, such as a triangle: they meet far fewer positions. --commit says X.

In ramsey-achieve:H, Red and Green claim free edges in turn, and the first to
own a copy of H wins: can the first player, Red? H is connected, on 3 to 8
vertices: K4, C5, K2,3, B3 (three triangles with a common edge), paw or graph6.
The board is complete on N vertices (-n N), or infinite (--board infinite);
--fresh F proves it for all boards of F vertices and more at once. Where the
search ends without a proof, a sentence says so, with exit code 0: nothing is
known then.

With --db a database that `solve` has made says how the winner replies: of
triangle, avoid:F, achieve:F, and two-colour games that are not a tie, such as
sim and waiter-client:connected. The proof stands without the database.

The answer depends on neither memory nor threads; the same command writes the
same proof, of games without colours with one thread and without --resume.
SIGINT (Ctrl-C) ends with exit code 10: with --checkpoint FILE the same command
and --resume continues, without it nothing is kept.")]
pub(super) struct Args {
    /// The game: triangle, avoid:F, achieve:F, maker-breaker:NAME, online-ramsey:G,H, ramsey-achieve:H or a file
    #[arg(value_parser = game_name, required_unless_present = "db")]
    game: Option<String>,
    /// Take the winner's choices from a database instead of a search: of games without colours and two-colour games
    #[arg(
        long, value_name = "DIR", requires = "proof",
        conflicts_with_all = [
            "game", "n", "board", "checkpoint", "resume", "checkpoint_seconds", "value", "maker_breaker",
            "hypergraphs", "strong_games", "online_ramsey",
        ]
    )]
    db: Option<PathBuf>,
    /// Number of vertices
    #[arg(short)]
    n: Option<usize>,
    /// The edges there are: graph6, or with -n an edge list such as 0-1,1-2; of strong games `infinite` [default: all]
    #[arg(long, value_name = "GRAPH6")]
    board: Option<String>,
    /// Write the proof, which `retrograph check-proof` reads
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// Replace the file of --proof if there is one
    #[arg(long, requires = "proof")]
    force: bool,
    /// Memory for the search [default: 1GiB, less on small machines]
    #[arg(long, value_parser = parse_size, value_name = "SIZE")]
    memory: Option<u64>,
    /// Number of threads
    #[arg(long, default_value = "1", value_parser = parse_threads)]
    threads: usize,
    /// Write the state of the search to FILE every ten minutes and when it is stopped
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Continue from the file of --checkpoint if there is one
    #[arg(long, requires = "checkpoint")]
    resume: bool,
    /// Seconds between two checkpoints
    #[arg(
        long, hide = true, default_value = "600", allow_hyphen_values = true, value_parser = parse_interval,
        requires = "checkpoint"
    )]
    checkpoint_seconds: Duration,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    // What follows has headings of its own.
    #[command(flatten)]
    avoidance: Avoidance,
    #[command(flatten)]
    maker_breaker: MakerBreaker,
    #[command(flatten)]
    hypergraphs: Hypergraphs,
    #[command(flatten)]
    strong_games: StrongGames,
    #[command(flatten)]
    online_ramsey: OnlineRamsey,
}

pub(super) fn run(family: &dyn Family, args: Args) -> Result<(), Failure> {
    let asked = args.asked(family)?;
    // Before there is a draft: whoever sees one may end the search cleanly.
    let signals = Signals::catch(&Silent)?;
    let create = |path| OutFile::create(path, args.force, Form::Proof);
    let out = args.proof.as_deref().map(create);
    let out = out.transpose()?;
    // Held to the end of the search.
    let _claim = args.checkpoint.as_deref().map(claim).transpose()?;
    let is_resumed = args.may_use_checkpoint()?;
    let came = signals.flag();
    let start = Instant::now();
    let shown = Mutex::new(Shown::new());
    let control = Control {
        memory: memory::limit(args.memory, memory::SEARCHING),
        threads: args.threads,
        proof: out.is_some(),
        checkpoint: args.checkpoint.clone(),
        interval: args.checkpoint_seconds,
        watch: &|progress| {
            // Another thread is drawing: that will do.
            if let Ok(shown) = shown.try_lock() {
                shown.show(progress);
            }
            came.load(std::sync::atomic::Ordering::Relaxed)
        },
    };
    let outcome = match &asked {
        Asked::Question(question) => question.answer(&control).map_err(|error| args.failed(error)),
        Asked::Values(oracle) => from_values::proof(&**oracle, &args.parameters(), &control),
    };
    shown.into_inner().expect("drawing does not panic").end();
    let outcome = outcome?;
    let seconds = start.elapsed().as_secs_f64();
    if is_resumed && let Some(proof) = &outcome.proof {
        args.check(proof, &outcome.progress, &|| {
            came.load(std::sync::atomic::Ordering::Relaxed)
        })?;
    }
    if let (Some(out), Some(proof)) = (out, &outcome.proof) {
        out.write_whole(proof)?;
    }
    if args.json {
        writeln!(stdout(), "{}", json::line(&args.answered(&outcome, seconds)))?;
    } else {
        writeln!(stdout(), "{}.", outcome.sentence)?;
    }
    if stderr().is_terminal() && !args.json {
        say(&args.closing(&outcome, seconds));
    }
    for line in args.next(&outcome) {
        say(&line);
    }
    Ok(())
}

/// Who answers.
enum Asked {
    /// A search.
    Question(Box<dyn Question>),
    /// A database.
    Values(Box<dyn Oracle>),
}

impl Args {
    fn asked(&self, family: &dyn Family) -> Result<Asked, Failure> {
        match &self.db {
            Some(folder) => {
                let folder = folder.clone();
                Ok(Asked::Values(open_oracle(family, &DatabaseArgs { folder })?))
            }
            None => self.question(family).map(Asked::Question),
        }
    }

    /// What is asked beside the game.
    fn parameters(&self) -> Parameters {
        Parameters::new(
            [
                (Parameter::Order, number(self.n)),
                (Parameter::Board, self.board.clone()),
            ]
            .into_iter()
            .chain(self.avoidance.texts())
            .chain(self.maker_breaker.texts())
            .chain(self.hypergraphs.texts())
            .chain(self.online_ramsey.texts())
            .chain(self.strong_games.texts()),
        )
    }

    /// The question to the prover of the game.
    fn question(&self, family: &dyn Family) -> Result<Box<dyn Question>, Failure> {
        let game = self.game.as_deref().unwrap_or_default();
        let question = PROVERS
            .question(game, &self.parameters())
            .map_err(|error| match error {
                BadQuestion::Unknown(game) => unknown(family, &game),
                BadQuestion::Game(_) if game.contains('/') && family.about(game).is_ok() => from_database(game),
                error => not_asked(game, &error),
            })?;
        if self.proof.is_some() && !question.has_proof() {
            let sentence = "there is a proof of who wins, not of a Sprague-Grundy value: leave out --proof or --value";
            return Err(Failure::new(Code::Usage, sentence));
        }
        Ok(question)
    }

    /// Whether there is an older checkpoint to go on from. That is done on request alone, and a new search never
    /// replaces it.
    fn may_use_checkpoint(&self) -> Result<bool, Failure> {
        match &self.checkpoint {
            Some(path) if !self.resume && path.exists() => {
                let sentence = format!(
                    "{} already exists; give --resume to continue, or another name",
                    path.display()
                );
                Err(Failure::new(Code::Usage, sentence))
            }
            Some(path) => {
                check_ending(path, &[Form::Checkpoint])?;
                folder_for(path)?;
                prepare_drafts(path);
                Ok(path.exists())
            }
            None => Ok(false),
        }
    }

    /// The judge reads a proof that comes from a table of another process. That may take hours.
    fn check(&self, proof: &[u8], progress: &Progress, is_stopped: &(dyn Fn() -> bool + Sync)) -> Result<(), Failure> {
        match watched(proof, self.threads, is_stopped) {
            Ok(_) => Ok(()),
            Err(ProofError::Work) if is_stopped() => Err(self.failed(SearchError::Stopped(progress.clone()))),
            Err(_) => {
                let path = self.checkpoint.clone().unwrap_or_default();
                Err(self.failed(CheckpointError::Contradicts { path }.into()))
            }
        }
    }

    fn failed(&self, error: SearchError) -> Failure {
        let sentence = error.to_string();
        match error {
            SearchError::Stopped(progress) => {
                let after = counted(progress.nodes, "node");
                let sentence = match &self.checkpoint {
                    Some(path) => format!(
                        "stopped after {after}; the state is in {}, and the same command with --resume continues",
                        path.display()
                    ),
                    None => format!("stopped after {after}, before the answer was known; nothing was written"),
                };
                Failure::new(Code::Stopped, sentence)
            }
            SearchError::Memory { needs, allowed } => {
                let sentence = format!(
                    "the search needs {} of memory, and --memory allows {}",
                    bytes(needs as f64),
                    bytes(allowed as f64)
                );
                Failure::new(Code::Memory, sentence)
            }
            SearchError::Table(_) => {
                let sentence = format!("{sentence}; give less --memory, or allow more (ulimit -v)");
                Failure::new(Code::Memory, sentence)
            }
            SearchError::Threads(why) => not_started(&why),
            SearchError::Seal(_) | SearchError::Beyond(_) => Failure::new(Code::Memory, sentence),
            SearchError::Checkpoint(error) => {
                if let CheckpointError::Damaged { path } = &error
                    && let Some(FileKind { what, advice }) = FileKind::at(path)
                {
                    let sentence = format!("{} is not a checkpoint but {what}; {advice}", path.display());
                    return Failure::new(Code::Damaged, sentence);
                }
                let (code, advice) = match error {
                    CheckpointError::Io { .. } => (Code::Failed, ""),
                    CheckpointError::Damaged { .. } | CheckpointError::Contradicts { .. } => {
                        (Code::Damaged, "; with another --checkpoint the search begins anew")
                    }
                    CheckpointError::Format { .. } => {
                        (Code::OtherFormat, "; with another --checkpoint the search begins anew")
                    }
                    CheckpointError::Other { .. } => (Code::Usage, ""),
                };
                Failure::new(code, format!("{sentence}{advice}"))
            }
        }
    }

    /// What a person at a terminal reads of the work.
    fn closing(&self, outcome: &Outcome, seconds: f64) -> String {
        if self.db.is_some() {
            return format!("{seconds:.2} s");
        }
        let nodes = counted(outcome.progress.nodes, "node");
        match self.proof {
            Some(_) => format!("{nodes} in {seconds:.2} s"),
            None => format!("{nodes} in {seconds:.2} s; --proof FILE writes the proof"),
        }
    }

    /// What has become of the proof, and the next commands.
    fn next(&self, outcome: &Outcome) -> Vec<String> {
        let commit = outcome.facts.iter().find(|(word, _)| *word == "commit");
        let mut lines: Vec<String> = match commit {
            // JSON has it.
            Some((_, Fact::Text(family))) if !self.json => {
                vec![format!("Painter survives with the commitment {family}")]
            }
            _ => Vec::new(),
        };
        let Some(path) = &self.proof else { return lines };
        let name = path.to_string_lossy();
        match &outcome.proof {
            Some(proof) => lines.extend([
                format!("{name} has the proof, {}", bytes(proof.len() as f64)),
                format!("To check it: retrograph check-proof {}", quoted_path(path)),
            ]),
            None => lines.push(format!("{name} was not written: there is no proof")),
        }
        lines
    }

    fn answered<'a>(&'a self, outcome: &'a Outcome, seconds: f64) -> Answered<'a> {
        let proof = outcome.proof.as_deref();
        Answered {
            theorem: &outcome.sentence,
            proved: outcome.is_proved,
            facts: outcome.facts.iter().map(|(word, fact)| (*word, fact)).collect(),
            nodes: outcome.progress.nodes,
            table_entries: outcome.progress.entries,
            seconds,
            proof: proof.and(self.proof.as_deref()).map(Path::to_string_lossy),
            proof_bytes: proof.map(<[u8]>::len),
            proof_sha256: proof.map(sha256),
        }
    }
}

/// What `prove --json` prints.
#[derive(Serialize)]
struct Answered<'a> {
    /// The theorem, or what was not proved.
    theorem: &'a str,
    proved: bool,
    /// What the prover of the game adds.
    #[serde(flatten)]
    facts: BTreeMap<&'static str, &'a Fact>,
    /// Of the search.
    nodes: u64,
    table_entries: u64,
    /// Wall time.
    seconds: f64,
    /// The file written.
    proof: Option<Cow<'a, str>>,
    proof_bytes: Option<usize>,
    proof_sha256: Option<String>,
}

/// How a game is proved that only the solver knows.
fn from_database(game: &str) -> Failure {
    let sentence = format!(
        "'{game}' is solved, and proved from its database: retrograph solve {} --db DIR, then retrograph prove --db DIR \
         --proof FILE",
        quoted(game)
    );
    Failure::new(Code::Usage, sentence)
}

/// Why a game that no prover knows cannot be proved.
fn unknown(family: &dyn Family, game: &str) -> Failure {
    let names: Vec<&str> = PROVERS.0.iter().map(|prover| prover.names()).collect();
    let example = PROVERS.example_of(game);
    let why = match family.about(game) {
        Ok(_) => format!(
            "no search proves '{game}'; solve it, and prove it from the database: retrograph solve {} --db DIR, then \
             retrograph prove --db DIR --proof FILE.",
            quoted(game)
        ),
        Err(_) if example.is_some() => {
            let example = example.unwrap_or_default();
            format!("'{game}' is a kind of games; did you mean one such as '{example}'?")
        }
        Err(NoSuchGame::Name { meant: None, .. }) => format!("there is no game '{game}'."),
        Err(error) => match error.to_string() {
            sentence if sentence.ends_with('?') => sentence,
            sentence => format!("{sentence}."),
        },
    };
    let sentence = format!(
        "{why} Can be proved: {}; `retrograph games` lists them",
        names.join(", ")
    );
    Failure::new(Code::Usage, sentence)
}

/// Why a prover cannot be asked about a game, and what to do.
pub(super) fn not_asked(game: &str, error: &BadQuestion) -> Failure {
    let sentence = match error {
        BadQuestion::Text(_) => return Failure::new(Code::BadPosition, error.to_string()),
        BadQuestion::Missing(wanted) => {
            let wanted: Vec<&str> = wanted.iter().map(|what| described(*what)).collect();
            match wanted.split_last() {
                Some((last, rest)) if !rest.is_empty() => format!("give {}, or {last}", rest.join(", ")),
                _ => format!("give {}", wanted.concat()),
            }
        }
        BadQuestion::Both(one, other) => format!("give either {}, or {}", option(*one), option(*other)),
        BadQuestion::Foreign(what) => {
            let owners: Vec<&str> = PROVERS.with(*what).map(|prover| prover.names()).collect();
            let owners = owners.join(", ");
            format!(
                "{} is an option of {owners}; it does not belong to '{game}'",
                option(*what)
            )
        }
        BadQuestion::Game(_) if counts::Game::named(game).is_ok() => {
            let (command, most) = (quoted(game), counts::ORDER_MOST);
            format!("{error}; `retrograph counts {command}` solves it on up to {most}")
        }
        BadQuestion::Unknown(_) | BadQuestion::Game(_) | BadQuestion::Number(_) => error.to_string(),
    };
    Failure::new(Code::Usage, sentence)
}

/// What a question lacks, and the option that says it.
fn described(what: Parameter) -> &'static str {
    match what {
        Parameter::Order => "the number of vertices (-n N)",
        Parameter::Board => "the board (--board)",
        Parameter::Fresh => "the least number of vertices of all boards (--fresh F)",
        what => option(what),
    }
}

/// The SHA-256 of a file's content, in hexadecimal.
pub(super) fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
