//! Symmetries of a game: permutations of the elements that keep the winning sets of each side and the stones.

use std::collections::{HashMap, HashSet};

use super::set::{Set, all, each, one, size};

/// Permutations, the identity first.
pub(super) struct Group {
    n: usize,
    maps: Vec<Vec<u8>>,
    /// For each map and each byte of a set, the images of its 256 values; nothing for many maps.
    images: Vec<Set>,
}

/// Most maps of a group: above, those are taken that fix the first elements of the search's order. That merges less and
/// is right all the same.
const MAPS_MOST: usize = 6000;

/// Most tables of 4 KiB: those of more maps are in no cache, and one element after the other is as fast.
const TABLES_MOST: usize = 256;

/// An image of something, and the map that leads to it.
pub(super) struct Least<T> {
    pub image: T,
    pub map: usize,
}

impl Group {
    /// All symmetries of the sets, if they are not too many. `coloured` are sets of elements that stay as they are.
    pub fn of(n: usize, sides: &[&[Set]], coloured: &[Set]) -> Self {
        let search = Search::new(n, sides, coloured);
        let mut maps = (0..=n).find_map(|fixed| search.maps(fixed)).unwrap_or_default();
        let is_identity = |map: &Vec<u8>| map.iter().enumerate().all(|(from, &to)| from == usize::from(to));
        let identity = maps.iter().position(is_identity);
        maps.swap(0, identity.expect("the identity keeps everything"));
        let mut images = Vec::new();
        let has_table = maps.len() * n.div_ceil(8) <= TABLES_MOST;
        for map in maps.iter().filter(|_| has_table) {
            for byte in 0..n.div_ceil(8) {
                for value in 0..256 {
                    let own = each(value << (8 * byte) & all(n));
                    images.push(own.fold(0, |image, element| image | one(map[element].into())));
                }
            }
        }
        Self { n, maps, images }
    }

    /// The identity alone.
    pub fn identity(n: usize) -> Self {
        Self {
            n,
            maps: vec![(0..n as u8).collect()],
            images: Vec::new(),
        }
    }

    /// The number of maps.
    pub fn len(&self) -> usize {
        self.maps.len()
    }

    /// Where a map takes the elements.
    pub fn map(&self, map: usize) -> &[u8] {
        &self.maps[map]
    }

    /// The image of a set.
    pub fn image(&self, map: usize, set: Set) -> Set {
        let bytes = self.n.div_ceil(8);
        if self.images.is_empty() || size(set) <= 2 * bytes {
            return image_of(&self.maps[map], set);
        }
        let table = &self.images[map * bytes * 256..][..bytes * 256];
        let value = |byte: usize| (set >> (8 * byte)) as usize & 255;
        (0..bytes).fold(0, |image, byte| image | table[byte * 256 + value(byte)])
    }

    /// The set whose image this is.
    pub fn preimage(&self, map: usize, image: Set) -> Set {
        let map = self.maps[map].iter().enumerate();
        map.fold(0, |set, (from, &to)| set | (image >> to & 1) << from)
    }

    /// The least image of two sets, by the first one first.
    pub fn least_pair(&self, [first, second]: [Set; 2]) -> Least<[Set; 2]> {
        let mut least = Least {
            image: [first, second],
            map: 0,
        };
        for map in 1..self.len() {
            let image = self.image(map, first);
            if image > least.image[0] {
                continue;
            }
            let pair = [image, self.image(map, second)];
            if pair < least.image {
                least = Least { image: pair, map };
            }
        }
        least
    }

    /// The least image of a family of sets: of their union first, then of the sets in order.
    pub fn least_family(&self, union: Set, sets: &[Set]) -> Least<Vec<Set>> {
        let mut best = union;
        let mut maps = vec![0];
        for map in 1..self.len() {
            let image = self.image(map, union);
            if image < best {
                best = image;
                maps.clear();
            }
            if image == best {
                maps.push(map);
            }
        }
        let images = maps.into_iter().map(|map| {
            let mut image: Vec<Set> = sets.iter().map(|&set| self.image(map, set)).collect();
            image.sort_unstable();
            Least { image, map }
        });
        let by_image = |one: &Least<Vec<Set>>, other: &Least<Vec<Set>>| one.image.cmp(&other.image);
        images.min_by(by_image).expect("there is the identity")
    }
}

/// The maps that a proof names, by their order in it.
#[derive(Default)]
pub(super) struct Names {
    pub maps: Vec<Vec<u8>>,
    names: HashMap<usize, usize>,
}

impl Names {
    /// The name of a map.
    pub fn of(&mut self, group: &Group, map: usize) -> usize {
        let fresh = self.maps.len();
        let name = *self.names.entry(map).or_insert(fresh);
        if name == fresh {
            self.maps.push(group.map(map).to_vec());
        }
        name
    }
}

