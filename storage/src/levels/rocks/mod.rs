//! RocksDB: calling it, and the formats of its files. Nothing else knows either.
//!
//! RocksDB writes SST files and reads none: hostile files must not reach its parsers, and reading takes no C++.
//! `sst_reader` reads the layout that this program makes RocksDB write, and refuses any other. Levels must have the
//! same bytes on every machine, so this program writes two of the files itself (`manifest`) and gives SST files an
//! identity that follows from their content (`sst_identity`). All that holds for one release of RocksDB; a test
//! compares it with the one that is compiled.

pub(crate) mod block;
#[cfg_attr(not(feature = "rocksdb"), path = "absent.rs")]
pub(crate) mod calls;
pub(crate) mod manifest;
pub(crate) mod sst;
pub(crate) mod sst_frame;
mod sst_identity;
pub(crate) mod sst_reader;

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
