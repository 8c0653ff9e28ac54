//! What is known of a position: sets of values that contain the right ones.

/// Beyond every score.
const FAR: i32 = 1 << 28;

/// The score, moves to the end, is at least `least` and at most `most`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bounds {
    pub least: i32,
    pub most: i32,
}

impl Bounds {
    /// Returns the score, when it is known.
    pub fn exact(self) -> Option<u32> {
        (self.least == self.most).then_some(self.least as u32)
    }

    fn later(self, moves: i32) -> Self {
        let later = |bound: i32| if is_known(bound) { bound + moves } else { bound };
        Self {
            least: later(self.least),
            most: later(self.most),
        }
    }

    fn joined(self, other: Self) -> Self {
        Self {
            least: self.least.min(other.least),
            most: self.most.max(other.most),
        }
    }
}

/// Whether a bound says anything.
pub(crate) fn is_known(bound: i32) -> bool {
    bound.abs() != FAR
}

/// Sets of values, each with the position's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Value {
    /// Sprague-Grundy numbers: bit `g` for `g`. In normal play the next player wins where it is not 0.
    pub grundy: u32,
    /// In misère play: bit 0 when the next player may lose, bit 1 when the next player may win.
    pub misere: u8,
    /// The score when Max moves next.
    pub max: Bounds,
    /// The score when Min moves next.
    pub min: Bounds,
}

impl Value {
    /// Nothing is known.
    pub const UNKNOWN: Self = {
        let any = Bounds { least: -FAR, most: FAR };
        Self {
            grundy: !0,
            misere: 3,
            max: any,
            min: any,
        }
    };

    /// Nothing was found yet.
    pub const NONE: Self = {
        let none = Bounds { least: FAR, most: -FAR };
        Self {
            grundy: 0,
            misere: 0,
            max: none,
            min: none,
        }
    };

    /// Without a move.
    const END: Self = {
        let over = Bounds { least: 0, most: 0 };
        Self {
            grundy: 1,
            misere: 2,
            max: over,
            min: over,
        }
    };

    /// Returns the values that a position with these options may have; [`Self::NONE`] when an option has none yet.
    ///
    /// A number is possible when no option surely has it, and for each smaller number some option may have it.
    pub fn of(options: impl Iterator<Item = Self>) -> Self {
        let (mut sure, mut possible, mut count) = (0, 0, 0);
        let (mut may_be_lost, mut all_may_be_won) = (false, true);
        let far = |bound| Bounds {
            least: bound,
            most: bound,
        };
        let (mut max, mut min) = (far(-FAR), far(FAR));
        for option in options {
            if option.misere == 0 {
                return Self::NONE;
            }
            count += 1;
            possible |= option.grundy;
            if option.grundy.is_power_of_two() {
                sure |= option.grundy;
            }
            may_be_lost |= option.misere & 1 != 0;
            all_may_be_won &= option.misere & 2 != 0;
            let (after_max, after_min) = (option.min.later(1), option.max.later(1));
            max.least = max.least.max(after_max.least);
            max.most = max.most.max(after_max.most);
            min.least = min.least.min(after_min.least);
            min.most = min.most.min(after_min.most);
        }
        if count == 0 {
            return Self::END;
        }
        let smallest: u32 = u32::trailing_ones(possible).min(count).min(31);
        Self {
            grundy: (!0 >> (31 - smallest)) & !sure,
            misere: u8::from(all_may_be_won) | u8::from(may_be_lost) << 1,
            max,
            min,
        }
    }

    /// Returns the values `moves` moves earlier, that change nothing else.
    pub fn later(self, moves: i32) -> Self {
        Self {
            max: self.max.later(moves),
            min: self.min.later(moves),
            ..self
        }
    }

    /// Returns the values that either has.
    pub fn joined(self, other: Self) -> Self {
        Self {
            grundy: self.grundy | other.grundy,
            misere: self.misere | other.misere,
            max: self.max.joined(other.max),
            min: self.min.joined(other.min),
        }
    }

    /// Returns these values without what is known of scores.
    pub fn without_scores(self) -> Self {
        Self {
            max: Self::UNKNOWN.max,
            min: Self::UNKNOWN.min,
            ..self
        }
    }
}
