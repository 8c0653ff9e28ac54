//! `retrograph serve`: look at solved games in a browser, ask them over HTTP.

use std::io::{Write, stdout};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::num::NonZero;
use std::path::PathBuf;

use super::failure::{Code, Failure};
use crate::answer::OpenError;
use crate::serve::{ServeError, ServeOptions, serve};

/// Serve databases over HTTP: a page to look at positions and play, and a JSON API
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  retrograph serve --db triangle-12                       # then open http://127.0.0.1:8080/
  retrograph serve --db triangle-12 c4-11 --port 9000
  curl 'http://127.0.0.1:8080/api/databases/triangle-12/value?position=0-1,2-3'

/api describes the API, /api/openapi.json for programs. Only this computer is served unless --bind says otherwise; there is no
encryption and no password, but nothing can be changed and no other file read. Levels solved after the start are not seen.
Ctrl-C (SIGINT) or SIGTERM ends it, exit code 0.")]
pub(super) struct Args {
    /// Folders of databases
    #[arg(long = "db", value_name = "DIR", required = true, num_args = 1..)]
    folders: Vec<PathBuf>,
    /// Port to listen on; 0: any that is free
    #[arg(long, default_value_t = 8080)]
    port: u16,
    /// Address to listen on; 0.0.0.0 or ::: every one of this computer
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    bind: IpAddr,
    /// Threads that answer [default: all processors]
    #[arg(long)]
    threads: Option<NonZero<usize>>,
}

pub(super) fn run(args: Args) -> Result<(), Failure> {
    let options = ServeOptions {
        folders: args.folders,
        address: SocketAddr::new(args.bind, args.port),
        threads: args.threads.map_or(0, NonZero::get),
    };
    let listening = |address: SocketAddr, names: &[&str]| {
        // Whoever started it may not want to read where it listens.
        let mut out = stdout();
        let _ = writeln!(out, "http://{address}/ shows {}", names.join(", "));
        let _ = out.flush();
    };
    serve(&options, listening).map_err(|error| match error {
        ServeError::Open {
            error: OpenError::Storage(error),
            ..
        } => error.into(),
        ServeError::Open {
            folder,
            error: OpenError::Game(error),
        } => super::database::unknown_game(&folder, &error),
        ServeError::Bind { .. } | ServeError::Start(_) => Failure::new(Code::Failed, error.to_string()),
    })
}
