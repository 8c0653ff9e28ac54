//! Archives: an export as one file, an uncompressed tar file of one form only, read where it lies.
//!
//! ```text
//! INDEX                     its first line names the form; then a line for each member that follows: size, blank, name
//! retrograph.json, ...      the members, in the order of INDEX
//! 1024 zero bytes           the end
//! ```
//!
//! A member is a header of 512 bytes, its content, and zeros up to a multiple of 512. Where it begins follows from the
//! sizes before it, so that members cannot overlap, and its header from its name and size. A file is accepted only if
//! every byte outside the contents is what [`ArchiveWriter`] writes: links, other owners and names that lead outside
//! have no place in it. To the rest of the program an archive is a folder: `FILE.tar/level-036/labels` is a path that
//! [`open_file`](crate::open_file) opens.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{self, Read, Write};
use std::ops::Range;
use std::os::unix::fs::FileExt;
use std::path::{Component, Path, PathBuf};

use crate::files::atomic::{is_file, is_folder};
use crate::files::error::{At, Error, Result, is_of_content};
use crate::files::open::open_plain;

/// Name of the first member.
pub const INDEX: &str = "INDEX";
/// Form of the archive; the first line of the index is these words, a blank, and the number.
const FORM: u32 = 1;
const FORM_WORDS: &str = "retrograph archive";
/// Maximum size of the index in bytes; it has some 40 for a member, of which there are two to seventeen for a level.
const INDEX_BYTES_MOST: u64 = 1 << 20;
const BLOCK: u64 = 512;
const END: usize = 2 * BLOCK as usize;
/// Longest name that a header holds.
const NAME_MOST: usize = 100;

