//! Connections: how many at a time, how slow a client may be, and how all ends.

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
/// How long a client may take to send the head of a request, the pause before it included.
const HEAD: Duration = Duration::from_secs(15);
/// How long a client may send nothing, or take nothing of what it was sent.
const STILL: Duration = Duration::from_secs(20);
/// How long requests under way may take once the server is asked to end: whoever stops it waits for at most two seconds.
const FAREWELL: Duration = Duration::from_millis(1_500);
/// Bytes of the head of a request at most.
const LONGEST_HEAD: usize = 32 << 10;

/// SIGINT and SIGTERM.
pub(super) struct Signals {
    interrupt: Signal,
    terminate: Signal,
}

impl Signals {
    /// Takes the signals over from here on.
    ///
    /// # Errors
    /// When the system refuses.
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

/// Takes connections until a signal comes, then lets requests under way end, unless another signal comes.
pub(super) async fn accept(listener: TcpListener, router: Router, mut signals: Signals) {
    let places = Arc::new(Semaphore::new(MOST));
    let under_way = GracefulShutdown::new();
    loop {
        let place = places.clone().acquire_owned();
        let arrived = async {
            let place = place.await.expect("nobody closes it");
            (listener.accept().await, place)
        };
        let (arrived, place) = tokio::select! {
            arrived = arrived => arrived,
            () = signals.one() => break,
        };
        let Ok((stream, _)) = arrived else {
            // Out of files, most likely: some come back when connections end.
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
            // A client that goes away or breaks the protocol is no concern of the others.
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

/// A stream that fails when the other side is still for too long.
fn impatient(stream: TcpStream) -> TokioIo<std::pin::Pin<Box<TimeoutStream<TcpStream>>>> {
    // Oracle are small and sent whole. Where it cannot be set they are only later.
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_read_timeout(Some(STILL));
    stream.set_write_timeout(Some(STILL));
    TokioIo::new(Box::pin(stream))
}
