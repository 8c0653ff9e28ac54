//! An HTTP server over solved games: a JSON API and a page to look at and play with.
//!
//! ```text
//! connection (time-outs, limits) ──> router ──> handlers ──> shelf of databases (oracle)
//!                                      └──> assets: the page, compiled in
//! ```
//!
//! Nothing is read but the databases given, and nothing is written. Pages of strangers are kept out by the host that a
//! request names (`hosts`).

mod assets;
mod connection;
mod failure;
mod handlers;
mod hosts;
mod long;
mod router;
mod shelf;

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use engine::{Family, OpenError};

/// What is to be served, and where.
#[derive(Clone, Debug)]
pub struct ServeOptions {
    /// Folders of databases, at least one.
    pub folders: Vec<PathBuf>,
    /// Address and port; port 0 lets the system choose one.
    pub address: SocketAddr,
    /// Names that the server answers to beside those of this computer. Where `address` is not loopback and none is given,
    /// it answers to every name.
    pub hosts: Vec<String>,
    /// Threads that answer, 0 for all processors.
    pub threads: usize,
}

/// Why nothing is served.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// A folder cannot be opened.
    #[error("{}: {error}", folder.display())]
    Open {
        /// The folder.
        folder: PathBuf,
        /// Why.
        error: OpenError,
    },
    /// The port cannot be listened on.
    #[error("{}", refusal(*address, error))]
    Bind {
        /// Where.
        address: SocketAddr,
        /// Why.
        error: io::Error,
    },
    /// Threads or signals are not to be had.
    #[error("could not start the server: {0}")]
    Start(io::Error),
}

fn refusal(address: SocketAddr, error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::AddrInUse => format!("{address} is in use by another program; choose another --port"),
        io::ErrorKind::AddrNotAvailable => {
            format!("{} is no address of this computer; choose another --bind", address.ip())
        }
        io::ErrorKind::PermissionDenied => {
            format!("listening on {address} is not allowed; choose a --port of 1024 or more")
        }
        _ => format!("could not listen on {address}: {error}"),
    }
}

/// Serves until SIGINT or SIGTERM: no more requests are taken, and those under way have a second and a half to end; a
/// second signal ends at once.
/// `listening` is told the address and the names of the databases once connections are taken.
///
/// # Errors
/// [`ServeError`], before anything is served.
pub fn serve(
    family: &dyn Family,
    options: &ServeOptions,
    listening: impl FnOnce(SocketAddr, &[&str]),
) -> Result<(), ServeError> {
    let shelf = Arc::new(shelf::Shelf::open(family, &options.folders)?);
    // Each connection is a file. Where more are not allowed, fewer clients are served at a time.
    let _ = rlimit::increase_nofile_limit(2 * connection::MOST as u64);
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    if options.threads > 0 {
        runtime.worker_threads(options.threads);
    }
    let runtime = runtime.enable_all().build().map_err(ServeError::Start)?;
    let result = runtime.block_on(async {
        let bound = tokio::net::TcpListener::bind(options.address).await;
        let refused = |error| ServeError::Bind {
            address: options.address,
            error,
        };
        let listener = bound.map_err(refused)?;
        let signals = connection::Signals::catch().map_err(ServeError::Start)?;
        listening(listener.local_addr().map_err(ServeError::Start)?, &shelf.names());
        let hosts = hosts::Hosts::new(options.address.ip(), &options.hosts);
        connection::accept(listener, router::router(shelf, hosts), signals).await;
        Ok(())
    });
    runtime.shutdown_background();
    result
}
