//! How RocksDB behaves when the system grants no more memory: C++ throws an exception, which must not pass through Rust
//! and would abort the process without a message. Without RocksDB there is no C++, and nothing has to be handled.

/// Called where C++ cannot continue.
pub type Handler = extern "C" fn();

#[cfg(feature = "rocksdb")]
unsafe extern "C" {
    // `std::set_new_handler(void (*)())` of the C++ standard library.
    #[link_name = "_ZSt15set_new_handlerPFvvE"]
    fn set_new_handler(handler: Option<Handler>) -> Option<Handler>;
    // `std::set_terminate(void (*)())`.
    #[link_name = "_ZSt13set_terminatePFvvE"]
    fn set_terminate(handler: Option<Handler>) -> Option<Handler>;
}

/// Makes `handler` the function that is called whenever an allocation in RocksDB fails. It must end the process: if it
/// returned, C++ would repeat the allocation forever. It must not allocate.
pub fn on_out_of_memory(handler: Handler) {
    #[cfg(feature = "rocksdb")]
    // SAFETY: the function and its argument are those of the C++ standard, which asks nothing of the caller.
    unsafe {
        set_new_handler(Some(handler))
    };
    #[cfg(not(feature = "rocksdb"))]
    let _ = handler;
}

/// Makes `handler` the function that is called before an uncaught C++ exception (for instance when a thread cannot be
/// started) or RocksDB itself ends the process. When it returns, the process is aborted.
pub fn on_terminate(handler: Handler) {
    #[cfg(feature = "rocksdb")]
    // SAFETY: as above.
    unsafe {
        set_terminate(Some(handler))
    };
    #[cfg(not(feature = "rocksdb"))]
    let _ = handler;
}
