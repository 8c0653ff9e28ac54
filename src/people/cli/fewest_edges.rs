//! `retrograph fewest-edges`: the smallest boards on which Maker wins.

use std::fs;
use std::io::{Write, stdout};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::time::Instant;

use graph::{Graph16, encode_graph6};
use maker_breaker::{Game, Level, Options, Player, fewest_edges, prove};
use proof::{Progress, SearchError};
use retro::Silent;
use serde::Serialize;

use super::endings::{Form, check};
use super::failure::{Code, Failure};
use super::game::game_name;
use super::json;
use super::memory;
use super::out_file::OutFile;
use super::prove::Shown;
use super::signals::Signals;
use super::threads::not_started;
use base::units::{bytes, counted, parse_size, parse_threads};

/// Find the fewest edges of a board on which Maker wins
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  retrograph fewest-edges maker-breaker:hamilton-path -n 6
  retrograph fewest-edges maker-breaker:hamilton-path -n 7 --starter breaker
  retrograph fewest-edges maker-breaker:hamilton-path -n 6 --proofs hp6-boards

From the complete board on, edges are taken from boards that Maker wins, and
each board up to isomorphism is searched once. An edge more never hurts Maker,
so no board that he wins is missed, and a board is lost without a search as
soon as one with an edge more is. Printed are, for each number of edges, the
boards one edge below a won one and those of them that Maker wins; then the
smallest won boards in graph6. The edge U-V of hamilton-path:U-V is on no
board.

--proofs FOLDER writes a proof for each of the smallest boards (Maker wins) and
for each board that was searched and lost (Breaker wins). Together they prove
the number, if the boards of each level are all graphs that come from the won
ones of the level above by taking an edge, which nauty can find.")]
pub(super) struct Args {
    /// The game: maker-breaker:NAME, see `retrograph prove --help`
    #[arg(value_parser = game_name)]
    game: String,
    /// Number of vertices
    #[arg(short)]
    n: usize,
    /// Who moves first
    #[arg(
        long, default_value = "maker", value_name = "PLAYER", ignore_case = true, value_parser = ["maker", "breaker"]
    )]
    starter: String,
    /// Write a proof for each board that matters into FOLDER, which must be new or empty
    #[arg(long, value_name = "FOLDER")]
    proofs: Option<PathBuf>,
    /// Memory for the search [default: 1GiB, less on small machines]
    #[arg(long, value_parser = parse_size, value_name = "SIZE")]
    memory: Option<u64>,
    /// Number of threads
    #[arg(long, default_value = "1", value_parser = parse_threads)]
    threads: usize,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: Args) -> Result<(), Failure> {
    let starter = Player::named(&args.starter).expect("one of the two");
    let game = Game::new(&args.game, args.n, starter);
    let game = game.map_err(|error| Failure::new(Code::Usage, error.to_string()))?;
    if let Some(folder) = &args.proofs {
        make_folder(folder)?;
    }
    let signals = Signals::catch(&Silent)?;
    let came = signals.flag();
    let start = Instant::now();
    let shown = Mutex::new(Shown::new());
    let watch = |progress: &Progress| {
        if let Ok(shown) = shown.try_lock() {
            shown.show(progress);
        }
        came.load(Ordering::Relaxed)
    };
    let options = Options {
        memory: memory::limit(args.memory, memory::SEARCHING),
        threads: args.threads,
        ..Options::default()
    };
    let found = fewest_edges(&game, &options, &watch).and_then(|levels| match &args.proofs {
        Some(folder) => Ok(proofs(&game, &options, &levels, &watch)?
            .into_iter()
            .map(|(name, proof)| (folder.join(name), proof))
            .collect::<Vec<(PathBuf, Vec<u8>)>>())
        .map(|proofs| (levels, proofs)),
        None => Ok((levels, Vec::new())),
    });
    shown.into_inner().expect("drawing does not panic").end();
    let (levels, proofs) = found.map_err(failed)?;
    for (path, proof) in &proofs {
        OutFile::create(path, false, Form::Proof)?.write_whole(proof)?;
    }
    let seconds = start.elapsed().as_secs_f64();
    let sentence = sentence(&game, &levels);
    if args.json {
        let found = Fewest::of(&game, &levels, &sentence, proofs.len(), seconds);
        writeln!(stdout(), "{}", json::line(&found))?;
        return Ok(());
    }
    let mut text = String::from("edges  boards  won\n");
    for level in &levels {
        text += &format!("{:5}  {:6}  {:3}\n", level.edges, level.boards, level.won.len());
    }
    text += &format!("{sentence}.\n");
    for board in smallest(&levels) {
        text += &format!("{}\n", encode_graph6(board));
    }
    Ok(stdout().write_all(text.as_bytes())?)
}

