//! `retrograph moves`: the value of each move.

use std::io::{Write, stdout};

use super::database::{DatabaseArgs, one_position, open_oracle, typed_position};
use super::failure::Failure;
use base::units::{counted, write_columns};
use engine::Family;
use game::values::Play;
use oracle::{Move, Moves, trapping};

/// Print the value of every legal move up to symmetry, winning moves first
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  retrograph moves --db triangle-12                        # of the empty board
  retrograph moves --db triangle-12 'K???????????'
  retrograph moves --db triangle-12 0-1,1-2 --json
  retrograph moves --db sim 'red:0-1,2-3 green:1-2,3-4'    # two colours
  retrograph moves --db sim --trap 'red:0-1 green:1-2'

With --trap, where no move wins, the moves after which the opponent errs most
easily come first: they are ordered by the share of replies that throw away the
win (or tie), then by the chances that remain after the best reply.

The canonical form in the JSON is retrograph's own, not that of nauty's labelg.")]
pub(super) struct Args {
    #[command(flatten)]
    database: DatabaseArgs,
    /// graph6 or an edge list [default: the empty board]
    #[arg(value_name = "GRAPH6", default_value = "[]", hide_default_value = true)]
    graph: String,
    /// If no move wins, list first the moves after which the opponent errs most easily
    #[arg(long)]
    trap: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(family: &dyn Family, args: Args) -> Result<(), Failure> {
    let Args {
        database,
        graph,
        trap,
        json,
    } = args;
    typed_position("moves", &graph)?;
    let oracle = open_oracle(family, &database)?;
    let moves = match trap {
        true => trapping(&*oracle, &graph),
        false => oracle.moves(&graph),
    };
    let moves = moves.map_err(|error| one_position("moves", &graph, error.into()))?;
    let mut text = Vec::new();
    if json {
        serde_json::to_writer(&mut text, &moves).map_err(std::io::Error::from)?;
        text.push(b'\n');
    } else {
        write_table(&moves, oracle.values().play(), &mut text)?;
    }
    Ok(stdout().write_all(&text)?)
}

fn write_table(moves: &Moves, play: Play, out: &mut Vec<u8>) -> std::io::Result<()> {
    let Moves { position, moves } = moves;
    let next = position.next.map(capital);
    let (value, meaning) = (position.value.text(), position.value.meaning(play, next));
    writeln!(
        out,
        "{}: {}, {value}, {meaning}",
        position.graph6,
        counted(position.edges.into(), "edge")
    )?;
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
    let mut rows: Vec<Vec<String>> = moves.iter().map(row).collect();
    let mut header = vec!["edge", "equivalent", "move", "value", "graph6"];
    if moves.iter().any(|step| step.trap.is_some()) {
        header.insert(4, "errors");
        for (row, step) in rows.iter_mut().zip(moves) {
            let trap = step.trap.map(|trap| format!("{} of {}", trap.errors, trap.replies));
            row.insert(4, trap.unwrap_or("-".into()));
        }
    }
    write_columns(out, &header, &rows)
}

/// Returns the capitalized name of the player of a colour.
pub(super) fn capital(colour: &'static str) -> &'static str {
    match colour {
        "red" => "Red",
        _ => "Green",
    }
}
