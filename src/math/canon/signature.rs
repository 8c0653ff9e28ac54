//! The constants and formulas of colours and signatures. They are a format: signatures decide every label function on
//! disk. No other file has these numbers.

/// Factor of a vertex's degree plus 256 times its number of far vertices, in its first colour.
pub const DEGREES: u16 = 0x9E37;
/// The two factors of [`stir`].
pub const STIR: [u16; 2] = [0xA3D3, 0x4B2D];
/// Factors of the sums over neighbours and over far vertices, in a colour.
pub const EDGE: u16 = 0x9E3B;
/// See [`EDGE`].
pub const AWAY: u16 = 0x2C1B;
/// What the other hash of a vertex has of its own colour, and the factors of the same sums there.
pub const OTHER_OWN: u16 = 0x7FEB;
/// See [`OTHER_OWN`].
pub const OTHER_EDGE: u16 = 0x68E3;
/// See [`OTHER_OWN`].
pub const OTHER_AWAY: u16 = 0xB5C9;
/// Added to the one factor of a product of a signature.
pub const ADDED: u32 = 0x6659_FD93;
/// Differs from the other factor.
pub const FLIPPED: u32 = 0x85EB_CA77;
/// Factor of the sum of products.
pub const SUM: u64 = 0x9FB2_1C65_1E98_DF25;
/// Sets the colour of an individualised vertex apart.
pub const APART: u16 = 0x5A5A;

/// Words of 16 bits: one, or a register of them.
pub trait Word: Copy {
    /// `value` in every lane.
    fn all(self, value: u16) -> Self;
    /// Sums that wrap.
    fn plus(self, other: Self) -> Self;
    /// Bits that differ.
    fn xor(self, other: Self) -> Self;
    /// Products that wrap.
    fn times(self, factor: u16) -> Self;
    /// Shifts down.
    fn down<const BY: i32>(self) -> Self;
    /// Rotates up by five bits.
    fn rotated(self) -> Self;
}

impl Word for u16 {
    #[inline(always)]
    fn all(self, value: u16) -> u16 {
        value
    }

    #[inline(always)]
    fn plus(self, other: u16) -> u16 {
        self.wrapping_add(other)
    }

    #[inline(always)]
    fn xor(self, other: u16) -> u16 {
        self ^ other
    }

    #[inline(always)]
    fn times(self, factor: u16) -> u16 {
        self.wrapping_mul(factor)
    }

    #[inline(always)]
    fn down<const BY: i32>(self) -> u16 {
        self >> BY
    }

    #[inline(always)]
    fn rotated(self) -> u16 {
        self.rotate_left(5)
    }
}

/// Mixes the bits of words.
#[inline(always)]
pub fn stir<T: Word>(x: T) -> T {
    let x = x.xor(x.down::<7>()).times(STIR[0]);
    let x = x.xor(x.down::<9>()).times(STIR[1]);
    x.xor(x.down::<8>())
}

/// The first colours, from degrees and numbers of far vertices.
#[inline(always)]
pub fn first<T: Word>(degrees: T) -> T {
    stir(degrees.times(DEGREES))
}

/// The next colours, from the sums of these over neighbours and over far vertices.
#[inline(always)]
pub fn mixed<T: Word>(own: T, edge: T, away: T) -> T {
    stir(edge.times(EDGE).plus(away.times(AWAY)).plus(own.rotated()))
}

/// Other hashes of the same.
#[inline(always)]
pub fn others<T: Word>(own: T, edge: T, away: T) -> T {
    let sums = edge.times(OTHER_EDGE).plus(away.times(OTHER_AWAY));
    own.xor(own.all(OTHER_OWN)).plus(sums)
}

/// The product of a vertex, from its colour and its other hash.
#[inline(always)]
pub fn product(colour: u16, other: u16) -> u64 {
    let (colour, other) = (u32::from(colour), u32::from(other));
    let (word, turned) = (colour | other << 16, other | colour << 16);
    u64::from(word.wrapping_add(ADDED)) * u64::from(turned ^ FLIPPED)
}

/// The signature of a sum of products.
#[inline(always)]
pub fn finished(sum: u64) -> u64 {
    let sum = (sum ^ sum >> 32).wrapping_mul(SUM);
    sum ^ sum >> 29
}