fn make_folder(folder: &PathBuf) -> Result<(), Failure> {
    check(folder, &[Form::Folder])?;
    fs::create_dir_all(folder).map_err(|error| {
        let sentence = format!("the folder {} could not be made: {error}", folder.display());
        Failure::new(Code::Failed, sentence)
    })?;
    match retrograph_storage::content(folder)? {
        None => Ok(()),
        Some(found) => {
            let sentence = format!("{} holds {found}; give the name of a new folder", folder.display());
            Err(Failure::new(Code::Usage, sentence))
        }
    }
}

/// The won boards with the fewest edges.
fn smallest(levels: &[Level]) -> &[Graph16] {
    levels
        .iter()
        .rfind(|level| !level.won.is_empty())
        .map_or(&[], |level| &level.won)
}

fn sentence(game: &Game, levels: &[Level]) -> String {
    let turn = if game.starter() == Player::Maker {
        "first"
    } else {
        "second"
    };
    let name = game.title();
    let n = game.order();
    match levels.iter().rfind(|level| !level.won.is_empty()) {
        Some(level) => format!(
            "Maker, moving {turn}, wins the {name} on {} of {n} vertices with {}, and on none with fewer",
            counted(level.won.len() as u64, "board"),
            counted(level.edges as u64, "edge"),
        ),
        None => format!("Maker, moving {turn}, wins the {name} on no board of {n} vertices"),
    }
}

/// Names and contents of the proofs that matter: of the smallest boards, and of the lost ones that were searched.
fn proofs(
    game: &Game,
    options: &Options,
    levels: &[Level],
    watch: &dyn Fn(&Progress) -> bool,
) -> Result<Vec<(String, Vec<u8>)>, SearchError> {
    let lost = levels.iter().flat_map(|level| &level.lost);
    let empty = Graph16::empty(game.order());
    let mut proofs = Vec::new();
    for board in smallest(levels).iter().chain(lost) {
        let game = game.clone().on(board, &empty, &empty).expect("a board of this game");
        let mut is_reported = |effort: &maker_breaker::Effort| watch(&effort.progress());
        let theorem = prove(&game, options, &mut is_reported)?;
        let edges = board.edges().count();
        let number = proofs.len() + 1;
        let name = format!("{edges}-edges-{}-{number}.proof", theorem.winner.name().to_lowercase());
        proofs.push((name, theorem.proof().map_err(SearchError::Seal)?));
    }
    Ok(proofs)
}

/// What `fewest-edges --json` prints.
#[derive(Serialize)]
struct Fewest<'a> {
    theorem: &'a str,
    game: String,
    n: usize,
    starter: &'static str,
    /// `None`: Maker wins no board.
    fewest_edges: Option<usize>,
    levels: Vec<FewestLevel>,
    /// The smallest boards that Maker wins, graph6.
    boards: Vec<String>,
    /// Number of proofs written.
    proofs: usize,
    /// Wall time.
    seconds: f64,
}

/// The boards with so many edges, as JSON.
#[derive(Serialize)]
struct FewestLevel {
    edges: usize,
    /// Boards one edge below one that Maker wins.
    boards: usize,
    /// Number of those that Maker wins.
    won: usize,
    /// Those that were searched and that he loses, graph6.
    lost: Vec<String>,
}

impl<'a> Fewest<'a> {
    fn of(game: &Game, levels: &[Level], theorem: &'a str, proofs: usize, seconds: f64) -> Self {
        let graphs = |boards: &[Graph16]| boards.iter().map(encode_graph6).collect();
        let lowest = levels.iter().rfind(|level| !level.won.is_empty());
        let level = |level: &Level| FewestLevel {
            edges: level.edges,
            boards: level.boards,
            won: level.won.len(),
            lost: graphs(&level.lost),
        };
        Self {
            theorem,
            game: game.name(),
            n: game.order(),
            starter: game.starter().name(),
            fewest_edges: lowest.map(|level| level.edges),
            levels: levels.iter().map(level).collect(),
            boards: graphs(smallest(levels)),
            proofs,
            seconds,
        }
    }
}

fn failed(error: SearchError) -> Failure {
    let sentence = error.to_string();
    match error {
        SearchError::Stopped(progress) => {
            let sentence = format!("stopped after {}; nothing was written", counted(progress.nodes, "node"));
            Failure::new(Code::Stopped, sentence)
        }
        SearchError::Memory { needs, allowed } => {
            let sentence = format!(
                "a proof needs more than {} of memory; give --memory {}",
                bytes(allowed as f64),
                bytes(needs as f64)
            );
            Failure::new(Code::Memory, sentence)
        }
        SearchError::Threads(why) => not_started(&why),
        _ => Failure::new(Code::Memory, sentence),
    }
}
