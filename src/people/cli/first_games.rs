//! Small games for somebody who has no database yet.

use std::fs::File;
use std::os::fd::AsRawFd;

use base::drafts::DraftFolder;
use engine::{Family, begin};
use retro::{Keep, Options, Silent};
use serve::Served;

use super::database::engine;
use super::failure::{Code, Failure};
use super::out_file::prepare_drafts;

/// Their names, the games and the numbers of vertices: a tenth of a second of work each.
const GAMES: [(&str, &str, u32); 2] = [("sim", "sim", 6), ("triangle-8", "triangle", 8)];
const MEMORY: u64 = 256 << 20;

/// Solved games as archives without names: they go with the process, however it ends.
pub(super) struct FirstGames(Vec<File>);

impl FirstGames {
    pub fn solve(family: &dyn Family) -> Result<Self, Failure> {
        let place = std::env::temp_dir().join("retrograph-serve");
        prepare_drafts(&place);
        let folder = DraftFolder::beside(&place).map_err(|error| {
            let sentence =
                format!("no temporary folder for a first game could be created: {error}; name one with --db");
            Failure::new(Code::Failed, sentence)
        })?;
        let archives = GAMES.map(|(name, game, n)| {
            let values = family.values_for(game, n, None, None)??;
            let engine = engine("serve", family, game, n, values)?;
            let options = Options {
                memory: MEMORY,
                threads: 1,
                keep: Keep::Labels,
                ..Options::default()
            };
            let (db, _) = begin(&*engine, values, Some(Keep::Labels), &folder.folder().join(name))?;
            engine.solve(&db, &options, &Silent)?;
            let archive = folder.folder().join(format!("{name}.tar"));
            engine.publication(&db)?.write_archive(&archive, false, &Silent)?;
            Ok(File::open(archive)?)
        });
        Ok(Self(archives.into_iter().collect::<Result<_, Failure>>()?))
    }

    /// The archives, by the names of the games.
    pub fn served(&self) -> Vec<Served> {
        let files = self.0.iter().zip(GAMES);
        files
            .map(|(file, (name, ..))| Served {
                folder: format!("/dev/fd/{}", file.as_raw_fd()).into(),
                name: Some(name.into()),
            })
            .collect()
    }
}
