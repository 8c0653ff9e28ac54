//! What the integration tests share: the judge's graphs as the engine's, and solving into a folder.

pub mod pieces;

use std::path::Path;

use all_games::AllGames;
use engine::{Engine, Family};
use game::Levels;
use game::values::Values;
use graph::{Graph, Row};
use retro::{Keep, Options, Silent};
use retrograph_referee::nauty::Nauty;
use retrograph_storage::{Database, Identity, LevelManifest, OUTCOME};

/// The judge's graph as the engine's.
pub fn graph<R: Row, const W: usize>(rows: &[u32]) -> Graph<R, W> {
    let mut own = [R::EMPTY; W];
    for (own, &row) in own.iter_mut().zip(rows) {
        *own = R::from_u32(row);
    }
    Graph::from_rows(rows.len(), own)
}

/// The engine's graph as the judge's.
pub fn rows<R: Row, const W: usize>(graph: &Graph<R, W>) -> Vec<u32> {
    graph.rows()[..graph.order()].iter().map(|row| row.to_u32()).collect()
}

/// graph6 of at most 62 vertices, from the format's definition: the way a graph gets into and out of a game.
pub fn graph6(rows: &[u32]) -> String {
    let mut bits: Vec<u8> = (0..rows.len())
        .flat_map(|j| (0..j).map(move |i| (rows[j] >> i & 1) as u8))
        .collect();
    bits.resize(bits.len().next_multiple_of(6), 0);
    let sixes = bits.chunks(6).map(|six| six.iter().fold(0, |sum, bit| sum << 1 | bit));
    std::iter::once(rows.len() as u8)
        .chain(sixes)
        .map(|six| char::from(63 + six))
        .collect()
}

/// The inverse of [`graph6`].
pub fn from_graph6(text: &str) -> Vec<u32> {
    let bytes: Vec<u8> = text.bytes().map(|byte| byte - 63).collect();
    let mut rows = vec![0; bytes[0].into()];
    let mut bit = 0;
    for j in 0..rows.len() {
        for i in 0..j {
            if bytes[1 + bit / 6] >> (5 - bit % 6) & 1 == 1 {
                rows[i] |= 1 << j;
                rows[j] |= 1 << i;
            }
            bit += 1;
        }
    }
    rows
}

/// nauty's canonical form of a graph on at most 22 vertices, its upper triangle in one number of 256 bits.
pub fn packed_form(nauty: &mut Nauty, rows: &[u32]) -> [u128; 2] {
    let n = rows.len();
    assert!(n * (n - 1) / 2 <= 256);
    let mut canonical = [0; 22];
    nauty.canonical_into(rows, &mut canonical[..n]);
    let mut packed = [0u128; 2];
    let mut bit = 0;
    for (j, row) in canonical.iter().enumerate().take(n) {
        let column = u128::from(row & ((1 << j) - 1));
        let (word, shift) = (bit / 128, bit % 128);
        packed[word] |= column << shift;
        if shift + j > 128 {
            packed[word + 1] |= column >> (128 - shift);
        }
        bit += j;
    }
    packed
}

/// A triangle-free graph with the pair `{u, v}` marked: four new vertices, all joined to one another, the first of them
/// also to `u` and `v`.
///
/// Exact: isomorphisms of marked graphs are those of the graphs that map marked pair to marked pair. For no other four
/// vertices are all joined to one another: with one of the last three new ones among them, no old vertex can be;
/// without, three are old and hold a triangle. Hence the new ones are mapped to the new ones, the first of them, which
/// alone has more than three neighbours, to the first, and `{u, v}`, its neighbours outside the four, to those of the
/// other.
pub fn marked(rows: &[u32], u: usize, v: usize) -> Vec<u32> {
    let n = rows.len();
    let mut marked = rows.to_vec();
    let four = 0b1111 << n;
    marked.extend((n..n + 4).map(|new| four & !(1 << new)));
    for end in [u, v] {
        marked[n] |= 1 << end;
        marked[end] |= 1 << n;
    }
    marked
}

/// What a database of `game` says of itself.
pub fn identity<G: Levels>(game: &G, keep: Keep) -> Identity {
    identity_of(&*engine(game), keep)
}

fn identity_of(engine: &dyn Engine, keep: Keep) -> Identity {
    Identity::new(engine.name(), engine.order(), OUTCOME, keep)
}

/// The engine of `game`, from the crate where it is compiled: calling the loop with the game itself would compile the
/// loop again, in every test.
pub fn engine<G: Levels>(game: &G) -> Box<dyn Engine> {
    let n = game.order() as u32;
    match (game.name(), std::mem::size_of::<G::Record>()) {
        ("triangle", 32) => AllGames.triangle(n, true).engine().unwrap(),
        (name, _) => AllGames.engine(name, n, Values::OUTCOME).unwrap(),
    }
}

/// Solves `game` into the empty `folder`, on two threads.
pub fn solved<G: Levels>(game: &G, folder: &Path, down_to: u32, keep: Keep) -> Database {
    solved_by(&*engine(game), folder, down_to, keep)
}

/// Solves the game of `engine` into the empty `folder`, on two threads.
pub fn solved_by(engine: &dyn Engine, folder: &Path, down_to: u32, keep: Keep) -> Database {
    let db = Database::create(folder, &identity_of(engine, keep)).unwrap();
    let options = Options {
        down_to,
        memory: 256 << 20,
        threads: 2,
        keep,
        ..Options::default()
    };
    engine.solve(&db, &options, &Silent).unwrap();
    db
}

/// The manifests of the sealed levels, highest first.
pub fn manifests(db: &Database) -> Vec<LevelManifest> {
    let levels = db.levels().unwrap();
    levels
        .into_iter()
        .map(|level| db.manifest(level).unwrap().unwrap())
        .collect()
}