/// The image of a set, element by element.
fn image_of(map: &[u8], set: Set) -> Set {
    let mut halves = [0u64; 2];
    for element in each(set) {
        let to = map[element];
        halves[usize::from(to >> 6)] |= 1 << (to & 63);
    }
    Set::from(halves[0]) | Set::from(halves[1]) << 64
}

/// The search for symmetries: element by element in an order in which sets are soon complete.
struct Search {
    n: usize,
    known: Vec<HashSet<Set>>,
    /// How often two elements lie in sets of each size and side together; of an element by itself its colour.
    pairs: Vec<u64>,
    order: Vec<usize>,
    /// By the place in the order: the sets that are complete there, with their sides.
    complete: Vec<Vec<(usize, Set)>>,
}

impl Search {
    fn new(n: usize, sides: &[&[Set]], coloured: &[Set]) -> Self {
        let mut pairs = vec![0u64; n * n];
        for (side, sets) in sides.iter().enumerate() {
            for &set in *sets {
                let weight = mixed((size(set) * 2 + side) as u64 + 77);
                for u in each(set) {
                    each(set).for_each(|v| pairs[u * n + v] = pairs[u * n + v].wrapping_add(weight));
                }
            }
        }
        for (colour, set) in coloured.iter().enumerate() {
            each(*set).for_each(|e| pairs[e * n + e] ^= mixed(colour as u64 + 5));
        }
        // A symmetry keeps what is made of the rows, too.
        for _ in 0..3 {
            let colour = |u: usize| {
                let row = (0..n).map(|v| mixed(pairs[u * n + v].wrapping_mul(3).wrapping_add(pairs[v * n + v])));
                mixed(row.fold(0, u64::wrapping_add) ^ pairs[u * n + u])
            };
            let colours: Vec<u64> = (0..n).map(colour).collect();
            (0..n).for_each(|u| pairs[u * n + u] = colours[u]);
        }
        let order = order(n, sides);
        let mut place = vec![0; n];
        order.iter().enumerate().for_each(|(at, &element)| place[element] = at);
        let mut complete = vec![Vec::new(); n];
        for (side, sets) in sides.iter().enumerate() {
            for &set in *sets {
                if let Some(last) = each(set).map(|element| place[element]).max() {
                    complete[last].push((side, set));
                }
            }
        }
        Self {
            n,
            known: sides.iter().map(|sets| sets.iter().copied().collect()).collect(),
            pairs,
            order,
            complete,
        }
    }

    /// The symmetries that fix the first `fixed` elements of the order; `None` if they are too many.
    fn maps(&self, fixed: usize) -> Option<Vec<Vec<u8>>> {
        let mut found = Found {
            maps: Vec::new(),
            map: vec![0; self.n],
            taken: 0,
        };
        self.extend(0, fixed, &mut found);
        (found.maps.len() <= MAPS_MOST).then_some(found.maps)
    }

    fn extend(&self, place: usize, fixed: usize, found: &mut Found) {
        if place == self.n {
            found.maps.push(found.map.clone());
            return;
        }
        let (n, from) = (self.n, self.order[place]);
        for to in (0..n).filter(|&to| place >= fixed || to == from) {
            let fits = |before: &usize| {
                let image = usize::from(found.map[*before]);
                self.pairs[from * n + before] == self.pairs[to * n + image]
            };
            let is_like = found.taken >> to & 1 == 0 && self.pairs[from * n + from] == self.pairs[to * n + to];
            if !is_like || !self.order[..place].iter().all(fits) {
                continue;
            }
            found.map[from] = to as u8;
            let image = |set: Set| each(set).fold(0, |image, element| image | one(found.map[element].into()));
            let is_kept = |(side, set): &(usize, Set)| self.known[*side].contains(&image(*set));
            if self.complete[place].iter().all(is_kept) {
                found.taken |= one(to);
                self.extend(place + 1, fixed, found);
                found.taken &= !one(to);
            }
            if found.maps.len() > MAPS_MOST {
                return;
            }
        }
    }
}

struct Found {
    maps: Vec<Vec<u8>>,
    map: Vec<u8>,
    taken: Set,
}

/// Each next element is the one that lies in sets of which most is there.
fn order(n: usize, sides: &[&[Set]]) -> Vec<usize> {
    let mut order = Vec::new();
    let mut before: Set = 0;
    for _ in 0..n {
        let weight = |element: usize| -> usize {
            let through = sides.iter().flat_map(|sets| sets.iter());
            let through = through.filter(|&&set| set >> element & 1 == 1);
            through
                .map(|&set| size(set & before).pow(3) * 64 / size(set).pow(2))
                .sum()
        };
        let left = (0..n).rev().filter(|&element| before >> element & 1 == 0);
        let next = left.max_by_key(|&element| weight(element)).expect("some are left");
        before |= one(next);
        order.push(next);
    }
    order
}

/// A number whose bits all depend on those of another.
pub(super) fn mixed(number: u64) -> u64 {
    let mut z = number ^ (number >> 30);
    z = z.wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z ^= z >> 27;
    z = z.wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
