//! One writer at a time: advisory locks, on a file that names the holder and on what remains when that file is removed.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{Seek, Write};
use std::ops::Deref;
use std::os::fd::AsRawFd;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, Weak};
use std::time::Duration;

use crate::files::atomic::refuse_link;
use crate::files::error::{At, Error, Result, is_of_content};
use crate::files::holder::Holder;
use crate::files::open::{open_plain, open_plain_if_there, open_through, open_with};

/// Attempts before a writer gives up, and the pause between them: a process that tests the lock holds it for an
/// instant.
const TRIES: usize = 10;
const PAUSE: Duration = Duration::from_millis(20);

/// The folders that this process has locked, for [`own_path`].
static LOCKS: Mutex<Vec<(PathBuf, Weak<Held>)>> = Mutex::new(Vec::new());

fn locks() -> MutexGuard<'static, Vec<(PathBuf, Weak<Held>)>> {
    LOCKS.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// The path by which a step makes, replaces or removes what is at another path, see [`own_path`]. It is good as long as
/// this lives; messages show the other one.
#[derive(Debug)]
pub(crate) struct OwnPath {
    way: PathBuf,
    /// Keeps the folder's descriptor, whose number is in the way.
    _held: Option<Arc<Held>>,
}

impl Deref for OwnPath {
    type Target = Path;

    fn deref(&self) -> &Path {
        &self.way
    }
}

impl AsRef<Path> for OwnPath {
    fn as_ref(&self) -> &Path {
        self
    }
}

/// Asserts, before anything at `path` is made, replaced or removed, that the folder above it that this process has
/// locked still has its name: whatever else has the name now belongs to somebody else. Returns the path for the step,
/// which leads through the folder's descriptor where the system has paths for them: what takes the name between this
/// comparison and the step is left alone, too. Returns `path` itself where nothing above it is locked. Cost: three
/// system calls.
///
/// # Errors
/// [`Error::LockLost`].
pub(crate) fn own_path(path: &Path) -> Result<OwnPath> {
    // Of these alone: whoever asks about another folder must not prolong a lock.
    let is_above = |folder: &Path| path.starts_with(folder) && path != folder;
    let held = |(folder, held): &(PathBuf, Weak<Held>)| is_above(folder).then(|| held.upgrade()).flatten();
    let above: Vec<Arc<Held>> = locks().iter().filter_map(held).collect();
    // A process that has locked two folders of one name, one after the other, may change the second.
    let mut own = Ok(OwnPath {
        way: path.to_path_buf(),
        _held: None,
    });
    for held in above {
        own = held.check().map(|()| OwnPath {
            way: held.way(path),
            _held: Some(held),
        });
        if own.is_ok() {
            break;
        }
    }
    own
}

/// Whether a process writes to a database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Writer {
    /// No process writes, and the last one released the lock.
    Nobody,
    /// No process writes; this one ended without releasing the lock, for instance by a kill.
    Abandoned(Box<Holder>),
    /// A process writes, and may have identified itself.
    Working(Option<Box<Holder>>),
}

impl Writer {
    /// Returns the process that writes or has left, if it has identified itself.
    pub fn holder(&self) -> Option<&Holder> {
        match self {
            Writer::Nobody => None,
            Writer::Abandoned(holder) => Some(holder),
            Writer::Working(holder) => holder.as_deref(),
        }
    }

    /// Tests the lock file `path` and changes nothing.
    pub(crate) fn look(path: &Path) -> Result<Writer> {
        let Some(mut file) = open_plain_if_there(path)? else {
            return Ok(Writer::Nobody);
        };
        // A shared lock, so that testing processes do not see one another.
        let is_free = match file.try_lock_shared() {
            Ok(()) => true,
            Err(TryLockError::WouldBlock) => false,
            Err(TryLockError::Error(source)) => return Err(Error::io(path, "lock", source)),
        };
        let holder = Holder::read(&mut file).at(path, "read")?.map(Box::new);
        Ok(match holder {
            holder if !is_free => Writer::Working(holder),
            Some(holder) => Writer::Abandoned(holder),
            None => Writer::Nobody,
        })
    }
}

