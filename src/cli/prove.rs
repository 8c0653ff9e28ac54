//! `retrograph prove`: who wins one game from its start, and the proof.

use std::io::{IsTerminal, Write, stderr, stdout};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use retro::Silent;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::failure::{Code, Failure, tell};
use super::out_file::OutFile;
use super::signals::Signals;
use super::size::parse_size;
use figures::{bytes, counted, grouped};
use graph::{Graph16, TextError};
use prove::{BadGame, Effort, Game, Options, Player, Stopped};

/// Find who wins a Maker-Breaker game from its start, and write the proof
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  retrograph prove maker-breaker:hamilton-cycle -n 8
  retrograph prove maker-breaker:hamilton-cycle -n 9 --starter breaker
  retrograph prove maker-breaker:hamilton-path:0-1 -n 7 --proof fhp7.proof
  retrograph prove maker-breaker:contains:K4 -n 7 --maker 0-1,0-2
  retrograph prove maker-breaker:connected --board 'Dhc' --json
  retrograph check-proof fhp7.proof

Maker and Breaker claim free edges of the board in turn; Maker wins when he
owns a winning set. NAME in maker-breaker:NAME is hamilton-cycle,
hamilton-path, hamilton-path:U-V (between two vertices), hamilton-connected (a
path between every two), perfect-matching, connected, 2-connected, odd-cycle,
min-degree:K, or contains:H with a small graph H such as K3, C4, K1,3, paw or
graph6. The board is complete on up to 11 vertices unless --board says another.

The winner depends on none of the other options; the same command writes the
same proof. SIGINT (Ctrl-C) ends with exit code 10 and writes nothing.")]
pub(super) struct Args {
    /// The game: maker-breaker:NAME
    game: String,
    /// Number of vertices [default: that of the board]
    #[arg(short, required_unless_present = "board")]
    n: Option<usize>,
    /// Who moves first
    #[arg(long, value_name = "PLAYER", default_value = "maker", value_parser = ["maker", "breaker"])]
    starter: String,
    /// The edges there are: graph6, or with -n an edge list such as 0-1,1-2 [default: all]
    #[arg(long, value_name = "GRAPH6")]
    board: Option<String>,
    /// Edges that are Maker's before the game
    #[arg(long, value_name = "EDGES")]
    maker: Option<String>,
    /// Edges that are Breaker's before the game
    #[arg(long, value_name = "EDGES")]
    breaker: Option<String>,
    /// Write the proof, which `retrograph check-proof` reads
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// Replace the file of --proof if there is one
    #[arg(long, requires = "proof")]
    force: bool,
    /// Memory of the table of positions
    #[arg(long, default_value = "1GiB", value_parser = parse_size, value_name = "SIZE")]
    memory: u64,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl From<BadGame> for Failure {
    fn from(error: BadGame) -> Self {
        Self::Told(Code::Usage, error.to_string())
    }
}

impl From<TextError> for Failure {
    fn from(error: TextError) -> Self {
        Self::Told(Code::BadPosition, error.to_string())
    }
}

impl From<Stopped> for Failure {
    fn from(_: Stopped) -> Self {
        let sentence = "stopped before the winner was known; nothing was written";
        Self::Told(Code::Stopped, sentence.into())
    }
}

pub(super) fn run(args: Args) -> Result<(), Failure> {
    let game = args.game()?;
    let out = args.proof.as_deref().map(|path| OutFile::create(path, args.force));
    let out = out.transpose()?;
    let signals = Signals::catch(&Silent)?;
    let start = Instant::now();
    let shown = Shown::new();
    let mut watch = |effort: &Effort| {
        shown.show(effort, start.elapsed());
        signals.came()
    };
    let options = Options {
        memory: args.memory,
        ..Options::default()
    };
    let theorem = match &out {
        Some(_) => prove::prove(&game, &options, &mut watch).map(|theorem| {
            let (winner, effort) = (theorem.winner, theorem.effort);
            (winner, effort, Some(theorem))
        }),
        None => prove::winner(&game, &options, &mut watch).map(|(winner, effort)| (winner, effort, None)),
    };
    shown.end();
    let (winner, effort, theorem) = theorem?;
    let proof = theorem.map(|theorem| theorem.proof()).transpose().map_err(|error| {
        let sentence = format!("the proof could not be compressed: {error}");
        Failure::new(Code::Memory, sentence)
    })?;
    let seconds = start.elapsed().as_secs_f64();
    if let (Some(out), Some(proof)) = (out, &proof) {
        out.write_whole(proof)?;
    }
    let sentence = game.sentence(winner);
    if args.json {
        let object = args.object(&game, winner, &effort, proof.as_deref(), seconds);
        writeln!(stdout(), "{object}")?;
    } else {
        writeln!(stdout(), "{sentence}.")?;
        if stderr().is_terminal() {
            tell(&args.closing(&effort, proof.as_deref(), seconds));
        }
    }
    Ok(())
}

impl Args {
    fn game(&self) -> Result<Game, Failure> {
        let starter = match &self.starter[..] {
            "breaker" => Player::Breaker,
            _ => Player::Maker,
        };
        let board: Option<Graph16> = match (&self.board, self.n) {
            (None, _) => None,
            (Some(text), Some(n)) => Some(graph::parse(text, n)?),
            (Some(text), None) => Some(graph::decode_graph6(text.trim())?),
        };
        let n = board.as_ref().map_or(self.n, |board| Some(board.order()));
        let n = n.expect("required unless there is a board");
        let game = Game::new(&self.game, n, starter)?;
        let claimed = |text: &Option<String>| match text {
            Some(text) => graph::parse(text, n),
            None => Ok(Graph16::empty(n)),
        };
        let board = match board {
            Some(board) => board,
            None => (1..n)
                .flat_map(|v| (0..v).map(move |u| (u, v)))
                .fold(Graph16::empty(n), |graph, (u, v)| graph.toggled(u, v)),
        };
        Ok(game.on(&board, &claimed(&self.maker)?, &claimed(&self.breaker)?)?)
    }

