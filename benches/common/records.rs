//! The records of a sealed level.

use retrograph_storage::{Database, LevelReader};

/// Every record of the level in key order, 16 bytes each in memory. `width` is the game's key width.
pub fn records(db: &Database, level: u32, width: usize) -> Vec<u128> {
    let manifest = db.manifest(level).unwrap().unwrap();
    let level = LevelReader::<u128>::open(&db.positions_folder(level), width, &manifest.positions).unwrap();
    let mut records = Vec::new();
    let mut chunks = level.chunks();
    let mut batch = Vec::new();
    while chunks.next_chunks(64, &mut batch).unwrap() > 0 {
        batch.iter().for_each(|chunk| chunk.decode(&mut records).unwrap());
    }
    records
}