/// Holds the writer lock of a database until it is dropped or the process ends for any reason.
#[derive(Debug)]
pub struct LockGuard {
    held: Arc<Held>,
    abandoned: Option<Holder>,
}

/// The locks of a writer. There are three files, because any of them may be removed or replaced during the run: the
/// folder itself, which can only be removed with its whole content; `retrograph.json`, for file systems that cannot
/// lock folders; and `lock`, which readers test and version 0.1 locks.
#[derive(Debug)]
pub(crate) struct Held {
    folder: PathBuf,
    /// The folder's device and inode.
    place: (u64, u64),
    /// The way into the folder, through this descriptor where the system has such paths.
    root: PathBuf,
    _opened: File,
    path: PathBuf,
    lock: Mutex<File>,
    /// Folder and identity; they are only held.
    others: Mutex<Vec<File>>,
}

impl LockGuard {
    /// Locks `folder`, whose lock file is `path` and whose identity is `identity`. `look` says whether the folder still
    /// is what it is to be locked as; it is asked when the folder is locked, before anything in it is touched, and when
    /// all is locked.
    pub(crate) fn acquire(
        folder: &Path,
        path: &Path,
        identity: &Path,
        look: impl Fn() -> Result<()>,
    ) -> Result<LockGuard> {
        refuse_link(path)?;
        let mut others = vec![];
        let opened = File::open(folder).at(folder, "open")?;
        let place = inode(&opened).at(folder, "read")?;
        let to_lock = opened.try_clone().at(folder, "open")?;
        for file in std::iter::once(to_lock).chain(opened_identity(identity)) {
            match locked(&file) {
                Ok(true) => others.push(file),
                Ok(false) => return Err(held_by_another(folder, path)),
                // A network file system that cannot lock folders.
                Err(_) => {}
            }
        }
        look()?;
        if inode_at(folder)? != Some(place) {
            return Err(lost(folder));
        }
        let root = root(&opened, place).unwrap_or_else(|| folder.to_path_buf());
        let mut file = open_lock(&within(&root, folder, path), path)?;
        if !locked(&file).at(path, "lock")? {
            return Err(held_by_another(folder, path));
        }
        look()?;
        let abandoned = Holder::read(&mut file).at(path, "read")?;
        write_holder(&mut file);
        let held = Arc::new(Held {
            folder: folder.to_path_buf(),
            place,
            root,
            _opened: opened,
            path: path.to_path_buf(),
            lock: Mutex::new(file),
            others: Mutex::new(others),
        });
        let mut locks = locks();
        locks.retain(|(_, held)| held.strong_count() > 0);
        locks.push((folder.to_path_buf(), Arc::downgrade(&held)));
        Ok(LockGuard { held, abandoned })
    }

    /// Locks the identity too, which this writer has made.
    pub(crate) fn add_identity(&self, identity: &Path) {
        let file = opened_identity(identity).filter(|file| locked(file).is_ok_and(|locked| locked));
        let mut others = self.held.others.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        others.extend(file);
    }

    /// Returns the previous writer, if it ended without releasing the lock.
    pub fn abandoned(&self) -> Option<&Holder> {
        self.abandoned.as_ref()
    }

    pub(crate) fn held(&self) -> &Arc<Held> {
        &self.held
    }
}

impl Held {
    /// Asserts that the names still refer to what was locked; must be called before every step that a second writer
    /// must not also take. A removed lock file is created and locked again. Cost: three system calls.
    ///
    /// # Errors
    /// [`Error::LockLost`] when the folder was replaced, or another process has the lock file.
    pub fn check(&self) -> Result<()> {
        let Self { folder, path, .. } = self;
        if inode_at(folder)? != Some(self.place) {
            return Err(lost(folder));
        }
        let mut lock = self.lock.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let way = self.way(path);
        if inode_at(&way)? == Some(inode(&lock).at(path, "look at")?) {
            return Ok(());
        }
        refuse_link(path)?;
        let mut file = open_lock(&way, path)?;
        if !locked(&file).at(path, "lock")? {
            return Err(lost(folder));
        }
        write_holder(&mut file);
        *lock = file;
        Ok(())
    }