/// The header of a member: a regular file that everybody may read, without owner and time.
fn header(name: &str, bytes: u64) -> [u8; BLOCK as usize] {
    assert!(name.len() <= NAME_MOST, "{name} is too long a name");
    let mut header = [0; BLOCK as usize];
    let mut put = |at: usize, field: &[u8]| header[at..][..field.len()].copy_from_slice(field);
    put(0, name.as_bytes());
    put(100, b"0000444\0");
    put(108, b"0000000\0");
    put(116, b"0000000\0");
    match bytes < 1 << 33 {
        true => put(124, format!("{bytes:011o}\0").as_bytes()),
        // What GNU tar and all others write where eleven octal digits do not suffice.
        false => put(124, &(bytes as u128 | 1 << 95).to_be_bytes()[4..]),
    }
    put(136, b"00000000000\0");
    put(148, b"        ");
    put(156, b"0");
    put(257, b"ustar\x0000");
    let sum: u32 = header.iter().map(|&byte| u32::from(byte)).sum();
    header[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    header
}

/// The zeros after a content of so many bytes.
fn padding(bytes: u64) -> usize {
    ((BLOCK - bytes % BLOCK) % BLOCK) as usize
}

/// Bytes that a member takes, if they can be counted.
fn member_bytes(bytes: u64) -> Option<u64> {
    bytes.checked_add(padding(bytes) as u64)?.checked_add(BLOCK)
}

/// The text of the index.
fn index(members: &[(String, u64)]) -> String {
    let mut text = format!("{FORM_WORDS} {FORM}\n");
    for (name, bytes) in members {
        text += &format!("{bytes} {name}\n");
    }
    text
}

/// Returns the size of the archive with these members, names and sizes.
pub fn archive_bytes(members: &[(String, u64)]) -> u64 {
    let sizes = [index(members).len() as u64].into_iter();
    let sizes = sizes.chain(members.iter().map(|(_, bytes)| *bytes));
    sizes.filter_map(member_bytes).sum::<u64>() + END as u64
}

/// Writes an archive, member after member. The same members give the same bytes.
pub struct ArchiveWriter<W> {
    out: W,
    due: std::vec::IntoIter<(String, u64)>,
}

impl<W: Write> ArchiveWriter<W> {
    /// Begins an archive with these members, names and sizes.
    ///
    /// # Errors
    /// What `out` reports.
    pub fn begin(out: W, members: Vec<(String, u64)>) -> io::Result<Self> {
        let text = index(&members);
        let mut writer = Self {
            out,
            due: vec![(INDEX.into(), text.len() as u64)].into_iter(),
        };
        writer.member(INDEX, &mut text.as_bytes())?;
        writer.due = members.into_iter();
        Ok(writer)
    }

    /// Writes the next member.
    ///
    /// # Errors
    /// What `out` and `content` report, also when `content` is shorter than announced.
    ///
    /// # Panics
    /// Panics when another member is due.
    pub fn member(&mut self, name: &str, content: &mut dyn Read) -> io::Result<()> {
        let (due, bytes) = self.due.next().expect("a member is due");
        assert_eq!(name, due, "members come in the order of the index");
        self.out.write_all(&header(name, bytes))?;
        if io::copy(&mut content.take(bytes), &mut self.out)? != bytes {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        self.out.write_all(&[0; BLOCK as usize][..padding(bytes)])
    }

    /// Writes the end.
    ///
    /// # Errors
    /// What `out` reports.
    ///
    /// # Panics
    /// Panics when a member is due.
    pub fn finish(mut self) -> io::Result<W> {
        assert!(self.due.len() == 0, "a member is missing");
        self.out.write_all(&[0; END])?;
        Ok(self.out)
    }
}

/// An archive opened for reading.
pub(crate) struct Archive {
    path: PathBuf,
    file: File,
    /// Where the content of each member lies.
    members: BTreeMap<String, Range<u64>>,
}

impl Archive {
    /// Opens the archive at `path`; `None` when there is something else. Cost: reads the index.
    ///
    /// # Errors
    /// [`Error::Corrupt`] when it begins like an archive and its index is not one, or gives another size than the
    /// file has.
    pub fn open(path: &Path) -> Result<Option<Archive>> {
        let file = open_plain(path)?;
        let all = file.metadata().at(path, "read")?.len();
        let mut first = [0; BLOCK as usize];
        if all < BLOCK || !is_read(file.read_exact_at(&mut first, 0)).at(path, "read")? {
            return Ok(None);
        }
        let begins = header(INDEX, 0);
        // The name to its end, and the sign of tar files.
        if first[..INDEX.len() + 1] != begins[..INDEX.len() + 1] || first[257..265] != begins[257..265] {
            return Ok(None);
        }
        let damaged = |what: &str| Error::corrupt(path, what);
        let size = std::str::from_utf8(&first[124..135]).ok();
        let size = size.and_then(|octal| u64::from_str_radix(octal, 8).ok());
        let size = size.filter(|&size| size <= INDEX_BYTES_MOST && header(INDEX, size) == first);
        let size = size.ok_or_else(|| damaged("it begins like an archive, but not as this program writes one"))?;
        let mut text = vec![0; size as usize + padding(size)];
        if !is_read(file.read_exact_at(&mut text, BLOCK)).at(path, "read")? {
            return Err(damaged("it ends within its index"));
        }
        let (text, after) = text.split_at(size as usize);
        if after.iter().any(|&byte| byte != 0) {
            return Err(damaged("its index is not followed by zeros"));
        }
        let text = std::str::from_utf8(text).map_err(|_| damaged("its index is not text"))?;
        let listed = parse(path, text)?;
        let mut at = member_bytes(size).expect("an index is small");
        let mut members = BTreeMap::new();
        for (name, bytes) in listed {
            let end = member_bytes(bytes).and_then(|bytes| at.checked_add(bytes));
            let end = end.ok_or_else(|| damaged("its index has sizes that no file has"))?;
            members.insert(name, at + BLOCK..at + BLOCK + bytes);
            at = end;
        }
        if at.checked_add(END as u64) != Some(all) {
            return Err(damaged(&format!(
                "it has {all} bytes, but its index gives another size"
            )));
        }
        let path = path.to_path_buf();
        Ok(Some(Archive { path, file, members }))
    }

    /// Compares all bytes outside the contents with those that this program writes. Cost: two small reads a member.
    ///
    /// # Errors
    /// [`Error::Corrupt`] that names the member.
    pub fn check(&self) -> Result<()> {
        for (name, span) in &self.members {
            self.check_member(name, span)?;
        }
        let end = self
            .members
            .values()
            .map(|span| span.end + padding(span.end - span.start) as u64);
        let mut found = [0; END];
        let at = end.max().unwrap_or(0);
        self.file.read_exact_at(&mut found, at).at(&self.path, "read")?;
        match self.members.is_empty() || found != [0; END] {
            true => Err(Error::corrupt(&self.path, "it does not end as an archive does")),
            false => Ok(()),
        }
    }

    fn check_member(&self, name: &str, span: &Range<u64>) -> Result<()> {
        let bytes = span.end - span.start;
        let mut found = [0; BLOCK as usize];
        self.file
            .read_exact_at(&mut found, span.start - BLOCK)
            .at(&self.path, "read")?;
        let is_ours = found == header(name, bytes);
        let after = &mut found[..padding(bytes)];
        self.file.read_exact_at(after, span.end).at(&self.path, "read")?;
        match is_ours && after.iter().all(|&byte| byte == 0) {
            true => Ok(()),
            false => Err(Error::corrupt(
                &self.path.join(name),
                "its header in the archive is not that of such a file",
            )),
        }
    }

    /// Returns the file and where the member's content lies in it; `None` when there is no such member.
    ///
    /// # Errors
    /// [`Error::Corrupt`] when its header is another.
    pub fn member(self, name: &str) -> Result<Option<(File, Range<u64>)>> {
        let Some(span) = self.members.get(name).cloned() else {
            return Ok(None);
        };
        self.check_member(name, &span)?;
        Ok(Some((self.file, span)))
    }

    /// Files and folders in the folder `inside`, "" for the outermost one: paths.
    pub fn entries(&self, inside: &str) -> Vec<PathBuf> {
        let mut found = Vec::new();
        for name in self.members.keys() {
            let below = match inside {
                "" => Some(name.as_str()),
                folder => name.strip_prefix(folder).and_then(|rest| rest.strip_prefix('/')),
            };
            if let Some(entry) = below.and_then(|below| below.split('/').next()) {
                found.push(self.path.join(inside).join(entry));
            }
        }
        found.dedup();
        found
    }
}

/// Whether all bytes were there; a read that fails says nothing about the file.
fn is_read(read: std::io::Result<()>) -> std::io::Result<bool> {
    match read {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}

/// Names and sizes of an index.
fn parse(path: &Path, text: &str) -> Result<Vec<(String, u64)>> {
    let damaged = |what: &str| Error::corrupt(path, what);
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    let form = first
        .strip_prefix(FORM_WORDS)
        .and_then(|form| form.trim_start().parse().ok());
    match form {
        Some(FORM) => {}
        Some(found) if found > FORM => {
            return Err(Error::NewerFormat {
                path: path.to_path_buf(),
                found,
                known: FORM,
            });
        }
        _ => return Err(damaged("its index does not begin as this program writes it")),
    }
    let mut members = Vec::new();
    for line in rest.lines() {
        let member = line.split_once(' ');
        let member = member.and_then(|(bytes, name)| Some((name.to_string(), bytes.parse().ok()?)));
        let member = member.filter(|(name, _)| is_name(name));
        members.push(member.ok_or_else(|| damaged("its index has a line that is not a size and a name"))?);
    }
    if index(&members) != text || !can_be_unpacked(&members) {
        return Err(damaged("its index is not as this program writes it"));
    }
    Ok(members)
}

/// Whether every member finds its place on any system: no name comes twice, in whatever case, and none is a folder of
/// another.
fn can_be_unpacked(members: &[(String, u64)]) -> bool {
    let lower = members.iter().map(|(name, _)| name.to_ascii_lowercase());
    let mut files = BTreeSet::from([INDEX.to_ascii_lowercase()]);
    let is_new = lower.clone().all(|name| files.insert(name));
    let is_folder = |name: String| name.match_indices('/').any(|(at, _)| files.contains(&name[..at]));
    is_new && !lower.into_iter().any(is_folder)
}

/// Whether a member may have this name: it stays in the folder, on any system.
fn is_name(name: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
    let is_part =
        |part: &str| part.bytes().all(is_plain) && !part.is_empty() && !part.ends_with('.') && !is_device(part);
    name.len() <= NAME_MOST && name.split('/').all(is_part)
}

/// Whether Windows takes the name for a device, whatever its ending.
fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().to_ascii_lowercase();
    let port = stem.strip_prefix("com").or_else(|| stem.strip_prefix("lpt"));
    let is_port = port.is_some_and(|number| matches!(number.as_bytes(), [b'0'..=b'9']));
    is_port || matches!(stem.as_str(), "con" | "prn" | "aux" | "nul")
}

/// Splits the path of something that is not on disk by itself: the file that stands in the place of a folder on the
/// way, and the path inside; `None` where there is no such file.
fn split(path: &Path) -> Result<Option<(&Path, String)>> {
    for above in path.ancestors() {
        if is_folder(above)? {
            return Ok(None);
        }
        if is_file(above)? {
            let inside = path.strip_prefix(above).expect("it is above").components();
            let parts = inside.map(|part| match part {
                Component::Normal(part) => part.to_str(),
                _ => None,
            });
            let parts = parts.collect::<Option<Vec<_>>>();
            return Ok(parts.map(|parts| (above, parts.join("/"))));
        }
    }
    Ok(None)
}

/// The archive on the way to `path`, and the path inside it; `None` when there is none.
///
/// # Errors
/// [`Error::Corrupt`].
pub(crate) fn archive_above(path: &Path) -> Result<Option<(Archive, String)>> {
    let Some((file, inside)) = split(path)? else {
        return Ok(None);
    };
    match Archive::open(file) {
        Err(Error::Io { source, .. }) if is_of_content(&source) => Ok(None),
        other => Ok(other?.map(|archive| (archive, inside))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::open::{entries, open_file, read_at_most};

    fn written(members: &[(&str, &[u8])]) -> Vec<u8> {
        let sizes: Vec<_> = (members.iter())
            .map(|(name, content)| (name.to_string(), content.len() as u64))
            .collect();
        let mut writer = ArchiveWriter::begin(Vec::new(), sizes.clone()).unwrap();
        for (name, content) in members {
            writer.member(name, &mut &content[..]).unwrap();
        }
        let bytes = writer.finish().unwrap();
        assert_eq!(bytes.len() as u64, archive_bytes(&sizes));
        bytes
    }

    fn example() -> Vec<u8> {
        let long = vec![7; 1025];
        written(&[
            ("b", b"text"),
            ("level-001/labels", &long),
            ("empty", b""),
            ("level-001/a", &[1; 512]),
        ])
    }

    /// What opening the whole archive and every member says.
    fn refusal(bytes: &[u8]) -> Option<String> {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(&file, bytes).unwrap();
        let archive = Archive::open(file.path());
        match archive.and_then(|archive| archive.map(|archive| archive.check()).transpose()) {
            Ok(Some(())) => None,
            Ok(None) => Some("none".into()),
            Err(error) => Some(error.to_string()),
        }
    }

    #[test]
    fn members_are_read_where_they_lie_and_other_programs_unpack_them() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.tar");
        std::fs::write(&path, example()).unwrap();
        assert_eq!(read_at_most(&path.join("b"), 4).unwrap().unwrap(), b"text");
        assert_eq!(read_at_most(&path.join("empty"), 4).unwrap().unwrap(), b"");
        assert_eq!(
            read_at_most(&path.join("level-001/labels"), 1025).unwrap().unwrap(),
            [7; 1025]
        );
        assert!(read_at_most(&path.join("b"), 3).is_err());
        for none in ["c", "level-001", "level-001/b", "b/c", "../a.tar/b"] {
            assert!(read_at_most(&path.join(none), 9).unwrap().is_none(), "{none}");
        }
        let mapped = open_file(&path.join("level-001/labels")).unwrap();
        // SAFETY: nothing writes to the file.
        assert_eq!(unsafe { mapped.map() }.unwrap()[..], [7; 1025]);
        assert_eq!(
            entries(&path).unwrap(),
            ["b", "empty", "level-001"].map(|name| path.join(name))
        );
        assert_eq!(entries(&path.join("level-001")).unwrap().len(), 2);
        let tar = std::process::Command::new("tar")
            .args(["xf", "a.tar"])
            .current_dir(&folder)
            .status();
        assert!(tar.unwrap().success());
        for name in ["b", "level-001/labels", "empty", "level-001/a"] {
            let unpacked = std::fs::read(folder.path().join(name)).unwrap();
            assert_eq!(read_at_most(&path.join(name), 2000).unwrap().unwrap(), unpacked);
        }
    }

    #[test]
    fn every_changed_byte_outside_the_contents_and_every_cut_is_refused() {
        let bytes = example();
        assert_eq!(refusal(&bytes), None);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.tar");
        std::fs::write(&path, &bytes).unwrap();
        let archive = Archive::open(&path).unwrap().unwrap();
        let is_content = |at: u64| archive.members.values().any(|span| span.contains(&at));
        for at in (0..bytes.len()).filter(|&at| !is_content(at as u64)) {
            let mut changed = bytes.clone();
            changed[at] ^= 1;
            assert!(refusal(&changed).is_some(), "byte {at}");
        }
        for end in (0..bytes.len()).step_by(7) {
            assert!(refusal(&bytes[..end]).is_some(), "{end} bytes");
        }
        assert!(refusal(&[&bytes[..], b"\0"].concat()).is_some());
    }

    #[test]
    fn hostile_archives_are_refused_in_one_sentence() {
        // An index that lies, with a right header and a file of the right size.
        let lying = |lines: &str| {
            let text = format!("{FORM_WORDS} {FORM}\n{lines}");
            let mut bytes = header(INDEX, text.len() as u64).to_vec();
            bytes.extend(text.bytes());
            bytes.resize(bytes.len() + padding(text.len() as u64), 0);
            bytes.extend(header("a", 3));
            bytes.extend(b"abc");
            bytes.resize(bytes.len() + 509 + END, 0);
            refusal(&bytes)
        };
        assert_eq!(lying("3 a\n"), None);
        for lines in [
            "",
            "3 b\n",
            "2 a\n",
            "4 a\n",
            "515 a\n",
            "18446744073709551615 a\n",
            "18446744073709551000 a\n",
            "-3 a\n",
            "03 a\n",
            "3  a\n",
            "3 a",
            "3 a\n\n",
            "3 a\n3 a\n",
            "3 ../a\n",
            "3 /a\n",
            "3 a/../a\n",
            "3 a//b\n",
            "3 .\n",
            "3 INDEX\n",
            "3 index\n",
            "3 INDEX/x\n",
            "3 Index/x\n",
            "3 a.\n",
            "3 NUL\n",
            "3 com1.txt\n",
            "3 b/aux/a\n",
            "3 a\\b\n",
            "3 a\0\n",
        ] {
            let sentence = lying(lines).unwrap_or_else(|| panic!("{lines:?} is accepted"));
            assert_eq!(sentence.matches('\n').count(), 0, "{sentence}");
        }
        // Members that no folder can hold beside each other.
        for names in [
            ["level-001/labels", "level-001/labels/x"],
            ["level-001/labels/x", "level-001/labels"],
            ["a/b/c/d", "a/b"],
            ["a", "A"],
            ["level-001/labels", "LEVEL-001/LABELS/x"],
        ] {
            let sentence = refusal(&written(&names.map(|name| (name, &b"abc"[..]))));
            assert!(sentence.is_some_and(|said| said.contains("its index")), "{names:?}");
        }
        assert_eq!(refusal(&written(&[("a", b""), ("a-b/c", b""), ("a.b", b"")])), None);
        let newer = String::from_utf8(example())
            .unwrap()
            .replacen("archive 1", "archive 2", 1);
        assert!(refusal(newer.as_bytes()).unwrap().contains("reads formats up to 1"));
        // A symbolic link in the place of a member.
        let mut link = example();
        let at = link.len()
            - link
                .windows(17)
                .rev()
                .position(|name| name == b"level-001/labels\0")
                .unwrap()
            - 17;
        link[at + 156] = b'2';
        link[at + 157..][..6].copy_from_slice(b"/etc/x");
        assert!(refusal(&link).unwrap().contains("its header in the archive"));
        // Other tar files are not archives of this form; the caller says what it expected.
        assert_eq!(refusal(&[0; 4096]).unwrap(), "none");
        assert_eq!(refusal(&written(&[])).map(|_| ()), Some(()));
    }

    #[test]
    fn sizes_that_need_more_than_eleven_digits_are_written_as_other_programs_do() {
        let header = header("a", 1 << 33);
        assert_eq!(header[124..136], [0x80, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0]);
        assert_eq!(&super::header("a", (1 << 33) - 1)[124..136], b"77777777777\0");
    }
}
