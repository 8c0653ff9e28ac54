//! Work that takes longer than microseconds: on separate threads, a few at a time, for a limited time.

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use axum::http::StatusCode;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use super::failure::ApiError;

/// How long a request waits for its turn.
const QUEUE: Duration = Duration::from_secs(20);
/// How long the client of a request waits for its result. The first look-up in a level reads all of its label
/// functions.
const WORK: Duration = Duration::from_secs(60);

/// As many at a time as there are processors; more would only delay all of them.
static TURNS: LazyLock<Arc<Semaphore>> = LazyLock::new(|| {
    let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    Arc::new(Semaphore::new(processors))
});

/// Runs `work` away from the threads that answer clients.
pub(super) async fn long<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    let turn = timeout(QUEUE, TURNS.clone().acquire_owned()).await;
    let Ok(Ok(turn)) = turn else {
        return Err(ApiError::busy("too many requests are waiting; ask again later"));
    };
    let work = spawn_blocking(move || {
        let _turn = turn;
        work()
    });
    match timeout(WORK, work).await {
        Ok(Ok(result)) => result,
        // It panicked, and standard error has the message.
        Ok(Err(_)) => Err(ApiError::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "internal",
            "the server has a bug; see its standard error",
        )),
        Err(_) => Err(ApiError::busy("this takes longer than a minute; ask again later")),
    }
}