    fn way(&self, path: &Path) -> PathBuf {
        within(&self.root, &self.folder, path)
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        // The file stays: removing it would let a third process lock a name that a second one still waits on. Failure
        // to clear the text is harmless; the lock itself ends with the descriptor.
        let lock = self.lock.get_mut().unwrap_or_else(|poisoned| poisoned.into_inner());
        let _ = lock.set_len(0);
    }
}

fn lost(folder: &Path) -> Error {
    Error::LockLost {
        path: folder.to_path_buf(),
    }
}

/// Returns the path of an open folder that leads to it whatever has its name, if the system has one.
fn root(opened: &File, place: (u64, u64)) -> Option<PathBuf> {
    let path = PathBuf::from(format!("/proc/self/fd/{}", opened.as_raw_fd()));
    let leads_there = inode_at(&path).is_ok_and(|found| found == Some(place));
    leads_there.then_some(path)
}

/// Returns `path`, which is in `folder`, with `root` in the place of the folder.
fn within(root: &Path, folder: &Path, path: &Path) -> PathBuf {
    root.join(path.strip_prefix(folder).expect("it is in the folder"))
}

fn opened_identity(path: &Path) -> Option<File> {
    open_with(path, OpenOptions::new().read(true).write(true)).ok()
}

/// Returns device and inode of what has this name; `None` when nothing has it.
fn inode_at(path: &Path) -> Result<Option<(u64, u64)>> {
    match fs::metadata(path) {
        Ok(found) => Ok(Some((found.dev(), found.ino()))),
        Err(error) if is_of_content(&error) => Ok(None),
        Err(error) => Err(Error::io(path, "look at", error)),
    }
}

/// Device and inode.
fn inode(file: &File) -> std::io::Result<(u64, u64)> {
    file.metadata().map(|found| (found.dev(), found.ino()))
}

fn open_lock(way: &Path, path: &Path) -> Result<File> {
    // Not truncated before it is locked: the text belongs to the holder.
    let mut options = OpenOptions::new();
    let options = options.read(true).write(true).create(true).truncate(false);
    open_through(way, path, options)
}

/// Tries to lock `file` and returns whether it succeeded.
fn locked(file: &File) -> std::io::Result<bool> {
    for tries_left in (0..TRIES).rev() {
        match file.try_lock() {
            Ok(()) => return Ok(true),
            Err(TryLockError::WouldBlock) if tries_left > 0 => std::thread::sleep(PAUSE),
            Err(TryLockError::WouldBlock) => {}
            Err(TryLockError::Error(source)) => return Err(source),
        }
    }
    Ok(false)
}

fn held_by_another(folder: &Path, path: &Path) -> Error {
    let holder = open_plain(path)
        .ok()
        .and_then(|mut file| Holder::read(&mut file).ok().flatten());
    Error::Locked {
        path: folder.to_path_buf(),
        holder: holder.map(Box::new),
    }
}

/// Replaces the text by the holder of the lock. The lock holds without the text, which a full disk may refuse.
fn write_holder(file: &mut File) {
    let text = serde_json::to_string(&Holder::current()).expect("numbers and strings are JSON");
    let written = file.set_len(0).and_then(|()| file.rewind());
    let _ = written.and_then(|()| writeln!(file, "{text}"));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_os = "linux")]
    fn what_takes_the_folders_name_after_the_comparison_is_left_alone() {
        let place = tempfile::tempdir().unwrap();
        let [folder, moved] = ["db", "moved"].map(|name| place.path().join(name));
        fs::create_dir(&folder).unwrap();
        let [lock, identity, file] = ["lock", "identity", "file"].map(|name| folder.join(name));
        let guard = LockGuard::acquire(&folder, &lock, &identity, || Ok(())).unwrap();
        let own = own_path(&file).unwrap();
        fs::rename(&folder, &moved).unwrap();
        fs::create_dir(&folder).unwrap();
        // A step that is late, and whoever holds the lock no more.
        drop(guard);
        fs::write(own, "own").unwrap();
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
        assert_eq!(fs::read_to_string(moved.join("file")).unwrap(), "own");
    }
}
