//! Kinds of calls.

/// Kinds of calls that change files, then of those that read them; the trace numbers them in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An open that may create or empty a file, unnamed ones included.
    Create,
    /// Any write.
    Write,
    /// A change of a file's size.
    Truncate,
    /// A reservation of space.
    Allocate,
    /// `sync_file_range`, which promises nothing.
    Range,
    /// fsync and fdatasync.
    Sync,
    /// Renames.
    Rename,
    /// Hard links.
    Link,
    /// Removal of a name.
    Unlink,
    /// A removal of a folder.
    RemoveFolder,
    /// A new folder.
    MakeFolder,
    /// syncfs.
    SyncAll,
    /// An open that changes nothing.
    Open,
    /// Any read, copies of one file into another included.
    Read,
    /// A file mapped into memory.
    Map,
    /// A query of size, kind or permissions.
    Look,
    /// Opening a folder, or its next name.
    List,
}

/// The names of the kinds in the environment.
pub const KINDS: [(&str, Kind); 17] = [
    ("create", Kind::Create),
    ("write", Kind::Write),
    ("truncate", Kind::Truncate),
    ("allocate", Kind::Allocate),
    ("range", Kind::Range),
    ("sync", Kind::Sync),
    ("rename", Kind::Rename),
    ("link", Kind::Link),
    ("unlink", Kind::Unlink),
    ("removefolder", Kind::RemoveFolder),
    ("makefolder", Kind::MakeFolder),
    ("syncall", Kind::SyncAll),
    ("open", Kind::Open),
    ("read", Kind::Read),
    ("map", Kind::Map),
    ("look", Kind::Look),
    ("list", Kind::List),
];
