//! Connections: their maximum number, how slow a client may be, and the shutdown.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};
use tokio_io_timeout::TimeoutStream;

/// Connections at a time; further clients wait until one of them ends.
pub(super) const MOST: usize = 10_000;
/// How long a client may take to send the head of a request, including the pause before it.
const HEAD: Duration = Duration::from_secs(15);
/// How long a client may send nothing, or accept nothing of what it was sent.
const STILL: Duration = Duration::from_secs(20);
/// How long requests in progress may take once the server is to stop: the user waits for at most two seconds.
const FAREWELL: Duration = Duration::from_millis(1_500);
/// Maximum number of bytes in the head of a request.
const LONGEST_HEAD: usize = 32 << 10;

/// SIGINT and SIGTERM.
pub(super) struct Signals {
    interrupt: Signal,
    terminate: Signal,
}

impl Signals {
    /// Handles the signals from here on.
    ///
    /// # Errors
    /// Fails when the system refuses.
    pub fn catch() -> io::Result<Self> {
        Ok(Self {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
        })
    }

    async fn one(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }
}

/// Accepts connections until a signal arrives, then lets requests in progress finish, unless another signal arrives.
pub(super) async fn accept(listener: TcpListener, router: Router, mut signals: Signals) {
    let places = Arc::new(Semaphore::new(MOST));
    let under_way = GracefulShutdown::new();
    loop {
        let place = places.clone().acquire_owned();
        let arrived = async {
            let place = place.await.expect("it is never closed");
            (listener.accept().await, place)
        };
        let (arrived, place) = tokio::select! {
            arrived = arrived => arrived,
            () = signals.one() => break,
        };
        let Ok((stream, _)) = arrived else {
            // Most likely there are too many open files: some are closed when connections end.
            sleep(Duration::from_millis(50)).await;
            continue;
        };
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEAD)
            .max_buf_size(LONGEST_HEAD)
            .serve_connection(impatient(stream), TowerToHyperService::new(router.clone()));
        let connection = under_way.watch(connection);
        tokio::spawn(async move {
            // A client that disconnects or breaks the protocol does not affect the others.
            let _ = connection.await;
            drop(place);
        });
    }
    drop(listener);
    tokio::select! {
        _ = timeout(FAREWELL, under_way.shutdown()) => {}
        () = signals.one() => {}
    }
}

/// Returns a stream that fails when the other side is idle for too long.
fn impatient(stream: TcpStream) -> TokioIo<std::pin::Pin<Box<TimeoutStream<TcpStream>>>> {
    // Answers are small and sent as a whole. Where this cannot be set, they are only later.
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_read_timeout(Some(STILL));
    stream.set_write_timeout(Some(STILL));
    TokioIo::new(Box::pin(stream))
}
