//! A model of a disk that loses power.
//!
//! What a file system promises, and nothing more:
//!
//! * fsync of a file makes its content and size durable, not its name;
//! * syncfs makes everything durable;
//! * fsync of a folder makes the names in it durable, with all that had to come before them;
//! * a rename, link or removal happens wholly or not at all; what is not durable may be lost, in any combination in
//!   which no operation on a name survives without the earlier ones on the same name;
//! * of the writes that are not durable each block may be there or not; where the size is there and the data are not,
//!   there are zeros; the size may be that after any of the writes.
//!
//! No file system in use is as careless as this.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};

use retrograph_referee::rng::SplitMix64;

use super::trace::{Call, Created, Kind};

/// Writes are lost in blocks of so many bytes, aligned.
const BLOCK: usize = 512;

/// Number of a file or folder in the model; the first one is the root.
type Node = usize;
/// A name in a folder.
type Slot = (Node, String);

#[derive(Clone, Default)]
struct File {
    is_folder: bool,
    now: Vec<u8>,
    durable: Vec<u8>,
    /// What was done since `durable`.
    pending: Vec<Change>,
}

#[derive(Clone)]
enum Change {
    Write(usize, Vec<u8>),
    Size(usize),
}

/// Slots that change together, and what is there afterwards.
type Step = Vec<(Slot, Option<Node>)>;

/// Files and names, as they are and as they would be after a loss of power.
#[derive(Clone)]
pub struct Disk {
    files: Vec<File>,
    /// Inode numbers of the real files to the last file of that number.
    numbers: HashMap<u64, Node>,
    now: BTreeMap<Slot, Node>,
    durable: BTreeMap<Slot, Node>,
    /// What was done to names since `durable`.
    pending: Vec<Step>,
}

/// Path below the root; the content of a file, `None` of a folder.
pub type Tree = BTreeMap<PathBuf, Option<Vec<u8>>>;

/// How much of what is not durable survives a loss of power: chances of a name, of a block, in percent.
#[derive(Clone, Copy, Debug)]
pub struct Luck {
    pub names: usize,
    pub blocks: usize,
}

impl Luck {
    /// The extremes as often as anything between.
    pub fn random(rng: &mut SplitMix64) -> Luck {
        let chance = |rng: &mut SplitMix64| [0, 100, 50, 90, rng.below(101)][rng.below(5)];
        Luck {
            names: chance(rng),
            blocks: chance(rng),
        }
    }
}

impl Disk {
    /// Nothing but the root.
    pub fn empty() -> Disk {
        Disk {
            files: vec![File {
                is_folder: true,
                ..File::default()
            }],
            numbers: HashMap::new(),
            now: BTreeMap::new(),
            durable: BTreeMap::new(),
            pending: vec![],
        }
    }

    /// Does what the call did.
    pub fn apply(&mut self, call: &Call) {
        if call.errno != 0 {
            return;
        }
        match call.kind {
            Kind::Create => self.create(call),
            Kind::Write => {
                let at = call.number as usize;
                self.change(call.inode, Change::Write(at, call.data.clone()));
            }
            Kind::Truncate => self.change(call.inode, Change::Size(call.number as usize)),
            // Reserving space may lengthen the file; a range that is written promises nothing.
            Kind::Allocate => {
                let file = self.numbers[&call.inode];
                if self.files[file].now.len() != call.number as usize {
                    self.change(call.inode, Change::Size(call.number as usize));
                }
            }
            Kind::Range | Kind::Open | Kind::Read | Kind::Map | Kind::Look | Kind::List => {}
            Kind::Sync => self.sync(call),
            Kind::SyncAll => self.sync_all(),
            Kind::Rename => {
                let (from, to) = (self.slot(&call.path), self.slot(&call.other));
                let moved = self.now[&from];
                if from != to {
                    self.step(vec![(from, None), (to, Some(moved))]);
                }
            }
            Kind::Link => {
                let (from, to) = (self.slot(&call.path), self.slot(&call.other));
                let linked = self.now[&from];
                self.step(vec![(to, Some(linked))]);
            }
            Kind::Unlink | Kind::RemoveFolder => {
                let slot = self.slot(&call.path);
                self.step(vec![(slot, None)]);
            }
            Kind::MakeFolder => {
                let slot = self.slot(&call.path);
                let folder = self.add(call.inode, true);
                self.step(vec![(slot, Some(folder))]);
            }
        }
    }

    fn create(&mut self, call: &Call) {
        match call.created {
            Created::Nothing => {}
            Created::Emptied => self.change(call.inode, Change::Size(0)),
            Created::Unnamed => {
                self.add(call.inode, false);
            }
            Created::New => {
                let slot = self.slot(&call.path);
                let file = self.add(call.inode, false);
                self.step(vec![(slot, Some(file))]);
            }
        }
    }

    fn add(&mut self, inode: u64, is_folder: bool) -> Node {
        self.files.push(File {
            is_folder,
            ..File::default()
        });
        self.numbers.insert(inode, self.files.len() - 1);
        self.files.len() - 1
    }

    fn find(&self, path: &Path) -> Node {
        path.iter().fold(0, |folder, name| {
            let slot = (folder, name.to_str().unwrap().to_string());
            *self
                .now
                .get(&slot)
                .unwrap_or_else(|| panic!("{} is not in the trace", path.display()))
        })
    }

