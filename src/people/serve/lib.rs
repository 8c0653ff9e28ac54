//! An HTTP server for solved games and proofs: a JSON API and pages for exploring and playing.
//!
//! ```text
//! connection (time-outs, limits) ──> router ──> handlers ──> shelf of databases (oracle) and proofs (players)
//!                                      └──> assets: the pages, compiled in
//! ```
//!
//! Only the given databases and proofs are read, and the server writes nothing. [`write_site`] writes the page with
//! files that it can answer from without this server. The host named by a request keeps foreign pages out
//! (`hosts`).

mod assets;
mod connection;
mod failure;
mod handlers;
mod hosts;
mod identity;
mod json;
mod long;
mod parameters;
mod programs;
mod proofs;
mod router;
mod rules;
mod shelf;
mod site;

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

pub use programs::{Kind, NoProgram, Program};
pub use site::{SiteError, SiteFacts, SiteProof, SiteSources, write_site};

pub use shelf::Served;

use engine::{Family, OpenError};
use proof::play::ProofPlayer;

/// Between two looks at whether databases have changed.
const REFRESH: Duration = Duration::from_secs(2);

/// What to serve, and where.
#[derive(Clone, Debug)]
pub struct ServeOptions {
    /// None when only proofs are served.
    pub databases: Vec<Served>,
    /// Address and port; port 0 lets the system choose one.
    pub address: SocketAddr,
    /// Names that the server accepts besides those of this computer. Where `address` is not loopback and none is given,
    /// it accepts every name.
    pub hosts: Vec<String>,
    /// Number of threads, from 1.
    pub threads: usize,
    /// What browsers run themselves: without it no page has an opponent that learns.
    pub engine: Option<Program>,
}

/// Why the server does not start.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// A folder cannot be opened.
    #[error("{}: {error}", folder.display())]
    Open {
        /// The folder.
        folder: PathBuf,
        /// The reason.
        error: OpenError,
    },
    /// The server cannot listen on the port.
    #[error("{}", refusal(*address, error))]
    Bind {
        /// The address.
        address: SocketAddr,
        /// The reason.
        error: io::Error,
    },
    /// The system refuses threads or signals.
    #[error("could not start the server: {0}")]
    Start(io::Error),
}

fn refusal(address: SocketAddr, error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::AddrInUse => format!("{address} is in use by another program"),
        io::ErrorKind::AddrNotAvailable => format!("{} is not an address of this computer", address.ip()),
        io::ErrorKind::PermissionDenied => format!("listening on {address} is not allowed"),
        _ => format!("could not listen on {address}: {error}"),
    }
}

/// Serves until SIGINT or SIGTERM: then no more requests are accepted, and those in progress have a second and a half
/// to finish; a second signal ends the server at once. Each of `proofs` is named after the file it came from.
/// `listening` receives the address and the names of the databases and proofs once connections are accepted.
///
/// # Errors
/// [`ServeError`], before anything is served.
pub fn serve(
    family: &dyn Family,
    options: &ServeOptions,
    proofs: Vec<(PathBuf, Box<dyn ProofPlayer>)>,
    listening: impl FnOnce(SocketAddr, &[&str]),
) -> Result<(), ServeError> {
    let shelf = Arc::new(shelf::Shelf::open(family, &options.databases, proofs)?);
    // Each connection is a file. Where the limit cannot be raised, fewer clients are served at a time.
    let _ = rlimit::increase_nofile_limit(2 * connection::MOST as u64);
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    let runtime = runtime
        .worker_threads(options.threads)
        .enable_all()
        .build()
        .map_err(ServeError::Start)?;
    let shelf = &shelf;
    let result = std::thread::scope(|threads| {
        // Dropped at the end, which the thread notices at once.
        let (_running, ended) = mpsc::channel::<()>();
        let refreshing = std::thread::Builder::new().spawn_scoped(threads, move || {
            while ended.recv_timeout(REFRESH) == Err(RecvTimeoutError::Timeout) {
                shelf.refresh(family);
            }
        });
        refreshing.map_err(ServeError::Start)?;
        runtime.block_on(async {
            let bound = tokio::net::TcpListener::bind(options.address).await;
            let refused = |error| ServeError::Bind {
                address: options.address,
                error,
            };
            let listener = bound.map_err(refused)?;
            let signals = connection::Signals::catch().map_err(ServeError::Start)?;
            listening(listener.local_addr().map_err(ServeError::Start)?, &shelf.names());
            let hosts = hosts::Hosts::new(options.address.ip(), &options.hosts);
            connection::accept(
                listener,
                router::router(Arc::clone(shelf), hosts, options.engine.clone()),
                signals,
            )
            .await;
            Ok(())
        })
    });
    runtime.shutdown_background();
    result
}
