//! `retrograph moves`: what each move is worth.

use std::io::{Write, stdout};

use serde::Serialize;

use super::database::{DatabaseArgs, SolvedTask, with_solved};
use super::failure::Failure;
use super::value::Value;
use crate::games::Game;
use crate::report::figures::write_columns;
use crate::retro::Solved;
use crate::values::Play;

/// Print every legal move of a position up to symmetry with its value, winning moves first
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  retrograph moves --db triangle-12 'K???????????'
  retrograph moves --db triangle-12 0-1,1-2 --json")]
pub(super) struct Args {
    #[command(flatten)]
    database: DatabaseArgs,
    /// graph6 or an edge list
    #[arg(value_name = "GRAPH6")]
    graph: String,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Position {
    graph6: String,
    canonical: String,
    edges: u32,
    #[serde(flatten)]
    value: Value,
    moves: Vec<Move>,
}

#[derive(Serialize)]
struct Move {
    edge: [usize; 2],
    graph6: String,
    canonical: String,
    #[serde(flatten)]
    value: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    wins: Option<bool>,
    equivalent: u32,
}

pub(super) fn run(args: Args) -> Result<(), Failure> {
    let Args { database, graph, json } = args;
    with_solved(&database, Moves { graph, json })
}

struct Moves {
    graph: String,
    json: bool,
}

impl SolvedTask for Moves {
    fn run<G: Game>(self, solved: Solved<G>) -> Result<(), Failure> {
        let game = solved.game();
        let canonical = |position: &G::Position| game.graph6(&game.position(game.record(position)));
        let position = game.parse(&self.graph)?;
        let value = |position: &G::Position, label| Value::of(solved.values(), game.edges(position), label);
        let own = value(&position, solved.value(&position)?);
        let moves = solved.moves(&position)?;
        let moves: Vec<Move> = (moves.iter())
            .map(|valued| Move {
                edge: valued.step.edge.into(),
                graph6: game.graph6(&valued.step.child),
                canonical: canonical(&valued.step.child),
                value: value(&valued.step.child, valued.label),
                wins: valued.is_p,
                equivalent: valued.step.equivalent,
            })
            .collect();
        let position = Position {
            graph6: game.graph6(&position),
            canonical: canonical(&position),
            edges: game.edges(&position),
            value: own,
            moves,
        };
        let mut text = Vec::new();
        if self.json {
            serde_json::to_writer(&mut text, &position).map_err(std::io::Error::from)?;
            text.push(b'\n');
        } else {
            position.write_table(solved.values().play(), &mut text)?;
        }
        Ok(stdout().write_all(&text)?)
    }
}

impl Position {
    fn write_table(&self, play: Play, out: &mut Vec<u8>) -> std::io::Result<()> {
        let (value, meaning) = (self.value.text(), self.value.meaning(play));
        writeln!(out, "{}: {} edges, {value}, {meaning}", self.graph6, self.edges)?;
        if self.moves.is_empty() {
            return writeln!(out, "no legal move");
        }
        let row = |step: &Move| {
            let [u, v] = step.edge;
            let verdict = match step.wins {
                Some(true) => "wins",
                Some(false) => "loses",
                None => "-",
            };
            let cells = [
                &format!("{u}-{v}"),
                &step.equivalent.to_string(),
                verdict,
                &step.value.text(),
                &step.graph6,
            ];
            cells.map(str::to_string).to_vec()
        };
        let rows: Vec<_> = self.moves.iter().map(row).collect();
        write_columns(out, &["edge", "equivalent", "move", "value", "graph6"], &rows)
    }
}
