//! `retrograph moves`: what each move is worth.

use std::io::{Write, stdout};

use super::database::{DatabaseArgs, open_answers};
use super::failure::Failure;
use crate::answer::{Move, Moves};
use crate::report::figures::write_columns;
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

pub(super) fn run(args: Args) -> Result<(), Failure> {
    let Args { database, graph, json } = args;
    let answers = open_answers(&database)?;
    let moves = answers.moves(&graph)?;
    let mut text = Vec::new();
    if json {
        serde_json::to_writer(&mut text, &moves).map_err(std::io::Error::from)?;
        text.push(b'\n');
    } else {
        write_table(&moves, answers.values().play(), &mut text)?;
    }
    Ok(stdout().write_all(&text)?)
}

fn write_table(moves: &Moves, play: Play, out: &mut Vec<u8>) -> std::io::Result<()> {
    let Moves { position, moves } = moves;
    let next = position.next.map(capital);
    let (value, meaning) = (position.value.text(), position.value.meaning(play, next));
    writeln!(out, "{}: {} edges, {value}, {meaning}", position.graph6, position.edges)?;
    if moves.is_empty() {
        return writeln!(out, "no legal move");
    }
    let row = |step: &Move| {
        let verdict = match (step.wins, step.value.value) {
            (Some(true), _) => "wins",
            (Some(false), _) => "loses",
            (None, Some(_)) => "ties",
            (None, None) => "-",
        };
        let edges = match step.edges[..] {
            [] => vec![step.edge],
            _ => step.edges.clone(),
        };
        let edges: Vec<String> = edges.iter().map(|[u, v]| format!("{u}-{v}")).collect();
        let cells = [
            &edges.join(","),
            &step.equivalent.to_string(),
            verdict,
            &step.value.text(),
            &step.graph6,
        ];
        cells.map(str::to_string).to_vec()
    };
    let rows: Vec<_> = moves.iter().map(row).collect();
    write_columns(out, &["edge", "equivalent", "move", "value", "graph6"], &rows)
}

/// The name of the player of a colour.
pub(super) fn capital(colour: &'static str) -> &'static str {
    match colour {
        "red" => "Red",
        _ => "Green",
    }
}
