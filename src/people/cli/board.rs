//! `retrograph board`: files of positional games that have names.

use std::io::{Write, stdout};

use clap::Subcommand;
use positional::{BadBoard, Board};

use super::failure::{Code, Failure};

/// Print the board and the winning sets of a positional game as a file for `prove`
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  retrograph board cube 4 3 > qubic.pg
  retrograph prove strong:file=qubic.pg --proof qubic.proof
  retrograph board domination P2xP9 > p9.pg
  retrograph prove maker-breaker:file=p9.pg --starter breaker --breaker-moves 8
  retrograph board hex 3 3 > hex.pg

A graph is graph6, a name such as P4, C5, K6 or petersen, or a product of these
such as P3xP4. The winning sets are Black's, who is Maker; in a strong game
White wants them too. A file has up to 128 elements; docs/hypergraphs.md says
what else may stand in it.")]
pub(super) struct Args {
    #[command(subcommand)]
    kind: Kind,
}

#[derive(Subcommand)]
enum Kind {
    /// Cells in a row, column or diagonal of a rectangle: the m,n,k-game
    InARow {
        /// Rows
        rows: usize,
        /// Columns
        columns: usize,
        /// Cells in a row
        length: usize,
    },
    /// Full lines of a cube: tic-tac-toe in any dimension (A. W. Hales, R. I. Jewett, 1963)
    Cube {
        /// Cells a side
        side: usize,
        /// Dimensions
        dimensions: usize,
    },
    /// A polyomino on a rectangle: F. Harary's achievement games (M. Gardner, 1979)
    Polyomino {
        /// Its name, such as I4 or snaky, or its rows, such as 110,011
        shape: String,
        /// Rows
        rows: usize,
        /// Columns
        columns: usize,
    },
    /// Lines of a projective plane (M. T. Carroll, S. T. Dougherty, 2004)
    ProjectivePlane {
        /// Order: 2, 3, 4, 5, 7, 8 or 9
        order: usize,
    },
    /// Lines of an affine plane (M. T. Carroll, S. T. Dougherty, 2004)
    AffinePlane {
        /// Order: 2, 3, 4, 5, 7, 8, 9 or 11
        order: usize,
    },
    /// Closed neighbourhoods of a graph: Maker is Staller, Breaker Dominator (E. Duchene and others, 2020)
    Domination {
        /// The graph
        graph: String,
    },
    /// Hex: Maker joins the left side and the right one (P. Hein, 1942)
    Hex {
        /// Rows
        rows: usize,
        /// Columns
        columns: usize,
    },
    /// Copies of a graph among the edges of another one (P. Erdos, J. L. Selfridge, 1973)
    Copies {
        /// The graph that is wanted
        graph: String,
        /// The graph whose edges are taken
        host: String,
    },
    /// Spanning trees of a graph: C. Shannon's switching game (A. Lehman, 1964)
    SpanningTrees {
        /// The graph whose edges are taken
        host: String,
    },
    /// Directed triangles of the parity tournament (H. Jagtap, M. Podder, 2025)
    ParityTournament {
        /// Vertices
        vertices: usize,
    },
}

impl Kind {
    fn board(&self) -> Result<Board, BadBoard> {
        match self {
            Self::InARow { rows, columns, length } => positional::in_a_row(*rows, *columns, *length),
            Self::Cube { side, dimensions } => positional::lines(*side, *dimensions),
            Self::Polyomino { shape, rows, columns } => positional::polyomino(shape, *rows, *columns),
            Self::ProjectivePlane { order } => positional::projective_plane(*order),
            Self::AffinePlane { order } => positional::affine_plane(*order),
            Self::Domination { graph } => positional::domination(graph),
            Self::Hex { rows, columns } => positional::hex(*rows, *columns),
            Self::Copies { graph, host } => positional::copies(graph, host),
            Self::SpanningTrees { host } => positional::spanning_trees(host),
            Self::ParityTournament { vertices } => positional::parity_tournament(*vertices),
        }
    }
}

pub(super) fn run(args: Args) -> Result<(), Failure> {
    let board = args
        .kind
        .board()
        .map_err(|error| Failure::new(Code::Usage, error.to_string()))?;
    Ok(stdout().write_all(board.text().as_bytes())?)
}
