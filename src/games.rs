//! Games by name, and games of one's own.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use all_games::AllGames;
use engine::{Family, Reader};
use game::values::{Kind, NoSuchValues, Play, Values};
use game::{About, Levels, NoSuchGame};
use games::Rules;
use graph::Graph;
use retro::{Observer, Options, Silent};

use crate::{Database, Error};

/// A game on a fixed number of vertices, and what it is to be solved for.
#[derive(Clone)]
pub struct Game {
    source: Source,
    n: u32,
    values: Values,
}

#[derive(Clone)]
enum Source {
    Name(String),
    Rules(Rules),
    Traits(Arc<dyn Fn() -> Box<dyn Reader> + Send + Sync>),
}

/// Returns the game of this name on `n` vertices: `triangle`, `avoid:C4`, `achieve:non-planar`, `sim`, whatever
/// `retrograph games` lists. It is solved for who wins, two-colour games also for the number of moves to the end.
///
/// # Errors
/// [`Error::NoSuchGame`].
pub fn game(name: &str, n: u32) -> Result<Game, Error> {
    Game::new(Source::Name(name.into()), n)
}

/// Returns what is known about the game of this name, on whatever number of vertices.
///
/// # Errors
/// [`Error::NoSuchGame`].
pub fn about(name: &str) -> Result<About, Error> {
    Ok(AllGames.about(name)?)
}

/// Returns a game of one's own on `n` vertices, with the name `own:NAME`: players add edges in turn, no player may
/// give the graph the property that `has` tests, and the player without a move loses. `deed` says after "may not"
/// what is forbidden, as in "make a vertex of degree 3".
///
/// The property must stay when edges are added, and isomorphic graphs must share it; a wrong one gives wrong values.
/// Commands do not know the game: [`Game::open`] opens what was solved.
///
/// # Errors
/// [`Error::NoSuchGame`]: the name has anything but letters, digits and hyphens, `n` is not 1 to 20, or the graph
/// without an edge has the property.
pub fn own_game(
    name: &str,
    n: u32,
    deed: &str,
    has: impl Fn(&Graph<u32, 24>) -> bool + Send + Sync + 'static,
) -> Result<Game, Error> {
    let rules = Rules::own(name, deed, has).map_err(|why| NoSuchGame::Forbidden { name: name.into(), why })?;
    Game::new(Source::Rules(rules), n)
}

impl Game {
    fn new(source: Source, n: u32) -> Result<Self, Error> {
        let made = Self {
            source,
            n,
            values: Values::OUTCOME,
        };
        made.with(None, None)
    }