    fn slot(&self, path: &Path) -> Slot {
        let name = path.file_name().unwrap().to_str().unwrap();
        (self.find(path.parent().unwrap()), name.to_string())
    }

    fn change(&mut self, inode: u64, change: Change) {
        let file = &mut self.files[self.numbers[&inode]];
        write_into(&mut file.now, &change);
        file.pending.push(change);
    }

    fn step(&mut self, step: Step) {
        set(&mut self.now, &step);
        self.pending.push(step);
    }

    fn sync(&mut self, call: &Call) {
        // The root was there before the trace began.
        let node = self.numbers.get(&call.inode).copied().unwrap_or(0);
        let file = &mut self.files[node];
        if !file.is_folder {
            file.durable = file.now.clone();
            file.pending.clear();
            return;
        }
        // The steps that touch the folder and, from the last to the first, those that they need.
        let mut needed = BTreeSet::new();
        let mut is_due = vec![false; self.pending.len()];
        for (index, step) in self.pending.iter().enumerate().rev() {
            if step.iter().any(|(slot, _)| slot.0 == node || needed.contains(slot)) {
                is_due[index] = true;
                needed.extend(step.iter().map(|(slot, _)| slot.clone()));
            }
        }
        let mut is_due = is_due.into_iter();
        let durable = &mut self.durable;
        self.pending.retain(|step| {
            let now = is_due.next().unwrap();
            if now {
                set(durable, step);
            }
            !now
        });
    }

    /// syncfs: everything that was done is durable.
    fn sync_all(&mut self) {
        for file in &mut self.files {
            file.durable = file.now.clone();
            file.pending.clear();
        }
        self.durable = self.now.clone();
        self.pending.clear();
    }

    /// Everything that was done.
    pub fn complete(&self) -> Tree {
        self.tree(&self.now, |file| file.now.clone())
    }

    /// What may be there after a loss of power now.
    pub fn after_power_loss(&self, luck: Luck, rng: &mut SplitMix64) -> Tree {
        let mut names = self.durable.clone();
        let mut lost = BTreeSet::new();
        for step in &self.pending {
            let is_lost = step.iter().any(|(slot, _)| lost.contains(slot)) || rng.below(100) >= luck.names;
            if is_lost {
                lost.extend(step.iter().map(|(slot, _)| slot));
            } else {
                set(&mut names, step);
            }
        }
        let mut rng = SplitMix64::new(rng.next_u64());
        self.tree(&names, |file| file.after_power_loss(luck, &mut rng))
    }

    fn tree(&self, names: &BTreeMap<Slot, Node>, mut content: impl FnMut(&File) -> Vec<u8>) -> Tree {
        let mut tree = Tree::new();
        let mut folders = vec![(0, PathBuf::new())];
        while let Some((folder, path)) = folders.pop() {
            for ((_, name), &node) in names.range((folder, String::new())..(folder + 1, String::new())) {
                let path = path.join(name);
                let file = &self.files[node];
                if file.is_folder {
                    folders.push((node, path.clone()));
                    tree.insert(path, None);
                } else {
                    tree.insert(path, Some(content(file)));
                }
            }
        }
        tree
    }
}

impl File {
    fn after_power_loss(&self, luck: Luck, rng: &mut SplitMix64) -> Vec<u8> {
        let mut content = self.durable.clone();
        let mut sizes = vec![content.len()];
        let mut size = content.len();
        for change in &self.pending {
            match change {
                Change::Size(new) => {
                    size = *new;
                    // What is cut off comes back as zeros.
                    if rng.below(100) < luck.blocks {
                        content.resize(content.len().min(size), 0);
                    }
                }
                Change::Write(at, data) => {
                    size = size.max(at + data.len());
                    let mut start = 0;
                    while start < data.len() {
                        let end = ((at + start) / BLOCK * BLOCK + BLOCK - at).min(data.len());
                        if rng.below(100) < luck.blocks {
                            write_into(&mut content, &Change::Write(at + start, data[start..end].to_vec()));
                        }
                        start = end;
                    }
                }
            }
            sizes.push(size);
        }
        let size = match rng.below(3) {
            0 => size,
            1 => sizes[rng.below(sizes.len())],
            _ => content.len().min(size),
        };
        content.resize(size, 0);
        content
    }
}

fn set(names: &mut BTreeMap<Slot, Node>, step: &Step) {
    for (slot, node) in step {
        match node {
            Some(node) => names.insert(slot.clone(), *node),
            None => names.remove(slot),
        };
    }
}

fn write_into(content: &mut Vec<u8>, change: &Change) {
    match change {
        Change::Size(size) => content.resize(*size, 0),
        Change::Write(at, data) => {
            let end = at + data.len();
            content.resize(content.len().max(end), 0);
            content[*at..end].copy_from_slice(data);
        }
    }
}

/// Makes real files of a tree below `folder`.
pub fn put(tree: &Tree, folder: &Path) {
    // Folders come before what is in them.
    for (path, content) in tree {
        let path = folder.join(path);
        match content {
            None => fs::create_dir(path).unwrap(),
            Some(bytes) => fs::write(path, bytes).unwrap(),
        }
    }
}
