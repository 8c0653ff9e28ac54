//! RocksDB: calling it, and the formats of its files. Nothing else knows either.
//!
//! Levels must have the same bytes on every machine, and hostile files must not reach RocksDB's own parsers. So this
//! program writes two of the files itself (`manifest`), gives SST files an identity that follows from their content
//! (`sst_identity`), and accepts only the layout that it makes RocksDB write (`layout`, `sst_layout`). All that holds
//! for one release of RocksDB; a test compares it with the one that is compiled.

#[cfg_attr(not(feature = "rocksdb"), path = "absent.rs")]
pub(crate) mod calls;
pub(crate) mod layout;
pub(crate) mod manifest;
pub(crate) mod sst;
pub(crate) mod sst_identity;
pub(crate) mod sst_layout;

#[cfg(test)]
mod tests {
    /// The release of RocksDB whose formats this folder knows. Another one needs a look at its changes of formats, and
    /// then all tests of bytes.
    const VERSION: &str = "11.8.1";

    #[test]
    fn the_formats_are_those_of_the_release_that_is_compiled() {
        let lock = include_str!("../../../../Cargo.lock");
        let (_, package) = lock.split_once("name = \"librocksdb-sys\"\n").unwrap();
        let version = package.lines().next().unwrap();
        assert!(version.ends_with(&format!("+{VERSION}\"")), "{version}");
    }
}
