//! Files: how bytes come to be on disk, stay there, and are read again; the folder of a database and its manifests.

pub(crate) mod append;
pub(crate) mod archive;
pub(crate) mod atomic;
pub(crate) mod checksum;
pub mod clock;
pub(crate) mod error;
pub(crate) mod folder;
pub(crate) mod holder;
pub(crate) mod in_the_way;
pub(crate) mod journal;
pub(crate) mod lock;
pub(crate) mod maker;
pub(crate) mod manifest;
pub(crate) mod open;
pub mod out_of_memory;
pub(crate) mod room;
pub(crate) mod sealed_json;
pub(crate) mod signed_file;
pub(crate) mod stamp;
pub(crate) mod status_file;
pub(crate) mod syncs;
