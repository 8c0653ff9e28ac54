//! What a file is by its first bytes: asked here by all commands that take files.

use std::fs::File;
use std::io::Read;
use std::path::Path;

/// A kind of file, as it is named where another kind was expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FileKind {
    /// A noun or participle, as in "it is a web page".
    pub what: &'static str,
    /// What to do with it.
    pub advice: &'static str,
}

const fn kind(what: &'static str, advice: &'static str) -> FileKind {
    FileKind { what, advice }
}

/// Bytes that are looked at: the header of a member of a tar file.
const LOOKED_AT: usize = 512;

/// The first bytes of kinds that have such.
const STARTS: [(&[u8], FileKind); 13] = [
    (proof::MAGIC, kind("a proof", "name it with --proof")),
    (b"rglearn\n", kind("a learner", "name it with --opponent")),
    (
        b"version https://git-lfs.github.com/",
        kind("a pointer of Git LFS", "`git lfs pull` fetches the file"),
    ),
    (b"\x1f\x8b", kind("compressed by gzip", "zcat unpacks it")),
    (b"\xfd7zXZ\0", kind("compressed by xz", "xzcat unpacks it")),
    (b"\x28\xb5\x2f\xfd", kind("compressed by zstd", "zstdcat unpacks it")),
    (b"BZh91AY&SY", kind("compressed by bzip2", "bzcat unpacks it")),
    (b"PK\x03\x04", kind("a zip archive", "unzip -p unpacks it")),
    (b"PAR1", kind("Parquet", "export it as text")),
    (b"%PDF-", kind("PDF", "give the file that it shows")),
    (b"\xff\xfe", kind("UTF-16", "iconv -f UTF-16 -t UTF-8 converts it")),
    (b"\xfe\xff", kind("UTF-16", "iconv -f UTF-16 -t UTF-8 converts it")),
    (b">>planar_code", kind("planar_code", "plantri -g writes graph6")),
];

const WEB_PAGE: FileKind = kind(
    "a web page",
    "a server sends one in place of a file to those who are not signed in: sign in, and download the file again",
);
const ARCHIVE: FileKind = kind("an archive of `retrograph export --archive`", "name it with --db");
const TAR: FileKind = kind(
    "a tar file that is not an archive of `retrograph export --archive`",
    "unpack it and name the folder",
);

impl FileKind {
    /// The kind of a file that begins with these bytes; `None` where they do not show it.
    pub fn of(start: &[u8]) -> Option<Self> {
        if let Some((_, kind)) = STARTS.iter().find(|(magic, _)| start.starts_with(magic)) {
            return Some(*kind);
        }
        if start.get(257..262) == Some(&b"ustar"[..]) {
            return Some(if start.starts_with(b"INDEX\0") { ARCHIVE } else { TAR });
        }
        let text = start.trim_ascii_start();
        let begins = |with: &str| {
            let start = text.get(..with.len());
            start.is_some_and(|start| start.eq_ignore_ascii_case(with.as_bytes()))
        };
        (begins("<!doctype html") || begins("<html")).then_some(WEB_PAGE)
    }

    /// The kind of the file at a path; `None` where nothing shows it, or it cannot be read.
    pub fn at(path: &Path) -> Option<Self> {
        // Asked before it is opened: a FIFO would wait for a writer.
        let is_file = std::fs::metadata(path).is_ok_and(|found| found.is_file());
        let mut start = Vec::new();
        let file = is_file.then(|| File::open(path)).and_then(Result::ok)?;
        file.take(LOOKED_AT as u64).read_to_end(&mut start).ok()?;
        Self::of(&start)
    }

    /// Whether the path is that of an archive, or leads into one.
    pub fn is_in_archive(path: &Path) -> bool {
        path.ancestors().any(|above| Self::at(above) == Some(ARCHIVE))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_known_by_their_first_bytes() {
        let tar = |name: &[u8]| {
            let mut header = vec![0; 512];
            header[..name.len()].copy_from_slice(name);
            header[257..262].copy_from_slice(b"ustar");
            header
        };
        for (start, what) in [
            (&b"rgproof\n\x01"[..], "a proof"),
            (b"version https://git-lfs.github.com/spec/v1\noid", "Git LFS"),
            (b"\x1f\x8b\x08\x00\n", "gzip"),
            (b"\xfd7zXZ\0\0\x04", "xz"),
            (b"\x28\xb5\x2f\xfd\x04", "zstd"),
            (b"BZh91AY&SYabc", "bzip2"),
            (b"PK\x03\x04\x14", "zip"),
            (b"PAR1\x15\x04", "Parquet"),
            (b"%PDF-1.7", "PDF"),
            (b"\xff\xfeD\0?\0?\0\n\0", "UTF-16"),
            (b"\xfe\xff\0D\0?\0?\0\n", "UTF-16"),
            (b">>planar_code<<\x04", "planar_code"),
            (b"\n  <!DOCTYPE html><title>Sign in</title>", "web page"),
            (b"<HTML>", "web page"),
            (&tar(b"INDEX")[..], "an archive of `retrograph export --archive`"),
            (&tar(b"retrograph.json")[..], "a tar file"),
        ] {
            let found = FileKind::of(start).expect(what);
            assert!(found.what.contains(what), "{what}: {}", found.what);
        }
        for start in [
            &b""[..],
            b"DQc\n",
            b"BZh\n",
            b"PK\n",
            b":An\n",
            b"<",
            b"<graphml",
            b"rgproo",
        ] {
            assert_eq!(FileKind::of(start), None);
        }
    }
}
