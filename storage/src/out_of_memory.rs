//! What RocksDB does when the system gives no more memory: C++ throws an exception there, which may not pass through
//! Rust and would abort the process without a word. Without RocksDB there is no C++ and nothing to be handled.

/// Called where C++ cannot go on.
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

/// Has `handler` called from now on whenever an allocation of RocksDB's fails. It ends the process: returning would have
/// C++ try the allocation again, for ever. Nothing may be allocated in it.
pub fn on_out_of_memory(handler: Handler) {
    #[cfg(feature = "rocksdb")]
    // SAFETY: the function and its argument are those of the C++ standard, which asks nothing of the caller.
    unsafe {
        set_new_handler(Some(handler))
    };
    #[cfg(not(feature = "rocksdb"))]
    let _ = handler;
}

/// Has `handler` called before an exception of C++ that nothing catches, such as a thread that could not be started, or
/// RocksDB itself ends the process. When it returns, the process is aborted.
pub fn on_terminate(handler: Handler) {
    #[cfg(feature = "rocksdb")]
    // SAFETY: as above.
    unsafe {
        set_terminate(Some(handler))
    };
    #[cfg(not(feature = "rocksdb"))]
    let _ = handler;
}