    /// What a person at a terminal is told of the work, and what to do next.
    fn closing(&self, effort: &Effort, proof: Option<&[u8]>, seconds: f64) -> String {
        let nodes = counted(effort.nodes, "node");
        match (&self.proof, proof) {
            (Some(path), Some(proof)) => format!(
                "{nodes} in {seconds:.2} s; the proof takes {}, and `retrograph check-proof {}` checks it",
                bytes(proof.len() as f64),
                path.display(),
            ),
            _ => format!("{nodes} in {seconds:.2} s; --proof FILE writes the proof"),
        }
    }

    fn object(&self, game: &Game, winner: Player, effort: &Effort, proof: Option<&[u8]>, seconds: f64) -> Value {
        let sha256 = proof.map(|proof| {
            let digest = Sha256::digest(proof);
            digest.iter().map(|byte| format!("{byte:02x}")).collect::<String>()
        });
        json!({
            "theorem": game.sentence(winner), "game": game.name(), "n": game.order(),
            "starter": game.starter().name(), "winner": winner.name(),
            "nodes": effort.nodes, "proof_nodes": proof.map(|_| effort.proof_nodes),
            "table_entries": effort.table_entries, "seconds": seconds,
            "proof": self.proof.as_ref().map(|path| path.to_string_lossy()),
            "proof_bytes": proof.map(<[u8]>::len), "proof_sha256": sha256,
        })
    }
}

/// What a terminal sees of a search.
struct Shown(Option<ProgressBar>);

impl Shown {
    fn new() -> Self {
        Self(stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template("{spinner} {msg}").expect("a correct template");
            ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(5)).with_style(style)
        }))
    }

    fn show(&self, effort: &Effort, elapsed: Duration) {
        if let Some(bar) = &self.0 {
            let rate = effort.nodes as f64 / elapsed.as_secs_f64().max(1e-9);
            let fill = 100.0 * effort.table_entries as f64 / effort.table_most.max(1) as f64;
            let proof = match effort.proof_nodes {
                0 => String::new(),
                nodes => format!(", {} of the proof", counted(nodes, "node")),
            };
            bar.set_message(format!(
                "{}, {}/s, table {fill:.0} % full{proof}",
                counted(effort.nodes, "node"),
                grouped(rate as u64),
            ));
            bar.tick();
        }
    }

    fn end(&self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}