    /// Returns a game that implements the traits of [`game`](::game); docs/adding-a-game.md describes them. Its records
    /// must have room for the labels of `values`. The loop is compiled for it where this is called.
    ///
    /// ```
    /// use retrograph::{Game, Values};
    ///
    /// # let folder = tempfile::tempdir()?;
    /// # let folder = folder.path();
    /// let rules = games::Rules::named("avoid:P3").expect("it is a name")?;
    /// let game = Game::of(games::Avoidance16::new(rules, 6), Values::OUTCOME);
    /// let solved = game.solve(folder.join("matchings"))?;
    /// // At most three edges fit, and the player who has made the last move wins.
    /// assert_eq!(solved.levels()?.len(), 4);
    /// assert_eq!(solved.value("-")?.to_string(), "N");
    /// assert_eq!(game.open(folder.join("matchings"))?.value("0-1")?.to_string(), "P");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of<G: Levels + Clone + 'static>(game: G, values: Values) -> Self {
        Self {
            n: game.order() as u32,
            source: Source::Traits(Arc::new(move || Box::new(game.clone()))),
            values,
        }
    }

    /// Returns the same game, solved for this kind of values.
    ///
    /// # Errors
    /// [`Error::NoSuchValues`]; [`Error::NoSuchGame`] on more vertices than such values are for.
    pub fn solved_for(&self, kind: Kind) -> Result<Self, Error> {
        self.with((self.values.play() == Play::MISERE).then_some(Play::MISERE), Some(kind))
    }

    /// Returns the same game where the player without a move wins.
    ///
    /// # Errors
    /// [`Error::NoSuchValues`].
    pub fn misere(&self) -> Result<Self, Error> {
        self.with(Some(Play::MISERE), Some(self.values.kind()))
    }

    fn with(&self, play: Option<Play>, kind: Option<Kind>) -> Result<Self, Error> {
        let values: Result<Values, NoSuchValues> = match &self.source {
            Source::Name(name) => AllGames.values_for(name, self.n, play, kind)?,
            Source::Rules(rules) => games::values_of_rules(rules, play, kind),
            Source::Traits(_) => Values::new(play.unwrap_or(Play::NORMAL), kind.unwrap_or(Kind::Outcome)),
        };
        let made = Self {
            values: values?,
            ..self.clone()
        };
        made.reader()?;
        Ok(made)
    }

    /// Returns the name, the same for all spellings.
    pub fn name(&self) -> String {
        self.made().name().into()
    }

    /// Returns the number of vertices.
    pub fn order(&self) -> u32 {
        self.n
    }

    /// Returns the rules in words.
    pub fn about(&self) -> About {
        self.made().about()
    }

    /// Returns what it is solved for.
    pub fn values(&self) -> Values {
        self.values
    }

    fn made(&self) -> Box<dyn Reader> {
        self.reader().expect("it was made before")
    }

    pub(crate) fn reader(&self) -> Result<Box<dyn Reader>, NoSuchGame> {
        match &self.source {
            Source::Name(name) => AllGames.reader(name, self.n, self.values),
            Source::Rules(rules) => AllGames.with_rules(rules.clone(), self.n, self.values),
            Source::Traits(make) => Ok(make()),
        }
    }

    /// Solves the game into a new folder, or continues there what was stopped or killed, on all processors, with 4 GiB
    /// of memory or three quarters of the machine's.
    ///
    /// # Errors
    /// [`Error::Begin`]: the folder has something else. [`Error::Solve`]: what was sealed stays.
    pub fn solve(&self, folder: impl AsRef<Path>) -> Result<Database, Error> {
        self.solve_with(folder, &Options::default(), &Silent)
    }

    /// [`Game::solve`] with options; `observer` sees the progress, and can stop the run.
    ///
    /// # Errors
    /// As [`Game::solve`].
    pub fn solve_with(
        &self,
        folder: impl AsRef<Path>,
        options: &Options,
        observer: &dyn Observer,
    ) -> Result<Database, Error> {
        let engine = self.reader()?.engine().ok_or(engine::NoEngine::NoRocksDb)?;
        // Checked before a folder is created.
        engine.within_limits(options.down_to, options.memory, options.threads)?;
        let (db, _) = engine::begin(&*engine, self.values, Some(options.keep), folder.as_ref())?;
        engine.solve(&db, options, observer)?;
        Database::of(self.clone(), db)
    }

    /// Opens the database, export or archive of this game in `folder`; [`open`](crate::open) opens that of any game
    /// that has a name.
    ///
    /// # Errors
    /// [`Error::Open`], [`Error::OtherGame`].
    pub fn open(&self, folder: impl AsRef<Path>) -> Result<Database, Error> {
        let db = retrograph_storage::Database::open(folder.as_ref())?;
        let (found, name) = (db.identity(), self.name());
        if (found.game.as_str(), found.n) != (&name, self.n) {
            return Err(Error::OtherGame {
                folder: folder.as_ref().into(),
                game: format!("{name} on {} vertices", self.n),
            });
        }
        let values = retro::values_of(&db)?;
        Database::of(Self { values, ..self.clone() }, db)
    }
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_tuple("Game").field(&self.name()).field(&self.n).finish()
    }
}
